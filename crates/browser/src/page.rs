//! What the page asks of a server, answered here: the same addresses, the same JSON. A job is done before it is answered;
//! its progress is told on the way.

use std::time::Duration;

use outplay::{How, InputError, Limits, Listener, Partial, Progress, Run};
use outplay_lab::catalogue;
use outplay_lab::report::{ClaimList, ClaimReport};
use outplay_page::news::{ProgressReport, partial};
use outplay_page::refusal::RefusalBody;
use outplay_page::{choices, content, limits, names, work};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::tell;

/// The longest that a job may take, and the most memory: a tab of a browser has less than a machine.
const LIMITS: Limits = Limits { time: Some(Duration::from_secs(60)), memory: Some(1 << 30) };

/// The answer to a request.
pub fn answer(method: &str, path: &str, body: &Value) -> Value {
    let answered = match (method, path) {
        ("GET", "/api/names") => told(&names::names()),
        ("GET", "/api/games") => told(&outplay::games()),
        ("GET", "/api/choices") => told(choices::choices()),
        ("GET", "/api/content") => told(content::content()),
        ("GET", "/api/claims") => told(&claims()),
        ("POST", "/api/position") => position(body),
        ("POST", "/api/jobs") => read(body).map(|task| job(&task)),
        _ => {
            let body =
                RefusalBody { error: "there is nothing at this address".into(), details: None };
            return json!({ "status": 404, "body": body });
        }
    };
    match answered {
        Ok(body) => json!({ "status": 200, "body": body }),
        Err(refusal) => json!({ "status": 400, "body": refusal }),
    }
}

fn told(answer: &impl Serialize) -> Result<Value, RefusalBody> {
    serde_json::to_value(answer)
        .map_err(|error| RefusalBody { error: error.to_string(), details: None })
}

fn read<T: DeserializeOwned>(body: &Value) -> Result<T, RefusalBody> {
    let wrong = |error: serde_json::Error| {
        InputError::plain(format!("the body is not understood: {error}"))
    };
    T::deserialize(body).map_err(|error| RefusalBody::from(&wrong(error)))
}

fn position(body: &Value) -> Result<Value, RefusalBody> {
    let drawn = outplay_page::position(&read(body)?).map_err(|error| RefusalBody::from(&error))?;
    told(&drawn)
}

fn claims() -> ClaimList<ClaimReport<'static>> {
    let claims = catalogue::claims().into_iter().map(|claim| ClaimReport::new(claim, None));
    ClaimList { claims: claims.collect(), asked: None }
}

/// Does a job to its end.
fn job(task: &work::Task) -> Value {
    let how = How { threads: 1, ..How::default() };
    let run = Run { limits: LIMITS, how, listener: &Teller, ..limits::visit() };
    match work::run(task, &run) {
        Ok(result) => json!({ "state": "done", "result": result }),
        Err(error) => json!({ "state": "failed", "error": RefusalBody::from(&error) }),
    }
}

/// Tells the page how far a job is.
struct Teller;

impl Listener for Teller {
    fn progress(&self, progress: Progress) {
        tell(&json!({ "state": "running", "progress": ProgressReport::from(progress) }));
    }

    fn partial(&self, known: Partial) {
        if let Some(known) = partial(known) {
            tell(&json!({ "state": "running", "partial": known }));
        }
    }
}
