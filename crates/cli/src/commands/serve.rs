//! `outplay serve`: the page.

use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::Stdio;
use std::time::Duration;

use outplay::readable::size;
use outplay::{Error, InputError, Limits, file_error};
use outplay_server::{Access, JobLimits, Jobs, certificate, new_token, router, serve as answer};
use tokio::net::TcpListener;

use crate::cli::{Common, ServeArgs};
use crate::exit;

/// The first port tried if none is asked for.
const USUAL_PORT: u16 = 8137;

/// A job may take so long unless `--time` says otherwise.
const JOB_TIME: Duration = Duration::from_secs(120);

/// Jobs that may wait for each that runs.
const WAITING_EACH: usize = 8;

/// Once it is asked to end, connections have so long to end.
const PATIENCE: Duration = Duration::from_secs(2);

pub fn run(common: &Common, serve: &ServeArgs) -> Result<u8, Error> {
    let failed =
        |error: std::io::Error| InputError::plain(format!("the server cannot start: {error}"));
    let game = serve.from.as_deref().map(|file| from(common, file)).transpose()?;
    let jobs = Jobs::start(bounds(common)).map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(failed)?;
    runtime.block_on(async {
        let (listener, address) = listen(serve).await?;
        let access = match serve.host {
            None => Access::Loopback,
            Some(_) => Access::Token(new_token()),
        };
        let page = match &access {
            Access::Loopback => format!("http://localhost:{}/", address.port()),
            Access::Token(token) => format!("http://{address}/#token={token}"),
        };
        let page = page + game.as_deref().unwrap_or_default();
        // As soon as the address is printed somebody may ask the server to stop, so it listens for that first.
        let signals = Signals::listen().map_err(failed)?;
        announce(common, serve, &page);
        let stopping = jobs.clone();
        let ended = async move {
            signals.received().await;
            stopping.close();
            // Event streams end with their jobs; a connection that stays open nevertheless is not waited for.
            tokio::spawn(async {
                tokio::time::sleep(PATIENCE).await;
                std::process::exit(0);
            });
        };
        answer(listener, router(jobs, access), ended).await;
        Ok(0)
    })
}

/// Ctrl-C and the request to terminate. Both are listened for as soon as there is one of these, not when it is first waited for.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Signals { interrupt, terminate: signal(SignalKind::terminate())? })
    }

    async fn received(mut self) {
        let interrupted = std::pin::pin!(self.interrupt.recv());
        let terminated = std::pin::pin!(self.terminate.recv());
        futures_util::future::select(interrupted, terminated).await;
    }
}

#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn listen() -> std::io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Signals)
    }

    async fn received(mut self) {
        self.0.recv().await;
    }
}

/// Checks the certificate to play by, and gives the place of its game on the page.
fn from(common: &Common, file: &str) -> Result<String, Error> {
    let bytes = read(common, file)?;
    let limits = Limits { time: common.time, memory: Some(common.memory) };
    let told = |why: InputError| InputError::plain(format!("{file}: {}", why.message()));
    certificate::keep(bytes, limits).map_err(|why| told(why).into())
}

/// The bytes of a certificate. They stay in memory, most of which is for the jobs, and the file may have no end.
fn read(common: &Common, file: &str) -> Result<Vec<u8>, Error> {
    let most = common.memory / 4;
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(file).map_err(file_error(file))?;
    opened.take(most + 1).read_to_end(&mut bytes).map_err(file_error(file))?;
    if bytes.len() as u64 > most {
        let why = format!("{file} is larger than {}, a quarter of --memory", size(most));
        return Err(InputError::plain(why).into());
    }
    Ok(bytes)
}

fn bounds(common: &Common) -> JobLimits {
    let cores = common.how().threads.max(1);
    let workers = cores.clamp(2, 4);
    JobLimits {
        workers,
        waiting: workers * WAITING_EACH,
        time: common.time.unwrap_or(JOB_TIME),
        // One worker more than these is there for whoever has nothing running.
        memory: common.memory / (workers as u64 + 1),
        threads: (cores / workers).max(1),
    }
}

/// Listens where asked; without a wish for a port, on the usual one or any that is free.
async fn listen(serve: &ServeArgs) -> Result<(TcpListener, SocketAddr), Error> {
    let host = serve.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let ports = match serve.port {
        Some(port) => vec![port],
        None => vec![USUAL_PORT, 0],
    };
    let mut problem = String::new();
    for port in ports {
        match TcpListener::bind((host, port)).await.and_then(|listener| {
            let address = listener.local_addr()?;
            Ok((listener, address))
        }) {
            Ok(listening) => return Ok(listening),
            Err(error) => problem = format!("cannot listen on {host} port {port}: {error}"),
        }
    }
    Err(InputError::plain(problem).into())
}

/// Tells the address and opens it in the browser of the desktop, if there is one.
fn announce(common: &Common, serve: &ServeArgs, page: &str) {
    if common.json {
        exit::print(&serde_json::json!({ "address": page }).to_string());
    } else {
        exit::print(&format!("Outplay is at {page}\nCtrl-C ends it."));
    }
    if serve.no_open {
        return;
    }
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    // Where there is no desktop there is nothing to open, and the address is printed anyway.
    let _ = std::process::Command::new(program)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
