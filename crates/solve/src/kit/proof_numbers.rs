//! Proof numbers: an estimate of what it takes to answer a question, so that the cheapest is searched next.
//!
//! Every question carries a pair of [`ProofNumbers`], a guess at what it would take to answer it yes or no. A yes needs one move, so the
//! cheapest counts; a no needs all moves, and because moves lead to the same positions again and again their
//! proof numbers are not added: the largest counts, and one for each other move (Ueda, Hashimoto, Hashimoto and Iida's *weak* proof
//! numbers). A search goes down to the most promising position and stays below it until another looks better (df-pn,
//! Nagai), by a sixteenth, so that it does not change its mind all the time.
//!
//! Proof numbers only guide a search. What is answered is kept elsewhere.

use std::collections::HashMap;
use std::hash::Hash;

/// What it seems to take to show that a goal is reached, and that it is missed. One is 0 when the other is [`NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// To show that it is reached.
    pub proof: u32,
    /// To show that it is missed.
    pub disproof: u32,
}

/// More than any proof number.
pub const NEVER: u32 = 1 << 30;
/// The answer is yes.
pub const PROVED: ProofNumbers = ProofNumbers { proof: 0, disproof: NEVER };
/// The answer is no.
pub const DISPROVED: ProofNumbers = ProofNumbers { proof: NEVER, disproof: 0 };
/// A limit that no proof number reaches: only an answer ends the search.
pub const UNLIMITED: ProofNumbers = ProofNumbers { proof: NEVER, disproof: NEVER };

impl ProofNumbers {
    /// The same question, asked the other way round.
    pub fn turned(self) -> Self {
        ProofNumbers { proof: self.disproof, disproof: self.proof }
    }

    /// Reaching either goal is enough.
    pub fn either(a: ProofNumbers, b: ProofNumbers) -> Self {
        let more = (a.disproof > 0 && b.disproof > 0) as u32;
        ProofNumbers {
            proof: a.proof.min(b.proof),
            disproof: (a.disproof.max(b.disproof) + more).min(NEVER),
        }
    }

    /// Whether nothing is left to do below this limit.
    pub fn is_beyond(self, limit: ProofNumbers) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }
}

/// A limit on a proof number of which so much is already used elsewhere.
pub fn less(limit: u32, used: u32) -> u32 {
    if limit == NEVER { NEVER } else { limit - used }
}

/// The move to look into next, and what the next best would take.
pub struct Next {
    /// Its place among the moves.
    pub at: usize,
    rival: u32,
    /// The other moves that are not refuted.
    others: u32,
}

impl Next {
    /// How far to look into the opponent's question after this move, if the limit on our own is this.
    pub fn limit(&self, limit: ProofNumbers) -> ProofNumbers {
        let patience = (self.rival + 1 + self.rival / 16).min(NEVER);
        ProofNumbers {
            proof: less(limit.disproof, self.others),
            disproof: limit.proof.min(patience),
        }
    }
}

/// What a question takes whose moves let the opponent reply so.
pub fn weigh(replies: impl Iterator<Item = ProofNumbers>) -> (ProofNumbers, Next) {
    let mut numbers = DISPROVED;
    let mut next = Next { at: 0, rival: NEVER, others: 0 };
    let mut open = 0;
    for (at, theirs) in replies.enumerate() {
        open += (theirs.proof > 0) as u32;
        numbers.disproof = numbers.disproof.max(theirs.proof);
        if theirs.disproof < numbers.proof {
            next = Next { at, rival: numbers.proof, others: 0 };
            numbers.proof = theirs.disproof;
        } else {
            next.rival = next.rival.min(theirs.disproof);
        }
    }
    next.others = open.max(1) - 1;
    if 0 < numbers.disproof && numbers.disproof < NEVER {
        numbers.disproof = (numbers.disproof + next.others).min(NEVER - 1);
    }
    (numbers, next)
}

/// The proof numbers of questions that were searched. When there are too many, the cheaper half is dropped.
#[derive(Clone, Debug)]
pub struct ProofNumberTable<K> {
    known: HashMap<K, ProofNumbers, foldhash::fast::RandomState>,
    most: usize,
}

impl<K: Hash + Eq> ProofNumberTable<K> {
    /// Nothing known yet; to stay below this many bytes.
    pub fn new(bytes: u64) -> Self {
        // A map may have room for twice its entries, and while it grows it is there twice.
        let entry = 3 * (size_of::<(K, ProofNumbers)>() + 1);
        ProofNumberTable { known: HashMap::default(), most: (bytes as usize / entry).max(16) }
    }

    /// The bytes they take.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(K, ProofNumbers)>() + 1)
    }

    /// What is known of a question.
    pub fn get(&self, question: &K) -> Option<ProofNumbers> {
        self.known.get(question).copied()
    }

    /// Keeps what was found out.
    pub fn keep(&mut self, question: K, numbers: ProofNumbers) {
        if self.known.len() >= self.most {
            let cost = |numbers: &ProofNumbers| numbers.proof.min(numbers.disproof);
            let mut costs: Vec<u32> = self.known.values().map(cost).collect();
            let middle = costs.len() / 2;
            let (_, &mut median, _) = costs.select_nth_unstable(middle);
            self.known.retain(|_, numbers| cost(numbers) > median);
        }
        // What the system has no memory for is forgotten too.
        if self.known.try_reserve(1).is_err() {
            self.known.clear();
        }
        self.known.insert(question, numbers);
    }

    /// A question is answered: its proof number is of no use any more.
    pub fn forget(&mut self, question: &K) {
        self.known.remove(question);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_takes_one_move_and_a_no_takes_all() {
        let theirs =
            [(5, 7), (9, 3), (2, 4)].map(|(proof, disproof)| ProofNumbers { proof, disproof });
        let (numbers, next) = weigh(theirs.into_iter());
        assert_eq!((numbers, next.at), (ProofNumbers { proof: 3, disproof: 9 + 2 }, 1));
        // The next best takes 4, and a little patience: 5. The two others are part of what a no takes.
        let limit = next.limit(ProofNumbers { proof: 100, disproof: 50 });
        assert_eq!(limit, ProofNumbers { proof: 48, disproof: 5 });
        assert_eq!(weigh([PROVED, DISPROVED].into_iter()).0, PROVED);
        assert_eq!(weigh([PROVED, PROVED].into_iter()).0, DISPROVED);
        assert_eq!(weigh(std::iter::empty()).0, DISPROVED);
    }

    #[test]
    fn the_dearer_half_is_kept() {
        let mut proof_numbers = ProofNumberTable::<u32>::new(0);
        (0..16).for_each(|i| proof_numbers.keep(i, ProofNumbers { proof: i, disproof: 99 }));
        proof_numbers.keep(77, ProofNumbers { proof: 1, disproof: 1 });
        let kept: Vec<u32> = (0..100).filter(|i| proof_numbers.get(i).is_some()).collect();
        assert_eq!(kept, [9, 10, 11, 12, 13, 14, 15, 77]);
        proof_numbers.forget(&77);
        assert_eq!(proof_numbers.get(&77), None);
    }
}
