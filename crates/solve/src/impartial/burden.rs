//! What counts against an option: how much there is to refute in it.
//!
//! To show that an option is worth what is asked for, every move from it has to be answered. So of options that are as
//! likely the one with the fewest moves is tried first. Nothing depends on it but time.

use super::host::Host;
use super::mask::Mask;

/// How the burden of a component is reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burden {
    /// By its pairs of neighbours.
    Pairs,
    /// By its shape on a grid: the cells that can be taken without breaking it, those at ends more than others, and
    /// holes, around which nothing breaks it. For games that must not break a component.
    Shape,
}

/// The weights, beside a likelihood of at most 1. Measured on Cram, 0.03 and 0.33: pairs halve the positions of 0.33; shapes
/// take half of what is left on 3x10 and 3x11 and two in three on 4x7 and 5x6, half of 0.03 on 5x8, but half more of Cram.
const PAIR: f32 = 0.2;
const CELL: f32 = 0.2;
const END: f32 = 0.05;
const HOLE: f32 = 0.8;

impl Burden {
    /// The way for a host's game.
    pub fn new<M: Mask>(host: &Host<M>) -> Self {
        if host.rings().is_some() && !host.can_split() { Burden::Shape } else { Burden::Pairs }
    }

    /// The burden of a component.
    #[inline(always)]
    pub fn of<M: Mask>(self, host: &Host<M>, component: M) -> f32 {
        match (self, host.rings()) {
            (Burden::Shape, Some(rings)) => {
                let cells = rings.cells(component).count() as f32;
                let ends = host.ends(component).count() as f32;
                CELL * cells + END * ends + HOLE * rings.holes(component) as f32
            }
            _ => PAIR * host.pairs(component) as f32,
        }
    }
}
