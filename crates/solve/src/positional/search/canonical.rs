//! Canonical forms of the positions of a hop game: one for positions that symmetries take to each other.

use outplay_rules::games::hop::HopGame;
use outplay_rules::sets::Hops;

use super::matrix::Matrix;
use super::symmetry::Symmetries;

/// How the canonical form of a position is found.
#[derive(Clone, Debug)]
pub enum HopCanonicalForms {
    /// By symmetries that are all tried, while there are few pieces.
    Few(Symmetries),
    /// By moving islands and places.
    Matrix(Matrix),
}

/// Positions with at most this many pieces are looked up by their smallest image.
const FEW_PIECES: u32 = 5;

impl HopCanonicalForms {
    /// The symmetries that keep the sets and the hops. Those of a nested board under Fire and Ice move islands and places
    /// on islands, in the same way on all islands.
    pub fn of(game: &HopGame) -> Self {
        if !game.is_fire_and_ice() {
            return HopCanonicalForms::Few(Symmetries::of(game.board()));
        }
        // Hops or sets of the board's own need not be kept.
        let board = game.board();
        let plain = board.is_symmetric() && *board.hops() == Hops::Anywhere;
        let Some((outer, inner)) = board.levels().filter(|_| plain) else {
            return HopCanonicalForms::Few(Symmetries::default());
        };
        let (islands, places) = (outer.point_count(), inner.point_count());
        let (outer, inner) = (Symmetries::of(&outer), Symmetries::of(&inner));
        let matrix = Matrix::new(islands, &outer, places, &inner);
        matrix.map_or_else(
            || HopCanonicalForms::Few(outer.product(&inner)),
            HopCanonicalForms::Matrix,
        )
    }

    /// The canonical form of a position. Positions with many pieces may keep several.
    pub fn canonical(&self, pieces: [u128; 2]) -> [u128; 2] {
        match self {
            HopCanonicalForms::Matrix(matrix) => matrix.canonical(pieces),
            HopCanonicalForms::Few(all) if (pieces[0] | pieces[1]).count_ones() <= FEW_PIECES => {
                all.canonical(pieces)
            }
            HopCanonicalForms::Few(_) => pieces,
        }
    }
}
