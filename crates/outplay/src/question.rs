//! A question: a game, a board, what else the rules depend on, and the moves played so far.

use std::fmt;
use std::str::FromStr;

use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::game::{GameName, Options, Ruleset, read_bias};
use outplay_rules::graph::Graph;
use outplay_rules::moves::split_moves;
use outplay_rules::rules::{Impartial, Rules, TakingRule};
use outplay_solve::impartial::Convention;
use outplay_solve::oracle::{How, Oracle};
use outplay_solve::with_oracle;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::run::Run;
use crate::view::draw::Draw;

/// A question as it is written, for example in JSON. [`Written::read`] finds out whether it makes sense.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// The game, such as `kayles` or `octal:0.137`.
    pub game: String,
    /// The board, such as `heaps:50` or `grid:3x4`.
    pub board: String,
    /// The moves played before the question is asked.
    #[serde(default)]
    pub after: String,
    /// The last player to move loses (impartial games).
    #[serde(default)]
    pub misere: bool,
    /// Rules (3') and (4') of Closing Octagons.
    #[serde(default)]
    pub normal_rules: bool,
    /// Points a turn, such as `1:2`.
    pub bias: Option<String>,
    /// Breaker begins (Maker-Breaker).
    #[serde(default)]
    pub breaker_first: bool,
    /// Enforcer begins (Avoider-Enforcer).
    #[serde(default)]
    pub enforcer_first: bool,
    /// Where the first X stands (hop games).
    pub start: Option<String>,
}

impl Written {
    /// The question that was meant.
    pub fn read(&self) -> Result<Question, InputError> {
        let options = self.options()?;
        let (game, board) = (self.game.parse()?, self.board.parse()?);
        Ok(Question { game, board, options, after: self.after.clone() })
    }

    /// Sets an option by its name; none if there is no such option.
    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "misere" => self.misere = true,
            "normal-rules" => self.normal_rules = true,
            "breaker-first" => self.breaker_first = true,
            "enforcer-first" => self.enforcer_first = true,
            "bias" => self.bias = Some(value.into()),
            "start" => self.start = Some(value.into()),
            "after" => self.after = value.into(),
            _ => return None,
        }
        Some(())
    }

    /// The options alone.
    pub fn options(&self) -> Result<Options, InputError> {
        Ok(Options {
            misere: self.misere,
            normal_rules: self.normal_rules,
            bias: self.bias.as_deref().map(read_bias).transpose()?,
            breaker_first: self.breaker_first,
            enforcer_first: self.enforcer_first,
            start: self.start.clone(),
        })
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
        Ok(Question::on(game.parse()?, board.parse()?))
    }

    /// A game on a board.
    pub fn on(game: GameName, board: BoardName) -> Self {
        Question { game, board, options: Options::default(), after: String::new() }
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
        let (game, board) = (game.to_string(), board.trim().to_string());
        let mut written = Written { game, board, ..Written::default() };
        for option in options.split(" --").skip(1) {
            let (name, value) = option.trim().split_once(' ').unwrap_or((option.trim(), ""));
            written
                .set(name, value)
                .ok_or_else(|| InputError::whole(text, format!("there is no option --{name}")))?;
        }
        written.read()
    }
}

/// The fields that every answer begins with.
impl Serialize for Question {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", &self.game.to_string())?;
        map.serialize_entry("board", &self.board.to_string())?;
        let options = &self.options;
        for (given, name) in [
            (options.misere, "misere"),
            (options.normal_rules, "normal_rules"),
            (options.breaker_first, "breaker_first"),
            (options.enforcer_first, "enforcer_first"),
        ] {
            if given {
                map.serialize_entry(name, &true)?;
            }
        }
        if let Some((p, q)) = options.bias {
            map.serialize_entry("bias", &format!("{p}:{q}"))?;
        }
        if let Some(start) = &options.start {
            map.serialize_entry("start", start)?;
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
        let options = &self.options;
        write!(f, "{} on {}", self.game, self.board)?;
        for (given, words) in [
            (options.misere, ", misère"),
            (options.normal_rules, ", normal rules"),
            (options.breaker_first, ", Breaker first"),
            (options.enforcer_first, ", Enforcer first"),
        ] {
            if given {
                f.write_str(words)?;
            }
        }
        if let Some((p, q)) = options.bias {
            write!(f, ", bias {p}:{q}")?;
        }
        if let Some(start) = &options.start {
            write!(f, ", first X on {start}")?;
        }
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
    /// The rules of the game on the board.
    pub ruleset: Ruleset,
}

impl Asked {
    /// Makes the rules, if who asks may have them made.
    pub fn new(question: &Question, run: &Run) -> Result<Self, InputError> {
        let mut question = question.clone();
        let hops = matches!(question.game, GameName::Hop | GameName::FireAndIce);
        if hops && question.options.start.is_none() {
            // The first hop leaves the first X, so it tells where that stood.
            question.options.start = split_moves(&question.after)
                .first()
                .and_then(|hop| hop.split_once('>'))
                .map(|(from, _)| from.into());
        }
        let Question { game, board, options, .. } = &question;
        let ruleset = Ruleset::new(game, board.build_with(run.files)?, options)
            .map_err(|error| error.about(&format!("{game} {board}")))?;
        (run.admit)(&ruleset)?;
        Ok(Asked { question, ruleset })
    }

    /// Whether who cannot move loses or wins.
    pub fn convention(&self) -> Convention {
        if self.question.options.misere { Convention::Misere } else { Convention::Normal }
    }

    /// The whole graph and the rule of a taking game, for questions about boards rather than positions.
    pub fn whole_graph(&self) -> Result<(&Graph, TakingRule<'_>), InputError> {
        let taking = match &self.ruleset {
            Ruleset::Octal(rules) if rules.start().heaps.is_empty() => rules.taking(),
            Ruleset::NodeKayles(rules) => rules.taking(),
            Ruleset::ArcKayles(rules) => rules.taking(),
            _ => None,
        };
        let Question { game, board, options, after } = &self.question;
        if options.misere || !after.is_empty() {
            return Err(InputError::plain(
                "this is asked of a whole board, without --misere and --after",
            ));
        }
        taking.ok_or_else(|| {
            InputError::plain(format!("{game} on {board} takes no vertices of a graph"))
                .help("for example octal:0.03 grid:3x4, node-kayles petersen, cram grid:4x4")
        })
    }

    /// For a hop game without a start, how many starts there are; otherwise 1.
    pub fn variants(&self) -> usize {
        match &self.ruleset {
            Ruleset::Hop(games) => games.len(),
            _ => 1,
        }
    }

    /// Whether a hop game is asked for all its starts.
    pub fn has_starts(&self) -> bool {
        matches!(self.ruleset, Ruleset::Hop(_)) && self.question.options.start.is_none()
    }

    /// The name of the start of a variant of a hop game.
    pub fn start_name(&self, variant: usize) -> Option<String> {
        match &self.ruleset {
            Ruleset::Hop(games) => {
                games.get(variant).map(|(start, game)| game.board().places().name(*start))
            }
            _ => None,
        }
    }

    /// Runs a task with the solver of one variant of the game.
    pub fn with_oracle<T: Task>(&self, variant: usize, how: &How, task: T) -> T::Output {
        with_oracle!(&self.ruleset, variant, self.convention(), how, |oracle, rules| task
            .run(oracle, rules))
    }
}

/// Something to do with a solver, whatever the game.
pub trait Task {
    /// What it gives.
    type Output;
    /// Does it.
    fn run<O: Oracle<Rules: Draw>>(self, oracle: O, rules: &O::Rules) -> Self::Output;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_as_they_are_typed() {
        let read = |text: &str| text.parse::<Question>();
        let hop = read("hop [pg:2,2 : pg:2,2] --start 1.1 --after 1.1>1.2 1.2>1.3").unwrap();
        assert_eq!(hop.board, "[pg:2,2 : pg:2,2]".parse().unwrap());
        assert_eq!(hop.options.start.as_deref(), Some("1.1"));
        assert_eq!(hop.after, "1.1>1.2 1.2>1.3");
        let biased = read("maker-breaker ttt:3 --bias 1:2 --breaker-first").unwrap();
        assert!(biased.options.breaker_first && biased.options.bias == Some((1, 2)));
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
