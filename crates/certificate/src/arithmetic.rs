//! The statement that a nim-sequence is arithmetic-periodic, and its check.
//!
//! The statement is that G(n + p) = G(n) + s for all n after the last exception. The checker computes the values
//! itself, confirms that they repeat up to a bound, and examines every type of option one by one. There are two
//! criteria, proved in section 6 of `docs/theory-heaps.md`: that of `sum_criterion.rs` (Theorem 12), and this one
//! (Theorem 8), for s a power of two. Write values as low + s high. For each low, the options of N reach every high up
//! to a top of each parity, and above it only sums that are reached for certain. All this moves up by one from N to N +
//! p, so the least value that is missing moves up by s.

use std::collections::{BTreeMap, BTreeSet};

use outplay_rules::games::octal_code::OctalCode;

use crate::Refused;
use crate::allowance::Allowance;
use crate::nim_sequence::values;
use crate::period::prime_factors;
use crate::sum_criterion::Growing;
use crate::text::Fields;

/// That the Grundy values of a code have a smallest arithmetic period after a last exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArithmeticCertificate {
    /// The code.
    pub code: OctalCode,
    /// The smallest period.
    pub period: usize,
    /// What a period adds.
    pub saltus: u16,
    /// The largest n with G(n + period) other than G(n) + saltus; -1 if there is none.
    pub last_exception: i64,
}

const KEYS: [&str; 5] = ["statement", "code", "period", "saltus", "last-exception"];

/// Longer periods are not checked: types of option are looked at one by one.
const MOST_HEAPS: usize = 700;

/// How many looks at a value take as long as one at a type of option.
const LOOKS_A_TYPE: u128 = 50;

/// What is known of a residue of N, a low and a parity of the sum of highs.
#[derive(Default)]
struct Class {
    /// Up to this all highs of the parity are reached, from the bottom on.
    top: Option<usize>,
    /// Three regular heaps with least floor 0, with least floor 1, and two regular heaps.
    bottoms: (bool, bool, bool),
    /// No option reaches more, but for those whose high is their sum.
    most: usize,
    /// Sums that are reached.
    reached: BTreeSet<usize>,
}

impl Class {
    fn is_shifted(&self) -> bool {
        let (zero, one, pair) = self.bottoms;
        let Some(top) = self.top else { return false };
        (zero || one && pair) && (top + 2..=self.most).step_by(2).all(|h| self.reached.contains(&h))
    }
}

impl ArithmeticCertificate {
    /// What it states, in words.
    pub fn statement(&self) -> String {
        let ArithmeticCertificate { code, period, saltus, last_exception } = self;
        format!(
            "{code} has period {period} and saltus {saltus} with last exception {last_exception}"
        )
    }

    /// The certificate as text.
    pub fn write(&self) -> String {
        Fields::new(&[
            ("statement", "arithmetic-period".into()),
            ("code", self.code.to_string()),
            ("period", self.period.to_string()),
            ("saltus", self.saltus.to_string()),
            ("last-exception", self.last_exception.to_string()),
        ])
        .write()
    }

    /// The certificate that the fields of a text say.
    pub fn from_fields(fields: &Fields) -> Result<Self, Refused> {
        fields.only(&KEYS)?;
        let code = OctalCode::read_hexadecimal(fields.get("code")?)
            .map_err(|e| Refused::Format(e.message().to_string()))?;
        let (period, saltus) = (fields.number("period")?, fields.number("saltus")?);
        let last_exception = fields.number("last-exception")?;
        Ok(ArithmeticCertificate { code, period, saltus, last_exception })
    }

    /// Checks the statement.
    pub fn check(&self, allowance: &Allowance) -> Result<(), Refused> {
        let wrong = |message: &str| Err(Refused::Step(message.to_string()));
        let (period, saltus) = (self.period, usize::from(self.saltus));
        if self.code.digit(usize::MAX) != 0 || self.code.most_heaps() > 3 {
            return wrong(
                "the criterion is for codes with finitely many digits that leave at most three heaps",
            );
        }
        if period == 0 || saltus == 0 || self.last_exception < -1 {
            return wrong("the numbers of the statement are impossible");
        }
        // An overflow means that the bound is too far out for any check.
        let start = usize::try_from(self.last_exception.saturating_add(1)).unwrap_or(usize::MAX);
        let n0 = start.max(1);
        if n0.saturating_add(period) > MOST_HEAPS {
            return wrong("the period is too long to be checked");
        }
        let first = values(&self.code, n0 + 2 * period, None, allowance)?;
        // A wrong period is seen at once, before the many values that a right one takes.
        let grows_first =
            |n: usize| usize::from(first[n + period]) == usize::from(first[n]) + saltus;
        if let Some(n) = (start..n0 + period).find(|&n| !grows_first(n)) {
            return Err(Refused::Step(format!("{n} is an exception")));
        }
        // The types of option, each as dear as many looks at a value.
        let types = (period * (n0 + period) * (n0 + period)) as u128 / 2;
        let takes = self.code.takes(usize::MAX).count() as u128;
        allowance.afford(types * takes * LOOKS_A_TYPE)?;
        let growing =
            Growing { code: &self.code, values: &first[..n0 + period], from: n0, period, saltus };
        let sums = growing.bound().filter(|_| growing.holds());
        let Some(bound) = sums.or_else(|| self.bound(&first[..n0 + period])) else {
            return wrong(
                "the criterion does not hold, and the other criterion needs a power of two",
            );
        };
        let values = values(&self.code, bound + period, None, allowance)?;
        let grows = |period: usize, saltus: usize, n: usize| {
            usize::from(values[n + period]) == usize::from(values[n]) + saltus
        };
        if let Some(n) = (start..bound).find(|&n| !grows(period, saltus, n)) {
            return Err(Refused::Step(format!("{n} is an exception")));
        }
        if start > 0 && grows(period, saltus, start - 1) {
            return Err(Refused::Step(format!("{} is not an exception", start - 1)));
        }
        for prime in prime_factors(period).into_iter().filter(|prime| saltus % prime == 0) {
            let (shorter, less) = (period / prime, saltus / prime);
            if (start..bound).all(|n| grows(shorter, less, n)) {
                return Err(Refused::Step(format!("{shorter} is a period as well")));
            }
        }
        if sums.is_some() {
            return Ok(());
        }
        let classes = self.classes(&values[..n0 + period], n0, bound, allowance)?;
        let all = classes.len() == 2 * period * saltus;
        if all && classes.values().all(Class::is_shifted) {
            Ok(())
        } else {
            wrong("the criterion does not hold")
        }
    }

    /// Up to where the values must be seen to grow for the criterion of this file; none if the saltus is no power of two.
    fn bound(&self, first: &[u16]) -> Option<usize> {
        let last_digit = self.code.takes(usize::MAX).map(|(taken, _)| taken).last().unwrap_or(0);
        let highest = first.iter().map(|&value| usize::from(value / self.saltus)).max()?;
        let bound = last_digit + 3 * (first.len() - 1) + 3 * highest * self.period;
        self.saltus.is_power_of_two().then_some(bound)
    }

    /// The classes, from the types of option: which heaps below n0 + p are left (a regular one stands for all of its
    /// residue), and how many counters are taken.
    fn classes(
        &self,
        values: &[u16],
        n0: usize,
        bound: usize,
        allowance: &Allowance,
    ) -> Result<BTreeMap<(usize, u16, usize), Class>, Refused> {
        let (period, saltus) = (self.period, self.saltus);
        let high = |n: usize| usize::from(values[n] / saltus);
        let mut classes = BTreeMap::new();
        let mut add = |heaps: &[usize]| {
            let low = heaps.iter().fold(0, |low, &n| low ^ (values[n] % saltus));
            let regular: Vec<usize> = heaps.iter().copied().filter(|&n| n >= n0).collect();
            let stray = heaps.iter().any(|&n| n < n0 && high(n) > 0);
            let mut floors: Vec<usize> = regular.iter().map(|&n| high(n)).collect();
            floors.sort_unstable();
            let splits = self.code.takes(usize::MAX).filter(|&(_, d)| d >> heaps.len() & 1 == 1);
            for (taken, _) in splits {
                // The first N from the bound on that this type has.
                let left = bound - taken - heaps.iter().sum::<usize>();
                let grown = left.div_ceil(period);
                let sum = grown + heaps.iter().map(|&n| high(n)).sum::<usize>();
                let key = (grown * period - left, low, sum % 2);
                let class: &mut Class = classes.entry(key).or_default();
                if let [y1, y2, _] = floors[..] {
                    class.top = class.top.max(Some(sum - 2 * y2));
                    class.bottoms.0 |= y1 == 0;
                    class.bottoms.1 |= y1 == 1;
                }
                class.bottoms.2 |= regular.len() == 2 && !stray;
                if !stray && floors.iter().filter(|&&floor| floor > 0).count() <= 1 {
                    class.reached.insert(sum);
                }
                if stray || regular.len() > 1 {
                    class.most = class.most.max(sum);
                }
            }
        };
        for a in n0..n0 + period {
            allowance.go_on()?;
            add(&[a]);
            for b in 1..=a {
                add(&[a, b]);
                (1..=b).for_each(|c| add(&[a, b, c]));
            }
        }
        Ok(classes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    fn certificate(code: &str, period: usize, saltus: u16, last: i64) -> ArithmeticCertificate {
        let code = OctalCode::read_hexadecimal(code).unwrap();
        ArithmeticCertificate { code, period, saltus, last_exception: last }
    }

    #[test]
    fn true_statements_are_accepted() {
        for (code, period, saltus, last) in [
            ("0.9C", 36, 16, 27),
            ("0.8B", 7, 4, 6),
            ("0.BA", 1, 1, 2),
            ("0.3F", 6, 3, -1),
            ("0.0B", 2, 1, 4),
        ] {
            let text = certificate(code, period, saltus, last).write();
            let words = format!(
                "{code} has period {period} and saltus {saltus} with last exception {last}"
            );
            assert_eq!(check(text.as_bytes(), 1 << 20), Ok(words));
        }
    }

    #[test]
    fn false_statements_are_refused() {
        for (code, period, saltus, last) in [
            ("0.9C", 36, 16, 26),
            ("0.9C", 36, 16, 28),
            ("0.9C", 72, 32, 27),
            ("0.9C", 35, 16, 27),
            // Refused by its first values: all that it would need take minutes.
            ("0.9C", 363, 16, 27),
            ("0.9C", 36, 0, 27),
            ("0.9C", 0, 16, 27),
            ("0.9C", usize::MAX, 16, 27),
            ("0.9C", 36, 16, i64::MAX),
            ("0.9C", 36, 16, i64::MIN),
            ("0.8B", 36, 16, 27),
            ("0.77", 12, 1, 70),
            ("0.3...", 1, 1, -1),
            ("0.BA", 1, 1, 1),
            ("0.3F", 12, 6, -1),
            ("0.3F", 6, 3, 0),
            ("0.3F", 3, 3, -1),
            ("0.0B", 2, 1, 3),
        ] {
            let text = certificate(code, period, saltus, last).write();
            assert!(matches!(check(text.as_bytes(), 1 << 20), Err(Refused::Step(_))), "{text}");
        }
    }
}
