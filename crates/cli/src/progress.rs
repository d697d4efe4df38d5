//! Limits from the command line, Ctrl-C, and progress on standard error.

use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

use outplay::{Limits, Listener, Progress, Run, Stop};

use crate::cli::Common;

/// How the options ask for a question to be answered. Ctrl-C or a request to terminate stops the solver, and what is known
/// is printed; a second one ends the program at once.
pub fn run<'a>(common: &Common, listener: &'a dyn Listener) -> Run<'a> {
    let limits = Limits { time: common.time, memory: Some(common.memory) };
    Run { limits, how: common.how(), stop: interrupted(), listener, ..Run::default() }
}

/// Stops what is under way, as Ctrl-C does.
pub fn stop() {
    interrupted().now();
}

fn interrupted() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    let stop = STOP.get_or_init(|| {
        let stop = Stop::default();
        let wish = stop.clone();
        // Without a handler Ctrl-C ends the program as ever, so a failure to set one is no harm.
        let _ = ctrlc::set_handler(move || {
            if wish.is_wished() {
                std::process::exit(130);
            }
            wish.now();
        });
        stop
    });
    stop.clone()
}

/// Shows progress once a second on a terminal, every ten seconds otherwise; never with `--quiet`.
pub struct Line {
    quiet: bool,
    terminal: bool,
}

impl Line {
    pub fn new(common: &Common) -> Self {
        Line { quiet: common.quiet, terminal: std::io::stderr().is_terminal() }
    }
}

impl Listener for Line {
    fn progress(&self, progress: Progress) {
        if self.quiet || (!self.terminal && !progress.elapsed.as_secs().is_multiple_of(10)) {
            return;
        }
        let text = line(progress);
        let mut err = std::io::stderr();
        let _ = if self.terminal { write!(err, "\r\x1b[K{text}") } else { writeln!(err, "{text}") };
    }
}

/// Wipes the progress line.
pub fn clear(common: &Common) {
    if !common.quiet && std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
}

fn line(progress: Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let rate = progress.positions as f64 / seconds.max(1e-9);
    let mut text = format!(
        "{} positions, {:.1} million a second, {} MB, {seconds:.0} s",
        progress.positions,
        rate / 1e6,
        progress.memory >> 20
    );
    let (done, of) = progress.done;
    if of > 0 {
        text.push_str(&format!("; {done} of {of} done"));
    }
    if done > 0 && done < of {
        let left = seconds * (of - done) as f64 / done as f64;
        text.push_str(&format!(", perhaps {left:.0} s to go"));
    }
    text
}
