//! The rules of a game on a board, whatever the game: an enum over what positions are made of, which contains one over
//! how games are won. This is the only place that distinguishes either; [`in_space!`](crate::in_space) is the only
//! dispatch.

use std::fmt;
use std::sync::Arc;

use crate::error::InputError;
use crate::moves::Move;
use crate::places::Places;
use crate::player::Player;
use crate::record::Moment;
use crate::rules::{End, IllegalMove, Impartial, Partizan, Positional, Rules, Scoring, Step};
use crate::spaces::{Edges, Heaps, Offers, Points, Space, Tints, Trios, Vertices};

/// Rules on a kind of board.
pub type AnyRules<S> = dyn Rules<Space = S, Position = <S as Space>::Position>;
/// An impartial game on a kind of board.
pub type AnyImpartial<S> = dyn Impartial<Space = S, Position = <S as Space>::Position>;
/// A scoring game on a kind of board.
pub type AnyScoring<S> = dyn Scoring<Space = S, Position = <S as Space>::Position>;
/// A positional game on a kind of board.
pub type AnyPositional<S> = dyn Positional<Space = S, Position = <S as Space>::Position>;
/// A partizan game on a kind of board.
pub type AnyPartizan<S> = dyn Partizan<Space = S, Position = <S as Space>::Position>;

/// The rules of a game on a kind of board, by how it is won.
pub enum Game<S: Space> {
    /// The last move decides.
    Impartial(Arc<AnyImpartial<S>>),
    /// Points decide.
    Scoring(Arc<AnyScoring<S>>),
    /// Winning sets decide.
    Positional(Arc<AnyPositional<S>>),
    /// Left and Right have moves of their own, and the last move decides.
    Partizan(Arc<AnyPartizan<S>>),
}

/// The rules of a game on a board.
#[derive(Clone, Debug)]
pub enum Ruleset {
    /// Heaps, and vertices beside them.
    Heaps(Game<Heaps>),
    /// Vertices of a graph.
    Vertices(Game<Vertices>),
    /// Vertices that each of two players may use.
    Tints(Game<Tints>),
    /// Edges of a multigraph.
    Edges(Game<Edges>),
    /// Points of a board with winning sets.
    Points(Game<Points>),
    /// Points and offers of points.
    Offers(Game<Offers>),
    /// Points of three players.
    Trios(Game<Trios>),
}

/// A kind of board that rulesets know.
pub trait Playable: Space {
    /// A game on this kind of board as a ruleset.
    fn ruleset(game: Game<Self>) -> Ruleset;

    /// The game of a ruleset on this kind of board.
    fn game(ruleset: &Ruleset) -> Option<&Game<Self>>;
}

macro_rules! playable {
    ($($space:ident),+) => {
        $(impl Playable for $space {
            fn ruleset(game: Game<Self>) -> Ruleset {
                Ruleset::$space(game)
            }

            fn game(ruleset: &Ruleset) -> Option<&Game<Self>> {
                if let Ruleset::$space(game) = ruleset { Some(game) } else { None }
            }
        })+
    };
}

playable!(Heaps, Vertices, Tints, Edges, Points, Offers, Trios);

/// Runs an expression with the game of a ruleset, whatever its positions are made of: `in_space!(&ruleset, |game| …)`. The
/// expression is generic in the space.
#[macro_export]
macro_rules! in_space {
    ($ruleset:expr, |$game:ident| $body:expr) => {
        match $ruleset {
            $crate::ruleset::Ruleset::Heaps($game) => $body,
            $crate::ruleset::Ruleset::Vertices($game) => $body,
            $crate::ruleset::Ruleset::Tints($game) => $body,
            $crate::ruleset::Ruleset::Edges($game) => $body,
            $crate::ruleset::Ruleset::Points($game) => $body,
            $crate::ruleset::Ruleset::Offers($game) => $body,
            $crate::ruleset::Ruleset::Trios($game) => $body,
        }
    };
}

/// An impartial game as a ruleset.
pub fn impartial<R: Impartial<Space: Playable> + 'static>(rules: R) -> Ruleset {
    R::Space::ruleset(Game::Impartial(Arc::new(rules)))
}

/// A scoring game as a ruleset.
pub fn scoring<R: Scoring<Space: Playable> + 'static>(rules: R) -> Ruleset {
    R::Space::ruleset(Game::Scoring(Arc::new(rules)))
}

/// A positional game as a ruleset.
pub fn positional<R: Positional<Space: Playable> + 'static>(rules: R) -> Ruleset {
    R::Space::ruleset(Game::Positional(Arc::new(rules)))
}

/// A partizan game as a ruleset.
pub fn partizan<R: Partizan<Space: Playable> + 'static>(rules: R) -> Ruleset {
    R::Space::ruleset(Game::Partizan(Arc::new(rules)))
}

impl<S: Space> Game<S> {
    /// The rules, without how the game is won.
    pub fn rules(&self) -> &AnyRules<S> {
        match self {
            Game::Impartial(rules) => rules.as_ref(),
            Game::Scoring(rules) => rules.as_ref(),
            Game::Positional(rules) => rules.as_ref(),
            Game::Partizan(rules) => rules.as_ref(),
        }
    }

    /// How the game has ended, if it is over: the winner, a tie or a draw. Of a scoring game, by the points that were scored.
    /// `misere` asks for the other convention: the last mover loses, fewer points win.
    pub fn ended(&self, moment: &Moment<S::Position>, misere: bool) -> Option<End> {
        match self {
            Game::Impartial(rules) => {
                let stuck = rules.is_over(&moment.position);
                let loser = if misere { moment.to_move.other() } else { moment.to_move };
                stuck.then(|| End::Win(loser.other()))
            }
            Game::Scoring(rules) => {
                let [first, second] = moment.score;
                let first_leads = End::Win(if misere { Player::Second } else { Player::First });
                let second_leads = End::Win(if misere { Player::First } else { Player::Second });
                rules.is_over(&moment.position).then_some(match first.cmp(&second) {
                    std::cmp::Ordering::Greater => first_leads,
                    std::cmp::Ordering::Less => second_leads,
                    std::cmp::Ordering::Equal => End::Draw,
                })
            }
            Game::Positional(rules) => rules.end(&moment.position),
            Game::Partizan(rules) => {
                let stuck = rules.is_over(&moment.position);
                stuck.then(|| End::Win(moment.to_move.other()))
            }
        }
    }

    /// In a scoring game, the points that are still to be scored.
    pub fn points_left(&self, position: &S::Position) -> Option<u32> {
        match self {
            Game::Scoring(rules) => Some(rules.points_left(position)),
            Game::Impartial(_) | Game::Positional(_) | Game::Partizan(_) => None,
        }
    }

    /// What a player is called in this game.
    pub fn role(&self, player: Player) -> Option<&'static str> {
        match self {
            Game::Positional(rules) => rules.role(player),
            Game::Partizan(rules) => Some(rules.side(player).name()),
            Game::Impartial(_) | Game::Scoring(_) => None,
        }
    }

    /// Symmetries of the board that all the rules respect, the identity left out; at most `most`.
    pub fn symmetries(&self, most: usize) -> Vec<Vec<u16>> {
        if self.rules().sees_structure_only() { self.space().symmetries(most) } else { Vec::new() }
    }
}

impl<S: Space> Clone for Game<S> {
    fn clone(&self) -> Self {
        match self {
            Game::Impartial(rules) => Game::Impartial(rules.clone()),
            Game::Scoring(rules) => Game::Scoring(rules.clone()),
            Game::Positional(rules) => Game::Positional(rules.clone()),
            Game::Partizan(rules) => Game::Partizan(rules.clone()),
        }
    }
}

impl<S: Space> fmt::Debug for Game<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Game::Impartial(_) => "Impartial",
            Game::Scoring(_) => "Scoring",
            Game::Positional(_) => "Positional",
            Game::Partizan(_) => "Partizan",
        })
    }
}

/// So that whatever plays by rules plays any game.
impl<S: Space> Rules for Game<S> {
    type Space = S;
    type Position = S::Position;

    fn space(&self) -> &S {
        self.rules().space()
    }

    fn start(&self) -> S::Position {
        self.rules().start()
    }

    fn opener(&self) -> Player {
        self.rules().opener()
    }

    fn moves(&self, position: &S::Position) -> Vec<Move> {
        self.rules().moves(position)
    }

    fn check(&self, position: &S::Position, mv: &Move) -> Result<(), IllegalMove> {
        self.rules().check(position, mv)
    }

    fn apply(&self, position: &S::Position, mv: &Move) -> Step<S::Position> {
        self.rules().apply(position, mv)
    }

    fn longest_game(&self) -> usize {
        self.rules().longest_game()
    }

    fn places(&self) -> &Places {
        self.rules().places()
    }

    fn read_move(&self, position: &S::Position, text: &str) -> Result<Move, InputError> {
        self.rules().read_move(position, text)
    }

    fn is_over(&self, position: &S::Position) -> bool {
        self.rules().is_over(position)
    }

    fn moves_within(&self, position: &S::Position, most: u64) -> Option<Vec<Move>> {
        self.rules().moves_within(position, most)
    }

    fn sees_structure_only(&self) -> bool {
        self.rules().sees_structure_only()
    }

    fn respects(&self, images: &[u16]) -> bool {
        self.rules().respects(images)
    }

    fn state(&self, position: &S::Position) -> Option<&'static str> {
        self.rules().state(position)
    }
}
