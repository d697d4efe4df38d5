//! Proof numbers: what it seems to take to answer a question, so that the cheapest is looked into next.
//!
//! Every question carries an [`Effort`], a guess at what it would take to answer it yes or no. A yes needs one move, so the
//! cheapest counts; a no needs all moves, and because moves lead to the same positions again and again their
//! efforts are not added: the largest counts, and one for each other move (Ueda, Hashimoto, Hashimoto and Iida's *weak* proof
//! numbers). A search goes down to the most promising position and stays below it until another looks better (df-pn,
//! Nagai), by a sixteenth, so that it does not change its mind all the time.
//!
//! Efforts only guide a search. What is answered is kept elsewhere.

use std::collections::HashMap;
use std::hash::Hash;

/// What it seems to take to show that a goal is reached, and that it is missed. One is 0 when the other is [`NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// To show that it is reached.
    pub reach: u32,
    /// To show that it is missed.
    pub miss: u32,
}

/// More than any effort.
pub const NEVER: u32 = 1 << 30;
/// The answer is yes.
pub const REACHED: Effort = Effort { reach: 0, miss: NEVER };
/// The answer is no.
pub const MISSED: Effort = Effort { reach: NEVER, miss: 0 };
/// A limit that no effort comes to: only an answer ends the search.
pub const UNLIMITED: Effort = Effort { reach: NEVER, miss: NEVER };

impl Effort {
    /// The same question, asked the other way round.
    pub fn turned(self) -> Self {
        Effort { reach: self.miss, miss: self.reach }
    }

    /// Reaching either goal is enough.
    pub fn either(a: Effort, b: Effort) -> Self {
        let more = (a.miss > 0 && b.miss > 0) as u32;
        Effort { reach: a.reach.min(b.reach), miss: (a.miss.max(b.miss) + more).min(NEVER) }
    }

    /// Whether there is no more to do below this limit.
    pub fn is_beyond(self, limit: Effort) -> bool {
        self.reach >= limit.reach || self.miss >= limit.miss
    }
}

/// A limit on an effort of which so much is already used elsewhere.
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
    pub fn limit(&self, limit: Effort) -> Effort {
        let patience = (self.rival + 1 + self.rival / 16).min(NEVER);
        Effort { reach: less(limit.miss, self.others), miss: limit.reach.min(patience) }
    }
}

/// What a question takes whose moves let the opponent reply so.
pub fn weigh(replies: impl Iterator<Item = Effort>) -> (Effort, Next) {
    let mut effort = MISSED;
    let mut next = Next { at: 0, rival: NEVER, others: 0 };
    let mut open = 0;
    for (at, theirs) in replies.enumerate() {
        open += (theirs.reach > 0) as u32;
        effort.miss = effort.miss.max(theirs.reach);
        if theirs.miss < effort.reach {
            next = Next { at, rival: effort.reach, others: 0 };
            effort.reach = theirs.miss;
        } else {
            next.rival = next.rival.min(theirs.miss);
        }
    }
    next.others = open.max(1) - 1;
    if 0 < effort.miss && effort.miss < NEVER {
        effort.miss = (effort.miss + next.others).min(NEVER - 1);
    }
    (effort, next)
}

/// The efforts of questions that were looked into. When there are too many the cheaper half is forgotten.
#[derive(Clone, Debug)]
pub struct Efforts<K> {
    known: HashMap<K, Effort, foldhash::fast::RandomState>,
    most: usize,
}

impl<K: Hash + Eq> Efforts<K> {
    /// Nothing known yet; to stay below so many bytes.
    pub fn new(bytes: u64) -> Self {
        // A map may have room for twice its entries, and while it grows it is there twice.
        let entry = 3 * (size_of::<(K, Effort)>() + 1);
        Efforts { known: HashMap::default(), most: (bytes as usize / entry).max(16) }
    }

    /// The bytes they take.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(K, Effort)>() + 1)
    }

    /// What is known of a question.
    pub fn get(&self, question: &K) -> Option<Effort> {
        self.known.get(question).copied()
    }

    /// Keeps what was found out.
    pub fn keep(&mut self, question: K, effort: Effort) {
        if self.known.len() >= self.most {
            let cost = |effort: &Effort| effort.reach.min(effort.miss);
            let mut costs: Vec<u32> = self.known.values().map(cost).collect();
            let middle = costs.len() / 2;
            let (_, &mut median, _) = costs.select_nth_unstable(middle);
            self.known.retain(|_, effort| cost(effort) > median);
        }
        self.known.insert(question, effort);
    }

    /// A question is answered: its effort is of no use any more.
    pub fn forget(&mut self, question: &K) {
        self.known.remove(question);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_takes_one_move_and_a_no_takes_all() {
        let theirs = [(5, 7), (9, 3), (2, 4)].map(|(reach, miss)| Effort { reach, miss });
        let (effort, next) = weigh(theirs.into_iter());
        assert_eq!((effort, next.at), (Effort { reach: 3, miss: 9 + 2 }, 1));
        // The next best takes 4, and a little patience: 5. The two others are part of what a no takes.
        let limit = next.limit(Effort { reach: 100, miss: 50 });
        assert_eq!(limit, Effort { reach: 48, miss: 5 });
        assert_eq!(weigh([REACHED, MISSED].into_iter()).0, REACHED);
        assert_eq!(weigh([REACHED, REACHED].into_iter()).0, MISSED);
        assert_eq!(weigh(std::iter::empty()).0, MISSED);
    }

    #[test]
    fn the_dearer_half_is_kept() {
        let mut efforts = Efforts::<u32>::new(0);
        (0..16).for_each(|i| efforts.keep(i, Effort { reach: i, miss: 99 }));
        efforts.keep(77, Effort { reach: 1, miss: 1 });
        let kept: Vec<u32> = (0..100).filter(|i| efforts.get(i).is_some()).collect();
        assert_eq!(kept, [9, 10, 11, 12, 13, 14, 15, 77]);
        efforts.forget(&77);
        assert_eq!(efforts.get(&77), None);
    }
}
