//! Hop games on nested boards with few enough hands: every position within a given number of plies, all arrangements of
//! a hand at once.
//!
//! A position is a hand (`hands`) and an arrangement of it (`arrangements`). A hop adds a piece, so the positions with
//! the same number of pieces form a layer, and a layer's answers follow from those of the next (`layers`). A question
//! is asked for a horizon: does the attacker succeed before there are more pieces than that? What he achieves within a
//! horizon he achieves within a later one, so the table for one horizon is the start of the next, and only positions
//! that are not yet won are examined again. The
//! tables of all horizons are kept while there is room: they tell how long a win takes from every position.

pub(super) mod arrangements;
pub(super) mod hands;
pub(super) mod layers;
pub(super) mod position;
pub(super) mod step;
pub(super) mod word;

use outplay_rules::games::hop::HopGame;
use outplay_rules::spaces::Stones;

use super::nested::Nest;
use super::nested_search::HopGoal;
use crate::kit::halt::Halt;
use crate::limits::Budget;
use layers::Answers;
use position::HandGame;
use word::{ArrangementSet, WideSet};

/// The table of a nested board.
pub struct NestedTable(Size);

enum Size {
    Narrow(Box<HandTable<u32>>),
    Wide(Box<HandTable<WideSet>>),
}

impl NestedTable {
    /// None if the board is not nested, hops are restricted, or there are too many arrangements.
    pub fn new(game: &HopGame, threads: usize) -> Option<Self> {
        let points = game.board().point_count();
        if let Some(game) = HandGame::new(Nest::new(game)?) {
            return Some(NestedTable(Size::Narrow(Box::new(HandTable::new(
                game, points, threads,
            )))));
        }
        let game = HandGame::new(Nest::new(game)?)?;
        Some(NestedTable(Size::Wide(Box::new(HandTable::new(game, points, threads)))))
    }

    /// Whether the attacker succeeds within this many plies: yes, no, or never (none). The position is not over, and there is
    /// at least one ply. It is given up ([`Halt::Enough`]) if that takes too much memory.
    pub fn within(
        &mut self,
        question: HopGoal,
        position: &Stones,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        match &mut self.0 {
            Size::Narrow(table) => table.within(question, position, plies, budget),
            Size::Wide(table) => table.within(question, position, plies, budget),
        }
    }

    /// Whether the first player wins a position within the latest horizon, as far as it is there.
    pub fn first_wins(&self, position: &Stones) -> bool {
        match &self.0 {
            Size::Narrow(table) => table.first_wins(position),
            Size::Wide(table) => table.first_wins(position),
        }
    }

    /// In how many plies a player wins, if that is known already. The position is not over.
    pub fn plies(&self, player: usize, position: &Stones) -> Option<u32> {
        match &self.0 {
            Size::Narrow(table) => table.plies(player, position),
            Size::Wide(table) => table.plies(player, position),
        }
    }
}

struct HandTable<W: ArrangementSet> {
    game: HandGame<W>,
    points: usize,
    threads: usize,
    /// By attacker, and whether a tie suits him.
    answers: [[Answers<W>; 2]; 2],
}

impl<W: ArrangementSet> HandTable<W> {
    fn new(game: HandGame<W>, points: usize, threads: usize) -> Self {
        let answers = [0, 1].map(|_| [0, 1].map(|_| Answers::new(0)));
        HandTable { game, points, threads, answers }
    }

    fn within(
        &mut self,
        question: HopGoal,
        position: &Stones,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        let stones = position.count();
        let horizon = (stones + plies as usize).min(self.points);
        let answers = &mut self.answers[question.attacker][usize::from(question.tie)];
        let words = answers.reach(&self.game, question, stones..horizon, self.threads, budget)?;
        let (hand, arrangement) = self.game.place(position);
        let succeeds = words[hand].contains(arrangement);
        Ok(if succeeds || horizon < self.points { Some(succeeds) } else { None })
    }

    fn first_wins(&self, position: &Stones) -> bool {
        let Some(words) = self.answers[0][0].latest(position.count()) else { return false };
        let (hand, arrangement) = self.game.place(position);
        words[hand].contains(arrangement)
    }

    fn plies(&self, player: usize, position: &Stones) -> Option<u32> {
        let stones = position.count();
        let (hand, arrangement) = self.game.place(position);
        let answers = &self.answers[player][0];
        // Without the horizons on the way it would not be the least.
        for horizon in stones + 1.. {
            if answers.words(stones, horizon)?[hand].contains(arrangement) {
                return Some((horizon - stones) as u32);
            }
        }
        None
    }
}
