//! The solver of games of taking points: the table for small boards, search for proof beyond.

use outplay_rules::games::placing::{Goal, PlacingGame};
use outplay_rules::player::Player;
use outplay_rules::rules::Positional;
use outplay_rules::spaces::Stones;

use super::endgame_table::PlacingTable;
use super::force::{BY_FORCE, Credited, attempt, forced, in_turns, set_aside};
use super::partial_result::{KnownForces, LastAsked, PartialResult};
use super::reference::Reference;
use super::saved_proofs::SavedProofs;
use super::search::avoiding::{self, AvoidSearch};
use super::search::forcing::{Forcing, ForcingState, THREATS_FROM};
use super::search::placing::{PlacingSearch, PlacingState};
use super::search::symmetry::Symmetries;
use super::search::{MOST_POINTS, MOST_SETS, mask, masks};
use super::solver::{Solver, ended, won};
use super::tables::{ENDGAME_TABLE, TableFit, TableSolver};
use super::wide::WideSets;
use super::{Forces, Value};
use crate::kit::halt::Halt;
use crate::kit::portfolio::{Attempt, Attempted, Fit, Method, Portfolio, Stage, Trials, Tried};
use crate::limits::{Budget, Limited, Stopped};
use crate::oracle::How;

/// A search that could give way to a table looks at no more positions than this.
const BEFORE_A_TABLE: u64 = 20_000_000;

/// Wins by threats are deep, and it is soon seen that there is none: their search looks at this many times as many
/// positions.
const BY_THREATS_SHARE: u64 = 32;

/// As many positions as it takes.
const NO_CAP: u64 = u64::MAX / 2;

/// The methods: a name, and what they do.
const ARGUMENTS: [&str; 2] =
    ["arguments", "strategy stealing, and potential and pairings for Breaker: no search at all"];
const ITERATIVE_DEEPENING: [&str; 2] =
    ["iterative-deepening", "a search for a win within 1, 2, 3, ... plies"];
const PROOF_NUMBER_SEARCH: [&str; 2] = [
    "proof-number-search",
    "a search for wins by force (df-pn), by threats first, without their length",
];

/// The longest turn that a search can tell apart.
const LONGEST_TURN: u32 = 100;

/// The solver of a game of taking points.
pub struct PlacingSolver<'r> {
    rules: &'r PlacingGame,
    theorems: bool,
    threads: usize,
    tabled: TableSolver<'r, PlacingGame, PlacingTable>,
    trials: Trials,
    /// Whether the first position asked for was too large for a table: then arguments come before tables.
    large: Option<bool>,
    /// For each player, whether he can own one of his sets first; none where that is not his aim.
    searches: Option<[Option<PlacingSearch>; 2]>,
    /// The same, however long it takes; first if he must threaten something with each move.
    forcing: Option<[[Option<Forcing>; 2]; 2]>,
    /// The sets of each player, where the board is too large for a search.
    wide: Option<[Option<WideSets>; 2]>,
    /// Enforcer's question, in an Avoider-Enforcer game.
    avoiding: Option<AvoidSearch>,
    reference: Reference<'r, PlacingGame>,
    saved_proofs: SavedProofs,
    /// What the last search settled, and by which argument.
    settled: LastAsked,
    settled_by: Option<String>,
}

/// One question for each player who wants to own a set; none if the board is too large or the goal another.
fn searches(
    game: &PlacingGame,
    threads: usize,
    saved_proofs: &SavedProofs,
) -> Option<[Option<PlacingSearch>; 2]> {
    let board = game.board();
    if board.point_count() > MOST_POINTS || game.turn().iter().any(|&turn| turn > LONGEST_TURN) {
        return None;
    }
    let sets = [masks(board.first_sets())?, masks(board.second_sets())?];
    let symmetries = Symmetries::of(board);
    let question = |attacker: Player, defends: bool| {
        let (own, other) = (attacker.index(), attacker.other().index());
        let defend = if defends { sets[other].clone() } else { Vec::new() };
        let turn = [game.turn()[own], game.turn()[other]];
        let (attack, symmetries) = (sets[own].clone(), symmetries.clone());
        let search = PlacingSearch::new(attack, defend, turn, symmetries, threads);
        Some(search.knowing(saved_proofs.table(&format!("the {attacker} owns"))))
    };
    match game.goal() {
        Goal::Strong => Some([question(Player::First, true), question(Player::Second, true)]),
        Goal::MakerBreaker { maker: Player::First } => Some([question(Player::First, false), None]),
        Goal::MakerBreaker { maker: Player::Second } => {
            Some([None, question(Player::Second, false)])
        }
        Goal::AvoiderEnforcer { .. } => None,
    }
}

/// Enforcer's question; none if the board is too large.
fn avoiding(
    game: &PlacingGame,
    avoider: Player,
    threads: usize,
    saved_proofs: &SavedProofs,
) -> Option<AvoidSearch> {
    let board = game.board();
    let turn = [game.turn()[avoider.index()], game.turn()[avoider.other().index()]];
    if board.point_count() > avoiding::MOST_POINTS || turn.iter().any(|&t| t > LONGEST_TURN) {
        return None;
    }
    let (sets, symmetries) = (masks(board.first_sets())?, Symmetries::of(board));
    let proofs = saved_proofs.table("the enforcer succeeds");
    Some(AvoidSearch::new(sets, turn, symmetries, threads, proofs))
}

impl<'r> PlacingSolver<'r> {
    /// A solver.
    pub fn new(game: &'r PlacingGame, how: &How) -> Self {
        PlacingSolver {
            rules: game,
            theorems: how.theorems,
            threads: how.threads,
            tabled: TableSolver::new(game, how),
            trials: Trials::of(how.method.as_deref()),
            large: None,
            searches: None,
            forcing: None,
            wide: None,
            avoiding: None,
            reference: Reference::new(game),
            saved_proofs: SavedProofs::default(),
            settled: LastAsked::default(),
            settled_by: None,
        }
    }

    /// A solver that leaves out some methods.
    #[cfg(test)]
    pub fn without(game: &'r PlacingGame, how: &How, methods: &[&'static str]) -> Self {
        PlacingSolver { trials: Trials::without(methods), ..PlacingSolver::new(game, how) }
    }

    /// The searches, looking at no more positions than `cap`.
    fn prepare(&mut self, cap: u64) {
        if matches!(self.rules.goal(), Goal::AvoiderEnforcer { .. }) {
            return;
        }
        if self.searches.is_none() {
            self.searches = searches(self.rules, self.threads, &self.saved_proofs);
        }
        if self.searches.is_none() && self.wide.is_none() {
            let board = self.rules.board();
            self.wide = Some([board.first_sets(), board.second_sets()].map(WideSets::of));
        }
        self.searches.iter_mut().flatten().flatten().for_each(|search| search.stop_after(cap));
    }

    /// The position as a question of one player's.
    fn state(&self, position: &Stones, attacker: Player) -> PlacingState {
        let stones = [mask(position.of(attacker)), mask(position.of(attacker.other()))];
        let points = self.rules.board().point_count();
        let all = if points == 128 { u128::MAX } else { (1u128 << points) - 1 };
        PlacingState {
            stones,
            free: all & !(stones[0] | stones[1]),
            mover: usize::from(self.rules.to_move(position) != attacker),
            left: self.rules.left_in_turn(position),
        }
    }

    /// Whether strategy stealing shows that the second player does not win: the board is empty, both want the same
    /// sets and take as many points a turn.
    fn stolen(&self, position: &Stones) -> bool {
        let [first, second] = self.rules.turn();
        self.theorems
            && self.rules.goal() == Goal::Strong
            && position.count() == 0
            && self.rules.board().is_symmetric()
            && first == second
    }

    /// Which players' questions are still open after a look at the position, and what closed the others.
    fn questions(&mut self, position: &Stones) -> ([bool; 2], Vec<&'static str>) {
        self.prepare(NO_CAP);
        let stolen = self.stolen(position);
        let mut open = [true, !stolen];
        let mut arguments = if stolen { vec!["strategy stealing"] } else { Vec::new() };
        for player in [Player::First, Player::Second] {
            let asked = open[player.index()] && wants_a_set(&self.rules.goal(), player);
            let argument = asked.then(|| self.never_owns(position, player)).flatten();
            open[player.index()] = asked && argument.is_none();
            arguments.extend(argument.filter(|argument| !arguments.contains(argument)));
        }
        (open, arguments)
    }

    /// The argument by which a player never comes to own a set, if there is one that needs no search.
    fn never_owns(&self, position: &Stones, player: Player) -> Option<&'static str> {
        if let Some(searches) = &self.searches {
            return searches[player.index()].as_ref()?.fails_at_once(self.state(position, player));
        }
        let sets = self.wide.as_ref()?[player.index()].as_ref()?;
        let (own, other) = (position.of(player), position.of(player.other()));
        let moves = self.rules.to_move(position) == player;
        sets.never_owned(own, other, moves, self.rules.turn() == [1, 1])
    }

    /// The value where no search is needed.
    fn by_arguments(
        &mut self,
        position: &Stones,
        _: &mut TableFit,
        budget: &mut Budget,
    ) -> Limited<Attempt<Value>> {
        budget.check()?;
        let (open, arguments) = self.questions(position);
        // Of Avoider-Enforcer games nothing was asked.
        if is_avoider_enforcer(self.rules) || open != [false; 2] {
            return Ok(Attempt::GaveUp);
        }
        let value = self.unowned((self.rules.board().point_count() - position.count()) as u32);
        Ok(Attempt::Answer(value, Some(arguments.join(" and "))))
    }

    /// Looks for a short win and for a win by force.
    fn by_search(
        &mut self,
        position: &Stones,
        table: &mut TableFit,
        budget: &mut Budget,
    ) -> Limited<Attempt<Value>> {
        let cap = if *table == TableFit::Slow { BEFORE_A_TABLE } else { NO_CAP };
        let found = match self.rules.goal() {
            Goal::AvoiderEnforcer { avoider } => {
                self.by_avoiding(position, avoider, cap, budget).map(|value| (value, None))
            }
            _ if !self.trials.choice.allows(PROOF_NUMBER_SEARCH[0]) => {
                self.by_plies(position, cap, budget)
            }
            _ => in_turns(
                self,
                cap,
                budget,
                |solver, cap, budget| solver.by_plies(position, cap, budget),
                // These positions take longer: a sequence is looked for in each.
                |solver, cap, budget| solver.by_force(position, cap / 2, budget),
            ),
        };
        attempt(Some(found))
    }

    /// Looks for a win by force for as long as it takes.
    fn by_force_alone(
        &mut self,
        position: &Stones,
        _: &mut TableFit,
        budget: &mut Budget,
    ) -> Limited<Attempt<Value>> {
        attempt(self.by_force(position, NO_CAP, budget).transpose())
    }

    /// Whether somebody wins, however long it takes.
    fn by_force(
        &mut self,
        position: &Stones,
        cap: u64,
        budget: &mut Budget,
    ) -> Result<Option<Credited>, Halt> {
        let began = self.trials.log.begin(budget);
        let found = self.forces(position, cap, budget);
        self.trials.log.end(began, PROOF_NUMBER_SEARCH[0], Attempted::from(&found), budget);
        found
    }

    fn forces(
        &mut self,
        position: &Stones,
        cap: u64,
        budget: &mut Budget,
    ) -> Result<Option<Credited>, Halt> {
        let (mut open, arguments) = self.questions(position);
        // A board without searches may have more points than fit into a state.
        if self.searches.is_none() {
            return Ok(None);
        }
        let states = [Player::First, Player::Second].map(|player| self.state(position, player));
        self.prepare_forcing(budget);
        for (kind, share) in [BY_THREATS_SHARE, 1].into_iter().enumerate() {
            for player in [0, 1].into_iter().filter(|&player| open[player]).collect::<Vec<_>>() {
                let forcing = self.forcing.as_mut().and_then(|all| all[kind][player].as_mut());
                let Some(forcing) = forcing else { continue };
                forcing.stop_after(share.saturating_mul(cap));
                let PlacingState { stones, mover, .. } = states[player];
                match forcing.wins(ForcingState { stones, mover }, budget) {
                    Ok(true) => {
                        return Ok(Some((forced(player == 0), Some(BY_FORCE.into()))));
                    }
                    // That threats alone do not win means nothing.
                    Ok(false) => open[player] = kind == 0,
                    Err(Halt::Enough) => continue,
                    Err(stopped) => return Err(stopped),
                }
                self.settled.hear(position, facts(&self.rules.goal(), open), 0);
            }
        }
        if open != [false; 2] {
            return Ok(None);
        }
        let argument = (!arguments.is_empty()).then(|| arguments.join(" and "));
        Ok(Some((self.unowned(states[0].free.count_ones()), argument)))
    }

    fn prepare_forcing(&mut self, budget: &mut Budget) {
        if self.forcing.is_some() {
            return;
        }
        let bytes = set_aside(budget) / (2 * self.threads.max(1) as u64);
        let Some(searches) = &self.searches else { return };
        let both = |from: u32, name: &str| {
            [Player::First, Player::Second].map(|player| {
                let proofs = self.saved_proofs.table(&format!("the {player} forces{name}"));
                let forcing = searches[player.index()].as_ref()?.forcing(proofs, bytes)?;
                Some(forcing.by_threats(from))
            })
        };
        self.forcing = Some([both(THREATS_FROM, " by threats"), both(u32::MAX, "")]);
    }

    /// Whether somebody wins within 1, 2, 3, … plies.
    fn by_plies(
        &mut self,
        position: &Stones,
        cap: u64,
        budget: &mut Budget,
    ) -> Result<Credited, Halt> {
        let (mut open, arguments) = self.questions(position);
        self.prepare(cap);
        if self.searches.is_none() {
            return Err(Halt::Enough);
        }
        let states = [Player::First, Player::Second].map(|player| self.state(position, player));
        let free = states[0].free.count_ones();
        let Some(searches) = &mut self.searches else { return Err(Halt::Enough) };
        let argument =
            (!arguments.is_empty() && open == [false; 2]).then(|| arguments.join(" and "));
        for plies in 1..=free {
            for player in [0, 1] {
                let (true, Some(search)) = (open[player], &mut searches[player]) else { continue };
                match search.within(states[player], plies, budget)? {
                    Some(true) => return Ok((won(player == 0, plies), None)),
                    Some(false) => {}
                    None => open[player] = false,
                }
                self.settled.hear(position, facts(&self.rules.goal(), open), plies - 1);
            }
            // With the last point somebody may win whose question it is not: Breaker.
            self.settled.hear(position, facts(&self.rules.goal(), open), plies.min(free - 1));
        }
        Ok((self.unowned(free), argument))
    }

    /// The value of a position of an Avoider-Enforcer game.
    fn by_avoiding(
        &mut self,
        position: &Stones,
        avoider: Player,
        cap: u64,
        budget: &mut Budget,
    ) -> Result<Value, Halt> {
        if self.avoiding.is_none() {
            self.avoiding = avoiding(self.rules, avoider, self.threads, &self.saved_proofs);
        }
        if self.avoiding.is_none() {
            return Err(Halt::Enough);
        }
        let PlacingState { stones, free, mover, left } = self.state(position, avoider);
        let Some(search) = &mut self.avoiding else { return Err(Halt::Enough) };
        search.stop_after(cap);
        let state = avoiding::AvoidState { avoider: stones[0], free, mover, left };
        for plies in 1..=free.count_ones() {
            match search.within(state, plies, budget)? {
                Some(true) => return Ok(won(avoider == Player::Second, plies)),
                Some(false) => {
                    self.settled.hear(position, [None; 4], plies.min(free.count_ones() - 1))
                }
                None => break,
            }
        }
        Ok(self.unowned(free.count_ones()))
    }

    /// The value if nobody gets to own a set.
    fn unowned(&self, free: u32) -> Value {
        match self.rules.goal() {
            Goal::MakerBreaker { maker } => won(maker == Player::Second, free),
            Goal::AvoiderEnforcer { avoider } => won(avoider == Player::First, free),
            Goal::Strong => Value {
                forces: Forces { win: false, win_or_tie: false, win_or_draw: true, not_lose: true },
                plies: None,
            },
        }
    }
}

/// Whether a player wants to own a set. Otherwise he wants the other not to.
fn wants_a_set(goal: &Goal, player: Player) -> bool {
    match goal {
        Goal::Strong => true,
        Goal::MakerBreaker { maker } => *maker == player,
        Goal::AvoiderEnforcer { .. } => false,
    }
}

/// What is settled when each player's question is still open or not. There are no ties.
fn facts(goal: &Goal, open: [bool; 2]) -> KnownForces {
    match goal {
        Goal::Strong => {
            let win = (!open[0]).then_some(false);
            let not_lose = (!open[1]).then_some(true);
            [win, win, not_lose, not_lose]
        }
        _ => [None; 4],
    }
}

impl<'r> Portfolio for PlacingSolver<'r> {
    type Position = Stones;
    /// How well a table of all positions would suit.
    type Blackboard = TableFit;
    type Answer = Value;

    fn stages() -> impl IntoIterator<Item = Stage<Self>> {
        [
            Stage::new(ARGUMENTS, arguments_fit, PlacingSolver::by_arguments)
                .when(|solver, _| solver.large == Some(true)),
            table().when(|_, table| *table == TableFit::Quick),
            Stage::new(ITERATIVE_DEEPENING, search_fit, PlacingSolver::by_search),
            // Otherwise it has its turns with the search for short wins.
            Stage::new(PROOF_NUMBER_SEARCH, force_fit, PlacingSolver::by_force_alone)
                .when(|solver, _| solver.trials.choice.is_one()),
            table().when(|_, table| *table > TableFit::No),
            Stage::<Self>::reference(|solver, position, _, budget| {
                Ok(Attempt::Answer(solver.reference.value(position, budget)?, None))
            }),
        ]
    }

    fn trials(&mut self) -> &mut Trials {
        &mut self.trials
    }
}

fn is_avoider_enforcer(game: &PlacingGame) -> bool {
    matches!(game.goal(), Goal::AvoiderEnforcer { .. })
}

/// The table of all positions.
const fn table<'r>() -> Stage<PlacingSolver<'r>> {
    Stage::new(
        ENDGAME_TABLE,
        |solver, position, budget| solver.tabled.fit(position, budget),
        |solver, position, _, budget| solver.tabled.make(position, budget),
    )
}

fn arguments_fit(solver: &PlacingSolver, position: &Stones, budget: &Budget) -> Fit {
    let board = solver.rules.board();
    let listed = [board.first_sets(), board.second_sets()]
        .iter()
        .all(|family| family.count() <= MOST_SETS as u128);
    match search_fit(solver, position, budget) {
        _ if is_avoider_enforcer(solver.rules) => Fit::No("not for Avoider-Enforcer games"),
        _ if !solver.theorems => Fit::No("theorems are switched off"),
        Fit::No(_) if listed => Fit::Yes,
        fit => fit,
    }
}

fn search_fit(solver: &PlacingSolver, _: &Stones, _: &Budget) -> Fit {
    let game = solver.rules;
    let most = if is_avoider_enforcer(game) { avoiding::MOST_POINTS } else { MOST_POINTS };
    let short_turns = game.turn().iter().all(|&turn| turn <= LONGEST_TURN);
    Fit::when(game.board().point_count() <= most && short_turns, "the board has too many points")
}

fn force_fit(solver: &PlacingSolver, position: &Stones, budget: &Budget) -> Fit {
    match search_fit(solver, position, budget) {
        _ if is_avoider_enforcer(solver.rules) => Fit::No("not for Avoider-Enforcer games"),
        _ if solver.rules.turn() != [1, 1] => {
            Fit::No("only if each player takes one point per turn")
        }
        fit => fit,
    }
}

impl Solver<Stones> for PlacingSolver<'_> {
    fn value(&mut self, position: &Stones, budget: &mut Budget) -> Limited<Value> {
        self.settled_by = None;
        self.trials.log.clear();
        if let Some(value) = self.tabled.at_hand(position) {
            return Ok(value);
        }
        let mut table = self.tabled.suits(position, &self.trials.choice, budget);
        self.large.get_or_insert(table != TableFit::Quick);
        let found = self.attempt(position, &mut table, budget)?;
        let (value, argument) = found.ok_or(Stopped::Unsettled)?;
        self.settled_by = argument;
        Ok(value)
    }

    fn tried(&self) -> &[Tried] {
        self.trials.log.tried()
    }

    fn methods(&mut self, position: &Stones, budget: &Budget) -> Vec<Method> {
        Portfolio::methods(self, position, budget)
    }

    fn is_best(
        &mut self,
        child: &Stones,
        target: &Value,
        mover: Player,
        budget: &mut Budget,
    ) -> Limited<bool> {
        let by_search = self.searches.is_some() && self.tabled.get(child).is_none();
        if by_search && ended(self.rules, child).is_none() {
            self.prepare(NO_CAP);
            // Where the mover wins, it is enough that he wins in time; in a draw, that the other player does not win.
            let (asked, plies, expected) = match (target.forces.result().winner(), target.plies) {
                (Some(winner), Some(plies)) if winner == mover => (mover, u32::from(plies), true),
                // How long the win takes is not known, so any win is as good.
                (Some(_), None) => return Ok(self.value(child, budget)?.forces == target.forces),
                (None, _) => (mover.other(), u32::MAX, false),
                _ => return Ok(self.value(child, budget)? == *target),
            };
            let state = self.state(child, asked);
            let searches = self.searches.as_mut();
            if let Some(search) = searches.and_then(|both| both[asked.index()].as_mut()) {
                match search.plies_within(state, plies, budget) {
                    Ok(answer) => return Ok(answer == expected),
                    Err(Halt::Stopped(stopped)) => return Err(stopped),
                    Err(Halt::Enough) => {}
                }
            }
        }
        Ok(self.value(child, budget)? == *target)
    }

    fn known(&self, position: &Stones) -> PartialResult {
        let mut known = self.settled.of(position);
        if self.stolen(position) {
            // That needs no search, so it is known on boards that are too large for one, too.
            let stolen = facts(&self.rules.goal(), [true, false]);
            known.facts.iter_mut().zip(stolen).for_each(|(fact, told)| *fact = fact.or(told));
        }
        known
    }

    fn keep_in(&mut self, saved_proofs: &SavedProofs) -> bool {
        self.saved_proofs = saved_proofs.clone();
        (self.searches, self.forcing, self.avoiding) = (None, None, None);
        true
    }

    fn settled_by(&self) -> Option<String> {
        self.settled_by.clone()
    }

    fn nonterminal(&self) -> Option<u64> {
        self.tabled.nonterminal()
    }
}
