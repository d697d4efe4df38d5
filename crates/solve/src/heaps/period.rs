//! Periods of nim-sequences: found, and proved.
//!
//! **The periodicity theorem** (Guy and Smith 1956 for two heaps; Winning Ways, chapter 4; here for h heaps). Let a code end
//! with its digit for t counters and leave at most h heaps (h at least 1). If for some n0 >= 1 and p >= 1
//!
//! > G(n + p) = G(n) for all n with n0 <= n < h n0 + (h - 1) p + t,
//!
//! then G(n + p) = G(n) for all n >= n0.
//!
//! *Proof.* Let n >= h n0 + (h - 1) p + t and let the claim hold below n. No move takes a whole heap of n or n + p, for both
//! are more than t. Let a move from n + p leave at most h heaps with n + p - k counters, k <= t. The
//! largest, a, has at least (n + p - k) / h >= n0 + p counters, so a - p >= n0 >= 1, and a - p < n (if k = 0 there is another
//! heap). So G(a) = G(a - p), and with a - p for a we have a move from n of the same value. Likewise the largest
//! heap a that a move from n leaves has at least (n - k) / h >= n0 counters and less than n, so G(a + p) = G(a), and with
//! a + p for a we have a move from n + p of the same value. Thus the options have the same values, and so have n and n + p. ∎
//!
//! For h = 2 the range is the classical n0 <= n < 2 n0 + p + t; for h = 1 it is t values in a row that
//! repeat; for three heaps it is n0 <= n < 3 n0 + 2 p + t. The digit before the point is covered (k = 0).
//! Nothing is claimed for infinite codes. Arithmetic periods have criteria of their own (`arithmetic.rs`,
//! `sum_criterion.rs`).
//!
//! **The window argument** needs about half the values. Let values at n >= s be computed with one split into rare and
//! common ([`Rarity`]), let r be the last rare position, w the largest position needed as a witness for heaps from s on, t
//! as above and L = max(r, w) + t. Then for n from max(s, L + 1) on the method computes G(n) from the L values before n alone (with
//! the parity of n, if rarity depends on it): it reads n - k for moves that leave one heap, n - k - a for a rare or a witness,
//! and the values of the rare positions and the witnesses themselves, which are constants. Let the L values before N and
//! those before N - q agree, N - q >= max(s, L + 1), no rare position being among r < n < N. (If rarity depends on parity,
//! q is even: a common value tells the parity of its heap.) Then G(n + q) = G(n) for all n >= N - q - L.
//!
//! *Proof.* By induction on n >= N: assume there is no rare position between r and n and that the L values before n are
//! those before n - q. The method at n - q found the least common value m that is not marked by moves leaving one heap or a
//! rare one, and for each smaller rare value a mark or a witness at a position up to w. At n the same positions are read with
//! the same values: the same common values are marked, and all common values of options are, since r is the last rare
//! position; the same smaller rare values have the same witnesses. So G(n) = m = G(n - q), and n is not rare. ∎
//!
//! A smaller period would repeat the window sooner, so the nearest repeat is the smallest period. The search itself is in
//! `search.rs`.

pub use super::search::{PeriodSearch, find_period, find_period_with};

use super::engine::Engine;
use super::rarity::Rarity;
use super::suffix::last_exception;
use super::values::Cell;
use crate::limits::Stopped;

/// Why a period holds for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// It is not known to.
    None,
    /// Any number of counters may be taken, so every heap is worth its size.
    AnyNumber,
    /// The criterion for arithmetic periods, with this n0: see `arithmetic.rs`.
    Arithmetic {
        /// The n0 of the criterion.
        from: usize,
        /// Its bound: the values are checked up to here.
        below: usize,
    },
    /// The periodicity theorem: the values repeat for all n with `from` <= n < `below`.
    Theorem {
        /// The most heaps a move leaves, at least 1.
        heaps: usize,
        /// The n0 of the theorem.
        from: usize,
        /// Its bound h n0 + (h - 1) p + t.
        below: usize,
    },
    /// The window argument: the last `length` values before `first` and before `second` agree, and so does all that
    /// the value at n depends on.
    Window {
        /// How many values before n determine the value at n.
        length: usize,
        /// The end of the first window.
        first: usize,
        /// The end of the second window.
        second: usize,
        /// The split into rare and common.
        rarity: Rarity,
        /// The last rare position.
        last_rare: usize,
        /// The largest position needed as a witness.
        deepest_witness: usize,
    },
}

/// What is known about the period of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodReport {
    /// Whether the period holds for ever by the argument.
    pub proved: bool,
    /// The smallest p with G(n + p) = G(n) + saltus for all n beyond the last exception; None if none was found.
    pub period: Option<usize>,
    /// What a period adds; 0 for a proper period.
    pub saltus: u32,
    /// The largest n for which that does not hold; -1 if there is none. Without a period: -1.
    pub last_exception: i64,
    /// The largest heap whose value was computed.
    pub checked_to: usize,
    /// The largest value among those.
    pub max_grundy: u32,
    /// Why the period holds for ever.
    pub argument: Argument,
}

/// A search for a period that ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct PeriodStopped {
    /// Why it ended.
    pub why: Stopped,
    /// What was known then: no proof, perhaps a period that holds as far as was computed.
    pub known: PeriodReport,
}

/// What is known with an engine's values.
pub(crate) fn report(
    engine: &Engine,
    period: usize,
    exception: i64,
    argument: Argument,
) -> PeriodReport {
    PeriodReport {
        proved: argument != Argument::None,
        period: Some(period),
        saltus: 0,
        last_exception: exception,
        checked_to: engine.known() - 1,
        max_grundy: engine.max_grundy(),
        argument,
    }
}

/// The last exception to a period in a list; -1 if there is none.
pub(crate) fn exception_of<C: Cell>(list: &[C], period: usize) -> i64 {
    last_exception(list, period, |a, b| a == b).map_or(-1, |n| n as i64)
}
