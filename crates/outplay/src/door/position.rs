//! A position as it is shown: the board, what is left of it, the legal moves, the score, whose turn it is, and how the
//! game ended.

use outplay_rules::error::InputError;
use outplay_rules::game::Wording;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::option::MISERE;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::{End, Rules};
use outplay_rules::ruleset::Game;
use outplay_solve::oracle;
use serde::Serialize;

use crate::answer::shown;
use crate::question::{Asked, Question};
use crate::readable::role_name;
use crate::view::layout::Layout;
use crate::view::notes::Notes;
use crate::view::picture::{BoardPicture, History, NamedMove, PositionPicture, View, picture};
use crate::worth::Winner;

/// A position of a game, with all that is needed to draw it and to play on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// The game, the board, the options, and what was played.
    #[serde(flatten)]
    pub question: Question,
    /// The game by its title.
    pub title: String,
    /// The rules in a sentence.
    pub rule: String,
    /// What a person is asked to do.
    pub prompt: &'static str,
    /// The theory that the game belongs to.
    pub theory: String,
    /// Words for what the picture shows.
    pub look: &'static [&'static str],
    /// The octal code of a game of taking and breaking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What is drawn: `vertices`, `edges` or `points`.
    pub kind: &'static str,
    /// The family of the board.
    pub layout: Layout,
    /// The names of the places.
    pub places: Vec<String>,
    /// What the players are called, where roles differ.
    pub roles: Roles,
    /// The board as it never changes.
    #[serde(flatten)]
    pub board: BoardPicture,
    /// Where the first X of a hop game may stand, as long as that is not chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<Vec<String>>,
    /// The position as it is now.
    #[serde(flatten)]
    pub now: PositionPicture,
    /// The legal moves.
    pub moves: Vec<NamedMove>,
    /// What was played.
    pub log: Vec<Played>,
    /// Whose turn it is.
    #[serde(serialize_with = "shown")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub to_move: Player,
    /// The points of the first and the second player.
    pub score: [u32; 2],
    /// What else there is to say of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Notes>,
    /// How the game ended, if it has.
    pub over: Option<Over>,
}

/// What the players are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Roles {
    /// The first player.
    pub first: Option<&'static str>,
    /// The second.
    pub second: Option<&'static str>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Played {
    /// The move.
    #[serde(flatten)]
    pub mv: NamedMove,
    /// Who made it.
    #[serde(serialize_with = "shown")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub by: Player,
    /// The points it scored.
    pub earned: u32,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Over {
    /// Who won; null if nobody did.
    pub winner: Option<Winner>,
    /// Whether both players own a winning set.
    pub tie: bool,
    /// The same in words.
    pub words: String,
}

/// The position that a question leads to.
pub fn position(asked: &Asked) -> Result<Position, InputError> {
    in_space!(asked.cases.first(), |game| {
        if asked.cases.has_starts() {
            return Ok(before_the_start(game, asked));
        }
        Ok(shown_in(asked, &Record::after(game, &asked.question.after)?))
    })
}

/// A position of a game in progress.
pub(crate) fn shown_in<S: View>(asked: &Asked, record: &Record<Game<S>>) -> Position {
    let game = record.rules();
    let moves: Vec<Move> = record.moves().cloned().collect();
    let moments = replay(game, &moves);
    let history = History { moments: &moments, moves: &moves };
    let now = record.now();
    let legal = game.moves(&now.position);
    Position {
        moves: legal.iter().map(|mv| NamedMove::new(game, mv)).collect(),
        log: log(game, &history),
        to_move: now.to_move,
        score: now.score,
        notes: Some(Notes::of(game, &now.position)),
        over: legal.is_empty().then(|| Over::of(game, now, asked)),
        ..at_rest(game, asked, picture(game, &history))
    }
}

/// A hop game that has not been told where its first X stands.
fn before_the_start<S: View>(game: &Game<S>, asked: &Asked) -> Position {
    let starts = asked.cases.all().iter().filter_map(|case| case.start.clone()).collect();
    let empty = PositionPicture::Points {
        stones: vec![""; game.places().len()],
        owned_sets: Vec::new(),
        offered: None,
        weights: None,
    };
    Position { starts: Some(starts), ..at_rest(game, asked, empty) }
}

/// What there is to see without a move.
fn at_rest<S: View>(game: &Game<S>, asked: &Asked, now: PositionPicture) -> Position {
    let (question, places) = (&asked.question, game.places());
    let Question { game: name, board, options, .. } = question;
    let code = match game {
        Game::Impartial(rules) => rules.heap_code(),
        Game::Scoring(_) | Game::Positional(_) | Game::Partizan(_) => None,
    };
    Position {
        question: question.clone(),
        title: name.title(),
        rule: Wording { game: name, board, options }.text(),
        prompt: name.def().prompt,
        theory: name.def().theory.to_string(),
        look: name.def().look,
        code: code.map(ToString::to_string),
        kind: S::KIND,
        layout: Layout::from(board),
        places: (0..places.len()).map(|place| places.name(place)).collect(),
        roles: Roles { first: game.role(Player::First), second: game.role(Player::Second) },
        board: game.space().board_picture(),
        starts: None,
        now,
        moves: Vec::new(),
        log: Vec::new(),
        to_move: Player::First,
        score: [0, 0],
        notes: None,
        over: None,
    }
}

/// Every moment of a game whose moves are known to be legal.
pub(crate) fn replay<R: Rules + ?Sized>(rules: &R, moves: &[Move]) -> Vec<Moment<R::Position>> {
    let mut moments = vec![Record::new(rules).now().clone()];
    for (index, mv) in moves.iter().enumerate() {
        moments.push(oracle::after(rules, &moments[index], mv));
    }
    moments
}

/// What was played, by whom, and what it earned.
fn log<R: Rules + ?Sized>(rules: &R, history: &History<R::Position>) -> Vec<Played> {
    let entry = |(index, mv): (usize, &Move)| {
        let (before, after) = (&history.moments[index], &history.moments[index + 1]);
        let by = before.to_move;
        let earned = after.score[by.index()] - before.score[by.index()];
        Played { mv: NamedMove::new(rules, mv), by, earned }
    };
    history.moves.iter().enumerate().map(entry).collect()
}

impl Over {
    /// How a game ended that has no moves left.
    pub(crate) fn of<S: View>(game: &Game<S>, now: &Moment<S::Position>, asked: &Asked) -> Self {
        let end = game.ended(now, asked.question.options.has(&MISERE)).unwrap_or(End::Draw);
        let name = |player: Player| match game.role(player) {
            Some(role) => format!("the {player} player ({})", role_name(role)),
            None => format!("the {player} player"),
        };
        let by_points = matches!(game, Game::Scoring(_));
        let words = match end {
            End::Win(player) if by_points => {
                let (won, lost) = (now.score[player.index()], now.score[player.other().index()]);
                format!("{} wins, {won} to {lost}", name(player))
            }
            End::Win(player) => format!("{} wins", name(player)),
            End::Tie => "a tie: both own a winning set".to_string(),
            End::Draw if by_points => format!("a draw, {} to {}", now.score[0], now.score[1]),
            End::Draw => "a draw".to_string(),
        };
        let winner = match end {
            End::Win(player) => Some(Winner::from(Some(player))),
            End::Tie | End::Draw => None,
        };
        Over { winner, tie: end == End::Tie, words }
    }
}
