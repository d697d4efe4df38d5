//! Who may ask, and with which headers every answer goes out.
//!
//! On the loopback address anybody on this machine may ask, but a page from elsewhere may not: its `Host` or `Origin`
//! gives it away. On any other address a token is needed, once in the address of the page, then as a cookie.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::Refusal;

/// Who may ask.
#[derive(Clone, Debug)]
pub enum Access {
    /// Programs on this machine.
    Loopback,
    /// Whoever knows the token.
    Token(Arc<str>),
}

const COOKIE: &str = "outplay";

/// A token that nobody can guess: the seed of a [`RandomState`] comes from the operating system.
pub fn new_token() -> Arc<str> {
    let part = |salt: u64| format!("{:016x}", RandomState::new().hash_one(salt));
    (0..2).map(part).collect::<String>().into()
}

/// The page runs its own scripts and styles and nothing else, and talks to nobody else.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses strangers and adds the headers.
pub async fn guard(State(access): State<Access>, request: Request, next: Next) -> Response {
    let mut response = match check(&access, &request) {
        Entry::Welcome => next.run(request).await,
        Entry::WithToken(token) => admit(&token),
        Entry::Refused(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

enum Entry {
    Welcome,
    /// The token came with the address: it becomes a cookie.
    WithToken(Arc<str>),
    Refused(Refusal),
}

fn check(access: &Access, request: &Request) -> Entry {
    match access {
        Access::Loopback => loopback(request.headers()),
        Access::Token(token) => {
            let given = request.uri().query().and_then(|query| query.strip_prefix("token="));
            if request.uri().path() == "/" && given.is_some_and(|given| same(given, token)) {
                return Entry::WithToken(token.clone());
            }
            if shown(request.headers()).iter().any(|given| same(given, token)) {
                return Entry::Welcome;
            }
            let message =
                "open the address that `outplay serve` printed: it holds the access token";
            Entry::Refused(Refusal::new(StatusCode::UNAUTHORIZED, message))
        }
    }
}

/// A page of another site may send its visitor's browser here, under its own name or with its own origin.
fn loopback(headers: &HeaderMap) -> Entry {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let origin = text(header::ORIGIN).map(|origin| origin.trim_start_matches("http://"));
    let ours = |host: &str| {
        let name =
            host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
        matches!(name.map_or(host, |(name, _)| name), "localhost" | "127.0.0.1" | "[::1]")
    };
    let strangers = [text(header::HOST), origin].into_iter().flatten().any(|host| !ours(host));
    if strangers {
        let message = "this server answers to localhost only";
        return Entry::Refused(Refusal::new(StatusCode::FORBIDDEN, message));
    }
    Entry::Welcome
}

/// The tokens that a request shows: a cookie or a bearer.
fn shown(headers: &HeaderMap) -> Vec<String> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let cookies = text(header::COOKIE).into_iter().flat_map(|all| all.split(';'));
    let cookie = cookies.filter_map(|one| one.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    cookie.chain(bearer).map(str::to_string).collect()
}

/// Compares without telling by the time it takes how much is right.
fn same(given: &str, token: &str) -> bool {
    let differ = given.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && differ == 0
}

fn admit(token: &str) -> Response {
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
    (StatusCode::SEE_OTHER, [(header::LOCATION, "/".to_string()), (header::SET_COOKIE, cookie)])
        .into_response()
}
