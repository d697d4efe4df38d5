//! `outplay weights`: α- and β-weights of a position, its points and pairs of points, as exact fractions.

use outplay::ask::{asked_fields, asked_words};
use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::moves::{Move, read_places};
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::{Space, Stones};
use outplay_solve::positional::weights::{Weights, is_too_large};
use serde_json::{Map, Value, json};

use crate::cli::{self, Common};
use crate::exit::{self, ANSWERED, Exit};

/// The points of larger boards are weighed only when they are asked for.
const MOST_POINTS: usize = 128;

/// A position to be weighed.
struct Weighed<'a> {
    board: &'a SetBoard,
    stones: Stones,
    to_move: Player,
    /// The O that the last hop put down, if Olivia moves in a hop game.
    newest: Option<usize>,
}

pub fn run(common: &Common, weights: &cli::Weights) -> Result<u8, Exit> {
    let asked = weights.question.asked()?;
    let board = in_space!(asked.cases.first(), |game| match game {
        Game::Positional(rules) if rules.placing().is_some() || rules.hopping().is_some() => {
            game.space().sets()
        }
        _ => None,
    });
    let Some(board) = board else {
        let message = format!("{} has no weights", asked.game);
        return Err(InputError::plain(message).help("games with weights: hop, fire-and-ice, positional, maker-breaker, avoider-enforcer").into());
    };
    let weighed = in_space!(asked.cases.first(), |game| weigh(game, board, &asked.after))?;
    if is_too_large(weighed.board.first_sets()) {
        return Err(InputError::plain("the board has too many sets on one level").into());
    }
    let pairs = pairs(weighed.board, &weights.pair)?;
    let mut json = asked_fields(&asked);
    if asked.cases.has_starts() {
        json.insert("start".into(), json!(asked.cases.all()[0].start));
    }
    json.insert("to_move".into(), json!(weighed.to_move.to_string()));
    let name = |point: usize| weighed.board.places().name(point);
    json.insert("newest".into(), json!(weighed.newest.map(name)));
    let mut lines = vec![asked_words(&asked)];
    let family = weighed.board.first_sets();
    let points = weighed.board.point_count();
    let beta = Weights::beta(family, &weighed.stones, Player::First, points);
    json.insert("beta".into(), fields(&weighed, &beta, &pairs, &mut lines, "β"));
    let alpha = weighed.newest.map(|newest| {
        let weights = Weights::alpha(family, &weighed.stones, Player::First, points, newest);
        fields(&weighed, &weights, &pairs, &mut lines, "α")
    });
    json.insert("alpha".into(), alpha.unwrap_or(Value::Null));
    exit::print(&if common.json { Value::Object(json).to_string() } else { lines.join("\n") });
    Ok(ANSWERED)
}

/// The position after some moves. In a hop game the newest O stands where the first player's last hop began.
fn weigh<'a, S: Space>(
    game: &Game<S>,
    board: &'a SetBoard,
    after: &str,
) -> Result<Weighed<'a>, InputError> {
    let record = Record::after(game, after)?;
    let now = record.now();
    let newest = match record.moves().last() {
        Some(Move::Hop { from, .. }) if now.to_move == Player::Second => Some(*from as usize),
        _ => None,
    };
    let stones = game.space().stones(&now.position).cloned();
    let stones = stones.unwrap_or_else(|| Stones::none(board.point_count()));
    Ok(Weighed { board, stones, to_move: now.to_move, newest })
}

fn pairs(board: &SetBoard, texts: &[String]) -> Result<Vec<(usize, usize)>, InputError> {
    let pair = |text: &String| match read_places(text, board.places())?[..] {
        [a, b] if a != b => Ok((a as usize, b as usize)),
        _ => Err(InputError::whole(text, "a pair is two points, such as 1,2")),
    };
    texts.iter().map(pair).collect()
}

/// The weights as JSON, and in words.
fn fields(
    weighed: &Weighed,
    weights: &Weights,
    pairs: &[(usize, usize)],
    lines: &mut Vec<String>,
    letter: &str,
) -> Value {
    let name = |point: usize| weighed.board.places().name(point);
    let mut map = Map::new();
    map.insert("position".into(), json!(weights.position().to_string()));
    let below = if weights.position().is_below_one() { ", below 1" } else { "" };
    lines.push(format!("  {letter}-weight of the position: {}{below}", weights.position()));
    let points = weighed.board.point_count();
    if points <= MOST_POINTS {
        let each = weighed
            .stones
            .free(points)
            .map(|point| (name(point), weights.point(point).to_string()));
        let each: Vec<(String, String)> = each.collect();
        let words: Vec<String> =
            each.iter().map(|(point, weight)| format!("{point}: {weight}")).collect();
        lines.push(format!("  {letter}-weight of the free points: {}", words.join("  ")));
        map.insert(
            "points".into(),
            each.into_iter().map(|(point, weight)| (point, json!(weight))).collect(),
        );
    }
    let mut of_pairs = Map::new();
    for &(a, b) in pairs {
        let (pair, weight) = (format!("{},{}", name(a), name(b)), weights.pair(a, b).to_string());
        lines.push(format!("  {letter}-weight of {pair}: {weight}"));
        of_pairs.insert(pair, json!(weight));
    }
    map.insert("pairs".into(), Value::Object(of_pairs));
    Value::Object(map)
}
