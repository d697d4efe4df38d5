//! The review of a game: what each of its positions was worth, and so which moves gave the game away.

use crate::view::picture::View;
use crate::{Asked, Error, Run, Task, Worth};
use outplay_rules::error::InputError;
use outplay_rules::moves::Move;
use outplay_rules::record::Record;
use outplay_rules::ruleset::Game;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{AnyOracle, after};
use serde::Serialize;

/// A game from its start to where it stands.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// The worth of the position before the first move, after the first, and so on; null where it is not known.
    positions: Vec<Option<Reviewed>>,
    /// The limit that was reached, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// A position of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Reviewed {
    #[serde(flatten)]
    worth: Worth,
    /// The same in words.
    words: String,
}

/// Values the positions of a game, the last first: they are solved sooner, and help with the others.
pub fn review(asked: &Asked, run: &Run) -> Result<Review, Error> {
    if asked.cases.has_starts() {
        return Err(InputError::plain("choose the point of the first X")
            .help("give `start`")
            .into());
    }
    run.work(|budget| {
        let task = ReviewTask { after: &asked.question.after, budget };
        Ok(asked.with_oracle(asked.first(), &run.how, task)?)
    })
}

struct ReviewTask<'a, 'b> {
    after: &'a str,
    budget: &'a mut Budget<'b>,
}

impl Task for ReviewTask<'_, '_> {
    type Output = Result<Review, InputError>;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, game: &'r Game<S>) -> Self::Output {
        let moves: Vec<Move> = Record::after(game, self.after)?.moves().cloned().collect();
        let mut moments = vec![Record::new(game).now().clone()];
        for (index, mv) in moves.iter().enumerate() {
            moments.push(after(game, &moments[index], mv));
        }
        let mut review = Review::default();
        for moment in moments.iter().rev() {
            let value = match review.stopped {
                None => oracle.value(moment, self.budget),
                Some(_) => break,
            };
            match value {
                Ok(value) => {
                    let worth = Worth::from(value);
                    review.positions.push(Some(Reviewed { words: worth.to_string(), worth }));
                }
                Err(stopped) => review.stopped = Some(stopped.to_string()),
            }
        }
        review.positions.resize_with(moments.len(), || None);
        review.positions.reverse();
        Ok(review)
    }
}
