//! What a check works with: limits, bounds, and everything that it asks the program.
//!
//! Checks ask by search and the rules alone. Theorems never stand in for search here: some of them are the very
//! statements to be checked.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outplay::{Asked, InputError, Run};
use outplay_rules::board::{Board, BoardName};
use outplay_rules::game::Cases;
use outplay_rules::games::octal::OctalGame;
use outplay_rules::games::octal_code::OctalCode;
use outplay_rules::graph::Graph;
use outplay_rules::places::Places;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Impartial;
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_solve::heaps::Engine;
use outplay_solve::heaps::{PeriodReport, find_period};
use outplay_solve::impartial::ImpartialOracle;
use outplay_solve::impartial::Reference;
use outplay_solve::impartial::{Convention, Outcome};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, How, Oracle};

use crate::emptying::Emptying;
use crate::mutation::{Mutation, wrong_nimber};
use crate::weights::{Nested, Plane};

/// What a check works with.
pub struct Context<'a, 'b> {
    /// Limits and progress.
    pub budget: &'a mut Budget<'b>,
    deep: bool,
    /// Whether the check asked how far it is to go.
    asked_how_deep: Cell<bool>,
    how: How,
    mutation: Option<Mutation>,
    facts: Arc<SharedFacts>,
}

/// What several checks rest on: found once. Threads that check side by side share it.
#[derive(Default)]
pub struct SharedFacts {
    solved: Mutex<HashMap<String, GameValue>>,
    /// A fact is locked while it is being found: others wait for it.
    known: Mutex<HashMap<&'static str, Arc<Mutex<Option<bool>>>>>,
}

/// A panicking thread leaves only complete facts.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, 'b> Context<'a, 'b> {
    /// A context.
    pub fn new(budget: &'a mut Budget<'b>, deep: bool, how: How) -> Self {
        Self::sharing(Arc::default(), budget, deep, how)
    }

    /// A context that shares what it finds with others.
    pub fn sharing(
        facts: Arc<SharedFacts>,
        budget: &'a mut Budget<'b>,
        deep: bool,
        how: How,
    ) -> Self {
        let how = How { theorems: false, ..how };
        Context { budget, deep, asked_how_deep: Cell::new(false), how, mutation: None, facts }
    }

    /// The same with a defect in the program, to see whether a check notices.
    pub fn with(self, mutation: Mutation) -> Self {
        Context { mutation: Some(mutation), ..self }
    }

    /// Whether the program has this defect.
    pub(crate) fn has(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    /// How games are solved: without theorems.
    pub fn how(&self) -> &How {
        &self.how
    }

    /// A fact that takes long to find and that several statements rest on: found once, then remembered.
    pub fn once(
        &mut self,
        name: &'static str,
        find: impl FnOnce(&mut Budget) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        let fact = locked(&self.facts.known).entry(name).or_default().clone();
        let mut fact = locked(&fact);
        if let Some(known) = *fact {
            return Ok(known);
        }
        let found = find(self.budget)?;
        *fact = Some(found);
        Ok(found)
    }

    /// Whether the larger bounds are asked for.
    pub fn is_deep(&self) -> bool {
        self.asked_how_deep.set(true);
        self.deep
    }

    /// One of two bounds.
    pub fn to<T>(&self, quick: T, deep: T) -> T {
        if self.is_deep() { deep } else { quick }
    }

    /// Whether a check has asked how far it is to go since the last time that somebody wanted to know.
    pub fn asked_how_deep(&self) -> bool {
        self.asked_how_deep.take()
    }

    /// The value of a game on a board, asked as the command is: `hop ttt:3 --start 5`. Hop games want a start.
    ///
    /// The names are ours, so they are right; a name that is not is a mistake in the catalogue, and a test finds it.
    pub fn solve(&mut self, question: &str) -> Result<GameValue, Stopped> {
        let question = match question.strip_prefix("octal:0.33 ") {
            Some(board) if self.has(Mutation::Rules) => &format!("octal:0.3 {board}"),
            _ => question,
        };
        let known = locked(&self.facts.solved).get(question).copied();
        let value = match known {
            Some(value) => value,
            None => self.search(question)?,
        };
        Ok(self.found_value(value))
    }

    /// How a question is answered. The search for Unshackle knows who wins by the parity of the edges; the table of all
    /// positions does not.
    fn way(&self, question: &str) -> How {
        let full_table = self.how.full_table || question.starts_with("unshackle ");
        How { full_table, ..self.how.clone() }
    }

    fn search(&mut self, question: &str) -> Result<GameValue, Stopped> {
        let asked = expect(asked(question));
        let before = self.budget.progress().memory;
        let how = self.way(question);
        let value = expect(outplay::value(&asked, &how, self.budget))?;
        // The oracle's tables are freed.
        self.budget.release((self.budget.progress().memory - before) as usize);
        locked(&self.facts.solved).insert(question.into(), value);
        Ok(value)
    }

    /// Who wins, if anybody does: asked for alone, which is quicker.
    pub fn winner(&mut self, question: &str) -> Result<Option<Player>, Stopped> {
        let asked = expect(asked(question));
        let how = How { outcome_only: true, ..self.how.clone() };
        let value = expect(outplay::value(&asked, &how, &mut self.budget.apart(0)))?;
        Ok(self.found_value(value).winner())
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
    pub fn grundy_on(&mut self, code: &str, graph: &Graph) -> Result<u32, Stopped> {
        let rules = self.taking(code, graph.clone());
        let mut oracle = ImpartialOracle::new(&rules, Convention::Normal, &self.how);
        let value = grundy(oracle.value(Record::new(&rules).now(), self.budget)?);
        Ok(if self.has(Mutation::Values) { wrong_nimber(value) } else { value })
    }

    /// The Grundy value of Cram (Arc Kayles) on a graph of our own making.
    pub fn arcs(&mut self, graph: &Graph) -> Result<u32, Stopped> {
        let edges: Vec<String> =
            graph.edge_pairs().map(|(u, v)| format!("{}-{}", u + 1, v + 1)).collect();
        if edges.is_empty() {
            return Ok(if self.has(Mutation::Values) { wrong_nimber(0) } else { 0 });
        }
        self.grundy("arc-kayles", &format!("edges:{}", edges.join(",")))
    }

    /// Whether a taking game on a graph is a P-position, by play alone: nothing is taken apart.
    pub fn is_p(&mut self, code: &str, graph: Graph) -> Result<bool, Stopped> {
        let rules = self.taking(code, graph);
        self.starts_at_p(&rules)
    }

    fn starts_at_p<R: Impartial + ?Sized>(&mut self, rules: &R) -> Result<bool, Stopped> {
        let convention = Convention::Normal;
        let outcome =
            Reference::new(rules).outcome_by_play(&rules.start(), convention, self.budget)?;
        Ok((outcome == Outcome::P) != self.has(Mutation::Values))
    }

    /// Whether heaps make a P-position, by play alone.
    pub fn heaps_are_p(&mut self, game: &str, list: &[usize]) -> Result<bool, Stopped> {
        let list: Vec<String> = list.iter().map(usize::to_string).collect();
        let game = if self.has(Mutation::Rules) { "nim" } else { game };
        let cases = expect(ruleset(&format!("{game} heaps:{}", list.join(","))));
        let Ruleset::Heaps(Game::Impartial(rules)) = cases.first() else {
            unreachable!("{game} is not an impartial game on heaps")
        };
        self.starts_at_p(rules.as_ref())
    }

    /// Whether a question about a graph is a P-position, by play alone.
    pub fn is_p_by_play(&mut self, question: &str) -> Result<bool, Stopped> {
        let cases = expect(ruleset(question));
        let Ruleset::Vertices(Game::Impartial(rules)) = cases.first() else {
            unreachable!("{question} is not an impartial game on a graph")
        };
        self.starts_at_p(rules.as_ref())
    }

    /// A taking game on a graph.
    pub fn taking(&self, code: &str, graph: Graph) -> OctalGame {
        expect(OctalGame::new(code_of(&self.code(code)), Vec::new(), graph))
    }

    /// The Grundy values of heaps 0 to `to`.
    pub fn heaps(&mut self, code: &str, to: usize) -> Result<Vec<u32>, Stopped> {
        let mut engine = Engine::new(code_of(code));
        // Piece by piece: on a busy machine the engine looks at the clock too seldom at the start.
        for end in (0..to).step_by(4096).chain([to]) {
            engine.extend_to(end, self.budget)?;
        }
        let mut values: Vec<u32> = engine.values().iter().take(to + 1).collect();
        if self.has(Mutation::Values) {
            values.iter_mut().skip(1).step_by(2).for_each(|value| *value = wrong_nimber(*value));
        }
        Ok(values)
    }

    /// What is found out about the period of an octal game among the heaps up to a limit.
    pub fn period(&mut self, code: &str, limit: usize) -> Result<PeriodReport, Stopped> {
        let report =
            find_period(&code_of(code), limit, self.budget).map_err(|stopped| stopped.why)?;
        Ok(if self.has(Mutation::Values) {
            let period = report.period.map_or(Some(1), |period| Some(period + 1));
            PeriodReport { proved: !report.proved, period, ..report }
        } else {
            report
        })
    }

    /// A graph by name.
    pub fn graph(&self, name: &str) -> Graph {
        let board: BoardName = expect(name.parse());
        let Board::Places { graph, .. } = expect(board.build()) else {
            unreachable!("{name} is not a graph")
        };
        self.made(graph)
    }

    /// A graph of our own making, as the program sees it.
    pub fn made(&self, graph: Graph) -> Graph {
        if !self.has(Mutation::Boards) {
            return graph;
        }
        let mut edges: Vec<(usize, usize)> = graph.edge_pairs().collect();
        if !edges.is_empty() {
            edges.remove(edges.len() / 2);
        }
        expect(Graph::new(Places::numbered(graph.vertex_count()), edges))
    }

    /// Points, lines, points a line and lines a point of a plane, by the paper's formulas.
    pub fn plane(&self, plane: Plane, q: u64) -> [u64; 4] {
        let [points, lines, line, point] = plane.counts(q);
        // Four times as many lines for an odd order, twice as many for an even one.
        let wrong = self.has(Mutation::Formulas) as u64 * (1 + q % 2);
        [points, lines << wrong, line, point]
    }

    /// The numbers of a nested board of planes, by the paper's formulas.
    pub fn nested(&self, outer: (Plane, u64), inner: (Plane, u64)) -> Nested {
        let mut numbers = Nested::new(outer, inner);
        if self.has(Mutation::Formulas) {
            numbers.n += 1u32;
            numbers.k = 9;
            numbers.different = numbers.same.clone();
        }
        numbers
    }

    /// 0.03 on a small graph.
    pub fn emptying(&self, graph: &Graph) -> Emptying {
        let game = Emptying::new(graph);
        if self.has(Mutation::Rules) { game.disconnecting() } else { game }
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

/// Every name in the catalogue is that of a game or a board.
pub fn expect<T>(named: Result<T, InputError>) -> T {
    named.expect("the catalogue names games and boards that exist")
}

/// The Grundy value that a value tells.
pub fn grundy(value: GameValue) -> u32 {
    match value {
        GameValue::Impartial { nimber: Some(nimber), .. } => {
            nimber.value().and_then(|value| u32::try_from(value).ok()).unwrap_or(u32::MAX)
        }
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

    /// Lemma 49 is a step of Lemma 50: it must be searched, not settled by Lemma 50.
    #[test]
    fn theorems_never_stand_in_for_search() {
        let mut budget = Budget::unlimited();
        let mut context = Context::new(&mut budget, false, How::default());
        assert!(!context.how().theorems);
        assert!(context.way("unshackle grid:2x4").full_table);
        assert_eq!(context.grundy("octal:0.33", "pode:1,1,3"), Ok(0));
        assert!(context.grundy("octal:0.33", "bipode:2,2,4,5;2,2,4,5;4").is_ok());
        assert!(context.budget.progress().positions > 0);
    }

    #[test]
    #[should_panic(expected = "kayles heaps:3 has no margin")]
    fn what_is_no_margin_has_none() {
        let mut budget = Budget::unlimited();
        let _ = Context::new(&mut budget, false, How::default()).margin("kayles heaps:3");
    }
}
