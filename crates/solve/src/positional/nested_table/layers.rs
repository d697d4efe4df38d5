//! Layers: the answers for all hands with the same number of pieces, for one horizon after the other, as far as there is room.

use std::iter::repeat_n;
use std::ops::Range;

use super::position::{HandGame, pieces};
use super::step::RetrogradeStep;
use super::word::ArrangementSet;
use crate::kit::halt::Halt;
use crate::kit::pages::collected;
use crate::limits::{Budget, Stopped};
use crate::positional::nested_search::HopGoal;

/// For each number of pieces from the fewest up to a horizon, a word for each hand: where the attacker succeeds. A
/// layer that there was no room to keep is empty.
type HandLayers<W> = Vec<Vec<W>>;

/// The answers to a question.
pub struct Answers<W> {
    /// The fewest pieces of a position.
    from: usize,
    /// For one horizon after the other, the latest last.
    horizons: Vec<HandLayers<W>>,
}

impl<W: ArrangementSet> Answers<W> {
    /// No answers, for positions with this many pieces or more.
    pub fn new(from: usize) -> Self {
        Answers { from, horizons: Vec::new() }
    }

    /// Answers for all positions from this many pieces on, with the end of the range for horizon: a word for each hand with
    /// the fewest pieces.
    pub fn reach(
        &mut self,
        game: &HandGame<W>,
        question: HopGoal,
        stones: Range<usize>,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<&[W], Halt> {
        if self.words(stones.start, stones.end).is_none() {
            let layers = self.before(&stones, game, budget)?;
            let horizon = stones.end;
            let work = Work { game, question, from: self.from, horizon, threads };
            let layers = match layers {
                Some(layers) => work.fill_all(layers, budget)?,
                None => work.fill_two_at_a_time(budget)?,
            };
            self.horizons.push(layers);
        }
        self.words(stones.start, stones.end).ok_or(Halt::Enough)
    }

    /// The answers for a horizon if they are at hand, a word for each hand with this many pieces.
    pub fn words(&self, stones: usize, horizon: usize) -> Option<&[W]> {
        let at = |layers: &&HandLayers<W>| self.from + layers.len() == horizon;
        let layer = self.horizons.iter().find(at)?.get(stones.checked_sub(self.from)?)?;
        (!layer.is_empty()).then_some(layer)
    }

    /// The answers for the latest horizon, a word for each hand with this many pieces, if they were kept.
    pub fn latest(&self, stones: usize) -> Option<&[W]> {
        let latest = self.from + self.horizons.last()?.len();
        self.words(stones, latest)
    }

    /// What is known for an earlier horizon. The earlier horizons are forgotten if there is no room for another; none if there
    /// is no room even then, and no layers can be kept.
    fn before(
        &mut self,
        stones: &Range<usize>,
        game: &HandGame<W>,
        budget: &mut Budget,
    ) -> Result<Option<HandLayers<W>>, Halt> {
        let later = |layers: &HandLayers<W>| self.from + layers.len() >= stones.end;
        let kept = |layers: &HandLayers<W>| layers.iter().all(|layer| !layer.is_empty());
        // Answers for a later horizon are not those for this one.
        if stones.start < self.from || !self.horizons.iter().all(|h| kept(h) && !later(h)) {
            self.forget(budget);
        }
        if self.horizons.is_empty() {
            self.from = stones.start;
        }
        let known = self.from + self.horizons.last().map_or(0, Vec::len);
        let fresh =
            (known..stones.end).map(|stones| bytes(game, stones)).sum::<Result<u64, _>>()?;
        let copied = self.horizons.last().map_or(0, size);
        if fits(copied + fresh, budget) {
            budget.keep(copied as usize)?;
            return Ok(Some(self.copied()?));
        }
        let last = self.horizons.pop().unwrap_or_default();
        self.forget(budget);
        if fits(fresh, budget) {
            return Ok(Some(last));
        }
        budget.release(copied as usize);
        self.from = stones.start;
        let two = |stones: usize| Ok(bytes(game, stones)? + bytes(game, stones + 1)?);
        let most = (stones.start..stones.end - 1).map(two).collect::<Result<Vec<u64>, Halt>>()?;
        let most = most.into_iter().max().unwrap_or(0);
        if fits(most, budget) { Ok(None) } else { Err(Halt::Enough) }
    }

    /// The answers for the last horizon, to go on from.
    fn copied(&self) -> Result<HandLayers<W>, Stopped> {
        let copy = |layer: &Vec<W>| collected(layer.iter().copied());
        self.horizons.last().map_or(Ok(Vec::new()), |layers| layers.iter().map(copy).collect())
    }

    fn forget(&mut self, budget: &mut Budget) {
        self.horizons.drain(..).for_each(|layers| budget.release(size(&layers) as usize));
    }
}

/// The bytes that layers take.
fn size<W>(layers: &HandLayers<W>) -> u64 {
    layers.iter().map(|layer| (layer.len() * size_of::<W>()) as u64).sum()
}

/// The bytes that a layer takes.
fn bytes<W: ArrangementSet>(game: &HandGame<W>, stones: usize) -> Result<u64, Halt> {
    let hands = game.hands.count(pieces(stones)).ok_or(Halt::Enough)?;
    Ok((hands * size_of::<W>()) as u64)
}

/// What is to be answered.
struct Work<'a, W: ArrangementSet> {
    game: &'a HandGame<W>,
    question: HopGoal,
    from: usize,
    horizon: usize,
    threads: usize,
}

impl<W: ArrangementSet> Work<'_, W> {
    /// Brings layers, those of an earlier horizon, up to this one.
    fn fill_all(
        &self,
        mut layers: HandLayers<W>,
        budget: &mut Budget,
    ) -> Result<HandLayers<W>, Stopped> {
        while self.from + layers.len() < self.horizon {
            let layer = self.empty(self.from + layers.len(), budget)?;
            layers.push(layer);
        }
        for layer in (0..layers.len()).rev() {
            let (here, next) = layers.split_at_mut(layer + 1);
            let filled = self.fill(self.from + layer, &mut here[layer], next.first(), budget);
            if let Err(stopped) = filled {
                budget.release(size(&layers) as usize);
                return Err(stopped);
            }
        }
        Ok(layers)
    }

    /// The first layer alone, the others being forgotten on the way.
    fn fill_two_at_a_time(&self, budget: &mut Budget) -> Result<HandLayers<W>, Stopped> {
        let mut next: Option<Vec<W>> = None;
        for stones in (self.from..self.horizon).rev() {
            let mut layer = self.empty(stones, budget)?;
            let filled = self.fill(stones, &mut layer, next.as_ref(), budget);
            budget.release(next.as_ref().map_or(0, Vec::len) * size_of::<W>());
            next = Some(layer);
            filled?;
        }
        let mut layers: HandLayers<W> = next.into_iter().collect();
        layers.resize(self.horizon - self.from, Vec::new());
        Ok(layers)
    }

    /// A layer without answers, counted as memory.
    fn empty(&self, stones: usize, budget: &mut Budget) -> Result<Vec<W>, Stopped> {
        let hands = self.game.hands.count(pieces(stones)).ok_or(Stopped::Memory)?;
        budget.keep(hands * size_of::<W>())?;
        collected(repeat_n(W::EMPTY, hands))
    }

    /// Brings a layer up to the horizon.
    fn fill(
        &self,
        stones: usize,
        layer: &mut [W],
        next: Option<&Vec<W>>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let Work { game, question, horizon, .. } = *self;
        RetrogradeStep { game, question, stones, horizon, next }.fill(layer, self.threads, budget)
    }
}

/// Whether this many bytes more are within the limit.
fn fits(bytes: u64, budget: &Budget) -> bool {
    let taken = budget.progress().memory;
    budget.limits().memory.is_none_or(|most| taken + bytes <= most)
}
