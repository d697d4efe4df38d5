//! Proofs of who wins a partizan game, whoever begins: for the winner one move, for the loser every move. The checker looks sums up by their
//! parts, so what is written is mostly about single components.

use std::collections::HashMap;

use outplay_certificate::body::{Form, Keyword};
use outplay_certificate::header::Statement;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Step;
use outplay_rules::ruleset::AnyPartizan;
use outplay_rules::spaces::Space;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, Oracle};
use outplay_solve::partizan::OutcomeClass;

use crate::Proof;
use crate::scribe::Scribe;

struct Prover<'r, 'o, 'b, 'l, S: Space> {
    scribe: Scribe<'r, AnyPartizan<S>, bool>,
    oracle: &'o mut dyn Oracle<Space = S>,
    budget: &'b mut Budget<'l>,
    /// Whether the player to move wins, as the solver told.
    won: HashMap<S::Position, bool>,
}

/// The proof of the outcome class of a position.
pub fn prove<S: Space>(
    rules: &AnyPartizan<S>,
    oracle: &mut dyn Oracle<Space = S>,
    now: &Moment<S::Position>,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, Stopped> {
    let GameValue::Partizan { class, .. } = oracle.value(now, budget)? else {
        return Err(Stopped::TooMany);
    };
    let scribe = Scribe::by_components(rules, form);
    let mut prover = Prover { scribe, oracle, budget, won: HashMap::new() };
    prover.show(&now.position)?;
    prover.show(&rules.passed(&now.position))?;
    Ok(Proof::new(Statement::Class(class), prover.scribe.finish(), 0, form))
}

/// A component with what the solver says: whether the player to move wins it by moving first, and whether the opponent does.
struct Part<P> {
    position: P,
    mover: bool,
    opponent: bool,
}

impl<P> Part<P> {
    fn is_zero(&self) -> bool {
        !self.mover && !self.opponent
    }
}

impl<S: Space> Prover<'_, '_, '_, '_, S> {
    /// Whether the player to move wins.
    fn wins(&mut self, position: &S::Position) -> Result<bool, Stopped> {
        if let Some(&known) = self.won.get(position) {
            return Ok(known);
        }
        self.budget.visit()?;
        let score = [0, 0];
        let moment = Moment { position: position.clone(), to_move: Player::First, score };
        let won = GameValue::Partizan { winner: Player::First, class: OutcomeClass::N };
        let wins = self.oracle.keeps(&moment, &won, Player::First, self.budget)?;
        self.won.insert(position.clone(), wins);
        Ok(wins)
    }

    /// Shows who wins a position, so that the checker finds it.
    fn show(&mut self, position: &S::Position) -> Result<(), Stopped> {
        let rules = self.scribe.rules;
        let options = self.scribe.options(position);
        if options.is_empty() || self.scribe.facts(position).is_some() {
            return Ok(());
        }
        let parts = rules.parts(position);
        if parts.len() > 1 && self.show_by_parts(parts)? {
            return Ok(());
        }
        if !self.wins(position)? {
            options.iter().try_for_each(|(_, option)| self.show(&option.position))?;
            self.scribe.show(Keyword::Lost, position, &[]);
        } else if let Some(index) = self.winning(&options)? {
            self.show(&options[index].1.position)?;
            self.scribe.show(Keyword::Won, position, &[index as u64]);
        }
        Ok(())
    }

    /// Shows of the parts of a position what tells who wins it, and says whether that is enough.
    fn show_by_parts(&mut self, parts: Vec<S::Position>) -> Result<bool, Stopped> {
        let rules = self.scribe.rules;
        let mut told = Vec::with_capacity(parts.len());
        for position in parts {
            let (mover, opponent) = (self.wins(&position)?, self.wins(&rules.passed(&position))?);
            told.push(Part { position, mover, opponent });
        }
        let not_safe = told.iter().filter(|part| part.opponent).count();
        let first = told.iter().position(|part| part.mover && part.opponent == (not_safe > 0));
        if told.iter().all(|part| !part.mover) {
            told.iter().try_for_each(|part| self.show(&part.position))?;
            return Ok(true);
        }
        if let Some(first) = first.filter(|_| not_safe <= 1) {
            for (index, part) in told.iter().enumerate() {
                match index == first {
                    true => self.show(&part.position)?,
                    false => self.show(&rules.passed(&part.position))?,
                }
            }
            return Ok(true);
        }
        if !told.iter().any(Part::is_zero) {
            return Ok(false);
        }
        for part in told.iter().filter(|part| part.is_zero()) {
            self.show(&part.position)?;
            self.show(&rules.passed(&part.position))?;
        }
        let rest = told.into_iter().filter(|part| !part.is_zero()).map(|part| part.position);
        let Some(rest) = rules.joined(&rest.collect::<Vec<_>>()) else { return Ok(false) };
        self.show(&rest)?;
        Ok(true)
    }

    /// A move after which the opponent loses: one that is shown already, or else one that leaves him few moves.
    fn winning(&mut self, options: &[(Move, Step<S::Position>)]) -> Result<Option<usize>, Stopped> {
        let rules = self.scribe.rules;
        let left = |index: &usize| rules.moves(&options[*index].1.position).len();
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by_cached_key(|index| {
            (self.scribe.facts_at_hand(&options[*index].1.position).is_none(), left(index))
        });
        for index in order {
            if !self.wins(&options[index].1.position)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}
