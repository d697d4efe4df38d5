//! A table from positions to moves. A position is named by a line of play that reaches it: `MOVES : MOVE MOVE …`. Lines
//! that reach the same position say the same; a position that no line reaches has no move. With `sees last` the table
//! looks at the opponent's last move too, with `sees newest` (hop games) at which piece is the newest: then lines that
//! reach a position with another last move or another newest piece differ.

use std::collections::HashMap;

use outplay_rules::error::InputError;
use outplay_rules::moves::{Move, split_moves};
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;

use super::Line;
use crate::strategic::Strategic;
use crate::strategy::{Memory, Sees, Strategy};

/// A table of positions.
pub struct StrategyTable<S: Strategic> {
    sees: Sees,
    moves: HashMap<(S::Position, Memory), Vec<Move>>,
}

impl<S: Strategic> StrategyTable<S> {
    /// Reads the lines of a table.
    pub(super) fn read<'t>(
        rules: &Game<S>,
        player: Player,
        lines: impl Iterator<Item = Line<'t>>,
    ) -> Result<Self, InputError> {
        let mut table = StrategyTable { sees: Sees::Position, moves: HashMap::new() };
        for line in lines {
            match line.text {
                "sees last" => table.sees = Sees::LastMove,
                "sees newest" => table.sees = Sees::NewestPiece,
                "sees position" => table.sees = Sees::Position,
                _ => table.add(rules, player, &line)?,
            }
        }
        Ok(table)
    }

    fn add(&mut self, rules: &Game<S>, player: Player, line: &Line<'_>) -> Result<(), InputError> {
        let (before, moves) = line
            .text
            .split_once(':')
            .ok_or_else(|| line.error("a line is MOVES : MOVE, the moves before and the answer"))?;
        if starts_elsewhere(rules, before, moves) {
            return Ok(());
        }
        let record = Record::after(rules, before).map_err(|error| line.told(&error))?;
        if record.now().to_move != player {
            return Err(line.error(format!("the {player} player is not to move there")));
        }
        let read = |text: &String| {
            rules.read_move(&record.now().position, text).map_err(|error| line.told(&error))
        };
        let moves = split_moves(moves).iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let memory = self.memory_after(rules, &record, player);
        self.moves.entry((record.now().position.clone(), memory)).or_default().extend(moves);
        Ok(())
    }

    /// What the table remembers of a game.
    fn memory_after(
        &self,
        rules: &Game<S>,
        record: &Record<'_, Game<S>>,
        player: Player,
    ) -> Memory {
        let mut replay = Record::new(rules);
        let mut memory = Memory::default();
        for mv in record.moves() {
            let now = replay.now();
            memory = self.remember(&memory, now, mv, now.to_move == player);
            if replay.play(mv).is_err() {
                break;
            }
        }
        memory
    }
}

/// In a hop game, whether the line is about another start: the first hop tells where the first X stood.
fn starts_elsewhere<S: Strategic>(rules: &Game<S>, before: &str, moves: &str) -> bool {
    let first = split_moves(before).into_iter().chain(split_moves(moves)).next();
    let read = first.and_then(|text| rules.read_move(&rules.start(), &text).ok());
    match read {
        Some(Move::Hop { from, .. }) => {
            rules.space().owner(&rules.start(), from as usize).is_none()
        }
        _ => false,
    }
}

impl<S: Strategic> Strategy<S> for StrategyTable<S> {
    fn sees(&self) -> Sees {
        self.sees
    }

    fn advice(&self, now: &Moment<S::Position>, memory: &Memory) -> Vec<Move> {
        let key = (now.position.clone(), memory.clone());
        self.moves.get(&key).cloned().unwrap_or_default()
    }
}
