//! Df-pn ([`crate::kit::df_pn`]) for a question about positions: does the attacker succeed, however long it takes?
//!
//! The search knows no game. An [`AttackedGame`] says what each move leads to and estimates the work that a position
//! takes. Every move is tried or answered, which makes the answers exact. If a game leaves out moves of the attacker,
//! only a success is exact. Everything else only guides the search.

use super::proof::{FOREVER, Key, Proof, ProofTable};
use super::race::{Raced, Visits, race};
use crate::kit::df_pn::{ChildNode, DfPn};
use crate::kit::halt::Halt;
use crate::kit::proof_numbers::{DISPROVED, PROVED, ProofNumberTable, ProofNumbers, UNLIMITED};
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

/// Whether the player who moves in a position gets what he wants.
#[derive(Clone, Copy)]
pub struct Node<P> {
    position: P,
    key: Key,
    attacks: bool,
}

/// Proof numbers are kept as the attacker sees them; the other player's, and back.
fn seen(attacks: bool, numbers: ProofNumbers) -> ProofNumbers {
    if attacks { numbers } else { numbers.turned() }
}

/// A guess is kept if more positions than this were looked at for it.
const WORTH_ITS_ROOM: u32 = 64;

/// In the table of proofs, where plies are counted: as long as it takes.
const ANY: u8 = FOREVER - 1;

impl<C: AttackedGame> ProofNumberSearch<C> {
    /// A search that knows these proofs and whose proof numbers stay below this many bytes.
    pub fn new(game: C, proofs: ProofTable, bytes: u64) -> Self {
        let (proof_numbers, visits) = (ProofNumberTable::new(bytes), Visits::default());
        ProofNumberSearch { game, proof_numbers, proofs, visits, threads: 1 }
    }

    /// The same search by this many threads. Each has proof numbers of its own.
    pub fn with_threads(self, threads: usize) -> Self {
        ProofNumberSearch { threads, ..self }
    }

    /// Gives up after this many positions more.
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
            _ => {
                let attacks = self.game.attacks(position);
                let node = Node { position: *position, key, attacks };
                seen(attacks, self.look_into(&node, UNLIMITED, budget)?)
            }
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
        self.proofs.put(&key, proof, work, budget);
    }
}

impl<C: AttackedGame> DfPn for ProofNumberSearch<C> {
    type Node = Node<C::Position>;
    type Reply = [ChildNode<Self::Node>; 1];

    fn visit(&mut self, budget: &mut Budget) -> Result<(), Halt> {
        self.visits.visit(budget)
    }

    fn positions(&self) -> u64 {
        self.visits.visited
    }

    fn keep(&mut self, node: &Self::Node, numbers: ProofNumbers, work: u64, budget: &mut Budget) {
        self.note(node.key, seen(node.attacks, numbers), work, budget);
    }

    /// Moves that are known to fail are left out.
    fn replies(
        &mut self,
        node: &Self::Node,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Self::Reply>>, Halt> {
        let wanted = node.attacks;
        let moves = self.game.moves(&node.position);
        if moves.iter().any(|after| matches!(after, After::Over(wins) if *wins == wanted)) {
            return Ok(None);
        }
        let mut seen_keys = Vec::with_capacity(moves.len());
        let mut replies: Vec<Self::Reply> = Vec::with_capacity(moves.len());
        for after in moves {
            let After::Open(position) = after else { continue };
            let key = self.game.key(&position);
            if seen_keys.contains(&key) {
                continue;
            }
            seen_keys.push(key);
            match self.numbers(&position, key, wanted, budget)? {
                Some(answer @ (PROVED | DISPROVED)) if (answer == PROVED) == wanted => {
                    return Ok(None);
                }
                None | Some(PROVED | DISPROVED) => {}
                Some(numbers) => {
                    let attacks = self.game.attacks(&position);
                    let node = Node { position, key, attacks };
                    let (numbers, is_opposite) = (seen(!wanted, numbers), attacks == wanted);
                    replies.push([ChildNode { node, numbers, is_opposite }]);
                }
            }
        }
        if self.visits.thread > 0 {
            // Threads look into other moves among those that seem to take as much.
            let shuffled =
                |[asked]: &Self::Reply| self.visits.shuffle(asked.node.key.hash() as usize);
            replies.sort_by_cached_key(shuffled);
        }
        Ok(Some(replies))
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
