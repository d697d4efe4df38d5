//! How the program ends, and how it prints.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use outplay_rules::error::InputError;
use outplay_rules::visible::visible_lines;

use crate::progress;

/// The answer is there.
pub const ANSWERED: u8 = 0;
/// It was refuted, or is invalid.
pub const REFUTED: u8 = 1;
/// A limit was reached before an answer.
pub const LIMIT: u8 = 3;
/// A file, or the answer itself, could not be read or written for a reason that is not the input's.
const FILE: u8 = 4;

/// An end without an answer.
#[derive(Debug)]
pub enum Exit {
    /// The input is wrong: exit code 2.
    Input(String),
    /// A file could not be read or written, though nothing is wrong with its name: exit code 4.
    File(String),
}

impl Exit {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Exit::Input(_) => 2,
            Exit::File(_) => FILE,
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Input(message) | Exit::File(message) => f.write_str(message),
        }
    }
}

impl From<InputError> for Exit {
    fn from(error: InputError) -> Self {
        Exit::Input(error.to_string())
    }
}

/// Turns a failure to read or write a file into words that name it. A name that leads nowhere is wrong input; a full disk or
/// a folder that may not be written is not.
pub fn file_error(path: &str) -> impl Fn(io::Error) -> Exit + '_ {
    move |error| match error.kind() {
        ErrorKind::NotFound => Exit::Input(format!("{path}: there is no such file or folder")),
        ErrorKind::InvalidData => Exit::Input(format!("{path}: it is not text")),
        ErrorKind::IsADirectory | ErrorKind::NotADirectory | ErrorKind::InvalidFilename => {
            Exit::Input(format!("{path}: {error}"))
        }
        _ => Exit::File(format!("{path}: {error}")),
    }
}

static PRINTED: AtomicBool = AtomicBool::new(false);

/// Why standard output takes no more, once it does not.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Prints a line on standard output; what a file says gives no orders to the screen. A reader who has gone away (`| head`) wants no more: work that is under way stops as
/// at Ctrl-C. How the program ends is for [`code`] to say.
pub fn print(text: &str) {
    PRINTED.store(true, Ordering::Relaxed);
    if is_unheard() {
        return;
    }
    if let Err(error) = writeln!(io::stdout(), "{}", visible_lines(text)) {
        if error.kind() == ErrorKind::BrokenPipe {
            progress::stop();
        }
        let _ = LOST.set(error);
    }
}

/// Prints a line on standard error. What is lost there is lost.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible_lines(text));
}

/// Whether something was printed, or would have been.
pub fn has_printed() -> bool {
    PRINTED.load(Ordering::Relaxed)
}

/// The end of work that has told its verdict and then saved its files. Who was told that something is refuted is not told
/// otherwise because of a file.
pub fn after_saving(verdict: u8, saved: Result<(), Exit>) -> Result<u8, Exit> {
    match saved {
        Err(exit) if verdict == REFUTED => {
            tell(&format!("error: {exit}"));
            Ok(verdict)
        }
        saved => saved.map(|()| verdict),
    }
}

/// Whether nothing that is printed arrives any more.
pub fn is_unheard() -> bool {
    LOST.get().is_some()
}

/// The exit code of a verdict. It is the verdict's own whatever became of the output, except that an answer which could not
/// be written is no success, unless its reader went away.
pub fn code(verdict: u8) -> u8 {
    match LOST.get() {
        Some(error) if verdict == ANSWERED && error.kind() != ErrorKind::BrokenPipe => {
            tell(&format!("error: standard output: {error}"));
            FILE
        }
        _ => verdict,
    }
}
