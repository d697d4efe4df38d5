//! One question for any game: does this strategy keep this promise?

use outplay_rules::error::InputError;
use outplay_rules::game::{Case, Cases, GameName};
use outplay_rules::in_space;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::{Budget, Stopped};

use crate::file;
use crate::named::{Ask, named};
use crate::rule::choice_rule;
use crate::shortest::Broken;
use crate::strategic::{AnyStrategy, Strategic};
use crate::strategy::{Choices, Guarantee, Invariance, Memory, Promise, Sees};
use crate::table::{self, Sink};
use crate::verify::{Situation, Task, Verdict, Verifier};

/// Where a strategy comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategySource<'a> {
    /// A name of the catalogue, such as `shadow-point`.
    Named(&'a str),
    /// The text of a strategy file.
    File(&'a str),
}

/// What is asked of a strategy.
#[derive(Clone, Copy, Debug)]
pub struct Verification<'a> {
    /// The strategy.
    pub strategy: StrategySource<'a>,
    /// Who plays by it.
    pub player: Player,
    /// What is claimed; what the strategy's source promises if this is not given.
    pub claim: Option<Guarantee>,
    /// Which choices must keep the claim.
    pub choices: Choices,
    /// The convention: under misère, who cannot move wins (impartial games), or fewer points win (scoring games).
    pub convention: Convention,
    /// Moves that were played before.
    pub after: &'a str,
    /// For hop games, whether the first X may stand anywhere; otherwise the ruleset says where.
    pub all_starts: bool,
    /// Whether proved arguments may end a line early.
    pub theorems: bool,
    /// Whether a line that breaks the claim is to be as short as any.
    pub shortest: bool,
    /// The most entries of a choice rule to find, where some choice keeps the claim.
    pub rule_entries: usize,
}

impl<'a> Verification<'a> {
    /// The plain question: every choice, from the start, with the promise of the strategy's source.
    pub fn new(strategy: StrategySource<'a>, player: Player) -> Self {
        Verification {
            strategy,
            player,
            claim: None,
            choices: Choices::All,
            convention: Convention::Normal,
            after: "",
            all_starts: true,
            theorems: true,
            shortest: true,
            rule_entries: 0,
        }
    }

    /// What a verifier is to do about a claim.
    fn task(&self, claim: Guarantee) -> Task {
        let Verification { player, choices, convention, theorems, shortest, .. } = *self;
        Task { player, claim, choices, convention, theorems, shortest }
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The claim that was verified.
    pub claim: Guarantee,
    /// What the strategy's source promises on this board.
    pub promise: Option<Promise>,
    /// What the strategy sees.
    pub sees: Sees,
    /// Whether the claim holds.
    pub verdict: Verdict,
    /// The line that breaks it, in notation, from the start of the game.
    pub line: Option<Vec<String>>,
    /// What is wrong at the end of the line, or what was verified, in words.
    pub reason: String,
    /// Some choice that keeps the claim: after these moves, this move.
    pub rule: Vec<(Vec<String>, String)>,
    /// Whether the rule is complete.
    pub rule_complete: bool,
}

/// Verifies a strategy in a game. Wrong input (no such strategy, not for this game, a board it does not fit) is an
/// error; a limit is not: then [`Verdict::holds`] is none.
pub fn verify(
    cases: &Cases,
    question: &Verification<'_>,
    budget: &mut Budget,
) -> Result<Answer, InputError> {
    ask(cases, question, None, budget)
}

/// Verifies a strategy and, if the claim holds, gives its table to `sink`. Arguments that end a line early are left out, as
/// no line of the table could show them.
pub fn tabulate(
    cases: &Cases,
    question: &Verification<'_>,
    sink: Sink<'_>,
    budget: &mut Budget,
) -> Result<Answer, InputError> {
    let question = Verification { theorems: false, ..*question };
    ask(cases, &question, Some(sink), budget)
}

fn ask(
    cases: &Cases,
    question: &Verification<'_>,
    sink: Option<Sink<'_>>,
    budget: &mut Budget,
) -> Result<Answer, InputError> {
    in_space!(cases.first(), |game| match cases.all() {
        [case] if case.start.is_none() => one(game, cases.game(), question, sink, budget),
        _ => from_starts(game, cases, question, sink, budget),
    })
}

/// The strategy that a question asks about.
fn find<'r, S: Strategic>(
    rules: &'r Game<S>,
    game: &GameName,
    question: &Verification<'_>,
) -> AnyStrategy<'r, S> {
    match question.strategy {
        StrategySource::Named(name) => {
            let ask = Ask { name, player: question.player, convention: question.convention };
            named(rules, game, &ask)
        }
        StrategySource::File(text) => file::read(rules, question.player, text),
    }
}

fn one<S: Strategic>(
    rules: &Game<S>,
    game: &GameName,
    question: &Verification<'_>,
    sink: Option<Sink<'_>>,
    budget: &mut Budget,
) -> Result<Answer, InputError> {
    let mut strategy = find(rules, game, question)?;
    // The sources speak of the normal convention.
    let promise = strategy.promise().filter(|_| question.convention == Convention::Normal);
    let sees = strategy.sees();
    let claim =
        question.claim.or(promise.as_ref().map(|promise| promise.claim)).unwrap_or(Guarantee::Win);
    let scores = rules.points_left(&rules.start()).is_some();
    if matches!(claim, Guarantee::Margin(_)) && !scores {
        return Err(InputError::plain("a margin can only be claimed in a scoring game")
            .help("--claim win or --claim draw"));
    }
    let before = Record::after(rules, question.after)?;
    let before: Vec<_> = before.moves().cloned().collect();
    let task = question.task(claim);
    let mut verifier = Verifier::new(rules, strategy.as_mut(), task);
    let mut verdict = verifier.run(&before, budget);
    let names = |moves: &[outplay_rules::moves::Move]| -> Vec<String> {
        moves.iter().map(|mv| rules.write_move(mv)).collect()
    };
    let (mut rule, mut rule_complete) = (Vec::new(), false);
    if verdict.holds == Some(true) && question.choices == Choices::Some && question.rule_entries > 0
    {
        match choice_rule(&mut verifier, &before, question.rule_entries, budget) {
            Ok(found) => {
                rule_complete = found.complete;
                rule = found
                    .entries
                    .iter()
                    .map(|(line, mv)| (names(line), rules.write_move(mv)))
                    .collect();
            }
            Err(stopped) => verdict.stopped = Some(stopped),
        }
    }
    if let (Some(true), Some(sink)) = (verdict.holds, sink) {
        let starts = [verifier.replay(&before)];
        verdict.stopped = table::tabulate(&mut verifier, &starts, sink, budget).err();
    }
    let line = verdict.counterexample.as_ref().map(|found| names(&found.moves));
    let reason = reason(rules, &verdict, &before);
    Ok(Answer { claim, promise, sees, verdict, line, reason, rule, rule_complete })
}

/// A game from every start: those of the question if the strategy treats symmetric boards alike, else all.
fn from_starts<S: Strategic>(
    first: &Game<S>,
    cases: &Cases,
    question: &Verification<'_>,
    sink: Option<Sink<'_>>,
    budget: &mut Budget,
) -> Result<Answer, InputError> {
    if let (Some(_), [_]) = (&sink, cases.all())
        && !question.all_starts
    {
        return one(first, cases.game(), question, sink, budget);
    }
    let alike = find(first, cases.game(), question)?.invariance() >= Invariance::Board;
    let every = match question.all_starts && !alike && question.after.is_empty() {
        true => cases.any_start()?,
        false => cases.all().to_vec(),
    };
    let mut total: Option<Answer> = None;
    for game in every.iter().filter_map(|case| S::game(&case.ruleset)) {
        let mut answer = one(game, cases.game(), question, None, budget)?;
        if let Some(before) = total.take() {
            answer.verdict.positions += before.verdict.positions;
            answer.rule.splice(0..0, before.rule.clone());
            answer.rule_complete &= before.rule_complete;
            // A refutation is kept if it is shorter.
            let length = |answer: &Answer| answer.line.as_ref().map(Vec::len);
            if before.verdict.holds == Some(false)
                && length(&answer).is_none_or(|new| length(&before).is_some_and(|old| old <= new))
            {
                answer = Answer {
                    verdict: Verdict { positions: answer.verdict.positions, ..before.verdict },
                    ..before
                };
            }
        }
        let stopped = answer.verdict.stopped.is_some();
        total = Some(answer);
        if stopped {
            break;
        }
    }
    if let Some(answer) = total.as_mut().filter(|answer| answer.verdict.holds != Some(true)) {
        answer.rule.clear();
    }
    if let (Some(answer), Some(sink)) = (&mut total, sink)
        && answer.verdict.holds == Some(true)
    {
        let starts = cases.any_start()?;
        answer.verdict.stopped =
            every_start(first, cases.game(), &starts, answer.claim, question, sink, budget)?;
    }
    total.ok_or_else(|| InputError::plain("there is no start"))
}

/// One table for all starts.
fn every_start<S: Strategic>(
    game: &Game<S>,
    name: &GameName,
    cases: &[Case],
    claim: Guarantee,
    question: &Verification<'_>,
    sink: Sink<'_>,
    budget: &mut Budget,
) -> Result<Option<Stopped>, InputError> {
    let mut strategy = find(game, name, question)?;
    let task = Task { theorems: false, shortest: false, ..question.task(claim) };
    let mut verifier = Verifier::new(game, strategy.as_mut(), task);
    let start = |game: &Game<S>| {
        let moment = Record::new(game).now().clone();
        Situation { moment, memory: Memory::default() }
    };
    let games = cases.iter().filter_map(|case| S::game(&case.ruleset));
    let starts: Vec<_> = games.map(start).collect();
    Ok(table::tabulate(&mut verifier, &starts, sink, budget).err())
}

/// What is wrong at the end of the line, or what was verified.
pub fn reason<S: Strategic>(
    rules: &Game<S>,
    verdict: &Verdict,
    before: &[outplay_rules::moves::Move],
) -> String {
    let Some(found) = &verdict.counterexample else {
        return match (verdict.holds, verdict.stopped) {
            (Some(true), _) => "it holds against every opponent".into(),
            (Some(false), Some(stopped)) => {
                format!("it does not hold; {stopped} before the shortest line was found")
            }
            (_, Some(stopped)) => stopped.to_string(),
            (_, None) => "it does not hold".into(),
        };
    };
    let alone = if found.moves.len() == before.len() { "from the start, " } else { "" };
    match &found.broken {
        Broken::Silent => format!("{alone}the strategy is to move but names no move"),
        Broken::Illegal(mv) => {
            let record = Record::after(rules, &write_line(rules, &found.moves)).ok();
            let why = record.and_then(|record| rules.check(&record.now().position, mv).err());
            let why = why.map_or(String::new(), |why| format!(": {why}"));
            format!("{alone}the strategy plays {}, which is not legal{why}", rules.write_move(mv))
        }
        Broken::Ended(payoff) if rules.points_left(&rules.start()).is_some() => {
            format!("the game ends with a margin of {payoff} for the strategy")
        }
        Broken::Ended(0) => "the game ends without a winner".into(),
        Broken::Ended(payoff) if *payoff > 0 => "the strategy wins".into(),
        Broken::Ended(_) => "the strategy has lost".into(),
        Broken::OutOfReach { margin, left } => {
            format!("the strategy's margin is {margin} with {left} points left to score: too few")
        }
    }
}

/// Moves as `--after` takes them.
pub fn write_line<S: Strategic>(rules: &Game<S>, moves: &[outplay_rules::moves::Move]) -> String {
    moves.iter().map(|mv| rules.write_move(mv)).collect::<Vec<_>>().join(" ")
}
