//! `outplay man`: the manual pages.

use std::path::Path;

use outplay::{Error, file_error};

use crate::cli::{Common, command};
use crate::exit;

pub fn run(common: &Common, folder: &Path) -> Result<u8, Error> {
    std::fs::create_dir_all(folder).map_err(file_error(folder))?;
    clap_mangen::generate_to(command(), folder).map_err(file_error(folder))?;
    let folder = folder.display().to_string();
    match common.json {
        true => exit::print_json(&serde_json::json!({ "folder": folder })),
        false => exit::print(&format!(
            "wrote the manual pages to {folder}; read them with: man {folder}/outplay.1"
        )),
    }
    Ok(0)
}
