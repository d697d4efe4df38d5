//! What the solver of a positional game answers, and the reference solver in the same form.

use outplay_rules::player::Player;
use outplay_rules::rules::Positional;

use super::partial_result::PartialResult;
use super::reference::Reference;
use super::saved_proofs::SavedProofs;
use super::{Forces, Value};
use crate::kit::portfolio::{Log, Method, REFERENCE, Tried};
use crate::limits::{Budget, Limited};
use crate::oracle::{NO_FAST_SOLVER, NestedWins};

/// A solver of one positional game.
pub trait Solver<P> {
    /// The exact value of a position that is not over.
    fn value(&mut self, position: &P, budget: &mut Budget) -> Limited<Value>;

    /// Whether a move of `mover`'s to `child` keeps the value of the position it is made in, which asks for `target`
    /// there. Solvers that need not value the child to know have their own way.
    fn is_best(
        &mut self,
        child: &P,
        target: &Value,
        _mover: Player,
        budget: &mut Budget,
    ) -> Limited<bool> {
        Ok(self.value(child, budget)? == *target)
    }

    /// What is settled of a position after a limit stopped its search.
    fn known(&self, _position: &P) -> PartialResult {
        PartialResult::default()
    }

    /// Which positions of a nested board the first player wins, as far as a table tells.
    fn nested_wins(&self) -> Option<NestedWins<'_>> {
        None
    }

    /// Keeps what its searches prove in a file of saved proofs, and goes on from what is in it; false if it makes no searches.
    fn keep_in(&mut self, _saved_proofs: &SavedProofs) -> bool {
        false
    }

    /// The argument that settled the last value, where it was not search alone.
    fn settled_by(&self) -> Option<String> {
        None
    }

    /// The methods that were tried for the last value.
    fn tried(&self) -> &[Tried];

    /// The methods for the game, in the order in which they are tried, and whether they are for a position.
    fn methods(&mut self, position: &P, budget: &Budget) -> Vec<Method>;

    /// How many positions that are not over can be reached from the first position valued, if they were counted.
    fn nonterminal(&self) -> Option<u64> {
        None
    }
}

/// Somebody wins.
pub fn won(by_first: bool, plies: u32) -> Value {
    let forces =
        Forces { win: by_first, win_or_tie: by_first, win_or_draw: by_first, not_lose: by_first };
    Value { forces, plies: Some(plies as u16) }
}

/// A solver of a game whose positions can be seen as those of another, which it solves.
pub struct Seen<T, V> {
    solver: T,
    view: V,
}

impl<T, V> Seen<T, V> {
    /// A solver, and how positions are seen.
    pub fn new<P, Q>(solver: T, view: V) -> Self
    where
        V: Fn(&P) -> Option<&Q>,
    {
        Seen { solver, view }
    }
}

/// A game names a fast solver only if its positions can be seen as that solver's.
const SEEN: &str = "positions of the kind that the game's hook is about";

impl<P, Q, T: Solver<Q>, V: Fn(&P) -> Option<&Q>> Solver<P> for Seen<T, V> {
    fn value(&mut self, position: &P, budget: &mut Budget) -> Limited<Value> {
        self.solver.value((self.view)(position).expect(SEEN), budget)
    }

    fn is_best(
        &mut self,
        child: &P,
        target: &Value,
        mover: Player,
        budget: &mut Budget,
    ) -> Limited<bool> {
        self.solver.is_best((self.view)(child).expect(SEEN), target, mover, budget)
    }

    fn known(&self, position: &P) -> PartialResult {
        self.solver.known((self.view)(position).expect(SEEN))
    }

    fn nested_wins(&self) -> Option<NestedWins<'_>> {
        self.solver.nested_wins()
    }

    fn keep_in(&mut self, saved_proofs: &SavedProofs) -> bool {
        self.solver.keep_in(saved_proofs)
    }

    fn settled_by(&self) -> Option<String> {
        self.solver.settled_by()
    }

    fn tried(&self) -> &[Tried] {
        self.solver.tried()
    }

    fn methods(&mut self, position: &P, budget: &Budget) -> Vec<Method> {
        self.solver.methods((self.view)(position).expect(SEEN), budget)
    }

    fn nonterminal(&self) -> Option<u64> {
        self.solver.nonterminal()
    }
}

/// The value of a position that is over.
pub fn ended<R: Positional + ?Sized>(rules: &R, position: &R::Position) -> Option<Value> {
    let forces = Forces::at(rules.end(position)?);
    Some(Value { forces, plies: forces.result().winner().map(|_| 0) })
}

/// The plain reference solver with the same interface.
pub struct ByReference<'r, R: Positional + ?Sized> {
    reference: Reference<'r, R>,
    nonterminal: Option<u64>,
    hookless: bool,
    log: Log,
}

impl<'r, R: Positional + ?Sized> ByReference<'r, R> {
    /// With an empty table.
    pub fn new(rules: &'r R) -> Self {
        let (reference, log) = (Reference::new(rules), Log::default());
        ByReference { reference, nonterminal: None, hookless: false, log }
    }

    /// The same for a game that names no fast solver, which it says.
    pub fn for_want_of_a_fast_one(rules: &'r R) -> Self {
        ByReference { hookless: true, ..ByReference::new(rules) }
    }
}

impl<R: Positional + ?Sized> Solver<R::Position> for ByReference<'_, R> {
    fn value(&mut self, position: &R::Position, budget: &mut Budget) -> Limited<Value> {
        self.log.clear();
        let value =
            self.log.only(REFERENCE, budget, |budget| self.reference.value(position, budget))?;
        self.nonterminal.get_or_insert(self.reference.len() as u64);
        Ok(value)
    }

    fn tried(&self) -> &[Tried] {
        self.log.tried()
    }

    fn methods(&mut self, _: &R::Position, _: &Budget) -> Vec<Method> {
        vec![Method::reference()]
    }

    fn nonterminal(&self) -> Option<u64> {
        self.nonterminal
    }

    fn settled_by(&self) -> Option<String> {
        self.hookless.then(|| NO_FAST_SOLVER.to_string())
    }
}
