//! Any legal move. It keeps a promise where nothing can go wrong, and it is the strategy of Theorem 27 and Theorem 34
//! of Dailly's report, of Theorem 4.12 of Leelathanakit's thesis and of Proposition 3.1.1 of
//! Riegel's dissertation.

use outplay_rules::moves::Move;
use outplay_rules::record::Moment;
use outplay_rules::ruleset::AnyRules;
use outplay_rules::spaces::Space;

use crate::strategy::{Invariance, Memory, Promise, Strategy};

/// Allows every legal move.
pub struct Any<'r, S: Space> {
    rules: &'r AnyRules<S>,
    promise: Option<Promise>,
}

impl<'r, S: Space> Any<'r, S> {
    /// The strategy without a promise.
    pub fn new(rules: &'r AnyRules<S>) -> Self {
        Any { rules, promise: None }
    }

    /// The strategy with what a source promises for it.
    pub fn promising(rules: &'r AnyRules<S>, promise: Promise) -> Self {
        Any { rules, promise: Some(promise) }
    }
}

impl<S: Space> Strategy<S> for Any<'_, S> {
    fn invariance(&self) -> Invariance {
        Invariance::Remainder
    }

    fn promise(&self) -> Option<Promise> {
        self.promise.clone()
    }

    fn advice(&self, now: &Moment<S::Position>, _: &Memory) -> Vec<Move> {
        self.rules.moves(&now.position)
    }
}
