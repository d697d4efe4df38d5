//! From what was typed to a ruleset, and from a ruleset to the solver of its theory.

use outplay_rules::board::{BoardName, FileReader};
use outplay_rules::error::InputError;
use outplay_rules::game::{Case, Cases, GameName};
use outplay_rules::graph::Graph;
use outplay_rules::in_space;
use outplay_rules::moves::split_moves;
use outplay_rules::option::{MISERE, Options, START};
use outplay_rules::rules::{Part, Rules, TakingRule};
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;
use outplay_solve::impartial::Convention;
use outplay_solve::oracle::{AnyOracle, How, solver};
use serde_json::{Map, Value, json};

use crate::view::picture::View;

/// A question that makes sense.
pub struct Asked {
    /// The game.
    pub game: GameName,
    /// The board.
    pub board: BoardName,
    /// What else the rules depend on.
    pub options: Options,
    /// The rules of the game on the board, from each start if there are several.
    pub cases: Cases,
    /// The moves played before the question is asked.
    pub after: String,
}

impl Asked {
    /// A question as it is written. `read` reads the files that boards name.
    pub fn read(
        game: &str,
        board: &str,
        mut options: Options,
        after: String,
        read: FileReader,
    ) -> Result<Self, InputError> {
        let game: GameName = game.parse()?;
        let moves = split_moves(&after);
        // The first hop leaves the first X, so it tells where that stood.
        let first = moves.first().and_then(|hop| hop.split_once('>'));
        if let Some((from, _)) = first.filter(|_| game.takes(&START) && !options.has(&START)) {
            options.set(&START, from)?;
        }
        let board: BoardName = board.parse()?;
        Asked::new_with(game, board, options, after, read)
    }

    /// A game on a board, whose files are read from the disk.
    pub fn on(
        game: GameName,
        board: BoardName,
        options: Options,
        after: String,
    ) -> Result<Self, InputError> {
        Asked::new_with(game, board, options, after, &read_file)
    }

    /// The same, with files read in a way of its own.
    pub fn new_with(
        game: GameName,
        board: BoardName,
        options: Options,
        after: String,
        read: FileReader,
    ) -> Result<Self, InputError> {
        let cases = game
            .cases(board.build_with(read)?, &options)
            .map_err(|error| error.about(&format!("{game} {board}")))?;
        Ok(Asked { game, board, options, cases, after })
    }

    /// The whole graph and the rule of a taking game, for questions about boards rather than positions.
    pub fn whole_graph(&self) -> Result<(&Graph, TakingRule<'_>), InputError> {
        let taking = in_space!(self.cases.first(), |game| taking(game));
        if self.options.has(&MISERE) || !self.after.is_empty() {
            return Err(InputError::plain(
                "this is asked of a whole board, without --misere and --after",
            ));
        }
        taking.ok_or_else(|| {
            InputError::plain(format!(
                "{} on {} takes no vertices of a graph",
                self.game, self.board
            ))
            .help("for example octal:0.03 grid:3x4, node-kayles petersen, cram grid:4x4")
        })
    }

    /// Runs a task with the solver of one of the cases.
    pub fn with_oracle<T: Task>(&self, case: &Case, how: &How, task: T) -> T::Output {
        let convention = self.convention();
        in_space!(&case.ruleset, |game| task.run(solver(game, convention, how), game))
    }

    /// Who wins by the last move.
    pub fn convention(&self) -> Convention {
        if self.options.has(&MISERE) { Convention::Misere } else { Convention::Normal }
    }
}

/// The graph and the rule of a game that takes vertices and has no heaps.
fn taking<S: Space>(game: &Game<S>) -> Option<(&Graph, TakingRule<'_>)> {
    let Game::Impartial(rules) = game else { return None };
    let no_heaps = !rules.parts(&rules.start()).iter().any(|part| matches!(part, Part::Heap(_)));
    game.space().graph().zip(rules.taking()).filter(|_| no_heaps)
}

/// Something to do with a solver, whatever the game.
pub trait Task {
    /// What it gives.
    type Output;
    /// Does it.
    fn run<'r, S: View>(self, oracle: AnyOracle<'r, S>, game: &'r Game<S>) -> Self::Output;
}

/// The fields that every answer begins with: what was asked.
pub fn asked_fields(asked: &Asked) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("game".into(), json!(asked.game.to_string()));
    map.insert("board".into(), json!(asked.board.to_string()));
    for (option, value) in asked.options.iter() {
        let value = if option.value.is_some() { json!(value) } else { json!(true) };
        map.insert(option.field(), value);
    }
    if !asked.after.is_empty() {
        map.insert("after".into(), json!(asked.after));
    }
    map
}

/// The question in words, for the first line of an answer.
pub fn asked_words(asked: &Asked) -> String {
    let mut text = format!("{} on {}{}", asked.game, asked.board, asked.options.words());
    if !asked.after.is_empty() {
        text.push_str(&format!(", after {}", asked.after));
    }
    text
}

/// Larger files are no boards.
const MAX_FILE: u64 = 64 << 20;

/// The text of a file that the user names.
pub fn read_file(path: &str) -> Result<String, InputError> {
    let failed = |error: std::io::Error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_string(),
            std::io::ErrorKind::InvalidData => "it is not text".to_string(),
            _ => error.to_string(),
        };
        InputError::plain(format!("cannot read {path}: {why}"))
    };
    let size = std::fs::metadata(path).map_err(failed)?.len();
    if size > MAX_FILE {
        return Err(InputError::plain(format!(
            "{path} has {size} bytes, more than any board needs"
        )));
    }
    std::fs::read_to_string(path).map_err(failed)
}
