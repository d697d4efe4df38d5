//! From what was typed to a ruleset, and from a ruleset to the solver of its theory.

use outplay_rules::board::{BoardName, FileReader};
use outplay_rules::error::InputError;
use outplay_rules::game::{GameName, Ruleset};
use outplay_rules::graph::Graph;
use outplay_rules::moves::split_moves;
use outplay_rules::option::{MISERE, Options, START};
use outplay_rules::rules::{Impartial, Rules, TakingRule};
use outplay_solve::impartial::Convention;
use outplay_solve::oracle::{How, Oracle};
use outplay_solve::with_oracle;
use serde_json::{Map, Value, json};

use crate::view::draw::Draw;

/// A question that makes sense.
pub struct Asked {
    /// The game.
    pub game: GameName,
    /// The board.
    pub board: BoardName,
    /// What else the rules depend on.
    pub options: Options,
    /// The rules of the game on the board.
    pub ruleset: Ruleset,
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
        let ruleset = Ruleset::new(&game, board.build_with(read)?, &options)
            .map_err(|error| error.about(&format!("{game} {board}")))?;
        Ok(Asked { game, board, options, ruleset, after })
    }

    /// The whole graph and the rule of a taking game, for questions about boards rather than positions.
    pub fn whole_graph(&self) -> Result<(&Graph, TakingRule<'_>), InputError> {
        let taking = match &self.ruleset {
            Ruleset::Octal(rules) if rules.start().heaps.is_empty() => rules.taking(),
            Ruleset::NodeKayles(rules) => rules.taking(),
            Ruleset::ArcKayles(rules) => rules.taking(),
            _ => None,
        };
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

    /// For a hop game without a start, how many starts there are; otherwise 1.
    pub fn variants(&self) -> usize {
        match &self.ruleset {
            Ruleset::Hop(games) => games.len(),
            _ => 1,
        }
    }

    /// Whether a hop game is asked for all its starts.
    pub fn has_starts(&self) -> bool {
        matches!(self.ruleset, Ruleset::Hop(_)) && !self.options.has(&START)
    }

    /// The name of the start of a variant of a hop game.
    pub fn start_name(&self, variant: usize) -> Option<String> {
        match &self.ruleset {
            Ruleset::Hop(games) => {
                games.get(variant).map(|(start, game)| game.board().places().name(*start))
            }
            _ => None,
        }
    }

    /// Runs a task with the solver of one variant of the game.
    pub fn with_oracle<T: Task>(&self, variant: usize, how: &How, task: T) -> T::Output {
        let convention =
            if self.options.has(&MISERE) { Convention::Misere } else { Convention::Normal };
        with_oracle!(&self.ruleset, variant, convention, how, |oracle, rules| task
            .run(oracle, rules))
    }
}

/// Something to do with a solver, whatever the game.
pub trait Task {
    /// What it gives.
    type Output;
    /// Does it.
    fn run<O: Oracle<Rules: Draw>>(self, oracle: O, rules: &O::Rules) -> Self::Output;
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
