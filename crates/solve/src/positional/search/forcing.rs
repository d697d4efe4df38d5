//! Wins by force in games of taking points, one point a turn: can the attacker own one of his sets before the defender
//! owns one of hers, however long it takes?
//!
//! Forced replies are played at once, and a position with a winning sequence of threats ([`super::sequences`]) is won; so
//! the search ([`super::proof_number_search`]) looks at the moves between sequences alone. Where the attacker threatens a sequence, few
//! replies stop it, and the others are not looked at: a sequence wins as well after a reply if the same stones, with the
//! same replies, win against it. Patashnik (1980) and Allis (1994) solved Qubic, 4x4x4 in a row, with sequences.
//!
//! [`Forcing::by_threats`] asks for less: the attacker's first stone lies on as many sets as possible, and once some stones
//! are on the board he only makes moves that threaten a sequence. If he wins in this way, he wins; if not, nothing
//! follows.

use super::points;
use super::proof::{self, Key, ProofTable};
use super::proof_number_search::{After, AttackedGame, ProofNumberSearch};
use super::sequences::{ThreatSequence, ThreatSequences};
use super::symmetry::Symmetries;
use crate::kit::halt::Halt;
use crate::kit::proof_numbers::{PROVED, ProofNumbers};
use crate::limits::Budget;

/// A question about two players' sets.
pub struct Forcing(ProofNumberSearch<ThreatGame>);

/// A position: the attacker's and the defender's stones, and who moves (0 for the attacker).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcingState {
    /// The stones.
    pub stones: [u128; 2],
    /// Who moves.
    pub mover: usize,
}

/// The game.
#[derive(Clone)]
struct ThreatGame {
    /// The attacker's and the defender's sets.
    sets: [Vec<u128>; 2],
    symmetries: Symmetries,
    sequences: ThreatSequences,
    /// With this many stones on the board the attacker only makes moves that threaten a sequence.
    threats_from: u32,
}

/// Positions with at most this many stones are looked up by their smallest image.
const SYMMETRIC_STONES: u32 = 7;

/// The proof number guessed for a position of the attacker's.
const ATTACK: ProofNumbers = ProofNumbers { proof: 3, disproof: 3 };

/// Three moves of the attacker's need not threaten anything: on an empty board no sequence is near.
pub const THREATS_FROM: u32 = 6;

impl ForcingState {
    fn count(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count_ones()
    }

    /// After the mover has taken a point.
    fn with(&self, point: usize) -> Self {
        let mut next = ForcingState { mover: 1 - self.mover, ..*self };
        next.stones[self.mover] |= 1 << point;
        next
    }
}

impl Forcing {
    /// A question about two players' sets.
    pub fn new(
        sets: [Vec<u128>; 2],
        symmetries: Symmetries,
        proofs: ProofTable,
        bytes: u64,
    ) -> Self {
        let sequences = ThreatSequences::new(sets.clone(), bytes / 2);
        let taking = ThreatGame { sets, symmetries, sequences, threats_from: u32::MAX };
        Forcing(ProofNumberSearch::new(taking, proofs, bytes / 2))
    }

    /// The same question if the attacker must threaten a sequence with each move once there are this many stones, and if his
    /// first stone must lie on as many sets as possible. It needs proofs of its own: that he fails is so with these moves
    /// alone.
    pub fn by_threats(mut self, from: u32) -> Self {
        self.0.game_mut().threats_from = from;
        self
    }

    /// The same question, asked by this many threads.
    pub fn with_threads(self, threads: usize) -> Self {
        Forcing(self.0.with_threads(threads))
    }

    /// Gives up after this many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        self.0.stop_after(positions);
    }

    /// Whether the attacker succeeds.
    pub fn wins(&mut self, position: ForcingState, budget: &mut Budget) -> Result<bool, Halt> {
        match self.0.game().forced(position) {
            After::Over(wins) => Ok(wins),
            After::Open(position) => self.0.wins(&position, budget),
        }
    }
}

impl ThreatGame {
    /// The points that complete a set of a player's, and the free points of all his sets that are open.
    fn open(&self, position: &ForcingState, player: usize) -> (u128, u128) {
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
    fn forced(&self, mut position: ForcingState) -> After<ForcingState> {
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

    /// The points worth taking. A stone more never hurts, so a point of no open set is never better than another.
    fn worthwhile(&self, position: &ForcingState) -> u128 {
        self.open(position, 0).1 | self.open(position, 1).1
    }

    /// The replies against which a sequence does not win.
    fn stopping(&self, position: &ForcingState, replies: u128, sequence: &ThreatSequence) -> u128 {
        let stops =
            |reply: &usize| !self.sequences.holds(sequence, position.with(*reply).stones, *reply);
        points(replies).filter(stops).fold(0, |all, reply| all | 1 << reply)
    }

    /// What the attacker's moves lead to.
    fn attacks(&self, position: &ForcingState) -> Vec<After<ForcingState>> {
        let threats_alone = position.count() >= self.threats_from;
        let after = points(self.tried(position)).map(|point| self.forced(position.with(point)));
        // A stone that forces one reply is a move of a sequence, not one that threatens a sequence.
        let quiet = |after: &After<ForcingState>| match after {
            After::Over(_) => true,
            After::Open(next) => next.count() == position.count() + 1,
        };
        after.filter(|after| !threats_alone || quiet(after)).collect()
    }

    /// The points that the attacker tries: all that are worth taking; but if he is to win by threats, his first stone lies
    /// on as many sets as possible.
    fn tried(&self, position: &ForcingState) -> u128 {
        let worthwhile = self.worthwhile(position);
        if self.threats_from == u32::MAX || position.stones[0] != 0 {
            return worthwhile;
        }
        let open = |point: usize| self.sequences.open_sets(position.stones, point);
        let most = points(worthwhile).map(open).max().unwrap_or(0);
        points(worthwhile).filter(|&point| open(point) == most).fold(0, |all, p| all | 1 << p)
    }

    /// What the replies lead to after which no sequence is found.
    fn replies(&mut self, position: &ForcingState) -> Vec<After<ForcingState>> {
        let mut left = self.worthwhile(position);
        if let Some(sequence) = self.sequences.find(position.stones).0 {
            left = self.stopping(position, left, &sequence);
        }
        let mut after = Vec::new();
        while left != 0 {
            let reply = left.trailing_zeros() as usize;
            left &= left - 1;
            let next = self.forced(position.with(reply));
            if let After::Open(next) = next
                && next.mover == 0
                && let Some(sequence) = self.sequences.find(next.stones).0
            {
                left = self.stopping(position, left, &sequence);
            } else {
                after.push(next);
            }
        }
        after
    }
}

impl AttackedGame for ThreatGame {
    type Position = ForcingState;

    fn key(&self, position: &ForcingState) -> Key {
        let few = position.count() <= SYMMETRIC_STONES;
        let stones = position.stones;
        let sets = if few { self.symmetries.canonical(stones) } else { stones };
        proof::key(sets, position.mover as u8)
    }

    fn attacks(&self, position: &ForcingState) -> bool {
        position.mover == 0
    }

    fn moves(&mut self, position: &ForcingState) -> Vec<After<ForcingState>> {
        match position.mover {
            0 => self.attacks(position),
            _ => self.replies(position),
        }
    }

    fn guess(&mut self, position: &ForcingState, attacked: bool) -> Option<(ProofNumbers, u32)> {
        let (sequence, looked) = self.sequences.find(position.stones);
        let numbers = match (sequence, position.mover) {
            (Some(_), 0) => PROVED,
            (None, 0) => ATTACK,
            (Some(sequence), _) => {
                let replies = self.stopping(position, self.worthwhile(position), &sequence);
                match replies.count_ones() {
                    0 => PROVED,
                    proof => ProofNumbers { proof, disproof: 2 },
                }
            }
            (None, _) if attacked && position.count() > self.threats_from => return None,
            (None, _) => {
                let replies = self.worthwhile(position).count_ones();
                ProofNumbers { proof: 20 + replies / 2, disproof: 1 }
            }
        };
        Some((numbers, looked))
    }
}
