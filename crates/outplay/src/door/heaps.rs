//! A heap game, by its code alone (`0.137`) or by name (`kayles`).

use std::fmt;
use std::str::FromStr;

use outplay_rules::error::InputError;
use outplay_rules::game::GameName;
use outplay_rules::games::octal_code::OctalCode;
use outplay_rules::registry::read_heap_game;
use serde::{Serialize, Serializer};

/// A heap game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapGame {
    name: GameName,
    code: OctalCode,
}

impl HeapGame {
    /// What may be taken and left.
    pub fn code(&self) -> &OctalCode {
        &self.code
    }
}

impl FromStr for HeapGame {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let (name, code) = read_heap_game(text)?;
        Ok(HeapGame { name, code })
    }
}

impl fmt::Display for HeapGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

impl Serialize for HeapGame {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
