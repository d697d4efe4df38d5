//! The proof of an answer.

use std::cell::RefCell;
use std::fmt;
use std::path::Path;

use outplay_certificate::Refused;
use outplay_certificate::allowance::Allowance;
use outplay_certificate::body::Form;
use outplay_prove::NoProof;
use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::Oracle;
use serde::Serialize;

use crate::answer::shown;
use crate::error::Error;
use crate::files;
use crate::question::{Asked, Question};
use crate::readable::{count, size};
use crate::run::Run;

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
    /// The checker has no proof of such an answer.
    Missing {
        /// Why not.
        #[serde(rename = "missing", serialize_with = "shown")]
        why: InputError,
    },
    /// It is there.
    Made(Certificate),
}

/// A certificate, which [`check`](crate::check) confirms.
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
        files::write(path, &self.content)?;
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
            Certified::Stopped { .. } | Certified::Missing { .. } => Ok(()),
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
/// assert_eq!(check(&certificate.content[..], &run)?.valid, Some(true));
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn certify(question: &Question, form: Form, run: &Run) -> Result<Certificate, Error> {
    let asked = Asked::new(question, run)?;
    let proving = Proving { form, check: false, recompute: false };
    run.work(|budget| match proved(&asked, proving, run, budget)? {
        Certified::Made(certificate) => Ok(certificate),
        Certified::Stopped { stopped } => Err(stopped.into()),
        Certified::Missing { why } => Err(why.into()),
    })
}

/// How an answer is to be proved.
#[derive(Clone, Copy, Debug)]
pub struct Proving {
    /// The form of the proof.
    pub form: Form,
    /// Whether the checker is to confirm it.
    pub check: bool,
    /// Whether it is to be a table that the checker fills again, in games that have one.
    pub recompute: bool,
}

/// Proves the answer to a question, and lets the checker confirm it if that is wanted.
pub(crate) fn proved(
    asked: &Asked,
    proving: Proving,
    run: &Run,
    budget: &mut Budget,
) -> Result<Certified, Error> {
    let question = outplay_prove::Subject { recompute: proving.recompute, ..about(asked, run)? };
    let made = outplay_prove::certificate(question, &run.how, proving.form, budget);
    confirmed(made, proving, run, budget)
}

/// The same with the solver that gave the answer, so that nothing is searched twice.
pub(crate) fn proved_by<S: Space>(
    asked: &Asked,
    (game, oracle): (&Game<S>, &mut dyn Oracle<Space = S>),
    proving: Proving,
    run: &Run,
    budget: &mut Budget,
) -> Result<Certified, Error> {
    let question = outplay_prove::Subject { recompute: proving.recompute, ..about(asked, run)? };
    let solved = (game, oracle);
    let made = outplay_prove::certificate_by(question, solved, &run.how, proving.form, budget);
    confirmed(made, proving, run, budget)
}

fn confirmed(
    made: Result<outplay_prove::Certificate, NoProof>,
    proving: Proving,
    run: &Run,
    budget: &mut Budget,
) -> Result<Certified, Error> {
    let mut made = match made {
        Ok(made) => Certificate::new(made),
        Err(NoProof::Stopped(stopped)) => return Ok(Certified::Stopped { stopped }),
        // The answer stands without a proof.
        Err(NoProof::Input(why)) => return Ok(Certified::Missing { why }),
    };
    if proving.check {
        let refused = match self_check(&made.content, run, budget) {
            Err(Refused::Stopped) => {
                let stopped = budget.check().err().unwrap_or(Stopped::Time);
                return Ok(Certified::Stopped { stopped });
            }
            checked => checked.err(),
        };
        made.valid = Some(refused.is_none());
        made.refused = refused.map(|refused| refused.to_string());
    }
    Ok(Certified::Made(made))
}

/// What the checker says. The solver's time is the checker's too.
fn self_check(certificate: &[u8], run: &Run, budget: &Budget) -> Result<(), Refused> {
    let budget = RefCell::new(budget.fork());
    let stop = || budget.borrow_mut().check().is_err();
    let allowance = Allowance { looks: u64::MAX, stop: &stop, ..Allowance::usual(run.memory()) };
    outplay_certificate::check_within(certificate, &allowance).map(|_| ())
}

/// What a certificate is to be about.
pub(crate) fn about<'a>(
    asked: &'a Asked,
    run: &Run,
) -> Result<outplay_prove::Subject<'a>, InputError> {
    let Question { game, board, options, after } = &asked.question;
    let file = attached(board, run)?;
    let (cases, recompute) = (&asked.cases, false);
    Ok(outplay_prove::Subject { game, board, options, cases, after, file, recompute })
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
            Certified::Missing { why } => write!(f, "no certificate of this answer: {why}"),
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
        write!(
            f,
            ": {} on {}, {}",
            count(*steps, "step", "steps"),
            count(*positions, "position", "positions"),
            size(*bytes as u64)
        )?;
        match (&self.refused, self.valid) {
            (Some(why), _) => write!(f, ", REFUSED by the checker: {why}"),
            (None, Some(_)) => f.write_str(", confirmed by the checker"),
            (None, None) => Ok(()),
        }
    }
}
