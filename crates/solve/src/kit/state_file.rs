//! What saved states have in common: why one is refused, and the sum that tells a damaged one.

use std::io::{self, Read, Write};

use outplay_rules::visible::visible;

/// Why a saved state was not taken.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It could not be read; an unexpected end is a file cut short.
    #[error("the saved state cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is something else, or from a version that this one does not know.
    #[error("this is not a saved state of version 1 (it must begin with 'outplay heaps 1')")]
    NotAState,
    /// It is something else than the proofs of a positional search, or from a version that this one does not know.
    #[error("this is not the saved state of a positional search (it must begin with '{0}')")]
    NotProofs(&'static str),
    /// It is that of another question.
    #[error("this is the saved state of another question: {}; asked is {asked}", visible(.found))]
    Question {
        /// The question that it is of.
        found: String,
        /// The question that is asked.
        asked: String,
    },
    /// It is that of a period search which has forgotten values.
    #[error("this is the state of a period search, which does not keep all values")]
    Search,
    /// A part has a value it cannot have.
    #[error("the saved state is damaged: {0}")]
    Damaged(&'static str),
    /// The sum at the end does not fit.
    #[error(
        "the saved state is damaged: its sum is {found:016x}, what it holds has {computed:016x}"
    )]
    Sum {
        /// The sum in the file.
        found: u64,
        /// The sum of what was read.
        computed: u64,
    },
    /// A value is not what the code gives.
    #[error("the saved state is wrong: the value of heap {0} is not that of the code")]
    Value(usize),
}

/// The 64-bit sum of Fowler, Noll and Vo (variant 1a).
pub(crate) struct Sum(pub u64);

impl Sum {
    pub fn new() -> Self {
        Sum(0xcbf2_9ce4_8422_2325)
    }

    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// What goes through is summed.
pub(crate) struct Summing<'a, T> {
    pub inner: &'a mut T,
    pub sum: Sum,
}

impl<W: Write> Summing<'_, W> {
    pub fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.inner.write_all(bytes)
    }

    pub fn put_number(&mut self, number: usize) -> io::Result<()> {
        self.put(&(number as u64).to_le_bytes())
    }

    /// Writes the sum of all that was written.
    pub fn put_sum(self) -> io::Result<()> {
        self.inner.write_all(&self.sum.0.to_le_bytes())?;
        self.inner.flush()
    }
}

impl<R: Read> Summing<'_, R> {
    pub fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.inner.read_exact(&mut bytes)?;
        self.sum.add(&bytes);
        Ok(bytes)
    }

    /// Reads `length` bytes, never keeping room for more than came.
    pub fn take_list(&mut self, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.inner.take(length).read_to_end(&mut bytes)?;
        self.sum.add(&bytes);
        if bytes.len() as u64 == length {
            Ok(bytes)
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }

    pub fn take_number(&mut self) -> Result<usize, StateError> {
        usize::try_from(u64::from_le_bytes(self.take()?))
            .map_err(|_| StateError::Damaged("a number is too large"))
    }

    /// Reads the sum and refuses one that does not fit what was read.
    pub fn check_sum(mut self) -> Result<(), StateError> {
        let computed = self.sum.0;
        let found = u64::from_le_bytes(self.take()?);
        if found == computed { Ok(()) } else { Err(StateError::Sum { found, computed }) }
    }
}
