//! Short wins and wins by force: how the two searches are time-sliced.
//!
//! A search for a short win gives its length; a search for a win by force ([`super::search::proof_number_search`])
//! finds deeper ones, but not their length. Which of them succeeds first is not known in advance, so each round visits
//! four times as many positions as the one before.

use super::Value;
use super::solver::won;
use crate::kit::halt::Halt;
use crate::kit::portfolio::{Attempt, Settled};
use crate::limits::{Budget, Stopped};

/// The positions of the first round.
const FIRST_ROUND: u64 = 2_000_000;

/// What settles a game in which a win is found but not its length.
pub const BY_FORCE: &str = "a search for wins by force, without their length";

/// A win of which the length is not known.
pub fn forced(by_first: bool) -> Value {
    Value { plies: None, ..won(by_first, 0) }
}

/// A value, and the argument behind it where it was not search alone.
pub type Credited = Settled<Value>;

/// The result of a search, as a step of a portfolio.
pub fn attempt(found: Option<Result<Credited, Halt>>) -> Result<Attempt<Value>, Stopped> {
    match found {
        Some(Ok((value, argument))) => Ok(Attempt::Answer(value, argument)),
        Some(Err(Halt::Stopped(stopped))) => Err(stopped),
        Some(Err(Halt::Enough)) | None => Ok(Attempt::GaveUp),
    }
}

/// Asks a solver for a short win and for a win by force in turns, each for this many positions, up to `cap`.
pub fn in_turns<S, T>(
    solver: &mut S,
    cap: u64,
    budget: &mut Budget,
    short: impl Fn(&mut S, u64, &mut Budget) -> Result<T, Halt>,
    by_force: impl Fn(&mut S, u64, &mut Budget) -> Result<Option<T>, Halt>,
) -> Result<T, Halt> {
    let mut round = FIRST_ROUND.min(cap);
    loop {
        match short(solver, round, budget) {
            Err(Halt::Enough) if round < cap => {}
            answer => return answer,
        }
        if let Some(value) = by_force(solver, round, budget)? {
            return Ok(value);
        }
        round = round.saturating_mul(4).min(cap);
    }
}

/// The most that proof numbers take, whatever the memory.
const MOST_BYTES: u64 = 1 << 30;

/// Sets memory aside for the proof numbers of both players: this many bytes for each, an eighth of what is left at most.
pub fn set_aside(budget: &mut Budget) -> u64 {
    let left = budget.limit_left();
    let bytes = left.map_or(MOST_BYTES, |left| (left / 8).min(MOST_BYTES));
    // A quarter of what is left fits, so this only counts.
    let _ = budget.keep(2 * bytes as usize);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn rounds_grow_until_somebody_answers_or_the_cap_is_reached() {
        let mut budget = Budget::unlimited();
        for (answered_at, expected) in [(3, Ok(forced(true))), (9, Err(Halt::Enough))] {
            let mut asked: Vec<(bool, u64)> = Vec::new();
            let short = |asked: &mut Vec<(bool, u64)>, round: u64, _: &mut Budget| {
                asked.push((false, round));
                Err(Halt::Enough)
            };
            let by_force = |asked: &mut Vec<(bool, u64)>, round: u64, _: &mut Budget| {
                asked.push((true, round));
                Ok((asked.len() > answered_at).then(|| forced(true)))
            };
            let answer = in_turns(&mut asked, 10_000_000, &mut budget, short, by_force);
            assert_eq!(answer, expected);
            let mut rounds =
                vec![(false, 2_000_000), (true, 2_000_000), (false, 8_000_000), (true, 8_000_000)];
            rounds.extend((answered_at == 9).then_some((false, 10_000_000)));
            assert_eq!(asked, rounds);
        }
    }

    #[test]
    fn what_is_set_aside_counts_as_memory() {
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        assert_eq!(set_aside(&mut budget), 1 << 17);
        assert_eq!(budget.progress().memory, 1 << 18);
    }
}
