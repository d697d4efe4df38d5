//! The game graph of a position, with its kernel marked.

use std::fmt;
use std::path::Path;

use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::option::MISERE;
use outplay_rules::record::Record;
use outplay_rules::rules::Part;
use outplay_rules::ruleset::{AnyImpartial, Game};
use outplay_rules::spaces::Space;
use outplay_solve::impartial::{GameGraph, game_graph};
use outplay_solve::limits::Budget;
use serde::Serialize;

use crate::answer::Reply;
use crate::error::Error;
use crate::files;
use crate::question::{Asked, Question};
use crate::readable::count;
use crate::run::Run;

/// How a game graph is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// The language of Graphviz.
    Dot,
    /// A picture, positions in rows by the moves that lead to them.
    Svg,
}

/// A game graph.
#[derive(Clone, Debug, Serialize)]
pub struct GraphDrawing {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// How many positions there are.
    pub positions: usize,
    /// How many moves between them.
    pub moves: usize,
    /// How many positions the kernel has.
    pub kernel: usize,
    /// The drawing, unless it was written to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// The file it was written to.
    #[serde(skip)]
    pub file: Option<String>,
}

/// Draws the game graph of a position of a taking game; refuses to draw more than `most` positions.
pub fn graph(
    question: &Question,
    format: GraphFormat,
    most: usize,
    run: &Run,
) -> Result<GraphDrawing, Error> {
    let asked = Asked::new(question, run)?;
    if asked.question.options.has(&MISERE) {
        let message = "game graphs are drawn for normal play, without --misere";
        return Err(InputError::plain(message).into());
    }
    in_space!(asked.cases.first(), |game| match game {
        Game::Impartial(rules) if rules.taking().is_some() => {
            run.here(|budget| draw(rules.as_ref(), &asked, format, most, budget))
        }
        _ => Err(InputError::plain(format!("{} is not a taking game", asked.question.game))
            .help("game graphs are drawn for octal games, node-kayles, arc-kayles and cram")
            .into()),
    })
}

impl GraphDrawing {
    /// Writes the drawing to a file. It stays here if it cannot be written.
    pub fn write(&mut self, path: &Path) -> Result<(), Error> {
        files::write(path, self.drawing.as_deref().unwrap_or_default())?;
        self.drawing = None;
        self.file = Some(path.display().to_string());
        Ok(())
    }
}

impl Reply for GraphDrawing {}

impl fmt::Display for GraphDrawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(drawing) = &self.drawing {
            return f.write_str(drawing.trim_end());
        }
        let GraphDrawing { positions, moves, kernel, .. } = self;
        let file = self.file.as_deref().unwrap_or_default();
        write!(
            f,
            "{file}: {}, {}, {kernel} in the kernel",
            count(*positions as u64, "position", "positions"),
            count(*moves as u64, "move", "moves")
        )
    }
}

/// What is left: heaps, then vertices.
fn label<S: Space>(rules: &AnyImpartial<S>, position: &S::Position) -> String {
    let parts = rules.parts(position).into_iter();
    let heaps = parts.filter_map(|part| match part {
        Part::Heap(size) => Some(format!("[{size}]")),
        Part::Component(_) => None,
    });
    let vertices = rules.space().vertices(position).into_iter().flat_map(|left| left.iter());
    let all: Vec<String> =
        heaps.chain(vertices.map(|vertex| rules.places().name(vertex))).collect();
    if all.is_empty() { "–".into() } else { all.join(" ") }
}

fn draw<S: Space>(
    rules: &AnyImpartial<S>,
    asked: &Asked,
    format: GraphFormat,
    most: usize,
    budget: &mut Budget,
) -> Result<GraphDrawing, Error> {
    let start = Record::after(rules, &asked.question.after)?.now().position.clone();
    let Some(graph) = game_graph(rules, start, most, budget)? else {
        let message = format!("there are more than {most} positions");
        let help = "take a smaller board, play some moves first with --after, or allow --most more";
        return Err(InputError::plain(message).help(help).into());
    };
    let labels: Vec<String> =
        graph.positions.iter().map(|position| label(rules, position)).collect();
    let moves: Vec<Vec<String>> = graph
        .arcs
        .iter()
        .map(|arcs| arcs.iter().map(|(mv, _)| rules.write_move(mv)).collect())
        .collect();
    let drawing = match format {
        GraphFormat::Dot => dot(&graph, &labels, &moves),
        GraphFormat::Svg => svg(&graph, &labels),
    };
    Ok(GraphDrawing {
        question: asked.question.clone(),
        drawing: Some(drawing),
        file: None,
        positions: graph.positions.len(),
        moves: graph.arcs.iter().map(Vec::len).sum(),
        kernel: graph.kernel.iter().filter(|&&inside| inside).count(),
    })
}

fn dot<P>(graph: &GameGraph<P>, labels: &[String], moves: &[Vec<String>]) -> String {
    let escaped = |text: &String| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = String::from("digraph game {\n  node [shape=ellipse];\n");
    for (vertex, label) in labels.iter().enumerate() {
        let marked =
            if graph.kernel[vertex] { ", peripheries=2, style=filled, fillcolor=gold" } else { "" };
        text.push_str(&format!("  {vertex} [label=\"{}\"{marked}];\n", escaped(label)));
    }
    for (vertex, arcs) in graph.arcs.iter().enumerate() {
        for ((_, to), mv) in arcs.iter().zip(&moves[vertex]) {
            text.push_str(&format!("  {vertex} -> {to} [label=\"{}\"];\n", escaped(mv)));
        }
    }
    text.push_str("}\n");
    text
}

/// Positions in rows by the moves that lead to them, the kernel in gold with a thick border.
fn svg<P>(graph: &GameGraph<P>, labels: &[String]) -> String {
    let deepest = graph.depths.iter().copied().max().unwrap_or(0);
    let rows: Vec<Vec<usize>> = (0..=deepest)
        .map(|depth| (0..labels.len()).filter(|&v| graph.depths[v] == depth).collect())
        .collect();
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(1);
    let (wide, high) = (8 * longest + 24, 80);
    let width = rows.iter().map(Vec::len).max().unwrap_or(1) * wide;
    let mut at = vec![(0, 0); labels.len()];
    for (depth, row) in rows.iter().enumerate() {
        for (index, &vertex) in row.iter().enumerate() {
            at[vertex] = (width * (2 * index + 1) / (2 * row.len()), high * depth + high / 2);
        }
    }
    let height = high * rows.len();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n"
    );
    for (vertex, arcs) in graph.arcs.iter().enumerate() {
        for &(_, to) in arcs {
            let ((x1, y1), (x2, y2)) = (at[vertex], at[to]);
            text.push_str(&format!(
                "<line x1=\"{x1}\" y1=\"{}\" x2=\"{x2}\" y2=\"{}\" stroke=\"#888\"/>\n",
                y1 + 12,
                y2 - 12
            ));
        }
    }
    for (vertex, label) in labels.iter().enumerate() {
        let (x, y) = at[vertex];
        let (fill, stroke) = if graph.kernel[vertex] { ("gold", 2) } else { ("white", 1) };
        let escaped = label.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        text.push_str(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"24\" rx=\"12\" fill=\"{fill}\" stroke=\"black\" stroke-width=\"{stroke}\"/>\n<text x=\"{x}\" y=\"{}\">{escaped}</text>\n",
            x - (wide - 8) / 2,
            y - 12,
            wide - 8,
            y + 4
        ));
    }
    text.push_str("</svg>\n");
    text
}
