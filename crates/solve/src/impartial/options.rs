//! The options of a component: those whose values are known, and those that a search has to choose from.

use smallvec::SmallVec;

use super::facts::Fact;
use crate::kit::bits::Mask;

/// The options of a component.
pub struct Options<M> {
    /// Those that are not yet valued.
    pub open: Vec<Candidate<M>>,
    /// The values of the others, as bits, as far as there are bits.
    pub seen: u64,
    /// Larger values of the others.
    pub seen_large: Vec<u32>,
    /// Options whose parts are on their way from memory, in the order in which they are looked up.
    pub coming: Vec<Coming<M>>,
    /// The first that has not been looked up.
    pub arrived: usize,
    /// How many positions had been looked at when the options were last looked up.
    pub looked: u64,
    /// The open ones that may be worth what is asked for, the most hopeful first.
    pub order: Vec<(f32, u32)>,
}

impl<M> Default for Options<M> {
    fn default() -> Self {
        Options {
            open: Vec::new(),
            seen: 0,
            seen_large: Vec::new(),
            coming: Vec::new(),
            arrived: 0,
            looked: 0,
            order: Vec::new(),
        }
    }
}

impl<M> Options<M> {
    /// No options yet.
    pub fn clear(&mut self) {
        self.open.clear();
        self.seen = 0;
        self.seen_large.clear();
    }

    /// An option is worth this.
    #[inline(always)]
    pub fn see(&mut self, value: u32) {
        match 1u64.checked_shl(value) {
            Some(bit) => self.seen |= bit,
            None => self.seen_large.push(value),
        }
    }

    /// Whether an option is known to be worth this.
    #[inline(always)]
    pub fn has(&self, value: u32) -> bool {
        match 1u64.checked_shl(value) {
            Some(bit) => self.seen & bit != 0,
            None => self.seen_large.contains(&value),
        }
    }
}

/// A part of a component: where it lies, and its place in the table. Only where it lies tells what was taken beside it.
#[derive(Clone, Copy)]
pub struct Part<M> {
    /// Its vertices.
    pub here: M,
    /// The vertices of its image.
    pub placed: M,
}

/// An option whose parts are on their way from memory.
pub struct Coming<M> {
    /// The vertices taken.
    pub taken: M,
    /// The parts left.
    pub parts: SmallVec<[Part<M>; 2]>,
}

/// An option that is looked up part by part.
pub struct Candidate<M> {
    /// The vertices taken.
    pub taken: M,
    /// The parts whose values are not known, the largest last.
    pub unknown: SmallVec<[Part<M>; 2]>,
    /// The nim-sum of the others.
    pub known: u32,
    /// What is known of the largest part.
    pub fact: Fact,
}

impl<M: Mask> Candidate<M> {
    /// Nothing is left yet.
    pub fn new(taken: M) -> Self {
        Candidate { taken, unknown: SmallVec::new(), known: 0, fact: Fact::NOTHING }
    }

    /// Adds a part and what is known of it.
    #[inline(always)]
    pub fn add(&mut self, part: Part<M>, fact: Fact) {
        if let Some(exact) = fact.exact() {
            self.known ^= exact;
            return;
        }
        // Two of a kind cancel, whatever they are worth.
        if let Some(twin) = self.unknown.iter().position(|other| other.placed == part.placed) {
            self.unknown.remove(twin);
        } else if self.unknown.last().is_none_or(|other| other.here.count() <= part.here.count()) {
            self.unknown.push(part);
            self.fact = fact;
        } else {
            self.unknown.insert(0, part);
        }
    }
}
