//! How much there is to refute in an option, which counts against trying it.
//!
//! To show that an option is worth what is asked for, every move from it has to be answered. So of options that are as
//! likely the one with the fewest moves is tried first. Nothing depends on it but time.

use crate::impartial::host::Host;
use crate::kit::bits::Mask;

/// How the mobility of a component is measured. On a grid its ends and its holes count as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mobility {
    /// By its pairs of neighbours.
    Pairs,
    /// By the cells of a grid that can be taken without breaking it, for games that must not break a component.
    Cells,
}

/// The weights, beside a likelihood of at most 1: measured on 0.33, 0.03, Cram, Node Kayles and 0.7. Pairs halve the positions
/// of 0.33, and cells, ends and holes once more; ends and holes halve those of Cram. Cells instead of pairs take half more
/// of Cram.
const PAIR: f32 = 0.2;
const CELL: f32 = 0.2;
const END: f32 = 0.05;
const HOLE_BESIDE_PAIRS: f32 = 0.4;
const HOLE_BESIDE_CELLS: f32 = 0.8;

impl Mobility {
    /// How it is measured in a host's game.
    pub fn new<M: Mask>(host: &Host<M>) -> Self {
        if host.rings().is_some() && !host.can_split() { Mobility::Cells } else { Mobility::Pairs }
    }

    /// The mobility of a component.
    #[inline(always)]
    pub fn of<M: Mask>(self, host: &Host<M>, component: M) -> f32 {
        let Some(rings) = host.rings() else { return PAIR * host.pairs(component) as f32 };
        let (moves, hole) = match self {
            Mobility::Pairs => (PAIR * host.pairs(component) as f32, HOLE_BESIDE_PAIRS),
            Mobility::Cells => (CELL * rings.cells(component).count() as f32, HOLE_BESIDE_CELLS),
        };
        let ends = host.ends(component).count() as f32;
        moves + END * ends + hole * rings.holes(component) as f32
    }
}
