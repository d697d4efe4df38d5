//! Errors of the library as exceptions of the package.

use std::fmt::Display;

use outplay::{Error, InputError, Stopped};
use pyo3::PyErr;
use pyo3::exceptions::{PyOSError, PyRuntimeError};

/// The exceptions, which the package defines in Python.
mod python {
    pyo3::import_exception!(outplay._errors, InputError);
    pyo3::import_exception!(outplay._errors, LimitReached);
    pyo3::import_exception!(outplay._errors, Interrupted);
}

pub use python::Interrupted;

/// Wrong input, in the words of the command.
pub fn input(error: &InputError) -> PyErr {
    python::InputError::new_err(error.to_string())
}

/// Wrong input without a text to point into.
pub fn wrong(message: impl Display) -> PyErr {
    python::InputError::new_err(message.to_string())
}

/// A limit that came before anything was known.
pub fn limit(stopped: Stopped) -> PyErr {
    python::LimitReached::new_err(stopped.to_string())
}

/// Why there is no answer.
pub fn error(error: &Error) -> PyErr {
    match error {
        Error::Input(wrong) => input(wrong),
        Error::Limit(stopped) => limit(*stopped),
        Error::Io { .. } if error.exit_code() == 2 => wrong(error),
        Error::Io { .. } => PyOSError::new_err(error.to_string()),
    }
}

/// A mistake of ours.
pub fn mistake(message: impl Display) -> PyErr {
    PyRuntimeError::new_err(format!("this is a bug in Outplay, please report it: {message}"))
}
