//! Positions of a nested board as hands and arrangements: where one is found, whether it is over, and how near it is to
//! its end.

use outplay_rules::bits::BitSet;
use outplay_rules::spaces::Stones;

use super::arrangements::Arrangements;
use super::hands::{Hand, Hands, MOST_ISLANDS};
use super::word::ArrangementSet;
use crate::positional::nested::Nest;
use crate::positional::nested_search::HopGoal;

/// What does not change while a table is made.
pub struct HandGame<W: ArrangementSet> {
    pub nest: Nest,
    pub hands: Hands,
    pub arrangements: Arrangements<W>,
    every: W,
    /// By player and class, how many points are missing in the best of the inner sets that are free of the other player.
    missing: [Vec<u32>; 2],
    /// For each set of slots that wins in some arrangement: the slots, and in which.
    sets: Vec<(Vec<usize>, W)>,
}

/// More points than any set has: there is no set.
const NO_SET: u32 = 1 << 16;

/// How many X's and O's there are among this many pieces: the first player has the first.
pub fn pieces(stones: usize) -> [usize; 2] {
    [stones.div_ceil(2), stones / 2]
}

/// Who moves when there are this many pieces: 0 for the first player.
pub fn mover(stones: usize) -> usize {
    1 - stones % 2
}

impl<W: ArrangementSet> HandGame<W> {
    /// None if there are too many hands or arrangements.
    pub fn new(nest: Nest) -> Option<Self> {
        let islands = nest.count;
        if islands > MOST_ISLANDS {
            return None;
        }
        let slots = |set: &BitSet| set.iter().fold(0u16, |mask, i| mask | 1 << i);
        let outer: Vec<u16> = nest.sets.iter().map(slots).collect();
        let arrangements: Arrangements<W> = Arrangements::new(islands, &outer)?;
        let hands = Hands::new(islands, nest.islands.points, &nest.islands.pieces)?;
        let fewest = |player: usize| {
            let of = |by_missing: &[Vec<f64>; 2]| {
                let fewest = by_missing[player].iter().position(|&weight| weight > 0.0);
                fewest.map_or(NO_SET, |missing| missing as u32)
            };
            nest.islands.open.iter().map(of).collect()
        };
        let missing = [fewest(0), fewest(1)];
        let every = (0..arrangements.count()).fold(W::EMPTY, W::with);
        let listed = |set: u16| (0..islands).filter(|slot| set >> slot & 1 == 1).collect();
        let sets = arrangements.sets().iter().map(|&(set, word)| (listed(set), word)).collect();
        Some(HandGame { nest, hands, arrangements, every, missing, sets })
    }

    /// The number of a position's hand and its arrangement.
    pub fn place(&self, position: &Stones) -> (usize, usize) {
        let (islands, classes) = (self.hands.islands(), self.nest.classes(position));
        let mut order: Vec<usize> = (0..islands).collect();
        order.sort_by_key(|&island| classes[island]);
        let (mut hand, mut slots) = ([0; MOST_ISLANDS], vec![0; islands]);
        for (slot, &island) in order.iter().enumerate() {
            (hand[slot], slots[island]) = (classes[island], slot);
        }
        let number = self.hands.number(&hand, pieces(position.count()));
        (number, self.arrangements.of(&slots))
    }

    /// The arrangements in which the game ended as the question asks, and those in which it is not over.
    pub fn ends(&self, hand: &Hand, question: HopGoal) -> (W, W) {
        let mut claimed = [0; 2];
        for (slot, &class) in hand.iter().enumerate().take(self.hands.islands()) {
            let by = self.nest.islands.claimed[usize::from(class)];
            claimed[0] |= usize::from(by[0]) << slot;
            claimed[1] |= usize::from(by[1]) << slot;
        }
        let [own, other] = [question.attacker, 1 - question.attacker]
            .map(|player| self.arrangements.wins(claimed[player]));
        let suits = if question.tie { *own } else { own.minus(*other) };
        (suits, self.every.minus(*own).minus(*other))
    }

    /// The arrangements in which a player who has the move may own a set with this many hops if his opponent always hops
    /// the newest piece: each of his hops brings him one point, and what she has is lost to him (Theorem 1 of
    /// docs/theory-positional.md).
    pub fn near(&self, hand: &Hand, player: usize, hops: usize) -> W {
        let missing = hand.map(|class| self.missing[player][usize::from(class)]);
        let total = |slots: &[usize]| slots.iter().map(|&slot| missing[slot]).sum::<u32>();
        let near = self.sets.iter().filter(|(slots, _)| total(slots) <= hops as u32);
        near.fold(W::EMPTY, |near, (_, word)| near.or(*word))
    }
}
