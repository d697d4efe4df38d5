//! The solver of each positional game: the table where it fits.

use outplay_rules::games::chooser_picker::{ChooserPicker, OfferPosition};
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::placing::{PlacingGame, Stones};
use outplay_rules::rules::Positional;

use super::dense::{HopTable, OfferTable, PlacingTable};
use super::reference::Reference;
use super::{Forces, Value};
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// A solver of one positional game.
pub trait Solver<P> {
    /// The exact value of a position that is not over.
    fn value(&mut self, position: &P, budget: &mut Budget) -> Result<Value, Stopped>;

    /// What is settled of a position after a limit stopped its search: win, win or tie, win or draw, not lose.
    fn known(&self, _position: &P) -> [Option<bool>; 4] {
        [None; 4]
    }

    /// The argument that settled the last value, where it was not search alone.
    fn settled_by(&self) -> Option<String> {
        None
    }

    /// How many positions that are not over can be reached from the first position valued, if they were counted.
    fn nonterminal(&self) -> Option<u64> {
        None
    }
}

/// A positional game with a solver of its own.
pub trait Solvable: Positional + Sized {
    /// The solver.
    fn solver<'r>(&'r self, how: &How) -> Box<dyn Solver<Self::Position> + 'r>;
}

/// The value of a position that is over.
pub fn ended<R: Positional>(rules: &R, position: &R::Position) -> Option<Value> {
    let forces = Forces::at(rules.end(position)?);
    Some(Value { forces, plies: forces.result().winner().map(|_| 0) })
}

/// The plain reference solver behind the same door.
pub struct Plain<'r, R: Positional> {
    reference: Reference<'r, R>,
    nonterminal: Option<u64>,
}

impl<'r, R: Positional> Plain<'r, R> {
    /// With an empty table.
    pub fn new(rules: &'r R) -> Self {
        Plain { reference: Reference::new(rules), nonterminal: None }
    }
}

impl<R: Positional> Solver<R::Position> for Plain<'_, R> {
    fn value(&mut self, position: &R::Position, budget: &mut Budget) -> Result<Value, Stopped> {
        let value = self.reference.value(position, budget)?;
        self.nonterminal.get_or_insert(self.reference.len() as u64);
        Ok(value)
    }

    fn nonterminal(&self) -> Option<u64> {
        self.nonterminal
    }
}

/// A table is made if it looks up no more moves than this: some minutes' work.
const MOST_LOOKUPS: u64 = 20_000_000_000;

/// A table from the first position asked for; a position that does not come from there gets a table of its own.
trait Table<'r, R: Positional>: Sized {
    fn cost(rules: &R, root: &R::Position) -> Option<(u64, u64)>;
    fn make(
        rules: &'r R,
        root: &R::Position,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<Self, Stopped>;
    fn get(&self, position: &R::Position) -> Option<Value>;
    fn nonterminal(&self) -> u64;
}

macro_rules! is_table {
    ($table:ty, $game:ty, $position:ty) => {
        impl<'r> Table<'r, $game> for $table {
            fn cost(rules: &$game, root: &$position) -> Option<(u64, u64)> {
                <$table>::cost(rules, root)
            }
            fn make(
                rules: &'r $game,
                root: &$position,
                threads: usize,
                budget: &mut Budget,
            ) -> Result<Self, Stopped> {
                <$table>::new(rules, root, threads, budget)
            }
            fn get(&self, position: &$position) -> Option<Value> {
                <$table>::get(self, position)
            }
            fn nonterminal(&self) -> u64 {
                <$table>::nonterminal(self)
            }
        }
    };
}

is_table!(PlacingTable, PlacingGame, Stones);
is_table!(HopTable, HopGame, Stones);
is_table!(OfferTable<'r>, ChooserPicker, OfferPosition);

/// The table where it fits, and the reference solver elsewhere.
struct ByTable<'r, R: Positional, T> {
    rules: &'r R,
    threads: usize,
    table: Option<T>,
    reference: Reference<'r, R>,
}

impl<'r, R: Positional, T: Table<'r, R>> ByTable<'r, R, T> {
    fn new(rules: &'r R, how: &How) -> Self {
        let reference = Reference::new(rules);
        ByTable { rules, threads: how.threads, table: None, reference }
    }
}

impl<'r, R: Positional, T: Table<'r, R>> Solver<R::Position> for ByTable<'r, R, T> {
    fn value(&mut self, position: &R::Position, budget: &mut Budget) -> Result<Value, Stopped> {
        if let Some(value) = self.table.as_ref().and_then(|table| table.get(position)) {
            return Ok(value);
        }
        if let Some(value) = ended(self.rules, position) {
            return Ok(value);
        }
        if T::cost(self.rules, position).is_none_or(|(_, lookups)| lookups > MOST_LOOKUPS) {
            return self.reference.value(position, budget);
        }
        let table = T::make(self.rules, position, self.threads, budget)?;
        let value = table.get(position);
        self.table = Some(table);
        match value {
            Some(value) => Ok(value),
            None => self.reference.value(position, budget),
        }
    }

    fn nonterminal(&self) -> Option<u64> {
        self.table.as_ref().map(T::nonterminal)
    }
}

impl Solvable for PlacingGame {
    fn solver<'r>(&'r self, how: &How) -> Box<dyn Solver<Stones> + 'r> {
        Box::new(ByTable::<_, PlacingTable>::new(self, how))
    }
}

impl Solvable for HopGame {
    fn solver<'r>(&'r self, how: &How) -> Box<dyn Solver<Stones> + 'r> {
        Box::new(ByTable::<_, HopTable>::new(self, how))
    }
}

impl Solvable for ChooserPicker {
    fn solver<'r>(&'r self, how: &How) -> Box<dyn Solver<OfferPosition> + 'r> {
        Box::new(ByTable::<_, OfferTable>::new(self, how))
    }
}
