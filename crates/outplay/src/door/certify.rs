//! The proof of an answer, and what the independent checker says of it.

use std::fmt;
use std::io::BufRead;
use std::path::Path;

use outplay_certificate::body::Form;
use outplay_prove::NoProof;
use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_solve::limits::{Budget, Stopped};
use serde::Serialize;

use crate::answer::{Ended, Reply, shown};
use crate::error::{Error, file_error};
use crate::question::{Asked, Question};
use crate::run::{Run, on_large_stack};

/// What became of a proof.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Certified {
    /// A limit came first.
    Stopped {
        /// Which.
        #[serde(serialize_with = "shown")]
        stopped: Stopped,
    },
    /// It is there.
    Made(Certificate),
}

/// A certificate, which [`check`] confirms.
#[derive(Clone, Debug, Serialize)]
pub struct Certificate {
    /// The file it was written to.
    pub file: Option<String>,
    /// Its length.
    pub bytes: usize,
    /// The steps of its proof.
    pub steps: u64,
    /// The positions that the proof is about.
    pub positions: u64,
    /// What the checker said, if it was asked.
    pub valid: Option<bool>,
    /// Why the checker refused it.
    #[serde(skip)]
    pub refused: Option<String>,
    /// The certificate itself.
    #[serde(skip)]
    pub content: Vec<u8>,
}

impl Certificate {
    pub(crate) fn new(made: outplay_prove::Certificate) -> Self {
        Certificate {
            file: None,
            bytes: made.bytes.len(),
            steps: made.header.steps,
            positions: made.positions,
            valid: None,
            refused: None,
            content: made.bytes,
        }
    }

    /// Writes it to a file.
    pub fn write(&mut self, path: &Path) -> Result<(), Error> {
        std::fs::write(path, &self.content).map_err(file_error(path))?;
        self.file = Some(path.display().to_string());
        Ok(())
    }
}

impl Certified {
    /// Whether the checker refused what the solver said.
    pub fn is_refused(&self) -> bool {
        matches!(self, Certified::Made(Certificate { valid: Some(false), .. }))
    }

    /// Writes it to a file, if it is there.
    pub fn write(&mut self, path: &Path) -> Result<(), Error> {
        match self {
            Certified::Stopped { .. } => Ok(()),
            Certified::Made(certificate) => certificate.write(path),
        }
    }
}

/// Solves a question and proves the answer.
///
/// ```
/// use outplay::{Form, Question, Run, certify, check};
///
/// let run = Run::default();
/// let certificate = certify(&Question::new("cram", "grid:3x3")?, Form::Text, &run)?;
/// assert!(check(&certificate.content[..], &run)?.valid);
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn certify(question: &Question, form: Form, run: &Run) -> Result<Certificate, Error> {
    let asked = Asked::new(question, run)?;
    run.work(|budget| match proved(&asked, form, false, run, budget)? {
        Certified::Made(certificate) => Ok(certificate),
        Certified::Stopped { stopped } => Err(stopped.into()),
    })
}

/// Proves the answer to a question, and lets the checker confirm it if `check` says so.
pub(crate) fn proved(
    asked: &Asked,
    form: Form,
    check: bool,
    run: &Run,
    budget: &mut Budget,
) -> Result<Certified, Error> {
    let mut made = match outplay_prove::certificate(about(asked, run)?, &run.how, form, budget) {
        Ok(made) => Certificate::new(made),
        Err(NoProof::Stopped(stopped)) => return Ok(Certified::Stopped { stopped }),
        Err(NoProof::Input(error)) => return Err(error.into()),
    };
    if check {
        made.refused = outplay_certificate::check(&made.content[..], run.memory())
            .err()
            .map(|refused| refused.to_string());
        made.valid = Some(made.refused.is_none());
    }
    Ok(Certified::Made(made))
}

/// What a certificate is to be about.
pub(crate) fn about<'a>(
    asked: &'a Asked,
    run: &Run,
) -> Result<outplay_prove::Question<'a>, InputError> {
    let Question { game, board, options, after } = &asked.question;
    let file = attached(board, run)?;
    Ok(outplay_prove::Question { game, board, options, cases: &asked.cases, after, file })
}

/// The text of the file that a board is read from. A board of several files has no place in a certificate.
fn attached(board: &BoardName, run: &Run) -> Result<Option<String>, InputError> {
    let BoardName::File(path, _) = board else { return Ok(None) };
    let text = (run.files)(path)?;
    if text.len() > outplay_certificate::header::MOST_FILE {
        return Err(InputError::plain(format!("{path} is too large for a certificate")));
    }
    Ok(Some(text))
}

impl fmt::Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certified::Stopped { stopped } => write!(f, "no certificate: {stopped}"),
            Certified::Made(certificate) => certificate.fmt(f),
        }
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Certificate { bytes, steps, positions, .. } = self;
        f.write_str("certificate")?;
        if let Some(file) = &self.file {
            write!(f, " in {file}")?;
        }
        write!(f, ": {steps} steps on {positions} positions, {bytes} bytes")?;
        match (&self.refused, self.valid) {
            (Some(why), _) => write!(f, ", REFUSED by the checker: {why}"),
            (None, Some(_)) => f.write_str(", confirmed by the checker"),
            (None, None) => Ok(()),
        }
    }
}

/// What the independent checker says of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Whether it is a proof.
    pub valid: bool,
    /// What it proves.
    pub statement: Option<String>,
    /// Why it is none.
    pub reason: Option<String>,
}

/// Replays a certificate with the independent checker, which shares no code with the solvers.
pub fn check(source: impl BufRead + Send, run: &Run) -> Result<Checked, Error> {
    let verdict = on_large_stack(|| outplay_certificate::check(source, run.memory()))
        .ok_or(Error::Limit(Stopped::Memory))?;
    let reason = verdict.as_ref().err().map(|refused| refused.to_string());
    Ok(Checked { valid: verdict.is_ok(), statement: verdict.ok(), reason })
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.statement, &self.reason) {
            (Some(statement), _) => write!(f, "valid: {statement}"),
            (None, reason) => write!(f, "not valid: {}", reason.as_deref().unwrap_or_default()),
        }
    }
}

impl Reply for Checked {
    fn ended(&self) -> Ended {
        if self.valid { Ended::Answered } else { Ended::Refuted }
    }
}
