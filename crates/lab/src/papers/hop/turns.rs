//! Weights from one turn to the next (Equations (3.1), (5.1) and (5.2)), and what comes of playing by them.

use std::collections::BTreeSet;

use outplay_rules::player::Player;
use outplay_solve::limits::Stopped;

use crate::boards::{AlphaWeight, SmallBoard, bits, hops};
use crate::claim::{Claim, Exhibit, Finding, facts, sweep};
use crate::context::Context;
use crate::lots::Lots;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "hop/3.2-eq3.1",
        place: "Equations (3.1), (5.1) and (5.2), sections 3.2, 5.2 and 5.3",
        statement: "If Olivia hops her newest O to O_i and Xavier then hops to g, from that point or from another, the alpha-weight falls by the weight of O_i, less that \
                    of g, plus that of the sets through both; the same of the beta-weight where points are taken.",
        method: "100 random games of each kind on Tic-Tac-Toe, four planes and [AG(2,2) : AG(2,2)]: every turn, with \
                 the weights computed by their definition.",
        note: "",
        check: from_turn_to_turn,
    },
    Claim {
        id: "hop/3.3-moment",
        place: "Section 3.3, before Equation (3.3)",
        statement: "In the middle of Olivia's turn, when an X is on her newest point and her piece is not yet put down, the beta-weight is the alpha-weight that she found before \
                    the turn.",
        method: "Every state of AG(2,2) and PG(2,2) and every line.",
        note: "",
        check: half_way,
    },
    Claim {
        id: "hop/3.4.3-late",
        place: "After Proposition 3.4.3, section 3.4",
        statement: "On AG(2,5), if Xavier makes on each turn a hop after which the beta-weight is greatest, the game \
                    must be played almost to the end before the alpha-weight drops below 1.",
        method: "200 games with random choices among equal weights, Olivia by the alpha-weight: the points open when \
                 it drops below 1.",
        note: "The text gives no number; “almost to the end” is read as half of the 25 points or more. All lines are \
               blocked when 19 to 23 are occupied. With the Xavier of appendix B, who first chooses where to hop, the \
               weight drops a little later.",
        check: late,
    },
    Claim {
        id: "hop/4.2-rising",
        place: "Section 4.2, after Proposition 4.2.3",
        statement: "With slides and jumps the weights need not fall as in Proposition 3.2.1, because FIRE and ICE have different options.",
        method: "Games of Fire and Ice in which ICE moves the newest O to an allowed point of greatest alpha-weight, and FIRE to one after which it is greatest.",
        note: "",
        check: rising,
    },
    Claim {
        id: "hop/5.2-optimal",
        place: "Section 5.2, after Proposition 5.2.7",
        statement: "On the nested boards that remain (inner plane AG(2,2), AG(2,3), AG(2,4) or PG(2,2)) the optimal strategy for both players is to take an open point of greatest \
                    beta-weight on each turn.",
        method: "Xavier by weights on [PG(2,3) : AG(2,2)], every choice among equal weights, against an Olivia who takes two points on each island of a line.",
        note: "The beta-weight counts only Xavier's sets. On an island AG(2,2) two points are a line, and a third or \
               fourth point still gains weight; while Xavier takes them Olivia wins the race. With best play Xavier \
               wins there (hop/5.2-ag22).",
        check: optimal_by_weight,
    },
];

/// A hop from one point to another.
type Hop = (usize, usize);

/// Sets through some points, weighed.
fn through(weights: &AlphaWeight, board: &SmallBoard, points: u32, x: u32, o: u32) -> i64 {
    let sets = board.sets.iter().filter(|&&set| points & !set == 0);
    sets.map(|&set| weights.weight(set, x, o) as i64).sum()
}

fn from_turn_to_turn(context: &mut Context) -> Result<Finding, Stopped> {
    let boards = ["ttt:3", "ag:2,2", "pg:2,2", "ag:2,3", "pg:2,3", "[ag:2,2 : ag:2,2]"];
    // Xavier hops from where she hopped from, from elsewhere, and takes points.
    let mut turns = [0u64; 3];
    let held = sweep(context, boards, "boards, 200 games each", |context, name| {
        let board = context.sets(name);
        let weights = AlphaWeight::asked(context, board.clone());
        for game in 0..200u64 {
            let (mut lots, hopping) = (Lots::new(game), game % 2 == 0);
            // What counts as Xavier's, and what blocks. The newest O is among the former; where points are taken there is none.
            let (mut x, mut older, mut newest) =
                if hopping { (0b11u32, 0u32, 0usize) } else { (0b10, 0, 0) };
            loop {
                context.budget.visit()?;
                let open: Vec<usize> = bits(board.full() & !x & !older).collect();
                let Some(&to) = lots.pick(&open) else { break };
                let rest: Vec<usize> = open.iter().copied().filter(|p| *p != to).collect();
                let Some(&g) = lots.pick(&rest) else { break };
                let (before, at) =
                    ((x, older), |points: u32| through(&weights, &board, points, x, older));
                let claimed = at(1 << to) - at(1 << g) + at(1 << to | 1 << g);
                // Olivia's newest O becomes an X and stands on `to`. Xavier's piece comes to g and leaves an O behind.
                let (his, hers) = (x, older | 1 << to);
                let from = match hopping {
                    true => *lots.pick(&bits(his).collect::<Vec<_>>()).unwrap_or(&newest),
                    false => g,
                };
                turns[if !hopping { 2 } else { (from != newest) as usize }] += 1;
                let (xs, os) =
                    (his & !(1 << from) | 1 << g, hers | if hopping { 1 << from } else { 0 });
                newest = from;
                let older_now = if hopping { os & !(1 << newest) } else { os };
                let counted = if hopping { xs | 1 << newest } else { xs };
                let fell = weights.total(before.0, before.1) as i64
                    - weights.total(counted, older_now) as i64;
                if fell != claimed {
                    let text = format!("on {name} the weight falls by {fell}, not by {claimed}");
                    return Ok(Some(Exhibit::new(text, format!("outplay weights hop \"{name}\""))));
                }
                (x, older) = (counted, older_now);
            }
        }
        Ok(None)
    })?;
    Ok(held.counting(format!(
        "{} turns of case (a), {} of case (b), {} turns of taking points",
        turns[0], turns[1], turns[2]
    )))
}

fn half_way(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, ["ag:2,2", "pg:2,2"], "planes, every state", |context, name| {
        let board = context.sets(name);
        let weights = AlphaWeight::asked(context, board.clone());
        for x in 0..=board.full() {
            for older in (0..=board.full()).filter(|o| o & x == 0) {
                context.budget.visit()?;
                for &set in &board.sets {
                    let line: Vec<usize> = bits(set).collect();
                    // Half-way through the turn no O is on the newest point: it is among `x`, and the older ones block.
                    let beta = context.line_weight(&line, x.into(), older.into());
                    if weights.weight(set, x, older) * 512 != beta * weights.unit() {
                        let text = format!("{name}: X on {x:b}, O on {older:b}, the line {set:b}");
                        return Ok(Some(Exhibit::new(text, format!("outplay weights hop {name}"))));
                    }
                }
            }
        }
        Ok(None)
    })
}

/// The members of a list for which something is greatest.
fn greatest<T: Copy, W: Ord>(list: &[T], weigh: impl Fn(T) -> W) -> Vec<T> {
    let most = list.iter().map(|&item| weigh(item)).max();
    list.iter().copied().filter(|&item| Some(weigh(item)) == most).collect()
}

/// A game on a plane from the first point until the alpha-weight is below 1 before a turn of Olivia, Xavier by the beta-weight of
/// what he leaves and Olivia by the alpha-weight: the hops, and how many points are occupied. None if it never comes to that.
fn until_safe(
    board: &SmallBoard,
    weights: &AlphaWeight,
    lots: &mut Lots,
) -> Option<(u32, Vec<Hop>)> {
    let (mut x, mut older) = (1u32, 0u32);
    let mut line = Vec::new();
    loop {
        let open: Vec<usize> = bits(board.full() & !x & !older).collect();
        let hops: Vec<(usize, usize)> =
            bits(x).flat_map(|p| open.iter().map(move |&q| (p, q))).collect();
        let best = greatest(&hops, |(p, q)| weights.total(x & !(1 << p) | 1 << q, older | 1 << p));
        let &(p, q) = lots.pick(&best)?;
        line.push((p, q));
        // Her newest O is on p, and counts as X.
        x |= 1 << q;
        if board.won(x & !(1 << p)) {
            return None;
        }
        if weights.total(x, older) < weights.unit() {
            return Some(((x | older).count_ones(), line));
        }
        let &to = lots.pick(&weights.choices(x, older))?;
        line.push((p, to));
        older |= 1 << to;
    }
}

fn late(context: &mut Context) -> Result<Finding, Stopped> {
    const GAMES: u64 = 200;
    const BOARD: &str = "ag:2,5";
    let board = context.sets(BOARD);
    let weights = AlphaWeight::asked(context, board.clone());
    let mut found = Vec::new();
    for game in 0..GAMES {
        context.budget.visit()?;
        found.extend(until_safe(&board, &weights, &mut Lots::new(game)));
    }
    let checked = format!("{GAMES} games with random choices among equal weights");
    let most = found.iter().map(|(points, _)| *points).max().unwrap_or(25);
    let Some((least, line)) = found.iter().min().filter(|(points, _)| 2 * points < 25) else {
        return Ok(Finding::verified("it does not drop below 1 sooner", checked));
    };
    let shown = hops(line);
    let text = format!(
        "the alpha-weight drops below 1 when {least} to {most} of the 25 points are occupied; when {least} are, after {shown}"
    );
    let command = format!("outplay weights hop {BOARD} --start 1 --after \"{shown}\"");
    Ok(Finding::refuted(Exhibit::new(text, command).drawn("hop", BOARD, &shown), checked))
}

/// The winning sets of Fire and Ice as bits, and the alpha-weight by them in units of 1/512.
struct Wide {
    sets: Vec<u64>,
}

impl Wide {
    fn weight(&self, through: u64, x: u64, older: u64) -> u64 {
        let sets = self.sets.iter().filter(|&&set| set & older == 0 && through & !set == 0);
        sets.map(|set| 512 >> (set & !x).count_ones()).sum()
    }
}

/// Where the piece on a point may slide or jump, of 49 points on seven islands.
fn near(from: usize, open: u64) -> Vec<usize> {
    (0..49)
        .filter(|&to| open >> to & 1 == 1 && (to / 7 == from / 7 || to % 7 == from % 7))
        .collect()
}

/// A game in which ICE moves the newest O to a point of greatest alpha-weight of those allowed, until the weight before her turn has
/// grown: the moves, and the weights before and after.
fn rising_game(wide: &Wide, start: usize) -> Option<(Vec<Hop>, [u64; 2])> {
    let all = (1u64 << 49) - 1;
    let first = near(start, all & !(1 << start)).first().copied()?;
    let (mut x, mut older, mut newest) = (1u64 << start | 1 << first, 0u64, start);
    let mut line = vec![(start, first)];
    loop {
        let before = wide.weight(0, x, older);
        let open = all & !x & !older;
        let to = *greatest(&near(newest, open), |p| wide.weight(1 << p, x, older)).first()?;
        line.push((newest, to));
        older |= 1 << to;
        let his = (0..49).filter(|p| x >> p & 1 == 1);
        let hops: Vec<(usize, usize)> =
            his.flat_map(|p| near(p, open & !(1 << to)).into_iter().map(move |q| (p, q))).collect();
        let (p, q) = *greatest(&hops, |(_, q)| wide.weight(0, x | 1 << q, older)).first()?;
        line.push((p, q));
        (x, newest) = (x | 1 << q, p);
        let after = wide.weight(0, x, older);
        if after > before {
            return Some((line, [before, after]));
        }
    }
}

fn rising(context: &mut Context) -> Result<Finding, Stopped> {
    const GAME: &str = "fire-and-ice [pg:2,2 : pg:2,2] --start 4.7";
    let as_bits = |line: &Vec<usize>| line.iter().fold(0u64, |set, p| set | 1 << p);
    let wide = Wide { sets: context.lines("[pg:2,2 : pg:2,2]").iter().map(as_bits).collect() };
    context.budget.check()?;
    let checked = "one game, by the rules";
    let Some((line, [before, after])) = rising_game(&wide, 27) else {
        return Ok(Finding::open("no such turn was found", checked));
    };
    let name = |p: usize| format!("{}.{}", p / 7 + 1, p % 7 + 1);
    let shown: Vec<String> =
        line.iter().map(|&(p, q)| format!("{}>{}", name(p), name(q))).collect();
    let (game, shown) =
        (GAME.replace("[pg:2,2 : pg:2,2]", "\"[pg:2,2 : pg:2,2]\""), shown.join(" "));
    let row = (
        "that the moves are legal and the game goes on".to_string(),
        true,
        context.goes_on_after(GAME, &shown),
        format!("outplay moves {game} --after \"{shown}\" --time 1"),
    );
    let text = format!(
        "with the last turn of {shown} the alpha-weight grows from {before}/512 to {after}/512"
    );
    Ok(facts([row], checked).counting(text))
}

/// How many points of each island the players own.
type Islands = Vec<(u32, u32)>;

/// Tic-Tac-Toe on islands AG(2,2), where any two points of an island are a line of it: the lines of islands.
struct Race {
    lines: Vec<Vec<usize>>,
}

impl Race {
    fn won(&self, islands: &Islands, player: Player) -> bool {
        let owns = |&i: &usize| {
            if player == Player::First { islands[i].0 >= 2 } else { islands[i].1 >= 2 }
        };
        self.lines.iter().any(|line| line.iter().all(owns))
    }

    /// The islands on which the open points are of greatest beta-weight.
    fn heaviest(&self, islands: &Islands) -> Vec<usize> {
        let free = |i: usize| 4 - islands[i].0 - islands[i].1;
        // In quarters: a pair of Xs weighs 1, a pair of an X and an open point 1/2, a pair of open points 1/4.
        let pairs = |i: usize| {
            let (x, f) = (u64::from(islands[i].0), u64::from(free(i)));
            2 * x * x.saturating_sub(1) + 2 * x * f + f * f.saturating_sub(1) / 2
        };
        let through = |i: usize| u64::from(2 * islands[i].0 + free(i) - 1);
        let others = |i: usize| -> u64 {
            let lines = self.lines.iter().filter(|line| line.contains(&i));
            lines
                .map(|line| line.iter().filter(|&&j| j != i).map(|&j| pairs(j)).product::<u64>())
                .sum()
        };
        let open: Vec<usize> = (0..islands.len()).filter(|&i| free(i) > 0).collect();
        greatest(&open, |i| through(i) * others(i))
    }

    /// Olivia's island: of a line on which she can still own two points of each and lacks fewest, the one on which Xavier has most.
    fn answer(&self, islands: &Islands) -> Option<usize> {
        let lacks = |&i: &usize| 2u32.saturating_sub(islands[i].1);
        let possible = |i: &usize| islands[*i].0 + 2 <= 4 || islands[*i].1 >= 2;
        let rate = |line: &&Vec<usize>| {
            let missing = line.iter().filter(|&i| lacks(i) > 0);
            (line.iter().map(lacks).sum::<u32>(), missing.map(|&i| islands[i].0).sum::<u32>())
        };
        let line = self.lines.iter().filter(|line| line.iter().all(possible)).min_by_key(rate)?;
        line.iter().copied().filter(|i| lacks(i) > 0).max_by_key(|&i| (islands[i].0, islands[i].1))
    }
}

/// Every game in which Xavier takes a heaviest point and Olivia answers so: the longest line if she wins them all, and how many
/// positions there are before Xavier's turns.
fn every_heaviest(
    context: &mut Context,
    race: &Race,
    count: usize,
) -> Result<(Option<Vec<usize>>, usize), Stopped> {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![(vec![(0, 0); count], Vec::new())];
    let mut longest: Option<Vec<usize>> = None;
    while let Some((islands, line)) = waiting.pop() {
        context.budget.visit()?;
        for i in race.heaviest(&islands) {
            let mut next: Islands = islands.clone();
            next[i].0 += 1;
            let Some(j) = race.answer(&next).filter(|_| !race.won(&next, Player::First)) else {
                return Ok((None, seen.len()));
            };
            next[j].1 += 1;
            let longer = [&line[..], &[i, j]].concat();
            if race.won(&next, Player::Second) {
                if longest.as_ref().is_none_or(|sofar| sofar.len() < longer.len()) {
                    longest = Some(longer);
                }
            } else if seen.insert(next.clone()) {
                waiting.push((next, longer));
            }
        }
    }
    Ok((longest, seen.len()))
}

fn optimal_by_weight(context: &mut Context) -> Result<Finding, Stopped> {
    const BOARD: &str = "[pg:2,3 : ag:2,2]";
    let race = Race { lines: context.lines("pg:2,3") };
    let checked = "[PG(2,3) : AG(2,2)], every choice of Xavier among equal weights";
    let (longest, positions) = every_heaviest(context, &race, 13)?;
    let Some(line) = longest else {
        return Ok(Finding::open(
            "Xavier does not lose on [PG(2,3) : AG(2,2)] in this way",
            checked,
        ));
    };
    // The points of an island are taken in order.
    let mut taken = [0; 13];
    let point = |&i: &usize| {
        taken[i] += 1;
        format!("{}.{}", i + 1, taken[i])
    };
    let shown = line.iter().map(point).collect::<Vec<_>>().join(" ");
    let winner = context.winner_after(&format!("positional {BOARD}"), &shown);
    if !context.found_run(winner == Some(Player::Second)) {
        return Ok(Finding::open("by the rules Olivia has not won", checked));
    }
    let text = format!(
        "on [PG(2,3) : AG(2,2)], where Xavier has a winning strategy, he loses however he chooses among points of greatest beta-weight: Olivia takes two points on each island of a line ({positions} positions), and owns a winning set after {shown} at the latest"
    );
    let command = format!("outplay solve positional \"{BOARD}\" --after \"{shown}\"");
    Ok(Finding::refuted(Exhibit::new(text, command).drawn("positional", BOARD, &shown), checked))
}
