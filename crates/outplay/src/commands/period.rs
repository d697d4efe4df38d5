//! `outplay period`: the period of a nim-sequence, found and proved.

use outplay_certificate::arithmetic::ArithmeticCertificate;
use outplay_certificate::nim_sequence::Split;
use outplay_certificate::period::PeriodCertificate;
use outplay_rules::game::read_heap_game;
use outplay_rules::games::octal_code::OctalCode;
use outplay_solve::heaps::engine::{Engine, Method};
use outplay_solve::heaps::period::{Argument, PeriodReport, PeriodSearch, PeriodStopped};
use outplay_solve::limits::Budget;
use serde_json::json;

use super::engine_state;
use crate::cli::{Common, Period};
use crate::exit::{self, ANSWERED, Exit, LIMIT};
use crate::files;
use crate::progress;

pub fn run(common: &Common, period: &Period) -> Result<u8, Exit> {
    let (game, code) = read_heap_game(&period.code)?;
    period.certificate.iter().try_for_each(|path| files::try_path(path))?;
    // Time counts from when the state was read: each go gets on, however short.
    let mut search: PeriodSearch = engine_state::load(period.state.as_deref(), &code)?;
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let found = run_search(&mut search, period, &mut budget)?;
    let saved = engine_state::save(period.state.as_deref(), &search);
    let (report, stopped) = match found {
        Ok(report) => (report, None),
        Err(stopped) => (stopped.known, Some(stopped.why)),
    };
    progress::clear(common);
    // A file that cannot be written takes nothing from the answer.
    let certified = match &period.certificate {
        Some(path) => write_certificate(common, path, &code, &report),
        None => Ok(()),
    };
    let seconds = budget.progress().elapsed.as_secs_f64();
    if common.json {
        let mut answer = json!({
            "game": game.to_string(), "proved": report.proved, "period": report.period, "saltus": report.saltus,
            "last_exception": report.last_exception, "checked_to": report.checked_to,
            "max_grundy": report.max_grundy, "argument": argument(&report), "seconds": (seconds * 1e3).round() / 1e3,
        });
        if let Some(stopped) = stopped {
            answer["stopped"] = json!(stopped.to_string());
        }
        exit::print(&answer.to_string());
    } else {
        exit::print(&words(&game.to_string(), &report));
        let why = stopped.map_or(String::new(), |stopped| format!("; {stopped}"));
        exit::print(&format!("  largest value {}, {seconds:.2} s{why}", report.max_grundy));
    }
    exit::after_saving(if report.proved { ANSWERED } else { LIMIT }, saved.and(certified))
}

/// Searches, and saves the state on the way if there is one.
fn run_search(
    search: &mut PeriodSearch,
    period: &Period,
    budget: &mut Budget,
) -> Result<Result<PeriodReport, PeriodStopped>, Exit> {
    let path = period.state.as_deref();
    let limit = usize::try_from(period.limit).unwrap_or(usize::MAX);
    let mut clock = engine_state::Clock::start();
    let found = loop {
        match search.step(limit, budget) {
            Ok(Some(report)) => break Ok(report),
            Err(stopped) => break Err(stopped),
            Ok(None) if clock.is_due() => engine_state::save(path, search)?,
            Ok(None) => {}
        }
    };
    Ok(found)
}

fn words(game: &str, report: &PeriodReport) -> String {
    let Some(period) = report.period else {
        return format!("{game}: no period among the heaps up to {}", report.checked_to);
    };
    let saltus =
        if report.saltus > 0 { format!(" and saltus {}", report.saltus) } else { String::new() };
    let from = match report.last_exception {
        -1 => "from the empty heap on".to_string(),
        last => format!("with last exception {last}"),
    };
    let proved = if report.proved { "proved" } else { "not proved" };
    let argument = argument(report);
    format!(
        "{game}: period {period}{saltus} {from}, {proved}\n  {argument}, heaps up to {} computed",
        report.checked_to
    )
}

/// Why the period holds for ever, in words.
fn argument(report: &PeriodReport) -> String {
    match report.argument {
        Argument::None => "no argument".into(),
        Argument::Arithmetic { from, below } => {
            format!(
                "by the criterion for arithmetic periods: the values repeat from {from} to {below}"
            )
        }
        Argument::Theorem { heaps, from, below } => {
            format!(
                "by the periodicity theorem for {heaps} heaps: the values repeat from {from} to {below}"
            )
        }
        Argument::Window { length, first, second, .. } => {
            format!(
                "by the window argument: the {length} values before {first} and before {second} agree"
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
                Method::Sparse(rarity) => rarity,
                Method::Direct => return None,
            }
        }
    };
    Some(Split { mask: u16::try_from(rarity.mask).ok()?, by_parity: rarity.by_parity })
}

fn write_certificate(
    common: &Common,
    path: &str,
    code: &OctalCode,
    report: &PeriodReport,
) -> Result<(), Exit> {
    let (Some(period), true) = (report.period, report.proved) else {
        return Err(Exit::Input(format!(
            "{path} is not written: there is no proved period to certify"
        )));
    };
    let (code, last_exception) = (code.clone(), report.last_exception);
    let text = match u16::try_from(report.saltus) {
        Ok(0) => {
            let split = suggested_split(&code, report);
            PeriodCertificate { code, period, last_exception, split }.write()
        }
        Ok(saltus) => ArithmeticCertificate { code, period, saltus, last_exception }.write(),
        Err(_) => {
            return Err(Exit::Input(format!("{path} is not written: the saltus is too large")));
        }
    };
    files::write(path, text)?;
    if !common.quiet {
        exit::tell(&format!("wrote {path}; `outplay check {path}` confirms it"));
    }
    Ok(())
}
