//! Proofs of every kind, confirmed and tampered with. One program, because each would compile the solvers' generic parts again.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that goes wrong should say so at once"
)]

mod arguments;
mod margins;
mod nested;
mod promises;
mod proofs;

use outplay_certificate::header::{Header, Statement};
use outplay_certificate::sum;
use outplay_prove::Certificate;

/// What a checker may use.
const MEMORY: u64 = 1 << 30;

/// The length of the line that ends a certificate.
fn ending(certificate: &Certificate) -> usize {
    sum::last_line(certificate.header.write().unwrap().as_bytes()).len()
}

/// A certificate with another statement and other steps, and a checksum that fits.
fn forged(
    certificate: &Certificate,
    statement: &Statement,
    change: impl FnOnce(&mut Vec<u8>),
) -> Vec<u8> {
    let start = certificate.header.write().unwrap().len();
    let end = certificate.bytes.len() - ending(certificate);
    let mut body = certificate.bytes[start..end].to_vec();
    change(&mut body);
    let header = Header { statement: statement.clone(), ..certificate.header.clone() };
    let mut bytes = header.write().unwrap().into_bytes();
    bytes.extend(body);
    bytes.extend(sum::last_line(&bytes).into_bytes());
    bytes
}
