//! What a check works with: limits, bounds, and games solved by name.

use std::collections::HashMap;

use outplay::{Asked, InputError, Run};
use outplay_rules::game::Cases;
use outplay_rules::games::octal::OctalGame;
use outplay_rules::games::octal_code::OctalCode;
use outplay_rules::graph::Graph;
use outplay_rules::record::Record;
use outplay_solve::heaps::Engine;
use outplay_solve::impartial::Convention;
use outplay_solve::impartial::ImpartialOracle;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, How, Oracle};

/// What a check works with.
pub struct Context<'a, 'b> {
    /// Limits and progress.
    pub budget: &'a mut Budget<'b>,
    /// Whether the larger bounds are asked for.
    pub deep: bool,
    /// How games are solved.
    pub how: How,
    solved: HashMap<String, GameValue>,
    known: HashMap<&'static str, bool>,
}

impl<'a, 'b> Context<'a, 'b> {
    /// A context.
    pub fn new(budget: &'a mut Budget<'b>, deep: bool, how: How) -> Self {
        Context { budget, deep, how, solved: HashMap::new(), known: HashMap::new() }
    }

    /// A fact that takes long to find and that several statements rest on: found once, then remembered.
    pub fn once(
        &mut self,
        name: &'static str,
        find: impl FnOnce(&mut Budget) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        if let Some(&known) = self.known.get(name) {
            return Ok(known);
        }
        let found = find(self.budget)?;
        self.known.insert(name, found);
        Ok(found)
    }

    /// One of two bounds.
    pub fn to<T>(&self, quick: T, deep: T) -> T {
        if self.deep { deep } else { quick }
    }

    /// The value of a game on a board, asked as the command is: `hop ttt:3 --start 5`. Hop games want a start.
    ///
    /// The names are ours, so they are right; a name that is not is a mistake in the catalogue, and a test finds it.
    pub fn solve(&mut self, question: &str) -> Result<GameValue, Stopped> {
        if let Some(value) = self.solved.get(question) {
            return Ok(*value);
        }
        let asked = expect(asked(question));
        let before = self.budget.progress().memory;
        let value = expect(outplay::value(&asked, &self.how, self.budget))?;
        // The oracle's tables are gone.
        self.budget.release((self.budget.progress().memory - before) as usize);
        self.solved.insert(question.into(), value);
        Ok(value)
    }

    /// The margin of a scoring game. A game without one is a mistake in the catalogue: no number may stand for it, lest a
    /// check pass by it.
    pub fn margin(&mut self, question: &str) -> Result<i32, Stopped> {
        match self.solve(question)? {
            GameValue::Margin(margin) => Ok(margin),
            value => unreachable!("{question} has no margin: {value:?}"),
        }
    }

    /// The Grundy value of a position of an impartial game.
    pub fn grundy(&mut self, game: &str, board: &str) -> Result<u32, Stopped> {
        Ok(grundy(self.solve(&format!("{game} {board}"))?))
    }

    /// The Grundy value of a taking game on a graph of our own making.
    pub fn grundy_on(&mut self, code: &OctalCode, graph: &Graph) -> Result<u32, Stopped> {
        let rules = expect(OctalGame::new(code.clone(), Vec::new(), graph.clone()));
        let mut oracle = ImpartialOracle::new(&rules, Convention::Normal, &self.how);
        let value = oracle.value(Record::new(&rules).now(), self.budget)?;
        Ok(grundy(value))
    }

    /// The Grundy values of heaps 0 to `to`.
    pub fn heaps(&mut self, code: &str, to: usize) -> Result<Vec<u32>, Stopped> {
        let mut engine = Engine::new(code_of(code));
        engine.extend_to(to, self.budget)?;
        Ok(engine.values().iter().take(to + 1).collect())
    }
}

/// A question of ours with its rules.
fn asked(question: &str) -> Result<Asked, InputError> {
    Asked::new(&question.parse()?, &Run::default())
}

/// The rules that a question makes.
pub fn ruleset(question: &str) -> Result<Cases, InputError> {
    Ok(asked(question)?.cases)
}

/// A code of ours.
pub fn code_of(text: &str) -> OctalCode {
    expect(text.parse())
}

/// What the catalogue itself names exists.
pub fn expect<T>(named: Result<T, InputError>) -> T {
    named.expect("the catalogue names games and boards that exist")
}

/// The Grundy value that a value tells.
pub fn grundy(value: GameValue) -> u32 {
    match value {
        GameValue::Impartial { nimber: Some(nimber), .. } => nimber.value().unwrap_or(u32::MAX),
        _ => u32::MAX,
    }
}

/// Whether the player to move wins an impartial game.
pub fn is_n(value: u32) -> bool {
    value != 0
}

/// N or P.
pub fn outcome(value: u32) -> &'static str {
    if is_n(value) { "N" } else { "P" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "kayles heaps:3 has no margin")]
    fn what_is_no_margin_has_none() {
        let mut budget = Budget::unlimited();
        let _ = Context::new(&mut budget, false, How::default()).margin("kayles heaps:3");
    }
}
