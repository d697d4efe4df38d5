//! The verifier: plays a strategy against every reply of the opponent.
//!
//! First the strategy's worst payoff is found, over every reply of the opponent and over every choice that the
//! strategy leaves (or, with [`Choices::Some`], the best choice). Points of scoring games are counted from the
//! position on, so the table need not know the score. A strategy that falls silent or gives an illegal move has the
//! payoff [`SILENT`], below everything. If the claim fails, `shortest` looks for the line that shows it.
//!
//! In a game that is only won, drawn or lost the search ends with the first broken promise when every choice must
//! keep it; in a scoring game every position is valued.

use std::collections::HashSet;

use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;
use outplay_solve::Memo;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::after;

use crate::keys::{Key, Keys};
use crate::shortest::{Counterexample, Shortest};
use crate::strategic::{Strategic, payoff};
use crate::strategy::{Choices, Guarantee, Memory, Strategy};

/// The payoff of a strategy that has fallen silent or given an illegal move.
pub const SILENT: i32 = -1_000_000;

/// What is to be verified.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Who plays by the strategy.
    pub player: Player,
    /// What is claimed for it.
    pub claim: Guarantee,
    /// Which of its choices must keep the claim.
    pub choices: Choices,
    /// The convention: under misère, who cannot move wins (impartial games), or fewer points win (scoring games).
    pub convention: Convention,
    /// Whether an argument that the strategy's file proves may end a line early.
    pub theorems: bool,
    /// Whether the line that breaks the claim is to be as short as any.
    pub shortest: bool,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Whether the claim holds; none if a limit came first.
    pub holds: Option<bool>,
    /// Positions (with what the strategy remembers) that were covered, up to symmetry where the strategy allows it.
    pub positions: u64,
    /// The shortest line that breaks the claim; if a limit came before the shortest was known, another one.
    pub counterexample: Option<Counterexample>,
    /// Which limit came first.
    pub stopped: Option<Stopped>,
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    /// A limit was reached.
    Stopped(Stopped),
    /// The claim is broken, and no more need be known.
    Refuted,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Halt::Stopped(stopped)
    }
}

/// A moment of the game with what the strategy remembers of it.
pub struct Situation<S: Space> {
    /// The moment.
    pub moment: Moment<S::Position>,
    /// What the strategy remembers.
    pub memory: Memory,
}

impl<S: Space> Clone for Situation<S> {
    fn clone(&self) -> Self {
        Situation { moment: self.moment.clone(), memory: self.memory.clone() }
    }
}

/// Plays one strategy in one game.
pub struct Verifier<'r, 's, S: Strategic> {
    pub(crate) rules: &'r Game<S>,
    pub(crate) strategy: &'s mut (dyn Strategy<S> + 'r),
    pub(crate) task: Task,
    pub(crate) keys: Keys<'r, S>,
    /// The worst payoff still to come.
    pub(crate) worst: Memo<Key<S>, i32>,
    positions: u64,
    /// The line on which the first search met a broken claim, last move first.
    trail: Vec<Move>,
}

impl<'r, 's, S: Strategic> Verifier<'r, 's, S> {
    /// A verifier with an empty table.
    pub fn new(rules: &'r Game<S>, strategy: &'s mut (dyn Strategy<S> + 'r), task: Task) -> Self {
        let keys = Keys::new(rules, strategy.invariance());
        let worst = Memo::new(keys.key_bytes());
        Verifier { rules, strategy, task, keys, worst, positions: 0, trail: Vec::new() }
    }

    /// Verifies the claim from the position after `moves`.
    pub fn run(&mut self, moves: &[Move], budget: &mut Budget) -> Verdict {
        let start = self.replay(moves);
        let found = self.search(&start, budget);
        let positions = self.positions;
        let (holds, counterexample, stopped) = match found {
            Ok(None) => (Some(true), None, None),
            Ok(Some(line)) => (Some(false), Some(line.after(moves)), None),
            Err((refuted, stopped)) => {
                let line = if refuted { self.met(&start, moves) } else { None };
                (refuted.then_some(false), line, stopped)
            }
        };
        Verdict { holds, positions, counterexample, stopped }
    }

    /// The line on which the first search met a broken claim, or where points decide one of least payoff: a
    /// counterexample, but perhaps not the shortest.
    fn met(&mut self, start: &Situation<S>, moves: &[Move]) -> Option<Counterexample> {
        let mut budget = Budget::unlimited();
        let mut line: Vec<Move> = self.trail.iter().rev().cloned().collect();
        let mut now = line.iter().fold(start.clone(), |now, mv| self.next(&now, mv));
        loop {
            let needed = self.task.claim.least() - self.margin(&now.moment);
            if let Some(broken) = Shortest::new(self).broken(&now, needed, &mut budget).ok()? {
                return Some(Counterexample { moves: line, broken }.after(moves));
            }
            let (mv, next) = self.least(&now, &mut budget)?;
            line.push(mv);
            now = next;
        }
    }

    /// The move after which the payoff is least (or, where the strategy may choose, greatest).
    fn least(&mut self, now: &Situation<S>, budget: &mut Budget) -> Option<(Move, Situation<S>)> {
        let best_counts = self.is_mine(&now.moment) && self.task.choices == Choices::Some;
        let mut valued = Vec::new();
        for mv in self.options(now, budget).ok()?.ok()? {
            let next = self.next(now, &mv);
            let payoff = self.margin(&next.moment) + self.payoff(&next, budget).ok()??;
            valued.push((if best_counts { -payoff } else { payoff }, mv, next));
        }
        valued.into_iter().min_by_key(|(payoff, ..)| *payoff).map(|(_, mv, next)| (mv, next))
    }

    /// The situation after moves from the start of the game.
    pub fn replay(&self, moves: &[Move]) -> Situation<S> {
        let (position, to_move) = (self.rules.start(), self.rules.opener());
        let moment = Moment { position, to_move, score: [0, 0] };
        let start = Situation { moment, memory: Memory::default() };
        moves.iter().fold(start, |now, mv| self.next(&now, mv))
    }

    /// The shortest counterexample, or none if the claim holds. If the search ends early: whether the claim is refuted
    /// nevertheless, and the limit, if one was reached.
    fn search(
        &mut self,
        start: &Situation<S>,
        budget: &mut Budget,
    ) -> Result<Option<Counterexample>, (bool, Option<Stopped>)> {
        let needed = self.task.claim.least() - self.margin(&start.moment);
        match self.worst(start, true, budget) {
            Ok(worst) if worst >= needed => return Ok(None),
            Ok(_) | Err(Halt::Refuted) => {}
            Err(Halt::Stopped(stopped)) => return Err((false, Some(stopped))),
        }
        if !self.task.shortest {
            return Err((true, None));
        }
        Shortest::new(self).line(start, needed, budget).map_err(|stopped| (true, Some(stopped)))
    }

    /// The worst payoff still to come; none if the strategy breaks down.
    pub(crate) fn payoff(
        &mut self,
        now: &Situation<S>,
        budget: &mut Budget,
    ) -> Result<Option<i32>, Stopped> {
        match self.worst(now, false, budget) {
            Ok(worst) => Ok(Some(worst)),
            Err(Halt::Refuted) => Ok(None),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }

    /// The strategy's margin so far: how many points it is ahead, or behind where fewer points win.
    pub(crate) fn margin(&self, moment: &Moment<S::Position>) -> i32 {
        let margin = moment.score[0] as i32 - moment.score[1] as i32;
        let is_first = self.task.player == Player::First;
        let more_wins = self.task.convention == Convention::Normal;
        if is_first == more_wins { margin } else { -margin }
    }

    /// The key of a situation.
    pub(crate) fn key(&self, now: &Situation<S>) -> Key<S> {
        let mover = now.moment.to_move;
        match self.strategy.stands_for(&now.moment, &now.memory) {
            Some((position, memory)) => self.keys.key(&position, mover, &memory),
            None => self.keys.key(&now.moment.position, mover, &now.memory),
        }
    }

    /// What stands for a situation before symmetries are looked at: cheap, for moves that lead to the same.
    fn rough_key(&self, now: &Situation<S>) -> Key<S> {
        let stands = self.strategy.stands_for(&now.moment, &now.memory);
        let (position, memory) =
            stands.unwrap_or_else(|| (now.moment.position.clone(), now.memory.clone()));
        (position, now.moment.to_move, memory)
    }

    /// How the game has ended for the strategy, if it is over.
    pub(crate) fn ended(&self, moment: &Moment<S::Position>) -> Option<i32> {
        let payoff = payoff(self.rules, moment, self.task.convention)?;
        Some(if self.task.player == Player::First { payoff } else { -payoff })
    }

    /// Whether it is the strategy's turn.
    pub(crate) fn is_mine(&self, moment: &Moment<S::Position>) -> bool {
        moment.to_move == self.task.player
    }

    /// The situation after a legal move.
    pub(crate) fn next(&self, now: &Situation<S>, mv: &Move) -> Situation<S> {
        let mine = self.is_mine(&now.moment);
        let memory = self.strategy.remember(&now.memory, &now.moment, mv, mine);
        Situation { moment: after(self.rules, &now.moment, mv), memory }
    }

    /// The moves that may be made: the opponent's legal moves, or what the strategy allows. An error names a move
    /// that is allowed but illegal, or nothing if the strategy is silent.
    pub(crate) fn options(
        &mut self,
        now: &Situation<S>,
        budget: &mut Budget,
    ) -> Result<Result<Vec<Move>, Option<Move>>, Stopped> {
        if !self.is_mine(&now.moment) {
            return Ok(Ok(self.rules.moves(&now.moment.position)));
        }
        let mut moves = self.strategy.allows(&now.moment, &now.memory, budget)?;
        moves.sort_unstable();
        moves.dedup();
        let legal = self.legal(&now.moment.position, &moves);
        let wrong = moves.iter().zip(&legal).find(|(_, legal)| !**legal).map(|(mv, _)| mv.clone());
        let all = self.task.choices == Choices::All;
        let mut legal = legal.into_iter();
        moves.retain(|_| legal.next().unwrap_or(false));
        Ok(if moves.is_empty() || (all && wrong.is_some()) { Err(wrong) } else { Ok(moves) })
    }

    /// Which of some moves are legal. For many moves one list of all legal ones is cheaper than asking for each.
    fn legal(&self, position: &S::Position, moves: &[Move]) -> Vec<bool> {
        if moves.len() < 3 {
            return moves.iter().map(|mv| self.rules.check(position, mv).is_ok()).collect();
        }
        let all: HashSet<Move> = self.rules.moves(position).into_iter().collect();
        moves.iter().map(|mv| all.contains(mv)).collect()
    }

    /// Whether a proved argument keeps the claim from here on.
    pub(crate) fn is_settled(&self, now: &Situation<S>) -> bool {
        let least = self.task.claim.least();
        let guaranteed = || self.strategy.guaranteed(&now.moment, &now.memory);
        self.task.theorems && !self.scores() && guaranteed().is_some_and(|payoff| payoff >= least)
    }

    /// The worst payoff still to come, over all replies and all (or the best of) its choices.
    fn worst(&mut self, now: &Situation<S>, root: bool, budget: &mut Budget) -> Result<i32, Halt> {
        if let Some(payoff) = self.ended(&now.moment) {
            return self.judged(payoff);
        }
        if self.is_settled(now) {
            return Ok(self.task.claim.least());
        }
        let key = self.key(now);
        if let Some(known) = self.worst.get(&key) {
            return Ok(known);
        }
        budget.visit()?;
        self.positions += 1;
        let worst = match self.options(now, budget)? {
            Err(_) => SILENT,
            Ok(moves) => self.worst_of(now, moves, root, budget)?,
        };
        let worst = self.judged(worst)?;
        self.worst.insert(key, worst, budget)?;
        Ok(worst)
    }

    fn worst_of(
        &mut self,
        now: &Situation<S>,
        moves: Vec<Move>,
        root: bool,
        budget: &mut Budget,
    ) -> Result<i32, Halt> {
        let best_counts = self.is_mine(&now.moment) && self.task.choices == Choices::Some;
        let least = self.task.claim.least();
        let mut worst: Option<i32> = None;
        let of = moves.len() as u64;
        let mut seen = HashSet::new();
        for (done, mv) in moves.into_iter().enumerate() {
            if root {
                budget.note(done as u64, of);
            }
            let next = self.next(now, &mv);
            let gained = self.margin(&next.moment) - self.margin(&now.moment);
            if self.ended(&next.moment).is_none() && !seen.insert((self.rough_key(&next), gained)) {
                continue;
            }
            let payoff = match self.worst(&next, false, budget) {
                Ok(payoff) => gained + payoff,
                Err(halt) => {
                    self.trail.push(mv);
                    return Err(halt);
                }
            };
            worst = Some(
                worst.map_or(payoff, |w| if best_counts { w.max(payoff) } else { w.min(payoff) }),
            );
            // Without points only one question is asked, and this move has answered it.
            if !self.scores() && (payoff >= least) == best_counts {
                break;
            }
        }
        Ok(worst.unwrap_or(SILENT))
    }

    /// A payoff, unless it ends the whole search.
    fn judged(&self, payoff: i32) -> Result<i32, Halt> {
        let broken = !self.scores() && payoff < self.task.claim.least();
        if broken && self.task.choices == Choices::All { Err(Halt::Refuted) } else { Ok(payoff) }
    }

    /// Whether points decide.
    pub(crate) fn scores(&self) -> bool {
        self.rules.points_left(&self.rules.start()).is_some()
    }
}
