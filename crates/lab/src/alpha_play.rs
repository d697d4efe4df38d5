//! The alpha-weight strategy of section 3.2 of Riegel's dissertation on planes of up to 32 points, in bits.
//!
//! `outplay verify --strategy alpha-weight` plays it on any board; here it is fast enough for AG(2,5). Any two points of
//! a plane look alike, so the first hop is from the first point to the second. Once the alpha-weight is below 1 no line
//! can be lost, because it never grows (Proposition 3.2.1, checked as hop/3.2.1).

use std::collections::{HashMap, HashSet};

use outplay_solve::limits::{Budget, Stopped};

use crate::boards::{AlphaWeight, SmallBoard, bits};

/// A hop from one point to another.
pub type Hop = (usize, usize);

/// Before a turn of Olivia: X, her older Os, her newest O.
type State = (u32, u32, u8);

/// The strategy on a board.
pub struct AlphaPlay {
    board: SmallBoard,
    weights: AlphaWeight,
    seen: HashSet<State, foldhash::fast::FixedState>,
    beaten: HashMap<State, bool, foldhash::fast::FixedState>,
}

impl AlphaPlay {
    /// The strategy on a plane.
    pub fn new(board: SmallBoard) -> Self {
        let weights = AlphaWeight::new(board.clone());
        AlphaPlay { board, weights, seen: HashSet::default(), beaten: HashMap::default() }
    }

    /// A line on which Xavier wins if points of equal weight are chosen badly; none if there is none.
    pub fn loses_by_bad_choices(
        &mut self,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Hop>>, Stopped> {
        let mut line = vec![(0, 1)];
        Ok(self.reach((0b10, 0, 0), &mut line, budget)?.then_some(line))
    }

    /// Whether Xavier wins however points of equal weight are chosen.
    pub fn loses_by_every_choice(&mut self, budget: &mut Budget) -> Result<bool, Stopped> {
        self.beats((0b10, 0, 0), budget)
    }

    /// Xavier's hops after Olivia's choice, the heaviest states first, and whether one of them wins at once.
    fn hops(&self, x: u32, o: u32) -> (Vec<Hop>, Option<Hop>) {
        let mut hops = Vec::new();
        for to in bits(self.board.full() & !x & !o) {
            let weight = self.weights.total(x | 1 << to, o);
            for from in bits(x) {
                let (nx, no) = (x & !(1 << from) | 1 << to, o | 1 << from);
                match (self.board.won(nx), self.board.won(no)) {
                    (true, false) => return (Vec::new(), Some((from, to))),
                    (_, true) => {}
                    (false, false) => hops.push((weight, from, to)),
                }
            }
        }
        hops.sort_unstable_by(|a, b| b.cmp(a));
        (hops.into_iter().map(|(_, from, to)| (from, to)).collect(), None)
    }

    fn safe(&self, (x, older, newest): State) -> bool {
        self.weights.total(x | 1 << newest, older) < self.weights.unit()
    }

    /// Looks for any line that Xavier wins: his hops and the choices among equal weights are on one side.
    fn reach(
        &mut self,
        state: State,
        line: &mut Vec<Hop>,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        if self.safe(state) || !self.seen.insert(state) {
            return Ok(false);
        }
        budget.visit()?;
        let (x, older, newest) = (state.0 | 1 << state.2, state.1, state.2 as usize);
        for to in self.weights.choices(x, older) {
            let o = older | 1 << to;
            line.push((newest, to));
            if self.board.won(x) && !self.board.won(o) {
                return Ok(true);
            }
            if !self.board.won(x) && !self.board.won(o) {
                let (hops, win) = self.hops(x, o);
                if let Some(win) = win {
                    line.push(win);
                    return Ok(true);
                }
                for (from, to) in hops {
                    line.push((from, to));
                    let next = (x & !(1 << from) | 1 << to, o, from as u8);
                    if self.reach(next, line, budget)? {
                        return Ok(true);
                    }
                    line.pop();
                }
            }
            line.pop();
        }
        Ok(false)
    }

    /// Whether Xavier wins from here whatever is chosen among equal weights.
    fn beats(&mut self, state: State, budget: &mut Budget) -> Result<bool, Stopped> {
        if self.safe(state) {
            return Ok(false);
        }
        if let Some(&known) = self.beaten.get(&state) {
            return Ok(known);
        }
        budget.visit()?;
        let (x, older) = (state.0 | 1 << state.2, state.1);
        let mut all = true;
        for to in self.weights.choices(x, older) {
            let o = older | 1 << to;
            let beaten = match (self.board.won(x), self.board.won(o)) {
                (true, false) => true,
                (_, true) => false,
                (false, false) => self.some_hop_beats(x, o, budget)?,
            };
            if !beaten {
                all = false;
                break;
            }
        }
        budget.keep(2 * size_of::<(State, bool)>())?;
        self.beaten.insert(state, all);
        Ok(all)
    }

    fn some_hop_beats(&mut self, x: u32, o: u32, budget: &mut Budget) -> Result<bool, Stopped> {
        let (hops, win) = self.hops(x, o);
        if win.is_some() {
            return Ok(true);
        }
        for (from, to) in hops {
            if self.beats((x & !(1 << from) | 1 << to, o, from as u8), budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test")]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::played::PlayedStrategy;
    use outplay_rules::player::Player;
    use outplay_solve::oracle::How;

    /// The version in bits agrees with the verifier.
    #[test]
    fn agrees_with_the_verifier() {
        for board in ["pg:2,2", "pg:2,3", "ag:2,3"] {
            let mut budget = Budget::unlimited();
            let mut context = Context::new(&mut budget, false, How::default());
            let every = PlayedStrategy::draws("hop", board, "alpha-weight", Player::Second);
            let holds = every.run(&mut context).unwrap().holds;
            let some = every.some().run(&mut context).unwrap().holds;
            let mut play = AlphaPlay::new(SmallBoard::named(board));
            assert_eq!(
                play.loses_by_bad_choices(context.budget).unwrap().is_none(),
                holds,
                "{board}"
            );
            assert_eq!(!play.loses_by_every_choice(context.budget).unwrap(), some, "{board}");
        }
    }
}
