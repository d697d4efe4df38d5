//! Proofs of margins: a strategy for each side.

use std::collections::HashMap;

use outplay_certificate::body::{Form, Keyword, signed};
use outplay_certificate::game::captures::Settled;
use outplay_certificate::game::scoring::{self, slack};
use outplay_certificate::header::Statement;
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Step;
use outplay_rules::ruleset::AnyScoring;
use outplay_rules::spaces::Space;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, Known, Oracle};

use crate::Proof;
use crate::scribe::Scribe;

/// The bounds shown so far.
#[derive(Default)]
struct Bounds {
    least: Option<i32>,
    most: Option<i32>,
}

struct Prover<'r, 'o, 'b, 'l, S: Space> {
    scribe: Scribe<'r, AnyScoring<S>, Bounds>,
    oracle: &'o mut dyn Oracle<Space = S>,
    budget: &'b mut Budget<'l>,
    /// The margins that the solver told.
    margins: HashMap<S::Position, i32>,
}

/// The proof of the exact margin of a moment.
pub fn prove<S: Space>(
    rules: &AnyScoring<S>,
    oracle: &mut dyn Oracle<Space = S>,
    moment: &Moment<S::Position>,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, Stopped> {
    let mut prover = Prover {
        scribe: Scribe::by_components(rules, form),
        oracle,
        budget,
        margins: HashMap::new(),
    };
    let margin = prover.margin(&moment.position)?;
    prover.show_least(&moment.position, margin)?;
    prover.show_most(&moment.position, margin)?;
    let to_come = if moment.to_move == Player::First { margin } else { -margin };
    let whole = Some(moment.score[0] as i32 - moment.score[1] as i32 + to_come);
    let statement = Statement::Margin { least: whole, most: whole };
    Ok(Proof::new(statement, prover.scribe.finish(), 0, form))
}

/// The game of removing edges, if it is one in which the turn always passes.
fn passing<S: Space>(rules: &AnyScoring<S>) -> Option<&EdgeGame> {
    rules.removing().filter(|game| !game.variant().keeps_turn())
}

/// What a position comes to by the theorems on captures, and what is left then.
fn settled<S: Space>(
    rules: &AnyScoring<S>,
    position: &S::Position,
) -> Option<(Settled, S::Position)> {
    let settled = Settled::new(rules.removing()?, rules.space().edges(position)?)?;
    let rest = rules.space().with_edges(&settled.rest)?;
    Some((settled, rest))
}

/// What is left of a position without what cancels, and whether the margin turns round.
fn cancelled<S: Space>(
    rules: &AnyScoring<S>,
    position: &S::Position,
) -> Option<(S::Position, bool)> {
    let (rest, odd) = scoring::cancelled(passing(rules)?, rules.space().edges(position)?)?;
    Some((rules.space().with_edges(&rest)?, odd))
}

/// A position at which nothing has been scored.
fn moment<P: Clone>(position: &P) -> Moment<P> {
    Moment { position: position.clone(), to_move: Player::First, score: [0, 0] }
}

impl<S: Space> Prover<'_, '_, '_, '_, S> {
    /// The margin for the player to move.
    fn margin(&mut self, position: &S::Position) -> Result<i32, Stopped> {
        if let Some(&known) = self.margins.get(position) {
            return Ok(known);
        }
        self.budget.visit()?;
        let margin = match self.oracle.value(&moment(position), self.budget)? {
            GameValue::Margin(margin) => margin,
            _ => 0,
        };
        self.margins.insert(position.clone(), margin);
        Ok(margin)
    }

    /// The bounds shown of a position.
    fn shown(&mut self, position: &S::Position) -> (i32, i32) {
        let points = self.scribe.rules.points_left(position) as i32;
        let facts = self.scribe.facts(position);
        let (least, most) = facts.map_or((None, None), |facts| (facts.least, facts.most));
        (least.unwrap_or(-points).max(-points), most.unwrap_or(points).min(points))
    }

    /// The bounds that the checker will find, by what the position comes to.
    fn bounds(&mut self, position: &S::Position) -> (i32, i32) {
        match settled(self.scribe.rules, position) {
            Some((settled, rest)) => settled.bounds(self.shown(&rest)),
            None => self.shown(position),
        }
    }

    fn knows_least(&mut self, position: &S::Position, margin: i32) -> bool {
        self.bounds(position).0 >= margin
    }

    fn knows_most(&mut self, position: &S::Position, margin: i32) -> bool {
        self.bounds(position).1 <= margin
    }

    /// Whether it is already shown that a move gets at least so much.
    fn move_knows_least(&mut self, option: &Step<S::Position>, margin: i32) -> bool {
        let earned = option.earned as i32;
        if option.again {
            self.knows_least(&option.position, margin - earned)
        } else {
            self.knows_most(&option.position, earned - margin)
        }
    }

    /// Shows that the margin is at least so much, by one good move.
    fn show_least(&mut self, position: &S::Position, margin: i32) -> Result<(), Stopped> {
        if self.knows_least(position, margin) {
            return Ok(());
        }
        if let Some((settled, rest)) = self.settled(position) {
            let (least, most) = settled.goals(margin);
            return match most {
                Some(most) if !self.reaches(&rest, least)? => self.show_most(&rest, most),
                _ => self.show_least(&rest, least),
            };
        }
        if let Some((rest, odd)) = cancelled(self.scribe.rules, position) {
            if odd {
                self.show_most(&rest, 2 - margin)?;
            } else {
                self.show_least(&rest, margin)?;
            }
            let facts = self.scribe.show(Keyword::Cancel, position, &[]);
            facts.least = facts.least.max(Some(margin));
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
        options: &[(Move, Step<S::Position>)],
        margin: i32,
    ) -> Result<usize, Stopped> {
        let known = options.iter().position(|(_, option)| self.is_known(option, margin));
        if let Some(index) = known {
            return Ok(index);
        }
        for (index, (_, option)) in options.iter().enumerate() {
            let least = margin - option.earned as i32;
            if option.again && self.reaches(&option.position, least)?
                || !option.again && !self.reaches(&option.position, 1 - least)?
            {
                return Ok(index);
            }
        }
        Ok(0)
    }

    /// Whether the solver knows without a search that a move gets at least so much.
    fn is_known(&self, option: &Step<S::Position>, margin: i32) -> bool {
        let Known::Margin { at_least, at_most } = self.oracle.known(&moment(&option.position))
        else {
            return false;
        };
        let least = if option.again { at_least } else { -at_most };
        option.earned as i32 + least >= margin
    }

    /// Whether the player to move gets at least so much.
    fn reaches(&mut self, position: &S::Position, least: i32) -> Result<bool, Stopped> {
        self.budget.visit()?;
        let target = GameValue::Margin(least);
        self.oracle.keeps(&moment(position), &target, Player::First, self.budget)
    }

    /// What a position comes to, if that is another position.
    fn settled(&self, position: &S::Position) -> Option<(Settled, S::Position)> {
        settled(self.scribe.rules, position).filter(|(_, rest)| rest != position)
    }

    /// Shows that the margin is at most so much, against every move.
    fn show_most(&mut self, position: &S::Position, margin: i32) -> Result<(), Stopped> {
        if self.knows_most(position, margin) {
            return Ok(());
        }
        if let Some((settled, rest)) = self.settled(position) {
            let (most, least) = settled.goals(margin);
            self.show_most(&rest, most)?;
            return least.map_or(Ok(()), |least| self.show_least(&rest, least));
        }
        if let Some((rest, odd)) = cancelled(self.scribe.rules, position) {
            if odd {
                self.show_least(&rest, 2 - margin)?;
            } else {
                self.show_most(&rest, margin)?;
            }
            self.scribe.show(Keyword::Cancel, position, &[]).most = Some(margin);
            return Ok(());
        }
        let options = self.scribe.options(position);
        let listed = self.listed(&options, margin)?;
        for &(index, most) in &listed {
            let option = &options[index].1;
            let earned = option.earned as i32;
            if option.again {
                self.show_most(&option.position, most - earned)?;
            } else {
                self.show_least(&option.position, earned - most)?;
            }
        }
        let mut numbers = vec![signed(margin)];
        let keyword = if listed.len() == options.len() {
            Keyword::Most
        } else {
            numbers.push(listed.len() as u64);
            numbers.extend(listed.iter().map(|&(index, _)| index as u64));
            Keyword::Exchange
        };
        self.scribe.show(keyword, position, &numbers).most = Some(margin);
        Ok(())
    }

    /// Moves with bounds on them that bound all moves; all of them where moves are not exchanged. Few are chosen, one
    /// after another: the next is the one that bounds most of the moves left.
    fn listed(
        &mut self,
        options: &[(Move, Step<S::Position>)],
        margin: i32,
    ) -> Result<Vec<(usize, i32)>, Stopped> {
        if passing(self.scribe.rules).is_none() {
            return Ok((0..options.len()).map(|index| (index, margin)).collect());
        }
        let mut values = Vec::new();
        for (_, option) in options {
            values.push(option.earned as i32 - self.margin(&option.position)?);
        }
        let room = |index: usize, other: usize| {
            let ((mv, option), (to, _)) = (&options[index], &options[other]);
            margin - slack(mv, to, option.earned as i32) - values[index]
        };
        let mut left: Vec<usize> = (0..options.len()).collect();
        let mut listed = Vec::new();
        while !left.is_empty() {
            let bounds = |index: usize| left.iter().filter(|&&to| room(index, to) >= 0).count();
            let Some(best) = (0..options.len()).rev().max_by_key(|&index| bounds(index)) else {
                break;
            };
            // No tighter a bound than is needed.
            let taken: Vec<usize> =
                left.iter().copied().filter(|&to| room(best, to) >= 0).collect();
            let spare = taken.iter().map(|&to| room(best, to)).min().unwrap_or(0);
            left.retain(|to| !taken.contains(to));
            listed.push((best, values[best] + spare));
            if taken.is_empty() {
                break;
            }
        }
        Ok(listed)
    }
}
