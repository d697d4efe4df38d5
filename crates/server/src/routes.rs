//! The addresses that the server answers. `openapi.json` describes them, and a test holds the two together.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::{self, Stream};
use outplay::door::games::Games;
use outplay::{Position, Written};
use outplay_lab::catalogue;
use outplay_lab::claim::Claim;
use outplay_lab::report::{ClaimList, ClaimReport};
use outplay_page::choices::{self, Choices};
use outplay_page::content::{self, Content};
use outplay_page::names::Names;
use outplay_page::work::Task;
use outplay_rules::games::GAMES;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::assets;
use super::error::Refusal;
use super::guard::{Access, guard};
use super::jobs::{Client, FORGOTTEN, Job, Jobs, Load, News, Report};
use super::listen::Peer;
use super::rooms::{RoomView, Rooms, Seated};

/// Positions that are drawn at the same time; others wait their turn.
const POSITIONS_AT_ONCE: usize = 8;

/// Streams of events at once. Each takes a connection for as long as its listener likes, and others must still be able to ask.
const MOST_STREAMS: usize = 100;

/// A job that ends so soon is answered at once.
const PATIENCE: Duration = Duration::from_millis(150);

/// The description of the interface.
pub const OPENAPI: &str = include_str!("openapi.json");

#[derive(Clone)]
struct Lab {
    jobs: Arc<Jobs>,
    drawing: Arc<Semaphore>,
    rooms: Arc<Rooms>,
    streams: Arc<Semaphore>,
}

impl Lab {
    /// The right to one more stream of events.
    fn stream(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let many = |_| Refusal::busy("the server is busy: too many pages are listening");
        self.streams.clone().try_acquire_owned().map_err(many)
    }
}

/// The whole server.
pub fn router(jobs: Arc<Jobs>, access: Access) -> Router {
    let drawing = Arc::new(Semaphore::new(POSITIONS_AT_ONCE));
    let streams = Arc::new(Semaphore::new(MOST_STREAMS));
    let lab = Lab { jobs, drawing, rooms: Arc::default(), streams };
    Router::new()
        .route("/", get(assets::index))
        .route("/web/{*path}", get(assets::asset))
        .route("/api/openapi.json", get(openapi))
        .route("/api/names", get(names))
        .route("/api/games", get(games))
        .route("/api/choices", get(choices))
        .route("/api/content", get(content))
        .route("/api/load", get(load))
        .route("/api/claims", get(claims))
        .route("/api/position", post(position))
        .route("/api/jobs", post(submit))
        .route("/api/jobs/{id}", get(job).delete(cancel))
        .route("/api/jobs/{id}/events", get(events))
        .route("/api/rooms", post(open_room))
        .route("/api/rooms/{code}", get(room).post(play_in_room))
        .route("/api/rooms/{code}/seat", post(join_room))
        .route("/api/rooms/{code}/events", get(room_events))
        .fallback(nowhere)
        .layer(middleware::from_fn_with_state(access, guard))
        .with_state(lab)
}

async fn nowhere() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address")
}

/// The description, with a game and a board of every definition as texts worth trying. They are not in the file, so that
/// a new game changes nothing there.
async fn openapi() -> axum::Json<Value> {
    let mut described: Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let examples = GAMES.iter().filter_map(|game| game.examples.first()?.split_once(' '));
    let (games, boards): (Vec<&str>, Vec<&str>) =
        examples.map(|(game, rest)| (game, rest.split(" --").next().unwrap_or(rest))).unzip();
    for (field, some) in [("game", games), ("board", boards)] {
        let pointer = format!("/components/schemas/Question/properties/{field}");
        if let Some(Value::Object(field)) = described.pointer_mut(&pointer) {
            field.remove("type");
            let any = json!([{ "type": "string", "enum": some }, { "type": "string" }]);
            field.insert("anyOf".into(), any);
        }
    }
    axum::Json(described)
}

/// What can be asked for: games by name, strategies to play against.
async fn names() -> axum::Json<Names> {
    axum::Json(outplay_page::names::names())
}

/// The games by definition.
async fn games() -> axum::Json<Games> {
    axum::Json(outplay::games())
}

/// Boards and options to choose from.
async fn choices() -> Result<axum::Json<&'static Choices>, Refusal> {
    blocking(|| Ok(choices::choices())).await
}

/// The front page and the lessons.
async fn content() -> axum::Json<&'static Content> {
    axum::Json(content::content())
}

/// Work that takes some milliseconds, beside the threads that answer.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<axum::Json<T>, Refusal> {
    let failed = |_| {
        Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "something went wrong: this is a bug in Outplay",
        )
    };
    Ok(axum::Json(tokio::task::spawn_blocking(work).await.map_err(failed)??))
}

/// The catalogue of published statements, with the status of those that were checked on this server a while ago; a job
/// of kind `claim` checks one.
async fn claims(State(lab): State<Lab>) -> axum::Json<ClaimList<ClaimReport<'static>>> {
    let listed = |claim: &'static Claim| {
        let known = lab.jobs.known(&Task::Claim { id: claim.id.to_string() });
        let status = known.and_then(|known| Some(known["status"].as_str()?.to_string()));
        ClaimReport { status, ..ClaimReport::new(claim, None) }
    };
    let claims = catalogue::claims().into_iter().map(listed).collect();
    axum::Json(ClaimList { claims, asked: None })
}

async fn load(State(lab): State<Lab>) -> axum::Json<Load> {
    axum::Json(lab.jobs.load())
}

/// Reads a JSON body. A form of another site cannot send this type, so it cannot ask on a visitor's behalf.
fn read<T: DeserializeOwned>(headers: &HeaderMap, body: &Bytes) -> Result<T, Refusal> {
    let kind =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        let message = "the body must be JSON, with Content-Type: application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    serde_json::from_slice(body)
        .map_err(|error| Refusal::wrong(format!("the body is not understood: {error}")))
}

async fn position(
    State(lab): State<Lab>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<axum::Json<Position>, Refusal> {
    let question: Written = read(&headers, &body)?;
    let failed =
        || Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the position could not be drawn");
    let _turn = lab.drawing.acquire().await.map_err(|_| failed())?;
    let drawn = tokio::task::spawn_blocking(move || outplay_page::position(&question)).await;
    Ok(axum::Json(drawn.map_err(|_| failed())??))
}

async fn submit(
    State(lab): State<Lab>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let task: Task = read(&headers, &body)?;
    let job = lab.jobs.submit(task, client(peer, &headers))?;
    let mut news = job.listen();
    let _ = tokio::time::timeout(PATIENCE, news.wait_for(|news| news.phase.is_over())).await;
    if !job.is_over() {
        tokio::spawn(stop_if_forgotten(lab.jobs.clone(), job.clone()));
    }
    Ok((StatusCode::ACCEPTED, axum::Json(job.report())).into_response())
}

/// Who asks: on another machine, that machine; on this one, a tab of a browser or a program, by the name it gives itself.
fn client(peer: Option<Extension<Peer>>, headers: &HeaderMap) -> Client {
    match peer {
        Some(Extension(Peer(address))) if !address.is_loopback() => Client::from(address),
        _ => Client::from(headers.get("x-client").map(|name| name.as_bytes())),
    }
}

/// A page may be closed before it could listen: then nobody will ever ask for the answer.
async fn stop_if_forgotten(jobs: Arc<Jobs>, job: Arc<Job>) {
    while !job.is_over() {
        if job.is_forgotten() {
            return jobs.cancel(&job);
        }
        tokio::time::sleep(FORGOTTEN / 5).await;
    }
}

fn find(lab: &Lab, id: &str) -> Result<Arc<Job>, Refusal> {
    let job = id.parse().ok().and_then(|id| lab.jobs.get(id));
    let missing = || Refusal::new(StatusCode::NOT_FOUND, "there is no such job, or it has expired");
    let job = job.ok_or_else(missing)?;
    job.touch();
    Ok(job)
}

async fn job(
    State(lab): State<Lab>,
    Path(id): Path<String>,
) -> Result<axum::Json<Report>, Refusal> {
    Ok(axum::Json(find(&lab, &id)?.report()))
}

async fn cancel(
    State(lab): State<Lab>,
    Path(id): Path<String>,
) -> Result<axum::Json<Report>, Refusal> {
    let job = find(&lab, &id)?;
    lab.jobs.cancel(&job);
    Ok(axum::Json(job.report()))
}

/// Somebody who listens to a job. When the last one goes away before the end, nobody wants the answer any more.
struct Listening {
    jobs: Arc<Jobs>,
    job: Arc<Job>,
    news: watch::Receiver<News>,
    over: bool,
}

impl Drop for Listening {
    fn drop(&mut self) {
        if !self.over && !self.job.has_other_listeners() {
            self.jobs.cancel(&self.job);
        }
    }
}

async fn events(
    State(lab): State<Lab>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let job = find(&lab, &id)?;
    let place = lab.stream()?;
    let mut news = job.listen();
    // What is there already is news to the listener.
    news.mark_changed();
    let listening = Listening { jobs: lab.jobs.clone(), job, news, over: false };
    let stream = stream::unfold((listening, place), |(mut listening, place)| async move {
        if listening.over || listening.news.changed().await.is_err() {
            return None;
        }
        let report = {
            let news = listening.news.borrow_and_update();
            listening.over = news.phase.is_over();
            listening.job.describe(&news)
        };
        Some((
            Ok(Event::default().data(serde_json::to_string(&report).unwrap_or_default())),
            (listening, place),
        ))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

async fn open_room(
    State(lab): State<Lab>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<axum::Json<Seated>, Refusal> {
    let opening = read(&headers, &body)?;
    let client = client(peer, &headers);
    blocking(move || lab.rooms.open(opening, client)).await
}

async fn room(
    State(lab): State<Lab>,
    Path(code): Path<String>,
) -> Result<axum::Json<RoomView>, Refusal> {
    Ok(axum::Json(lab.rooms.view(&code)?))
}

async fn join_room(
    State(lab): State<Lab>,
    Path(code): Path<String>,
) -> Result<axum::Json<Seated>, Refusal> {
    Ok(axum::Json(lab.rooms.join(&code)?))
}

async fn play_in_room(
    State(lab): State<Lab>,
    Path(code): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<axum::Json<RoomView>, Refusal> {
    let mv = read(&headers, &body)?;
    blocking(move || lab.rooms.play(&code, mv)).await
}

async fn room_events(
    State(lab): State<Lab>,
    Path(code): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let news = lab.rooms.listen(&code)?;
    let stream = stream::unfold((news, lab.stream()?), |(mut news, place)| async move {
        news.changed().await.ok()?;
        let text = serde_json::to_string(&*news.borrow_and_update()).unwrap_or_default();
        Some((Ok(Event::default().data(text)), (news, place)))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}
