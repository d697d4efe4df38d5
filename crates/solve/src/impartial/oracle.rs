//! How an impartial game answers the questions of [`crate::oracle`].
//!
//! Games that take vertices of a graph go to the fast solver ([`super::solver`]), heaps to the heap engine (under the misère convention
//! to a misère quotient, if one is found soon, whatever the board), and all else (nimstring) to the reference solver. With `plain` everything goes to the reference solver.

use std::time::Duration;

use outplay_rules::moves::Move;
use outplay_rules::record::Moment;
use outplay_rules::rules::Part;
use outplay_rules::ruleset::{AnyImpartial, AnyRules};
use outplay_rules::spaces::Space;
use smallvec::SmallVec;

use super::misere_quotient::{MisereQuotient, QuotientPosition};
use super::reference::Reference;
use super::solver::GraphSolver;
use super::theorems::Theorem;
use super::{Convention, Nimber, Outcome};
use crate::heaps::Wanted;
use crate::kit::portfolio::Attempted::{Answered, GaveUp};
use crate::kit::portfolio::{Fit, Log, Method, MethodFilter, REFERENCE, Tried};
use crate::limits::{Budget, Limited, Stopped};
use crate::oracle::{
    self, BestMoves, GameValue, How, Known, MomentOf, NO_FAST_SOLVER, NamedParts, Oracle, PartName,
    Product, SetValues,
};

/// The engine, as a method.
const HEAP_ENGINE: [&str; 2] =
    ["heap-engine", "the nim-sequence of the code, up to the largest heap"];

/// The misère quotient, as a method.
const MISERE_QUOTIENT: [&str; 2] = [
    "misere-quotient",
    "the misère quotient of the heaps, or of all that can be left of the board",
];

/// How long the misère quotient of heaps and play are tried in turn.
#[derive(Clone, Copy)]
struct TimeSlice {
    /// Positions that the search for the quotient may look at.
    positions: u64,
    /// The time to play.
    time: Duration,
}

impl TimeSlice {
    const FIRST: TimeSlice = TimeSlice { positions: 1 << 20, time: Duration::from_secs(1) };
    /// If the quotient was searched for before, play comes first.
    const LOOK: TimeSlice = TimeSlice { positions: 0, ..TimeSlice::FIRST };

    fn longer(self) -> Self {
        let positions = self.positions.saturating_mul(4).max(TimeSlice::FIRST.positions);
        TimeSlice { positions, time: self.time.saturating_mul(4) }
    }
}

/// The solver of an impartial game, under a convention.
pub struct ImpartialOracle<'r, S: Space> {
    rules: &'r AnyImpartial<S>,
    /// Whether the game names no fast solver.
    hookless: bool,
    reference: Reference<'r, AnyImpartial<S>>,
    graph: Option<GraphSolver<'r>>,
    /// The misère quotient, under that convention.
    quotient: Option<MisereQuotient<'r, S>>,
    convention: Convention,
    outcome_only: bool,
    choice: MethodFilter,
    log: Log,
    /// The theorem that told the last value.
    theorem: Option<Theorem>,
    /// The element of the misère quotient that told it.
    told: Option<QuotientPosition>,
    /// What the last search that a limit stopped had found out.
    at_least: Option<(S::Position, u32)>,
}

impl<'r, S: Space> ImpartialOracle<'r, S> {
    /// A solver.
    pub fn new(rules: &'r AnyImpartial<S>, convention: Convention, how: &How) -> Self {
        let reference =
            if how.is_plain() { Reference::new(rules) } else { Reference::with_engine(rules) };
        let taking = if how.is_plain() { None } else { rules.taking() };
        let graph = taking.zip(rules.space().graph());
        let graph = graph.map(|(rule, graph)| GraphSolver::new(graph, rule, how));
        let outcome_only = how.outcome_only;
        let hookless = !how.is_plain() && graph.is_none() && rules.heap_code().is_none();
        let misere = convention == Convention::Misere && !how.is_plain();
        let quotient = misere.then(|| MisereQuotient::new(rules));
        let (choice, log) = (MethodFilter::of(how.method.as_deref()), Log::default());
        ImpartialOracle {
            rules,
            hookless,
            reference,
            graph,
            quotient,
            convention,
            outcome_only,
            choice,
            log,
            theorem: None,
            told: None,
            at_least: None,
        }
    }

    /// The Grundy value of all parts that are not components of a graph with a fast solver.
    fn beside(&mut self, position: &S::Position, budget: &mut Budget) -> Limited<Nimber> {
        let fast = self.graph.is_some();
        let mut sum = Nimber::Value(0);
        for part in self.rules.parts(position) {
            let heap = matches!(part, Part::Heap(_));
            if !fast || heap {
                let method = self.beside_by(heap)?;
                let value = |budget: &mut Budget| self.reference.part_value(&part, budget);
                sum = sum.plus(self.log.only(method, budget, value)?);
            }
        }
        Ok(sum)
    }

    /// The method that values a part outside a graph with a fast solver: the engine for a heap, unless the plain solver
    /// is asked for. Heaps beside a graph are valued whichever method the graph is for.
    fn beside_by(&self, heap: bool) -> Limited<&'static str> {
        let engine = heap && !self.choice.is(REFERENCE);
        let method = if engine { HEAP_ENGINE[0] } else { REFERENCE };
        let asked = self.choice.allows(method) || (engine && self.graph.is_some());
        if asked { Ok(method) } else { Err(Stopped::Unsettled) }
    }

    fn nimber(&mut self, position: &S::Position, budget: &mut Budget) -> Limited<Nimber> {
        let beside = self.beside(position, budget)?;
        let (Some(graph), Some(left)) = (&mut self.graph, self.rules.space().vertices(position))
        else {
            return Ok(beside);
        };
        let value = graph.value(left, budget);
        if value.is_err() && beside == Nimber::Value(0) {
            self.at_least = Some((position.clone(), graph.at_least(left)));
        }
        Ok(beside.plus(Nimber::Value(value?.into())))
    }

    /// What a position reduces to in the misère quotient; none if that is not the method, or not found within this many
    /// positions.
    fn by_quotient(
        &mut self,
        position: &S::Position,
        most: u64,
        budget: &mut Budget,
    ) -> Limited<Option<QuotientPosition>> {
        let allowed = self.choice.allows(MISERE_QUOTIENT[0]);
        let Some(quotient) = self.quotient.as_mut().filter(|_| allowed) else { return Ok(None) };
        let began = self.log.begin(budget);
        let told = quotient.told(position, most, budget);
        let attempted = if told.is_some() { Answered } else { GaveUp };
        self.log.end(began, MISERE_QUOTIENT[0], attempted, budget);
        budget.check()?;
        Ok(told)
    }

    /// Who wins by the quotient. While that of heaps is not found they are played out in turn, each time for longer: one of the two may be
    /// much faster, and which is not seen beforehand.
    fn by_quotient_or_soon_by_play(
        &mut self,
        position: &S::Position,
        budget: &mut Budget,
    ) -> Limited<Option<Outcome>> {
        let plays = self.choice.allows(REFERENCE);
        let asked_before =
            self.quotient.as_ref().is_some_and(|quotient| quotient.beyond().is_some());
        let mut turn = if asked_before { TimeSlice::LOOK } else { TimeSlice::FIRST };
        loop {
            let most = if plays { turn.positions } else { u64::MAX };
            self.told = self.by_quotient(position, most, budget)?;
            if let Some(told) = &self.told {
                return Ok(Some(told.outcome()));
            }
            if !plays || !self.quotient.as_ref().is_some_and(MisereQuotient::is_unfinished) {
                return Ok(None);
            }
            let part = &mut budget.within(turn.time);
            let play = |part: &mut Budget| {
                self.reference.outcome_by_play(position, Convention::Misere, part)
            };
            if let Ok(outcome) = self.log.only(REFERENCE, part, play) {
                return Ok(Some(outcome));
            }
            budget.check()?;
            turn = turn.longer();
        }
    }

    /// Who wins, without the Grundy value where that can be avoided.
    fn outcome(&mut self, position: &S::Position, budget: &mut Budget) -> Limited<Outcome> {
        if let Some(outcome) = self.by_quotient_or_soon_by_play(position, budget)? {
            return Ok(outcome);
        }
        let wins = |wins: bool| if wins { Outcome::N } else { Outcome::P };
        let heaps = self.rules.parts(position).iter().any(|part| matches!(part, Part::Heap(_)));
        let graph = self.graph.as_mut().zip(self.rules.space().vertices(position));
        match (self.convention, graph) {
            (Convention::Misere, Some((graph, left))) if !heaps => {
                Ok(wins(graph.misere_wins(left, budget)?))
            }
            (Convention::Misere, _) if !self.choice.allows(REFERENCE) => Err(Stopped::Unsettled),
            (Convention::Misere, _) => self.log.only(REFERENCE, budget, |budget| {
                self.reference.outcome_by_play(position, Convention::Misere, budget)
            }),
            (Convention::Normal, None) => Ok(self.nimber(position, budget)?.outcome()),
            (Convention::Normal, Some(_)) => {
                let beside = self.beside(position, budget)?;
                let graph = self.graph.as_mut().zip(self.rules.space().vertices(position));
                let (Some((graph, left)), Nimber::Value(beside)) = (graph, beside) else {
                    return Ok(Outcome::N);
                };
                // No component of a graph is worth that much.
                let Ok(beside) = u32::try_from(beside) else { return Ok(Outcome::N) };
                Ok(wins(!graph.equals(left, beside, budget)?))
            }
        }
    }

    /// Whether a move wins, if that is known without search. A taking game always passes the turn.
    fn move_wins_at_a_glance(
        &mut self,
        moment: &Moment<S::Position>,
        mv: &Move,
        budget: &mut Budget,
    ) -> Option<bool> {
        let graph = self.graph.as_mut().filter(|_| self.convention == Convention::Normal)?;
        let next = oracle::after(self.rules, moment, mv);
        let heaps = self.rules.parts(&next.position);
        if heaps.iter().any(|part| matches!(part, Part::Heap(_))) {
            return None;
        }
        graph.glance(self.rules.space().vertices(&next.position)?, 0, budget)
    }

    /// The winning moves of a moment of known value, as far as a budget allows.
    fn winning_moves(
        &mut self,
        moment: &Moment<S::Position>,
        value: GameValue,
        budget: &mut Budget,
    ) -> (Vec<Move>, Option<Stopped>) {
        // A lost position has no winning move, so nothing need be looked at.
        if value.winner() != Some(moment.to_move) {
            return (Vec::new(), None);
        }
        if let Some(found) = self.winning_in_heaps(&moment.position, budget) {
            return match found {
                Ok((moves, complete)) => (moves, (!complete).then_some(Stopped::TooMany)),
                Err(stopped) => (Vec::new(), Some(stopped)),
            };
        }
        let moves = self.rules.moves(&moment.position);
        let (wins, stopped) = self.winning(moment, &moves, budget);
        let winning = moves.into_iter().zip(wins).filter(|(_, wins)| *wins == Some(true));
        (winning.map(|(mv, _)| mv).collect(), stopped)
    }

    /// The winning moves of a position of nothing but heaps that the engine values, and whether these are all: they make the
    /// value of a heap the nim-sum of the others. Under the misère convention the quotient tells them. None for other positions.
    fn winning_in_heaps(
        &mut self,
        position: &S::Position,
        budget: &mut Budget,
    ) -> Option<Limited<(Vec<Move>, bool)>> {
        let sizes = self.only_heaps(position)?;
        if self.convention == Convention::Misere {
            return match self.by_quotient(position, TimeSlice::LOOK.positions, budget) {
                Ok(told) => self.quotient.as_ref()?.winning_moves(position, &told?, budget),
                Err(stopped) => Some(Err(stopped)),
            };
        }
        let nimber = match self.nimber(position, budget) {
            Ok(nimber) => nimber.value()?,
            Err(stopped) => return Some(Err(stopped)),
        };
        let (mut moves, mut complete) = (Vec::new(), true);
        for from in sizes {
            let found = self.reference.part_value(&Part::Heap(from), budget).and_then(|own| {
                let value = nimber ^ own.value().unwrap_or(0);
                self.reference.heap_moves(Wanted { heap: from, value }, budget).transpose()
            });
            match found {
                Ok(Some(found)) => {
                    moves.extend(found.moves.into_iter().map(|to| Move::Heap { from, to }));
                    complete &= found.complete;
                }
                Ok(None) => return None,
                Err(stopped) => return Some(Err(stopped)),
            }
        }
        Some(Ok((moves, complete)))
    }

    /// The sizes of the heaps, each once and ascending, of a position of nothing but heaps, unless the plain solver is asked for.
    fn only_heaps(&self, position: &S::Position) -> Option<Vec<u64>> {
        let fast = !self.choice.is(REFERENCE);
        let parts = self.rules.parts(position);
        let size = |part: &Part<S::Position>| match part {
            Part::Heap(size) => Some(*size),
            Part::Component(_) => None,
        };
        let mut sizes: Vec<u64> = parts.iter().map(size).collect::<Option<_>>()?;
        sizes.sort_unstable();
        sizes.dedup();
        (fast && !sizes.is_empty()).then_some(sizes)
    }

    /// The first legal move of a position of heaps in the order of the rules, without listing the others.
    fn first_in_heaps(&self, sizes: &[u64]) -> Option<Move> {
        let code = self.rules.heap_code()?;
        sizes.iter().find_map(|&from| {
            let least = |(taken, digit): (usize, u8)| {
                let rest = from - taken as u64;
                let kinds: [(u8, &[u64]); 4] = [
                    (1, &[]),
                    (2, &[rest]),
                    (4, &[1, rest.wrapping_sub(1)]),
                    (8, &[1, 1, rest.wrapping_sub(2)]),
                ];
                let fits = |(bit, left): &(u8, &[u64])| {
                    digit & bit != 0
                        && rest >= left.len() as u64
                        && (left.is_empty() == (rest == 0))
                };
                kinds.into_iter().filter(fits).map(|(_, left)| SmallVec::from_slice(left)).min()
            };
            let index = usize::try_from(from).unwrap_or(usize::MAX);
            let whole = code.allows(index, 0).then(SmallVec::new);
            let to = whole.or_else(|| code.takes(index).filter_map(least).min())?;
            Some(Move::Heap { from, to })
        })
    }

    /// Which of some moves win, as far as a budget allows: first what is known, then by search.
    fn winning(
        &mut self,
        moment: &Moment<S::Position>,
        moves: &[Move],
        budget: &mut Budget,
    ) -> (Vec<Option<bool>>, Option<Stopped>) {
        let mut wins: Vec<Option<bool>> = Vec::with_capacity(moves.len());
        for mv in moves {
            if let Err(stopped) = budget.check() {
                wins.resize(moves.len(), None);
                return (wins, Some(stopped));
            }
            wins.push(self.move_wins_at_a_glance(moment, mv, budget));
        }
        for (index, mv) in moves.iter().enumerate() {
            budget.note(index as u64, moves.len() as u64);
            if wins[index].is_none() {
                match self.move_wins(moment, mv, budget) {
                    Ok(win) => wins[index] = Some(win),
                    Err(stopped) => return (wins, Some(stopped)),
                }
            }
        }
        (wins, None)
    }

    /// Whether a move wins: it leaves a position lost for the other, or won for the mover if he moves again.
    fn move_wins(
        &mut self,
        moment: &Moment<S::Position>,
        mv: &Move,
        budget: &mut Budget,
    ) -> Limited<bool> {
        let next = oracle::after(self.rules, moment, mv);
        let outcome = self.outcome(&next.position, budget)?;
        Ok((outcome == Outcome::N) == (next.to_move == moment.to_move))
    }
}

impl<S: Space> Oracle for ImpartialOracle<'_, S> {
    type Space = S;

    fn rules(&self) -> &AnyRules<S> {
        self.rules
    }

    fn value(&mut self, moment: &Moment<S::Position>, budget: &mut Budget) -> Limited<GameValue> {
        self.log.clear();
        let found = if self.convention == Convention::Misere || self.outcome_only {
            self.outcome(&moment.position, budget).map(|outcome| (outcome, None))
        } else {
            self.nimber(&moment.position, budget).map(|nimber| (nimber.outcome(), Some(nimber)))
        };
        self.graph.iter_mut().for_each(|graph| self.log.add(&graph.take_log()));
        let (outcome, nimber) = found?;
        let fast = self.graph.as_ref().zip(self.rules.space().vertices(&moment.position));
        self.theorem = fast
            .filter(|_| self.convention == Convention::Normal)
            .and_then(|(graph, left)| graph.theorem(left));
        let winner = if outcome == Outcome::N { moment.to_move } else { moment.to_move.other() };
        Ok(GameValue::Impartial { winner, outcome, nimber })
    }

    fn parts(&mut self, moment: &Moment<S::Position>, budget: &mut Budget) -> Limited<NamedParts> {
        if self.convention == Convention::Misere || self.outcome_only {
            return Ok(Vec::new());
        }
        let mut named = Vec::new();
        for (index, part) in self.rules.parts(&moment.position).iter().enumerate() {
            named.push(match part {
                Part::Heap(size) => {
                    (PartName::Heap(*size), self.reference.part_value(part, budget)?)
                }
                Part::Component(component) => {
                    (PartName::Component(index + 1), self.nimber(component, budget)?)
                }
            });
        }
        Ok(named)
    }

    fn product(
        &mut self,
        moment: &MomentOf<Self>,
        budget: &mut Budget,
    ) -> Limited<Option<Product>> {
        let told = self.by_quotient(&moment.position, TimeSlice::LOOK.positions, budget)?;
        Ok(self.quotient.as_ref().zip(told).and_then(|(quotient, told)| quotient.product(&told)))
    }

    fn best(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Limited<BestMoves> {
        let value = self.value(moment, budget)?;
        match self.winning_moves(moment, value, budget) {
            (best, None) => Ok((value, best)),
            (_, Some(stopped)) => Err(stopped),
        }
    }

    fn best_so_far(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> (Vec<Move>, bool) {
        let Ok(value) = self.value(moment, budget) else { return (Vec::new(), false) };
        let (best, stopped) = self.winning_moves(moment, value, budget);
        (best, stopped.is_none())
    }

    fn one_best(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Limited<Option<Move>> {
        if let Some(sizes) = self.only_heaps(&moment.position)
            && let Some((moves, _)) = self.winning_in_heaps(&moment.position, budget).transpose()?
        {
            return Ok(moves.into_iter().min().or_else(|| self.first_in_heaps(&sizes)));
        }
        let moves = self.rules.moves(&moment.position);
        // A winning move is likely known: it is what settled the value.
        for mv in &moves {
            budget.check()?;
            if self.move_wins_at_a_glance(moment, mv, budget) == Some(true) {
                return Ok(Some(mv.clone()));
            }
        }
        if self.outcome(&moment.position, budget)? == Outcome::P {
            return Ok(moves.into_iter().next());
        }
        for mv in moves {
            if self.move_wins(moment, &mv, budget)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn choices(&self, moment: &MomentOf<Self>) -> usize {
        // Moves in heaps are found by the values of what they leave.
        let valued = self.convention == Convention::Normal || self.told.is_some();
        match self.only_heaps(&moment.position) {
            Some(_) if valued => 1,
            _ => self.rules.moves(&moment.position).len(),
        }
    }

    fn settled_by(&self) -> Option<String> {
        let theorem = self.theorem.map(|theorem| theorem.words().to_string());
        theorem
            .or_else(|| self.quotient.as_ref()?.words(self.told.as_ref()?))
            .or_else(|| self.hookless.then(|| NO_FAST_SOLVER.to_string()))
    }

    fn tried(&self) -> Vec<Tried> {
        self.log.tried().to_vec()
    }

    fn methods(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Vec<Method> {
        let heaps = self.rules.parts(&moment.position);
        let heaps = heaps.iter().any(|part| matches!(part, Part::Heap(_)));
        let misere = self.convention == Convention::Misere;
        let graph = self.graph.as_mut().zip(self.rules.space().vertices(&moment.position));
        let mut methods = match graph.filter(|_| !heaps || !misere) {
            Some((graph, left)) => graph.methods(left, self.convention, budget),
            None => Vec::new(),
        };
        let whole = methods.is_empty();
        if misere {
            let [name, about] = MISERE_QUOTIENT;
            // Whether the quotient of a board is small cannot be seen from the board. That of heaps may take a while.
            let parts = self.rules.parts(&moment.position);
            let heaps = parts.iter().all(|part| matches!(part, Part::Heap(_)));
            let told = |quotient: &mut MisereQuotient<S>| {
                heaps
                    || quotient.told(&moment.position, TimeSlice::FIRST.positions, budget).is_some()
            };
            let small = self.quotient.as_mut().is_some_and(told);
            let fit = Fit::when(small, "it is too large to be found soon");
            methods.insert(0, Method { name, about, fit });
        }
        if whole && self.rules.heap_code().is_some() {
            let [name, about] = HEAP_ENGINE;
            let fit =
                Fit::when(!misere, "under the misère convention nim-sums do not decide who wins");
            methods.push(Method { name, about, fit });
        }
        methods.push(Method::reference());
        methods
    }

    fn forget(&mut self, budget: &mut Budget) {
        self.graph.iter_mut().for_each(|graph| graph.forget(budget));
    }

    fn connected_sets(&self) -> Option<SetValues<'_>> {
        self.graph.as_ref().filter(|_| self.convention == Convention::Normal)?.connected_sets()
    }

    fn known(&self, moment: &MomentOf<Self>) -> Known {
        let found = self.at_least.as_ref().filter(|(position, _)| *position == moment.position);
        let at_least = found.map_or(0, |&(_, least)| least);
        if let Some(beyond) = self.quotient.as_ref().and_then(MisereQuotient::beyond) {
            return Known::Quotient(beyond);
        }
        match self.graph.as_ref().and_then(GraphSolver::memory_wanted) {
            None if at_least == 0 => Known::Nothing,
            memory_wanted => Known::Grundy { at_least, memory_wanted },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use outplay_rules::games::octal::OctalGame;
    use outplay_rules::graph::families;
    use outplay_rules::record::Record;

    #[test]
    fn moves_that_time_did_not_allow_are_not_said_to_be_all() {
        let grid = families::grid(3, 5).unwrap();
        let rules = OctalGame::new("0.137".parse().unwrap(), Vec::new(), grid).unwrap();
        let mut oracle = ImpartialOracle::new(&rules, Convention::Normal, &How::default());
        let record = Record::new(&rules);
        let mut budget = Budget::unlimited();
        let value = oracle.value(record.now(), &mut budget).unwrap();
        assert_eq!(value.winner(), Some(record.now().to_move), "a winning move is to be found");
        let all = oracle.best(record.now(), &mut budget).unwrap().1;
        assert_eq!(oracle.best_so_far(record.now(), &mut budget), (all.clone(), true));
        let (some, complete) = oracle.winning_moves(
            record.now(),
            value,
            &mut Budget::unlimited().within(Duration::ZERO),
        );
        assert!(some.is_empty() && complete.is_some() && !all.is_empty());
        let mut none = Budget::unlimited().within(Duration::ZERO);
        assert!(!oracle.best_so_far(record.now(), &mut none).1);
        let (line, stopped) = oracle::line_so_far(&mut oracle, record.now(), &mut none);
        assert!(line.moves.is_empty() && !line.over && stopped.is_some());
    }

    /// Without memory for the table of all positions, what it takes is told, under both conventions.
    #[test]
    fn a_search_without_memory_tells_how_much_would_help() {
        let grid = families::grid(5, 6).unwrap();
        let rules = OctalGame::new("0.33".parse().unwrap(), Vec::new(), grid).unwrap();
        let how = How { outcome_only: true, ..How::default() };
        let record = Record::new(&rules);
        for convention in [Convention::Normal, Convention::Misere] {
            let solve = |memory: u64, seconds: u64| {
                let limits = crate::limits::Limits {
                    memory: Some(memory),
                    time: Some(Duration::from_secs(seconds)),
                    ..Default::default()
                };
                let mut oracle = ImpartialOracle::new(&rules, convention, &how);
                let value = oracle.value(record.now(), &mut Budget::new(limits, &|_| {}));
                (value.is_ok(), oracle.known(record.now()))
            };
            let (_, known) = solve(1 << 20, 1);
            let Known::Grundy { at_least: 0, memory_wanted: Some(bytes) } = known else {
                panic!("{convention:?}: {known:?}");
            };
            // The layout takes a little more. A busy machine may need longer than a second for it.
            assert_eq!(solve(bytes + (1 << 20), 60), (true, Known::Nothing), "{convention:?}");
        }
    }
}
