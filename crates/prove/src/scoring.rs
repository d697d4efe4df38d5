//! Proofs of margins: a strategy for each side.

use std::collections::HashMap;

use outplay_certificate::body::{Form, Keyword, signed};
use outplay_certificate::game::captures::Settled;
use outplay_certificate::game::scoring::{cancelled, slack};
use outplay_certificate::header::Statement;
use outplay_rules::games::edge_board::EdgePosition;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{Scoring, Step};
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

struct Prover<'r, 'o, 'b, 'l, O: Oracle<Rules = EdgeGame>> {
    scribe: Scribe<'r, EdgeGame, Bounds>,
    oracle: &'o mut O,
    budget: &'b mut Budget<'l>,
    /// The margins that the solver told.
    margins: HashMap<EdgePosition, i32>,
}

/// The proof of the exact margin of a moment.
pub fn prove<O: Oracle<Rules = EdgeGame>>(
    rules: &EdgeGame,
    oracle: &mut O,
    moment: &Moment<EdgePosition>,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, Stopped> {
    let mut prover =
        Prover { scribe: Scribe::new(rules, form), oracle, budget, margins: HashMap::new() };
    let margin = prover.margin(&moment.position)?;
    prover.show_least(&moment.position, margin)?;
    prover.show_most(&moment.position, margin)?;
    let to_come = if moment.to_move == Player::First { margin } else { -margin };
    let whole = Some(moment.score[0] as i32 - moment.score[1] as i32 + to_come);
    let statement = Statement::Margin { least: whole, most: whole };
    Ok(Proof::new(statement, prover.scribe.finish(), 0, form))
}

/// A position at which nothing has been scored.
fn moment(position: &EdgePosition) -> Moment<EdgePosition> {
    Moment { position: position.clone(), to_move: Player::First, score: [0, 0] }
}

impl<O: Oracle<Rules = EdgeGame>> Prover<'_, '_, '_, '_, O> {
    /// The margin for the player to move.
    fn margin(&mut self, position: &EdgePosition) -> Result<i32, Stopped> {
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
    fn shown(&mut self, position: &EdgePosition) -> (i32, i32) {
        let points = self.scribe.rules.points_left(position) as i32;
        let facts = self.scribe.facts(position);
        let (least, most) = facts.map_or((None, None), |facts| (facts.least, facts.most));
        (least.unwrap_or(-points).max(-points), most.unwrap_or(points).min(points))
    }

    /// The bounds that the checker will find, by what the position comes to.
    fn bounds(&mut self, position: &EdgePosition) -> (i32, i32) {
        match Settled::new(self.scribe.rules, position) {
            Some(settled) => settled.bounds(self.shown(&settled.rest)),
            None => self.shown(position),
        }
    }

    fn knows_least(&mut self, position: &EdgePosition, margin: i32) -> bool {
        self.bounds(position).0 >= margin
    }

    fn knows_most(&mut self, position: &EdgePosition, margin: i32) -> bool {
        self.bounds(position).1 <= margin
    }

    /// Whether it is already shown that a move gets at least so much.
    fn move_knows_least(&mut self, option: &Step<EdgePosition>, margin: i32) -> bool {
        let earned = option.earned as i32;
        if option.again {
            self.knows_least(&option.position, margin - earned)
        } else {
            self.knows_most(&option.position, earned - margin)
        }
    }

    /// Shows that the margin is at least so much, by one good move.
    fn show_least(&mut self, position: &EdgePosition, margin: i32) -> Result<(), Stopped> {
        if self.knows_least(position, margin) {
            return Ok(());
        }
        if let Some(settled) = self.settled(position) {
            let (least, most) = settled.goals(margin);
            return match most {
                Some(most) if !self.reaches(&settled.rest, least)? => {
                    self.show_most(&settled.rest, most)
                }
                _ => self.show_least(&settled.rest, least),
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
        options: &[(Move, Step<EdgePosition>)],
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
    fn is_known(&self, option: &Step<EdgePosition>, margin: i32) -> bool {
        let Known::Margin { at_least, at_most } = self.oracle.known(&moment(&option.position))
        else {
            return false;
        };
        let least = if option.again { at_least } else { -at_most };
        option.earned as i32 + least >= margin
    }

    /// Whether the player to move gets at least so much.
    fn reaches(&mut self, position: &EdgePosition, least: i32) -> Result<bool, Stopped> {
        self.budget.visit()?;
        let target = GameValue::Margin(least);
        self.oracle.keeps(&moment(position), &target, Player::First, self.budget)
    }

    /// What a position comes to, if that is another position.
    fn settled(&self, position: &EdgePosition) -> Option<Settled> {
        let settled = Settled::new(self.scribe.rules, position);
        settled.filter(|settled| settled.rest != *position)
    }

    /// Shows that the margin is at most so much, against every move.
    fn show_most(&mut self, position: &EdgePosition, margin: i32) -> Result<(), Stopped> {
        if self.knows_most(position, margin) {
            return Ok(());
        }
        if let Some(settled) = self.settled(position) {
            let (most, least) = settled.goals(margin);
            self.show_most(&settled.rest, most)?;
            return least.map_or(Ok(()), |least| self.show_least(&settled.rest, least));
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
        options: &[(Move, Step<EdgePosition>)],
        margin: i32,
    ) -> Result<Vec<(usize, i32)>, Stopped> {
        if self.scribe.rules.variant() != Variant::Unshackle {
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
