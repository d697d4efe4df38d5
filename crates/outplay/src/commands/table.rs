//! `outplay table`: a family of boards, solved one after another.

use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::family::Family;
use outplay_rules::game::GameName;
use outplay_rules::record::Record;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, How, Oracle};
use serde_json::{Map, Value, json};

use super::weight_tables;
use crate::ask::{self, Asked, Task};
use crate::cli::{Common, Table, TableFormat};
use crate::draw::Draw;
use crate::exit::{self, ANSWERED, Exit, LIMIT};
use crate::{progress, report};

/// A board of the family with its value, or why it has none.
struct Row {
    at: Vec<u32>,
    board: String,
    value: Result<GameValue, String>,
}

pub fn run(common: &Common, table: &Table) -> Result<u8, Exit> {
    let Some(family) = &table.family else { return named(common, table) };
    let game: GameName = table.game.parse()?;
    let family: Family = family.parse()?;
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let how = common.how();
    let mut rows = Vec::new();
    let mut stopped = None;
    let mut wrong: Option<InputError> = None;
    for (done, member) in family.members().enumerate() {
        budget.note(done as u64, family.len() as u64);
        let value = match solve(&game, &member.name, table, &how, &mut budget) {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(limit)) => {
                stopped = Some(limit);
                break;
            }
            Err(error) => {
                let message = error.message().to_string();
                wrong.get_or_insert(error);
                Err(message)
            }
        };
        rows.push(Row { at: member.at, board: member.name, value });
    }
    progress::clear(common);
    // A family may have holes (ag:2,6 in ag:2,2..7), but if nothing fits the question is wrong.
    if let (Some(error), true) = (wrong, rows.iter().all(|row| row.value.is_err())) {
        return Err(error.into());
    }
    print(common, table, &game, &family, &rows, stopped);
    Ok(if stopped.is_some() { LIMIT } else { ANSWERED })
}

/// A table with a name of its own.
fn named(common: &Common, table: &Table) -> Result<u8, Exit> {
    let Some((columns, rows)) = weight_tables::table(&table.game) else {
        let names = weight_tables::names();
        let message = format!("there is no table '{}'", table.game);
        let help = format!("tables: {}; or a game and a family of boards", names.join(", "));
        return Err(InputError::whole(&table.game, message).help(help).into());
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

/// A cell as text.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

fn solve(
    game: &GameName,
    board: &str,
    table: &Table,
    how: &How,
    budget: &mut Budget,
) -> Result<Result<GameValue, Stopped>, InputError> {
    let board: BoardName = board.parse()?;
    let asked = Asked::on(game.clone(), board, ask::options(&table.options)?, String::new())?;
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
    type Output = Result<Result<GameValue, Stopped>, InputError>;

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
    exit::print(&match (table.format, family.ranges().len()) {
        (TableFormat::Csv, _) => csv(&columns, &cells),
        (TableFormat::Markdown, _) => markdown(&columns, &cells),
        (TableFormat::Text, 2) => grid(game, family, rows),
        (TableFormat::Text, _) => aligned(&columns, &cells),
    });
    if let Some(stopped) = stopped {
        exit::print(&format!("stopped after {} of {} boards: {stopped}", rows.len(), family.len()));
    }
}

/// The columns that the values have, and a row of cells a board.
fn columns_and_cells(rows: &[Row]) -> (Vec<String>, Vec<Vec<Value>>) {
    let mut columns = vec!["board".to_string()];
    let fields =
        rows.iter().find_map(|row| row.value.as_ref().ok()).map(report::fields).unwrap_or_default();
    columns.extend(fields.keys().filter(|key| *key != "forces").cloned());
    if rows.iter().any(|row| row.value.as_ref().is_ok_and(|value| report::mark(value).is_some())) {
        columns.push("mark".into());
    }
    let has_errors = rows.iter().any(|row| row.value.is_err());
    if has_errors {
        columns.push("error".into());
    }
    let cells = rows.iter().map(|row| {
        let fields = row.value.as_ref().map(report::fields).unwrap_or_default();
        let cell = |column: &String| match column.as_str() {
            "board" => json!(row.board),
            "error" => json!(row.value.as_ref().err()),
            "mark" => json!(row.value.as_ref().ok().and_then(report::mark)),
            key => fields.get(key).cloned().unwrap_or(Value::Null),
        };
        columns.iter().map(cell).collect()
    });
    let cells = cells.collect();
    (columns, cells)
}

fn csv(columns: &[String], cells: &[Vec<String>]) -> String {
    let quoted = |text: &String| {
        if text.contains([',', '"', '\n']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.clone()
        }
    };
    let line = |row: &[String]| row.iter().map(quoted).collect::<Vec<_>>().join(",");
    std::iter::once(line(columns))
        .chain(cells.iter().map(|row| line(row)))
        .collect::<Vec<_>>()
        .join("\n")
}

fn markdown(columns: &[String], cells: &[Vec<String>]) -> String {
    let line = |row: &[String]| {
        format!("| {} |", row.iter().map(|c| c.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
    };
    let rule = format!("|{}", " --- |".repeat(columns.len()));
    [line(columns), rule]
        .into_iter()
        .chain(cells.iter().map(|row| line(row)))
        .collect::<Vec<_>>()
        .join("\n")
}

fn aligned(columns: &[String], cells: &[Vec<String>]) -> String {
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
    let what = match rows.iter().find_map(|row| row.value.as_ref().ok()) {
        Some(GameValue::Impartial { nimber: Some(_), .. }) => "Grundy values",
        Some(GameValue::Impartial { .. }) => "outcomes",
        Some(GameValue::Margin(_)) => {
            "I_1, II_1: who wins; I_0 II_0: a draw; in brackets the margin, first minus second"
        }
        _ => "results",
    };
    format!("{game} on {family}: {what}\n{}", aligned(&header, &body.collect::<Vec<_>>()))
}
