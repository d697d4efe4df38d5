//! A strategy played against every opponent.

use std::fmt;

use outplay_certificate::body::Form;
use outplay_prove::NoProof;
use outplay_rules::player::Player;
use outplay_solve::limits::{Budget, Stopped};
use outplay_strategy::StrategySource;
use outplay_strategy::named::CATALOGUE;
use outplay_strategy::strategy::{Choices, Guarantee, Promise, Sees};
use serde::{Serialize, Serializer};

use super::certify::{self, Certificate, Certified};
use crate::answer::{Ended, Reply, seconds, shown, shown_or_null};
use crate::error::Error;
use crate::question::{Asked, Question};
use crate::readable::{count, time};
use crate::run::Run;

/// What is asked of a strategy.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// The strategy: a name, or `@FILE`.
    pub strategy: String,
    /// Who plays by it.
    pub player: Player,
    /// What is claimed; what the strategy's source promises if this is not given.
    pub claim: Option<Guarantee>,
    /// Whether some choice among the moves it allows is to keep the claim, rather than every one.
    pub some: bool,
    /// The most choices to list, where some choice keeps the claim.
    pub choices: usize,
    /// If the claim holds, the form of a certificate of the strategy as a table.
    pub certificate: Option<Form>,
}

/// Choices that are shown when they are not written to a file.
pub const SHOWN: usize = 12;

impl Challenge {
    /// The plain question: every choice, with the promise of the strategy's source.
    pub fn new(strategy: &str, player: Player) -> Self {
        Challenge {
            strategy: strategy.into(),
            player,
            claim: None,
            some: false,
            choices: SHOWN,
            certificate: None,
        }
    }
}

/// Whether a strategy keeps a claim.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// The strategy.
    pub strategy: String,
    /// Who plays by it.
    #[serde(rename = "as", serialize_with = "shown")]
    pub player: Player,
    /// What is claimed.
    #[serde(serialize_with = "shown")]
    pub claim: Guarantee,
    /// What its source promises.
    #[serde(serialize_with = "promise_or_null")]
    pub promise: Option<Promise>,
    /// What it sees.
    #[serde(serialize_with = "in_words")]
    pub sees: Sees,
    /// Whether the claim holds; null if a limit came first.
    pub holds: Option<bool>,
    /// Which choices are to keep the claim.
    #[serde(serialize_with = "shown")]
    pub choices: Choices,
    /// Positions that were covered.
    pub positions: u64,
    /// The line that breaks the claim.
    pub counterexample: Option<Vec<String>>,
    /// What is wrong at the end of the line, or what was verified.
    pub reason: String,
    /// Some choice that keeps the claim, where there is one.
    #[serde(flatten)]
    pub rule: Option<Rule>,
    /// Whether the line is as short as any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The strategy as a table, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
    /// Time used.
    pub seconds: f64,
    /// Every choice that was found, and whether these are all.
    #[serde(skip)]
    pub all_choices: (Vec<Choice>, bool),
    /// Whether the choices are printed elsewhere.
    #[serde(skip)]
    pub rule_written: bool,
}

/// The first choices that keep a claim.
#[derive(Clone, Debug, Serialize)]
pub struct Rule {
    /// The choices.
    pub rule: Vec<Choice>,
    /// Whether these are all.
    pub rule_complete: bool,
}

/// After some moves, a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The moves.
    pub after: Vec<String>,
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
}

fn in_words<S: Serializer>(sees: &Sees, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(sees.words())
}

fn promise_or_null<S: Serializer>(promise: &Option<Promise>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Fields<'a> {
        claim: String,
        source: &'a str,
    }
    let fields = |promise: &Promise| (promise.claim.to_string(), promise.source.clone());
    let fields = promise.as_ref().map(fields);
    fields.as_ref().map(|(claim, source)| Fields { claim: claim.clone(), source }).serialize(to)
}

/// Plays a strategy against every opponent. A limit is not an error: then [`Verified::holds`] is none.
///
/// ```
/// use outplay::door::verify::Challenge;
/// use outplay::{Player, Question, Run, verify};
///
/// let challenge = Challenge::new("shadow-point", Player::Second);
/// let verified = verify(&Question::new("unshackle", "grid:3x3")?, &challenge, &Run::default())?;
/// assert_eq!(verified.holds, Some(true));
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn verify(question: &Question, challenge: &Challenge, run: &Run) -> Result<Verified, Error> {
    let asked = Asked::new(question, run)?;
    let name = &challenge.strategy;
    let file = name.strip_prefix('@').map(run.files).transpose()?;
    let strategy = file.as_deref().map_or(StrategySource::Named(name), StrategySource::File);
    let put = outplay_strategy::Verification {
        claim: challenge.claim,
        choices: if challenge.some { Choices::Some } else { Choices::All },
        convention: asked.convention(),
        after: &asked.question.after,
        all_starts: asked.cases.has_starts(),
        theorems: run.how.theorems && !run.how.is_plain(),
        rule_entries: challenge.choices,
        ..outplay_strategy::Verification::new(strategy, challenge.player)
    };
    run.work(|budget| {
        let (answer, certificate) = match challenge.certificate {
            Some(form) => promised(&asked, &put, name, form, run, budget)?,
            None => (outplay_strategy::verify(&asked.cases, &put, budget)?, None),
        };
        let used = budget.progress();
        Ok(Verified::new(&asked, challenge, answer, certificate, seconds(used.elapsed)))
    })
}

/// Verifies a strategy and makes its table a certificate if the claim holds.
fn promised(
    asked: &Asked,
    put: &outplay_strategy::Verification,
    label: &str,
    form: Form,
    run: &Run,
    budget: &mut Budget,
) -> Result<(outplay_strategy::Answer, Option<Certified>), Error> {
    match outplay_prove::promise(certify::about(asked, run)?, put, label, form, budget) {
        Ok((answer, Some(made))) => Ok((answer, Some(Certified::Made(Certificate::new(made))))),
        Ok((answer, None)) => {
            let stopped = answer.verdict.stopped.map(|stopped| Certified::Stopped { stopped });
            Ok((answer, stopped))
        }
        Err(NoProof::Stopped(stopped)) => Err(stopped.into()),
        Err(NoProof::Input(error)) => Err(error.into()),
    }
}

impl Verified {
    fn new(
        asked: &Asked,
        challenge: &Challenge,
        answer: outplay_strategy::Answer,
        certificate: Option<Certified>,
        seconds: f64,
    ) -> Self {
        let choice = |(after, name): (Vec<String>, String)| Choice { after, name };
        let choices: Vec<Choice> = answer.rule.into_iter().map(choice).collect();
        let rule = (!choices.is_empty()).then(|| Rule {
            rule: choices.iter().take(SHOWN).cloned().collect(),
            rule_complete: answer.rule_complete && choices.len() <= SHOWN,
        });
        let verdict = answer.verdict;
        Verified {
            question: asked.question.clone(),
            strategy: challenge.strategy.clone(),
            player: challenge.player,
            claim: answer.claim,
            promise: answer.promise,
            sees: answer.sees,
            holds: verdict.holds,
            choices: if challenge.some { Choices::Some } else { Choices::All },
            positions: verdict.positions,
            shortest: answer.line.is_some().then_some(verdict.stopped.is_none()),
            counterexample: answer.line,
            reason: answer.reason,
            rule,
            stopped: verdict.stopped,
            certificate,
            seconds,
            all_choices: (choices, answer.rule_complete),
            rule_written: false,
        }
    }

    /// The choices as a strategy file; none if there are none.
    pub fn rule_file(&self) -> Option<String> {
        let choices = &self.all_choices.0;
        let mut text = format!("strategy table\nsees {}\n", self.sees.table_word());
        for Choice { after, name } in choices {
            text.push_str(&format!("{} : {name}\n", after.join(" ")));
        }
        (!choices.is_empty()).then_some(text)
    }

    fn claim_line(&self) -> String {
        let claim = match self.claim {
            Guarantee::Win => "wins".to_string(),
            Guarantee::Draw => "never loses".to_string(),
            Guarantee::Margin(margin) => format!("gets a margin of at least {margin}"),
        };
        let which = match self.choices {
            Choices::Some => "some choice among the moves it allows",
            Choices::All => "every choice among the moves it allows",
        };
        let Verified { strategy, player, .. } = self;
        format!("claim: {strategy} {claim} for the {player} player, for {which}")
    }
}

impl Reply for Verified {
    fn ended(&self) -> Ended {
        match self.holds {
            Some(true) => {
                Ended::unless(matches!(self.certificate, Some(Certified::Stopped { .. })))
            }
            Some(false) => Ended::Refuted,
            None => Ended::Limit,
        }
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { question, reason, positions, seconds, .. } = self;
        write!(f, "{question}\n{}", self.claim_line())?;
        if let Some(Promise { claim, source }) = &self.promise {
            write!(f, "\npromised: {claim} ({source})")?;
        }
        write!(f, "\nthe strategy sees {}", self.sees.words())?;
        match self.holds {
            Some(true) => write!(f, "\n{reason}")?,
            Some(false) => write!(f, "\nrefuted: {reason}")?,
            None => write!(f, "\nnot decided: {reason}")?,
        }
        if let Some(line) = &self.counterexample {
            let what = match (self.choices, self.stopped) {
                (Choices::Some, _) => "a line of best resistance",
                (Choices::All, None) => "the shortest line",
                (Choices::All, Some(_)) => {
                    "a line (a limit was reached before the shortest was known)"
                }
            };
            let moves = count(line.len() as u64, "move", "moves");
            write!(f, "\n{what}, {moves}: --after \"{}\"", line.join(" "))?;
        }
        if let Some(Rule { rule, rule_complete }) =
            self.rule.as_ref().filter(|_| !self.rule_written)
        {
            f.write_str("\nchoices that keep the claim:")?;
            for Choice { after, name } in rule {
                write!(f, "\n  {} : {name}", after.join(" "))?;
            }
            if !rule_complete {
                f.write_str("\n  … and so on; --rule FILE writes them all")?;
            }
        }
        if let Some(certified) = &self.certificate {
            write!(f, "\n{certified}")?;
        }
        write!(f, "\n{}, {}", count(*positions, "position", "positions"), time(*seconds))
    }
}

/// Every strategy that has a name.
#[derive(Clone, Debug, Serialize)]
pub struct Strategies {
    /// In the order of the catalogue.
    pub strategies: Vec<NamedStrategy>,
}

/// A strategy that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NamedStrategy {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub games: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// Every strategy that has a name.
pub fn strategies() -> Strategies {
    let named = |entry: &outplay_strategy::named::Entry| NamedStrategy {
        name: entry.name,
        games: entry.games,
        summary: entry.summary,
        source: entry.source,
    };
    Strategies { strategies: CATALOGUE.iter().map(named).collect() }
}

impl Reply for Strategies {}

impl fmt::Display for Strategies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Named strategies, the games they are for, and their sources:\n")?;
        for NamedStrategy { name, games, summary, source } in &self.strategies {
            write!(f, "\n{name} ({games})\n    {summary} [{source}]")?;
        }
        Ok(())
    }
}
