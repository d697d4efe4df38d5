//! Saving an engine and resuming it.
//!
//! The state (`kit/state_file.rs`) of a nim-sequence, whose question is the code: the bytes a value takes (1: 1, 2 or 4), the number of
//! values (8), the values; then how the last ones were computed: 0 for the direct method, or 1, the mask (4), whether rarity
//! depends on parity (1), from which heap on the split is used (8), the deepest witness since (8).
//!
//! Values at the start and the end are computed again from the definition.

use std::io::{self, Read, Write};

use outplay_rules::games::octal_code::OctalCode;

use super::direct::add_pairs;
use super::engine::{Engine, EngineOptions, SequenceMethod, Statistics};
use super::moves::HeapMoves;
use super::nimber_set::NimberSet;
use super::rarity::Rarity;
use super::values::{Values, with_cells};
pub use crate::kit::state_file::StateError;
use crate::kit::state_file::{StateReader, StateWriter};
use crate::limits::Budget;

/// What it is the state of.
pub(crate) const NIM_SEQUENCE: &str = "a nim-sequence";

/// This many values from the start are computed again.
const CHECKED_FIRST: usize = 300;

/// This many values at the end are computed again.
const CHECKED_LAST: usize = 8;

impl Engine {
    /// Writes what is known, for [`Engine::load`] to resume.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        let mut to = StateWriter::begin(to, NIM_SEQUENCE, &self.code().to_string())?;
        to.put(&[self.values.width() as u8])?;
        to.put_number(self.known())?;
        put_values(&mut to, &self.values)?;
        put_split(&mut to, &self.statistics())?;
        to.end()
    }

    /// Reads a saved state.
    pub fn load(from: &mut impl Read) -> Result<Engine, StateError> {
        let (from, _, code) = StateReader::begin(from, &[NIM_SEQUENCE])?;
        Engine::read(from, &code)
    }

    /// Reads the state of a code once it is known to be one.
    pub(crate) fn read(mut from: StateReader<impl Read>, code: &str) -> Result<Self, StateError> {
        let code = code_of(code)?;
        let values = take_values(&mut from)?;
        let split = take_split(&mut from, &HeapMoves::new(&code), values.len())?;
        from.end()?;
        check_values(&code, &values)?;
        Ok(Engine::restored(code, values, split))
    }
}

/// The code that a state is of.
pub(crate) fn code_of(text: &str) -> Result<OctalCode, StateError> {
    OctalCode::read_hexadecimal(text).map_err(|_| StateError::Damaged("the code is not one"))
}

pub(crate) fn put_split<W: Write>(
    to: &mut StateWriter<W>,
    statistics: &Statistics,
) -> io::Result<()> {
    let SequenceMethod::Sparse(rarity) = statistics.method else { return to.put(&[0]) };
    to.put(&[1])?;
    to.put(&rarity.mask.to_le_bytes())?;
    to.put(&[rarity.by_parity.into()])?;
    to.put_number(statistics.since)?;
    to.put_number(statistics.deepest_witness)
}

fn put_values<W: Write>(to: &mut StateWriter<W>, values: &Values) -> io::Result<()> {
    match values {
        Values::Bytes(list) => to.put(list),
        Values::Words(list) => list.iter().try_for_each(|value| to.put(&value.to_le_bytes())),
        Values::Longs(list) => list.iter().try_for_each(|value| to.put(&value.to_le_bytes())),
    }
}

fn take_values<R: Read>(from: &mut StateReader<R>) -> Result<Values, StateError> {
    let [width] = from.take()?;
    let count = from.take_number()? as u64;
    let length = count.checked_mul(width.into()).ok_or(StateError::Damaged("too many values"))?;
    if !matches!(width, 1 | 2 | 4) || count == 0 {
        return Err(StateError::Damaged("no values, or of a width that is not 1, 2 or 4"));
    }
    let bytes = from.take_list(length)?;
    Ok(match width {
        1 => Values::Bytes(bytes),
        2 => Values::Words(
            bytes.as_chunks().0.iter().map(|&cell| u16::from_le_bytes(cell)).collect(),
        ),
        _ => Values::Longs(
            bytes.as_chunks().0.iter().map(|&cell| u32::from_le_bytes(cell)).collect(),
        ),
    })
}

/// The split, from which heap on it was used, and the deepest witness since.
pub(crate) type Split = (Rarity, usize, usize);

pub(crate) fn take_split<R: Read>(
    from: &mut StateReader<R>,
    moves: &HeapMoves,
    count: usize,
) -> Result<Option<Split>, StateError> {
    if from.take()? == [0] {
        return Ok(None);
    }
    let mask = u32::from_le_bytes(from.take()?);
    let by_parity = from.take()? != [0];
    let (since, witness) = (from.take_number()?, from.take_number()?);
    let parity = if by_parity { moves.split_parity() } else { Some(0) };
    match parity {
        Some(split_parity) if moves.may_be_sparse() && since <= count && witness < count => {
            Ok(Some((Rarity { mask, by_parity, split_parity }, since, witness)))
        }
        _ => Err(StateError::Damaged("the code has no such split into rare and common")),
    }
}

/// Computes some values again.
fn check_values(code: &OctalCode, values: &Values) -> Result<(), StateError> {
    let last = values.len() - 1;
    let options = EngineOptions { sparse: false, ..EngineOptions::default() };
    let mut fresh = Engine::with_options(code.clone(), options);
    let moves = HeapMoves::new(code);
    let first = if moves.triple.is_empty() { CHECKED_FIRST } else { CHECKED_FIRST / 4 };
    // Without limits nothing stops it.
    let _ = fresh.extend_to(first.min(last), &mut Budget::unlimited());
    let wrong = fresh.values().iter().zip(values.iter()).position(|(ours, theirs)| ours != theirs);
    if let Some(n) = wrong {
        return Err(StateError::Value(n));
    }
    if moves.tail == 0 && moves.triple.is_empty() {
        let from = (last + 1).saturating_sub(CHECKED_LAST);
        return (from..=last).try_for_each(|n| check_value(&moves, values, n));
    }
    Ok(())
}

fn check_value(moves: &HeapMoves, values: &Values, n: usize) -> Result<(), StateError> {
    let mut options = NimberSet::default();
    if moves.empty.contains(&n) {
        options.insert(0);
    }
    for &taken in moves.single.iter().filter(|&&taken| taken < n) {
        values.get(n - taken).into_iter().for_each(|value| options.insert(value));
    }
    for &taken in moves.pair.iter().filter(|&&taken| taken < n) {
        add_pairs(values, n - taken, &mut options);
    }
    if values.get(n) == Some(options.least_missing()) { Ok(()) } else { Err(StateError::Value(n)) }
}

impl Engine {
    /// An engine that goes on from known values.
    fn restored(code: OctalCode, values: Values, split: Option<Split>) -> Self {
        let mut engine = Engine::new(code);
        engine.values = values;
        let narrow = engine.values.width() < 4;
        if let Some((rarity, since, witness)) = split.filter(|_| narrow) {
            with_cells!(&engine.values, list => {
                engine.sparse = Some(Box::new(super::sparse::Sparse::resumed(
                    rarity, list, since, witness,
                )))
            });
        }
        engine.take_note();
        engine
    }
}
