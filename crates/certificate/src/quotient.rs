//! The statement that a bipartite monoid is the misère quotient of the heaps of a code, and its check.
//!
//! The certificate holds the monoid by the products with its generators, its P-portion and the element of every heap. The checker makes all
//! products of these, sees that no two elements are alike, and that the element of every sum of heaps is a P-position exactly if the
//! sum has a move and no option is one. That is seen for all sums at once, as in section 8 of `docs/theory-heaps.md`
//! (Theorems 9 to 11), with code of its own.

use std::collections::{HashSet, VecDeque};

use outplay_rules::games::octal_code::OctalCode;

use crate::Refused;
use crate::allowance::Allowance;
use crate::text::Fields;

/// That sums of heaps up to a size, or of all heaps, have a misère quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientCertificate {
    /// The code.
    pub code: OctalCode,
    /// The element of each heap from 1 on. The identity is 0.
    pub heaps: Vec<u16>,
    /// For each generator the products of all elements with it; the first is the generator.
    pub rows: Vec<Vec<u16>>,
    /// The P-portion, ascending.
    pub p: Vec<u16>,
    /// From which heap on heaps repeat, and with which period, if it is the quotient of all heaps.
    pub period: Option<(usize, usize)>,
}

const KEYS: [&str; 8] =
    ["statement", "code", "elements", "generators", "rows", "p-portion", "heaps", "period"];

/// Larger monoids are not checked: all products are made.
const MOST_ELEMENTS: usize = 4096;

/// A set of elements.
type Set = Vec<bool>;

impl QuotientCertificate {
    /// What it states, in words.
    pub fn statement(&self) -> String {
        let (code, elements, p) = (&self.code, self.elements(), self.p.len());
        let heaps = match self.period {
            None => format!("the heaps up to {}", self.heaps.len()),
            Some((from, period)) => {
                format!("all heaps, which repeat with period {period} from heap {from} on,")
            }
        };
        format!("{code}: the misère quotient of {heaps} has order {elements}/{p}")
    }

    /// The certificate as text.
    pub fn write(&self) -> String {
        let list = |numbers: &[u16]| {
            let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
            if numbers.is_empty() { "none".into() } else { numbers.join(" ") }
        };
        let period = self.period.map(|(from, period)| format!("{period} from {from}"));
        Fields::new(&[
            ("statement", "misere-quotient".into()),
            ("code", self.code.to_string()),
            ("elements", self.elements().to_string()),
            ("generators", self.rows.len().to_string()),
            ("rows", list(&self.rows.concat())),
            ("p-portion", list(&self.p)),
            ("heaps", list(&self.heaps)),
            ("period", period.unwrap_or_else(|| "none".into())),
        ])
        .write()
    }

    /// The certificate that the fields of a text say.
    pub fn from_fields(fields: &Fields) -> Result<Self, Refused> {
        fields.only(&KEYS)?;
        let wrong = |key: &str| Refused::Format(format!("'{key}' is not what it should be"));
        let code = OctalCode::read_hexadecimal(fields.get("code")?)
            .map_err(|e| Refused::Format(e.message().to_string()))?;
        let list = |key: &str| -> Result<Vec<u16>, Refused> {
            match fields.get(key)? {
                "none" => Ok(Vec::new()),
                text => text.split(' ').map(|n| n.parse().map_err(|_| wrong(key))).collect(),
            }
        };
        let (elements, generators): (usize, usize) =
            (fields.number("elements")?, fields.number("generators")?);
        let rows = list("rows")?;
        if elements == 0 || elements.checked_mul(generators) != Some(rows.len()) {
            return Err(wrong("rows"));
        }
        let period = match fields.get("period")? {
            "none" => None,
            text => {
                let (period, from) = text.split_once(" from ").ok_or_else(|| wrong("period"))?;
                let number = |text: &str| text.parse().map_err(|_| wrong("period"));
                Some((number(from)?, number(period)?))
            }
        };
        let rows: Vec<Vec<u16>> = rows.chunks(elements).map(<[u16]>::to_vec).collect();
        if rows.is_empty() && elements != 1 {
            return Err(wrong("elements"));
        }
        Ok(QuotientCertificate { code, heaps: list("heaps")?, rows, p: list("p-portion")?, period })
    }

    fn elements(&self) -> usize {
        self.rows.first().map_or(1, Vec::len)
    }

    /// Checks the statement.
    pub fn check(&self, allowance: &Allowance) -> Result<(), Refused> {
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
        let all = self.rows.iter().flatten().chain(&self.heaps).chain(&self.p);
        if all.copied().any(|element| usize::from(element) >= elements) {
            return wrong("there is no such element");
        }
        if self.p.first() == Some(&0) || !self.p.is_sorted_by(|a, b| a < b) {
            return wrong("the P-portion is not ascending, or has the identity");
        }
        let checked = Checked {
            heaps: &self.heaps,
            products: self.products()?,
            p: (0..elements).map(|element| self.p.contains(&(element as u16))).collect(),
        };
        allowance.go_on()?;
        checked.check_reached()?;
        checked.check_reduced()?;
        checked.check_sums(&self.code, allowance)?;
        self.period.map_or(Ok(()), |(from, period)| self.check_period(from, period))
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

    /// Checks the criterion of Theorem 11.
    fn check_period(&self, from: usize, period: usize) -> Result<(), Refused> {
        if self.code.digit(usize::MAX) != 0 || from == 0 || period == 0 {
            return wrong("the criterion is for codes that end, and numbers from 1 on");
        }
        let most_taken = self.code.takes(usize::MAX).last().map_or(0, |(taken, _)| taken);
        let parts = self.code.most_heaps().max(1);
        let bound = parts.checked_mul(from).zip((parts - 1).checked_mul(period));
        let bound = bound.and_then(|(a, b)| a.checked_add(b)?.checked_add(most_taken));
        let Some(bound) = bound.filter(|b| b.saturating_add(period) <= self.heaps.len() + 1) else {
            return wrong("there are too few heaps for the criterion");
        };
        let differs = |heap: usize| self.heaps[heap - 1] != self.heaps[heap + period - 1];
        if (from..bound).any(differs) {
            return wrong("the heaps do not repeat");
        }
        if from > 1 && !differs(from - 1) {
            return wrong("the heaps repeat sooner");
        }
        let shorter = |period: usize| {
            let last = self.heaps.len() - period;
            (from..=last).all(|heap| self.heaps[heap - 1] == self.heaps[heap + period - 1])
        };
        if (1..period).any(shorter) { wrong("there is a shorter period") } else { Ok(()) }
    }
}

fn wrong<T>(message: &str) -> Result<T, Refused> {
    Err(Refused::Step(message.to_string()))
}

/// A monoid with all its products.
struct Checked<'a> {
    heaps: &'a [u16],
    products: Vec<Vec<u16>>,
    p: Set,
}

/// What the check has taken so far.
struct Work<'a, 'b> {
    allowance: &'a Allowance<'b>,
    looks: u128,
    bytes: u64,
}

impl Work<'_, '_> {
    fn look(&mut self, looks: usize) -> Result<(), Refused> {
        self.looks += looks as u128;
        self.allowance.afford(self.looks)
    }

    fn hold(&mut self, bytes: usize) -> Result<(), Refused> {
        self.bytes += bytes as u64;
        let (needed, allowed) = (self.bytes, self.allowance.memory);
        if needed > allowed { Err(Refused::Memory { needed, allowed }) } else { Ok(()) }
    }
}

/// A sum X as far as it matters: its element, and the elements y such that X beside y is not in P and no move in X leads to P.
struct Sum {
    element: usize,
    unwon: Set,
}

impl Checked<'_> {
    fn times(&self, a: usize, b: usize) -> usize {
        usize::from(self.products[a][b])
    }

    fn len(&self) -> usize {
        self.p.len()
    }

    fn element(&self, heap: usize) -> usize {
        if heap == 0 { 0 } else { usize::from(self.heaps[heap - 1]) }
    }

    /// Every element is that of a sum of heaps. Others would be counted, and might tell apart what no sum does.
    fn check_reached(&self) -> Result<(), Refused> {
        let letters: HashSet<usize> = self.heaps.iter().map(|&heap| usize::from(heap)).collect();
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
        if reached.contains(&false) { wrong("an element is no sum of heaps") } else { Ok(()) }
    }

    /// No two elements are alike: beside some element one is a P-position and the other is not.
    fn check_reduced(&self) -> Result<(), Refused> {
        let row = |element: usize| -> Set {
            (0..self.len()).map(|other| self.p[self.times(element, other)]).collect()
        };
        let rows: HashSet<Set> = (0..self.len()).map(row).collect();
        if rows.len() < self.len() { wrong("two elements are alike") } else { Ok(()) }
    }

    /// The elements that the options of a heap are.
    fn options(
        &self,
        code: &OctalCode,
        size: usize,
        work: &mut Work,
    ) -> Result<HashSet<usize>, Refused> {
        let mut options = HashSet::new();
        for (taken, digit) in code.takes(size) {
            let rest = size - taken;
            work.look(if digit & 8 != 0 { rest * rest / 12 + rest } else { rest })?;
            if digit & 1 != 0 && rest == 0 {
                options.insert(0);
            }
            if digit & 2 != 0 && rest > 0 {
                options.insert(self.element(rest));
            }
            let pair = |a: usize, b: usize| self.times(self.element(a), self.element(b));
            if digit & 4 != 0 {
                options.extend((1..=rest / 2).map(|a| pair(a, rest - a)));
            }
            if digit & 8 != 0 {
                for a in 1..=rest / 3 {
                    let bs = a..=(rest - a) / 2;
                    options.extend(bs.map(|b| self.times(pair(a, b), self.element(rest - a - b))));
                }
            }
        }
        Ok(options)
    }

    /// Every sum is in P exactly if it has a move and no option is in P.
    fn check_sums(&self, code: &OctalCode, allowance: &Allowance) -> Result<(), Refused> {
        // Heaps with the same element and the same winning moves are one letter.
        let mut letters: Vec<(usize, Set)> = Vec::new();
        let mut work = Work { allowance, looks: 0, bytes: 2 * (self.len() * self.len()) as u64 };
        for heap in 1..=self.heaps.len() {
            allowance.go_on()?;
            let (element, options) = (self.element(heap), self.options(code, heap, &mut work)?);
            work.look(self.len() * (options.len() + letters.len()))?;
            let wins = |y: usize| options.iter().any(|&option| self.p[self.times(y, option)]);
            let winning: Set = (0..self.len()).map(wins).collect();
            if options.is_empty() && element != 0 {
                return wrong("a heap without a move is not the identity");
            }
            if (0..self.len()).any(|y| winning[y] && self.p[self.times(y, element)]) {
                return wrong("a P-position has an option that is one");
            }
            let letter = (element, winning);
            if !options.is_empty() && !letters.contains(&letter) {
                work.hold(self.len())?;
                letters.push(letter);
            }
        }
        self.check_unwon(&letters, &mut work)
    }

    /// No sum outside P is without an option in P.
    fn check_unwon(&self, letters: &[(usize, Set)], work: &mut Work) -> Result<(), Refused> {
        let mut kept: Vec<Vec<Set>> = vec![Vec::new(); self.len()];
        let mut queue =
            VecDeque::from([Sum { element: 0, unwon: self.p.iter().map(|is_p| !is_p).collect() }]);
        while let Some(sum) = queue.pop_front() {
            for (element, winning) in letters {
                work.look(self.len())?;
                work.allowance.go_on()?;
                let remains = |y: usize| {
                    sum.unwon[self.times(y, *element)] && !winning[self.times(y, sum.element)]
                };
                let unwon: Set = (0..self.len()).map(remains).collect();
                if unwon[0] {
                    return wrong("a position that is not in P has no option in P");
                }
                let element = self.times(sum.element, *element);
                let within = |more: &Set| unwon.iter().zip(more).all(|(few, more)| few <= more);
                if unwon.contains(&true) && !kept[element].iter().any(within) {
                    // It is kept, and it waits.
                    work.hold(2 * self.len())?;
                    kept[element].push(unwon.clone());
                    queue.push_back(Sum { element, unwon });
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(period: Option<(usize, usize)>) -> QuotientCertificate {
        // T2 = <a, b | a^2 = 1, b^3 = b>, with the elements 1, a, b, ab, b^2, ab^2 in this order.
        QuotientCertificate {
            code: "0.33".parse().unwrap(),
            heaps: vec![1, 2, 0, 1, 2, 0, 1, 2, 0],
            rows: vec![vec![1, 0, 3, 2, 5, 4], vec![2, 3, 4, 5, 2, 3]],
            p: vec![1, 4],
            period,
        }
    }

    fn check(certificate: &QuotientCertificate) -> Result<(), Refused> {
        certificate.check(&Allowance::usual(1 << 20))
    }

    #[test]
    fn a_right_one_is_read_back_and_holds() {
        for period in [None, Some((1, 3))] {
            let right = certificate(period);
            assert_eq!(check(&right), Ok(()), "{period:?}");
            let fields = Fields::read(&right.write()).unwrap();
            assert_eq!(QuotientCertificate::from_fields(&fields), Ok(right));
        }
    }

    #[test]
    fn every_changed_number_is_refused() {
        let right = certificate(Some((1, 3)));
        let refused = |change: &dyn Fn(&mut QuotientCertificate)| {
            let mut changed = right.clone();
            change(&mut changed);
            assert!(check(&changed).is_err(), "{changed:?}");
        };
        for by in 1..7 {
            for index in 0..right.heaps.len() {
                refused(&|c| c.heaps[index] = (c.heaps[index] + by) % 7);
            }
            for (row, index) in (0..2).flat_map(|row| (0..6).map(move |index| (row, index))) {
                refused(&|c| c.rows[row][index] = (c.rows[row][index] + by) % 7);
            }
            for index in 0..2 {
                refused(&|c| c.p[index] = (c.p[index] + by) % 7);
            }
        }
        refused(&|c| c.p.clear());
        refused(&|c| c.code = "0.37".parse().unwrap());
        for period in [(1, 1), (1, 2), (1, 4), (1, 6), (2, 3), (0, 3), (1, 0), (4, usize::MAX)] {
            refused(&|c| c.period = Some(period));
        }
        refused(&|c| c.heaps.truncate(4));
    }

    /// The quotient beside a group of two elements that no heap is: everything else holds of it, but its order is a lie.
    #[test]
    fn elements_that_no_sum_has_are_refused() {
        let right = certificate(None);
        let twice = |row: &Vec<u16>| row.iter().copied().chain(row.iter().map(|x| x + 6)).collect();
        let mut rows: Vec<Vec<u16>> = right.rows.iter().map(twice).collect();
        rows.push((0..12).map(|x| (x + 6) % 12).collect());
        let larger = QuotientCertificate { rows, ..right };
        assert_eq!(check(&larger), wrong("an element is no sum of heaps"));
    }

    #[test]
    fn limits_are_respected() {
        let right = certificate(None);
        assert!(right.check(&Allowance::usual(10)).unwrap_err().is_limit());
        let few = Allowance { looks: 40, ..Allowance::usual(1 << 20) };
        assert!(right.check(&few).unwrap_err().is_limit());
    }
}
