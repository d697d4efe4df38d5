//! The theories that a proof of version 2 may rest on beside the rules. Each is a file of its own with the theorem that
//! it stands for. A certificate names those that it uses, and a user may refuse any of them.

use std::cell::Cell;
use std::rc::Rc;

use crate::Refused;

/// A theory: a way to look positions up by something that is worth the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theory {
    /// Captures and pairs, where a score keeps the turn ([`crate::removing::captures`]).
    Captures,
    /// Cores, in Unshackle ([`crate::removing::cores`]).
    Cores,
    /// Positions of a grid up to translations and reflections ([`crate::closed::grid_key`]).
    GridKey,
    /// Positions of a nested board by the classes of their islands ([`crate::closed::islands`]).
    Islands,
    /// A map that takes no vertex to itself or to a neighbour, in Node Kayles and Arc Kayles ([`crate::game::mirror`]).
    Mirror,
    /// Taking games on paths are heap games ([`crate::game::shapes`]).
    Paths,
    /// Chains of a pode count modulo 3 under 0.33 ([`crate::game::shapes`]).
    Podes,
    /// Boards rich in loops ([`crate::removing::rich`]).
    Rich,
    /// All games of 0.03 on a tree have the same length ([`crate::game::shapes`]).
    Trees,
}

impl Theory {
    /// All theories, by name.
    pub const ALL: [Theory; 9] = [
        Theory::Captures,
        Theory::Cores,
        Theory::GridKey,
        Theory::Islands,
        Theory::Mirror,
        Theory::Paths,
        Theory::Podes,
        Theory::Rich,
        Theory::Trees,
    ];

    /// Its name in a header.
    pub fn name(self) -> &'static str {
        match self {
            Theory::Captures => "captures",
            Theory::Cores => "cores",
            Theory::GridKey => "grid-key",
            Theory::Islands => "islands",
            Theory::Mirror => "mirror",
            Theory::Paths => "paths",
            Theory::Podes => "podes",
            Theory::Rich => "rich",
            Theory::Trees => "trees",
        }
    }

    /// The theorem that it stands for, in words.
    pub fn theorem(self) -> &'static str {
        match self {
            Theory::Captures => {
                "captures and pairs (Theorems K1 to K4, K7 and K8 on scoring games)"
            }
            Theory::Cores => {
                "leaves, gifts and cores (Theorems U3, U6, U7, U9 and U10 on scoring games)"
            }
            Theory::GridKey => {
                "moving, turning or reflecting a set of cells does not change its value"
            }
            Theory::Islands => {
                "with free hops a symmetry of the inner board may be used on each island by itself"
            }
            Theory::Mirror => {
                "the second player answers by the mirror image (Theorem 6 on taking games)"
            }
            Theory::Paths => "a taking game on a path is a game on a heap",
            Theory::Podes => {
                "chains of a pode count modulo 3 under 0.33 (Theorem 8 on taking games)"
            }
            Theory::Rich => "boards rich in loops (Theorems K11 and K12 on scoring games)",
            Theory::Trees => {
                "under 0.03 all games on a tree have the same length (Theorem 7 on taking games)"
            }
        }
    }

    /// The refusal of a proof that uses it although the user rejects it.
    pub fn refused(self) -> Refused {
        Refused::Step(format!("it uses {}, which was excluded", self.name()))
    }

    /// The theory with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theory| theory.name() == name)
    }
}

/// The theories that a proof may use, and how often it did.
#[derive(Clone, Debug, Default)]
pub struct Used(Rc<[Cell<u64>; Theory::ALL.len()]>, Vec<Theory>);

impl Used {
    /// The theories allowed, none of them used yet.
    pub fn new(allowed: &[Theory]) -> Self {
        Used(Rc::default(), allowed.to_vec())
    }

    /// Whether a theory may be used.
    pub fn has(&self, theory: Theory) -> bool {
        self.1.contains(&theory)
    }

    /// Whether nothing but these may be used.
    pub fn only(&self, theories: &[Theory]) -> bool {
        self.1.iter().all(|theory| theories.contains(theory))
    }

    /// Counts uses.
    pub fn count(&self, theory: Theory, times: u64) {
        let counter = &self.0[theory as usize];
        counter.set(counter.get() + times);
    }

    /// How often a theory was used.
    pub fn times(&self, theory: Theory) -> u64 {
        self.0[theory as usize].get()
    }
}
