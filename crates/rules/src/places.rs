//! What the places of a board are called: `7`, `(2,3)`, `a`, `4.1`.

use crate::visible::visible;

/// The names of the vertices or points of one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    count: usize,
    style: Style,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Style {
    /// 1, 2, 3, … in reading order.
    Numbers,
    /// Numbers, and `(row,column)` is understood too.
    Grid { columns: usize },
    /// The names a file gives.
    Labels(Vec<String>),
    /// `outer.inner`.
    Nested { inner: Box<Places> },
}

impl Places {
    /// Places called 1 to `count`.
    pub fn numbered(count: usize) -> Self {
        Places { count, style: Style::Numbers }
    }

    /// Places of a board of rows and columns, numbered in reading order.
    pub fn grid(rows: usize, columns: usize) -> Self {
        Places { count: rows * columns, style: Style::Grid { columns } }
    }

    /// Places with the given names; plain numbers if those are 1, 2, 3, … anyway. Characters that are orders to the screen
    /// are written out.
    pub fn labelled(labels: Vec<String>) -> Self {
        let labels: Vec<String> = labels.iter().map(|label| visible(label).into_owned()).collect();
        let count = labels.len();
        let numbered = labels.iter().enumerate().all(|(i, label)| *label == (i + 1).to_string());
        let style = if numbered { Style::Numbers } else { Style::Labels(labels) };
        Places { count, style }
    }

    /// Islands `1..=outer`, each with the places `inner`.
    pub fn nested(outer: usize, inner: Places) -> Self {
        Places { count: outer * inner.count, style: Style::Nested { inner: Box::new(inner) } }
    }

    /// Islands that need not be alike, called `island.place`.
    pub fn islands_of(islands: &[Places]) -> Self {
        let names = |(i, island): (usize, &Places)| {
            (0..island.count)
                .map(|place| format!("{}.{}", i + 1, island.name(place)))
                .collect::<Vec<_>>()
        };
        Places::labelled(islands.iter().enumerate().flat_map(names).collect())
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no place.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Rows and columns, if the places are laid out so.
    pub fn rows_and_columns(&self) -> Option<(usize, usize)> {
        match self.style {
            Style::Grid { columns } => Some((self.count / columns.max(1), columns)),
            _ => None,
        }
    }

    /// The number of islands and the places of one, on a nested board.
    pub fn islands(&self) -> Option<(usize, &Places)> {
        match &self.style {
            Style::Nested { inner } => Some((self.count / inner.count.max(1), inner)),
            _ => None,
        }
    }

    /// The name of place `index`, counted from 0.
    pub fn name(&self, index: usize) -> String {
        match &self.style {
            Style::Numbers | Style::Grid { .. } => (index + 1).to_string(),
            // A move that is not on the board may name a place beyond it.
            Style::Labels(labels) => labels.get(index).cloned().unwrap_or((index + 1).to_string()),
            Style::Nested { inner } => {
                format!("{}.{}", index / inner.count + 1, inner.name(index % inner.count))
            }
        }
    }

    /// The place called `text`, counted from 0. A place may always be given by its number, unless another is called so.
    pub fn read(&self, text: &str) -> Option<usize> {
        let text = text.trim();
        let named = match &self.style {
            Style::Numbers => None,
            Style::Grid { columns } => self.read_pair(text, *columns),
            Style::Labels(labels) => labels.iter().position(|label| label == text),
            Style::Nested { inner } => text.split_once('.').and_then(|(outer, rest)| {
                let island = read_number(outer)?;
                let place = inner.read(rest)?;
                (island < self.count / inner.count).then(|| island * inner.count + place)
            }),
        };
        named.or_else(|| read_number(text).filter(|&index| index < self.count))
    }

    fn read_pair(&self, text: &str, columns: usize) -> Option<usize> {
        let (row, column) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let (row, column) = (read_number(row.trim())?, read_number(column.trim())?);
        (column < columns && row < self.count / columns).then(|| row * columns + column)
    }

    /// A phrase that tells which places exist, for error messages.
    pub fn describe(&self) -> String {
        match (self.count, &self.style) {
            (0, _) => "the board has no places".to_string(),
            (1, Style::Numbers | Style::Grid { .. }) => "the only place is 1".to_string(),
            (n, Style::Numbers) => format!("places are numbered 1 to {n}"),
            (n, Style::Grid { columns }) => {
                format!("places are numbered 1 to {n}, or (1,1) to ({},{columns})", n / columns)
            }
            (_, Style::Labels(labels)) => {
                let shown: Vec<&str> = labels.iter().take(12).map(String::as_str).collect();
                let more = if labels.len() > 12 { ", …" } else { "" };
                format!("the vertices are {}{more}", shown.join(", "))
            }
            (n, Style::Nested { .. }) => {
                format!("places run from {} to {}", self.name(0), self.name(n - 1))
            }
        }
    }
}

/// A number from 1, as an index from 0.
fn read_number(text: &str) -> Option<usize> {
    let digits_only = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits_only.then(|| text.parse::<usize>().ok()).flatten()?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(places: &Places) {
        for index in 0..places.len() {
            assert_eq!(places.read(&places.name(index)), Some(index));
        }
    }

    #[test]
    fn names_are_read_back() {
        round_trip(&Places::numbered(12));
        round_trip(&Places::grid(3, 4));
        round_trip(&Places::labelled(vec!["b".into(), "a".into(), "1".into()]));
        round_trip(&Places::nested(3, Places::nested(2, Places::grid(2, 2))));
    }

    #[test]
    fn names_give_no_orders_to_the_screen() {
        let places = Places::labelled(vec!["a\u{1b}[2K".into(), "b\nc".into()]);
        assert_eq!((places.name(0), places.name(1)), ("a\\u001b[2K".into(), "b\\u000ac".into()));
        assert!(!places.describe().contains(char::is_control), "{}", places.describe());
        round_trip(&places);
    }

    #[test]
    fn other_ways_to_say_it() {
        assert_eq!(Places::grid(2, 4).read("(2,1)"), Some(4));
        assert_eq!(Places::grid(2, 4).read("(3,1)"), None);
        assert_eq!(Places::grid(2, 4).read("(1,5)"), None);
        assert_eq!(Places::nested(3, Places::numbered(7)).read("2.3"), Some(9));
        assert_eq!(Places::nested(3, Places::numbered(7)).read("10"), Some(9));
        assert_eq!(Places::nested(3, Places::numbered(7)).read("4.1"), None);
        // A name goes before a number.
        assert_eq!(Places::labelled(vec!["2".into(), "1".into()]).read("2"), Some(0));
    }

    #[test]
    fn what_is_not_a_place() {
        for text in ["0", "13", "", "x", "-1", "+3", "(1,1", "1.1", "99999999999999999999999"] {
            assert_eq!(Places::numbered(12).read(text), None, "{text}");
        }
    }
}
