//! How the program ends, and how it prints.

use std::fmt;
use std::io::Write;

use outplay_rules::error::InputError;

/// The answer is there.
pub const ANSWERED: u8 = 0;
/// It was refuted, or is invalid.
pub const REFUTED: u8 = 1;
/// A limit was reached before an answer.
pub const LIMIT: u8 = 3;

/// An end without an answer.
#[derive(Debug)]
pub enum Exit {
    /// The input is wrong: exit code 2.
    Input(String),
}

impl Exit {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Exit::Input(_) => 2,
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Input(message) => f.write_str(message),
        }
    }
}

impl From<InputError> for Exit {
    fn from(error: InputError) -> Self {
        Exit::Input(error.to_string())
    }
}

/// Turns a failure to read or write a file into wrong input that names it.
pub fn file_error(path: &str) -> impl Fn(std::io::Error) -> Exit + '_ {
    move |error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file or folder".to_string(),
            std::io::ErrorKind::InvalidData => "it is not text".to_string(),
            _ => error.to_string(),
        };
        Exit::Input(format!("{path}: {why}"))
    }
}

/// Prints a line on standard output. A reader who has gone away (`| head`) ends the program quietly.
pub fn print(text: &str) {
    if writeln!(std::io::stdout(), "{text}").is_err() {
        std::process::exit(0);
    }
}
