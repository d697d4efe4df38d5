//! Partizan octal games (Fraenkel and Kotzig, Partizan octal games: partizan subtraction games, International Journal of Game
//! Theory 16, 1987): Left takes by one code, Right by another.
//!
//! A heap is a row of counters, as in `super::octal`, and a graph is played on as there; so a heap of n is a path of n, and codes
//! 4.…, which split heaps without taking from them, are refused.

use crate::error::InputError;
use crate::game::{BoardKind, GameDef, GameName, Parameter, Setup, Wording};
use crate::graph::{Graph, families};
use crate::moves::Move;
use crate::octal_code::OctalCode;
use crate::player::Side;
use crate::rules::{IllegalMove, Partizan, Rules, Step};
use crate::ruleset::{Ruleset, partizan};
use crate::spaces::{HeapPosition, TintPosition, Tints};
use crate::symmetry::Structure;

use super::octal::{OctalGame, allowed};
use super::partizan::{OnTints, PARTIZAN, beginner};

/// A partizan octal game on a graph. Both players may use every vertex that is left.
#[derive(Clone, Debug)]
pub struct PartizanOctal {
    space: Tints,
    /// By the codes of Left and Right.
    games: [OctalGame; 2],
}

impl PartizanOctal {
    /// The game with the codes of Left and Right on a graph.
    pub fn new(codes: [OctalCode; 2], graph: Graph, beginner: Side) -> Result<Self, InputError> {
        let [left, right] = codes;
        let game = |code: OctalCode| OctalGame::new(code, Vec::new(), graph.clone());
        let games = [game(left)?, game(right)?];
        Ok(PartizanOctal { space: Tints::new(graph, beginner), games })
    }

    /// The game of the player to move, and the position as it sees it.
    fn seen(&self, position: &TintPosition) -> (&OctalGame, HeapPosition) {
        let vertices = position.left.clone();
        let seen = HeapPosition { heaps: Default::default(), vertices };
        (&self.games[position.to_move.index()], seen)
    }
}

impl Rules for PartizanOctal {
    type Space = Tints;
    type Position = TintPosition;

    fn space(&self) -> &Tints {
        &self.space
    }

    fn moves(&self, position: &TintPosition) -> Vec<Move> {
        let (game, seen) = self.seen(position);
        game.moves(&seen)
    }

    fn check(&self, position: &TintPosition, mv: &Move) -> Result<(), IllegalMove> {
        let (game, seen) = self.seen(position);
        game.check(&seen, mv)
    }

    fn apply(&self, position: &TintPosition, mv: &Move) -> Step<TintPosition> {
        let (game, seen) = self.seen(position);
        let left = game.apply(&seen, mv).position.vertices;
        let to_move = position.to_move.other();
        Step::passing(TintPosition { right: left.clone(), left, to_move })
    }

    fn longest_game(&self) -> usize {
        self.space.board().vertex_count()
    }

    fn moves_within(&self, position: &TintPosition, most: u64) -> Option<Vec<Move>> {
        let (game, seen) = self.seen(position);
        game.moves_within(&seen, most)
    }

    fn sees_structure_only(&self) -> bool {
        true
    }
}

impl OnTints for PartizanOctal {
    /// The negative is played with the codes exchanged.
    fn negative(&self, position: &TintPosition) -> Option<Structure> {
        let [left, right] = &self.games;
        (left.code() == right.code()).then(|| self.form(position))
    }
}

/// `partizan-octal:LEFT,RIGHT`
pub static PARTIZAN_OCTAL: GameDef = GameDef {
    names: &["partizan-octal"],
    title: "Partizan octal game",
    sentence: "Left takes counters by one code, Right by another.",
    prompt: "Take from a row or a component.",
    parameter: Some(Parameter { example: "0.3,0.03", read: read_codes }),
    boards: BoardKind::HeapsOrGraph,
    examples: &[
        "partizan-octal:0.3,0.03 heaps:9",
        "partizan-octal:0.07,0.3 grid:3x3",
        "partizan-octal:0.3,0.7 path:6 --right-first",
    ],
    words: in_words,
    make,
    ..PARTIZAN
};

fn read_codes(name: &str, text: &str) -> Result<String, InputError> {
    let [left, right] = codes(text)?;
    Ok(format!("{name}:{left},{right}"))
}

fn codes(text: &str) -> Result<[OctalCode; 2], InputError> {
    let (left, right) = text.split_once(',').ok_or_else(|| {
        InputError::whole(text, "two codes are expected, Left's and Right's")
            .help("for example partizan-octal:0.3,0.03")
    })?;
    let code = |text: &str| {
        let code = OctalCode::read_hexadecimal(text.trim())?;
        match code.splits_for_free() {
            true => Err(InputError::whole(
                text,
                "codes 4.… are not played here: a move takes something",
            )),
            false => Ok(code),
        }
    };
    Ok([code(left)?, code(right)?])
}

fn codes_of(game: &GameName) -> Result<[OctalCode; 2], InputError> {
    codes(game.parameter().unwrap_or_default())
}

fn make(setup: &Setup) -> Result<Ruleset, InputError> {
    let (heaps, graph) = setup.heaps_and_graph()?;
    let row = |size: &u64| families::path(usize::try_from(*size).unwrap_or(usize::MAX));
    let board = match &heaps[..] {
        [] => graph,
        [first, rest @ ..] => {
            let rows =
                rest.iter().try_fold(row(first)?, |sum, size| sum.disjoint_union(&row(size)?))?;
            if graph.vertex_count() == 0 { rows } else { rows.disjoint_union(&graph)? }
        }
    };
    Ok(partizan(PartizanOctal::new(codes_of(setup.game)?, board, beginner(setup.options))?))
}

/// The rules in words: what the digits of the codes allow.
fn in_words(wording: &Wording) -> String {
    let Ok(codes) = codes_of(wording.game) else { return wording.plain() };
    let words = codes.map(|code| allowed(&code, false));
    wording.told(&format!("Left: {} Right: {}", words[0], words[1]))
}
