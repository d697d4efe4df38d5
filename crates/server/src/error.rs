//! What a client is told when a request cannot be answered: a status, a sentence, and a hint where there is one.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outplay_page::refusal::RefusalBody;
use outplay_rules::error::InputError;

/// A refused request.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    message: String,
    /// The text with the wrong part marked, as the terminal shows it.
    details: Option<String>,
}

impl Refusal {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Refusal { status, message: message.into(), details: None }
    }

    /// The request makes no sense.
    pub fn wrong(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// The server has enough to do.
    pub fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, message)
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        let details = error.to_string();
        Refusal { details: Some(details), ..Refusal::wrong(error.message()) }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = RefusalBody { error: self.message, details: self.details };
        let mut response = (self.status, axum::Json(body)).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
