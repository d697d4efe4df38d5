//! Small pictures of boards, as SVG: the graph with what is gone in grey, or the points with their pieces.

use std::fmt::Write;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::game::GameName;
use outplay_rules::graph::Graph;
use outplay_rules::in_space;
use outplay_rules::moves::{Move, split_moves};
use outplay_rules::option::{Options, START};
use outplay_rules::places::Places;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::Space;

use crate::claim::Shown;

/// The distance of two neighbouring places.
const STEP: f64 = 46.0;

/// A picture, or nothing if the board cannot be drawn.
pub fn svg(shown: &Shown) -> Option<String> {
    let game: GameName = shown.game.parse().ok()?;
    let board: BoardName = shown.board.parse().ok()?;
    match board.build().ok()? {
        Board::Places { graph, .. } => Some(graph_picture(&game, &graph, &shown.after)),
        Board::Sets(sets) => {
            let start = split_moves(&shown.after)
                .first()
                .and_then(|hop| hop.split_once('>').map(|(from, _)| from.to_string()));
            let options = match start {
                Some(start) if game.takes(&START) => {
                    Options::default().with(&START, &start).ok()?
                }
                _ => Options::default(),
            };
            let owners = owners(&game, board, &options, &shown.after);
            Some(points_picture(sets.places(), &owners))
        }
    }
}

/// Who owns each point after the moves: `X`, `O` or nobody.
fn owners(game: &GameName, board: BoardName, options: &Options, after: &str) -> Vec<char> {
    let Ok(built) = board.build() else { return Vec::new() };
    let Ok(cases) = game.cases(built, options) else { return Vec::new() };
    in_space!(cases.first(), |game| {
        let Ok(record) = Record::after(game, after) else { return Vec::new() };
        let owner = |point: usize| match game.space().owner(&record.now().position, point) {
            Some(Player::First) => 'X',
            Some(Player::Second) => 'O',
            None => ' ',
        };
        (0..game.places().len()).map(owner).collect()
    })
}

/// Where places stand: in rows and columns, island by island, or in a square.
fn layout(places: &Places) -> Vec<(f64, f64)> {
    if let Some((rows, columns)) = places.rows_and_columns() {
        return (0..rows * columns).map(|i| ((i % columns) as f64, (i / columns) as f64)).collect();
    }
    if let Some((islands, inner)) = places.islands() {
        let inside = layout(inner);
        let width = inside.iter().map(|p| p.0).fold(0.0, f64::max) + 1.6;
        return (0..islands)
            .flat_map(|i| {
                inside.iter().map(move |p| (p.0 + i as f64 * width, p.1)).collect::<Vec<_>>()
            })
            .collect();
    }
    let side = (places.len() as f64).sqrt().ceil().max(1.0) as usize;
    (0..places.len()).map(|i| ((i % side) as f64, (i / side) as f64)).collect()
}

fn frame(at: &[(f64, f64)], body: &str) -> String {
    let width = at.iter().map(|p| p.0).fold(0.0, f64::max) * STEP + 2.0 * STEP;
    let height = at.iter().map(|p| p.1).fold(0.0, f64::max) * STEP + 2.0 * STEP;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">{body}</svg>"
    )
}

fn point(at: (f64, f64)) -> (f64, f64) {
    (at.0 * STEP + STEP, at.1 * STEP + STEP)
}

fn points_picture(places: &Places, owners: &[char]) -> String {
    let at = layout(places);
    let mut body = String::new();
    for (i, &place) in at.iter().enumerate() {
        let (x, y) = point(place);
        let owner = owners.get(i).copied().unwrap_or(' ');
        let fill = match owner {
            'X' => "#d5e8d4",
            'O' => "#f8cecc",
            _ => "white",
        };
        let _ = write!(
            body,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\" stroke=\"#444\"/>"
        );
        let _ = write!(
            body,
            "<text x=\"{x}\" y=\"{:.1}\" font-size=\"9\" fill=\"#777\">{}</text>",
            y + 27.0,
            places.name(i)
        );
        if owner != ' ' {
            let _ = write!(
                body,
                "<text x=\"{x}\" y=\"{:.1}\" font-weight=\"bold\">{owner}</text>",
                y + 4.5
            );
        }
    }
    frame(&at, &body)
}

/// A graph; what the moves took away is drawn in grey.
fn graph_picture(game: &GameName, graph: &Graph, after: &str) -> String {
    let at = graph_layout(graph);
    let mut left: Vec<u8> = graph.edges().iter().map(|edge| edge.copies).collect();
    let mut gone = vec![false; graph.vertex_count()];
    for mv in moves(game, graph, after) {
        match mv {
            Move::Edge(u, v) => {
                if let Some(i) = graph.edge_index(u as usize, v as usize) {
                    left[i] = left[i].saturating_sub(1);
                }
            }
            Move::Vertices(vertices) => vertices.iter().for_each(|&v| gone[v as usize] = true),
            _ => {}
        }
    }
    let mut body = String::new();
    for (edge, &left) in graph.edges().iter().zip(&left) {
        let [u, v] = edge.ends();
        let dead = left == 0 || gone[u] || gone[v];
        let style = if dead {
            "stroke=\"#ccc\" stroke-dasharray=\"3 3\""
        } else {
            "stroke=\"#222\" stroke-width=\"2\""
        };
        let ((x1, y1), (x2, y2)) = (point(at[u]), point(at[v]));
        if edge.is_loop() {
            let _ = write!(
                body,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"9\" fill=\"none\" {style}/>",
                x1 - 11.0,
                y1 - 11.0
            );
            let _ = write!(
                body,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\">{left}</text>",
                x1 - 24.0,
                y1 - 18.0
            );
            continue;
        }
        let _ = write!(
            body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" {style}/>"
        );
        if edge.copies > 1 {
            let _ = write!(
                body,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\">×{left}</text>",
                (x1 + x2) / 2.0,
                (y1 + y2) / 2.0 - 5.0
            );
        }
    }
    for (v, &place) in at.iter().enumerate() {
        let (x, y) = point(place);
        let (fill, ink) = if gone[v] { ("#eee", "#bbb") } else { ("#dae8fc", "#222") };
        let _ = write!(
            body,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"11\" fill=\"{fill}\" stroke=\"{ink}\"/>"
        );
        let _ = write!(
            body,
            "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{ink}\">{}</text>",
            y + 4.5,
            graph.places().name(v)
        );
    }
    frame(&at, &body)
}

fn moves(game: &GameName, graph: &Graph, after: &str) -> Vec<Move> {
    let board = Board::Places { heaps: Vec::new(), graph: graph.clone() };
    let Ok(cases) = game.cases(board, &Options::default()) else { return Vec::new() };
    in_space!(cases.first(), |game| {
        let record = Record::after(game, after);
        record.map(|record| record.moves().cloned().collect()).unwrap_or_default()
    })
}

/// Rows and columns where the board has them; otherwise by distance from the first vertex.
fn graph_layout(graph: &Graph) -> Vec<(f64, f64)> {
    if let Some(drawing) = graph.drawing() {
        return drawing.iter().map(|p| (p[0], p[1])).collect();
    }
    if graph.places().rows_and_columns().is_some() {
        return layout(graph.places());
    }
    let n = graph.vertex_count();
    let mut at = vec![None; n];
    let mut rows: Vec<usize> = Vec::new();
    for root in 0..n {
        let mut frontier = if at[root].is_none() { vec![root] } else { Vec::new() };
        let mut depth = 0;
        while !frontier.is_empty() {
            let mut next = Vec::new();
            for v in std::mem::take(&mut frontier) {
                if at[v].is_some() {
                    continue;
                }
                if rows.len() <= depth {
                    rows.push(0);
                }
                at[v] = Some((depth as f64, rows[depth] as f64));
                rows[depth] += 1;
                next.extend(graph.neighbours(v).iter().filter(|&w| at[w].is_none()));
            }
            frontier = next;
            depth += 1;
        }
    }
    at.into_iter().map(|place| place.unwrap_or((0.0, 0.0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn() {
        for (game, board, after, word) in [
            ("unshackle", "grid:2x3", "1-2", "stroke-dasharray"),
            ("octal:0.33", "pode:1,1", "1,2", "#bbb"),
            ("hop", "ttt:3", "5>1", ">X<"),
            ("positional", "[sets:1-2 : sets:1-2-3]", "1.1 1.2", ">O<"),
        ] {
            let shown = Shown {
                game: game.into(),
                board: board.into(),
                after: after.into(),
                normal_rules: false,
            };
            let picture = svg(&shown).unwrap_or_default();
            assert!(picture.contains(word), "{game} {board}: {picture}");
        }
    }
}
