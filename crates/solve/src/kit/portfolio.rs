//! A portfolio: the methods of a solver, in the order in which they are tried.
//!
//! A solver lists its [`Stage`]s. Each names its method, says whether the method applies to a position and whether it is
//! its turn, and attempts an answer. What one method finds out on the way is left on the solver's blackboard for the
//! next. What was tried, for how long and with what success is recorded in a [`Log`]. To add a method: a file with a
//! function that makes its stage, and a line in the list.

use std::fmt;
use std::time::Duration;

use super::clock::Instant;
use super::halt::Halt;
use crate::limits::{Budget, Limited, Stopped};

/// The method that every game has: plain recursion with a table.
pub const REFERENCE: &str = "reference";

/// What is said of the reference solver.
pub const ABOUT_REFERENCE: &str =
    "plain recursion with a table, as close to the definitions as possible";

/// A method, as it suits one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// What it is called.
    pub name: &'static str,
    /// What it does, without a full stop.
    pub about: &'static str,
    /// Whether it is for this position.
    pub fit: Fit,
}

impl Method {
    /// The method that every game has.
    pub fn reference() -> Self {
        Method { name: REFERENCE, about: ABOUT_REFERENCE, fit: Fit::Yes }
    }
}

/// Whether a method is for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It is.
    Yes,
    /// It is, and takes this many bytes of memory.
    Memory(u64),
    /// It is not, for this reason.
    No(&'static str),
}

impl Fit {
    /// Whether the method is for the position.
    pub fn is_yes(self) -> bool {
        !matches!(self, Fit::No(_))
    }

    /// Yes, or why not.
    pub fn when(fits: bool, otherwise: &'static str) -> Self {
        if fits { Fit::Yes } else { Fit::No(otherwise) }
    }
}

/// A method that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Its name.
    pub method: &'static str,
    /// How long it took, all its turns together.
    pub time: Duration,
    /// The positions it looked at.
    pub positions: u64,
    /// What came of it, the last time.
    pub outcome: Attempted,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempted {
    /// The answer.
    Answered,
    /// Part of the answer.
    Narrowed,
    /// Nothing, within its share of the work.
    GaveUp,
    /// A limit of the whole question came first.
    Stopped(Stopped),
}

impl<A> From<&Result<Option<A>, Halt>> for Attempted {
    fn from(found: &Result<Option<A>, Halt>) -> Self {
        match found {
            Ok(Some(_)) => Attempted::Answered,
            Err(Halt::Stopped(stopped)) => Attempted::Stopped(*stopped),
            Ok(None) | Err(Halt::Enough) => Attempted::GaveUp,
        }
    }
}

impl fmt::Display for Attempted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Attempted::Answered => f.write_str("answered"),
            Attempted::Narrowed => f.write_str("narrowed"),
            Attempted::GaveUp => f.write_str("gave up"),
            Attempted::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

/// What a stage gives.
pub enum Attempt<A> {
    /// The answer, and the argument behind it where it was not search alone.
    Answer(A, Option<String>),
    /// The blackboard has more on it than before.
    Narrowed,
    /// Nothing.
    GaveUp,
}

impl<A> Attempt<A> {
    /// The result of search alone.
    pub fn of(answer: Option<A>) -> Self {
        answer.map_or(Attempt::GaveUp, |answer| Attempt::Answer(answer, None))
    }
}

/// An answer, and the argument behind it where it was not search alone.
pub type Settled<A> = (A, Option<String>);

/// A solver whose methods are tried in an order.
pub trait Portfolio: Sized {
    /// What is asked about.
    type Position;
    /// What the methods leave for each other.
    type Blackboard;
    /// What is asked for.
    type Answer;

    /// The stages in their order. A method may have several.
    fn stages() -> impl IntoIterator<Item = Stage<Self>>;

    /// Which methods may be tried, and which were.
    fn trials(&mut self) -> &mut Trials;

    /// Tries one stage after the other. None if none of them answers.
    fn attempt(
        &mut self,
        position: &Self::Position,
        board: &mut Self::Blackboard,
        budget: &mut Budget,
    ) -> Limited<Option<Settled<Self::Answer>>> {
        for stage in Self::stages() {
            if !self.trials().choice.allows(stage.name) || !(stage.when)(self, board) {
                continue;
            }
            let began = self.trials().log.begin(budget);
            let attempt = (stage.attempt)(self, position, board, budget);
            let outcome = match &attempt {
                Ok(Attempt::Answer(..)) => Attempted::Answered,
                Ok(Attempt::Narrowed) => Attempted::Narrowed,
                Ok(Attempt::GaveUp) => Attempted::GaveUp,
                Err(stopped) => Attempted::Stopped(*stopped),
            };
            self.trials().log.end(began, stage.name, outcome, budget);
            if let Attempt::Answer(answer, argument) = attempt? {
                return Ok(Some((answer, argument)));
            }
        }
        Ok(None)
    }

    /// The methods, each once, and how they suit a position.
    fn methods(&self, position: &Self::Position, budget: &Budget) -> Vec<Method> {
        let mut methods: Vec<Method> = Vec::new();
        for stage in Self::stages() {
            if methods.iter().all(|method| method.name != stage.name) {
                let fit = (stage.fits)(self, position, budget);
                methods.push(Method { name: stage.name, about: stage.about, fit });
            }
        }
        methods
    }
}

/// Attempts an answer.
type Attempts<S> = fn(
    &mut S,
    &<S as Portfolio>::Position,
    &mut <S as Portfolio>::Blackboard,
    &mut Budget,
) -> Limited<Attempt<<S as Portfolio>::Answer>>;

/// A method and its turn.
pub struct Stage<S: Portfolio> {
    name: &'static str,
    about: &'static str,
    fits: fn(&S, &S::Position, &Budget) -> Fit,
    when: fn(&S, &S::Blackboard) -> bool,
    attempt: Attempts<S>,
}

impl<S: Portfolio> Stage<S> {
    /// A method, tried whenever its turn comes.
    pub const fn new(
        [name, about]: [&'static str; 2],
        fits: fn(&S, &S::Position, &Budget) -> Fit,
        attempt: Attempts<S>,
    ) -> Self {
        Stage { name, about, fits, when: |_, _| true, attempt }
    }

    /// The reference solver, which is for every position.
    pub const fn reference(attempt: Attempts<S>) -> Self {
        Stage::new([REFERENCE, ABOUT_REFERENCE], |_, _, _| Fit::Yes, attempt)
    }

    /// The same, tried only if this holds.
    pub const fn when(self, when: fn(&S, &S::Blackboard) -> bool) -> Self {
        Stage { when, ..self }
    }
}

/// Which methods may be tried.
#[derive(Clone, Debug, Default)]
pub struct MethodFilter {
    only: Option<String>,
    without: Vec<&'static str>,
}

impl MethodFilter {
    /// This one alone, or all.
    pub fn of(only: Option<&str>) -> Self {
        MethodFilter { only: only.map(str::to_string), without: Vec::new() }
    }

    /// All but these.
    #[cfg(test)]
    pub fn without(methods: &[&'static str]) -> Self {
        MethodFilter { only: None, without: methods.to_vec() }
    }

    /// Whether one was asked for by name: then it need not leave work for others.
    pub fn is_one(&self) -> bool {
        self.only.is_some()
    }

    /// Whether it is this one.
    pub fn is(&self, name: &str) -> bool {
        self.only.as_deref() == Some(name)
    }

    /// Whether a method may be tried.
    pub fn allows(&self, name: &str) -> bool {
        !self.without.contains(&name) && self.only.as_ref().is_none_or(|only| only == name)
    }
}

/// Which methods may be tried, and which were.
#[derive(Clone, Debug, Default)]
pub struct Trials {
    /// Those that may.
    pub choice: MethodFilter,
    /// Those that were.
    pub log: Log,
}

impl Trials {
    /// This method alone, or all; none was tried yet.
    pub fn of(only: Option<&str>) -> Self {
        Trials { choice: MethodFilter::of(only), log: Log::default() }
    }

    /// All but these.
    #[cfg(test)]
    pub fn without(methods: &[&'static str]) -> Self {
        Trials { choice: MethodFilter::without(methods), log: Log::default() }
    }
}

/// The methods that were tried for one answer.
#[derive(Clone, Debug, Default)]
pub struct Log {
    tried: Vec<Tried>,
}

/// Where an attempt began.
pub struct Began {
    at: Instant,
    positions: u64,
    /// What was logged before.
    logged: (Duration, u64),
}

impl Log {
    /// What was tried, in the order in which it was first tried.
    pub fn tried(&self) -> &[Tried] {
        &self.tried
    }

    /// Clears the log for another answer.
    pub fn clear(&mut self) {
        self.tried.clear();
    }

    fn total(&self) -> (Duration, u64) {
        let add = |(time, positions): (Duration, u64), tried: &Tried| {
            (time + tried.time, positions + tried.positions)
        };
        self.tried.iter().fold((Duration::ZERO, 0), add)
    }

    /// Logs a method that answers unless it is stopped.
    pub fn only<A>(
        &mut self,
        method: &'static str,
        budget: &mut Budget,
        attempt: impl FnOnce(&mut Budget) -> Limited<A>,
    ) -> Limited<A> {
        let began = self.begin(budget);
        let answer = attempt(budget);
        let outcome = answer.as_ref().err().copied();
        let outcome = outcome.map_or(Attempted::Answered, Attempted::Stopped);
        self.end(began, method, outcome, budget);
        answer
    }

    /// An attempt begins.
    pub fn begin(&self, budget: &Budget) -> Began {
        let positions = budget.progress().positions;
        Began { at: Instant::now(), positions, logged: self.total() }
    }

    /// It has ended. What was logged meanwhile, by methods that it gave a turn to, is theirs.
    pub fn end(&mut self, began: Began, method: &'static str, outcome: Attempted, budget: &Budget) {
        let (time, positions) = self.total();
        let time = began.at.elapsed().saturating_sub(time - began.logged.0);
        let looked_at = budget.progress().positions.saturating_sub(began.positions);
        let positions = looked_at.saturating_sub(positions - began.logged.1);
        self.push(Tried { method, time, positions, outcome });
    }

    /// Adds what another has logged.
    pub fn add(&mut self, other: &Log) {
        other.tried.iter().for_each(|tried| self.push(tried.clone()));
    }

    fn push(&mut self, more: Tried) {
        match self.tried.iter_mut().find(|tried| tried.method == more.method) {
            Some(tried) => {
                tried.time += more.time;
                tried.positions += more.positions;
                tried.outcome = more.outcome;
            }
            None => self.tried.push(more),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds a number: by halving if that is exact, else by counting, each only up to a share.
    #[derive(Default)]
    struct Finder {
        trials: Trials,
    }

    fn halve(
        _: &mut Finder,
        number: &u64,
        twice: &mut Option<u64>,
        budget: &mut Budget,
    ) -> Limited<Attempt<u64>> {
        budget.count(5);
        *twice = Some(number / 2);
        Ok(match number % 2 {
            0 => Attempt::Answer(number / 2, Some("it is even".into())),
            _ => Attempt::Narrowed,
        })
    }

    fn count(
        finder: &mut Finder,
        number: &u64,
        half: &mut Option<u64>,
        budget: &mut Budget,
    ) -> Limited<Attempt<u64>> {
        budget.count(7);
        let began = finder.trials.log.begin(budget);
        budget.count(100);
        finder.trials.log.end(began, "inner", Attempted::GaveUp, budget);
        match half {
            Some(half) if *number < 100 => Ok(Attempt::Answer(*half, None)),
            Some(_) => Ok(Attempt::GaveUp),
            None => Err(Stopped::Time),
        }
    }

    impl Portfolio for Finder {
        type Position = u64;
        type Blackboard = Option<u64>;
        type Answer = u64;

        fn stages() -> impl IntoIterator<Item = Stage<Self>> {
            [
                Stage::new(["halve", "by two"], |_, n, _| Fit::when(n % 2 == 0, "odd"), halve),
                Stage::new(["count", "by one"], |_, n, _| Fit::Memory(*n), count),
                Stage::new(["never", "not"], |_, _, _| Fit::Yes, halve).when(|_, _| false),
                Stage::new(["halve", "by two"], |_, _, _| Fit::Yes, halve)
                    .when(|_, half| half.is_some_and(|half| half > 1000)),
            ]
        }

        fn trials(&mut self) -> &mut Trials {
            &mut self.trials
        }
    }

    fn tried(finder: &Finder) -> Vec<(&'static str, u64, Attempted)> {
        let brief = |tried: &Tried| (tried.method, tried.positions, tried.outcome);
        finder.trials.log.tried().iter().map(brief).collect()
    }

    #[test]
    fn steps_are_tried_in_order_until_one_answers() {
        let mut finder = Finder::default();
        let mut budget = Budget::unlimited();
        let found = finder.attempt(&8, &mut None, &mut budget).unwrap();
        assert_eq!(found, Some((4, Some("it is even".into()))));
        assert_eq!(tried(&finder), [("halve", 5, Attempted::Answered)]);
        finder.trials.log.clear();
        assert_eq!(finder.attempt(&9, &mut None, &mut budget).unwrap(), Some((4, None)));
        let expected = [
            ("halve", 5, Attempted::Narrowed),
            ("inner", 100, Attempted::GaveUp),
            ("count", 7, Attempted::Answered),
        ];
        assert_eq!(tried(&finder), expected);
        // A method that has another turn is logged once, and one whose turn does not come is not.
        finder.trials.log.clear();
        assert_eq!(finder.attempt(&2003, &mut None, &mut budget).unwrap(), None);
        assert_eq!(tried(&finder)[0], ("halve", 10, Attempted::Narrowed));
        assert_eq!(tried(&finder).len(), 3);
    }

    #[test]
    fn one_method_is_asked_by_name() {
        let mut finder = Finder { trials: Trials::of(Some("count")) };
        let found = finder.attempt(&8, &mut None, &mut Budget::unlimited());
        assert_eq!(found, Err(Stopped::Time));
        assert_eq!(tried(&finder)[1], ("count", 7, Attempted::Stopped(Stopped::Time)));
        finder.trials = Trials::without(&["count"]);
        assert_eq!(finder.attempt(&9, &mut None, &mut Budget::unlimited()), Ok(None));
    }

    #[test]
    fn each_method_is_listed_once_with_its_fit() {
        let methods = Finder::default().methods(&9, &Budget::unlimited());
        let fits: Vec<_> = methods.iter().map(|method| (method.name, method.fit)).collect();
        let expected = [("halve", Fit::No("odd")), ("count", Fit::Memory(9)), ("never", Fit::Yes)];
        assert_eq!(fits, expected);
    }
}
