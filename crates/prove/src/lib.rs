//! From a solver's answer to a certificate of it.
//!
//! A solver is asked for values, and what a proof needs of them is written down: for who wins one good move a position,
//! for who loses every move; positions that are the same up to names once. Nothing of how the solver found its answer
//! goes into the proof, so one prover serves every solver, and the checker need trust none.

mod impartial;
mod positional;
mod promise;
mod scoring;
mod scribe;
mod shape;

use outplay_certificate::body::Form;
use outplay_certificate::game::arguments::Arguments;
use outplay_certificate::game::{LARGEST_HEAP, MakerGames, maker_games, table_bytes};
use outplay_certificate::header::{Header, Statement};
use outplay_certificate::sum;
use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::game::{Case, Cases, GameName};
use outplay_rules::in_space;
use outplay_rules::option::{MISERE, Options};
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::End;
use outplay_rules::ruleset::{AnyPositional, Game, Playable};
use outplay_rules::spaces::Space;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, How, Oracle};
use outplay_solve::positional::Forces;
use outplay_solve::positional::PositionalOracle;
use outplay_solve::solver;

pub use promise::promise;

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoProof {
    /// A limit came first.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// There is none for this question.
    #[error("{0}")]
    Input(#[from] InputError),
}

/// What a certificate is to be about.
pub struct Question<'a> {
    /// The game.
    pub game: &'a GameName,
    /// The board.
    pub board: &'a BoardName,
    /// The game's options.
    pub options: &'a Options,
    /// The rules that these make, from each start if there are several.
    pub cases: &'a Cases,
    /// The moves that lead to the position.
    pub after: &'a str,
    /// The text of the board's file, if it is read from one.
    pub file: Option<String>,
}

/// A certificate with what it took.
pub struct Certificate {
    /// The certificate.
    pub bytes: Vec<u8>,
    /// Its header.
    pub header: Header,
    /// The positions that the proof is about.
    pub positions: u64,
}

/// The steps of a proof.
struct Proof {
    statement: Statement,
    body: Vec<u8>,
    steps: u64,
    entries: u64,
    heaps: u32,
    form: Form,
}

impl Proof {
    fn new(
        statement: Statement,
        (body, steps, entries): (Vec<u8>, u64, u64),
        heaps: u32,
        form: Form,
    ) -> Self {
        Proof { statement, body, steps, entries, heaps, form }
    }
}

/// Solves a question and proves the answer.
pub fn certificate(
    question: Question,
    how: &How,
    form: Form,
    budget: &mut Budget,
) -> Result<Certificate, NoProof> {
    let proof = prove(&question, how, form, budget)?;
    if proof.heaps > LARGEST_HEAP {
        let message = format!("a heap of {} is too large to prove its value", proof.heaps);
        return Err(InputError::plain(message)
            .help(format!(
                "heaps up to {LARGEST_HEAP} can be proved; `outplay period` proves periods"
            ))
            .into());
    }
    // Values that a component is shown not to have are kept beside it; the steps bound their number.
    let memory = table_bytes(question.cases.first(), question.options.has(&MISERE), proof.entries)
        + 2 * size_of::<u32>() as u64 * proof.steps;
    assembled(question, proof, memory, String::new())
}

/// A proof with the header that it belongs to. `strategy` is the label of a strategy that makes a promise.
fn assembled(
    question: Question,
    proof: Proof,
    memory: u64,
    strategy: String,
) -> Result<Certificate, NoProof> {
    let header = Header {
        statement: proof.statement,
        game: question.game.clone(),
        board: question.board.clone(),
        options: question.options.clone(),
        after: question.after.to_string(),
        file: question.file,
        strategy,
        heaps: proof.heaps,
        steps: proof.steps,
        memory,
        form: proof.form,
    };
    let text = header.write().ok_or_else(|| {
        InputError::plain("a name that spans lines cannot stand in a certificate")
    })?;
    let mut bytes = text.into_bytes();
    bytes.extend(proof.body);
    bytes.extend(sum::last_line(&bytes).into_bytes());
    Ok(Certificate { bytes, header, positions: proof.entries })
}

fn prove(
    question: &Question,
    how: &How,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let misere = question.options.has(&MISERE);
    // The values of parts are needed even where only the outcome is stated.
    let exact = How { outcome_only: false, ..how.clone() };
    let task = Task { after: question.after, misere, outcome_only: how.outcome_only, form };
    in_space!(question.cases.first(), |game| match game {
        Game::Positional(rules) if question.cases.has_starts() => {
            prove_starts(rules.as_ref(), question.cases, how, form, budget)
        }
        _ => prove_game(game, &exact, &task, budget),
    })
}

/// What the proof is about and how it is written.
struct Task<'a> {
    after: &'a str,
    misere: bool,
    outcome_only: bool,
    form: Form,
}

fn prove_game<S: Space>(
    game: &Game<S>,
    how: &How,
    task: &Task,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let convention = if task.misere { Convention::Misere } else { Convention::Normal };
    let mut oracle = solver(game, convention, how);
    let oracle = oracle.as_mut();
    let record = Record::after(game, task.after)?;
    let (moment, form) = (record.now(), task.form);
    match game {
        Game::Impartial(rules) if task.misere => {
            Ok(impartial::prove_by_play(rules.as_ref(), oracle, &moment.position, form, budget)?)
        }
        Game::Impartial(rules) => {
            let only = task.outcome_only;
            Ok(impartial::prove(rules.as_ref(), oracle, &moment.position, only, form, budget)?)
        }
        Game::Scoring(_) if task.misere => Err(no_misere_points().into()),
        Game::Scoring(rules) => Ok(scoring::prove(rules.as_ref(), oracle, moment, form, budget)?),
        Game::Positional(rules) => prove_positional(rules.as_ref(), oracle, moment, form, budget),
    }
}

/// The checker has no steps for games that fewer points win.
fn no_misere_points() -> InputError {
    InputError::plain("the misère form of a scoring game has no certificates yet")
}

fn prove_positional<S: Space>(
    rules: &AnyPositional<S>,
    oracle: &mut dyn Oracle<Space = S>,
    moment: &Moment<S::Position>,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let arguments = Arguments::of(rules);
    let games = maker_games_of(rules, arguments.as_ref());
    let mut prover = positional::Prover::new(rules, (arguments.as_ref(), &games), form);
    let forces = prover.show_forces(
        &moment.position,
        &mut |position, budget| forces(rules, oracle, position, budget),
        budget,
    )?;
    Ok(prover.finish(forces))
}

/// The Maker-Breaker games that arguments draw on.
fn maker_games_of<S: Space>(rules: &AnyPositional<S>, arguments: Option<&Arguments>) -> MakerGames {
    rules.space().sets().map_or([None, None], |board| maker_games(arguments, board))
}

fn forces<S: Space>(
    rules: &AnyPositional<S>,
    oracle: &mut dyn Oracle<Space = S>,
    position: &S::Position,
    budget: &mut Budget,
) -> Result<Forces, Stopped> {
    let to_move = rules.to_move(position);
    let moment = Moment { position: position.clone(), to_move, score: [0, 0] };
    match oracle.value(&moment, budget)? {
        GameValue::Positional(value) => Ok(value.forces),
        other => Ok(match other.winner() {
            Some(winner) => Forces::at(End::Win(winner)),
            None => Forces::at(End::Draw),
        }),
    }
}

/// A game from every start: those that are not alike are proved, the others copied.
fn prove_starts<S: Playable>(
    rules: &AnyPositional<S>,
    cases: &Cases,
    how: &How,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let arguments = Arguments::of(rules);
    let makers = maker_games_of(rules, arguments.as_ref());
    let mut prover = positional::Prover::new(rules, (arguments.as_ref(), &makers), form);
    let mut all: Option<Forces> = None;
    // Starts up to symmetry first; then each of the others finds its copy, or is proved as well.
    let every = cases.every()?;
    let is_first = |case: &&Case| cases.all().iter().all(|first| first.start != case.start);
    for case in cases.all().iter().chain(every.iter().filter(is_first)) {
        let Some(Game::Positional(game)) = S::game(&case.ruleset) else { continue };
        let mut oracle = PositionalOracle::new(game.as_ref(), how);
        let mut ask = |position: &S::Position, budget: &mut Budget| {
            forces(game.as_ref(), &mut oracle, position, budget)
        };
        let found = match all.filter(|&known| prover.knows(&game.start(), known)) {
            Some(known) => known,
            None => prover.show_forces(&game.start(), &mut ask, budget)?,
        };
        if all.is_some_and(|known| known != found) {
            let message = "the starts differ, so each needs a certificate of its own";
            return Err(InputError::plain(message).help("choose one with --start").into());
        }
        all = Some(found);
    }
    let forces = all.unwrap_or(Forces::at(End::Win(Player::First)));
    Ok(prover.finish(forces))
}
