//! Proofs of what can be forced: for each fact a strategy of the player who wants it or wants it not.

use outplay_certificate::body::{Form, Keyword};
use outplay_certificate::header::Statement;
use outplay_rules::player::Player;
use outplay_rules::rules::Positional;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::positional::Forces;

use crate::Proof;
use crate::scribe::Scribe;
use crate::shape::Shaped;

/// The four facts as far as they are shown.
type Facts = [Option<bool>; 4];

/// A proof in the making: several starts may share one.
pub struct Prover<'r, R: Positional + Shaped> {
    scribe: Scribe<'r, R, Facts>,
    form: Form,
}

/// What the solver says can be forced from a position.
pub type Ask<'a, P> = &'a mut dyn FnMut(&P, &mut Budget) -> Result<Forces, Stopped>;

fn facts(forces: Forces) -> [bool; 4] {
    [forces.win, forces.win_or_tie, forces.win_or_draw, forces.not_lose]
}

impl<'r, R: Positional + Shaped> Prover<'r, R> {
    /// Nothing shown yet.
    pub fn new(rules: &'r R, form: Form) -> Self {
        Prover { scribe: Scribe::new(rules, form), form }
    }

    /// Shows all that can and cannot be forced from a position.
    pub fn show_forces(
        &mut self,
        position: &R::Position,
        ask: Ask<R::Position>,
        budget: &mut Budget,
    ) -> Result<Forces, Stopped> {
        let forces = ask(position, budget)?;
        // The strongest facts first: the others follow from them.
        for fact in [0, 3, 1, 2] {
            self.show(position, fact, facts(forces)[fact], ask, budget)?;
        }
        Ok(forces)
    }

    /// The proof, with its statement.
    pub fn finish(self, forces: Forces) -> Proof {
        let statement = Statement::Forces(facts(forces).map(Some));
        Proof::new(statement, self.scribe.finish(), 0, self.form)
    }

    /// Whether all that can be forced from a position is shown already.
    pub fn knows(&mut self, position: &R::Position, forces: Forces) -> bool {
        facts(forces).iter().enumerate().all(|(fact, &truth)| self.follows(position, fact, truth))
    }

    fn is_known(&mut self, position: &R::Position, fact: usize, truth: bool) -> bool {
        if self.scribe.rules.end(position).is_some() {
            return true;
        }
        let Some(known) = self.scribe.facts(position) else { return false };
        // A win forces all, a loss forbids all; nothing weaker is drawn on here.
        known[fact] == Some(truth)
            || (truth && known[0] == Some(true))
            || (!truth && known[3] == Some(false))
    }

    fn show(
        &mut self,
        position: &R::Position,
        fact: usize,
        truth: bool,
        ask: Ask<R::Position>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        if self.is_known(position, fact, truth) {
            return Ok(());
        }
        budget.visit()?;
        let options = self.scribe.options(position);
        let wants = (self.scribe.rules.to_move(position) == Player::First) == truth;
        let mut numbers = vec![fact as u64];
        if wants {
            let known =
                (0..options.len()).find(|&i| self.follows(&options[i].1.position, fact, truth));
            let mut chosen = known;
            for (index, (_, option)) in options.iter().enumerate() {
                if chosen.is_none() && facts(ask(&option.position, budget)?)[fact] == truth {
                    chosen = Some(index);
                }
            }
            let chosen = chosen.unwrap_or(0);
            self.show(&options[chosen].1.position, fact, truth, ask, budget)?;
            numbers.push(chosen as u64);
        } else {
            for (_, option) in &options {
                self.show(&option.position, fact, truth, ask, budget)?;
            }
        }
        let keyword = if truth { Keyword::Holds } else { Keyword::Fails };
        self.scribe.show(keyword, position, &numbers)[fact] = Some(truth);
        Ok(())
    }

    /// Whether a fact is settled so at a position, by the end of the game or by a step.
    fn follows(&mut self, position: &R::Position, fact: usize, truth: bool) -> bool {
        match self.scribe.rules.end(position) {
            Some(end) => facts(Forces::at(end))[fact] == truth,
            None => self.is_known(position, fact, truth),
        }
    }
}
