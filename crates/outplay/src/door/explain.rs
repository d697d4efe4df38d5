//! Why a position of an impartial game is won: the Grundy values of its parts, now and after a winning move.

use std::fmt;

use outplay_rules::moves::Move;
use outplay_solve::impartial::Nimber;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{self, Oracle, PartName};
use serde::{Serialize, Serializer};

/// A part of a position, such as a heap, with its Grundy value: null if it is loony.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// What it is called.
    pub part: String,
    /// What it is worth.
    #[serde(serialize_with = "value_or_null")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    pub grundy: Nimber,
}

fn value_or_null<S: Serializer>(nimber: &Nimber, to: S) -> Result<S::Ok, S::Error> {
    nimber.value().serialize(to)
}

/// A position as its independent parts, reached by a move or by none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The move.
    pub after: Option<String>,
    /// The parts.
    pub parts: Vec<Part>,
}

/// More parts than this explain nothing.
const MOST_PARTS: usize = 40;

/// The Grundy values of the parts now and after a winning move, as Wright's article explains a win.
pub(crate) fn explain<O: Oracle>(
    oracle: &mut O,
    now: &oracle::MomentOf<O>,
    best: Option<&Move>,
    budget: &mut Budget,
) -> Result<Vec<Explained>, Stopped> {
    let named = |(name, grundy): (PartName, Nimber)| {
        let part = match name {
            PartName::Heap(size) => size.to_string(),
            PartName::Component(index) => format!("component {index}"),
        };
        Part { part, grundy }
    };
    let mut explained = Vec::new();
    let next = best.map(|mv| {
        let moment = oracle::after(oracle.rules(), now, mv);
        // In nimstring a move may keep the turn: then what is left is worth having, not 0.
        let again = if moment.to_move == now.to_move { ", with another move to make" } else { "" };
        (Some(format!("{}{again}", oracle.rules().write_move(mv))), moment)
    });
    for (after, moment) in std::iter::once((None, now.clone())).chain(next) {
        let parts = oracle.parts(&moment, budget)?;
        if parts.len() > MOST_PARTS || (parts.is_empty() && after.is_none()) {
            break;
        }
        explained.push(Explained { after, parts: parts.into_iter().map(named).collect() });
    }
    Ok(explained)
}

/// `50 is worth 5: nim-sum 5`, `after 50>6,41: 6 is worth 1, 41 is worth 1: nim-sum 0`.
impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mv) = &self.after {
            write!(f, "after {mv}: ")?;
        }
        let worth = |Part { part, grundy }: &Part| format!("{part} is worth {grundy}");
        let parts: Vec<String> = self.parts.iter().map(worth).collect();
        let sum = self.parts.iter().fold(Nimber::Value(0), |sum, part| sum.plus(part.grundy));
        let left = if parts.is_empty() { "nothing is left".to_string() } else { parts.join(", ") };
        write!(f, "{left}: nim-sum {sum}")
    }
}
