//! Winning sequences of threats: the attacker makes a threat with every stone, so that every reply is forced, until he
//! makes two at once.
//!
//! Sequences are found far deeper than a search that looks at all replies could go. Only what is found means something:
//! a sequence that is not found may be there, because the search for it is given up after some positions.

use std::collections::HashSet;
use std::ops::Range;

use super::points;

/// The search for sequences of one attacker, each taking one point a turn.
#[derive(Clone)]
pub struct ThreatSequences {
    /// The attacker's and the defender's sets.
    sets: [Vec<u128>; 2],
    /// The attacker's and the defender's sets through each point.
    through: [Vec<Vec<u128>>; 2],
    /// Positions (the attacker's stones and the defender's), the attacker to move, from which there is no sequence.
    none: HashSet<(u128, u128), foldhash::fast::RandomState>,
    /// When there are more they are all forgotten.
    most_known: usize,
    /// For each position on the way, what is missing of the attacker's open sets that miss two points.
    pairs: Vec<u128>,
}

/// The attacker's stones, each with the reply that it forces. The last one makes two threats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreatSequence(Vec<(u8, u8)>);

/// A position on the way, the attacker to move.
struct ThreatPosition {
    stones: [u128; 2],
    /// Where to find its pairs.
    pairs: Range<usize>,
    /// The points at which the defender threatens to complete a set.
    forced: u128,
}

/// Longer searches are given up.
const PATIENCE: u32 = 1000;

/// What is missing of those sets of the attacker's that are open and miss two points.
fn pairs(sets: &[u128], [own, other]: [u128; 2]) -> impl Iterator<Item = u128> {
    let open = sets.iter().filter(move |set| *set & other == 0);
    open.map(move |set| set & !own).filter(|missing| {
        let rest = missing & missing.wrapping_sub(1);
        rest.is_power_of_two()
    })
}

impl ThreatSequences {
    /// Nothing known yet; to stay below this many bytes.
    pub fn new(sets: [Vec<u128>; 2], bytes: u64) -> Self {
        let with = |own: &[u128], point: usize| -> Vec<u128> {
            own.iter().copied().filter(|set| set >> point & 1 == 1).collect()
        };
        let through =
            [0, 1].map(|player: usize| (0..128).map(|point| with(&sets[player], point)).collect());
        // A set may have room for twice its entries, and while it grows it is there twice.
        let entry = 3 * (size_of::<(u128, u128)>() + 1);
        let most_known = (bytes as usize / entry).max(16);
        ThreatSequences { sets, through, none: HashSet::default(), most_known, pairs: Vec::new() }
    }

    /// A winning sequence of the attacker, who is to move and cannot complete a set; and how many positions were looked at.
    pub fn find(&mut self, stones: [u128; 2]) -> (Option<ThreatSequence>, u32) {
        if self.none.len() >= self.most_known {
            self.none.clear();
        }
        self.pairs.clear();
        self.pairs.extend(pairs(&self.sets[0], stones));
        let forced = threats(&self.sets[1], stones);
        let (mut patience, mut sequence) = (PATIENCE, ThreatSequence::default());
        let moment = ThreatPosition { stones, pairs: 0..self.pairs.len(), forced };
        let found = self.from(&moment, &mut patience, &mut sequence);
        (found.then_some(sequence), PATIENCE - patience + 1)
    }

    /// How many open sets of the attacker's a point is on.
    pub fn open_sets(&self, stones: [u128; 2], point: usize) -> usize {
        self.through[0][point].iter().filter(|set| *set & stones[1] == 0).count()
    }

    /// Whether there is a sequence, which is then added.
    fn from(
        &mut self,
        moment: &ThreatPosition,
        patience: &mut u32,
        sequence: &mut ThreatSequence,
    ) -> bool {
        let mut tried = self.pairs[moment.pairs.clone()].iter().fold(0, |all, pair| all | pair);
        // A threat of the defender's must be answered, by a threat.
        match moment.forced.count_ones() {
            0 => {}
            1 => tried &= moment.forced,
            _ => return false,
        }
        if tried == 0 {
            return false;
        }
        let double = |&point: &usize| !self.replies(moment, point).is_power_of_two();
        if let Some(point) = points(tried).find(double) {
            sequence.0.push((point as u8, point as u8));
            return true;
        }
        let known = (moment.stones[0], moment.stones[1]);
        if *patience == 0 || self.none.contains(&known) {
            return false;
        }
        *patience -= 1;
        for point in points(tried) {
            let reply = self.replies(moment, point).trailing_zeros() as usize;
            sequence.0.push((point as u8, reply as u8));
            let next = self.after(moment, point, reply);
            if self.from(&next, patience, sequence) {
                return true;
            }
            sequence.0.pop();
            self.pairs.truncate(moment.pairs.end);
        }
        // What was given up is not known.
        if *patience > 0 {
            self.none.insert(known);
        }
        false
    }

    /// The points that a stone at this point threatens to take.
    fn replies(&self, moment: &ThreatPosition, point: usize) -> u128 {
        let pairs = self.pairs[moment.pairs.clone()].iter();
        let through = pairs.filter(|pair| *pair >> point & 1 == 1);
        through.fold(0, |all, pair| all | pair) & !(1 << point)
    }

    /// The position after a stone and the reply to it. Only sets through the stone come to miss two points.
    fn after(&mut self, moment: &ThreatPosition, point: usize, reply: usize) -> ThreatPosition {
        let (bit, answer) = (1u128 << point, 1u128 << reply);
        let stones = [moment.stones[0] | bit, moment.stones[1] | answer];
        let start = self.pairs.len();
        for at in moment.pairs.clone() {
            let pair = self.pairs[at];
            if pair & (bit | answer) == 0 {
                self.pairs.push(pair);
            }
        }
        self.pairs.extend(pairs(&self.through[0][point], stones));
        // There was no other threat of the defender's, or the stone has answered it.
        let forced = threats(&self.through[1][reply], stones);
        ThreatPosition { stones, pairs: start..self.pairs.len(), forced }
    }

    /// Whether a sequence that was found for the attacker, who is to move, wins although the defender has this stone more.
    pub fn holds(&self, sequence: &ThreatSequence, mut stones: [u128; 2], newest: usize) -> bool {
        let mut last = newest;
        for (index, &(point, reply)) in sequence.0.iter().enumerate() {
            let bit = 1u128 << point;
            let forced = threats(&self.through[1][last], stones);
            if (stones[0] | stones[1]) & bit != 0 || forced & !bit != 0 {
                return false;
            }
            stones[0] |= bit;
            let [own, other] = stones;
            let made = threats(&self.through[0][usize::from(point)], [other, own]);
            match made.count_ones() {
                0 => return false,
                1 if index + 1 == sequence.0.len() || made != 1 << reply => return false,
                1 => stones[1] |= made,
                _ => return true,
            }
            last = usize::from(reply);
        }
        false
    }
}

/// The points that complete one of these sets of the second player here.
fn threats(sets: &[u128], [own, other]: [u128; 2]) -> u128 {
    let missing = sets.iter().filter(|set| *set & own == 0).map(|set| set & !other);
    missing.filter(|missing| missing.is_power_of_two()).fold(0, |all, missing| all | missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With stone 0 the attacker makes two threats at 1. The defender has stone 5.
    #[test]
    fn a_sequence_holds_unless_the_reply_stops_it_or_threatens_elsewhere() {
        let set = |points: [u32; 3]| points.iter().fold(0u128, |set, point| set | 1 << point);
        let attack = vec![set([0, 1, 2]), set([0, 1, 3])];
        let holds = |third: u32, reply: usize| {
            let mut sequences = ThreatSequences::new([attack.clone(), vec![set([5, 6, third])]], 0);
            let sequence = sequences.find([1, 1 << 5]).0.unwrap();
            sequences.holds(&sequence, [1, 1 << 5 | 1 << reply], reply)
        };
        // A reply elsewhere changes nothing; those at the points of the sequence stop it.
        assert!(holds(7, 8));
        assert!(!holds(7, 1) && !holds(7, 2) && !holds(7, 3));
        // A threat must be answered, which the stone at 1 does if it is there.
        assert!(!holds(7, 6));
        assert!(holds(1, 6));
    }
}
