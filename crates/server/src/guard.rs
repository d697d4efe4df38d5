//! Who may ask, and with which headers every answer goes out.
//!
//! On the loopback address anybody on this machine may ask, but a page from elsewhere may not: its `Host` or `Origin`
//! gives it away. On any other address a token is needed as well. The printed address holds it behind a `#`, which no
//! browser sends; the page at the entrance hands it over once, and from then on it is a cookie. A body has to arrive
//! whole, within a limit of size and time, before anybody works on it.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;

use super::assets;
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

/// A game has at most some thousand moves, so a question fits.
const LARGEST_BODY: usize = 64 << 10;

/// The longest that a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// So much of a body that is too large is read after the answer, for the sake of clients that send first and listen then.
const MOST_DISCARDED: usize = 8 << 20;

/// Where the page at the entrance hands over the token, and the script that does it.
const ENTRANCE: &str = "/enter";
const ENTRANCE_SCRIPT: &str = "/web/js/enter.js";

/// A token that nobody can guess: the seed of a [`RandomState`] comes from the operating system.
pub fn new_token() -> Arc<str> {
    let part = |salt: u64| format!("{:016x}", RandomState::new().hash_one(salt));
    (0..2).map(part).collect::<String>().into()
}

/// The page runs its own scripts and styles and nothing else, and talks to nobody else.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
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
        Ok(Entry::Welcome) => match whole(request).await {
            Ok(request) => in_json(next.run(request).await),
            Err(refusal) => refusal.into_response(),
        },
        Ok(Entry::WithToken(token)) => admit(&token),
        Ok(Entry::AtTheDoor) => (StatusCode::UNAUTHORIZED, assets::entrance()).into_response(),
        Err(refusal) => refusal.into_response(),
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

/// What the router itself refuses, such as a method or an address that is no text, it tells in other words.
fn in_json(response: Response) -> Response {
    let told = response.headers().get(header::CONTENT_TYPE);
    let json = told.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if json || !response.status().is_client_error() {
        return response;
    }
    let status = response.status();
    let mut refusal = Refusal::new(status, status.to_string()).into_response();
    if let Some(allowed) = response.headers().get(header::ALLOW) {
        refusal.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    refusal
}

enum Entry {
    Welcome,
    /// The token was handed over: it becomes a cookie.
    WithToken(Arc<str>),
    /// A browser without a cookie: it is shown the page that hands over the token.
    AtTheDoor,
}

fn check(access: &Access, request: &Request) -> Result<Entry, Refusal> {
    let headers = request.headers();
    let host = host(headers)?;
    // A request may name a host in its first line as well, as those to a proxy do.
    if request.uri().authority().is_some_and(|named| !named.as_str().eq_ignore_ascii_case(host)) {
        return Err(Refusal::wrong("the request names two hosts"));
    }
    match access {
        Access::Loopback => loopback(host, headers),
        Access::Token(token) => {
            same_origin(host, headers)?;
            let known = shown(headers).iter().any(|given| same(given, token));
            match (request.method(), request.uri().path(), known) {
                (&Method::POST, ENTRANCE, true) => Ok(Entry::WithToken(token.clone())),
                (_, ENTRANCE_SCRIPT, _) | (_, _, true) => Ok(Entry::Welcome),
                (&Method::GET, "/", false) => Ok(Entry::AtTheDoor),
                _ => {
                    let message = "open the address that `outplay serve` printed: it contains the access token";
                    Err(Refusal::new(StatusCode::UNAUTHORIZED, message))
                }
            }
        }
    }
}

/// The name under which the server was asked: there is exactly one, in plain letters.
fn host(headers: &HeaderMap) -> Result<&str, Refusal> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let one = hosts.next().filter(|_| hosts.next().is_none());
    let host = one.and_then(|host| host.to_str().ok()).filter(|host| !host.is_empty());
    host.ok_or_else(|| Refusal::wrong("the request needs one Host header"))
}

/// A page of another site may send its visitor's browser here, under its own name or with its own origin.
fn loopback(host: &str, headers: &HeaderMap) -> Result<Entry, Refusal> {
    let ours = |host: &str| {
        let name =
            host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
        matches!(name.map_or(host, |(name, _)| name), "localhost" | "127.0.0.1" | "[::1]")
    };
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let ours_too = origins.all(|origin| {
        let origin = origin.to_str().unwrap_or_default();
        origin.strip_prefix("http://").is_some_and(ours)
    });
    if ours(host) && ours_too {
        return Ok(Entry::Welcome);
    }
    Err(Refusal::new(StatusCode::FORBIDDEN, "this server answers to localhost only"))
}

/// A page that was loaded from somewhere else may not ask, token or not.
fn same_origin(host: &str, headers: &HeaderMap) -> Result<(), Refusal> {
    let from_here = |origin: &HeaderValue| {
        let place = origin.to_str().unwrap_or_default().split_once("://");
        place.is_some_and(|(scheme, place)| {
            matches!(scheme, "http" | "https") && place.eq_ignore_ascii_case(host)
        })
    };
    if headers.get_all(header::ORIGIN).iter().all(from_here) {
        return Ok(());
    }
    Err(Refusal::new(StatusCode::FORBIDDEN, "requests from the pages of other sites are refused"))
}

/// The request with its whole body, which must be small and arrive soon. If its header says that it is too large, it is refused before
/// any of it is read.
async fn whole(request: Request) -> Result<Request, Refusal> {
    let (head, body) = request.into_parts();
    let too_large =
        || Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is larger than 64 KiB");
    if body.size_hint().lower() > LARGEST_BODY as u64 {
        // Whoever asked first whether to send it has sent nothing yet.
        if !head.headers.contains_key(header::EXPECT) {
            tokio::spawn(tokio::time::timeout(BODY_TIME, discard(body)));
        }
        return Err(too_large());
    }
    match tokio::time::timeout(BODY_TIME, to_bytes(body, LARGEST_BODY)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, Body::from(bytes))),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => {
            let message = "the body did not arrive within ten seconds";
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, message))
        }
    }
}

/// Reads the beginning of a body that is of no use. A connection that is closed while its client still sends may lose the answer on the
/// way.
async fn discard(body: Body) {
    let mut pieces = body.into_data_stream();
    let mut read = 0;
    while read < MOST_DISCARDED
        && let Some(Ok(piece)) = pieces.next().await
    {
        read += piece.len();
    }
}

/// The tokens that a request shows: a cookie or a bearer.
fn shown(headers: &HeaderMap) -> Vec<String> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let cookies = text(header::COOKIE).into_iter().flat_map(|all| all.split(';'));
    let cookie = cookies.filter_map(|one| one.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    cookie.chain(bearer).map(str::to_string).collect()
}

/// Compares in constant time.
fn same(given: &str, token: &str) -> bool {
    let differ = given.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && differ == 0
}

fn admit(token: &str) -> Response {
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response()
}
