//! Which solver takes which board, and how each answers the one question that a scoring game asks: is a margin at least
//! so much?

use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::rules::Scoring;
use outplay_rules::ruleset::AnyScoring;
use outplay_rules::spaces::{EdgePosition, Space};

use super::coins::{Coins, Order};
use super::components::Store;
use super::full_table::FullTable;
use super::host::{Host, bits_needed};
use super::quiet_table::QuietTable;
use super::ranking::Ranking;
use super::reference::Reference;
use super::turning::Turning;
use super::unshackle;
use crate::impartial::Convention;
use crate::limits::{Budget, Limits, Stopped};
use crate::oracle::How;

/// A solver that tells whether the player to move wins at least `least` more points than the opponent from here on.
pub trait Tester<P> {
    /// A number from `least` on is a lower bound of the margin, any other is an upper bound.
    fn test(&mut self, position: &P, least: i32, budget: &mut Budget) -> Result<i32, Stopped>;

    /// The bounds on a margin that are known without a search.
    fn known(&self, _position: &P) -> Option<(i32, i32)> {
        None
    }

    /// Whether a question that was stopped goes on where it was when it is asked again.
    fn goes_on(&self) -> bool {
        false
    }
}

/// The reference solver knows every margin exactly; under the misère convention its worth is the negative.
struct Plain<'r, R: Scoring + ?Sized>(Reference<'r, R>, Convention);

impl<R: Scoring + ?Sized> Tester<R::Position> for Plain<'_, R> {
    fn test(
        &mut self,
        position: &R::Position,
        _: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let margin = self.0.margin(position, budget)?;
        Ok(if self.1 == Convention::Misere { -margin } else { margin })
    }
}

/// A fast solver, asked about the edges that are left.
struct OfEdges<'r, S: Space> {
    space: &'r S,
    tester: Box<dyn Tester<EdgePosition>>,
}

/// A game names the fast solvers only if its positions are edges.
const EDGES: &str = "positions that are edges";

impl<S: Space> Tester<S::Position> for OfEdges<'_, S> {
    fn test(
        &mut self,
        position: &S::Position,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        self.tester.test(self.space.edges(position).expect(EDGES), least, budget)
    }

    fn known(&self, position: &S::Position) -> Option<(i32, i32)> {
        self.tester.known(self.space.edges(position)?)
    }

    fn goes_on(&self) -> bool {
        self.tester.goes_on()
    }
}

impl Tester<EdgePosition> for FullTable {
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

impl<const W: usize> Tester<EdgePosition> for Fast<W> {
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

    fn goes_on(&self) -> bool {
        matches!(&self.game, Searched::Coins(game) if game.goes_on())
    }
}

/// A board whose quiet positions all fit a table: that tells of positions with many edges, the search of others.
struct Tabled {
    table: QuietTable,
    search: Fast<1>,
    told: bool,
}

impl Tester<EdgePosition> for Tabled {
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

/// The solver for a game: the one that was asked for, or the fastest that takes the board.
pub fn solver<'r, S: Space>(
    rules: &'r AnyScoring<S>,
    convention: Convention,
    how: &How,
    budget: &Budget,
) -> Box<dyn Tester<S::Position> + 'r> {
    if convention == Convention::Misere {
        return Box::new(Plain(Reference::misere(rules), convention));
    }
    let game = if how.plain { None } else { rules.removing() };
    match game.and_then(|game| of_edges(game, how, budget)) {
        Some(tester) => Box::new(OfEdges { space: rules.space(), tester }),
        None => Box::new(Plain(Reference::new(rules), convention)),
    }
}

/// The same for a game of removing edges; none if no fast solver takes the board.
fn of_edges(rules: &EdgeGame, how: &How, budget: &Budget) -> Option<Box<dyn Tester<EdgePosition>>> {
    let graph = rules.board().graph();
    if how.full_table {
        return Some(Box::new(FullTable::new(rules.board().clone(), rules.variant())));
    }
    let bytes = budget.limits().memory.unwrap_or(USUAL_MEMORY);
    match bits_needed(graph) {
        _ if graph.vertex_count() > MOST_VERTICES => None,
        Some(0..=64) => {
            tabled(rules, how, budget.limits()).or_else(|| fast::<1>(rules, how, bytes))
        }
        Some(65..=128) => fast::<2>(rules, how, bytes),
        Some(_) => fast::<8>(rules, how, bytes),
        None => None,
    }
}

/// The solver with a table of all quiet positions, where that is the faster one and the table fits.
fn tabled(rules: &EdgeGame, how: &How, limits: &Limits) -> Option<Box<dyn Tester<EdgePosition>>> {
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

fn fast<const W: usize>(
    rules: &EdgeGame,
    how: &How,
    bytes: u64,
) -> Option<Box<dyn Tester<EdgePosition>>> {
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
        variant @ (Variant::StringsAndCoins | Variant::NormalOctagons) => {
            let normal_rules = variant.is_normal();
            let order = Order::for_board(&host);
            Searched::Coins(Coins::new(host.clone(), turning, normal_rules, order, bytes))
        }
    };
    Some(Fast { game, host, threads: how.threads, told: 0 })
}
