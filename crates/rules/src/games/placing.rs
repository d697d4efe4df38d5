//! The games in which players take points in turn: positional (strong), Maker-Breaker, Avoider-Enforcer
//! (Riegel's dissertation 1.1 and 1.2).
//!
//! * Positional: the first to own a whole winning set wins; a full board without one is a draw.
//! * Maker-Breaker: Maker wins by owning a winning set, Breaker if the board is full and Maker does not.
//! * Avoider-Enforcer: Avoider loses as soon as he owns a set, and wins if the board is full and he does not.
//!
//! With a bias P:Q one role (Maker, Avoider, the first player of a positional game) takes P points a turn and the
//! other Q, exactly, until the board runs out; points are taken one after another, and a set counts as soon as it is
//! complete. This is the strict rule; with 1:1 it is the same as the monotone one. Breaker's win comes with the last
//! point of the board, even if every set is blocked before: the papers define no earlier end.
//!
//! With gravity (6.3: balls that slide onto pegs) a point can be taken only if it lies at the bottom or if the point under
//! it is taken. The first coordinate of a board is its height, and its last layer lies at the bottom, as it is drawn.

use crate::error::InputError;
use crate::game::{BoardKind, GameDef, Setup, Theory};
use crate::moves::Move;
use crate::option::{BIAS, GRAVITY, OptionDef};
use crate::player::Player;
use crate::rules::{End, IllegalMove, Positional, Rules, Step};
use crate::ruleset::{Ruleset, positional};
use crate::sets::SetBoard;
use crate::spaces::{Points, Stones};

/// What the players are after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Both want to own a winning set first.
    Strong,
    /// One wants to own a winning set, the other to prevent it.
    MakerBreaker {
        /// Who is Maker.
        maker: Player,
    },
    /// One wants not to own a winning set.
    AvoiderEnforcer {
        /// Who is Avoider.
        avoider: Player,
    },
}

/// A game of taking points.
#[derive(Clone, Debug)]
pub struct PlacingGame {
    space: Points,
    goal: Goal,
    /// How many points the first and the second player take a turn.
    turn: [u32; 2],
    gravity: bool,
}

impl PlacingGame {
    /// The game on a board. `bias` is for the first-named role, then the other.
    pub fn new(board: SetBoard, goal: Goal, bias: (u32, u32)) -> Result<Self, InputError> {
        if bias.0 == 0 || bias.1 == 0 {
            return Err(InputError::plain("with a bias of 0 a player would never move"));
        }
        if goal != Goal::Strong && !board.is_symmetric() {
            let message = "only positional and hop give the second player winning sets of his own";
            return Err(InputError::plain(message));
        }
        let leader = match goal {
            Goal::Strong => Player::First,
            Goal::MakerBreaker { maker: leader } | Goal::AvoiderEnforcer { avoider: leader } => {
                leader
            }
        };
        let turn = if leader == Player::First { [bias.0, bias.1] } else { [bias.1, bias.0] };
        Ok(PlacingGame { space: Points::new(board), goal, turn, gravity: false })
    }

    /// The same game with points taken from the bottom up.
    pub fn with_gravity(self) -> Result<Self, InputError> {
        self.board().clone().layered()?;
        Ok(PlacingGame { gravity: true, ..self })
    }

    /// The board.
    pub fn board(&self) -> &SetBoard {
        self.space.board()
    }

    /// What the players are after.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// How many points the first and the second player take a turn.
    pub fn turn(&self) -> [u32; 2] {
        self.turn
    }

    /// How many points the player to move still takes before the turn passes.
    pub fn left_in_turn(&self, position: &Stones) -> u32 {
        let round = self.turn[0] as u64 + self.turn[1] as u64;
        let taken = position.count() as u64 % round;
        let end = if taken < self.turn[0] as u64 { self.turn[0] as u64 } else { round };
        (end - taken) as u32
    }

    /// Whether a full board is reached.
    fn is_full(&self, position: &Stones) -> bool {
        position.count() == self.board().point_count()
    }

    fn mover(&self, taken: usize) -> Player {
        let round = (self.turn[0] as u64 + self.turn[1] as u64) as usize;
        if taken % round < self.turn[0] as usize { Player::First } else { Player::Second }
    }
}

impl Rules for PlacingGame {
    type Space = Points;
    type Position = Stones;

    fn space(&self) -> &Points {
        &self.space
    }

    fn moves(&self, position: &Stones) -> Vec<Move> {
        if self.end(position).is_some() {
            return Vec::new();
        }
        let free = position.free(self.board().point_count());
        let open = free.filter(|&point| !self.gravity || rests(self.board(), position, point));
        open.map(|point| Move::Point(point as u16)).collect()
    }

    fn check(&self, position: &Stones, mv: &Move) -> Result<(), IllegalMove> {
        let Move::Point(point) = mv else {
            return Err(IllegalMove("a move takes one point".into()));
        };
        if self.end(position).is_some() {
            return Err(IllegalMove("the game is over".into()));
        }
        let point = *point as usize;
        if point >= self.board().point_count() || !position.is_free(point) {
            return Err(IllegalMove(format!("point {} is not free", self.write_move(mv))));
        }
        if self.gravity && !rests(self.board(), position, point) {
            return Err(hangs(self.board(), point));
        }
        Ok(())
    }

    fn apply(&self, position: &Stones, mv: &Move) -> Step<Stones> {
        let mover = self.to_move(position);
        let mut next = position.clone();
        if let Move::Point(point) = mv {
            next.of_mut(mover).insert(*point as usize);
        }
        let again = self.to_move(&next) == mover;
        Step { position: next, earned: 0, again }
    }

    fn longest_game(&self) -> usize {
        self.board().point_count()
    }

    /// What lies under a point the winning sets do not tell.
    fn sees_structure_only(&self) -> bool {
        !self.gravity
    }

    fn respects(&self, images: &[u16]) -> bool {
        !self.gravity || keeps_layers(self.board(), images)
    }
}

/// Whether a point lies at the bottom, or on a point that is taken.
pub fn rests(board: &SetBoard, position: &Stones, point: usize) -> bool {
    board.under(point).is_none_or(|below| !position.is_free(below))
}

/// Why a point that does not rest cannot be taken.
pub fn hangs(board: &SetBoard, point: usize) -> IllegalMove {
    let name = |point: usize| board.places().name(point);
    let below = board.under(point).map(name).unwrap_or_default();
    IllegalMove(format!("{} is not supported: {below}, below it, is free", name(point)))
}

/// Whether a renaming takes points that lie on each other to such points.
pub fn keeps_layers(board: &SetBoard, images: &[u16]) -> bool {
    (0..images.len()).all(|point| {
        let image = board.under(images[point] as usize);
        board.under(point).map(|below| images[below] as usize) == image
    })
}

impl Positional for PlacingGame {
    fn end(&self, position: &Stones) -> Option<End> {
        match self.goal {
            Goal::Strong => {
                if self.board().first_sets().won_by(&position.first) {
                    return Some(End::Win(Player::First));
                }
                if self.board().second_sets().won_by(&position.second) {
                    return Some(End::Win(Player::Second));
                }
                self.is_full(position).then_some(End::Draw)
            }
            Goal::MakerBreaker { maker } => {
                let made = self.board().first_sets().won_by(position.of(maker));
                let full = self.is_full(position).then_some(End::Win(maker.other()));
                if made { Some(End::Win(maker)) } else { full }
            }
            Goal::AvoiderEnforcer { avoider } => {
                let lost = self.board().first_sets().won_by(position.of(avoider));
                let full = self.is_full(position).then_some(End::Win(avoider));
                if lost { Some(End::Win(avoider.other())) } else { full }
            }
        }
    }

    fn to_move(&self, position: &Stones) -> Player {
        self.mover(position.count())
    }

    fn role(&self, player: Player) -> Option<&'static str> {
        match self.goal {
            Goal::Strong => None,
            Goal::MakerBreaker { maker } => Some(if player == maker { "maker" } else { "breaker" }),
            Goal::AvoiderEnforcer { avoider } => {
                Some(if player == avoider { "avoider" } else { "enforcer" })
            }
        }
    }

    fn placing(&self) -> Option<&PlacingGame> {
        (!self.gravity).then_some(self)
    }
}

/// What the definitions of the games of taking points have in common.
pub const PLACING: GameDef = GameDef {
    prompt: "Take a free point.",
    theory: Theory::Positional,
    boards: BoardKind::Sets,
    options: &[&BIAS, &GRAVITY],
    make: |setup| placing(setup, Goal::Strong),
    ..GameDef::BLANK
};

/// A game of taking points with a goal.
pub fn placing(setup: &Setup, goal: Goal) -> Result<Ruleset, InputError> {
    let game = PlacingGame::new(setup.sets()?, goal, setup.options.bias())?;
    Ok(positional(if setup.options.has(&GRAVITY) { game.with_gravity()? } else { game }))
}

/// Who has the first-named role: the first player, unless an option lets the other begin.
pub fn leader(setup: &Setup, other_first: &OptionDef) -> Player {
    if setup.options.has(other_first) { Player::Second } else { Player::First }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::Places;
    use crate::sets::lattice;

    #[test]
    fn a_bias_gives_several_points_a_turn() {
        let board = lattice::tic_tac_toe(3, 2).unwrap();
        let goal = Goal::MakerBreaker { maker: Player::Second };
        let game = PlacingGame::new(board, goal, (1, 2)).unwrap();
        // Maker takes 1 a turn, and is second here: Breaker begins with 2.
        let movers: Vec<Player> = (0..6).map(|taken| game.mover(taken)).collect();
        use Player::{First as F, Second as S};
        assert_eq!(movers, [F, F, S, F, F, S]);
        assert_eq!(game.role(Player::First), Some("breaker"));
    }

    #[test]
    fn a_board_without_points_is_over() {
        let board = SetBoard::new(Places::numbered(0), []).unwrap();
        let game = PlacingGame::new(board, Goal::Strong, (1, 1)).unwrap();
        assert_eq!(game.end(&game.start()), Some(End::Draw));
        assert!(game.moves(&game.start()).is_empty());
    }

    #[test]
    fn points_are_taken_from_the_bottom_up() {
        let board = lattice::tic_tac_toe(3, 2).unwrap();
        let game = PlacingGame::new(board, Goal::Strong, (1, 1)).unwrap().with_gravity().unwrap();
        assert_eq!(game.moves(&game.start()), [6, 7, 8].map(Move::Point));
        let refused = game.check(&game.start(), &Move::Point(3)).unwrap_err();
        assert_eq!(refused.to_string(), "4 is not supported: 7, below it, is free");
        let next = game.apply(&game.start(), &Move::Point(7)).position;
        assert_eq!(game.moves(&next), [4, 6, 8].map(Move::Point));
        // Left and right may be exchanged, top and bottom may not.
        assert!(game.respects(&[2, 1, 0, 5, 4, 3, 8, 7, 6]));
        assert!(!game.respects(&[6, 7, 8, 3, 4, 5, 0, 1, 2]));
        let plane = crate::sets::geometry::projective(2, 2, 1).unwrap();
        let game = PlacingGame::new(plane, Goal::Strong, (1, 1)).unwrap();
        assert!(game.with_gravity().is_err());
    }

    #[test]
    fn wrong_biases() {
        let board = lattice::tic_tac_toe(3, 2).unwrap();
        assert!(PlacingGame::new(board.clone(), Goal::Strong, (0, 1)).is_err());
        let own = board.with_second_sets([vec![0]]).unwrap();
        assert!(
            PlacingGame::new(own, Goal::AvoiderEnforcer { avoider: Player::First }, (1, 1))
                .is_err()
        );
    }
}
