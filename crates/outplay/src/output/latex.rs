//! Tables for LaTeX, with the rules of the package booktabs.

use super::{Column, ColumnKind};

/// What comes before the rows: numbers to the right, text to the left.
pub fn head(columns: &[Column]) -> String {
    let align = columns.iter().map(|column| if column.kind == ColumnKind::Int { 'r' } else { 'l' });
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    let align: String = align.collect();
    format!("\\begin{{tabular}}{{{align}}}\n\\toprule\n{}\n\\midrule\n", line(&names))
}

/// What comes after them.
pub const FOOT: &str = "\\bottomrule\n\\end{tabular}\n";

/// A row.
pub fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
    format!("{} \\\\", cells.join(" & "))
}

/// Text as LaTeX prints it: graph6 strings have every character that it gives a meaning to.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            _ => escaped.push(c),
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_latex_gives_a_meaning_to() {
        assert_eq!(super::escaped("D~{_\\"), "D\\textasciitilde{}\\{\\_\\textbackslash{}");
    }
}
