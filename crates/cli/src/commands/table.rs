//! `outplay table`: a family of boards, as many at a time as there are threads, printed as they are solved.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use outplay_rules::board::FileReader;
use outplay_rules::error::InputError;
use outplay_rules::family::{Collection, Family};
use outplay_rules::game::GameName;
use outplay_rules::record::Record;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, How, Oracle};
use serde_json::{Map, Value, json};

use super::grids::{self, Largest};
use super::weight_tables;
use crate::ask::{self, Asked, Task};
use crate::cli::{Common, Table, TableFormat};
use crate::draw::Draw;
use crate::exit::{self, ANSWERED, Exit, LIMIT};
use crate::{progress, report};

/// A board to solve.
pub struct Item {
    /// The number chosen from each range.
    at: Vec<u32>,
    /// What it is called in the table, and the name of the board.
    pub shown: String,
    pub board: String,
}

/// A board of the family with its value, or why it has none.
pub struct Row {
    pub at: Vec<u32>,
    pub board: String,
    pub value: Result<GameValue, InputError>,
}

/// The boards of a family that were solved, and the limit that came before the rest.
pub struct Rows {
    pub rows: Vec<Row>,
    pub stopped: Option<Stopped>,
}

/// What solving one board came to.
pub type Solved = Result<Result<GameValue, Stopped>, InputError>;

pub fn run(common: &Common, table: &Table) -> Result<u8, Exit> {
    let Some(family) = &table.family else { return named(common, table) };
    let game: GameName = table.game.parse()?;
    let family: Family = family.parse()?;
    let items = items(&family, &ask::read_file)?;
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let options = ask::options(&table.options)?;
    let largest = Largest::of(&game, &items, &options, &common.how());
    let grids = largest.as_ref().and_then(|largest| largest.grids(&common.how()));
    let one = |board: &str, how: &How, budget: &mut Budget| {
        if let Some(solved) = grids.as_ref().and_then(|all| grids::value(all, board, budget)) {
            return solved;
        }
        let asked = Asked::on(game.clone(), board.parse()?, options.clone(), String::new())?;
        value(&asked, how, budget)
    };
    let mut printer = Printer::new(common, table);
    let solved =
        solve_family(&items, &common.how(), &mut budget, &one, |rows| printer.stream(rows))?;
    progress::clear(common);
    if !printer.finish(&solved.rows) {
        print(common, table, &game, &family, &solved.rows, solved.stopped);
    }
    if let (Some(stopped), false) = (solved.stopped, common.json) {
        let (done, of) = (solved.rows.len(), items.len());
        exit::print(&format!("stopped after {done} of {of} boards: {stopped}"));
    }
    Ok(if solved.stopped.is_some() { LIMIT } else { ANSWERED })
}

/// A table with a name of its own.
fn named(common: &Common, table: &Table) -> Result<u8, Exit> {
    let Some((columns, rows)) = weight_tables::table(&table.game) else {
        return super::named_table::run(common, &table.game, table.format, table.deep);
    };
    if common.json {
        let json = json!({ "table": table.game, "columns": columns, "rows": rows });
        exit::print(&json.to_string());
        return Ok(ANSWERED);
    }
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(shown).collect()).collect();
    exit::print(&match table.format {
        TableFormat::Csv => csv(&columns, &cells),
        TableFormat::Markdown => markdown(&columns, &cells),
        TableFormat::Text => aligned(&columns, &cells),
    });
    Ok(ANSWERED)
}

/// The boards of a family, those of its collections one by one.
pub fn items(family: &Family, read: FileReader) -> Result<Vec<Item>, InputError> {
    let mut items = Vec::new();
    for member in family.members() {
        match Collection::of(&member.name)? {
            Some(collection) => items.extend(collection.graphs(read)?.into_iter().map(|graph| {
                Item { at: member.at.clone(), shown: graph.shown, board: graph.board }
            })),
            None => {
                items.push(Item { at: member.at, shown: member.name.clone(), board: member.name })
            }
        }
    }
    if items.is_empty() {
        return Err(InputError::plain(format!("{family} has no boards")));
    }
    Ok(items)
}

/// How one board is solved.
pub type One<'a> = &'a (dyn Fn(&str, &How, &mut Budget) -> Solved + Sync);

/// Solves boards, each by `one`, and tells the rows so far whenever there is a new one.
pub fn solve_family(
    items: &[Item],
    how: &How,
    budget: &mut Budget,
    one: One,
    mut told: impl FnMut(&[Row]),
) -> Result<Rows, InputError> {
    let mut rows: Vec<Row> = Vec::new();
    let stopped = solve_all(items, how, budget, one, |item, value| {
        rows.push(Row { at: item.at.clone(), board: item.shown.clone(), value });
        told(&rows);
    });
    // A family may have holes (ag:2,6 in ag:2,2..7), but if nothing fits the question is wrong.
    if rows.iter().all(|row| row.value.is_err())
        && let Some(Row { value: Err(error), .. }) = rows.first()
    {
        return Err(error.clone());
    }
    Ok(Rows { rows, stopped })
}

/// Solves the boards on several threads and hands their values over in order. Says which limit stopped it.
fn solve_all(
    items: &[Item],
    how: &How,
    budget: &mut Budget,
    one: One,
    mut done: impl FnMut(&Item, Result<GameValue, InputError>),
) -> Option<Stopped> {
    let workers = how.threads.min(items.len());
    let how = &How { threads: how.threads / workers.max(1), ..how.clone() };
    let next = &AtomicUsize::new(0);
    let (send, receive) = mpsc::channel::<(usize, Solved)>();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (send, budget) = (send.clone(), budget.fork());
            let work = move || {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(item) = items.get(index)
                {
                    let mut budget = budget.apart(workers - 1);
                    let solved = one(&item.board, how, &mut budget);
                    let stopped = matches!(solved, Ok(Err(_)));
                    if send.send((index, solved)).is_err() || stopped {
                        break;
                    }
                }
            };
            // The solvers recurse once a move.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(send);
        let mut early: BTreeMap<usize, Solved> = BTreeMap::new();
        let mut count = 0;
        loop {
            match receive.recv_timeout(Duration::from_millis(200)) {
                Ok((index, solved)) => drop(early.insert(index, solved)),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return (count < items.len()).then_some(Stopped::Interrupted);
                }
            }
            while let Some(solved) = early.remove(&count) {
                match solved {
                    Ok(Ok(value)) => done(&items[count], Ok(value)),
                    Ok(Err(stopped)) => {
                        next.store(items.len(), Ordering::Relaxed);
                        return Some(stopped);
                    }
                    Err(error) => done(&items[count], Err(error)),
                }
                count += 1;
            }
            budget.note(count as u64, items.len() as u64);
            // The workers notice a limit themselves; this shows how far they are.
            let _ = budget.check();
            if count == items.len() {
                return None;
            }
        }
    })
}

/// Searches recurse once a move; games on the largest boards have thousands.
const STACK: usize = 1 << 28;

/// Prints rows as they come, where the format allows it: lines of CSV and Markdown.
struct Printer {
    format: Option<TableFormat>,
    columns: Vec<String>,
    printed: usize,
}

impl Printer {
    fn new(common: &Common, table: &Table) -> Self {
        let streams = !common.json && table.format != TableFormat::Text;
        Printer { format: streams.then_some(table.format), columns: Vec::new(), printed: 0 }
    }

    /// Prints what can be printed. The columns are known with the first value.
    fn stream(&mut self, rows: &[Row]) {
        if self.format.is_none() || rows.iter().all(|row| row.value.is_err()) {
            return;
        }
        if self.columns.is_empty() {
            self.columns = columns(rows, true);
            match self.format {
                Some(TableFormat::Csv) => exit::print(&csv_line(&self.columns)),
                _ => {
                    exit::print(&markdown_line(&self.columns));
                    exit::print(&rule(&self.columns));
                }
            }
        }
        for row in &rows[self.printed..] {
            let cells: Vec<String> = cells(row, &self.columns).iter().map(shown).collect();
            match self.format {
                Some(TableFormat::Csv) => exit::print(&csv_line(&cells)),
                _ => exit::print(&markdown_line(&cells)),
            }
        }
        self.printed = rows.len();
    }

    /// Whether everything was printed on the way.
    fn finish(&mut self, rows: &[Row]) -> bool {
        self.stream(rows);
        self.format.is_some()
    }
}

/// The value of a board; of a hop game without a start, that of all its starts if they agree.
pub fn value(asked: &Asked, how: &How, budget: &mut Budget) -> Solved {
    let mut values = Vec::new();
    for variant in 0..asked.variants() {
        match asked.with_oracle(variant, how, ValueTask(budget))? {
            Ok(value) => values.push(value),
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    match values[..] {
        [first, ref rest @ ..] if rest.iter().all(|value| *value == first) => Ok(Ok(first)),
        _ => Err(InputError::plain("the starts differ").help("choose one with --start")),
    }
}

struct ValueTask<'a, 'b>(&'a mut Budget<'b>);

impl Task for ValueTask<'_, '_> {
    type Output = Solved;

    fn run<O: Oracle<Rules: Draw>>(self, mut oracle: O, rules: &O::Rules) -> Self::Output {
        Ok(oracle.value(Record::new(rules).now(), self.0))
    }
}

fn print(
    common: &Common,
    table: &Table,
    game: &GameName,
    family: &Family,
    rows: &[Row],
    stopped: Option<Stopped>,
) {
    let (columns, cells) = columns_and_cells(rows);
    if common.json {
        let mut map = Map::new();
        map.insert("game".into(), json!(game.to_string()));
        map.insert("family".into(), json!(family.to_string()));
        map.insert("columns".into(), json!(columns));
        map.insert("rows".into(), json!(cells));
        if let Some(stopped) = stopped {
            map.insert("stopped".into(), json!(stopped.to_string()));
        }
        return exit::print(&Value::Object(map).to_string());
    }
    let cells: Vec<Vec<String>> = cells.iter().map(|row| row.iter().map(shown).collect()).collect();
    let one_a_name = rows.len() <= family.len();
    exit::print(&match (table.format, family.ranges().len()) {
        (TableFormat::Text, 2) if one_a_name => grid(game, family, rows),
        (TableFormat::Text, 4) if one_a_name => blocks(game, family, rows),
        _ => aligned(&columns, &cells),
    });
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// The columns that the values have, and a row of cells a board.
pub fn columns_and_cells(rows: &[Row]) -> (Vec<String>, Vec<Vec<Value>>) {
    let columns = columns(rows, false);
    let cells = rows.iter().map(|row| cells(row, &columns)).collect();
    (columns, cells)
}

/// The columns that the values have. Errors have one if there are any, or if there may yet be.
fn columns(rows: &[Row], more_to_come: bool) -> Vec<String> {
    let mut columns = vec!["board".to_string()];
    let fields =
        rows.iter().find_map(|row| row.value.as_ref().ok()).map(report::fields).unwrap_or_default();
    columns.extend(fields.keys().filter(|key| *key != "forces").cloned());
    if rows.iter().any(|row| row.value.as_ref().is_ok_and(|value| report::mark(value).is_some())) {
        columns.push("mark".into());
    }
    if more_to_come || rows.iter().any(|row| row.value.is_err()) {
        columns.push("error".into());
    }
    columns
}

/// A row of cells for a board.
fn cells(row: &Row, columns: &[String]) -> Vec<Value> {
    let fields = row.value.as_ref().map(report::fields).unwrap_or_default();
    let cell = |column: &String| match column.as_str() {
        "board" => json!(row.board),
        "error" => json!(row.value.as_ref().err().map(|error| error.message())),
        "mark" => json!(row.value.as_ref().ok().and_then(report::mark)),
        key => fields.get(key).cloned().unwrap_or(Value::Null),
    };
    columns.iter().map(cell).collect()
}

fn csv_line(row: &[String]) -> String {
    let quoted = |text: &String| {
        if text.contains([',', '"', '\n']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.clone()
        }
    };
    row.iter().map(quoted).collect::<Vec<_>>().join(",")
}

fn markdown_line(row: &[String]) -> String {
    format!("| {} |", row.iter().map(|c| c.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
}

/// The line below the header of a Markdown table.
fn rule(columns: &[String]) -> String {
    format!("|{}", " --- |".repeat(columns.len()))
}

/// A table as CSV.
pub fn csv(columns: &[String], cells: &[Vec<String>]) -> String {
    lines(csv_line, None, columns, cells)
}

/// A table as Markdown.
pub fn markdown(columns: &[String], cells: &[Vec<String>]) -> String {
    lines(markdown_line, Some(rule(columns)), columns, cells)
}

/// A table line by line, with a line below its header.
fn lines(
    line: fn(&[String]) -> String,
    below: Option<String>,
    columns: &[String],
    cells: &[Vec<String>],
) -> String {
    let rows = cells.iter().map(|row| line(row));
    std::iter::once(line(columns)).chain(below).chain(rows).collect::<Vec<_>>().join("\n")
}

pub fn aligned(columns: &[String], cells: &[Vec<String>]) -> String {
    let all: Vec<&[String]> =
        std::iter::once(columns).chain(cells.iter().map(Vec::as_slice)).collect();
    let width = |i: usize| all.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let line = |row: &&[String]| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    all.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Two ranges as the papers print them: the first down, the second across.
fn grid(game: &GameName, family: &Family, rows: &[Row]) -> String {
    let (down, across) = (&family.ranges()[0], &family.ranges()[1]);
    let value = |m: u32, n: u32| match rows.iter().find(|row| row.at == [m, n]) {
        Some(Row { value: Ok(value), .. }) => report::cell(value),
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
        Some(GameValue::Impartial { .. }) => "outcomes",
        Some(GameValue::Margin(_)) => {
            "I_1, II_1: who wins; I_0 II_0: a draw; in brackets the margin, first minus second"
        }
        _ => "results",
    }
}

/// Four ranges as Dailly prints bipodes (his Tables 4 and 5): blocks by the second range down and the fourth across, in
/// each the first range down and the third across.
fn blocks(game: &GameName, family: &Family, rows: &[Row]) -> String {
    let [a1, a2, b1, b2] = family.ranges() else { return String::new() };
    let values: HashMap<&[u32], &Row> = rows.iter().map(|row| (row.at.as_slice(), row)).collect();
    let cell = |at: [u32; 4]| match values.get(at.as_slice()) {
        Some(Row { value: Ok(value), .. }) => report::cell(value),
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
                let cells = b1.clone().map(|n| cell([m, down, n, across]));
                std::iter::once(m.to_string()).chain(cells).collect::<Vec<_>>()
            };
            text.push_str(&aligned(&header, &a1.clone().map(row).collect::<Vec<_>>()));
        }
    }
    text
}
