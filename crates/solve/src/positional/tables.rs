//! When a table of all positions is filled, and how it is asked.

use outplay_rules::games::chooser_picker::ChooserPicker;
use outplay_rules::rules::Positional;
use outplay_rules::spaces::OfferPosition;

use super::Value;
use super::endgame_table::{EndgameTable, OfferTable};
use super::reference::Reference;
use super::solver::{Solver, ended};
use crate::kit::portfolio::{Attempt, Fit, Method, MethodFilter, Portfolio, Stage, Trials, Tried};
use crate::limits::{Budget, Limited, Stopped};
use crate::oracle::How;

/// A table that looks up no more moves than this is made at once: it takes some seconds.
const FEW_LOOKUPS: u64 = 1_000_000_000;

/// One that looks up more than this is never made: this takes about ten minutes.
const MOST_LOOKUPS: u64 = 100_000_000_000;

/// What a table of all positions is called among methods, and what it is.
pub const ENDGAME_TABLE: [&str; 2] =
    ["endgame-table", "a table of all positions, filled backwards"];

/// How well a table suits a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableFit {
    /// Not at all.
    No,
    /// If nothing better is found.
    Slow,
    /// At once.
    Quick,
}

/// The table from the first position asked for; one that does not come from there gets a table of its own.
pub struct TableSolver<'r, R, T> {
    rules: &'r R,
    threads: usize,
    table: Option<T>,
}

impl<'r, R: Positional, T: EndgameTable<'r, R>> TableSolver<'r, R, T> {
    /// A solver without a table yet.
    pub fn new(rules: &'r R, how: &How) -> Self {
        TableSolver { rules, threads: how.threads, table: None }
    }

    /// The value of a position that needs no work: the game is over, or the table is there.
    pub fn at_hand(&self, position: &R::Position) -> Option<Value> {
        self.get(position).or_else(|| ended(self.rules, position))
    }

    /// What the table that is there says.
    pub fn get(&self, position: &R::Position) -> Option<Value> {
        self.table.as_ref().and_then(|table| table.get(position))
    }

    /// How well a new table would suit.
    pub fn suits(
        &self,
        position: &R::Position,
        choice: &MethodFilter,
        budget: &Budget,
    ) -> TableFit {
        match self.cost(position, budget) {
            _ if !choice.allows(ENDGAME_TABLE[0]) => TableFit::No,
            Ok((_, lookups)) if lookups <= FEW_LOOKUPS => TableFit::Quick,
            Ok(_) => TableFit::Slow,
            Err(_) => TableFit::No,
        }
    }

    /// The same as a portfolio says it.
    pub fn fit(&self, position: &R::Position, budget: &Budget) -> Fit {
        self.cost(position, budget).map_or_else(Fit::No, |(bytes, _)| Fit::Memory(bytes))
    }

    /// The bytes and the lookups that a table takes, or why it cannot be made.
    fn cost(&self, position: &R::Position, budget: &Budget) -> Result<(u64, u64), &'static str> {
        let left = budget.limit_left();
        match T::cost(self.rules, position) {
            // The numbering of masks takes some room beside the positions.
            Some((bytes, _)) if left.is_some_and(|left| bytes + (bytes >> 2) > left) => {
                Err("the memory limit is too low")
            }
            Some((_, lookups)) if lookups > MOST_LOOKUPS => Err("it would take too long"),
            Some(cost) => Ok(cost),
            None => Err("the board is too large"),
        }
    }

    /// Makes the table from a position, which is not over.
    pub fn make(&mut self, position: &R::Position, budget: &mut Budget) -> Limited<Attempt<Value>> {
        let table = self.table.insert(T::make(self.rules, position, self.threads, budget)?);
        Ok(Attempt::of(table.get(position)))
    }

    /// How many positions come from the root of the table that are not over.
    pub fn nonterminal(&self) -> Option<u64> {
        self.table.as_ref().map(T::nonterminal)
    }
}

/// Chooser-Picker: the table where it fits, and the reference solver elsewhere.
pub struct OfferSolver<'r> {
    tabled: TableSolver<'r, ChooserPicker, OfferTable<'r>>,
    reference: Reference<'r, ChooserPicker>,
    trials: Trials,
}

impl<'r> Portfolio for OfferSolver<'r> {
    type Position = OfferPosition;
    /// Whether a table fits.
    type Blackboard = bool;
    type Answer = Value;

    fn stages() -> impl IntoIterator<Item = Stage<Self>> {
        [
            Stage::<Self>::new(
                ENDGAME_TABLE,
                |solver, position, budget| solver.tabled.fit(position, budget),
                |solver, position, _, budget| solver.tabled.make(position, budget),
            )
            .when(|_, &fits| fits),
            Stage::<Self>::reference(|solver, position, _, budget| {
                Ok(Attempt::Answer(solver.reference.value(position, budget)?, None))
            }),
        ]
    }

    fn trials(&mut self) -> &mut Trials {
        &mut self.trials
    }
}

impl Solver<OfferPosition> for OfferSolver<'_> {
    fn value(&mut self, position: &OfferPosition, budget: &mut Budget) -> Limited<Value> {
        self.trials.log.clear();
        if let Some(value) = self.tabled.at_hand(position) {
            return Ok(value);
        }
        let mut fits = self.tabled.fit(position, budget).is_yes();
        let found = self.attempt(position, &mut fits, budget)?;
        found.map(|(value, _)| value).ok_or(Stopped::Unsettled)
    }

    fn tried(&self) -> &[Tried] {
        self.trials.log.tried()
    }

    fn methods(&mut self, position: &OfferPosition, budget: &Budget) -> Vec<Method> {
        Portfolio::methods(self, position, budget)
    }

    fn nonterminal(&self) -> Option<u64> {
        self.tabled.nonterminal()
    }
}

impl<'r> OfferSolver<'r> {
    /// A solver.
    pub fn new(rules: &'r ChooserPicker, how: &How) -> Self {
        let (tabled, reference) = (TableSolver::new(rules, how), Reference::new(rules));
        OfferSolver { tabled, reference, trials: Trials::of(how.method.as_deref()) }
    }
}
