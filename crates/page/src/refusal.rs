//! What the page is told if a question cannot be answered.

use outplay::{Error, InputError};
use serde::Serialize;

/// What a client is told, as JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Refusal"))]
pub struct RefusalBody {
    /// A sentence.
    pub error: String,
    /// The text that was read, with the wrong part marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

impl From<&InputError> for RefusalBody {
    fn from(wrong: &InputError) -> Self {
        RefusalBody { error: wrong.message().to_string(), details: Some(wrong.to_string()) }
    }
}

impl From<&Error> for RefusalBody {
    fn from(error: &Error) -> Self {
        match error {
            Error::Input(wrong) => wrong.into(),
            _ => RefusalBody { error: error.to_string(), details: Some(error.to_string()) },
        }
    }
}
