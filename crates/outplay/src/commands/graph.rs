//! `outplay graph`: the game graph of a position, with its kernel marked.

use outplay_rules::error::InputError;
use outplay_rules::game::Ruleset;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_solve::impartial::game_graph::{GameGraph, game_graph};
use serde_json::{Value, json};

use super::asked_fields;
use crate::ask::Asked;
use crate::cli::{Common, Graph, GraphFormat};
use crate::exit::{self, ANSWERED, Exit};
use crate::files;

pub fn run(common: &Common, question: &Graph) -> Result<u8, Exit> {
    let asked = Asked::new(&question.question)?;
    if asked.options.misere {
        let message = "the kernel is that of the normal convention, without --misere";
        return Err(InputError::plain(message).into());
    }
    let drawn = match &asked.ruleset {
        Ruleset::Octal(rules) => draw(rules, &asked, question, left_of_octal),
        Ruleset::NodeKayles(rules) => draw(rules, &asked, question, names),
        Ruleset::ArcKayles(rules) => draw(rules, &asked, question, names),
        _ => Err(InputError::plain(format!("{} is not a taking game", asked.game))
            .help("game graphs are drawn of octal games, node-kayles, arc-kayles and cram")),
    }?;
    if let Some(path) = &question.output {
        files::write(path, &drawn.text)?;
    }
    if common.json {
        let mut map = asked_fields(&asked);
        map.insert("positions".into(), json!(drawn.positions));
        map.insert("moves".into(), json!(drawn.moves));
        map.insert("kernel".into(), json!(drawn.kernel));
        if question.output.is_none() {
            map.insert("drawing".into(), json!(drawn.text));
        }
        exit::print(&Value::Object(map).to_string());
    } else if let Some(path) = &question.output {
        let Drawn { positions, moves, kernel, .. } = drawn;
        exit::print(&format!(
            "{path}: {positions} positions, {moves} moves, {kernel} in the kernel"
        ));
    } else {
        exit::print(drawn.text.trim_end());
    }
    Ok(ANSWERED)
}

struct Drawn {
    text: String,
    positions: usize,
    moves: usize,
    kernel: usize,
}

fn names<R: Rules>(rules: &R, left: &outplay_rules::bits::BitSet) -> String {
    let names: Vec<String> = left.iter().map(|vertex| rules.places().name(vertex)).collect();
    if names.is_empty() { "–".into() } else { names.join(" ") }
}

fn left_of_octal(
    rules: &outplay_rules::games::octal::OctalGame,
    position: &outplay_rules::games::octal::OctalPosition,
) -> String {
    let heaps = position.heaps.iter().map(|heap| format!("[{heap}]"));
    let vertices = position.vertices.iter().map(|vertex| rules.places().name(vertex));
    let all: Vec<String> = heaps.chain(vertices).collect();
    if all.is_empty() { "–".into() } else { all.join(" ") }
}

fn draw<R: Rules>(
    rules: &R,
    asked: &Asked,
    question: &Graph,
    name: impl Fn(&R, &R::Position) -> String,
) -> Result<Drawn, InputError> {
    let start = Record::after(rules, &asked.after)?.now().position.clone();
    let Some(graph) = game_graph(rules, start, question.most) else {
        let message = format!("there are more than {} positions", question.most);
        return Err(InputError::plain(message).help(
            "take a smaller board, play some moves first with --after, or allow --most more",
        ));
    };
    let labels: Vec<String> =
        graph.positions.iter().map(|position| name(rules, position)).collect();
    let moves: Vec<Vec<String>> = graph
        .arcs
        .iter()
        .map(|arcs| arcs.iter().map(|(mv, _)| rules.write_move(mv)).collect())
        .collect();
    let text = match question.format {
        GraphFormat::Dot => dot(&graph, &labels, &moves),
        GraphFormat::Svg => svg(&graph, &labels),
    };
    Ok(Drawn {
        text,
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
