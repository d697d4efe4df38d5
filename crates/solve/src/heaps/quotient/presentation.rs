//! A quotient by generators and relations.

use std::collections::BTreeSet;

use super::homomorphism::Quotient;

/// Generators, and elements as words in them.
#[derive(Clone, Debug)]
pub struct Presentation<'q> {
    quotient: &'q Quotient,
    /// The heaps that no lighter sum is equivalent to.
    generators: Vec<usize>,
}

impl<'q> Presentation<'q> {
    /// The presentation of a quotient.
    pub fn new(quotient: &'q Quotient) -> Self {
        let heaps = 1..quotient.heaps().len();
        let generators = heaps.filter(|&heap| quotient.is_generator(heap)).collect();
        Presentation { quotient, generators }
    }

    /// The heaps that generate the quotient.
    pub fn generators(&self) -> &[usize] {
        &self.generators
    }

    /// The name of the generator with a number: a, b, …, z, a1, b1, ….
    pub fn name(&self, number: usize) -> String {
        let letter = char::from(b'a' + (number % 26) as u8);
        match number / 26 {
            0 => letter.to_string(),
            round => format!("{letter}{round}"),
        }
    }

    /// An element as a product of generators.
    pub fn spelled(&self, element: usize) -> String {
        self.spell(self.quotient.word(element))
    }

    /// Pairs of equal words that present the monoid: a word that is not the lightest of its element while all its parts are, and
    /// that lightest word.
    pub fn relations(&self) -> Vec<(String, String)> {
        let mut sides = BTreeSet::new();
        for element in 0..self.quotient.monoid().len() {
            for &heap in &self.generators {
                let mut word = self.quotient.word(element).to_vec();
                word.push(heap);
                word.sort_unstable();
                if !self.is_lightest(&word) && self.has_lightest_parts(&word) {
                    let weight = word.iter().sum::<usize>();
                    sides.insert((weight, word));
                }
            }
        }
        let relation = |(_, word): (usize, Vec<usize>)| {
            (self.spell(&word), self.spelled(self.quotient.element(&word)))
        };
        sides.into_iter().map(relation).collect()
    }

    fn is_lightest(&self, word: &[usize]) -> bool {
        self.quotient.word(self.quotient.element(word)) == word
    }

    fn has_lightest_parts(&self, word: &[usize]) -> bool {
        (0..word.len())
            .all(|index| self.is_lightest(&[&word[..index], &word[index + 1..]].concat()))
    }

    fn spell(&self, word: &[usize]) -> String {
        if word.is_empty() {
            return "1".into();
        }
        let mut spelled = String::new();
        for (number, heap) in self.generators.iter().enumerate() {
            match word.iter().filter(|&other| other == heap).count() {
                0 => {}
                1 => spelled += &self.name(number),
                power => spelled += &format!("{}^{power}", self.name(number)),
            }
        }
        spelled
    }
}
