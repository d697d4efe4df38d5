//! The misère quotient of a heap game.

use std::fmt;

use outplay_certificate::quotient::{ListedMonoid, QuotientCertificate};
use outplay_certificate::text::MOST_BYTES;
use outplay_rules::error::InputError;
use outplay_solve::heaps::quotient::{Presentation, Quotient, QuotientSearch};
use outplay_solve::limits::Stopped;
use serde::Serialize;

use super::heaps::HeapGame;
use crate::answer::{Ended, Reply, seconds, shown_or_null};
use crate::error::Error;
use crate::readable::{count, time};
use crate::run::Run;

/// The misère quotient of the heaps up to some size, by generators and relations.
#[derive(Clone, Debug, Serialize)]
pub struct MisereQuotient {
    /// The game.
    pub game: HeapGame,
    /// The largest heap that was asked for.
    pub to: usize,
    /// The largest heap of the quotient: less than `to` if a limit came first or the quotient became too large.
    pub heaps: usize,
    /// How many elements the quotient has.
    pub order: usize,
    /// How many of them are P-positions.
    pub p_positions: usize,
    /// Whether it is proved to be the quotient of the heaps up to `heaps`: always, what is not verified is not told.
    pub proved: bool,
    /// Whether it is proved to be the quotient of all heaps.
    pub stable: bool,
    /// The heaps that generate it, and their names.
    pub generators: Vec<Generator>,
    /// The relations between the generators, such as `a^2 = 1`.
    pub relations: Vec<String>,
    /// The elements that are P-positions.
    pub p_portion: Vec<String>,
    /// The element of each heap, from the empty heap on: the pretending function.
    pub pretending: Vec<String>,
    /// The heaps with which the quotient changed.
    pub changes: Vec<Change>,
    /// A period of the pretending function for ever, if the criterion proves one: then this is the quotient of all heaps.
    pub period: Option<PretendingPeriod>,
    /// Whether the next heap makes the quotient larger than can be handled.
    pub too_large: bool,
    /// Time used.
    pub seconds: f64,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The monoid as a checker reads it.
    #[serde(skip)]
    certificate: QuotientCertificate,
}

/// A heap that no lighter sum of heaps is equivalent to.
#[derive(Clone, Debug, Serialize)]
pub struct Generator {
    /// Its name in words.
    pub name: String,
    /// The heap.
    pub heap: usize,
}

/// A heap with which the quotient changed, and its order from there on.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Change {
    /// The heap.
    pub heap: usize,
    /// The number of elements.
    pub order: usize,
    /// How many of them are P-positions.
    pub p_positions: usize,
}

/// A proved period of the pretending function.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PretendingPeriod {
    /// The period.
    pub period: usize,
    /// The first heap from which on it holds.
    pub from: usize,
    /// The heaps below this one were compared with those a period later.
    pub below: usize,
}

/// The misère quotient of the heaps of a game up to a size.
///
/// ```
/// use outplay::{Run, quotient};
///
/// let kayles = quotient(&"kayles".parse()?, 30, &Run::default())?;
/// assert_eq!((kayles.order, kayles.p_positions), (40, 9));
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn quotient(game: &HeapGame, to: usize, run: &Run) -> Result<MisereQuotient, Error> {
    run.work(|budget| {
        let mut search = QuotientSearch::new(game.code().clone());
        let stopped = search.grow_to(to, budget).err();
        let elapsed = seconds(budget.progress().elapsed);
        Ok(MisereQuotient::new(game, to, &search, elapsed, stopped))
    })
}

impl MisereQuotient {
    fn new(
        game: &HeapGame,
        to: usize,
        search: &QuotientSearch,
        seconds: f64,
        stopped: Option<Stopped>,
    ) -> Self {
        let quotient = search.quotient();
        let (monoid, presentation) = (quotient.monoid(), Presentation::new(quotient));
        let generators = presentation.generators().iter().enumerate();
        let generators =
            generators.map(|(number, &heap)| Generator { name: presentation.name(number), heap });
        let relations = presentation.relations().into_iter();
        let spelled = |element: usize| presentation.spelled(element);
        let changes = search.changes().iter().map(|change| Change {
            heap: change.heap,
            order: change.elements,
            p_positions: change.p_positions,
        });
        let period = search.period().map(|found| PretendingPeriod {
            period: found.period,
            from: found.from,
            below: found.below,
        });
        MisereQuotient {
            game: game.clone(),
            to,
            heaps: search.largest(),
            order: monoid.len(),
            p_positions: monoid.p_len(),
            proved: true,
            stable: period.is_some(),
            generators: generators.collect(),
            relations: relations.map(|(left, right)| format!("{left} = {right}")).collect(),
            p_portion: (0..monoid.len()).filter(|&e| monoid.is_p(e)).map(spelled).collect(),
            pretending: quotient.heaps().iter().map(|&element| spelled(element)).collect(),
            changes: changes.collect(),
            period,
            too_large: search.is_too_large(),
            seconds,
            stopped,
            certificate: certificate(game, search),
        }
    }

    /// A certificate of the quotient: of all heaps if that is proved, else of those up to `heaps`.
    pub fn certificate(&self) -> Result<String, InputError> {
        let text = self.certificate.write();
        match text.len() > MOST_BYTES {
            true => Err(InputError::plain("the quotient is too large for a certificate")),
            false => Ok(text),
        }
    }
}

/// The quotient as a checker reads it.
fn certificate(game: &HeapGame, search: &QuotientSearch) -> QuotientCertificate {
    let quotient = search.quotient();
    QuotientCertificate {
        code: game.code().clone(),
        heaps: quotient.heaps().iter().skip(1).map(|&element| element as u16).collect(),
        monoid: listed(quotient),
        period: search.period().map(|found| (found.from, found.period)),
    }
}

/// The monoid as a checker reads it: the products with its generators. It has fewer than 2^16 elements.
pub(super) fn listed(quotient: &Quotient) -> ListedMonoid {
    let monoid = quotient.monoid();
    let row = |&heap: &usize| {
        let generator = quotient.heaps()[heap];
        (0..monoid.len()).map(|element| monoid.times(element, generator) as u16).collect()
    };
    ListedMonoid {
        rows: Presentation::new(quotient).generators().iter().map(row).collect(),
        p: (0..monoid.len()).filter(|&e| monoid.is_p(e)).map(|e| e as u16).collect(),
    }
}

impl Reply for MisereQuotient {
    fn ended(&self) -> Ended {
        Ended::unless(self.heaps < self.to)
    }
}

/// At most this many relations, P-positions or heaps are printed; JSON has all.
const PRINTED: usize = 60;

/// The first few of a list, and how many more there are.
pub(super) fn few(list: &[String], between: &str) -> String {
    let shown = list[..list.len().min(PRINTED)].join(between);
    match list.len().saturating_sub(PRINTED) {
        0 => shown,
        more => format!("{shown}{between}… and {more} more"),
    }
}

impl fmt::Display for MisereQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MisereQuotient { game, heaps, order, p_positions, .. } = self;
        let elements = count(*order as u64, "element", "elements");
        write!(f, "{game}: the misère quotient of the heaps up to {heaps} has order ")?;
        write!(f, "{order}/{p_positions} ({elements}, {p_positions} in P), verified")?;
        let generators: Vec<String> =
            self.generators.iter().map(|g| format!("{} = heap {}", g.name, g.heap)).collect();
        if !generators.is_empty() {
            write!(f, "\n  generators: {}", few(&generators, ", "))?;
            write!(f, "\n  relations: {}", few(&self.relations, ", "))?;
            write!(f, "\n  P-portion: {}", few(&self.p_portion, ", "))?;
            write!(f, "\n  heaps from 0: {}", few(&self.pretending, " "))?;
        }
        if let Some(last) = self.changes.last() {
            write!(f, "\n  last changed by heap {}", last.heap)?;
        }
        match &self.period {
            Some(PretendingPeriod { period, from, .. }) => write!(
                f,
                "\n  this is the quotient of all heaps, proved: heaps n and n + {period} are equivalent from {from} on"
            )?,
            None => f.write_str("\n  larger heaps may change it: no period is proved")?,
        }
        if self.too_large {
            write!(f, "\n  with heap {} it is too large to be found, or infinite", heaps + 1)?;
        }
        write!(f, "\n  {}", time(self.seconds))?;
        self.stopped.map_or(Ok(()), |stopped| write!(f, "; {stopped}"))
    }
}
