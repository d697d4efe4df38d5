//! How the program prints and ends.

use std::io::Write;

use outplay::answer::Reply;

use crate::cli::Common;
use crate::progress;

/// Tells an answer, as JSON or in words, and gives the exit code.
pub fn tell(common: &Common, reply: &impl Reply) -> u8 {
    progress::clear(common);
    print(&if common.json { json(reply) } else { reply.to_string() });
    reply.ended().exit_code()
}

/// An answer as a line of JSON.
fn json(reply: &impl Reply) -> String {
    // No answer has keys that are not text, so none fails.
    serde_json::to_string(reply).unwrap_or_default()
}

/// Prints a line on standard output. A reader who has gone away (`| head`) ends the program quietly.
pub fn print(text: &str) {
    if writeln!(std::io::stdout(), "{text}").is_err() {
        std::process::exit(0);
    }
}
