//! The exact value of a position, the best moves, a line of best play.

use std::fmt;
use std::time::Duration;

use outplay_rules::error::InputError;
use outplay_rules::game::Case;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::clock::Instant;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{self, AnyOracle, GameValue, Known, Oracle};
use outplay_solve::positional::SavedProofs;
use outplay_solve::positional::Value as PositionalValue;
use serde::Serialize;

use super::certify::{self, Certified, Proving};
use super::explain::{Explained, Part, explain};
use super::methods::{self, Tried};
use super::proof_state::ProofState;
use crate::answer::{Ended, Field, Reply, seconds, shown, shown_or_null};
use crate::error::Error;
use crate::question::{Asked, Question, Task};
use crate::readable::{count, role_name, time};
use crate::run::Run;
use crate::view::notes::Notes;
use crate::view::picture::View;
use crate::worth::{Unknown, Winner, Worth};

/// What became of a question.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// The answer. If a hop game was asked for all its starts, that on which all agree.
    #[serde(flatten)]
    pub answer: Answer,
    /// Each start of a hop game that was asked for all its starts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<Start>,
    /// Positions looked at.
    pub positions: u64,
    /// Time used.
    pub seconds: f64,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The proof of the answer, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
    /// Why the state could not be saved; that takes nothing from the answer.
    #[serde(skip)]
    pub unsaved: Option<Error>,
}

/// The answer for one start of a hop game.
#[derive(Clone, Debug, Serialize)]
pub struct Start {
    /// Where the first X stands.
    pub start: String,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
}

/// What was found out about one game.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// What the position is worth, or what is known of it.
    #[serde(flatten)]
    pub worth: Worth,
    /// What the winner is called, where roles differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner_role: Option<&'static str>,
    /// How the game goes on, if it is solved.
    #[serde(flatten)]
    pub play: Option<BestPlay>,
    /// The argument that settled it, where search alone did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_by: Field<String>,
    /// Whose turn it is.
    #[serde(serialize_with = "player", skip_serializing_if = "Option::is_none")]
    pub to_move: Field<Player>,
    /// Points scored so far (scoring games).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<[u32; 2]>,
    /// What else a person should know of the position.
    #[serde(flatten)]
    pub notes: Notes,
    /// How many positions that are not over can be reached, if the solver counted them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonterminal_positions: Field<u64>,
    /// The parts of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Part>>,
    /// In a partizan game: what if it were the other player's turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passed: Option<Passed>,
    /// The methods that were tried, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<Vec<Tried>>,
    /// The parts of the position, and those that the first best move leaves.
    #[serde(skip)]
    pub explanation: Vec<Explained>,
    /// The limit that came before the value or the best moves.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// How a game goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestPlay {
    /// The best moves; if they are not all known, those that are.
    pub best_moves: Option<Vec<String>>,
    /// Whether these are all of them; left out if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves_complete: Field<bool>,
    /// A line of best play, as far as it is known.
    pub line: Option<Vec<String>>,
    /// Whether the game is over after it; left out if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_complete: Field<bool>,
}

/// A position of a partizan game with the turn passed to the other player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Passed {
    /// Whose turn it would be.
    #[serde(serialize_with = "shown")]
    pub to_move: Player,
    /// Who would win.
    pub winner: Winner,
    /// That player's best moves.
    pub best_moves: Vec<String>,
    /// What they are called.
    #[serde(skip)]
    roles: [&'static str; 2],
}

fn player<S: serde::Serializer>(player: &Field<Player>, to: S) -> Result<S::Ok, S::Error> {
    shown_or_null(&player.flatten(), to)
}

/// The exact value of a position, the best moves, a line of best play.
///
/// A limit is not an error: then [`Worth::Unknown`] says what is known, and [`Solved::stopped`] which limit it was.
///
/// ```
/// use outplay::{Question, Run, solve};
///
/// let solved = solve(&Question::new("robs-dots", "heaps:50")?, &Run::default())?;
/// assert_eq!(solved.answer.worth.grundy(), Some(5));
/// assert!(solved.to_string().contains("best moves: 50>6,41"));
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn solve(question: &Question, run: &Run) -> Result<Solved, Error> {
    solve_and(question, run, None)
}

/// The same, with a certificate of the answer if there is one.
pub fn solve_certified(question: &Question, proving: Proving, run: &Run) -> Result<Solved, Error> {
    solve_and(question, run, Some(proving))
}

fn solve_and(question: &Question, run: &Run, proving: Option<Proving>) -> Result<Solved, Error> {
    let asked = Asked::with_any_heaps(question, run)?;
    let state = run.state.as_ref().map(|path| ProofState::open(path, &asked, run)).transpose()?;
    let saving = |_| state.iter().for_each(ProofState::save_if_due);
    run.heard_by(&saving, |budget| {
        // What was read fits the limit: entries beyond it were dropped, the cheapest first.
        let _ = budget.keep(state.as_ref().map_or(0, |state| state.memory as usize));
        let saved_proofs = state.as_ref().map(|state| &state.saved_proofs);
        let (answers, mut certificate) = each_start(&asked, saved_proofs, (run, proving), budget)?;
        let unsaved = state.as_ref().and_then(|state| state.save().err());
        let all = answers.iter().all(|answer| answer.worth.is_known());
        if let Some(proving) = proving.filter(|_| all && certificate.is_none()) {
            certificate = Some(certify::proved(&asked, proving, run, budget)?);
        }
        Ok(Solved { unsaved, ..Solved::new(asked, answers, certificate, budget) })
    })
}

/// The answer for each start of a hop game, of others the answer alone with a certificate if one is wanted.
fn each_start(
    asked: &Asked,
    saved_proofs: Option<&SavedProofs>,
    (run, proving): (&Run, Option<Proving>),
    budget: &mut Budget,
) -> Result<(Vec<Answer>, Option<Certified>), Error> {
    let mut answers: Vec<Answer> = Vec::new();
    let mut certificate = None;
    // A proof about several starts is written as one.
    let proving = proving.filter(|_| !asked.cases.has_starts() || asked.cases.all().len() == 1);
    for case in asked.cases.all() {
        let unsolved = answers.iter().find(|answer| !answer.worth.is_known());
        answers.push(match unsolved.and_then(|answer| answer.stopped) {
            // Once a limit is reached the other starts are not begun.
            Some(stopped) => Answer::none(stopped),
            None => {
                let after = &asked.question.after;
                let proving = proving.map(|proving| (asked, proving, run));
                let task = SolveTask { after, saved_proofs, explain: run.explain, proving, budget };
                let (answer, proved) = asked.with_oracle(case, &run.how, task)?;
                certificate = proved;
                answer
            }
        });
    }
    Ok((answers, certificate))
}

impl Solved {
    fn new(
        asked: Asked,
        answers: Vec<Answer>,
        certificate: Option<Certified>,
        budget: &Budget,
    ) -> Self {
        let used = budget.progress();
        let answer = Answer::agreed(&answers);
        let stopped = answers.iter().find_map(|answer| answer.stopped);
        let start = |(case, answer): (&Case, Answer)| Start {
            start: case.start.clone().unwrap_or_default(),
            answer,
        };
        let starts = if asked.cases.has_starts() {
            asked.cases.all().iter().zip(answers).map(start).collect()
        } else {
            Vec::new()
        };
        Solved {
            question: asked.question,
            answer,
            starts,
            positions: used.positions,
            seconds: seconds(used.elapsed),
            stopped,
            certificate,
            unsaved: None,
        }
    }

    /// Whether every start is solved.
    pub fn is_solved(&self) -> bool {
        let mut answers = self.starts.iter().map(|start| &start.answer);
        self.answer.worth.is_known() && answers.all(|answer| answer.worth.is_known())
    }
}

impl Reply for Solved {
    fn ended(&self) -> Ended {
        match &self.certificate {
            Some(certified) if certified.is_refused() => Ended::Refuted,
            Some(Certified::Stopped { .. } | Certified::Missing { .. }) => Ended::Limit,
            _ => Ended::unless(!self.is_solved()),
        }
    }
}

/// Unless the search for the value left them in a table, best moves and a line of play are searched for as long as the
/// value took, and this long: every move of a large board may be as hard as the value, so some are listed.
const PLAY_TIME: Duration = Duration::from_secs(3);

struct SolveTask<'a, 'b> {
    after: &'a str,
    saved_proofs: Option<&'a SavedProofs>,
    explain: bool,
    /// Whether the solver that answers is to prove the answer.
    proving: Option<(&'a Asked, Proving, &'a Run<'a>)>,
    budget: &'a mut Budget<'b>,
}

impl Task for SolveTask<'_, '_> {
    type Output = Result<(Answer, Option<Certified>), Error>;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        let record = Record::after(rules, self.after)?;
        let now = record.now();
        if self.saved_proofs.is_some_and(|saved_proofs| !oracle.keep_in(saved_proofs)) {
            return Err(InputError::plain("--state and --plain do not go together").into());
        }
        let names = |moves: Vec<Move>| moves.iter().map(|mv| rules.write_move(mv)).collect();
        let mut explanation = Vec::new();
        // The value comes first: it stands even if a limit stops the rest.
        let began = Instant::now();
        let answer = oracle.value(now, self.budget);
        let value_time = began.elapsed();
        let settled_by = oracle.settled_by();
        let tried = self.explain.then(|| oracle.tried().iter().map(Tried::from).collect());
        let nonterminal_positions = oracle.nonterminal_positions();
        let play = |value: GameValue| {
            if !is_open_ended(&value) {
                let (_, best) = oracle.best(now, self.budget)?;
                let line = oracle::best_line(oracle.as_mut(), now, self.budget)?;
                explanation = explain(oracle.as_mut(), now, best.first(), self.budget)?;
                return Ok(BestPlay::new((names(best), true), (names(line.moves), line.over)));
            }
            let mut some = self.budget.within(value_time + PLAY_TIME);
            let (best, all) = oracle.best_so_far(now, &mut some);
            // The moves may have used up the limit.
            let mut some = self.budget.within(PLAY_TIME);
            let (line, _) = oracle::line_so_far(oracle.as_mut(), now, &mut some);
            explanation =
                explain(oracle.as_mut(), now, best.first(), &mut some).unwrap_or_default();
            // Only a limit that stops everything is reported.
            self.budget.check()?;
            Ok(BestPlay::new((names(best), all), (names(line.moves), line.over)))
        };
        let play = answer.and_then(play);
        let mut passed = None;
        if let (Ok(GameValue::Partizan { .. }), Ok(_)) = (&answer, &play)
            && let Ok(Some(best)) = oracle.best_if_passed(now, self.budget)
        {
            let to_move = now.to_move.other();
            let winner = if best.is_empty() { now.to_move } else { to_move };
            let roles = [to_move, winner].map(|player| rules.role(player).unwrap_or_default());
            let (winner, best_moves) = (Winner::from(Some(winner)), names(best));
            passed = Some(Passed { to_move, winner, best_moves, roles });
        }
        let known = if answer.is_ok() { Known::Nothing } else { oracle.known(now) };
        let scored = matches!(answer, Ok(GameValue::Margin(_) | GameValue::MisereMargin(_)))
            || matches!(known, Known::Margin { .. });
        let winner = answer.ok().and_then(|value| value.winner());
        let proved = match self.proving.filter(|_| answer.is_ok()) {
            Some((asked, proving, run)) => {
                let solver: &mut dyn Oracle<Space = S> = oracle.as_mut();
                Some(certify::proved_by(asked, (rules, solver), proving, run, self.budget)?)
            }
            None => None,
        };
        let answer = Answer {
            worth: answer.map_or_else(|_| known.into(), Worth::from),
            winner_role: winner.and_then(|player| rules.role(player)),
            stopped: play.as_ref().err().copied(),
            play: answer.is_ok().then(|| play.unwrap_or(BestPlay::UNKNOWN)),
            settled_by: settled_by.map(Some),
            to_move: Some(Some(now.to_move)),
            score: scored.then_some(now.score),
            notes: Notes::of(rules, &now.position),
            nonterminal_positions: nonterminal_positions.map(Some),
            parts: explanation.first().map(|now| now.parts.clone()),
            passed,
            tried,
            explanation,
        };
        Ok((answer, proved))
    }
}

/// Whether the search for best moves may take far too long: every move may be as hard as the value, and an argument
/// that settles who wins does not say how.
fn is_open_ended(value: &GameValue) -> bool {
    let unknown = matches!(value, GameValue::Positional(PositionalValue { plies: None, .. }))
        && value.winner().is_some();
    unknown || !matches!(value, GameValue::Positional(_))
}

impl BestPlay {
    const UNKNOWN: BestPlay =
        BestPlay { best_moves: None, best_moves_complete: None, line: None, line_complete: None };

    /// Moves and a line, each with whether that is all.
    fn new((best, all): (Vec<String>, bool), (line, over): (Vec<String>, bool)) -> Self {
        BestPlay {
            best_moves: Some(best),
            best_moves_complete: (!all).then_some(Some(false)),
            line: Some(line),
            line_complete: (!over).then_some(Some(false)),
        }
    }
}

impl Answer {
    /// Nothing is known, because of a limit.
    fn none(stopped: Stopped) -> Self {
        Answer {
            worth: Known::Nothing.into(),
            winner_role: None,
            play: None,
            settled_by: None,
            to_move: None,
            score: None,
            notes: Notes::default(),
            nonterminal_positions: None,
            parts: None,
            passed: None,
            tried: None,
            explanation: Vec::new(),
            stopped: Some(stopped),
        }
    }

    /// How many fields it has.
    fn field_count(&self) -> usize {
        serde_json::to_value(self).ok().and_then(|json| Some(json.as_object()?.len())).unwrap_or(0)
    }

    /// What answers agree on: the fields of the fullest, null where they differ. Only hop games have several.
    fn agreed(answers: &[Answer]) -> Answer {
        let Some(fullest) = answers.iter().max_by_key(|answer| answer.field_count()) else {
            return Answer::none(Stopped::Interrupted);
        };
        if let [only] = answers {
            return only.clone();
        }
        let forces = |answer: &Answer| match &answer.worth {
            Worth::Positional { forces, .. } => *forces,
            Worth::Unknown { known, .. } => known.forces.flatten(),
            _ => None,
        };
        let winner = same(answers, |answer| answer.worth.winner());
        let worth = match &fullest.worth {
            Worth::Positional { .. } => Worth::Positional {
                winner,
                result: same(answers, |answer| match &answer.worth {
                    Worth::Positional { result, .. } => *result,
                    _ => None,
                }),
                forces: same(answers, forces),
                plies: same(answers, |answer| match &answer.worth {
                    Worth::Positional { plies, .. } => *plies,
                    _ => None,
                }),
            },
            Worth::Unknown { known, .. } => {
                let forces = known.forces.map(|_| same(answers, forces));
                Worth::Unknown { winner: (), known: Unknown { forces, ..*known } }
            }
            other => other.clone(),
        };
        let play = |answer: &Answer| answer.play.clone();
        Answer {
            worth,
            play: fullest.play.as_ref().map(|full| BestPlay {
                best_moves: same(answers, |answer| play(answer)?.best_moves),
                best_moves_complete: full
                    .best_moves_complete
                    .map(|_| same(answers, |answer| play(answer)?.best_moves_complete?)),
                line: same(answers, |answer| play(answer)?.line),
                line_complete: full
                    .line_complete
                    .map(|_| same(answers, |answer| play(answer)?.line_complete?)),
            }),
            settled_by: fullest
                .settled_by
                .as_ref()
                .map(|_| same(answers, |answer| answer.settled_by.clone().flatten())),
            to_move: fullest.to_move.map(|_| same(answers, |answer| answer.to_move.flatten())),
            nonterminal_positions: fullest
                .nonterminal_positions
                .map(|_| same(answers, |answer| answer.nonterminal_positions.flatten())),
            stopped: answers.iter().find_map(|answer| answer.stopped),
            // Each start tells its own.
            tried: None,
            ..fullest.clone()
        }
    }

    /// The answer in lines.
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let argument = self.settled_by.as_ref().and_then(Option::as_ref);
        if let (Worth::Unknown { known, .. }, Some(stopped)) = (&self.worth, self.stopped) {
            lines.push(format!("  not solved: {stopped}"));
            lines.extend(known.words().map(|words| format!("  {words}")));
            lines.extend(argument.map(|argument| format!("  by {argument}")));
        } else {
            let worth = self.worth.to_string();
            let named =
                |role| worth.replacen(" player", &format!(" player ({})", role_name(role)), 1);
            lines.push(format!("  {}", self.winner_role.map_or_else(|| worth.clone(), named)));
            lines.extend(argument.map(|argument| format!("  settled by: {argument}")));
            lines.extend(self.explanation.iter().map(|explained| format!("  {explained}")));
            lines.extend(self.play_lines());
            lines.extend(self.passed.iter().map(|passed| format!("  {passed}")));
        }
        if let Some(state) = self.notes.state {
            lines.push(format!("  state of the board: {state}"));
        }
        lines.extend(
            self.tried.iter().flat_map(|tried| methods::lines(tried, self.stopped.is_some())),
        );
        lines
    }

    fn play_lines(&self) -> Vec<String> {
        let Some(BestPlay {
            best_moves: Some(best),
            best_moves_complete,
            line: Some(line),
            line_complete,
        }) = &self.play
        else {
            let stopped = self.stopped.map(|stopped| stopped.to_string()).unwrap_or_default();
            return vec![format!("  best moves: not known; {stopped}")];
        };
        let all = best_moves_complete.is_none();
        let last_move_wins = matches!(self.worth, Worth::Impartial { .. } | Worth::Partizan { .. });
        let none = match (last_move_wins, all) {
            (_, false) => "not known yet",
            (true, true) => "every move loses",
            (false, true) => "none",
        };
        let others =
            if all { "" } else { " (perhaps others too: `outplay moves` searches them all)" };
        let (over, goes_on) = match line_complete {
            None => ("the game is over", ""),
            Some(_) if line.is_empty() => ("not known yet", ""),
            Some(_) => ("", "  … (the game goes on)"),
        };
        vec![
            format!("  best moves: {}{others}", list(best, 24, none)),
            format!("  best play:  {}{goes_on}", list(line, 24, over)),
        ]
    }
}

/// What `of` gives for all answers alike.
fn same<T: PartialEq>(answers: &[Answer], of: impl Fn(&Answer) -> Option<T>) -> Option<T> {
    let mut all = answers.iter().map(of);
    let first = all.next().flatten()?;
    all.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.question)?;
        if self.starts.is_empty() {
            self.answer.lines().iter().try_for_each(|line| writeln!(f, "{line}"))?;
        }
        for Start { start, answer } in &self.starts {
            writeln!(f, "first X on {start}:")?;
            answer.lines().iter().try_for_each(|line| writeln!(f, "{line}"))?;
        }
        if let Some(certified) = &self.certificate {
            writeln!(f, "{certified}")?;
        }
        write!(f, "{}, {}", count(self.positions, "position", "positions"), time(self.seconds))
    }
}

impl fmt::Display for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [to_move, winner] = self.roles;
        write!(f, "were it {to_move}'s turn, {winner} would win")?;
        match &self.best_moves[..] {
            [] => Ok(()),
            moves => write!(f, "; best moves: {}", list(moves, 24, "")),
        }
    }
}

/// At most `most` items on a line; the rest are counted.
fn list(items: &[String], most: usize, none: &str) -> String {
    match items.len() {
        0 => none.to_string(),
        n if n <= most => items.join("  "),
        n => format!("{}  … and {} more", items[..most].join("  "), n - most),
    }
}
