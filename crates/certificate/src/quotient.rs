//! The statement that a bipartite monoid is the misère quotient of the heaps of a code, and its check.
//!
//! The certificate holds the monoid by the products with its generators, its P-portion and the element of every heap. The checker makes all
//! products of these, sees that no two elements are alike, and that the element of every sum of heaps is a P-position exactly if the
//! sum has a move and no option is one. That is seen for all sums at once, as in section 8 of `docs/theory-heaps.md`
//! (Theorems 9 to 11), with code of its own: `monoid.rs`. `board.rs` states the same of all that can be left of a board.

mod board;
mod monoid;

use std::collections::HashSet;

use outplay_rules::games::octal_code::OctalCode;

pub use self::board::{BoardQuotientCertificate, PartKey};
pub use self::monoid::ListedMonoid;
use self::monoid::{Multiplied, Sums, elements_of, listed};
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
    /// The quotient.
    pub monoid: ListedMonoid,
    /// From which heap on heaps repeat, and with which period, if it is the quotient of all heaps.
    pub period: Option<(usize, usize)>,
}

const KEYS: [&str; 8] =
    ["statement", "code", "elements", "generators", "rows", "p-portion", "heaps", "period"];

impl QuotientCertificate {
    /// What it states, in words.
    pub fn statement(&self) -> String {
        let (code, order) = (&self.code, self.monoid.order());
        let heaps = match self.period {
            None => format!("the heaps up to {}", self.heaps.len()),
            Some((from, period)) => {
                format!("all heaps, which repeat with period {period} from heap {from} on,")
            }
        };
        format!("{code}: the misère quotient of {heaps} has order {order}")
    }

    /// The certificate as text.
    pub fn write(&self) -> String {
        let period = self.period.map(|(from, period)| format!("{period} from {from}"));
        let mut fields =
            vec![("statement", "misere-quotient".into()), ("code", self.code.to_string())];
        fields.extend(self.monoid.fields());
        fields.push(("heaps", listed(&self.heaps)));
        fields.push(("period", period.unwrap_or_else(|| "none".into())));
        Fields::new(&fields).write()
    }

    /// The certificate that the fields of a text say.
    pub fn from_fields(fields: &Fields) -> Result<Self, Refused> {
        fields.only(&KEYS)?;
        let code = OctalCode::read_hexadecimal(fields.get("code")?)
            .map_err(|e| Refused::Format(e.message().to_string()))?;
        let period = match fields.get("period")? {
            "none" => None,
            text => {
                let wrong = || Refused::Format("'period' is not what it should be".into());
                let (period, from) = text.split_once(" from ").ok_or_else(wrong)?;
                let number = |text: &str| text.parse().map_err(|_| wrong());
                Some((number(from)?, number(period)?))
            }
        };
        let monoid = ListedMonoid::from_fields(fields)?;
        Ok(QuotientCertificate { code, heaps: elements_of(fields, "heaps")?, monoid, period })
    }

    /// Checks the statement.
    pub fn check(&self, allowance: &Allowance) -> Result<(), Refused> {
        let monoid = self.monoid.multiplied(&self.heaps, allowance)?;
        self.check_sums(&monoid, allowance)?;
        self.period.map_or(Ok(()), |(from, period)| self.check_period(from, period))
    }

    /// Every sum of heaps is in P exactly if it has a move and no option is in P.
    fn check_sums(&self, monoid: &Multiplied, allowance: &Allowance) -> Result<(), Refused> {
        let element = |heap: usize| if heap == 0 { 0 } else { usize::from(self.heaps[heap - 1]) };
        let mut sums = Sums::new(monoid, allowance);
        for heap in 1..=self.heaps.len() {
            let mut options = HashSet::new();
            sums.look(lefts_cost(&self.code, heap))?;
            each_left(&self.code, heap, |left| {
                options.insert(
                    left.iter().fold(0, |product, &heap| monoid.times(product, element(heap))),
                );
            });
            sums.add_part(element(heap), &options)?;
        }
        sums.check()
    }

    /// Checks the criterion of Theorem 11.
    fn check_period(&self, from: usize, period: usize) -> Result<(), Refused> {
        if self.code.digit(usize::MAX) != 0 || from == 0 || period == 0 {
            return wrong(
                "the criterion is for codes with finitely many digits, and for numbers from 1 on",
            );
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

/// What each move leaves of a heap, as heaps.
fn each_left(code: &OctalCode, size: usize, mut each: impl FnMut(&[usize])) {
    for (taken, digit) in code.takes(size) {
        let rest = size - taken;
        if digit & 1 != 0 && rest == 0 {
            each(&[]);
        }
        if digit & 2 != 0 && rest > 0 {
            each(&[rest]);
        }
        if digit & 4 != 0 {
            (1..=rest / 2).for_each(|a| each(&[a, rest - a]));
        }
        if digit & 8 != 0 {
            for a in 1..=rest / 3 {
                (a..=(rest - a) / 2).for_each(|b| each(&[a, b, rest - a - b]));
            }
        }
    }
}

/// How many looks it takes to list them.
fn lefts_cost(code: &OctalCode, size: usize) -> usize {
    let of_take = |(taken, digit): (usize, u8)| {
        let rest = size - taken;
        if digit & 8 != 0 { rest.saturating_mul(rest) / 12 + rest } else { rest }
    };
    code.takes(size).map(of_take).fold(0, usize::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(period: Option<(usize, usize)>) -> QuotientCertificate {
        // T2 = <a, b | a^2 = 1, b^3 = b>, with the elements 1, a, b, ab, b^2, ab^2 in this order.
        QuotientCertificate {
            code: "0.33".parse().unwrap(),
            heaps: vec![1, 2, 0, 1, 2, 0, 1, 2, 0],
            monoid: ListedMonoid {
                rows: vec![vec![1, 0, 3, 2, 5, 4], vec![2, 3, 4, 5, 2, 3]],
                p: vec![1, 4],
            },
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
                refused(&|c| c.monoid.rows[row][index] = (c.monoid.rows[row][index] + by) % 7);
            }
            for index in 0..2 {
                refused(&|c| c.monoid.p[index] = (c.monoid.p[index] + by) % 7);
            }
        }
        refused(&|c| c.monoid.p.clear());
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
        let mut rows: Vec<Vec<u16>> = right.monoid.rows.iter().map(twice).collect();
        rows.push((0..12).map(|x| (x + 6) % 12).collect());
        let monoid = ListedMonoid { rows, p: right.monoid.p.clone() };
        let larger = QuotientCertificate { monoid, ..right };
        assert_eq!(check(&larger), wrong("an element that no sum has"));
    }

    #[test]
    fn limits_are_respected() {
        let right = certificate(None);
        assert!(right.check(&Allowance::usual(10)).unwrap_err().is_limit());
        let few = Allowance { looks: 40, ..Allowance::usual(1 << 20) };
        assert!(right.check(&few).unwrap_err().is_limit());
    }
}
