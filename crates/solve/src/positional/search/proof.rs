//! What was proved and refuted of positions, as the transposition table keeps it.

use crate::kit::transposition::{self, TableValue, TranspositionTable, WideTable};
use crate::limits::Budget;

/// Refuted for any number of plies.
pub const FOREVER: u8 = 255;

/// Not proved for any number of plies.
const NEVER: u8 = 255;

/// Two sets of points, and whatever else tells positions apart.
pub type Key = transposition::Key<4>;

/// The key of two sets of points and a tag.
pub fn key(sets: [u128; 2], tag: u8) -> Key {
    let [a, b] = sets.map(|set| [set as u64, (set >> 64) as u64]);
    Key { words: [a[0], a[1], b[0], b[1]], extra: tag.into() }
}

/// The table, shared by all its clones.
pub type ProofTable = TranspositionTable<Entries>;

/// How it lies in memory.
type Entries = WideTable<4, Proof>;

impl Default for ProofTable {
    fn default() -> Self {
        TranspositionTable::new(256)
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The most plies for which the attacker is known to fail.
    pub refuted: u8,
    /// The fewest plies for which he is known to succeed.
    pub proved: u8,
    /// The move that decided it last, as the search numbers moves.
    pub best: u16,
}

impl Proof {
    /// Nothing is known.
    pub const NOTHING: Proof = Proof { refuted: 0, proved: NEVER, best: u16::MAX };

    /// The answer for this many plies, if it is known.
    pub fn answer(&self, plies: u8) -> Option<bool> {
        if self.proved <= plies && self.proved != NEVER {
            Some(true)
        } else if self.refuted >= plies {
            Some(false)
        } else {
            None
        }
    }

    /// What a search for this many plies need not find out again: none if the attacker succeeds, otherwise for how many plies he fails.
    #[inline]
    pub fn settled(&self, plies: u8) -> Option<Option<u8>> {
        self.answer(plies).map(|succeeds| (!succeeds).then_some(self.refuted))
    }

    /// What is known when a search for this many plies has answered so, and which move decided it.
    #[inline]
    pub fn with(self, answer: Option<u8>, plies: u8, best: u16) -> Self {
        match answer {
            None => Proof { proved: self.proved.min(plies), best, ..self },
            Some(failed) => Proof { refuted: self.refuted.max(failed), best, ..self },
        }
    }
}

impl TableValue for Proof {
    const BITS: u32 = 32;
    const NOTHING: Self = Proof::NOTHING;

    fn bits(self) -> u64 {
        let [low, high] = self.best.to_le_bytes();
        u32::from_le_bytes([self.refuted, self.proved, low, high]).into()
    }

    fn from_bits(bits: u64) -> Self {
        let [refuted, proved, low, high] = (bits as u32).to_le_bytes();
        Proof { refuted, proved, best: u16::from_le_bytes([low, high]) }
    }

    fn joined(self, before: Self) -> Self {
        // Another thread may have found out more in the meantime.
        let (refuted, proved) = (self.refuted.max(before.refuted), self.proved.min(before.proved));
        Proof { refuted, proved, ..self }
    }
}

/// The bytes of an entry in a file: the words of the key, its tag, the plies refuted and proved, the move that decided (2), the work.
pub const ENTRY_BYTES: usize = 38;

/// The entries of a table that took this many positions or more, as bytes. Threads may be at the table meanwhile.
pub fn saved(table: &Entries, positions: u64) -> impl Iterator<Item = [u8; ENTRY_BYTES]> {
    let least = transposition::work(positions);
    table.entries().filter(move |(_, _, work)| *work >= least).map(|(key, proof, work)| {
        let mut bytes = [0; ENTRY_BYTES];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(key.words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes[32] = key.extra as u8;
        bytes[33..37].copy_from_slice(&proof.bits().to_le_bytes()[..4]);
        bytes[37] = work as u8;
        bytes
    })
}

/// Takes up an entry again; false if it is invalid.
pub fn take_up(table: &mut ProofTable, bytes: &[u8; ENTRY_BYTES], budget: &mut Budget) -> bool {
    let word = |at: usize| (0..8).fold(0, |word, i| word | u64::from(bytes[at + i]) << (8 * i));
    let key = Key { words: [word(0), word(8), word(16), word(24)], extra: bytes[32].into() };
    let best = u16::from_le_bytes([bytes[35], bytes[36]]);
    let (proof, work) = (Proof { refuted: bytes[33], proved: bytes[34], best }, bytes[37]);
    let valid = (1..=63).contains(&work) && (proof.proved == NEVER || proof.refuted < proof.proved);
    if valid {
        table.put(&key, proof, 1 << (work - 1), budget);
    }
    valid
}

/// The answer for the plies asked for: yes, no, or never (none). A search tells none if the attacker succeeds, otherwise
/// for how many plies he fails.
pub fn verdict(refuted: Option<u8>) -> Option<bool> {
    match refuted {
        None => Some(true),
        Some(FOREVER) => None,
        Some(_) => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let (mut table, mut again) = (ProofTable::default(), ProofTable::default());
        let mut budget = Budget::unlimited();
        let position = |i: u32| key([u128::from(i) << 60, u128::from(i * 7) << 100], i as u8);
        let proof = |i: u32| Proof { refuted: (i % 200) as u8, proved: 201, best: i as u16 };
        (0..1000).for_each(|i| table.put(&position(i), proof(i), i.into(), &mut budget));
        for bytes in saved(&table.current(), 1) {
            assert!(take_up(&mut again, &bytes, &mut budget));
        }
        for table in [&mut table, &mut again] {
            let there = |i: &u32| {
                let found = table.get(&position(*i));
                assert!(found == proof(*i) || found == Proof::NOTHING);
                found != Proof::NOTHING
            };
            assert!((0..1000).filter(there).count() > 800);
        }
        assert!(saved(&table.current(), 512).count() < 500);
    }

    #[test]
    fn answers_add_to_what_is_known() {
        let proof = Proof::NOTHING.with(Some(3), 3, 7).with(None, 9, 8).with(Some(2), 2, 9);
        assert_eq!(proof, Proof { refuted: 3, proved: 9, best: 9 });
        let settled = [3, 4, 8, 9, 10].map(|plies| proof.settled(plies));
        assert_eq!(settled, [Some(Some(3)), None, None, Some(None), Some(None)]);
    }

    #[test]
    fn more_is_known_of_what_was_known() {
        let old = Proof { refuted: 3, proved: 9, best: 1 };
        let new = Proof { refuted: 5, proved: NEVER, best: 2 };
        assert_eq!(new.joined(old), Proof { refuted: 5, proved: 9, best: 2 });
    }
}
