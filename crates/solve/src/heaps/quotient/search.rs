//! The misère quotient of a code, heap by heap.
//!
//! A new heap is first tried as each element that the quotient has. If none will do, the quotient is extended: the new heap is made
//! free. A sum at fault may refute the result, but the result is right about all lighter sums. So it is repaired: each
//! heap of that sum is made free in turn, with all other relations as they are now, and the smallest result without
//! this fault is taken. A monoid that has become too fine becomes coarser again once the heap that caused this is free.
//! So these monoids grow and shrink on the way, which a product of all heaps that were ever free would not.

use outplay_rules::games::octal_code::OctalCode;

use super::extension::{Free, Sizes, extend};
use super::fault::lightest_fault;
use super::homomorphism::Quotient;
use super::options::{options, weight};
use super::parts::{Left, Parts};
use crate::limits::{Budget, Stopped};

/// A heap with which the quotient changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The heap.
    pub heap: usize,
    /// How many elements the quotient has from there on.
    pub elements: usize,
    /// How many of them are P-positions.
    pub p_positions: usize,
}

/// What became of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// It is an element that there was.
    Same,
    /// The quotient has changed.
    Changed,
    /// The quotient would be too large, or infinite: it stays as it was.
    TooLarge,
}

/// What the heaps are.
#[derive(Clone, Debug)]
enum Heaps {
    /// Those of a code.
    Code(OctalCode),
    /// These.
    Listed(Parts),
}

impl Heaps {
    /// The options of a heap and its weight; none if there is no such heap.
    fn heap(&self, heap: usize) -> Option<(Vec<Left>, u32)> {
        match self {
            Heaps::Code(code) => Some((options(code, heap), weight(heap))),
            Heaps::Listed(parts) if heap < parts.len() => {
                Some((parts.options(heap).to_vec(), parts.weight(heap)))
            }
            Heaps::Listed(_) => None,
        }
    }
}

/// The search for the misère quotient of a code, or of parts that are listed, which are its heaps then.
#[derive(Clone, Debug)]
pub struct QuotientSearch {
    heaps: Heaps,
    /// Each heap that is in the quotient.
    parts: Parts,
    /// The heaps with a move.
    live: Vec<usize>,
    quotient: Quotient,
    changes: Vec<Change>,
    is_too_large: bool,
    is_quick: bool,
}

impl QuotientSearch {
    /// A search that knows the empty heap.
    pub fn new(code: OctalCode) -> Self {
        Self::of(Heaps::Code(code))
    }

    /// A search through parts, of which it knows the first, the one without a move.
    pub fn through(parts: Parts) -> Self {
        Self::of(Heaps::Listed(parts))
    }

    fn of(heaps: Heaps) -> Self {
        QuotientSearch {
            heaps,
            parts: Parts::default(),
            live: Vec::new(),
            quotient: Quotient::of_nothing(),
            changes: Vec::new(),
            is_too_large: false,
            is_quick: false,
        }
    }

    /// The same with a small share of the work: a quotient that takes long soon counts as too large.
    pub fn quick(self) -> Self {
        QuotientSearch { is_quick: true, ..self }
    }

    /// The code; none if the parts are listed.
    pub fn code(&self) -> Option<&OctalCode> {
        match &self.heaps {
            Heaps::Code(code) => Some(code),
            Heaps::Listed(_) => None,
        }
    }

    /// The largest heap that is in the quotient.
    pub fn largest(&self) -> usize {
        self.parts.len() - 1
    }

    /// The quotient of the heaps so far.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The heaps with which it changed.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Whether the next heap was tried, and its quotient is too large.
    pub fn is_too_large(&self) -> bool {
        self.is_too_large
    }

    /// Takes all listed parts in; false if the quotient becomes too large before.
    pub fn grow_through(&mut self, budget: &mut Budget) -> Result<bool, Stopped> {
        match &self.heaps {
            Heaps::Code(_) => Ok(false),
            Heaps::Listed(parts) => self.grow_to(parts.len() - 1, budget),
        }
    }

    /// Takes heaps in up to one of this size; false if the quotient becomes too large before.
    pub fn grow_to(&mut self, size: usize, budget: &mut Budget) -> Result<bool, Stopped> {
        while self.largest() < size {
            budget.note(self.largest() as u64, size as u64);
            budget.check()?;
            if self.is_too_large || self.grow(budget)? == Growth::TooLarge {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the next heap in. If a limit comes first, it is as before.
    pub fn grow(&mut self, budget: &mut Budget) -> Result<Growth, Stopped> {
        let heap = self.parts.len();
        let Some((options, weight)) = self.heaps.heap(heap) else {
            return Ok(Growth::TooLarge); // there are no more
        };
        let is_live = !options.is_empty();
        self.quotient.push(0, &options, weight);
        self.parts.push(options, weight);
        self.live.extend(is_live.then_some(heap));
        let grown = if is_live { self.grow_by_move(heap, budget) } else { Ok(Growth::Same) };
        if !matches!(grown, Ok(Growth::Same | Growth::Changed)) {
            self.is_too_large = grown.is_ok();
            self.parts.pop();
            self.live.pop();
            self.quotient.heaps().get(heap).is_some().then(|| self.quotient.pop());
        }
        grown
    }

    fn grow_by_move(&mut self, heap: usize, budget: &mut Budget) -> Result<Growth, Stopped> {
        if self.fits(heap, budget)? {
            return Ok(Growth::Same);
        }
        let mut old = self.quotient.clone();
        old.pop();
        let Some(extended) = self.extended(&old, heap, budget)? else {
            return Ok(Growth::TooLarge);
        };
        self.quotient = extended;
        let (elements, p_positions) =
            (self.quotient.monoid().len(), self.quotient.monoid().p_len());
        self.changes.push(Change { heap, elements, p_positions });
        Ok(Growth::Changed)
    }

    /// Whether the last heap is an element of the quotient; if so, it has become it.
    fn fits(&mut self, heap: usize, budget: &mut Budget) -> Result<bool, Stopped> {
        // What is verified of a heap depends on its element and its winning moves alone.
        let winning = self.quotient.winning(heap);
        let like = self
            .live
            .iter()
            .find(|&&other| other != heap && self.quotient.winning(other) == winning);
        if let Some(&like) = like {
            self.quotient.set_last(self.quotient.heaps()[like]);
            return Ok(true);
        }
        for element in 0..self.quotient.monoid().len() {
            if self.is_plausible(heap, element) {
                self.quotient.set_last(element);
                if lightest_fault(&self.quotient, &self.live, budget)?.is_none() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether a heap as this element has no option in P beside something with which it is in P itself, and a move to P if it is not.
    fn is_plausible(&self, heap: usize, element: usize) -> bool {
        let (monoid, winning) = (self.quotient.monoid(), self.quotient.winning(heap));
        (monoid.is_p(element) || winning.contains(0))
            && !winning.iter().any(|rest| monoid.is_p(monoid.times(rest, element)))
    }

    /// The quotient with a heap that is no element of the old one; none if it is too large.
    fn extended(
        &self,
        old: &Quotient,
        heap: usize,
        budget: &mut Budget,
    ) -> Result<Option<Quotient>, Stopped> {
        for &sizes in &SIZES[..if self.is_quick { 1 } else { SIZES.len() }] {
            let extended = self.extended_within(sizes, old, heap, budget)?;
            if extended.is_some() {
                return Ok(extended);
            }
        }
        Ok(None)
    }

    /// The same by extensions of bounded size.
    fn extended_within(
        &self,
        sizes: Sizes,
        old: &Quotient,
        heap: usize,
        budget: &mut Budget,
    ) -> Result<Option<Quotient>, Stopped> {
        let free = [Free { heap, index: 2 }];
        let mut found = self.freed(old, &free, sizes, budget)?;
        for _ in 0..STEPS {
            match found {
                None => return Ok(None),
                Some(Attempt { quotient, fault: None }) => return Ok(Some(quotient)),
                Some(Attempt { quotient, fault: Some(fault) }) => {
                    found = self.mended(&quotient, &fault, sizes, budget)?;
                }
            }
        }
        Ok(None)
    }

    /// The extension of a quotient by free heaps, and its lightest fault; none if it is too large.
    fn freed(
        &self,
        base: &Quotient,
        free: &[Free],
        sizes: Sizes,
        budget: &mut Budget,
    ) -> Result<Option<Attempt>, Stopped> {
        let Some(quotient) = extend(base, free, &self.parts, sizes, budget)? else {
            return Ok(None);
        };
        let fault = lightest_fault(&quotient, &self.live, budget)?;
        Ok(Some(Attempt { quotient, fault }))
    }

    /// The smallest extension that mends a fault by making a heap of it free, or two if no single one does.
    fn mended(
        &self,
        base: &Quotient,
        fault: &[usize],
        sizes: Sizes,
        budget: &mut Budget,
    ) -> Result<Option<Attempt>, Stopped> {
        let weight = |sum: &[usize]| sum.iter().map(|&heap| self.parts.weight(heap)).sum::<u32>();
        let mends = |attempt: &Attempt| {
            attempt.fault.as_ref().is_none_or(|next| next != fault && weight(next) >= weight(fault))
        };
        let mut heaps = fault.to_vec();
        heaps.sort_unstable();
        heaps.dedup();
        let free: Vec<Free> = heaps.iter().rev().map(|&heap| free_in(base, heap, fault)).collect();
        let single = free.iter().map(|&one| vec![one]).collect();
        let pairs = free.iter().enumerate();
        let pairs =
            pairs.flat_map(|(at, &one)| free[at + 1..].iter().map(move |&two| vec![one, two]));
        let attempts: [Vec<Vec<Free>>; 2] = [single, pairs.collect()];
        for attempts in attempts {
            let mut smallest: Option<Attempt> = None;
            for free in attempts {
                let Some(attempt) = self.freed(base, &free, sizes, budget)? else { continue };
                if !mends(&attempt) {
                    continue;
                }
                if attempt.fault.is_none() {
                    return Ok(Some(attempt));
                }
                let size = attempt.quotient.monoid().len();
                if smallest.as_ref().is_none_or(|other| size < other.quotient.monoid().len()) {
                    smallest = Some(attempt);
                }
            }
            if smallest.is_some() {
                return Ok(smallest);
            }
        }
        Ok(None)
    }
}

/// A monoid that may be the quotient, and the lightest sum that contradicts it.
struct Attempt {
    quotient: Quotient,
    fault: Option<Vec<usize>>,
}

/// How large extensions may be, at first and in the end.
const SIZES: [Sizes; 2] =
    [Sizes { elements: 1 << 16, reduced: 1 << 11 }, Sizes { elements: 1 << 20, reduced: 1 << 13 }];

/// How many faults are repaired before a quotient is given up.
const STEPS: usize = 200;

/// A heap of a sum at fault made free: with the powers that it has, and two more if the sum has a higher power than that.
fn free_in(base: &Quotient, heap: usize, fault: &[usize]) -> Free {
    let index = index(base, heap).max(1);
    let times = fault.iter().filter(|&&other| other == heap).count();
    Free { heap, index: if times > index + 1 { index + 2 } else { index } }
}

/// From which power on the powers of a heap repeat.
fn index(quotient: &Quotient, heap: usize) -> usize {
    let mut powers = vec![0];
    loop {
        let last = powers[powers.len() - 1];
        let next = quotient.monoid().times(last, quotient.heaps()[heap]);
        if let Some(first) = powers.iter().position(|&power| power == next) {
            return first;
        }
        powers.push(next);
    }
}
