//! The period of a nim-sequence, found and proved.

use std::cell::RefCell;
use std::fmt;

use outplay_certificate::Refused;
use outplay_certificate::allowance::Allowance;
use outplay_certificate::arithmetic::ArithmeticCertificate;
use outplay_certificate::nim_sequence::Split;
use outplay_certificate::period::PeriodCertificate;
use outplay_rules::error::InputError;
use outplay_rules::games::octal_code::OctalCode;
use outplay_solve::heaps::{Argument, PeriodReport, PeriodSearch, PeriodStopped};
use outplay_solve::heaps::{Engine, SequenceMethod};
use outplay_solve::limits::{Budget, Stopped};
use serde::Serialize;

use super::due::Due;
use super::engine_state;
use super::heaps::HeapGame;
use crate::answer::{Ended, Reply, seconds, shown_or_null};
use crate::error::Error;
use crate::readable::{grouped, time};
use crate::run::Run;

/// The period of a nim-sequence, or how far none was found.
#[derive(Clone, Debug, Serialize)]
pub struct Period {
    /// The game.
    pub game: HeapGame,
    /// Whether the period holds for ever by the argument.
    pub proved: bool,
    /// The period, if one was found.
    pub period: Option<usize>,
    /// What a period adds; 0 for a proper period.
    pub saltus: u32,
    /// The last heap that breaks it; -1 if there is none.
    pub last_exception: i64,
    /// The largest heap whose value was computed.
    pub checked_to: usize,
    /// The largest value among those.
    pub max_grundy: u32,
    /// Why the period holds for ever.
    pub argument: String,
    /// Time used.
    pub seconds: f64,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Why the state could not be saved; that takes nothing from the answer.
    #[serde(skip)]
    pub unsaved: Option<Error>,
    /// What the search found.
    #[serde(skip)]
    report: PeriodReport,
}

/// Looks for the period of a nim-sequence among the heaps up to `limit`, and proves it.
///
/// ```
/// use outplay::{Run, period};
///
/// let kayles = period(&"kayles".parse()?, 1_000_000, &Run::default())?;
/// assert_eq!((kayles.proved, kayles.period, kayles.last_exception), (true, Some(12), 70));
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn period(game: &HeapGame, limit: u64, run: &Run) -> Result<Period, Error> {
    // Time counts from when the state was read, so that every session makes progress, however short.
    let (mut search, _lock): (PeriodSearch, _) =
        engine_state::load(run.state.as_deref(), game.code())?;
    run.work(|budget| {
        let (report, stopped) = match searched(&mut search, limit, run, budget)? {
            Ok(report) => (report, None),
            Err(stopped) => (stopped.known, Some(stopped.why)),
        };
        let unsaved = engine_state::save(run.state.as_deref(), &search).err();
        Ok(Period {
            game: game.clone(),
            proved: report.proved,
            period: report.period,
            saltus: report.saltus,
            last_exception: report.last_exception,
            checked_to: report.checked_to,
            max_grundy: report.max_grundy,
            argument: argument(&report),
            seconds: seconds(budget.progress().elapsed),
            stopped,
            unsaved,
            report,
        })
    })
}

/// Searches, and saves the state on the way if there is one.
fn searched(
    search: &mut PeriodSearch,
    limit: u64,
    run: &Run,
    budget: &mut Budget,
) -> Result<Result<PeriodReport, PeriodStopped>, Error> {
    let path = run.state.as_deref();
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut due = Due::from_now(run);
    let found = loop {
        match search.step(limit, budget) {
            Ok(Some(report)) => break Ok(report),
            Err(stopped) => break Err(stopped),
            Ok(None) => due.save_if_due(|| engine_state::save(path, search))?,
        }
    };
    Ok(found)
}

fn exact(n: impl TryInto<u64>) -> String {
    grouped(n.try_into().unwrap_or(u64::MAX))
}

/// Why the period holds for ever, in words.
fn argument(report: &PeriodReport) -> String {
    match report.argument {
        Argument::None => "no argument".into(),
        Argument::AnyNumber => {
            "any number of counters may be taken, so every heap is worth its size".into()
        }
        Argument::Arithmetic { from, below } => {
            format!(
                "by the criterion for arithmetic periods: the values repeat from {} to {}",
                exact(from),
                exact(below)
            )
        }
        Argument::Theorem { heaps, from, below } => {
            format!(
                "by the periodicity theorem for {heaps} heaps: the values repeat from {} to {}",
                exact(from),
                exact(below)
            )
        }
        Argument::Window { length, first, second, .. } => {
            format!(
                "by the window argument: the {} values before {} and before {} agree",
                exact(length),
                exact(first),
                exact(second)
            )
        }
    }
}

/// A split that makes the check fast: the one of the proof, or the one that the first values suggest.
fn suggested_split(code: &OctalCode, report: &PeriodReport) -> Option<Split> {
    const ENOUGH: usize = 20_000;
    let rarity = match report.argument {
        Argument::Window { rarity, .. } => rarity,
        _ => {
            let mut engine = Engine::new(code.clone());
            engine.extend_to(report.checked_to.min(ENOUGH), &mut Budget::unlimited()).ok()?;
            match engine.statistics().method {
                SequenceMethod::Sparse(rarity) => rarity,
                SequenceMethod::Direct => return None,
            }
        }
    };
    Some(Split { mask: u16::try_from(rarity.mask).ok()?, by_parity: rarity.by_parity })
}

impl Period {
    /// A certificate of the period, if it is proved.
    pub fn certificate(&self) -> Result<String, InputError> {
        match self.certified()? {
            Ok(periodic) => Ok(periodic.write()),
            Err(arithmetic) => Ok(arithmetic.write()),
        }
    }

    /// A certificate that can be checked in parts: the values that its check computes are cut into this many blocks, and it has a digest of
    /// each. They are found by the checker's own code, so that takes as long as checking.
    pub fn certificate_in_blocks(&self, blocks: usize, run: &Run) -> Result<String, Error> {
        let Ok(certificate) = self.certified()? else {
            let why = "an arithmetic period is checked as a whole";
            return Err(InputError::plain(why).into());
        };
        run.work(|budget| {
            let budget = RefCell::new(budget.fork());
            let stop = || budget.borrow_mut().check().is_err();
            let usual = Allowance::usual(run.memory());
            let allowance = Allowance { looks: u64::MAX, stop: &stop, ..usual };
            let text = certificate.in_blocks(blocks, &allowance).map(|made| made.write());
            text.map_err(|refused| match refused {
                Refused::Stopped => {
                    budget.borrow_mut().check().err().unwrap_or(Stopped::Time).into()
                }
                Refused::Memory { .. } => Stopped::Memory.into(),
                refused => InputError::plain(refused.to_string()).into(),
            })
        })
    }

    fn certified(&self) -> Result<Result<PeriodCertificate, ArithmeticCertificate>, InputError> {
        let (Some(period), true) = (self.period, self.proved) else {
            return Err(InputError::plain("there is no proved period to certify"));
        };
        if self.report.argument == Argument::AnyNumber {
            let why = "every heap is worth its size, which needs no certificate";
            return Err(InputError::plain(format!("{} has no last digit: {why}", self.game)));
        }
        let (code, last_exception) = (self.game.code().clone(), self.last_exception);
        match u16::try_from(self.saltus) {
            Ok(0) => {
                let split = suggested_split(&code, &self.report);
                let blocks = Vec::new();
                Ok(Ok(PeriodCertificate { code, period, last_exception, split, blocks }))
            }
            Ok(saltus) => Ok(Err(ArithmeticCertificate { code, period, saltus, last_exception })),
            Err(_) => Err(InputError::plain("the saltus is too large")),
        }
    }
}

impl Reply for Period {
    fn ended(&self) -> Ended {
        Ended::unless(!self.proved)
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Period { game, argument, checked_to, max_grundy, seconds, .. } = self;
        if let Some(period) = self.period {
            write!(f, "{game}: period {}", exact(period))?;
            if self.saltus > 0 {
                write!(f, " and saltus {}", self.saltus)?;
            }
            match self.last_exception {
                -1 => f.write_str(" from the empty heap on")?,
                last => write!(f, " with last exception {}", grouped(last.unsigned_abs()))?,
            }
            f.write_str(if self.proved { ", proved" } else { ", not proved" })?;
            if self.report.argument == Argument::AnyNumber {
                return write!(f, "\n  {argument}");
            }
            write!(f, "\n  {argument}; heaps up to {} computed", exact(*checked_to))?;
        } else {
            write!(f, "{game}: no period among the heaps up to {}", exact(*checked_to))?;
        }
        write!(f, "\n  largest value {max_grundy}, {}", time(*seconds))?;
        self.stopped.map_or(Ok(()), |stopped| write!(f, "; {stopped}"))
    }
}
