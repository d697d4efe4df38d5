//! What the proofs of chapter IV say of simple edges on the way to the critical state.

use std::collections::{BTreeSet, HashSet};

use outplay::readable::number;
use outplay_rules::games::octagons::StateClass;
use outplay_rules::player::Player;
use outplay_rules::spaces::EdgePosition;
use outplay_solve::limits::Stopped;

use super::states::Octagons;
use super::three;
use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::Context;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "octagons/4.15-edges",
        place: "Proof of Theorem 4.15",
        statement: "On the normal 1×n game every vertex has at least 4 loops more than simple edges. If Player II plays by Strategy 4.14, n odd, each \
                    simple edge that he removes leads to a normal state, and all simple edges are gone before the critical state.",
        method: "1×1, 1×3 and 1×5 (with --deep: 1×7): every Player I and every choice that (B1) to (B3) leave, states \
                 classified by the definitions alone.",
        note: "",
        check: |context| {
            let sizes: &[_] =
                context.to(&[(1, 1), (1, 3), (1, 5)], &[(1, 1), (1, 3), (1, 5), (1, 7)]);
            simple_edges(context, sizes, &[Player::Second], 4)
        },
    },
    Claim {
        id: "octagons/4.18-edges",
        place: "Proofs of Theorems 4.16 and 4.18",
        statement: "On the normal 2×n game every vertex has at least 2 loops more than simple edges. If a player plays by Strategy 4.14, each simple edge \
                    that he removes leads to a normal state, and all simple edges are gone before the critical state. The same on 1×n, n even.",
        method: "1×2, 1×4, 2×1 and 2×2 (with --deep: 2×3), as either player: every opponent and every choice that (A) \
                 to (B3) leave, states classified by the definitions alone.",
        note: "",
        check: |context| {
            let sizes: &[_] = context
                .to(&[(1, 2), (1, 4), (2, 1), (2, 2)], &[(1, 2), (1, 4), (2, 1), (2, 2), (2, 3)]);
            simple_edges(context, sizes, &[Player::First, Player::Second], 2)
        },
    },
    Claim {
        id: "octagons/4.21-edges",
        place: "Proof of Theorem 4.21",
        statement: "By Strategy 4.20 three of the four simple edges at the middle vertex are removed while it has a loop, and every simple edge elsewhere \
                    while each of its ends has at least 2 loops.",
        method: "Every state that arises before a turn of Player II, every Player I and every choice.",
        note: "",
        check: loops_on_the_way,
    },
    Claim {
        id: "octagons/fig4.18",
        place: "Figure 4.18, proof of Theorem 4.21",
        statement: "By Strategy 4.20 the critical state is one of two up to isomorphism: nine vertices with two loops, Player I to move, or seven of them \
                    and a chain of two vertices and three edges, Player II to move.",
        method: "Every critical state that arises, every Player I and every choice.",
        note: "",
        check: two_critical_graphs,
    },
];

/// Strategy 4.14 up to the critical state, against every opponent and for every choice it leaves; and the loops at the start, on
/// boards that are too large to be played through as well.
fn simple_edges(
    context: &mut Context,
    sizes: &[(usize, usize)],
    players: &[Player],
    more_loops: i64,
) -> Result<Finding, Stopped> {
    let rows: BTreeSet<usize> = sizes.iter().map(|&(m, _)| m).collect();
    let boards = rows.iter().flat_map(|&m| (1..=12).map(move |n| (m, n)));
    let at_the_start =
        sweep(context, boards, "the loops on boards of up to 12 columns", |context, &(m, n)| {
            let octagons = Octagons::new(context, m, n);
            let way = Way { octagons: &octagons };
            let start = octagons.start();
            let more = |v| way.loops(&start, v) - way.simple_at(&start, v).len() as i64;
            Ok((0..m * n).find(|&v| more(v) < more_loops).map(|v| {
                Exhibit::new(
                    format!("vertex {} of {} has too few loops", v + 1, octagons.name()),
                    format!("outplay moves closing-octagons {}", octagons.name()),
                )
            }))
        })?;
    let cases = sizes.iter().flat_map(|&size| players.iter().map(move |&player| (size, player)));
    let mut states = 0;
    let names: Vec<String> = sizes.iter().map(|(m, n)| format!("{m}×{n}")).collect();
    let cases: Vec<_> = cases.collect();
    let held = sweep(context, cases, &names.join(", "), |context, &((m, n), player)| {
        let octagons = Octagons::new(context, m, n);
        let way = Way { octagons: &octagons };
        let found = way.follow(context, octagons.start(), player, &mut states)?;
        Ok(found.map(|(state, what)| {
            let line = octagons.line_to(&state);
            let command = format!(
                "outplay moves closing-octagons {} --normal-rules --after \"{line}\"",
                octagons.name()
            );
            Exhibit::new(format!("on {} {what}", octagons.name()), command)
        }))
    })?;
    Ok(all([at_the_start, held.counting(format!("{} states", number(states as u64)))]))
}

struct Way<'o> {
    octagons: &'o Octagons,
}

impl Way<'_> {
    fn is_loop(&self, edge: usize) -> bool {
        self.octagons.board.graph().edges()[edge].is_loop()
    }

    fn loops(&self, state: &EdgePosition, v: usize) -> i64 {
        let board = &self.octagons.board;
        board.left_at(state, v).filter(|&e| self.is_loop(e)).map(|e| state[e] as i64).sum()
    }

    fn simple_at(&self, state: &EdgePosition, v: usize) -> Vec<usize> {
        self.octagons.board.left_at(state, v).filter(|&e| !self.is_loop(e)).collect()
    }

    fn simple(&self, state: &EdgePosition) -> Vec<usize> {
        self.octagons.board.left(state).filter(|&e| !self.is_loop(e)).collect()
    }

    /// A state in which the proof goes wrong, and how; none if it never does.
    fn follow(
        &self,
        context: &mut Context,
        start: EdgePosition,
        player: Player,
        states: &mut usize,
    ) -> Result<Option<(EdgePosition, &'static str)>, Stopped> {
        let board = &self.octagons.board;
        let mut seen = HashSet::new();
        // A state, who moves, and the edge that the opponent removed last.
        let mut waiting: Vec<(EdgePosition, Player, Option<usize>)> =
            vec![(start, Player::First, None)];
        while let Some((state, to_move, last)) = waiting.pop() {
            if !seen.insert((state.clone(), to_move, last)) {
                continue;
            }
            context.budget.visit()?;
            *states += 1;
            let simple = self.simple(&state);
            // Without simple edges the rest is loops, and the strategy has done what the proof says of it.
            if simple.is_empty() {
                continue;
            }
            if self.octagons.class(&state) == StateClass::Critical {
                return Ok(Some((state, "a simple edge is left in the critical state")));
            }
            if to_move != player {
                // Rule (3'): only to normal states.
                for edge in board.left(&state).collect::<Vec<_>>() {
                    let next = board.without(&state, edge);
                    if self.octagons.is_normal(&next) {
                        waiting.push((next, player, Some(edge)));
                    }
                }
                continue;
            }
            let near = match last {
                Some(edge) if self.is_loop(edge) => {
                    self.simple_at(&state, board.graph().edges()[edge].u as usize)
                }
                _ => Vec::new(),
            };
            for edge in if near.is_empty() { simple } else { near } {
                let next = board.without(&state, edge);
                if !self.octagons.is_normal(&next) {
                    return Ok(Some((
                        state,
                        "the strategy's simple edge leads to a state that is not normal",
                    )));
                }
                waiting.push((next, player.other(), None));
            }
        }
        Ok(None)
    }
}

fn loops_on_the_way(context: &mut Context) -> Result<Finding, Stopped> {
    let octagons = Octagons::new(context, 3, 3);
    let reached = three::reached(&octagons, context.budget)?;
    let command = "outplay verify closing-octagons octagons:3x3 --normal-rules --strategy octagons-4.20 --as second".to_string();
    let found = |loops: u32| context.found_margin(loops as i32);
    let row = |name: &str, least: i32, found: i32| {
        (format!("{name} (at least {least})"), true, found >= least, command.clone())
    };
    let rows = [
        row(
            "the number of loops at the middle vertex when the third of its edges may go",
            1,
            found(reached.loops_in_the_middle),
        ),
        row(
            "the number of loops at each end of an edge elsewhere",
            2,
            found(reached.loops_at_ends),
        ),
    ];
    let held = facts(rows, "every state before a turn of Player II");
    Ok(match &reached.few_loops {
        Some(state) => held.remark(format!(
            "“each of vertices v ≠ v'” is read as the ends of the edge, which is what the proof needs. Read as all \
             vertices but the middle one at once, it is not true: in {state} an edge elsewhere is left, and a \
             neighbour of the middle vertex has one loop."
        )),
        None => held,
    })
}

fn two_critical_graphs(context: &mut Context) -> Result<Finding, Stopped> {
    let octagons = Octagons::new(context, 3, 3);
    let reached = three::reached(&octagons, context.budget)?;
    let mut kinds: Vec<String> = Vec::new();
    for critical in &reached.critical {
        let state = three::position(&octagons, critical);
        let mut parts: Vec<(usize, u32)> = octagons
            .board
            .components(&state)
            .iter()
            .map(|part| {
                let bound = octagons.weights(part).filter(|&weight| weight > 0).count();
                (bound, part.iter().map(|&copies| copies as u32).sum())
            })
            .collect();
        parts.sort_unstable();
        let count = |kind: (usize, u32)| parts.iter().filter(|part| **part == kind).count();
        let who = if critical.2 { "I" } else { "II" };
        let told = format!(
            "{} with two loops, {} chains of two, {} parts, Player {who}",
            count((1, 2)),
            count((2, 3)),
            parts.len()
        );
        if !kinds.contains(&told) {
            kinds.push(told);
        }
    }
    kinds.sort_unstable();
    let claimed = "7 with two loops, 1 chains of two, 8 parts, Player II; 9 with two loops, 0 chains of two, 9 parts, Player I";
    let command = "outplay verify closing-octagons octagons:3x3 --normal-rules --strategy octagons-4.20 --as second";
    Ok(facts(
        [("what arises".to_string(), claimed.to_string(), kinds.join("; "), command.to_string())],
        "every critical state",
    ))
}
