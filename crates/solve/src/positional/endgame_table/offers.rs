//! The table of Chooser-Picker and Picker-Chooser.
//!
//! Positions without an offer fill the table: layer j has j pairs shared out, and if the number of points is odd one
//! layer more, in which Chooser has the last point. The positions with an offer are worked out on the way and not
//! kept. As in games of taking points, every position without an owned set can be reached.

use std::sync::atomic::Ordering;

use outplay_rules::games::chooser_picker::ChooserPicker;
use outplay_rules::player::Player;
use outplay_rules::rules::{End, Positional};
use outplay_rules::spaces::OfferPosition;
use outplay_rules::spaces::Stones;

use super::layers::{Layers, Place, Spread, choose, squeeze, with_bit};
use super::{EndgameTable, MOST_POINTS, Owned, masks_beyond, workers};
use crate::limits::{Budget, Limited};
use crate::positional::Value;
use crate::positional::code::{BestCode, Code, ended, later, value};

/// All positions from a root on, valued.
pub struct OfferTable<'r> {
    game: &'r ChooserPicker,
    layers: Layers,
    root: Stones,
    order: Vec<usize>,
    maker: Player,
    nonterminal: u64,
}

impl<'r> EndgameTable<'r, ChooserPicker> for OfferTable<'r> {
    fn cost(game: &ChooserPicker, root: &OfferPosition) -> Option<(u64, u64)> {
        let free = game.board().point_count() - root.stones.count();
        if free > MOST_POINTS {
            return None;
        }
        let layer = |j: usize| choose(free, j) * choose(j, j / 2);
        let offers = |j: usize| layer(j) * choose(free - j, 2) * 2;
        Some(((0..=free).map(layer).sum(), (0..=free).step_by(2).map(offers).sum()))
    }

    fn make(
        game: &'r ChooserPicker,
        root: &OfferPosition,
        threads: usize,
        budget: &mut Budget,
    ) -> Limited<Self> {
        let root = root.stones.clone();
        let order: Vec<usize> = root.free(game.board().point_count()).collect();
        let free = order.len();
        // Layers of an odd number of stones are passed over, but for the last one.
        let layers = Layers::new(0, free, (0..=free).map(|j| j / 2).collect(), budget)?;
        let maker = game.maker();
        let owned = Owned::new(game.board().first_sets(), root.of(maker), &order, order.len());
        let mut table = OfferTable { game, layers, root, order, maker, nonterminal: 0 };
        for layer in (0..=free).rev().filter(|&layer| layer % 2 == 0 || layer == free) {
            let sets = table.layers.taken_sets(layer);
            table.nonterminal += workers::for_each(&sets, threads, budget, |taken| {
                table.fill(layer, taken, &owned)
            })?;
        }
        Ok(table)
    }

    fn get(&self, position: &OfferPosition) -> Option<Value> {
        let (picked, taken) = masks_beyond(&self.root, &position.stones, &self.order)?;
        let layer = taken.count_ones() as usize;
        let first = squeeze(picked, taken);
        if first.count_ones() as usize != self.layers.first[layer] {
            return None;
        }
        if let (Some((a, b)), None) = (position.offered, self.game.end(position)) {
            let at = |point: u16| self.order.iter().position(|&p| p == usize::from(point));
            return Some(value(self.answer(layer, taken, first, at(a)?, at(b)?)));
        }
        Some(value(self.layers.get(Place { layer, taken, first })))
    }

    fn nonterminal(&self) -> u64 {
        self.nonterminal
    }
}

impl<'r> OfferTable<'r> {
    /// Values the positions of a layer with these points taken. Counts those that are not over, with their offers.
    fn fill(&self, layer: usize, taken: usize, owned: &Owned) -> u64 {
        let layers = &self.layers;
        let stretch = Spread::over(taken);
        let left = layers.free - layer;
        let mut counted = 0;
        for (picker, cell) in layers.first_masks(layer).zip(layers.row(layer, taken)) {
            let picked = stretch.of(picker);
            let made = if self.maker == Player::First { picked } else { taken ^ picked };
            let code = if owned.by(made) {
                ended(End::Win(self.maker))
            } else if left == 0 {
                ended(End::Win(self.maker.other()))
            } else if left == 1 {
                counted += 1;
                let last = ((1 << layers.free) - 1) ^ taken;
                let place = Place { layer: layer + 1, taken: taken | last, first: picker };
                // The last point is Chooser's: a bit 0 wherever it comes.
                let at = (taken & (last - 1)).count_ones();
                later(layers.get(Place { first: with_bit(picker, at, 0), ..place }))
            } else {
                counted += 1 + choose(left, 2);
                self.offer(layer, taken, picker)
            };
            cell.store(code, Ordering::Relaxed);
        }
        counted
    }

    /// Picker's choice among all offers, Chooser answering.
    fn offer(&self, layer: usize, taken: usize, picker: usize) -> Code {
        let free = (0..self.layers.free).filter(|point| taken >> point & 1 == 0);
        let mut offers = BestCode::<true>::none();
        for a in free {
            for b in (a + 1..self.layers.free).filter(|point| taken >> point & 1 == 0) {
                offers.add(self.answer(layer, taken, picker, a, b));
            }
        }
        later(offers.chosen())
    }

    /// Chooser's choice between two points, `a` before `b`.
    fn answer(&self, layer: usize, taken: usize, picker: usize, a: usize, b: usize) -> Code {
        let below = |point: usize| (taken & ((1 << point) - 1)).count_ones();
        let row = self.layers.row(layer + 2, taken | 1 << a | 1 << b);
        let with = |pick_a: usize| {
            let first = with_bit(with_bit(picker, below(b), 1 - pick_a), below(a), pick_a);
            row[self.layers.number(first)].load(Ordering::Relaxed)
        };
        let mut choice = BestCode::<false>::none();
        choice.add(with(1));
        choice.add(with(0));
        later(choice.chosen())
    }
}
