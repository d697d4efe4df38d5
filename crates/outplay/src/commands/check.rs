//! `outplay check`: a certificate, replayed by the independent checker.

use std::cell::RefCell;
use std::io::BufReader;

use outplay_certificate::Refused;
use outplay_certificate::allowance::{Allowance, USUAL_LOOKS};
use outplay_solve::limits::Budget;
use serde_json::json;

use crate::cli::Common;
use crate::exit::{self, ANSWERED, Exit, LIMIT, REFUTED, file_error};
use crate::progress;

pub fn run(common: &Common, file: &str) -> Result<u8, Exit> {
    let source = std::fs::File::open(file).map_err(file_error(file))?;
    let limits = progress::limits(common);
    let budget = RefCell::new(Budget::new(limits, &|_| {}));
    let stop = || budget.borrow_mut().check().is_err();
    // Who says how long it may take is not kept from waiting so long.
    let looks = if common.time.is_some() { u64::MAX } else { USUAL_LOOKS };
    let allowance = Allowance { memory: common.memory, looks, stop: &stop };
    let verdict = outplay_certificate::check_within(BufReader::new(source), &allowance);
    let limit = verdict.as_ref().is_err_and(Refused::is_limit);
    let (statement, reason) = match &verdict {
        Ok(statement) => (Some(statement.clone()), None),
        Err(refused) => (None, Some(words(refused))),
    };
    if common.json {
        exit::print(
            &json!({ "valid": (!limit).then_some(verdict.is_ok()), "statement": statement, "reason": reason })
                .to_string(),
        );
    } else {
        exit::print(&match &verdict {
            Ok(statement) => format!("valid: {statement}"),
            Err(refused) if limit => format!("not checked: {}", words(refused)),
            Err(refused) => format!("not valid: {refused}"),
        });
    }
    Ok(match verdict {
        Ok(_) => ANSWERED,
        Err(_) if limit => LIMIT,
        Err(_) => REFUTED,
    })
}

/// Why it is not accepted, and what helps where a limit is the reason.
fn words(refused: &Refused) -> String {
    match refused {
        Refused::Work { .. } => {
            format!("{refused}; --time SECONDS allows what can be done in that time")
        }
        Refused::Memory { .. } => format!("{refused}; --memory SIZE allows more"),
        refused => refused.to_string(),
    }
}
