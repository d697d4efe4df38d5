//! A published statement, what was found out about it, and the combinators that its check is made of.

use std::fmt;

use outplay::readable::number;
use outplay_solve::limits::Stopped;

use crate::context::Context;

/// A statement of a paper.
pub struct Claim {
    /// The paper's short name and its own number: `dailly/53`.
    pub id: &'static str,
    /// Where it stands: `Theorem 53, section 4.3`.
    pub place: &'static str,
    /// What it says, in our words.
    pub statement: &'static str,
    /// How it is checked, and how far (with `--deep`: how much further).
    pub method: &'static str,
    /// What a reader should know beside the finding: what we decided where the text is silent, or where its argument
    /// stops. Never the status.
    pub note: &'static str,
    /// The check.
    pub check: Check,
}

/// What kind of statement it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A theorem, lemma, proposition or corollary.
    Theorem,
    /// A conjecture.
    Conjecture,
    /// A question that the paper leaves open, or that it raises.
    Question,
    /// An example, a figure or a table.
    Example,
    /// A strategy, or a printed program that plays one.
    Strategy,
    /// Anything else that is said in passing.
    Remark,
}

impl Kind {
    /// Every kind, by name.
    pub const ALL: [Kind; 6] = [
        Kind::Theorem,
        Kind::Conjecture,
        Kind::Question,
        Kind::Example,
        Kind::Strategy,
        Kind::Remark,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Theorem => "theorem",
            Kind::Conjecture => "conjecture",
            Kind::Question => "question",
            Kind::Example => "example",
            Kind::Strategy => "strategy",
            Kind::Remark => "remark",
        }
    }
}

/// A check: a small function that looks, and says what it saw.
pub type Check = fn(&mut Context) -> Result<Finding, Stopped>;

/// The papers by their short names.
pub const PAPERS: [(&str, &str); 5] = [
    ("dailly", "A. Dailly, Octal Games on Graphs (internship report, 2015)"),
    ("dots", "C. Wright, Rob's Dots (Rob Eastaway's game Avoid the Neighbours)"),
    (
        "unshackle",
        "T. Leelathanakit, R. Boonklurb, S. Singhun, Unshackle Game on 2D Grid and Shadow Strategy",
    ),
    (
        "octagons",
        "T. Leelathanakit, Strategies for Playing Closing Octagons Game in Some Situations (thesis, 2017)",
    ),
    (
        "hop",
        "M. J. Riegel, Nontraditional Positional Games: New methods and boards for playing Tic-Tac-Toe (dissertation, 2012)",
    ),
];

impl Claim {
    /// The paper's short name.
    pub fn paper(&self) -> &'static str {
        self.id.split('/').next().unwrap_or(self.id)
    }

    /// Its kind, by the word with which the paper introduces it.
    pub fn kind(&self) -> Kind {
        let word = self.place.split([' ', ',']).next().unwrap_or_default();
        match word.trim_end_matches('s') {
            "Theorem" | "Lemma" | "Proposition" | "Corollary" => Kind::Theorem,
            "Conjecture" => Kind::Conjecture,
            "Question" => Kind::Question,
            "Example" | "Figure" | "Table" => Kind::Example,
            "Strategy" | "Algorithm" | "Appendix" => Kind::Strategy,
            _ => Kind::Remark,
        }
    }

    /// The paper and the place in it.
    pub fn source(&self) -> String {
        let title = PAPERS.iter().find(|(name, _)| *name == self.paper()).map_or("", |(_, t)| t);
        format!("{title}, {}", self.place)
    }

    /// Runs the check. A check that a limit stopped leaves the statement open.
    pub fn examine(&self, context: &mut Context) -> Finding {
        let before = context.budget.progress().memory;
        let finding = match (self.check)(context) {
            Ok(finding) => finding,
            Err(stopped) => Finding {
                stopped: Some(stopped),
                ..Finding::open(format!("not settled: {stopped}"), "not to its bound")
            },
        };
        // Its tables are gone, so the next check has their memory.
        let after = context.budget.progress().memory;
        context.budget.release(after.saturating_sub(before) as usize);
        finding
    }
}

/// What became of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It holds to the bound, or for all sizes by the argument given.
    Verified,
    /// A counterexample was found.
    Refuted,
    /// It holds as far as checked, but the paper's argument or wording does not suffice.
    Gap,
    /// Not settled.
    Open,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Verified => "verified",
            Status::Refuted => "refuted",
            Status::Gap => "gap",
            Status::Open => "open",
        })
    }
}

/// Something to look at: a counterexample, or the fact that shows where an argument stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhibit {
    /// What it shows, with the values that were computed.
    pub text: String,
    /// One command that shows it.
    pub command: String,
    /// The board to draw, with vertices that are gone or points that are taken.
    pub picture: Option<Shown>,
}

/// What a picture shows: a board by name, and the moves played on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The game, for the meaning of moves.
    pub game: String,
    /// The board's name.
    pub board: String,
    /// Moves played, as `--after` takes them.
    pub after: String,
    /// Whether they are played by the normal rules (closing-octagons).
    pub normal_rules: bool,
}

impl Shown {
    /// The point of the first X in a hop game: where the first hop begins.
    pub fn start(&self) -> Option<&str> {
        self.after.split_once('>').map(|(from, _)| from).filter(|_| self.is_hop())
    }

    fn is_hop(&self) -> bool {
        matches!(&self.game[..], "hop" | "fire-and-ice")
    }
}

impl Exhibit {
    /// An exhibit without a picture.
    pub fn new(text: impl Into<String>, command: impl Into<String>) -> Self {
        Exhibit { text: text.into(), command: command.into(), picture: None }
    }

    /// With a picture of a board after some moves.
    pub fn drawn(mut self, game: &str, board: &str, after: &str) -> Self {
        let (game, board, after) = (game.into(), board.into(), after.into());
        self.picture = Some(Shown { game, board, after, normal_rules: false });
        self
    }

    /// Says whether the game drawn is played by the normal rules.
    pub fn normal_rules(mut self, normal_rules: bool) -> Self {
        self.picture = self.picture.map(|shown| Shown { normal_rules, ..shown });
        self
    }
}

/// What a check saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What became of the statement.
    pub status: Status,
    /// What was seen, in a sentence.
    pub evidence: String,
    /// How far it was checked.
    pub checked: String,
    /// The counterexample, or what shows the gap.
    pub exhibit: Option<Exhibit>,
    /// Slips of the text, found on the way, that do not affect the statement.
    pub remarks: Vec<String>,
    /// For a statement that does not hold: the nearest one that does, checked as well.
    pub stands: Option<String>,
    /// Whether that is what the paper means: as printed it is a slip of the pen.
    pub misprint: bool,
    /// The limit that stopped the check, if one did.
    pub stopped: Option<Stopped>,
    /// What became of each part, if it was checked in several, and what was seen of it.
    pub parts: Vec<(Status, String)>,
}

impl Finding {
    fn new(status: Status, evidence: &str, checked: &str) -> Self {
        Finding {
            status,
            evidence: evidence.into(),
            checked: checked.into(),
            exhibit: None,
            remarks: Vec::new(),
            stands: None,
            misprint: false,
            stopped: None,
            parts: Vec::new(),
        }
    }

    /// It holds.
    pub fn verified(evidence: impl AsRef<str>, checked: impl AsRef<str>) -> Self {
        Finding::new(Status::Verified, evidence.as_ref(), checked.as_ref())
    }

    /// It does not hold.
    pub fn refuted(exhibit: Exhibit, checked: impl AsRef<str>) -> Self {
        let evidence = exhibit.text.clone();
        Finding {
            exhibit: Some(exhibit),
            ..Finding::new(Status::Refuted, &evidence, checked.as_ref())
        }
    }

    /// It is not settled.
    pub fn open(evidence: impl AsRef<str>, checked: impl AsRef<str>) -> Self {
        Finding::new(Status::Open, evidence.as_ref(), checked.as_ref())
    }

    /// A statement that held has a gap, shown by an exhibit. One that did not hold stays refuted.
    pub fn with_gap(mut self, exhibit: Exhibit) -> Self {
        if self.status == Status::Verified {
            self.status = Status::Gap;
            self.evidence = format!("{} But {}", full_stop(&self.evidence), exhibit.text);
            self.exhibit = Some(exhibit);
        }
        self
    }

    /// If it is refuted and another statement was found to hold, that one stands.
    pub fn but(mut self, other: impl Into<String>, held: &Finding) -> Self {
        if self.status == Status::Refuted && held.status == Status::Verified {
            self.stands = Some(other.into());
        }
        self
    }

    /// The same, where the other statement is plainly what is meant.
    pub fn misprint(self, meant: impl Into<String>, held: &Finding) -> Self {
        let finding = self.but(meant, held);
        Finding { misprint: finding.stands.is_some(), ..finding }
    }

    /// Tells what was counted on the way, if it holds.
    pub fn counting(mut self, what: impl fmt::Display) -> Self {
        if self.status == Status::Verified {
            self.evidence = format!("{} ({what})", self.evidence);
        }
        self
    }

    /// Adds a remark about the text.
    pub fn remark(mut self, remark: impl Into<String>) -> Self {
        self.remarks.push(remark.into());
        self
    }
}

fn full_stop(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '!', '?']) { text.to_string() } else { format!("{text}.") }
}

/// Tests a statement on one thing after another, smallest first: the first that fails refutes it.
pub fn sweep<T>(
    context: &mut Context,
    things: impl IntoIterator<Item = T>,
    what: &str,
    mut test: impl FnMut(&mut Context, &T) -> Result<Option<Exhibit>, Stopped>,
) -> Result<Finding, Stopped> {
    let mut tested = 0u64;
    for thing in things {
        context.budget.check()?;
        if let Some(exhibit) = test(context, &thing)? {
            return Ok(Finding::refuted(exhibit, format!("{what}, smallest first")));
        }
        tested += 1;
    }
    let cases = match tested {
        1 => "in the only case".into(),
        2 => "in both cases".into(),
        _ => format!("in all {} cases", number(tested)),
    };
    Ok(Finding::verified(format!("it holds {cases}"), what))
}

/// Several parts of one statement: it holds if all do; the first that fails refutes it.
pub fn all(parts: impl IntoIterator<Item = Finding>) -> Finding {
    let parts: Vec<Finding> = parts.into_iter().collect();
    let told = parts.iter().flat_map(|part| match &part.parts[..] {
        [] => vec![(part.status, part.evidence.clone())],
        inner => inner.to_vec(),
    });
    let told = told.collect();
    let mut whole = Finding::verified("", "");
    for part in parts {
        if part.status != Status::Verified {
            return Finding { parts: told, ..part };
        }
        // What several parts have in common is said once.
        let join = |said: String, more: &str| {
            more.split("; ").fold(said, |said, part| match said.is_empty() {
                true => part.to_string(),
                false if said.split("; ").any(|known| known == part) => said,
                false => format!("{said}; {part}"),
            })
        };
        whole.evidence = join(whole.evidence, &part.evidence);
        whole.checked = join(whole.checked, &part.checked);
        whole.remarks.extend(part.remarks);
    }
    Finding { parts: told, ..whole }
}

/// Tests single facts: pairs of what is claimed and what was computed, with the command that shows it.
pub fn facts<T: PartialEq + fmt::Display>(
    list: impl IntoIterator<Item = (String, T, T, String)>,
    what: &str,
) -> Finding {
    let mut tested = 0;
    for (name, claimed, computed, command) in list {
        if claimed != computed {
            let text = format!("{name} is {computed}, not {claimed}");
            return Finding::refuted(Exhibit::new(text, command), what);
        }
        tested += 1;
    }
    let told = match tested {
        1 => "the value agrees".into(),
        2 => "both values agree".into(),
        _ => format!("all {} values agree", number(tested)),
    };
    Finding::verified(told, what)
}
