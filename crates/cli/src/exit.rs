//! How the program ends, and how it prints.

use std::io::{self, ErrorKind, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use outplay::Error;
use outplay::answer::{Ended, Reply};
use outplay_rules::visible::visible_lines;

use crate::cli::Common;
use crate::progress;

/// A file, or the answer itself, could not be read or written for a reason that is not the input's.
const FILE: u8 = 4;

/// Tells an answer, as JSON or in words, and gives its verdict.
pub fn answer(common: &Common, reply: &impl Reply) -> u8 {
    progress::clear(common);
    // No answer has keys that are not text, so none fails.
    let json = || serde_json::to_string(reply).unwrap_or_default();
    print(&if common.json { json() } else { reply.to_string() });
    reply.ended().exit_code()
}

/// Prints a value as JSON. None has keys that are not text, so none fails.
pub fn print_json(value: &impl serde::Serialize) {
    print(&serde_json::to_string(value).unwrap_or_default());
}

static PRINTED: AtomicBool = AtomicBool::new(false);

/// Why standard output takes no more, once it does not.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Prints a line on standard output; what a file says gives no orders to the screen. A reader who has gone away (`| head`)
/// wants no more: work that is under way stops as at Ctrl-C. How the program ends is for [`code`] to say.
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

/// Prints the help that was asked for, or what is wrong with the command.
pub fn help_or_usage(told: &clap::Error) -> u8 {
    let text = told.to_string();
    if visible_lines(&text) != text {
        // An argument gives no orders to the screen either. Colours go with them.
        tell(text.trim_end());
    } else if let (Err(error), false) = (told.print(), told.use_stderr()) {
        let _ = LOST.set(error);
    }
    code(u8::try_from(told.exit_code()).unwrap_or(2))
}

/// Prints a line on standard error. Errors there cannot be reported.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible_lines(text));
}

/// Whether something was printed, or would have been.
pub fn has_printed() -> bool {
    PRINTED.load(Ordering::Relaxed)
}

/// The exit code of work that has printed its verdict and then saved its files. A file that cannot be written never
/// hides a refutation.
pub fn after_saving(verdict: u8, unsaved: Option<Error>) -> Result<u8, Error> {
    match unsaved {
        Some(error) if verdict == Ended::Refuted.exit_code() => {
            tell(&format!("error: {error}"));
            Ok(verdict)
        }
        Some(error) => Err(error),
        None => Ok(verdict),
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
        Some(error) if verdict == 0 && error.kind() != ErrorKind::BrokenPipe => {
            tell(&format!("error: standard output: {error}"));
            FILE
        }
        _ => verdict,
    }
}
