//! Wins by force in games of taking points, one point a turn: can the attacker own one of his sets before the defender
//! owns one of hers, however long it takes?
//!
//! Forced replies are played at once, and a position with a winning sequence of threats ([`super::sequences`]) is won; so
//! the search ([`super::contest`]) looks at the moves between sequences alone. Where the attacker threatens a sequence, the
//! defender has few replies that stop it, and such positions are guessed to be cheap. Patashnik (1980) and Allis (1994)
//! solved Qubic, 4x4x4 in a row, in this way.

use super::contest::{After, Contest, Prover};
use super::points;
use super::proofs::{Halt, Key, Proofs};
use super::sequences::Sequences;
use super::symmetry::Symmetries;
use crate::efforts::{Effort, REACHED};
use crate::limits::Budget;

/// A question about two players' sets.
pub struct Forcing(Prover<Taking>);

/// A position: the attacker's and the defender's stones, and who moves (0 for the attacker).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The stones.
    pub stones: [u128; 2],
    /// Who moves.
    pub mover: usize,
}

/// The game.
struct Taking {
    /// The attacker's and the defender's sets.
    sets: [Vec<u128>; 2],
    all: u128,
    symmetries: Symmetries,
    sequences: Sequences,
}

/// Positions with at most so many stones are looked up by their smallest image.
const SYMMETRIC_STONES: u32 = 7;

/// The effort guessed for a defender's position in which no sequence threatens.
const QUIET: Effort = Effort { reach: 20, miss: 1 };

/// The effort guessed for a position of the attacker's.
const ATTACK: Effort = Effort { reach: 3, miss: 3 };

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
        let sequences = Sequences::new(sets.clone(), bytes / 2);
        let taking = Taking { sets, all, symmetries, sequences };
        Forcing(Prover::new(taking, proofs, bytes / 2))
    }

    /// Gives up after so many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        self.0.stop_after(positions);
    }

    /// Whether the attacker succeeds.
    pub fn wins(&mut self, position: Position, budget: &mut Budget) -> Result<bool, Halt> {
        match self.0.contest().forced(position) {
            After::Over(wins) => Ok(wins),
            After::Open(position) => self.0.wins(&position, budget),
        }
    }
}

impl Taking {
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
    fn forced(&self, mut position: Position) -> After<Position> {
        loop {
            let mover = position.mover;
            let both = [self.open(&position, 0), self.open(&position, 1)];
            if both[0].1 == 0 {
                return After::Over(false);
            }
            if both[mover].0 != 0 {
                return After::Over(mover == 0);
            }
            let threats = both[1 - mover].0;
            match threats.count_ones() {
                0 => return After::Open(position),
                1 => {
                    position.stones[mover] |= threats;
                    position.mover = 1 - mover;
                }
                _ => return After::Over(mover == 1),
            }
        }
    }
}

impl Contest for Taking {
    type Position = Position;

    fn key(&self, position: &Position) -> Key {
        let stones = position.stones;
        let few = (stones[0] | stones[1]).count_ones() <= SYMMETRIC_STONES;
        let sets = if few { self.symmetries.canonical(stones) } else { stones };
        Key { sets, tag: position.mover as u8 }
    }

    fn attacks(&self, position: &Position) -> bool {
        position.mover == 0
    }

    /// A stone more never hurts, so a point of no open set is never better than another and is left out.
    fn moves(&self, position: &Position) -> Vec<After<Position>> {
        let mover = position.mover;
        let moves = self.open(position, 0).1 | self.open(position, 1).1;
        let after = |point: usize| {
            let mut next = Position { mover: 1 - mover, ..*position };
            next.stones[mover] |= 1 << point;
            self.forced(next)
        };
        points(moves).map(after).collect()
    }

    fn guess(&mut self, position: &Position) -> (Effort, u32) {
        let (sequence, looked) = self.sequences.find(position.stones);
        let free = self.all & !(position.stones[0] | position.stones[1]);
        let effort = match (sequence, position.mover) {
            (Some(_), 0) => REACHED,
            (None, 0) => ATTACK,
            // A reply that stops the sequence lies on one of its sets, or makes threats of its own.
            (Some(used), _) => Effort { reach: (used & free).count_ones().max(1), miss: 2 },
            (None, _) => QUIET,
        };
        (effort, looked)
    }
}
