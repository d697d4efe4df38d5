//! Why a position of an impartial game is won: what its parts are worth, now and after a winning move. In normal play
//! these are Grundy values and their nim-sum, under the misère convention elements of a misère quotient and their
//! product.

use std::fmt;

use outplay_rules::moves::Move;
use outplay_solve::impartial::{Nimber, Outcome};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{self, Oracle, PartName, Product};
use serde::{Serialize, Serializer};

/// A part of a position, such as a heap, with what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// What it is called.
    pub part: String,
    /// What it is worth.
    #[serde(flatten)]
    pub worth: PartWorth,
}

/// What a part is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PartWorth {
    /// In normal play.
    Grundy {
        /// Its Grundy value: null if it is loony.
        #[serde(serialize_with = "value_or_null")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
        grundy: Nimber,
    },
    /// Under the misère convention.
    Element {
        /// Its element of the misère quotient, as a word in generators.
        element: String,
    },
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
    /// The product of their elements, and who wins, under the misère convention.
    pub product: Option<(String, Outcome)>,
}

/// More parts than this explain nothing.
const MOST_PARTS: usize = 40;

/// The Grundy values of the parts now and after a winning move, as Wright's article explains a win.
pub(crate) fn explain<O: Oracle + ?Sized>(
    oracle: &mut O,
    now: &oracle::MomentOf<O>,
    best: Option<&Move>,
    budget: &mut Budget,
) -> Result<Vec<Explained>, Stopped> {
    let mut explained = Vec::new();
    let next = best.map(|mv| {
        let moment = oracle::after(oracle.rules(), now, mv);
        // In nimstring a move may keep the turn: then what is left is worth having, not 0.
        let again = if moment.to_move == now.to_move { ", with another move to make" } else { "" };
        (Some(format!("{}{again}", oracle.rules().write_move(mv))), moment)
    });
    for (after, moment) in std::iter::once((None, now.clone())).chain(next) {
        let (parts, product) = match oracle.product(&moment, budget)? {
            Some(Product { parts, product, outcome }) => {
                let named = parts.into_iter().map(|(name, element)| (name, element.into()));
                (named.collect(), Some((product, outcome)))
            }
            None => {
                let valued = oracle.parts(&moment, budget)?.into_iter();
                (valued.map(|(name, grundy)| (name, PartWorth::Grundy { grundy })).collect(), None)
            }
        };
        let parts: Vec<(PartName, PartWorth)> = parts;
        if parts.len() > MOST_PARTS || (parts.is_empty() && after.is_none()) {
            break;
        }
        explained.push(Explained {
            after,
            parts: parts.into_iter().map(Part::from).collect(),
            product,
        });
    }
    Ok(explained)
}

impl From<String> for PartWorth {
    fn from(element: String) -> Self {
        PartWorth::Element { element }
    }
}

impl From<(PartName, PartWorth)> for Part {
    fn from((name, worth): (PartName, PartWorth)) -> Self {
        let part = match name {
            PartName::Heap(size) => size.to_string(),
            PartName::Component(index) => format!("component {index}"),
        };
        Part { part, worth }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.worth {
            PartWorth::Grundy { grundy } => write!(f, "{} is worth {grundy}", self.part),
            PartWorth::Element { element } => write!(f, "{} is {element}", self.part),
        }
    }
}

/// `50 is worth 5: nim-sum 5`, `after 50>6,41: 6 is worth 1, 41 is worth 1: nim-sum 0`; under the misère convention
/// `7 is b, 3 is ab: product ab^2, an N-position`.
impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mv) = &self.after {
            write!(f, "after {mv}: ")?;
        }
        let parts: Vec<String> = self.parts.iter().map(Part::to_string).collect();
        let left = if parts.is_empty() { "nothing is left".to_string() } else { parts.join(", ") };
        match &self.product {
            Some((product, Outcome::P)) => write!(f, "{left}: product {product}, a P-position"),
            Some((product, Outcome::N)) => write!(f, "{left}: product {product}, an N-position"),
            None => {
                let nimber = |part: &Part| match part.worth {
                    PartWorth::Grundy { grundy } => grundy,
                    PartWorth::Element { .. } => Nimber::Value(0),
                };
                let sum = self.parts.iter().map(nimber).fold(Nimber::Value(0), Nimber::plus);
                write!(f, "{left}: nim-sum {sum}")
            }
        }
    }
}
