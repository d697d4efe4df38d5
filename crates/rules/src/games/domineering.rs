//! Domineering (Göran Andersson; Gardner, Scientific American, February 1974): Left lays upright dominoes on a board of squares,
//! Right lays level ones.
//!
//! A cell without a free neighbour is out of play; the others belong to whoever has a domino that covers them.

use smallvec::SmallVec;

use crate::bits::BitSet;
use crate::error::InputError;
use crate::game::{BoardKind, GameDef};
use crate::graph::Graph;
use crate::moves::Move;
use crate::player::Side;
use crate::rules::{IllegalMove, Rules, Step};
use crate::ruleset::partizan;
use crate::spaces::{TintPosition, Tints};

use super::arc_kayles::read_domino;
use super::partizan::{OnTints, PARTIZAN, beginner};

/// Domineering on cells of squared paper. A position is the set of cells that each player's dominoes can still cover.
#[derive(Clone, Debug)]
pub struct Domineering {
    space: Tints,
}

impl Domineering {
    /// The game on a board whose vertices are cells.
    pub fn new(graph: Graph, beginner: Side) -> Self {
        Domineering { space: Tints::new(graph, beginner).on_squares() }
    }

    /// The dominoes that a player may lay on free cells.
    fn dominoes<'a>(
        &'a self,
        side: Side,
        free: &'a BitSet,
    ) -> impl Iterator<Item = [usize; 2]> + 'a {
        let ends = self.space.board().edges().iter().map(|edge| edge.ends());
        ends.filter(move |&[u, v]| {
            free.contains(u)
                && free.contains(v)
                && self.space.is_upright(u, v) == (side == Side::Left)
        })
    }

    /// The position on some free cells.
    fn on(&self, free: &BitSet, to_move: Side) -> TintPosition {
        let covered = |side: Side| {
            BitSet::of(self.space.board().vertex_count(), self.dominoes(side, free).flatten())
        };
        TintPosition { left: covered(Side::Left), right: covered(Side::Right), to_move }
    }
}

impl Rules for Domineering {
    type Space = Tints;
    type Position = TintPosition;

    fn space(&self) -> &Tints {
        &self.space
    }

    fn start(&self) -> TintPosition {
        self.on(&BitSet::full(self.space.board().vertex_count()), self.space.beginner())
    }

    fn moves(&self, position: &TintPosition) -> Vec<Move> {
        let free = position.live();
        let lay = |[u, v]: [usize; 2]| Move::Vertices(SmallVec::from_slice(&[u as u16, v as u16]));
        let mut moves: Vec<Move> = self.dominoes(position.to_move, &free).map(lay).collect();
        moves.sort_unstable();
        moves
    }

    fn check(&self, position: &TintPosition, mv: &Move) -> Result<(), IllegalMove> {
        let Move::Vertices(cells) = mv else {
            return Err(IllegalMove("a move lays a domino on two cells".into()));
        };
        let &[u, v] = &cells[..] else {
            return Err(IllegalMove("a domino covers two cells".into()));
        };
        let free = position.live();
        if let Some(&taken) = cells.iter().find(|&&cell| !free.contains(cell as usize)) {
            let name = self.places().name(taken as usize);
            return Err(IllegalMove(format!("cell {name} is covered, or no domino fits there")));
        }
        if u >= v || self.space.board().edge_index(u as usize, v as usize).is_none() {
            return Err(IllegalMove("a domino covers two cells side by side".into()));
        }
        let upright = self.space.is_upright(u as usize, v as usize);
        if upright != (position.to_move == Side::Left) {
            let how = if upright { "level" } else { "upright" };
            return Err(IllegalMove(format!("{} lays {how} dominoes", position.to_move)));
        }
        Ok(())
    }

    fn apply(&self, position: &TintPosition, mv: &Move) -> Step<TintPosition> {
        let mut free = position.live();
        mv.places().iter().for_each(|&cell| free.remove(cell as usize));
        Step::passing(self.on(&free, position.to_move.other()))
    }

    fn read_move(&self, _position: &TintPosition, text: &str) -> Result<Move, InputError> {
        read_domino(text, self.places())
    }

    fn longest_game(&self) -> usize {
        self.space.board().vertex_count() / 2
    }

    fn sees_structure_only(&self) -> bool {
        true
    }
}

impl OnTints for Domineering {}

/// Domineering on a board of squares.
pub static DOMINEERING: GameDef = GameDef {
    names: &["domineering", "crosscram"],
    title: "Domineering",
    sentence: "Lay a domino on two free neighbouring cells: Left upright, in one column, Right level, in one row.",
    prompt: "Lay a domino.",
    boards: BoardKind::Cells,
    look: &["edges", "dominoes"],
    examples: &[
        "domineering grid:4x4",
        "domineering cells:##.#/####",
        "domineering grid:3x4 --right-first",
    ],
    make: |setup| Ok(partizan(Domineering::new(setup.cells()?, beginner(setup.options)))),
    ..PARTIZAN
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::families;

    #[test]
    fn dominoes_by_side() {
        let game = Domineering::new(families::cells("##/#.").unwrap(), Side::Left);
        let start = game.start();
        let text = |position: &TintPosition| -> Vec<String> {
            game.moves(position).iter().map(|mv| game.write_move(mv)).collect()
        };
        assert_eq!(text(&start), ["1,3"]);
        assert_eq!(text(&start.passed()), ["1,2"]);
        let mv = game.read_move(&start, "1-3").unwrap();
        // The cell that is left is out of play.
        assert!(game.play(&start, &mv).unwrap().position.live().is_empty());
        assert!(game.play(&start.passed(), &mv).is_err());
    }

    #[test]
    fn cells_in_a_row_and_in_a_column_differ() {
        for (board, side) in [("###", Side::Right), ("#/#/#", Side::Left)] {
            let game = Domineering::new(families::cells(board).unwrap(), Side::Left);
            let position = TintPosition { to_move: side, ..game.start() };
            assert_eq!(game.moves(&position).len(), 2);
            assert!(game.moves(&position.passed()).is_empty());
        }
    }
}
