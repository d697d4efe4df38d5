//! The end of normal games by Definitions 3.11 to 3.17 alone: turns as lists of moves, points as vertices that become
//! isolated. Nothing here knows Theorem 3.25.

use std::collections::HashMap;

use outplay_rules::player::Player;
use outplay_rules::spaces::EdgePosition;
use outplay_solve::limits::{Budget, Stopped};

use super::states::Octagons;

/// Games on a board from some state on.
pub struct Endgames<'o> {
    octagons: &'o Octagons,
    margins: HashMap<EdgePosition, i32>,
    leads: HashMap<(Vec<[usize; 3]>, bool), Option<i32>>,
}

impl<'o> Endgames<'o> {
    /// Nothing is known yet.
    pub fn new(octagons: &'o Octagons) -> Self {
        Endgames { octagons, margins: HashMap::new(), leads: HashMap::new() }
    }

    fn isolated(&self, state: &EdgePosition) -> i32 {
        self.octagons.weights(state).filter(|&weight| weight == 0).count() as i32
    }

    /// The margin by which the player to move ends ahead under best play.
    pub fn margin(&mut self, state: &EdgePosition, budget: &mut Budget) -> Result<i32, Stopped> {
        if let Some(&known) = self.margins.get(state) {
            return Ok(known);
        }
        budget.visit()?;
        let mut best = None;
        for next in self.octagons.normal_turns(state) {
            let points = self.isolated(&next) - self.isolated(state);
            best = best.max(Some(points - self.margin(&next, budget)?));
        }
        let margin = best.unwrap_or(0);
        self.margins.insert(state.clone(), margin);
        Ok(margin)
    }

    /// The most that Player I can be ahead of Player II at the end of any game, whoever helps.
    pub fn most_for_first(&self, state: &EdgePosition, to_move: Player) -> i32 {
        let after = |next: &EdgePosition| {
            let points = self.isolated(next) - self.isolated(state);
            let points = if to_move == Player::First { points } else { -points };
            points + self.most_for_first(next, to_move.other())
        };
        self.octagons.normal_turns(state).iter().map(after).max().unwrap_or(0)
    }

    /// The least lead with which a player by (A5), (B1) and (B2) of Strategy 4.20 ends; none if it names no legal turn.
    pub fn lead(
        &mut self,
        state: &EdgePosition,
        mine: bool,
        budget: &mut Budget,
    ) -> Result<Option<i32>, Stopped> {
        let key = (self.kinds(state), mine);
        if let Some(&known) = self.leads.get(&key) {
            return Ok(known);
        }
        budget.visit()?;
        let legal = self.octagons.normal_turns(state);
        let chosen = if mine { self.by_strategy(state, &legal) } else { legal };
        let over = state.iter().all(|&copies| copies == 0);
        let mut least = over.then_some(0);
        for next in chosen {
            let points = self.isolated(&next) - self.isolated(state);
            let points = if mine { points } else { -points };
            let Some(rest) = self.lead(&next, !mine, budget)? else {
                least = None;
                break;
            };
            least = Some(least.map_or(points + rest, |sofar| sofar.min(points + rest)));
        }
        self.leads.insert(key, least);
        Ok(least)
    }

    /// The turns that remove all edges of weak components and a loop of a vertex with two loops, or everything if all is weak.
    fn by_strategy(&self, state: &EdgePosition, legal: &[EdgePosition]) -> Vec<EdgePosition> {
        let board = &self.octagons.board;
        let gone = |end: &EdgePosition, part: &EdgePosition| {
            end.iter().zip(part).all(|(left, of)| *left == 0 || *of == 0)
        };
        let ends = self.octagons.turns(state);
        let parts = board.components(state);
        let (weak, strong): (Vec<_>, Vec<_>) =
            parts.iter().partition(|part| ends.iter().any(|end| gone(end, part)));
        let left: EdgePosition = (0..state.len())
            .map(|i| if weak.iter().any(|part| part[i] > 0) { 0 } else { state[i] })
            .collect();
        let opened = strong.iter().filter_map(|part| {
            let two_loops = (0..part.len()).find(|&i| part[i] == 2)?;
            let alone = part.iter().map(|&copies| copies as u32).sum::<u32>() == 2;
            alone.then(|| board.without(&left, two_loops))
        });
        let named: Vec<EdgePosition> =
            if strong.is_empty() { vec![left.clone()] } else { opened.collect() };
        named.into_iter().filter(|end| legal.contains(end)).collect()
    }

    /// Each component by its vertices, loops and other edges: in these endgames that tells them apart.
    fn kinds(&self, state: &EdgePosition) -> Vec<[usize; 3]> {
        let edges = self.octagons.board.graph().edges();
        let kind = |part: &EdgePosition| {
            let of = |loops: bool| {
                let each = edges.iter().zip(part).filter(|(edge, _)| edge.is_loop() == loops);
                each.map(|(_, &copies)| copies as usize).sum()
            };
            let bound = self.octagons.weights(part).filter(|&weight| weight > 0).count();
            [bound, of(true), of(false)]
        };
        let mut kinds: Vec<[usize; 3]> =
            self.octagons.board.components(state).iter().map(kind).collect();
        kinds.sort_unstable();
        kinds
    }
}
