//! Who wins a sum of components. Three facts spare searches (`docs/theory-partizan.md` has the proofs): a component in which the
//! second player wins is 0 and may be left out; so may a component beside its negative; and the classes of the components
//! sometimes tell the winner.

use outplay_rules::player::Side;
use outplay_rules::ruleset::AnyPartizan;
use outplay_rules::spaces::Space;

use super::OutcomeClass;
use super::components::{Components, Id, Sum};
use crate::kit::memo::Memo;
use crate::limits::{Budget, Limited};

/// A sum takes about this many bytes in the table.
const SUM_BYTES: usize = 40;

/// The fast solver for one game.
pub struct Sums<'r, S: Space> {
    components: Components<'r, S>,
    /// Whether the player to move wins a sum, for Left and for Right.
    wins: [Memo<Sum, bool>; 2],
}

impl<'r, S: Space> Sums<'r, S> {
    /// A solver with empty tables.
    pub fn new(rules: &'r AnyPartizan<S>) -> Self {
        let wins = [Memo::new(SUM_BYTES), Memo::new(SUM_BYTES)];
        Sums { components: Components::new(rules), wins }
    }

    /// Whether a player wins a position by moving first, whoever is to move in it.
    pub fn wins(
        &mut self,
        position: &S::Position,
        beginner: Side,
        budget: &mut Budget,
    ) -> Limited<bool> {
        let sum = self.components.of(position, budget)?;
        self.sum_won(&sum, beginner, budget)
    }

    fn sum_won(&mut self, sum: &[Id], mover: Side, budget: &mut Budget) -> Limited<bool> {
        let sum = self.reduced(sum, budget)?;
        match sum[..] {
            [] => Ok(false),
            [_] => self.by_search(sum, mover, budget),
            _ => match self.by_classes(&sum, mover, budget)? {
                Some(won) => Ok(won),
                None => self.by_search(sum, mover, budget),
            },
        }
    }

    /// The sum without components in which the second player wins, and without pairs of a component and its negative.
    fn reduced(&mut self, sum: &[Id], budget: &mut Budget) -> Limited<Vec<Id>> {
        let mut kept: Vec<Id> = Vec::with_capacity(sum.len());
        for &id in sum {
            let negative = self.components.negative(id);
            if let Some(at) = kept.iter().position(|&other| Some(other) == negative) {
                kept.remove(at);
            } else {
                kept.push(id);
            }
        }
        // A sum that is one component is searched itself.
        if kept.len() > 1 {
            let mut worth_keeping = Vec::with_capacity(kept.len());
            for id in kept {
                if self.class(id, budget)? != OutcomeClass::P {
                    worth_keeping.push(id);
                }
            }
            return Ok(worth_keeping);
        }
        Ok(kept)
    }

    /// The outcome class of a component.
    fn class(&mut self, id: Id, budget: &mut Budget) -> Limited<OutcomeClass> {
        if let Some(class) = self.components.class(id) {
            return Ok(class);
        }
        let mut winner = |beginner: Side| {
            let won = self.by_search(vec![id], beginner, budget)?;
            Ok(if won { beginner } else { beginner.other() })
        };
        let class = OutcomeClass::of(winner(Side::Left)?, winner(Side::Right)?);
        self.components.learn(id, class);
        Ok(class)
    }

    /// What the classes of the components, none of them P, tell of their sum.
    fn by_classes(
        &mut self,
        sum: &[Id],
        mover: Side,
        budget: &mut Budget,
    ) -> Limited<Option<bool>> {
        let (ours, theirs) = match mover {
            Side::Left => (OutcomeClass::L, OutcomeClass::R),
            Side::Right => (OutcomeClass::R, OutcomeClass::L),
        };
        let (mut for_mover, mut against, mut next) = (0, 0, 0);
        for &id in sum {
            let class = self.class(id, budget)?;
            for_mover += usize::from(class == ours);
            against += usize::from(class == theirs);
            next += usize::from(class == OutcomeClass::N);
        }
        Ok(match (for_mover, against, next) {
            (_, 0, 0 | 1) => Some(true),
            (0, _, 0) => Some(false),
            _ => None,
        })
    }

    /// Whether the player to move has a winning move.
    fn by_search(&mut self, sum: Vec<Id>, mover: Side, budget: &mut Budget) -> Limited<bool> {
        let sum: Sum = sum.into();
        if let Some(known) = self.wins[mover.index()].get(&sum) {
            return Ok(known);
        }
        budget.visit()?;
        let mut won = false;
        'moves: for (at, &id) in sum.iter().enumerate() {
            // Of equal components one is enough.
            if at > 0 && sum[at - 1] == id {
                continue;
            }
            for index in 0.. {
                let option = self.components.option(id, mover, index, budget)?;
                let Some(option) = option else { break };
                let mut next: Vec<Id> = [&sum[..at], &option, &sum[at + 1..]].concat();
                next.sort_unstable();
                if !self.sum_won(&next, mover.other(), budget)? {
                    won = true;
                    break 'moves;
                }
            }
        }
        self.wins[mover.index()].insert(sum, won, budget)?;
        Ok(won)
    }
}
