//! Chance, the same on every run: checks that play games by lot find the same ones each time.

/// Lots to draw.
pub struct Lots(u64);

impl Lots {
    /// Lots of their own for each number.
    pub fn new(seed: u64) -> Self {
        Lots(seed)
    }

    /// A number below `count`; 0 if that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }

    /// A member of a list; none of an empty one.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}
