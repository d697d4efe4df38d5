//! What the independent checker says of a certificate, of a part of it, and of all its parts.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::io::BufRead;
use std::path::PathBuf;

use outplay_certificate::Refused;
use outplay_certificate::allowance::{Allowance, Part, USUAL_LOOKS};
use outplay_certificate::theory::Theory;
use outplay_certificate::told::Told;
use outplay_rules::error::InputError;
use serde::Serialize;

use crate::answer::{Ended, Reply};
use crate::error::Error;
use crate::readable::{count, number};
use crate::run::Run;

/// What the independent checker says of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Whether it is a proof, or the part is one of a proof; null if a limit came before that was known.
    pub valid: Option<bool>,
    /// What it proves.
    pub statement: Option<String>,
    /// Why it is none.
    pub reason: Option<String>,
    /// The part that was checked, such as `3/64 of DIGEST`, if it was a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// The longest chain of facts in which each was looked up to show the next, if the proof was to be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_chain: Option<u32>,
    /// The proof in words, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proof: Vec<String>,
}

/// What is to be checked of a certificate, and told.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// One of several parts, such as `3/64`; none: everything.
    pub part: Option<String>,
    /// The folder in which the levels of a recomputed table are kept between its parts.
    pub scratch: Option<PathBuf>,
    /// The names of theories that are not to be believed.
    pub without: Vec<String>,
    /// Whether the proof is told in words.
    pub explain: bool,
}

/// Replays a certificate with the independent checker, which shares no code with the solvers. Without a limit on time no
/// more work is done than is usual.
pub fn check(source: impl BufRead + Send, run: &Run) -> Result<Checked, Error> {
    check_with(source, &CheckOptions::default(), run)
}

/// The same of a part of a certificate, or told in words.
pub fn check_with(
    source: impl BufRead + Send,
    options: &CheckOptions,
    run: &Run,
) -> Result<Checked, Error> {
    let part = options.part.as_deref().map(read_part).transpose()?;
    let without = options.without.iter().map(|name| read_theory(name));
    let without = without.collect::<Result<Vec<Theory>, InputError>>()?;
    let looks = if run.limits.time.is_some() { u64::MAX } else { USUAL_LOOKS };
    let verdict = run.work(|budget| {
        let budget = RefCell::new(budget.fork());
        let stop = || budget.borrow_mut().check().is_err();
        let usual = Allowance::usual(run.memory());
        let scratch = options.scratch.as_deref();
        let (without, explain) = (&without[..], options.explain);
        let allowance = Allowance { looks, stop: &stop, part, scratch, without, explain, ..usual };
        let verdict = outplay_certificate::examine(source, &allowance);
        // What is told cannot be sent to another thread, so it is put into words here.
        Ok(verdict.map(|(statement, told)| {
            let of = told.digest.clone().unwrap_or_default();
            let proof = if options.explain { words_of(&told) } else { Vec::new() };
            (statement, of, told.chain.longest(), proof)
        }))
    })?;
    let limit = verdict.as_ref().is_err_and(Refused::is_limit);
    let valid = (!limit).then_some(verdict.is_ok());
    let reason = verdict.as_ref().err().map(words);
    let (statement, part, longest_chain, proof) = match verdict {
        Ok((statement, digest, longest, proof)) => {
            (Some(statement), part.map(|part| format!("{part} of {digest}")), longest, proof)
        }
        Err(_) => (None, None, None, Vec::new()),
    };
    Ok(Checked { valid, statement, reason, part, longest_chain, proof })
}

fn read_part(text: &str) -> Result<Part, InputError> {
    let wrong = || InputError::whole(text, "a part is written K/N, such as 3/64");
    Part::read(text).ok_or_else(wrong)
}

fn read_theory(name: &str) -> Result<Theory, InputError> {
    let known: Vec<&str> = Theory::ALL.iter().map(|theory| theory.name()).collect();
    let wrong = || InputError::whole(name, "there is no such theory");
    Theory::from_name(name).ok_or_else(|| wrong().help(format!("theories: {}", known.join(", "))))
}

/// Why a certificate is not accepted, and what helps where a limit is the reason.
fn words(refused: &Refused) -> String {
    match refused {
        Refused::Work { .. } => {
            format!("{refused}; --time SECONDS allows what can be done in that time")
        }
        Refused::Memory { .. } => format!("{refused}; --memory SIZE allows more"),
        Refused::Scratch(_) => format!("{refused}; --scratch DIR names it"),
        refused => refused.to_string(),
    }
}

/// A proof as a person would tell it.
fn words_of(told: &Told) -> Vec<String> {
    let mut lines = Vec::new();
    let count = |n: u64, of: &str| count(n, of, &format!("{of}s"));
    let facts: u64 = told.facts.values().sum();
    let sizes = (told.facts.keys().next(), told.facts.keys().last());
    if let (Some(least), Some(most)) = sizes {
        lines.push(format!(
            "The proof is a set of {} about positions of {least} to {most} vertices or edges. Each follows from \
             facts about smaller positions, so the proof is not circular.",
            count(facts, "fact")
        ));
    }
    if !told.steps.is_empty() {
        let steps: u64 = told.steps.values().sum();
        let kinds: Vec<String> =
            told.steps.iter().map(|(name, times)| format!("{} `{name}`", number(*times))).collect();
        lines.push(format!(
            "The proof has {} ({}), each of which follows from earlier ones.",
            count(steps, "step"),
            kinds.join(", ")
        ));
    }
    if let Some((sets, levels)) = told.recomputed {
        lines.push(format!(
            "The proof is a table of {}. The checker filled {} of it itself, each position from smaller ones, and \
             found the digests that the certificate states.",
            count(sets, "position"),
            count(levels as u64, "level")
        ));
    }
    if lines.is_empty() {
        lines.push("The proof has no steps: the checker computes everything itself.".into());
    }
    if let Some(longest) = told.chain.longest() {
        let of = if told.steps.is_empty() { "fact" } else { "step" };
        lines.push(format!(
            "The longest chain, in which each {of} is used to show the next, has {}.",
            count(longest.into(), of)
        ));
    }
    let mut trusted = "the rules of the game and the checker";
    for (theory, times) in told.theories() {
        trusted = "the rules of the game, the checker and the theories named above";
        lines.push(format!(
            "It uses {}, {}: {}.",
            theory.name(),
            count(times, "time"),
            theory.theorem()
        ));
    }
    lines.push(format!("To trust the result is to trust {trusted}."));
    lines
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = self.reason.as_deref().unwrap_or_default();
        match (&self.statement, &self.part, self.valid) {
            (Some(statement), Some(part), _) => write!(f, "part {part} holds: {statement}"),
            (Some(statement), None, _) => write!(f, "valid: {statement}"),
            (None, _, None) => write!(f, "not checked: {reason}"),
            (None, ..) => write!(f, "not valid: {reason}"),
        }?;
        self.proof.iter().try_for_each(|line| write!(f, "\n{line}"))
    }
}

impl Reply for Checked {
    fn ended(&self) -> Ended {
        match self.valid {
            Some(true) => Ended::Answered,
            Some(false) => Ended::Refuted,
            None => Ended::Limit,
        }
    }
}

/// The verdict of the lines that the checks of all parts printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Combined {
    /// Whether every part of one certificate is among them.
    pub valid: Option<bool>,
    /// The digest of the certificate.
    pub digest: String,
    /// How many parts there are.
    pub parts: u64,
    /// How many of them are missing.
    pub missing_count: u64,
    /// The parts that are missing, the first thousand of them: a line may speak of any number of parts.
    pub missing: Vec<u64>,
}

/// The most missing parts that are named.
const MOST_NAMED: usize = 1000;

/// Combines lines `part K/N of DIGEST holds: …`. They are notes of who checked, not evidence for others.
pub fn combine(text: &str) -> Result<Combined, Error> {
    let wrong = |line: &str| InputError::whole(line, "expected `part K/N of DIGEST holds: …`");
    let mut found: Option<(String, u64, BTreeSet<u64>)> = None;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split(' ').take(5).collect();
        let ["part", part, "of", digest, "holds:"] = words[..] else {
            return Err(wrong(line).into());
        };
        let (number, of) = Part::read(part).ok_or_else(|| wrong(line))?.of();
        let (known, parts, seen) = found.get_or_insert((digest.to_string(), of, BTreeSet::new()));
        if known != digest || *parts != of {
            let message = "the lines are about different certificates, or about different divisions into parts";
            return Err(InputError::whole(line, message).into());
        }
        seen.insert(number);
    }
    let (digest, parts, seen) =
        found.ok_or_else(|| InputError::plain("there is no line about a part"))?;
    let missing_count = parts - seen.len() as u64;
    let all = 1..=parts;
    let missing = all.filter(|part| !seen.contains(part)).take(MOST_NAMED).collect();
    Ok(Combined {
        valid: (missing_count == 0).then_some(true),
        digest,
        parts,
        missing_count,
        missing,
    })
}

impl fmt::Display for Combined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Combined { digest, parts, missing_count, missing, .. } = self;
        match missing[..] {
            [] => write!(f, "valid: all {parts} parts of {digest} hold"),
            [first, ..] => {
                write!(
                    f,
                    "not checked: {missing_count} of the {parts} parts of {digest} {} missing, the first is {first}",
                    if *missing_count == 1 { "is" } else { "are" }
                )
            }
        }
    }
}

impl Reply for Combined {
    fn ended(&self) -> Ended {
        if self.missing.is_empty() { Ended::Answered } else { Ended::Limit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_combined() {
        let line = |k: u64| format!("part {k}/3 of ab holds: x\n");
        let all = combine(&(line(2) + &line(1) + "\n" + &line(3))).unwrap();
        assert_eq!((all.valid, all.parts, all.digest.as_str()), (Some(true), 3, "ab"));
        let some = combine(&(line(2) + &line(2))).unwrap();
        assert_eq!((some.valid, &some.missing[..]), (None, &[1, 3][..]));
        // A short line may speak of more parts than can be counted.
        let many = combine(&format!("part 2/{} of ab holds: x", u64::MAX)).unwrap();
        assert_eq!((many.missing_count, many.missing.len()), (u64::MAX - 1, MOST_NAMED));
        for wrong in ["", "valid: x", "part 4/3 of ab holds: x", "part 0/3 of ab holds: x"] {
            assert!(combine(wrong).is_err(), "{wrong}");
        }
        assert!(combine(&(line(1) + "part 2/3 of cd holds: x")).is_err());
        assert!(combine(&(line(1) + "part 2/4 of ab holds: x")).is_err());
    }
}
