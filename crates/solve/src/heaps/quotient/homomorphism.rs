//! A bipartite monoid with the image of every heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use outplay_rules::bits::BitSet;

use super::monoid::Monoid;
use super::parts::{Left, Parts};

/// A homomorphism of the sums of heaps 0 to N onto a bipartite monoid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    monoid: Monoid,
    /// The element of each heap, from the empty heap on: the pretending function.
    heaps: Vec<usize>,
    /// The lightest sum of each element; of several the first in the order of words.
    words: Vec<Vec<usize>>,
    weights: Vec<u32>,
    /// The weight of each heap itself.
    heap_weights: Vec<u32>,
    /// For each heap the elements beside which a move in this heap leaves a P-position.
    winning: Vec<BitSet>,
}

impl Quotient {
    /// The quotient of the empty heap.
    pub fn of_nothing() -> Self {
        Quotient {
            monoid: Monoid::trivial(),
            heaps: vec![0],
            words: vec![Vec::new()],
            weights: vec![0],
            heap_weights: vec![0],
            winning: vec![BitSet::empty(1)],
        }
    }

    /// The homomorphism to a monoid that the images generate, given the heaps with their options.
    pub fn new(monoid: Monoid, heaps: Vec<usize>, parts: &Parts) -> Self {
        let letters = (1..heaps.len()).filter(|&heap| parts.is_live(heap));
        let letters: Vec<(usize, usize)> = letters.map(|heap| (heap, heaps[heap])).collect();
        let lightest = lightest_words(monoid.len(), &letters, parts, |a, b| monoid.times(a, b));
        let (words, weights) = lightest.into_iter().unzip();
        let heap_weights = parts.weights().to_vec();
        let winning = Vec::new();
        let mut quotient = Quotient { monoid, heaps, words, weights, heap_weights, winning };
        quotient.winning =
            (0..parts.len()).map(|heap| quotient.won_beside(parts.options(heap))).collect();
        quotient
    }

    /// The monoid.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The element of each heap: the pretending function.
    pub fn heaps(&self) -> &[usize] {
        &self.heaps
    }

    /// The lightest sum of heaps that is an element.
    pub fn word(&self, element: usize) -> &[usize] {
        &self.words[element]
    }

    /// The weight of that sum.
    pub fn weight(&self, element: usize) -> u32 {
        self.weights[element]
    }

    /// The weight of a heap.
    pub fn heap_weight(&self, heap: usize) -> u32 {
        self.heap_weights[heap]
    }

    /// Whether a heap is a generator: no lighter sum is equivalent to it.
    pub fn is_generator(&self, heap: usize) -> bool {
        self.words[self.heaps[heap]] == [heap]
    }

    /// The elements beside which a move in this heap leaves a P-position.
    pub fn winning(&self, heap: usize) -> &BitSet {
        &self.winning[heap]
    }

    /// The element of a sum of heaps.
    pub fn element(&self, sum: &[usize]) -> usize {
        sum.iter().fold(0, |element, &heap| self.monoid.times(element, self.heaps[heap]))
    }

    /// Gives the next heap an image that it is not yet known to have.
    pub fn push(&mut self, image: usize, options: &[Left], weight: u32) {
        self.heaps.push(image);
        self.heap_weights.push(weight);
        let winning = self.won_beside(options);
        self.winning.push(winning);
    }

    /// Another image for the last heap.
    pub fn set_last(&mut self, image: usize) {
        if let Some(last) = self.heaps.last_mut() {
            *last = image;
        }
    }

    /// Takes the last heap away.
    pub fn pop(&mut self) {
        self.heaps.pop();
        self.heap_weights.pop();
        self.winning.pop();
    }

    /// The elements beside which one of these options is a P-position.
    fn won_beside(&self, options: &[Left]) -> BitSet {
        let size = self.monoid.len();
        let elements = BitSet::of(size, options.iter().map(|option| self.element(option)));
        let wins = |beside: usize| {
            elements.iter().any(|element| self.monoid.is_p(self.monoid.times(element, beside)))
        };
        BitSet::of(size, (0..size).filter(|&beside| wins(beside)))
    }
}

/// The lightest word in some letters (heaps with their elements) for each element that they generate, with its weight. Words are sorted;
/// of words of one weight the first is taken. This order is kept by multiplication, so a part of a lightest word is one.
pub fn lightest_words(
    size: usize,
    letters: &[(usize, usize)],
    parts: &Parts,
    times: impl Fn(usize, usize) -> usize,
) -> Vec<(Vec<usize>, u32)> {
    let mut found: Vec<Option<(Vec<usize>, u32)>> = vec![None; size];
    let mut queue = BinaryHeap::from([Reverse((0, Vec::new(), 0))]);
    while let Some(Reverse((total, word, element))) = queue.pop() {
        if found[element].is_some() {
            continue;
        }
        for &(heap, image) in letters {
            let next = times(element, image);
            if found[next].is_none() {
                let mut longer: Vec<usize> = word.clone();
                longer.insert(longer.partition_point(|&other| other <= heap), heap);
                queue.push(Reverse((total + parts.weight(heap), longer, next)));
            }
        }
        found[element] = Some((word, total));
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
}
