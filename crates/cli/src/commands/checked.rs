//! The results of the last checks of the catalogue's statements on this machine.
//!
//! A small file in the user's cache directory, for `claims list`. It is made by checks alone and holds for the program that made
//! it: another version, or the same one built anew, begins with nothing. A file that cannot be read or written is no error.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use outplay_lab::report::{Entry, grade};
use serde::{Deserialize, Serialize};

/// The last check of a statement.
#[derive(Clone, Serialize, Deserialize)]
pub struct Last {
    /// The status that came out.
    pub status: String,
    /// The same, with misprints told apart.
    grade: String,
    evidence: String,
    checked: String,
    deep: bool,
    at: u64,
}

impl Last {
    /// `refuted, 3 days ago, quick`.
    pub fn words(&self) -> String {
        let bounds = if self.deep { "deep" } else { "quick" };
        format!("{}, {}, {bounds}", self.grade, age(now().saturating_sub(self.at)))
    }

    /// Whether this is the status; a misprint counts as refuted too.
    pub fn is(&self, asked: &str) -> bool {
        asked == self.grade || asked == self.status
    }
}

/// The last checks, by statement.
#[derive(Default)]
pub struct Checked(BTreeMap<String, Last>);

/// The file.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Which program made it.
    program: String,
    claims: BTreeMap<String, Last>,
}

impl Checked {
    /// What this program has found out here before.
    pub fn read() -> Self {
        Checked::kept().unwrap_or_default()
    }

    fn kept() -> Option<Self> {
        let text = std::fs::read_to_string(file()?).ok()?;
        let kept: Kept = serde_json::from_str(&text).ok()?;
        (kept.program == program()).then_some(Checked(kept.claims))
    }

    /// The last check of a statement.
    pub fn get(&self, id: &str) -> Option<&Last> {
        self.0.get(id)
    }

    /// Keeps the result, unless a limit stopped the check. A quick check does not take the place of a deep one.
    pub fn add(entries: &[Entry], deep: bool) {
        let Some(file) = file() else { return };
        let mut all = Checked::read();
        for Entry { claim, finding } in entries {
            let deeper = all.get(claim.id).is_some_and(|last| last.deep && !deep);
            if finding.stopped.is_some() || deeper {
                continue;
            }
            let last = Last {
                status: finding.status.to_string(),
                grade: grade(finding).to_string(),
                evidence: finding.evidence.clone(),
                checked: finding.checked.clone(),
                deep,
                at: now(),
            };
            all.0.insert(claim.id.to_string(), last);
        }
        let kept = Kept { program: program(), claims: all.0 };
        let Ok(text) = serde_json::to_string(&kept) else { return };
        let folder = file.parent().map(std::fs::create_dir_all);
        if folder.is_some_and(|made| made.is_ok()) {
            let _ = outplay::files::write(&file, text);
        }
    }
}

/// The file in the user's cache directory.
fn file() -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(folder.join("outplay").join("claims.json"))
}

/// The version of this program, and when and how large it was built: answers of another one say nothing about it.
fn program() -> String {
    let built = std::env::current_exe().and_then(std::fs::metadata).ok();
    let size = built.as_ref().map_or(0, |file| file.len());
    let since = built.and_then(|file| file.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    format!("{} {size} {}", env!("CARGO_PKG_VERSION"), since.map_or(0, |time| time.as_nanos()))
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs()
}

/// A time in words: `5 min ago`, `3 h ago`, `1 day ago`.
fn age(seconds: u64) -> String {
    match seconds {
        0 => "just now".into(),
        1..60 => format!("{seconds} s ago"),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        86_400..172_800 => "1 day ago".into(),
        _ => format!("{} days ago", seconds / 86_400),
    }
}
