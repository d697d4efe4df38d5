//! What is known of a component: its value, or values that it does not have.

/// Its Grundy value, or which of the smallest nimbers are not its Grundy value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact(u16);

/// How many bits a fact takes.
pub const FACT_BITS: u32 = 12;

const EXACT: u16 = 1 << (FACT_BITS - 1);

/// Larger values are not kept: no game on a board that can be solved has them.
const LARGEST: u32 = EXACT as u32 - 1;

impl Fact {
    /// Nothing is known.
    pub const NOTHING: Fact = Fact(0);
    /// It is worth 0.
    pub const ZERO: Fact = Fact(EXACT);
    /// It is worth 1.
    pub const ONE: Fact = Fact(EXACT | 1);

    /// It is worth this; none if so large a value cannot be kept.
    pub fn value(value: u32) -> Option<Fact> {
        (value <= LARGEST).then_some(Fact(EXACT | value as u16))
    }

    /// The value, if it is known.
    #[inline(always)]
    pub fn exact(self) -> Option<u32> {
        (self.0 & EXACT != 0).then_some(u32::from(self.0 & !EXACT))
    }

    /// Whether it is known not to be worth this.
    #[inline(always)]
    pub fn excludes(self, value: u32) -> bool {
        match self.exact() {
            Some(exact) => exact != value,
            None => value < FACT_BITS - 1 && self.0 >> value & 1 == 1,
        }
    }

    /// What is known once it is known not to be worth this as well.
    pub fn without(self, value: u32) -> Fact {
        if self.0 & EXACT == 0 && value < FACT_BITS - 1 { Fact(self.0 | 1 << value) } else { self }
    }

    /// What is known once it is known to be worth none of the values that are bits of a set.
    pub fn without_all(self, values: u64) -> Fact {
        if self.0 & EXACT == 0 { Fact(self.0 | values as u16 & (EXACT - 1)) } else { self }
    }

    /// What is known if both facts hold.
    pub fn joined(self, other: Fact) -> Fact {
        match (self.exact(), other.exact()) {
            (None, None) => Fact(self.0 | other.0),
            (Some(_), _) => self,
            (None, Some(_)) => other,
        }
    }

    /// The smallest value that is not excluded.
    pub fn least(self) -> u32 {
        self.exact().unwrap_or((!self.0).trailing_zeros())
    }

    /// The fact as bits, and back.
    pub fn bits(self) -> u64 {
        u64::from(self.0)
    }

    /// The fact that [`Fact::bits`] gave.
    pub fn from_bits(bits: u64) -> Fact {
        Fact((bits & ((1 << FACT_BITS) - 1)) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_fact_tells() {
        let fact = Fact::NOTHING.without(0).without(2);
        assert!(fact.excludes(0) && !fact.excludes(1) && fact.excludes(2));
        assert_eq!((fact.exact(), fact.least()), (None, 1));
        assert_eq!(Fact::NOTHING.without_all(0b101), fact);
        assert_eq!(Fact::NOTHING.without_all(1 << 11 | 1 << 40), Fact::NOTHING);
        let exact = Fact::value(3).unwrap();
        assert_eq!(exact.without_all(0b1000), exact);
        assert_eq!((exact.joined(fact), fact.joined(exact)), (exact, exact));
        assert_eq!(Fact::NOTHING.without(2).joined(Fact::NOTHING.without(0)), fact);
        assert!(exact.excludes(0) && !exact.excludes(3) && exact.excludes(700));
        assert_eq!((exact.exact(), exact.without(3)), (Some(3), exact));
        assert_eq!(Fact::value(1_000_000), None);
        // What does not fit is dropped, never invented.
        assert_eq!(Fact::NOTHING.without(500), Fact::NOTHING);
        for fact in [fact, exact, Fact::NOTHING, Fact::value(2047).unwrap()] {
            assert_eq!(Fact::from_bits(fact.bits()), fact);
        }
    }
}
