//! Numbers for the quiet positions of a board.
//!
//! A position is *quiet* if no vertex has weight 1. The classes of edges are read in order, and of those read so far nothing matters but the weight of
//! each vertex that is still to get edges: none, one, or more. So quiet positions are the words that a small automaton accepts. The number of a
//! word is the number of accepted words that are smaller.
//!
//! Some classes that the symmetries exchange among themselves *lead*: they are read first, and a word is accepted only if no image of its
//! beginning is smaller.

use std::collections::HashMap;
use std::ops::Range;

use super::board::{Alike, WordBoard};
use crate::Refused;
use crate::allowance::Allowance;

/// The bits that are read in one step, if a class has no more.
const STEP_BITS: u32 = 8;

/// The most bits that are ever read in one step.
const MOST_STEP_BITS: u32 = 16;

/// The bits of an arc that name the state to which it leads; the others tell how many words come before.
const STATE_BITS: u32 = 24;

/// No word goes on here.
const NO_ARC: u64 = u64::MAX;

/// Classes that are read together.
struct Step {
    shift: u32,
    bits: u32,
    /// For each state and what is read: how many words that agree so far come before, and the next state.
    arcs: Vec<u64>,
    /// How many words go on from each state.
    words: Vec<u64>,
}

impl Step {
    fn arc(&self, state: u64, word: u64) -> u64 {
        self.arcs[(state << self.bits | word >> self.shift & ((1 << self.bits) - 1)) as usize]
    }
}

/// The numbers of the quiet positions.
pub struct Numbering {
    steps: Vec<Step>,
    /// How many there are.
    pub count: u64,
    /// The bytes that the automaton takes.
    pub bytes: u64,
}

impl Numbering {
    /// The numbers on a board when this many of its classes lead, if the automaton fits this many bytes.
    pub fn new(
        board: &WordBoard,
        alike: &Alike,
        lead: usize,
        memory: u64,
        allowance: &Allowance,
    ) -> Result<Self, Refused> {
        let mut left = vec![0; board.vertices()];
        board.classes.iter().flat_map(|class| class.ends).for_each(|end| left[end] += 1);
        let mut numbering = Numbering { steps: Vec::new(), count: 0, bytes: Alike::BYTES };
        let mut states = vec![vec![0u8; board.vertices()]];
        for (at, classes) in steps(board, lead).into_iter().enumerate() {
            let read = &board.classes[classes];
            let shift = read.last().map_or(0, |class| class.lowest);
            let bits = read.iter().map(|class| class.copies).sum();
            if bits > MOST_STEP_BITS {
                return Err(Refused::Step("too many edges are read at once".into()));
            }
            read.iter().flat_map(|class| class.ends).for_each(|end| left[end] -= 1);
            let arcs = (states.len() as u64) << bits;
            numbering.afford(8 * (arcs + states.len() as u64), memory)?;
            let mut step = Step { shift, bits, arcs: Vec::new(), words: Vec::new() };
            let mut known: HashMap<Vec<u8>, u64> = HashMap::new();
            let mut next_states = Vec::new();
            for state in &states {
                allowance.go_on()?;
                for choice in 0..1u64 << bits {
                    let word = choice << shift;
                    let leads = at > 0 || lead == 0 || alike.least(word) == word;
                    let next = (leads && board.is_word(word)).then(|| {
                        let mut next = state.clone();
                        board.each_end(word, |end| next[end] = (next[end] + 1).min(2));
                        closed(next, &left)
                    });
                    step.arcs.push(next.flatten().map_or(NO_ARC, |next| {
                        *known.entry(next).or_insert_with_key(|next| {
                            next_states.push(next.clone());
                            next_states.len() as u64 - 1
                        })
                    }));
                }
            }
            numbering.steps.push(step);
            states = next_states;
        }
        numbering.count_words(states.len())?;
        Ok(numbering)
    }

    fn afford(&mut self, more: u64, memory: u64) -> Result<(), Refused> {
        self.bytes = self.bytes.saturating_add(more);
        match self.bytes <= memory {
            true => Ok(()),
            false => Err(Refused::Memory { needed: self.bytes, allowed: memory }),
        }
    }

    /// Counts the words from the end.
    fn count_words(&mut self, last: usize) -> Result<(), Refused> {
        let mut words = vec![1u64; last];
        for step in self.steps.iter_mut().rev() {
            for arcs in step.arcs.chunks_mut(1 << step.bits) {
                let mut before = 0u64;
                for arc in arcs.iter_mut().filter(|arc| **arc != NO_ARC) {
                    let state = *arc;
                    *arc = before << STATE_BITS | state;
                    before = before.saturating_add(words[state as usize]);
                    if before >> (63 - STATE_BITS) != 0 || state >> STATE_BITS != 0 {
                        return Err(Refused::Step("there are too many positions to number".into()));
                    }
                }
                step.words.push(before);
            }
            words.clone_from(&step.words);
        }
        self.count = words.first().copied().unwrap_or(0);
        Ok(())
    }

    /// The number of a word, if it is accepted.
    pub fn number(&self, word: u64) -> Option<u64> {
        let (mut number, mut state) = (0, 0);
        for step in &self.steps {
            let arc = step.arc(state, word);
            if arc == NO_ARC {
                return None;
            }
            number += arc >> STATE_BITS;
            state = arc & ((1 << STATE_BITS) - 1);
        }
        Some(number)
    }

    /// Calls for each word with a number in a range, in ascending order.
    pub fn each(
        &self,
        range: &Range<u64>,
        call: &mut impl FnMut(u64, u64) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        self.each_from(0, 0, (0, 0), range, call)
    }

    fn each_from(
        &self,
        at: usize,
        state: u64,
        (word, number): (u64, u64),
        range: &Range<u64>,
        call: &mut impl FnMut(u64, u64) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let Some(step) = self.steps.get(at) else { return call(word, number) };
        for choice in 0..1u64 << step.bits {
            let word = word | choice << step.shift;
            let arc = step.arc(state, word);
            if arc == NO_ARC {
                continue;
            }
            let (number, state) = (number + (arc >> STATE_BITS), arc & ((1 << STATE_BITS) - 1));
            let words = self.steps.get(at + 1).map_or(1, |next| next.words[state as usize]);
            if number >= range.end {
                return Ok(());
            }
            if number + words > range.start {
                self.each_from(at + 1, state, (word, number), range, call)?;
            }
        }
        Ok(())
    }
}

/// A state after a step; none if a vertex has all its edges now, and just one.
fn closed(mut state: Vec<u8>, left: &[usize]) -> Option<Vec<u8>> {
    for (weight, _) in state.iter_mut().zip(left).filter(|(_, left)| **left == 0) {
        if *weight == 1 {
            return None;
        }
        *weight = 0;
    }
    Some(state)
}

/// The classes that are read in each step.
fn steps(board: &WordBoard, lead: usize) -> Vec<Range<usize>> {
    let mut steps = Vec::from_iter((lead > 0).then_some(0..lead));
    let mut bits = STEP_BITS;
    for (at, class) in board.classes.iter().enumerate().skip(lead) {
        bits += class.copies;
        match steps.last_mut() {
            Some(last) if bits <= STEP_BITS => last.end = at + 1,
            _ => {
                steps.push(at..at + 1);
                bits = class.copies;
            }
        }
    }
    steps
}
