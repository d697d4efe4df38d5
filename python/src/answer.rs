//! An answer of the library, whatever was asked: its fields, its sentences, and how the question ended.

use outplay::answer::{Ended, Reply};
use pyo3::prelude::*;
use serde_json::Value;

use super::convert::object;

/// What all answers can do.
trait Told: Send + Sync {
    fn fields(&self) -> Value;
    fn words(&self) -> String;
    fn ended(&self) -> Ended;
}

impl<R: Reply + Send + Sync> Told for R {
    fn fields(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn words(&self) -> String {
        self.to_string()
    }

    fn ended(&self) -> Ended {
        Reply::ended(self)
    }
}

/// An answer of the library.
#[pyclass(frozen, module = "outplay._outplay")]
pub struct Answer(Box<dyn Told>);

impl Answer {
    /// An answer as Python holds it.
    pub fn new(reply: impl Reply + Send + Sync + 'static) -> Self {
        Answer(Box::new(reply))
    }
}

#[pymethods]
impl Answer {
    /// How the question ended: `answered`, `refuted` or `limit`.
    #[getter]
    fn ended(&self) -> &'static str {
        match self.0.ended() {
            Ended::Answered => "answered",
            Ended::Refuted => "refuted",
            Ended::Limit => "limit",
        }
    }

    /// The fields of the answer, those of the command's `--json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.0.fields())
    }

    fn __str__(&self) -> String {
        self.0.words()
    }
}
