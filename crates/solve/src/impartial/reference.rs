//! The reference solver of impartial games.
//!
//! Two independent ways to an answer: [`Reference::outcome_by_play`] is nothing but the rules, on whole positions and
//! for either convention; [`Reference::nimber`] uses the Sprague-Grundy theorem on independent parts.
//!
//! # Values where a move may keep the turn
//! In nimstring a move that frees a vertex is followed by another of the same player. Let G have such moves, to G'
//! (same player), and other moves to H. In G + *n the mover wins at once by a move to G' unless G' + *n is lost, that
//! is unless G' has the value n. So if some G' is loony, or two of them differ in value, or some H has the value of
//! them all, G + *n is won for every n: G is loony. Otherwise G + *n is lost exactly for n the value of the G' (a
//! move to G + *m for m other than n loses to a move to G' + *m). If no move keeps the turn, the value is the least
//! that no option has, loony options left out: nobody moves to them.

use outplay_rules::moves::Move;
use outplay_rules::rules::{Impartial, Part};
use outplay_rules::spaces::Space;

use super::{Convention, Nimber, Outcome};
use crate::heaps::{AnyHeap, NimSequence, Wanted, WinningMoves};
use crate::kit::memo::Memo;
use crate::limits::{Budget, Limited, Stopped};

/// A position with more moves than this is not played out: listing them alone would fill the memory.
const MOST_MOVES: u64 = 1 << 24;

/// Where the values of single heaps come from.
enum HeapValues {
    Reference(NimSequence),
    Engine(Box<AnyHeap>),
}

impl HeapValues {
    fn value(&mut self, size: u64, budget: &mut Budget) -> Limited<u64> {
        match self {
            HeapValues::Reference(sequence) => {
                let size = u32::try_from(size).map_err(|_| Stopped::Memory)?;
                sequence.value(size, budget).map(u64::from)
            }
            HeapValues::Engine(engine) => engine.value(size, budget),
        }
    }
}

/// The reference solver for one game.
pub struct Reference<'r, R: Impartial + ?Sized> {
    rules: &'r R,
    heaps: Option<HeapValues>,
    nimbers: Memo<R::Position, Nimber>,
    wins: [Memo<R::Position, bool>; 2],
}

impl<'r, R: Impartial + ?Sized> Reference<'r, R> {
    /// A solver with empty tables.
    pub fn new(rules: &'r R) -> Self {
        Self::with_heaps(
            rules,
            rules.heap_code().cloned().map(NimSequence::new).map(HeapValues::Reference),
        )
    }

    /// The same, but heaps are valued by the fast engine.
    pub fn with_engine(rules: &'r R) -> Self {
        Self::with_heaps(
            rules,
            rules.heap_code().cloned().map(|code| HeapValues::Engine(Box::new(AnyHeap::new(code)))),
        )
    }

    fn with_heaps(rules: &'r R, heaps: Option<HeapValues>) -> Self {
        let table = rules.space().position_bytes();
        Reference {
            rules,
            heaps,
            nimbers: Memo::new(table),
            wins: [Memo::new(table), Memo::new(table)],
        }
    }

    /// The Grundy value of a position: the nim-sum of its parts.
    pub fn nimber(&mut self, position: &R::Position, budget: &mut Budget) -> Limited<Nimber> {
        let parts = self.rules.parts(position);
        parts
            .iter()
            .try_fold(Nimber::Value(0), |sum, part| Ok(sum.plus(self.part_value(part, budget)?)))
    }

    /// The Grundy value of one part of a position.
    pub fn part_value(&mut self, part: &Part<R::Position>, budget: &mut Budget) -> Limited<Nimber> {
        match (part, &mut self.heaps) {
            (Part::Heap(size), Some(heaps)) => Ok(Nimber::Value(heaps.value(*size, budget)?)),
            (Part::Heap(_), None) => Ok(Nimber::Value(0)),
            (Part::Component(component), _) => self.component_value(component, budget),
        }
    }

    /// The moves in a heap that leave a value, by the values of its options; none if the engine does not value heaps.
    pub fn heap_moves(
        &mut self,
        wanted: Wanted,
        budget: &mut Budget,
    ) -> Option<Limited<WinningMoves>> {
        match &mut self.heaps {
            Some(HeapValues::Engine(engine)) => Some(engine.moves_to(wanted, budget)),
            _ => None,
        }
    }

    fn component_value(&mut self, component: &R::Position, budget: &mut Budget) -> Limited<Nimber> {
        if let Some(known) = self.nimbers.get(component) {
            return Ok(known);
        }
        budget.visit()?;
        if self.nimbers.is_empty() {
            self.check_moves(component, budget)?;
        }
        let (mut passing, mut keeping) = (Vec::new(), Vec::new());
        for mv in self.rules.moves(component) {
            let step = self.rules.apply(component, &mv);
            let value = self.nimber(&step.position, budget)?;
            if step.again { &mut keeping } else { &mut passing }.push(value);
        }
        let value = combine(&passing, &keeping);
        self.nimbers.insert(component.clone(), value, budget)?;
        Ok(value)
    }

    /// The outcome by nothing but the rules.
    pub fn outcome_by_play(
        &mut self,
        position: &R::Position,
        convention: Convention,
        budget: &mut Budget,
    ) -> Limited<Outcome> {
        self.check_moves(position, budget)?;
        let wins = self.mover_wins(position, convention, budget)?;
        Ok(if wins { Outcome::N } else { Outcome::P })
    }

    /// Refuses the first position if its moves would fill the memory. Those that come of it have fewer.
    fn check_moves(&self, position: &R::Position, budget: &Budget) -> Limited<()> {
        let most = MOST_MOVES.min(budget.memory_left() / (4 * size_of::<Move>() as u64));
        let listed = self.rules.moves_within(position, most);
        listed.map(drop).ok_or(Stopped::Memory)
    }

    fn mover_wins(
        &mut self,
        position: &R::Position,
        convention: Convention,
        budget: &mut Budget,
    ) -> Limited<bool> {
        if let Some(known) = self.wins[convention as usize].get(position) {
            return Ok(known);
        }
        budget.visit()?;
        let moves = self.rules.moves(position);
        let mut wins = moves.is_empty() && convention == Convention::Misere;
        for mv in moves {
            let step = self.rules.apply(position, &mv);
            // After a move that keeps the turn the same player is to move, and wins if the mover there does.
            if self.mover_wins(&step.position, convention, budget)? == step.again {
                wins = true;
                break;
            }
        }
        self.wins[convention as usize].insert(position.clone(), wins, budget)?;
        Ok(wins)
    }
}

/// The value of a position from those of its options, by whether the move passes or keeps the turn.
fn combine(passing: &[Nimber], keeping: &[Nimber]) -> Nimber {
    match keeping.first() {
        None => {
            let least = (0..).find(|&g| !passing.contains(&Nimber::Value(g)));
            least.map_or(Nimber::Loony, Nimber::Value)
        }
        Some(&common)
            if keeping.iter().all(|&value| value == common) && !passing.contains(&common) =>
        {
            common
        }
        Some(_) => Nimber::Loony,
    }
}
