//! The shortest line that breaks a claim.
//!
//! A claim is broken where the strategy has no move or an illegal one, where the game has ended otherwise than
//! claimed, and in scoring games as soon as the points left cannot make up for what is missing. The length of the
//! shortest line to such a place is found by looking one move further at a time; if some choice of the strategy is to
//! keep the claim, the strategy delays and the opponent hurries. Lines are looked for among refuted positions only:
//! what the first search knows to hold is left out.

use outplay_rules::moves::Move;
use outplay_rules::rules::Rules;
use outplay_solve::Memo;
use outplay_solve::limits::{Budget, Stopped};

use crate::keys::Key;
use crate::strategic::Strategic;
use crate::strategy::Choices;
use crate::verify::{Situation, Verifier};

/// Why the claim is broken at the end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The strategy is to move and allows no move.
    Silent,
    /// The strategy is to move and allows this move, which is not legal.
    Illegal(Move),
    /// The game is over, with this payoff (or margin) for the strategy.
    Ended(i32),
    /// The margin so far, and the points left, which are too few.
    OutOfReach {
        /// The strategy's points less the opponent's.
        margin: i32,
        /// The points still to be scored.
        left: u32,
    },
}

/// A line of play that breaks a claim, from the start of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The moves of both players.
    pub moves: Vec<Move>,
    /// What is wrong at the end of it.
    pub broken: Broken,
}

impl Counterexample {
    /// The same line after moves that were played before.
    pub fn after(mut self, moves: &[Move]) -> Self {
        self.moves.splice(0..0, moves.iter().cloned());
        self
    }
}

/// What is known of the shortest line from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It has this many moves.
    Exactly(u32),
    /// It has more moves than this, if there is one.
    MoreThan(u32),
}

/// The search for the shortest line.
pub struct Shortest<'v, 'r, 's, S: Strategic> {
    verifier: &'v mut Verifier<'r, 's, S>,
    known: Memo<(Key<S>, i32), Known>,
}

impl<'v, 'r, 's, S: Strategic> Shortest<'v, 'r, 's, S> {
    /// A search after the verifier's own has found the claim broken.
    pub fn new(verifier: &'v mut Verifier<'r, 's, S>) -> Self {
        let known = Memo::new(verifier.keys.key_bytes() + size_of::<i32>());
        Shortest { verifier, known }
    }

    /// The shortest line from a situation in which `needed` is still needed and cannot be had.
    pub fn line(
        mut self,
        start: &Situation<S>,
        needed: i32,
        budget: &mut Budget,
    ) -> Result<Option<Counterexample>, Stopped> {
        let longest = self.verifier.rules.longest_game() as u32 + 1;
        // In a scoring game every position is valued already, so nothing is gained by looking further bit by bit.
        let first = if self.verifier.scores() { longest } else { 0 };
        for limit in first..=longest {
            if let Some(length) = self.within(start, needed, limit, budget)? {
                return self.follow(start, needed, length, budget).map(Some);
            }
        }
        Ok(None)
    }

    /// Whether the claim is broken here and now.
    pub(crate) fn broken(
        &mut self,
        now: &Situation<S>,
        needed: i32,
        budget: &mut Budget,
    ) -> Result<Option<Broken>, Stopped> {
        let verifier = &mut self.verifier;
        let margin = verifier.margin(&now.moment);
        if let Some(payoff) = verifier.ended(&now.moment) {
            return Ok((payoff < needed).then_some(Broken::Ended(payoff + margin)));
        }
        if let Some(left) = verifier.rules.points_left(&now.moment.position)
            && (left as i32) < needed
        {
            return Ok(Some(Broken::OutOfReach { margin, left }));
        }
        if !verifier.is_mine(&now.moment) {
            return Ok(None);
        }
        Ok(match verifier.options(now, budget)? {
            Ok(_) => None,
            Err(None) => Some(Broken::Silent),
            Err(Some(mv)) => Some(Broken::Illegal(mv)),
        })
    }

    /// The length of the shortest line from here, if it has at most `limit` moves.
    fn within(
        &mut self,
        now: &Situation<S>,
        needed: i32,
        limit: u32,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Stopped> {
        if let Some(payoff) = self.verifier.ended(&now.moment) {
            return Ok((payoff < needed).then_some(0));
        }
        if self.verifier.is_settled(now) {
            return Ok(None);
        }
        let key = self.verifier.key(now);
        if self.verifier.worst.get(&key).is_some_and(|worst| worst >= needed) {
            return Ok(None);
        }
        let key = (key, needed);
        match self.known.get(&key) {
            Some(Known::Exactly(length)) => return Ok((length <= limit).then_some(length)),
            Some(Known::MoreThan(length)) if length >= limit => return Ok(None),
            _ => {}
        }
        budget.visit()?;
        let length = if self.broken(now, needed, budget)?.is_some() {
            Some(0)
        } else if limit == 0 {
            None
        } else {
            self.longer(now, needed, limit, budget)?
        };
        let known = length.map_or(Known::MoreThan(limit), Known::Exactly);
        self.known.insert(key, known, budget)?;
        Ok(length)
    }

    /// The same for a situation in which the claim is not broken yet.
    fn longer(
        &mut self,
        now: &Situation<S>,
        needed: i32,
        limit: u32,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Stopped> {
        let delays = self.delays(now);
        let moves = self.verifier.options(now, budget)?.unwrap_or_default();
        let mut shortest: Option<u32> = None;
        for mv in moves {
            let most = if delays { limit } else { shortest.unwrap_or(limit + 1) - 1 };
            if most == 0 {
                break;
            }
            let length = self.step(now, &mv, needed, most, budget)?;
            match length {
                None if delays => return Ok(None),
                None => {}
                Some(length) if delays => shortest = shortest.max(Some(length)),
                Some(length) => shortest = Some(length),
            }
        }
        Ok(shortest)
    }

    /// Whether the strategy chooses here, and so delays.
    fn delays(&self, now: &Situation<S>) -> bool {
        self.verifier.task.choices == Choices::Some && self.verifier.is_mine(&now.moment)
    }

    /// The length of the shortest line that begins with a move, if it has at most `most` moves.
    fn step(
        &mut self,
        now: &Situation<S>,
        mv: &Move,
        needed: i32,
        most: u32,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Stopped> {
        let next = self.verifier.next(now, mv);
        let gained = self.verifier.margin(&next.moment) - self.verifier.margin(&now.moment);
        Ok(self.within(&next, needed - gained, most - 1, budget)?.map(|length| length + 1))
    }

    /// Plays the line of a known length.
    fn follow(
        &mut self,
        start: &Situation<S>,
        needed: i32,
        length: u32,
        budget: &mut Budget,
    ) -> Result<Counterexample, Stopped> {
        let (mut now, mut needed, mut length) = (start.clone(), needed, length);
        let mut line = Vec::new();
        while length > 0 {
            let moves = self.verifier.options(&now, budget)?.unwrap_or_default();
            let mut chosen = None;
            for mv in moves {
                if self.step(&now, &mv, needed, length, budget)? == Some(length) {
                    chosen = Some(mv);
                    break;
                }
            }
            let Some(mv) = chosen else { break };
            let next = self.verifier.next(&now, &mv);
            needed -= self.verifier.margin(&next.moment) - self.verifier.margin(&now.moment);
            line.push(mv);
            (now, length) = (next, length - 1);
        }
        let broken = self.broken(&now, needed, budget)?.unwrap_or(Broken::Silent);
        Ok(Counterexample { moves: line, broken })
    }
}
