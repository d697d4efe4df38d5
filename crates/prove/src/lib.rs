//! From a solver's answer to a certificate of it.
//!
//! A solver is asked for values, and what a proof needs of them is written down: for the winner one good move per position,
//! for the loser every move; positions that are the same up to names once. Nothing of how the solver found its answer
//! goes into the proof, so one prover serves every solver, and the checker need trust none.

mod closed;
mod impartial;
mod partizan;
mod positional;
mod promise;
mod recompute;
mod scoring;
mod scribe;
mod shape;

use outplay_certificate::board;
use outplay_certificate::body::Form;
use outplay_certificate::closed::connected::Connected;
use outplay_certificate::closed::grid_key::GridKey;
use outplay_certificate::closed::islands::Islands;
use outplay_certificate::game::arguments::Arguments;
use outplay_certificate::game::{LARGEST_HEAP, MakerGames, maker_games, table_bytes};
use outplay_certificate::header::{Header, ProofKind, Second, Statement};
use outplay_certificate::sum;
use outplay_certificate::theory::Theory;
use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::game::{Case, Cases, GameName};
use outplay_rules::in_space;
use outplay_rules::option::{MISERE, Options};
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::{End, Part, TakingRule};
use outplay_rules::ruleset::{AnyImpartial, AnyPositional, Game, Playable, Ruleset};
use outplay_rules::spaces::{Space, Stones};
use outplay_solve::impartial::{CONNECTED_SET_TABLE, Convention, ImpartialOracle, Nimber};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{GameValue, How, Oracle};
use outplay_solve::positional::Forces;
use outplay_solve::positional::PositionalOracle;
use outplay_solve::solver;

use closed::Found;
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
pub struct Subject<'a> {
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
    /// Whether the proof is to be a table that the checker fills again. Very large tables are always proved so.
    pub recompute: bool,
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
    /// The theories that it rests on. A proof in steps that rests on none is written in version 1, which more checkers read.
    uses: Vec<Theory>,
    unordered: Option<Unordered>,
}

/// What a header says of a proof that is no list of steps.
struct Unordered {
    kind: ProofKind,
    symmetries: Vec<Vec<u16>>,
    cost: u64,
    /// The bytes that the checker's table takes.
    memory: u64,
}

impl Proof {
    fn new(
        statement: Statement,
        (body, steps, entries): (Vec<u8>, u64, u64),
        heaps: u32,
        form: Form,
    ) -> Self {
        Proof { statement, body, steps, entries, heaps, form, uses: Vec::new(), unordered: None }
    }

    /// What version 2 adds to a header; none if version 1 will do.
    fn second(&self, question: &Subject) -> Option<Second> {
        let unordered = self.unordered.as_ref();
        (unordered.is_some() || !self.uses.is_empty()).then(|| Second {
            board_digest: board::digest(question.cases.first()),
            uses: self.uses.clone(),
            proof: unordered.map_or(ProofKind::Ordered, |proof| proof.kind),
            symmetries: unordered.map_or(Vec::new(), |proof| proof.symmetries.clone()),
            cost: unordered.map_or(self.steps, |proof| proof.cost),
        })
    }

    /// A proof by a set of facts.
    fn of_facts(
        statement: Statement,
        found: Found,
        unordered: Unordered,
        uses: Vec<Theory>,
        form: Form,
    ) -> Self {
        let facts = found.facts.len() as u64;
        let written = (found.write(form), facts, facts);
        Proof { uses, unordered: Some(unordered), ..Proof::new(statement, written, 0, form) }
    }
}

/// Solves a question and proves the answer.
pub fn certificate(
    question: Subject,
    how: &How,
    form: Form,
    budget: &mut Budget,
) -> Result<Certificate, NoProof> {
    let task = Task::new(&question, how, form);
    let proof = in_space!(question.cases.first(), |game| match game {
        Game::Positional(rules) if question.cases.has_starts() && !question.recompute => {
            prove_starts(rules.as_ref(), question.cases, how, form, budget)
        }
        _ => prove_game(game, None, &task, budget),
    })?;
    certified(question, proof)
}

/// Proves the answer with the solver that gave it, in a game with one start, so that nothing is searched twice.
pub fn certificate_by<S: Space>(
    question: Subject,
    (game, oracle): (&Game<S>, &mut dyn Oracle<Space = S>),
    how: &How,
    form: Form,
    budget: &mut Budget,
) -> Result<Certificate, NoProof> {
    let task = Task::new(&question, how, form);
    if question.cases.has_starts() {
        let every = question.cases.every()?;
        let nested = match game {
            Game::Positional(rules) => {
                let starts = every.iter().filter_map(|case| starting_stones(&case.ruleset));
                prove_nested(rules.as_ref(), oracle, &starts.collect::<Vec<_>>(), form, budget)?
            }
            _ => None,
        };
        return match nested {
            Some(proof) => certified(question, proof),
            None => certificate(question, how, form, budget),
        };
    }
    let proof = prove_game(game, Some(oracle), &task, budget)?;
    certified(question, proof)
}

fn certified(question: Subject, proof: Proof) -> Result<Certificate, NoProof> {
    if proof.heaps > LARGEST_HEAP {
        let message = "a heap is too large to prove its value";
        let help = format!("up to {LARGEST_HEAP} it can be; `outplay period` proves periods");
        return Err(InputError::plain(message).help(help).into());
    }
    // Values that a component is shown not to have are kept beside it; the steps bound their number.
    let memory = match &proof.unordered {
        Some(unordered) => unordered.memory,
        None => {
            table_bytes(question.cases.first(), question.options.has(&MISERE), proof.entries)
                + 2 * size_of::<u32>() as u64 * proof.steps
        }
    };
    assembled(question, proof, memory, String::new())
}

/// A proof with the header that it belongs to. `strategy` is the label of a strategy that makes a promise.
fn assembled(
    question: Subject,
    proof: Proof,
    memory: u64,
    strategy: String,
) -> Result<Certificate, NoProof> {
    let second = proof.second(&question);
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
        second,
    };
    let text = header.write().ok_or_else(|| {
        InputError::plain("a name that spans lines cannot be written in a certificate")
    })?;
    let mut bytes = text.into_bytes();
    bytes.extend(proof.body);
    bytes.extend(sum::last_line(&bytes).into_bytes());
    Ok(Certificate { bytes, header, positions: proof.entries })
}

/// What the proof is about and how it is written.
struct Task<'a> {
    after: &'a str,
    misere: bool,
    recompute: bool,
    how: How,
    form: Form,
}

impl<'a> Task<'a> {
    fn new(question: &Subject<'a>, how: &How, form: Form) -> Self {
        let misere = question.options.has(&MISERE);
        let recompute = question.recompute;
        Task { after: question.after, misere, recompute, how: how.clone(), form }
    }
}

fn prove_game<S: Space>(
    game: &Game<S>,
    mut solved: Option<&mut dyn Oracle<Space = S>>,
    task: &Task,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let convention = if task.misere { Convention::Misere } else { Convention::Normal };
    if task.recompute {
        return match solved {
            Some(oracle) => prove_recomputed(game, oracle, task, budget),
            None => {
                let mut own = solver(game, convention, &task.how);
                prove_recomputed(game, own.as_mut(), task, budget)
            }
        };
    }
    if let Game::Impartial(rules) = game
        && !task.misere
        && let Some(proof) = prove_connected(rules.as_ref(), lent(&mut solved), task, budget)?
    {
        return Ok(proof);
    }
    // The values of parts are needed even where only the outcome is stated, so such a solver is not asked again.
    if let Some(oracle) = solved.filter(|_| !task.how.outcome_only) {
        return prove_by(game, oracle, task, budget);
    }
    let exact = How { outcome_only: false, ..task.how.clone() };
    prove_by(game, solver(game, convention, &exact).as_mut(), task, budget)
}

/// A solver for one more question.
fn lent<'o, S: Space>(
    solved: &'o mut Option<&mut dyn Oracle<Space = S>>,
) -> Option<&'o mut dyn Oracle<Space = S>> {
    match solved {
        Some(oracle) => Some(&mut **oracle),
        None => None,
    }
}

/// Steps that prove what a solver says.
fn prove_by<S: Space>(
    game: &Game<S>,
    oracle: &mut dyn Oracle<Space = S>,
    task: &Task,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let record = Record::after(game, task.after)?;
    let (moment, form) = (record.now(), task.form);
    match game {
        Game::Impartial(rules) if task.misere => {
            Ok(impartial::prove_by_play(rules.as_ref(), oracle, &moment.position, form, budget)?)
        }
        Game::Impartial(rules) => {
            let only = task.how.outcome_only;
            Ok(impartial::prove(rules.as_ref(), oracle, &moment.position, only, form, budget)?)
        }
        Game::Scoring(rules) => {
            let only = task.how.outcome_only;
            let how = (only, task.misere, form);
            Ok(scoring::prove(rules.as_ref(), oracle, moment, how, budget)?)
        }
        Game::Positional(rules) => prove_positional(rules.as_ref(), oracle, moment, form, budget),
        Game::Partizan(rules) => Ok(partizan::prove(rules.as_ref(), oracle, moment, form, budget)?),
    }
}

/// A game that never breaks a component, with the connected set of vertices that a position is; none of other games and
/// positions.
struct OneComponent {
    game: Connected,
    set: u64,
    grid: Option<GridKey>,
}

impl OneComponent {
    fn new<S: Space>(rules: &AnyImpartial<S>, position: &S::Position) -> Option<Self> {
        let heaps = rules.parts(position).iter().any(|part| matches!(part, Part::Heap(_)));
        let Some(TakingRule::Connected(code)) = rules.taking().filter(|_| !heaps) else {
            return None;
        };
        let (graph, left) = (rules.space().graph()?, rules.space().vertices(position)?);
        let grid = GridKey::of(graph);
        let game = Connected::new(graph, code, grid.is_some())?;
        let set = left.words().first().copied()?;
        game.is_connected(set).then_some(OneComponent { game, set, grid })
    }
}

/// A proof by a table that the checker fills again, of what a solver says.
fn prove_recomputed<S: Space>(
    game: &Game<S>,
    oracle: &mut dyn Oracle<Space = S>,
    task: &Task,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let record = Record::after(game, task.after)?;
    let now = record.now();
    let proved = match game {
        Game::Impartial(rules) if !task.misere => {
            prove_component(rules.as_ref(), oracle, now, task, budget)?
        }
        Game::Scoring(rules) if !task.misere => {
            scoring::prove_recomputed(rules.as_ref(), oracle, now, task.form, budget)?
        }
        _ => None,
    };
    let none = || {
        InputError::plain("there is no table here that the checker could fill itself").help(
            "this is for octal games with digits 0 to 3, on one component, and for games in which a score keeps the \
             turn, on boards of at most 64 edges; in normal play",
        )
    };
    Ok(proved.ok_or_else(none)?)
}

/// The same in games that never break a component; none in others.
fn prove_component<S: Space>(
    rules: &AnyImpartial<S>,
    oracle: &mut dyn Oracle<Space = S>,
    now: &Moment<S::Position>,
    task: &Task,
    budget: &mut Budget,
) -> Result<Option<Proof>, NoProof> {
    let component = OneComponent::new(rules, &now.position);
    let Some(component) = component.filter(|component| component.set != 0) else {
        return Ok(None);
    };
    let value = oracle.value(now, budget)?;
    let statement = match value {
        GameValue::Impartial { nimber: Some(Nimber::Value(value)), .. }
            if !task.how.outcome_only =>
        {
            Statement::Grundy(u32::try_from(value).map_err(|_| Stopped::Memory)?)
        }
        value => Statement::Outcome(value.winner() == Some(now.to_move)),
    };
    let order = recompute::order(component.grid, component.set);
    // The solver drops its table: there may not be room for two.
    oracle.forget(budget);
    recompute::prove(&component.game, &order, statement, task.form, budget).map(Some)
}

/// A closed proof by the table of all connected sets, in games that never break a component; none in others, and where there is no room for the
/// table. A solver that has filled one is asked.
fn prove_connected<S: Space>(
    rules: &AnyImpartial<S>,
    solved: Option<&mut dyn Oracle<Space = S>>,
    task: &Task,
    budget: &mut Budget,
) -> Result<Option<Proof>, NoProof> {
    let record = Record::after(rules, task.after)?;
    let now = record.now();
    let Some(component) = OneComponent::new(rules, &now.position) else { return Ok(None) };
    // One step is shorter than any set of facts.
    if impartial::has_shape(rules, &now.position) {
        return Ok(None);
    }
    let OneComponent { game, set, grid } = component;
    let how = How { method: Some(CONNECTED_SET_TABLE[0].into()), ..task.how.clone() };
    let mut own = ImpartialOracle::new(rules, Convention::Normal, &how);
    let oracle: &mut dyn Oracle<Space = S> = match solved {
        Some(oracle) if oracle.connected_sets().is_some() => oracle,
        _ => match own.value(now, budget) {
            Err(Stopped::Unsettled) => return Ok(None),
            Err(stopped) => return Err(stopped.into()),
            Ok(_) => &mut own,
        },
    };
    let Some(values) = oracle.connected_sets() else { return Ok(None) };
    let value = if set == 0 { Some(0) } else { values(set) };
    let (stated, statement) = match (value, task.how.outcome_only) {
        (Some(value), false) => (Some(value as u8), Statement::Grundy(value)),
        (Some(0), true) => (Some(0), Statement::Outcome(false)),
        (_, true) => (None, Statement::Outcome(true)),
        (None, false) => return Ok(None),
    };
    if set.count_ones() >= recompute::LARGE {
        let order = recompute::order(grid, set);
        if recompute::is_too_large(&game, &order, budget) {
            drop(values);
            // The solver drops its table: there may not be room for two.
            oracle.forget(budget);
            return recompute::prove(&game, &order, statement, task.form, budget).map(Some);
        }
    }
    let found = closed::connected::prove(&game, values, (set, stated), budget)?;
    let uses = if grid.is_some() { vec![Theory::GridKey] } else { Vec::new() };
    let memory = outplay_certificate::closed::table_bytes::<Connected>(found.facts.len() as u64);
    let kind = ProofKind::Closed;
    let closed = Unordered { kind, symmetries: Vec::new(), cost: found.cost, memory };
    Ok(Some(Proof::of_facts(statement, found, closed, uses, task.form)))
}

/// The stones with which a game on points begins.
fn starting_stones(ruleset: &Ruleset) -> Option<Stones> {
    in_space!(ruleset, |game| {
        let start = game.rules().start();
        game.rules().space().stones(&start).cloned()
    })
}

/// A closed proof that the first player wins a hop game on a nested board from all these positions, in which he is to move; none if the solver
/// made no table of it, if he does not win, and where fewer steps will do.
fn prove_nested<S: Space>(
    rules: &AnyPositional<S>,
    oracle: &dyn Oracle<Space = S>,
    starts: &[Stones],
    form: Form,
    budget: &mut Budget,
) -> Result<Option<Proof>, NoProof> {
    let (Some(wins), Some(game)) = (oracle.nested_wins(), rules.hopping()) else { return Ok(None) };
    let stolen =
        |start: &Stones| Arguments::of(rules).is_some_and(|arguments| arguments.stealing(start, 0));
    if game.board().point_count() <= positional::PLAYED || starts.iter().all(stolen) {
        return Ok(None);
    }
    let Some(islands) = Islands::new(game) else { return Ok(None) };
    let first = |start: &Stones| islands.to_move(&islands.tuple(start)) == Player::First;
    if !starts.iter().all(|start| first(start) && wins(start)) {
        return Ok(None);
    }
    let found = closed::islands::prove(&islands, starts, &wins, budget)?;
    let proof = |found: Found| {
        let memory = outplay_certificate::closed::table_bytes::<Islands>(found.facts.len() as u64);
        let (kind, cost) = (ProofKind::Closed, found.cost);
        let closed = Unordered { kind, symmetries: Vec::new(), cost, memory };
        let statement = Statement::Forces([Some(true); 4]);
        Proof::of_facts(statement, found, closed, vec![Theory::Islands], form)
    };
    Ok(found.map(proof))
}

fn prove_positional<S: Space>(
    rules: &AnyPositional<S>,
    oracle: &mut dyn Oracle<Space = S>,
    moment: &Moment<S::Position>,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    oracle.value(moment, budget)?;
    if let Some(stones) = rules.space().stones(&moment.position)
        && let Some(proof) =
            prove_nested(rules, oracle, std::slice::from_ref(stones), form, budget)?
    {
        return Ok(proof);
    }
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
        if let ([_], None) = (cases.all(), all) {
            let start = Record::new(game.as_ref()).now().clone();
            oracle.value(&start, budget)?;
            let stones = every.iter().filter_map(|case| starting_stones(&case.ruleset));
            let stones: Vec<Stones> = stones.collect();
            if let Some(proof) = prove_nested(game.as_ref(), &oracle, &stones, form, budget)? {
                return Ok(proof);
            }
        }
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
