//! Certificates of answers, and the independent checker that replays them.
//!
//! The checker shares nothing with the solvers but the rules, and is short enough to be read. The
//! format is described in `docs/formats.md`; its versions are 1 and 2.

pub mod allowance;
pub mod along;
pub mod arithmetic;
pub mod board;
pub mod body;
pub mod chain;
pub mod closed;
pub mod digest;
pub mod game;
pub mod header;
pub mod nim_sequence;
pub mod period;
pub mod quotient;
pub mod recompute;
pub mod removing;
pub mod scratch;
pub mod statement;
pub mod sum;
mod sum_criterion;
pub mod text;
pub mod theory;
pub mod told;

use std::io::BufRead;

use allowance::Allowance;
use header::Header;
use outplay_rules::visible::visible_start;
pub use outplay_rules::visible::{visible, visible_lines};
use sum::Summed;
use told::Told;

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is not a certificate, of another version, or damaged.
    #[error("not a certificate of this version: {}", visible_start(.0))]
    Format(String),
    /// A step of the proof does not hold.
    #[error("the proof fails: {}", visible_start(.0))]
    Step(String),
    /// Checking it would take more memory than allowed.
    #[error("checking it takes {needed} bytes, more than the {allowed} allowed")]
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Checking it would take more work than allowed.
    #[error("checking it examines more than the {allowed} options allowed")]
    Work {
        /// Looks allowed.
        allowed: u64,
    },
    /// A level of a table that is recomputed in parts cannot be read or kept: nothing is known of the certificate.
    #[error("the folder for levels: {}", visible_start(.0))]
    Scratch(String),
    /// A part was asked for of a certificate that has none: nothing is known of the certificate.
    #[error("only closed and recomputed proofs, and periods with blocks, are checked in parts")]
    NoParts,
    /// The check was stopped: nothing is known of the certificate.
    #[error("the check was stopped")]
    Stopped,
}

impl Refused {
    /// Whether nothing was found wrong, because a limit came first or the check cannot be made in this way.
    pub fn is_limit(&self) -> bool {
        use Refused::{Memory, NoParts, Scratch, Stopped, Work};
        matches!(self, Memory { .. } | Work { .. } | Scratch(_) | NoParts | Stopped)
    }
}

/// Checks a certificate, whatever it is of, and gives its statement in words. Tables take at most `memory` bytes, and no more
/// work is done than is usual.
pub fn check(source: impl BufRead, memory: u64) -> Result<String, Refused> {
    check_within(source, &Allowance::usual(memory))
}

/// Checks a certificate within what is allowed. Of a part of one nothing is known but that the part holds.
pub fn check_within(source: impl BufRead, allowance: &Allowance) -> Result<String, Refused> {
    examine(source, allowance).map(|(statement, _)| statement)
}

/// Checks a certificate within what is allowed, and tells what its proof is made of.
pub fn examine(source: impl BufRead, allowance: &Allowance) -> Result<(String, Told), Refused> {
    let mut source = Summed::new(source);
    let mut told = Told::default();
    match Header::read(&mut source)? {
        Ok(header) => {
            let source = game::check(&header, source, allowance, None, &mut told)?;
            let sum = source.check_sum(header.second.is_some())?;
            told.digest = header.second.is_some().then_some(sum);
            // Version 1 does not name what it uses.
            if let Some((theory, _)) =
                told.theories().find(|(used, _)| allowance.without.contains(used))
            {
                return Err(theory.refused());
            }
            Ok((visible(&header.to_string()).into_owned(), told))
        }
        Err(text) => {
            told.digest = Some(digest::sha256(text.as_bytes()));
            Ok((check_heaps(&text, allowance)?, told))
        }
    }
}

/// Checks a certificate about a game and then plays out of it: `play` is given the header and a way to ask for replies.
pub fn play_from<T>(
    source: impl BufRead,
    allowance: &Allowance,
    mut play: impl FnMut(&Header, game::Reply) -> T,
) -> Result<T, Refused> {
    let mut source = Summed::new(source);
    let header = Header::read(&mut source)?
        .map_err(|_| Refused::Format("it is not about a known game".into()))?;
    let mut played = None;
    let mut then = |reply: game::Reply| played = Some(play(&header, reply));
    let rest = game::check(&header, source, allowance, Some(&mut then), &mut Told::default())?;
    rest.check_sum(header.second.is_some())?;
    played.ok_or_else(|| Refused::Format("it is not about a known game".into()))
}

/// Checks a statement about all heaps, or about all boards of a family.
fn check_heaps(text: &str, allowance: &Allowance) -> Result<String, Refused> {
    let fields = text::Fields::read(text)?;
    if allowance.part.is_some() && fields.find("blocks").is_none() {
        return Err(Refused::NoParts);
    }
    match fields.get("statement")? {
        "period" => {
            let certificate = period::PeriodCertificate::from_fields(&fields)?;
            certificate.check(allowance)?;
            Ok(certificate.statement())
        }
        "arithmetic-period" => {
            let certificate = arithmetic::ArithmeticCertificate::from_fields(&fields)?;
            certificate.check(allowance)?;
            Ok(certificate.statement())
        }
        "misere-quotient" => {
            let certificate = quotient::QuotientCertificate::from_fields(&fields)?;
            certificate.check(allowance)?;
            Ok(certificate.statement())
        }
        "misere-quotient-of-board" => {
            let certificate = quotient::BoardQuotientCertificate::from_fields(&fields)?;
            certificate.check(allowance)?;
            Ok(certificate.statement())
        }
        "family-period" => {
            let certificate = along::AlongCertificate::from_fields(&fields)?;
            certificate.check(allowance)?;
            Ok(certificate.statement())
        }
        other => Err(Refused::Format(format!("unknown statement '{other}'"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_says_gives_no_orders_to_the_screen() {
        // Nothing is left to play: the empty table keeps the promise, whatever it is called.
        let body = "outplay-certificate 1\nstatement promise first margin 0\ngame unshackle\nboard path:1\n\
                    strategy \r\u{1b}[2Kx\nsteps 0\nmemory 100\nbody text\n";
        let text = body.to_string() + &sum::last_line(body.as_bytes());
        let words =
            "unshackle path:1: promise first margin 0 (a table labelled \\u000d\\u001b[2Kx)";
        assert_eq!(check(text.as_bytes(), 1 << 20), Ok(words.to_string()));
        for refused in [Refused::Format, Refused::Step] {
            assert!(!refused("\u{1b}\n".into()).to_string().contains(char::is_control));
        }
    }
}
