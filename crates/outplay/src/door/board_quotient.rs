//! The misère quotient of all that can be left of a board.

use std::collections::BTreeMap;
use std::fmt;

use outplay_certificate::quotient::{BoardQuotientCertificate, PartKey};
use outplay_certificate::text::MOST_BYTES;
use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::option::Options;
use outplay_rules::record::Record;
use outplay_rules::ruleset::{AnyImpartial, Game};
use outplay_rules::spaces::Space;
use outplay_solve::heaps::quotient::{Presentation, Quotient, QuotientSearch};
use outplay_solve::impartial::Outcome;
use outplay_solve::impartial::closed_parts::ClosedParts;
use outplay_solve::limits::{Budget, Stopped};
use serde::Serialize;

use super::quotient::{few, listed};
use crate::answer::{Ended, Reply, seconds, shown_or_null};
use crate::error::Error;
use crate::question::{Asked, Question};
use crate::readable::{count, time};
use crate::run::Run;

/// The misère quotient of the sums of all that can be left of a board, by generators and relations.
#[derive(Clone, Debug, Serialize)]
pub struct BoardQuotient {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// How many parts can be left of the board, the components of the board among them; null if that was not found.
    pub positions: Option<usize>,
    /// How many different games these are, those without a move left out.
    pub games: Option<usize>,
    /// How many of them are in the quotient, the shortest first: fewer if a limit came first or the quotient became too large.
    pub taken_in: usize,
    /// How many elements the quotient has.
    pub order: usize,
    /// How many of them are P-positions.
    pub p_positions: usize,
    /// The parts that generate it, and their names.
    pub generators: Vec<PartGenerator>,
    /// The relations between the generators, such as `a^2 = 1`.
    pub relations: Vec<String>,
    /// The elements that are P-positions.
    pub p_portion: Vec<String>,
    /// The element that the board itself is; null if it is not in the quotient.
    pub element: Option<String>,
    /// Who wins it, under the misère convention.
    #[serde(serialize_with = "shown_or_null")]
    pub outcome: Option<Outcome>,
    /// Whether this is proved to be the quotient of all that can be left of the board.
    pub proved: bool,
    /// Whether the quotient becomes larger than can be handled.
    pub too_large: bool,
    /// Time used.
    pub seconds: f64,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The monoid as a checker reads it, if it is proved.
    #[serde(skip)]
    certificate: Option<BoardQuotientCertificate>,
}

/// A part that no shorter sum of parts is equivalent to.
#[derive(Clone, Debug, Serialize)]
pub struct PartGenerator {
    /// Its name in words.
    pub name: String,
    /// The part: `heap 3`, or the places that are left, `{1, 2, 5}`.
    pub part: String,
}

/// The search gives up beyond this many parts.
const MOST_PARTS: usize = 1_000_000;

/// The misère quotient of the sums of all that can be left of a board.
///
/// ```
/// use outplay::{Question, Run, board_quotient};
///
/// let found = board_quotient(&Question::new("node-kayles", "path:8 + cycle:5")?, &Run::default())?;
/// assert_eq!((found.order, found.p_positions), (6, 2));
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn board_quotient(question: &Question, run: &Run) -> Result<BoardQuotient, Error> {
    let asked = Asked::new(question, run)?;
    run.work(|budget| {
        Ok(in_space!(asked.cases.first(), |game| match game {
            Game::Impartial(rules) => found(rules.as_ref(), &asked, budget),
            _ => Err(InputError::plain(format!(
                "{} is not an impartial game",
                asked.question.game
            ))
            .help("only impartial games, such as node-kayles and kayles, have misère quotients")),
        })?)
    })
}

fn found<S: Space>(
    rules: &AnyImpartial<S>,
    asked: &Asked,
    budget: &mut Budget,
) -> Result<BoardQuotient, InputError> {
    let record = Record::after(rules, &asked.question.after)?;
    let position = &record.now().position;
    let (closed, mut stopped) = match ClosedParts::of(rules, position, MOST_PARTS, budget) {
        Ok(Some(closed)) => (Some(closed), None),
        Ok(None) => {
            let message = "too many parts can be left of this board, or a move keeps the turn";
            return Err(InputError::plain(message));
        }
        Err(stopped) => (None, Some(stopped)),
    };
    let parts = closed.as_ref().map(|closed| closed.parts().clone()).unwrap_or_default();
    let mut search = QuotientSearch::through(parts);
    let mut whole = false;
    if stopped.is_none() {
        match search.grow_through(budget) {
            Ok(grown) => whole = grown,
            Err(limit) => stopped = Some(limit),
        }
    }
    let sum = closed.as_ref().and_then(|closed| closed.games(rules, position));
    let sum = sum.filter(|_| whole);
    let quotient = search.quotient();
    let (monoid, presentation) = (quotient.monoid(), Presentation::new(quotient));
    let element = sum.map(|sum| quotient.element(&sum));
    let outcome = |element: usize| if monoid.is_p(element) { Outcome::P } else { Outcome::N };
    let generators = presentation.generators().iter().enumerate().map(|(number, &game)| {
        let part = closed.as_ref().map(|closed| closed.name(rules, game));
        PartGenerator { name: presentation.name(number), part: part.unwrap_or_default() }
    });
    let relations = presentation.relations().into_iter();
    let certificate = match (&closed, element) {
        (Some(closed), Some(element)) if is_plain(&asked.question) => {
            Some(certificate(&asked.question, rules, closed, quotient, element))
        }
        _ => None,
    };
    let p = (0..monoid.len()).filter(|&element| monoid.is_p(element));
    Ok(BoardQuotient {
        question: asked.question.clone(),
        positions: closed.as_ref().map(ClosedParts::positions),
        games: closed.as_ref().map(|closed| closed.parts().len() - 1),
        taken_in: search.largest(),
        order: monoid.len(),
        p_positions: monoid.p_len(),
        generators: generators.collect(),
        relations: relations.map(|(left, right)| format!("{left} = {right}")).collect(),
        p_portion: p.map(|element| presentation.spelled(element)).collect(),
        element: element.map(|element| presentation.spelled(element)),
        outcome: element.map(outcome),
        proved: whole,
        too_large: search.is_too_large(),
        seconds: seconds(budget.progress().elapsed),
        stopped,
        certificate,
    })
}

/// Whether a question is about a board as it stands: certificates of quotients are about those.
fn is_plain(question: &Question) -> bool {
    let Question { after, options, .. } = question;
    after.is_empty() && *options == Options::default()
}

/// The quotient as a checker reads it.
fn certificate<S: Space>(
    question: &Question,
    rules: &AnyImpartial<S>,
    closed: &ClosedParts<S::Position>,
    quotient: &Quotient,
    element: usize,
) -> BoardQuotientCertificate {
    let live = closed.numbered().filter(|(_, game)| *game != 0);
    let keyed: BTreeMap<PartKey, usize> =
        live.map(|(part, game)| (PartKey::of(rules.space(), part), game)).collect();
    BoardQuotientCertificate {
        game: question.game.to_string(),
        board: question.board.to_string(),
        monoid: listed(quotient),
        parts: keyed.values().map(|&game| quotient.heaps()[game] as u16).collect(),
        element: element as u16,
    }
}

impl BoardQuotient {
    /// A certificate of the quotient.
    pub fn certificate(&self) -> Result<String, InputError> {
        let Some(certificate) = &self.certificate else {
            let message = "only a proved quotient of a board as it stands has a certificate";
            return Err(InputError::plain(message));
        };
        match certificate.write() {
            None => Err(InputError::plain("the name of the board spans lines")),
            Some(text) if text.len() > MOST_BYTES => {
                Err(InputError::plain("the quotient is too large for a certificate"))
            }
            Some(text) => Ok(text),
        }
    }
}

impl Reply for BoardQuotient {
    fn ended(&self) -> Ended {
        Ended::unless(!self.proved)
    }
}

impl fmt::Display for BoardQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BoardQuotient { question, order, p_positions, .. } = self;
        let parts = |number: usize| count(number as u64, "part", "parts");
        match (self.positions, self.games) {
            (Some(positions), Some(games)) => write!(
                f,
                "{question}: play can leave {}; {}",
                parts(positions),
                match games {
                    0 => "none has a move".to_string(),
                    1 => "those with a move are all the same game".to_string(),
                    games => format!("those with a move are {games} different games"),
                }
            )?,
            _ => write!(f, "{question}: not all that can be left was found")?,
        }
        let elements = count(*order as u64, "element", "elements");
        match self.proved {
            true => f.write_str("\n  their misère quotient has order ")?,
            false => write!(
                f,
                "\n  the misère quotient of the {} shortest of them has order ",
                self.taken_in
            )?,
        }
        write!(f, "{order}/{p_positions} ({elements}, {p_positions} in P), verified")?;
        let generators: Vec<String> =
            self.generators.iter().map(|g| format!("{} = {}", g.name, g.part)).collect();
        if !generators.is_empty() {
            write!(f, "\n  generators: {}", few(&generators, ", "))?;
            write!(f, "\n  relations: {}", few(&self.relations, ", "))?;
            write!(f, "\n  P-portion: {}", few(&self.p_portion, ", "))?;
        }
        if let (Some(element), Some(outcome)) = (&self.element, self.outcome) {
            let article = if outcome == Outcome::P { "a P" } else { "an N" };
            write!(f, "\n  the board is {element}, {article}-position of misère play")?;
        }
        if self.too_large {
            write!(f, "\n  with one part more it is too large to be found, or infinite")?;
        }
        write!(f, "\n  {}", time(self.seconds))?;
        self.stopped.map_or(Ok(()), |stopped| write!(f, "; {stopped}"))
    }
}

#[cfg(test)]
mod tests {
    use outplay_certificate::check;

    use super::*;

    /// The certificate with one number changed, in every way that `change` has.
    fn refused(right: &BoardQuotientCertificate, change: impl Fn(&mut BoardQuotientCertificate)) {
        let mut changed = right.clone();
        change(&mut changed);
        if changed != *right {
            let text = changed.write().unwrap();
            assert!(check(text.as_bytes(), 1 << 24).is_err(), "{text}");
        }
    }

    /// The elements of parts, the products and the P-portion are all determined, up to the names of elements; so whatever one
    /// number is changed into is refused, though the sum at the end is right.
    #[test]
    fn certificates_hold_and_changed_ones_are_refused() {
        let mut random = fastrand::Rng::with_seed(30);
        for (game, board) in [
            ("node-kayles", "cycle:5 + star:3"),
            ("arc-kayles", "grid:2x3 + path:3"),
            ("octal:0.137", "path:5 + heaps:4,3"),
            ("hexadecimal:0.3F", "star:4 + heaps:5"),
            ("grim", "path:4 + cycle:3"),
            ("green-hackenbush", "edges:1-2,2-3,1-3,3-4"),
            ("octal:0.333", "complete:4"),
        ] {
            let question = Question::new(game, board).unwrap();
            let found = board_quotient(&question, &Run::default()).unwrap();
            let right = found.certificate.clone().unwrap();
            let text = found.certificate().unwrap();
            assert_eq!(check(text.as_bytes(), 1 << 24), Ok(right.statement()), "{game} {board}");
            let elements = right.monoid.rows.first().map_or(1, Vec::len) as u16;
            for _ in 0..60 {
                let other = random.u16(..elements + 1);
                if !right.parts.is_empty() {
                    let part = random.usize(..right.parts.len());
                    refused(&right, |c| c.parts[part] = other);
                    refused(&right, |c| {
                        c.parts.remove(part);
                    });
                    refused(&right, |c| c.parts.insert(part, other));
                }
                let row = random.usize(..right.monoid.rows.len());
                let at = random.usize(..usize::from(elements));
                refused(&right, |c| c.monoid.rows[row][at] = other);
                refused(&right, |c| c.element = other);
                refused(&right, |c| match c.monoid.p.binary_search(&other) {
                    Ok(at) => {
                        c.monoid.p.remove(at);
                    }
                    Err(at) => c.monoid.p.insert(at, other),
                });
            }
        }
    }

    #[test]
    fn only_a_board_as_it_stands_has_a_certificate() {
        let mut question = Question::new("node-kayles", "path:4 + path:3").unwrap();
        question.after = "1".into();
        let found = board_quotient(&question, &Run::default()).unwrap();
        assert!(found.proved && found.certificate().is_err());
    }
}
