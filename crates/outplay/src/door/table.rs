//! A family of boards solved: one row per board.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use outplay_rules::board::BoardName;
use outplay_rules::family::Family;
use outplay_rules::game::{GameName, Theory};
use outplay_rules::option::{MISERE, Options};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, How};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::boards::{Boards, Item};
use super::family::{Plan, Row, Solved, ask_all, value};
use super::grids::{self, Largest};
use crate::answer::{Ended, Reply, shown_or_null};
use crate::error::Error;
use crate::output::lines::{aligned, shown};
use crate::question::{Asked, Question};
use crate::readable::count;
use crate::run::{Partial, Run};
use crate::worth::{Worth, cell, mark};

/// The values of a family of boards.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game.
    pub game: GameName,
    /// The family.
    pub family: Family,
    /// The boards that were solved.
    pub rows: Vec<Row>,
    /// How many boards there are.
    pub boards: usize,
    /// The limit that came before the rest.
    pub stopped: Option<Stopped>,
}

/// Solves the boards of a family, several at a time. A limit is not an error: then the rows are those before it.
///
/// ```
/// use outplay::{Run, table};
///
/// let run = Run::default();
/// let table = table(&"cram".parse()?, &"grid:1..3x1..5".parse()?, &Default::default(), &run)?;
/// assert_eq!(table.rows.len(), 15);
/// println!("{table}");
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn table(
    game: &GameName,
    family: &Family,
    options: &Options,
    run: &Run,
) -> Result<Table, Error> {
    table_of(game, &family.clone().into(), options, run)
}

/// The same for some boards of a family, a file or a stream. All rows are kept; [`table_rows`] keeps none.
pub fn table_of(
    game: &GameName,
    boards: &Boards,
    options: &Options,
    run: &Run,
) -> Result<Table, Error> {
    let mut rows = Vec::new();
    let stopped = table_rows(game, boards, options, true, run, &mut |row| {
        rows.push(row);
        run.listener.partial(Partial::Rows(&rows));
        Ok(())
    })?;
    let (game, family) = (game.clone(), boards.family.clone());
    let boards = boards.count()?.map_or(rows.len(), |count| count as usize);
    Ok(Table { game, family, rows, boards, stopped })
}

/// Solves boards, several at a time, and hands their rows over as they come, in the order of the boards if that is asked for:
/// no more than a few thousand rows are in memory. Gives the limit that came before the rest.
pub fn table_rows(
    game: &GameName,
    boards: &Boards,
    options: &Options,
    ordered: bool,
    run: &Run,
    told: &mut (dyn FnMut(Row) -> Result<(), Error> + Send),
) -> Result<Option<Stopped>, Error> {
    let largest = match boards.has_collections()? {
        true => None,
        false => Largest::of(game, &boards.family, options, run),
    };
    let grids = largest.as_ref().and_then(|largest| largest.grids(&run.how));
    let question = Question::on(game.clone(), BoardName::Petersen).with(options.clone());
    let count = boards.count()?;
    let margins = Margins::default();
    let patience = count.and_then(|count| Margins::patience(game, count, run));
    let one = |item: &Item, how: &How, budget: &mut Budget| {
        if let Some(solved) = grids.as_ref().and_then(|all| grids::value(all, &item.board, budget))
        {
            return solved;
        }
        let asked = item.ask(&question, run)?;
        match patience {
            Some(patience) => margins.value(&item.board, patience, &asked, how, budget),
            None => value(&asked, how, budget),
        }
    };
    run.work(|budget| {
        let mut holes = Holes::default();
        let plan = Plan { how: &run.how, ordered, count };
        let stopped =
            ask_all(boards.items(run.streams), plan, budget, &one, &mut |item, value| {
                let Item { at, board, .. } = item;
                holes.pass(Row { at, board, value }, told)
            })?;
        holes.end(told).map(|()| stopped)
    })
}

/// Margins of the boards of a family. A reader waits for a table, so a margin that takes long is left out where it is
/// known at once who wins.
#[derive(Default)]
struct Margins {
    /// Those of grids, which are the same when they are turned.
    grids: Mutex<HashMap<String, GameValue>>,
}

/// How long a margin may take at least, and what counts as at once.
const A_MARGIN: Duration = Duration::from_secs(1);
const AT_ONCE: Duration = Duration::from_millis(200);

impl Margins {
    /// How long a margin may take: its share of the time that there is. None for games without margins.
    fn patience(game: &GameName, count: u64, run: &Run) -> Option<Duration> {
        let How { outcome_only, method, full_table, .. } = &run.how;
        let asked = game.def().theory == Theory::Scoring && !outcome_only;
        let share = run.limits.time.map_or(Duration::ZERO, |time| {
            time.mul_f64(run.how.threads as f64 / count.max(1) as f64)
        });
        (asked && method.is_none() && !full_table).then(|| share.max(A_MARGIN))
    }

    fn value(
        &self,
        board: &str,
        patience: Duration,
        asked: &Asked,
        how: &How,
        budget: &mut Budget,
    ) -> Solved {
        // Weights tell a grid from the one that is turned.
        let unweighted =
            asked.question.options.iter().all(|(option, _)| option.name == MISERE.name);
        let grid = match board.parse() {
            Ok(BoardName::Grid(m, n)) if unweighted => {
                Some(BoardName::Grid(m.min(n), m.max(n)).to_string())
            }
            _ => None,
        };
        let known = || self.grids.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = grid.as_ref().and_then(|grid| known().get(grid).copied()) {
            return Ok(Ok(value));
        }
        let found = margin_or_winner(patience, asked, how, budget)?;
        if let (Some(grid), Ok(value)) = (grid, found) {
            known().insert(grid, value);
        }
        Ok(found)
    }
}

/// The margin; or who wins, if that is known at once and the margin takes long.
fn margin_or_winner(patience: Duration, asked: &Asked, how: &How, budget: &mut Budget) -> Solved {
    let soon = value(asked, how, &mut budget.within(patience))?;
    if soon != Err(Stopped::Time) || budget.check().is_err() {
        return Ok(soon);
    }
    let outcome = How { outcome_only: true, ..how.clone() };
    match value(asked, &outcome, &mut budget.within(AT_ONCE))? {
        Ok(winner) => Ok(Ok(winner)),
        Err(_) => value(asked, how, budget),
    }
}

/// A family may have holes (ag:2,6 in ag:2,2..7), but if nothing fits the question is wrong. So boards without a value wait
/// for the first that has one.
#[derive(Default)]
struct Holes {
    waiting: Vec<Row>,
    valued: bool,
}

/// This many boards in a row that do not fit are reported one by one.
const MOST_HOLES: usize = 10_000;

impl Holes {
    fn pass(
        &mut self,
        row: Row,
        told: &mut (dyn FnMut(Row) -> Result<(), Error> + Send),
    ) -> Result<(), Error> {
        self.valued |= row.value.is_ok() || self.waiting.len() >= MOST_HOLES;
        self.waiting.push(row);
        if self.valued { self.waiting.drain(..).try_for_each(told) } else { Ok(()) }
    }

    fn end(self, told: &mut (dyn FnMut(Row) -> Result<(), Error> + Send)) -> Result<(), Error> {
        match self.waiting.first() {
            Some(Row { value: Err(error), .. }) if !self.valued => Err(error.clone().into()),
            _ => self.waiting.into_iter().try_for_each(told),
        }
    }
}

impl Reply for Table {
    fn ended(&self) -> Ended {
        Ended::unless(self.stopped.is_some())
    }
}

/// A table as JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Fields {
    game: String,
    family: String,
    columns: Vec<String>,
    /// A row a board, a cell a column.
    rows: Vec<Vec<Value>>,
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    stopped: Option<Stopped>,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Table {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Table".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Fields::json_schema(generator)
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (columns, rows) = self.columns_and_cells();
        let (game, family) = (self.game.to_string(), self.family.to_string());
        Fields { game, family, columns, rows, stopped: self.stopped }.serialize(to)
    }
}

/// Two ranges are laid out as a grid, four as blocks.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { game, family, rows, .. } = self;
        let one_a_name = rows.len() <= family.len();
        f.write_str(&match family.ranges().len() {
            2 if one_a_name => grid(game, family, rows),
            4 if one_a_name => blocks(game, family, rows),
            _ => {
                let (columns, cells) = self.columns_and_cells();
                let cells: Vec<Vec<String>> =
                    cells.iter().map(|row| row.iter().map(shown).collect()).collect();
                aligned(&columns, &cells)
            }
        })?;
        self.end_words().map_or(Ok(()), |words| write!(f, "\n{words}"))
    }
}

impl Table {
    /// The columns that the values have, and a row of cells a board.
    pub fn columns_and_cells(&self) -> (Vec<String>, Vec<Vec<Value>>) {
        let columns = columns(&self.rows, false);
        let cells = self.rows.iter().map(|row| cells(row, &columns)).collect();
        (columns, cells)
    }

    /// The limit that cut the table short, if one did.
    pub fn end_words(&self) -> Option<String> {
        match self.stopped {
            Some(stopped) => Some(stopped_words(self.rows.len(), Some(self.boards), stopped)),
            None => left_out_words(&self.rows),
        }
    }
}

/// The note that margins were left out, if some were not.
fn left_out_words(rows: &[Row]) -> Option<String> {
    let has = |row: &&Row, margin: bool| match row.value {
        Ok(GameValue::Margin(_) | GameValue::MisereMargin(_)) => margin,
        Ok(GameValue::Winner(_)) => !margin,
        _ => false,
    };
    let left_out = rows.iter().filter(|row| has(row, false)).count();
    let any = rows.iter().any(|row| has(&row, true));
    let boards = if left_out == 1 { "board" } else { "boards" };
    (any && left_out > 0).then(|| {
        format!("of {left_out} {boards} only who wins is told: the margin takes long; --time SECONDS allows more")
    })
}

/// The note that a limit came before some boards.
pub fn stopped_words(done: usize, of: Option<usize>, stopped: Stopped) -> String {
    match of.filter(|&of| of > done) {
        Some(of) => format!("stopped after {done} of {of} boards: {stopped}"),
        None => format!("stopped after {}: {stopped}", count(done as u64, "board", "boards")),
    }
}

/// A value as JSON fields.
fn fields(value: &GameValue) -> Map<String, Value> {
    match serde_json::to_value(Worth::from(*value)) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// The columns that the values have. Errors have one if there are any, or if there may yet be.
pub fn columns(rows: &[Row], more_to_come: bool) -> Vec<String> {
    let mut columns = vec!["board".to_string()];
    let fields = rows.iter().filter_map(|row| row.value.as_ref().ok()).map(fields);
    // A margin may be left out.
    let fields = fields.max_by_key(Map::len).unwrap_or_default();
    columns.extend(fields.keys().filter(|key| *key != "forces").cloned());
    if rows.iter().any(|row| row.value.as_ref().is_ok_and(|value| mark(value).is_some())) {
        columns.push("mark".into());
    }
    if more_to_come || rows.iter().any(|row| row.value.is_err()) {
        columns.push("error".into());
    }
    columns
}

/// The columns of a table of a game before any board is solved.
pub fn empty_columns(game: &GameName) -> Vec<&'static str> {
    match game.def().theory {
        Theory::Impartial => vec!["board", "winner", "outcome", "grundy", "error"],
        Theory::Scoring => vec!["board", "winner", "margin", "mark", "error"],
        Theory::Positional => vec!["board", "winner", "result", "plies", "error"],
        Theory::Partizan => vec!["board", "winner", "outcome", "error"],
    }
}

/// A row of cells for a board.
pub fn cells(row: &Row, columns: &[String]) -> Vec<Value> {
    let fields = row.value.as_ref().map(fields).unwrap_or_default();
    let shown = |column: &String| match column.as_str() {
        "board" => json!(row.board),
        "error" => json!(row.value.as_ref().err().map(|error| error.message())),
        "mark" => json!(row.value.as_ref().ok().and_then(mark)),
        key => fields.get(key).cloned().unwrap_or(Value::Null),
    };
    columns.iter().map(shown).collect()
}

/// Two ranges as the papers print them: the first down, the second across.
fn grid(game: &GameName, family: &Family, rows: &[Row]) -> String {
    let (down, across) = (&family.ranges()[0], &family.ranges()[1]);
    let value = |m: u32, n: u32| match rows.iter().find(|row| row.at == [m, n]) {
        Some(Row { value: Ok(value), .. }) => cell(value),
        Some(_) => "-".into(),
        None => "?".into(),
    };
    let header: Vec<String> =
        std::iter::once("m\\n".to_string()).chain(across.clone().map(|n| n.to_string())).collect();
    let body = down.clone().map(|m| {
        std::iter::once(m.to_string())
            .chain(across.clone().map(|n| value(m, n)))
            .collect::<Vec<_>>()
    });
    let table = aligned(&header, &body.collect::<Vec<_>>());
    format!("{game} on {family}: {}\n{table}", what(rows))
}

/// What the values of a table are.
fn what(rows: &[Row]) -> &'static str {
    match rows.iter().find_map(|row| row.value.as_ref().ok()) {
        Some(GameValue::Impartial { nimber: Some(_), .. }) => "Grundy values",
        Some(GameValue::Impartial { .. } | GameValue::Partizan { .. }) => "outcomes",
        Some(GameValue::Margin(_) | GameValue::MisereMargin(_)) => {
            "I_1, II_1: the winner; I_0 II_0: a draw; in brackets the margin, first minus second"
        }
        _ => "results",
    }
}

/// Four ranges as Dailly prints bipodes (his Tables 4 and 5): blocks by the second range down and the fourth across, in
/// each the first range down and the third across.
fn blocks(game: &GameName, family: &Family, rows: &[Row]) -> String {
    let [a1, a2, b1, b2] = family.ranges() else { return String::new() };
    let values: HashMap<&[u32], &Row> = rows.iter().map(|row| (row.at.as_slice(), row)).collect();
    let shown = |at: [u32; 4]| match values.get(at.as_slice()) {
        Some(Row { value: Ok(value), .. }) => cell(value),
        Some(_) => "-".into(),
        None => "?".into(),
    };
    let mut text = format!("{game} on {family}: {}", what(rows));
    for down in a2.clone() {
        for across in b2.clone() {
            text.push_str(&format!("\n\n{down} \\ {across} (second and fourth range)\n"));
            let header: Vec<String> = std::iter::once("1st\\3rd".to_string())
                .chain(b1.clone().map(|n| n.to_string()))
                .collect();
            let row = |m: u32| {
                let cells = b1.clone().map(|n| shown([m, down, n, across]));
                std::iter::once(m.to_string()).chain(cells).collect::<Vec<_>>()
            };
            text.push_str(&aligned(&header, &a1.clone().map(row).collect::<Vec<_>>()));
        }
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test")]
mod tests {
    use outplay_rules::player::Player;

    use super::*;

    fn grid(m: u32, n: u32) -> Asked {
        let question = format!("unshackle grid:{m}x{n}").parse().unwrap();
        Asked::new(&question, &Run::default()).unwrap()
    }

    /// The sign of a margin, or who wins.
    fn winner(value: GameValue) -> Option<Player> {
        match value {
            GameValue::Margin(margin) if margin > 0 => Some(Player::First),
            GameValue::Margin(margin) if margin < 0 => Some(Player::Second),
            GameValue::Winner(winner) => winner,
            _ => None,
        }
    }

    /// A margin that takes longer than it may: the row has the winner instead, and it is whom the margin names.
    #[test]
    fn a_margin_that_takes_long_gives_way_to_the_winner() {
        let how = How::default();
        let mut left_out = 0;
        for (m, n) in [(2, 3), (3, 3), (2, 5), (3, 4), (4, 4)] {
            let mut budget = Budget::unlimited();
            let margin = value(&grid(m, n), &how, &mut budget).unwrap().unwrap();
            let soon =
                margin_or_winner(Duration::ZERO, &grid(m, n), &how, &mut budget).unwrap().unwrap();
            assert!(matches!(margin, GameValue::Margin(_)), "{m}x{n}: {margin:?}");
            assert_eq!(winner(soon), winner(margin), "{m}x{n}: {soon:?}");
            left_out += matches!(soon, GameValue::Winner(_)) as u32;
        }
        assert!(left_out >= 3, "{left_out}");
    }

    /// What a table says of such rows: a turned grid has the same value, and the last line counts them.
    #[test]
    fn a_table_tells_where_margins_are_left_out() {
        let (how, margins) = (How::default(), Margins::default());
        let rows = [(3, 4), (4, 3), (1, 2)].map(|(m, n)| {
            let mut budget = Budget::unlimited();
            let board = format!("grid:{m}x{n}");
            let patience = if (m, n) == (1, 2) { Duration::from_secs(60) } else { Duration::ZERO };
            let value = margins.value(&board, patience, &grid(m, n), &how, &mut budget).unwrap();
            Row { at: vec![m, n], board, value: Ok(value.unwrap()) }
        });
        assert_eq!(rows[0].value, rows[1].value);
        let words = left_out_words(&rows).unwrap();
        assert!(words.starts_with("of 2 boards only who wins is told"), "{words}");
        assert_eq!(left_out_words(&rows[..2]), None);
    }
}
