//! What a job can find out: the values of all moves, a reply, a table, a nim-sequence, pairs of heaps, a game graph,
//! symmetric partners, a puzzle.

use outplay::door::boards::Boards;
use outplay::door::family::Row;
use outplay::door::game_graph::game_graph;
use outplay::door::levels::{self, Level};
use outplay::door::partners;
use outplay::door::positions::Listing;
use outplay::door::puzzles::{self, Grade};
use outplay::door::reply::{Fitting, FittingStrategy, Replied};
use outplay::door::{review, starts};
use outplay::worth::cell;
use outplay::{
    Asked, Error, HeapGame, InputError, Positions, Run, Table, Written, fitting, period, positions,
    reply, sequence, strategy_reply, table, values,
};
use outplay_lab::catalogue;
use outplay_lab::context::Context;
use outplay_lab::report::ClaimReport;
use outplay_rules::family::Family;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::certificate;

/// A question for a solver.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum Task {
    /// The value of a position and of every move, and why.
    Values { question: Written },
    /// A move for the player to move, by a strategy or somebody of a level: `beginner`, `sees-3`.
    Reply { question: Written, strategy: Option<String> },
    /// What each position of a game was worth.
    Review { question: Written },
    /// What each start of a hop game is worth.
    Starts { question: Written },
    /// The named strategies that fit the game.
    Strategies { question: Written },
    /// Every position that can be reached.
    GameGraph { question: Written },
    /// For every place its partner under a symmetry.
    Symmetry { question: Written },
    /// The values of a family of boards; the question's board is the family.
    Table { question: Written },
    /// Grundy values of heaps and their period.
    Sequence { code: String, to: u32 },
    /// The P-positions of two heaps.
    Pairs { code: String, total: u32 },
    /// What becomes of a published statement.
    Claim { id: String },
    /// A position with one winning move: the same for the same number.
    Puzzle { game: Option<String>, grade: Option<Grade>, number: u64 },
}

impl Task {
    /// Equal for equal questions.
    pub fn key(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The strategy that is asked for if none is: a solver, which also answers when time is short.
pub const OPTIMAL: &str = "optimal";

/// Does the work.
pub fn run(task: &Task, run: &Run) -> Result<Value, Error> {
    match task {
        Task::Values { question } => json(&values(&question.read()?, run)?),
        Task::Reply { question, strategy } => replied(question, strategy.as_deref(), run),
        Task::Review { question } => {
            json(&review::review(&Asked::new(&question.read()?, run)?, run)?)
        }
        Task::Starts { question } => {
            json(&starts::starts(&Asked::new(&question.read()?, run)?, run)?)
        }
        Task::Strategies { question } => strategies(question, run),
        Task::GameGraph { question } => json(&game_graph(&question.read()?, run)?),
        Task::Symmetry { question } => {
            json(&partners::partners(&Asked::new(&question.read()?, run)?, run)?)
        }
        Task::Table { question } => page_table(question, run),
        Task::Sequence { code, to } => page_sequence(&code.parse()?, *to, run),
        Task::Pairs { code, total } => pairs(&code.parse()?, *total, run),
        Task::Claim { id } => claim(id, run),
        Task::Puzzle { game, grade, number } => {
            json(&puzzles::puzzle(game.as_deref(), *grade, *number, run)?)
        }
    }
}

/// An answer as JSON.
fn json(answer: &impl Serialize) -> Result<Value, Error> {
    serde_json::to_value(answer).map_err(|error| InputError::plain(error.to_string()).into())
}

/// A move by the solver, by a strategy, or by the certificate that the server was given.
fn replied(question: &Written, strategy: Option<&str>, run: &Run) -> Result<Value, Error> {
    let question = question.read()?;
    let held = strategy == Some(certificate::NAME);
    if held && let Some(mv) = certificate::reply(&Asked::new(&question, run)?)? {
        let by = Some(certificate::NAME);
        return json(&Replied { name: Some(mv), perfect: Some(true), by, ..Replied::default() });
    }
    if let Some(level) = strategy.and_then(Level::named) {
        return json(&levels::reply(&question, level, run)?);
    }
    match strategy.filter(|name| *name != OPTIMAL && !held) {
        Some(name) => json(&strategy_reply(&question, name, run)?),
        None => json(&reply(&question, run)?),
    }
}

/// The strategies that fit, and the certificate that the server was given if it is about the game.
fn strategies(question: &Written, run: &Run) -> Result<Value, Error> {
    let question = question.read()?;
    let Fitting { mut first, mut second } = fitting(&question, run)?;
    if certificate::is_about(&Asked::new(&question, run)?) {
        let entry = FittingStrategy {
            name: certificate::NAME,
            summary: "plays by the certificate that this server was given",
            source: "--from",
        };
        first.push(entry);
        second.push(entry);
    }
    json(&Fitting { first, second })
}

/// The most boards of a table on the page.
const MOST_BOARDS: usize = 2500;

/// A table with where each board stands in it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageTable<'a> {
    #[serde(flatten)]
    table: &'a Table,
    /// The numbers chosen from the ranges, a board each.
    at: Vec<&'a [u32]>,
    /// The value of each board in a word.
    cells: Vec<String>,
    ranges: Vec<[u32; 2]>,
}

fn page_table(question: &Written, run: &Run) -> Result<Value, Error> {
    let (game, family): (_, Family) = (question.game.parse()?, question.board.parse()?);
    let too_many = || {
        let message = format!("a table on the page has at most {MOST_BOARDS} boards");
        InputError::whole(&question.board, message)
    };
    // Counted before any is made, and again with the graphs of collections.
    if family.len() > MOST_BOARDS || Boards::from(family.clone()).are_more_than(MOST_BOARDS, run) {
        return Err(too_many().into());
    }
    let table = table(&game, &family, &question.options, run)?;
    let short = |row: &Row| row.value.as_ref().map(cell).unwrap_or_default();
    json(&PageTable {
        at: table.rows.iter().map(|row| &row.at[..]).collect(),
        cells: table.rows.iter().map(short).collect(),
        ranges: family.ranges().iter().map(|range| [*range.start(), *range.end()]).collect(),
        table: &table,
    })
}

/// The largest heap of a plot, and how far its period is searched for.
const LARGEST_HEAP: u32 = 20_000;
const PERIOD_LIMIT: u64 = 200_000;

/// A nim-sequence and its period, if that is proved.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageSequence {
    #[serde(flatten)]
    sequence: outplay::Sequence,
    proved: bool,
    period: Option<usize>,
    saltus: u32,
    last_exception: i64,
    checked_to: usize,
}

fn page_sequence(game: &HeapGame, to: u32, run: &Run) -> Result<Value, Error> {
    if to > LARGEST_HEAP {
        let message = format!("the page plots heaps up to {LARGEST_HEAP}");
        return Err(InputError::plain(message).into());
    }
    let sequence = sequence(game, to, run)?;
    let found = period(game, PERIOD_LIMIT, run)?;
    json(&PageSequence {
        sequence,
        proved: found.proved,
        period: found.period.filter(|_| found.proved),
        saltus: found.saltus,
        last_exception: found.last_exception,
        checked_to: found.checked_to,
    })
}

/// The largest total of a chart of pairs.
const LARGEST_TOTAL: u32 = 600;

fn pairs(game: &HeapGame, total: u32, run: &Run) -> Result<Value, Error> {
    if total > LARGEST_TOTAL {
        let message = format!("the page charts totals up to {LARGEST_TOTAL}");
        return Err(InputError::plain(message).into());
    }
    let listing = Listing { heaps: 2, total, irreducible: false, classes: false };
    let pairs: Positions = positions(game, listing, run)?;
    json(&pairs)
}

/// Checks a statement of the catalogue as far as it is checked without `--deep`.
fn claim(id: &str, run: &Run) -> Result<Value, Error> {
    let missing = || {
        InputError::whole(id, format!("there is no claim '{id}'")).help("/api/claims lists them")
    };
    let claim = catalogue::find(id).ok_or_else(missing)?;
    let how = run.how.clone();
    let finding = run.work(|budget| Ok(claim.examine(&mut Context::new(budget, false, how))))?;
    json(&ClaimReport::new(claim, Some(&finding)))
}

/// The answers that a job may have, for its description.
#[cfg(feature = "schema")]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it only describes")]
pub enum Answer<'a> {
    /// Of kind `values`.
    Values(outplay::Values),
    /// Of kind `reply`.
    Reply(Replied),
    /// Of kind `strategies`.
    Strategies(Fitting),
    /// Of kind `table`.
    Table(PageTable<'a>),
    /// Of kind `sequence`.
    Sequence(PageSequence),
    /// Of kind `pairs`.
    Pairs(Positions),
    /// Of kind `review`.
    Review(review::Review),
    /// Of kind `starts`.
    Starts(starts::StartValues),
    /// Of kind `symmetry`.
    Symmetry(partners::Partners),
    /// Of kind `puzzle`.
    Puzzle(puzzles::Found),
    /// Of kind `game-graph`.
    GameGraph(outplay::door::game_graph::GameGraph),
    /// Of kind `claim`.
    Claim(ClaimReport<'a>),
}
