//! The trail of a search that outgrows any memory: windows of values at places it has passed.
//!
//! Once old values are forgotten, the engine knows the first values and the last ones, and these determine all that follow.
//! A *checkpoint* keeps the last values before a heap, so that the engine can be put back there. It serves twice:
//!
//! **Finding the period** (Brent 1980). One checkpoint is the landmark; it moves on to the newest one when the search
//! has doubled. Its window is searched for in all values that follow, value by value. Once the landmark lies in the
//! periodic part, and beyond one period, the window comes again after the smallest period.
//!
//! **Finding the last exception.** "The window before n is that before n + q" holds, once it holds, for all larger n, for
//! the window determines what follows (the window argument, `period.rs`). So the first checkpoint with it is found by
//! halving, each time computing from the checkpoint below n + q to n + q; then two engines go through the stretch before it, q
//! apart, and compare value by value. See section 5 of `docs/theory-heaps.md`.

use super::engine::Engine;
use super::values::{Cell, Values};
use crate::limits::{Budget, Stopped};

/// The last values before the heap of `at`.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub at: usize,
    pub window: Vec<u8>,
}

/// The places that a search has passed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    /// In order.
    pub list: Vec<Checkpoint>,
    /// Which of them is the landmark.
    pub landmark: usize,
    /// Up to which heap the landmark's window was searched for.
    pub searched: usize,
}

/// Checkpoints are this many values apart at most: computing these again takes half a minute.
const FARTHEST_APART: usize = 1 << 31;

/// This many values of the window are searched for first.
const KEY: usize = 64;

/// Two engines are compared this many values at a time.
const COMPARED: usize = 1 << 18;

impl Trail {
    /// Takes a checkpoint if one is due.
    pub fn pass(&mut self, engine: &Engine, budget: &mut Budget) -> Result<(), Stopped> {
        let known = engine.known();
        let keep = engine.keep.unwrap_or(usize::MAX);
        let apart = (known / 64).min(FARTHEST_APART).max(keep / 4);
        if self.list.last().is_some_and(|last| known < last.at.saturating_add(apart)) {
            return Ok(());
        }
        self.add(engine, budget)
    }

    /// Takes a checkpoint here, unless all values are kept.
    pub fn add(&mut self, engine: &Engine, budget: &mut Budget) -> Result<(), Stopped> {
        let Some(window) = engine.window() else { return Ok(()) };
        let at = engine.known();
        if self.list.last().is_some_and(|last| last.at >= at) {
            return Ok(());
        }
        self.list.push(Checkpoint { at, window: window.to_vec() });
        let doubled = self.list.get(self.landmark).is_none_or(|mark| at >= 2 * mark.at);
        if doubled || self.list.len() == 1 {
            self.landmark = self.list.len() - 1;
            self.searched = at;
        }
        budget.keep(window.len())
    }

    /// Where the landmark's last `length` values come again first, if they have.
    pub fn repeat(&mut self, engine: &Engine, length: usize) -> Option<usize> {
        let mark = self.list.get(self.landmark)?;
        let window = &mark.window[mark.window.len().checked_sub(length)?..];
        let key = &window[length.saturating_sub(KEY)..];
        let from = self.searched + 1 - key.len();
        let text = engine.bytes_of(from, engine.known())?;
        self.searched = engine.known();
        let ends = u8::find_all(text, key).into_iter().map(|start| from + start + key.len());
        ends.filter(|&end| end > mark.at)
            .find(|&end| engine.bytes_of(end - length, end) == Some(window))
    }

    /// The last exception to a period, for which the last `length` values before `proved` and a period later agree.
    pub fn last_exception(
        &self,
        engine: &Engine,
        (period, proved, length): (usize, usize, usize),
        budget: &mut Budget,
    ) -> Result<i64, Stopped> {
        let (mut low, mut high) = (0, self.list.partition_point(|place| place.at < proved));
        while low < high {
            let middle = (low + high) / 2;
            let place = &self.list[middle];
            let later = self.engine_at(engine, place.at + period, budget)?;
            let window = &place.window[place.window.len() - length..];
            let end = later.known();
            match later.bytes_of(end - length, end) == Some(window) {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        let end = self.list.get(high).map_or(proved, |place| place.at.min(proved));
        let (earlier, from) = match high.checked_sub(1) {
            Some(before) => {
                let place = &self.list[before];
                (engine.moved_to(place), place.at - length)
            }
            None => (self.engine_at(engine, 0, budget)?, 0),
        };
        let later = self.engine_at(engine, from + period, budget)?;
        last_difference((earlier, from), (later, from + period), end - from, budget)
    }

    /// An engine that computes the heap of `at` next, and knows the values before it that it needs.
    fn engine_at(&self, like: &Engine, at: usize, budget: &mut Budget) -> Result<Engine, Stopped> {
        let before = self.list.partition_point(|place| place.at <= at).checked_sub(1);
        let mut engine = match before {
            Some(index) => like.moved_to(&self.list[index]),
            None => {
                let mut engine = Engine::with_options(like.code.clone(), like.options);
                engine.keep = like.keep;
                engine
            }
        };
        if at > 0 {
            engine.extend_to(at - 1, budget)?;
        }
        Ok(engine)
    }
}

/// Goes on with two engines from two heaps, the first of which is given back for the last of `count` pairs of heaps with
/// different values; -1 if all are equal.
fn last_difference(
    (mut earlier, a): (Engine, usize),
    (mut later, b): (Engine, usize),
    count: usize,
    budget: &mut Budget,
) -> Result<i64, Stopped> {
    let step = [&earlier, &later].map(|engine| engine.keep.map_or(COMPARED, |keep| keep / 8));
    let step = step.into_iter().min().map_or(1, |step| step.clamp(1, COMPARED));
    let (mut done, mut last) = (0, -1);
    while done < count {
        let to = (done + step).min(count);
        earlier.extend_to(a + to - 1, budget)?;
        later.extend_to(b + to - 1, budget)?;
        let pair = (earlier.bytes_of(a + done, a + to), later.bytes_of(b + done, b + to));
        let (Some(ours), Some(theirs)) = pair else { return Err(Stopped::Memory) };
        if let Some(at) = ours.iter().zip(theirs).rposition(|(x, y)| x != y) {
            last = (a + done + at) as i64;
        }
        done = to;
    }
    Ok(last)
}

impl Engine {
    /// How many values a checkpoint keeps: all partners of the first values that are kept, for all moves.
    pub(crate) fn reach(&self) -> usize {
        self.head.len() + self.moves.most_taken() + 1
    }

    /// The values that a checkpoint keeps; None if none were forgotten.
    fn window(&self) -> Option<&[u8]> {
        let from = self.known().checked_sub(self.reach()).filter(|_| self.base > 0)?;
        self.bytes_of(from, self.known())
    }

    /// The values of the heaps from `from` on and before `to`, if they are kept and in bytes.
    fn bytes_of(&self, from: usize, to: usize) -> Option<&[u8]> {
        let Values::Bytes(list) = &self.values else { return None };
        list.get(from.checked_sub(self.base)?..to.checked_sub(self.base)?)
    }

    /// An engine at a place that this one has passed. It keeps no more than it must.
    pub(crate) fn moved_to(&self, place: &Checkpoint) -> Engine {
        let mut engine = Engine::with_options(self.code.clone(), self.options);
        let enough = 4 * self.reach().max(COMPARED);
        engine.keep = Some(self.keep.map_or(enough, |keep| keep.min(enough)));
        engine.head = self.head.clone();
        engine.sparse = self.sparse.clone();
        engine.max_grundy = self.max_grundy;
        engine.base = place.at - place.window.len();
        engine.values = Values::Bytes(place.window.clone());
        engine.next_choice = usize::MAX;
        engine.learn_anew();
        engine
    }
}
