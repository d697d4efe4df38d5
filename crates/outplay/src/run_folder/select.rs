//! Simple questions about rows: which, in what order, and how many of each value.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::str::FromStr;

use outplay_rules::error::InputError;
use serde_json::Value;

use crate::output::lines::shown;
use crate::output::{Column, ColumnKind};

/// Conditions such as `grundy >= 5 and winner = second`, all of which a row is to meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection(Vec<Condition>);

#[derive(Clone, Debug, PartialEq)]
struct Condition {
    column: String,
    allowed: &'static [Ordering],
    value: Value,
}

/// The longer signs first: `<=` begins with `<`.
const SIGNS: [(&str, &[Ordering]); 7] = [
    ("<=", &[Ordering::Less, Ordering::Equal]),
    (">=", &[Ordering::Greater, Ordering::Equal]),
    ("!=", &[Ordering::Less, Ordering::Greater]),
    ("==", &[Ordering::Equal]),
    ("=", &[Ordering::Equal]),
    ("<", &[Ordering::Less]),
    (">", &[Ordering::Greater]),
];

impl FromStr for Selection {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let condition = |part: &str| {
            let wrong = || {
                InputError::whole(text, "a condition is a column, a sign and a value")
                    .help("for example grundy >= 5 and winner = second")
            };
            let at = part.find(['<', '>', '=', '!']).ok_or_else(wrong)?;
            let (column, rest) = part.split_at(at);
            let (sign, allowed) =
                SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)).ok_or_else(wrong)?;
            let value = rest[sign.len()..].trim().trim_matches(['"', '\'']);
            let column = column.trim().to_string();
            let value = match value {
                "null" => Value::Null,
                "true" | "false" => Value::Bool(value == "true"),
                _ => value.parse::<i64>().map_or_else(|_| value.into(), Value::from),
            };
            if column.is_empty() { Err(wrong()) } else { Ok(Condition { column, allowed, value }) }
        };
        Ok(Selection(text.split(" and ").map(condition).collect::<Result<_, _>>()?))
    }
}

impl Selection {
    /// Refuses columns that are not there, and values that no cell of the column can have.
    pub fn check(&self, columns: &[Column]) -> Result<(), InputError> {
        self.0.iter().try_for_each(|Condition { column, value, .. }| {
            let expected = match (columns[place(column, columns)?].kind, value) {
                (ColumnKind::Text, _) | (_, Value::Null) => return Ok(()),
                (ColumnKind::Int, Value::Number(_)) | (ColumnKind::Bool, Value::Bool(_)) => {
                    return Ok(());
                }
                (ColumnKind::Int, _) => "whole numbers",
                (ColumnKind::Bool, _) => "true or false",
            };
            let message = format!("the cells of {column} are {expected}, or null");
            Err(InputError::whole(&shown(value), message))
        })
    }

    /// Whether a row meets all conditions. Nothing is larger or smaller than an empty cell.
    pub fn has(&self, row: &[Value], columns: &[Column]) -> bool {
        self.0.iter().all(|Condition { column, allowed, value }| {
            let Ok(at) = place(column, columns) else { return false };
            match (row[at].is_null(), value.is_null()) {
                (true, true) => allowed.contains(&Ordering::Equal),
                (true, false) | (false, true) => {
                    allowed.len() == 2 && !allowed.contains(&Ordering::Equal)
                }
                (false, false) => allowed.contains(&compared(&row[at], value)),
            }
        })
    }
}

/// Which column it is.
fn place(name: &str, columns: &[Column]) -> Result<usize, InputError> {
    columns.iter().position(|column| column.name == name).ok_or_else(|| {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        InputError::plain(format!("there is no column '{name}'"))
            .help(format!("columns: {}", names.join(", ")))
    })
}

/// Numbers by size, the rest as text; empty cells first.
fn compared(a: &Value, b: &Value) -> Ordering {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => (!a.is_null()).cmp(&!b.is_null()).then_with(|| shown(a).cmp(&shown(b))),
    }
}

/// Sorts rows by columns, `grundy,-board`: a minus for the largest first.
pub fn sort(rows: &mut [Vec<Value>], by: &str, columns: &[Column]) -> Result<(), InputError> {
    let keys: Vec<(usize, bool)> = by
        .split(',')
        .map(|key| {
            let key = key.trim();
            let name = key.trim_start_matches('-');
            Ok((place(name, columns)?, name.len() < key.len()))
        })
        .collect::<Result<_, InputError>>()?;
    rows.sort_by(|a, b| {
        let by = |&(at, down): &(usize, bool)| {
            let order = compared(&a[at], &b[at]);
            if down { order.reverse() } else { order }
        };
        keys.iter().map(by).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    });
    Ok(())
}

/// How many rows have each value of a column, numbers by size.
#[derive(Clone, Debug, Default)]
pub struct Histogram(BTreeMap<(i64, String), u64>);

impl Histogram {
    /// Counts a cell.
    pub fn count(&mut self, cell: &Value) {
        *self.0.entry((cell.as_i64().unwrap_or(i64::MAX), shown(cell))).or_default() += 1;
    }

    /// Each value with how often it was there.
    pub fn bars(&self) -> Vec<(String, u64)> {
        self.0.iter().map(|((_, value), count)| (value.clone(), *count)).collect()
    }
}

/// A histogram of a column over some rows.
pub fn histogram(
    rows: &[Vec<Value>],
    column: &str,
    columns: &[Column],
) -> Result<Vec<(String, u64)>, InputError> {
    let at = place(column, columns)?;
    let mut histogram = Histogram::default();
    rows.iter().for_each(|row| histogram.count(&row[at]));
    Ok(histogram.bars())
}

/// A histogram as a picture.
pub fn histogram_svg(bars: &[(String, u64)], title: &str) -> String {
    const WIDTH: f64 = 640.0;
    const HEIGHT: f64 = 320.0;
    const EDGE: f64 = 40.0;
    let most = bars.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1) as f64;
    let step = (WIDTH - 2.0 * EDGE) / bars.len().max(1) as f64;
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n<text x=\"{}\" y=\"20\" font-size=\"14\">{}</text>\n",
        WIDTH / 2.0,
        escaped(title)
    );
    for (index, (value, count)) in bars.iter().enumerate() {
        let height = (HEIGHT - 2.5 * EDGE) * *count as f64 / most;
        let (x, y) = (EDGE + step * index as f64, HEIGHT - EDGE - height);
        let middle = x + step / 2.0;
        let value = if value.is_empty() { "–" } else { value };
        svg.push_str(&format!(
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#4a6fa5\"/>\n<text x=\"{middle:.1}\" y=\"{:.1}\">{count}</text>\n<text x=\"{middle:.1}\" y=\"{:.1}\">{}</text>\n",
            x + step * 0.1,
            step * 0.8,
            y - 4.0,
            HEIGHT - EDGE + 15.0,
            escaped(value)
        ));
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_are_selected_and_sorted() {
        let columns = ["board", "grundy", "holds"].map(Column::named);
        let mut rows = vec![
            vec![json!("a"), json!(10), json!(true)],
            vec![json!("b"), json!(9), json!(false)],
            vec![json!("c"), Value::Null, json!(true)],
        ];
        let chosen = |text: &str| {
            let selection: Selection = text.parse().unwrap();
            selection.check(&columns).unwrap();
            let has = |row: &&Vec<Value>| selection.has(row, &columns);
            rows.iter().filter(has).map(|row| shown(&row[0])).collect::<String>()
        };
        for (text, expected) in [
            ("grundy >= 10", "a"),
            ("grundy<10", "b"),
            ("grundy != 9", "ac"),
            ("grundy = null", "c"),
            ("grundy != null", "ab"),
            ("holds = true and grundy > 0", "a"),
            ("board = 'b'", "b"),
            ("board > a", "bc"),
        ] {
            assert_eq!(chosen(text), expected, "{text}");
        }
        for wrong in ["", "grundy", "= 5", "grundy ~ 5"] {
            assert!(wrong.parse::<Selection>().is_err(), "{wrong}");
        }
        for wrong in ["nimber = 5", "grundy > x", "grundy = true", "holds = yes", "holds > 0"] {
            assert!(wrong.parse::<Selection>().unwrap().check(&columns).is_err(), "{wrong}");
        }
        sort(&mut rows, "-grundy", &columns).unwrap();
        assert_eq!(rows.iter().map(|row| shown(&row[0])).collect::<String>(), "abc");
        sort(&mut rows, "holds,-board", &columns).unwrap();
        assert_eq!(rows.iter().map(|row| shown(&row[0])).collect::<String>(), "bca");
        let bars = histogram(&rows, "grundy", &columns).unwrap();
        assert_eq!(bars, [("9".into(), 1), ("10".into(), 1), (String::new(), 1)]);
        assert!(histogram_svg(&bars, "a<b").contains("a&lt;b"));
    }
}
