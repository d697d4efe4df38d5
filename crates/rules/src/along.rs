//! Families of boards along one number: a board's name with a `*` where the number stands, such as `pode:1,1,*` or
//! `grid:3x*`.
//!
//! A `*` after a digit repeats that number (`1*3` is `1,1,1`), so the place of the number is the one `*` that follows no digit:
//! `caterpillar:2,0**,1` has a spine of `*` bare vertices in the middle.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, BoardName};
use crate::error::InputError;
use crate::graph::{Graph, families};
use crate::stretch::{Column, Rooted, Shape, Stretch};

/// A family of boards along one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrowingFamily {
    before: String,
    after: String,
}

impl GrowingFamily {
    /// The name of the board at n.
    pub fn name(&self, n: usize) -> String {
        format!("{}{n}{}", self.before, self.after)
    }

    /// The names from one number to another, as the name of a family with a range.
    pub fn range(&self, first: usize, last: usize) -> String {
        format!("{}{first}..{last}{}", self.before, self.after)
    }

    /// The board's name at n, read.
    pub fn member(&self, n: usize) -> Result<BoardName, InputError> {
        self.name(n).parse()
    }

    /// Whether the path or strip may be empty. `cycle:0` and `grid:2x0` are not boards, and an empty list, as in
    /// `caterpillar:1*0`, is read as a list of one number.
    pub fn has_none(&self, stretch: &Stretch) -> bool {
        let board = self.member(stretch.first()).and_then(|name| name.build());
        let nothing = stretch.shape().graph(0).vertex_count();
        matches!(board, Ok(Board::Places { graph, .. }) if graph.vertex_count() == nothing)
    }

    /// How the boards are one graph with a path that grows, or a strip, if they are.
    pub fn stretch(&self) -> Result<Option<Stretch>, InputError> {
        use BoardName::{Attach, Bipode, Caterpillar, Cycle, Grid, Ladder, Path, Pode};
        let between = |left, right| Some(Shape::Between([left, right]));
        let free = Rooted::free;
        Ok(match (self.member(1)?, self.member(2)?) {
            (Path(1), Path(2)) | (Grid(1, 1), Grid(1, 2) | Grid(2, 1)) => {
                Stretch::new(between(free(), free()), 0)
            }
            (Grid(rows, 1), Grid(same, 2)) | (Grid(1, rows), Grid(2, same)) if rows == same => {
                Stretch::new(Column::of_grid(rows).map(Shape::Strip), 0)
            }
            (Ladder(1), Ladder(2)) => Stretch::new(Column::of_grid(2).map(Shape::Strip), 0),
            (Cycle(1), Cycle(2)) => Stretch::new(Some(Shape::Ring), 0),
            (Pode(one), Pode(two)) => match without_the_one_that_grows(&one, &two) {
                Some(others) => at_centre(families::pode(&others))?,
                None => None,
            },
            (Bipode(left, right, 1), Bipode(left_2, right_2, 2))
                if (&left, &right) == (&left_2, &right_2) =>
            {
                let ends = [families::pode(&left)?, families::pode(&right)?];
                let [left, right] = ends.map(|graph| Rooted::new(&graph, 0));
                let shape = left.zip(right).map(|(left, right)| Shape::Between([left, right]));
                // N edges between the centres are a path of N - 1.
                Stretch::new(shape, 1)
            }
            (Bipode(left, right, between), Bipode(left_2, right_2, between_2)) => {
                if between != between_2 {
                    None
                } else if let Some(others) = without_the_one_that_grows(&left, &left_2) {
                    at_centre(families::bipode(&others, &right, between))?
                } else if let Some(others) = without_the_one_that_grows(&right, &right_2) {
                    at_centre(families::bipode(&others, &left, between))?
                } else {
                    None
                }
            }
            (Caterpillar(one), Caterpillar(two))
                if one.len() == 1 && two == [one[0]; 2] && one[0] > 0 =>
            {
                Stretch::new(Column::of_comb(one[0]).map(Shape::Strip), 0)
            }
            (Caterpillar(one), Caterpillar(two)) => caterpillar(&one, &two)?,
            (Attach(one, vertex, 1), Attach(two, vertex_2, 2))
                if one == two && vertex == vertex_2 =>
            {
                match one.build() {
                    Ok(Board::Places { graph, heaps })
                        if heaps.is_empty() && (1..=graph.vertex_count()).contains(&vertex) =>
                    {
                        at(&graph, vertex - 1)
                    }
                    _ => None,
                }
            }
            _ => None,
        })
    }
}

/// A path from a vertex of a graph.
fn at(graph: &Graph, root: usize) -> Option<Stretch> {
    let core = Rooted::new(graph, root)?;
    Stretch::new(Some(Shape::Between([core, Rooted::free()])), 0)
}

fn at_centre(graph: Result<Graph, InputError>) -> Result<Option<Stretch>, InputError> {
    Ok(at(&graph?, 0))
}

/// The numbers but the one that is 1 in the one list and 2 in the other.
fn without_the_one_that_grows(one: &[usize], two: &[usize]) -> Option<Vec<usize>> {
    let place = one.iter().zip(two).position(|(a, b)| a != b)?;
    let mut others = one.to_vec();
    others.remove(place);
    let mut same = two.to_vec();
    let grown = (one[place], same.remove(place)) == (1, 2);
    (grown && others == same).then_some(others)
}

/// A caterpillar with a row of vertices without leaves that gets longer.
fn caterpillar(one: &[usize], two: &[usize]) -> Result<Option<Stretch>, InputError> {
    let grows = |&place: &usize| {
        let mut longer = one.to_vec();
        longer.insert(place, 0);
        one[place] == 0 && longer == two
    };
    let Some(place) = (0..one.len()).find(grows) else { return Ok(None) };
    let (left, right) = (&one[..place], &one[place + 1..]);
    let end = |leaves: &[usize], root: usize| match leaves {
        [] => Ok(Some(Rooted::free())),
        _ => families::caterpillar(leaves).map(|graph| Rooted::new(&graph, root)),
    };
    let (left, right) = (end(left, left.len().saturating_sub(1))?, end(right, 0)?);
    let shape = left.zip(right).map(|(left, right)| Shape::Between([left, right]));
    Ok(Stretch::new(shape, 0))
}

impl FromStr for GrowingFamily {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let bytes = text.as_bytes();
        let follows_digit = |at: usize| at > 0 && bytes[at - 1].is_ascii_digit();
        let stars: Vec<usize> =
            text.match_indices('*').map(|(at, _)| at).filter(|&at| !follows_digit(at)).collect();
        let [at] = stars[..] else {
            let message = "a family along one number has one * in place of that number";
            return Err(InputError::whole(text, message)
                .help("for example pode:1,1,* or grid:3x* or attach:petersen,1,*"));
        };
        let along = GrowingFamily {
            before: text[..at].trim_start().into(),
            after: text[at + 1..].trim_end().into(),
        };
        // A name that is a board for no number is refused at once.
        along.member(1)?;
        Ok(along)
    }
}

impl fmt::Display for GrowingFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}*{}", self.before, self.after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Structure;

    /// The degrees of a graph and of the neighbours of each vertex, in order: enough to tell the boards here apart.
    fn looks(graph: &Graph) -> Vec<(usize, Vec<usize>)> {
        let degree = |v: usize| graph.neighbours(v).len();
        let mut all: Vec<(usize, Vec<usize>)> = (0..graph.vertex_count())
            .map(|v| {
                let mut near: Vec<usize> = graph.neighbours(v).iter().map(degree).collect();
                near.sort_unstable();
                (degree(v), near)
            })
            .collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn a_stretch_is_the_board() {
        for text in [
            "path:*",
            "grid:1x*",
            "grid:*x1",
            "cycle:*",
            "pode:1,1,*",
            "pode:*",
            "pode:2*2,*,1",
            "bipode:1,1;2;*",
            "bipode:1,*;2,1;3",
            "bipode:1;2,*;0",
            "bipode:1;2,*;2",
            "caterpillar:2,0**,1",
            "caterpillar:1,0,0**",
            "caterpillar:0**,3",
            "attach:cycle:5,1,*",
            "attach:grid:2x3,2,*",
            "grid:2x*",
            "grid:*x3",
            "ladder:*",
            "caterpillar:1**",
            "caterpillar:3**",
        ] {
            let along: GrowingFamily = text.parse().unwrap();
            assert_eq!(along.to_string(), text);
            let stretch = along.stretch().unwrap().unwrap_or_else(|| panic!("{text}"));
            for n in stretch.first().max(3)..9 {
                let Ok(Board::Places { graph, .. }) = along.member(n).unwrap().build() else {
                    panic!("{text} {n}")
                };
                let made = stretch.shape().graph(n - stretch.first());
                assert_eq!(made.edge_count(), graph.edge_count(), "{text} {n}");
                assert_eq!(looks(&made), looks(&graph), "{text} {n}");
                let orbits = |graph: &Graph| {
                    let mut orbits = Structure::of_graph(graph).orbits();
                    orbits.sort_unstable();
                    orbits.dedup();
                    orbits.len()
                };
                assert_eq!(orbits(&made), orbits(&graph), "{text} {n}");
            }
        }
    }

    #[test]
    fn a_family_begins_where_its_name_is_that_board() {
        for (text, has_none) in [
            ("path:*", true),
            ("pode:1,*", true),
            ("attach:cycle:4,1,*", true),
            ("caterpillar:0**,1", true),
            ("caterpillar:0**", false),
            ("caterpillar:1**", false),
            ("cycle:*", false),
            ("grid:2x*", false),
        ] {
            let along: GrowingFamily = text.parse().unwrap();
            let stretch = along.stretch().unwrap().unwrap();
            assert_eq!(along.has_none(&stretch), has_none, "{text}");
        }
    }

    #[test]
    fn others_are_not_stretched() {
        for text in [
            "grid:30x*",
            "pode:1**",
            "star:*",
            "caterpillar:20**",
            "caterpillar:1,2**",
            "caterpillar:1,*",
            "wheel:*",
            "attach:cycle:*,1,3",
            "attach:cycle:2,1,*",
            "complete:*",
        ] {
            let along: GrowingFamily = text.parse().unwrap();
            assert_eq!(along.stretch().unwrap(), None, "{text}");
        }
        for text in ["pode:1,1", "pode:*,*", "grid:*x*", "gird:3x*", "grid:3*4", "heaps"] {
            assert!(text.parse::<GrowingFamily>().is_err(), "{text}");
        }
    }
}
