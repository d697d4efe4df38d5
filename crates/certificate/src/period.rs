//! The statement that a nim-sequence is periodic, and its check.
//!
//! The checker computes the values itself ([`crate::nim_sequence`]) as far as the periodicity theorem needs: if a code
//! ends with its digit for t counters, leaves at most h heaps, and G(n + p) = G(n) for all n with
//! n0 <= n < h n0 + (h - 1) p + t and n0 >= 1, then G(n + p) = G(n) for all n >= n0 (Guy and Smith 1956 for h = 2). The
//! proof: of the at most h heaps that a move from a larger n + p leaves, the largest has at least n0 + p counters;
//! taking p from it is a move from n with the same value by induction, and the other way round.

mod blocks;

use outplay_rules::games::octal_code::OctalCode;

use self::blocks::Blocks;
use crate::Refused;
use crate::allowance::Allowance;
use crate::digest::Digest;
use crate::nim_sequence::{Sequence, Split};
use crate::text::Fields;

/// That the Grundy values of a code have a smallest period after a last exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodCertificate {
    /// The code.
    pub code: OctalCode,
    /// The smallest period.
    pub period: usize,
    /// The largest n with G(n + period) other than G(n); -1 if there is none.
    pub last_exception: i64,
    /// A split that makes the check fast; without one every option is looked at.
    pub split: Option<Split>,
    /// The digests of the blocks of values that the check computes; none if it is not to be done in parts.
    pub blocks: Vec<Digest>,
}

const KEYS: [&str; 6] = ["statement", "code", "period", "last-exception", "split", "blocks"];

/// Longer sequences are not computed here.
const MOST_VALUES: u64 = 1 << 40;

impl PeriodCertificate {
    /// What it states, in words.
    pub fn statement(&self) -> String {
        let PeriodCertificate { code, period, last_exception, .. } = self;
        format!("{code} has period {period} with last exception {last_exception}")
    }

    /// The certificate as text.
    pub fn write(&self) -> String {
        let split = match self.split {
            None => "none".to_string(),
            Some(Split { mask, by_parity }) => {
                format!("{mask} {}", if by_parity { "parity" } else { "plain" })
            }
        };
        let mut fields = vec![
            ("statement", "period".into()),
            ("code", self.code.to_string()),
            ("period", self.period.to_string()),
            ("last-exception", self.last_exception.to_string()),
            ("split", split),
        ];
        if !self.blocks.is_empty() {
            fields.push(("blocks", blocks::write(&self.blocks)));
        }
        Fields::new(&fields).write()
    }

    /// The certificate that the fields of a text say.
    pub fn from_fields(fields: &Fields) -> Result<Self, Refused> {
        fields.only(&KEYS)?;
        let code = fields.get("code")?;
        let code = OctalCode::read_hexadecimal(code)
            .map_err(|e| Refused::Format(e.message().to_string()))?;
        let split = fields.get("split")?;
        let split = match split.split_once(' ') {
            None if split == "none" => None,
            Some((mask, kind @ ("plain" | "parity"))) => {
                let mask =
                    mask.parse().map_err(|_| Refused::Format(format!("'{mask}' is not a mask")))?;
                Some(Split { mask, by_parity: kind == "parity" })
            }
            _ => return Err(Refused::Format(format!("'split {split}' is not a split"))),
        };
        let (period, last_exception) = (fields.number("period")?, fields.number("last-exception")?);
        let blocks = fields.find("blocks").map_or(Ok(Vec::new()), blocks::read)?;
        Ok(PeriodCertificate { code, period, last_exception, split, blocks })
    }

    /// Where the repetition begins. An overflow means that it begins too far out for any check.
    fn start(&self) -> usize {
        usize::try_from(self.last_exception.saturating_add(1)).unwrap_or(usize::MAX)
    }

    /// How many values the check computes, by the theorem's bound.
    fn needed(&self) -> Result<usize, Refused> {
        let wrong = |message: &str| Refused::Step(message.to_string());
        if self.code.digit(usize::MAX) != 0 {
            return Err(wrong("the theorem is about codes with finitely many digits"));
        }
        if self.period == 0 || self.last_exception < -1 {
            return Err(wrong("the period and the last exception are not possible"));
        }
        let n0 = self.start().max(1);
        let heaps = self.code.most_heaps().max(1);
        let last_digit = self.code.takes(usize::MAX).map(|(taken, _)| taken).last().unwrap_or(0);
        // h n0 + (h - 1) p + t is where the repetition must hold up to, and each n needs n + p.
        let bound =
            n0.checked_mul(heaps).and_then(|sum| sum.checked_add(self.period.checked_mul(heaps)?));
        bound
            .and_then(|sum| sum.checked_add(last_digit))
            .filter(|&count| count as u64 <= MOST_VALUES)
            .ok_or_else(|| wrong("the sequence needed is too long"))
    }

    /// The same with the digests of this many blocks of values, which are computed for that.
    pub fn in_blocks(self, blocks: usize, allowance: &Allowance) -> Result<Self, Refused> {
        let count = self.affordable(allowance)?;
        let mut sequence = Sequence::new(&self.code, self.split)?;
        let digests = Blocks::new(count, blocks)?.digests(&mut sequence, allowance)?;
        Ok(PeriodCertificate { blocks: digests, ..self })
    }

    /// How many values the check computes, if they may take the memory.
    fn affordable(&self, allowance: &Allowance) -> Result<usize, Refused> {
        let count = self.needed()?;
        // The list may be twice as long as needed while it grows.
        let needed = 2 * size_of::<u16>() as u64 * count as u64;
        if needed > allowance.memory {
            return Err(Refused::Memory { needed, allowed: allowance.memory });
        }
        Ok(count)
    }

    /// Checks the statement, or a part of its blocks, with no more memory for values and no more looks at options than allowed.
    pub fn check(&self, allowance: &Allowance) -> Result<(), Refused> {
        let count = self.affordable(allowance)?;
        let mut sequence = Sequence::new(&self.code, self.split)?;
        if self.blocks.is_empty() {
            sequence.extend_to(count, allowance)?;
        } else {
            let digest = crate::digest::sha256(self.write().as_bytes());
            let blocks = Blocks::new(count, self.blocks.len())?;
            blocks.confirm(&self.blocks, &digest, &mut sequence, allowance)?;
        }
        // All but the last part are about the values alone.
        if sequence.values.len() == count { self.repeats(&sequence.values) } else { Ok(()) }
    }

    /// Whether as many values as the theorem needs show the statement.
    fn repeats(&self, values: &[u16]) -> Result<(), Refused> {
        let count = values.len();
        let repeats = |period: usize, n: usize| values[n + period] == values[n];
        let start = self.start();
        if let Some(n) = (start..count - self.period).find(|&n| !repeats(self.period, n)) {
            return Err(Refused::Step(format!("the values of {n} and {} differ", n + self.period)));
        }
        if start > 0 && repeats(self.period, start - 1) {
            return Err(Refused::Step(format!("{} is not an exception", start - 1)));
        }
        // The smallest period divides every other, so it is enough to look at the period over each of its primes.
        for prime in prime_factors(self.period) {
            let shorter = self.period / prime;
            if (start..count - self.period).all(|n| repeats(shorter, n)) {
                return Err(Refused::Step(format!("{shorter} is a period as well")));
            }
        }
        Ok(())
    }
}

pub(crate) fn prime_factors(mut n: usize) -> Vec<usize> {
    let mut primes = Vec::new();
    let mut p = 2;
    while p * p <= n {
        if n.is_multiple_of(p) {
            primes.push(p);
            while n.is_multiple_of(p) {
                n /= p;
            }
        }
        p += 1;
    }
    primes.extend((n > 1).then_some(n));
    primes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use crate::nim_sequence::values;

    fn kayles() -> PeriodCertificate {
        let blocks = Vec::new();
        let split = Some(Split { mask: 3, by_parity: false });
        let code = "0.77".parse().unwrap();
        PeriodCertificate { code, period: 12, last_exception: 70, split, blocks }
    }

    const MEMORY: u64 = 1 << 24;

    #[test]
    fn kayles_is_accepted() {
        assert_eq!(
            check(kayles().write().as_bytes(), MEMORY).unwrap(),
            "0.77 has period 12 with last exception 70"
        );
        assert_eq!(
            check(PeriodCertificate { split: None, ..kayles() }.write().as_bytes(), MEMORY)
                .map(|_| ()),
            Ok(())
        );
    }

    #[test]
    fn values_do_not_depend_on_the_split() {
        for code in ["0.77", "0.07", "0.137", "0.156", "0.104", "0.127", "4.3", "0.7", "0.66"] {
            let code: OctalCode = code.parse().unwrap();
            let direct = values(&code, 400, None, &Allowance::usual(MEMORY)).unwrap();
            for mask in [0, 1, 3, 5, 6, 10, 27] {
                for by_parity in [false, true] {
                    let split = values(
                        &code,
                        400,
                        Some(Split { mask, by_parity }),
                        &Allowance::usual(MEMORY),
                    );
                    match split {
                        Ok(split) => assert_eq!(split, direct, "{code} {mask} {by_parity}"),
                        Err(_) => assert!(by_parity && split_parity_is_mixed(&code), "{code}"),
                    }
                }
            }
        }
    }

    fn split_parity_is_mixed(code: &OctalCode) -> bool {
        let taken: Vec<usize> = code
            .takes(20)
            .filter(|(_, digit)| digit & 4 != 0)
            .map(|(taken, _)| taken % 2)
            .collect();
        taken.windows(2).any(|pair| pair[0] != pair[1]) || taken.is_empty()
    }

    #[test]
    fn false_statements_are_refused() {
        let good = kayles();
        for bad in [
            PeriodCertificate { period: 24, ..good.clone() },
            PeriodCertificate { period: 6, ..good.clone() },
            PeriodCertificate { period: 11, ..good.clone() },
            PeriodCertificate { period: 0, ..good.clone() },
            PeriodCertificate { period: usize::MAX, ..good.clone() },
            PeriodCertificate { last_exception: 69, ..good.clone() },
            PeriodCertificate { last_exception: 71, ..good.clone() },
            PeriodCertificate { last_exception: -1, ..good.clone() },
            PeriodCertificate { last_exception: i64::MIN, ..good.clone() },
            PeriodCertificate { last_exception: i64::MAX, ..good.clone() },
            PeriodCertificate { code: "0.76".parse().unwrap(), ..good.clone() },
            PeriodCertificate { code: "0.3...".parse().unwrap(), ..good.clone() },
            PeriodCertificate { split: Some(Split { mask: 3, by_parity: true }), ..good.clone() },
        ] {
            assert!(check(bad.write().as_bytes(), MEMORY).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn any_byte_changed_is_refused() {
        let text = kayles().write().into_bytes();
        for at in 0..text.len() {
            for byte in [b'0', b'1', b'7', b' ', b'\n', b'x', 0xc3] {
                let mut changed = text.clone();
                changed[at] = byte;
                if changed == text {
                    continue;
                }
                let changed = String::from_utf8_lossy(&changed);
                assert!(
                    matches!(check(changed.as_bytes(), MEMORY), Err(Refused::Format(_))),
                    "{changed}"
                );
            }
            assert!(check(&text[..at], MEMORY).is_err());
        }
    }

    #[test]
    fn work_is_told_before_it_is_done() {
        let begun = std::time::Instant::now();
        let memory = 4 << 30;
        let long = PeriodCertificate { period: 200_000_000, ..kayles() };
        let work = |certificate: &PeriodCertificate| {
            matches!(check(certificate.write().as_bytes(), memory), Err(Refused::Work { .. }))
        };
        assert!(work(&PeriodCertificate { split: None, ..long.clone() }));
        assert!(begun.elapsed().as_secs() < 1, "{:?}", begun.elapsed());
        // With a split the work is not known beforehand: here every value is rare, or a witness is searched for.
        let fewer = Allowance { looks: 100_000_000, ..Allowance::usual(memory) };
        for mask in [0, 1, 3] {
            let split = Some(Split { mask, by_parity: false });
            let text = PeriodCertificate { split, ..long.clone() }.write();
            let refused = crate::check_within(text.as_bytes(), &fewer);
            assert!(matches!(refused, Err(Refused::Work { .. })), "{refused:?}");
        }
        assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
    }

    #[test]
    fn it_stops_when_it_is_asked_to() {
        let asked = std::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 2
        };
        let patience = Allowance { looks: u64::MAX, stop: &stop, ..Allowance::usual(4 << 30) };
        let long = PeriodCertificate { period: 200_000_000, split: None, ..kayles() };
        let text = long.write();
        assert_eq!(crate::check_within(text.as_bytes(), &patience), Err(Refused::Stopped));
    }

    #[test]
    fn memory_is_told_before_it_is_taken() {
        let huge = PeriodCertificate { period: 1 << 36, ..kayles() };
        assert!(matches!(check(huge.write().as_bytes(), MEMORY), Err(Refused::Memory { .. })));
    }
}
