//! The catalogue as a run asks it: which claims there are, and the result of one.

use outplay::run_folder::Catalogue;
use outplay::{Error, InputError, Run, Stopped};

use crate::catalogue;
use crate::context::Context;
use crate::report::grade;

/// The catalogue of this crate.
pub struct Claims;

/// The catalogue of this crate.
pub static CLAIMS: Claims = Claims;

impl Catalogue for Claims {
    fn ids(&self, asked: &[String]) -> Result<Vec<String>, InputError> {
        let all = catalogue::claims();
        if asked.is_empty() {
            return Ok(all.iter().map(|claim| claim.id.to_string()).collect());
        }
        let mut ids = Vec::new();
        for name in asked {
            let found = all.iter().filter(|claim| claim.id == name || claim.paper() == name);
            let found: Vec<String> = found.map(|claim| claim.id.to_string()).collect();
            if found.is_empty() {
                return Err(InputError::plain(format!("there is no claim '{name}'"))
                    .help("`outplay claims list` lists them"));
            }
            ids.extend(found);
        }
        Ok(ids)
    }

    fn check(
        &self,
        id: &str,
        deep: bool,
        run: &Run,
    ) -> Result<Result<[String; 2], Stopped>, Error> {
        let Some(claim) = catalogue::find(id) else {
            return Err(InputError::plain(format!("there is no claim '{id}'")).into());
        };
        let how = run.how.clone();
        let finding = run.work(|budget| Ok(claim.examine(&mut Context::new(budget, deep, how))))?;
        Ok(match finding.stopped {
            Some(stopped) => Err(stopped),
            None => Ok([grade(&finding).to_string(), finding.evidence.clone()]),
        })
    }
}
