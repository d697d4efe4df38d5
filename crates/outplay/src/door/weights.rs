//! α- and β-weights of a position, its points and pairs of points, as exact fractions.

use std::fmt;

use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::moves::{Move, read_places};
use outplay_rules::option::START;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::{Space, Stones};
use outplay_solve::positional::weights::{Weights as Weighing, is_too_large};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::{Reply, shown};
use crate::error::Error;
use crate::question::{Asked, Question};
use crate::run::Run;

/// The points of larger boards are weighed only when they are asked for.
const MOST_POINTS: usize = 128;

/// The weights of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Weights {
    /// What was asked; of a hop game without a start, its first start.
    #[serde(flatten)]
    pub question: Question,
    /// Whose turn it is.
    #[serde(serialize_with = "shown")]
    pub to_move: Player,
    /// The O that the last hop put down, if Olivia moves in a hop game.
    pub newest: Option<String>,
    /// The β-weights.
    pub beta: Weighed,
    /// The α-weights, which take the newest O for an X.
    pub alpha: Option<Weighed>,
    /// The question as it was put.
    #[serde(skip)]
    asked: Question,
}

/// Weights of one kind, as fractions.
#[derive(Clone, Debug, Serialize)]
pub struct Weighed {
    /// Of the position.
    pub position: String,
    /// Of each free point, unless there are too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Map<String, Value>>,
    /// Of the pairs of points that were asked for.
    pub pairs: Map<String, Value>,
    /// Whether the position weighs less than 1.
    #[serde(skip)]
    pub below_one: bool,
}

/// A position to be weighed.
struct Weighable<'a> {
    board: &'a SetBoard,
    stones: Stones,
    to_move: Player,
    newest: Option<usize>,
}

/// Weighs a position of a game on winning sets, its free points, and pairs of points such as `1,2`.
pub fn weights(question: &Question, pairs: &[String], run: &Run) -> Result<Weights, Error> {
    let asked = Asked::new(question, run)?;
    let board = in_space!(asked.cases.first(), |game| match game {
        Game::Positional(rules) if rules.placing().is_some() || rules.hopping().is_some() => {
            game.space().sets()
        }
        _ => None,
    });
    let Some(board) = board else {
        let message = format!("{} has no weights", asked.question.game);
        return Err(InputError::plain(message).help("games with weights: hop, fire-and-ice, positional, maker-breaker, avoider-enforcer").into());
    };
    let after = &asked.question.after;
    let weighable = in_space!(asked.cases.first(), |game| weigh(game, board, after))?;
    let Weighable { board, stones, to_move, newest } = &weighable;
    let (family, points) = (board.first_sets(), board.point_count());
    if is_too_large(family) {
        return Err(InputError::plain("the board has too many sets on one level").into());
    }
    let pairs = read_pairs(board, pairs)?;
    let beta = Weighing::beta(family, stones, Player::First, points);
    let alpha = newest.map(|newest| Weighing::alpha(family, stones, Player::First, points, newest));
    let mut question = asked.question.clone();
    if let Some(start) = asked.first().start.as_ref().filter(|_| asked.cases.has_starts()) {
        question.options.set(&START, start)?;
    }
    Ok(Weights {
        question,
        to_move: *to_move,
        newest: newest.map(|point| board.places().name(point)),
        beta: Weighed::new(&weighable, &beta, &pairs),
        alpha: alpha.map(|alpha| Weighed::new(&weighable, &alpha, &pairs)),
        asked: asked.question,
    })
}

impl Weighed {
    fn new(weighable: &Weighable, weights: &Weighing, pairs: &[(usize, usize)]) -> Self {
        let Weighable { board, stones, .. } = weighable;
        let name = |point: usize| board.places().name(point);
        let points = board.point_count();
        let point = |point: usize| (name(point), weights.point(point).to_string().into());
        let pair = |&(a, b): &(usize, usize)| {
            (format!("{},{}", name(a), name(b)), weights.pair(a, b).to_string().into())
        };
        Weighed {
            position: weights.position().to_string(),
            points: (points <= MOST_POINTS).then(|| stones.free(points).map(point).collect()),
            pairs: pairs.iter().map(pair).collect(),
            below_one: weights.position().is_below_one(),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, letter: &str) -> fmt::Result {
        let below = if self.below_one { ", below 1" } else { "" };
        write!(f, "\n  {letter}-weight of the position: {}{below}", self.position)?;
        let shown = |(name, weight): (&String, &Value)| {
            format!("{name}: {}", weight.as_str().unwrap_or_default())
        };
        if let Some(points) = &self.points {
            let words: Vec<String> = points.iter().map(shown).collect();
            write!(f, "\n  {letter}-weight of the free points: {}", words.join("  "))?;
        }
        let mut pairs = self.pairs.iter();
        pairs.try_for_each(|pair| write!(f, "\n  {letter}-weight of {}", shown(pair)))
    }
}

impl Reply for Weights {}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.asked)?;
        self.beta.write(f, "β")?;
        self.alpha.as_ref().map_or(Ok(()), |alpha| alpha.write(f, "α"))
    }
}

/// The position after some moves. In a hop game the newest O stands where the first player's last hop began.
fn weigh<'a, S: Space>(
    game: &Game<S>,
    board: &'a SetBoard,
    after: &str,
) -> Result<Weighable<'a>, InputError> {
    let record = Record::after(game, after)?;
    let now = record.now();
    let newest = match record.moves().last() {
        Some(Move::Hop { from, .. }) if now.to_move == Player::Second => Some(*from as usize),
        _ => None,
    };
    let stones = game.space().stones(&now.position).cloned();
    let stones = stones.unwrap_or_else(|| Stones::none(board.point_count()));
    Ok(Weighable { board, stones, to_move: now.to_move, newest })
}

fn read_pairs(board: &SetBoard, texts: &[String]) -> Result<Vec<(usize, usize)>, InputError> {
    let pair = |text: &String| match read_places(text, board.places())?[..] {
        [a, b] if a != b => Ok((a as usize, b as usize)),
        _ => Err(InputError::whole(text, "a pair is two points, such as 1,2")),
    };
    texts.iter().map(pair).collect()
}
