//! Outcomes by play alone: steps `won` and `lost`, on whole positions. Under the misère convention there is no other
//! way.

use std::io::BufRead;

use outplay_rules::moves::Move;
use outplay_rules::record::Record;
use outplay_rules::rules::{Impartial, Step};

use super::book::{Account, Book, is_over, options};
use super::impartial::chosen;
use super::strand;
use crate::Refused;
use crate::body::{Keyword, Reader};
use crate::header::Statement;

/// What has been shown of who wins: true if the player to move does.
pub struct Played<'r, R: Impartial + ?Sized> {
    book: Book<'r, R, Option<bool>>,
}

impl<'r, R: Impartial + ?Sized> Played<'r, R> {
    /// Nothing shown yet.
    pub fn new(rules: &'r R, account: Account) -> Self {
        Played { book: Book::new(rules, account) }
    }

    /// Whether the player who makes a move is shown to win by it, or to lose; with no moves left the next player wins
    /// (misère).
    fn by(&self, option: &Step<R::Position>) -> Option<bool> {
        let next = match self.book.facts(&option.position) {
            Some(known) => *known,
            None => is_over(self.book.rules, &option.position).then_some(true),
        };
        next.map(|won| won == option.again)
    }

    /// Checks a step.
    pub fn step(
        &mut self,
        keyword: Keyword,
        reader: &mut Reader<impl BufRead>,
    ) -> Result<(), Refused> {
        let wrong = |message: &str| Err(Refused::Step(message.to_string()));
        let Some(position) = self.book.about(keyword, reader)? else { return Ok(()) };
        let options = options(self.book.rules, &position)?;
        let won = match keyword {
            Keyword::Won if self.by(chosen(&options, reader.number()?)?) == Some(true) => true,
            Keyword::Won => return wrong("that move is not shown to win"),
            Keyword::Lost if options.is_empty() => {
                return wrong("a player who cannot move wins here");
            }
            Keyword::Lost if options.iter().all(|option| self.by(option) == Some(false)) => false,
            Keyword::Lost => return wrong("not every move is shown to lose"),
            _ => return wrong("that is not a step of this kind of proof"),
        };
        *self.book.facts_mut(position)? = Some(won);
        Ok(())
    }

    /// A move that is shown to win.
    pub fn reply(&self, record: &Record<R>) -> Option<Move> {
        let strand = strand::whole(&self.book, record)?;
        let rules = self.book.rules;
        let wins = |mv: &Move| self.by(&rules.apply(&strand.position, mv)) == Some(true);
        rules.moves(&strand.position).iter().find(|mv| wins(mv)).map(|mv| strand.on_board(mv))
    }

    /// Whether the statement about a position has been shown.
    pub fn concludes(&self, position: &R::Position, statement: &Statement) -> bool {
        let over = || is_over(self.book.rules, position).then_some(true);
        let known = self.book.facts(position).copied().flatten().or_else(over);
        matches!(statement, Statement::Outcome(won) if known == Some(*won))
    }
}
