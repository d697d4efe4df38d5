//! The misère quotient of a code, heap by heap.
//!
//! A new heap is first tried as each element that the quotient has. If none will do, the quotient is extended: the new heap is made
//! free, and whenever the verification finds a sum at fault, a heap of that sum is made free as well, or one that is free gets more powers. A sum at
//! fault is not the lightest sum of its element of the extension (that one was played), so one of the two is possible. An extension that
//! becomes too large is started anew from the last one that was small enough: it was refuted, but tells more sums apart than the old quotient.

use outplay_rules::games::octal_code::OctalCode;

use super::extension::{Free, Sizes, extend};
use super::fault::lightest_fault;
use super::homomorphism::Quotient;
use super::options::{Left, options};
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

/// The search for the misère quotient of a code.
#[derive(Clone, Debug)]
pub struct QuotientSearch {
    code: OctalCode,
    /// The options of each heap that is in the quotient.
    options: Vec<Vec<Left>>,
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
        let (options, live, changes) = (vec![Vec::new()], Vec::new(), Vec::new());
        let quotient = Quotient::of_nothing();
        QuotientSearch {
            code,
            options,
            live,
            quotient,
            changes,
            is_too_large: false,
            is_quick: false,
        }
    }

    /// The same with a small share of the work: what takes long is soon said to be too large.
    pub fn quick(self) -> Self {
        QuotientSearch { is_quick: true, ..self }
    }

    /// The code.
    pub fn code(&self) -> &OctalCode {
        &self.code
    }

    /// The largest heap that is in the quotient.
    pub fn largest(&self) -> usize {
        self.options.len() - 1
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
        let heap = self.options.len();
        let options = options(&self.code, heap);
        let is_live = !options.is_empty();
        self.quotient.push(0, &options);
        self.options.push(options);
        self.live.extend(is_live.then_some(heap));
        let grown = if is_live { self.grow_by_move(heap, budget) } else { Ok(Growth::Same) };
        if !matches!(grown, Ok(Growth::Same | Growth::Changed)) {
            self.is_too_large = grown.is_ok();
            self.options.pop();
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
        let mut base = old.clone();
        let mut free = vec![Free { heap, index: 2 }];
        let mut refuted: Option<(Quotient, Vec<usize>)> = None;
        let mut starts = 1;
        loop {
            let extended = extend(&base, &free, &self.options, sizes, budget)?;
            if let Some(extended) = extended {
                let Some(fault) = lightest_fault(&extended, &self.live, budget)? else {
                    return Ok(Some(extended));
                };
                if !make_free(&mut free, &base, &fault) {
                    return Ok(None);
                }
                refuted = Some((extended, fault));
            } else if let Some((finer, fault)) = refuted.take().filter(|_| starts < STARTS) {
                (base, starts) = (finer, starts + 1);
                free.clear();
                if !make_free(&mut free, &base, &fault) {
                    return Ok(None);
                }
            } else {
                return Ok(None);
            }
        }
    }
}

/// How large extensions may be, at first and in the end.
const SIZES: [Sizes; 2] =
    [Sizes { elements: 1 << 16, reduced: 1 << 11 }, Sizes { elements: 1 << 20, reduced: 1 << 12 }];

/// How often an extension that has become too large may be started anew.
const STARTS: usize = 6;

/// Gives a free heap of the sum more powers, or makes another free; false if nothing can be done.
fn make_free(free: &mut Vec<Free>, old: &Quotient, fault: &[usize]) -> bool {
    let times = |heap: usize| fault.iter().filter(|&&other| other == heap).count();
    if let Some(free) = free.iter_mut().find(|free| times(free.heap) > free.index + 1) {
        free.index += 2;
        return true;
    }
    let bound = fault.iter().filter(|&&heap| !free.iter().any(|free| free.heap == heap));
    // A heap that was thought to be a sum of others is the likeliest to blame, and one that is there several times.
    let likeliest = bound.max_by_key(|&&heap| (!old.is_generator(heap), times(heap), heap));
    let Some(&heap) = likeliest else { return false };
    free.push(Free { heap, index: index(old, heap).max(1) });
    true
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
