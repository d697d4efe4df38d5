//! The table of a hop game, with any restriction of the hops.
//!
//! Not every position with the right numbers of stones comes up in a game, so one sweep forwards marks those that do,
//! and one backwards values them.

use std::sync::atomic::{AtomicU8, Ordering};

use outplay_rules::bits::BitSet;
use outplay_rules::games::hop::HopGame;
use outplay_rules::player::Player;
use outplay_rules::rules::End;
use outplay_rules::spaces::Stones;

use super::layers::{Layers, Place, Spread, choose, squeeze, with_bit};
use super::{EndgameTable, MOST_POINTS, Owned, workers};
use crate::limits::{Budget, Limited};
use crate::positional::Value;
use crate::positional::code::{BestCode, Code, REACHED, UNKNOWN, ended, later, value};

/// All positions that can come up from a root on, valued.
pub struct HopTable {
    layers: Layers,
    /// The points, those taken at the root first.
    order: Vec<usize>,
    /// For each point in order, those that a hop connects it with.
    hops: Vec<usize>,
    nonterminal: u64,
}

/// The hops of one set of taken points to one free point.
struct Hops<'t> {
    /// Where the new stone comes among the stones.
    at: u32,
    /// The stones, squeezed, that may hop there.
    from: usize,
    row: &'t [AtomicU8],
}

impl EndgameTable<'_, HopGame> for HopTable {
    fn cost(game: &HopGame, root: &Stones) -> Option<(u64, u64)> {
        let points = game.board().point_count();
        if points > MOST_POINTS {
            return None;
        }
        let (loose, free) = (root.count(), points - root.count());
        let first = shape(loose, free);
        let layer = |j: usize| choose(free, j) as u128 * choose(loose + j, first[j]) as u128;
        let moves = |j: usize| layer(j) * (first[j] * (free - j)) as u128;
        let total = |each: &dyn Fn(usize) -> u128| {
            (0..=free).map(each).sum::<u128>().try_into().unwrap_or(u64::MAX)
        };
        Some((total(&layer), total(&moves)))
    }

    fn make(game: &HopGame, root: &Stones, threads: usize, budget: &mut Budget) -> Limited<Self> {
        let points = game.board().point_count();
        let taken = (0..points).filter(|&point| !root.is_free(point));
        let order: Vec<usize> = taken.chain(root.free(points)).collect();
        let (loose, free) = (root.count(), points - root.count());
        let layers = Layers::new(loose, free, shape(loose, free), budget)?;
        let partners = |&from: &usize| {
            let to = order.iter().enumerate().filter(|(_, to)| game.connects(from, **to));
            to.fold(0, |mask, (i, _)| mask | 1 << i)
        };
        let hops = order.iter().map(partners).collect();
        let mut table = HopTable { layers, order, hops, nonterminal: 0 };
        let empty = BitSet::empty(points);
        let owned = [game.board().first_sets(), game.board().second_sets()]
            .map(|family| Owned::new(family, &empty, &table.order, points));
        let start = table.place(root);
        table.layers.row(0, 0)[table.layers.number(start.first)].store(REACHED, Ordering::Relaxed);
        for layer in 0..=free {
            let sets = table.layers.taken_sets(layer);
            table.nonterminal +=
                workers::for_each(&sets, threads, budget, |taken| match table.mover(layer) {
                    Player::First => table.mark::<true>(layer, taken, &owned),
                    Player::Second => table.mark::<false>(layer, taken, &owned),
                })?;
        }
        for layer in (0..=free).rev() {
            let sets = table.layers.taken_sets(layer);
            workers::for_each(&sets, threads, budget, |taken| {
                match table.mover(layer) {
                    Player::First => table.fill::<true>(layer, taken),
                    Player::Second => table.fill::<false>(layer, taken),
                }
                0
            })?;
        }
        Ok(table)
    }

    fn get(&self, position: &Stones) -> Option<Value> {
        let loose = self.order[..self.layers.loose].iter();
        if loose.clone().any(|&point| position.is_free(point)) {
            return None;
        }
        let place = self.place(position);
        if place.first.count_ones() as usize != self.layers.first[place.layer] {
            return None;
        }
        let code: Code = self.layers.get(place);
        (code != UNKNOWN && code != REACHED).then(|| value(code))
    }

    fn nonterminal(&self) -> u64 {
        self.nonterminal
    }
}

impl HopTable {
    /// The first player has one piece more exactly when it is his turn.
    fn mover(&self, layer: usize) -> Player {
        let stones = self.layers.loose + layer;
        if 2 * self.layers.first[layer] > stones { Player::First } else { Player::Second }
    }

    fn hops(&self, layer: usize, taken: usize) -> Vec<Hops<'_>> {
        let (loose, free) = (self.layers.loose, self.layers.free);
        let stones = self.stones(taken);
        let to = (0..free).filter(|point| taken >> point & 1 == 0);
        to.map(|point| Hops {
            at: (stones & ((1 << (loose + point)) - 1)).count_ones(),
            from: squeeze(self.hops[loose + point] & stones, stones),
            row: self.layers.row(layer + 1, taken | 1 << point),
        })
        .collect()
    }

    /// All taken points, those of the root included.
    fn stones(&self, taken: usize) -> usize {
        taken << self.layers.loose | ((1 << self.layers.loose) - 1)
    }

    /// Calls `each` with the cell that every hop from a position leads to.
    #[inline(always)]
    fn each_hop<'t, const FIRST: bool>(
        &self,
        first: usize,
        hops: &[Hops<'t>],
        mut each: impl FnMut(&'t AtomicU8),
    ) {
        for hops in hops {
            let mut from = if FIRST { first & hops.from } else { !first & hops.from };
            while from != 0 {
                let piece = from & from.wrapping_neg();
                from ^= piece;
                // The mover's piece goes to the new point, and the other player has one where it stood.
                let after = with_bit(first ^ piece, hops.at, usize::from(FIRST));
                each(&hops.row[self.layers.number(after)]);
            }
        }
    }

    /// Decides which of the reached positions of a layer are over, and marks what the others lead to. Counts them.
    fn mark<const FIRST: bool>(&self, layer: usize, taken: usize, owned: &[Owned; 2]) -> u64 {
        let stones = self.stones(taken);
        let stretch = Spread::over(stones);
        let mut hops = None;
        let mut counted = 0;
        let cells = self.layers.first_masks(layer).zip(self.layers.row(layer, taken));
        for (first, cell) in cells.filter(|(_, cell)| cell.load(Ordering::Relaxed) == REACHED) {
            let points = stretch.of(first);
            let over = |end: End| cell.store(ended(end), Ordering::Relaxed);
            match (owned[0].by(points), owned[1].by(stones ^ points)) {
                (true, true) => over(End::Tie),
                (true, false) => over(End::Win(Player::First)),
                (false, true) => over(End::Win(Player::Second)),
                (false, false) => {
                    let hops = hops.get_or_insert_with(|| self.hops(layer, taken));
                    let mut stuck = true;
                    self.each_hop::<FIRST>(first, hops, |next| {
                        stuck = false;
                        next.store(REACHED, Ordering::Relaxed);
                    });
                    if stuck {
                        over(End::Draw);
                    } else {
                        counted += 1;
                    }
                }
            }
        }
        counted
    }

    /// Values the positions of a layer with these points taken.
    fn fill<const FIRST: bool>(&self, layer: usize, taken: usize) {
        let mut hops = None;
        let cells = self.layers.first_masks(layer).zip(self.layers.row(layer, taken));
        for (first, cell) in cells.filter(|(_, cell)| cell.load(Ordering::Relaxed) == REACHED) {
            let hops = hops.get_or_insert_with(|| self.hops(layer, taken));
            let mut choice = BestCode::<FIRST>::none();
            self.each_hop::<FIRST>(first, hops, |next| choice.add(next.load(Ordering::Relaxed)));
            cell.store(later(choice.chosen()), Ordering::Relaxed);
        }
    }

    fn place(&self, position: &Stones) -> Place {
        let mask = |stones: &BitSet| {
            let members =
                self.order.iter().enumerate().filter(|(_, point)| stones.contains(**point));
            members.fold(0usize, |mask, (i, _)| mask | 1 << i)
        };
        let first = mask(&position.first);
        let stones = first | mask(&position.second);
        let taken = stones >> self.layers.loose;
        let layer = taken.count_ones() as usize;
        Place { layer, taken, first: squeeze(first, stones) }
    }
}

/// How many of the stones are the first player's, by layer.
fn shape(loose: usize, free: usize) -> Vec<usize> {
    (0..=free).map(|j| (loose + j).div_ceil(2)).collect()
}
