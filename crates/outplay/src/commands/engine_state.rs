//! The state of the heap engine in a file, so that long work survives.

use std::fs::File;
use std::io::{BufReader, BufWriter};

use outplay_rules::games::octal_code::OctalCode;
use outplay_solve::heaps::engine::Engine;

use crate::exit::{Exit, file_error};

/// The engine that a file holds, or a new one if there is no file yet.
pub fn load(path: Option<&str>, code: &OctalCode) -> Result<Engine, Exit> {
    let Some(path) = path else { return Ok(Engine::new(code.clone())) };
    match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Engine::new(code.clone())),
        Err(error) => Err(file_error(path)(error)),
        Ok(file) => {
            let engine = Engine::load(&mut BufReader::new(file))
                .map_err(|e| Exit::Input(format!("{path}: {e}")))?;
            if engine.code() != code {
                return Err(Exit::Input(format!(
                    "{path} is the state of {}, not of {code}",
                    engine.code()
                )));
            }
            Ok(engine)
        }
    }
}

/// Saves an engine: a crash on the way leaves the old state.
pub fn save(path: Option<&str>, engine: &Engine) -> Result<(), Exit> {
    let Some(path) = path else { return Ok(()) };
    let unfinished = format!("{path}.new");
    let write = || -> std::io::Result<()> {
        let mut file = BufWriter::new(File::create(&unfinished)?);
        engine.save(&mut file)?;
        file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
        std::fs::rename(&unfinished, path)
    };
    write().map_err(file_error(path))
}
