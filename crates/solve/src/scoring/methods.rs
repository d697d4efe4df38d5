//! Which solver takes which board, and how each answers the one question that a scoring game asks: is the margin at
//! least t?

use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::rules::Scoring;
use outplay_rules::ruleset::AnyScoring;
use outplay_rules::spaces::{EdgePosition, Space};

use super::automorphisms::automorphisms;
use super::coins::{Coins, Order};
use super::components::Store;
use super::full_table::FullTable;
use super::host::{EdgeHost, bits_needed};
use super::quiet_table::QuietTable;
use super::ranking::Ranking;
use super::reference::Reference;
use super::unshackle;
use crate::kit::bits::Mask;
use crate::kit::portfolio::{Fit, Method, MethodFilter, REFERENCE};
use crate::limits::{Budget, Limited, Stopped};
use crate::nimber::Convention;
use crate::oracle::How;

/// A solver that tells whether the player to move wins at least `least` more points than the opponent from here on.
pub trait NullWindowSearch<P> {
    /// A number from `least` on is a lower bound of the margin, any other is an upper bound.
    fn probe(&mut self, position: &P, least: i32, budget: &mut Budget) -> Limited<i32>;

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
struct ByReference<'r, R: Scoring + ?Sized>(Reference<'r, R>, Convention);

impl<R: Scoring + ?Sized> NullWindowSearch<R::Position> for ByReference<'_, R> {
    fn probe(&mut self, position: &R::Position, _: i32, budget: &mut Budget) -> Limited<i32> {
        let margin = self.0.margin(position, budget)?;
        Ok(if self.1 == Convention::Misere { -margin } else { margin })
    }
}

/// A solver of positions that are edges.
type EdgeSearch = Box<dyn NullWindowSearch<EdgePosition>>;

/// The name of a method, and its solver.
pub type Named<'r, P> = (&'static str, Box<dyn NullWindowSearch<P> + 'r>);

/// A fast solver, asked about the edges that are left.
struct OfEdges<'r, S: Space> {
    space: &'r S,
    search: EdgeSearch,
}

/// A game names the fast solvers only if its positions are edges.
const EDGES: &str = "positions that are edges";

impl<S: Space> NullWindowSearch<S::Position> for OfEdges<'_, S> {
    fn probe(&mut self, position: &S::Position, least: i32, budget: &mut Budget) -> Limited<i32> {
        self.search.probe(self.space.edges(position).expect(EDGES), least, budget)
    }

    fn known(&self, position: &S::Position) -> Option<(i32, i32)> {
        self.search.known(self.space.edges(position)?)
    }

    fn goes_on(&self) -> bool {
        self.search.goes_on()
    }
}

impl NullWindowSearch<EdgePosition> for FullTable {
    fn probe(&mut self, position: &EdgePosition, _: i32, budget: &mut Budget) -> Limited<i32> {
        self.margin(position, budget)
    }
}

/// A fast solver on a board of this many words.
struct Fast<const W: usize> {
    game: Searched<W>,
    host: EdgeHost<W>,
    threads: usize,
    /// The bytes of tables reported to the budget.
    told: usize,
}

enum Searched<const W: usize> {
    Unshackle(unshackle::UnshackleSolver<W>),
    Coins(Coins<W>),
}

impl<const W: usize> NullWindowSearch<EdgePosition> for Fast<W> {
    fn probe(&mut self, position: &EdgePosition, least: i32, budget: &mut Budget) -> Limited<i32> {
        let place = self.host.pack(position);
        let (answer, bytes) = match &self.game {
            Searched::Unshackle(game) => {
                (game.probe(&place, least, self.threads, budget), game.bytes())
            }
            Searched::Coins(game) => {
                (game.probe(&place, least, self.threads, budget), game.bytes())
            }
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

/// A board whose quiet positions all fit a table: the table answers for positions with many edges, the search for the
/// others.
struct TableThenSearch {
    table: QuietTable,
    search: Fast<1>,
    /// How many edges make a position one for the table.
    from: usize,
    told: bool,
}

impl NullWindowSearch<EdgePosition> for TableThenSearch {
    fn probe(&mut self, position: &EdgePosition, least: i32, budget: &mut Budget) -> Limited<i32> {
        let place = self.search.host.pack(position);
        if !self.table.is_full() && place.count() < self.from {
            return self.search.probe(position, least, budget);
        }
        if !self.told {
            // It was made to fit.
            let _ = budget.keep(self.table.bytes());
            self.told = true;
        }
        self.table.margin(&place, self.search.threads, budget)
    }

    fn known(&self, position: &EdgePosition) -> Option<(i32, i32)> {
        match self.table.at_hand(&self.search.host.pack(position)) {
            Some(margin) => Some((margin, margin)),
            None => self.search.known(position),
        }
    }
}

/// Positions with fewer edges are searched faster than the table of all quiet positions is filled: measured on boxes
/// 3x4 (31 edges).
const TABLED_EDGES: usize = 31;

/// Boards with more quiet positions than two to this share of their edges are searched more quickly: the hypercube of 32
/// edges, and whatever has many edges at a vertex. Boxes have 0.75 or 0.76, grids less.
const TABLED_SHARE: f64 = 0.78;

/// A way to solve games of removing edges.
struct EdgeMethod {
    name: &'static str,
    about: &'static str,
    /// Whether it is for a board.
    fits: fn(&EdgeGame, &Budget) -> Fit,
    /// The solver, if it is for the board and either asked for by name or better there than those after it.
    make: fn(&EdgeGame, &How, &Budget) -> Option<EdgeSearch>,
}

/// The methods for games of removing edges: the first that fits takes the board.
const METHODS: &[EdgeMethod] = &[
    EdgeMethod {
        name: "full-table",
        about: "a table of all positions, one byte each, without theorems",
        fits: |rules, _| FullTable::fit(rules.board().graph()),
        make: |rules, how, _| {
            let asked = how.full_table || how.method.is_some();
            let table = || FullTable::new(rules.board().clone(), rules.variant());
            asked.then(|| Box::new(table()) as EdgeSearch)
        },
    },
    EdgeMethod {
        name: "endgame-table",
        about: "a table of all positions without captures, one byte each, filled backwards",
        fits: |rules, budget| match ranked(rules, budget.memory()) {
            Ok((_, ranking)) => Fit::Memory(ranking.count()),
            Err(why) => Fit::No(why),
        },
        make: tabled,
    },
    EdgeMethod {
        name: "null-window-search",
        about: "null-window search with a transposition table",
        fits: |rules, _| match words(rules) {
            Some(_) => Fit::Yes,
            None => Fit::No("the board is too large"),
        },
        make: |rules, how, budget| match words(rules)? {
            1 => fast::<1>(rules, how, budget.memory()),
            2 => fast::<2>(rules, how, budget.memory()),
            8 => fast::<8>(rules, how, budget.memory()),
            _ => fast::<64>(rules, how, budget.memory()),
        },
    },
];

/// The methods for a game, and how they suit it.
pub fn methods<S: Space>(
    rules: &AnyScoring<S>,
    convention: Convention,
    budget: &Budget,
) -> Vec<Method> {
    let game = rules.removing().filter(|_| convention == Convention::Normal);
    let of = |game: &EdgeGame| -> Vec<Method> {
        let method = |&EdgeMethod { name, about, fits, .. }: &EdgeMethod| Method {
            name,
            about,
            fit: fits(game, budget),
        };
        METHODS.iter().map(method).collect()
    };
    let mut methods = game.map_or_else(Vec::new, of);
    methods.push(Method::reference());
    methods
}

/// The name of a method and its solver for a game: the one that was asked for, or the first that takes the board.
pub fn solver<'r, S: Space>(
    rules: &'r AnyScoring<S>,
    convention: Convention,
    how: &How,
    budget: &Budget,
) -> Named<'r, S::Position> {
    let game = rules.removing().filter(|_| convention == Convention::Normal);
    let choice = MethodFilter::of(how.method.as_deref());
    for method in METHODS.iter().filter(|method| choice.allows(method.name)) {
        if let Some(search) = game.and_then(|game| (method.make)(game, how, budget)) {
            return (method.name, Box::new(OfEdges { space: rules.space(), search }));
        }
    }
    if !choice.allows(REFERENCE) {
        return (REFERENCE, Box::new(Nothing));
    }
    let reference = match convention {
        Convention::Normal => Reference::new(rules),
        Convention::Misere => Reference::misere(rules),
    };
    (REFERENCE, Box::new(ByReference(reference, convention)))
}

/// Answers nothing: the method that was asked for is not for the game.
struct Nothing;

impl<P> NullWindowSearch<P> for Nothing {
    fn probe(&mut self, _: &P, _: i32, _: &mut Budget) -> Limited<i32> {
        Err(Stopped::Unsettled)
    }
}

/// The widths of the fast solvers, in words: boards of up to 4,096 edges. (Each width takes its time to compile.)
const WIDTHS: [usize; 4] = [1, 2, 8, 64];

/// How many words a position takes; none if the board is too large for the fast solvers.
fn words(rules: &EdgeGame) -> Option<usize> {
    let bits = bits_needed(rules.board().graph())?;
    WIDTHS.into_iter().find(|words| bits <= 64 * words)
}

/// The numbering of the quiet positions of a board, or why they cannot all be kept in this many bytes.
fn ranked(rules: &EdgeGame, bytes: u64) -> Result<(EdgeHost<1>, Ranking), &'static str> {
    if rules.variant() != Variant::StringsAndCoins {
        return Err("only for games in which a player who scores moves again");
    }
    let graph = rules.board().graph();
    let host = EdgeHost::<1>::new(graph).filter(|_| words(rules) == Some(1));
    let host = host.ok_or("the board is too large")?;
    let ranking = Ranking::new(graph, &host).ok_or("the board is too large")?;
    if ranking.count() > bytes {
        return Err("the memory limit is too low");
    }
    Ok((host, ranking))
}

/// The solver with a table of all quiet positions, where that is faster than a search or asked for by name. Positions with few
/// edges are searched, unless it is asked for by name.
fn tabled(rules: &EdgeGame, how: &How, budget: &Budget) -> Option<EdgeSearch> {
    let bytes = budget.memory();
    let asked = how.method.is_some();
    let share = EdgeHost::<1>::new(rules.board().graph()).and_then(|host| worth_a_table(&host));
    let most = if asked { bytes } else { bytes.min(share?) };
    let (host, ranking) = ranked(rules, most).ok()?;
    // A table that is not full says nothing of the start; a search that is stopped has bounds.
    let seconds = ranking.count() / (QuietTable::A_SECOND * how.threads.max(1) as u64);
    if !asked && budget.limits().time.is_some_and(|time| time.as_secs() <= seconds) {
        return None;
    }
    let search = searched::<1>(rules, how, bytes - ranking.count())?;
    let table = QuietTable::new(host, ranking).ok()?;
    let from = if asked { 0 } else { TABLED_EDGES };
    Some(Box::new(TableThenSearch { table, search, from, told: false }))
}

/// The most quiet positions of a board for which a table of them all is faster than a search; none if it never is.
fn worth_a_table(host: &EdgeHost<1>) -> Option<u64> {
    let edges = host.bit_count();
    // Boards with loops for the most part fall apart soon: 1x12 boxes are searched five times as fast.
    let holds_together = 2 * host.all_loops().count() <= edges;
    (edges >= TABLED_EDGES && holds_together).then(|| (TABLED_SHARE * edges as f64).exp2() as u64)
}

fn fast<const W: usize>(rules: &EdgeGame, how: &How, bytes: u64) -> Option<EdgeSearch> {
    Some(Box::new(searched::<W>(rules, how, bytes)?))
}

fn searched<const W: usize>(rules: &EdgeGame, how: &How, bytes: u64) -> Option<Fast<W>> {
    let graph = rules.board().graph();
    let host = EdgeHost::<W>::new(graph)?;
    let automorphisms = automorphisms(graph, &host);
    let game = match rules.variant() {
        Variant::Unshackle => {
            let store = Store::new(host.clone(), automorphisms);
            Searched::Unshackle(unshackle::UnshackleSolver::new(store, bytes))
        }
        variant @ (Variant::StringsAndCoins | Variant::NormalOctagons) => {
            let normal_rules = variant.is_normal();
            let order = Order::for_board(&host);
            Searched::Coins(Coins::new(host.clone(), automorphisms, normal_rules, order, bytes))
        }
    };
    Some(Fast { game, host, threads: how.threads, told: 0 })
}
