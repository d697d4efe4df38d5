//! A step: the answers for all hands with a given number of pieces, from those with one piece more.

use std::sync::Mutex;

use super::hands::{Hand, change, follow};
use super::position::{HandGame, mover, pieces};
use super::word::ArrangementSet;
use crate::kit::together::together;
use crate::limits::{Budget, Stopped};
use crate::positional::nested_search::HopGoal;

/// Hands that a thread takes at once.
const AT_ONCE: usize = 1 << 12;

/// A layer that follows from the next.
pub struct RetrogradeStep<'a, W: ArrangementSet> {
    pub game: &'a HandGame<W>,
    pub question: HopGoal,
    pub stones: usize,
    pub horizon: usize,
    /// The answers with a piece more; none at the horizon.
    pub next: Option<&'a Vec<W>>,
}

/// A hop by the classes of the islands it changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hop {
    /// On one island.
    Within { class: u8, after: u8 },
    /// From one island to another.
    Across { from: u8, left: u8, to: u8, arrived: u8 },
}

/// The hops that decided the last hands, the latest first: the next hand is mostly much like them.
#[derive(Default)]
struct Favourites(Vec<Hop>);

/// This many are kept.
const MOST_FAVOURITES: usize = 4;

impl Favourites {
    fn decided(&mut self, hop: Hop) {
        let Favourites(hops) = self;
        match hops.iter().position(|&known| known == hop) {
            Some(at) => hops[..=at].rotate_right(1),
            None => {
                hops.truncate(MOST_FAVOURITES - 1);
                hops.insert(0, hop);
            }
        }
    }
}

impl<W: ArrangementSet> RetrogradeStep<'_, W> {
    /// Brings the answers of a layer up to the horizon.
    pub fn fill(
        &self,
        layer: &mut [W],
        threads: usize,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let parts = Mutex::new(layer.chunks_mut(AT_ONCE).enumerate());
        let take = || parts.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next();
        let work = |budget: &mut Budget| -> Result<(), Stopped> {
            let mut favourites = Favourites::default();
            while let Some((part, words)) = take() {
                let hands = &self.game.hands;
                let (mut hand, mut positions) =
                    (hands.hand(part * AT_ONCE, pieces(self.stones)), 0);
                for word in words {
                    positions += self.update(word, &hand, &mut favourites);
                    hands.advance(&mut hand);
                }
                budget.count(positions);
                budget.check()?;
            }
            Ok(())
        };
        together(threads, budget, work).into_iter().collect()
    }

    /// Brings the word of a hand up to the horizon; how many of its positions that took.
    fn update(&self, word: &mut W, hand: &Hand, favourites: &mut Favourites) -> u64 {
        let (suits, mut open) = self.game.ends(hand, self.question);
        let mut found = word.or(suits);
        open = open.minus(found).and(*self.game.arrangements.chosen(hand));
        let attacker = self.question.attacker;
        if mover(self.stones) == attacker && !open.is_empty() {
            let hops = (self.horizon - self.stones).div_ceil(2);
            open = open.and(self.game.near(hand, attacker, hops));
        }
        if !open.is_empty() {
            let more = self.succeeds(hand, open, favourites);
            found = found.or(self.game.arrangements.spread(more, hand));
        }
        *word = found;
        open.count() as u64
    }

    /// Of the open arrangements, those in which the attacker succeeds.
    fn succeeds(&self, hand: &Hand, open: W, favourites: &mut Favourites) -> W {
        let attacks = mover(self.stones) == self.question.attacker;
        let mut left = open;
        let mut decides = |word: &W, changes: [Option<&W::Back>; 2]| {
            left = left.keep(*word, changes, !attacks);
            left.is_empty()
        };
        let known = favourites.0.iter().find(|&&hop| self.one_hop(hand, hop, &mut decides));
        let decided_by = known.copied().or_else(|| self.every_hop(hand, &mut decides));
        if let Some(hop) = decided_by {
            favourites.decided(hop);
        }
        if attacks { open.minus(left) } else { left }
    }

    /// What is known of a hand with a piece more.
    fn word(&self, hand: &Hand) -> W {
        match self.next {
            Some(next) => next[self.game.hands.number(hand, pieces(self.stones + 1))],
            None => self.game.ends(hand, self.question).0,
        }
    }

    /// What one kind of hop leads to, from and to each pair of slots that it fits; whether that decides.
    fn one_hop(
        &self,
        hand: &Hand,
        hop: Hop,
        decides: &mut impl FnMut(&W, [Option<&W::Back>; 2]) -> bool,
    ) -> bool {
        let HandGame { hands, arrangements, .. } = self.game;
        let slots = 0..hands.islands();
        match hop {
            Hop::Within { class, after } => {
                slots.clone().filter(|&s| hand[s] == class).any(|slot| {
                    let (hop, at) = change(hand, slots.end, slot, after);
                    decides(&self.word(&hop), [arrangements.back(slot, at), None])
                })
            }
            Hop::Across { from, left, to, arrived } => {
                slots.clone().filter(|&s| hand[s] == from).any(|slot| {
                    let (flipped, at) = change(hand, slots.end, slot, left);
                    let others = slots.clone().filter(|&s| s != slot && hand[s] == to);
                    others.map(|other| follow(other, slot, at)).any(|other| {
                        let (hop, to) = change(&flipped, slots.end, other, arrived);
                        let back = [arrangements.back(slot, at), arrangements.back(other, to)];
                        decides(&self.word(&hop), back)
                    })
                })
            }
        }
    }

    /// The hop that decides, every hop tried.
    fn every_hop(
        &self,
        hand: &Hand,
        decides: &mut impl FnMut(&W, [Option<&W::Back>; 2]) -> bool,
    ) -> Option<Hop> {
        let HandGame { nest, hands, arrangements, .. } = self.game;
        let (islands, mover) = (hands.islands(), mover(self.stones));
        for slot in 0..islands {
            let from = hand[slot];
            for &after in &nest.islands.within[mover][usize::from(from)] {
                let (hop, at) = change(hand, islands, slot, after);
                if decides(&self.word(&hop), [arrangements.back(slot, at), None]) {
                    return Some(Hop::Within { class: from, after });
                }
            }
            for &left in &nest.islands.leave[mover][usize::from(from)] {
                let (flipped, at) = change(hand, islands, slot, left);
                let first = arrangements.back(slot, at);
                for other in (0..islands).filter(|&other| other != at) {
                    let to = flipped[other];
                    for &arrived in &nest.islands.arrive[mover][usize::from(to)] {
                        let (hop, there) = change(&flipped, islands, other, arrived);
                        if decides(&self.word(&hop), [first, arrangements.back(other, there)]) {
                            return Some(Hop::Across { from, left, to, arrived });
                        }
                    }
                }
            }
        }
        None
    }
}
