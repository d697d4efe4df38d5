//! What the dissertation says of its small boards on the way: ties on Tic-Tac-Toe, Xavier's third hop on PG(2,2), the lines of
//! AG(2,3), the start of Fire and Ice, and the part of the inner plane.

use std::collections::BTreeSet;

use outplay_solve::limits::Stopped;

use crate::boards::bits;
use crate::claim::{Claim, Exhibit, Finding, facts, sweep};
use crate::context::Context;
use crate::weights::Plane::{Affine, Projective};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "hop/2.1.1-ties",
        place: "Proof of Theorem 2.1.1, ties",
        statement: "A hop of Xavier ends in a tie on the Tic-Tac-Toe board only if it goes from a line of one X and two O to the open point of a parallel line of two X.",
        method: "Every state without a winner in which Xavier is to hop, every hop.",
        note: "",
        check: ties,
    },
    Claim {
        id: "hop/3.1.2-third",
        place: "Figures 3.3 and 3.4, after Lemma 3.1.3",
        statement: "Xavier's third hop on PG(2,2) if his three X are not a line, and L is the line of the two O: if L is full, either X off L hops onto the line of the other two X; if L has an \
                    open point a, one of the other lines through a has two X, and the third X hops to a. He wins, and Olivia does not.",
        method: "Every state with three X not in line and two O.",
        note: "",
        check: third_hop,
    },
    Claim {
        id: "hop/fig3.5",
        place: "Figures 3.5 and 3.6, section 3.1",
        statement: "AG(2,3) is the Tic-Tac-Toe board with four more lines, so that four lines pass through each point; \
                    with the diagonals, the new lines make two parallel classes.",
        method: "The lines of both boards compared.",
        note: "",
        check: four_more_lines,
    },
    Claim {
        id: "hop/4.1-start",
        place: "Section 4.1, the start",
        statement: "Any position of the board of Fire and Ice can be mapped to any other, so that the game may begin anywhere.",
        method: "For each of the 49 points, a symmetry of the islands combined with one symmetry of the places on \
                 every island: it takes winning sets to winning sets, and the moves of one start to those of the \
                 other.",
        note: "Appendix C begins on the first point for this reason; it calls the group doubly transitive, which it is not (hop/5.3-transitive).",
        check: starts_alike,
    },
    Claim {
        id: "hop/5.3-inner",
        place: "Section 5.3, before Theorem 5.3.5",
        statement: "The inner component seems to have more effect on the outcome than the outer.",
        method: "The first weight of section 5.3: with inner order 8, 9, 11 or 13 it is below 1 for every outer plane; \
                 with inner AG(2,2), AG(2,3) or AG(2,4) for none.",
        note: "We read this as: the inner plane alone can decide whether the weight gives a draw, and the outer plane \
               alone never does.",
        check: inner_decides,
    },
];

fn ties(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("ttt:3");
    let full = board.full();
    let states = (0..=full).flat_map(|x| {
        let board = &board;
        let others = full & !x;
        (0..=full)
            .filter(move |o| {
                o & !others == 0
                    && x.count_ones() == o.count_ones() + 1
                    && !board.won(x)
                    && !board.won(*o)
            })
            .map(move |o| (x, o))
    });
    let mut tied = 0;
    let held =
        sweep(context, states.collect::<Vec<_>>(), "states, every hop of Xavier", |_, &(x, o)| {
            for from in bits(x) {
                for to in bits(full & !x & !o) {
                    let (nx, no) = (x & !(1 << from) | 1 << to, o | 1 << from);
                    let owned = |by: u32| board.sets.iter().find(|&&set| set & !by == 0).copied();
                    let (Some(his), Some(hers)) = (owned(nx), owned(no)) else { continue };
                    tied += 1;
                    let line = |set: u32| (set.trailing_zeros() / 3, set.trailing_zeros() % 3);
                    // Three points in a row, or in a column, of which the least is the first.
                    let row = |set: u32| set == 0b111 << (3 * line(set).0);
                    let column = |set: u32| set == 0b100_1001 << line(set).1;
                    let parallel = row(his) && row(hers) || column(his) && column(hers);
                    let placed = hers >> from & 1 == 1
                        && (hers & o).count_ones() == 2
                        && his >> to & 1 == 1
                        && (his & x).count_ones() == 2;
                    if !parallel || !placed {
                        let text = format!(
                            "with X on {x:09b} and O on {o:09b} the hop {}>{} ties",
                            from + 1,
                            to + 1
                        );
                        return Ok(Some(Exhibit::new(text, "outplay solve hop ttt:3")));
                    }
                }
            }
            Ok(None)
        })?;
    Ok(match tied {
        0 => Finding::open("no hop ties", "states, every hop of Xavier"),
        _ => held.counting(format!("{tied} hops tie")),
    })
}

fn third_hop(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("pg:2,2");
    let full = board.full();
    let mut states = Vec::new();
    for x in (0..=full).filter(|x| x.count_ones() == 3 && !board.won(*x)) {
        states.extend((0..=full).filter(|o| o & x == 0 && o.count_ones() == 2).map(|o| (x, o)));
    }
    sweep(context, states, "states with three X and two O", |_, &(x, o)| {
        let through = |points: u32| -> Vec<u32> {
            board.sets.iter().copied().filter(|set| points & !set == 0).collect()
        };
        // The only line through two points.
        let only = |points: u32| match through(points)[..] {
            [line] => line,
            _ => 0,
        };
        let wins = |from: u32, to: u32| {
            let free = full & !x & !o;
            from != 0
                && from & !x == 0
                && to != 0
                && to & !free == 0
                && board.won(x & !from | to)
                && !board.won(o | from)
        };
        let line = only(o);
        let right = if line & x != 0 {
            bits(x & !line).all(|p| {
                let from = 1 << p;
                wins(from, only(x & !from) & !x)
            })
        } else {
            let open = line & !o;
            let with_two: Vec<u32> = through(open)
                .into_iter()
                .filter(|l| l & o == 0 && (l & x).count_ones() == 2)
                .collect();
            with_two.len() == 1 && wins(x & !with_two[0], open)
        };
        Ok((!right).then(|| {
            let text = format!(
                "with X on {x:07b} and O on {o:07b} (the first point last) the hop does not win"
            );
            Exhibit::new(text, "outplay solve hop pg:2,2 --start 1")
        }))
    })
}

fn four_more_lines(context: &mut Context) -> Result<Finding, Stopped> {
    let lines = |name: &str| -> BTreeSet<Vec<usize>> {
        let sorted = |mut line: Vec<usize>| {
            line.sort_unstable();
            line
        };
        context.lines(name).into_iter().map(sorted).collect()
    };
    let (plane, old) = (lines("ag:2,3"), lines("ttt:3"));
    let new: BTreeSet<&Vec<usize>> = plane.difference(&old).collect();
    let each = (0..9).all(|p| plane.iter().filter(|line| line.contains(&p)).count() == 4);
    let apart = |a: &[usize], b: &[usize]| a.iter().all(|p| !b.contains(p));
    // With each diagonal of the old board two new lines that meet neither it nor each other.
    let diagonals = [vec![0, 4, 8], vec![2, 4, 6]];
    let classes = diagonals.iter().all(|diagonal| {
        let with: Vec<&&Vec<usize>> = new.iter().filter(|line| apart(line, diagonal)).collect();
        with.len() == 2 && apart(with[0], with[1])
    });
    let row = |name: &str, claimed: usize, found: usize| {
        (name.to_string(), claimed, found, "outplay solve positional ag:2,3".to_string())
    };
    Ok(facts(
        [
            row("the number of lines of AG(2,3)", 12, plane.len()),
            row(
                "the number of lines of Tic-Tac-Toe among them",
                8,
                plane.intersection(&old).count(),
            ),
            row("the number of new lines", 4, new.len()),
            row("that each point is on four lines (1 for yes)", 1, each.into()),
            row(
                "that the new lines make two classes with the diagonals (1 for yes)",
                1,
                classes.into(),
            ),
        ],
        "the lines of both boards",
    ))
}

/// The permutations of seven points that take lines to lines.
fn collineations(lines: &[Vec<usize>]) -> Vec<Vec<usize>> {
    fn extend(map: &mut Vec<usize>, found: &mut Vec<Vec<usize>>, keeps: &dyn Fn(&[usize]) -> bool) {
        if map.len() == 7 {
            if keeps(map) {
                found.push(map.clone());
            }
            return;
        }
        for image in (0..7).filter(|image| !map.contains(image)).collect::<Vec<_>>() {
            map.push(image);
            extend(map, found, keeps);
            map.pop();
        }
    }
    let sets: BTreeSet<BTreeSet<usize>> =
        lines.iter().map(|line| line.iter().copied().collect()).collect();
    let keeps = |map: &[usize]| {
        sets.iter()
            .all(|line| sets.contains(&line.iter().map(|&p| map[p]).collect::<BTreeSet<_>>()))
    };
    let mut found = Vec::new();
    extend(&mut Vec::new(), &mut found, &keeps);
    found
}

fn starts_alike(context: &mut Context) -> Result<Finding, Stopped> {
    const BOARD: &str = "[pg:2,2 : pg:2,2]";
    let group = collineations(&context.lines("pg:2,2"));
    let sets: BTreeSet<BTreeSet<usize>> =
        context.lines(BOARD).into_iter().map(|set| set.into_iter().collect()).collect();
    let name = |point: usize| format!("{}.{}", point / 7 + 1, point % 7 + 1);
    let moves = |context: &Context, start: usize| -> BTreeSet<String> {
        let question = format!("fire-and-ice {BOARD} --start {}", name(start));
        context.first_moves(&question).into_iter().collect()
    };
    let first = moves(context, 0);
    sweep(context, 0..49usize, "all 49 points", |context, &point| {
        let taking = |image: usize| group.iter().find(|map| map[0] == image);
        let mapped = taking(point / 7).zip(taking(point % 7)).is_some_and(|(outer, inner)| {
            let image = |p: usize| 7 * outer[p / 7] + inner[p % 7];
            let kept = sets.iter().all(|set| {
                sets.contains(&set.iter().map(|&p| image(p)).collect::<BTreeSet<usize>>())
            });
            let hops: BTreeSet<String> = (0..49)
                .filter(|&to| first.contains(&format!("{}>{}", name(0), name(to))))
                .map(|to| format!("{}>{}", name(image(0)), name(image(to))))
                .collect();
            kept && hops.len() == first.len() && hops == moves(context, point)
        });
        Ok((!mapped).then(|| {
            let text = format!("no symmetry was found that takes {} to {}", name(0), name(point));
            let command = format!("outplay moves fire-and-ice \"{BOARD}\" --start {}", name(point));
            Exhibit::new(text, command)
        }))
    })
}

fn inner_decides(context: &mut Context) -> Result<Finding, Stopped> {
    let mut rows = Vec::new();
    for outer in [Affine, Projective] {
        let mut row = |inner, q2: u64, claimed: &str| {
            let found = context.threshold(outer, inner, q2);
            let told = found.map_or("none".to_string(), |q1| q1.to_string());
            let name = format!("[{}(2,q1) : {}(2,{q2})]", outer.title(), inner.title());
            let command = "outplay table hop/thresholds".to_string();
            rows.push((
                format!("the order from which the weight is below 1 on {name}"),
                claimed.to_string(),
                told,
                command,
            ));
        };
        for q2 in [8, 9, 11, 13] {
            row(Affine, q2, "2");
            row(Projective, q2, "2");
        }
        for q2 in [2, 3, 4] {
            row(Affine, q2, "none");
        }
    }
    Ok(facts(rows, "for all outer orders"))
}
