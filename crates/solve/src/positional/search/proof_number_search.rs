//! Proof numbers ([`crate::kit::proof_numbers`]) for a question about positions: does the attacker succeed, however long it takes?
//!
//! The search needs to know no game. An [`AttackedGame`] tells what each move leads to and guesses what a position takes. Every
//! move is tried or answered, which makes the answers exact; if a game leaves out moves of the attacker's, only his
//! success is. All else guides.

use super::race::{Raced, Visits, race};
use super::transposition::{FOREVER, Key, Proof, ProofTable};
use crate::kit::halt::Halt;
use crate::kit::proof_numbers::{
    DISPROVED, PROVED, ProofNumberTable, ProofNumbers, UNLIMITED, weigh,
};
use crate::limits::Budget;

/// A game as its attacker sees it.
pub trait AttackedGame: Clone + Send {
    /// A position in which somebody has a choice to make.
    type Position: Copy + Sync;
    /// The whole position, or one that is alike.
    fn key(&self, position: &Self::Position) -> Key;
    /// Whether the attacker moves.
    fn attacks(&self, position: &Self::Position) -> bool;
    /// What the moves lead to. It is enough to tell one that ends the game as the mover wants it.
    fn moves(&mut self, position: &Self::Position) -> Vec<After<Self::Position>>;
    /// What it may take to settle a position, if it is not seen at once; and how many positions were looked at for that.
    /// None if the attacker, who has just moved, is not to go there.
    fn guess(&mut self, position: &Self::Position, attacked: bool) -> Option<(ProofNumbers, u32)>;
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub enum After<P> {
    /// It is known whether the attacker succeeds.
    Over(bool),
    /// There is a choice to make.
    Open(P),
}

/// The search.
pub struct ProofNumberSearch<C> {
    game: C,
    proof_numbers: ProofNumberTable<Key>,
    proofs: ProofTable,
    visits: Visits,
    threads: usize,
}

/// What a move leads to, and what is known of it.
struct Child<P> {
    position: P,
    key: Key,
    numbers: ProofNumbers,
}

/// A guess is kept if more positions than this were looked at for it.
const WORTH_ITS_ROOM: u32 = 64;

/// In the table of proofs, where plies are counted: as long as it takes.
const ANY: u8 = FOREVER - 1;

impl<C: AttackedGame> ProofNumberSearch<C> {
    /// A search that knows these proofs and whose proof numbers stay below so many bytes.
    pub fn new(game: C, proofs: ProofTable, bytes: u64) -> Self {
        let (proof_numbers, visits) = (ProofNumberTable::new(bytes), Visits::default());
        ProofNumberSearch { game, proof_numbers, proofs, visits, threads: 1 }
    }

    /// The same search by so many threads. Each has proof numbers of its own.
    pub fn with_threads(self, threads: usize) -> Self {
        ProofNumberSearch { threads, ..self }
    }

    /// Gives up after so many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        self.visits.stop_after(positions);
    }

    /// What is asked about.
    pub fn game(&self) -> &C {
        &self.game
    }

    /// What is asked about, to ask for something else before anything is proved.
    pub fn game_mut(&mut self) -> &mut C {
        &mut self.game
    }

    /// Whether the attacker succeeds.
    pub fn wins(&mut self, position: &C::Position, budget: &mut Budget) -> Result<bool, Halt> {
        let threads = self.threads;
        race(self, threads, budget, |prover, budget| prover.search(position, budget))
    }

    fn search(&mut self, position: &C::Position, budget: &mut Budget) -> Result<bool, Halt> {
        let key = self.game.key(position);
        let numbers = match self.numbers(position, key, false, budget)? {
            Some(known @ (PROVED | DISPROVED)) => known,
            _ => self.look_into(position, key, UNLIMITED, budget)?,
        };
        Ok(numbers == PROVED)
    }

    /// What is known of a position, or a guess; none if the attacker, who has just moved, is not to go there.
    fn numbers(
        &mut self,
        position: &C::Position,
        key: Key,
        attacked: bool,
        budget: &mut Budget,
    ) -> Result<Option<ProofNumbers>, Halt> {
        if let Some(answer) = self.proofs.get(&key).answer(ANY) {
            return Ok(Some(if answer { PROVED } else { DISPROVED }));
        }
        if let Some(numbers) = self.proof_numbers.get(&key) {
            return Ok(Some(numbers));
        }
        let Some((numbers, looked)) = self.game.guess(position, attacked) else {
            return Ok(None);
        };
        (0..looked).try_for_each(|_| self.visits.visit(budget))?;
        // A guess that is soon made again is not worth its room.
        if looked > WORTH_ITS_ROOM || numbers == PROVED || numbers == DISPROVED {
            self.note(key, numbers, u64::from(looked), budget);
        }
        Ok(Some(numbers))
    }

    /// Keeps what was found out.
    fn note(&mut self, key: Key, numbers: ProofNumbers, work: u64, budget: &mut Budget) {
        let proof = match numbers {
            PROVED => Proof { proved: ANY, ..Proof::NOTHING },
            DISPROVED => Proof { refuted: FOREVER, ..Proof::NOTHING },
            _ => return self.proof_numbers.keep(key, numbers),
        };
        self.proof_numbers.forget(&key);
        self.proofs.put(key, proof, work, budget);
    }

    /// Looks into a position until it is settled, or until one of its proof numbers is as large as the limit's.
    fn look_into(
        &mut self,
        position: &C::Position,
        key: Key,
        limit: ProofNumbers,
        budget: &mut Budget,
    ) -> Result<ProofNumbers, Halt> {
        self.visits.visit(budget)?;
        let before = self.visits.visited;
        let attacks = self.game.attacks(position);
        // Proof numbers are the attacker's; to weigh moves, the mover's and his opponent's are asked for.
        let ours = |numbers: ProofNumbers| if attacks { numbers } else { numbers.turned() };
        let theirs = |numbers: ProofNumbers| if attacks { numbers.turned() } else { numbers };
        let numbers = match self.children(position, attacks, budget)? {
            None => ours(PROVED),
            Some(mut children) => loop {
                let (numbers, next) = weigh(children.iter().map(|child| theirs(child.numbers)));
                if numbers.is_beyond(ours(limit)) {
                    break ours(numbers);
                }
                let Child { position, key, numbers } = &mut children[next.at];
                *numbers =
                    self.look_into(position, *key, theirs(next.limit(ours(limit))), budget)?;
            },
        };
        self.note(key, numbers, self.visits.visited - before + 1, budget);
        Ok(numbers)
    }

    /// The positions that the mover's moves lead to, as far as they are not known to fail; none if a move succeeds.
    fn children(
        &mut self,
        position: &C::Position,
        wanted: bool,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Child<C::Position>>>, Halt> {
        let moves = self.game.moves(position);
        if moves.iter().any(|after| matches!(after, After::Over(wins) if *wins == wanted)) {
            return Ok(None);
        }
        let mut seen = Vec::with_capacity(moves.len());
        let mut children = Vec::with_capacity(moves.len());
        for after in moves {
            let After::Open(next) = after else { continue };
            let key = self.game.key(&next);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            match self.numbers(&next, key, wanted, budget)? {
                Some(answer @ (PROVED | DISPROVED)) if (answer == PROVED) == wanted => {
                    return Ok(None);
                }
                None | Some(PROVED | DISPROVED) => {}
                Some(numbers) => children.push(Child { position: next, key, numbers }),
            }
        }
        if self.visits.thread > 0 {
            // Threads look into other moves among those that seem to take as much.
            let shuffled =
                |child: &Child<C::Position>| self.visits.shuffle(child.key.hash() as usize);
            children.sort_by_cached_key(shuffled);
        }
        Ok(Some(children))
    }
}

impl<C: AttackedGame> Raced for ProofNumberSearch<C> {
    fn visits(&mut self) -> &mut Visits {
        &mut self.visits
    }

    fn fork(&self) -> Self {
        ProofNumberSearch {
            game: self.game.clone(),
            proof_numbers: self.proof_numbers.clone(),
            proofs: self.proofs.clone(),
            visits: self.visits.clone(),
            threads: 1,
        }
    }
}
