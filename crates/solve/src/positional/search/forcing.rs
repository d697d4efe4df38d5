//! Wins by force: a proof-number search ([`crate::efforts`]) that sees winning sequences of threats.
//!
//! Can the attacker own one of his sets before the defender owns one of hers, however long it takes? Each player takes one
//! point a turn. Forced replies are played at once, and a position with a winning sequence ([`super::sequences`]) is won; so
//! the search looks at the moves between sequences alone. Where the attacker threatens a sequence, the defender has few
//! replies that stop it, and such positions are guessed to be cheap. Patashnik (1980) and Allis (1994) solved Qubic, 4x4x4
//! in a row, in this way.
//!
//! That every reply is tried, except on points of no open set, makes it right; all else only guides it.

use std::collections::HashSet;

use super::points;
use super::proofs::{FOREVER, Halt, Key, Proof, Proofs};
use super::race::Effort as Visits;
use super::sequences::Sequences;
use super::symmetry::Symmetries;
use crate::efforts::{Effort, Efforts, MISSED, REACHED, UNLIMITED, weigh};
use crate::limits::Budget;

/// A question about two players' sets, each taking one point a turn.
pub struct Forcing {
    /// The attacker's and the defender's sets.
    sets: [Vec<u128>; 2],
    all: u128,
    symmetries: Symmetries,
    sequences: Sequences,
    efforts: Efforts<Key>,
    proofs: Proofs,
    visits: Visits,
}

/// A position: the attacker's and the defender's stones, and who moves (0 for the attacker).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The stones.
    pub stones: [u128; 2],
    /// Who moves.
    pub mover: usize,
}

/// A position after all forced replies.
enum Forced {
    /// It is known whether the attacker succeeds.
    Over(bool),
    /// There is a choice to make.
    Open(Position),
}

/// Positions with at most so many stones are looked up by their smallest image.
const SYMMETRIC_STONES: u32 = 7;

/// The effort guessed for a defender's position in which no sequence threatens.
const QUIET: Effort = Effort { reach: 20, miss: 1 };

/// The effort guessed for a position of the attacker's.
const ATTACK: Effort = Effort { reach: 3, miss: 3 };

/// In the table of proofs, where plies are counted: as long as it takes.
const ANY: u8 = FOREVER - 1;

impl Forcing {
    /// A question about boards of so many points.
    pub fn new(
        points: usize,
        sets: [Vec<u128>; 2],
        symmetries: Symmetries,
        proofs: Proofs,
        bytes: u64,
    ) -> Self {
        let all = if points == 128 { u128::MAX } else { (1 << points) - 1 };
        let sequences = Sequences::new(sets.clone(), bytes / 8);
        let efforts = Efforts::new(bytes / 4);
        let visits = Visits::default();
        Forcing { sets, all, symmetries, sequences, efforts, proofs, visits }
    }

    /// Gives up after so many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        self.visits.stop_after(positions);
    }

    /// Whether the attacker succeeds.
    pub fn wins(&mut self, position: Position, budget: &mut Budget) -> Result<bool, Halt> {
        match self.forced(position) {
            Forced::Over(wins) => Ok(wins),
            Forced::Open(position) => {
                let known = self.effort(&position, budget)?;
                let effort = match known {
                    REACHED | MISSED => known,
                    _ => self.look_into(&position, UNLIMITED, budget)?,
                };
                Ok(effort == REACHED)
            }
        }
    }

    fn free(&self, position: &Position) -> u128 {
        self.all & !(position.stones[0] | position.stones[1])
    }

    /// The points that complete a set of a player's, and the free points of all his sets that are open.
    fn open(&self, position: &Position, player: usize) -> (u128, u128) {
        let [own, other] = [position.stones[player], position.stones[1 - player]];
        let (mut threats, mut open) = (0, 0);
        for set in self.sets[player].iter().filter(|set| *set & other == 0) {
            let missing = set & !own;
            open |= missing;
            if missing.is_power_of_two() {
                threats |= missing;
            }
        }
        (threats, open)
    }

    /// Plays replies as long as there is no choice.
    fn forced(&self, mut position: Position) -> Forced {
        loop {
            let mover = position.mover;
            let both = [self.open(&position, 0), self.open(&position, 1)];
            if both[0].1 == 0 {
                return Forced::Over(false);
            }
            if both[mover].0 != 0 {
                return Forced::Over(mover == 0);
            }
            let threats = both[1 - mover].0;
            match threats.count_ones() {
                0 => return Forced::Open(position),
                1 => {
                    position.stones[mover] |= threats;
                    position.mover = 1 - mover;
                }
                _ => return Forced::Over(mover == 1),
            }
        }
    }

    fn key(&self, position: &Position) -> Key {
        let stones = position.stones;
        let few = (stones[0] | stones[1]).count_ones() <= SYMMETRIC_STONES;
        let sets = if few { self.symmetries.canonical(stones) } else { stones };
        Key { sets, tag: position.mover as u8 }
    }

    /// What is known of a position, or a guess.
    fn effort(&mut self, position: &Position, budget: &mut Budget) -> Result<Effort, Halt> {
        let key = self.key(position);
        if let Some(answer) = self.proofs.get(&key).answer(ANY) {
            return Ok(if answer { REACHED } else { MISSED });
        }
        if let Some(effort) = self.efforts.get(&key) {
            return Ok(effort);
        }
        let (sequence, looked) = self.sequences.find(position.stones);
        (0..looked).try_for_each(|_| self.visits.visit(budget))?;
        let effort = match (sequence, position.mover) {
            (Some(_), 0) => REACHED,
            (None, 0) => ATTACK,
            // A reply that stops the sequence lies on one of its sets, or makes threats of its own.
            (Some(used), _) => {
                Effort { reach: (used & self.free(position)).count_ones().max(1), miss: 2 }
            }
            (None, _) => QUIET,
        };
        self.note(key, effort, u64::from(looked), budget);
        Ok(effort)
    }

    /// Keeps what was found out.
    fn note(&mut self, key: Key, effort: Effort, work: u64, budget: &mut Budget) {
        let proof = match effort {
            REACHED => Proof { proved: ANY, ..Proof::NOTHING },
            MISSED => Proof { refuted: FOREVER, ..Proof::NOTHING },
            _ => return self.efforts.keep(key, effort),
        };
        self.efforts.forget(&key);
        self.proofs.put(key, proof, work, budget);
    }

    /// Looks into a position until it is settled, or until one of its efforts is as large as the limit's.
    fn look_into(
        &mut self,
        position: &Position,
        limit: Effort,
        budget: &mut Budget,
    ) -> Result<Effort, Halt> {
        self.visits.visit(budget)?;
        let (before, key) = (self.visits.visited, self.key(position));
        let attacks = position.mover == 0;
        // Efforts are the attacker's; to weigh moves, the mover's and his opponent's are asked for.
        let ours = |effort: Effort| if attacks { effort } else { effort.turned() };
        let theirs = |effort: Effort| if attacks { effort.turned() } else { effort };
        let effort = match self.children(position, budget)? {
            None => ours(REACHED),
            Some(mut children) => loop {
                let (effort, next) = weigh(children.iter().map(|child| theirs(child.1)));
                if effort.is_beyond(ours(limit)) {
                    break ours(effort);
                }
                let (child, known) = &mut children[next.at];
                *known = self.look_into(child, theirs(next.limit(ours(limit))), budget)?;
            },
        };
        self.note(key, effort, self.visits.visited - before + 1, budget);
        Ok(effort)
    }

    /// The positions that the mover's moves lead to, as far as they are not known to fail; none if a move succeeds.
    fn children(
        &mut self,
        position: &Position,
        budget: &mut Budget,
    ) -> Result<Option<Vec<(Position, Effort)>>, Halt> {
        let mover = position.mover;
        let wanted = mover == 0;
        // A stone more never hurts, so a point of no open set is never better than another.
        let moves = self.open(position, 0).1 | self.open(position, 1).1;
        let few = (position.stones[0] | position.stones[1]).count_ones() < SYMMETRIC_STONES;
        let mut seen = HashSet::new();
        let mut children: Vec<(Position, Effort)> = Vec::new();
        for point in points(moves) {
            let mut next = Position { mover: 1 - mover, ..*position };
            next.stones[mover] |= 1 << point;
            let (next, effort) = match self.forced(next) {
                Forced::Over(wins) if wins == wanted => return Ok(None),
                Forced::Over(_) => continue,
                Forced::Open(next) if few && !seen.insert(self.key(&next)) => continue,
                Forced::Open(next) => (next, self.effort(&next, budget)?),
            };
            match effort {
                REACHED | MISSED if (effort == REACHED) == wanted => return Ok(None),
                REACHED | MISSED => {}
                _ => children.push((next, effort)),
            }
        }
        Ok(Some(children))
    }
}
