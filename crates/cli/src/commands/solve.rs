//! `outplay solve`: the exact value, the best moves, a line of best play.

use std::path::Path;

use outplay::{Error, How, Run, files, solve, solve_certified};

use crate::cli::{Common, Solve};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, asked: &Solve) -> Result<u8, Error> {
    let question = asked.question.read()?;
    asked.certificate.iter().try_for_each(files::try_path)?;
    let line = Line::new(common);
    let run = Run {
        how: How { outcome_only: asked.outcome_only, ..common.how() },
        explain: asked.explain,
        state: asked.state.as_ref().map(Into::into),
        ..progress::run(common, &line)
    };
    let form = asked.certificate_form.into();
    let mut solved = if asked.certificate.is_some() || asked.self_check {
        solve_certified(&question, form, asked.self_check, &run)?
    } else {
        solve(&question, &run)?
    };
    // A state or a certificate that cannot be written takes nothing from the answer.
    let mut unsaved = solved.unsaved.take();
    if let (Some(certified), Some(file)) = (&mut solved.certificate, &asked.certificate) {
        unsaved = unsaved.or(certified.write(Path::new(file)).err());
    }
    exit::after_saving(exit::answer(common, &solved), unsaved)
}
