//! Keys of the verifier's table: a position, who is to move (positions of impartial games do not tell), and all that the
//! strategy remembers.
//!
//! A key is complete: it is all of these, never a hash of them. If the strategy treats symmetric positions
//! alike, a key may be the image of the position under a symmetry of the board. Then positions with the same key are
//! symmetric, and so is all that can happen from them. Which of the images is taken only decides how much is shared:
//! here the one of the smallest fingerprint, out of those that bring two anchors to the first two places. (The
//! anchors of an image are the images of the anchors, so all images of one position agree on the choice.)

use std::hash::BuildHasher;

use outplay_rules::player::Player;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;

use crate::strategic::{Permutation, Strategic};
use crate::strategy::{Invariance, Memory};

/// More symmetries than this cost more than they save.
const MOST_SYMMETRIES: usize = 150_000;

/// What the table is asked for.
pub type Key<S> = (<S as Space>::Position, Player, Memory);

/// A symmetry of the board: where places go, and where the entries of a position go.
struct Symmetry {
    to: Permutation,
    entries: Vec<u16>,
}

/// Makes the keys of one game for one strategy.
pub struct Keys<'r, S: Strategic> {
    rules: &'r Game<S>,
    invariance: Invariance,
    symmetries: Vec<Symmetry>,
    /// For each pair of places, the symmetries that bring them to places 0 and 1.
    by_front: Vec<Vec<u32>>,
    places: usize,
    hasher: foldhash::fast::FixedState,
}

impl<'r, S: Strategic> Keys<'r, S> {
    /// Keys for a strategy that treats alike what `invariance` says.
    pub fn new(rules: &'r Game<S>, invariance: Invariance) -> Self {
        let places = rules.places().len();
        let mut symmetries = match invariance {
            Invariance::Nothing => Vec::new(),
            _ => rules.symmetries(MOST_SYMMETRIES),
        };
        if !symmetries.is_empty() {
            symmetries.push((0..places as u16).collect());
        }
        let with_entries = |to: Permutation| Symmetry { entries: rules.space().entries(&to), to };
        let symmetries: Vec<Symmetry> = symmetries.into_iter().map(with_entries).collect();
        let mut by_front =
            vec![Vec::new(); if symmetries.is_empty() { 0 } else { places * places }];
        for (index, Symmetry { to, .. }) in symmetries.iter().enumerate() {
            let back = |front: u16| to.iter().position(|&image| image == front).unwrap_or(0);
            by_front[back(0) * places + back(1.min(places as u16 - 1))].push(index as u32);
        }
        let hasher = foldhash::fast::FixedState::with_seed(7);
        Keys { rules, invariance, symmetries, by_front, places, hasher }
    }

    /// The key of a position with who is to move and a memory.
    pub fn key(&self, position: &S::Position, mover: Player, memory: &Memory) -> Key<S> {
        let (position, memory) = self.shared(position, memory);
        (position, mover, memory)
    }

    /// The position and memory that stand for all that are alike.
    fn shared(&self, position: &S::Position, memory: &Memory) -> (S::Position, Memory) {
        if self.symmetries.is_empty() {
            return self.tidied(position.clone(), memory.clone());
        }
        let best = self
            .candidates(position)
            .min_by_key(|&index| {
                let symmetry = &self.symmetries[index as usize];
                let to = &symmetry.to;
                let place = memory.place.map(|place| to[place as usize]);
                match self.rules.space().code(position, to).filter(|_| memory.last.is_none()) {
                    Some(code) => (code, place),
                    None => {
                        (self.hasher.hash_one(self.image(position, memory, symmetry)).into(), place)
                    }
                }
            })
            .unwrap_or(0);
        self.image(position, memory, &self.symmetries[best as usize])
    }

    /// The symmetries to try for a position: those that bring two anchors to the front, or all if there are none.
    fn candidates(&self, position: &S::Position) -> Box<dyn Iterator<Item = u32> + '_> {
        let anchors = self.rules.space().anchors(position);
        let front = move |&a: &u16| anchors.clone().into_iter().map(move |b| (a, b));
        let pairs: Vec<(u16, u16)> =
            self.rules.space().anchors(position).iter().flat_map(front).collect();
        let at = |(a, b): (u16, u16)| &self.by_front[a as usize * self.places + b as usize];
        if pairs.iter().any(|&pair| !at(pair).is_empty()) {
            return Box::new(pairs.into_iter().flat_map(move |pair| at(pair).iter().copied()));
        }
        Box::new(0..self.symmetries.len() as u32)
    }

    fn image(
        &self,
        position: &S::Position,
        memory: &Memory,
        symmetry: &Symmetry,
    ) -> (S::Position, Memory) {
        let Symmetry { to, entries } = symmetry;
        let memory = Memory {
            last: memory.last.as_ref().map(|mv| mv.renamed(|place| to[place as usize])),
            place: memory.place.map(|place| to[place as usize]),
            plan: memory.plan,
        };
        self.tidied(self.rules.space().image(position, to, entries), memory)
    }

    /// Interchangeable parts in a fixed order; a memory that names a place could be about one of them.
    fn tidied(&self, position: S::Position, memory: Memory) -> (S::Position, Memory) {
        let names_places = memory.last.is_some() || memory.place.is_some();
        let blind = self.rules.sees_structure_only();
        if self.invariance == Invariance::Remainder && blind && !names_places {
            return (self.rules.space().tidied(&position), memory);
        }
        (position, memory)
    }

    /// The bytes of a key, for limits on memory.
    pub fn key_bytes(&self) -> usize {
        self.rules.space().position_bytes() + size_of::<Memory>()
    }
}
