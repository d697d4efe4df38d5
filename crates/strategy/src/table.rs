//! A strategy as a finite table, line by line: what it allows in every situation that can come up, and what it
//! remembers afterwards. A certificate holds such a table, and a checker that knows the rules alone can replay it.
//!
//! Nothing is left to arguments: every game is played to its end. A line comes after the lines that its moves lead to. If
//! the strategy treats symmetric positions alike, a situation that is the image of another is a copy of its line.

use std::collections::HashMap;

use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::rules::Rules;
use outplay_solve::limits::{Budget, Stopped};

use crate::keys::Key;
use crate::strategic::{Permutation, Strategic};
use crate::strategy::{Choices, Invariance, Memory};
use crate::verify::{SILENT, Situation, Verifier};

/// More symmetries than this are not tried one by one.
const MOST_SYMMETRIES: usize = 20_000;

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Line {
    /// The position as numbers.
    pub position: Vec<u64>,
    /// Who is to move.
    pub mover: Player,
    /// What the strategy remembers.
    pub memory: Memory,
    /// The worst payoff of the strategy from here on.
    pub payoff: i32,
    /// The moves that count, by their numbers among the legal ones, and what is remembered after each.
    pub moves: Vec<(usize, Memory)>,
}

/// What the table consists of.
#[derive(Clone, Debug)]
pub enum Entry {
    /// Comes first: what the strategy remembers at the start.
    Start(Memory),
    /// A line.
    Line(Line),
    /// An earlier line under other names.
    Copy {
        /// The number of the entry that is copied.
        of: usize,
        /// The images of the places that its position is about.
        images: Vec<u16>,
        /// What the strategy remembers.
        memory: Memory,
    },
}

/// Who takes the entries.
pub type Sink<'a> = &'a mut dyn FnMut(Entry);

/// Makes the table.
struct Tabulator<'v, 'r, 's, 'k, S: Strategic> {
    verifier: &'v mut Verifier<'r, 's, S>,
    sink: Sink<'k>,
    entries: usize,
    payoffs: HashMap<Key<S>, i32>,
    symmetries: Vec<(Permutation, Vec<u16>)>,
    /// For each key that symmetric situations share, the entries that have it.
    shared: HashMap<Key<S>, Vec<(usize, Situation<S>)>>,
}

/// Gives all entries of the table of a strategy from some situations on.
pub fn tabulate<S: Strategic>(
    verifier: &mut Verifier<'_, '_, S>,
    starts: &[Situation<S>],
    sink: Sink<'_>,
    budget: &mut Budget,
) -> Result<(), Stopped> {
    let alike = verifier.strategy.invariance() >= Invariance::Board;
    let symmetries = if alike { verifier.rules.symmetries(MOST_SYMMETRIES) } else { Vec::new() };
    let with_entries = |to: Permutation| (to.clone(), verifier.rules.space().entries(&to));
    let symmetries = symmetries.into_iter().map(with_entries).collect();
    let start = starts.first().map_or(Memory::default(), |start| start.memory.clone());
    sink(Entry::Start(start));
    let mut tabulator = Tabulator {
        verifier,
        sink,
        entries: 0,
        payoffs: HashMap::new(),
        symmetries,
        shared: HashMap::new(),
    };
    starts.iter().try_for_each(|start| tabulator.payoff(start, budget).map(|_| ()))
}

impl<S: Strategic> Tabulator<'_, '_, '_, '_, S> {
    fn payoff(&mut self, now: &Situation<S>, budget: &mut Budget) -> Result<i32, Stopped> {
        if let Some(payoff) = self.verifier.ended(&now.moment) {
            return Ok(payoff);
        }
        let key = (now.moment.position.clone(), now.moment.to_move, now.memory.clone());
        if let Some(&known) = self.payoffs.get(&key) {
            return Ok(known);
        }
        budget.visit()?;
        let payoff = match self.copied(now) {
            Some(payoff) => payoff,
            None => self.line(now, budget)?,
        };
        self.payoffs.insert(key, payoff);
        Ok(payoff)
    }

    fn line(&mut self, now: &Situation<S>, budget: &mut Budget) -> Result<i32, Stopped> {
        let rules = self.verifier.rules;
        let legal = rules.moves(&now.moment.position);
        let allowed = self.verifier.options(now, budget)?.unwrap_or_default();
        let choose =
            self.verifier.is_mine(&now.moment) && self.verifier.task.choices == Choices::Some;
        let allowed = if choose { self.best(now, allowed, budget)? } else { allowed };
        let mut moves = Vec::new();
        let mut worst: Option<i32> = None;
        for mv in allowed {
            let next = self.verifier.next(now, &mv);
            let gained = self.verifier.margin(&next.moment) - self.verifier.margin(&now.moment);
            let payoff = gained + self.payoff(&next, budget)?;
            worst = Some(worst.map_or(payoff, |worst| worst.min(payoff)));
            moves.extend(legal.iter().position(|own| *own == mv).map(|index| (index, next.memory)));
        }
        let payoff = worst.unwrap_or(SILENT);
        self.add(Entry::Line(Line {
            position: rules.space().encode(&now.moment.position),
            mover: now.moment.to_move,
            memory: now.memory.clone(),
            payoff,
            moves,
        }));
        if !self.symmetries.is_empty() {
            let key = self.verifier.keys.key(&now.moment.position, now.moment.to_move, &now.memory);
            self.shared.entry(key).or_default().push((self.entries - 1, now.clone()));
        }
        Ok(payoff)
    }

    fn add(&mut self, entry: Entry) {
        (self.sink)(entry);
        self.entries += 1;
    }

    /// Of the allowed moves the one that can be relied on for most.
    fn best(
        &mut self,
        now: &Situation<S>,
        allowed: Vec<Move>,
        budget: &mut Budget,
    ) -> Result<Vec<Move>, Stopped> {
        let mut best: Option<(i32, Move)> = None;
        for mv in allowed {
            let next = self.verifier.next(now, &mv);
            let gained = self.verifier.margin(&next.moment) - self.verifier.margin(&now.moment);
            let rest = self.verifier.payoff(&next, budget)?;
            if let Some(payoff) = rest.map(|rest| gained + rest)
                && best.as_ref().is_none_or(|(most, _)| payoff > *most)
            {
                best = Some((payoff, mv));
            }
        }
        Ok(best.into_iter().map(|(_, mv)| mv).collect())
    }

    /// The payoff of a situation that is the image of an earlier one; it is written as a copy.
    fn copied(&mut self, now: &Situation<S>) -> Option<i32> {
        if self.symmetries.is_empty() {
            return None;
        }
        let key = self.verifier.keys.key(&now.moment.position, now.moment.to_move, &now.memory);
        let (of, original, images) = self.shared.get(&key)?.iter().find_map(|(of, original)| {
            let found = self.symmetries.iter().find(|symmetry| self.takes(original, now, symmetry));
            found.map(|(to, _)| (*of, original, to))
        })?;
        let before = &original.moment;
        let key = (before.position.clone(), before.to_move, original.memory.clone());
        let payoff = *self.payoffs.get(&key)?;
        let named = self.verifier.rules.space().named(&before.position);
        let images = named.iter().map(|&place| images[place as usize]).collect();
        self.add(Entry::Copy { of, images, memory: now.memory.clone() });
        Some(payoff)
    }

    fn takes(
        &self,
        original: &Situation<S>,
        now: &Situation<S>,
        (to, entries): &(Permutation, Vec<u16>),
    ) -> bool {
        let (before, memory) = (&original.moment, &original.memory);
        let place = memory.place.map(|place| to[place as usize]);
        let last = || memory.last.as_ref().map(|mv| mv.renamed(|place| to[place as usize]));
        before.to_move == now.moment.to_move
            && memory.plan == now.memory.plan
            && place == now.memory.place
            && self.verifier.rules.space().image(&before.position, to, entries)
                == now.moment.position
            && last() == now.memory.last
    }
}
