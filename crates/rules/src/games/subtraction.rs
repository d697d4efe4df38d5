//! Subtraction games: take one of the listed numbers of counters from a heap, never break it.
//!
//! On a graph it is the octal game whose digits are 3 at those numbers.

use super::octal::{TAKING, taking};
use crate::error::InputError;
use crate::game::{GameDef, GameName, Parameter};
use crate::octal_code::OctalCode;

/// More counters are not taken in one move.
const MOST: usize = 100_000;

/// `subtraction:1,2,3`
pub static SUBTRACTION: GameDef = GameDef {
    names: &["subtraction"],
    title: "Subtraction",
    sentence: "Take one of the listed numbers of counters from one heap, without splitting it.",
    parameter: Some(Parameter {
        example: "1,2,3",
        read: |name, text| {
            let numbers: Vec<String> = read_set(text)?.iter().map(usize::to_string).collect();
            Ok(format!("{name}:{}", numbers.join(",")))
        },
    }),
    examples: &["subtraction:1,2,3 heaps:21", "subtraction:1,3 path:6"],
    code: Some(code_of),
    make: |setup| taking(setup, code_of(setup.game)?),
    ..TAKING
};

fn code_of(game: &GameName) -> Result<OctalCode, InputError> {
    Ok(OctalCode::subtraction(&read_set(game.parameter().unwrap_or_default())?))
}

/// Reads numbers such as `1,2,3`; each once, ascending.
pub fn read_set(text: &str) -> Result<Vec<usize>, InputError> {
    let wrong = || {
        let message = format!("a subtraction set is a list of numbers from 1 to {MOST}");
        InputError::whole(text, message).help("for example subtraction:1,2,3")
    };
    let number = |part: &str| {
        part.trim().parse::<usize>().ok().filter(|n| (1..=MOST).contains(n)).ok_or_else(wrong)
    };
    let mut set = text.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    set.sort_unstable();
    set.dedup();
    Ok(set)
}
