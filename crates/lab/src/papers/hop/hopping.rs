//! Chapters 2 to 4: hop games on Tic-Tac-Toe, on small planes, and Fire and Ice.

use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::rules::End;
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_solve::limits::Stopped;

use crate::boards::{SmallBoard, SmallHopSolver, bits, hops};
use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::{Context, expect, ruleset};
use crate::lots::Lots;
use crate::played::{PlayedStrategy, all_hold};
use crate::weights::Plane;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "hop/2.1.1",
        place: "Theorem 2.1.1, chapter 2",
        statement: "Xavier wins the hop game on the Tic-Tac-Toe board from every start, without a tie.",
        method: "Solved from the middle, a corner and an edge.",
        note: "",
        check: tic_tac_toe,
    },
    Claim {
        id: "hop/2.1.1-hops",
        place: "Proof of Theorem 2.1.1",
        statement: "The hops that the proof gives Xavier win: first 5>1 from the middle, 1>5 from a corner, 2>4 from an edge; then, \
                    with X on 1 and 5, from 1 to a point in line with 1, with 5 and with Olivia's O; with X on 2 and 4 and O on 1, 5, \
                    3, 6 or 9: 2>5, 4>1, 4>5, 2>1, and 2>1 or 2>5. He wins with his third hop at the latest.",
        method: "Every reply of Olivia; after each second hop Xavier must win at once, whatever Olivia does.",
        note: "",
        check: tic_tac_toe_hops,
    },
    Claim {
        id: "hop/3.1.1",
        place: "Proposition 3.1.1, section 3.1",
        statement: "Xavier wins the hop game on AG(2,2), however both play.",
        method: "Every game.",
        note: "",
        check: every_game,
    },
    Claim {
        id: "hop/3.1.2",
        place: "Proposition 3.1.2, section 3.1",
        statement: "Xavier wins the hop game on PG(2,2); his first two hops may be any, and the third wins.",
        method: "Solved; and every two first hops with every reply: there is a winning third hop unless he has won \
                 before.",
        note: "",
        check: fano,
    },
    Claim {
        id: "hop/3.1.3",
        place: "Lemma 3.1.3, section 3.1",
        statement: "However the points of PG(2,2) are divided into two sets, exactly one of them contains a line.",
        method: "All 128 partitions.",
        note: "",
        check: fano_partitions,
    },
    Claim {
        id: "hop/3.1.4",
        place: "Proposition 3.1.4, section 3.1",
        statement: "Xavier wins the hop game on AG(2,3), which admits no drawn state; from X on 1, 4 and O on 2, 3 his next hop wins.",
        method: "Solved; all partitions; every reply in that state.",
        note: "The remark that this follows by strategy stealing overlooks ties, which AG(2,3) admits; the strategy \
               given excludes them.",
        check: affine_three,
    },
    Claim {
        id: "hop/3.1-drawn",
        place: "Section 3.1, before Proposition 3.1.4",
        statement: "Of the boards AG(2,q) and PG(2,q) only AG(2,2), PG(2,2) and AG(2,3) admit no drawn state.",
        method: "All partitions for these three; a drawn state with the numbers of a finished game for PG(2,3), AG(2,4), PG(2,4) and \
                 AG(2,5).",
        note: "For larger orders a drawing strategy (Theorems 3.3.4 and 3.4.4) ends in a drawn state.",
        check: drawn_states,
    },
    Claim {
        id: "hop/3.4.2",
        place: "Proposition 3.4.2, section 3.4",
        statement: "Xavier wins the hop game on AG(2,4).",
        method: "Solved.",
        note: "The dissertation's evidence is a program that plays one game against one Olivia (appendix A).",
        check: affine_four,
    },
    Claim {
        id: "hop/3.4.2-drawn",
        place: "After Proposition 3.4.2, section 3.4",
        statement: "AG(2,4) admits a drawn state although Xavier wins; none of the other boards that he wins does.",
        method: "Drawn states of AG(2,4) and of every board that chapters 2 and 3 show to be won by Xavier.",
        note: "Chapter 2 itself says that the Tic-Tac-Toe board admits drawn states, and that Xavier wins on it. In chapter 3 “our boards” are otherwise the planes.",
        check: other_drawn_boards,
    },
    Claim {
        id: "hop/4.2",
        place: "Section 4.2",
        statement: "A game of Fire and Ice lasts from 16 to 48 turns.",
        method: "After t turns there are t + 1 pieces, so FIRE, who needs 9, has them after 16 turns at the earliest, and 49 points are full after 48; a game of \
                 each length is played by the rules.",
        note: "",
        check: fire_and_ice_turns,
    },
    Claim {
        id: "hop/4.2.1",
        place: "Proposition 4.2.1, section 4.2",
        statement: "Fire and Ice cannot end in a tie.",
        method: "All ways to fill PG(2,2), wholly or in part: the two players never both own a line. So each island is \
                 claimed by at most one player, and the same holds for the seven islands.",
        note: "",
        check: fire_and_ice_ties,
    },
    Claim {
        id: "hop/4.2.2",
        place: "Proposition 4.2.2, section 4.2",
        statement: "Fire and Ice cannot end in a draw.",
        method: "A full board has a winner by Lemma 3.1.3, applied twice. For a player without a legal slide or jump \
                 before the board is full, the numbers of pieces are compared for every number of full islands and of \
                 open places.",
        note: "The proof looks at full boards only, but a player may also be stuck. Then no island with an open point \
               holds a piece of his, and no piece of his stands on a place that is open on some island. With f full \
               islands and j open places he has at most f(7 - j) pieces, his opponent at least fj + (7 - f)(7 - j), \
               and he needs as many as she has. In the remaining cases every island is claimed, or the opponent has \
               claimed six, so somebody has won already.",
        check: fire_and_ice_draws,
    },
    Claim {
        id: "hop/4.2.3",
        place: "Proposition 4.2.3, section 4.2",
        statement: "FIRE has a winning strategy in Fire and Ice, by strategy stealing.",
        method: "Its argument, tried on a small board with slides and jumps. The game on 49 points is not solved.",
        note: "Strategy stealing needs the extra piece to be able to get out of the way: told to hop from a to the \
               point of the extra piece, FIRE must hop from a to some other point, and no slide or jump from a may \
               exist. So the argument does not suffice. No strategy for ICE is known either.",
        check: fire_and_ice_stealing,
    },
    Claim {
        id: "hop/2-states",
        place: "Chapter 2, opening",
        statement: "The Tic-Tac-Toe board admits drawn and tied states.",
        method: "All partitions of its points.",
        note: "",
        check: tic_tac_toe_states,
    },
    Claim {
        id: "hop/2-lines",
        place: "Chapter 2, opening, and section 1.5",
        statement: "The Tic-Tac-Toe board has nine points and eight lines of three; the middle is on four of them, a corner on three, an edge on two. In \
                    the traditional game both players can force a draw.",
        method: "Counted; the traditional game solved.",
        note: "",
        check: tic_tac_toe_lines,
    },
];

fn start_command(board: &str, start: usize, line: &str) -> String {
    format!("outplay solve hop {board} --start {start} --after \"{line}\"")
}

fn tic_tac_toe(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, ["5", "1", "2"], "starts up to symmetry", |context, start| {
        let value = context.solve(&format!("hop ttt:3 --start {start}"))?;
        let won = value.winner() == Some(Player::First);
        Ok((!won).then(|| {
            Exhibit::new(
                format!("not won from {start}"),
                format!("outplay solve hop ttt:3 --start {start}"),
            )
        }))
    })
}

/// A position of a hop game after a hop.
fn after(x: u32, o: u32, from: usize, to: usize, first: bool) -> (u32, u32) {
    let (f, t) = (1 << from, 1 << to);
    if first { (x & !f | t, o | f) } else { (x | f, o & !f | t) }
}

/// Every hop of a player.
fn all_hops(board: &SmallBoard, x: u32, o: u32, first: bool) -> Vec<(usize, usize)> {
    let free = board.full() & !x & !o;
    bits(if first { x } else { o }).flat_map(|from| bits(free).map(move |to| (from, to))).collect()
}

/// Whether the first player wins with his next hop, or has won, after every reply to this position.
fn wins_after_every_reply(board: &SmallBoard, x: u32, o: u32) -> Option<Vec<(usize, usize)>> {
    for reply in all_hops(board, x, o, false) {
        let (rx, ro) = after(x, o, reply.0, reply.1, false);
        let won = |x: u32, o: u32| board.won(x) && !board.won(o);
        let lost = board.won(ro);
        let third = all_hops(board, rx, ro, true).into_iter().any(|(f, t)| {
            let (nx, no) = after(rx, ro, f, t, true);
            won(nx, no)
        });
        if lost || !(won(rx, ro) || third) {
            return Some(vec![reply]);
        }
    }
    None
}

fn in_line(board: &SmallBoard, a: usize, b: usize) -> bool {
    board.sets.iter().any(|&set| set >> a & 1 == 1 && set >> b & 1 == 1)
}

fn tic_tac_toe_hops(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("ttt:3");
    let mut cases: Vec<(usize, Vec<(usize, usize)>)> = Vec::new();
    // X on 1 and 5 after 5>1 or 1>5 and any reply, which always leaves the other X behind.
    for (start, first) in [(4usize, (4usize, 0usize)), (0, (0, 4))] {
        for o in (0..9).filter(|&p| p != 0 && p != 4) {
            let olivia = (first.0, o);
            for to in (0..9).filter(|&p| p != 0 && p != 4 && p != o) {
                if in_line(&board, 0, to) && in_line(&board, 4, to) && in_line(&board, o, to) {
                    cases.push((start, vec![first, olivia, (0, to)]));
                }
            }
        }
    }
    // From an edge: 2>4, then by where Olivia's O stands (mirrored where needed: 7 is 3, 8 is 6).
    for (o, second) in
        [(0usize, (1, 4)), (4, (3, 0)), (2, (3, 4)), (5, (1, 0)), (8, (1, 0)), (8, (1, 4))]
    {
        cases.push((1, vec![(1, 3), (1, o), second]));
    }
    let played = all_hold(
        context,
        vec![PlayedStrategy::wins("hop", "ttt:3", "hop-ttt", Player::First)],
        "the whole strategy played from every start",
    )?;
    let second =
        sweep(context, cases, "second hops of the proof, every reply", |_, (start, line)| {
            let (mut x, mut o) = (1u32 << start, 0u32);
            for (i, &(from, to)) in line.iter().enumerate() {
                (x, o) = after(x, o, from, to, i % 2 == 0);
            }
            Ok(wins_after_every_reply(&board, x, o).map(|reply| {
                let whole = [&line[..], &reply[..]].concat();
                let text = format!("after {} Xavier has no hop that wins", hops(&whole));
                Exhibit::new(text, start_command("ttt:3", start + 1, &hops(&whole))).drawn(
                    "hop",
                    "ttt:3",
                    &hops(&whole),
                )
            }))
        })?;
    Ok(all([second, played]))
}

fn every_game(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("ag:2,2");
    fn all_won(board: &SmallBoard, x: u32, o: u32) -> bool {
        if board.won(x) || board.won(o) {
            return board.won(x) && !board.won(o);
        }
        let first = x.count_ones() > o.count_ones();
        let moves = all_hops(board, x, o, first);
        !moves.is_empty()
            && moves.into_iter().all(|(f, t)| {
                let (nx, no) = after(x, o, f, t, first);
                all_won(board, nx, no)
            })
    }
    let starts = (0..4).all(|start| all_won(&board, 1 << start, 0));
    Ok(facts(
        [(
            "that every game is won by Xavier".to_string(),
            true,
            starts,
            "outplay solve hop ag:2,2".to_string(),
        )],
        "every game from every start",
    ))
}

fn fano(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("pg:2,2");
    let first = all_hops(&board, 1, 0, true);
    sweep(context, first, "first hops, every reply and second hop", |_, &(f, t)| {
        let (x, o) = after(1, 0, f, t, true);
        for (f2, t2) in all_hops(&board, x, o, false) {
            let (x2, o2) = after(x, o, f2, t2, false);
            for (f3, t3) in all_hops(&board, x2, o2, true) {
                let (x3, o3) = after(x2, o2, f3, t3, true);
                if let Some(reply) = wins_after_every_reply(&board, x3, o3) {
                    let line = [&[(f, t), (f2, t2), (f3, t3)][..], &reply[..]].concat();
                    return Ok(Some(Exhibit::new(
                        format!("after {} no third hop wins", hops(&line)),
                        start_command("pg:2,2", 1, &hops(&line)),
                    )));
                }
            }
        }
        Ok(None)
    })
}

fn fano_partitions(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("pg:2,2");
    sweep(context, 0..=board.full(), "partitions", |_, &x| {
        let (a, b) = (board.won(x), board.won(board.full() & !x));
        Ok((a == b).then(|| Exhibit::new(format!("{x:07b}"), String::new())))
    })
}

fn affine_three(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("ag:2,3");
    let value = context.solve("hop ag:2,3 --start 1")?;
    let won = value.winner() == Some(Player::First);
    // 1 2 3 is a line of our numbering too, 4 is off it.
    let (x, o) = (0b1001u32, 0b0110u32);
    let next = wins_after_every_reply(&board, x, o).is_none();
    let row = |name: &str, claimed: bool, found: bool, command: &str| {
        (name.to_string(), claimed, found, command.to_string())
    };
    let tie = (0..=board.full()).any(|x| board.won(x) && board.won(board.full() & !x));
    Ok(facts(
        [
            row("that Xavier wins", true, won, "outplay solve hop ag:2,3 --start 1"),
            row("that a drawn state exists", false, board.drawn_state(true).is_some(), "outplay solve hop ag:2,3"),
            row("that the hop after X 1,4 and O 2,3 wins", true, next, "outplay solve hop ag:2,3 --start 1"),
        ],
        "all partitions, every reply",
    )
    .remark(format!("ties are possible on the board (a tied state exists: {tie}), so the first argument alone does not give a win")))
}

/// Which planes admit drawn states.
pub fn drawn_states(context: &mut Context) -> Result<Finding, Stopped> {
    let without = ["ag:2,2", "pg:2,2", "ag:2,3"];
    let with = ["pg:2,3", "ag:2,4", "pg:2,4", "ag:2,5"];
    let boards = without.iter().map(|b| (*b, false)).chain(with.iter().map(|b| (*b, true)));
    sweep(context, boards, "planes of up to 25 points", |context, &(name, admits)| {
        let board = context.sets(name);
        let found = board.drawn_state(!admits);
        Ok((found.is_some() != admits).then(|| {
            Exhibit::new(format!("{name}: {found:?}"), format!("outplay solve hop {name}"))
        }))
    })
}

fn affine_four(context: &mut Context) -> Result<Finding, Stopped> {
    let mut solver = SmallHopSolver::new(context.sets("ag:2,4"));
    let won = solver.first_wins(1, 0, context)?;
    Ok(facts(
        [(
            "that Xavier wins".to_string(),
            true,
            won,
            "outplay solve hop ag:2,4 --start 1".to_string(),
        )],
        "solved",
    ))
}

fn other_drawn_boards(context: &mut Context) -> Result<Finding, Stopped> {
    let four = context.sets("ag:2,4").drawn_state(false).is_some();
    if !four {
        return Ok(Finding::open("no drawn state of AG(2,4) was found", "all partitions"));
    }
    let planes = won_and_drawn(context, &["ag:2,2", "pg:2,2", "ag:2,3"])?;
    let all = won_and_drawn(context, &["ag:2,2", "pg:2,2", "ag:2,3", "ttt:3"])?;
    Ok(all.misprint("of the planes that Xavier wins AG(2,4) alone admits a drawn state", &planes))
}

/// None of these boards, which Xavier wins, admits a drawn state.
fn won_and_drawn(context: &mut Context, boards: &[&str]) -> Result<Finding, Stopped> {
    sweep(context, boards, "the boards that Xavier wins, all partitions", |context, name| {
        let board = context.sets(name);
        let Some(x) = board.drawn_state(false) else { return Ok(None) };
        let value = context.solve(&format!("hop {name} --start 1"))?;
        let won = value.winner() == Some(Player::First);
        let list: Vec<String> = bits(x).map(|p| (p + 1).to_string()).collect();
        Ok(won.then(|| {
            let text = format!(
                "{name} is won by Xavier too, and with X on {} and O elsewhere it is full and nobody has a line",
                list.join(", ")
            );
            let order = placed(x, board.full() & !x);
            Exhibit::new(text, format!("outplay solve positional {name} --after \"{order}\""))
                .drawn("positional", name, &order)
        }))
    })
}

/// A full board as a game of placing: the points of both players in turn.
fn placed(x: u32, o: u32) -> String {
    let (xs, os): (Vec<usize>, Vec<usize>) = (bits(x).collect(), bits(o).collect());
    let turns = (0..xs.len()).flat_map(|i| [xs.get(i), os.get(i)]);
    turns.flatten().map(|p| (p + 1).to_string()).collect::<Vec<_>>().join(" ")
}

/// Fire and Ice as the rules have it, from a corner of an island.
fn fire_and_ice() -> outplay_rules::game::Cases {
    expect(ruleset("fire-and-ice [pg:2,2 : pg:2,2] --start 1.1"))
}

/// A game in which both players help FIRE to a win as soon as can be: he hops from a point of a winning set to another of it, and ICE
/// hops at once away from the point that he left, which becomes FIRE's again.
fn shortest_game(context: &mut Context) -> Result<Option<Vec<String>>, Stopped> {
    let cases = fire_and_ice();
    let Ruleset::Points(Game::Positional(rules)) = cases.first() else { return Ok(None) };
    // A line of islands and a line of each: islands 1, 2, 3 and points 1, 2, 3 of each are lines of the plane of order 2.
    let line = context.sets("pg:2,2").sets[0];
    let wanted = |point: u16| line >> (point / 7) & 1 == 1 && line >> (point % 7) & 1 == 1;
    let (mut position, mut moves) = (rules.start(), Vec::new());
    let mut left = None;
    while rules.end(&position).is_none() {
        context.budget.visit()?;
        let fire = moves.len() % 2 == 0;
        let fits = |mv: &Move| match (mv, left) {
            (Move::Hop { from, to }, None) => fire && wanted(*from) && wanted(*to),
            (Move::Hop { from, to }, Some(left)) => !fire && *from == left && !wanted(*to),
            _ => false,
        };
        let Some(mv) = rules.moves(&position).into_iter().find(fits) else { return Ok(None) };
        left = match mv {
            Move::Hop { from, .. } if fire => Some(from),
            _ => None,
        };
        moves.push(rules.write_move(&mv));
        position = rules.apply(&position, &mv).position;
    }
    Ok((rules.end(&position) == Some(End::Win(Player::First))).then_some(moves))
}

/// A game in which both players put off the end: random moves that end nothing, until there is no other.
fn longest_game(context: &mut Context) -> Result<Vec<String>, Stopped> {
    let cases = fire_and_ice();
    let Ruleset::Points(Game::Positional(rules)) = cases.first() else { return Ok(Vec::new()) };
    let mut longest: Vec<String> = Vec::new();
    let mut lots = Lots::new(1);
    for _ in 0..3_000 {
        let (mut position, mut moves) = (rules.start(), Vec::new());
        while rules.end(&position).is_none() {
            context.budget.visit()?;
            let all = rules.moves(&position);
            let mut last = None;
            for _ in 0..8 * all.len().max(1) {
                let Some(mv) = lots.pick(&all) else { break };
                let next = rules.apply(&position, mv).position;
                let over = rules.end(&next).is_some();
                last = Some((rules.write_move(mv), next));
                if !over {
                    break;
                }
            }
            let Some((mv, next)) = last else { break };
            moves.push(mv);
            position = next;
        }
        if moves.len() > longest.len() {
            longest = moves;
        }
        if longest.len() == 48 {
            break;
        }
    }
    Ok(longest)
}

fn fire_and_ice_turns(context: &mut Context) -> Result<Finding, Stopped> {
    // Each turn of the rules puts one more piece on the board, and a win takes as many as the smallest winning set has.
    let numbers = context.nested((Plane::Projective, 2), (Plane::Projective, 2));
    let pieces = numbers.k as usize;
    let shortest = shortest_game(context)?;
    let longest = longest_game(context)?;
    let command = |moves: &[String]| {
        format!(
            "outplay play fire-and-ice \"[pg:2,2 : pg:2,2]\" --start 1.1 --after \"{}\"",
            moves.join(" ")
        )
    };
    let none = Vec::new();
    let quick = shortest.as_ref().unwrap_or(&none);
    let points = numbers.n.to_string().parse::<usize>().unwrap_or(0);
    Ok(facts(
        [
            (
                "the turns after which FIRE has enough pieces".to_string(),
                16,
                2 * (pieces - 1),
                command(quick),
            ),
            (
                "the turns of a game that FIRE wins with ICE's help".to_string(),
                16,
                quick.len(),
                command(quick),
            ),
            (
                "the turns after which the board is full".to_string(),
                48,
                points - 1,
                command(&longest),
            ),
            (
                "the turns of the longest game found".to_string(),
                48,
                longest.len(),
                command(&longest),
            ),
        ],
        "both bounds by the rules, and a game of each length played",
    ))
}

fn fire_and_ice_ties(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("pg:2,2");
    let full = board.full();
    sweep(context, 0..=full, "all pairs of disjoint sets of points of PG(2,2)", |_, &x| {
        let rest = full & !x;
        // If some set beside x held a line, so would all the rest.
        Ok((board.won(x) && board.won(rest))
            .then(|| Exhibit::new(format!("{x:07b}"), String::new())))
    })
}

fn fire_and_ice_draws(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("pg:2,2");
    let cases = (0..=6u32).flat_map(|full| (1..=7u32).map(move |open| (full, open)));
    let mut possible = Vec::new();
    let held =
        sweep(context, cases, "numbers of full islands and of open places", |_, &(f, j)| {
            if f * (7 - j) < (f * j + (7 - f) * (7 - j)).max(1) {
                return Ok(None);
            }
            possible.push(format!("f = {f}, j = {j}"));
            // Islands with open points hold at least 7 - j pieces of the opponent.
            let five_win = (0..=board.full()).filter(|s| s.count_ones() == 5).all(|s| board.won(s));
            let four = (0..=board.full()).filter(|s| s.count_ones() == 4);
            // Four points hold no line only if the three others are one; then she owns that line on every full island.
            let four_or_line =
                four.into_iter().all(|s| board.won(s) || board.won(board.full() & !s));
            let any_five_islands_win = five_win;
            let settled = match 7 - j {
                5 | 6 => five_win,
                4 => four_or_line && f >= 5 && any_five_islands_win,
                _ => false,
            };
            Ok((!settled).then(|| Exhibit::new(format!("f = {f}, j = {j}"), String::new())))
        })?;
    let evidence = format!(
        "a full board has a winner; by the numbers a player can be stuck only for {}, and there somebody has won",
        possible.join("; ")
    );
    Ok(Finding { evidence, ..held }
        .remark("the proof does not mention that a player may have no legal slide or jump"))
}

fn fire_and_ice_stealing(context: &mut Context) -> Result<Finding, Stopped> {
    let board = "[sets:1,2,3 : sets:1-2,1-2-3]";
    let value = context.solve(&format!("fire-and-ice {board} --start 1.3"))?;
    let checked = "nothing about the board of 49 points; the argument on a board of nine";
    if value.winner() != Some(Player::Second) {
        return Ok(Finding::open("neither the game nor its argument is settled", checked));
    }
    let text = format!(
        "the argument does not settle it: it would give the first player at least a draw on every board with slides and jumps, and on {board} \
         (three islands of three points, won by points 1 and 2 of any island) from 1.3 the second player wins"
    );
    let command = format!("outplay solve fire-and-ice \"{board}\" --start 1.3");
    let exhibit = Exhibit::new(&text[..], command).drawn("fire-and-ice", board, "");
    Ok(Finding { exhibit: Some(exhibit), ..Finding::open(text, checked) })
}

fn tic_tac_toe_states(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("ttt:3");
    let tied = (0..=board.full()).any(|x| board.won(x) && board.won(board.full() & !x));
    let row = |name: &str, found: bool| {
        (name.to_string(), true, found, "outplay solve hop ttt:3".to_string())
    };
    let drawn = board.drawn_state(false).is_some();
    Ok(facts(
        [row("that a drawn state exists", drawn), row("that a tied state exists", tied)],
        "all partitions",
    ))
}

fn tic_tac_toe_lines(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("ttt:3");
    let command = || "outplay solve positional ttt:3".to_string();
    let on = |point: usize| board.sets.iter().filter(|&&set| set >> point & 1 == 1).count();
    let mut list = vec![
        ("the number of points".to_string(), 9, board.points, command()),
        ("the number of lines".to_string(), 8, board.sets.len(), command()),
    ];
    for (point, lines) in [3, 2, 3, 2, 4, 2, 3, 2, 3].into_iter().enumerate() {
        list.push((format!("the lines through {}", point + 1), lines, on(point), command()));
    }
    let draw = context.winner("positional ttt:3")?.is_none();
    let game = [("that it is a draw".to_string(), true, draw, command())];
    Ok(all([facts(list, "points and lines"), facts(game, "the game solved")]))
}
