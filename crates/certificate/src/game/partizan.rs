//! Outcomes of partizan games: steps `won` and `lost`, on positions that say whose turn it is. Whoever cannot move loses.
//!
//! A position is looked up as it is, and by its parts, which lie side by side without touching each other. A part is *safe* for the player to
//! move if the opponent loses it by moving first in it. If he wins one part by moving first and the others are safe for him, he wins the sum;
//! if he loses every part by moving first, he loses it (Lemma 1 of `docs/theory-partizan.md`). A part that whoever begins loses is worth 0
//! and may be left out (Theorem 1).

use std::collections::HashMap;
use std::io::BufRead;

use outplay_rules::moves::Move;
use outplay_rules::outcome_class::OutcomeClass;
use outplay_rules::player::Side;
use outplay_rules::record::Record;
use outplay_rules::rules::Partizan;
use outplay_rules::symmetry::Structure;

use super::book::{Account, Book, is_over, options};
use super::impartial::chosen;
use crate::Refused;
use crate::body::{Keyword, Reader};
use crate::header::Statement;

/// What has been shown of who wins: true if the player to move does.
pub struct Sided<'r, R: Partizan + ?Sized> {
    book: Book<'r, R, Option<bool>>,
}

/// Whether the player to move wins a position, as far as steps and the end of the game tell.
type Shown<'a, P> = &'a dyn Fn(&P) -> Option<bool>;

/// The same by the parts of a position too.
fn won<R: Partizan + ?Sized>(
    rules: &R,
    position: &R::Position,
    shown: Shown<R::Position>,
) -> Option<bool> {
    shown(position).or_else(|| {
        let parts = rules.parts(position);
        let moving_first = |part: &R::Position| (shown(part), shown(&rules.passed(part)));
        let told: Vec<_> = parts.iter().map(moving_first).collect();
        if told.iter().all(|&(mover, _)| mover == Some(false)) {
            return Some(false);
        }
        let safe = |&(_, opponent): &(_, Option<bool>)| opponent == Some(false);
        let mut unsafe_parts = told.iter().filter(|told| !safe(told));
        let wins_one = match (unsafe_parts.next(), unsafe_parts.next()) {
            (None, _) => told.iter().any(|&(mover, _)| mover == Some(true)),
            (Some(only), None) => only.0 == Some(true),
            _ => false,
        };
        if wins_one {
            return Some(true);
        }
        let zero = (Some(false), Some(false));
        let rest = parts.into_iter().zip(&told).filter(|(_, told)| **told != zero);
        let rest: Vec<R::Position> = rest.map(|(part, _)| part).collect();
        if rest.len() < told.len() { shown(&rules.joined(&rest)?) } else { None }
    })
}

impl<'r, R: Partizan + ?Sized> Sided<'r, R> {
    /// Nothing shown yet.
    pub fn new(rules: &'r R, account: Account) -> Self {
        Sided { book: Book::new(rules, account) }
    }

    /// Whether the player to move is shown to win a position.
    fn won(&self, position: &R::Position) -> Option<bool> {
        let rules = self.book.rules;
        won(rules, position, &|part| match self.book.facts(part) {
            Some(known) => *known,
            None => is_over(rules, part).then_some(false),
        })
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
            Keyword::Won => {
                let option = chosen(&options, reader.number()?)?;
                if self.won(&option.position) != Some(false) {
                    return wrong("that move is not shown to win");
                }
                true
            }
            Keyword::Lost => {
                if options.iter().any(|option| self.won(&option.position) != Some(true)) {
                    return wrong("not every move is shown to lose");
                }
                false
            }
            _ => return wrong("that is not a step of this kind of proof"),
        };
        *self.book.facts_mut(position)? = Some(won);
        Ok(())
    }

    /// The class of a position, as far as it has been shown.
    fn class(&self, position: &R::Position) -> Option<OutcomeClass> {
        let rules = self.book.rules;
        let winner = |position: &R::Position| {
            let mover = rules.to_move(position);
            self.won(position).map(|won| if won { mover } else { mover.other() })
        };
        let (here, there) = (winner(position)?, winner(&rules.passed(position))?);
        Some(match rules.to_move(position) {
            Side::Left => OutcomeClass::of(here, there),
            Side::Right => OutcomeClass::of(there, here),
        })
    }

    /// Whether the statement about a position has been shown.
    pub fn concludes(&self, position: &R::Position, statement: &Statement) -> bool {
        matches!(statement, Statement::Class(class) if self.class(position) == Some(*class))
    }

    /// Every position of the proof by its form and whose turn it is, to play from.
    pub fn by_form(&self) -> HashMap<(Structure, Side), bool> {
        let rules = self.book.rules;
        let key =
            |position: &R::Position| (rules.form(position).canonical(), rules.to_move(position));
        let told =
            |(position, known): (&R::Position, &Option<bool>)| Some((key(position), (*known)?));
        self.book.own().filter_map(told).collect()
    }

    /// A move that is shown to win: positions on the board may be copies of those in the proof.
    pub fn reply(
        &self,
        record: &Record<R>,
        forms: &HashMap<(Structure, Side), bool>,
    ) -> Option<Move> {
        let rules = self.book.rules;
        let position = &record.now().position;
        let shown = |part: &R::Position| {
            let key = (rules.form(part).canonical(), rules.to_move(part));
            forms.get(&key).copied().or_else(|| is_over(rules, part).then_some(false))
        };
        let wins =
            |mv: &Move| won(rules, &rules.apply(position, mv).position, &shown) == Some(false);
        rules.moves(position).into_iter().find(wins)
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    use outplay_rules::games::colouring::{Colouring, Forbidden};
    use outplay_rules::games::domineering::Domineering;
    use outplay_rules::graph::families;
    use outplay_rules::spaces::{TintPosition, Tints};

    use super::*;

    /// Whether the player to move wins, by playing the game out.
    fn played<R>(
        rules: &R,
        position: &TintPosition,
        known: &mut HashMap<TintPosition, bool>,
    ) -> bool
    where
        R: Partizan<Space = Tints, Position = TintPosition>,
    {
        if let Some(&known) = known.get(position) {
            return known;
        }
        let moves = rules.moves(position);
        let wins = |mv: &Move| !played(rules, &rules.apply(position, mv).position, known);
        let won = moves.iter().any(wins);
        known.insert(position.clone(), won);
        won
    }

    /// Looks up every position of a game when only some of the truth is shown; gives back how often parts told who wins.
    fn by_parts<R>(rules: &R, seed: u64) -> u32
    where
        R: Partizan<Space = Tints, Position = TintPosition>,
    {
        let mut known = HashMap::new();
        played(rules, &rules.start(), &mut known);
        played(rules, &rules.passed(&rules.start()), &mut known);
        let parts: Vec<TintPosition> = known.keys().flat_map(|sum| rules.parts(sum)).collect();
        for part in parts {
            played(rules, &part, &mut known);
            played(rules, &rules.passed(&part), &mut known);
        }
        let mut told = 0;
        for (position, &truth) in &known {
            for round in 0..4 {
                // Of each position some rounds show who wins it, and of the position itself none does.
                let shown = |part: &TintPosition| {
                    let hash =
                        BuildHasherDefault::<DefaultHasher>::new().hash_one((part, seed, round));
                    let some = !hash.is_multiple_of(4) && part != position;
                    let over = rules.moves(part).is_empty();
                    if over { Some(false) } else { known.get(part).copied().filter(|_| some) }
                };
                let found = won(rules, position, &shown);
                assert!(found.is_none_or(|won| won == truth), "{position:?}");
                told += u32::from(found.is_some());
            }
        }
        told
    }

    #[test]
    fn what_parts_tell_is_true() {
        for cells in ["##.###/##.###", "##.##.##/##.##", "##.##/#..##/...##"] {
            let game = Domineering::new(families::cells(cells).unwrap(), Side::Left);
            assert!(by_parts(&game, 1) > 20);
        }
        for (forbidden, seed) in [(Forbidden::Alike, 2), (Forbidden::Different, 3)] {
            let graph = families::path(7).unwrap();
            assert!(by_parts(&Colouring::new(graph, forbidden, Side::Left), seed) > 100);
        }
    }
}
