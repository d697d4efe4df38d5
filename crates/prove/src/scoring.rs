//! Proofs of margins: a strategy for each side.

use outplay_certificate::body::{Form, Keyword, signed};
use outplay_certificate::header::Statement;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{Scoring, Step};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, Oracle};

use crate::Proof;
use crate::scribe::Scribe;
use crate::shape::Shaped;

/// The bounds shown so far.
#[derive(Default)]
struct Bounds {
    least: Option<i32>,
    most: Option<i32>,
}

struct Prover<'r, 'o, 'b, 'l, R: Scoring + Shaped, O: Oracle<Rules = R>> {
    scribe: Scribe<'r, R, Bounds>,
    oracle: &'o mut O,
    budget: &'b mut Budget<'l>,
}

/// The proof of the exact margin of a moment.
pub fn prove<R: Scoring + Shaped, O: Oracle<Rules = R>>(
    rules: &R,
    oracle: &mut O,
    moment: &Moment<R::Position>,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, Stopped> {
    let mut prover = Prover { scribe: Scribe::new(rules, form), oracle, budget };
    let margin = prover.margin(&moment.position)?;
    prover.show_least(&moment.position, margin)?;
    prover.show_most(&moment.position, margin)?;
    let to_come = if moment.to_move == Player::First { margin } else { -margin };
    let whole = Some(moment.score[0] as i32 - moment.score[1] as i32 + to_come);
    let statement = Statement::Margin { least: whole, most: whole };
    Ok(Proof::new(statement, prover.scribe.finish(), 0, form))
}

impl<R: Scoring + Shaped, O: Oracle<Rules = R>> Prover<'_, '_, '_, '_, R, O> {
    /// The margin for the player to move.
    fn margin(&mut self, position: &R::Position) -> Result<i32, Stopped> {
        self.budget.visit()?;
        let moment = Moment { position: position.clone(), to_move: Player::First, score: [0, 0] };
        match self.oracle.value(&moment, self.budget)? {
            GameValue::Margin(margin) => Ok(margin),
            _ => Ok(0),
        }
    }

    fn points(&self, position: &R::Position) -> i32 {
        self.scribe.rules.points_left(position) as i32
    }

    fn knows_least(&mut self, position: &R::Position, margin: i32) -> bool {
        margin <= -self.points(position)
            || self.scribe.facts(position).is_some_and(|facts| facts.least >= Some(margin))
    }

    fn knows_most(&mut self, position: &R::Position, margin: i32) -> bool {
        let known = |facts: &Bounds| facts.most.is_some_and(|most| most <= margin);
        margin >= self.points(position) || self.scribe.facts(position).is_some_and(known)
    }

    /// Whether it is already shown that a move gets at least so much.
    fn move_knows_least(&mut self, option: &Step<R::Position>, margin: i32) -> bool {
        let earned = option.earned as i32;
        if option.again {
            self.knows_least(&option.position, margin - earned)
        } else {
            self.knows_most(&option.position, earned - margin)
        }
    }

    /// Shows that the margin is at least so much, by one good move.
    fn show_least(&mut self, position: &R::Position, margin: i32) -> Result<(), Stopped> {
        if self.knows_least(position, margin) {
            return Ok(());
        }
        let options = self.scribe.options(position);
        let known = (0..options.len()).find(|&i| self.move_knows_least(&options[i].1, margin));
        let chosen = match known {
            Some(index) => index,
            None => self.good_move(&options, margin)?,
        };
        let option = &options[chosen].1;
        let earned = option.earned as i32;
        if option.again {
            self.show_least(&option.position, margin - earned)?;
        } else {
            self.show_most(&option.position, earned - margin)?;
        }
        let step = [signed(margin), chosen as u64];
        self.scribe.show(Keyword::Least, position, &step).least = Some(margin);
        Ok(())
    }

    fn good_move(
        &mut self,
        options: &[(Move, Step<R::Position>)],
        margin: i32,
    ) -> Result<usize, Stopped> {
        for (index, (_, option)) in options.iter().enumerate() {
            let rest = self.margin(&option.position)?;
            let own = option.earned as i32 + if option.again { rest } else { -rest };
            if own >= margin {
                return Ok(index);
            }
        }
        Ok(0)
    }

    /// Shows that the margin is at most so much, against every move.
    fn show_most(&mut self, position: &R::Position, margin: i32) -> Result<(), Stopped> {
        if self.knows_most(position, margin) {
            return Ok(());
        }
        for (_, option) in self.scribe.options(position) {
            let earned = option.earned as i32;
            if option.again {
                self.show_most(&option.position, margin - earned)?;
            } else {
                self.show_least(&option.position, earned - margin)?;
            }
        }
        self.scribe.show(Keyword::Most, position, &[signed(margin)]).most = Some(margin);
        Ok(())
    }
}
