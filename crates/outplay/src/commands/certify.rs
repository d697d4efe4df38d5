//! `--certificate` and `--self-check` of `outplay solve` and `--certificate` of `outplay verify`: the proof of an answer,
//! written and checked.

use std::cell::RefCell;

use outplay_certificate::Refused;
use outplay_certificate::allowance::Allowance;
use outplay_certificate::body::Form;
use outplay_prove::{Certificate, NoProof, Question};
use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::How;
use outplay_strategy::Answer;
use serde_json::{Value, json};

use crate::ask::{self, Asked};
use crate::cli::{CertificateForm, Common, Solve, Verify};
use crate::exit::Exit;
use crate::files;

/// What became of the certificate.
pub enum Certified {
    /// None was asked for.
    No,
    /// A limit stopped the proof.
    Stopped(Stopped),
    /// It was written, checked, or both.
    Yes {
        file: Option<String>,
        bytes: usize,
        steps: u64,
        positions: u64,
        checked: Option<Result<(), String>>,
        /// Why it could not be written.
        unwritten: Option<Exit>,
    },
}

/// Proves the answer if that was asked for.
pub fn run(
    common: &Common,
    solve: &Solve,
    asked: &Asked,
    how: &How,
    budget: &mut Budget,
) -> Result<Certified, Exit> {
    if solve.certificate.is_none() && !solve.self_check {
        return Ok(Certified::No);
    }
    let form = form(solve.certificate_form);
    let certificate = match outplay_prove::certificate(about(asked)?, how, form, budget) {
        Ok(certificate) => certificate,
        Err(NoProof::Stopped(stopped)) => return Ok(Certified::Stopped(stopped)),
        Err(NoProof::Input(error)) => return Err(error.into()),
    };
    let checked = match solve.self_check.then(|| self_check(common, &certificate, budget)) {
        Some(Err(Refused::Stopped)) => {
            return Ok(Certified::Stopped(budget.check().err().unwrap_or(Stopped::Time)));
        }
        checked => checked.map(|checked| checked.map_err(|refused| refused.to_string())),
    };
    Ok(written(solve.certificate.as_deref(), &certificate, checked))
}

/// What the checker says. The solver's time is the checker's too.
fn self_check(common: &Common, certificate: &Certificate, budget: &Budget) -> Result<(), Refused> {
    let budget = RefCell::new(budget.fork());
    let stop = || budget.borrow_mut().check().is_err();
    let allowance = Allowance { memory: common.memory, looks: u64::MAX, stop: &stop };
    outplay_certificate::check_within(&certificate.bytes[..], &allowance).map(|_| ())
}

/// Verifies a strategy and writes its table as a certificate if the claim holds.
pub fn promise(
    verify: &Verify,
    asked: &Asked,
    question: &outplay_strategy::Question,
    file: &str,
    budget: &mut Budget,
) -> Result<(Answer, Certified), Exit> {
    let form = form(verify.certificate_form);
    let label = verify.strategy.as_deref().unwrap_or_default();
    match outplay_prove::promise(about(asked)?, question, label, form, budget) {
        Ok((answer, Some(certificate))) => Ok((answer, written(Some(file), &certificate, None))),
        Ok((answer, None)) => {
            let certified = answer.verdict.stopped.map_or(Certified::No, Certified::Stopped);
            Ok((answer, certified))
        }
        Err(NoProof::Stopped(stopped)) => Err(Exit::Input(stopped.to_string())),
        Err(NoProof::Input(error)) => Err(error.into()),
    }
}

/// What a certificate is to be about.
fn about(asked: &Asked) -> Result<Question<'_>, InputError> {
    Ok(Question {
        game: &asked.game,
        board: &asked.board,
        options: &asked.options,
        ruleset: &asked.ruleset,
        after: &asked.after,
        file: attached(&asked.board)?,
    })
}

fn form(form: CertificateForm) -> Form {
    match form {
        CertificateForm::Text => Form::Text,
        CertificateForm::Binary => Form::Binary,
        CertificateForm::Deflate => Form::Deflate,
    }
}

fn written(
    file: Option<&str>,
    certificate: &Certificate,
    checked: Option<Result<(), String>>,
) -> Certified {
    let unwritten = file.and_then(|file| files::write(file, &certificate.bytes).err());
    Certified::Yes {
        file: file.filter(|_| unwritten.is_none()).map(String::from),
        bytes: certificate.bytes.len(),
        steps: certificate.header.steps,
        positions: certificate.positions,
        checked,
        unwritten,
    }
}

/// The text of the file that a board is read from. A board of several files has no place in a certificate.
fn attached(board: &BoardName) -> Result<Option<String>, InputError> {
    match board {
        BoardName::File(path, _) => {
            let text = ask::read_file(path)?;
            if text.len() > outplay_certificate::header::MOST_FILE {
                return Err(InputError::plain(format!("{path} is too large for a certificate")));
            }
            Ok(Some(text))
        }
        _ => Ok(None),
    }
}

impl Certified {
    /// The JSON field `certificate`.
    pub fn field(&self) -> Option<Value> {
        match self {
            Certified::No => None,
            Certified::Stopped(stopped) => Some(json!({ "stopped": stopped.to_string() })),
            Certified::Yes { file, bytes, steps, positions, checked, .. } => Some(json!({
                "file": file, "bytes": bytes, "steps": steps, "positions": positions,
                "valid": checked.as_ref().map(Result::is_ok),
            })),
        }
    }

    /// A line for people.
    pub fn words(&self) -> Option<String> {
        match self {
            Certified::No => None,
            Certified::Stopped(stopped) => Some(format!("no certificate: {stopped}")),
            Certified::Yes { file, bytes, steps, positions, checked, .. } => {
                let place = file.as_ref().map_or(String::new(), |file| format!(" in {file}"));
                let verdict = match checked {
                    None => String::new(),
                    Some(Ok(())) => ", confirmed by the checker".to_string(),
                    Some(Err(why)) => format!(", REFUSED by the checker: {why}"),
                };
                Some(format!(
                    "certificate{place}: {steps} steps on {positions} positions, {bytes} bytes{verdict}"
                ))
            }
        }
    }

    /// Whether the checker refused what the solver said.
    pub fn is_refused(&self) -> bool {
        matches!(self, Certified::Yes { checked: Some(Err(_)), .. })
    }

    /// Whether its file was written, if there is one.
    pub fn saved(self) -> Result<(), Exit> {
        match self {
            Certified::Yes { unwritten: Some(exit), .. } => Err(exit),
            _ => Ok(()),
        }
    }

    /// Whether a limit stopped the proof.
    pub fn is_stopped(&self) -> bool {
        matches!(self, Certified::Stopped(_))
    }
}
