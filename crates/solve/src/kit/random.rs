//! Reproducible pseudorandom numbers for tests.

pub struct Random(fastrand::Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(fastrand::Rng::with_seed(seed))
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }
}
