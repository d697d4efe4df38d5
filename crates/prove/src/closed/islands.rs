//! Which positions of a nested board make up a proof that the first player wins, found in the solver's table of hands.
//!
//! Each hop adds a piece, so positions are visited by their number of pieces. To every hop of the second player's the
//! first one needs a reply: the position that answers most of the open ones is kept first.

use std::collections::{HashMap, HashSet};

use outplay_certificate::closed::islands::{Islands, Tuple};
use outplay_rules::player::Player;
use outplay_rules::rules::End;
use outplay_rules::spaces::Stones;
use outplay_solve::limits::{Budget, Stopped};

use super::Found;
use super::cover::Questions;

/// Whether the first player wins a position, by the solver.
pub type Wins<'t> = &'t dyn Fn(&Stones) -> bool;

/// This many questions are answered at once.
const AT_ONCE: usize = 1 << 17;

struct Prover<'t> {
    islands: &'t Islands,
    wins: Wins<'t>,
    /// What was asked of the solver, for positions with this many pieces.
    asked: HashMap<u64, bool>,
    facts: Vec<u64>,
    cost: u64,
}

/// The facts that show that the first player, who is to move, wins from all these positions.
pub fn prove(
    islands: &Islands,
    starts: &[Stones],
    wins: Wins,
    budget: &mut Budget,
) -> Result<Option<Found>, Stopped> {
    let mut prover = Prover { islands, wins, asked: HashMap::new(), facts: Vec::new(), cost: 1 };
    let code = |start: &Stones| islands.code(&islands.tuple(start));
    let Some(mut open) = starts.iter().map(code).collect::<Option<HashSet<u64>>>() else {
        return Ok(None);
    };
    while !open.is_empty() {
        let Some(kept) = prover.answer(open, budget)? else { return Ok(None) };
        open = HashSet::new();
        for &fact in &kept {
            budget.visit()?;
            let Some(()) = prover.account(fact, &mut open) else { return Ok(None) };
        }
        budget.keep(kept.len() * 3 * size_of::<u64>())?;
        prover.facts.extend(kept);
    }
    let facts = prover.facts.into_iter().map(|fact| (fact, Vec::new())).collect();
    Ok(Some(Found { facts, cost: prover.cost }))
}

impl Prover<'_> {
    /// The positions that the second player's hops lead to and that need a reply.
    fn account(&mut self, fact: u64, open: &mut HashSet<u64>) -> Option<()> {
        let islands = self.islands;
        let tuple = islands.decoded(fact)?;
        let mut fits = Some(());
        islands.any_hop(&tuple, Player::Second, |next| {
            self.cost += 1;
            if islands.end(next).is_none() {
                match islands.code(next) {
                    Some(code) => drop(open.insert(code)),
                    None => fits = None,
                }
            }
            false
        });
        fits
    }

    /// Few positions that answer all of these; none if one of them has no answer.
    fn answer(
        &mut self,
        open: HashSet<u64>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<u64>>, Stopped> {
        let mut kept: HashSet<u64> = HashSet::new();
        let mut questions = Questions::new();
        self.asked = HashMap::new();
        let mut open: Vec<u64> = open.into_iter().collect();
        open.sort_unstable();
        let all = open.len() as u64;
        for (done, question) in open.into_iter().enumerate() {
            budget.note(done as u64, all);
            budget.visit()?;
            let Some(tuple) = self.islands.decoded(question) else { return Ok(None) };
            let Some(replies) = self.replies(&tuple, &kept) else { continue };
            if replies.is_empty() {
                return Ok(None);
            }
            questions.ask(replies);
            if questions.len() == AT_ONCE {
                let asked = std::mem::replace(&mut questions, Questions::new());
                kept.extend(asked.cover(|&reply| !reply));
            }
        }
        kept.extend(questions.cover(|&reply| !reply));
        Ok(Some(kept.into_iter().collect()))
    }

    /// The hops of the first player's that win, by where they lead; none if one ends the game or leads to a position that is kept.
    fn replies(&mut self, tuple: &Tuple, kept: &HashSet<u64>) -> Option<Vec<u64>> {
        let islands = self.islands;
        let mut found = HashSet::new();
        let settled = islands.any_hop(tuple, Player::First, |next| match islands.end(next) {
            Some(end) => end == End::Win(Player::First),
            None => {
                let Some(code) = islands.code(next) else { return false };
                if kept.contains(&code) {
                    return true;
                }
                let wins = self.wins;
                if *self.asked.entry(code).or_insert_with(|| wins(&islands.position(next))) {
                    found.insert(code);
                }
                false
            }
        });
        if settled {
            return None;
        }
        let mut replies: Vec<u64> = found.into_iter().collect();
        replies.sort_unstable();
        Some(replies)
    }
}
