//! Which bounds on margins make up a proof, asked of the solver.
//!
//! Positions are visited from the largest to the smallest, each with the bounds that larger ones need of it. An upper
//! bound needs bounds on what every move leads to; a lower bound needs one good move: one that asks for nothing new if
//! there is one, otherwise the one that leaves least.

use std::collections::HashMap;

use outplay_certificate::closed::Closed;
use outplay_certificate::closed::margins::{Bounds, Margins};
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::spaces::EdgePosition;
use outplay_solve::limits::{Budget, Stopped};

use super::{FACT_BYTES, Found};

/// Whether the margin of a position is at least so much, by the solver.
pub type Reaches<'o> = &'o mut dyn FnMut(&EdgePosition, i32, &mut Budget) -> Result<bool, Stopped>;

struct Prover<'p, 'o> {
    game: &'p EdgeGame,
    margins: &'p Margins<'p>,
    reaches: Reaches<'o>,
    /// By size, the positions of which bounds are needed.
    needed: Vec<HashMap<u64, Bounds>>,
    facts: Vec<(u64, Vec<u64>)>,
    cost: u64,
}

/// A bound that is needed: at least so much, or at most.
#[derive(Clone, Copy)]
enum Need {
    Least(i32),
    Most(i32),
}

/// The facts that show that the margin of a position is exactly this.
pub fn prove(
    game: &EdgeGame,
    margins: &Margins,
    (position, margin): (&EdgePosition, i32),
    reaches: Reaches,
    budget: &mut Budget,
) -> Result<Found, Stopped> {
    let sizes = copies(position) + 1;
    let needed = vec![HashMap::new(); sizes];
    let mut prover = Prover { game, margins, reaches, needed, facts: Vec::new(), cost: 1 };
    prover.need(position, Need::Least(margin), budget)?;
    prover.need(position, Need::Most(margin), budget)?;
    for size in (1..sizes).rev() {
        budget.note((sizes - size) as u64, sizes as u64);
        let mut needed: Vec<(u64, Bounds)> =
            std::mem::take(&mut prover.needed[size]).into_iter().collect();
        needed.sort_unstable_by_key(|(code, _)| *code);
        for (code, bounds) in needed {
            budget.visit()?;
            budget.keep(FACT_BYTES)?;
            prover.account(code, bounds, budget)?;
        }
    }
    Ok(Found { facts: prover.facts, cost: prover.cost })
}

fn copies(position: &EdgePosition) -> usize {
    position.iter().map(|&copies| copies as usize).sum()
}

impl Prover<'_, '_> {
    fn points(&self, position: &EdgePosition) -> i32 {
        self.game.board().bound_vertices(position) as i32
    }

    /// The bounds on what is left of a position that need no fact, or are needed already.
    fn at_hand(
        &self,
        position: &EdgePosition,
        rest: &EdgePosition,
        also_needed: bool,
    ) -> (i32, i32) {
        let points = self.points(rest);
        let key = self.margins.key(self.margins.code(rest));
        let needed = if also_needed { self.needed[copies(rest)].get(&key) } else { None };
        let bound = |bound: Option<i16>| bound.map(i32::from);
        let least = needed.and_then(|bounds| bound(bounds.least)).unwrap_or(-points);
        let most = needed.and_then(|bounds| bound(bounds.most)).unwrap_or(points);
        match self.margins.settled(position) {
            Some(settled) => settled.bounds((least, most)),
            None => (least, most),
        }
    }

    fn rest(&self, position: &EdgePosition) -> EdgePosition {
        self.margins.settled(position).map_or_else(|| position.clone(), |settled| settled.rest)
    }

    /// Whether a bound needs no fact that is not needed already.
    fn is_at_hand(&self, position: &EdgePosition, need: Need, also_needed: bool) -> bool {
        let (least, most) = self.at_hand(position, &self.rest(position), also_needed);
        match need {
            Need::Least(margin) => least >= margin,
            Need::Most(margin) => most <= margin,
        }
    }

    /// Asks for a bound on a position, by bounds on what it reduces to.
    fn need(
        &mut self,
        position: &EdgePosition,
        need: Need,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        if self.is_at_hand(position, need, true) {
            return Ok(());
        }
        let Some(settled) = self.margins.settled(position) else {
            self.note(position, need);
            return Ok(());
        };
        let rest = &settled.rest;
        match need {
            Need::Least(margin) => match settled.goals(margin) {
                (Some(least), Some(most)) if !(self.reaches)(rest, least, budget)? => {
                    self.note(rest, Need::Most(most));
                }
                (Some(least), _) => self.note(rest, Need::Least(least)),
                (None, Some(most)) => self.note(rest, Need::Most(most)),
                (None, None) => {}
            },
            Need::Most(margin) => {
                let (most, least) = settled.goals(margin);
                most.into_iter().for_each(|most| self.note(rest, Need::Most(most)));
                least.into_iter().for_each(|least| self.note(rest, Need::Least(least)));
            }
        }
        Ok(())
    }

    /// Notes that a bound on a settled position is needed, unless it goes without saying.
    fn note(&mut self, rest: &EdgePosition, need: Need) {
        if self.is_at_hand(rest, need, true) {
            return;
        }
        let points = self.points(rest);
        let key = self.margins.key(self.margins.code(rest));
        let none = Bounds { least: None, most: None };
        let bounds = self.needed[copies(rest)].entry(key).or_insert(none);
        // Every vertex is a point for somebody, so margins have the parity of the points.
        let parity = |margin: i32| (margin ^ points) & 1;
        match need {
            Need::Least(least) => {
                bounds.least = bounds.least.max(Some((least + parity(least)) as i16));
            }
            Need::Most(most) => {
                let most = (most - parity(most)) as i16;
                bounds.most = Some(bounds.most.map_or(most, |known| known.min(most)));
            }
        }
    }

    /// What a move must lead to for the player who makes it to get at least this much, or at most.
    fn after(&self, position: &EdgePosition, edge: usize, need: Need) -> (EdgePosition, Need) {
        let board = self.game.board();
        let earned = board.earns(position, edge) as i32;
        let again = earned > 0 && self.game.variant().keeps_turn();
        let need = match (need, again) {
            (Need::Least(margin), true) => Need::Least(margin - earned),
            (Need::Least(margin), false) => Need::Most(earned - margin),
            (Need::Most(margin), true) => Need::Most(margin - earned),
            (Need::Most(margin), false) => Need::Least(earned - margin),
        };
        (board.without(position, edge), need)
    }

    /// Sees to all that the bounds on a position rest on.
    fn account(&mut self, code: u64, bounds: Bounds, budget: &mut Budget) -> Result<(), Stopped> {
        let Some(position) = self.margins.position(code) else { return Ok(()) };
        let points = self.points(&position);
        let edges: Vec<usize> = self.game.board().left(&position).collect();
        if let Some(most) = bounds.most {
            self.cost += 1;
            for &edge in &edges {
                let (next, need) = self.after(&position, edge, Need::Most(i32::from(most)));
                self.need(&next, need, budget)?;
            }
        }
        if let Some(least) = bounds.least {
            self.cost += 1;
            self.good_move(&position, &edges, i32::from(least), budget)?;
        }
        let said = |bound: Option<i32>| bound.unwrap_or(0).max(0) as u64;
        let least = said(bounds.least.map(|least| i32::from(least) + points));
        let most = said(bounds.most.map(|most| points - i32::from(most)));
        self.facts.push((code, vec![least, most]));
        Ok(())
    }

    /// Asks for what shows that one of the moves gets at least so much.
    fn good_move(
        &mut self,
        position: &EdgePosition,
        edges: &[usize],
        least: i32,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut moves: Vec<(EdgePosition, Need)> = Vec::new();
        for &edge in edges {
            let (next, need) = self.after(position, edge, Need::Least(least));
            if self.is_at_hand(&next, need, true) {
                return Ok(());
            }
            moves.push((next, need));
        }
        moves.sort_by_cached_key(|(next, _)| copies(&self.rest(next)));
        for (next, need) in moves {
            let good = match need {
                Need::Least(margin) => (self.reaches)(&next, margin, budget)?,
                Need::Most(margin) => !(self.reaches)(&next, margin + 1, budget)?,
            };
            if good {
                return self.need(&next, need, budget);
            }
        }
        Ok(())
    }
}
