//! Limits from the command line, Ctrl-C, and progress on standard error.

use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

use outplay::readable::{count, number, size, time};
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

/// Whether the program was asked to end.
pub fn is_interrupted() -> bool {
    interrupted().is_wished()
}

/// Stops what is under way because there is too much in memory.
pub fn out_of_memory() {
    interrupted().out_of_memory();
}

fn interrupted() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    let stop = STOP.get_or_init(|| {
        let stop = Stop::default();
        let wish = stop.clone();
        let told = move || {
            if wish.is_wished() {
                std::process::exit(130);
            }
            wish.now();
        };
        // Without a handler Ctrl-C still ends the program, so it is harmless if none can be set.
        keeping_hangups_ignored(|| {
            let _ = ctrlc::set_handler(told);
        });
        stop
    });
    stop.clone()
}

/// Sets a handler of signals, except that whoever started the program with `nohup` wants it to go on when the terminal is closed.
#[cfg(unix)]
#[allow(unsafe_code, reason = "a signal")]
fn keeping_hangups_ignored(set: impl FnOnce()) {
    // SAFETY: the structure is plain numbers, which the call fills in; without a new action it changes nothing.
    let ignored = unsafe {
        let mut old: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGHUP, std::ptr::null(), &raw mut old) == 0
            && old.sa_sigaction == libc::SIG_IGN
    };
    set();
    if ignored {
        // SAFETY: nothing runs when a signal is ignored.
        unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
    }
}

#[cfg(not(unix))]
fn keeping_hangups_ignored(set: impl FnOnce()) {
    set();
}

/// Shows progress once a second on a terminal, every ten seconds otherwise; never with `--quiet`.
pub struct ProgressLine {
    quiet: bool,
    terminal: bool,
}

impl ProgressLine {
    pub fn new(common: &Common) -> Self {
        ProgressLine { quiet: common.quiet, terminal: std::io::stderr().is_terminal() }
    }
}

impl Listener for ProgressLine {
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
    let mut told = Vec::new();
    // What is not counted (while graphs are listed, say) is left out: a zero would look like a standstill.
    if progress.positions > 0 {
        let rate = (progress.positions as f64 / seconds.max(1e-9)) as u64;
        told.push(count(progress.positions, "position", "positions"));
        told.push(format!("{}/s", number(rate)));
    }
    if progress.memory > 0 {
        told.push(size(progress.memory));
    }
    told.push(if seconds < 10.0 { format!("{seconds:.0} s") } else { time(seconds) });
    let mut text = told.join(", ");
    // No time left is estimated: parts differ too much. Nor is a bound shown that is hardly ever reached, such as the
    // last heap of a period search.
    let (done, of) = progress.done;
    if done < of && of < 1_000_000_000 {
        text.push_str(&format!("; {} of {} done", number(done), number(of)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_line_of_progress() {
        let elapsed = Duration::from_millis(80_200);
        let progress =
            |done| Progress { positions: 272_000_000, memory: 1_240_000_000, elapsed, done };
        let told = "272 million positions, 3.4 million/s, 1.2 GB, 1 min 20 s";
        assert_eq!(line(progress((0, 0))), told);
        assert_eq!(line(progress((42, 43))), format!("{told}; 42 of 43 done"));
        assert_eq!(line(progress((42, 1_000_000_000_001))), told);
        // Work goes on after the last part, and the line does not say that it is done.
        assert_eq!(line(progress((43, 43))), told);
        let uncounted = Progress { positions: 0, memory: 0, ..progress((0, 0)) };
        assert_eq!(line(uncounted), "1 min 20 s");
    }
}
