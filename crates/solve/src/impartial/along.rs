//! Grundy values along a family of boards with a path that grows, one table for all of them, and the proof of their period.
//!
//! The states that the boards come to are finitely many ([`System`]), and their values are computed together, length by length. If
//! all of them repeat far enough, they repeat for ever: Theorem 11 of `docs/theory-graphs.md`.

use std::collections::HashMap;

use outplay_rules::rules::TakingRule;
use outplay_rules::stretch::{Moves, Piece, Shape, System};

use super::solver::GraphSolver;
use crate::heaps::suffix::{last_exception, smallest_period};
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// More states than this take longer than anybody waits.
const MOST_STATES: usize = 20_000;

/// The values of all states of a shape, for paths from 0 on.
pub struct Along {
    system: System,
    /// States that are worth the same at every length are one sequence; the last is the whole board.
    sequences: Vec<Sequence>,
    /// Marks the values of options: `seen[v]` is the number of the question in which v was last one.
    seen: Vec<u64>,
    asked: u64,
}

/// The values of one state, and the moves that make them.
struct Sequence {
    values: Vec<u16>,
    /// The sequence left, by how much shorter, and the nim-sum of what else is left.
    shortenings: Vec<(usize, usize, u16)>,
    /// The vertices taken, the two sequences left, and the least length of either.
    splittings: Vec<(usize, [usize; 2], [usize; 2])>,
}

/// That all values repeat for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemPeriod {
    /// A period of all sequences.
    pub period: usize,
    /// From this length on it holds for all of them; at least 1.
    pub from: usize,
}

/// What tells sequences apart that could be the same: their first values and their moves, with themselves as `usize::MAX`.
type Key = (Vec<u16>, Vec<(usize, usize, u16)>, Vec<(usize, [usize; 2], [usize; 2])>);

impl Along {
    /// The values of the shortest boards; none if the family has too many states, or a move takes any number of vertices.
    pub fn new(
        shape: &Shape,
        rule: TakingRule,
        how: &How,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stopped> {
        let Some(system) = System::new(shape, rule, MOST_STATES) else { return Ok(None) };
        let first = first_values(shape, &system, rule, how, budget)?;
        let mut pieces = Pieces { shape, rule, how, known: HashMap::new() };
        let mut along = Along { system, sequences: Vec::new(), seen: vec![0; 64], asked: 0 };
        let mut known: HashMap<Key, usize> = HashMap::new();
        let mut number: Vec<usize> = Vec::new();
        for (values, moves) in first.into_iter().zip(along.system.moves()) {
            let key = key(values, moves, &number, &mut pieces, budget)?;
            let fresh = along.sequences.len();
            let at = *known.entry(key.clone()).or_insert(fresh);
            number.push(at);
            if at == fresh {
                let own = |to: usize| if to == usize::MAX { at } else { to };
                let (values, shortenings, splittings) = key;
                along.sequences.push(Sequence {
                    values,
                    shortenings: shortenings
                        .iter()
                        .map(|&(to, by, sum)| (own(to), by, sum))
                        .collect(),
                    splittings: splittings
                        .iter()
                        .map(|&(taken, to, least)| (taken, to.map(own), least))
                        .collect(),
                });
            }
        }
        Ok(Some(along))
    }

    /// The states and their moves.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// How many sequences there are.
    pub fn sequences(&self) -> usize {
        self.sequences.len()
    }

    /// The values of the whole board, by the length of the path.
    pub fn values(&self) -> &[u16] {
        self.sequences.last().map_or(&[], |last| &last.values)
    }

    /// Computes the values of all states up to a length.
    pub fn extend_to(&mut self, length: usize, budget: &mut Budget) -> Result<(), Stopped> {
        for n in self.values().len()..=length {
            // A limit may have come in the middle of a length.
            for at in 0..self.sequences.len() {
                if self.sequences[at].values.len() == n {
                    budget.visit()?;
                    let value = self.value(at, n).ok_or(Stopped::Unsettled)?;
                    self.sequences[at].values.push(value);
                }
            }
            budget.check()?;
            budget.note(n as u64, length as u64);
        }
        Ok(())
    }

    /// The least number that is the value of no option; none if it is too large to be kept.
    fn value(&mut self, at: usize, n: usize) -> Option<u16> {
        self.asked += 1;
        let Along { sequences, seen, asked, .. } = self;
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
        for &(taken, to, least) in splittings {
            let rest = n - taken;
            let [left, right] = to.map(|to| &sequences[to].values[..]);
            let most = rest - least[1];
            if least[0] <= most {
                let lefts = left[least[0]..=most].iter();
                let rights = right[least[1]..=rest - least[0]].iter().rev();
                lefts.zip(rights).for_each(|(a, b)| mark(a ^ b));
            }
        }
        let missing = seen.iter().position(|&last| last != *asked).unwrap_or(seen.len());
        u16::try_from(missing).ok().filter(|&value| value < u16::MAX)
    }

    /// The period that all sequences have for ever, if what was computed proves one.
    pub fn proved(&self) -> Option<SystemPeriod> {
        let mut period = 1usize;
        for Sequence { values, .. } in &self.sequences {
            let own = smallest_period(&values[values.len() / 2..])?;
            period = lcm(period, own).filter(|&period| period <= values.len())?;
        }
        let exceptions = self.sequences.iter().map(|sequence| exception(&sequence.values, period));
        let from = exceptions.max()?.map_or(0, |last| last + 1).max(1);
        let needed = self.system.bound(from, period).checked_add(period)?;
        (needed <= self.values().len()).then_some(SystemPeriod { period, from })
    }
}

/// The smallest period of the last half of some values, and the last place that breaks it: seen, not proved.
pub fn seen_period(values: &[u32]) -> Option<(usize, Option<usize>)> {
    let period = smallest_period(&values[values.len() / 2..])?;
    Some((period, last_exception(values, period, |a, b| a == b)))
}

/// The smallest period of values that are known to repeat with `period` for ever from `settled` on, and the last place that
/// breaks it.
pub fn smallest_within(values: &[u32], settled: usize, period: usize) -> (usize, Option<usize>) {
    let one_round = |shorter: &usize| {
        period.is_multiple_of(*shorter)
            && (settled..settled + period - shorter).all(|n| values[n] == values[n + shorter])
    };
    let smallest = (1..=period).find(one_round).unwrap_or(period);
    (smallest, last_exception(values, smallest, |a, b| a == b))
}

fn exception(values: &[u16], period: usize) -> Option<usize> {
    last_exception(values, period, |a, b| a == b)
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
            Shape::Ring => system.states().iter().map(|&state| shape.graph_for(state, n)).collect(),
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
        let graph = self.shape.graph(0);
        let mut solver = GraphSolver::new(&graph, self.rule, self.how);
        let value = solver.value(&self.shape.piece(piece), &mut budget.apart(0))?;
        let value = u16::try_from(value).map_err(|_| Stopped::Unsettled)?;
        self.known.insert(piece, value);
        Ok(value)
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
        let mut sum = 0;
        for &piece in &shortening.pieces {
            sum ^= pieces.value(piece, budget)?;
        }
        shortenings.push((numbered(shortening.to), shortening.by, sum));
    }
    shortenings.sort_unstable();
    shortenings.dedup();
    let splittings = moves.splittings.iter();
    let splittings = splittings.map(|split| (split.taken, split.to.map(numbered), split.least));
    Ok((values, shortenings, splittings.collect()))
}

#[cfg(test)]
mod tests {
    use outplay_rules::along::Along as Family;
    use outplay_rules::bits::BitSet;
    use outplay_rules::board::Board;
    use outplay_rules::games::octal_code::OctalCode;

    use super::*;

    fn along<'a>(family: &str, rule: TakingRule<'a>) -> (Family, usize, Along) {
        let family: Family = family.parse().unwrap();
        let stretch = family.stretch().unwrap().unwrap();
        let how = How { theorems: false, ..How::default() };
        let along = Along::new(stretch.shape(), rule, &how, &mut Budget::unlimited());
        (family, stretch.first(), along.unwrap().unwrap())
    }

    /// Every board of a family has the value that a search of that board alone finds, without theorems.
    fn agrees(family: &str, rule: TakingRule, to: usize) {
        let (family, first, mut values) = along(family, rule);
        let mut budget = Budget::unlimited();
        values.extend_to(to, &mut budget).unwrap();
        let how = How { theorems: false, ..How::default() };
        for n in first..=first + to {
            let Ok(Board::Places { graph, .. }) = family.member(n).unwrap().build() else {
                continue;
            };
            let all = BitSet::full(graph.vertex_count());
            let expected = GraphSolver::new(&graph, rule, &how).value(&all, &mut budget).unwrap();
            assert_eq!(
                u32::from(values.values()[n - first]),
                expected,
                "{family} at {n}, {rule:?}"
            );
        }
    }

    const FAMILIES: [&str; 12] = [
        "path:*",
        "cycle:*",
        "pode:1,1,*",
        "pode:2,1,3,*",
        "bipode:1,1;2;*",
        "bipode:1,1;1,1;*",
        "caterpillar:2,1,0**",
        "caterpillar:1,0,2,0**,3",
        "attach:cycle:4,1,*",
        "attach:complete:4,1,*",
        "attach:graph6:DQc,2,*",
        "attach:grid:2x3,2,*",
    ];

    #[test]
    fn all_values_are_those_of_the_boards() {
        let codes = [
            "0.07", "0.77", "0.33", "0.137", "0.6", "0.5", "0.03", "0.75", "0.26", "0.3f1", "0.8e",
            "0.1007",
        ];
        let codes = codes.map(|code| OctalCode::read_hexadecimal(code).unwrap());
        for family in FAMILIES {
            for code in &codes {
                agrees(family, TakingRule::Connected(code), 9);
            }
            agrees(family, TakingRule::Neighbourhood, 12);
            agrees(family, TakingRule::EdgeEnds, 12);
        }
    }

    /// A proved period holds ten times as far as the proof looked.
    #[test]
    fn proved_periods_hold_much_further() {
        let mut proved = 0;
        for code in ["0.07", "0.77", "0.33", "0.137", "0.71", "0.53", "0.3f"] {
            let code = OctalCode::read_hexadecimal(code).unwrap();
            for family in FAMILIES {
                let (_, _, mut values) = along(family, TakingRule::Connected(&code));
                let mut budget = Budget::unlimited();
                let mut found = None;
                let mut to = 32;
                while found.is_none() && to < 1000 {
                    values.extend_to(to, &mut budget).unwrap();
                    found = values.proved();
                    to *= 2;
                }
                let Some(SystemPeriod { period, from }) = found else { continue };
                proved += 1;
                let bound = values.system().bound(from, period);
                values.extend_to((10 * bound).min(4000), &mut budget).unwrap();
                let sequence = values.values();
                assert!(
                    (from..sequence.len() - period).all(|n| sequence[n] == sequence[n + period]),
                    "{family} {code}"
                );
            }
        }
        assert!(proved > 40, "{proved}");
    }

    /// Not everything is periodic: Theorem 13.
    #[test]
    fn values_can_grow() {
        let code = "0.5".parse::<OctalCode>().unwrap();
        let (_, _, mut pode) = along("pode:1,1,1,*", TakingRule::Connected(&code));
        pode.extend_to(300, &mut Budget::unlimited()).unwrap();
        assert!((0..=300).all(|n| usize::from(pode.values()[n]) == 2 * (n / 3)));
        assert_eq!(pode.proved(), None);
    }

    #[test]
    fn a_path_is_a_heap() {
        let code = "0.77".parse::<OctalCode>().unwrap();
        let (_, _, mut kayles) = along("path:*", TakingRule::Connected(&code));
        kayles.extend_to(200, &mut Budget::unlimited()).unwrap();
        assert_eq!(kayles.proved(), Some(SystemPeriod { period: 12, from: 71 }));
        // The theorem needs 2 * 71 + 12 + 2 lengths to repeat, and 12 more to see it.
        let (_, _, mut short) = along("path:*", TakingRule::Connected(&code));
        short.extend_to(166, &mut Budget::unlimited()).unwrap();
        assert_eq!(short.proved(), None);
        short.extend_to(167, &mut Budget::unlimited()).unwrap();
        assert!(short.proved().is_some());
    }
}
