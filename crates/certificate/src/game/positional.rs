//! What the first player can force: steps `holds` and `fails`, each for one of the four facts.

use std::io::BufRead;

use outplay_rules::encode::Encoded;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::{End, Positional, Step};

use super::book::Book;
use super::impartial::chosen;
use super::strand;
use crate::Refused;
use crate::body::{Keyword, Reader};
use crate::header::Statement;

/// The four facts (win, win or tie, win or draw, not lose) as far as they are known.
pub type Facts = [Option<bool>; 4];

/// What has been shown of what can be forced.
pub struct Forced<'r, R: Positional + Encoded> {
    book: Book<'r, R, Facts>,
}

/// What an ended game says of the four facts.
fn at_end(end: End) -> Facts {
    let win = end == End::Win(Player::First);
    [
        Some(win),
        Some(win || end == End::Tie),
        Some(win || end == End::Draw),
        Some(end != End::Win(Player::Second)),
    ]
}

/// Adds what follows: whoever forces a win forces everything, and whoever forces anything does not lose.
fn closed(facts: Facts) -> Facts {
    let [win, tie, draw, lose] = facts;
    let yes = |fact: Option<bool>| fact == Some(true);
    let no = |fact: Option<bool>| fact == Some(false);
    let settle = |fact: Option<bool>, up: bool, down: bool| {
        fact.or(if up {
            Some(true)
        } else if down {
            Some(false)
        } else {
            None
        })
    };
    [
        settle(win, false, no(tie) || no(draw) || no(lose)),
        settle(tie, yes(win), no(lose)),
        settle(draw, yes(win), no(lose)),
        settle(lose, yes(win) || yes(tie) || yes(draw), false),
    ]
}

impl<'r, R: Positional + Encoded> Forced<'r, R> {
    /// Nothing shown yet.
    pub fn new(rules: &'r R, allowed: u64, to_play: bool) -> Self {
        Forced { book: Book::new(rules, allowed, to_play) }
    }

    fn facts(&self, position: &R::Position) -> Facts {
        match self.book.rules.end(position) {
            Some(end) => at_end(end),
            None => closed(self.book.facts(position).copied().unwrap_or_default()),
        }
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
        let fact = reader.number()?;
        let Some(fact) = usize::try_from(fact).ok().filter(|&fact| fact < 4) else {
            return wrong(format!("there is no fact {fact}"));
        };
        let truth = match keyword {
            Keyword::Holds => true,
            Keyword::Fails => false,
            _ => return wrong(format!("'{}' is no step of this proof", keyword.name())),
        };
        let rules = self.book.rules;
        if rules.end(&position).is_some() {
            return wrong("the game is over there".into());
        }
        let options: Vec<Step<R::Position>> =
            rules.moves(&position).iter().map(|mv| rules.apply(&position, mv)).collect();
        let shown = |option: &Step<R::Position>| self.facts(&option.position)[fact] == Some(truth);
        // Who wants it names a move; against the other all moves count.
        let wants = (rules.to_move(&position) == Player::First) == truth;
        if wants && !shown(chosen(&options, reader.number()?)?) {
            return wrong("that move is not shown to do it".into());
        }
        if !wants {
            if options.is_empty() {
                return wrong("there is no move".into());
            }
            if let Some(index) = options.iter().position(|option| !shown(option)) {
                return wrong(format!("move {index} is not answered"));
            }
        }
        self.book.facts_mut(position)?[fact] = Some(truth);
        Ok(())
    }

    /// A move that keeps the best that is shown for the player to move.
    pub fn reply(&self, record: &Record<R>) -> Option<Move> {
        let strand = strand::whole(&self.book, record)?;
        self.best_shown(&strand.position).map(|mv| strand.on_board(&mv))
    }

    fn best_shown(&self, position: &R::Position) -> Option<Move> {
        let rules = self.book.rules;
        // For the first player the strongest fact that holds, for the second the strongest that fails.
        let (truth, order) = match rules.to_move(position) {
            Player::First => (true, [0, 1, 2, 3]),
            Player::Second => (false, [3, 2, 1, 0]),
        };
        let moves = rules.moves(position);
        order.iter().find_map(|&fact| {
            let keeps =
                |mv: &&Move| self.facts(&rules.apply(position, mv).position)[fact] == Some(truth);
            moves.iter().find(keeps).cloned()
        })
    }

    /// Whether the statement about a position has been shown.
    pub fn concludes(&self, position: &R::Position, statement: &Statement) -> bool {
        let known = self.facts(position);
        match statement {
            Statement::Forces(stated) => {
                stated.iter().zip(known).all(|(stated, known)| stated.is_none() || *stated == known)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_from_what() {
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(closed([yes, None, None, None]), [yes; 4]);
        assert_eq!(closed([None, None, None, no]), [no; 4]);
        assert_eq!(closed([None, yes, None, None]), [None, yes, None, yes]);
        assert_eq!(closed([None, no, None, None]), [no, no, None, None]);
        assert_eq!(closed([no, None, None, yes]), [no, None, None, yes]);
    }
}
