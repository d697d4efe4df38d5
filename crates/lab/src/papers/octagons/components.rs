//! Chapter III, section 3.2 from Theorem 3.28: strong and weak components, and chains.

use outplay::readable::number;
use outplay_rules::games::octagons::ComponentClass;
use outplay_rules::spaces::EdgePosition;
use outplay_solve::limits::Stopped;

use super::states::Octagons;
use crate::claim::{Claim, Exhibit, Finding, sweep};
use crate::context::Context;

const STATES: &str = "Every component of every state of 1×3 and 2×2 with up to 2 loops a vertex (with --deep: 3, and 2×3).";

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "octagons/3.28",
        place: "Theorem 3.28, section 3.2",
        statement: "A component without leaves that is not a single loop at a vertex is strong: no turn removes all its edges. So a \
                    weak component is a single loop or has a leaf.",
        method: "Every component of every state of 1×3 and 2×2 with up to 2 loops a vertex (with --deep: 3, and 2×3); isolated vertices on 1×2.",
        note: "An isolated vertex (an octagon already closed) has no leaf and is no loop, but it is weak: there is \
               nothing to remove, and the proof of Theorem 3.31 says “Obviously, a trivial tree is a weak component”. \
               The theorem needs the hypothesis that the component has an edge; then it holds.",
        check: theorem_3_28,
    },
    Claim {
        id: "octagons/3.29",
        place: "Theorem 3.29, section 3.2",
        statement: "A component that contains a simple cycle is strong.",
        method: STATES,
        note: "",
        check: |context| law(context, |k| !k.has_cycle || !k.weak()),
    },
    Claim {
        id: "octagons/3.30",
        place: "Lemma 3.30, section 3.2",
        statement: "A component is weak exactly when a list of winning moves removes all its edges.",
        method: "Every state of 1×3 and 2×2 with up to 2 loops a vertex and at most 7 edges: all turns are tried.",
        note: "",
        check: by_turns,
    },
    Claim {
        id: "octagons/3.31",
        place: "Theorem 3.31, section 3.2",
        statement: "A component that is a tree is weak.",
        method: STATES,
        note: "",
        check: |context| law(context, |k| !k.is_tree() || k.weak()),
    },
    Claim {
        id: "octagons/3.32",
        place: "Corollary 3.32, section 3.2",
        statement: "A component that is a path is weak.",
        method: STATES,
        note: "",
        check: |context| law(context, |k| !(k.is_tree() && k.most_joins <= 2) || k.weak()),
    },
    Claim {
        id: "octagons/3.33",
        place: "Theorem 3.33, section 3.2",
        statement: "A component that is a tree with one added loop is weak.",
        method: STATES,
        note: "",
        check: |context| law(context, |k| !(k.loops == 1 && k.joins + 1 == k.vertices) || k.weak()),
    },
    Claim {
        id: "octagons/3.34",
        place: "Corollary 3.34, section 3.2",
        statement: "A pseudopath component (a path of two or more vertices, with loops) with exactly one loop is weak.",
        method: STATES,
        note: "",
        check: |context| law(context, |k| !(k.is_pseudopath() && k.loops == 1) || k.weak()),
    },
    Claim {
        id: "octagons/3.35",
        place: "Lemma 3.35, section 3.2",
        statement: "A strong component with a leaf is not a chain (a chain falls into weak components whichever edge is removed).",
        method: STATES,
        note: "",
        check: |context| law(context, |k| k.leaves == 0 || !k.chain()),
    },
    Claim {
        id: "octagons/3.36",
        place: "Theorem 3.36, section 3.2",
        statement: "A pseudopath component (a path with loops) is a chain exactly when it has exactly two loops and no leaves.",
        method: STATES,
        note: "At the end of the first part of the proof “at least 2 loops” should read “exactly 2 loops”.",
        check: |context| {
            law(context, |k| !k.is_pseudopath() || k.chain() == (k.loops == 2 && k.leaves == 0))
        },
    },
    Claim {
        id: "octagons/3.37",
        place: "Lemma 3.37, section 3.2",
        statement: "A strong component whose vertices all have weight 2 is a vertex with two loops, a pseudopath chain or a simple \
                    cycle.",
        method: STATES,
        note: "",
        check: |context| law(context, |k| k.weak() || !k.all_two || k.one_of_three()),
    },
    Claim {
        id: "octagons/3.38",
        place: "Theorem 3.38, section 3.2",
        statement: "For a component these are equivalent: it is a chain; all its vertices have weight 2; it is a vertex with two \
                    loops, a pseudopath chain or a simple cycle.",
        method: STATES,
        note: "For (2) to (3) the proof cites Lemma 3.37, which asks for a strong component; Theorem 3.28 provides \
               that.",
        check: |context| law(context, |k| k.chain() == k.all_two && k.chain() == k.one_of_three()),
    },
];

/// A component, as the definitions see it.
struct Component {
    vertices: usize,
    loops: usize,
    joins: usize,
    leaves: usize,
    most_joins: usize,
    has_cycle: bool,
    all_two: bool,
    class: ComponentClass,
}

impl Component {
    fn weak(&self) -> bool {
        self.class == ComponentClass::Weak
    }

    fn chain(&self) -> bool {
        matches!(self.class, ComponentClass::Chain(_))
    }

    fn is_tree(&self) -> bool {
        self.loops == 0 && self.joins + 1 == self.vertices
    }

    /// A path of two or more vertices, with loops.
    fn is_pseudopath(&self) -> bool {
        self.joins >= 1 && self.joins + 1 == self.vertices && self.most_joins <= 2
    }

    fn one_of_three(&self) -> bool {
        let bouquet = self.vertices == 1 && self.loops == 2;
        let pseudopath = self.is_pseudopath() && self.loops == 2 && self.leaves == 0;
        let cycle = self.loops == 0
            && self.has_cycle
            && self.joins == self.vertices
            && self.most_joins == 2;
        bouquet || pseudopath || cycle
    }
}

fn describe(
    context: &Context,
    octagons: &Octagons,
    edges: &EdgePosition,
    class: ComponentClass,
) -> Component {
    let board = &octagons.board;
    let members: Vec<usize> =
        (0..board.graph().vertex_count()).filter(|&v| board.weight(edges, v) > 0).collect();
    let count = |loops: bool| context.edges_of_kind(board, edges, loops);
    let joins_at =
        |v: usize| board.left_at(edges, v).filter(|&i| !board.graph().edges()[i].is_loop()).count();
    let leaf = |v: usize| board.weight(edges, v) == 1 && joins_at(v) == 1;
    let joins = count(false);
    Component {
        vertices: members.len(),
        loops: count(true),
        joins,
        leaves: members.iter().filter(|&&v| leaf(v)).count(),
        most_joins: members.iter().map(|&v| joins_at(v)).max().unwrap_or(0),
        has_cycle: joins >= members.len(),
        all_two: members.iter().all(|&v| board.weight(edges, v) == 2),
        class,
    }
}

/// Every state of a board with at most `loops` loops a vertex, fewest edges first: positions that end a turn, because
/// some edge that is gone left both its ends with an edge, and the start and the end of the game.
fn states(octagons: &Octagons, loops: u8) -> Vec<EdgePosition> {
    let board = &octagons.board;
    let most: Vec<u8> = board
        .graph()
        .edges()
        .iter()
        .map(|e| if e.is_loop() { e.copies.min(loops) } else { 1 })
        .collect();
    let mut all: Vec<EdgePosition> = vec![EdgePosition::new()];
    for &copies in &most {
        all = all
            .iter()
            .flat_map(|p| {
                (0..=copies).map(move |c| {
                    let mut next = p.clone();
                    next.push(c);
                    next
                })
            })
            .collect();
    }
    let is_state = |position: &EdgePosition| {
        let ends_turn = |(i, left): (usize, &u8)| {
            let edge = board.graph().edges()[i];
            *left < edge.copies && edge.ends().iter().all(|&v| board.weight(position, v) > 0)
        };
        position.iter().all(|&c| c == 0) || position.iter().enumerate().any(ends_turn)
    };
    all.retain(is_state);
    all.sort_by_key(|p| p.iter().map(|&c| c as u32).sum::<u32>());
    all
}

fn boards(context: &Context) -> Vec<(Octagons, u8)> {
    let loops = context.to(2, 3);
    let mut boards =
        vec![(Octagons::new(context, 1, 3), loops), (Octagons::new(context, 2, 2), loops)];
    if context.is_deep() {
        boards.push((Octagons::new(context, 2, 3), 2));
    }
    boards
}

fn law(context: &mut Context, law: fn(&Component) -> bool) -> Result<Finding, Stopped> {
    let mut count = 0u64;
    let boards = boards(context);
    let held = sweep(
        context,
        boards,
        "boards, every component of every state",
        |context, (octagons, loops)| {
            for state in states(octagons, *loops) {
                context.budget.visit()?;
                for part in context.classified(&octagons.board, &state) {
                    count += 1;
                    if !law(&describe(context, octagons, &part.edges, part.class)) {
                        let line = octagons.line_to(&part.edges);
                        let name = octagons.name();
                        let command =
                            format!("outplay moves closing-octagons {name} --after \"{line}\"");
                        return Ok(Some(Exhibit::new(
                            format!("a {:?} component of {name}", part.class),
                            command,
                        )));
                    }
                }
            }
            Ok(None)
        },
    )?;
    Ok(held.counting(format!("{} components", number(count))))
}

fn theorem_3_28(context: &mut Context) -> Result<Finding, Stopped> {
    let with_edges = law(context, |k| {
        let single_loop = k.vertices == 1 && k.loops == 1;
        k.leaves > 0 || single_loop || !k.weak()
    })?;
    if with_edges.status != crate::claim::Status::Verified {
        return Ok(with_edges);
    }
    // Isolated vertices: no edge, so every turn leaves none of its edges.
    let octagons = Octagons::new(context, 1, 2);
    for state in states(&octagons, 2).iter().rev() {
        let isolated = octagons.weights(state).any(|w| w == 0);
        let on = octagons.weights(state).any(|w| w > 0);
        if isolated && on {
            let closed = octagons.weights(state).position(|w| w == 0).unwrap_or(0) + 1;
            let line = octagons.line_to(state);
            let name = octagons.name();
            let text = format!(
                "in a state of {name} in which octagon {closed} is closed, that vertex is a component without leaves and no \
                 loop, and it is weak, having no edge to remove"
            );
            let command = format!("outplay moves closing-octagons {name} --after \"{line}\"");
            let exhibit = Exhibit::new(text, command).drawn("closing-octagons", &name, &line);
            let stands = "it holds for components with an edge";
            return Ok(Finding::refuted(exhibit, &with_edges.checked).but(stands, &with_edges));
        }
    }
    Ok(with_edges)
}

/// Whether some turn from a state removes all edges of a part: the definition, by trying.
fn removed_in_a_turn(octagons: &Octagons, now: &EdgePosition, part: &EdgePosition) -> bool {
    let gone = |p: &EdgePosition| p.iter().zip(part).all(|(left, of)| *of == 0 || *left == 0);
    let board = &octagons.board;
    if now.iter().all(|&c| c == 0) {
        return gone(now);
    }
    board.left(now).any(|edge| {
        let next = board.without(now, edge);
        if board.earns(now, edge) > 0 {
            removed_in_a_turn(octagons, &next, part)
        } else {
            gone(&next)
        }
    })
}

fn by_turns(context: &mut Context) -> Result<Finding, Stopped> {
    let boards = [Octagons::new(context, 1, 3), Octagons::new(context, 2, 2)];
    sweep(
        context,
        boards,
        "boards, every turn of every state of at most 7 edges",
        |context, octagons| {
            for state in states(octagons, 2) {
                context.budget.visit()?;
                if state.iter().map(|&c| c as u32).sum::<u32>() > 7 {
                    continue;
                }
                for part in context.classified(&octagons.board, &state) {
                    let weak = part.class == ComponentClass::Weak;
                    if weak != removed_in_a_turn(octagons, &state, &part.edges) {
                        let line = octagons.line_to(&state);
                        return Ok(Some(Exhibit::new(
                            line.clone(),
                            format!(
                                "outplay moves closing-octagons {} --after \"{line}\"",
                                octagons.name()
                            ),
                        )));
                    }
                }
            }
            Ok(None)
        },
    )
}
