//! `outplay table`: a family of boards, as many at a time as there are threads, printed as they are solved.

use std::collections::HashMap;

use outplay::ask::{self, Asked};
use outplay::door::family::{Row, cells, columns, columns_and_cells, items, solve_family, value};
use outplay::report;
use outplay_rules::family::Family;
use outplay_rules::game::GameName;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, How};
use serde_json::{Map, Value, json};

use super::grids::{self, Largest};
use super::weight_tables;
use crate::cli::{Common, Table, TableFormat};
use crate::exit::{self, ANSWERED, Exit, LIMIT};
use crate::progress;

pub fn run(common: &Common, table: &Table) -> Result<u8, Exit> {
    let Some(family) = &table.family else { return named(common, table) };
    let game: GameName = table.game.parse()?;
    let family: Family = family.parse()?;
    let items = items(&family, &ask::read_file)?;
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let options = table.options.read()?;
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
