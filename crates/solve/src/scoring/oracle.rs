//! How a scoring game answers the questions of [`crate::oracle`].
//!
//! The solvers only ever tell whether a margin reaches a number. A margin is found by asking again, closer by two each
//! time, because margins have the parity of the points that are left; what was found out before a limit stopped the
//! search is kept as bounds. Whether a move is best needs one question only: does it reach the value of the position?

use std::collections::HashMap;

use outplay_rules::games::edge_board::EdgePosition;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{Rules, Scoring};

use super::coins::{Coins, Order};
use super::components::Store;
use super::full_table::FullTable;
use super::host::{Host, bits_needed};
use super::quiet_table::QuietTable;
use super::ranking::Ranking;
use super::reference::Reference;
use super::turning::Turning;
use super::unshackle;
use crate::limits::{Budget, Limits, Stopped};
use crate::oracle::{GameValue, How, Known, Oracle, after};

/// A solver that tells whether the player to move wins at least `least` more points than the opponent from here on.
pub trait Tester {
    /// A number from `least` on is a lower bound of the margin, any other is an upper bound.
    fn test(
        &mut self,
        position: &EdgePosition,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped>;

    /// The bounds on a margin that are known without a search.
    fn known(&self, _position: &EdgePosition) -> Option<(i32, i32)> {
        None
    }
}

/// The solver of a scoring game.
pub struct ScoringOracle<'r> {
    rules: &'r EdgeGame,
    how: How,
    solver: Option<Box<dyn Tester + 'r>>,
    /// What was found out about the positions that were asked for.
    bounds: HashMap<EdgePosition, (i32, i32)>,
}

impl<'r> ScoringOracle<'r> {
    /// A solver.
    pub fn new(rules: &'r EdgeGame, how: &How) -> Self {
        ScoringOracle { rules, how: how.clone(), solver: None, bounds: HashMap::new() }
    }

    fn solver(&mut self, budget: &Budget) -> &mut (dyn Tester + 'r) {
        let (rules, how) = (self.rules, &self.how);
        self.solver.get_or_insert_with(|| solver(rules, how, budget)).as_mut()
    }

    fn bounds_of(&self, position: &EdgePosition) -> (i32, i32) {
        let most = self.rules.points_left(position) as i32;
        self.bounds.get(position).copied().unwrap_or((-most, most))
    }

    /// The same, with what the solver's tables have beside.
    fn known_of(&self, position: &EdgePosition) -> (i32, i32) {
        let (low, high) = self.bounds_of(position);
        let known = self.solver.as_ref().and_then(|solver| solver.known(position));
        known.map_or((low, high), |(least, most)| (low.max(least), high.min(most)))
    }

    /// Asks once, and keeps what is learnt.
    fn ask(
        &mut self,
        position: &EdgePosition,
        least: i32,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let (mut low, mut high) = self.known_of(position);
        if low < least && least <= high {
            let bound = self.solver(budget).test(position, least, budget)?;
            if bound >= least { low = bound } else { high = bound }
        }
        // The table may forget it.
        self.bounds.insert(position.clone(), (low, high));
        Ok(low >= least)
    }

    /// The margin to come for the player to move.
    fn margin(&mut self, position: &EdgePosition, budget: &mut Budget) -> Result<i32, Stopped> {
        // Margins are small, so the first question is about zero.
        let (low, high) = self.known_of(position);
        let mut least = if high < 0 { high } else { low.max(low & 1) };
        loop {
            let reached = self.ask(position, least, budget)?;
            let (low, high) = self.bounds_of(position);
            if low >= high {
                return Ok(low);
            }
            least = if reached { low + 2 } else { high };
        }
    }

    /// Whether the margin of a position, for the first player and with the score so far, is above, at or below zero.
    fn winner(
        &mut self,
        moment: &Moment<EdgePosition>,
        budget: &mut Budget,
    ) -> Result<Option<Player>, Stopped> {
        let (mover, lead) = (moment.to_move, lead(moment, moment.to_move));
        if self.reaches(moment, 1 - lead, budget)? {
            Ok(Some(mover))
        } else if self.reaches(moment, -lead, budget)? {
            Ok(None)
        } else {
            Ok(Some(mover.other()))
        }
    }

    /// Whether the player to move scores at least `least` more than the opponent from here on.
    fn reaches(
        &mut self,
        moment: &Moment<EdgePosition>,
        least: i32,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let points = self.rules.points_left(&moment.position) as i32;
        // Only every other number can be a margin.
        let least = least + ((least ^ points) & 1);
        self.ask(&moment.position, least, budget)
    }

    /// Whether a move reaches at least a value for who makes it.
    fn keeps_margin(
        &mut self,
        moment: &Moment<EdgePosition>,
        mv: &Move,
        value: &GameValue,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let next = after(self.rules, moment, mv);
        self.reaches_value(&next, value, moment.to_move, budget)
    }

    /// Whether the tables say that a move reaches at least a value for who makes it.
    fn is_known_to_keep(
        &self,
        moment: &Moment<EdgePosition>,
        mv: &Move,
        value: &GameValue,
    ) -> bool {
        let known = self.known(&after(self.rules, moment, mv));
        let (GameValue::Margin(margin), Known::Margin { at_least, at_most }) = (value, known)
        else {
            return false;
        };
        match moment.to_move {
            Player::First => at_least >= *margin,
            Player::Second => at_most <= *margin,
        }
    }

    /// Whether a moment is worth at least a value for one of the players.
    fn reaches_value(
        &mut self,
        next: &Moment<EdgePosition>,
        value: &GameValue,
        mover: Player,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        // The worst final margin, as the mover counts, that is as good as the value.
        let least = match value {
            GameValue::Margin(margin) if mover == Player::First => *margin,
            GameValue::Margin(margin) => -margin,
            other => match other.winner() {
                Some(winner) if winner == mover => 1,
                Some(_) => return Ok(true),
                None => 0,
            },
        } - lead(next, mover);
        if next.to_move == mover {
            self.reaches(next, least, budget)
        } else {
            Ok(!self.reaches(next, 1 - least, budget)?)
        }
    }
}

/// By how much a player leads.
fn lead(moment: &Moment<EdgePosition>, player: Player) -> i32 {
    let [first, second] = moment.score.map(|points| points as i32);
    if player == Player::First { first - second } else { second - first }
}

impl Oracle for ScoringOracle<'_> {
    type Rules = EdgeGame;

    fn rules(&self) -> &EdgeGame {
        self.rules
    }

    fn value(
        &mut self,
        moment: &Moment<EdgePosition>,
        budget: &mut Budget,
    ) -> Result<GameValue, Stopped> {
        if self.how.outcome_only {
            return Ok(GameValue::Winner(self.winner(moment, budget)?));
        }
        let to_come = self.margin(&moment.position, budget)?;
        let to_come = if moment.to_move == Player::First { to_come } else { -to_come };
        Ok(GameValue::Margin(lead(moment, Player::First) + to_come))
    }

    fn best(
        &mut self,
        moment: &Moment<EdgePosition>,
        budget: &mut Budget,
    ) -> Result<(GameValue, Vec<Move>), Stopped> {
        let value = self.value(moment, budget)?;
        let moves = self.rules.moves(&moment.position);
        let mut best = Vec::new();
        for (done, mv) in moves.iter().enumerate() {
            budget.note(done as u64, moves.len() as u64);
            if self.keeps_margin(moment, mv, &value, budget)? {
                best.push(mv.clone());
            }
        }
        Ok((value, best))
    }

    fn one_best(
        &mut self,
        moment: &Moment<EdgePosition>,
        budget: &mut Budget,
    ) -> Result<Option<Move>, Stopped> {
        let value = self.value(moment, budget)?;
        // What the search has found out already is asked first: another move may take a search of its own.
        let (mut moves, others): (Vec<Move>, Vec<Move>) = self
            .rules
            .moves(&moment.position)
            .into_iter()
            .partition(|mv| self.is_known_to_keep(moment, mv, &value));
        moves.extend(others);
        for mv in moves {
            if self.keeps_margin(moment, &mv, &value, budget)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn keeps(
        &mut self,
        next: &Moment<EdgePosition>,
        target: &GameValue,
        mover: Player,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        self.reaches_value(next, target, mover, budget)
    }

    fn known(&self, moment: &Moment<EdgePosition>) -> Known {
        let (low, high) = self.known_of(&moment.position);
        let (low, high) = if moment.to_move == Player::First { (low, high) } else { (-high, -low) };
        let lead = lead(moment, Player::First);
        Known::Margin { at_least: lead + low, at_most: lead + high }
    }
}

/// The reference solver knows every margin exactly.
struct Plain<'r>(Reference<'r, EdgeGame>);

impl Tester for Plain<'_> {
    fn test(
        &mut self,
        position: &EdgePosition,
        _: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        self.0.margin(position, budget)
    }
}

impl Tester for FullTable {
    fn test(
        &mut self,
        position: &EdgePosition,
        _: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        self.margin(position, budget)
    }
}

/// A fast solver on a board of so many words.
struct Fast<const W: usize> {
    game: Searched<W>,
    host: Host<W>,
    threads: usize,
    /// The bytes of tables that the budget was told of.
    told: usize,
}

enum Searched<const W: usize> {
    Unshackle(unshackle::Shared<W>),
    Coins(Coins<W>),
}

impl<const W: usize> Tester for Fast<W> {
    fn test(
        &mut self,
        position: &EdgePosition,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let place = self.host.pack(position);
        let (answer, bytes) = match &self.game {
            Searched::Unshackle(game) => {
                (game.test(&place, least, self.threads, budget), game.bytes())
            }
            Searched::Coins(game) => (game.test(&place, least, self.threads, budget), game.bytes()),
        };
        // The tables keep to the limit themselves, so there is nothing to stop for.
        let _ = budget.keep(bytes.saturating_sub(self.told));
        self.told = self.told.max(bytes);
        answer
    }

    fn known(&self, position: &EdgePosition) -> Option<(i32, i32)> {
        match &self.game {
            Searched::Unshackle(_) => None,
            Searched::Coins(game) => Some(game.known(&self.host.pack(position))),
        }
    }
}

/// A board whose quiet positions all fit a table: that tells of positions with many edges, the search of others.
struct Tabled {
    table: QuietTable,
    search: Fast<1>,
    told: bool,
}

impl Tester for Tabled {
    fn test(
        &mut self,
        position: &EdgePosition,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let place = self.search.host.pack(position);
        if !self.table.is_full() && place.count() < TABLED_EDGES {
            return self.search.test(position, least, budget);
        }
        if !self.told {
            // It was made to fit.
            let _ = budget.keep(self.table.bytes());
            self.told = true;
        }
        self.table.margin(&place, self.search.threads, budget)
    }

    fn known(&self, position: &EdgePosition) -> Option<(i32, i32)> {
        self.search.known(position)
    }
}

/// Positions with fewer edges are searched more quickly than all quiet positions of a board are worked out: measured on
/// boxes 3x4 (31 edges).
const TABLED_EDGES: u32 = 31;

/// Boards with more quiet positions than two to this share of their edges are searched more quickly: the hypercube of 32
/// edges, and whatever has many edges at a vertex. Boxes have 0.75 or 0.76, grids less.
const TABLED_SHARE: f64 = 0.78;

/// Without a limit on memory, tables take this much.
const USUAL_MEMORY: u64 = 4 << 30;

/// Components of more vertices do not fit the fast solvers.
const MOST_VERTICES: usize = 250;

fn solver<'r>(rules: &'r EdgeGame, how: &How, budget: &Budget) -> Box<dyn Tester + 'r> {
    let graph = rules.board().graph();
    if how.full_table {
        return Box::new(FullTable::new(rules.board().clone(), rules.variant()));
    }
    let bytes = budget.limits().memory.unwrap_or(USUAL_MEMORY);
    let fast = match bits_needed(graph) {
        _ if how.plain || graph.vertex_count() > MOST_VERTICES => None,
        Some(0..=64) => {
            tabled(rules, how, budget.limits()).or_else(|| fast::<1>(rules, how, bytes))
        }
        Some(65..=128) => fast::<2>(rules, how, bytes),
        Some(_) => fast::<8>(rules, how, bytes),
        None => None,
    };
    fast.unwrap_or_else(|| Box::new(Plain(Reference::new(rules))))
}

/// The solver with a table of all quiet positions, where that is the faster one and the table fits.
fn tabled(rules: &EdgeGame, how: &How, limits: &Limits) -> Option<Box<dyn Tester>> {
    let bytes = limits.memory.unwrap_or(USUAL_MEMORY);
    let graph = rules.board().graph();
    let host = Host::<1>::new(graph)?;
    let edges = host.bit_count() as u32;
    // Boards with loops for the most part fall apart soon: 1x12 boxes are searched five times as fast.
    let holds_together = 2 * host.all_loops().count() <= edges;
    if edges < TABLED_EDGES || !holds_together || rules.variant() != Variant::StringsAndCoins {
        return None;
    }
    let most = bytes.min((TABLED_SHARE * edges as f64).exp2() as u64);
    let ranking = Ranking::new(graph, &host).filter(|ranking| ranking.count() <= most)?;
    // A table that is not full says nothing of the start; a search that is stopped has bounds.
    let seconds = ranking.count() / (QuietTable::A_SECOND * how.threads.max(1) as u64);
    if limits.time.is_some_and(|time| time.as_secs() <= seconds) {
        return None;
    }
    let search = searched::<1>(rules, how, bytes - ranking.count())?;
    Some(Box::new(Tabled { table: QuietTable::new(host, ranking), search, told: false }))
}

fn fast<const W: usize>(rules: &EdgeGame, how: &How, bytes: u64) -> Option<Box<dyn Tester>> {
    Some(Box::new(searched::<W>(rules, how, bytes)?))
}

fn searched<const W: usize>(rules: &EdgeGame, how: &How, bytes: u64) -> Option<Fast<W>> {
    let graph = rules.board().graph();
    let host = Host::<W>::new(graph)?;
    let turning = Turning::new(graph, &host);
    let game = match rules.variant() {
        Variant::Unshackle => {
            let store = Store::new(host.clone(), turning);
            Searched::Unshackle(unshackle::Shared::new(store, bytes))
        }
        variant => {
            let normal_rules = variant == Variant::NormalOctagons;
            let order = Order::for_board(&host);
            Searched::Coins(Coins::new(host.clone(), turning, normal_rules, order, bytes))
        }
    };
    Some(Fast { game, host, threads: how.threads, told: 0 })
}
