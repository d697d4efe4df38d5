//! Strings-and-coins, dots-and-boxes and Closing Octagons, where a score keeps the turn: exact margins.
//!
//! [`super::captures`] plays every capture, so only positions without captures are searched: every vertex left has
//! weight 2 or more. Chains, cycles and components rich in loops are kept as a list ([`super::lists`]), so positions
//! that differ only in where these lie are one. All else stays where it is on the board, up to the board's symmetries.
//! (Lists of all small components up to isomorphism were tried: half the positions, at twice the time for each.)
//!
//! With the normal rules (3') and (4') a player who can leave every weight at 2 or more must do so; once that is
//! impossible the margins are those of the free game (Theorem K6 of `docs/theory-scoring.md`).

mod core_table;
mod guided;
mod proof_number_search;
mod search;
mod shapes;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use core_table::CoreTable;
use proof_number_search::ProofNumberTable;
use search::{CoinsSearch, Quiet, dealt_bounds};
use shapes::lacking_loops;

use super::bounds::BoundsTable;
use super::captures::settle;
use super::host::EdgeHost;
use super::lists::Lists;
use crate::kit::bits::Words;
use crate::kit::halt::Halt;
use crate::kit::race::race;
use crate::kit::symmetry::Automorphisms;
use crate::kit::transposition::{Key, TableLayout};
use crate::limits::{Budget, Stopped};

/// How the search chooses what to look at next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Moves in an order that promises well, one after the other.
    Moves,
    /// The cheapest question first: see `coins/proof_number_search.rs`. Once an endgame table of the core is filled, moves in the order that it
    /// guesses: see `coins/guided.rs`.
    ProofNumbers,
}

impl Order {
    /// The better one for a board, as measured: edges that have many copies leave much the same moves to choose from, and
    /// an order of moves is hard to guess. (Boxes are searched three times as fast by moves, octagons a hundred times
    /// by numbers; pentagons are about even.)
    pub fn for_board<const W: usize>(host: &EdgeHost<W>) -> Self {
        if host.bit_count() >= 2 * host.class_count() { Order::ProofNumbers } else { Order::Moves }
    }
}

/// An endgame table of the core takes a minute or so to fill: positions that a search looks at in half a minute come first. (By then it
/// is known of octagons 3x4 that the margin is 0 or -2.)
const PATIENCE: u64 = 1 << 23;

/// The solver of one board, shared by threads.
#[derive(Debug)]
pub struct Coins<const W: usize> {
    host: EdgeHost<W>,
    automorphisms: Automorphisms<Words<W>>,
    normal_rules: bool,
    order: Order,
    /// Whether the board lacks only a few loops for Theorem K11 to settle it.
    is_nearly_rich: bool,
    lists: Lists,
    table: BoundsTable<W>,
    /// The endgame table of the core in the free game, where it fits; filled when a search takes long.
    core_table: Option<CoreTable<W>>,
    /// A search takes long when this many positions were looked at.
    patience: u64,
    positions: AtomicU64,
    /// The proof numbers of threads that are not at work.
    proof_numbers: Mutex<Vec<ProofNumberTable<W>>>,
    /// The bytes that proof numbers may take, of all threads together.
    proof_number_bytes: u64,
    done: AtomicBool,
}

impl<const W: usize> Coins<W> {
    /// A solver whose table stays below this many bytes.
    pub fn new(
        host: EdgeHost<W>,
        automorphisms: Automorphisms<Words<W>>,
        normal_rules: bool,
        order: Order,
        bytes: u64,
    ) -> Self {
        let vertices = host.vertex_count();
        let everything = Words([u64::MAX; W]);
        let is_nearly_rich = lacking_loops(&host, &everything) as usize <= vertices;
        let core_table = (is_nearly_rich && !normal_rules && order == Order::ProofNumbers)
            .then(|| CoreTable::new(&host, bytes / 8 * 5))
            .flatten();
        let bytes = bytes - core_table.as_ref().map_or(0, |core_table| core_table.bytes() as u64);
        // Measured on boards of boxes and of octagons: this many positions are worth keeping.
        let (proof_number_bytes, share) = match order {
            Order::Moves => (0, 0.70),
            Order::ProofNumbers => (bytes / 2, 0.35),
        };
        let positions = (share * host.bit_count() as f64).exp2();
        Coins {
            host,
            automorphisms,
            normal_rules,
            order,
            is_nearly_rich,
            lists: Lists::new(normal_rules),
            table: BoundsTable::fixed(positions, bytes - proof_number_bytes),
            core_table,
            patience: PATIENCE,
            positions: AtomicU64::new(0),
            proof_numbers: Mutex::default(),
            proof_number_bytes,
            done: AtomicBool::new(false),
        }
    }

    /// The same, with an endgame table of the core as soon as this many positions were looked at.
    #[cfg(test)]
    pub fn patient(self, patience: u64) -> Self {
        Coins { patience, ..self }
    }

    /// Whether an endgame table of the core is in use.
    pub fn has_core_table(&self) -> bool {
        self.full_core_table().is_some()
    }

    /// The endgame table of the core, if it is filled.
    fn full_core_table(&self) -> Option<&CoreTable<W>> {
        self.core_table.as_ref().filter(|core_table| core_table.is_full())
    }

    /// The endgame table of the core, if it is time to fill it.
    fn wanted_core_table(&self) -> Option<&CoreTable<W>> {
        let is_long = self.positions.load(Ordering::Relaxed) >= self.patience;
        self.core_table.as_ref().filter(|core_table| is_long && !core_table.is_full())
    }

    /// The bytes in tables except that of the core, which is reported when it is made, because the search that follows
    /// may take long.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.pool().iter().map(ProofNumberTable::bytes).sum::<usize>()
    }

    /// Whether a question that was stopped goes on where it was, or nearly: proof numbers are kept, or the core table leads the same way.
    pub fn goes_on(&self) -> bool {
        self.order == Order::ProofNumbers
    }

    fn pool(&self) -> MutexGuard<'_, Vec<ProofNumberTable<W>>> {
        // Proof numbers only guide: those of a thread that panicked are as good as any.
        self.proof_numbers.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether the margin of a place is at least `least`, asked by this many threads: a number from `least` on is a
    /// lower bound, any other an upper bound.
    pub fn probe(
        &self,
        place: &Words<W>,
        least: i32,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        loop {
            if let Some(core_table) = self.wanted_core_table() {
                core_table.fill(threads, budget)?;
                // From now on they guide the search.
                self.pool().clear();
            }
            match self.search(place, least, threads, budget) {
                Ok(answer) => return Ok(answer),
                Err(Halt::Stopped(stopped)) => return Err(stopped),
                // The endgame table of the core is due, or the search was given up for a helper's answer that did not
                // come.
                Err(Halt::Enough) => {}
            }
        }
    }

    fn search(
        &self,
        place: &Words<W>,
        least: i32,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<i32, Halt> {
        let settled = settle(&self.host, place, 0..self.host.vertex_count());
        let (taken, deal) = self.dealt(settled.taken as i32, settled.deal as i32, &settled.quiet);
        let search = |thread: u64| {
            let settled = &settled;
            move |budget: &mut Budget| {
                let proof_numbers = self.pool().pop();
                let share = self.proof_number_bytes / threads.max(1) as u64;
                let proof_numbers = proof_numbers.unwrap_or_else(|| ProofNumberTable::new(share));
                let mut search = CoinsSearch::new(self, thread, proof_numbers);
                let quiet = search.quiet(&settled.quiet);
                let key = self.key(&quiet);
                let answer = search.settled(taken, deal, &quiet, &key, least, budget);
                self.pool().push(search.proof_numbers);
                answer
            }
        };
        race(&self.done, budget, search(0), (1..threads as u64).map(search))
    }

    /// The bounds on the margin of a place that the table has.
    pub fn known(&self, place: &Words<W>) -> (i32, i32) {
        let settled = settle(&self.host, place, 0..self.host.vertex_count());
        let (taken, deal) = self.dealt(settled.taken as i32, settled.deal as i32, &settled.quiet);
        let mut search = CoinsSearch::new(self, 0, ProofNumberTable::new(0));
        let quiet = search.quiet(&settled.quiet);
        let bounds = search.known(&quiet, &self.key(&quiet));
        let (low, high) = dealt_bounds(bounds, deal, quiet.points);
        (taken + low, taken + high)
    }

    /// With the normal rules, who can leave a normal state must take everything on the way.
    /// This is asked of the position as it is: a bouquet of four loops has a safe move, the two it stands for have none.
    fn dealt(&self, taken: i32, deal: i32, left: &Words<W>) -> (i32, i32) {
        let forced = self.normal_rules && deal > 0 && self.has_safe_move(left);
        if forced { (taken + deal, 0) } else { (taken, deal) }
    }

    /// Whether removing some edge leaves every weight at 2 or more.
    fn has_safe_move(&self, rest: &Words<W>) -> bool {
        let heavy = |vertex: usize| self.host.weight(rest, vertex) > 2;
        self.host
            .classes(rest)
            .map(|class| self.host.ends(class))
            .any(|(u, v)| heavy(u) && heavy(v))
    }

    fn key(&self, quiet: &Quiet<W>) -> Key<W> {
        // Up to the symmetries of the board.
        Key { words: self.automorphisms.canonical(quiet.rest).0, extra: quiet.list }
    }
}
