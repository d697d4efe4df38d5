//! Dawson's Chess, of which the article on Rob's Dots says that it is the same game.

use std::collections::HashMap;

use outplay_solve::limits::Stopped;

use crate::claim::{Claim, Exhibit, Finding, sweep};
use crate::context::Context;

/// The claims.
pub const CLAIMS: &[Claim] = &[Claim {
    id: "dots/dawson",
    place: "the section on 0.137",
    statement: "0.137 is equivalent to Dawson's Chess: two rows of n pawns with an empty row between them, captures compulsory.",
    method: "Pawns on boards of up to 7 files (with --deep: 9) move by the rules of chess, and a player who cannot \
             move loses; the values are compared with those of 0.137.",
    note: "Dawson asked for the misère version. “A simplified version of which is called Hexapawn” is loose: in \
           Hexapawn a player need not capture, and a pawn on the last row wins.",
    check: pawns_are_heaps,
}];

/// Pawns on three rows: White's below, Black's above.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pawns {
    /// The files of each row that hold a pawn, for White and for Black.
    rows: [[u16; 3]; 2],
    files: usize,
    white_to_move: bool,
}

impl Pawns {
    fn new(files: usize) -> Self {
        let all = (1 << files) - 1;
        Pawns { rows: [[all, 0, 0], [0, 0, all]], files, white_to_move: true }
    }

    /// The pawn of the player to move goes from a square to another, where it captures what there is.
    fn moved(&self, (row, file): (usize, usize), (to_row, to_file): (usize, usize)) -> Self {
        let mut next = self.clone();
        let mine = usize::from(!self.white_to_move);
        next.rows[mine][row] &= !(1 << file);
        next.rows[mine][to_row] |= 1 << to_file;
        next.rows[1 - mine][to_row] &= !(1 << to_file);
        next.white_to_move = !self.white_to_move;
        next
    }

    /// What the player to move can reach: captures if there are any, else steps.
    fn options(&self) -> Vec<Self> {
        let mine = usize::from(!self.white_to_move);
        let ahead = |row: usize| if self.white_to_move { row + 1 } else { row.wrapping_sub(1) };
        let has = |side: usize, row: usize, file: usize| self.rows[side][row] >> file & 1 == 1;
        let (mut captures, mut steps) = (Vec::new(), Vec::new());
        for row in (0..3).filter(|&row| ahead(row) < 3) {
            for file in (0..self.files).filter(|&file| has(mine, row, file)) {
                for to in [file.wrapping_sub(1), file + 1] {
                    if to < self.files && has(1 - mine, ahead(row), to) {
                        captures.push(self.moved((row, file), (ahead(row), to)));
                    }
                }
                if !has(mine, ahead(row), file) && !has(1 - mine, ahead(row), file) {
                    steps.push(self.moved((row, file), (ahead(row), file)));
                }
            }
        }
        if captures.is_empty() { steps } else { captures }
    }

    /// Whether the player to move has the last move.
    fn is_won(&self, known: &mut HashMap<Pawns, bool>) -> bool {
        if let Some(&known) = known.get(self) {
            return known;
        }
        let won = self.options().iter().any(|next| !next.is_won(known));
        known.insert(self.clone(), won);
        won
    }
}

fn pawns_are_heaps(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(7, 9);
    let values = context.heaps("0.137", to)?;
    sweep(context, 1..=to, &format!("boards of up to {to} files"), |_, &n| {
        let won = Pawns::new(n).is_won(&mut HashMap::new());
        Ok((won != (values[n] != 0)).then(|| {
            let text = format!("on {n} files the first player wins: {won}");
            Exhibit::new(text, format!("outplay solve robs-dots heaps:{n}"))
        }))
    })
}
