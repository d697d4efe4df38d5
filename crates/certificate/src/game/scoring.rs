//! Margins: steps `least` and `most`, on whole positions. A margin is what the player to move will score from here on,
//! less what the opponent will. It lies between minus the points left and the points left, which needs no step.
//!
//! In Unshackle, where the turn always passes, two theorems of `docs/theory-scoring.md` make steps of their own:
//!
//! * `exchange`: of two moves e and f that earn s(e) and s(f), f gets at most what e gets, less 2s(e), more twice the
//!   number of ends that one has and the other has not, whichever is larger (Theorem U1). So bounds on some moves bound all.
//! * `cancel`: a single edge on its own turns the margin v into 2 - v, so two cancel; so do two single loops (Theorem U3).
//!
//! Positions are looked up in reduced form: see [`crate::removing::settled`].
//!
//! Under the misère convention fewer points win. There a point counts -1, and no theorem serves.

use std::io::BufRead;

use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::moves::Move;
use outplay_rules::record::Record;
use outplay_rules::rules::{Scoring, Step};
use outplay_rules::spaces::{EdgePosition, Space};

use super::book::{Account, Book, options};
use super::impartial::chosen;
use super::strand;
use crate::Refused;
use crate::body::{Keyword, Reader, unsigned};
use crate::removing::settled::Settled;
use crate::theory::Used;

/// Bounds on a margin.
#[derive(Clone, Copy, Default)]
pub struct Bounds {
    least: Option<i32>,
    most: Option<i32>,
}

/// What has been shown of margins.
pub struct Scored<'r, R: Scoring + ?Sized> {
    book: Book<'r, R, Bounds>,
    theories: Used,
    misere: bool,
}

impl<'r, R: Scoring + ?Sized> Scored<'r, R> {
    /// Nothing shown yet.
    pub fn new(rules: &'r R, account: Account, theories: Used, misere: bool) -> Self {
        Scored { book: Book::new(rules, account), theories, misere }
    }

    /// The bounds on the margin of a position.
    pub fn bounds(&self, position: &R::Position) -> (i32, i32) {
        let (least, most) = self.shown(position);
        let Some((settled, rest)) = self.settled(position) else { return (least, most) };
        let (low, high) = settled.bounds(self.shown(&rest));
        (least.max(low), most.min(high))
    }

    /// What a position reduces to, and the rest, in the games that the theorems cover.
    fn settled(&self, position: &R::Position) -> Option<(Settled, R::Position)> {
        let (rules, space) = (self.book.rules, self.book.rules.space());
        let settled = Settled::new(rules.removing()?, space.edges(position)?, &self.theories)?;
        let rest = space.with_edges(&settled.rest)?;
        Some((settled, rest))
    }

    /// The game of removing edges, if it is one in which the turn always passes.
    fn passing(&self) -> Option<&EdgeGame> {
        self.book.rules.removing().filter(|game| !self.misere && !game.variant().keeps_turn())
    }

    /// The rest of a position once pairs have cancelled, and whether the sign of the margin changes.
    fn cancelled(&self, position: &R::Position) -> Option<(R::Position, bool)> {
        let space = self.book.rules.space();
        let (rest, odd) = cancelled(self.passing()?, space.edges(position)?)?;
        Some((space.with_edges(&rest)?, odd))
    }

    /// The bounds that steps have shown.
    fn shown(&self, position: &R::Position) -> (i32, i32) {
        let points = self.book.rules.points_left(position) as i32;
        let known = self.book.facts(position).copied().unwrap_or_default();
        (known.least.unwrap_or(-points).max(-points), known.most.unwrap_or(points).min(points))
    }

    /// The bounds on the margin for the player who makes a move.
    fn by(&self, option: &Step<R::Position>) -> (i32, i32) {
        let (least, most) = self.bounds(&option.position);
        let earned = option.earned as i32 * if self.misere { -1 } else { 1 };
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
        let Some(position) = self.book.about(keyword, reader)? else { return Ok(()) };
        let rules = self.book.rules;
        if keyword == Keyword::Cancel {
            let (rest, odd) = self
                .cancelled(&position)
                .ok_or_else(|| Refused::Step("nothing cancels there".into()))?;
            let (least, most) = self.bounds(&rest);
            let (least, most) = if odd { (2 - most, 2 - least) } else { (least, most) };
            let facts = self.book.facts_mut(position)?;
            facts.at_least(least);
            facts.at_most(most);
            return Ok(());
        }
        let margin = unsigned(reader.number()?)?;
        let options = options(rules, &position)?;
        match keyword {
            Keyword::Least => {
                let (least, _) = self.by(chosen(&options, reader.number()?)?);
                if least < margin {
                    return wrong(format!("that move is shown to get {least}, not {margin}"));
                }
                self.book.facts_mut(position)?.at_least(margin);
            }
            Keyword::Most => {
                // A player without a move gets nothing more.
                let most = options.iter().map(|option| self.by(option).1).max().unwrap_or(0);
                if most > margin {
                    return wrong(format!("a move may get {most}, more than {margin}"));
                }
                self.book.facts_mut(position)?.at_most(margin);
            }
            Keyword::Exchange => {
                let moves = rules.moves(&position);
                let listed = self.listed(&moves, &options, reader)?;
                let bounded = |mv: &Move| {
                    listed.iter().any(|(other, earned, most)| {
                        most.saturating_add(slack(other, mv, *earned)) <= margin
                    })
                };
                if self.passing().is_none() || moves.is_empty() {
                    return wrong("no moves are exchanged there".into());
                }
                if let Some(index) = moves.iter().position(|mv| !bounded(mv)) {
                    return wrong(format!("move {index} may get more than {margin}"));
                }
                self.book.facts_mut(position)?.at_most(margin);
            }
            _ => return wrong(format!("'{}' is not a step of this kind of proof", keyword.name())),
        }
        Ok(())
    }

    /// The moves that a step lists, with what they earn and the most they are shown to get.
    fn listed<'m>(
        &self,
        moves: &'m [Move],
        options: &[Step<R::Position>],
        reader: &mut Reader<impl BufRead>,
    ) -> Result<Vec<(&'m Move, i32, i32)>, Refused> {
        let count = reader.number()?;
        if count > moves.len() as u64 {
            return Err(Refused::Step("it lists more moves than there are".into()));
        }
        let mut listed = Vec::new();
        for _ in 0..count {
            let index = reader.number()?;
            let option = chosen(options, index)?;
            listed.push((&moves[index as usize], option.earned as i32, self.by(option).1));
        }
        Ok(listed)
    }
}

/// How much more another move may get than one that earns so much (Theorem U1).
pub fn slack(one: &Move, other: &Move, earned: i32) -> i32 {
    if one == other {
        return 0;
    }
    let beyond = |a: &Move, b: &Move| {
        let of_b = ends(b);
        ends(a).iter().filter(|end| !of_b.contains(end)).count() as i32
    };
    2 * beyond(one, other).max(beyond(other, one)) - 2 * earned
}

/// The ends of an edge; a loop has one.
fn ends(mv: &Move) -> Vec<u16> {
    let mut ends = mv.places().to_vec();
    ends.dedup();
    ends
}

/// In Unshackle, what is left without single edges on their own and pairs of single loops on their own, and whether the
/// edges were odd in number; none if there is nothing of the kind.
pub fn cancelled(rules: &EdgeGame, position: &EdgePosition) -> Option<(EdgePosition, bool)> {
    let board = rules.board();
    if rules.variant().keeps_turn() {
        return None;
    }
    let alone = |&index: &usize| {
        let edge = &board.graph().edges()[index];
        position[index] == 1 && edge.ends().iter().all(|&end| board.weight(position, end) == 1)
    };
    let (mut loops, edges): (Vec<usize>, Vec<usize>) = board
        .left(position)
        .filter(alone)
        .partition(|&index| board.graph().edges()[index].is_loop());
    loops.truncate(loops.len() / 2 * 2);
    let mut rest = position.clone();
    edges.iter().chain(&loops).for_each(|&index| rest[index] = 0);
    (rest != *position).then_some((rest, edges.len() % 2 == 1))
}

impl Bounds {
    fn at_least(&mut self, margin: i32) {
        self.least = self.least.max(Some(margin));
    }

    fn at_most(&mut self, margin: i32) {
        self.most = Some(self.most.map_or(margin, |known| known.min(margin)));
    }
}
