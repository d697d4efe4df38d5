//! A question as JSON: the fields are those of INTERFACE.md, and so are their values.

use outplay::ask::Asked;
use outplay_rules::error::InputError;
use outplay_rules::option::Options;
use serde::{Deserialize, Serialize};

use super::limits;

/// A game, a board, options, and the moves played.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Question {
    pub game: String,
    pub board: String,
    #[serde(default)]
    pub after: String,
    #[serde(flatten)]
    pub options: Options,
}

impl Question {
    /// What is asked, if it makes sense and the board is small enough to be shown. Files are out of reach.
    pub fn asked(&self) -> Result<Asked, InputError> {
        let after = self.after.clone();
        let asked = Asked::read(&self.game, &self.board, self.options.clone(), after, &no_files)?;
        limits::check(asked.cases.first())?;
        Ok(asked)
    }
}

/// Whoever asks over the network has no business with the files of this machine.
pub fn no_files(path: &str) -> Result<String, InputError> {
    Err(InputError::plain(format!("the page reads no files such as @{path}"))
        .help("name the board in full, for example edges:1-2,2-3 or graph6:Dhc"))
}
