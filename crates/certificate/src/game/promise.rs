//! What a strategy promises: steps `keeps` and `copy`. The steps make a table, and this table is the strategy.
//!
//! A line of the table is about a *situation*: a position, who is to move, and a number that the strategy remembers.
//! Where its owner moves, the line lists the moves that it allows; where the opponent moves, every legal move counts.
//! After each move it says what is remembered next. `keeps … m` says that from there on the owner's payoff is at least
//! m, whichever listed moves he chooses and whatever the opponent does: a win counts 1, a loss -1, anything else 0, and in
//! scoring games the payoff is his points less the opponent's, from here on (under the misère convention the negative). It follows from the lines of the
//! situations that the moves lead to. A situation has one line, so the table is a strategy and not several.
//!
//! A copy is a renamed line. In a situation that is a copy the strategy continues by the copied lines, renamed in the
//! same way.

use std::hash::BuildHasherDefault;
use std::io::BufRead;

use indexmap::IndexMap;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_rules::spaces::Space;

use super::book::{Account, options, read_image};
use super::impartial::chosen;
use crate::Refused;
use crate::body::{Keyword, Reader, unsigned};
use crate::chain::Chain;

/// How a game ends, whatever its theory.
pub struct Ends<'a, P> {
    /// The payoff of the first player where the game is over, with who would be to move.
    pub payoff: &'a dyn Fn(&P, Player) -> Option<i32>,
    /// Who is to move, if the position tells.
    pub mover: &'a dyn Fn(&P) -> Option<Player>,
    /// What a point counts: -1 where fewer win.
    pub point: i32,
}

/// A position, who is to move, and what the strategy remembers.
type Situation<P> = (P, Player, u64);

/// A line of the table.
struct Line {
    least: i32,
    /// The line that this one copies.
    copy_of: Option<u32>,
    /// For each move its number and what is remembered after it; of a copy the images. Kept only to play.
    moves: Vec<(u32, u64)>,
}

/// The table so far.
pub struct Promised<'r, R: Rules + ?Sized> {
    rules: &'r R,
    ends: Ends<'r, R::Position>,
    owner: Player,
    lines: IndexMap<Situation<R::Position>, Line, BuildHasherDefault<std::hash::DefaultHasher>>,
    account: Account,
    to_play: bool,
    /// For each line the longest chain that ends with it, if chains are counted.
    chains: Vec<u32>,
}

fn wrong(message: impl Into<String>) -> Refused {
    Refused::Step(message.into())
}

/// The bytes that a line takes: a growing list may be twice as long as needed, and so may its index.
pub fn line_bytes<R: Rules + ?Sized>(rules: &R) -> u64 {
    let own = rules.space().position_bytes() + size_of::<Line>() + 4 * size_of::<usize>();
    2 * own as u64
}

impl<'r, R: Rules + ?Sized> Promised<'r, R> {
    /// An empty table; what is needed to play from it is kept if that is wanted.
    pub fn new(
        rules: &'r R,
        ends: Ends<'r, R::Position>,
        owner: Player,
        account: Account,
        to_play: bool,
    ) -> Self {
        let (lines, chains) = (IndexMap::default(), Vec::new());
        Promised { rules, ends, owner, lines, account, to_play, chains }
    }

    fn own(&self, payoff: i32) -> i32 {
        if self.owner == Player::First { payoff } else { -payoff }
    }

    /// The owner's payoff that is shown from a situation on.
    fn least(&self, situation: &Situation<R::Position>) -> Option<i32> {
        // No line is about a game that is over.
        let (position, mover, _) = situation;
        let line = self.lines.get_full(situation).map(|(index, _, line)| {
            self.look(index);
            line.least
        });
        line.or_else(|| (self.ends.payoff)(position, *mover).map(|payoff| self.own(payoff)))
    }

    /// Counts that a line was looked up, if chains are counted.
    fn look(&self, line: usize) {
        let counted = self.account.chain().zip(self.chains.get(line));
        counted.iter().for_each(|(chain, length)| chain.look(**length));
    }

    /// Checks a step.
    pub fn step(
        &mut self,
        keyword: Keyword,
        reader: &mut Reader<impl BufRead>,
    ) -> Result<(), Refused> {
        match keyword {
            Keyword::Keeps => self.keeps(reader),
            Keyword::Copy => self.copy(reader),
            _ => Err(wrong(format!("'{}' is not a step of this kind of proof", keyword.name()))),
        }
    }

    fn keeps(&mut self, reader: &mut Reader<impl BufRead>) -> Result<(), Refused> {
        let position = self.rules.space().decode(&mut || reader.number().ok());
        let position = position.ok_or_else(|| wrong("it is not a position of the board"))?;
        let mover = match reader.number()? {
            0 => Player::First,
            1 => Player::Second,
            _ => return Err(wrong("there are two players")),
        };
        if (self.ends.mover)(&position).is_some_and(|by_rules| by_rules != mover) {
            return Err(wrong("the other player is to move there"));
        }
        if (self.ends.payoff)(&position, mover).is_some() {
            return Err(wrong("the game is over there"));
        }
        let memory = reader.number()?;
        let least = unsigned(reader.number()?)?;
        let options = options(self.rules, &position)?;
        let mine = mover == self.owner;
        let count = if mine { reader.number()? } else { options.len() as u64 };
        if count == 0 || count > options.len() as u64 {
            return Err(wrong("it lists no move, or more than there are"));
        }
        let mut moves = Vec::new();
        for index in 0..count {
            let index = if mine { reader.number()? } else { index };
            let option = chosen(&options, index)?;
            let after = reader.number()?;
            let next = if option.again { mover } else { mover.other() };
            let gained = self.ends.point * option.earned as i32 * if mine { 1 } else { -1 };
            let rest = self.least(&(option.position.clone(), next, after));
            if rest.is_none_or(|rest| rest.saturating_add(gained) < least) {
                return Err(wrong(format!("after move {index} that is not shown")));
            }
            if self.to_play {
                moves.push((index as u32, after));
            }
        }
        self.add((position, mover, memory), Line { least, copy_of: None, moves })
    }

    /// `copy N IMAGES MEMORY`: the N-th line under other names.
    fn copy(&mut self, reader: &mut Reader<impl BufRead>) -> Result<(), Refused> {
        let index = reader.number()?;
        let found = usize::try_from(index).ok().and_then(|index| self.lines.get_index(index));
        let Some(((position, mover, _), Line { least, copy_of: None, .. })) = found else {
            return Err(wrong("it copies a line that is not there, or is a copy"));
        };
        let (mover, least) = (*mover, *least);
        let (images, image) = read_image(self.rules, position, reader)?;
        let memory = reader.number()?;
        let kept = images.iter().map(|&image| (image as u32, 0));
        let moves = if self.to_play { kept.collect() } else { Vec::new() };
        self.add((image, mover, memory), Line { least, copy_of: Some(index as u32), moves })
    }

    fn add(&mut self, situation: Situation<R::Position>, line: Line) -> Result<(), Refused> {
        self.account.charge(line_bytes(self.rules))?;
        // A copy is as deep as what it copies.
        let copied = line.copy_of.and_then(|original| self.chains.get(original as usize).copied());
        self.chains.extend(copied.or_else(|| self.account.chain().map(Chain::shown)));
        match self.lines.insert(situation, line) {
            None => Ok(()),
            Some(_) => Err(wrong("the table has a line for that already")),
        }
    }

    /// What the owner gets at least in the whole game, from a moment in which he remembers nothing.
    pub fn promises(&self, moment: &Moment<R::Position>) -> Option<i32> {
        let so_far = self.ends.point * (moment.score[0] as i32 - moment.score[1] as i32);
        let rest = self.least(&(moment.position.clone(), moment.to_move, 0))?;
        Some(self.own(so_far).saturating_add(rest))
    }

    /// The first move that the table allows after the moves of a game, which must have followed it since `from` of them.
    pub fn reply(
        &self,
        record: &Record<R>,
        start: &Moment<R::Position>,
        from: usize,
    ) -> Option<Move> {
        let rules = self.rules;
        let mut to: Vec<u16> = (0..rules.places().len() as u16).collect();
        let mut now = (start.position.clone(), start.to_move, 0);
        for mv in record.moves().skip(from) {
            let (position, mover, line) = self.line(now, &mut to)?;
            let on_board = |own: &Move| own.renamed(|place| to[place as usize]);
            let legal = rules.moves(position);
            let &(index, memory) =
                line.moves.iter().find(|(index, _)| on_board(&legal[*index as usize]) == *mv)?;
            let option = rules.apply(position, &legal[index as usize]);
            now = (option.position, if option.again { mover } else { mover.other() }, memory);
        }
        let (position, mover, line) = self.line(now, &mut to)?;
        let mv = rules.moves(position).swap_remove(line.moves.first()?.0 as usize);
        (mover == self.owner).then(|| mv.renamed(|place| to[place as usize]))
    }

    /// The line of a situation; of a copy the line that it copies, with the names changed to match.
    fn line(
        &self,
        situation: Situation<R::Position>,
        to: &mut [u16],
    ) -> Option<(&R::Position, Player, &Line)> {
        let ((position, mover, _), line) = self.lines.get_key_value(&situation)?;
        let Some(original) = line.copy_of else { return Some((position, *mover, line)) };
        let ((position, mover, _), copied) = self.lines.get_index(original as usize)?;
        let before = to.to_vec();
        for (place, (image, _)) in self.rules.space().named(position).iter().zip(&line.moves) {
            to[*place as usize] = before[*image as usize];
        }
        Some((position, *mover, copied))
    }
}
