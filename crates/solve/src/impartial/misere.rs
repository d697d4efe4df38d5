//! Misère outcomes of taking games.
//!
//! Nim-sums do not help here. A position is the list of its components in canonical form (see [`super::canonical`]; two
//! of them may overlap, since each component is considered by itself), and who wins is found by playing. Two things
//! make the list shorter.
//! - A component without moves can be left out.
//! - Two components from which every move ends their game can be left out together. Let G be any position and 1 such a
//!   component. Whoever wins G wins G + 1 + 1: he plays as in G, and answers a move in one 1 by a move in the other. If
//!   he is to move and G has no move left, so that he would win G, he takes one 1, his opponent takes the other, and
//!   again he cannot move.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::canonical::CanonicalForms;
use super::host::Host;
use crate::kit::bits::Mask;
use crate::kit::halt::Halt;
use crate::limits::{Budget, Stopped};

/// Outcomes of a taking game on one graph, connected or not, if the last player to move loses.
pub struct Misere<M> {
    host: Host<M>,
    canonical_forms: CanonicalForms<M>,
    kinds: HashMap<M, PartKind, foldhash::fast::RandomState>,
    wins: HashMap<Parts<M>, bool, foldhash::fast::RandomState>,
    /// What was counted as memory so far.
    counted: usize,
    /// How many positions may still be looked at.
    patience: u64,
}

/// Components in order.
type Parts<M> = SmallVec<[M; 3]>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum PartKind {
    /// There is no move.
    Dead,
    /// Every move is the last.
    Single,
    Other,
}

impl<M: Mask> Misere<M> {
    /// A solver with empty tables.
    pub fn new(host: Host<M>) -> Self {
        let canonical_forms = CanonicalForms::new(&host);
        let (kinds, wins) = (HashMap::default(), HashMap::default());
        Misere { host, canonical_forms, kinds, wins, counted: 0, patience: 0 }
    }

    /// The graph.
    pub fn host(&self) -> &Host<M> {
        &self.host
    }

    /// Whether the mover wins when this set of vertices is left; none if it takes more than this many positions to tell.
    pub fn mover_wins(
        &mut self,
        left: M,
        patience: u64,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Stopped> {
        let parts = self.host.components(left);
        self.patience = patience;
        let position = self.position(parts.into_iter(), budget)?;
        match self.wins(&position, budget) {
            Ok(wins) => Ok(Some(wins)),
            Err(Halt::Enough) => Ok(None),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }

    /// Discards all answers, to make room for other tables.
    pub fn forget(&mut self) {
        (self.kinds, self.wins) = (HashMap::default(), HashMap::default());
        self.counted = 0;
    }

    fn position(
        &mut self,
        parts: impl Iterator<Item = M>,
        budget: &mut Budget,
    ) -> Result<Parts<M>, Stopped> {
        let mut position: Parts<M> = SmallVec::new();
        let mut single = None;
        for part in parts {
            let placed = self.canonical_forms.of(part);
            match self.kind(placed, budget)? {
                PartKind::Dead => {}
                PartKind::Single if single.is_some() => single = None,
                PartKind::Single => single = Some(placed),
                PartKind::Other => position.push(placed),
            }
        }
        position.extend(single);
        position.sort_unstable();
        Ok(position)
    }

    fn kind(&mut self, component: M, budget: &mut Budget) -> Result<PartKind, Stopped> {
        if let Some(&kind) = self.kinds.get(&component) {
            return Ok(kind);
        }
        let mut kind = PartKind::Dead;
        let dead = |part: M| !self.host.moves(part, |_, _| false);
        self.host.moves_within(component, budget, |_, parts| {
            let single = parts.iter().all(|&part| dead(part));
            kind = if single { PartKind::Single } else { PartKind::Other };
            single
        })?;
        self.kinds.insert(component, kind);
        Ok(kind)
    }

    fn wins(&mut self, position: &Parts<M>, budget: &mut Budget) -> Result<bool, Halt> {
        if position.is_empty() {
            return Ok(true);
        }
        if let Some(&wins) = self.wins.get(position) {
            return Ok(wins);
        }
        budget.visit()?;
        self.patience = self.patience.checked_sub(1).ok_or(Halt::Enough)?;
        let mut options = self.options(position, budget)?;
        options
            .sort_unstable_by_key(|option| option.iter().map(|part| part.count()).sum::<usize>());
        let mut wins = false;
        for option in &options {
            if !self.wins(option, budget)? {
                wins = true;
                break;
            }
        }
        self.keep(position.clone(), wins, budget);
        Ok(wins)
    }

    fn options(
        &mut self,
        position: &Parts<M>,
        budget: &mut Budget,
    ) -> Result<Vec<Parts<M>>, Stopped> {
        let mut options = Vec::new();
        for (index, &component) in position.iter().enumerate() {
            if index > 0 && position[index - 1] == component {
                continue;
            }
            let mut lefts: Vec<SmallVec<[M; 3]>> = Vec::new();
            let most = (budget.memory() / 4) as usize;
            let too_many = self.host.moves_within(component, budget, |_, parts| {
                lefts.push(SmallVec::from_slice(parts));
                lefts.len() * size_of::<SmallVec<[M; 3]>>() <= most
            })?;
            if too_many {
                return Err(Stopped::Memory);
            }
            for left in lefts {
                let others = position.iter().enumerate().filter(|(other, _)| *other != index);
                let parts: Parts<M> = others.map(|(_, &part)| part).chain(left).collect();
                options.push(self.position(parts.into_iter(), budget)?);
                if options.len().is_multiple_of(1024) {
                    budget.check()?;
                }
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// Keeps an answer. When the memory is full all answers are discarded, which costs only time.
    fn keep(&mut self, position: Parts<M>, wins: bool, budget: &mut Budget) {
        let spilled = if position.len() > 3 { position.len() * size_of::<M>() } else { 0 };
        self.counted += 2 * (size_of::<(Parts<M>, bool)>() + 1) + spilled;
        let most = budget.memory() as usize / 2;
        if self.counted > most || self.wins.try_reserve(1).is_err() {
            self.wins.clear();
            self.kinds.clear();
            self.counted = 0;
        }
        self.wins.insert(position, wins);
    }
}
