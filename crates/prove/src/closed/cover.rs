//! Few replies that answer many questions. Which replies are kept decides how long a proof is.

use std::collections::{BinaryHeap, HashMap};
use std::hash::Hash;

/// Questions with the replies that answer them.
pub struct Questions<R> {
    /// For each question its replies, for each reply its questions.
    open: Vec<Vec<u32>>,
    answers: Vec<Vec<u32>>,
    replies: Vec<R>,
    numbers: HashMap<R, u32>,
}

impl<R: Copy + Eq + Hash> Questions<R> {
    /// None yet.
    pub fn new() -> Self {
        Questions {
            open: Vec::new(),
            answers: Vec::new(),
            replies: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// How many questions there are.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// One more question, which any of some replies answers.
    pub fn ask(&mut self, replies: Vec<R>) {
        let question = self.open.len() as u32;
        let number = |reply: R| {
            *self.numbers.entry(reply).or_insert_with(|| {
                self.replies.push(reply);
                self.answers.push(Vec::new());
                self.replies.len() as u32 - 1
            })
        };
        let replies: Vec<u32> = replies.into_iter().map(number).collect();
        replies.iter().for_each(|&reply| self.answers[reply as usize].push(question));
        self.open.push(replies);
    }

    /// Replies that answer them all: again and again the one that answers most of those still open, the one with the largest rank
    /// among equals.
    pub fn cover<K: Ord>(self, rank: impl Fn(&R) -> K) -> Vec<R> {
        let Questions { open, answers, replies, .. } = self;
        // How many questions each reply would still answer; a heap entry may promise too many.
        let mut counts: Vec<u32> = answers.iter().map(|all| all.len() as u32).collect();
        let entry = |reply: usize, count: u32| (count, rank(&replies[reply]), reply);
        let mut heap: BinaryHeap<_> =
            (0..replies.len()).map(|reply| entry(reply, counts[reply])).collect();
        let mut done = vec![false; open.len()];
        let mut kept = Vec::new();
        while let Some((count, _, reply)) = heap.pop() {
            let left = counts[reply];
            if left == 0 {
                continue;
            }
            if left < count {
                heap.push(entry(reply, left));
                continue;
            }
            for &question in &answers[reply] {
                if !std::mem::replace(&mut done[question as usize], true) {
                    open[question as usize].iter().for_each(|&r| counts[r as usize] -= 1);
                }
            }
            kept.push(replies[reply]);
        }
        kept
    }
}
