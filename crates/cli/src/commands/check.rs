//! `outplay check`: a certificate, replayed by the independent checker.

use serde_json::json;

use crate::cli::Common;
use crate::exit::{self, ANSWERED, Exit, REFUTED, file_error};

pub fn run(common: &Common, file: &str) -> Result<u8, Exit> {
    let source = std::fs::File::open(file).map_err(file_error(file))?;
    let verdict = outplay_certificate::check(std::io::BufReader::new(source), common.memory);
    let (statement, reason) = match &verdict {
        Ok(statement) => (Some(statement.clone()), None),
        Err(refused) => (None, Some(refused.to_string())),
    };
    if common.json {
        exit::print(
            &json!({ "valid": verdict.is_ok(), "statement": statement, "reason": reason })
                .to_string(),
        );
    } else {
        exit::print(&match &verdict {
            Ok(statement) => format!("valid: {statement}"),
            Err(refused) => format!("not valid: {refused}"),
        });
    }
    Ok(if verdict.is_ok() { ANSWERED } else { REFUTED })
}
