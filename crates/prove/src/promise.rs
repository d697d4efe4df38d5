//! A strategy's promise as a certificate: the table of the strategy, written line by line.

use std::collections::HashMap;

use outplay_certificate::body::{Form, Keyword, Writer, signed};
use outplay_certificate::game::promise_bytes;
use outplay_certificate::header::Statement;
use outplay_rules::player::Player;
use outplay_solve::limits::Budget;
use outplay_strategy::strategy::{Choices, Memory};
use outplay_strategy::table::Entry;
use outplay_strategy::{Answer, Verification, tabulate};

use crate::{Certificate, NoProof, Proof, Subject, assembled};

/// The numbers of what a strategy remembers, in the order in which they came up: what is remembered at the start is 0.
struct Memories(HashMap<Memory, u64>);

impl Memories {
    fn number(&mut self, memory: &Memory) -> u64 {
        let next = self.0.len() as u64;
        *self.0.entry(memory.clone()).or_insert(next)
    }
}

/// Verifies a strategy, called `label`, and if its claim holds writes its table as a certificate.
pub fn promise(
    question: Subject,
    asked: &Verification,
    label: &str,
    form: Form,
    budget: &mut Budget,
) -> Result<(Answer, Option<Certificate>), NoProof> {
    let mut writer = Writer::new(form, Vec::new());
    let mut memories = Memories(HashMap::new());
    let mut write = |entry: Entry| {
        if let Some((keyword, numbers)) = step(entry, asked.player, &mut memories) {
            // Writing to memory does not fail.
            let _ = writer.step(keyword, &numbers);
        }
    };
    let answer = tabulate(question.cases, asked, &mut write, budget)?;
    if answer.verdict.holds != Some(true) || answer.verdict.stopped.is_some() {
        return Ok((answer, None));
    }
    let statement = Statement::Promise { player: asked.player, claim: answer.claim };
    let lines = writer.steps();
    let body = writer.finish().unwrap_or_default();
    let memory = promise_bytes(question.cases.first(), lines);
    let which = if asked.choices == Choices::Some { "a choice of " } else { "" };
    let proof = Proof::new(statement, (body, lines, lines), 0, form);
    let certificate = assembled(question, proof, memory, format!("{which}{label}"))?;
    Ok((answer, Some(certificate)))
}

/// A line or a copy as a step.
fn step(entry: Entry, owner: Player, memories: &mut Memories) -> Option<(Keyword, Vec<u64>)> {
    match entry {
        Entry::Start(memory) => {
            memories.number(&memory);
            None
        }
        Entry::Copy { of, images, memory } => {
            let mut numbers = vec![of as u64];
            numbers.extend(images.iter().map(|&image| image as u64));
            numbers.push(memories.number(&memory));
            Some((Keyword::Copy, numbers))
        }
        Entry::Line(line) => {
            let mut numbers = line.position;
            numbers.push(line.mover.index() as u64);
            numbers.push(memories.number(&line.memory));
            numbers.push(signed(line.payoff));
            let mine = line.mover == owner;
            if mine {
                numbers.push(line.moves.len() as u64);
            }
            for (index, memory) in line.moves {
                numbers.extend(mine.then_some(index as u64));
                numbers.push(memories.number(&memory));
            }
            Some((Keyword::Keeps, numbers))
        }
    }
}
