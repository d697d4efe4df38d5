//! Margins: steps `least` and `most`, on whole positions. A margin is what the player to move will score from here on,
//! less what the opponent will. It lies between minus the points left and the points left, which needs no step.

use std::io::BufRead;

use outplay_rules::encode::Encoded;
use outplay_rules::moves::Move;
use outplay_rules::record::Record;
use outplay_rules::rules::{Scoring, Step};

use super::book::{Account, Book};
use super::impartial::chosen;
use super::strand;
use crate::Refused;
use crate::body::{Keyword, Reader, unsigned};

/// Bounds on a margin.
#[derive(Clone, Copy, Default)]
pub struct Bounds {
    least: Option<i32>,
    most: Option<i32>,
}

/// What has been shown of margins.
pub struct Scored<'r, R: Scoring + Encoded> {
    book: Book<'r, R, Bounds>,
}

impl<'r, R: Scoring + Encoded> Scored<'r, R> {
    /// Nothing shown yet.
    pub fn new(rules: &'r R, account: Account) -> Self {
        Scored { book: Book::new(rules, account) }
    }

    /// The bounds on the margin of a position.
    pub fn bounds(&self, position: &R::Position) -> (i32, i32) {
        let points = self.book.rules.points_left(position) as i32;
        let known = self.book.facts(position).copied().unwrap_or_default();
        (known.least.unwrap_or(-points).max(-points), known.most.unwrap_or(points).min(points))
    }

    /// The bounds on the margin for who makes a move.
    fn by(&self, option: &Step<R::Position>) -> (i32, i32) {
        let (least, most) = self.bounds(&option.position);
        let earned = option.earned as i32;
        if option.again { (earned + least, earned + most) } else { (earned - most, earned - least) }
    }

    /// The move that is shown to get most, if anything is shown of one.
    pub fn reply(&self, record: &Record<R>) -> Option<Move> {
        let strand = strand::whole(&self.book, record)?;
        let rules = self.book.rules;
        let points = rules.points_left(&strand.position) as i32;
        let shown = |mv: Move| (self.by(&rules.apply(&strand.position, &mv)).0, mv);
        let moves = rules.moves(&strand.position).into_iter().map(shown);
        let best = moves.reduce(|a, b| if b.0 > a.0 { b } else { a });
        best.filter(|(least, _)| *least > -points).map(|(_, mv)| strand.on_board(&mv))
    }

    /// Checks a step.
    pub fn step(
        &mut self,
        keyword: Keyword,
        reader: &mut Reader<impl BufRead>,
    ) -> Result<(), Refused> {
        let wrong = |message: String| Err(Refused::Step(message));
        if keyword == Keyword::Copy {
            return self.book.copy(reader);
        }
        let position = self.book.read(reader)?;
        let margin = unsigned(reader.number()?)?;
        let rules = self.book.rules;
        let moves = rules.moves(&position);
        let options = || moves.iter().map(|mv| rules.apply(&position, mv));
        match keyword {
            Keyword::Least => {
                let options: Vec<_> = options().collect();
                let (least, _) = self.by(chosen(&options, reader.number()?)?);
                if least < margin {
                    return wrong(format!("that move is shown to get {least}, not {margin}"));
                }
                let facts = self.book.facts_mut(position)?;
                facts.least = facts.least.max(Some(margin));
            }
            Keyword::Most => {
                // A player without a move gets nothing more.
                let most = options().map(|option| self.by(&option).1).max().unwrap_or(0);
                if most > margin {
                    return wrong(format!("a move may get {most}, more than {margin}"));
                }
                let facts = self.book.facts_mut(position)?;
                facts.most = Some(facts.most.map_or(margin, |known| known.min(margin)));
            }
            _ => return wrong(format!("'{}' is no step of this proof", keyword.name())),
        }
        Ok(())
    }
}
