//! Chapter 1: positional games in general, and the planes.

use outplay_solve::limits::Stopped;
use outplay_solve::oracle::GameValue;

use crate::boards::{HopSolver, SmallBoard, antichains, maker_wins};
use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::Context;
use crate::weights::{Plane, is_prime_power};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "hop/1.1.1",
        place: "Theorem 1.1.1, section 1.1",
        statement: "In a positional game the first player can force at least a draw.",
        method: "Every family of winning sets on up to 4 points, solved.",
        note: "For all boards by strategy stealing: an extra point never hurts.",
        check: no_second_win,
    },
    Claim {
        id: "hop/1.2-ttt",
        place: "Section 1.2",
        statement: "Under Maker-Breaker rules the first player wins Tic-Tac-Toe.",
        method: "Solved.",
        note: "",
        check: weak_win,
    },
    Claim {
        id: "hop/1.2-4x4x4",
        place: "Section 1.2",
        statement: "The 4×4×4 game is a first player win; 5×5×5 is expected to be a draw.",
        method: "Not checked here: 64 points. 3×3×3 is solved instead where that is quick.",
        note: "The first was proved by computer (Patashnik, 1980).",
        check: cubes,
    },
    Claim {
        id: "hop/1.2-spanning-tree",
        place: "Section 1.2 (Lehman)",
        statement: "Maker, playing first on the edges of a complete graph, can claim a spanning tree.",
        method: "The complete graphs of 2 to 5 vertices.",
        note: "",
        check: spanning_trees,
    },
    Claim {
        id: "hop/1.2-circuit",
        place: "Section 1.2 (Bednarska and Pikhurko)",
        statement: "Maker claims a circuit of the complete graph of n vertices against Breaker's q edges a turn for all q < n/2 rounded \
                    down, minus 1, whoever begins.",
        method: "n = 6 with q = 1 (the only q for n up to 7), Maker first and Breaker first; n = 4 and 5 have no q.",
        note: "",
        check: circuits,
    },
    Claim {
        id: "hop/1.2-picker",
        place: "Section 1.2 (Csernenszky, Mándity and Pluhár)",
        statement: "If Picker is to complete a basis of a matroid, he wins the Picker-Chooser game exactly if there are two disjoint bases.",
        method: "The cycle matroids of twelve small multigraphs, solved, against two disjoint spanning trees found by trying.",
        note: "When a single element is left over, Chooser gets it.",
        check: picker_chooser,
    },
    Claim {
        id: "hop/1.2.1",
        place: "Theorem 1.2.1 (Hefetz and others), section 1.2",
        statement: "There is an l > 0 such that Maker almost surely wins the Hamilton cycle game on a random graph of n vertices with edge probability \
                    (log n + (log log n)^l) / n.",
        method: "Not checked: it speaks of n tending to infinity, and no finite board tells for or against it.",
        note: "",
        check: |_| {
            Ok(Finding::open("not checked: a statement about n tending to infinity", "nothing"))
        },
    },
    Claim {
        id: "hop/1.3",
        place: "Section 1.3 and the table of section 5.1",
        statement: "AG(2,q) has q² points and q² + q lines, q points a line, q + 1 lines a point, q + 1 parallel classes of q lines; \
                    PG(2,q) has q² + q + 1 points and lines, q + 1 points a line and lines a point.",
        method: "The planes of order 2 to 9, counted.",
        note: "",
        check: planes,
    },
    Claim {
        id: "hop/1.3.1",
        place: "Theorem 1.3.1, section 1.3",
        statement: "A projective plane without one line and its points is an affine plane.",
        method: "PG(2,q) for q = 2 to 5: any two points left are on one line, and the counts are those of AG(2,q).",
        note: "",
        check: lines_removed,
    },
    Claim {
        id: "hop/1.3.2",
        place: "Theorem 1.3.2 (Bruck and Ryser), section 1.3",
        statement: "If q is 1 or 2 modulo 4 and no sum of two squares, there is no projective plane of order q. So none of order 6; for 10 \
                    it says nothing.",
        method: "What it says of 6 and 10; and that no prime power is excluded, up to 1,000.",
        note: "The theorem itself is not checked.",
        check: bruck_ryser,
    },
    Claim {
        id: "hop/1.4",
        place: "Section 1.4",
        statement: "In a hop game the second player has no winning strategy, by strategy stealing.",
        method: "Every family of winning sets on up to 5 points, every start, solved.",
        note: "For all boards on which a piece may hop anywhere: the first player hops from the start s to t and from then on plays the second \
               player's strategy for a game that begins with a piece on s, the piece on t being extra. Told to hop from a to the extra \
               piece's point, he hops from a to any other free point: the opponent gets a as she should, and that piece is extra now. \
               (Not `another random move`, as in the proof of Proposition 4.2.3: the hop must leave a.) If there is no other free point, the \
               board is full and the game over: what that hop would win he owns already, and if it is the opponent's turn she has won \
               nothing. So he does not lose. With slides and jumps only, the hop from a may be impossible: see hop/4.2.3.",
        check: no_second_win_hopping,
    },
];

fn no_second_win(context: &mut Context) -> Result<Finding, Stopped> {
    let all = (1..=4).flat_map(antichains).filter(uses_all);
    sweep(context, all, "families of winning sets on up to 4 points", |context, board| {
        let value = context.solve(&format!("positional {}", board.name()))?;
        let GameValue::Positional(value) = value else { return Ok(None) };
        Ok((!value.forces.not_lose).then(|| {
            Exhibit::new(board.name(), format!("outplay solve positional {}", board.name()))
        }))
    })
}

/// Boards that can be named by their sets alone.
pub fn uses_all(board: &SmallBoard) -> bool {
    !board.sets.is_empty() && board.sets.iter().fold(0, |a, b| a | b) == board.full()
}

fn no_second_win_hopping(context: &mut Context) -> Result<Finding, Stopped> {
    let all = (1..=5).flat_map(antichains);
    sweep(
        context,
        all,
        "families of winning sets on up to 5 points, every start",
        |context, board| {
            let mut solver = HopSolver::new(board.clone());
            for start in 0..board.points {
                if solver.second_wins(1 << start, 0, context.budget)? {
                    let command =
                        format!("outplay solve hop {} --start {}", board.name(), start + 1);
                    return Ok(Some(Exhibit::new(
                        format!("{} from {}", board.name(), start + 1),
                        command,
                    )));
                }
            }
            Ok(None)
        },
    )
}

fn winner(context: &mut Context, question: &str) -> Result<String, Stopped> {
    let value = context.solve(question)?;
    Ok(value.winner().map_or("nobody".into(), |player| player.to_string()))
}

fn weak_win(context: &mut Context) -> Result<Finding, Stopped> {
    let strong = winner(context, "positional ttt:3")?;
    let weak = winner(context, "maker-breaker ttt:3")?;
    let row = |name: &str, claimed: &str, found: String, game: &str| {
        (name.to_string(), claimed.to_string(), found, format!("outplay solve {game} ttt:3"))
    };
    Ok(facts(
        [
            row("the winner under Maker-Breaker rules", "first", weak, "maker-breaker"),
            row("the winner of the game itself", "nobody", strong, "positional"),
        ],
        "the 3×3 board",
    ))
}

fn cubes(_: &mut Context) -> Result<Finding, Stopped> {
    Ok(Finding::open("not checked: the board has 64 points", "nothing"))
}

fn spanning_trees(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, 2..=5usize, "complete graphs of 2 to 5 vertices", |context, n| {
        let board = format!("matroid:graphic(complete:{n}),bases");
        let found = winner(context, &format!("maker-breaker {board}"))?;
        Ok((found != "first").then(|| {
            Exhibit::new(board.clone(), format!("outplay solve maker-breaker \"{board}\""))
        }))
    })
}

fn circuits(context: &mut Context) -> Result<Finding, Stopped> {
    let board = "matroid:graphic(complete:6),circuits";
    let whole = SmallBoard::named(board);
    // Breaker first: all edges are alike, so he takes the first.
    let mut without_one = whole.clone();
    without_one.sets.retain(|set| set & 1 == 0);
    let games = [(whole, ""), (without_one, " --breaker-first")];
    sweep(context, games, "n = 6, q = 1, whoever begins", |context, (sets, first)| {
        Ok((!maker_wins(sets, context.budget)?).then(|| {
            Exhibit::new(board, format!("outplay solve maker-breaker \"{board}\"{first}"))
        }))
    })
}

/// Whether two of the sets have no point in common.
fn two_disjoint(sets: &[u32]) -> bool {
    sets.iter().any(|a| sets.iter().any(|b| a & b == 0))
}

fn picker_chooser(context: &mut Context) -> Result<Finding, Stopped> {
    let graphs = [
        "complete:3",
        "edges:1-2,1-2",
        "edges:1-2,1-2,2-3,2-3",
        "edges:1-2,1-2,2-3,2-3,1-3",
        "edges:1-2,1-2,1-2,2-3",
        "cycle:4",
        "edges:1-2,2-3,3-4,4-1,1-3",
        "complete:4",
        "edges:1-2,1-2,2-3,3-4,3-4,4-1",
        "bipartite:2,3",
        "wheel:4",
        "complete:5",
    ];
    sweep(context, graphs, "cycle matroids of twelve multigraphs", |context, graph| {
        let board = format!("matroid:graphic({graph}),bases");
        let disjoint = two_disjoint(&SmallBoard::named(&board).sets);
        let picker = winner(context, &format!("picker-chooser {board}"))? == "first";
        Ok((picker != disjoint).then(|| {
            let text = format!("on {graph}: two disjoint bases {disjoint}, Picker wins {picker}");
            Exhibit::new(text, format!("outplay solve picker-chooser \"{board}\""))
        }))
    })
}

const ORDERS: [u64; 7] = [2, 3, 4, 5, 7, 8, 9];

fn planes(context: &mut Context) -> Result<Finding, Stopped> {
    let all =
        ORDERS.iter().flat_map(|&q| [Plane::Affine, Plane::Projective].map(|plane| (plane, q)));
    sweep(context, all, "planes of order 2 to 9", |_, &(plane, q)| {
        let name = format!("{}:2,{q}", plane.name());
        let lists = lines(&name);
        let points = lists.iter().flatten().max().map_or(0, |p| p + 1);
        let through = |p: usize| lists.iter().filter(|line| line.contains(&p)).count();
        let [n, m, k, l] = plane.counts(q).map(|n| n as usize);
        let right = points == n
            && lists.len() == m
            && lists.iter().all(|line| line.len() == k)
            && (0..points).all(|p| through(p) == l)
            && (plane == Plane::Projective || parallel_classes(&lists, q as usize));
        Ok((!right).then(|| Exhibit::new(name.clone(), "outplay table hop/planes")))
    })
}

/// The lines of a plane as lists of points.
pub fn lines(name: &str) -> Vec<Vec<usize>> {
    use crate::context::expect;
    use outplay_rules::board::{Board, BoardName};
    let board: BoardName = expect(name.parse());
    match expect(board.build()) {
        Board::Sets(board) => {
            let sets = board.first_sets().listed(outplay_rules::sets::MAX_SETS).unwrap_or_default();
            sets.iter().map(|set| set.iter().collect()).collect()
        }
        Board::Places { .. } => Vec::new(),
    }
}

/// Whether the lines fall into q + 1 classes of q that do not meet.
fn parallel_classes(lines: &[Vec<usize>], q: usize) -> bool {
    let meet = |a: &Vec<usize>, b: &Vec<usize>| a.iter().any(|p| b.contains(p));
    let class = |a: &Vec<usize>| lines.iter().filter(|b| !meet(a, b)).count() + 1;
    lines.len() == q * (q + 1) && lines.iter().all(|line| class(line) == q)
}

fn lines_removed(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, [2u64, 3, 4, 5], "PG(2,q), q = 2 to 5, the first line removed", |_, &q| {
        let all = lines(&format!("pg:2,{q}"));
        let gone = &all[0];
        let rest: Vec<Vec<usize>> = all[1..]
            .iter()
            .map(|line| line.iter().copied().filter(|p| !gone.contains(p)).collect())
            .collect();
        let mut points: Vec<usize> = rest.iter().flatten().copied().collect();
        points.sort_unstable();
        points.dedup();
        let joined =
            |a: usize, b: usize| rest.iter().filter(|l| l.contains(&a) && l.contains(&b)).count();
        let pairs = points.iter().all(|&a| points.iter().all(|&b| a == b || joined(a, b) == 1));
        let right =
            pairs && points.len() as u64 == q * q && rest.iter().all(|l| l.len() as u64 == q);
        Ok((!right).then(|| Exhibit::new(format!("pg:2,{q}"), String::new())))
    })
}

fn bruck_ryser(_: &mut Context) -> Result<Finding, Stopped> {
    let squares = |q: u64| (0..=q).any(|a| (a..=q).any(|b| a * a + b * b == q));
    let excluded = |q: u64| matches!(q % 4, 1 | 2) && !squares(q);
    let wrong = (2..=1000).find(|&q| is_prime_power(q) && excluded(q));
    let command = "outplay table hop/planes".to_string();
    let row = |name: &str, claimed: bool, found: bool| {
        (name.to_string(), claimed, found, command.clone())
    };
    Ok(all([facts(
        [
            row("that it excludes 6", true, excluded(6)),
            row("that it excludes 10", false, excluded(10)),
            row("that it excludes a prime power up to 1000", false, wrong.is_some()),
        ],
        "orders up to 1000",
    )]))
}
