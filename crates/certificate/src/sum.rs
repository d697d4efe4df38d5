//! The last line of a certificate: a checksum in version 1, a SHA-256 in version 2. It detects accidental damage; only
//! the proof shows that a statement is true.

use std::io::{self, BufRead, Read};

use crate::Refused;
use crate::body::damaged;
use crate::digest::{Sha256, sha256};
use crate::header::SECOND_FIRST_LINE;

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
    match bytes.strip_prefix(SECOND_FIRST_LINE.as_bytes()).and_then(|rest| rest.first()) {
        Some(b'\n') => format!("digest {}\n", sha256(bytes)),
        _ => format!("checksum {:016x}\n", checksum(bytes)),
    }
}

/// A source that sums what is read from it.
pub struct Summed<S> {
    source: S,
    sum: u64,
    digest: Sha256,
}

impl<S: BufRead> Summed<S> {
    /// Sums from here on.
    pub fn new(source: S) -> Self {
        Summed { source, sum: EMPTY, digest: Sha256::default() }
    }

    /// Whether the rest is the line that ends a certificate of this version, with the sum of what was read. Gives that sum.
    pub fn check_sum(mut self, second: bool) -> Result<String, Refused> {
        let (name, sum) = match second {
            true => ("digest", self.digest.clone().hex()),
            false => ("checksum", format!("{:016x}", self.sum)),
        };
        let expected = format!("{name} {sum}\n");
        let mut rest = Vec::new();
        self.source
            .by_ref()
            .take(expected.len() as u64 + 1)
            .read_to_end(&mut rest)
            .map_err(damaged)?;
        if rest == expected.as_bytes() {
            return Ok(sum);
        }
        Err(Refused::Format(format!("the {name} at the end does not match")))
    }
}

impl<S: BufRead> Read for Summed<S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(out)?;
        self.sum = add(self.sum, &out[..read]);
        self.digest.add(&out[..read]);
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
            self.digest.add(&bytes[..taken]);
        }
        self.source.consume(amount);
    }
}
