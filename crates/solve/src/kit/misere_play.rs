//! Who wins sums under the misère convention, by play and nothing else: no theorem, and no quotient. For tests.

use std::collections::HashMap;

use smallvec::SmallVec;

/// What a move leaves of a part: other parts, by their numbers.
type Left = SmallVec<[usize; 3]>;

/// Sums of parts, by what the moves in each part leave.
pub struct MiserePlay<F> {
    options: F,
    known: HashMap<Vec<usize>, bool>,
}

impl<F: Fn(usize) -> Vec<Left>> MiserePlay<F> {
    /// Nothing is known yet.
    pub fn new(options: F) -> Self {
        MiserePlay { options, known: HashMap::new() }
    }

    /// Whether the player to move loses a sum.
    pub fn is_p(&mut self, sum: &[usize]) -> bool {
        let mut sum: Vec<usize> =
            sum.iter().copied().filter(|&part| !(self.options)(part).is_empty()).collect();
        sum.sort_unstable();
        if let Some(&known) = self.known.get(&sum) {
            return known;
        }
        let mut is_p = !sum.is_empty();
        for at in 0..sum.len() {
            for left in (self.options)(sum[at]) {
                let mut next = sum.clone();
                next.remove(at);
                next.extend(left);
                is_p = is_p && !self.is_p(&next);
            }
        }
        self.known.insert(sum, is_p);
        is_p
    }
}
