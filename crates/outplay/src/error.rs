//! Why there is no answer.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use outplay_rules::error::InputError;
use outplay_solve::heaps::StateError;
use outplay_solve::limits::Stopped;

/// Why there is no answer.
#[derive(Clone, Debug, thiserror::Error)]
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
        source: Arc<io::Error>,
    },
}

impl Error {
    /// What the command ends with: 2 if the question is wrong, 3 if a limit was reached, 4 if a file could not be read
    /// or written although nothing is wrong with its name.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Input(_) => 2,
            Error::Limit(_) => 3,
            Error::Io { source, .. } if is_named_wrongly(source) => 2,
            Error::Io { .. } => 4,
        }
    }
}

/// Says which file an error is about.
pub fn file_error(path: impl AsRef<Path>) -> impl Fn(io::Error) -> Error {
    move |source| Error::Io { path: path.as_ref().into(), source: source.into() }
}

/// Why a saved state was refused: wrong content is wrong input; a file that cannot be read, or does not fit in memory,
/// is not.
pub fn state_error(path: impl AsRef<Path>) -> impl Fn(StateError) -> Error {
    move |error| match error {
        StateError::Io(error) if error.kind() == ErrorKind::OutOfMemory => Stopped::Memory.into(),
        StateError::Io(error) if error.kind() != ErrorKind::UnexpectedEof => {
            file_error(&path)(error)
        }
        error => InputError::plain(format!("{}: {error}", path.as_ref().display())).into(),
    }
}

/// A name that leads nowhere is wrong input; a full disk or a folder that may not be written is not.
fn is_named_wrongly(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound
            | ErrorKind::InvalidData
            | ErrorKind::IsADirectory
            | ErrorKind::NotADirectory
            | ErrorKind::InvalidFilename
    )
}

fn why(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_string(),
        ErrorKind::InvalidData => "it is not UTF-8 text".to_string(),
        _ => error.to_string(),
    }
}
