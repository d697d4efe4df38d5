//! Misère outcomes by the misère quotient: of the heaps of a code, or of all that can be left of a board.

use std::time::Duration;

use outplay_rules::moves::Move;
use outplay_rules::rules::Part;
use outplay_rules::ruleset::AnyImpartial;
use outplay_rules::spaces::Space;

use super::Outcome;
use super::closed_parts::ClosedParts;
use crate::heaps::quotient::{Presentation, QuotientSearch, Reduced};
use crate::limits::{Budget, Stopped};
use crate::oracle::{Beyond, PartName, Product};

/// How many parts may be left of a board, and how long its quotient is looked for. Of a sum play has to look at every sum of parts,
/// of a single component only at what can be left of it.
const SUM: (usize, Duration) = (50_000, Duration::from_secs(5));
const SINGLE: (usize, Duration) = (2_000, Duration::from_secs(1));

/// The quotient that a game is asked by.
pub struct MisereQuotient<'r, S: Space> {
    rules: &'r AnyImpartial<S>,
    state: State<S::Position>,
    /// How far the quotient of the code was found when that was not far enough.
    beyond: Option<Beyond>,
}

enum State<P> {
    /// Nothing was asked yet.
    Unasked,
    /// The heaps of the code.
    Heaps(QuotientSearch),
    /// What can be left of a board.
    Board(ClosedParts<P>, QuotientSearch),
    /// There is none, or it is too large, or it was not found soon.
    None,
}

/// A position in the quotient.
pub struct QuotientPosition {
    reduced: Reduced,
    names: Vec<PartName>,
}

impl QuotientPosition {
    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        self.reduced.outcome
    }
}

impl<'r, S: Space> MisereQuotient<'r, S> {
    /// The quotient, to be found when it is asked.
    pub fn new(rules: &'r AnyImpartial<S>) -> Self {
        MisereQuotient { rules, state: State::Unasked, beyond: None }
    }

    /// What a position reduces to; none if the quotient is not found. That of heaps is found by looking at no more than
    /// `most` positions, and can be asked for again with more. Any other quotient that was not found once is not
    /// searched for again.
    pub fn told(
        &mut self,
        position: &S::Position,
        most: u64,
        budget: &mut Budget,
    ) -> Option<QuotientPosition> {
        let parts = self.rules.parts(position);
        let name = |(index, part): (usize, &Part<S::Position>)| match part {
            Part::Heap(size) => PartName::Heap(*size),
            Part::Component(_) => PartName::Component(index + 1),
        };
        let names = parts.iter().enumerate().map(name).collect();
        if matches!(self.state, State::Unasked) {
            self.state = self.first_asked(position, &parts, budget).unwrap_or(State::None);
        }
        let (sum, search) = match &mut self.state {
            State::Heaps(search) => (only_heaps(&parts), search),
            State::Board(closed, search) => (closed.games(self.rules, position), search),
            State::Unasked | State::None => return None,
        };
        let reduced = search.reduced(&sum?, &mut budget.for_positions(most));
        if let Ok(Some(reduced)) = reduced {
            return Some(QuotientPosition { reduced, names });
        }
        let (heaps, monoid) = (search.largest(), search.quotient().monoid());
        let (elements, p_positions) = (monoid.len(), monoid.p_len());
        self.beyond = Some(Beyond { heaps, elements, p_positions });
        if reduced != Err(Stopped::Time) {
            self.state = State::None;
        }
        None
    }

    /// Whether more work may still find the quotient of heaps.
    pub fn is_unfinished(&self) -> bool {
        matches!(self.state, State::Heaps(_))
    }

    fn first_asked(
        &self,
        position: &S::Position,
        parts: &[Part<S::Position>],
        budget: &Budget,
    ) -> Result<State<S::Position>, Stopped> {
        if let (Some(code), Some(_)) = (self.rules.heap_code(), only_heaps(parts)) {
            return Ok(State::Heaps(QuotientSearch::new(code.clone()).quick()));
        }
        let (most, time) = if parts.len() > 1 { SUM } else { SINGLE };
        let budget = &mut budget.within(time);
        let Some(closed) = ClosedParts::of(self.rules, position, most, budget)? else {
            return Ok(State::None);
        };
        let mut search = QuotientSearch::through(closed.parts().clone()).quick();
        let found = search.grow_through(budget)?;
        Ok(if found { State::Board(closed, search) } else { State::None })
    }

    /// The elements of the parts and their product, as words in the generators.
    pub fn product(&self, told: &QuotientPosition) -> Option<Product> {
        let (State::Heaps(search) | State::Board(_, search)) = &self.state else { return None };
        let presentation = Presentation::new(search.quotient());
        let spelled = told.reduced.elements.iter().map(|&element| presentation.spelled(element));
        Some(Product {
            parts: told.names.iter().copied().zip(spelled).collect(),
            product: presentation.spelled(told.reduced.product),
            outcome: told.reduced.outcome,
        })
    }

    /// The winning moves of a position of heaps that the quotient tells, and whether these are all. None of other positions.
    pub fn winning_moves(
        &self,
        position: &S::Position,
        told: &QuotientPosition,
        budget: &mut Budget,
    ) -> Option<Result<(Vec<Move>, bool), Stopped>> {
        let State::Heaps(search) = &self.state else { return None };
        let sum = only_heaps(&self.rules.parts(position))?;
        let (mut moves, mut complete) = (Vec::new(), true);
        for (at, &from) in sum.iter().enumerate() {
            // Of equal heaps one is enough.
            if sum[..at].contains(&from) {
                continue;
            }
            match search.winning_moves(&sum, &told.reduced, at, budget)? {
                Ok(found) => {
                    let from = from as u64;
                    moves.extend(found.moves.into_iter().map(|to| Move::Heap { from, to }));
                    complete &= found.complete;
                }
                Err(stopped) => return Some(Err(stopped)),
            }
        }
        moves.sort_unstable();
        Some(Ok((moves, complete)))
    }

    /// What told the outcome, in words.
    pub fn words(&self, told: &QuotientPosition) -> Option<String> {
        match &self.state {
            State::Heaps(search) => {
                let of = match told.reduced.period.is_some() {
                    true => "all heaps".to_string(),
                    false => format!("the heaps up to {}", search.largest()),
                };
                Some(search.words(&told.reduced, &of, |heap| format!("heap {heap}")))
            }
            State::Board(closed, search) => {
                let of = "all that can be left of the board";
                Some(search.words(&told.reduced, of, |game| closed.name(self.rules, game)))
            }
            State::Unasked | State::None => None,
        }
    }

    /// How far the quotient of a code was found, where that is not far enough.
    pub fn beyond(&self) -> Option<Beyond> {
        self.beyond
    }
}

/// The sizes of the heaps of a position of nothing but heaps.
pub fn only_heaps<P>(parts: &[Part<P>]) -> Option<Vec<usize>> {
    let size = |part: &Part<P>| match part {
        Part::Heap(size) => usize::try_from(*size).ok(),
        Part::Component(_) => None,
    };
    parts.iter().map(size).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use outplay_rules::games::arc_kayles::ArcKayles;
    use outplay_rules::games::grim::Grim;
    use outplay_rules::games::node_kayles::NodeKayles;
    use outplay_rules::games::octal::OctalGame;
    use outplay_rules::graph::{Graph, families};

    use super::*;
    use crate::impartial::{Convention, Reference};
    use crate::kit::misere_play::MiserePlay;

    /// Every position that random play reaches: what the quotient tells is what the reference finds by playing. How many there were.
    fn agrees<S: Space>(rules: &AnyImpartial<S>, random: &mut fastrand::Rng) -> usize {
        let budget = &mut Budget::unlimited();
        let mut quotient = MisereQuotient::new(rules);
        let mut reference = Reference::new(rules);
        let mut compared = 0;
        for _ in 0..6 {
            let mut position = rules.start();
            loop {
                let Some(told) = quotient.told(&position, u64::MAX, budget) else {
                    return compared;
                };
                let played = reference.outcome_by_play(&position, Convention::Misere, budget);
                assert_eq!(Ok(told.outcome()), played, "{position:?}");
                compared += 1;
                let moves = rules.moves(&position);
                let Some(mv) = random.choice(&moves) else { break };
                position = rules.apply(&position, mv).position;
            }
        }
        compared
    }

    fn sum(random: &mut fastrand::Rng) -> Graph {
        let boards = [
            families::path(1 + random.usize(..5)).unwrap(),
            families::cycle(3 + random.usize(..3)).unwrap(),
            families::star(1 + random.usize(..4)).unwrap(),
            families::grid(2, 1 + random.usize(..2)).unwrap(),
            families::complete(1 + random.usize(..4)).unwrap(),
        ];
        let mut graph = random.choice(&boards).unwrap().clone();
        while graph.vertex_count() < 10 {
            graph = graph.disjoint_union(random.choice(&boards).unwrap()).unwrap();
        }
        graph
    }

    #[test]
    fn quotients_of_boards_agree_with_play() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut compared = 0;
        for _ in 0..25 {
            let graph = sum(&mut random);
            let codes = ["0.33", "0.77", "0.137", "0.3F", "0.07", "0.333"];
            let code = random.choice(codes).unwrap();
            let code = outplay_rules::games::octal_code::OctalCode::read_hexadecimal(code).unwrap();
            let heaps = vec![random.u64(1..6); random.usize(..2)];
            let octal = OctalGame::new(code, heaps, graph.clone()).unwrap();
            compared += agrees(&octal as &AnyImpartial<_>, &mut random);
            compared += agrees(&NodeKayles::new(graph.clone()) as &AnyImpartial<_>, &mut random);
            compared += agrees(&ArcKayles::new(graph.clone()) as &AnyImpartial<_>, &mut random);
            if let Ok(grim) = Grim::new(graph) {
                compared += agrees(&grim as &AnyImpartial<_>, &mut random);
            }
        }
        assert!(compared > 2000, "{compared}");
    }

    /// Sums that the board itself never comes to: parts several times over.
    #[test]
    fn quotients_of_boards_agree_with_play_on_thousands_of_sums() {
        let mut random = fastrand::Rng::with_seed(12);
        let budget = &mut Budget::unlimited();
        let (mut compared, mut p_positions) = (0, 0);
        for round in 0..60 {
            let graph = sum(&mut random);
            let rules: Box<AnyImpartial<_>> = match round % 2 {
                0 => Box::new(NodeKayles::new(graph)),
                _ => Box::new(ArcKayles::new(graph)),
            };
            let rules = rules.as_ref();
            let closed = ClosedParts::of(rules, &rules.start(), 1000, budget).unwrap().unwrap();
            let mut search = QuotientSearch::through(closed.parts().clone()).quick();
            if !search.grow_through(budget).unwrap() {
                continue;
            }
            let mut play = MiserePlay::new(|part: usize| closed.parts().options(part).to_vec());
            for _ in 0..100 {
                let count = random.usize(0..6);
                let sum: Vec<usize> =
                    (0..count).map(|_| random.usize(..closed.parts().len())).collect();
                if sum.iter().map(|&part| closed.parts().weight(part)).sum::<u32>() <= 14 {
                    let is_p = play.is_p(&sum);
                    let element = search.quotient().element(&sum);
                    assert_eq!(search.quotient().monoid().is_p(element), is_p, "{sum:?}");
                    compared += 1;
                    p_positions += usize::from(is_p);
                }
            }
        }
        assert!(compared > 3000 && p_positions > 300, "{compared} {p_positions}");
    }

    /// On a machine on which every look at the clock takes a minute the quotient of heaps comes as far, and what is not found with so
    /// much work is found with more.
    #[test]
    fn work_and_not_time_tells_how_far_a_quotient_comes() {
        #[derive(Debug, Default)]
        struct Slow(std::sync::atomic::AtomicU64);
        impl crate::kit::clock::Clock for Slow {
            fn elapsed(&self, _: crate::kit::clock::Instant) -> Duration {
                Duration::from_secs(60 * self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
            }
        }
        let rules = OctalGame::new("0.07".parse().unwrap(), vec![20], Graph::empty()).unwrap();
        let rules: &AnyImpartial<_> = &rules;
        let clock = Some(Arc::new(Slow::default()) as _);
        let limits = crate::limits::Limits { clock, ..Default::default() };
        let budget = &mut Budget::new(limits, &|_| {});
        let mut quotient = MisereQuotient::new(rules);
        assert!(quotient.told(&rules.start(), 100, budget).is_none());
        let first = quotient.beyond().unwrap().heaps;
        assert!(first < 20 && quotient.is_unfinished());
        assert!(quotient.told(&rules.start(), 1 << 20, budget).is_some());
    }

    /// The moves that the quotient finds in sums of heaps are those after which play finds a P-position.
    #[test]
    fn winning_moves_in_heaps_are_those_of_play() {
        let mut random = fastrand::Rng::with_seed(13);
        let budget = &mut Budget::unlimited();
        let mut winning = 0;
        for _ in 0..200 {
            let codes = ["0.77", "0.137", "0.3F", "0.75", "4.4", "0.8E", "0.123"];
            let code = random.choice(codes).unwrap();
            let code = outplay_rules::games::octal_code::OctalCode::read_hexadecimal(code).unwrap();
            let heaps = (0..random.usize(1..4)).map(|_| random.u64(1..8)).collect();
            let game = OctalGame::new(code, heaps, Graph::empty()).unwrap();
            let rules: &AnyImpartial<_> = &game;
            let position = rules.start();
            let mut quotient = MisereQuotient::new(rules);
            let told = quotient.told(&position, u64::MAX, budget).unwrap();
            let (found, complete) =
                quotient.winning_moves(&position, &told, budget).unwrap().unwrap();
            let mut reference = Reference::new(rules);
            let mut wins = |mv: &Move| {
                let next = rules.apply(&position, mv).position;
                reference.outcome_by_play(&next, Convention::Misere, budget) == Ok(Outcome::P)
            };
            let mut expected: Vec<Move> = rules.moves(&position);
            expected.retain(|mv| wins(mv));
            expected.sort_unstable();
            assert_eq!((found, complete), (expected, true), "{position:?}");
            winning += usize::from(told.outcome() == Outcome::N);
        }
        assert!((40..190).contains(&winning), "{winning}");
    }

    /// In Kayles heaps from 71 on are equivalent to those 12 smaller, so of a huge heap the moves are like those of a small one.
    #[test]
    fn winning_moves_of_huge_heaps_are_found_within_a_period() {
        let budget = &mut Budget::unlimited();
        let mut moves = |heaps: Vec<u64>| {
            let game = OctalGame::new("0.77".parse().unwrap(), heaps, Graph::empty()).unwrap();
            let rules: &AnyImpartial<_> = &game;
            let position = rules.start();
            let mut quotient = MisereQuotient::new(rules);
            let told = quotient.told(&position, u64::MAX, budget).unwrap();
            quotient.winning_moves(&position, &told, budget).unwrap().unwrap()
        };
        let far = 12_000_000_000;
        for small in 200..212 {
            let ((near, all), (found, every)) =
                (moves(vec![small, 5, 9]), moves(vec![small + far, 5, 9]));
            assert!(all && !every);
            let parts = |(taken, least): (u64, Option<u64>)| (taken, least.unwrap_or(0));
            let kind = |mv: &Move| match mv {
                Move::Heap { from, to } => {
                    parts((from - to.iter().sum::<u64>(), to.iter().min().copied()))
                }
                other => panic!("{other:?}"),
            };
            // What is left of the smaller part of the large heap, and how many counters are taken.
            let close = |moves: &[Move], from: u64| {
                let in_it =
                    |mv: &&Move| matches!(mv, Move::Heap { from: heap, .. } if *heap == from);
                let mut kinds: Vec<(u64, u64)> = moves.iter().filter(in_it).map(kind).collect();
                kinds.retain(|&(_, least)| least <= 71 + 12);
                kinds
            };
            assert_eq!(close(&near, small), close(&found, small + far), "{small}");
            assert!(!near.is_empty());
        }
    }

    #[test]
    fn the_quotient_of_a_board_is_that_of_the_heaps_it_is_made_of() {
        // A path of n vertices in 0.333... is a heap of n, as long as nothing may be left in two parts.
        let rules =
            OctalGame::new("0.333".parse().unwrap(), Vec::new(), families::path(3).unwrap());
        let rules = Arc::new(rules.unwrap());
        let rules: &AnyImpartial<_> = rules.as_ref();
        let budget = &mut Budget::unlimited();
        let closed = ClosedParts::of(rules, &rules.start(), 1000, budget).unwrap().unwrap();
        // Six connected sets of vertices, three games.
        assert_eq!((closed.positions(), closed.parts().len()), (6, 4));
        let mut search = QuotientSearch::through(closed.parts().clone());
        assert_eq!(search.grow_through(budget), Ok(true));
        // Nim with heaps up to 3.
        let mut nim = QuotientSearch::new("0.333".parse().unwrap());
        assert_eq!(nim.grow_to(3, budget), Ok(true));
        assert_eq!(search.quotient().monoid(), nim.quotient().monoid());
        assert_eq!(search.quotient().heaps(), nim.quotient().heaps());
    }

    #[test]
    fn a_game_whose_moves_keep_the_turn_has_no_quotient_here() {
        let graph = families::path(3).unwrap();
        let rules = outplay_rules::games::nimstring::Nimstring::new(graph);
        let rules: &AnyImpartial<_> = &rules;
        let mut quotient = MisereQuotient::new(rules);
        assert!(quotient.told(&rules.start(), u64::MAX, &mut Budget::unlimited()).is_none());
    }
}
