//! Three players (a question of Riegel's dissertation, section 6.3: `What happens if a game is played by three players
//! instead of two? If players 2 and 3 play together against player one does this change the outcome?`). They take points
//! in turn, each with marks of his own, and the first to own a whole winning set in his own marks wins.
//!
//! A game of three players has no value of its own, so the question is asked for each coalition: one player is alone
//! (`--alone`, by default the first) and the other two play together. If either of the two wins, both do, but a set with
//! marks of both belongs to nobody; this is the difference from taking two points per turn (`positional --bias 1:2`). A
//! full board that nobody has won is a draw. In answers, *first* is the side of player 1.

use crate::error::InputError;
use crate::game::{GameDef, Setup};
use crate::moves::Move;
use crate::option::OptionDef;
use crate::player::Player;
use crate::rules::{End, IllegalMove, Positional, Rules, Step};
use crate::ruleset::{Ruleset, positional};
use crate::sets::SetBoard;
use crate::spaces::{Trio, Trios};

use super::placing::PLACING;

/// Three players on winning sets, one of them alone.
pub struct ThreePlayers {
    space: Trios,
    /// Who is alone, counted from 0.
    alone: usize,
}

impl ThreePlayers {
    /// The game on a board with player `alone` (counted from 0) against the other two.
    pub fn new(board: SetBoard, alone: usize) -> Result<Self, InputError> {
        if !board.is_symmetric() {
            let message = "only positional and hop give the second player winning sets of his own";
            return Err(InputError::plain(message));
        }
        Ok(ThreePlayers { space: Trios::new(board), alone })
    }

    /// The side that a player, counted from 0, is on.
    fn side(&self, player: usize) -> Player {
        let with_first = (player == self.alone) == (0 == self.alone);
        if with_first { Player::First } else { Player::Second }
    }

    fn points(&self) -> usize {
        self.space.board().point_count()
    }
}

impl Rules for ThreePlayers {
    type Space = Trios;
    type Position = Trio;

    fn space(&self) -> &Trios {
        &self.space
    }

    fn moves(&self, position: &Trio) -> Vec<Move> {
        if self.end(position).is_some() {
            return Vec::new();
        }
        let free = (0..self.points()).filter(|&point| position.owner(point).is_none());
        free.map(|point| Move::Point(point as u16)).collect()
    }

    fn check(&self, position: &Trio, mv: &Move) -> Result<(), IllegalMove> {
        let Move::Point(point) = mv else {
            return Err(IllegalMove("a move takes one point".into()));
        };
        if self.end(position).is_some() {
            return Err(IllegalMove("the game is over".into()));
        }
        let point = *point as usize;
        if point >= self.points() || position.owner(point).is_some() {
            return Err(IllegalMove(format!("point {} is not free", self.write_move(mv))));
        }
        Ok(())
    }

    fn apply(&self, position: &Trio, mv: &Move) -> Step<Trio> {
        let mut next = position.clone();
        if let Move::Point(point) = mv {
            next.owned[position.count() % 3].insert(*point as usize);
        }
        let again = self.to_move(&next) == self.to_move(position);
        Step { position: next, earned: 0, again }
    }

    fn longest_game(&self) -> usize {
        self.points()
    }

    fn sees_structure_only(&self) -> bool {
        true
    }
}

impl Positional for ThreePlayers {
    fn end(&self, position: &Trio) -> Option<End> {
        let sets = self.space.board().first_sets();
        let winner = (0..3).find(|&player| sets.won_by(&position.owned[player]));
        let full = (position.count() == self.points()).then_some(End::Draw);
        winner.map(|player| End::Win(self.side(player))).or(full)
    }

    fn to_move(&self, position: &Trio) -> Player {
        self.side(position.count() % 3)
    }

    fn role(&self, player: Player) -> Option<&'static str> {
        Some(if player == self.side(self.alone) { "alone" } else { "together" })
    }
}

/// Who plays alone.
pub static ALONE: OptionDef = OptionDef {
    name: "alone",
    value: Some("PLAYER"),
    help: "Who plays alone against the other two, 1, 2 or 3 (three-players); 1 by default",
    words: "player {} alone",
    read: |text| match text.trim() {
        player @ ("1" | "2" | "3") => Ok(player.to_string()),
        _ => Err(InputError::whole(text, "the player who is alone is 1, 2 or 3")),
    },
};

/// Three players on winning sets.
pub static THREE_PLAYERS: GameDef = GameDef {
    names: &["three-players"],
    title: "Three Players",
    sentence: "Three players take free points in turn. The first to own a whole winning set wins. One plays alone, the other two \
               play together, each with marks of his own.",
    options: &[&ALONE],
    examples: &["three-players ttt:3", "three-players pg:2,2 --alone 2"],
    make,
    ..PLACING
};

fn make(setup: &Setup) -> Result<Ruleset, InputError> {
    let alone = setup.options.value(&ALONE).and_then(|text| text.parse::<usize>().ok());
    Ok(positional(ThreePlayers::new(setup.sets()?, alone.unwrap_or(1) - 1)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::lattice;

    #[test]
    fn sides_take_turns_by_who_is_alone() {
        use Player::{First as F, Second as S};
        for (alone, sides) in [(0, [F, S, S, F]), (1, [F, S, F, F]), (2, [F, F, S, F])] {
            let game = ThreePlayers::new(lattice::tic_tac_toe(3, 2).unwrap(), alone).unwrap();
            let mut position = game.start();
            for (point, side) in sides.into_iter().enumerate() {
                assert_eq!(game.to_move(&position), side, "{alone}");
                let step = game.play(&position, &Move::Point(point as u16)).unwrap();
                assert_eq!(step.again, game.to_move(&step.position) == side);
                position = step.position;
            }
            let role = game.role(game.side(alone));
            assert_eq!(role, Some("alone"));
        }
    }

    #[test]
    fn a_set_with_two_marks_is_nobodys() {
        let board = lattice::tic_tac_toe(3, 2).unwrap();
        let game = ThreePlayers::new(board, 0).unwrap();
        let mut position = game.start();
        // Players 2 and 3 have the first row together, then player 1 has the left column.
        for point in [3, 0, 1, 6, 2, 5, 8] {
            assert_eq!(game.end(&position), None);
            position = game.apply(&position, &Move::Point(point)).position;
        }
        assert_eq!(game.end(&position), None);
        position.owned[0].insert(7);
        assert_eq!(game.end(&position), Some(End::Win(Player::First)));
    }
}
