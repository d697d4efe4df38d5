//! What a strategy is: the moves it allows in a position, given what it remembers of the game so far.
//!
//! A strategy sees the moment (position, who moves; never the score) and a [`Memory`] that it keeps itself: most
//! remember nothing, some the opponent's last move, a few a plan they have chosen. Whatever a strategy allows may
//! depend on these alone, so the verifier's table is keyed on exactly these.

pub use outplay_rules::guarantee::Guarantee;
use outplay_rules::moves::Move;
use outplay_rules::record::Moment;
use outplay_rules::spaces::Space;
use outplay_solve::limits::{Budget, Stopped};

/// A moment of a game on a kind of board.
pub type MomentIn<S> = Moment<<S as Space>::Position>;

/// The moves that a strategy allows, or the limit that came first.
pub type Advice = Result<Vec<Move>, Stopped>;

/// What a strategy remembers of the game so far. Empty for strategies that look at the position alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Memory {
    /// The opponent's last move.
    pub last: Option<Move>,
    /// A place of the board, such as where the newest piece stands.
    pub place: Option<u16>,
    /// The number of a plan chosen earlier.
    pub plan: u16,
}

/// How much a strategy sees beside the position, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// The position alone.
    Position,
    /// The position and the opponent's last move.
    LastMove,
    /// The position and where the newest of its own pieces stands (hop games).
    NewestPiece,
    /// The position, the opponent's last move and a plan of its own.
    Plan,
}

impl Sees {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Sees::Position => "the position alone",
            Sees::LastMove => "the position and the opponent's last move",
            Sees::NewestPiece => "the position and which of its pieces is the newest",
            Sees::Plan => "the position, the opponent's last move and its own plan",
        }
    }
}

impl Sees {
    /// How a strategy table says it: `sees last`. A plan cannot be said; a table then looks at the last move.
    pub fn table_word(self) -> &'static str {
        match self {
            Sees::Position => "position",
            Sees::LastMove | Sees::Plan => "last",
            Sees::NewestPiece => "newest",
        }
    }
}

/// Which changes of names leave a strategy's advice the same up to those changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Invariance {
    /// None is promised.
    Nothing,
    /// Every symmetry of the board: the advice in the image of a position is the image of the advice.
    Board,
    /// Every isomorphism of what is left: where pieces stand does not matter, only what they are.
    Remainder,
}

/// A way to play a game. What it allows is a set: by default every choice from it must keep the promise.
pub trait Strategy<S: Space> {
    /// What it looks at beside the position.
    fn sees(&self) -> Sees {
        Sees::Position
    }

    /// Which positions it treats alike.
    fn invariance(&self) -> Invariance {
        Invariance::Nothing
    }

    /// What is promised for it on this board and where, if its source promises something.
    fn promise(&self) -> Option<Promise> {
        None
    }

    /// What it remembers after a move; `mine` tells whether it was its own.
    fn remember(&self, _memory: &Memory, _before: &MomentIn<S>, mv: &Move, mine: bool) -> Memory {
        match (self.sees(), mine) {
            (Sees::LastMove, false) => Memory { last: Some(mv.clone()), ..Memory::default() },
            (Sees::NewestPiece, false) => match mv {
                // A hop leaves a piece of the other player behind: that is the newest.
                Move::Hop { from, .. } => Memory { place: Some(*from), ..Memory::default() },
                _ => Memory::default(),
            },
            _ => Memory::default(),
        }
    }

    /// The moves it allows when it is to move and the game is not over. None at all: it has fallen silent.
    ///
    /// A strategy says here what it plays, or in [`Strategy::allows`] if it has to search for it.
    fn advice(&self, _now: &Moment<S::Position>, _memory: &Memory) -> Vec<Move> {
        Vec::new()
    }

    /// The same, within a budget.
    fn allows(&mut self, now: &MomentIn<S>, memory: &Memory, _budget: &mut Budget) -> Advice {
        Ok(self.advice(now, memory))
    }

    /// A position and a memory that stand for this situation in the table, if some differences make none to the rest of
    /// the game. They need not be a position that can come up; equal ones must mean that play goes on exactly alike.
    fn stands_for(&self, _now: &MomentIn<S>, _memory: &Memory) -> Option<(S::Position, Memory)> {
        None
    }

    /// A payoff that a proved argument guarantees from here on, whoever is to move; none if only play can tell. The
    /// argument stands in the file of the strategy.
    fn guaranteed(&self, _now: &Moment<S::Position>, _memory: &Memory) -> Option<i32> {
        None
    }
}

/// What the source of a strategy promises on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The promise.
    pub claim: Guarantee,
    /// Where it is made, and on what grounds.
    pub source: String,
}

/// Which choices must keep the promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Every choice that the strategy allows.
    All,
    /// Some rule for choosing among the moves that it allows.
    Some,
}

impl std::fmt::Display for Choices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if *self == Choices::All { "all" } else { "some" })
    }
}
