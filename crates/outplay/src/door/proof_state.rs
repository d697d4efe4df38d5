//! What a positional search has proved, in a file, so that it can be stopped and continued.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::option::START;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::Space;
use outplay_solve::limits::{Budget, Limits};
use outplay_solve::positional::{SavedProofs, board_sum};

use super::due::Due;
use crate::error::{Error, file_error, state_error};
use crate::files;
use crate::question::{Asked, Question};
use crate::run::Run;

/// A file and the tables that it is for.
pub struct ProofState {
    path: PathBuf,
    question: String,
    /// The tables.
    pub saved_proofs: SavedProofs,
    /// What they take at first, in bytes.
    pub memory: u64,
    /// When it is saved next.
    due: Mutex<Due>,
    _lock: files::Lock,
}

impl ProofState {
    /// The state in a file, or an empty one if there is no file yet. The state of another question is refused.
    pub fn open(path: &Path, asked: &Asked, run: &Run) -> Result<Self, Error> {
        let question = question(asked)?;
        files::try_path(path)?;
        let lock = files::lock(path)?;
        // Time counts from when the state was read, so that every session makes progress, however short.
        let limits = Limits { time: None, ..run.solver_limits() };
        let mut budget = Budget::new(limits, &|_| {});
        let saved_proofs = match File::open(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => SavedProofs::default(),
            Err(error) => return Err(file_error(path)(error)),
            Ok(file) => SavedProofs::load(&question, &mut BufReader::new(file), &mut budget)
                .map_err(state_error(path))?,
        };
        let due = Mutex::new(Due::from_now(run));
        let memory = budget.progress().memory;
        Ok(ProofState { path: path.into(), question, saved_proofs, memory, due, _lock: lock })
    }

    /// Saves it: a crash on the way leaves the old state.
    pub fn save(&self) -> Result<(), Error> {
        files::replace(&self.path, |file| self.saved_proofs.save(&self.question, file))
    }

    /// Saves it if it is due. A failure is reported when it is saved for the last time.
    pub fn save_if_due(&self) {
        if let Ok(mut due) = self.due.try_lock() {
            let _ = due.save_if_due(|| self.save());
        }
    }
}

/// The question as the file names it: all that the truth of an entry depends on, and the program, whose searches may
/// number moves in another way tomorrow. Where the first X of a hop game stands and what was played makes no difference to
/// what is true of a position.
fn question(asked: &Asked) -> Result<String, InputError> {
    let Question { game, board: name, options, .. } = &asked.question;
    let Some(board) = board(asked.cases.first()) else {
        return Err(InputError::plain(format!(
            "--state keeps what the searches of positional games prove; {game} has none (positional, maker-breaker, \
             avoider-enforcer, hop and fire-and-ice have)"
        )));
    };
    // Where the first X stands makes no difference to what is true of a position.
    let options = match options.clone().without(&START) {
        options if options.is_empty() => String::new(),
        options => format!(" {options}"),
    };
    let sum = board_sum(board);
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!("{game} {name}{options}, sets {sum:016x}, outplay {version}"))
}

/// The board of a game whose searches keep what they prove.
fn board(ruleset: &Ruleset) -> Option<&SetBoard> {
    in_space!(ruleset, |game| match game {
        Game::Positional(rules) if rules.placing().is_some() || rules.hopping().is_some() => {
            game.space().sets()
        }
        _ => None,
    })
}
