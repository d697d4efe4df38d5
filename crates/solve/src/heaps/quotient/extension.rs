//! A monoid that is fine enough to tell more sums of heaps apart than a quotient does.
//!
//! Some heaps are *free*: of them we assume nothing but that x^(k + 2) = x^k for a chosen k. The others keep the relations of the
//! old quotient. The elements are pairs of an element that the generators which are not free generate, and an exponent for each free heap. Each
//! stands for its lightest sum; its outcome is found by playing, and the sums that a move leads to are lighter. The
//! result is right if the assumptions are, and [`super::fault`] tells whether they were.

use super::homomorphism::{Quotient, lightest_words};
use super::monoid::Monoid;
use super::parts::{Left, Parts};
use super::reduce::classes;
use crate::limits::{Budget, Stopped};

/// A heap of which nothing is assumed but x^(index + 2) = x^index.
#[derive(Clone, Copy, Debug)]
pub struct Free {
    /// The heap.
    pub heap: usize,
    /// From which power on the powers repeat.
    pub index: usize,
}

impl Free {
    fn powers(self) -> usize {
        self.index + 2
    }
}

/// How large an extension may be.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The most elements that it may have.
    pub elements: usize,
    /// The most that it may be reduced to, below 2^16.
    pub reduced: usize,
}

/// What a step takes an extension's element to.
#[derive(Clone, Copy)]
enum Generator {
    /// An element of the old part.
    Old(usize),
    /// The free heap with this number.
    Free(usize),
}

/// The extension.
struct Extension<'a> {
    free: &'a [Free],
    /// The product of the sizes of what comes before each free heap.
    strides: Vec<usize>,
    /// The old part: its size and products.
    old: usize,
    products: Vec<u32>,
    /// The lightest word of each element of the old part, and its weight.
    words: Vec<(Vec<usize>, u32)>,
    /// The images of all heaps.
    images: Vec<usize>,
    generators: Vec<Generator>,
}

/// The reduced extension of a quotient by free heaps, given all heaps, of which the last is new and free. None if it
/// would be too large.
pub fn extend(
    quotient: &Quotient,
    free: &[Free],
    parts: &Parts,
    sizes: Sizes,
    budget: &mut Budget,
) -> Result<Option<Quotient>, Stopped> {
    let Some(extension) = Extension::new(quotient, free, parts, sizes.elements) else {
        return Ok(None);
    };
    // An order, outcomes, two lists of classes.
    let bytes = extension.len() * (size_of::<(u32, u32)>() + 1 + 2 * size_of::<u32>());
    budget.keep(bytes)?;
    let reduced = extension.reduced(parts, sizes.reduced, budget);
    budget.release(bytes);
    reduced
}

impl<'a> Extension<'a> {
    fn new(quotient: &Quotient, free: &'a [Free], parts: &Parts, most: usize) -> Option<Self> {
        let is_free = |heap: usize| free.iter().any(|free| free.heap == heap);
        let known = quotient.heaps().len();
        let letters: Vec<usize> = (1..known)
            .filter(|&heap| parts.is_live(heap) && !is_free(heap) && quotient.is_generator(heap))
            .collect();
        let (elements, place) = submonoid(quotient, &letters);
        let old = elements.len();
        let monoid = quotient.monoid();
        let product =
            |pair: usize| place[monoid.times(elements[pair / old], elements[pair % old])] as u32;
        let products: Vec<u32> = (0..old * old).map(product).collect();
        let image = |heap: usize| place[quotient.heaps()[heap]];
        let placed: Vec<(usize, usize)> = letters.iter().map(|&heap| (heap, image(heap))).collect();
        let words = lightest_words(old, &placed, parts, |a, b| products[a * old + b] as usize);
        let mut strides = Vec::new();
        let mut size = old;
        for free in free {
            strides.push(size);
            size = size.checked_mul(free.powers()).filter(|&size| size <= most)?;
        }
        let generators = placed.iter().map(|&(_, image)| Generator::Old(image));
        let generators = generators.chain((0..free.len()).map(Generator::Free)).collect();
        let images = Vec::new();
        let mut extension = Extension { free, strides, old, products, words, images, generators };
        extension.images = extension.images_of(quotient, &placed, parts);
        Some(extension)
    }

    /// The images of all heaps: free ones are themselves, generators as they were, others the words that they were.
    fn images_of(
        &self,
        quotient: &Quotient,
        placed: &[(usize, usize)],
        parts: &Parts,
    ) -> Vec<usize> {
        let mut images = vec![0; parts.len()];
        for heap in (1..parts.len()).filter(|&heap| parts.is_live(heap)) {
            let free = self.free.iter().position(|free| free.heap == heap);
            images[heap] = if let Some(free) = free {
                self.strides[free]
            } else if let Some((_, image)) = placed.iter().find(|(other, _)| *other == heap) {
                *image
            } else {
                let word = quotient.word(quotient.heaps()[heap]);
                word.iter().fold(0, |product, &letter| self.times(product, images[letter]))
            };
        }
        images
    }

    fn len(&self) -> usize {
        self.old * self.free.iter().map(|free| free.powers()).product::<usize>()
    }

    fn exponent(&self, element: usize, free: usize) -> usize {
        element / self.strides[free] % self.free[free].powers()
    }

    fn times(&self, a: usize, b: usize) -> usize {
        let mut product = self.products[a % self.old * self.old + b % self.old] as usize;
        for (number, free) in self.free.iter().enumerate() {
            let sum = self.exponent(a, number) + self.exponent(b, number);
            let repeats = sum.saturating_sub(free.index + 1).div_ceil(2);
            product += (sum - 2 * repeats) * self.strides[number];
        }
        product
    }

    fn step(&self, generator: usize, element: usize) -> usize {
        match self.generators[generator] {
            Generator::Old(image) => {
                let old = element % self.old;
                element - old + self.products[old * self.old + image] as usize
            }
            Generator::Free(free) => {
                let last = self.exponent(element, free) == self.free[free].index + 1;
                if last { element - self.strides[free] } else { element + self.strides[free] }
            }
        }
    }

    fn weight(&self, element: usize, parts: &Parts) -> u32 {
        let powers = self.free.iter().enumerate();
        let free = powers
            .map(|(number, free)| self.exponent(element, number) as u32 * parts.weight(free.heap));
        self.words[element % self.old].1 + free.sum::<u32>()
    }

    /// All elements, the lightest first.
    fn order(&self, parts: &Parts) -> Vec<(u32, u32)> {
        let mut order: Vec<(u32, u32)> =
            (0..self.len()).map(|element| (self.weight(element, parts), element as u32)).collect();
        order.sort_unstable();
        order
    }

    /// Which elements are P-positions, by playing their lightest sums.
    fn outcomes(
        &self,
        order: &[(u32, u32)],
        parts: &Parts,
        budget: &mut Budget,
    ) -> Result<Vec<bool>, Stopped> {
        let elements = |heap: usize| {
            let product = |left: &Left| {
                left.iter().fold(0, |product, &heap| self.times(product, self.images[heap]))
            };
            let mut elements: Vec<usize> = parts.options(heap).iter().map(product).collect();
            elements.sort_unstable();
            elements.dedup();
            elements
        };
        let lefts: Vec<Vec<usize>> = (0..parts.len()).map(elements).collect();
        let without: Vec<Vec<(usize, usize)>> =
            self.words.iter().map(|(word, _)| self.without_a_letter(word)).collect();
        let mut outcomes = vec![false; self.len()];
        for &(_, element) in order.iter().skip(1) {
            budget.visit()?;
            let element = element as usize;
            let old = element % self.old;
            let in_old = without[old].iter().map(|&(heap, rest)| (heap, element - old + rest));
            let in_free = (0..self.free.len())
                .filter(|&free| self.exponent(element, free) > 0)
                .map(|free| (self.free[free].heap, element - self.strides[free]));
            let is_won = in_old.chain(in_free).any(|(heap, rest)| {
                lefts[heap].iter().any(|&left| outcomes[self.times(rest, left)])
            });
            outcomes[element] = !is_won;
        }
        Ok(outcomes)
    }

    /// The letters of a word of the old part, each with the element of the others.
    fn without_a_letter(&self, word: &[usize]) -> Vec<(usize, usize)> {
        let mut letters = word.to_vec();
        letters.dedup();
        let rest = |&letter: &usize| {
            let skip = word.iter().position(|&other| other == letter);
            let others = word.iter().enumerate().filter(|(index, _)| Some(*index) != skip);
            let rest = others.fold(0, |rest, (_, &heap)| self.times(rest, self.images[heap]));
            (letter, rest)
        };
        letters.iter().map(rest).collect()
    }

    fn reduced(
        &self,
        parts: &Parts,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Quotient>, Stopped> {
        let order = self.order(parts);
        let outcomes = self.outcomes(&order, parts, budget)?;
        let step = |generator: usize, element: usize| self.step(generator, element);
        let (classes, count) = classes(&outcomes, self.generators.len(), step, budget)?;
        if count > most {
            return Ok(None);
        }
        // Numbered by their lightest elements: the identity is 0.
        let mut number = vec![u16::MAX; count];
        let mut lightest = Vec::new();
        for &(_, element) in &order {
            let number = &mut number[classes[element as usize] as usize];
            if *number == u16::MAX {
                *number = lightest.len() as u16;
                lightest.push(element as usize);
            }
        }
        let class = |element: usize| number[classes[element] as usize];
        budget.keep(count * count * size_of::<u16>())?;
        let mut products = Vec::with_capacity(count * count);
        for &a in &lightest {
            budget.check()?;
            products.extend(lightest.iter().map(|&b| class(self.times(a, b))));
        }
        budget.release(count * count * size_of::<u16>());
        let p = lightest.iter().map(|&element| outcomes[element]).collect();
        let images = self.images.iter().map(|&image| usize::from(class(image))).collect();
        Ok(Some(Quotient::new(Monoid::new(products, p), images, parts)))
    }
}

/// The elements that some heaps generate, and the place of each element of the quotient among them.
fn submonoid(quotient: &Quotient, letters: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut place = vec![usize::MAX; quotient.monoid().len()];
    let mut elements = vec![0];
    place[0] = 0;
    let mut done = 0;
    while let Some(&element) = elements.get(done) {
        for &heap in letters {
            let next = quotient.monoid().times(element, quotient.heaps()[heap]);
            if place[next] == usize::MAX {
                place[next] = elements.len();
                elements.push(next);
            }
        }
        done += 1;
    }
    (elements, place)
}
