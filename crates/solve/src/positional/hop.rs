//! The solver of hop games: the table for small boards; beyond, Breaker's arguments first and then search for proof.

use outplay_rules::games::hop::HopGame;
use outplay_rules::player::Player;
use outplay_rules::rules::Positional;
use outplay_rules::spaces::Stones;

use super::Value;
use super::endgame_table::HopTable;
use super::force::{BY_FORCE, Credited, attempt, forced, in_turns};
use super::hop_arguments::Arguments;
use super::hop_force::Force;
use super::hop_goals::{Searches, by_questions, undecided};
use super::nested::NestedSolver;
use super::nested_search::{HopGoal, NestedSearch};
use super::nested_table::NestedTable;
use super::partial_result::{KnownForces, LastAsked, PartialResult};
use super::reference::Reference;
use super::saved_proofs::SavedProofs;
use super::search::hop::HopState;
use super::search::ice::FireAndIce;
use super::search::{MOST_POINTS, mask};
use super::solver::{Solver, ended, won};
use super::tables::{ENDGAME_TABLE, TableFit, TableSolver};
use crate::kit::halt::Halt;
use crate::kit::portfolio::{Attempt, Attempted, Fit, Method, Portfolio, Stage, Trials, Tried};
use crate::limits::{Budget, Limited, Stopped};
use crate::oracle::{How, NestedWins};

/// A search that could give way to a table looks at no more positions than this.
const BEFORE_A_TABLE: u64 = 5_000_000;

/// The same for Fire and Ice: on 21 points the search takes 9 to 16 million positions, a tenth of the time of the table.
const BEFORE_A_TABLE_OF_ISLANDS: u64 = 50_000_000;

/// As many positions as it takes.
const NO_CAP: u64 = u64::MAX / 64;

/// In Fire and Ice deep wins are the rule: the search for wins by force looks at this many times as many positions.
const BY_FORCE_SHARE: u64 = 16;

/// A Maker-Breaker game that takes longer is given up, sooner if the board can be solved by its islands.
const BEFORE_A_SEARCH: u64 = 10_000_000;
const BEFORE_ISLANDS: u64 = 2_000;

/// A nested board with few enough positions is searched so far before all of them are valued.
const BEFORE_ALL_TUPLES: u64 = 2_000_000;

/// A win that is known by stealing is looked for in this many positions: only a search tells how long it takes.
const BEFORE_STEALING: u64 = 100_000;

/// The solver of a hop game.
pub struct HopSolver<'r> {
    rules: &'r HopGame,
    theorems: bool,
    outcome_only: bool,
    threads: usize,
    tabled: TableSolver<'r, HopGame, HopTable>,
    arguments: Option<Arguments>,
    nested: Option<NestedSolver>,
    islands: Option<NestedSearch>,
    hands: Option<NestedTable>,
    trials: Trials,
    opened: bool,
    /// Whether the first position asked for was too large for a table: then arguments come before tables.
    large: Option<bool>,
    searches: Option<Searches>,
    force: Option<Force>,
    reference: Reference<'r, HopGame>,
    saved_proofs: SavedProofs,
    settled: LastAsked,
    settled_by: Option<String>,
}

/// What is known while one method after the other is tried.
pub struct Blackboard {
    /// How well a table of all positions would suit.
    table: TableFit,
    /// What arguments have settled.
    facts: KnownForces,
    /// These arguments.
    argument: Option<String>,
}

/// The methods: a name, and what they do.
const ARGUMENTS: [&str; 2] =
    ["arguments", "Breaker's argument with the newest piece, and strategy stealing"];
const HAND_TABLE: [&str; 2] =
    ["hand-table", "a table of all hands of islands of a nested board, for 1, 2, 3, ... plies"];
const ISLAND_SEARCH: [&str; 2] = [
    "island-search",
    "a search for a win within 1, 2, 3, ... plies, by the islands of a nested board",
];
const ITERATIVE_DEEPENING: [&str; 2] =
    ["iterative-deepening", "a search for a win within 1, 2, 3, ... plies"];
const PROOF_NUMBER_SEARCH: [&str; 2] =
    ["proof-number-search", "a search for wins by force (df-pn), without their length"];
const ISLAND_TUPLES: [&str; 2] =
    ["island-tuples", "the values of all tuples of islands of a nested board"];

impl<'r> HopSolver<'r> {
    /// A solver.
    pub fn new(game: &'r HopGame, how: &How) -> Self {
        HopSolver {
            rules: game,
            theorems: how.theorems,
            outcome_only: how.outcome_only,
            threads: how.threads,
            tabled: TableSolver::new(game, how),
            arguments: None,
            nested: None,
            islands: None,
            hands: None,
            trials: Trials::of(how.method.as_deref()),
            opened: false,
            large: None,
            searches: None,
            force: None,
            reference: Reference::new(game),
            saved_proofs: SavedProofs::default(),
            settled: LastAsked::default(),
            settled_by: None,
        }
    }

    /// A solver that leaves out some methods.
    #[cfg(test)]
    pub fn without(game: &'r HopGame, how: &How, methods: &[&'static str]) -> Self {
        HopSolver { trials: Trials::without(methods), ..HopSolver::new(game, how) }
    }

    /// Gets ready what only larger boards need.
    fn open(&mut self) {
        if self.opened {
            return;
        }
        self.opened = true;
        if self.theorems {
            self.arguments = Some(Arguments::new(self.rules, self.threads, &self.saved_proofs));
        }
        if self.trials.choice.allows(HAND_TABLE[0]) {
            self.hands = NestedTable::new(self.rules, self.threads);
        }
        if self.trials.choice.allows(ISLAND_TUPLES[0]) && self.hands.is_none() {
            self.nested = NestedSolver::new(self.rules);
        }
        if self.trials.choice.allows(ISLAND_SEARCH[0]) {
            self.islands = NestedSearch::new(self.rules, self.threads, &self.saved_proofs);
        }
    }

    /// The searches, looking at no more positions than `cap`.
    fn prepare(&mut self, cap: u64) {
        if self.searches.is_none() && self.islands.is_none() {
            self.searches = Searches::new(self.rules, self.threads, &self.saved_proofs);
        }
        if let Some(searches) = &mut self.searches {
            searches.stop_after(cap);
        }
        if let Some(islands) = &mut self.islands {
            islands.stop_after(cap);
        }
    }

    fn states(&self, position: &Stones) -> [HopState; 2] {
        let [first, second] = [mask(&position.first), mask(&position.second)];
        let second_moves = self.rules.to_move(position) == Player::Second;
        [
            HopState { pieces: [first, second], mover: usize::from(second_moves) },
            HopState { pieces: [second, first], mover: usize::from(!second_moves) },
        ]
    }

    /// What Breaker's arguments and strategy stealing settle.
    fn by_arguments(
        &mut self,
        position: &Stones,
        board: &mut Blackboard,
        budget: &mut Budget,
    ) -> Limited<Attempt<Value>> {
        let Some(arguments) = &mut self.arguments else { return Ok(Attempt::GaveUp) };
        let by_islands = self.nested.is_some() || self.hands.is_some();
        let most = if by_islands { BEFORE_ISLANDS } else { BEFORE_A_SEARCH };
        let settled = &mut self.settled;
        let told = |facts: KnownForces| settled.hear(position, facts, 0);
        let (facts, argument) = arguments.settle(self.rules, position, most, told, budget)?;
        (board.facts, board.argument) = (facts, argument);
        Ok(match facts {
            [Some(false), Some(false), Some(true), Some(true)] => {
                Attempt::Answer(undecided(false, true), board.argument.take())
            }
            [None, None, None, None] => Attempt::GaveUp,
            _ => Attempt::Narrowed,
        })
    }

    /// Whether stealing shows a win, and nothing tells its length but a search.
    fn is_stolen(&self, board: &Blackboard) -> bool {
        board.facts[0] == Some(true) && self.nested.is_none()
    }

    /// The length of a win that stealing shows, if a short search finds it.
    fn length_of_stolen(
        &mut self,
        position: &Stones,
        board: &mut Blackboard,
        budget: &mut Budget,
    ) -> Limited<Attempt<Value>> {
        self.prepare(BEFORE_STEALING);
        let [_, rest @ ..] = board.facts;
        // Even if a limit came first, the win is known.
        Ok(match self.by_search(position, [None, rest[0], rest[1], rest[2]], budget) {
            Ok(value) => Attempt::Answer(value, None),
            Err(_) => Attempt::GaveUp,
        })
    }

    /// What the table of a nested board tells, if it has room enough.
    fn by_hands(
        &mut self,
        position: &Stones,
        board: &mut Blackboard,
        budget: &mut Budget,
    ) -> Limited<Attempt<Value>> {
        let Some(hands) = &mut self.hands else { return Ok(Attempt::GaveUp) };
        let at_hand = |player: usize| Some(won(player == 0, hands.plies(player, position)?));
        if let Some(value) = at_hand(0).or_else(|| at_hand(1)) {
            return Ok(Attempt::Answer(value, None));
        }
        // A win that an argument shows is searched for nevertheless: only a search tells its length.
        let facts = board.facts;
        let shown = facts[0] == Some(true);
        if shown && self.outcome_only {
            return Ok(Attempt::GaveUp);
        }
        let facts = if shown { [None, facts[1], facts[2], facts[3]] } else { facts };
        let free = (self.rules.board().point_count() - position.count()) as u32;
        let settled = &mut self.settled;
        let told = |facts: KnownForces, plies: u32| settled.hear(position, facts, plies);
        let ask = |question: HopGoal, plies: u32| hands.within(question, position, plies, budget);
        match by_questions(facts, free, ask, told) {
            Ok(value) => Ok(Attempt::Answer(value, board.credit(value))),
            Err(_) if shown => Ok(Attempt::Answer(forced(true), board.argument.take())),
            Err(Halt::Enough) => Ok(Attempt::GaveUp),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }

    /// Whether a player wins within this many plies.
    fn wins_within(
        &mut self,
        position: &Stones,
        player: Player,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        let attacker = player.index();
        if let Some(hands) = &mut self.hands {
            let answer = hands.within(HopGoal { attacker, tie: false }, position, plies, budget);
            if answer != Err(Halt::Enough) {
                return answer;
            }
        }
        let state = self.states(position)[attacker];
        match (&mut self.islands, &mut self.searches) {
            (Some(islands), _) => {
                islands.within(HopGoal { attacker, tie: false }, position, plies, budget)
            }
            (_, Some(searches)) => searches.wins[attacker].within(state, plies, budget),
            _ => Err(Halt::Enough),
        }
    }

    /// What a search settles that does not count plies, each question up to this many positions.
    fn by_force(
        &mut self,
        position: &Stones,
        cap: u64,
        budget: &mut Budget,
    ) -> Result<Option<Credited>, Halt> {
        let states = self.states(position);
        let mut facts = self.settled.of(position).facts;
        let Some(force) = Force::ready(&mut self.force, self.rules, &self.saved_proofs, budget)
        else {
            return Ok(None);
        };
        let began = self.trials.log.begin(budget);
        let value = force.settle(states, &mut facts, cap, budget);
        self.settled.hear(position, facts, 0);
        self.trials.log.end(began, PROOF_NUMBER_SEARCH[0], Attempted::from(&value), budget);
        Ok(value?.map(|value| (value, Some(BY_FORCE.into()))))
    }

    /// The same for as long as it takes.
    fn by_force_alone(
        &mut self,
        position: &Stones,
        _: &mut Blackboard,
        budget: &mut Budget,
    ) -> Limited<Attempt<Value>> {
        attempt(self.by_force(position, BY_FORCE_SHARE * NO_CAP, budget).transpose())
    }

    /// How many positions the searches may look at.
    fn cap(&self, board: &Blackboard) -> u64 {
        match (board.table, &self.nested) {
            (TableFit::Slow, _) if self.rules.is_fire_and_ice() => BEFORE_A_TABLE_OF_ISLANDS,
            (TableFit::Slow, _) => BEFORE_A_TABLE,
            // Tuples that are valued are at hand; until then a search is mostly sooner there.
            (_, Some(nested)) if nested.is_empty() => BEFORE_ALL_TUPLES,
            (_, Some(_)) => 0,
            _ => NO_CAP,
        }
    }

    /// Looks for short wins, and in Fire and Ice for wins by force.
    fn by_searches(
        &mut self,
        position: &Stones,
        board: &mut Blackboard,
        budget: &mut Budget,
    ) -> Limited<Attempt<Value>> {
        let cap = self.cap(board);
        if self.nested.is_some() {
            board.facts[0] = None;
        }
        let facts = board.facts;
        let found =
            if self.rules.is_fire_and_ice() && self.trials.choice.allows(PROOF_NUMBER_SEARCH[0]) {
                self.in_turns(position, facts, cap, budget)
            } else {
                self.prepare(cap);
                self.by_search(position, facts, budget).map(|value| (value, None))
            };
        let found = found.map(|(value, by)| (value, by.or_else(|| board.credit(value))));
        if let Err(Halt::Enough) = found {
            board.argument = None;
        }
        attempt(Some(found))
    }

    /// Looks for short wins and for wins by force in turns, and for the length of what is won by force on boards so small that it
    /// can be found.
    fn in_turns(
        &mut self,
        position: &Stones,
        facts: KnownForces,
        cap: u64,
        budget: &mut Budget,
    ) -> Result<Credited, Halt> {
        let short = |solver: &mut Self, cap: u64, budget: &mut Budget| {
            let known = solver.settled.of(position).facts;
            let facts = [0, 1, 2, 3].map(|i| facts[i].or(known[i]));
            solver.prepare(cap);
            solver.by_search(position, facts, budget).map(|value| (value, None))
        };
        let by_force = |solver: &mut Self, cap: u64, budget: &mut Budget| {
            solver.by_force(position, BY_FORCE_SHARE * cap, budget)
        };
        let (value, by) = in_turns(self, cap, budget, short, by_force)?;
        if cap >= NO_CAP || value.plies.is_some() || value.forces.result().winner().is_none() {
            return Ok((value, by));
        }
        // The winner alone is asked.
        let of_winner = if value.forces.win {
            [None, Some(true), Some(true), Some(true)]
        } else {
            [Some(false), Some(false), Some(false), None]
        };
        self.prepare(cap);
        let length = self.by_search(position, of_winner, budget);
        Ok(length.map_or((value, by), |value| (value, None)))
    }

    /// The values of all tuples of islands.
    fn by_tuples(
        &mut self,
        position: &Stones,
        _: &mut Blackboard,
        budget: &mut Budget,
    ) -> Limited<Attempt<Value>> {
        let Some(nested) = &mut self.nested else { return Ok(Attempt::GaveUp) };
        Ok(Attempt::Answer(nested.value(position, budget)?, None))
    }

    fn by_search(
        &mut self,
        position: &Stones,
        facts: KnownForces,
        budget: &mut Budget,
    ) -> Result<Value, Halt> {
        let states = self.states(position);
        let free = (self.rules.board().point_count() - position.count()) as u32;
        let settled = &mut self.settled;
        let told = |facts: KnownForces, plies: u32| settled.hear(position, facts, plies);
        if let Some(islands) = &mut self.islands {
            let ask =
                |question: HopGoal, plies: u32| islands.within(question, position, plies, budget);
            return by_questions(facts, free, ask, told);
        }
        let Some(searches) = &mut self.searches else { return Err(Halt::Enough) };
        let ask = |question: HopGoal, plies: u32| {
            let both = if question.tie { &mut searches.owns } else { &mut searches.wins };
            both[question.attacker].within(states[question.attacker], plies, budget)
        };
        by_questions(facts, free, ask, told)
    }
}

impl Blackboard {
    /// The arguments behind a value that a search found: none if it is a win of known length, whatever was known of the rest.
    fn credit(&mut self, value: Value) -> Option<String> {
        self.argument.take().filter(|_| value.plies.is_none())
    }
}

impl<'r> Portfolio for HopSolver<'r> {
    type Position = Stones;
    type Blackboard = Blackboard;
    type Answer = Value;

    fn stages() -> impl IntoIterator<Item = Stage<Self>> {
        [
            table().when(|solver, board| {
                board.table == TableFit::Quick && solver.large == Some(false)
            }),
            // Restricted hops leave the search nothing to cut with, so a table is better if it fits at all; but slides
            // and jumps leave it symmetry for all positions.
            table().when(|solver, board| {
                let hops = solver.rules.has_free_hops() || solver.rules.is_fire_and_ice();
                board.table == TableFit::Slow && !hops
            }),
            Stage::new(ARGUMENTS, arguments_fit, HopSolver::by_arguments)
                .when(|solver, _| solver.theorems),
            table().when(|_, board| board.table == TableFit::Quick),
            Stage::new(HAND_TABLE, hands_fit, HopSolver::by_hands)
                .when(|solver, _| solver.hands.is_some()),
            Stage::new(ISLAND_SEARCH, islands_fit, HopSolver::length_of_stolen)
                .when(|solver, board| solver.islands.is_some() && solver.is_stolen(board)),
            Stage::new(ITERATIVE_DEEPENING, search_fit, HopSolver::length_of_stolen)
                .when(|solver, board| solver.islands.is_none() && solver.is_stolen(board)),
            Stage::new(ARGUMENTS, arguments_fit, |_, _, board, _| {
                Ok(Attempt::Answer(forced(true), board.argument.take()))
            })
            .when(HopSolver::is_stolen),
            Stage::new(ISLAND_SEARCH, islands_fit, HopSolver::by_searches)
                .when(|solver, _| solver.islands.is_some()),
            Stage::new(ITERATIVE_DEEPENING, search_fit, HopSolver::by_searches)
                .when(|solver, _| solver.islands.is_none()),
            // Otherwise it has its turns with the search for short wins.
            Stage::new(PROOF_NUMBER_SEARCH, force_fit, HopSolver::by_force_alone)
                .when(|solver, _| solver.trials.choice.is_one()),
            Stage::new(ISLAND_TUPLES, tuples_fit, HopSolver::by_tuples)
                .when(|solver, _| solver.nested.is_some()),
            table().when(|_, board| board.table > TableFit::No),
            Stage::<Self>::reference(|solver, position, _, budget| {
                Ok(Attempt::Answer(solver.reference.value(position, budget)?, None))
            }),
        ]
    }

    fn trials(&mut self) -> &mut Trials {
        &mut self.trials
    }
}

/// The table of all positions.
const fn table<'r>() -> Stage<HopSolver<'r>> {
    Stage::new(
        ENDGAME_TABLE,
        |solver, position, budget| solver.tabled.fit(position, budget),
        |solver, position, _, budget| solver.tabled.make(position, budget),
    )
}

fn arguments_fit(solver: &HopSolver, _: &Stones, _: &Budget) -> Fit {
    Fit::when(solver.theorems, "theorems are switched off")
}

fn hands_fit(solver: &HopSolver, _: &Stones, _: &Budget) -> Fit {
    Fit::when(solver.hands.is_some(), NOT_NESTED)
}

fn islands_fit(solver: &HopSolver, _: &Stones, _: &Budget) -> Fit {
    Fit::when(solver.islands.is_some(), NOT_NESTED)
}

fn tuples_fit(solver: &HopSolver, _: &Stones, _: &Budget) -> Fit {
    Fit::when(NestedSolver::new(solver.rules).is_some(), NOT_NESTED)
}

fn search_fit(solver: &HopSolver, _: &Stones, _: &Budget) -> Fit {
    Fit::when(solver.rules.board().point_count() <= MOST_POINTS, "the board has too many points")
}

fn force_fit(solver: &HopSolver, _: &Stones, _: &Budget) -> Fit {
    let fits = solver.rules.is_fire_and_ice() && FireAndIce::new(solver.rules).is_some();
    Fit::when(fits, "only for Fire and Ice on boards that are not too large")
}

const NOT_NESTED: &str = "only for nested boards with free hops that are not too large";

impl Solver<Stones> for HopSolver<'_> {
    fn value(&mut self, position: &Stones, budget: &mut Budget) -> Limited<Value> {
        self.settled_by = None;
        self.trials.log.clear();
        if let Some(value) = self.tabled.at_hand(position) {
            return Ok(value);
        }
        let table = self.tabled.suits(position, &self.trials.choice, budget);
        if *self.large.get_or_insert(table != TableFit::Quick) || table != TableFit::Quick {
            self.open();
        }
        let mut board = Blackboard { table, facts: [None; 4], argument: None };
        let found = self.attempt(position, &mut board, budget);
        self.settled_by = board.argument;
        let (value, argument) = found?.ok_or(Stopped::Unsettled)?;
        self.settled_by = argument;
        Ok(value)
    }

    fn tried(&self) -> &[Tried] {
        self.trials.log.tried()
    }

    fn methods(&mut self, position: &Stones, budget: &Budget) -> Vec<Method> {
        self.open();
        Portfolio::methods(self, position, budget)
    }

    fn is_best(
        &mut self,
        child: &Stones,
        target: &Value,
        mover: Player,
        budget: &mut Budget,
    ) -> Limited<bool> {
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

    fn known(&self, position: &Stones) -> PartialResult {
        self.settled.of(position)
    }

    fn nested_wins(&self) -> Option<NestedWins<'_>> {
        let hands = self.hands.as_ref()?;
        Some(Box::new(|position| hands.first_wins(position)))
    }

    fn keep_in(&mut self, saved_proofs: &SavedProofs) -> bool {
        self.saved_proofs = saved_proofs.clone();
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
