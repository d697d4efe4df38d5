//! What was proved and refuted, in a table that forgets the cheapest when the memory is used up.
//!
//! The key is the whole position, never a hash of it. Threads share the table; each holds the lock of one part of it at a
//! time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::limits::Budget;

/// Refuted for any number of plies.
pub const FOREVER: u8 = 255;

/// Not proved for any number of plies.
const NEVER: u8 = 255;

/// Two sets of points, and whatever else tells positions apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Key {
    /// Two sets of points.
    pub sets: [u128; 2],
    /// The rest.
    pub tag: u8,
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

    /// The answer for so many plies, if it is known.
    pub fn answer(&self, plies: u8) -> Option<bool> {
        if self.proved <= plies && self.proved != NEVER {
            Some(true)
        } else if self.refuted >= plies {
            Some(false)
        } else {
            None
        }
    }
}

/// A key with its proof. The parts of the key lie flat, which saves a quarter of the room.
#[derive(Clone, Copy)]
struct Entry {
    sets: [u128; 2],
    proof: Proof,
    tag: u8,
    /// About how many positions it took, as a power of two; 0 for an empty entry.
    work: u8,
}

const EMPTY: Entry = Entry { sets: [0, 0], proof: Proof::NOTHING, tag: 0, work: 0 };

impl Entry {
    fn new(key: Key, proof: Proof, work: u8) -> Self {
        Entry { sets: key.sets, proof, tag: key.tag, work }
    }

    fn key(&self) -> Key {
        Key { sets: self.sets, tag: self.tag }
    }
}

/// The table, shared by all its clones.
#[derive(Clone)]
pub struct ProofTable(Arc<[Mutex<Part>; ProofTable::PARTS]>);

/// A part of the table.
struct Part {
    entries: Vec<Entry>,
    used: usize,
    full: bool,
}

/// A key has its entry in one of so many places.
const WAYS: usize = 4;
const FIRST_SIZE: usize = 1 << 8;

impl Default for ProofTable {
    fn default() -> Self {
        let part = |_| Mutex::new(Part { entries: vec![EMPTY; FIRST_SIZE], used: 0, full: false });
        ProofTable(Arc::new(std::array::from_fn(part)))
    }
}

impl Key {
    /// A number that is the same for equal keys.
    pub fn hash(&self) -> u64 {
        let mut hash = u64::from(self.tag) ^ 0x9e37_79b9_7f4a_7c15;
        for set in self.sets {
            for word in [set as u64, (set >> 64) as u64] {
                hash = (hash ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
                hash ^= hash >> 32;
            }
        }
        hash
    }
}

impl ProofTable {
    /// So many locks, so that threads seldom wait for each other.
    pub const PARTS: usize = 16;

    fn part(&self, hash: u64) -> MutexGuard<'_, Part> {
        // A thread that panicked left nothing that is not so.
        self.0[(hash >> 60) as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a position.
    pub fn get(&self, key: &Key) -> Proof {
        let part = self.part(key.hash());
        let at = part.bucket(key);
        let ways = part.entries[at..at + WAYS].iter();
        ways.filter(|entry| entry.work > 0 && entry.key() == *key)
            .map(|entry| entry.proof)
            .next()
            .unwrap_or(Proof::NOTHING)
    }

    /// Keeps what was found out, and how many positions it took.
    pub fn put(&self, key: Key, proof: Proof, positions: u64, budget: &mut Budget) {
        let work = (64 - positions.leading_zeros()).max(1) as u8;
        self.place(Entry::new(key, proof, work), budget);
    }

    fn place(&self, entry: Entry, budget: &mut Budget) {
        let mut part = self.part(entry.key().hash());
        if !part.full && part.used * 4 > part.entries.len() * 3 {
            part.grow(budget);
        }
        part.place(entry);
    }

    /// What took so many positions or more, as bytes, [`ENTRY_BYTES`] an entry, a part of the table at a time. Threads
    /// may be at the table meanwhile: each entry is true on its own.
    pub fn saved(&self, positions: u64) -> impl Iterator<Item = Vec<u8>> {
        let least = (64 - positions.leading_zeros()).max(1) as u8;
        self.0.iter().map(move |part| {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = part.entries.iter().filter(|entry| entry.work >= least);
            kept.flat_map(Entry::bytes).collect()
        })
    }

    /// Takes up an entry again; false if it cannot be one.
    pub fn take_up(&self, bytes: &[u8; ENTRY_BYTES], budget: &mut Budget) -> bool {
        let entry = Entry::read(bytes);
        let known = (1..=64).contains(&entry.work)
            && (entry.proof.proved == NEVER || entry.proof.refuted < entry.proof.proved);
        if known {
            self.place(entry, budget);
        }
        known
    }
}

/// The bytes of an entry in a file: the sets, the tag, the plies refuted and proved, the move that decided (2), the work.
pub const ENTRY_BYTES: usize = 38;

impl Entry {
    fn bytes(&self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..16].copy_from_slice(&self.sets[0].to_le_bytes());
        bytes[16..32].copy_from_slice(&self.sets[1].to_le_bytes());
        let Proof { refuted, proved, best } = self.proof;
        let [low, high] = best.to_le_bytes();
        bytes[32..].copy_from_slice(&[self.tag, refuted, proved, low, high, self.work]);
        bytes
    }

    fn read(bytes: &[u8; ENTRY_BYTES]) -> Self {
        let set = |at: usize| (0..16).fold(0, |set, i| set | u128::from(bytes[at + i]) << (8 * i));
        let best = u16::from_le_bytes([bytes[35], bytes[36]]);
        let proof = Proof { refuted: bytes[33], proved: bytes[34], best };
        Entry { sets: [set(0), set(16)], proof, tag: bytes[32], work: bytes[37] }
    }
}

impl Part {
    fn bucket(&self, key: &Key) -> usize {
        (key.hash() as usize % (self.entries.len() / WAYS)) * WAYS
    }

    fn place(&mut self, entry: Entry) {
        let key = entry.key();
        let at = self.bucket(&key);
        let ways = &mut self.entries[at..at + WAYS];
        let same = ways.iter().position(|old| old.work > 0 && old.key() == key);
        let cheapest = || ways.iter().enumerate().min_by_key(|(_, old)| old.work).map(|(i, _)| i);
        let Some(way) = same.or_else(cheapest) else { return };
        self.used += usize::from(ways[way].work == 0);
        let mut entry = entry;
        if same.is_some() {
            // Another thread may have found out more in the meantime.
            entry.work = entry.work.max(ways[way].work);
            entry.proof.refuted = entry.proof.refuted.max(ways[way].proof.refuted);
            entry.proof.proved = entry.proof.proved.min(ways[way].proof.proved);
        }
        ways[way] = entry;
    }

    /// Doubles the table if the memory allows it.
    fn grow(&mut self, budget: &mut Budget) {
        let size = self.entries.len() * 2;
        let bytes = size * size_of::<Entry>();
        let left = budget.limit_left();
        // While it grows the old table is there too; then half as much again is kept as before.
        if left.is_some_and(|left| bytes as u64 > left) || budget.keep(bytes / 2).is_err() {
            self.full = true;
            return;
        }
        let old = std::mem::replace(&mut self.entries, vec![EMPTY; size]);
        self.used = 0;
        old.into_iter().filter(|entry| entry.work > 0).for_each(|entry| self.place(entry));
    }
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
    use crate::limits::Limits;

    #[test]
    fn nothing_is_confused_when_the_table_forgets() {
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        let proofs = ProofTable::default();
        let key =
            |i: u32| Key { sets: [u128::from(i) << 60, u128::from(i * 7)], tag: (i % 3) as u8 };
        let proof = |i: u32| Proof { refuted: (i % 200) as u8, proved: 201, best: i as u16 };
        for i in 0..100_000 {
            proofs.put(key(i), proof(i), u64::from(i % 9), &mut budget);
        }
        assert!(budget.progress().memory <= 1 << 20);
        let known = (0..100_000).filter(|&i| {
            let found = proofs.get(&key(i));
            assert!(found == proof(i) || found == Proof::NOTHING);
            found == proof(i)
        });
        assert!(known.count() > 5_000);
    }
}
