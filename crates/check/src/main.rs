//! `outplay-check FILE…`: certificates, replayed by a program that knows the rules and nothing of the solvers.
//!
//! It links the rules and the checker alone. Its exit code is its verdict, whatever becomes of its output: 0 if every
//! certificate is valid, 1 if one is not, 3 if a limit came before the verdict on one, 2 if the command makes no sense,
//! 4 if a file cannot be read. Where several apply, an invalid certificate comes before a file, and a file before a limit.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use outplay_certificate::allowance::{Allowance, Part, USUAL_LOOKS};
use outplay_certificate::examine;
use outplay_certificate::theory::Theory;
use outplay_certificate::{visible, visible_lines};

const HELP: &str = "\
Checks certificates of Outplay, by the rules of the games alone.

Usage: outplay-check [--memory SIZE] [--time SECONDS] [--part K/N]
                     [--scratch DIR] [--without THEORY] FILE...

  FILE              a certificate; - reads standard input
  --memory SIZE     memory for each check, such as 512M or 4G (default 4G)
  --time SECONDS    stop a check after this long; without it, what would take too
                    long by the certificate's own figures is refused
  --part K/N        check one of N parts of a closed or recomputed proof, or of a
                    period in blocks
  --scratch DIR     keep the levels of a recomputed table or the blocks of a period
                    there, and read those below a part from there
  --without THEORY  refuse a certificate that uses it, such as rich
  --help, --version

Exit code: 0 all valid, 1 one is not valid, 2 wrong usage, 3 a limit was reached,
4 a file cannot be read.

Example: outplay solve octal:0.33 grid:3x4 --certificate proof.cert
         outplay-check proof.cert";

/// Verdicts as exit codes.
const VALID: u8 = 0;
const NOT_VALID: u8 = 1;
const WRONG_USAGE: u8 = 2;
const LIMIT: u8 = 3;
const UNREADABLE: u8 = 4;

/// A proof may be as deep as a game is long.
const STACK: usize = 1 << 30;

struct Wish {
    memory: u64,
    time: Option<Duration>,
    part: Option<Part>,
    scratch: Option<PathBuf>,
    without: Vec<Theory>,
    files: Vec<String>,
}

fn main() -> ExitCode {
    let wish = match read(std::env::args().skip(1)) {
        Ok(Some(wish)) => wish,
        Ok(None) => return ExitCode::from(VALID),
        Err(message) => {
            tell(&mut std::io::stderr(), &format!("error: {message}\n\n{HELP}"));
            return ExitCode::from(WRONG_USAGE);
        }
    };
    bound(&wish);
    let work = move || check_all(&wish);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    // A check that cannot be run, or does not end, gives no verdict: it fails closed.
    let verdict = thread.ok().and_then(|thread| thread.join().ok());
    ExitCode::from(verdict.unwrap_or(LIMIT))
}

/// What was asked for; none if it was only help or the version.
fn read(mut words: impl Iterator<Item = String>) -> Result<Option<Wish>, String> {
    let mut wish = Wish {
        memory: 4 << 30,
        time: None,
        part: None,
        scratch: None,
        without: Vec::new(),
        files: Vec::new(),
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => {
                tell(&mut std::io::stdout(), HELP);
                return Ok(None);
            }
            "--version" => {
                tell(&mut std::io::stdout(), concat!("outplay-check ", env!("CARGO_PKG_VERSION")));
                return Ok(None);
            }
            "--memory" => wish.memory = size(&value()?)?,
            "--time" => wish.time = Some(seconds(&value()?)?),
            "--part" => {
                let text = value()?;
                let part = Part::read(&text)
                    .ok_or(format!("'{text}' is not a part: write K/N, such as 3/64"))?;
                wish.part = Some(part);
            }
            "--scratch" => wish.scratch = Some(value()?.into()),
            "--without" => {
                let name = value()?;
                let theory = Theory::from_name(&name);
                wish.without.push(theory.ok_or(format!("there is no theory '{name}'"))?);
            }
            "-" => wish.files.push(word),
            _ if word.starts_with('-') => return Err(format!("unknown option {}", visible(&word))),
            _ => wish.files.push(word),
        }
    }
    if wish.files.is_empty() { Err("name a certificate".into()) } else { Ok(Some(wish)) }
}

/// `512M`, `4G`, or bytes.
fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("'{text}' is not a size: write it like 512M or 4G");
    let (digits, shift) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 10),
        Some((at, 'm' | 'M')) => (&text[..at], 20),
        Some((at, 'g' | 'G')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or(format!("'{text}' is not a time in seconds"))
}

/// Asks the system to end the program should the checker's own limits fail: a backstop, with room to spare.
#[cfg(unix)]
fn bound(wish: &Wish) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let cap = |resource: Resource, most: u64| {
        let Rlimit { maximum, .. } = getrlimit(resource);
        let most = maximum.map_or(most, |maximum| maximum.min(most));
        // Where it cannot be set, the checker's own limits still hold.
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum });
    };
    let spare = STACK as u64 + (256 << 20);
    cap(Resource::As, wish.memory.saturating_add(wish.memory / 4).saturating_add(spare));
    if let Some(time) = wish.time {
        let each = time.as_secs().saturating_add(5);
        cap(Resource::Cpu, each.saturating_mul(wish.files.len() as u64));
    }
}

#[cfg(not(unix))]
fn bound(_: &Wish) {}

fn check_all(wish: &Wish) -> u8 {
    let mut verdicts = wish.files.iter().map(|file| check(file, wish)).collect::<Vec<_>>();
    verdicts
        .sort_by_key(|verdict| [NOT_VALID, UNREADABLE, LIMIT].iter().position(|v| v == verdict));
    let worst = verdicts.into_iter().find(|&verdict| verdict != VALID);
    worst.unwrap_or(VALID)
}

fn check(file: &str, wish: &Wish) -> u8 {
    let opened: Result<Box<dyn BufRead>, _> = match file {
        "-" => Ok(Box::new(std::io::stdin().lock())),
        _ => File::open(file).map(|file| Box::new(BufReader::new(file)) as _),
    };
    let source = match opened {
        Ok(source) => source,
        Err(error) => {
            tell(&mut std::io::stderr(), &format!("error: {}: {error}", visible(file)));
            return UNREADABLE;
        }
    };
    let end = wish.time.and_then(|time| Instant::now().checked_add(time));
    let stop = || end.is_some_and(|end| Instant::now() >= end);
    let looks = if wish.time.is_some() { u64::MAX } else { USUAL_LOOKS };
    let (part, without) = (wish.part, &wish.without[..]);
    let scratch = wish.scratch.as_deref();
    let usual = Allowance::usual(wish.memory);
    let allowance = Allowance { looks, stop: &stop, part, scratch, without, ..usual };
    let (words, verdict) = match examine(source, &allowance) {
        Ok((statement, told)) => match part {
            Some(part) => {
                let digest = told.digest.unwrap_or_default();
                (format!("part {part} of {digest} holds: {statement}"), VALID)
            }
            None => (format!("valid: {statement}"), VALID),
        },
        Err(refused) if refused.is_limit() => (format!("not checked: {refused}"), LIMIT),
        Err(refused) => (format!("not valid: {refused}"), NOT_VALID),
    };
    let named = if wish.files.len() > 1 { format!("{}: {words}", visible(file)) } else { words };
    tell(&mut std::io::stdout(), &named);
    verdict
}

/// What cannot be told is lost, and changes no verdict. The name of a file gives no more orders to the screen than what is in it.
fn tell(to: &mut dyn Write, text: &str) {
    let _ = writeln!(to, "{}", visible_lines(text));
}
