//! Tables laid out: aligned columns, CSV, Markdown.

use serde_json::Value;

/// A row as CSV.
pub fn csv_line(row: &[String]) -> String {
    let quoted = |text: &String| {
        if text.contains([',', '"', '\n']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.clone()
        }
    };
    row.iter().map(quoted).collect::<Vec<_>>().join(",")
}

/// A row as Markdown.
pub fn markdown_line(row: &[String]) -> String {
    format!("| {} |", row.iter().map(|c| c.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
}

/// The line below the header of a Markdown table.
pub fn rule(columns: &[String]) -> String {
    format!("|{}", " --- |".repeat(columns.len()))
}

/// A table in aligned columns.
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

/// A cell as text.
pub fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
