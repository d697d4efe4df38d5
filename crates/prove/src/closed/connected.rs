//! Which values of connected sets make up a proof, found in the solver's table of all of them.
//!
//! A set with the value g is shown by an option for each smaller value, and by a reply to every other option: an option
//! of that with the value g. Which replies are kept decides how long the proof is. Sets are visited from the largest to
//! the smallest; of the options of one size that still need a reply, the set that answers most of them is kept first,
//! the smaller one of two that answer as many. On 2x18 that leaves 41,000 sets where the first reply that wins would
//! leave 188,000.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow::{Break, Continue};

use outplay_certificate::closed::Closed;
use outplay_certificate::closed::connected::Connected;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::SetValues;

use super::cover::Questions;
use super::{FACT_BYTES, Found};

struct Prover<'t> {
    game: &'t Connected,
    values: SetValues<'t>,
    /// The facts so far, and by size those that are not yet accounted for.
    facts: HashMap<u64, u8>,
    open: Vec<Vec<u64>>,
    /// By size, options that must be answered by a value.
    questions: Vec<HashSet<(u64, u8)>>,
    cost: u64,
}

/// The facts that show the value of a connected set, or without a value that it is not lost. The table must have what they say.
pub fn prove<'t>(
    game: &'t Connected,
    values: SetValues<'t>,
    (set, value): (u64, Option<u8>),
    budget: &mut Budget,
) -> Result<Found, Stopped> {
    let sizes = set.count_ones() as usize + 1;
    let mut prover = Prover {
        game,
        values,
        facts: HashMap::new(),
        open: vec![Vec::new(); sizes],
        questions: vec![HashSet::new(); sizes],
        cost: 1,
    };
    match value {
        Some(value) => prover.keep(set, value),
        None => prover.keep_option(set, 0),
    }
    for size in (1..sizes).rev() {
        budget.note((sizes - size) as u64, sizes as u64);
        for set in std::mem::take(&mut prover.open[size]) {
            budget.visit()?;
            budget.keep(FACT_BYTES)?;
            prover.account(set);
        }
        prover.answer(size, budget)?;
    }
    let said = |(set, value): (u64, u8)| (set, vec![u64::from(value)]);
    Ok(Found { facts: prover.facts.into_iter().map(said).collect(), cost: prover.cost })
}

/// Shows the options of a set to somebody.
fn each(game: &Connected, set: u64, mut look: impl FnMut(u64)) {
    let _ = game.options(set, &mut |option| {
        look(option);
        Continue::<()>(())
    });
}

impl Prover<'_> {
    fn value(&self, set: u64) -> Option<u8> {
        if set == 0 { Some(0) } else { (self.values)(set).map(|value| value as u8) }
    }

    /// Keeps a fact.
    fn keep(&mut self, set: u64, value: u8) {
        let key = self.game.key(set);
        if set != 0 && self.facts.insert(key, value).is_none() {
            self.open[key.count_ones() as usize].push(key);
        }
    }

    /// Sees to all that a fact rests on.
    fn account(&mut self, set: u64) {
        let value = self.facts[&set];
        self.cost += u64::from(value) + 1;
        for smaller in 0..value {
            self.keep_option(set, smaller);
        }
        let mut options = Vec::new();
        each(self.game, set, |option| options.push(option));
        for option in options {
            self.cost += 1;
            match self.value(option) {
                Some(other) if other < value => self.keep(option, other),
                _ if option == 0 => {}
                _ => {
                    let key = self.game.key(option);
                    self.questions[key.count_ones() as usize].insert((key, value));
                }
            }
        }
    }

    /// Keeps an option of a set with a value, one that is a fact already if there is one.
    fn keep_option(&mut self, set: u64, value: u8) {
        let mut found = None;
        let _ = self.game.options(set, &mut |option| {
            if self.value(option) != Some(value) {
                return Continue(());
            }
            found = Some(option);
            match option == 0 || self.facts.contains_key(&self.game.key(option)) {
                true => Break(()),
                false => Continue(()),
            }
        });
        if let Some(option) = found {
            self.keep(option, value);
        }
    }

    /// Answers the questions of one size with few replies, smaller ones first among those that answer as many.
    fn answer(&mut self, size: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let mut questions = Questions::new();
        for (set, value) in std::mem::take(&mut self.questions[size]) {
            budget.visit()?;
            if self.facts.get(&set).is_some_and(|&other| other != value) {
                continue;
            }
            let Some(replies) = self.replies(set, value) else { continue };
            questions.ask(replies.into_iter().map(|reply| (reply, value)).collect());
        }
        let kept = questions.cover(|&(reply, _)| (u32::MAX - reply.count_ones(), !reply));
        kept.into_iter().for_each(|(set, value)| self.keep(set, value));
        Ok(())
    }

    /// The options of a set with a value; none if one of them is a fact already.
    fn replies(&self, set: u64, value: u8) -> Option<Vec<u64>> {
        let mut own = Vec::new();
        let known = self.game.options(set, &mut |option| {
            if self.value(option) == Some(value) {
                let key = self.game.key(option);
                if key == 0 || self.facts.contains_key(&key) {
                    return Break(());
                }
                own.push(key);
            }
            Continue(())
        });
        own.sort_unstable();
        own.dedup();
        known.is_continue().then_some(own)
    }
}
