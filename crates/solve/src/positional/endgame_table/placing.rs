//! The table of a game of taking points: strong, Maker-Breaker and Avoider-Enforcer, with any bias.
//!
//! Every position with the right numbers of stones and no owned set can be reached: take the stones away again in the
//! reverse order of play, and no set is owned on the way. So what the table holds is what can be reached.

use std::sync::atomic::Ordering;

use outplay_rules::games::placing::{Goal, PlacingGame};
use outplay_rules::player::Player;
use outplay_rules::rules::{End, Positional};
use outplay_rules::spaces::Stones;

use super::layers::{Layers, Place, Spread, squeeze, with_bit};
use super::{EndgameTable, MOST_POINTS, Owned, masks_beyond, workers};
use crate::limits::{Budget, Limited};
use crate::positional::Value;
use crate::positional::code::{BestCode, Code, ended, later, value};

/// All positions from a root on, valued.
pub struct PlacingTable {
    layers: Layers,
    root: Stones,
    /// The root's free points.
    order: Vec<usize>,
    /// Who moves, by layer; for the last layer it means nothing.
    movers: Vec<Player>,
    nonterminal: u64,
}

/// What ends the game: a set owned by a player, and a full board.
struct Ends {
    owned: [Option<(Owned, Code)>; 2],
    full: Code,
}

impl Ends {
    fn new(game: &PlacingGame, root: &Stones, order: &[usize]) -> Self {
        let board = game.board();
        let places = board.point_count();
        let owned = |player: Player, end: End| {
            let family =
                if player == Player::First { board.first_sets() } else { board.second_sets() };
            Some((Owned::new(family, root.of(player), order, places), ended(end)))
        };
        // In Maker-Breaker and Avoider-Enforcer both players' sets are the same, and only one player's count.
        let one = |player: Player, end: End, full: Code| match player {
            Player::First => Ends { owned: [owned(player, end), None], full },
            Player::Second => Ends { owned: [None, owned(player, end)], full },
        };
        match game.goal() {
            Goal::Strong => Ends {
                owned: [
                    owned(Player::First, End::Win(Player::First)),
                    owned(Player::Second, End::Win(Player::Second)),
                ],
                full: ended(End::Draw),
            },
            Goal::MakerBreaker { maker } => {
                one(maker, End::Win(maker), ended(End::Win(maker.other())))
            }
            Goal::AvoiderEnforcer { avoider } => {
                one(avoider, End::Win(avoider.other()), ended(End::Win(avoider)))
            }
        }
    }

    #[inline(always)]
    fn of(&self, first: usize, second: usize) -> Option<Code> {
        let by = |owned: &Option<(Owned, Code)>, mask: usize| {
            owned.as_ref().and_then(|(owned, code)| owned.by(mask).then_some(*code))
        };
        by(&self.owned[0], first).or_else(|| by(&self.owned[1], second))
    }
}

impl EndgameTable<'_, PlacingGame> for PlacingTable {
    fn cost(game: &PlacingGame, root: &Stones) -> Option<(u64, u64)> {
        let free = game.board().point_count() - root.count();
        if free > MOST_POINTS {
            return None;
        }
        let (first, _) = shape(game, root, free);
        let counts = (0..=free).map(|j| Layers::count(0, free, &first[..=j]));
        let counts: Vec<u64> = counts.collect();
        let layer = |j: usize| counts[j] - if j == 0 { 0 } else { counts[j - 1] };
        Some((counts[free], (0..=free).map(|j| layer(j) * (free - j) as u64).sum()))
    }

    fn make(
        game: &PlacingGame,
        root: &Stones,
        threads: usize,
        budget: &mut Budget,
    ) -> Limited<Self> {
        let order: Vec<usize> = root.free(game.board().point_count()).collect();
        let (first, movers) = shape(game, root, order.len());
        let layers = Layers::new(0, order.len(), first, budget)?;
        let ends = Ends::new(game, root, &order);
        let mut table = PlacingTable { layers, root: root.clone(), order, movers, nonterminal: 0 };
        for layer in (0..=table.layers.free).rev() {
            let sets = table.layers.taken_sets(layer);
            let counted =
                workers::for_each(&sets, threads, budget, |taken| match table.movers[layer] {
                    Player::First => table.fill::<true>(layer, taken, &ends),
                    Player::Second => table.fill::<false>(layer, taken, &ends),
                })?;
            table.nonterminal += counted;
        }
        Ok(table)
    }

    fn get(&self, position: &Stones) -> Option<Value> {
        let (first, taken) = masks_beyond(&self.root, position, &self.order)?;
        let layer = taken.count_ones() as usize;
        if first.count_ones() as usize != self.layers.first[layer] {
            return None;
        }
        Some(value(self.layers.get(Place { layer, taken, first: squeeze(first, taken) })))
    }

    fn nonterminal(&self) -> u64 {
        self.nonterminal
    }
}

impl PlacingTable {
    /// Values the positions of a layer with these points taken, and counts those that are not over.
    fn fill<const FIRST: bool>(&self, layer: usize, taken: usize, ends: &Ends) -> u64 {
        let layers = &self.layers;
        let row = layers.row(layer, taken);
        let stretch = Spread::over(taken);
        let free = (0..layers.free).filter(|point| taken >> point & 1 == 0);
        let next: Vec<_> = free
            .map(|point| {
                let at = (taken & ((1 << point) - 1)).count_ones();
                (at, layers.row(layer + 1, taken | 1 << point))
            })
            .collect();
        let mut counted = 0;
        for (first, cell) in layers.first_masks(layer).zip(row) {
            let owned = stretch.of(first);
            let over = ends.of(owned, taken ^ owned);
            let code = match over {
                Some(code) => code,
                None if next.is_empty() => ends.full,
                None => {
                    counted += 1;
                    let mut choice = BestCode::<FIRST>::none();
                    for (at, row) in &next {
                        let number = layers.number(with_bit(first, *at, usize::from(FIRST)));
                        choice.add(row[number].load(Ordering::Relaxed));
                    }
                    later(choice.chosen())
                }
            };
            cell.store(code, Ordering::Relaxed);
        }
        counted
    }
}

/// How many of the stones taken since the root are the first player's, and who moves, by layer.
fn shape(game: &PlacingGame, root: &Stones, free: usize) -> (Vec<usize>, Vec<Player>) {
    let mut stones = root.clone();
    let (mut first, mut movers, mut count) = (vec![0], Vec::new(), 0);
    for point in root.free(game.board().point_count()) {
        let mover = game.to_move(&stones);
        stones.of_mut(mover).insert(point);
        count += usize::from(mover == Player::First);
        first.push(count);
        movers.push(mover);
    }
    movers.push(Player::First);
    debug_assert_eq!(first.len(), free + 1);
    (first, movers)
}
