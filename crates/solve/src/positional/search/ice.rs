//! Fire and Ice as its attacker sees it, for the search by proof numbers ([`super::proof_number_search`]).
//!
//! What makes it fast, and why it is right:
//!
//! * *Islands.* Who owns a set is told by the islands that he claims, and a hop changes two of them at most. So tables tell
//!   for each set of places whether it claims an island and which place more would, and the same for sets of islands. No
//!   winning set of the whole board is looked at, of which there are many (1,512 on [PG(2,2) : AG(2,2)]).
//! * *Ends at once.* A player who moves and does not own a set can only own one by the goal of his hop. That is then a place that
//!   claims an island which, with those he has, wins; so it is quickly seen that he has no such hop. A hop that lets the
//!   other player end the game at once as he wants it fails and is left out. If all do, the mover fails.
//! * *Guesses.* A position takes the more the more points are free, and whoever waits for the mover to fail must answer
//!   all the hops that do not fail at once.

use outplay_rules::bits::BitSet;
use outplay_rules::games::hop::HopGame;
use outplay_rules::sets::SetFamily;

use super::canonical::HopCanonicalForms;
use super::hop::HopState;
use super::proof::{self, Key};
use super::proof_number_search::{After, AttackedGame};
use super::{MOST_POINTS, points};
use crate::kit::proof_numbers::{DISPROVED, PROVED, ProofNumbers};

/// Boards with more islands, or islands with more places, have too many sets of them to list.
const MOST: usize = 16;

/// A question about Fire and Ice: does the attacker win, or own a set first at least together with the defender?
#[derive(Clone)]
pub struct FireAndIce {
    places: usize,
    /// Sets of places that claim an island.
    inner: Wanted,
    /// Sets of islands that win.
    outer: Wanted,
    /// Where a piece may hop to from each point.
    hops: Vec<u128>,
    /// Whether a tie suits the attacker.
    tie: bool,
    all: u128,
    canonical_forms: HopCanonicalForms,
}

/// A family of sets, by all subsets of its points.
#[derive(Clone)]
struct Wanted {
    /// Whether they hold a set of the family.
    owned: Vec<bool>,
    /// If not, the points each of which completes one.
    missing: Vec<u16>,
}

/// A player's pieces and the islands they claim.
#[derive(Clone, Copy)]
struct Side {
    pieces: u128,
    claims: usize,
}

impl Wanted {
    fn new(points: usize, family: &SetFamily) -> Self {
        let set = |bits: usize| BitSet::of(points, (0..points).filter(|i| bits >> i & 1 == 1));
        let owned: Vec<bool> = (0..1 << points).map(|bits| family.won_by(&set(bits))).collect();
        let completes = |bits: usize, point: &usize| !owned[bits] && owned[bits | 1 << point];
        let missing = |bits: usize| {
            let completing = (0..points).filter(|point| completes(bits, point));
            completing.fold(0, |all, point| all | 1 << point)
        };
        let missing = (0..1 << points).map(missing).collect();
        Wanted { owned, missing }
    }
}

impl FireAndIce {
    /// The question whether the attacker wins; none if the board is too large.
    pub fn new(game: &HopGame) -> Option<Self> {
        let (outer, inner) = game.board().levels().filter(|_| game.board().is_symmetric())?;
        let (islands, places) = (outer.point_count(), inner.point_count());
        let points = islands * places;
        if islands > MOST || places > MOST || points > MOST_POINTS {
            return None;
        }
        let to = |from: usize| {
            let to = (0..points).filter(|&to| game.connects(from, to));
            to.fold(0u128, |mask, to| mask | 1 << to)
        };
        Some(FireAndIce {
            places,
            inner: Wanted::new(places, inner.first_sets()),
            outer: Wanted::new(islands, outer.first_sets()),
            hops: (0..points).map(to).collect(),
            tie: false,
            all: if points == 128 { u128::MAX } else { (1 << points) - 1 },
            canonical_forms: HopCanonicalForms::of(game),
        })
    }

    /// The question whether he wins or, with `tie`, wins or ties.
    pub fn content_with_a_tie(self, tie: bool) -> Self {
        FireAndIce { tie, ..self }
    }

    /// The places of an island in a set of points.
    fn row(&self, set: u128, island: usize) -> usize {
        (set >> (island * self.places)) as usize & ((1 << self.places) - 1)
    }

    fn side(&self, pieces: u128) -> Side {
        let islands = self.outer.owned.len().trailing_zeros() as usize;
        let claimed = (0..islands).filter(|&island| self.inner.owned[self.row(pieces, island)]);
        Side { pieces, claims: claimed.fold(0, |claims, island| claims | 1 << island) }
    }

    /// A player's pieces after one of them changed at this point.
    fn changed(&self, side: Side, point: usize) -> Side {
        let (pieces, island) = (side.pieces ^ 1 << point, point / self.places);
        let claimed = self.inner.owned[self.row(pieces, island)];
        Side { pieces, claims: side.claims & !(1 << island) | usize::from(claimed) << island }
    }

    fn owns(&self, side: Side) -> bool {
        self.outer.owned[side.claims]
    }

    /// Whether the mover has a hop that ends the game as he wants it.
    #[inline]
    fn ends(&self, own: Side, other: Side, attacks: bool) -> bool {
        // In most positions nobody has all but one of the islands that win.
        let islands = self.outer.missing[own.claims];
        islands != 0 && self.ends_on(islands, own, other, attacks)
    }

    /// The same, if these are the islands that he misses.
    fn ends_on(&self, islands: u16, own: Side, other: Side, attacks: bool) -> bool {
        let free = self.all & !(own.pieces | other.pieces);
        points(u128::from(islands)).any(|island| {
            let missing = usize::from(self.inner.missing[self.row(own.pieces, island)]);
            points((missing & self.row(free, island)) as u128).any(|place| {
                let to = island * self.places + place;
                points(own.pieces & self.hops[to]).any(|from| {
                    let after = self.changed(self.changed(own, from), to);
                    // Who does not want a tie must own a set alone.
                    let alone = || !self.owns(self.changed(other, from));
                    self.owns(after) && (attacks == self.tie || alone())
                })
            })
        })
    }

    /// Calls `found` with the positions after each hop that does not fail at once; or tells whether the attacker succeeds, if
    /// that is seen.
    fn replies(&self, state: &HopState, mut found: impl FnMut(HopState)) -> Option<bool> {
        let (mover, attacks) = (state.mover, state.mover == 0);
        let [own, other] = [mover, 1 - mover].map(|player| self.side(state.pieces[player]));
        if self.ends(own, other, attacks) {
            return Some(attacks);
        }
        let free = self.all & !(own.pieces | other.pieces);
        let (mut stuck, mut fails) = (true, true);
        for from in points(own.pieces).filter(|&from| free & self.hops[from] != 0) {
            stuck = false;
            // No hop ends the game as the mover wants it. So those that give the other player a set fail, ties included;
            // the others end nothing.
            let given = self.changed(other, from);
            if self.owns(given) {
                continue;
            }
            let left = self.changed(own, from);
            for to in points(free & self.hops[from]) {
                let after = self.changed(left, to);
                if self.ends(given, after, !attacks) {
                    continue;
                }
                fails = false;
                let mut next = HopState { pieces: state.pieces, mover: 1 - mover };
                (next.pieces[mover], next.pieces[1 - mover]) = (after.pieces, given.pieces);
                found(next);
            }
        }
        // A player who cannot hop ends the game, and it is a draw: the attacker fails.
        if stuck { Some(false) } else { fails.then_some(!attacks) }
    }
}

impl AttackedGame for FireAndIce {
    type Position = HopState;

    fn key(&self, state: &HopState) -> Key {
        proof::key(self.canonical_forms.canonical(state.pieces), state.mover as u8)
    }

    fn attacks(&self, state: &HopState) -> bool {
        state.mover == 0
    }

    fn moves(&mut self, state: &HopState) -> Vec<After<HopState>> {
        let mut moves = Vec::new();
        match self.replies(state, |next| moves.push(After::Open(next))) {
            Some(wins) => vec![After::Over(wins)],
            None => moves,
        }
    }

    fn guess(&mut self, state: &HopState, _: bool) -> Option<(ProofNumbers, u32)> {
        let mut replies = 0;
        let numbers = match self.replies(state, |_| replies += 1) {
            Some(true) => PROVED,
            Some(false) => DISPROVED,
            None => {
                let free = self.all & !(state.pieces[0] | state.pieces[1]);
                let each = 1 + 2 * free.count_ones();
                let [waits, moves] = [each + replies, each];
                match state.mover {
                    0 => ProofNumbers { proof: moves, disproof: waits },
                    _ => ProofNumbers { proof: waits, disproof: moves },
                }
            }
        };
        Some((numbers, 1))
    }
}
