//! Numbers that look random and are the same every time, for tests; the conformance suite reads this file, too.

pub struct Random(fastrand::Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(fastrand::Rng::with_seed(seed))
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    #[allow(dead_code, reason = "only the conformance suite asks for one")]
    /// A permutation of `0..n`.
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        self.0.shuffle(&mut order);
        order
    }
}
