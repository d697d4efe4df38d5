//! Positional games in the narrow sense, also called strong (Riegel's dissertation 1.1): the first to own a whole
//! winning set wins; a full board without one is a draw. The rules are those of [`super::placing`].

use super::placing::{Goal, PLACING, placing};
use crate::board::BoardName;
use crate::game::{GameDef, Wording};

/// The strong game on winning sets.
pub static POSITIONAL: GameDef = GameDef {
    names: &["positional", "tic-tac-toe"],
    title: "Positional",
    sentence: "Take a free point. The first to own a whole winning set wins.",
    examples: &[
        "positional ttt:3",
        "positional ttt:3 --bias 2:1",
        "positional lattice:3x4,3 --gravity",
    ],
    words: in_words,
    make: |setup| placing(setup, Goal::Strong),
    ..PLACING
};

/// Winning sets that are cells in a row are described as such.
fn in_words(wording: &Wording) -> String {
    match wording.board {
        BoardName::TicTacToe(row, _) | BoardName::Lattice(_, _, row) => format!(
            "Take a free cell. The first with {row} in a row wins: across, down or diagonally. A full board without a \
             row is a draw."
        ),
        _ => wording.plain(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::option::Options;

    #[test]
    fn rows_are_told_as_rows() {
        let told = |board: &str| {
            let (game, board) = ((&POSITIONAL).into(), board.parse().unwrap());
            Wording { game: &game, board: &board, options: &Options::default() }.text()
        };
        assert!(told("ttt:3").contains("3 in a row"), "{}", told("ttt:3"));
        assert!(told("lattice:5x6,4").contains("4 in a row"));
        assert_eq!(told("pg:2,2"), POSITIONAL.sentence);
    }
}
