//! A question as JSON: the fields are those of INTERFACE.md, and so are their values.

use outplay::ask::Asked;
use outplay_rules::error::InputError;
use outplay_rules::game::{Options, read_bias};
use serde::{Deserialize, Serialize};

use super::limits;

/// A game, a board, options, and the moves played.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub game: String,
    pub board: String,
    #[serde(default)]
    pub after: String,
    #[serde(default)]
    pub misere: bool,
    #[serde(default)]
    pub normal_rules: bool,
    pub bias: Option<String>,
    #[serde(default)]
    pub breaker_first: bool,
    #[serde(default)]
    pub enforcer_first: bool,
    pub start: Option<String>,
}

impl Question {
    /// The options.
    pub fn options(&self) -> Result<Options, InputError> {
        Ok(Options {
            misere: self.misere,
            normal_rules: self.normal_rules,
            bias: self.bias.as_deref().map(read_bias).transpose()?,
            breaker_first: self.breaker_first,
            enforcer_first: self.enforcer_first,
            start: self.start.clone(),
        })
    }

    /// What is asked, if it makes sense and the board is small enough to be shown. Files are out of reach.
    pub fn asked(&self) -> Result<Asked, InputError> {
        let after = self.after.clone();
        let asked = Asked::read(&self.game, &self.board, self.options()?, after, &no_files)?;
        limits::check(&asked.ruleset)?;
        Ok(asked)
    }
}

/// Whoever asks over the network has no business with the files of this machine.
pub fn no_files(path: &str) -> Result<String, InputError> {
    Err(InputError::plain(format!("the page reads no files such as @{path}"))
        .help("name the board in full, for example edges:1-2,2-3 or graph6:Dhc"))
}
