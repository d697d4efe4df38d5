//! What a search learns about where to look first: how often components of a size were worth what they were asked for.
//!
//! In 0.33 a component of 3k vertices is nearly always lost, in 0.03 one of 4k or 4k + 1; so after a few thousand
//! positions the move that leaves such a number is tried first. Nothing depends on it but time.

/// Counts of answers by size and value asked for.
#[derive(Clone, Debug)]
pub struct History {
    counts: Vec<[Count; VALUES]>,
    /// How much chance mixes in, and its state: helpers look elsewhere than the first thread does.
    noise: f32,
    state: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    asked: f32,
    yes: f32,
}

/// Values from here on share their counts.
const VALUES: usize = 8;

/// Old answers fade once there are this many.
const MEMORY: f32 = 4096.0;

impl History {
    /// Nothing learnt yet, for components of up to this many vertices.
    pub fn new(vertices: usize) -> Self {
        History { counts: vec![[Count::default(); VALUES]; vertices + 1], noise: 0.0, state: 0 }
    }

    /// The same for another thread.
    pub fn helper(&self, index: usize) -> Self {
        History { counts: self.counts.clone(), noise: 0.05, state: index as u64 }
    }

    /// A component of this size was or was not worth `value`.
    pub fn note(&mut self, size: usize, value: u32, yes: bool) {
        let count = &mut self.counts[size][(value as usize).min(VALUES - 1)];
        if count.asked >= MEMORY {
            count.asked *= 0.5;
            count.yes *= 0.5;
        }
        count.asked += 1.0;
        count.yes += if yes { 1.0 } else { 0.0 };
    }

    /// How likely a component of this size is worth `value`.
    #[inline(always)]
    pub fn hope(&mut self, size: usize, value: u32) -> f32 {
        let count = &self.counts[size][(value as usize).min(VALUES - 1)];
        let hope = (count.yes + 0.5) / (count.asked + 1.5);
        if self.noise == 0.0 {
            return hope;
        }
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        hope + self.noise * (self.state >> 40) as f32 / (1u64 << 24) as f32
    }
}
