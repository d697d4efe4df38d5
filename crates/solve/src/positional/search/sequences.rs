//! Winning sequences of threats: the attacker makes a threat with every stone, so that every reply is forced, until he
//! makes two at once.
//!
//! Sequences are found far deeper than a search that looks at all replies could go. Only what is found means something: a
//! sequence that is not found may be there, because the search for it is given up after some positions.

use std::collections::HashMap;

use super::points;

/// The search for sequences of one attacker, each taking one point a turn.
#[derive(Clone)]
pub struct Sequences {
    /// The attacker's and the defender's sets.
    sets: [Vec<u128>; 2],
    /// The attacker's sets through each point.
    through: Vec<Vec<u128>>,
    /// The points of a sequence, none if there is no sequence, by the two players' stones, the attacker to move.
    known: HashMap<[u128; 2], Option<u128>, foldhash::fast::RandomState>,
    /// When there are more they are all forgotten.
    most_known: usize,
}

/// Longer searches are given up.
const PATIENCE: u32 = 50;

impl Sequences {
    /// Nothing known yet; to stay below so many bytes.
    pub fn new(sets: [Vec<u128>; 2], bytes: u64) -> Self {
        let with = |point: usize| sets[0].iter().copied().filter(move |set| set >> point & 1 == 1);
        let through = (0..128).map(|point| with(point).collect()).collect();
        // A map may have room for twice its entries, and while it grows it is there twice.
        let entry = 3 * (size_of::<([u128; 2], Option<u128>)>() + 1);
        let most_known = (bytes as usize / entry).max(16);
        Sequences { sets, through, known: HashMap::default(), most_known }
    }

    /// The points of the sets that a winning sequence of the attacker, who is to move, threatens to complete; and how many
    /// positions were looked at.
    pub fn find(&mut self, stones: [u128; 2]) -> (Option<u128>, u32) {
        if self.known.len() >= self.most_known {
            self.known.clear();
        }
        let mut patience = PATIENCE;
        let found = self.from(stones, &mut patience);
        (found, PATIENCE - patience + 1)
    }

    fn from(&mut self, stones: [u128; 2], patience: &mut u32) -> Option<u128> {
        let [own, other] = stones;
        let mut tried = 0;
        for set in self.sets[0].iter().filter(|set| *set & other == 0) {
            let missing = set & !own;
            match missing.count_ones() {
                0 | 1 => return Some(*set),
                2 => tried |= missing,
                _ => {}
            }
        }
        // A threat of the defender's must be answered, by a threat.
        let mut forced = 0;
        for set in self.sets[1].iter().filter(|set| *set & own == 0) {
            let missing = set & !other;
            if missing.count_ones() <= 1 {
                forced |= missing;
            }
        }
        match forced.count_ones() {
            0 => {}
            1 => tried &= forced,
            _ => return None,
        }
        if tried == 0 {
            return None;
        }
        if let Some(&known) = self.known.get(&stones) {
            return known;
        }
        if *patience == 0 {
            return None;
        }
        *patience -= 1;
        let found = points(tried).find_map(|point| self.by(stones, point, patience));
        // What was given up is not known.
        if found.is_some() || *patience > 0 {
            self.known.insert(stones, found);
        }
        found
    }

    /// A sequence that begins at a point.
    fn by(&mut self, [own, other]: [u128; 2], point: usize, patience: &mut u32) -> Option<u128> {
        let bit = 1 << point;
        let (mut threats, mut sets) = (0, 0);
        for set in self.through[point].iter().filter(|set| *set & other == 0) {
            let missing = set & !own & !bit;
            if missing.is_power_of_two() {
                threats |= missing;
                sets |= set;
            }
        }
        match threats.count_ones() {
            0 => None,
            1 => self.from([own | bit, other | threats], patience).map(|rest| rest | sets),
            _ => Some(sets),
        }
    }
}
