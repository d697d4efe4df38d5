//! Chapter III, sections 3.1 and 3.2 to Corollary 3.27: states of the game and of the normal game.

use std::collections::HashSet;

use outplay::readable::number;
use outplay_rules::games::octagons::StateClass;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::graph::polygons;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::{EdgePosition, Edges};
use outplay_solve::limits::Stopped;

use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::{Context, expect};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "octagons/3.4",
        place: "Remarks 3.4 and 3.9, section 3.1",
        statement: "Closing Octagons is an impartial combinatorial game: it ends, and both players have the same moves.",
        method: "Every position of the games 1×1, 1×2 and 1×3: each move removes one edge, so a game has as many moves as the board has edges; what may be \
                 removed depends on the edges left alone.",
        note: "The thesis counts a game with points as combinatorial (Definition 2.26 asks for a winner, a loser or a draw).",
        check: turns_end,
    },
    Claim {
        id: "octagons/3.5",
        place: "Example 3.5, section 3.1",
        statement: "A 2×2 game can have 26 states and 25 turns, scoring 2 points in turn 20 (Player II) and 2 in turn 25 (Player \
                    I): a draw.",
        method: "Such a game is played out: 28 edges, one move a turn except for three moves in turn 20 and two in \
                 turn 25.",
        note: "Figure 3.2 is missing from our copy; the numbers of the example are consistent.",
        check: example_3_5,
    },
    Claim {
        id: "octagons/3.10",
        place: "Example 3.10, section 3.1",
        statement: "The same game on the graph has 26 states and 25 turns and is drawn.",
        method: "The game of Example 3.5 is played out on the graph.",
        note: "Figure 3.4 is missing from our copy.",
        check: example_3_5,
    },
    Claim {
        id: "octagons/3.14",
        place: "Example 3.14, section 3.1",
        statement: "In that game the states 19 and 24 are strategic, and 1 to 18 and 20 to 23 are normal.",
        method: "The class of each state of the game played for Example 3.5.",
        note: "",
        check: example_3_5,
    },
    Claim {
        id: "octagons/3.18",
        place: "Example 3.18, section 3.1",
        statement: "A normal 2×2 game can have the normal states 0 to 22 and the strategic states 23 and 24.",
        method: "Such a game is played out under the normal rules: two chains of two are left after 22 moves. The game \
                 of Example 3.5 breaks these rules.",
        note: "Figure 3.6 is missing from our copy; the numbers show that 6 edges are left after 22 moves.",
        check: example_3_18,
    },
    Claim {
        id: "octagons/3.21",
        place: "Example 3.21, section 3.1",
        statement: "In that game state 22 is the critical state.",
        method: "The class of each state of the game played for Example 3.18.",
        note: "",
        check: example_3_18,
    },
    Claim {
        id: "octagons/3.12",
        place: "Remark 3.12, with what follows Definitions 3.11 and 3.13, section 3.1",
        statement: "A move gives points exactly when it is a winning move. All moves of a turn but the last are winning moves; the last is one \
                    exactly when the turn ends the game. The initial state is normal, and a turn from a normal state has one move.",
        method: "Every move of every state of the games 1×1, 1×2 and 1×3.",
        note: "",
        check: turns_end,
    },
    Claim {
        id: "octagons/3.20",
        place: "Lemma 3.20, section 3.1",
        statement: "Every normal game has exactly one critical state; before it all states are normal, after it strategic.",
        method: "Every game of the normal 1×1, 1×2, 1×3 and 2×2 (with --deep: 1×4).",
        note: "The proof shows that there is at most one. That there is one follows from rule (3'), since a normal \
               state that is not critical leads to a normal state with fewer edges.",
        check: one_critical,
    },
    Claim {
        id: "octagons/3.22",
        place: "Theorem 3.22, section 3.2",
        statement: "An m×n game has 6mn + m + n moves.",
        method: "m, n up to 12: the edges counted.",
        note: "For all m and n: 8mn sides, of which m(n - 1) + n(m - 1) are shared.",
        check: number_of_moves,
    },
    Claim {
        id: "octagons/3.23",
        place: "Theorem 3.23, section 3.2",
        statement: "From a normal state with k edges of a normal m×n game Player I moves if k - m - n is even, otherwise Player II.",
        method: "Every normal state of the normal 1×1, 1×2, 1×3 and 2×2 (with --deep: 1×4).",
        note: "",
        check: |context| {
            normal_game(context, |board, now| {
                let (m, n) = board.size;
                let even = (now.edges() + m + n).is_multiple_of(2);
                !now.is_normal() || even == (now.to_move == Player::First)
            })
        },
    },
    Claim {
        id: "octagons/3.24",
        place: "Lemma 3.24, section 3.2",
        statement: "The graph of a normal state of a normal game has no isolated vertices.",
        method: "Every normal state of the normal 1×1, 1×2, 1×3 and 2×2 (with --deep: 1×4).",
        note: "",
        check: |context| {
            normal_game(context, |board, now| {
                !now.is_normal() || board.weights(&now.position).all(|w| w > 0)
            })
        },
    },
    Claim {
        id: "octagons/3.25",
        place: "Theorem 3.25, section 3.2",
        statement: "A state of a normal game is normal exactly when every vertex has weight 2 or more.",
        method: "Every state of the normal 1×1, 1×2, 1×3 and 2×2 (with --deep: 1×4).",
        note: "",
        check: |context| {
            normal_game(context, |board, now| {
                now.is_normal() == board.weights(&now.position).all(|w| w >= 2)
            })
        },
    },
    Claim {
        id: "octagons/3.26",
        place: "Theorem 3.26, section 3.2",
        statement: "A state of a normal game is the critical state exactly when every vertex has weight 2 or more, and a vertex of \
                    weight 3 or more has no loop and only neighbours of weight 2.",
        method: "Every state of the normal 1×1, 1×2, 1×3 and 2×2 (with --deep: 1×4), by the definitions of critical and normal; and every normal \
                 state of 2×3 with up to two loops a vertex, where vertices have three simple edges.",
        note: "",
        check: |context| {
            let small = normal_game(context, |board, now| {
                (now.class == StateClass::Critical) == board.looks_critical(&now.position)
            })?;
            Ok(all([small, wider_states(context)?]))
        },
    },
    Claim {
        id: "octagons/3.27",
        place: "Corollary 3.27, section 3.2",
        statement: "A state of a normal 1×n or 2×2 game is critical exactly when every vertex has weight 2.",
        method: "Every state of the normal 1×1, 1×2, 1×3 and 2×2 (with --deep: 1×4).",
        note: "",
        check: |context| {
            normal_game(context, |board, now| {
                (now.class == StateClass::Critical) == board.weights(&now.position).all(|w| w == 2)
            })
        },
    },
    Claim {
        id: "octagons/3.39",
        place: "Example 3.39, section 3.2",
        statement: "The graph of the critical state of a normal 2×2 game is one of six up to isomorphism.",
        method: "Every critical state of the normal 2×2 game.",
        note: "",
        check: six_cases,
    },
];

/// The examples of chapter II and Figure 4.13.
pub const MORE: &[Claim] = &[
    Claim {
        id: "octagons/2.30",
        place: "Example 2.30, section 2.2",
        statement: "A game of Tic-Tac-Toe can have 9 states and 8 turns, and Player II wins.",
        method: "Such a game is found by play according to the rules.",
        note: "Figure 2.7 is missing from our copy.",
        check: example_2_30,
    },
    Claim {
        id: "octagons/2.31",
        place: "Example 2.31, section 2.2",
        statement: "A 2×2 game of Dots and Boxes can have 11 states and 10 turns, and Player II wins.",
        method: "Such a game is found by play according to the rules: 12 lines, in 10 turns.",
        note: "Figure 2.8 is missing from our copy.",
        check: example_2_31,
    },
    Claim {
        id: "octagons/fig4.13",
        place: "Figure 4.13, proof of Theorem 4.12",
        statement: "The graph of the critical state of a normal 1×2 game is one of two up to isomorphism.",
        method: "Every critical state of the normal 1×2 game.",
        note: "",
        check: |context| critical_graphs(context, 1, 2, 2),
    },
    Claim {
        id: "octagons/q-polygons",
        place: "Question, beyond the thesis",
        statement: "Who wins the normal game on arrays of other polygons?",
        method: "The normal 2×2 and 2×3 games of polygons of 4 to 10 sides, solved.",
        note: "This question is ours, not the thesis's. Sides that no two polygons share become loops, and only the \
               number of loops depends on the kind of polygon.",
        check: other_polygons,
    },
];

fn other_polygons(context: &mut Context) -> Result<Finding, Stopped> {
    let boards = ["2x2", "2x3"].map(|size| (4..=10).map(move |k| format!("polygons:{k},{size}")));
    let mut told = Vec::new();
    for board in boards.into_iter().flatten() {
        let margin = context.margin(&format!("closing-octagons {board} --normal-rules"))?;
        told.push(format!("{board}: margin {margin}"));
    }
    Ok(Finding::open(told.join("; "), "the boards named, solved"))
}

fn example_2_30(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("ttt:3");
    let of = |line: &[usize], player: usize| {
        line.iter().skip(player).step_by(2).fold(0u32, |set, p| set | 1 << p)
    };
    // The second player wins with the eighth mark: her four points hold a line, and no line was there before.
    let found = (0..=board.full()).filter(|o| o.count_ones() == 4 && board.won(*o)).find_map(|o| {
        let rest: Vec<usize> = (0..9).filter(|p| o >> p & 1 == 0).collect();
        let his = (0..rest.len()).map(|skipped| -> Vec<usize> {
            rest.iter().enumerate().filter(|(i, _)| *i != skipped).map(|(_, p)| *p).collect()
        });
        let hers: Vec<usize> = (0..9).filter(|p| o >> p & 1 == 1).collect();
        his.into_iter().find_map(|his| {
            let last = hers.iter().find(|&&p| !board.won(o & !(1 << p)))?;
            let mut order: Vec<usize> = hers.iter().copied().filter(|p| p != last).collect();
            order.push(*last);
            let line: Vec<usize> = his.iter().zip(&order).flat_map(|(x, o)| [*x, *o]).collect();
            (!board.won(of(&line, 0))).then_some(line)
        })
    });
    Ok(match found {
        Some(line) => {
            let shown: Vec<String> = line.iter().map(|p| (p + 1).to_string()).collect();
            Finding::verified(format!("{} is such a game", shown.join(" ")), "games of eight marks")
        }
        None => Finding::open("no such game was found", "games of eight marks"),
    })
}

/// A game of strings and coins on the board of four boxes with this many turns in which the second player is ahead at the end.
fn boxes_game(
    rules: &EdgeGame,
    position: &EdgePosition,
    turns: usize,
    lead: i32,
    first: bool,
    seen: &mut HashSet<(EdgePosition, usize, i32, bool)>,
) -> Option<Vec<String>> {
    if !seen.insert((position.clone(), turns, lead, first)) {
        return None;
    }
    for mv in rules.moves(position) {
        let step = rules.apply(position, &mv);
        let lead = lead + if first { step.earned as i32 } else { -(step.earned as i32) };
        let over = step.position.iter().all(|&copies| copies == 0);
        // A turn ends with a move that earns nothing, or with the game.
        let turns = turns - (over || !step.again) as usize;
        let rest = match (over, turns) {
            (true, 0) if lead < 0 => Some(Vec::new()),
            (true, _) | (false, 0) => None,
            _ => boxes_game(rules, &step.position, turns, lead, first == step.again, seen),
        };
        if let Some(mut rest) = rest {
            rest.insert(0, rules.write_move(&mv));
            return Some(rest);
        }
    }
    None
}

fn example_2_31(context: &mut Context) -> Result<Finding, Stopped> {
    let graph = context.graph("boxes:2x2");
    let rules = context.removing(graph, Variant::StringsAndCoins);
    context.budget.check()?;
    let game = boxes_game(&rules, &rules.start(), 10, 0, true, &mut HashSet::new());
    Ok(match game {
        Some(line) => {
            Finding::verified(format!("{} is such a game", line.join(" ")), "games of ten turns")
        }
        None => Finding::open("no such game was found", "games of ten turns"),
    })
}

/// A board of octagons.
pub struct Octagons {
    /// Rows and columns.
    pub size: (usize, usize),
    /// The board.
    pub board: Edges,
    /// Whether rules (3') and (4') hold.
    normal: bool,
}

impl Octagons {
    /// The m×n board.
    pub fn new(context: &Context, m: usize, n: usize) -> Self {
        let graph = expect(polygons::polygons(context.sides_of_an_octagon(), m, n));
        Octagons { size: (m, n), board: Edges::new(graph), normal: context.has_normal_rules() }
    }

    /// All its edges.
    pub fn start(&self) -> EdgePosition {
        self.board.graph().edges().iter().map(|edge| edge.copies).collect()
    }

    /// Its name.
    pub fn name(&self) -> String {
        format!("octagons:{}x{}", self.size.0, self.size.1)
    }

    /// The weights of all vertices.
    pub fn weights<'a>(&'a self, position: &'a EdgePosition) -> impl Iterator<Item = u32> + 'a {
        (0..self.board.graph().vertex_count()).map(|v| self.board.weight(position, v))
    }

    /// Whether a move is a winning move: more vertices are isolated after it (Definition 3.11).
    fn is_winning(&self, position: &EdgePosition, after: &EdgePosition) -> bool {
        let isolated = |position| self.weights(position).filter(|&weight| weight == 0).count();
        isolated(after) > isolated(position)
    }

    pub fn after(&self, position: &EdgePosition) -> Vec<EdgePosition> {
        self.board.left(position).map(|edge| self.board.without(position, edge)).collect()
    }

    /// Whether a state is normal: not terminal, and without a winning move (Definition 3.13).
    pub fn is_normal(&self, position: &EdgePosition) -> bool {
        let after = self.after(position);
        !after.is_empty() && !after.iter().any(|next| self.is_winning(position, next))
    }

    /// The class of a state by Definitions 3.11, 3.13 and 3.19 alone: a turn from a normal state is one move.
    pub fn class(&self, position: &EdgePosition) -> StateClass {
        let after = self.after(position);
        if after.is_empty() {
            StateClass::Terminal
        } else if !self.is_normal(position) {
            StateClass::Strategic
        } else if after.iter().any(|next| self.is_normal(next)) {
            StateClass::Normal
        } else {
            StateClass::Critical
        }
    }

    /// What every possible turn from a state leads to.
    pub fn turns(&self, position: &EdgePosition) -> Vec<EdgePosition> {
        let (mut during, mut seen) = (vec![position.clone()], HashSet::new());
        let (mut ends, mut ended) = (Vec::new(), HashSet::new());
        while let Some(now) = during.pop() {
            for next in self.after(&now) {
                let over = next.iter().all(|&copies| copies == 0);
                if self.is_winning(&now, &next) && !over {
                    if seen.insert(next.clone()) {
                        during.push(next);
                    }
                } else if ended.insert(next.clone()) {
                    ends.push(next);
                }
            }
        }
        ends
    }

    /// The turns that the rules (3') and (4') of Definition 3.17 leave.
    pub fn normal_turns(&self, position: &EdgePosition) -> Vec<EdgePosition> {
        let ends = self.turns(position);
        if !self.normal {
            return ends;
        }
        let gone = |end: &EdgePosition, part: &EdgePosition| {
            end.iter().zip(part).all(|(left, of)| *left == 0 || *of == 0)
        };
        let is_weak = |part: &EdgePosition| ends.iter().any(|end| gone(end, part));
        if self.board.components(position).iter().all(is_weak) {
            return ends.into_iter().filter(|end| end.iter().all(|&c| c == 0)).collect();
        }
        let normal: Vec<EdgePosition> =
            ends.iter().filter(|end| self.is_normal(end)).cloned().collect();
        if normal.is_empty() { ends } else { normal }
    }

    /// The conditions of Theorem 3.26.
    fn looks_critical(&self, position: &EdgePosition) -> bool {
        (0..self.board.graph().vertex_count()).all(|v| {
            let weight = self.board.weight(position, v);
            let fine = |index: usize| {
                let edge = self.board.graph().edges()[index];
                let [a, b] = edge.ends();
                let other = if a == v { b } else { a };
                !edge.is_loop() && self.board.weight(position, other) == 2
            };
            weight >= 2 && (weight == 2 || self.board.left_at(position, v).all(fine))
        })
    }

    /// What is left in a state as a board of its own.
    pub fn left(&self, position: &EdgePosition) -> String {
        let edges = self.board.graph().edges().iter().zip(position);
        let list = edges.flat_map(|(edge, &left)| {
            std::iter::repeat_n(format!("{}-{}", edge.u + 1, edge.v + 1), left as usize)
        });
        format!("edges:{}", list.collect::<Vec<_>>().join(","))
    }

    /// The moves that lead to a position from the start, most edges first, as `--after` takes them.
    pub fn line_to(&self, position: &EdgePosition) -> String {
        let gone = self.board.graph().edges().iter().zip(position);
        let moves = gone.flat_map(|(edge, left)| {
            let name = format!("{}-{}", edge.u + 1, edge.v + 1);
            std::iter::repeat_n(name, (edge.copies - left) as usize)
        });
        moves.collect::<Vec<_>>().join(" ")
    }
}

/// A state of a normal game: between two turns.
pub struct Now {
    /// The graph.
    pub position: EdgePosition,
    /// Who moves.
    pub to_move: Player,
    /// Its class.
    pub class: StateClass,
    /// Whether a critical state came before.
    pub after_critical: bool,
}

impl Now {
    fn edges(&self) -> usize {
        self.position.iter().map(|&copies| copies as usize).sum()
    }

    fn is_normal(&self) -> bool {
        matches!(self.class, StateClass::Normal | StateClass::Critical)
    }
}

/// Every state of the normal game on a board, by the definitions alone.
pub fn normal_states(context: &mut Context, octagons: &Octagons) -> Result<Vec<Now>, Stopped> {
    let mut seen = HashSet::new();
    let start: EdgePosition = octagons.board.graph().edges().iter().map(|e| e.copies).collect();
    let mut frontier = vec![(start, Player::First, false)];
    let mut states = Vec::new();
    while let Some((position, to_move, after_critical)) = frontier.pop() {
        if !seen.insert((position.clone(), to_move, after_critical)) {
            continue;
        }
        context.budget.visit()?;
        let class = octagons.class(&position);
        let later = after_critical || class == StateClass::Critical;
        let turns = octagons.normal_turns(&position);
        frontier.extend(turns.into_iter().map(|next| (next, to_move.other(), later)));
        states.push(Now { position, to_move, class, after_critical });
    }
    Ok(states)
}

/// Every normal state of 2×3 with up to two loops a vertex that removals one at a time, each to a normal state, lead to. There
/// vertices have three simple edges.
fn wider_states(context: &mut Context) -> Result<Finding, Stopped> {
    let octagons = Octagons::new(context, 2, 3);
    let edges = octagons.board.graph().edges().to_vec();
    let most: Vec<u8> =
        edges.iter().map(|e| if e.is_loop() { e.copies.min(2) } else { 1 }).collect();
    let reached = |position: &EdgePosition| {
        let mut now: EdgePosition = edges.iter().map(|edge| edge.copies).collect();
        for i in 0..now.len() {
            while now[i] > position[i] {
                now[i] -= 1;
                if !octagons.is_normal(&now) {
                    return false;
                }
            }
        }
        true
    };
    let total: u64 = most.iter().map(|&copies| copies as u64 + 1).product();
    let (mut critical, mut three) = (0, 0);
    let held = sweep(
        context,
        0..total,
        "positions of 2×3 with up to 2 loops a vertex",
        |context, &code| {
            context.budget.visit()?;
            let mut code = code;
            let digits = most.iter().map(|&copies| {
                let digit = (code % (copies as u64 + 1)) as u8;
                code /= copies as u64 + 1;
                digit
            });
            let position: EdgePosition = digits.collect();
            if octagons.weights(&position).any(|weight| weight < 2) || !reached(&position) {
                return Ok(None);
            }
            let is_critical = octagons.class(&position) == StateClass::Critical;
            critical += is_critical as usize;
            three +=
                (is_critical && octagons.weights(&position).any(|weight| weight == 3)) as usize;
            Ok((is_critical != octagons.looks_critical(&position)).then(|| {
            let line = octagons.line_to(&position);
            let text = format!("a {:?} state of octagons:2x3", octagons.class(&position));
            Exhibit::new(text, format!("outplay moves closing-octagons octagons:2x3 --normal-rules --after \"{line}\""))
        }))
        },
    )?;
    let occur = facts(
        [(
            "that some critical state has a vertex of weight 3".to_string(),
            true,
            three > 0,
            "outplay moves closing-octagons octagons:2x3 --normal-rules".to_string(),
        )],
        "those of them that are critical",
    );
    let told = format!("{critical} critical states, {three} with a vertex of weight 3");
    Ok(all([held.counting(told), occur]))
}

/// The boards whose normal games are looked at in full.
fn boards(context: &Context) -> Vec<(usize, usize)> {
    let mut sizes = vec![(1, 1), (1, 2), (1, 3), (2, 2)];
    if context.is_deep() {
        sizes.push((1, 4));
    }
    sizes
}

/// A law of every state of the normal game.
fn normal_game(
    context: &mut Context,
    law: fn(&Octagons, &Now) -> bool,
) -> Result<Finding, Stopped> {
    let sizes = boards(context);
    let mut count = 0;
    let held =
        sweep(context, sizes, "boards, every state of the normal game", |context, &(m, n)| {
            let octagons = Octagons::new(context, m, n);
            let states = normal_states(context, &octagons)?;
            count += states.len();
            let broken =
                states.iter().find(|now| now.class != StateClass::Terminal && !law(&octagons, now));
            Ok(broken.map(|now| {
                let line = octagons.line_to(&now.position);
                let name = octagons.name();
                Exhibit::new(
                    format!("a {:?} state of {name} with {} edges", now.class, now.edges()),
                    format!(
                        "outplay moves closing-octagons {name} --normal-rules --after \"{line}\""
                    ),
                )
            }))
        })?;
    Ok(held.counting(format!("{} states", number(count as u64))))
}

fn one_critical(context: &mut Context) -> Result<Finding, Stopped> {
    normal_game(context, |_, now| match now.class {
        StateClass::Normal | StateClass::Critical => !now.after_critical,
        StateClass::Strategic | StateClass::Terminal => now.after_critical,
    })
    .map(|held| held.remark("the proof shows uniqueness only; existence was checked as well"))
}

fn number_of_moves(context: &mut Context) -> Result<Finding, Stopped> {
    let all = (1..=12usize).flat_map(|m| (1..=12usize).map(move |n| (m, n)));
    let held = sweep(context, all, "m, n up to 12", |context, &(m, n)| {
        let edges = context.graph(&format!("octagons:{m}x{n}")).edge_count();
        Ok((edges != 6 * m * n + m + n)
            .then(|| Exhibit::new(format!("octagons:{m}x{n} has {edges} edges"), String::new())))
    })?;
    let graph = expect(polygons::polygons(8, 1, 2));
    let degree =
        graph.edge_pairs().map(|(a, b)| (a == 0) as usize + (b == 0) as usize).sum::<usize>();
    let text = format!(
        "the proof counts 4 vertices of degree 14, which holds for m, n ≥ 2 only: both vertices of octagons:1x2 have \
         degree {degree}, and 1×n boards are used from Theorem 4.12 on (the sum is right nevertheless)"
    );
    let command = "outplay moves closing-octagons octagons:1x2";
    Ok(held.with_gap(Exhibit::new(text, command).drawn("closing-octagons", "octagons:1x2", "")))
}

fn turns_end(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, [(1, 1), (1, 2), (1, 3)], "boards, every position", |context, &(m, n)| {
        let octagons = Octagons::new(context, m, n);
        let rules = context.removing(octagons.board.graph().clone(), Variant::StringsAndCoins);
        let start_normal = octagons.class(&rules.start()) == StateClass::Normal;
        let mut seen = HashSet::new();
        let mut frontier = vec![rules.start()];
        let mut right = start_normal;
        while let Some(position) = frontier.pop() {
            if !seen.insert(position.clone()) {
                continue;
            }
            context.budget.visit()?;
            let normal = octagons.is_normal(&position);
            for mv in rules.moves(&position) {
                let step = rules.apply(&position, &mv);
                let wins = octagons.is_winning(&position, &step.position);
                let over = step.position.iter().all(|&copies| copies == 0);
                right &= step.again == wins && wins == (step.earned > 0);
                right &= !(normal && wins) && (wins || !over);
                frontier.push(step.position);
            }
        }
        Ok((!right).then(|| Exhibit::new(octagons.name(), String::new())))
    })
}

fn six_cases(context: &mut Context) -> Result<Finding, Stopped> {
    critical_graphs(context, 2, 2, 6)
}

/// The critical states of a normal game make this many graphs up to isomorphism.
fn critical_graphs(
    context: &mut Context,
    m: usize,
    n: usize,
    claimed: usize,
) -> Result<Finding, Stopped> {
    use outplay_rules::graph::Graph;
    use outplay_rules::places::Places;
    use outplay_rules::symmetry::Structure;
    let octagons = Octagons::new(context, m, n);
    let states = normal_states(context, &octagons)?;
    let mut forms: Vec<Structure> = Vec::new();
    for now in states.iter().filter(|now| now.class == StateClass::Critical) {
        let edges = octagons.board.graph().edges().iter().zip(&now.position);
        let pairs = edges.flat_map(|(e, &left)| {
            std::iter::repeat_n((e.u as usize, e.v as usize), left as usize)
        });
        let graph = expect(Graph::new(Places::numbered(m * n), pairs.collect::<Vec<_>>()));
        let form = Structure::of_graph(&graph).canonical();
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    let command = format!("outplay moves closing-octagons octagons:{m}x{n} --normal-rules");
    Ok(facts(
        [("the number of critical graphs".to_string(), claimed, forms.len(), command)],
        &format!("every critical state of the normal {m}×{n} game"),
    ))
}

/// What a game played turn by turn comes to.
struct Course {
    /// Points by turn.
    earned: Vec<u32>,
    /// The class of the state after each turn.
    classes: Vec<StateClass>,
    /// The score at the end.
    score: [u32; 2],
    /// Whether no edge is left.
    over: bool,
}

/// Plays a game of 2×2 octagons, a string a turn; none if a move is not legal.
fn course(context: &Context, variant: Variant, turns: &[&str]) -> Option<Course> {
    let octagons = Octagons::new(context, 2, 2);
    let rules = context.removing(octagons.board.graph().clone(), variant);
    let mut record = Record::new(&rules);
    let (mut earned, mut classes) = (Vec::new(), Vec::new());
    for turn in turns {
        let before = record.now().score;
        for text in turn.split(' ') {
            let mv = rules.read_move(&record.now().position, text).ok()?;
            record.play(&mv).ok()?;
        }
        let after = record.now().score;
        earned.push(after[0] + after[1] - before[0] - before[1]);
        classes.push(octagons.class(&record.now().position));
    }
    let now = record.now();
    let over = now.position.iter().all(|&copies| copies == 0);
    Some(Course { earned, classes, score: now.score, over })
}

/// The numbers of the states of a class, the initial state being number 0.
fn numbers(classes: &[StateClass], class: StateClass) -> Vec<usize> {
    (0..classes.len()).filter(|&i| classes[i] == class).map(|i| i + 1).collect()
}

/// The game of Example 3.5: 1 and 2 become a chain of two, opened in turn 19; 3 and 4 are the chain of the end.
fn game_of_3_5() -> Vec<&'static str> {
    let early = ["1-3", "2-4"].into_iter().chain([["1-1"; 5], ["2-2"; 5]].concat());
    let early = early.chain([["3-3"; 3], ["4-4"; 3]].concat());
    let late = ["1-2", "1-1 2-2 3-3", "4-4", "3-3", "4-4", "3-4", "3-3 4-4"];
    early.chain(late).collect()
}

fn example_3_5(context: &mut Context) -> Result<Finding, Stopped> {
    let Some(course) = course(context, Variant::StringsAndCoins, &game_of_3_5()) else {
        return Ok(Finding::open("a move of the game is not legal", "one game"));
    };
    let fits = course.over
        && course.earned.len() == 25
        && course.earned[19] == 2
        && course.earned[24] == 2
        && course.score == [2, 2]
        && numbers(&course.classes, StateClass::Strategic) == [19, 24];
    Ok(if fits {
        Finding::verified(
            "a game of 25 turns is played: 2 points in turns 20 and 25, states 19 and 24 strategic, all others normal",
            "one game",
        )
    } else {
        Finding::open(
            format!("points by turn {:?}, score {:?}", course.earned, course.score),
            "one game",
        )
    })
}

fn example_3_18(context: &mut Context) -> Result<Finding, Stopped> {
    let loops = [["1-1"; 5], ["2-2"; 5], ["3-3"; 5], ["4-4"; 5]].concat();
    let early = ["1-3", "2-4"].into_iter().chain(loops);
    let turns: Vec<&str> = early.chain(["1-2", "1-1 2-2 3-4", "3-3 4-4"]).collect();
    // The game of Example 3.5 leaves normal states where it need not: the rules must tell the two apart.
    if course(context, Variant::NormalOctagons, &game_of_3_5()).is_some() {
        return Ok(Finding::open("the game of Example 3.5 keeps the normal rules", "two games"));
    }
    let Some(course) = course(context, Variant::NormalOctagons, &turns) else {
        return Ok(Finding::open("a move of the game breaks the normal rules", "one game"));
    };
    let fits = course.over
        && numbers(&course.classes, StateClass::Critical) == [22]
        && numbers(&course.classes, StateClass::Strategic) == [23, 24]
        && course.classes.len() == 25;
    Ok(if fits {
        Finding::verified(
            "a normal game of 25 turns is played: states 0 to 22 normal, the 22nd critical, 23 and 24 strategic",
            "one game",
        )
    } else {
        Finding::open(format!("the states are {:?}", course.classes), "one game")
    })
}
