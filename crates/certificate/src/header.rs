//! The header of a certificate about a game: what is stated, of which game on which board, and how the proof is
//! written.

use std::fmt::{self, Write as _};
use std::io::BufRead;

use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::game::{GameName, Starts};
use outplay_rules::option::Options;
use outplay_rules::registry::all_options;
use outplay_rules::ruleset::Ruleset;

use crate::Refused;
use crate::body::{Form, damaged};
pub use crate::statement::{FACTS, Guarantee, Statement};
use crate::text::FIRST_LINE;
use crate::theory::Theory;

/// The first line of a certificate of version 2.
pub const SECOND_FIRST_LINE: &str = "outplay-certificate 2";

/// Everything before the steps.
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
    /// What version 2 adds; none in version 1.
    pub second: Option<Second>,
}

/// What version 2 adds to a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Second {
    /// The SHA-256 of the board written out, see [`crate::board`].
    pub board_digest: String,
    /// The theories that the proof rests on, in alphabetical order.
    pub uses: Vec<Theory>,
    /// What makes the proof one.
    pub proof: ProofKind,
    /// Symmetries of the board, as images of all its places: positions of a closed proof are looked up by their least image, and so are the heads
    /// of a recomputed table.
    pub symmetries: Vec<Vec<u16>>,
    /// The most positions whose moves the check lists. A step takes one at most.
    pub cost: u64,
}

/// Why a proof cannot go round in a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofKind {
    /// Each step follows from those before it.
    Ordered,
    /// Each fact follows from facts about strictly smaller positions.
    Closed,
    /// The checker fills a table itself, level by level ([`crate::recompute`]).
    Recompute,
}

impl ProofKind {
    const NAMES: [(ProofKind, &'static str, &'static str); 3] = [
        (ProofKind::Ordered, "ordered", "steps"),
        (ProofKind::Closed, "closed", "facts"),
        (ProofKind::Recompute, "recompute", "levels"),
    ];

    /// Its name in the header, and what it is made of.
    fn names(self) -> (&'static str, &'static str) {
        let found = Self::NAMES.iter().find(|(kind, ..)| *kind == self);
        found.map_or(("", ""), |(_, name, of)| (name, of))
    }
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
/// The attached file is no longer than this.
pub const MOST_FILE: usize = 16 << 20;

impl Header {
    /// The rules that the statement is about:
    /// one, or one for each start if the statement is about all of them.
    pub fn rulesets(&self) -> Result<Vec<Ruleset>, Refused> {
        let file = |path: &str| match &self.file {
            Some(text) => Ok(text.clone()),
            None => {
                Err(InputError::plain(format!("the certificate does not contain the file {path}")))
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
        let second = self.second.as_ref();
        let mut lines = vec![
            if second.is_some() { SECOND_FIRST_LINE } else { FIRST_LINE }.to_string(),
            format!("statement {}", self.statement),
            format!("game {}", self.game),
            format!("board {}", self.board),
        ];
        lines.extend(second.map(|second| format!("board-digest {}", second.board_digest)));
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
        let mut made_of = "steps";
        if let Some(second) = second {
            if !second.uses.is_empty() {
                lines.push(format!("uses {}", names(&second.uses)));
            }
            let (name, of) = second.proof.names();
            made_of = of;
            lines.push(format!("proof {name}"));
            lines.extend(
                second.symmetries.iter().map(|images| format!("symmetry {}", numbers(images))),
            );
        }
        lines.push(format!("{made_of} {}", self.steps));
        lines.push(format!("memory {}", self.memory));
        lines.extend(second.map(|second| format!("cost {}", second.cost)));
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
        let second = match lines.next() {
            Some(FIRST_LINE) => false,
            Some(SECOND_FIRST_LINE) => true,
            _ => {
                let expected = format!("'{FIRST_LINE}' or '{SECOND_FIRST_LINE}'");
                return Err(wrong(format!("the first line is not {expected}")));
            }
        };
        let mut symmetries = Vec::new();
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
                        return Err(wrong(format!("the option '{name}' is given twice")));
                    }
                    given.push(name);
                    read_option(&mut options, value)?;
                }
                "symmetry" if second => {
                    let images = value.split(' ').map(|image| image.parse().ok());
                    let images: Option<Vec<u16>> = images.collect();
                    symmetries
                        .push(images.ok_or_else(|| wrong("a symmetry is not a list".into()))?);
                }
                _ if second && SECOND_KEYS.contains(&key) && !twice(&fields, key) => {
                    fields.push((key, value));
                }
                _ if !KEYS.contains(&key) => return Err(wrong(format!("unknown key '{key}'"))),
                _ if twice(&fields, key) => {
                    return Err(wrong(format!("'{key}' is given twice")));
                }
                _ => fields.push((key, value)),
            }
        }
        let second = if second { Some(Second::from_fields(&fields, symmetries)?) } else { None };
        let header = Header::from_fields(&fields, options, file, second)?;
        // A header of version 2 is written in one way only.
        if header.second.is_some() && header.write().as_deref() != Some(text) {
            return Err(wrong(
                "the lines of the header are not in canonical order and form".into(),
            ));
        }
        Ok(header)
    }

    fn from_fields(
        fields: &[(&str, &str)],
        options: Options,
        file: Option<String>,
        second: Option<Second>,
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
            return Err(Refused::Format("'strategy' is only for a promise".into()));
        }
        let form = get("body")?;
        let made_of = second.as_ref().map_or("steps", |second| second.proof.names().1);
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
            steps: number(made_of, get(made_of)?)?,
            memory: number("memory", get("memory")?)?,
            form: Form::from_name(form)
                .ok_or_else(|| Refused::Format(format!("unknown form '{form}'")))?,
            second,
        })
    }
}

impl Second {
    fn from_fields(fields: &[(&str, &str)], symmetries: Vec<Vec<u16>>) -> Result<Self, Refused> {
        let wrong = |message: String| Refused::Format(message);
        let find =
            |key: &str| fields.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
        let get = |key: &str| find(key).ok_or_else(|| wrong(format!("'{key}' is missing")));
        let theory = |name: &str| {
            Theory::from_name(name).ok_or_else(|| wrong(format!("unknown theory '{name}'")))
        };
        let uses = match find("uses") {
            Some(names) => names.split(' ').map(theory).collect::<Result<Vec<_>, _>>()?,
            None => Vec::new(),
        };
        if !uses.is_sorted_by(|a, b| a.name() < b.name()) {
            return Err(wrong("the theories are not in alphabetical order".into()));
        }
        let proof = get("proof")?;
        let kind = ProofKind::NAMES.iter().find(|(_, name, _)| *name == proof);
        let (proof, ..) = kind.ok_or_else(|| wrong(format!("unknown proof '{proof}'")))?;
        let cost = get("cost")?.parse().map_err(|_| wrong("the cost is not a number".into()))?;
        let board_digest = get("board-digest")?.to_string();
        Ok(Second { board_digest, uses, proof: *proof, symmetries, cost })
    }
}

fn twice(fields: &[(&str, &str)], key: &str) -> bool {
    fields.iter().any(|(known, _)| *known == key)
}

fn names(theories: &[Theory]) -> String {
    theories.iter().map(|theory| theory.name()).collect::<Vec<_>>().join(" ")
}

fn numbers(images: &[u16]) -> String {
    images.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
}

const KEYS: [&str; 9] =
    ["statement", "game", "board", "after", "strategy", "heaps", "steps", "memory", "body"];
const SECOND_KEYS: [&str; 6] = ["board-digest", "uses", "proof", "facts", "levels", "cost"];

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
    use outplay_rules::player::Player;

    fn header() -> Header {
        Header {
            statement: Statement::Promise { player: Player::First, claim: Guarantee::Draw },
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
            second: None,
        }
    }

    fn second() -> Header {
        let second = Second {
            board_digest: "0a".into(),
            uses: vec![Theory::Captures, Theory::Rich],
            proof: ProofKind::Closed,
            symmetries: vec![vec![1, 0], vec![0, 1]],
            cost: 12,
        };
        Header { second: Some(second), ..header() }
    }

    #[test]
    fn headers_are_read_back() {
        let text = header().write().unwrap() + "steps come here";
        let mut source = text.as_bytes();
        assert_eq!(Header::read(&mut source).unwrap().unwrap(), header());
        assert_eq!(source, b"steps come here");
        assert_eq!(Header { after: "a\nb".into(), ..header() }.write(), None);
        let text = second().write().unwrap();
        assert_eq!(Header::read(&mut text.as_bytes()).unwrap().unwrap(), second());
    }

    #[test]
    fn a_header_of_version_2_is_written_in_one_way() {
        let good = second().write().unwrap();
        for (from, to) in [
            ("outplay-certificate 2", "outplay-certificate 3"),
            ("outplay-certificate 2", "outplay-certificate 1"),
            ("uses captures rich", "uses rich captures"),
            ("uses captures rich", "uses captures captures"),
            ("uses captures rich", "uses captures luck"),
            ("proof closed", "proof open"),
            ("proof closed", "proof ordered"),
            ("proof closed\n", ""),
            ("facts 7", "steps 7"),
            ("facts 7", "facts 07"),
            ("facts 7", "facts 7\nsteps 7"),
            ("facts 7", "facts 7\nfacts 7"),
            ("cost 12\n", ""),
            ("cost 12", "cost -1"),
            ("symmetry 1 0", "symmetry 1 x"),
            ("memory 1000\ncost 12", "cost 12\nmemory 1000"),
            ("board-digest 0a\n", ""),
        ] {
            let bad = good.replace(from, to);
            assert_ne!(bad, good);
            assert!(Header::read(&mut bad.as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn wrong_headers_are_refused() {
        let good = header().write().unwrap();
        for (from, to) in [
            ("outplay-certificate 1", "outplay-certificate 2"),
            ("steps 7", "steps 7\nproof ordered"),
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
