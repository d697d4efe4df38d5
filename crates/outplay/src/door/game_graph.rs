//! The game graph of a small position: every position that play can reach, once, with its value (Figures 5 and 6 of
//! Dailly's report).

use std::collections::HashMap;

use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::AnyOracle;
use outplay_solve::solver;
use serde::Serialize;

use super::one_start;
use crate::answer::{shown, shown_or_null};
use crate::error::Error;
use crate::question::Question;
use crate::run::Run;
use crate::view::picture::{History, PositionPicture, View, picture};
use crate::worth::{self, Worth};

/// A picture of more positions could not be read.
const MOST_NODES: usize = 260;

/// The positions that play can reach, and the moves between them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameGraph {
    /// The positions, in the order of the moves that lead to them.
    pub nodes: Vec<Node>,
    /// From which position to which, by what move.
    pub edges: Vec<(usize, usize, String)>,
    /// The limit that came before their values.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub stopped: Option<Stopped>,
}

/// A position of a game graph.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// How many moves lead to it.
    pub depth: usize,
    /// Whose turn it is.
    #[serde(serialize_with = "shown")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub to_move: Player,
    /// What it is worth.
    pub value: Worth,
    /// The same in a word or number.
    pub cell: String,
    /// The same in words.
    pub words: String,
    /// The position.
    pub position: PositionPicture,
}

/// The positions, by rounds of moves, and the moves between them.
pub fn game_graph(question: &Question, run: &Run) -> Result<GameGraph, Error> {
    let asked = one_start(question, run)?;
    let (convention, after) = (asked.convention(), &asked.question.after);
    run.work(|budget| {
        Ok(in_space!(asked.cases.first(), |game| {
            explore(solver(game, convention, &run.how), game, after, budget)
        })?)
    })
}

struct Reached<P> {
    moment: Moment<P>,
    depth: usize,
}

fn explore<S: View>(
    mut oracle: AnyOracle<S>,
    rules: &Game<S>,
    after: &str,
    budget: &mut Budget,
) -> Result<GameGraph, InputError> {
    let record = Record::after(rules, after)?;
    let Some((nodes, edges)) = reach(rules, record.now().clone()) else {
        let message = format!("more than {MOST_NODES} positions can be reached from here");
        return Err(InputError::plain(message).help("play on, or choose a smaller board"));
    };
    let mut drawn = Vec::new();
    for node in &nodes {
        match draw(&mut oracle, rules, node, budget) {
            Ok(node) => drawn.push(node),
            Err(stopped) => {
                return Ok(GameGraph {
                    nodes: Vec::new(),
                    edges: Vec::new(),
                    stopped: Some(stopped),
                });
            }
        }
    }
    Ok(GameGraph { nodes: drawn, edges, stopped: None })
}

/// Nodes in the order of their depth, and edges as (from, to, move); none if there are too many.
type Nodes<P> = (Vec<Reached<P>>, Vec<(usize, usize, String)>);

fn reach<R: Rules + ?Sized>(rules: &R, start: Moment<R::Position>) -> Option<Nodes<R::Position>> {
    // What is to come depends on the position alone, so points scored so far do not tell positions apart.
    let unscored = |moment: Moment<R::Position>| Moment { score: [0, 0], ..moment };
    let mut known = HashMap::from([(start.position.clone(), 0)]);
    let mut nodes = vec![Reached { moment: unscored(start), depth: 0 }];
    let mut edges = Vec::new();
    let mut next = 0;
    while next < nodes.len() {
        let (moment, depth) = (nodes[next].moment.clone(), nodes[next].depth);
        for mv in rules.moves(&moment.position) {
            let reached = unscored(outplay_solve::oracle::after(rules, &moment, &mv));
            let fresh = nodes.len();
            let node = *known.entry(reached.position.clone()).or_insert(fresh);
            if node == fresh {
                nodes.push(Reached { moment: reached, depth: depth + 1 });
            }
            edges.push((next, node, rules.write_move(&mv)));
        }
        if nodes.len() > MOST_NODES {
            return None;
        }
        next += 1;
    }
    Some((nodes, edges))
}

fn draw<S: View>(
    oracle: &mut AnyOracle<S>,
    rules: &Game<S>,
    node: &Reached<S::Position>,
    budget: &mut Budget,
) -> Result<Node, Stopped> {
    let value = oracle.value(&node.moment, budget)?;
    let moments = [node.moment.clone()];
    let history = History { moments: &moments, moves: &[] as &[Move] };
    Ok(Node {
        depth: node.depth,
        to_move: node.moment.to_move,
        value: Worth::from(value),
        cell: worth::cell(&value),
        words: worth::words(&value),
        position: picture(rules, &history),
    })
}
