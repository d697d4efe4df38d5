//! The period of Grundy values along a family of boards: found, and proved where a theorem covers the family.

use std::fmt;

use outplay_certificate::along::AlongCertificate;
use outplay_rules::along::GrowingFamily;
use outplay_rules::board::Board;
use outplay_rules::error::InputError;
use outplay_rules::game::GameName;
use outplay_rules::option::Options;
use outplay_rules::stretch::{Endless, Stretch};
use outplay_solve::impartial::Nimber;
use outplay_solve::impartial::along::{
    AlongValues, SystemPeriod, by_parity, seen_period, smallest_within,
};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::GameValue;
use serde::Serialize;

use super::family::value;
use super::table::table_rows;
use crate::answer::{Ended, Reply, seconds, shown, shown_or_null};
use crate::error::Error;
use crate::question::{Asked, Question};
use crate::readable::{number, time};
use crate::run::Run;

/// The period along a family, or how far none was found.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodAlong {
    /// The game.
    #[serde(serialize_with = "shown")]
    pub game: GameName,
    /// The family, with a `*` for the number.
    #[serde(serialize_with = "shown")]
    pub family: GrowingFamily,
    /// Whether the period holds for ever by the argument.
    pub proved: bool,
    /// The period, if one was found.
    pub period: Option<usize>,
    /// The last number that breaks it; -1 if there is none.
    pub last_exception: i64,
    /// The largest number whose board was valued.
    pub checked_to: usize,
    /// The largest value among those.
    pub max_grundy: u32,
    /// The number of the first board.
    pub first: usize,
    /// The values from the first board on: a period and a half beyond the last exception if the period is proved, else all.
    pub values: Vec<u32>,
    /// Why the period holds for ever, or why that is not known.
    pub argument: String,
    /// How many states the boards have, apart from the length of the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// Time used.
    pub seconds: f64,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The period of all states, if it is proved.
    #[serde(skip)]
    system: Option<SystemPeriod>,
}

/// How far paths are made longer if nothing is said.
const USUAL_LENGTH: usize = 2000;

/// Boards that are searched one by one have at most this many vertices if nothing is said.
const USUAL_VERTICES: usize = 30;

/// Looks for the period along a family among the numbers up to `limit`, and proves it where it can.
///
/// ```
/// use outplay::{Run, period_along};
///
/// let found = period_along(&"octal:0.33".parse()?, &"pode:1,1,*".parse()?, None, &Run::default())?;
/// assert_eq!((found.proved, found.period), (true, Some(3)));
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn period_along(
    game: &GameName,
    family: &GrowingFamily,
    limit: Option<usize>,
    run: &Run,
) -> Result<PeriodAlong, Error> {
    if !game.is_impartial() {
        let message = format!("{game} is not impartial: there are no Grundy values to repeat");
        return Err(InputError::plain(message).into());
    }
    let Some(stretch) = family.stretch()? else {
        let why = "this family is not a graph with a path that grows";
        return one_by_one(game, family, limit, why, run);
    };
    let asked = Asked::new(&on(game, family, stretch.first() + 3)?, run)?;
    let Ok((_, rule)) = asked.whole_graph() else {
        return one_by_one(game, family, limit, "the moves of this game do not take vertices", run);
    };
    if let Some(parity) = by_parity(stretch.shape(), rule) {
        return Ok(run.here(|budget| strips_by_parity(game, family, parity, limit, budget)));
    }
    let found = run.work(|budget| {
        let along = AlongValues::new(stretch.shape(), rule, &run.how, budget);
        let mut along = match along.map_err(Error::from)? {
            Ok(along) => along,
            Err(endless) => return Ok(Err(endless)),
        };
        let length = limit.map_or(USUAL_LENGTH, |limit| limit.saturating_sub(stretch.first()));
        let (system, stopped) = lengthened(&mut along, length, budget);
        let (first, mut values) = before(game, family, &stretch, run, budget)?;
        values.extend(
            along
                .values()
                .iter()
                .skip(usize::from(first > stretch.first()))
                .map(|&value| u32::from(value)),
        );
        let mut answer = told(game, family, first, values, budget);
        answer.states = Some(along.system().states().len());
        answer.stopped = stopped;
        answer.system = system;
        match system {
            Some(system) => answer.prove(
                system,
                along.system().bound(system.from, system.period),
                stretch.first(),
            ),
            None => {
                answer.argument =
                    "no proof: not all states of the boards have repeated for long enough".into()
            }
        }
        Ok(Ok(answer))
    })?;
    found.or_else(|endless: Endless| one_by_one(game, family, limit, &endless.to_string(), run))
}

/// Strips whose values a theorem gives.
fn strips_by_parity(
    game: &GameName,
    family: &GrowingFamily,
    parity: [u32; 2],
    limit: Option<usize>,
    budget: &Budget,
) -> PeriodAlong {
    // There is no strip without columns.
    let values = (1..=limit.unwrap_or(12).clamp(12, USUAL_LENGTH)).map(|n| parity[n % 2]).collect();
    let mut answer = told(game, family, 1, values, budget);
    answer.proved = true;
    answer.period = Some(if parity[0] == parity[1] { 1 } else { 2 });
    answer.last_exception = -1;
    answer.system = Some(SystemPeriod { period: 2, from: 1 });
    answer.argument = "by the theorem on strips decided by parity".into();
    answer
}

/// Lengthens the path until a period is proved or a limit is reached.
fn lengthened(
    along: &mut AlongValues,
    most: usize,
    budget: &mut Budget,
) -> (Option<SystemPeriod>, Option<Stopped>) {
    let mut length = 0;
    loop {
        // How long a proof takes is not known beforehand; only the limit is.
        budget.note(length as u64, most as u64);
        length = (2 * length).max(32).min(most);
        if let Err(stopped) = along.extend_to(length, budget) {
            return (along.proved(), Some(stopped));
        }
        let proved = along.proved();
        if proved.is_some() || length >= most {
            return (proved, None);
        }
    }
}

fn on(game: &GameName, family: &GrowingFamily, n: usize) -> Result<Question, InputError> {
    Ok(Question::on(game.clone(), family.member(n)?))
}

/// The number of the first board, and the values of those before the path is one.
fn before(
    game: &GameName,
    family: &GrowingFamily,
    stretch: &Stretch,
    run: &Run,
    budget: &mut Budget,
) -> Result<(usize, Vec<u32>), Error> {
    let mut values = Vec::new();
    for n in 0..stretch.first() {
        let asked = Asked::new(&on(game, family, n)?, run)?;
        let value = value(&asked, &run.how, &mut budget.apart(0))?.map_err(Error::from)?;
        values.extend(grundy(&value));
    }
    let first = if family.has_none(stretch) { 0 } else { stretch.first() + 1 };
    Ok((first, values))
}

fn grundy(value: &GameValue) -> Option<u32> {
    match value {
        GameValue::Impartial { nimber: Some(Nimber::Value(value)), .. } => {
            u32::try_from(*value).ok()
        }
        _ => None,
    }
}

/// Boards that are solved one by one. Nothing is proved.
fn one_by_one(
    game: &GameName,
    family: &GrowingFamily,
    limit: Option<usize>,
    why: &str,
    run: &Run,
) -> Result<PeriodAlong, Error> {
    let built = |n: usize| family.member(n).and_then(|name| name.build_with(run.files));
    let first = match built(0) {
        Ok(_) => 0,
        // If the first four numbers all give no board, the last error is the one reported.
        Err(_) => (1..3).find(|&n| built(n).is_ok()).map_or_else(|| built(3).map(|_| 3), Ok)?,
    };
    let small = |n: &usize| match built(*n) {
        Ok(Board::Places { graph, heaps }) => {
            graph.vertex_count() + heaps.iter().sum::<u64>() as usize <= USUAL_VERTICES
        }
        _ => false,
    };
    let last = limit
        .unwrap_or_else(|| (first + 1..USUAL_VERTICES).take_while(small).last().unwrap_or(first));
    let names = family.range(first, last.max(first)).parse::<outplay_rules::family::Family>()?;
    let mut values = Vec::new();
    let boards = names.into();
    let stopped = table_rows(game, &boards, &Options::default(), true, run, &mut |row| {
        values.extend(grundy(&row.value?));
        Ok(())
    })?;
    let mut answer = run.here(|budget| told(game, family, first, values, budget));
    answer.argument = format!("no proof: {why}");
    answer.stopped = stopped;
    Ok(answer)
}

/// The period that the values suggest.
fn told(
    game: &GameName,
    family: &GrowingFamily,
    first: usize,
    values: Vec<u32>,
    budget: &Budget,
) -> PeriodAlong {
    let seen = seen_period(&values);
    let last_exception = seen.and_then(|(_, last)| last).map_or(-1, |last| (first + last) as i64);
    PeriodAlong {
        game: game.clone(),
        family: family.clone(),
        proved: false,
        period: seen.map(|(period, _)| period),
        last_exception,
        checked_to: (first + values.len()).saturating_sub(1),
        max_grundy: values.iter().copied().max().unwrap_or(0),
        first,
        values,
        argument: String::new(),
        states: None,
        seconds: seconds(budget.progress().elapsed),
        stopped: None,
        system: None,
    }
}

impl PeriodAlong {
    /// The smallest period of the boards, given one that all states have for ever.
    fn prove(&mut self, system: SystemPeriod, bound: usize, path_first: usize) {
        let settled = path_first + system.from - self.first;
        let (period, last) = smallest_within(&self.values, settled, system.period);
        self.proved = true;
        self.period = Some(period);
        self.last_exception = last.map_or(-1, |last| (self.first + last) as i64);
        let SystemPeriod { period: p, from } = system;
        self.argument = format!(
            "by the periodicity theorem for growing paths and strips: {} with period {p} for lengths from {from} to {bound}",
            match self.states.unwrap_or(0) as u64 {
                1 => "the boards have one state, which repeats".into(),
                states => format!("the boards have {} states, which all repeat", number(states)),
            }
        );
        let shown = last.map_or(0, |last| last + 1) + period + period.div_ceil(2);
        self.values.truncate(shown.max(12));
    }

    /// A certificate of the period, if it is proved.
    pub fn certificate(&self) -> Result<String, InputError> {
        let (Some(period), Some(system), true) = (self.period, self.system, self.proved) else {
            return Err(InputError::plain("there is no proved period to certify"));
        };
        let certificate = AlongCertificate {
            game: self.game.to_string(),
            family: self.family.to_string(),
            period,
            last_exception: self.last_exception,
            system_period: system.period,
            system_from: system.from,
        };
        Ok(certificate.write())
    }
}

impl Reply for PeriodAlong {
    fn ended(&self) -> Ended {
        Ended::unless(!self.proved)
    }
}

impl fmt::Display for PeriodAlong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PeriodAlong { game, family, checked_to, max_grundy, values, argument, seconds, .. } =
            self;
        match self.period {
            Some(period) => {
                write!(f, "{game} on {family}: period {period}")?;
                match self.last_exception {
                    -1 => f.write_str(" from the first board on")?,
                    last => write!(f, " with last exception {last}")?,
                }
                match self.proved {
                    true => f.write_str(", proved")?,
                    false => write!(f, ", seen up to {checked_to}, not proved")?,
                }
            }
            None => write!(f, "{game} on {family}: no period seen up to {checked_to}")?,
        }
        let row: Vec<String> = values.iter().take(MOST_SHOWN).map(u32::to_string).collect();
        let more = if values.len() > MOST_SHOWN { " …" } else { "" };
        write!(f, "\n  values from {}: {}{more}", self.first, row.join(" "))?;
        write!(
            f,
            "\n  {argument}\n  largest value {max_grundy} up to {checked_to}, {}",
            time(*seconds)
        )?;
        self.stopped.map_or(Ok(()), |stopped| write!(f, "; {stopped}"))
    }
}

/// Values that are printed.
const MOST_SHOWN: usize = 60;
