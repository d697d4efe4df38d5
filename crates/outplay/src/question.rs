//! A question: a game, a board, what else the rules depend on, and the moves played so far.

use std::fmt;
use std::str::FromStr;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::error::InputError;
use outplay_rules::game::{Case, Cases, GameName};
use outplay_rules::graph::Graph;
use outplay_rules::in_space;
use outplay_rules::moves::split_moves;
use outplay_rules::option::{MISERE, Options, START};
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::{Part, Rules, TakingRule};
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;
use outplay_solve::impartial::{Convention, Nimber, Outcome, small_board_value};
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{AnyOracle, GameValue, How};
use outplay_solve::{Fit, Method, solver};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::run::Run;
use crate::view::picture::View;

/// A question as it is written, for example in JSON. [`Written::read`] finds out whether it makes sense.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// The game, such as `kayles` or `octal:0.137`.
    pub game: String,
    /// The board, such as `heaps:50` or `grid:3x4`.
    pub board: String,
    /// The moves played before the question is asked.
    #[serde(default)]
    pub after: String,
    /// What else the rules depend on; these refuse any field that is no option.
    #[serde(flatten)]
    pub options: Options,
}

/// What the fields of a question are, as a schema says it.
#[cfg(feature = "schema")]
fn properties() -> serde_json::Value {
    use serde_json::json;
    let text = |words: &str| json!({ "type": "string", "description": words });
    let mut properties = json!({
        "game": text("A game by its name."),
        "board": text("A board by its name; no files."),
        "after": text("Moves, separated by spaces."),
    });
    for option in outplay_rules::registry::all_options() {
        let kind = if option.value.is_some() { "string" } else { "boolean" };
        properties[option.field()] = json!({ "type": [kind, "null"], "description": option.help });
    }
    properties
}

/// The options are those of the registry, and there is nothing else.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Written {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Question".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "description": "A game, a board, options and the moves played, in the notation of the command line.",
            "required": ["game", "board"],
            "additionalProperties": false,
            "properties": properties(),
        })
    }
}

/// The fields of a question among those of an answer.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Question {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Asked".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "required": ["game", "board"],
            "properties": properties(),
        })
    }
}

impl Written {
    /// The question that was meant.
    pub fn read(&self) -> Result<Question, InputError> {
        let (game, board) = (self.game.parse()?, self.board.parse()?);
        Ok(Question { game, board, options: self.options.clone(), after: self.after.clone() })
    }
}

/// A game on a board.
///
/// ```
/// use outplay::Question;
///
/// let question: Question = "octal:0.33 pode:1,1,3".parse()?;
/// assert_eq!(question.to_string(), "octal:0.33 on pode:1,1,3");
/// assert_eq!(question, Question::new("octal:0.33", "pode:1,1,3")?);
/// # Ok::<(), outplay::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Written")]
pub struct Question {
    /// The game.
    pub game: GameName,
    /// The board.
    pub board: BoardName,
    /// What else the rules depend on.
    pub options: Options,
    /// The moves played before the question is asked.
    pub after: String,
}

impl Question {
    /// A game on a board, by their names.
    pub fn new(game: &str, board: &str) -> Result<Self, InputError> {
        Ok(Question::on(game.parse::<GameName>()?, board.parse()?))
    }

    /// A game on a board. The game may be a definition of one's own.
    pub fn on(game: impl Into<GameName>, board: BoardName) -> Self {
        Question { game: game.into(), board, options: Options::default(), after: String::new() }
    }

    /// The same question after some moves.
    pub fn after(self, moves: &str) -> Self {
        Question { after: moves.into(), ..self }
    }

    /// The same question with other options.
    pub fn with(self, options: Options) -> Self {
        Question { options, ..self }
    }
}

impl TryFrom<Written> for Question {
    type Error = InputError;

    fn try_from(written: Written) -> Result<Self, InputError> {
        written.read()
    }
}

/// A game, a board, and options as the command takes them: `hop ttt:3 --start 5 --after 5>1`.
impl FromStr for Question {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let (names, options) = text.split_at(text.find(" --").unwrap_or(text.len()));
        let (game, board) = names.trim().split_once(char::is_whitespace).ok_or_else(|| {
            InputError::whole(text, "a game and a board are expected")
                .help("for example kayles heaps:7,3")
        })?;
        let mut question = Question::new(game, board.trim())?;
        for option in options.split(" --").skip(1) {
            match option.strip_prefix("after ") {
                Some(moves) => question.after = moves.trim().into(),
                None => {
                    let more: Options = format!("--{option}").parse()?;
                    for (option, value) in more.iter() {
                        question.options.set(option, value)?;
                    }
                }
            }
        }
        Ok(question)
    }
}

/// The fields that every answer begins with.
impl Serialize for Question {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", &self.game.to_string())?;
        map.serialize_entry("board", &self.board.to_string())?;
        for (option, value) in self.options.iter() {
            match option.value {
                Some(_) => map.serialize_entry(&option.field(), value)?,
                None => map.serialize_entry(&option.field(), &true)?,
            }
        }
        if !self.after.is_empty() {
            map.serialize_entry("after", &self.after)?;
        }
        map.end()
    }
}

/// The question in words, for the first line of an answer.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}{}", self.game, self.board, self.options.words())?;
        if !self.after.is_empty() {
            write!(f, ", after {}", self.after)?;
        }
        Ok(())
    }
}

/// A question whose rules are made: it makes sense.
pub struct Asked {
    /// The question, with the start of a hop game where the first move tells it.
    pub question: Question,
    /// The rules of the game on the board, from each start if there are several.
    pub cases: Cases,
}

impl Asked {
    /// Makes the rules, if who asks may have them made and the moves of the heaps can be listed.
    pub fn new(question: &Question, run: &Run) -> Result<Self, InputError> {
        let asked = Self::with_any_heaps(question, run)?;
        in_space!(asked.cases.first(), |game| listable(game))?;
        Ok(asked)
    }

    /// The same for a question that is answered without a list of all moves, so that heaps may be huge.
    pub fn with_any_heaps(question: &Question, run: &Run) -> Result<Self, InputError> {
        Self::on_board(question, question.board.build_with(run.files)?, run)
    }

    /// The same for a board that is made already.
    pub fn on_board(question: &Question, built: Board, run: &Run) -> Result<Self, InputError> {
        let mut question = question.clone();
        let moves = split_moves(&question.after);
        // The first hop leaves the first X, so it tells where that stood.
        let first = moves.first().and_then(|hop| hop.split_once('>'));
        let unknown = question.game.takes(&START) && !question.options.has(&START);
        if let Some((from, _)) = first.filter(|_| unknown) {
            question.options.set(&START, from)?;
        }
        let Question { game, board, options, .. } = &question;
        let cases =
            game.cases(built, options).map_err(|error| error.about(&format!("{game} {board}")))?;
        (run.admit)(cases.first())?;
        let asked = Asked { question, cases };
        asked.check_method(run)?;
        Ok(asked)
    }

    /// The methods by which the first case can be solved, in the order in which they are tried.
    pub fn methods(&self, how: &How, budget: &mut Budget) -> Result<Vec<Method>, InputError> {
        let how = How { method: None, ..how.clone() };
        self.with_oracle(self.first(), &how, Listing { after: &self.question.after, budget })
    }

    /// Refuses a method that is asked for by name if it is not for the position.
    fn check_method(&self, run: &Run) -> Result<(), InputError> {
        let Some(name) = run.how.method.as_deref().filter(|_| !run.how.is_plain()) else {
            return Ok(());
        };
        let methods = self.methods(&run.how, &mut Budget::new(run.solver_limits(), &|_| {}))?;
        let question = &self.question;
        let why = match methods.iter().find(|method| method.name == name).map(|method| method.fit) {
            Some(Fit::No(why)) => format!("the method {name} does not apply to {question}: {why}"),
            Some(_) => return Ok(()),
            None => format!("{name} is not a method for {question}"),
        };
        let fitting = methods.iter().filter(|method| !matches!(method.fit, Fit::No(_)));
        let fitting: Vec<&str> = fitting.map(|method| method.name).collect();
        Err(InputError::plain(why).help(format!("methods that apply: {}", fitting.join(", "))))
    }

    /// Who wins by the last move.
    pub fn convention(&self) -> Convention {
        if self.question.options.has(&MISERE) { Convention::Misere } else { Convention::Normal }
    }

    /// The first of the cases.
    pub fn first(&self) -> &Case {
        &self.cases.all()[0]
    }

    /// The whole graph and the rule, if vertices of a graph are taken and there are no heaps.
    fn taking(&self) -> Option<(&Graph, TakingRule<'_>)> {
        in_space!(self.cases.first(), |game| taking(game))
    }

    /// The value of a board so small that making a solver would take longer than all of its positions.
    pub(crate) fn at_once(&self, how: &How) -> Option<GameValue> {
        let whole = self.question.after.is_empty() && self.convention() == Convention::Normal;
        let (graph, rule) = self.taking().filter(|_| whole && how.method.is_none())?;
        let nimber = Nimber::Value(small_board_value(graph, rule)?.into());
        let outcome = nimber.outcome();
        let winner = if outcome == Outcome::N { Player::First } else { Player::Second };
        let nimber = Some(nimber).filter(|_| !how.outcome_only);
        Some(GameValue::Impartial { winner, outcome, nimber })
    }

    /// The whole graph and the rule of a taking game, for questions about boards rather than positions.
    pub fn whole_graph(&self) -> Result<(&Graph, TakingRule<'_>), InputError> {
        let taking = self.taking();
        let Question { game, board, options, after } = &self.question;
        if options.has(&MISERE) || !after.is_empty() {
            return Err(InputError::plain(
                "this question is about a whole board: leave out --misere and --after",
            ));
        }
        taking.ok_or_else(|| {
            InputError::plain(format!("{game} on {board} is not a taking game on a graph"))
                .help("for example octal:0.03 grid:3x4, node-kayles petersen, cram grid:4x4")
        })
    }

    /// Runs a task with the solver of one of the cases.
    pub fn with_oracle<T: Task>(&self, case: &Case, how: &How, task: T) -> T::Output {
        let convention = self.convention();
        in_space!(&case.ruleset, |game| task.run(solver(game, convention, how), game))
    }
}

/// From heaps with more moves than this no list of them is made.
const MOST_HEAP_MOVES: u64 = 1 << 24;

/// Refuses heaps with more moves than can be listed.
fn listable<S: Space>(game: &Game<S>) -> Result<(), InputError> {
    let Game::Impartial(rules) = game else { return Ok(()) };
    let Some(code) = rules.heap_code() else { return Ok(()) };
    let splits = code.most_heaps().saturating_sub(1) as u32;
    for part in rules.parts(&rules.start()) {
        let Part::Heap(size) = part else { continue };
        if size.saturating_pow(splits).saturating_mul(code.count_takes(size)) > MOST_HEAP_MOVES {
            let message = format!("a heap of {size} has too many moves to list them");
            let help = "`outplay solve` and `outplay moves` answer without a list of all moves";
            return Err(InputError::plain(message).help(help));
        }
    }
    Ok(())
}

/// The graph and the rule of a game that takes vertices and has no heaps.
fn taking<S: Space>(game: &Game<S>) -> Option<(&Graph, TakingRule<'_>)> {
    let Game::Impartial(rules) = game else { return None };
    let no_heaps = !rules.parts(&rules.start()).iter().any(|part| matches!(part, Part::Heap(_)));
    game.space().graph().zip(rules.taking()).filter(|_| no_heaps)
}

/// Something to do with a solver, whatever the game.
pub trait Task {
    /// What it gives.
    type Output;
    /// Does it.
    fn run<'r, S: View>(self, oracle: AnyOracle<'r, S>, game: &'r Game<S>) -> Self::Output;
}

/// Lists the methods for a position.
struct Listing<'a, 'b> {
    after: &'a str,
    budget: &'a mut Budget<'b>,
}

impl Task for Listing<'_, '_> {
    type Output = Result<Vec<Method>, InputError>;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, game: &'r Game<S>) -> Self::Output {
        let record = Record::after(game, self.after)?;
        Ok(oracle.methods(record.now(), self.budget))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_as_they_are_typed() {
        let read = |text: &str| text.parse::<Question>();
        let hop = read("hop [pg:2,2 : pg:2,2] --start 1.1 --after 1.1>1.2 1.2>1.3").unwrap();
        assert_eq!(hop.board, "[pg:2,2 : pg:2,2]".parse().unwrap());
        assert_eq!(hop.options.value(&START), Some("1.1"));
        assert_eq!(hop.after, "1.1>1.2 1.2>1.3");
        let biased = read("maker-breaker ttt:3 --bias 1:2 --breaker-first").unwrap();
        assert_eq!(biased.options.to_string(), "--breaker-first --bias 1:2");
        for wrong in ["", "kayles", "kayles heaps:3 --start", "kayles heaps:3 --nonsense 3", "x y"]
        {
            let asked = read(wrong).and_then(|question| Asked::new(&question, &Run::default()));
            assert!(asked.is_err(), "{wrong}");
        }
    }

    #[test]
    fn json_and_back() {
        let question: Question = "hop ttt:3 --start 5 --after 5>1".parse().unwrap();
        let json = serde_json::to_string(&question).unwrap();
        assert_eq!(json, r#"{"game":"hop","board":"ttt:3","start":"5","after":"5>1"}"#);
        assert_eq!(serde_json::from_str::<Question>(&json).unwrap(), question);
        assert!(serde_json::from_str::<Question>(r#"{"game":"hop","board":"x"}"#).is_err());
    }
}
