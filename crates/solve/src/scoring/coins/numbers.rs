//! Proof-number search: the question that promises the cheapest answer is looked into next.
//!
//! Where edges have many copies, as the sides of octagons do, good moves are hard to tell beforehand: on 2x3 octagons a
//! search that takes moves in a fixed order looks at 261,000 positions, this one at 3,400. Here every question carries an
//! [`Effort`], a guess at what it would take to answer it yes or no. A yes needs one move, so the cheapest counts; a no needs all moves,
//! and because moves lead to the same positions again and again their efforts are not added: the largest counts, and one for each
//! other move (Ueda, Hashimoto, Hashimoto and Iida's *weak* proof numbers). Positions with few edges are guessed to be
//! cheap. The search goes down to the most promising position and stays below it until another looks better (df-pn,
//! Nagai), by a sixteenth, so that it does not change its mind all the time.
//!
//! Efforts only guide the search. What is answered goes to the table of bounds, which both searches share.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::{Child, Quiet, Search};
use crate::limits::{Budget, Stopped};
use crate::scoring::bounds::{Bounds, Key};
use crate::scoring::host::Place;

/// What it seems to take to show that the margin is reached, and that it is missed. One is 0 when the other is [`NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effort {
    reach: u32,
    miss: u32,
}

const NEVER: u32 = 1 << 30;
const REACHED: Effort = Effort { reach: 0, miss: NEVER };
const MISSED: Effort = Effort { reach: NEVER, miss: 0 };

impl Effort {
    /// The same question, asked the other way round.
    fn turned(self) -> Self {
        Effort { reach: self.miss, miss: self.reach }
    }

    /// Reaching either goal is enough.
    fn either(a: Effort, b: Effort) -> Self {
        let more = (a.miss > 0 && b.miss > 0) as u32;
        Effort { reach: a.reach.min(b.reach), miss: (a.miss.max(b.miss) + more).min(NEVER) }
    }
}

/// A limit on an effort of which so much is already used elsewhere.
fn less(limit: u32, used: u32) -> u32 {
    if limit == NEVER { NEVER } else { limit - used }
}

/// Whether the margin of a position without captures is at least `least`, or the opposite.
#[derive(Clone, Copy)]
struct Question<const W: usize> {
    quiet: Quiet<W>,
    key: Key<W>,
    least: i32,
    is_opposite: bool,
}

/// What a move lets the opponent ask: one question, or two of which either will do. None if he has reached his goal.
struct Reply<const W: usize> {
    asked: SmallVec<[(Question<W>, Effort); 2]>,
}

impl<const W: usize> Reply<W> {
    fn effort(&self) -> Effort {
        self.asked.iter().map(|asked| asked.1).reduce(Effort::either).unwrap_or(REACHED)
    }
}

/// The efforts of questions that were looked into. When there are too many the cheaper half is forgotten.
#[derive(Debug)]
pub struct Efforts<const W: usize> {
    known: HashMap<(Key<W>, i32), Effort, foldhash::fast::RandomState>,
    most: usize,
}

impl<const W: usize> Efforts<W> {
    /// Nothing known yet; to stay below so many bytes.
    pub fn new(bytes: u64) -> Self {
        // A map may have room for twice its entries, and while it grows it is there twice.
        let entry = 3 * (size_of::<((Key<W>, i32), Effort)>() + 1);
        Efforts { known: HashMap::default(), most: (bytes as usize / entry).max(16) }
    }

    /// The bytes they take.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<((Key<W>, i32), Effort)>() + 1)
    }

    fn keep(&mut self, question: &Question<W>, effort: Effort) {
        if self.known.len() >= self.most {
            let cost = |effort: &Effort| effort.reach.min(effort.miss);
            let mut costs: Vec<u32> = self.known.values().map(cost).collect();
            let middle = costs.len() / 2;
            let (_, &mut median, _) = costs.select_nth_unstable(middle);
            self.known.retain(|_, effort| cost(effort) > median);
        }
        self.known.insert((question.key, question.least), effort);
    }
}

/// The move to look into next, and what the next best would take.
struct Next {
    at: usize,
    rival: u32,
    /// The other moves that are not refuted.
    others: u32,
}

/// What a question takes whose moves let the opponent reply so.
fn weigh<const W: usize>(replies: &[Reply<W>]) -> (Effort, Next) {
    let mut effort = MISSED;
    let mut next = Next { at: 0, rival: NEVER, others: 0 };
    let mut open = 0;
    for (at, reply) in replies.iter().enumerate() {
        let theirs = reply.effort();
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

impl<const W: usize> Search<'_, W> {
    /// Answers whether the margin of a position is at least `least`.
    pub(super) fn prove(
        &mut self,
        quiet: &Quiet<W>,
        key: &Key<W>,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let question = Question { quiet: *quiet, key: *key, least, is_opposite: false };
        let effort = self.look_into(&question, Effort { reach: NEVER, miss: NEVER }, budget)?;
        Ok(if effort == REACHED { least } else { least - 2 })
    }

    /// Looks into a question until it is answered, or until one of its efforts is as large as the limit's.
    fn look_into(
        &mut self,
        question: &Question<W>,
        limit: Effort,
        budget: &mut Budget,
    ) -> Result<Effort, Stopped> {
        if question.is_opposite {
            let straight = Question { is_opposite: false, ..*question };
            return Ok(self.look_into(&straight, limit.turned(), budget)?.turned());
        }
        self.begin(budget)?;
        let before = self.positions;
        let mut replies = self.replies(question);
        loop {
            let (effort, next) = weigh(&replies);
            if effort.reach >= limit.reach || effort.miss >= limit.miss {
                self.note(question, effort, self.positions - before + 1);
                return Ok(effort);
            }
            let patience = (next.rival + 1 + next.rival / 16).min(NEVER);
            let limit =
                Effort { reach: less(limit.miss, next.others), miss: limit.reach.min(patience) };
            self.look_into_reply(&mut replies[next.at], limit, budget)?;
        }
    }

    /// What each move lets the opponent ask. They lie on the heap: the search may be as deep as there are edges.
    fn replies(&mut self, question: &Question<W>) -> Vec<Reply<W>> {
        let mut children = self.children(&question.quiet);
        let given = |child: &Child<W>| child.taken + child.deal;
        children.sort_unstable_by_key(|child| {
            (given(child), child.next.rest.count(), self.shuffle(&child.next))
        });
        children.iter().map(|child| self.reply(child, question.least)).collect()
    }

    /// Looks into the cheaper of the questions that a move lets the opponent ask.
    fn look_into_reply(
        &mut self,
        reply: &mut Reply<W>,
        mut limit: Effort,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut at = 0;
        if let [a, b] = &reply.asked[..] {
            let (a, b) = (a.1, b.1);
            at = (b.reach < a.reach) as usize;
            let more = (a.miss > 0 && b.miss > 0) as u32;
            let rival = a.reach.max(b.reach) + 1;
            limit = Effort { reach: limit.reach.min(rival), miss: less(limit.miss, more) };
        }
        let question = reply.asked[at].0;
        reply.asked[at].1 = self.look_into(&question, limit, budget)?;
        Ok(())
    }

    /// What a move lets the opponent ask: see [`Search::settled`].
    fn reply(&mut self, child: &Child<W>, least: i32) -> Reply<W> {
        let Child { taken, deal, next, key, .. } = *child;
        let rest = 2 - least - taken;
        let question = |least, is_opposite| Question { quiet: next, key, least, is_opposite };
        let mut asked: SmallVec<[Question<W>; 2]> = SmallVec::new();
        if deal == 0 {
            asked.push(question(rest, false));
        } else if rest > 0 {
            asked.push(question(rest - deal, false));
            asked.push(question(2 - rest - deal, true));
        }
        let asked = asked.into_iter().map(|question| (question, self.effort(&question))).collect();
        Reply { asked }
    }

    /// What is known of a question, or a guess.
    fn effort(&mut self, question: &Question<W>) -> Effort {
        let (low, high) = self.known(&question.quiet, &question.key);
        let known = || self.efforts.known.get(&(question.key, question.least)).copied();
        let effort = if low >= question.least {
            REACHED
        } else if high < question.least {
            MISSED
        } else {
            known().unwrap_or_else(|| self.guess(&question.quiet.rest))
        };
        if question.is_opposite { effort.turned() } else { effort }
    }

    /// The effort of a position that was not looked into: the more edges the more, and most for those that hold the board
    /// together. Five for one was measured on octagons of 2x3 to 3x3: a tenth of the positions that one for one needs.
    fn guess(&self, rest: &Place<W>) -> Effort {
        let inner = rest.minus(self.coins.host.all_loops());
        let edges = 1 + rest.count() + 4 * inner.count();
        Effort { reach: edges, miss: edges }
    }

    /// Keeps what was found out about a question.
    fn note(&mut self, question: &Question<W>, effort: Effort, work: u64) {
        let Question { quiet, key, least, .. } = question;
        let (low, high) = match effort {
            REACHED => (*least, quiet.points),
            MISSED => (-quiet.points, least - 2),
            _ => return self.efforts.keep(question, effort),
        };
        self.coins.table.put(key, Bounds::new(low, high), work);
        self.efforts.known.remove(&(*key, *least));
    }
}
