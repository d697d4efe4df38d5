//! The parts whose sums are played: heaps of a code, or positions that are closed under play.

use smallvec::SmallVec;

/// The parts that a move leaves of one.
pub type Left = SmallVec<[usize; 3]>;

/// Parts with their options. A part comes after all that can be left of it, and part 0 is the one without a move.
#[derive(Clone, Debug)]
pub struct Parts {
    options: Vec<Vec<Left>>,
    weights: Vec<u32>,
}

impl Default for Parts {
    fn default() -> Self {
        Parts { options: vec![Vec::new()], weights: vec![0] }
    }
}

impl Parts {
    /// One part more. It weighs more than any of its options, and no less than the part before it.
    pub fn push(&mut self, options: Vec<Left>, weight: u32) {
        self.options.push(options);
        self.weights.push(weight);
    }

    /// Takes the last part away.
    pub fn pop(&mut self) {
        self.options.pop();
        self.weights.pop();
    }

    /// How many there are, with the one without a move.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Never: there is the one without a move.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// What a move can leave of a part.
    pub fn options(&self, part: usize) -> &[Left] {
        &self.options[part]
    }

    /// Whether there is a move.
    pub fn is_live(&self, part: usize) -> bool {
        !self.options[part].is_empty()
    }

    /// The weight of a part: every move leaves less.
    pub fn weight(&self, part: usize) -> u32 {
        self.weights[part]
    }

    /// The weights of all.
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }
}
