//! What the first player can force: steps `holds` and `fails`, each for one of the four facts, and the steps that settle
//! one by an argument. `maker` says which game the steps after it are about: the game itself, or the Maker-Breaker game
//! with one of the players as Maker, which the step `breaker` draws on.

use std::io::BufRead;

use outplay_rules::games::placing::PlacingGame;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::{End, Positional, Step};
use outplay_rules::sets::MAX_POINTS;
use outplay_rules::spaces::{Space, Stones};

use super::arguments::Arguments;
use super::book::{Account, Book, options};
use super::impartial::chosen;
use super::strand;
use crate::Refused;
use crate::body::{Keyword, Reader};
use crate::header::Statement;

/// The four facts (win, win or tie, win or draw, not lose) as far as they are known.
pub type Facts = [Option<bool>; 4];

/// What has been shown of what can be forced.
pub struct Forced<'r, R: Positional + ?Sized> {
    book: Book<'r, R, Facts>,
    arguments: Option<&'r Arguments>,
    /// What has been shown of the Maker-Breaker games with each player as Maker.
    makers: [Option<Box<Forced<'r, PlacingGame>>>; 2],
    /// Which of them the steps are about now: 0 the game itself, 1 or 2 a Maker.
    about: usize,
}

/// The Maker-Breaker games of a game, with their arguments.
pub type MakerGames = [Option<(PlacingGame, Arguments)>; 2];

/// No Maker-Breaker games.
pub static NO_GAMES: MakerGames = [None, None];

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

/// Adds what follows: a player who forces a win forces everything, and one who forces anything does not lose.
pub fn closed(facts: Facts) -> Facts {
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

fn wrong(message: impl Into<String>) -> Refused {
    Refused::Step(message.into())
}

impl<'r, R: Positional + ?Sized> Forced<'r, R> {
    /// Nothing shown yet. Arguments serve where positions have stones.
    pub fn new(
        rules: &'r R,
        account: Account,
        arguments: Option<&'r Arguments>,
        games: &'r MakerGames,
    ) -> Self {
        let maker = |(game, arguments): &'r (PlacingGame, Arguments)| {
            Box::new(Forced::new(game, account.clone(), Some(arguments), &NO_GAMES))
        };
        let makers = games.each_ref().map(|game| game.as_ref().map(maker));
        Forced { book: Book::new(rules, account), arguments, makers, about: 0 }
    }

    fn facts(&self, position: &R::Position) -> Facts {
        match self.book.rules.end(position) {
            Some(end) => at_end(end),
            None => closed(self.book.facts(position).copied().unwrap_or_default()),
        }
    }

    /// Checks a step, about this game or the Maker-Breaker game that `maker` named last.
    pub fn step(
        &mut self,
        keyword: Keyword,
        reader: &mut Reader<impl BufRead>,
    ) -> Result<(), Refused> {
        if keyword == Keyword::Maker {
            self.about = usize::try_from(reader.number()?).unwrap_or(usize::MAX);
            let there =
                self.about == 0 || self.makers.get(self.about - 1).is_some_and(Option::is_some);
            return if there { Ok(()) } else { Err(wrong("there is no such Maker here")) };
        }
        match self.about {
            0 => self.own_step(keyword, reader),
            about => match &mut self.makers[about - 1] {
                Some(maker) => maker.own_step(keyword, reader),
                None => Err(wrong("there is no such Maker here")),
            },
        }
    }

    fn own_step(
        &mut self,
        keyword: Keyword,
        reader: &mut Reader<impl BufRead>,
    ) -> Result<(), Refused> {
        let Some(position) = self.book.about(keyword, reader)? else { return Ok(()) };
        let number = reader.number()?;
        let Some(fact) = usize::try_from(number).ok().filter(|&fact| fact < 4) else {
            return Err(wrong(format!("there is no fact {number}")));
        };
        if self.book.rules.end(&position).is_some() {
            return Err(wrong("the game is over there"));
        }
        let truth = match keyword {
            Keyword::Holds => self.by_play(&position, fact, true, reader)?,
            Keyword::Fails => self.by_play(&position, fact, false, reader)?,
            _ => self.by_argument(keyword, &position, fact, reader)?,
        };
        self.book.facts_mut(position)?[fact] = Some(truth);
        Ok(())
    }

    /// One move of the player who wants it, and every move of the other.
    fn by_play(
        &self,
        position: &R::Position,
        fact: usize,
        truth: bool,
        reader: &mut Reader<impl BufRead>,
    ) -> Result<bool, Refused> {
        let rules = self.book.rules;
        let options = options(rules, position)?;
        let shown = |option: &Step<R::Position>| self.facts(&option.position)[fact] == Some(truth);
        let wants = (rules.to_move(position) == Player::First) == truth;
        if wants && !shown(chosen(&options, reader.number()?)?) {
            return Err(wrong("that move is not shown to do it"));
        }
        if !wants {
            if options.is_empty() {
                return Err(wrong("there is no move"));
            }
            if let Some(index) = options.iter().position(|option| !shown(option)) {
                return Err(wrong(format!("move {index} is not answered")));
            }
        }
        Ok(truth)
    }

    /// How an argument settles a fact.
    fn by_argument(
        &self,
        keyword: Keyword,
        position: &R::Position,
        fact: usize,
        reader: &mut Reader<impl BufRead>,
    ) -> Result<bool, Refused> {
        let serves = self.arguments.zip(self.book.rules.space().stones(position));
        let Some((arguments, stones)) = serves else {
            return Err(wrong("no argument applies to this game"));
        };
        if keyword == Keyword::Stealing {
            let holds = arguments.stealing(stones, fact);
            return if holds {
                Ok(true)
            } else {
                Err(wrong("the strategy-stealing argument fails"))
            };
        }
        let (player, truth) = arguments.blocked(fact);
        let mover = self.book.rules.to_move(position);
        let holds = match keyword {
            Keyword::Potential => arguments.potential(stones, player, mover),
            Keyword::Pairing => arguments.pairing(stones, player, &read_pairs(reader)?),
            Keyword::Breaker => {
                let names = arguments.names_piece(player, mover);
                let piece = if names { Some(reader.index()?) } else { None };
                let reduced = arguments.reduced(stones, player, piece);
                let maker = self.makers[player.index()].as_deref();
                maker.zip(reduced).is_some_and(|(maker, reduced)| maker.breaks(&reduced))
            }
            _ => {
                return Err(wrong(format!(
                    "'{}' is not a step of this kind of proof",
                    keyword.name()
                )));
            }
        };
        if holds { Ok(truth) } else { Err(wrong(format!("the {} fails", keyword.name()))) }
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

impl Forced<'_, PlacingGame> {
    /// Whether it is shown that Breaker wins.
    fn breaks(&self, stones: &Stones) -> bool {
        let maker_is_first = self.arguments.is_some_and(|a| a.blocked(0).0 == Player::First);
        self.facts(stones)[0] == Some(!maker_is_first)
    }
}

fn read_pairs(reader: &mut Reader<impl BufRead>) -> Result<Vec<(usize, usize)>, Refused> {
    let count = reader.number()?;
    if count > MAX_POINTS as u64 {
        return Err(wrong("there are fewer pairs than stated"));
    }
    let mut point = || Ok(usize::try_from(reader.number()?).unwrap_or(usize::MAX));
    (0..count).map(|_| Ok((point()?, point()?))).collect()
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
