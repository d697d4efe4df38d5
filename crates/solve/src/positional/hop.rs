//! The solver of hop games: the table for small boards; beyond, Breaker's arguments first and then search for proof.

use outplay_rules::games::hop::HopGame;
use outplay_rules::player::Player;
use outplay_rules::rules::Positional;
use outplay_rules::spaces::Stones;

use super::Value;
use super::dense::HopTable;
use super::force::{BY_FORCE, forced, in_turns};
use super::hop_arguments::Arguments;
use super::hop_force::Force;
use super::hop_questions::{Searches, by_questions, undecided};
use super::nested::NestedSolver;
use super::nested_search::{NestedSearch, Question};
use super::nested_table::NestedTable;
use super::notebook::Notebook;
use super::partly::{Facts, LastAsked, Partly};
use super::reference::Reference;
use super::search::hop::State;
use super::search::mask;
use super::search::proofs::Halt;
use super::solver::{Solver, ended, won};
use super::tables::{Fit, Tabled};
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// A search that could give way to a table looks at no more positions than this.
const BEFORE_A_TABLE: u64 = 5_000_000;

/// The same for Fire and Ice: on 21 points the search takes 9 to 16 million positions, a tenth of the time of the table.
const BEFORE_A_TABLE_OF_ISLANDS: u64 = 50_000_000;

/// As many positions as it takes.
const NO_CAP: u64 = u64::MAX / 64;

/// In Fire and Ice deep wins are the rule: the search for wins by force looks at so many times as many positions.
const BY_FORCE_SHARE: u64 = 16;

/// A Maker-Breaker game that takes longer is given up, sooner if the board can be solved by its islands.
const BEFORE_A_SEARCH: u64 = 10_000_000;
const BEFORE_ISLANDS: u64 = 2_000;

/// A nested board with few enough positions is searched so far before all of them are valued.
const BEFORE_ALL_TUPLES: u64 = 2_000_000;

/// A win that is known by stealing is looked for in so many positions: only a search tells how long it takes.
const BEFORE_STEALING: u64 = 100_000;

/// The solver of a hop game.
pub struct HopSolver<'r> {
    rules: &'r HopGame,
    theorems: bool,
    outcome_only: bool,
    threads: usize,
    tabled: Tabled<'r, HopGame, HopTable>,
    arguments: Option<Arguments>,
    nested: Option<NestedSolver>,
    islands: Option<NestedSearch>,
    hands: Option<NestedTable>,
    ways: Ways,
    opened: bool,
    /// Whether the first position asked for was too large for a table: then arguments come before tables.
    large: Option<bool>,
    searches: Option<Searches>,
    force: Option<Force>,
    reference: Reference<'r, HopGame>,
    notebook: Notebook,
    settled: LastAsked,
    settled_by: Option<String>,
}

/// Which ways a solver may go.
#[cfg_attr(not(test), allow(dead_code, reason = "some are for tests"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ways {
    /// All, as it thinks best.
    All,
    /// Search alone.
    Search,
    /// Search, by islands on nested boards.
    Islands,
    /// The table of hands on nested boards, otherwise search.
    Hands,
}

impl<'r> HopSolver<'r> {
    /// A solver.
    pub fn new(game: &'r HopGame, how: &How) -> Self {
        HopSolver {
            rules: game,
            theorems: how.theorems,
            outcome_only: how.outcome_only,
            threads: how.threads,
            tabled: Tabled::new(game, how),
            arguments: None,
            nested: None,
            islands: None,
            hands: None,
            ways: Ways::All,
            opened: false,
            large: None,
            searches: None,
            force: None,
            reference: Reference::new(game),
            notebook: Notebook::default(),
            settled: LastAsked::default(),
            settled_by: None,
        }
    }

    /// A solver that makes no table of all positions, not even of a small board.
    #[cfg(test)]
    pub fn by_search_alone(game: &'r HopGame, how: &How) -> Self {
        HopSolver { ways: Ways::Search, ..HopSolver::new(game, how) }
    }

    /// Gets ready what only larger boards need.
    fn open(&mut self) {
        if self.opened {
            return;
        }
        self.opened = true;
        if self.theorems {
            self.arguments = Some(Arguments::new(self.rules, self.threads, &self.notebook));
        }
        if matches!(self.ways, Ways::All | Ways::Hands) {
            self.hands = NestedTable::new(self.rules, self.threads);
        }
        if self.ways == Ways::All && self.hands.is_none() {
            self.nested = NestedSolver::new(self.rules);
        }
        if self.ways != Ways::Search {
            self.islands = NestedSearch::new(self.rules, self.threads, &self.notebook);
        }
    }

    fn fit(&self, position: &Stones, budget: &Budget) -> Fit {
        if self.ways == Ways::All { self.tabled.fit(position, budget) } else { Fit::No }
    }

    /// A solver that asks the questions of a nested board by its islands, however few positions it has.
    #[cfg(test)]
    pub fn by_islands_alone(game: &'r HopGame, how: &How) -> Self {
        HopSolver { ways: Ways::Islands, ..HopSolver::new(game, how) }
    }

    /// A solver that asks the questions of a nested board with few enough arrangements of a table of all its hands.
    #[cfg(test)]
    pub fn by_hands_alone(game: &'r HopGame, how: &How) -> Self {
        HopSolver { ways: Ways::Hands, ..HopSolver::new(game, how) }
    }

    /// The searches, looking at no more positions than `cap`.
    fn prepare(&mut self, cap: u64) {
        if self.searches.is_none() && self.islands.is_none() {
            self.searches = Searches::new(self.rules, self.threads, &self.notebook);
        }
        if let Some(searches) = &mut self.searches {
            searches.stop_after(cap);
        }
        if let Some(islands) = &mut self.islands {
            islands.stop_after(cap);
        }
    }

    fn states(&self, position: &Stones) -> [State; 2] {
        let [first, second] = [mask(&position.first), mask(&position.second)];
        let second_moves = self.rules.to_move(position) == Player::Second;
        [
            State { pieces: [first, second], mover: usize::from(second_moves) },
            State { pieces: [second, first], mover: usize::from(!second_moves) },
        ]
    }

    /// What Breaker's arguments and strategy stealing settle.
    fn by_arguments(&mut self, position: &Stones, budget: &mut Budget) -> Result<Facts, Stopped> {
        let Some(arguments) = &mut self.arguments else { return Ok([None; 4]) };
        let by_islands = self.nested.is_some() || self.hands.is_some();
        let most = if by_islands { BEFORE_ISLANDS } else { BEFORE_A_SEARCH };
        let settled = &mut self.settled;
        let told = |facts: Facts| settled.hear(position, facts, 0);
        let (facts, settled_by) = arguments.settle(self.rules, position, most, told, budget)?;
        self.settled_by = settled_by;
        Ok(facts)
    }

    /// A win that stealing shows: with its length if a short search finds it.
    fn won_by_stealing(&mut self, position: &Stones, facts: Facts, budget: &mut Budget) -> Value {
        self.prepare(BEFORE_STEALING);
        match self.by_search(position, [None, facts[1], facts[2], facts[3]], budget) {
            Ok(value) => {
                self.settled_by = None;
                value
            }
            Err(_) => forced(true),
        }
    }

    /// What the table of a nested board tells, if there is one and it has room enough.
    fn by_hands(
        &mut self,
        position: &Stones,
        facts: Facts,
        budget: &mut Budget,
    ) -> Result<Option<Value>, Stopped> {
        let Some(hands) = &mut self.hands else { return Ok(None) };
        let at_hand = |player: usize| Some(won(player == 0, hands.plies(player, position)?));
        if let Some(value) = at_hand(0).or_else(|| at_hand(1)) {
            self.settled_by = None;
            return Ok(Some(value));
        }
        // A win that an argument shows is looked for all the same: only that tells how long it takes.
        let shown = facts[0] == Some(true);
        if shown && self.outcome_only {
            return Ok(None);
        }
        let facts = if shown { [None, facts[1], facts[2], facts[3]] } else { facts };
        let free = (self.rules.board().point_count() - position.count()) as u32;
        let settled = &mut self.settled;
        let told = |facts: Facts, plies: u32| settled.hear(position, facts, plies);
        let ask = |question: Question, plies: u32| hands.within(question, position, plies, budget);
        match by_questions(facts, free, ask, told) {
            Ok(value) => {
                self.settled_by.take_if(|_| value.plies.is_some());
                Ok(Some(value))
            }
            Err(_) if shown => Ok(Some(forced(true))),
            Err(Halt::Enough) => Ok(None),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }

    /// Whether a player wins within so many plies.
    fn wins_within(
        &mut self,
        position: &Stones,
        player: Player,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        let attacker = player.index();
        if let Some(hands) = &mut self.hands {
            let answer = hands.within(Question { attacker, tie: false }, position, plies, budget);
            if answer != Err(Halt::Enough) {
                return answer;
            }
        }
        let state = self.states(position)[attacker];
        match (&mut self.islands, &mut self.searches) {
            (Some(islands), _) => {
                islands.within(Question { attacker, tie: false }, position, plies, budget)
            }
            (_, Some(searches)) => searches.wins[attacker].within(state, plies, budget),
            _ => Err(Halt::Enough),
        }
    }

    /// What a search settles that does not count plies, each question up to so many positions.
    fn by_force(
        &mut self,
        position: &Stones,
        cap: u64,
        budget: &mut Budget,
    ) -> Result<Option<Value>, Halt> {
        let states = self.states(position);
        let mut facts = self.settled.of(position).facts;
        let Some(force) = Force::ready(&mut self.force, self.rules, &self.notebook, budget) else {
            return Ok(None);
        };
        let value = force.settle(states, &mut facts, cap, budget);
        self.settled.hear(position, facts, 0);
        let value = value?;
        if value.is_some() {
            self.settled_by = Some(BY_FORCE.into());
        }
        Ok(value)
    }

    /// Looks for short wins, and in Fire and Ice for wins by force.
    fn by_searches(
        &mut self,
        position: &Stones,
        facts: Facts,
        cap: u64,
        budget: &mut Budget,
    ) -> Result<Value, Halt> {
        if !self.rules.is_fire_and_ice() {
            self.prepare(cap);
            return self.by_search(position, facts, budget);
        }
        let short = |solver: &mut Self, cap: u64, budget: &mut Budget| {
            let known = solver.settled.of(position).facts;
            let facts = [0, 1, 2, 3].map(|i| facts[i].or(known[i]));
            solver.prepare(cap);
            solver.by_search(position, facts, budget)
        };
        let by_force = |solver: &mut Self, cap: u64, budget: &mut Budget| {
            solver.by_force(position, BY_FORCE_SHARE * cap, budget)
        };
        let value = in_turns(self, cap, budget, short, by_force)?;
        if cap >= NO_CAP || value.plies.is_some() || value.forces.result().winner().is_none() {
            return Ok(value);
        }
        // On a board so small the length can be found, by asking the winner alone.
        let of_winner = if value.forces.win {
            [None, Some(true), Some(true), Some(true)]
        } else {
            [Some(false), Some(false), Some(false), None]
        };
        self.prepare(cap);
        self.by_search(position, of_winner, budget).or(Ok(value))
    }

    fn by_search(
        &mut self,
        position: &Stones,
        facts: Facts,
        budget: &mut Budget,
    ) -> Result<Value, Halt> {
        let states = self.states(position);
        let free = (self.rules.board().point_count() - position.count()) as u32;
        let settled = &mut self.settled;
        let told = |facts: Facts, plies: u32| settled.hear(position, facts, plies);
        if let Some(islands) = &mut self.islands {
            let ask =
                |question: Question, plies: u32| islands.within(question, position, plies, budget);
            return by_questions(facts, free, ask, told);
        }
        let Some(searches) = &mut self.searches else { return Err(Halt::Enough) };
        let ask = |question: Question, plies: u32| {
            let both = if question.tie { &mut searches.owns } else { &mut searches.wins };
            both[question.attacker].within(states[question.attacker], plies, budget)
        };
        by_questions(facts, free, ask, told)
    }
}

impl Solver<Stones> for HopSolver<'_> {
    fn value(&mut self, position: &Stones, budget: &mut Budget) -> Result<Value, Stopped> {
        self.settled_by = None;
        let at_hand = self.tabled.get(position).or_else(|| ended(self.rules, position));
        if let Some(value) = at_hand {
            return Ok(value);
        }
        let fit = self.fit(position, budget);
        let large = *self.large.get_or_insert(fit != Fit::Quick);
        if fit == Fit::Quick
            && !large
            && let Some(value) = self.tabled.make(position, budget)?
        {
            return Ok(value);
        }
        self.open();
        // Restricted hops leave the search nothing to cut with, so a table is better if it fits at all; but slides and
        // jumps leave it symmetry for all positions.
        if fit == Fit::Slow
            && !self.rules.has_free_hops()
            && !self.rules.is_fire_and_ice()
            && let Some(value) = self.tabled.make(position, budget)?
        {
            return Ok(value);
        }
        let facts = self.by_arguments(position, budget)?;
        if let [Some(false), Some(false), Some(true), Some(true)] = facts {
            return Ok(undecided(false, true));
        }
        if fit == Fit::Quick
            && let Some(value) = self.tabled.make(position, budget)?
        {
            self.settled_by = None;
            return Ok(value);
        }
        if let Some(value) = self.by_hands(position, facts, budget)? {
            return Ok(value);
        }
        if facts[0] == Some(true) && self.nested.is_none() {
            return Ok(self.won_by_stealing(position, facts, budget));
        }
        let cap = match (fit, &self.nested) {
            (Fit::Slow, _) if self.rules.is_fire_and_ice() => BEFORE_A_TABLE_OF_ISLANDS,
            (Fit::Slow, _) => BEFORE_A_TABLE,
            // Tuples that are valued are at hand; until then a search is mostly sooner there.
            (_, Some(nested)) if nested.is_empty() => BEFORE_ALL_TUPLES,
            (_, Some(_)) => 0,
            _ => NO_CAP,
        };
        let facts =
            if self.nested.is_some() { [None, facts[1], facts[2], facts[3]] } else { facts };
        match self.by_searches(position, facts, cap, budget) {
            Ok(value) => {
                // A win was found by search, whatever was known of the rest.
                self.settled_by.take_if(|_| value.plies.is_some());
                return Ok(value);
            }
            Err(Halt::Stopped(stopped)) => return Err(stopped),
            Err(Halt::Enough) => {}
        }
        self.settled_by = None;
        if let Some(nested) = &mut self.nested {
            return nested.value(position, budget);
        }
        let value = if fit > Fit::No { self.tabled.make(position, budget)? } else { None };
        value.map_or_else(|| self.reference.value(position, budget), Ok)
    }

    fn is_best(
        &mut self,
        child: &Stones,
        target: &Value,
        mover: Player,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let valued = self.nested.as_ref().is_some_and(|nested| !nested.is_empty());
        let searched = self.searches.is_some() || self.islands.is_some() || self.hands.is_some();
        let by_search = searched && !valued && self.tabled.get(child).is_none();
        let wins =
            target.forces.result().winner() == Some(mover) && ended(self.rules, child).is_none();
        if wins && target.plies.is_none() {
            // How long the win takes is not known, so any win is as good.
            return Ok(self.value(child, budget)?.forces == target.forces);
        }
        if let (true, true, Some(plies)) = (by_search, wins, target.plies) {
            self.prepare(NO_CAP);
            match self.wins_within(child, mover, u32::from(plies), budget) {
                Ok(answer) => return Ok(answer == Some(true)),
                Err(Halt::Stopped(stopped)) => return Err(stopped),
                Err(Halt::Enough) => {}
            }
        }
        Ok(self.value(child, budget)? == *target)
    }

    fn known(&self, position: &Stones) -> Partly {
        self.settled.of(position)
    }

    fn keep_in(&mut self, notebook: &Notebook) -> bool {
        self.notebook = notebook.clone();
        (self.searches, self.force, self.arguments) = (None, None, None);
        (self.islands, self.opened) = (None, false);
        true
    }

    fn settled_by(&self) -> Option<String> {
        self.settled_by.clone()
    }

    fn nonterminal(&self) -> Option<u64> {
        self.tabled.nonterminal()
    }
}
