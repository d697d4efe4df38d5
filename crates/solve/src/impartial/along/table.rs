//! The values of states of one rule, length by length.
//!
//! States that have the same first values and the same moves share one sequence, even if they are states of different
//! families. So a table for all small graphs with a path attached has little more than one sequence for each graph.

use std::collections::{BTreeSet, HashMap};

use outplay_rules::rules::TakingRule;
use outplay_rules::stretch::{Endless, Moves, Piece, Shape, System};

use super::SystemPeriod;
use crate::heaps::suffix::{last_exception, smallest_period};
use crate::impartial::solver::GraphSolver;
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// More states than this would take too long.
pub(super) const MOST_STATES: usize = 20_000;

/// The values of all states of some families under one rule.
pub struct StateTable<'r> {
    rule: TakingRule<'r>,
    how: &'r How,
    sequences: Vec<Sequence>,
    known: HashMap<Key, usize>,
    /// Marks the values of options: `seen[v]` is the number of the question in which v was last one.
    seen: Vec<u64>,
    asked: u64,
}

/// A family: its system of states, and where their sequences are in the table.
pub struct TabulatedSystem {
    system: System,
    /// The sequence of each state.
    numbers: Vec<usize>,
}

impl TabulatedSystem {
    /// The states and their moves.
    pub fn system(&self) -> &System {
        &self.system
    }
}

/// The values of one state, and the moves that make them.
struct Sequence {
    values: Vec<u16>,
    /// The sequence left, by how much shorter, and the nim-sum of what else is left.
    shortenings: Vec<(usize, usize, u16)>,
    splittings: Vec<Splits>,
}

/// The vertices taken, the two sequences left, the least length of either, and the nim-sum of what else is left.
type Splits = (usize, [usize; 2], [usize; 2], u16);

/// What tells sequences apart that could be the same: their first values and their moves, with themselves as `usize::MAX`.
type Key = (Vec<u16>, Vec<(usize, usize, u16)>, Vec<Splits>);

impl<'r> StateTable<'r> {
    /// A table without families.
    pub fn new(rule: TakingRule<'r>, how: &'r How) -> Self {
        let (sequences, known) = (Vec::new(), HashMap::new());
        StateTable { rule, how, sequences, known, seen: vec![0; 64], asked: 0 }
    }

    /// One family more, if it reaches finitely many states, with the values of its shortest boards.
    pub fn add(
        &mut self,
        shape: &Shape,
        budget: &mut Budget,
    ) -> Result<Result<TabulatedSystem, Endless>, Stopped> {
        let StateTable { rule, how, .. } = *self;
        let system = match System::new(shape, rule, MOST_STATES) {
            Ok(system) => system,
            Err(endless) => return Ok(Err(endless)),
        };
        let first = first_values(shape, &system, rule, how, budget)?;
        let mut pieces = Pieces { shape, rule, how, known: HashMap::new() };
        // States that lead to larger ones are not compared: it is not yet known which sequences those share.
        let is_ordered = leads_down(&system);
        let before = self.sequences.len();
        let mut numbers: Vec<usize> = match is_ordered {
            true => Vec::new(),
            false => (before..before + system.states().len()).collect(),
        };
        for (values, moves) in first.into_iter().zip(system.moves()) {
            let key = key(values, moves, &numbers, &mut pieces, budget)?;
            let fresh = self.sequences.len();
            if is_ordered {
                let at = *self.known.entry(key.clone()).or_insert(fresh);
                numbers.push(at);
                if at < fresh {
                    continue;
                }
            }
            self.sequences.push(Sequence::new(key, fresh));
        }
        Ok(Ok(TabulatedSystem { system, numbers }))
    }

    /// How many sequences there are.
    pub fn sequences(&self) -> usize {
        self.sequences.len()
    }

    /// The values of the whole board of a family, by its length.
    pub fn values(&self, family: &TabulatedSystem) -> &[u16] {
        &self.sequences[family.numbers[family.system.whole()]].values
    }

    /// Computes the values of all states up to a length.
    pub fn extend_to(&mut self, length: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let computed = self.sequences.iter().map(|sequence| sequence.values.len()).min();
        for n in computed.unwrap_or(0)..=length {
            // A limit may have come in the middle of a length.
            for at in 0..self.sequences.len() {
                if self.sequences[at].values.len() == n {
                    budget.visit()?;
                    let value = self.value(at, n).ok_or(Stopped::Unsettled)?;
                    self.sequences[at].values.push(value);
                }
            }
            budget.check()?;
        }
        Ok(())
    }

    /// The least number that is the value of no option; none if it is too large to be kept.
    fn value(&mut self, at: usize, n: usize) -> Option<u16> {
        self.asked += 1;
        let StateTable { sequences, seen, asked, .. } = self;
        let mut mark = |value: u16| {
            let index = usize::from(value);
            if index >= seen.len() {
                seen.resize((index + 1).next_power_of_two(), 0);
            }
            seen[index] = *asked;
        };
        let Sequence { shortenings, splittings, .. } = &sequences[at];
        for &(to, by, sum) in shortenings {
            mark(sequences[to].values[n - by] ^ sum);
        }
        for &(taken, to, least, sum) in splittings {
            let rest = n - taken;
            let [left, right] = to.map(|to| &sequences[to].values[..]);
            let most = rest - least[1];
            if least[0] <= most {
                let lefts = left[least[0]..=most].iter();
                let rights = right[least[1]..=rest - least[0]].iter().rev();
                lefts.zip(rights).for_each(|(a, b)| mark(a ^ b ^ sum));
            }
        }
        let missing = seen.iter().position(|&last| last != *asked).unwrap_or(seen.len());
        u16::try_from(missing).ok().filter(|&value| value < u16::MAX)
    }

    /// The period that all sequences of a family have for ever, if what was computed proves one.
    pub fn proved(&self, family: &TabulatedSystem) -> Option<SystemPeriod> {
        let numbers: BTreeSet<usize> = family.numbers.iter().copied().collect();
        let sequences = || numbers.iter().map(|&number| &self.sequences[number].values);
        let mut period = 1usize;
        for values in sequences() {
            let own = smallest_period(&values[values.len() / 2..])?;
            period = lcm(period, own).filter(|&period| period <= values.len())?;
        }
        let exceptions = sequences().map(|values| last_exception(values, period, |a, b| a == b));
        let from = exceptions.max()?.map_or(0, |last| last + 1).max(1);
        let needed = family.system.bound(from, period).checked_add(period)?;
        (needed <= self.values(family).len()).then_some(SystemPeriod { period, from })
    }
}

impl Sequence {
    /// The sequence with this number that a key describes.
    fn new((values, shortenings, splittings): Key, at: usize) -> Self {
        let own = |to: usize| if to == usize::MAX { at } else { to };
        let shortenings = shortenings.iter().map(|&(to, by, sum)| (own(to), by, sum));
        let splittings = splittings.iter();
        let splittings =
            splittings.map(|&(taken, to, least, sum)| (taken, to.map(own), least, sum));
        Sequence { values, shortenings: shortenings.collect(), splittings: splittings.collect() }
    }
}

/// Whether no state leads to one with a larger number.
fn leads_down(system: &System) -> bool {
    system.moves().iter().enumerate().all(|(at, moves)| {
        let shortenings = moves.shortenings.iter().map(|shortening| shortening.to);
        let splittings = moves.splittings.iter().flat_map(|splitting| splitting.to);
        shortenings.chain(splittings).all(|to| to <= at)
    })
}

fn lcm(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

/// The values of all states with paths too short for the moves to be the same at every length, by search.
fn first_values(
    shape: &Shape,
    system: &System,
    rule: TakingRule,
    how: &How,
    budget: &mut Budget,
) -> Result<Vec<Vec<u16>>, Stopped> {
    let mut values = vec![Vec::new(); system.states().len()];
    for n in 0..system.uniform_from() {
        let graphs: Vec<_> = match shape {
            Shape::Between(_) => vec![shape.graph(n)],
            Shape::Ring | Shape::Strip(_) => {
                system.states().iter().map(|&state| shape.graph_for(state, n)).collect()
            }
        };
        let mut solvers: Vec<GraphSolver> =
            graphs.iter().map(|graph| GraphSolver::new(graph, rule, how)).collect();
        for (at, &state) in system.states().iter().enumerate() {
            let solver = at.min(solvers.len() - 1);
            let value = solvers[solver].value(&shape.left_in(state, n), budget)?;
            values[at].push(u16::try_from(value).map_err(|_| Stopped::Unsettled)?);
        }
    }
    Ok(values)
}

/// Pieces of the two graphs, each valued once.
struct Pieces<'a> {
    shape: &'a Shape,
    rule: TakingRule<'a>,
    how: &'a How,
    known: HashMap<Piece, u16>,
}

impl Pieces<'_> {
    fn value(&mut self, piece: Piece, budget: &mut Budget) -> Result<u16, Stopped> {
        if let Some(&value) = self.known.get(&piece) {
            return Ok(value);
        }
        let (graph, vertices) = self.shape.piece(piece);
        let mut solver = GraphSolver::new(&graph, self.rule, self.how);
        let value = solver.value(&vertices, &mut budget.apart(0))?;
        let value = u16::try_from(value).map_err(|_| Stopped::Unsettled)?;
        self.known.insert(piece, value);
        Ok(value)
    }

    fn sum(&mut self, pieces: &[Piece], budget: &mut Budget) -> Result<u16, Stopped> {
        let mut sum = 0;
        for &piece in pieces {
            sum ^= self.value(piece, budget)?;
        }
        Ok(sum)
    }
}

fn key(
    values: Vec<u16>,
    moves: &Moves,
    number: &[usize],
    pieces: &mut Pieces,
    budget: &mut Budget,
) -> Result<Key, Stopped> {
    // States that are not numbered yet are the state itself: all others are smaller.
    let numbered = |to: usize| number.get(to).copied().unwrap_or(usize::MAX);
    let mut shortenings = Vec::new();
    for shortening in &moves.shortenings {
        let sum = pieces.sum(&shortening.pieces, budget)?;
        shortenings.push((numbered(shortening.to), shortening.by, sum));
    }
    shortenings.sort_unstable();
    shortenings.dedup();
    let mut splittings = Vec::new();
    for split in &moves.splittings {
        let sum = pieces.sum(&split.pieces, budget)?;
        splittings.push((split.taken, split.to.map(numbered), split.least, sum));
    }
    splittings.sort_unstable();
    splittings.dedup();
    Ok((values, shortenings, splittings))
}
