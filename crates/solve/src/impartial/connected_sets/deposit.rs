//! Moves the bits of a word to the places where another word has ones, and back. Some processors have an instruction
//! for each.

/// How bits are put and taken.
pub trait Deposit: Copy + Send + Sync {
    /// The lowest bits of a word, in order, where a mask has ones.
    fn deposit(self, bits: u64, mask: u64) -> u64;
    /// The bits of a word where a mask has ones, in order.
    fn extract(self, bits: u64, mask: u64) -> u64;
}

/// Bit by bit, on any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Deposit for Portable {
    #[inline(always)]
    fn deposit(self, bits: u64, mask: u64) -> u64 {
        let (mut bits, mut left, mut put) = (bits, mask, 0);
        while left != 0 {
            let lowest = left & left.wrapping_neg();
            put |= lowest & (bits & 1).wrapping_neg();
            bits >>= 1;
            left ^= lowest;
        }
        put
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        let (mut left, mut taken, mut place) = (mask, 0, 0);
        while left != 0 {
            let lowest = left & left.wrapping_neg();
            taken |= u64::from(bits & lowest != 0) << place;
            place += 1;
            left ^= lowest;
        }
        taken
    }
}

/// By instructions for it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Pdep(());

#[cfg(target_arch = "x86_64")]
impl Pdep {
    /// If this processor has them.
    pub fn here() -> Option<Self> {
        let has = std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("popcnt");
        has.then_some(Pdep(()))
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Deposit for Pdep {
    #[inline(always)]
    fn deposit(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: the only way to a value of this type is to ask whether the processor has the instruction.
        unsafe { std::arch::x86_64::_pdep_u64(bits, mask) }
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pext_u64(bits, mask) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_put_in_order_and_taken_back() {
        assert_eq!(Portable.deposit(0b1011, 0b1110_0100), 0b1000_0100 | 0b10_0000);
        assert_eq!(Portable.extract(0b1010_0100, 0b1110_0100), 0b1011);
        assert_eq!(Portable.deposit(u64::MAX, u64::MAX), u64::MAX);
        assert_eq!(Portable.deposit(u64::MAX, 0), 0);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn at_once_is_as_plainly() {
        let Some(at_once) = Pdep::here() else { return };
        let mut random = fastrand::Rng::with_seed(1);
        let mut next = || random.u64(..);
        for _ in 0..10_000 {
            let (bits, mask) = (next(), next() & next());
            assert_eq!(at_once.deposit(bits, mask), Portable.deposit(bits, mask));
            assert_eq!(at_once.extract(bits, mask), Portable.extract(bits, mask));
        }
    }
}
