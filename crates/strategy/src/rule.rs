//! The choice rule that a verification with [`Choices::Some`](crate::strategy::Choices) finds: in each position that
//! can come up, one of the allowed moves. It is written as a table that `--strategy @FILE` reads again.

use std::collections::HashSet;

use outplay_rules::moves::Move;
use outplay_solve::limits::{Budget, Stopped};

use crate::keys::Key;
use crate::strategic::Strategic;
use crate::verify::{Situation, Verifier};

/// A choice rule, or the beginning of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceRule {
    /// A line to a position, and the move chosen there; shorter lines first.
    pub entries: Vec<(Vec<Move>, Move)>,
    /// Whether this is all of it.
    pub complete: bool,
}

/// A situation on the way, with the line that led there and what is needed from here on.
type Reached<S> = (Situation<S>, Vec<Move>, i32);

/// The rule from a situation in which the claim is known to hold, at most `most` entries of it.
pub fn choice_rule<S: Strategic>(
    verifier: &mut Verifier<'_, '_, S>,
    moves: &[Move],
    most: usize,
    budget: &mut Budget,
) -> Result<ChoiceRule, Stopped> {
    let start = verifier.replay(moves);
    let needed = verifier.task.claim.least() - verifier.margin(&start.moment);
    let mut layer: Vec<Reached<S>> = vec![(start, moves.to_vec(), needed)];
    let mut seen: HashSet<(Key<S>, i32)> = HashSet::new();
    let mut rule = ChoiceRule { entries: Vec::new(), complete: true };
    while !layer.is_empty() {
        let mut next_layer = Vec::new();
        for (now, line, needed) in layer {
            let key =
                ((now.moment.position.clone(), now.moment.to_move, now.memory.clone()), needed);
            if verifier.ended(&now.moment).is_some() || !seen.insert(key) {
                continue;
            }
            budget.visit()?;
            if rule.entries.len() >= most {
                rule.complete = false;
                return Ok(rule);
            }
            let moves = choice(verifier, &now, needed, budget)?;
            if verifier.is_mine(&now.moment) {
                rule.entries.extend(moves.iter().map(|mv| (line.clone(), mv.clone())));
            }
            for mv in moves {
                let next = verifier.next(&now, &mv);
                let gained = verifier.margin(&next.moment) - verifier.margin(&now.moment);
                let line = [&line[..], &[mv]].concat();
                next_layer.push((next, line, needed - gained));
            }
        }
        layer = next_layer;
    }
    Ok(rule)
}

/// All replies of the opponent, or the one choice of the strategy: the move that can be relied on for most. A table knows
/// the position and not the score, and the same position may come up on a line that has less to spare.
fn choice<S: Strategic>(
    verifier: &mut Verifier<'_, '_, S>,
    now: &Situation<S>,
    needed: i32,
    budget: &mut Budget,
) -> Result<Vec<Move>, Stopped> {
    let moves = verifier.options(now, budget)?.unwrap_or_default();
    if !verifier.is_mine(&now.moment) {
        return Ok(moves);
    }
    let mut best: Option<(i32, Move)> = None;
    for mv in moves {
        let next = verifier.next(now, &mv);
        let gained = verifier.margin(&next.moment) - verifier.margin(&now.moment);
        let Some(payoff) = verifier.payoff(&next, budget)?.map(|rest| gained + rest) else {
            continue;
        };
        if payoff >= needed && best.as_ref().is_none_or(|(most, _)| payoff > *most) {
            best = Some((payoff, mv));
        }
    }
    Ok(best.into_iter().map(|(_, mv)| mv).collect())
}
