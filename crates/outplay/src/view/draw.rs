//! Boards drawn with letters.

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::places::Places;
use outplay_rules::player::Side;
use outplay_rules::spaces::{
    EdgePosition, Edges, HeapPosition, Heaps, OfferPosition, Offers, Points, Space, Stones,
    TintPosition, Tints, Trio, Trios, Vertices,
};

/// Positions as lines of text, whatever the game.
pub trait Draw: Space {
    /// The position as lines of text.
    fn draw(&self, position: &Self::Position) -> String;
}

impl Draw for Heaps {
    fn draw(&self, position: &HeapPosition) -> String {
        let heap = |size: &u64| match size {
            0..=60 => format!("{size:>4}  {}", "● ".repeat(*size as usize).trim_end()),
            _ => format!("{size:>4}  {}… ", "● ".repeat(58)),
        };
        let mut lines: Vec<String> = position.heaps.iter().map(heap).collect();
        if self.board().vertex_count() > 0 {
            lines.push(vertices(self.board(), &position.vertices));
        }
        if lines.is_empty() { "nothing is left".into() } else { lines.join("\n") }
    }
}

impl Draw for Vertices {
    fn draw(&self, position: &BitSet) -> String {
        vertices(self.board(), position)
    }
}

impl Draw for Tints {
    fn draw(&self, position: &TintPosition) -> String {
        let only = |side: Side| {
            let own = position.of(side).difference(position.of(side.other()));
            let names: Vec<String> = own.iter().map(|v| self.places().name(v)).collect();
            if own.is_empty() {
                String::new()
            } else {
                format!("\n{side} only: {}", names.join(" "))
            }
        };
        vertices(self.board(), &position.live()) + &Side::BOTH.map(only).concat()
    }
}

impl Draw for Edges {
    fn draw(&self, position: &EdgePosition) -> String {
        edges(self, position)
    }
}

impl Draw for Points {
    fn draw(&self, position: &Stones) -> String {
        points(self.places(), &|point| stone(position, point))
    }
}

impl Draw for Offers {
    fn draw(&self, position: &OfferPosition) -> String {
        let offered = |point: usize| {
            position.offered.is_some_and(|(a, b)| point == a as usize || point == b as usize)
        };
        points(self.places(), &|point| {
            if offered(point) { Some('?') } else { stone(&position.stones, point) }
        })
    }
}

impl Draw for Trios {
    fn draw(&self, position: &Trio) -> String {
        let mark = |player: usize| ['X', 'O', '\u{25b3}'][player];
        points(self.places(), &|point| position.owner(point).map(mark))
    }
}

fn stone(position: &Stones, point: usize) -> Option<char> {
    match (position.first.contains(point), position.second.contains(point)) {
        (true, _) => Some('X'),
        (_, true) => Some('O'),
        _ => None,
    }
}

/// Points of a board, owned ones by their letter, free ones by their name.
fn points(places: &Places, mark: &dyn Fn(usize) -> Option<char>) -> String {
    if let Some((islands, inner)) = places.islands() {
        let island = |i: usize| {
            let drawn = points(inner, &|point| mark(i * inner.len() + point));
            format!("island {}\n{drawn}", i + 1)
        };
        return beside(&(0..islands).map(island).collect::<Vec<_>>());
    }
    let width = (0..places.len()).map(|i| places.name(i).len()).max().unwrap_or(1);
    let columns = places.rows_and_columns().map_or(10, |(_, columns)| columns).max(1);
    let cell = |i: usize| match mark(i) {
        Some(letter) => format!("{:>width$}", letter),
        None => format!("\u{b7}{:<1$}", places.name(i), width.saturating_sub(1)),
    };
    // Owned points stand out because free ones carry a dot before their number.
    let wide = width + 1;
    let row = |row: &[usize]| {
        row.iter().map(|&i| format!("{:>wide$}", cell(i))).collect::<Vec<_>>().join(" ")
    };
    let all: Vec<usize> = (0..places.len()).collect();
    if all.is_empty() {
        "no points".into()
    } else {
        all.chunks(columns).map(row).collect::<Vec<_>>().join("\n")
    }
}

/// Blocks of text side by side, as many as fit a terminal.
fn beside(blocks: &[String]) -> String {
    const WIDTH: usize = 78;
    let width = blocks
        .iter()
        .flat_map(|block| block.lines())
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(1)
        + 4;
    let rows = blocks.chunks((WIDTH / width).max(1)).map(|chunk| {
        let height = chunk.iter().map(|block| block.lines().count()).max().unwrap_or(0);
        let line = |i: usize| {
            let cells =
                chunk.iter().map(|block| format!("{:<width$}", block.lines().nth(i).unwrap_or("")));
            cells.collect::<String>().trim_end().to_string()
        };
        (0..height).map(line).collect::<Vec<_>>().join("\n")
    });
    rows.collect::<Vec<_>>().join("\n\n")
}

/// Whether every edge joins a vertex of a grid to the next one right or below, or is a loop.
fn drawn_as_grid(graph: &Graph) -> Option<(usize, usize)> {
    let (rows, columns) = graph.places().rows_and_columns()?;
    let fits = graph.edges().iter().all(|edge| {
        let [u, v] = edge.ends();
        u == v || v == u + columns || (v == u + 1 && v % columns != 0)
    });
    fits.then_some((rows, columns))
}

/// A grid with vertices and the edges that `copies` says are there.
fn grid(
    (rows, columns): (usize, usize),
    vertex: impl Fn(usize) -> String,
    copies: impl Fn(usize, usize) -> u32,
) -> String {
    let width = (0..rows * columns).map(|v| vertex(v).chars().count()).max().unwrap_or(1);
    let mut lines = Vec::new();
    for r in 0..rows {
        let mut line = String::new();
        let mut below = String::new();
        for c in 0..columns {
            let here = r * columns + c;
            line.push_str(&format!("{:>width$}", vertex(here)));
            if c + 1 < columns {
                line.push_str(if copies(here, here + 1) > 0 { " -- " } else { "    " });
            }
            if r + 1 < rows {
                let bar = if copies(here, here + columns) > 0 { "|" } else { " " };
                below.push_str(&format!("{bar:>width$}    "));
            }
        }
        lines.push(line.trim_end().to_string());
        if r + 1 < rows {
            lines.push(below.trim_end().to_string());
        }
    }
    lines.join("\n")
}

/// A graph of which some vertices are left.
fn vertices(graph: &Graph, left: &BitSet) -> String {
    let name = |v: usize| graph.places().name(v);
    let there = |u: usize, v: usize| {
        u32::from(left.contains(u) && left.contains(v) && graph.edge_index(u, v).is_some())
    };
    if let Some(size) = drawn_as_grid(graph) {
        return grid(size, |v| if left.contains(v) { name(v) } else { "\u{b7}".into() }, there);
    }
    let neighbours = |v: usize| {
        let next: Vec<String> = graph.neighbours(v).intersection(left).iter().map(name).collect();
        format!(
            "{:>4}  next to {}",
            name(v),
            if next.is_empty() { "nothing".into() } else { next.join(" ") }
        )
    };
    let lines: Vec<String> = left.iter().map(neighbours).collect();
    if lines.is_empty() { "nothing is left".into() } else { lines.join("\n") }
}

/// A multigraph of which some edges are left; a number behind a vertex counts its loops.
fn edges(board: &Edges, position: &EdgePosition) -> String {
    let graph = board.graph();
    let copies =
        |u: usize, v: usize| graph.edge_index(u, v).map_or(0, |index| position[index] as u32);
    if let Some(size) = drawn_as_grid(graph) {
        let vertex = |v: usize| match (board.weight(position, v), copies(v, v)) {
            (0, _) => "\u{b7}".to_string(),
            (_, 0) => format!("({})", graph.places().name(v)),
            (_, loops) => format!("({})+{loops}", graph.places().name(v)),
        };
        return grid(size, vertex, copies);
    }
    let edge = |index: usize| {
        let [u, v] = graph.edges()[index].ends();
        let name = format!("{}-{}", graph.places().name(u), graph.places().name(v));
        if position[index] > 1 { format!("{name} x{}", position[index]) } else { name }
    };
    let left: Vec<String> = board.left(position).map(edge).collect();
    if left.is_empty() {
        "no edges are left".into()
    } else {
        format!("edges left: {}", left.join(", "))
    }
}
