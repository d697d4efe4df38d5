//! The header of a certificate about a game: what is stated, of which game on which board, and how the proof is
//! written.

use std::fmt::{self, Write as _};
use std::io::BufRead;

use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::game::{GameName, Starts};
use outplay_rules::option::Options;
use outplay_rules::player::Player;
use outplay_rules::registry::all_options;
use outplay_rules::ruleset::Ruleset;

use crate::Refused;
use crate::body::{Form, damaged};
use crate::text::FIRST_LINE;

/// What a certificate states of a game. Players are named by who began, as in all of Outplay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Who wins an impartial game: true if the player to move does (N), under the game's convention.
    Outcome(bool),
    /// The Grundy value.
    Grundy(u32),
    /// Won for whoever moves, whatever stands beside it (nimstring).
    Loony,
    /// Bounds on the margin of the whole game, first player's points less second's; equal for an exact one.
    Margin {
        /// It is at least this.
        least: Option<i32>,
        /// It is at most this.
        most: Option<i32>,
    },
    /// Which of the four facts of a positional game the first player can force; none where nothing is stated.
    Forces([Option<bool>; 4]),
    /// The strategy that is the proof keeps a promise.
    Promise {
        /// Who plays by it.
        player: Player,
        /// What it promises.
        claim: Claim,
    },
}

/// What a strategy promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// To win.
    Win,
    /// Never to lose.
    Draw,
    /// At least so many points more than the opponent.
    Margin(i32),
}

impl Claim {
    /// The least payoff that keeps it: a win counts 1, a loss -1, anything else 0; points count as they are.
    pub fn least(self) -> i32 {
        match self {
            Claim::Win => 1,
            Claim::Draw => 0,
            Claim::Margin(margin) => margin,
        }
    }
}

/// The four facts of a positional game, as INTERFACE.md names them.
pub const FACTS: [&str; 4] = ["win", "win-or-tie", "win-or-draw", "not-lose"];

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Outcome(won) => write!(f, "outcome {}", if *won { "N" } else { "P" }),
            Statement::Grundy(value) => write!(f, "grundy {value}"),
            Statement::Loony => write!(f, "loony"),
            Statement::Margin { least: Some(a), most: Some(b) } if a == b => {
                write!(f, "margin {a}")
            }
            Statement::Margin { least, most } => {
                let bound = |name: &str, bound: &Option<i32>| {
                    bound.map_or(String::new(), |bound| format!(" {name} {bound}"))
                };
                write!(f, "margin{}{}", bound("at-least", least), bound("at-most", most))
            }
            Statement::Forces(facts) => {
                write!(f, "forces")?;
                for (name, fact) in FACTS.iter().zip(facts) {
                    if let Some(fact) = fact {
                        write!(f, " {name}={}", if *fact { "yes" } else { "no" })?;
                    }
                }
                Ok(())
            }
            Statement::Promise { player, claim } => match claim {
                Claim::Win => write!(f, "promise {player} win"),
                Claim::Draw => write!(f, "promise {player} draw"),
                Claim::Margin(margin) => write!(f, "promise {player} margin {margin}"),
            },
        }
    }
}

impl Statement {
    fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        Some(match words[..] {
            ["outcome", outcome @ ("N" | "P")] => Statement::Outcome(outcome == "N"),
            ["grundy", value] => Statement::Grundy(value.parse().ok()?),
            ["loony"] => Statement::Loony,
            ["margin", margin] => {
                let margin = Some(margin.parse().ok()?);
                Statement::Margin { least: margin, most: margin }
            }
            ["margin", "at-least", a] => {
                Statement::Margin { least: Some(a.parse().ok()?), most: None }
            }
            ["margin", "at-most", b] => {
                Statement::Margin { least: None, most: Some(b.parse().ok()?) }
            }
            ["margin", "at-least", a, "at-most", b] => {
                Statement::Margin { least: Some(a.parse().ok()?), most: Some(b.parse().ok()?) }
            }
            ["forces", ref facts @ ..] if !facts.is_empty() => {
                let mut forces = [None; 4];
                for fact in facts {
                    let (name, truth) = fact.split_once('=')?;
                    let index = FACTS.iter().position(|known| *known == name)?;
                    let truth = match truth {
                        "yes" => true,
                        "no" => false,
                        _ => return None,
                    };
                    if forces[index].replace(truth).is_some() {
                        return None;
                    }
                }
                Statement::Forces(forces)
            }
            ["promise", player @ ("first" | "second"), ref claim @ ..] => {
                let player = if player == "first" { Player::First } else { Player::Second };
                let claim = match claim {
                    ["win"] => Claim::Win,
                    ["draw"] => Claim::Draw,
                    ["margin", margin] => Claim::Margin(margin.parse().ok()?),
                    _ => return None,
                };
                Statement::Promise { player, claim }
            }
            _ => return None,
        })
    }
}

/// All that stands before the steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// What is stated.
    pub statement: Statement,
    /// The game.
    pub game: GameName,
    /// The board.
    pub board: BoardName,
    /// The game's options.
    pub options: Options,
    /// The moves that lead to the position in question, as `--after` takes them.
    pub after: String,
    /// The text of the file that the board is read from.
    pub file: Option<String>,
    /// What the strategy of a promise is called. A label: nothing is shown of it.
    pub strategy: String,
    /// The largest heap whose value the proof needs; the checker computes the values itself.
    pub heaps: u32,
    /// How many steps the proof has.
    pub steps: u64,
    /// The most bytes that the checker's tables take.
    pub memory: u64,
    /// How the steps are written.
    pub form: Form,
}

impl fmt::Display for Header {
    /// The statement in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game, self.board)?;
        let options = options_lines(&self.options);
        options.iter().try_for_each(|line| write!(f, " {}", line.replacen("option ", "--", 1)))?;
        if !self.after.is_empty() {
            write!(f, " after {}", self.after)?;
        }
        write!(f, ": {}", self.statement)?;
        if !self.strategy.is_empty() {
            write!(f, " (a table labelled {})", self.strategy)?;
        }
        Ok(())
    }
}

/// The header without the attached file is no longer than this.
const MOST_BYTES: usize = 1 << 20;
/// Nor is the attached file.
pub const MOST_FILE: usize = 16 << 20;

impl Header {
    /// The rules that the statement is about:
    /// one, or one for each start if the statement is about all of them.
    pub fn rulesets(&self) -> Result<Vec<Ruleset>, Refused> {
        let file = |path: &str| match &self.file {
            Some(text) => Ok(text.clone()),
            None => {
                Err(InputError::plain(format!("the certificate does not hold the file {path}")))
            }
        };
        let board = self.board.build_with(&file);
        board
            .and_then(|board| self.game.starting(board, &self.options, Starts::Every))
            .map(|cases| cases.into_iter().map(|case| case.ruleset).collect())
            .map_err(|error| Refused::Format(error.message().to_string()))
    }

    /// The header as text, up to the line before the steps; none if a name in it spans lines.
    pub fn write(&self) -> Option<String> {
        let mut lines = vec![
            FIRST_LINE.to_string(),
            format!("statement {}", self.statement),
            format!("game {}", self.game),
            format!("board {}", self.board),
        ];
        lines.extend(options_lines(&self.options));
        if !self.after.is_empty() {
            lines.push(format!("after {}", self.after));
        }
        if let Some(file) = &self.file {
            lines.extend(file.lines().map(|line| format!("| {line}")));
        }
        if !self.strategy.is_empty() {
            lines.push(format!("strategy {}", self.strategy));
        }
        if self.heaps > 0 {
            lines.push(format!("heaps {}", self.heaps));
        }
        lines.push(format!("steps {}", self.steps));
        lines.push(format!("memory {}", self.memory));
        lines.push(format!("body {}", self.form.name()));
        if lines.iter().any(|line| line.contains(['\n', '\r'])) {
            return None;
        }
        Some(lines.iter().fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "{line}");
            text
        }))
    }

    /// Reads the lines of a header, the one that says `body` included. None if there is no such line: then the text
    /// read is given back, a certificate of another kind.
    pub fn read(source: &mut impl BufRead) -> Result<Result<Self, String>, Refused> {
        let mut text = String::new();
        let mut line = 0;
        loop {
            if text.len() > MOST_BYTES + MOST_FILE {
                return Err(Refused::Format("the header is too long".into()));
            }
            let read = std::io::Read::take(&mut *source, MOST_BYTES as u64).read_line(&mut text);
            if read.map_err(damaged)? == 0 {
                return Ok(Err(text));
            }
            if text[line..].starts_with("body ") {
                return Header::parse(&text).map(Ok);
            }
            line = text.len();
        }
    }

    fn parse(text: &str) -> Result<Self, Refused> {
        let wrong = |message: String| Refused::Format(message);
        let mut lines = text.lines();
        if lines.next() != Some(FIRST_LINE) {
            return Err(wrong(format!("the first line is not '{FIRST_LINE}'")));
        }
        let mut fields: Vec<(&str, &str)> = Vec::new();
        let mut options = Options::default();
        let mut given: Vec<&str> = Vec::new();
        let mut file: Option<String> = None;
        for line in lines {
            let (key, value) = line
                .split_once(' ')
                .ok_or_else(|| wrong(format!("the line '{line}' is not 'key value'")))?;
            match key {
                "|" => {
                    let file = file.get_or_insert_default();
                    let _ = writeln!(file, "{value}");
                }
                "option" => {
                    let name = value.split(' ').next().unwrap_or_default();
                    if given.contains(&name) {
                        return Err(wrong(format!("the option '{name}' stands twice")));
                    }
                    given.push(name);
                    read_option(&mut options, value)?;
                }
                _ if !KEYS.contains(&key) => return Err(wrong(format!("unknown key '{key}'"))),
                _ if fields.iter().any(|(known, _)| *known == key) => {
                    return Err(wrong(format!("'{key}' stands twice")));
                }
                _ => fields.push((key, value)),
            }
        }
        Header::from_fields(&fields, options, file)
    }

    fn from_fields(
        fields: &[(&str, &str)],
        options: Options,
        file: Option<String>,
    ) -> Result<Self, Refused> {
        let find =
            |key: &str| fields.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
        let get =
            |key: &str| find(key).ok_or_else(|| Refused::Format(format!("'{key}' is missing")));
        let number = |key: &str, text: &str| {
            let wrong = || Refused::Format(format!("'{key} {text}' is not a number that fits"));
            text.parse::<u64>().map_err(|_| wrong())
        };
        let input = |error: InputError| Refused::Format(error.message().to_string());
        let statement = get("statement")?;
        let statement = Statement::read(statement)
            .ok_or_else(|| Refused::Format(format!("unknown statement '{statement}'")))?;
        let promise = matches!(statement, Statement::Promise { .. });
        if !promise && find("strategy").is_some() {
            return Err(Refused::Format("'strategy' is for a promise alone".into()));
        }
        let form = get("body")?;
        Ok(Header {
            statement,
            game: get("game")?.parse().map_err(input)?,
            board: get("board")?.parse().map_err(input)?,
            options,
            after: find("after").unwrap_or_default().to_string(),
            file,
            strategy: find("strategy").unwrap_or_default().to_string(),
            heaps: number("heaps", find("heaps").unwrap_or("0"))?
                .try_into()
                .map_err(|_| Refused::Format("the heaps are too large".into()))?,
            steps: number("steps", get("steps")?)?,
            memory: number("memory", get("memory")?)?,
            form: Form::from_name(form)
                .ok_or_else(|| Refused::Format(format!("unknown form '{form}'")))?,
        })
    }
}

const KEYS: [&str; 9] =
    ["statement", "game", "board", "after", "strategy", "heaps", "steps", "memory", "body"];

fn options_lines(options: &Options) -> Vec<String> {
    let line = |name: &str, value: &str| format!("option {name} {value}").trim_end().to_string();
    options.iter().map(|(option, value)| line(option.name, value)).collect()
}

fn read_option(options: &mut Options, text: &str) -> Result<(), Refused> {
    let (name, value) = text.split_once(' ').unwrap_or((text, ""));
    let option = all_options().into_iter().find(|option| option.name == name);
    let option = option.ok_or_else(|| Refused::Format(format!("unknown option '{text}'")))?;
    options.set(option, value).map_err(|error| Refused::Format(error.message().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::option::{BIAS, START};

    fn header() -> Header {
        Header {
            statement: Statement::Promise { player: Player::First, claim: Claim::Draw },
            game: "hop".parse().unwrap(),
            board: "@nim.json".parse().unwrap(),
            options: Options::default()
                .with(&START, "a b")
                .and_then(|options| options.with(&BIAS, "1:2"))
                .unwrap(),
            after: "1>2 3>4".into(),
            file: Some("{\n\"x\": 1}\n".into()),
            strategy: "shadow".into(),
            heaps: 0,
            steps: 7,
            memory: 1000,
            form: Form::Deflate,
        }
    }

    #[test]
    fn headers_are_read_back() {
        let text = header().write().unwrap() + "steps come here";
        let mut source = text.as_bytes();
        assert_eq!(Header::read(&mut source).unwrap().unwrap(), header());
        assert_eq!(source, b"steps come here");
        assert_eq!(Header { after: "a\nb".into(), ..header() }.write(), None);
    }

    #[test]
    fn statements_are_read_back() {
        let margin = |least, most| Statement::Margin { least, most };
        for statement in [
            Statement::Outcome(true),
            Statement::Outcome(false),
            Statement::Grundy(12),
            Statement::Loony,
            margin(Some(-3), Some(-3)),
            margin(Some(1), None),
            margin(None, Some(2)),
            margin(Some(0), Some(2)),
            Statement::Forces([None, None, None, Some(false)]),
            Statement::Promise { player: Player::First, claim: Claim::Win },
            Statement::Promise { player: Player::Second, claim: Claim::Draw },
            Statement::Promise { player: Player::Second, claim: Claim::Margin(-2) },
        ] {
            assert_eq!(Statement::read(&statement.to_string()), Some(statement));
        }
        for wrong in [
            "",
            "grundy",
            "grundy -1",
            "outcome X",
            "margin x",
            "forces",
            "forces win=1",
            "forces win=yes win=no",
        ] {
            assert_eq!(Statement::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn wrong_headers_are_refused() {
        let good = header().write().unwrap();
        for (from, to) in [
            ("outplay-certificate 1", "outplay-certificate 2"),
            ("game hop", "game hopp"),
            ("game hop\n", ""),
            ("steps 7", "steps x"),
            ("steps 7", "steps 7\nsteps 7"),
            ("steps 7", "steps 7\ncolour red"),
            ("option bias 1:2", "option bias 1"),
            ("option bias 1:2", "option bias 1:2\noption bias 1:2"),
            ("option bias 1:2", "option bias 1:2\noption bias 2:1"),
            ("option bias 1:2", "option misere\noption bias 1:2\noption misere"),
            // A label on a proof that is no strategy's.
            ("promise first draw", "forces win=yes"),
            ("option bias 1:2", "option colour"),
            ("body deflate", "body zip"),
        ] {
            let bad = good.replace(from, to);
            assert!(Header::read(&mut bad.as_bytes()).is_err(), "{bad}");
        }
        assert_eq!(Header::read(&mut &b"nothing"[..]).unwrap(), Err("nothing".to_string()));
    }
}
