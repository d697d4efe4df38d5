//! The alpha-weight on nested boards of planes after two hops of Xavier (section 6.2 asks for it), exact.
//!
//! X and the newest O count as X: after the first hop these are the points a and b. Olivia blocks c, Xavier adds d. A
//! set that holds i of a, b, d weighs 2^i / 2^K unless it holds c, and 2^i is the number of subsets of these i points; so
//! the weight is a sum of numbers of winning sets through up to four points. Those depend on which points share an island
//! and which three are in line, and nothing else.

use num_bigint::BigUint;
use outplay_solve::limits::Stopped;

use crate::boards::SmallBoard;
use crate::claim::{Exhibit, Finding, all, sweep};
use crate::context::Context;
use crate::weights::Plane::{self, Affine, Projective};
use crate::weights::is_prime_power;

/// Points a, b, c, d, as far as they are placed.
#[derive(Clone, Debug, Default)]
struct Placed {
    /// The island of each.
    island: Vec<usize>,
    /// Three islands in line.
    outer: Vec<[usize; 3]>,
    /// Three points of an island in line.
    inner: Vec<[usize; 3]>,
}

/// Points, lines, points a line and lines a point.
type Numbers = [u64; 4];

/// The ways in which a new place can lie to others of a plane: on no line of two of them, or on one.
fn lines_through(others: &[usize], in_line: &[[usize; 3]], length: u64) -> Vec<Vec<usize>> {
    let mut ways = vec![Vec::new()];
    if others.len() == 3 && in_line.contains(&[others[0], others[1], others[2]]) {
        ways.push(others.to_vec());
    } else {
        for (i, &a) in others.iter().enumerate() {
            ways.extend(others[i + 1..].iter().map(|&b| vec![a, b]));
        }
    }
    ways.retain(|line| (line.len() as u64) < length);
    ways
}

/// The threes that a line with a new place makes.
fn threes(line: &[usize], new: usize) -> impl Iterator<Item = [usize; 3]> + '_ {
    line.iter().enumerate().flat_map(move |(i, &a)| line[i + 1..].iter().map(move |&b| [a, b, new]))
}

impl Placed {
    /// Every way to place one point more.
    fn extended(&self, outer: Numbers, inner: Numbers) -> Vec<Placed> {
        let new = self.island.len();
        let islands = self.island.iter().max().map_or(0, |last| last + 1);
        let mut all = Vec::new();
        for island in 0..=islands {
            let on_it: Vec<usize> = (0..new).filter(|&p| self.island[p] == island).collect();
            let mut next = self.clone();
            next.island.push(island);
            if island < islands {
                if on_it.len() as u64 == inner[0] {
                    continue;
                }
                for line in lines_through(&on_it, &self.inner, inner[2]) {
                    let mut way = next.clone();
                    way.inner.extend(threes(&line, new));
                    all.push(way);
                }
            } else if (islands as u64) < outer[0] {
                let others: Vec<usize> = (0..islands).collect();
                for line in lines_through(&others, &self.outer, outer[2]) {
                    let mut way = next.clone();
                    way.outer.extend(threes(&line, island));
                    all.push(way);
                }
            }
        }
        all
    }

    /// The winning sets through some of the points, in units of m2 to the power of k1 less `free`.
    fn through(&self, points: &[usize], outer: Numbers, inner: Numbers, free: u32) -> u128 {
        let in_line = |places: &[usize], three: &[[usize; 3]]| match places {
            [a, b, c] => three.contains(&[*a, *b, *c]),
            [a, b, c, d] => {
                [[*a, *b, *c], [*a, *b, *d], [*a, *c, *d]].iter().all(|t| three.contains(t))
            }
            _ => true,
        };
        let mut islands: Vec<usize> = points.iter().map(|&p| self.island[p]).collect();
        islands.sort_unstable();
        islands.dedup();
        let mut count = match islands.len() {
            0 => outer[1] as u128,
            1 => outer[3] as u128,
            n => u128::from(n as u64 <= outer[2] && in_line(&islands, &self.outer)),
        };
        for &island in &islands {
            let on_it: Vec<usize> =
                points.iter().copied().filter(|&p| self.island[p] == island).collect();
            count *= match on_it.len() {
                1 => inner[3] as u128,
                n => u128::from(n as u64 <= inner[2] && in_line(&on_it, &self.inner)),
            };
        }
        match free.checked_sub(islands.len() as u32) {
            Some(left) => count * u128::from(inner[1]).pow(left),
            None => 0,
        }
    }
}

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;
const D: usize = 3;

/// The greatest weight before Olivia's second turn if she blocks a point of greatest weight, whichever, as a numerator over 2^K.
fn second_weight(outer: Numbers, inner: Numbers) -> BigUint {
    let free = (outer[2] as u32).min(4);
    let weigh_c = |placed: &Placed| -> u128 {
        [&[C][..], &[A, C], &[B, C], &[A, B, C]]
            .iter()
            .map(|points| placed.through(points, outer, inner, free))
            .sum()
    };
    let weigh = |placed: &Placed| -> u128 {
        let mut sum = 0;
        for subset in 0..8u32 {
            let mut points: Vec<usize> = [A, B, D]
                .into_iter()
                .enumerate()
                .filter(|(i, _)| subset >> i & 1 == 1)
                .map(|(_, p)| p)
                .collect();
            sum += placed.through(&points, outer, inner, free);
            points.push(C);
            points.sort_unstable();
            sum -= placed.through(&points, outer, inner, free);
        }
        sum
    };
    let first = Placed { island: vec![0], ..Placed::default() };
    let mut greatest = 0;
    for second in first.extended(outer, inner) {
        let blocked = second.extended(outer, inner);
        let heaviest = blocked.iter().map(&weigh_c).max().unwrap_or(0);
        for third in blocked.iter().filter(|third| weigh_c(third) == heaviest) {
            let worst = third.extended(outer, inner).iter().map(&weigh).max().unwrap_or(0);
            greatest = greatest.max(worst);
        }
    }
    BigUint::from(greatest) * BigUint::from(inner[1]).pow(outer[2] as u32 - free)
}

/// The same counted on a board.
fn second_weight_on(board: &SmallBoard) -> u64 {
    let points = board.points;
    let weigh = |building: u32, blocked: u32| -> u64 {
        let open = board.sets.iter().filter(|&&set| set & blocked == 0);
        open.map(|set| 1u64 << (set & building).count_ones()).sum()
    };
    let mut greatest = 0;
    for b in 1..points {
        let building = 1 | 1 << b;
        let free: Vec<usize> = (1..points).filter(|&p| p != b).collect();
        let through = |c: usize| weigh(building, 0) - weigh(building, 1 << c);
        let heaviest = free.iter().map(|&c| through(c)).max();
        for &c in free.iter().filter(|&&c| Some(through(c)) == heaviest) {
            let after = free.iter().filter(|&&d| d != c).map(|&d| weigh(building | 1 << d, 1 << c));
            greatest = greatest.max(after.max().unwrap_or(0));
        }
    }
    greatest
}

/// The largest outer order up to a bound, a prime power, on which a weight is not below 1.
fn last_heavy(to: u64, is_heavy: impl Fn(u64) -> bool) -> Option<u64> {
    (2..=to).rev().filter(|&q| is_prime_power(q)).find(|&q| is_heavy(q))
}

/// Whether one turn more for each player improves the thresholds of section 5.3.
pub fn thresholds_after_two(context: &mut Context) -> Result<Finding, Stopped> {
    let small = [
        ((Affine, 2), (Affine, 2)),
        ((Affine, 2), (Projective, 2)),
        ((Projective, 2), (Affine, 2)),
    ];
    let name = |(outer, q1): (Plane, u64), (inner, q2): (Plane, u64)| {
        format!("[{}:2,{q1} : {}:2,{q2}]", outer.name(), inner.name())
    };
    let counted = sweep(
        context,
        small,
        "the weight counted on the three smallest boards",
        |context, &(outer, inner)| {
            let board = name(outer, inner);
            let found = second_weight_on(&context.sets(&board));
            let by_formula =
                second_weight(context.plane(outer.0, outer.1), context.plane(inner.0, inner.1));
            Ok((BigUint::from(found) != by_formula).then(|| {
                let text =
                    format!("on {board} the weight is {found}, not {by_formula}, in units of 2^-K");
                Exhibit::new(text, format!("outplay weights hop \"{board}\" --start 1.1"))
            }))
        },
    )?;
    const TO: u64 = 170;
    let classes = [Affine, Projective].into_iter().flat_map(|outer| {
        let inner = [Projective, Affine].into_iter();
        inner.flat_map(move |inner| [2, 3, 4, 5, 7, 8].map(|q2| (outer, inner, q2)))
    });
    let same = sweep(
        context,
        classes.collect::<Vec<_>>(),
        "24 classes, outer orders to 170",
        |context, &(outer, inner, q2)| {
            context.budget.check()?;
            let inner_numbers = context.plane(inner, q2);
            let is_heavy = |weight: BigUint, q1: u64| {
                weight.bits() > context.plane(outer, q1)[2] * inner_numbers[2]
            };
            let first = last_heavy(TO, |q1| {
                is_heavy(context.nested((outer, q1), (inner, q2)).first_weight(), q1)
            });
            let second = last_heavy(TO, |q1| {
                is_heavy(second_weight(context.plane(outer, q1), inner_numbers), q1)
            });
            Ok((first != second).then(|| {
            let text = format!(
                "on [{}(2,q1) : {}(2,{q2})] the last order without a draw by weight is {first:?} after one turn and {second:?} after two",
                outer.title(), inner.title()
            );
            Exhibit::new(text, "outplay table hop/thresholds")
        }))
        },
    )?;
    Ok(all([counted, same]).remark("so looking one turn further improves no threshold: the last board that is not drawn by weight stays the same"))
}
