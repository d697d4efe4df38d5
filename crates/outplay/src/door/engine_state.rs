//! The state of heap engines and period searches in files, so that long work survives.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use outplay_rules::error::InputError;
use outplay_rules::games::octal_code::OctalCode;
use outplay_solve::heaps::Engine;
use outplay_solve::heaps::PeriodSearch;
use outplay_solve::heaps::StateError;

use crate::error::{Error, file_error, state_error};
use crate::files;

/// Long work that a file can hold.
pub trait Resumable: Sized {
    /// Work that has not begun.
    fn new(code: OctalCode) -> Self;
    /// The code it is about.
    fn code(&self) -> &OctalCode;
    /// Reads it.
    fn load(from: &mut BufReader<File>) -> Result<Self, StateError>;
    /// Writes it.
    fn save(&self, to: &mut impl Write) -> std::io::Result<()>;
}

macro_rules! work {
    ($work:ty) => {
        impl Resumable for $work {
            fn new(code: OctalCode) -> Self {
                <$work>::new(code)
            }
            fn code(&self) -> &OctalCode {
                self.code()
            }
            fn load(from: &mut BufReader<File>) -> Result<Self, StateError> {
                <$work>::load(from)
            }
            fn save(&self, to: &mut impl Write) -> std::io::Result<()> {
                self.save(to)
            }
        }
    };
}
work!(Engine);
work!(PeriodSearch);

/// The work that a file holds, or new work if there is no file yet, and the lock on the file: nobody else works on it
/// while that is held. A file that cannot be written is refused at once.
pub fn load<T: Resumable>(
    path: Option<&Path>,
    code: &OctalCode,
) -> Result<(T, Option<files::Lock>), Error> {
    let Some(path) = path else { return Ok((T::new(code.clone()), None)) };
    files::try_path(path)?;
    let lock = files::lock(path)?;
    let file = match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok((T::new(code.clone()), Some(lock)));
        }
        Err(error) => return Err(file_error(path)(error)),
        Ok(file) => file,
    };
    let work = T::load(&mut BufReader::new(file)).map_err(state_error(path))?;
    if work.code() != code {
        let message = format!("{} is the state of {}, not of {code}", path.display(), work.code());
        return Err(InputError::plain(message).into());
    }
    Ok((work, Some(lock)))
}

/// Saves work: a crash on the way leaves the old state.
pub fn save<T: Resumable>(path: Option<&Path>, work: &T) -> Result<(), Error> {
    path.map_or(Ok(()), |path| files::replace(path, |file| work.save(file)))
}
