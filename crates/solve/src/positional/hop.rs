//! The solver of hop games: the table for small boards; beyond, Breaker's arguments first and then search for proof.

use outplay_rules::games::hop::HopGame;
use outplay_rules::games::placing::Stones;
use outplay_rules::player::Player;
use outplay_rules::rules::Positional;

use super::dense::HopTable;
use super::nested::NestedSolver;
use super::nested_search::{NestedSearch, Question};
use super::newest::NewestPiece;
use super::notebook::Notebook;
use super::reference::Reference;
use super::search::hop::{HopSearch, State};
use super::search::proofs::Halt;
use super::search::symmetry::Symmetries;
use super::search::{MOST_POINTS, mask, masks};
use super::solver::{Solvable, Solver, ended};
use super::stealing::stolen;
use super::tables::{Fit, Tabled};
use super::{Forces, Value};
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// A search that could give way to a table looks at no more positions than this.
const BEFORE_A_TABLE: u64 = 5_000_000;

/// A Maker-Breaker game that takes longer is given up, sooner if the board can be solved by its islands.
const BEFORE_A_SEARCH: u64 = 10_000_000;
const BEFORE_ISLANDS: u64 = 2_000;

/// A win that is known by stealing is looked for in so many positions: only a search tells how long it takes.
const BEFORE_STEALING: u64 = 300_000;

/// What is settled of the four facts: win, win or tie, win or draw, not lose.
type Facts = [Option<bool>; 4];

/// The solver of a hop game.
pub struct HopSolver<'r> {
    rules: &'r HopGame,
    theorems: bool,
    threads: usize,
    tabled: Tabled<'r, HopGame, HopTable>,
    newest: Option<NewestPiece>,
    nested: Option<NestedSolver>,
    islands: Option<NestedSearch>,
    ways: Ways,
    opened: bool,
    /// Whether the first position asked for was too large for a table: then arguments come before tables.
    large: Option<bool>,
    searches: Option<Searches>,
    reference: Reference<'r, HopGame>,
    notebook: Notebook,
    known: Option<(Stones, Facts)>,
    settled_by: Option<String>,
}

/// Which ways a solver may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ways {
    /// All, as it thinks best.
    All,
    /// Search alone.
    Search,
    /// Search, by islands on nested boards.
    Islands,
}

/// The four questions: can the first player force a win, or a win or tie; can the second?
struct Searches {
    wins: [HopSearch; 2],
    owns: [HopSearch; 2],
}

impl Searches {
    fn new(game: &HopGame, threads: usize, notebook: &Notebook) -> Option<Self> {
        let board = game.board();
        let points = board.point_count();
        if points > MOST_POINTS {
            return None;
        }
        let sets = [masks(board.first_sets())?, masks(board.second_sets())?];
        let hops = (!game.has_free_hops()).then(|| {
            let to = |from: usize| {
                let to = (0..points).filter(|&to| game.connects(from, to));
                to.fold(0u128, |mask, to| mask | 1 << to)
            };
            (0..points).map(to).collect::<Vec<u128>>()
        });
        let symmetries = symmetries(game);
        let question = |own: usize, tie: bool| {
            let (attack, defend) = (sets[own].clone(), sets[1 - own].clone());
            let (hops, symmetries) = (hops.clone(), symmetries.clone());
            let search = HopSearch::new(points, attack, defend, hops, tie, symmetries, threads);
            search.knowing(notebook.table(Question { attacker: own, tie }.name()))
        };
        Some(Searches {
            wins: [question(0, false), question(1, false)],
            owns: [question(0, true), question(1, true)],
        })
    }

    fn stop_after(&mut self, positions: u64) {
        let all = self.wins.iter_mut().chain(&mut self.owns);
        all.for_each(|search| search.stop_after(positions));
    }
}

/// The symmetries that keep the sets and the hops. Those of a nested board under Fire and Ice move islands and places
/// on islands, on all islands alike.
fn symmetries(game: &HopGame) -> Symmetries {
    if !game.is_fire_and_ice() {
        return Symmetries::of(game.board());
    }
    game.board().levels().map_or_else(Symmetries::default, |(outer, inner)| {
        let (outer, inner) = (Symmetries::of(&outer), Symmetries::of(&inner));
        outer.product(&inner)
    })
}

impl Solvable for HopGame {
    fn solver<'r>(&'r self, how: &How) -> Box<dyn Solver<Stones> + 'r> {
        Box::new(HopSolver::new(self, how))
    }
}

impl<'r> HopSolver<'r> {
    /// A solver.
    pub fn new(game: &'r HopGame, how: &How) -> Self {
        HopSolver {
            rules: game,
            theorems: how.theorems,
            threads: how.threads,
            tabled: Tabled::new(game, how),
            newest: None,
            nested: None,
            islands: None,
            ways: Ways::All,
            opened: false,
            large: None,
            searches: None,
            reference: Reference::new(game),
            notebook: Notebook::default(),
            known: None,
            settled_by: None,
        }
    }

    /// A solver that makes no table of all positions, not even of a small board.
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
            self.newest = NewestPiece::new(self.rules, self.threads, &self.notebook);
        }
        if self.ways == Ways::All {
            self.nested = NestedSolver::new(self.rules);
        }
        if self.ways != Ways::Search && self.nested.is_none() {
            self.islands = NestedSearch::new(self.rules, self.threads, &self.notebook);
        }
    }

    fn fit(&self, position: &Stones, budget: &Budget) -> Fit {
        if self.ways == Ways::All { self.tabled.fit(position, budget) } else { Fit::No }
    }

    /// A solver that asks the questions of a nested board by its islands, however few positions it has.
    pub fn by_islands_alone(game: &'r HopGame, how: &How) -> Self {
        HopSolver { ways: Ways::Islands, ..HopSolver::new(game, how) }
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

    /// What Breaker's arguments settle.
    fn by_newest(&mut self, position: &Stones, budget: &mut Budget) -> Result<Facts, Stopped> {
        let Some(newest) = self.newest.as_mut().filter(|_| self.theorems) else {
            return Ok([None; 4]);
        };
        let most = if self.nested.is_some() { BEFORE_ISLANDS } else { BEFORE_A_SEARCH };
        let mut facts = [None; 4];
        let mut arguments = Vec::new();
        for player in [Player::Second, Player::First] {
            if !newest.never_owns(self.rules, position, player, most, budget)? {
                continue;
            }
            let other = player.other();
            arguments.push(format!(
                "the {other} player always hops the newest piece, which makes the game \
                 Maker-Breaker, and wins as Breaker"
            ));
            match player {
                Player::First => [facts[0], facts[1]] = [Some(false); 2],
                Player::Second => [facts[2], facts[3]] = [Some(true); 2],
            }
            self.known = Some((position.clone(), facts));
        }
        self.settled_by = (!arguments.is_empty()).then(|| arguments.join("; "));
        Ok(facts)
    }

    /// Adds what strategy stealing settles.
    fn by_stealing(&mut self, position: &Stones, mut facts: Facts) -> Facts {
        let Some((stolen, admits)) = stolen(self.rules, position).filter(|_| self.theorems) else {
            return facts;
        };
        (0..4).for_each(|i| facts[i] = facts[i].or(stolen[i]));
        let argument = admits.argument().to_string();
        self.settled_by = Some(match self.settled_by.take() {
            Some(other) => format!("{other}; {argument}"),
            None => argument,
        });
        self.known = Some((position.clone(), facts));
        facts
    }

    /// A win that stealing shows: with its length if a short search finds it.
    fn won_by_stealing(&mut self, position: &Stones, facts: Facts, budget: &mut Budget) -> Value {
        self.prepare(BEFORE_STEALING);
        match self.by_search(position, [None, facts[1], facts[2], facts[3]], budget) {
            Ok(value) => {
                self.settled_by = None;
                value
            }
            Err(_) => Value { plies: None, ..won(true, 0) },
        }
    }

    fn by_search(
        &mut self,
        position: &Stones,
        facts: Facts,
        budget: &mut Budget,
    ) -> Result<Value, Halt> {
        let states = self.states(position);
        let free = (self.rules.board().point_count() - position.count()) as u32;
        let known = &mut self.known;
        let told = |facts: Facts| *known = Some((position.clone(), facts));
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

/// The value from the answers to the four questions, asked for 1, 2, 3, … plies. `told` hears what is settled.
fn by_questions(
    mut facts: Facts,
    free: u32,
    mut ask: impl FnMut(Question, u32) -> Result<Option<bool>, Halt>,
    mut told: impl FnMut(Facts),
) -> Result<Value, Halt> {
    for plies in 1..=free {
        for attacker in [0, 1] {
            // The first player's question is `win`, the second's the opposite of `not lose`.
            let fact = if attacker == 0 { 0 } else { 3 };
            if facts[fact].is_some() {
                continue;
            }
            match ask(Question { attacker, tie: false }, plies)? {
                Some(true) => return Ok(won(attacker == 0, plies)),
                Some(false) => {}
                None => facts[fact] = Some(attacker == 1),
            }
            told(facts);
        }
    }
    for (attacker, fact) in [(0, 1), (1, 2)] {
        if facts[fact].is_none() {
            let owns = ask(Question { attacker, tie: true }, free)?;
            facts[fact] = Some((owns == Some(true)) == (attacker == 0));
            told(facts);
        }
    }
    Ok(undecided(facts[1] == Some(true), facts[2] == Some(true)))
}

fn won(by_first: bool, plies: u32) -> Value {
    let forces =
        Forces { win: by_first, win_or_tie: by_first, win_or_draw: by_first, not_lose: by_first };
    Value { forces, plies: Some(plies as u16) }
}

fn undecided(win_or_tie: bool, win_or_draw: bool) -> Value {
    Value { forces: Forces { win: false, win_or_tie, win_or_draw, not_lose: true }, plies: None }
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
        // Restricted hops leave the search nothing to cut with, so a table is better if it fits at all.
        if fit == Fit::Slow
            && !self.rules.has_free_hops()
            && let Some(value) = self.tabled.make(position, budget)?
        {
            return Ok(value);
        }
        let facts = self.by_newest(position, budget)?;
        if let [Some(false), Some(false), Some(true), Some(true)] = facts {
            return Ok(undecided(false, true));
        }
        if fit == Fit::Quick
            && let Some(value) = self.tabled.make(position, budget)?
        {
            self.settled_by = None;
            return Ok(value);
        }
        if let Some(nested) = &mut self.nested {
            self.settled_by = None;
            return nested.value(position, budget);
        }
        let facts = self.by_stealing(position, facts);
        if facts[0] == Some(true) {
            return Ok(self.won_by_stealing(position, facts, budget));
        }
        self.prepare(if fit == Fit::Slow { BEFORE_A_TABLE } else { u64::MAX / 2 });
        match self.by_search(position, facts, budget) {
            Ok(value) => {
                // A win was found by search, whatever was known of the rest.
                self.settled_by.take_if(|_| value.plies.is_some());
                return Ok(value);
            }
            Err(Halt::Stopped(stopped)) => return Err(stopped),
            Err(Halt::Enough) => {}
        }
        self.settled_by = None;
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
        let by_search = self.searches.is_some() && self.tabled.get(child).is_none();
        let wins =
            target.forces.result().winner() == Some(mover) && ended(self.rules, child).is_none();
        if wins && target.plies.is_none() {
            // How long the win takes is not known, so any win is as good.
            return Ok(self.value(child, budget)?.forces == target.forces);
        }
        if let (true, true, Some(plies)) = (by_search, wins, target.plies) {
            self.prepare(u64::MAX / 2);
            let state = self.states(child)[mover.index()];
            if let Some(searches) = &mut self.searches {
                let search = &mut searches.wins[mover.index()];
                match search.within(state, u32::from(plies), budget) {
                    Ok(answer) => return Ok(answer == Some(true)),
                    Err(Halt::Stopped(stopped)) => return Err(stopped),
                    Err(Halt::Enough) => {}
                }
            }
        }
        Ok(self.value(child, budget)? == *target)
    }

    fn known(&self, position: &Stones) -> Facts {
        match &self.known {
            Some((known, facts)) if known == position => *facts,
            _ => [None; 4],
        }
    }

    fn keep_in(&mut self, notebook: &Notebook) -> bool {
        self.notebook = notebook.clone();
        (self.searches, self.newest, self.islands, self.opened) = (None, None, None, false);
        true
    }

    fn settled_by(&self) -> Option<String> {
        self.settled_by.clone()
    }

    fn nonterminal(&self) -> Option<u64> {
        self.tabled.nonterminal()
    }
}
