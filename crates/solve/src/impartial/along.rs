//! Grundy values along a family of boards with a path or a strip that grows, one table for all of them, and the proof of their period.
//!
//! Play on the boards leads to finitely many states ([`System`]), and their values are computed together, length by
//! length (`table.rs`). If all of them repeat far enough, they repeat for ever: Theorems 11 and 14 of
//! `docs/theory-graphs.md`.

mod table;

use outplay_rules::rules::TakingRule;
use outplay_rules::stretch::{Endless, Shape, System};

pub use self::table::{StateTable, TabulatedSystem};
use crate::heaps::suffix::{last_exception, smallest_period};
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// The values of all states of one shape, for lengths from 0 on.
pub struct AlongValues<'r> {
    table: StateTable<'r>,
    family: TabulatedSystem,
}

/// That all values repeat for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemPeriod {
    /// A period of all sequences.
    pub period: usize,
    /// From this length on it holds for all of them; at least 1.
    pub from: usize,
}

impl<'r> AlongValues<'r> {
    /// The values of the shortest boards, if the family reaches finitely many states.
    pub fn new(
        shape: &Shape,
        rule: TakingRule<'r>,
        how: &'r How,
        budget: &mut Budget,
    ) -> Result<Result<Self, Endless>, Stopped> {
        let mut table = StateTable::new(rule, how);
        let family = table.add(shape, budget)?;
        Ok(family.map(|family| AlongValues { table, family }))
    }

    /// The states and their moves.
    pub fn system(&self) -> &System {
        self.family.system()
    }

    /// How many sequences there are.
    pub fn sequences(&self) -> usize {
        self.table.sequences()
    }

    /// The values of the whole board, by its length.
    pub fn values(&self) -> &[u16] {
        self.table.values(&self.family)
    }

    /// Computes the values of all states up to a length.
    pub fn extend_to(&mut self, length: usize, budget: &mut Budget) -> Result<(), Stopped> {
        self.table.extend_to(length, budget)
    }

    /// The period that all sequences have for ever, if what was computed proves one.
    pub fn proved(&self) -> Option<SystemPeriod> {
        self.table.proved(&self.family)
    }
}

/// The values of strips with an even and with an odd number of columns, where a theorem tells all of them (Theorem 15 of
/// `docs/theory-graphs.md`).
pub fn by_parity(shape: &Shape, rule: TakingRule) -> Option<[u32; 2]> {
    let Shape::Strip(column) = shape else { return None };
    match rule {
        TakingRule::EdgeEnds | TakingRule::Neighbourhood if column.is_ladder() => Some([0, 1]),
        TakingRule::Connected(code)
            if code.digit(1) & 3 == 3 && code.takes(usize::MAX).all(|(taken, _)| taken == 1) =>
        {
            Some([0, u32::from(!column.rows().is_multiple_of(2))])
        }
        _ => None,
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

#[cfg(test)]
mod tests {
    use outplay_rules::along::GrowingFamily;
    use outplay_rules::bits::BitSet;
    use outplay_rules::board::Board;
    use outplay_rules::games::octal_code::OctalCode;
    use outplay_rules::stretch::State;

    use super::table::MOST_STATES;
    use super::*;
    use crate::impartial::solver::GraphSolver;

    /// Without theorems.
    fn plain() -> &'static How {
        static PLAIN: std::sync::OnceLock<How> = std::sync::OnceLock::new();
        PLAIN.get_or_init(|| How { theorems: false, ..How::default() })
    }

    fn along<'a>(family: &str, rule: TakingRule<'a>) -> (GrowingFamily, usize, AlongValues<'a>) {
        let family: GrowingFamily = family.parse().unwrap();
        let stretch = family.stretch().unwrap().unwrap();
        let along = AlongValues::new(stretch.shape(), rule, plain(), &mut Budget::unlimited());
        (family, stretch.first(), along.unwrap().unwrap())
    }

    /// Every board of a family has the value that a search of that board alone finds, without theorems.
    fn agrees(family: &str, rule: TakingRule, to: usize) {
        let (family, first, mut values) = along(family, rule);
        let mut budget = Budget::unlimited();
        values.extend_to(to, &mut budget).unwrap();
        let has_none = family.has_none(&family.stretch().unwrap().unwrap());
        for n in first + usize::from(!has_none)..=first + to {
            let Ok(Board::Places { graph, .. }) = family.member(n).unwrap().build() else {
                continue;
            };
            let all = BitSet::full(graph.vertex_count());
            let expected =
                GraphSolver::new(&graph, rule, plain()).value(&all, &mut budget).unwrap();
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

    /// Theorem 12.
    #[test]
    fn codes_that_never_split_have_periods() {
        for code in ["0.33", "0.03", "0.13", "0.303", "0.1023"] {
            let code: OctalCode = code.parse().unwrap();
            for family in FAMILIES {
                let (_, _, mut values) = along(family, TakingRule::Connected(&code));
                values.extend_to(300, &mut Budget::unlimited()).unwrap();
                assert!(values.proved().is_some(), "{family} {code}");
            }
        }
    }

    const STRIPS: [&str; 5] =
        ["grid:2x*", "grid:3x*", "ladder:*", "caterpillar:1**", "caterpillar:2**"];

    /// The games that cut a strip, of some.
    fn strips(mut visit: impl FnMut(&str, TakingRule)) {
        let codes = [
            "0.04", "0.05", "0.44", "0.004", "0.405", "0.07", "0.17", "0.47", "0.107", "0.F",
            "0.10F", "0.11F",
        ];
        for family in STRIPS {
            visit(family, TakingRule::Neighbourhood);
            visit(family, TakingRule::EdgeEnds);
            for code in codes {
                let code = OctalCode::read_hexadecimal(code).unwrap();
                visit(family, TakingRule::Connected(&code));
            }
        }
    }

    fn is_finite(family: &str, rule: TakingRule) -> bool {
        let family: GrowingFamily = family.parse().unwrap();
        System::new(family.stretch().unwrap().unwrap().shape(), rule, MOST_STATES).is_ok()
    }

    /// Every strip of up to 22 cells has the value that a search of it alone finds: Theorem 14.
    #[test]
    fn all_values_are_those_of_the_strips() {
        let mut compared = 0;
        strips(|family, rule| {
            if is_finite(family, rule) {
                let cells = if family.contains('3') || family == "caterpillar:2**" { 3 } else { 2 };
                agrees(family, rule, 22 / cells);
                compared += 1;
            }
        });
        assert!(compared >= 20, "{compared}");
    }

    /// A move that leaves a hole in a strip, or goes round a cell, is seen.
    #[test]
    fn games_that_need_not_cut_a_strip_are_refused() {
        let uncut = |family: &str, rule: TakingRule| {
            let family: GrowingFamily = family.parse().unwrap();
            System::new(family.stretch().unwrap().unwrap().shape(), rule, MOST_STATES).err()
        };
        for (family, rule) in [
            ("grid:2x*", TakingRule::EdgeEnds),
            ("grid:3x*", TakingRule::EdgeEnds),
            ("grid:3x*", TakingRule::Neighbourhood),
        ] {
            assert_eq!(uncut(family, rule), Some(Endless::Uncut), "{family}");
        }
        for code in ["0.07", "0.33", "0.6", "0.137"] {
            let code = code.parse::<OctalCode>().unwrap();
            assert_eq!(uncut("grid:2x*", TakingRule::Connected(&code)), Some(Endless::Uncut));
        }
        assert!(is_finite("grid:2x*", TakingRule::Neighbourhood));
        assert!(is_finite("caterpillar:1**", TakingRule::EdgeEnds));
    }

    /// Theorem 15 says what a search of each strip finds.
    #[test]
    fn parity_tells_the_values_of_strips() {
        let mut told = 0;
        let mut compare = |family: &str, rule: TakingRule| {
            let family: GrowingFamily = family.parse().unwrap();
            let stretch = family.stretch().unwrap().unwrap();
            let Some(values) = by_parity(stretch.shape(), rule) else { return };
            for n in 1..=7 {
                let graph = stretch.shape().graph(n);
                let all = BitSet::full(graph.vertex_count());
                let budget = &mut Budget::unlimited();
                let expected = GraphSolver::new(&graph, rule, plain()).value(&all, budget).unwrap();
                assert_eq!(values[n % 2], expected, "{family} at {n}, {rule:?}");
            }
            told += 1;
        };
        for family in ["grid:2x*", "grid:3x*", "caterpillar:1**", "caterpillar:2**", "path:*"] {
            compare(family, TakingRule::EdgeEnds);
            compare(family, TakingRule::Neighbourhood);
            for code in ["0.3", "0.7", "0.B", "0.F", "0.2", "0.6", "0.33", "0.5", "0.03"] {
                let code = OctalCode::read_hexadecimal(code).unwrap();
                compare(family, TakingRule::Connected(&code));
            }
        }
        assert_eq!(told, 2 + 4 * 4);
    }

    /// Theorem 15 (c): a single cell beyond two whole rows makes the values grow without end.
    #[test]
    fn node_kayles_on_ragged_ladders() {
        let ladder = "grid:2x*".parse::<GrowingFamily>().unwrap().stretch().unwrap().unwrap();
        let rule = TakingRule::Neighbourhood;
        let (mut ragged, budget) = (0, &mut Budget::unlimited());
        let system = System::new(ladder.shape(), rule, MOST_STATES).unwrap();
        for &state in system.states() {
            let State::Between(ends) = state else { panic!("{state:?}") };
            let value = |n: usize| match ends.map(|end| end > 0) {
                [false, false] => n % 2,
                [true, true] => usize::from(ends[0] == ends[1]),
                _ => n + 1,
            };
            for n in 0..9 {
                let graph = ladder.shape().graph_for(state, n);
                let left = ladder.shape().left_in(state, n);
                let found = GraphSolver::new(&graph, rule, plain()).value(&left, budget).unwrap();
                assert_eq!(found as usize, value(n), "{state:?} {n}");
            }
            ragged += usize::from(ends != [0, 0]);
        }
        assert_eq!(ragged, system.states().len() - 1);
    }

    /// The periods that are proved of strips hold ten times as far as the proof looked.
    #[test]
    fn proved_periods_of_strips_hold_much_further() {
        let mut proved = 0;
        strips(|family, rule| {
            if !is_finite(family, rule) {
                return;
            }
            let (_, _, mut values) = along(family, rule);
            let budget = &mut Budget::unlimited();
            let mut to = 32;
            while values.proved().is_none() && to < 600 {
                values.extend_to(to, budget).unwrap();
                to *= 2;
            }
            let Some(SystemPeriod { period, from }) = values.proved() else { return };
            proved += 1;
            let bound = values.system().bound(from, period);
            values.extend_to((10 * bound).min(2000), budget).unwrap();
            let sequence = values.values();
            assert!(
                (from..sequence.len() - period).all(|n| sequence[n] == sequence[n + period]),
                "{family} {rule:?}"
            );
        });
        assert!(proved >= 10, "{proved}");
    }

    /// One table for many families gives each the values of a table of its own.
    #[test]
    fn a_table_for_many_families_is_right_about_each() {
        for code in ["0.07", "0.45", "0.77"] {
            let code = code.parse::<OctalCode>().unwrap();
            let rule = TakingRule::Connected(&code);
            let mut table = StateTable::new(rule, plain());
            let budget = &mut Budget::unlimited();
            let mut families = Vec::new();
            for (number, name) in FAMILIES.iter().enumerate() {
                let stretch = name.parse::<GrowingFamily>().unwrap().stretch().unwrap().unwrap();
                families.push(table.add(stretch.shape(), budget).unwrap().unwrap());
                // Families may come when others are known far already.
                table.extend_to(20 * number, budget).unwrap();
            }
            table.extend_to(500, budget).unwrap();
            for (name, family) in FAMILIES.iter().zip(&families) {
                let (_, _, mut alone) = along(name, rule);
                alone.extend_to(500, budget).unwrap();
                assert_eq!(table.values(family), alone.values(), "{name} {code}");
                assert_eq!(table.proved(family), alone.proved(), "{name} {code}");
            }
        }
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
