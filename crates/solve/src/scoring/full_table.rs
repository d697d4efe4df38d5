//! The margins of all positions of a board, one byte each, from few edges to many.
//!
//! A position is a number whose digits count the copies left of each edge class, so removing a copy of an edge makes
//! the number smaller, and one pass upwards fills the table. No search, no key, no theorem: a second oracle beside the
//! reference, independent of it, for boards up to about 2^28 positions.

use std::iter::repeat_n;

use outplay_rules::games::octagons;
use outplay_rules::games::scoring::Variant;
use outplay_rules::graph::Graph;
use outplay_rules::spaces::{EdgePosition, Edges};
use smallvec::SmallVec;

use crate::kit::pages::collected;
use crate::kit::portfolio::Fit;
use crate::limits::{Budget, Stopped};

/// Boards with more positions are refused: the table would not fit.
const MOST: u64 = 1 << 32;

/// A margin fits a byte.
const MOST_VERTICES: usize = i8::MAX as usize;

/// Every margin of a board; filled when the first is asked for.
#[derive(Debug)]
pub struct FullTable {
    board: Edges,
    variant: Variant,
    /// What a digit of each class is worth.
    places: Vec<u64>,
    margins: Vec<i8>,
}

impl FullTable {
    /// A table that is empty so far.
    pub fn new(board: Edges, variant: Variant) -> Self {
        FullTable { board, variant, places: Vec::new(), margins: Vec::new() }
    }

    /// What the player to move will score from here on, less what the opponent will.
    pub fn margin(&mut self, position: &EdgePosition, budget: &mut Budget) -> Result<i32, Stopped> {
        if self.margins.is_empty() {
            self.fill(budget)?;
        }
        let index: u64 =
            self.places.iter().zip(position).map(|(place, &copies)| place * copies as u64).sum();
        Ok(self.margins[index as usize] as i32)
    }

    /// Whether a board has few enough positions.
    pub fn fit(graph: &Graph) -> Fit {
        let choices = graph.edges().iter().map(|edge| edge.copies as u64 + 1);
        match choices.fold(1, u64::saturating_mul) {
            size @ ..=MOST if graph.vertex_count() <= MOST_VERTICES => Fit::Memory(size),
            _ => Fit::No("the board has too many positions"),
        }
    }

    fn fill(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let mut size: u64 = 1;
        let mut places = Vec::new();
        for edge in self.board.graph().edges() {
            places.push(size);
            size = size.saturating_mul(edge.copies as u64 + 1);
        }
        // A margin fits a byte, and the table fits the memory, or there is no answer.
        if size > MOST || self.board.graph().vertex_count() > MOST_VERTICES {
            return Err(Stopped::Memory);
        }
        budget.keep(size as usize)?;
        let mut margins = collected(repeat_n(0, size as usize))?;
        let mut position: EdgePosition = SmallVec::from_elem(0, places.len());
        for index in 1..size {
            budget.visit()?;
            self.count_up(&mut position);
            margins[index as usize] = self.best(&position, index, &places, &margins);
        }
        (self.places, self.margins) = (places, margins);
        Ok(())
    }

    /// The next position in the order of the table.
    fn count_up(&self, position: &mut EdgePosition) {
        for (copies, edge) in position.iter_mut().zip(self.board.graph().edges()) {
            if *copies < edge.copies {
                *copies += 1;
                return;
            }
            *copies = 0;
        }
    }

    fn best(&self, position: &EdgePosition, index: u64, places: &[u64], margins: &[i8]) -> i8 {
        let worth = |edge: usize| {
            let earned = self.board.earns(position, edge) as i8;
            let rest = margins[(index - places[edge]) as usize];
            let again = earned > 0 && self.variant.keeps_turn();
            earned + if again { rest } else { -rest }
        };
        let moves: SmallVec<[usize; 32]> = match self.variant {
            Variant::NormalOctagons => octagons::normal_moves(&self.board, position).into(),
            _ => self.board.left(position).collect(),
        };
        moves.into_iter().map(worth).max().unwrap_or(0)
    }
}
