//! What a strategy is: the moves it allows in a position, given what it remembers of the game so far.
//!
//! A strategy sees the moment (position, who moves; never the score) and a [`Memory`] that it keeps itself: most
//! remember nothing, some the opponent's last move, a few a plan they have chosen. Whatever a strategy allows may
//! depend on these alone, so the verifier's table is keyed on exactly these.

use outplay_rules::error::InputError;
use outplay_rules::moves::Move;
use outplay_rules::record::Moment;
use outplay_rules::spaces::Space;
use outplay_solve::limits::{Budget, Stopped};

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
    fn remember(
        &self,
        _memory: &Memory,
        _before: &Moment<S::Position>,
        mv: &Move,
        mine: bool,
    ) -> Memory {
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
    fn allows(
        &mut self,
        now: &Moment<S::Position>,
        memory: &Memory,
        _budget: &mut Budget,
    ) -> Result<Vec<Move>, Stopped> {
        Ok(self.advice(now, memory))
    }

    /// A position and a memory that stand for this situation in the table, if some differences make none to the rest of
    /// the game. They need not be a position that can come up; equal ones must mean that play goes on exactly alike.
    fn stands_for(
        &self,
        _now: &Moment<S::Position>,
        _memory: &Memory,
    ) -> Option<(S::Position, Memory)> {
        None
    }

    /// A payoff that a proved argument guarantees from here on, whoever is to move; none if only play can tell. The
    /// argument stands in the file of the strategy.
    fn guaranteed(&self, _now: &Moment<S::Position>, _memory: &Memory) -> Option<i32> {
        None
    }
}

/// What is claimed for a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It wins.
    Win,
    /// It never loses.
    Draw,
    /// It ends with at least this many points more than the opponent, or fewer where fewer win (scoring games).
    Margin(i32),
}

impl Claim {
    /// Reads `win`, `draw` or `margin:2`.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let margin = || text.strip_prefix("margin:").and_then(|m| m.trim().parse().ok());
        match text {
            "win" => Ok(Claim::Win),
            "draw" => Ok(Claim::Draw),
            _ => margin().map(Claim::Margin).ok_or_else(|| {
                InputError::whole(
                    text,
                    "a claim is win, draw (never lose) or margin:N, such as margin:2",
                )
            }),
        }
    }

    /// The least payoff that keeps the promise: a win counts 1, a draw or tie 0, a loss -1; in scoring games the
    /// payoff is the margin.
    pub fn least(self) -> i32 {
        match self {
            Claim::Win => 1,
            Claim::Draw => 0,
            Claim::Margin(margin) => margin,
        }
    }
}

impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Claim::Win => f.write_str("win"),
            Claim::Draw => f.write_str("draw"),
            Claim::Margin(margin) => write!(f, "margin:{margin}"),
        }
    }
}

/// What the source of a strategy promises on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The promise.
    pub claim: Claim,
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
