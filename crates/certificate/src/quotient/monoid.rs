//! A finite commutative monoid with a P-portion, and the check that it is the misère quotient of some parts.
//!
//! The parts are heaps, or positions that are closed under play. Of each only its element and the elements of its options matter
//! (Theorem 10 of `docs/theory-heaps.md`).

use std::collections::{HashSet, VecDeque};

use super::wrong;
use crate::Refused;
use crate::allowance::Allowance;
use crate::text::Fields;

/// Larger monoids are not checked: all products are made.
const MOST_ELEMENTS: usize = 4096;

/// A set of elements.
type Set = Vec<bool>;

/// A monoid as a certificate lists it. Elements are numbers, and 0 is the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMonoid {
    /// For each generator the products of all elements with it; the first is the generator.
    pub rows: Vec<Vec<u16>>,
    /// The P-portion, ascending.
    pub p: Vec<u16>,
}

impl ListedMonoid {
    /// The numbers of elements and of P-positions.
    pub fn order(&self) -> String {
        format!("{}/{}", self.elements(), self.p.len())
    }

    fn elements(&self) -> usize {
        self.rows.first().map_or(1, Vec::len)
    }

    /// The lines of a certificate.
    pub fn fields(&self) -> [(&'static str, String); 4] {
        [
            ("elements", self.elements().to_string()),
            ("generators", self.rows.len().to_string()),
            ("rows", listed(&self.rows.concat())),
            ("p-portion", listed(&self.p)),
        ]
    }

    /// The monoid that the fields of a text say.
    pub fn from_fields(fields: &Fields) -> Result<Self, Refused> {
        let (elements, generators): (usize, usize) =
            (fields.number("elements")?, fields.number("generators")?);
        let rows = elements_of(fields, "rows")?;
        if elements == 0 || elements.checked_mul(generators) != Some(rows.len()) {
            return Err(not_so("rows"));
        }
        if rows.is_empty() && elements != 1 {
            return Err(not_so("elements"));
        }
        let rows = rows.chunks(elements).map(<[u16]>::to_vec).collect();
        Ok(ListedMonoid { rows, p: elements_of(fields, "p-portion")? })
    }

    /// The monoid with all its products, if it is one that these elements of parts generate, and no two elements are alike.
    pub fn multiplied(&self, parts: &[u16], allowance: &Allowance) -> Result<Multiplied, Refused> {
        let elements = self.elements();
        if elements > MOST_ELEMENTS {
            return wrong("it has more elements than are checked");
        }
        let needed = 2 * (elements * elements) as u64;
        if needed > allowance.memory {
            return Err(Refused::Memory { needed, allowed: allowance.memory });
        }
        let squares = (elements * elements) as u128;
        allowance.afford(squares * (self.rows.len() * self.rows.len()).max(1) as u128)?;
        let all = self.rows.iter().flatten().chain(parts).chain(&self.p);
        if all.copied().any(|element| usize::from(element) >= elements) {
            return wrong("there is no such element");
        }
        if self.p.first() == Some(&0) || !self.p.is_sorted_by(|a, b| a < b) {
            return wrong("the P-portion is not ascending, or has the identity");
        }
        let p = (0..elements).map(|element| self.p.contains(&(element as u16))).collect();
        let monoid = Multiplied { products: self.products()?, p };
        allowance.go_on()?;
        monoid.check_reached(parts)?;
        monoid.check_reduced()?;
        Ok(monoid)
    }

    /// All products. Maps that commute, and that take the identity to every element, are the multiplications of a commutative monoid.
    fn products(&self) -> Result<Vec<Vec<u16>>, Refused> {
        let elements = self.elements();
        let times = |row: &[u16], element: u16| row[usize::from(element)];
        for (index, one) in self.rows.iter().enumerate() {
            for other in &self.rows[..index] {
                if (0..elements).any(|x| times(one, other[x]) != times(other, one[x])) {
                    return wrong("the products do not commute");
                }
            }
        }
        let mut products: Vec<Vec<u16>> = vec![Vec::new(); elements];
        products[0] = (0..elements as u16).collect();
        let mut queue = VecDeque::from([0]);
        while let Some(element) = queue.pop_front() {
            for row in &self.rows {
                let next = usize::from(row[element]);
                if products[next].is_empty() {
                    products[next] = products[element].iter().map(|&x| times(row, x)).collect();
                    queue.push_back(next);
                }
            }
        }
        if products.iter().any(Vec::is_empty) {
            return wrong("the generators do not generate it");
        }
        Ok(products)
    }
}

fn not_so(key: &str) -> Refused {
    Refused::Format(format!("'{key}' is not what it should be"))
}

/// A list of elements as a certificate writes it.
pub fn listed(elements: &[u16]) -> String {
    let numbers: Vec<String> = elements.iter().map(u16::to_string).collect();
    if numbers.is_empty() { "none".into() } else { numbers.join(" ") }
}

/// The elements that a field lists.
pub fn elements_of(fields: &Fields, key: &str) -> Result<Vec<u16>, Refused> {
    match fields.get(key)? {
        "none" => Ok(Vec::new()),
        text => text.split(' ').map(|n| n.parse().map_err(|_| not_so(key))).collect(),
    }
}

/// A monoid with all its products.
pub struct Multiplied {
    products: Vec<Vec<u16>>,
    p: Set,
}

impl Multiplied {
    /// The product of two elements.
    pub fn times(&self, a: usize, b: usize) -> usize {
        usize::from(self.products[a][b])
    }

    /// Whether an element is in the P-portion.
    pub fn is_p(&self, element: usize) -> bool {
        self.p[element]
    }

    fn len(&self) -> usize {
        self.p.len()
    }

    /// Every element is that of a sum of parts. Others would be counted, and might tell apart what no sum does.
    fn check_reached(&self, parts: &[u16]) -> Result<(), Refused> {
        let letters: HashSet<usize> = parts.iter().map(|&part| usize::from(part)).collect();
        let mut reached = vec![false; self.len()];
        reached[0] = true;
        let mut waiting = vec![0];
        while let Some(element) = waiting.pop() {
            for &letter in &letters {
                let next = self.times(element, letter);
                if !std::mem::replace(&mut reached[next], true) {
                    waiting.push(next);
                }
            }
        }
        if reached.contains(&false) { wrong("an element that no sum has") } else { Ok(()) }
    }

    /// No two elements are alike: beside some element one is a P-position and the other is not.
    fn check_reduced(&self) -> Result<(), Refused> {
        let row = |element: usize| -> Set {
            (0..self.len()).map(|other| self.p[self.times(element, other)]).collect()
        };
        let rows: HashSet<Set> = (0..self.len()).map(row).collect();
        if rows.len() < self.len() { wrong("two elements are alike") } else { Ok(()) }
    }
}

/// The check that every sum of parts is in P exactly if it has a move and no option is in P.
pub struct Sums<'a, 'b> {
    monoid: &'a Multiplied,
    /// Parts with the same element and the same winning moves are one letter.
    letters: Vec<(usize, Set)>,
    allowance: &'a Allowance<'b>,
    looks: u128,
    bytes: u64,
}

/// A sum X as far as it matters: its element, and the elements y such that X beside y is not in P and no move in X leads to P.
struct Sum {
    element: usize,
    unwon: Set,
}

impl<'a, 'b> Sums<'a, 'b> {
    /// No parts yet.
    pub fn new(monoid: &'a Multiplied, allowance: &'a Allowance<'b>) -> Self {
        let bytes = 2 * (monoid.len() * monoid.len()) as u64;
        Sums { monoid, letters: Vec::new(), allowance, looks: 0, bytes }
    }

    /// Counts work, and refuses too much of it.
    pub fn look(&mut self, looks: usize) -> Result<(), Refused> {
        self.looks += looks as u128;
        self.allowance.afford(self.looks)?;
        self.allowance.go_on()
    }

    /// Counts memory, and refuses too much of it.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Refused> {
        self.bytes += bytes as u64;
        let (needed, allowed) = (self.bytes, self.allowance.memory);
        if needed > allowed { Err(Refused::Memory { needed, allowed }) } else { Ok(()) }
    }

    /// One part more, by its element and those of its options.
    pub fn add_part(&mut self, element: usize, options: &HashSet<usize>) -> Result<(), Refused> {
        let (monoid, size) = (self.monoid, self.monoid.len());
        self.look(size * (options.len() + self.letters.len()))?;
        let wins = |y: usize| options.iter().any(|&option| monoid.p[monoid.times(y, option)]);
        let winning: Set = (0..size).map(wins).collect();
        if options.is_empty() && element != 0 {
            return wrong("a part without a move is not the identity");
        }
        if (0..size).any(|y| winning[y] && monoid.p[monoid.times(y, element)]) {
            return wrong("a P-position has an option that is one");
        }
        let letter = (element, winning);
        if !options.is_empty() && !self.letters.contains(&letter) {
            self.hold(size)?;
            self.letters.push(letter);
        }
        Ok(())
    }

    /// No sum outside P is without an option in P; the rest was seen part by part.
    pub fn check(mut self) -> Result<(), Refused> {
        let (monoid, size) = (self.monoid, self.monoid.len());
        let letters = std::mem::take(&mut self.letters);
        let mut kept: Vec<Vec<Set>> = vec![Vec::new(); size];
        let mut queue = VecDeque::from([Sum {
            element: 0,
            unwon: monoid.p.iter().map(|is_p| !is_p).collect(),
        }]);
        while let Some(sum) = queue.pop_front() {
            for (element, winning) in &letters {
                self.look(size)?;
                let remains = |y: usize| {
                    sum.unwon[monoid.times(y, *element)] && !winning[monoid.times(y, sum.element)]
                };
                let unwon: Set = (0..size).map(remains).collect();
                if unwon[0] {
                    return wrong("a position that is not in P has no option in P");
                }
                let element = monoid.times(sum.element, *element);
                let within = |more: &Set| unwon.iter().zip(more).all(|(few, more)| few <= more);
                if unwon.contains(&true) && !kept[element].iter().any(within) {
                    // It is kept, and it waits.
                    self.hold(2 * size)?;
                    kept[element].push(unwon.clone());
                    queue.push_back(Sum { element, unwon });
                }
            }
        }
        Ok(())
    }
}
