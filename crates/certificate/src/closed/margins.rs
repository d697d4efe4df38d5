//! Closed proofs of margins in games of removing edges, all of whose edges may be removed at any time: strings-and-coins, dots-and-boxes,
//! Closing Octagons without the normal rules, and Unshackle.
//!
//! A fact bounds the margin of a position for the player to move, from below, from above or both. At least m: by the
//! facts some move gets that much. At most m: no move gets more; without a move the margin is 0. The position after a
//! move is looked up in reduced form if the proof uses `captures`, and by its least image under the symmetries of the
//! header.

use std::io::BufRead;

use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::spaces::{EdgePosition, Space};

use super::images::Images;
use super::{Below, Closed};
use crate::Refused;
use crate::body::Reader;
use crate::header::Statement;
use crate::removing::settled::Settled;
use crate::theory::Used;

/// A game of removing edges.
pub struct Margins<'g> {
    game: &'g EdgeGame,
    images: Images,
    theories: Used,
    /// What the statement's margin has beside that of the position: the points scored so far, and whether the second player is to move.
    so_far: (i32, bool),
}

/// Bounds on a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is at least this.
    pub least: Option<i16>,
    /// It is at most this.
    pub most: Option<i16>,
}

fn wrong(message: impl Into<String>) -> Refused {
    Refused::Step(message.into())
}

impl<'g> Margins<'g> {
    /// A game whose positions are one number each; none if it is no such game.
    pub fn new(
        game: &'g EdgeGame,
        images: Images,
        theories: Used,
        so_far: (i32, bool),
    ) -> Option<Self> {
        let free = match game.variant() {
            Variant::StringsAndCoins | Variant::Unshackle => true,
            Variant::NormalOctagons => false,
        };
        let bases = game.board().graph().edges().iter().map(|edge| u64::from(edge.copies) + 1);
        let fits = bases.map(Some).reduce(|a, b| a?.checked_mul(b?)).flatten().is_some();
        (free && fits).then_some(Margins { game, images, theories, so_far })
    }

    /// The code of a position.
    pub fn code(&self, position: &EdgePosition) -> u64 {
        self.game.board().encode(position).first().copied().unwrap_or(0)
    }

    /// The position with a code.
    pub fn position(&self, code: u64) -> Option<EdgePosition> {
        self.game.board().decode(&mut || Some(code))
    }

    /// What a position reduces to, if the proof may use it.
    pub fn settled(&self, position: &EdgePosition) -> Option<Settled> {
        Settled::new(self.game, position, &self.theories)
    }

    /// The bounds that facts give on the margin of a position.
    fn bounds(&self, position: &EdgePosition, below: &Below<Self>) -> (i32, i32) {
        match self.settled(position) {
            Some(settled) => settled.bounds(self.shown(&settled.rest, below)),
            None => self.shown(position, below),
        }
    }

    fn shown(&self, position: &EdgePosition, below: &Below<Self>) -> (i32, i32) {
        let points = self.game.board().bound_vertices(position) as i32;
        let fact = below.fact(self.code(position));
        let bound = |bound: Option<i16>| bound.map(i32::from);
        let least = fact.and_then(|fact| bound(fact.least)).unwrap_or(-points);
        let most = fact.and_then(|fact| bound(fact.most)).unwrap_or(points);
        (least.max(-points), most.min(points))
    }

    /// The bounds on the margin of who removes an edge.
    fn by(&self, position: &EdgePosition, edge: usize, below: &Below<Self>) -> (i32, i32) {
        let board = self.game.board();
        let earned = board.earns(position, edge) as i32;
        let (least, most) = self.bounds(&board.without(position, edge), below);
        let again = earned > 0 && self.game.variant().keeps_turn();
        if again { (earned + least, earned + most) } else { (earned - most, earned - least) }
    }
}

impl Closed for Margins<'_> {
    type Fact = Bounds;

    fn size(&self, code: u64) -> Option<u32> {
        Some(self.position(code)?.iter().map(|&copies| u32::from(copies)).sum())
    }

    fn key(&self, code: u64) -> u64 {
        let Some(position) = self.position(code) else { return code };
        let images = self.images.of(self.game.board(), &position);
        images.map(|image| self.code(&image)).min().unwrap_or(code)
    }

    /// `L M`: at least L - p if L is not 0, at most p - M if M is not 0, where p are the vertices that have an edge.
    fn read(&self, code: u64, reader: &mut Reader<impl BufRead>) -> Result<Bounds, Refused> {
        let position = self.position(code).ok_or_else(|| wrong("it is not a position"))?;
        let points = self.game.board().bound_vertices(&position) as i32;
        let mut bound = || {
            let number = reader.number()?;
            let fits = i16::try_from(number).map_err(|_| wrong("no margin can be that large"))?;
            Ok((fits > 0).then_some(fits))
        };
        let (least, most): (Option<i16>, Option<i16>) = (bound()?, bound()?);
        let points = points as i16;
        Ok(Bounds {
            least: least.map(|least| least - points),
            most: most.map(|most| points - most),
        })
    }

    fn holds(&self, code: u64, fact: Bounds, below: &Below<Self>) -> Result<(), Refused> {
        let position = self.position(code).ok_or_else(|| wrong("it is not a position"))?;
        let edges = || self.game.board().left(&position);
        if let Some(least) = fact.least {
            below.list()?;
            if !edges().any(|edge| self.by(&position, edge, below).0 >= i32::from(least)) {
                return Err(wrong(format!("no move is shown to get {least}")));
            }
        }
        if let Some(most) = fact.most {
            below.list()?;
            let more = edges().any(|edge| self.by(&position, edge, below).1 > i32::from(most));
            if more || position.iter().all(|&copies| copies == 0) && most < 0 {
                return Err(wrong(format!("a move may get more than {most}")));
            }
        }
        Ok(())
    }

    fn worth(&self, from: u64, to: u64, facts: &Below<Self>) -> Option<i32> {
        let (from, to) = (self.position(from)?, self.position(to)?);
        let edge = (0..from.len()).find(|&edge| from[edge] != to[edge])?;
        let points = self.game.board().bound_vertices(&from) as i32;
        Some(self.by(&from, edge, facts).0).filter(|&least| least > -points)
    }

    fn concludes(&self, code: u64, statement: &Statement, facts: &Below<Self>) -> bool {
        let Some(position) = self.position(code) else { return false };
        let (so_far, second) = self.so_far;
        let (least, most) = match (self.bounds(&position, facts), second) {
            ((least, most), false) => (so_far + least, so_far + most),
            ((least, most), true) => (so_far - most, so_far - least),
        };
        match *statement {
            Statement::Margin { least: a, most: b } => {
                a.is_none_or(|a| least >= a) && b.is_none_or(|b| most <= b)
            }
            _ => false,
        }
    }
}
