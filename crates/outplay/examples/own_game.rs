//! A game that Outplay does not know, defined here and solved: *Odd*. A move removes a vertex with an odd number of
//! neighbours; who cannot move loses. It has no fast solver, so the reference solver answers.
//!
//!     cargo run --release -p outplay --example own_game

use outplay::rules::bits::BitSet;
use outplay::rules::game::{GameDef, Theory};
use outplay::rules::moves::Move;
use outplay::rules::option::MISERE;
use outplay::rules::rules::{IllegalMove, Impartial, Part, Rules, Step};
use outplay::rules::ruleset::impartial;
use outplay::rules::spaces::Vertices;
use outplay::{Error, Question, Run, moves, solve};

/// The definition: names, words, boards, options, and how the rules are made.
static ODD: GameDef = GameDef {
    names: &["odd"],
    title: "Odd",
    sentence: "Remove a vertex with an odd number of neighbours.",
    prompt: "Remove a vertex with an odd number of neighbours.",
    theory: Theory::Impartial,
    options: &[&MISERE],
    examples: &["odd path:5"],
    make: |setup| Ok(impartial(Odd { space: Vertices::new(setup.graph()?) })),
    ..GameDef::BLANK
};

/// The rules on a graph. A position is the set of vertices that are left.
struct Odd {
    space: Vertices,
}

impl Odd {
    fn is_odd(&self, position: &BitSet, vertex: usize) -> bool {
        let neighbours = self.space.board().neighbours(vertex).intersection(position);
        position.contains(vertex) && !neighbours.len().is_multiple_of(2)
    }
}

impl Rules for Odd {
    type Space = Vertices;
    type Position = BitSet;

    fn space(&self) -> &Vertices {
        &self.space
    }

    fn moves(&self, position: &BitSet) -> Vec<Move> {
        let odd = position.iter().filter(|&vertex| self.is_odd(position, vertex));
        odd.map(|vertex| Move::Vertices([vertex as u16].into_iter().collect())).collect()
    }

    fn check(&self, position: &BitSet, mv: &Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Vertices(vertices)
                if vertices.len() == 1 && self.is_odd(position, vertices[0].into()) =>
            {
                Ok(())
            }
            _ => {
                Err(IllegalMove("a move removes a vertex with an odd number of neighbours".into()))
            }
        }
    }

    fn apply(&self, position: &BitSet, mv: &Move) -> Step<BitSet> {
        let mut left = position.clone();
        if let Move::Vertices(vertices) = mv {
            vertices.iter().for_each(|&vertex| left.remove(vertex.into()));
        }
        Step::passing(left)
    }

    fn longest_game(&self) -> usize {
        self.space.board().vertex_count()
    }
}

impl Impartial for Odd {
    /// Components have nothing to do with each other. Without this the game is solved all the same, only slower.
    fn parts(&self, position: &BitSet) -> Vec<Part<BitSet>> {
        self.space.board().components(position).into_iter().map(Part::Component).collect()
    }
}

/// Solves it on some boards.
pub fn main() -> Result<(), Error> {
    let run = Run::default();
    for board in ["path:7", "grid:3x4", "petersen", "wheel:5", "complete:6"] {
        let question = Question::on(&ODD, board.parse()?);
        println!("{}\n", solve(&question, &run)?);
    }
    // In a complete graph with an even number of vertices every vertex is odd, and after one move none is.
    let complete = Question::on(&ODD, "complete:6".parse()?);
    assert_eq!(solve(&complete, &run)?.answer.worth.grundy(), Some(1));
    assert_eq!(moves(&complete, &run)?.best().count(), 6);
    Ok(())
}
