//! A strategy of one's own, played against every opponent: in Node Kayles on a path of odd length, take the middle, then
//! answer every move by its mirror image.
//!
//!     cargo run --release -p outplay --example own_strategy

use outplay::rules::moves::Move;
use outplay::rules::record::Moment;
use outplay::rules::ruleset::Ruleset;
use outplay::rules::spaces::{Space, Vertices};
use outplay::strategy::strategy::{Choices, Guarantee, Memory, Sees, Strategy};
use outplay::strategy::verify::{Task, Verifier};
use outplay::{Asked, Error, InputError, Player, Question, Run};

/// Mirrors the opponent's last move.
struct Mirror {
    vertices: u16,
}

impl Strategy<Vertices> for Mirror {
    fn sees(&self) -> Sees {
        Sees::LastMove
    }

    fn advice(&self, _: &Moment<<Vertices as Space>::Position>, memory: &Memory) -> Vec<Move> {
        let vertex = match &memory.last {
            Some(Move::Vertices(taken)) => self.vertices - 1 - taken[0],
            _ => self.vertices / 2,
        };
        vec![Move::Vertices([vertex].into_iter().collect())]
    }
}

/// Whether the strategy wins for the first player on a path, and how many positions that takes to know.
fn verified(vertices: u16, run: &Run) -> Result<(Option<bool>, u64), Error> {
    let question = Question::new("node-kayles", &format!("path:{vertices}"))?;
    let asked = Asked::new(&question, run)?;
    let Ruleset::Vertices(game) = asked.cases.first() else {
        return Err(InputError::plain("Node Kayles is played on vertices").into());
    };
    run.work(|budget| {
        let mut strategy = Mirror { vertices };
        let task = Task {
            player: Player::First,
            claim: Guarantee::Win,
            choices: Choices::All,
            convention: asked.convention(),
            theorems: true,
            shortest: true,
        };
        let verdict = Verifier::new(game, &mut strategy, task).run(&[], budget);
        Ok((verdict.holds, verdict.positions))
    })
}

/// Verifies it on paths of 3 to 15 vertices; on even ones the middle has no mirror image.
pub fn main() -> Result<(), Error> {
    let run = Run::default();
    for vertices in 3..=15 {
        let (holds, positions) = verified(vertices, &run)?;
        println!("path:{vertices}: {holds:?} after {positions} positions");
        assert!(vertices.is_multiple_of(2) || holds == Some(true), "path:{vertices}");
    }
    Ok(())
}
