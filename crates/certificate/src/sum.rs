//! The checksum at the end of a certificate. It catches accidents; truth is for the proof to show.

use std::io::{self, BufRead, Read};

use crate::Refused;
use crate::body::damaged;

/// FNV-1a, 64 bits, of bytes that follow those already summed.
fn add(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The sum of no bytes.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a, 64 bits.
pub fn checksum(bytes: &[u8]) -> u64 {
    add(EMPTY, bytes)
}

/// The last line of a certificate whose other bytes are these.
pub fn last_line(bytes: &[u8]) -> String {
    format!("checksum {:016x}\n", checksum(bytes))
}

/// A source that sums what is read from it.
pub struct Summed<S> {
    source: S,
    sum: u64,
}

impl<S: BufRead> Summed<S> {
    /// Sums from here on.
    pub fn new(source: S) -> Self {
        Summed { source, sum: EMPTY }
    }

    /// Whether the rest is the line that ends a certificate, with the sum of what was read.
    pub fn check_sum(mut self) -> Result<(), Refused> {
        let expected = format!("checksum {:016x}\n", self.sum);
        let mut rest = Vec::new();
        self.source
            .by_ref()
            .take(expected.len() as u64 + 1)
            .read_to_end(&mut rest)
            .map_err(damaged)?;
        if rest == expected.as_bytes() {
            return Ok(());
        }
        Err(Refused::Format("the checksum at the end does not fit".into()))
    }
}

impl<S: BufRead> Read for Summed<S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(out)?;
        self.sum = add(self.sum, &out[..read]);
        Ok(read)
    }
}

impl<S: BufRead> BufRead for Summed<S> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.source.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if let Ok(bytes) = self.source.fill_buf() {
            let taken = amount.min(bytes.len());
            self.sum = add(self.sum, &bytes[..taken]);
        }
        self.source.consume(amount);
    }
}
