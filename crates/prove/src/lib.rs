//! From a solver's answer to a certificate of it.
//!
//! A solver is asked for values, and what a proof needs of them is written down: for who wins one good move a position,
//! for who loses every move; positions that are the same up to names once. Nothing of how the solver found its answer
//! goes into the proof, so one prover serves every solver, and the checker need trust none.

mod impartial;
mod maker;
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
use outplay_rules::game::{GameName, Ruleset};
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::placing::Stones;
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::option::{MISERE, Options, START};
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::{End, Impartial, Positional, Rules};
use outplay_solve::impartial::Convention;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, How, Oracle};
use outplay_solve::positional::Forces;
use outplay_solve::positional::oracle::PositionalOracle;
use outplay_solve::with_oracle;

pub use promise::promise;
use shape::Shaped;

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
    /// The rules that these make.
    pub ruleset: &'a Ruleset,
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
    let memory = table_bytes(question.ruleset, question.options.has(&MISERE), proof.entries)
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
    if let (Ruleset::Hop(games), None) = (question.ruleset, question.options.value(&START)) {
        return prove_starts(games, how, form, budget);
    }
    let misere = question.options.has(&MISERE);
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    // The values of parts are needed even where only the outcome is stated.
    let exact = How { outcome_only: false, ..how.clone() };
    let task = Task { after: question.after, misere, outcome_only: how.outcome_only, form };
    with_oracle!(question.ruleset, 0, convention, &exact, |mut oracle, rules| rules.prove(
        &mut oracle,
        &task,
        budget
    ))
}

/// What the proof is about and how it is written.
struct Task<'a> {
    after: &'a str,
    misere: bool,
    outcome_only: bool,
    form: Form,
}

/// Rules of whatever theory.
trait Provable: Rules + Sized {
    fn prove<O: Oracle<Rules = Self>>(
        &self,
        oracle: &mut O,
        task: &Task,
        budget: &mut Budget,
    ) -> Result<Proof, NoProof>;
}

fn prove_impartial<R: Impartial + Shaped, O: Oracle<Rules = R>>(
    rules: &R,
    oracle: &mut O,
    task: &Task,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let position = Record::after(rules, task.after)?.now().position.clone();
    if task.misere {
        return Ok(impartial::prove_by_play(rules, oracle, &position, task.form, budget)?);
    }
    Ok(impartial::prove(rules, oracle, &position, task.outcome_only, task.form, budget)?)
}

fn prove_scoring<O: Oracle<Rules = EdgeGame>>(
    rules: &EdgeGame,
    oracle: &mut O,
    task: &Task,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let record = Record::after(rules, task.after)?;
    Ok(scoring::prove(rules, oracle, record.now(), task.form, budget)?)
}

fn prove_positional<R: Positional + Shaped + Arguable, O: Oracle<Rules = R>>(
    rules: &R,
    oracle: &mut O,
    task: &Task,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let position = Record::after(rules, task.after)?.now().position.clone();
    let arguments = rules.arguments();
    let games = rules.maker_games(arguments.as_ref());
    let argued = (arguments.as_ref(), R::stones as fn(&R::Position) -> Option<&Stones>, &games);
    let mut prover = positional::Prover::new(rules, argued, task.form);
    let forces = prover.show_forces(
        &position,
        &mut |position, budget| forces(oracle, position, budget),
        budget,
    )?;
    Ok(prover.finish(forces))
}

fn forces<R: Positional, O: Oracle<Rules = R>>(
    oracle: &mut O,
    position: &R::Position,
    budget: &mut Budget,
) -> Result<Forces, Stopped> {
    let to_move = oracle.rules().to_move(position);
    let moment = Moment { position: position.clone(), to_move, score: [0, 0] };
    match oracle.value(&moment, budget)? {
        GameValue::Positional(value) => Ok(value.forces),
        other => Ok(match other.winner() {
            Some(winner) => Forces::at(End::Win(winner)),
            None => Forces::at(End::Draw),
        }),
    }
}

/// A hop game from every start: those that are not alike are proved, the others copied.
fn prove_starts(
    games: &[(usize, HopGame)],
    how: &How,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let Some((_, rules)) = games.first() else {
        return Err(InputError::plain("there is no start").into());
    };
    let points = rules.board().point_count();
    let arguments = rules.arguments();
    let makers = rules.maker_games(arguments.as_ref());
    let stones = HopGame::stones as fn(&Stones) -> Option<&Stones>;
    let argued = (arguments.as_ref(), stones, &makers);
    let mut prover = positional::Prover::new(rules, argued, form);
    let mut all: Option<Forces> = None;
    // Starts up to symmetry first; then each of the others finds its copy, or is proved as well.
    let representatives = games.iter().map(|(start, _)| *start);
    let others = (0..points).filter(|point| games.iter().all(|(start, _)| start != point));
    for start in representatives.chain(others) {
        let game = rules.starting_at(start)?;
        let mut oracle = PositionalOracle::new(&game, how);
        let mut ask =
            |position: &Stones, budget: &mut Budget| forces(&mut oracle, position, budget);
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

/// Positional games, with the arguments that serve in them.
trait Arguable: Rules {
    /// The arguments; none serve in some games.
    fn arguments(&self) -> Option<Arguments> {
        None
    }

    /// The Maker-Breaker games that arguments draw on.
    fn maker_games(&self, _arguments: Option<&Arguments>) -> MakerGames {
        [None, None]
    }

    /// The stones of a position, where arguments serve.
    fn stones(_position: &Self::Position) -> Option<&Stones> {
        None
    }
}

macro_rules! arguable {
    ($game:ty, $arguments:expr) => {
        impl Arguable for $game {
            fn arguments(&self) -> Option<Arguments> {
                $arguments(self)
            }

            fn maker_games(&self, arguments: Option<&Arguments>) -> MakerGames {
                maker_games(arguments, self.board())
            }

            fn stones(position: &Stones) -> Option<&Stones> {
                Some(position)
            }
        }
    };
}

arguable!(outplay_rules::games::placing::PlacingGame, Arguments::of_placing);
arguable!(HopGame, Arguments::of_hop);
impl Arguable for outplay_rules::games::chooser_picker::ChooserPicker {}

macro_rules! provable {
    ($prove:ident: $($game:ty),+) => {
        $(impl Provable for $game {
            fn prove<O: Oracle<Rules = Self>>(
                &self,
                oracle: &mut O,
                task: &Task,
                budget: &mut Budget,
            ) -> Result<Proof, NoProof> {
                $prove(self, oracle, task, budget)
            }
        })+
    };
}

provable!(prove_impartial: outplay_rules::games::octal::OctalGame,
    outplay_rules::games::node_kayles::NodeKayles,
    outplay_rules::games::arc_kayles::ArcKayles,
    outplay_rules::games::nimstring::Nimstring);
provable!(prove_scoring: EdgeGame);
provable!(prove_positional: outplay_rules::games::placing::PlacingGame,
    outplay_rules::games::chooser_picker::ChooserPicker,
    HopGame);
