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
    /// Whether there is a sequence, by the two players' stones, the attacker to move.
    known: HashMap<[u128; 2], bool, foldhash::fast::RandomState>,
    /// When there are more they are all forgotten.
    most_known: usize,
}

/// Longer searches are given up. Measured on Qubic: 30 and 100 both take more time in all.
const PATIENCE: u32 = 50;

/// One search for a sequence.
struct Attempt {
    patience: u32,
    /// The points of the sets that the sequence threatens to complete.
    used: u128,
}

impl Sequences {
    /// Nothing known yet; to stay below so many bytes.
    pub fn new(sets: [Vec<u128>; 2], bytes: u64) -> Self {
        let with = |point: usize| sets[0].iter().copied().filter(move |set| set >> point & 1 == 1);
        let through = (0..128).map(|point| with(point).collect()).collect();
        // A map may have room for twice its entries, and while it grows it is there twice.
        let entry = 3 * (size_of::<([u128; 2], bool)>() + 1);
        let most_known = (bytes as usize / entry).max(16);
        Sequences { sets, through, known: HashMap::default(), most_known }
    }

    /// The points of a winning sequence of the attacker, who is to move, and how many positions were looked at.
    pub fn find(&mut self, stones: [u128; 2], free: u128) -> (Option<u128>, u32) {
        if self.known.len() >= self.most_known {
            self.known.clear();
        }
        let mut attempt = Attempt { patience: PATIENCE, used: 0 };
        let found = self.wins(stones, free, &mut attempt);
        (found.then_some(attempt.used), PATIENCE - attempt.patience + 1)
    }

    fn wins(&mut self, stones: [u128; 2], free: u128, attempt: &mut Attempt) -> bool {
        let [own, other] = stones;
        let mut points_to_try = 0;
        for set in self.sets[0].iter().filter(|set| *set & other == 0) {
            let missing = set & !own;
            match missing.count_ones() {
                0 | 1 => {
                    attempt.used |= set;
                    return true;
                }
                2 => points_to_try |= missing,
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
            1 => points_to_try &= forced,
            _ => return false,
        }
        if points_to_try == 0 {
            return false;
        }
        if let Some(&known) = self.known.get(&stones) {
            return known;
        }
        if attempt.patience == 0 {
            return false;
        }
        attempt.patience -= 1;
        let found = points(points_to_try).any(|point| self.wins_by(stones, free, point, attempt));
        // What was given up is not known.
        if found || attempt.patience > 0 {
            self.known.insert(stones, found);
        }
        found
    }

    /// Whether the sequence that begins at a point wins.
    fn wins_by(
        &mut self,
        [own, other]: [u128; 2],
        free: u128,
        point: usize,
        attempt: &mut Attempt,
    ) -> bool {
        let bit = 1 << point;
        let (mut threats, mut sets) = (0, 0);
        for set in self.through[point].iter().filter(|set| *set & other == 0) {
            let missing = set & !own & !bit;
            if missing.is_power_of_two() {
                threats |= missing;
                sets |= set;
            }
        }
        let free = free & !bit;
        let wins = match threats.count_ones() {
            0 => false,
            1 => self.wins([own | bit, other | threats], free & !threats, attempt),
            _ => true,
        };
        attempt.used |= if wins { sets } else { 0 };
        wins
    }
}
