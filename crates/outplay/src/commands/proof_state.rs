//! What a positional search has proved, in a file, so that it can be stopped and continued.

use std::fs::File;
use std::io::BufReader;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use outplay_rules::game::Ruleset;
use outplay_rules::sets::SetBoard;
use outplay_solve::limits::{Budget, Limits, Progress};
use outplay_solve::positional::notebook::{Notebook, board_sum};

use crate::ask::Asked;
use crate::cli::Common;
use crate::exit::{Exit, file_error};
use crate::files;
use crate::progress;

/// A file and the tables that it is for.
pub struct ProofState {
    path: String,
    question: String,
    /// The tables.
    pub notebook: Notebook,
    /// What they take at first, in bytes.
    pub memory: u64,
    /// When it is saved next.
    due: Mutex<Instant>,
}

/// It is saved no more often than this on the way, and so that saving takes a twentieth of the time at most.
const SAVE_EVERY: Duration = Duration::from_secs(60);
const SHARE: u32 = 20;

impl ProofState {
    /// The state in a file, or an empty one if there is no file yet. The state of another question is refused.
    pub fn open(path: &str, asked: &Asked, common: &Common) -> Result<Self, Exit> {
        let question = question(asked)?;
        files::try_path(path)?;
        // Time counts from when the state was read: each go gets on, however short.
        let limits = Limits { time: None, ..progress::limits(common) };
        let mut budget = Budget::new(limits, &|_| {});
        let notebook = match File::open(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Notebook::default(),
            Err(error) => return Err(file_error(path)(error)),
            Ok(file) => Notebook::load(&question, &mut BufReader::new(file), &mut budget)
                .map_err(|error| Exit::Input(format!("{path}: {error}")))?,
        };
        let due = Mutex::new(Instant::now() + SAVE_EVERY);
        let memory = budget.progress().memory;
        Ok(ProofState { path: path.into(), question, notebook, memory, due })
    }

    /// Saves it: a crash on the way leaves the old state.
    pub fn save(&self) -> Result<(), Exit> {
        files::replace(&self.path, |file| self.notebook.save(&self.question, file))
    }

    /// Saves it if it is time. A failure is told when it is saved for the last time.
    pub fn heard(&self, _: Progress) {
        let Ok(mut due) = self.due.try_lock() else { return };
        let now = Instant::now();
        if now >= *due {
            let _ = self.save();
            *due = Instant::now() + SAVE_EVERY.max(now.elapsed() * SHARE);
        }
    }
}

/// The question as the file names it: all that the truth of an entry depends on, and the program, whose searches may
/// number moves in another way tomorrow. Where the first X of a hop game stands and what was played makes no difference to
/// what is true of a position.
fn question(asked: &Asked) -> Result<String, Exit> {
    let Some(board) = board(&asked.ruleset) else {
        return Err(Exit::Input(format!(
            "--state keeps what the searches of positional games prove; {} has none (positional, maker-breaker, \
             avoider-enforcer, hop and fire-and-ice have)",
            asked.game
        )));
    };
    let options = &asked.options;
    let flags =
        [(options.breaker_first, " breaker-first"), (options.enforcer_first, " enforcer-first")];
    let flags: String = flags.iter().filter(|flag| flag.0).map(|flag| flag.1).collect();
    let bias = options.bias.map_or(String::new(), |(p, q)| format!(" bias {p}:{q}"));
    let (game, name, sum) = (&asked.game, &asked.board, board_sum(board));
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!("{game} {name}{bias}{flags}, sets {sum:016x}, outplay {version}"))
}

fn board(ruleset: &Ruleset) -> Option<&SetBoard> {
    match ruleset {
        Ruleset::Placing(game) => Some(game.board()),
        Ruleset::Hop(games) => games.first().map(|(_, game)| game.board()),
        _ => None,
    }
}
