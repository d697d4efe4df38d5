//! What a run is: everything that its results depend on.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::question::RunQuestion;

/// `manifest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the program that started the run. Another version may answer otherwise, and is refused.
    pub version: String,
    /// The hash of the program or module that started it; the same version built elsewhere has another.
    pub binary: Option<String>,
    /// What is asked.
    pub question: RunQuestion,
    /// What it is asked of.
    pub items: Listed,
    /// The longest that an item may take, in seconds, when it is tried first.
    pub seconds: Option<f64>,
    /// Where each unit begins in the list, in bytes, and how many items it has.
    pub units: Vec<(u64, usize)>,
}

/// `items.txt`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Listed {
    /// How many lines it has.
    pub count: usize,
    /// Its hash.
    pub sha256: String,
    /// If the items are seeds: the number of vertices up to which all connected graphs are grown from them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grown_to: Option<usize>,
}

/// This version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Manifest {
    /// Reads a manifest of this version.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let value: serde_json::Value = serde_json::from_slice(bytes)
            .map_err(|error| format!("it is not a manifest: {error}"))?;
        match value["version"].as_str() {
            Some(VERSION) => {}
            Some(other) => {
                return Err(format!(
                    "the run was started by version {other}, and this is {VERSION}"
                ));
            }
            None => return Err("it is not a manifest: it names no version".into()),
        }
        serde_json::from_value(value).map_err(|error| format!("it is not a manifest: {error}"))
    }

    /// As the file holds it.
    pub fn text(&self) -> String {
        // Every key is text, so this does not fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// The hash by which things are known.
pub fn hash(bytes: &[u8]) -> String {
    hex(Sha256::digest(bytes).as_slice())
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of the program that runs.
pub fn binary() -> Option<String> {
    let file = std::fs::File::open(std::env::current_exe().ok()?).ok()?;
    hash_all(file).ok()
}

/// The hash of a whole file.
pub fn hash_all(mut file: impl std::io::Read) -> std::io::Result<String> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(hasher.finalize().as_slice())),
            read => hasher.update(&buffer[..read]),
        }
    }
}
