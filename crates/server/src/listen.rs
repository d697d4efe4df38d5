//! Connections: how many there may be at once, and how long each may take to say what it wants.
//!
//! A browser opens half a dozen. Whoever opens hundreds and says nothing, or asks and does not take the answer, is cut off after some
//! seconds, and nobody on another machine may take all the places.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::{Extension, Router};
use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, Sleep, sleep};

/// Connections at once. Each takes a file of the system, which usually allows a thousand.
const MOST_CONNECTIONS: usize = 200;

/// Connections at once from one other machine.
const MOST_EACH: usize = 50;

/// The longest that the head of a request may take, from when the connection is free for it.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// The longest that a client may take none of what it is sent.
const TAKE_TIME: Duration = Duration::from_secs(10);

/// Where the system has no files left for connections, it is asked again after this.
const PAUSE: Duration = Duration::from_millis(50);

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Answers whoever connects until `ended`; then waits for what is under way.
pub async fn serve(listener: TcpListener, router: Router, ended: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS.min(open_files() / 2)));
    let all = places.available_permits();
    let guests = Guests::default();
    let (closing, _) = watch::channel(false);
    let mut ended = pin!(ended);
    loop {
        let next = pin!(accept(&listener, &places));
        // The wish to end is looked at first: those who keep connecting cannot put it off.
        match select(ended.as_mut(), next).await {
            Either::Right((Ok((stream, peer, place)), _)) => {
                if let Some(seat) = guests.seat(peer) {
                    let service = router.clone().layer(Extension(Peer(peer)));
                    let connection = connection(stream, service, closing.subscribe());
                    tokio::spawn(async move {
                        connection.await;
                        drop((seat, place));
                    });
                }
            }
            Either::Right((Err(_), _)) => sleep(PAUSE).await,
            Either::Left(_) => break,
        }
    }
    closing.send_replace(true);
    let _ = places.acquire_many(all as u32).await;
}

async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(TcpStream, IpAddr, OwnedSemaphorePermit)> {
    let place = places.clone().acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer.ip(), place))
}

/// One connection, to its end.
async fn connection(stream: TcpStream, service: Router, mut closing: watch::Receiver<bool>) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(
            TokioIo::new(Patient::new(stream, TAKE_TIME)),
            TowerToHyperService::new(service),
        );
    let mut connection = pin!(connection);
    let closed = pin!(closing.wait_for(|&closed| closed));
    // What goes wrong on a connection is its client's affair.
    let goes_on = matches!(select(connection.as_mut(), closed).await, Either::Right(_));
    if goes_on {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

/// A connection that fails when its client takes nothing of what it is sent for so long.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// When the patience ends, while something waits to be taken.
    end: Pin<Box<Sleep>>,
    waits: bool,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Self {
        Patient { stream, patience, end: Box::pin(sleep(patience)), waits: false }
    }

    /// What came of writing, or the end of the patience.
    fn within<T>(
        &mut self,
        context: &mut Context,
        done: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.waits = false;
            return done;
        }
        if !self.waits {
            self.waits = true;
            self.end.as_mut().reset(Instant::now() + self.patience);
        }
        ready!(self.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within(context, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        pieces: &[io::IoSlice],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.within(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// How many connections each other machine has.
#[derive(Clone, Default)]
struct Guests(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A connection of a guest; given back when it is dropped.
struct Seat {
    guests: Guests,
    peer: IpAddr,
}

impl Guests {
    /// A seat, unless this guest has enough. This machine may have all.
    fn seat(&self, peer: IpAddr) -> Option<Seat> {
        let mut seats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = seats.entry(peer).or_default();
        if *taken >= MOST_EACH && !peer.is_loopback() {
            return None;
        }
        *taken += 1;
        Some(Seat { guests: self.clone(), peer })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut seats = self.guests.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(taken) = seats.get_mut(&self.peer) {
            *taken -= 1;
            if *taken == 0 {
                seats.remove(&self.peer);
            }
        }
    }
}

/// How many files the system lets this process have open.
#[cfg(unix)]
fn open_files() -> usize {
    rustix::process::getrlimit(rustix::process::Resource::Nofile)
        .current
        .map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn open_files() -> usize {
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    /// Whoever asks it to end is heard although somebody waits at the door.
    #[test]
    fn connections_do_not_put_off_the_end() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let mut waiting = runtime.block_on(async {
            let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
            let mut waiting = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            waiting.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
            serve(listener, Router::new(), std::future::ready(())).await;
            waiting
        });
        let mut told = Vec::new();
        let _ = waiting.read_to_end(&mut told);
        assert!(told.is_empty(), "{}", told.escape_ascii());
    }

    /// Who takes nothing is given up; who takes it in the end had something to do before.
    #[test]
    fn what_is_not_taken_is_not_offered_for_ever() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let fill = async |patience, reads: bool| {
            let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
            let mut client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let mut patient = Patient::new(listener.accept().await.unwrap().0, patience);
            let deaf = if reads {
                std::thread::spawn(move || while client.read(&mut [0; 1 << 16]).unwrap() > 0 {});
                None
            } else {
                Some(client)
            };
            for _ in 0..1000 {
                let bytes = [0; 1 << 16];
                std::future::poll_fn(|context| Pin::new(&mut patient).poll_write(context, &bytes))
                    .await?;
            }
            drop(deaf);
            Ok::<(), io::Error>(())
        };
        let given_up = runtime.block_on(fill(Duration::from_millis(50), false)).unwrap_err();
        assert_eq!(given_up.kind(), io::ErrorKind::TimedOut);
        runtime.block_on(fill(Duration::from_secs(60), true)).unwrap();
    }

    #[test]
    fn a_guest_has_so_many_seats_and_gives_them_back() {
        let guests = Guests::default();
        let peer = IpAddr::from([192, 0, 2, 1]);
        let mut seats: Vec<Seat> = (0..MOST_EACH).map(|_| guests.seat(peer).unwrap()).collect();
        assert!(guests.seat(peer).is_none());
        assert!(guests.seat(IpAddr::from([192, 0, 2, 2])).is_some());
        seats.pop();
        seats.push(guests.seat(peer).unwrap());
        assert!(guests.seat(peer).is_none());
        seats.clear();
        assert!(guests.0.lock().unwrap().is_empty());
        let own: Vec<Seat> =
            (0..2 * MOST_EACH).filter_map(|_| guests.seat(IpAddr::from([127, 0, 0, 1]))).collect();
        assert_eq!(own.len(), 2 * MOST_EACH);
    }
}
