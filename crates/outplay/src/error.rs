//! Why there is no answer.

use std::io;
use std::path::{Path, PathBuf};

use outplay_rules::error::InputError;
use outplay_solve::limits::Stopped;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The question is wrong.
    #[error("{0}")]
    Input(#[from] InputError),
    /// A limit was reached, and nothing is known that would be worth telling.
    #[error("{0}")]
    Limit(#[from] Stopped),
    /// A file could not be read or written.
    #[error("{}: {}", path.display(), why(source))]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
}

impl Error {
    /// What the command ends with: 2 if the question is wrong, 3 if a limit was reached, 4 if a file failed for a
    /// reason that is not the question's.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Input(_) => 2,
            Error::Limit(_) => 3,
            Error::Io { .. } => 2,
        }
    }
}

/// Says which file an error is about.
pub fn file_error(path: impl AsRef<Path>) -> impl Fn(io::Error) -> Error {
    move |source| Error::Io { path: path.as_ref().into(), source }
}

fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_string(),
        io::ErrorKind::InvalidData => "it is not text".to_string(),
        _ => error.to_string(),
    }
}
