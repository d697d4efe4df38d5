//! The text of a certificate: a first line with the version, lines `key value`, and a last line with a checksum of all
//! bytes before it. The checksum detects accidental damage; only the proof shows that the statement is true.

use std::fmt::Write;

use crate::Refused;
use crate::sum::checksum;

/// The first line of every certificate: the format and its version.
pub const FIRST_LINE: &str = "outplay-certificate 1";

/// Larger texts are not certificates of this kind.
pub const MOST_BYTES: usize = 1 << 16;

/// The `key value` lines of a certificate, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// The fields given.
    pub fn new(fields: &[(&str, String)]) -> Self {
        Fields(fields.iter().map(|(key, value)| (key.to_string(), value.clone())).collect())
    }

    /// Reads a certificate's text. Each key stands once.
    pub fn read(text: &str) -> Result<Self, Refused> {
        let wrong = |message: &str| Refused::Format(message.to_string());
        if text.len() > MOST_BYTES {
            return Err(wrong("it is too long"));
        }
        let body = text.strip_suffix('\n').ok_or_else(|| wrong("it does not end with a line"))?;
        let (body, last) = body.rsplit_once('\n').ok_or_else(|| wrong("it has one line only"))?;
        let sum = last
            .strip_prefix("checksum ")
            .ok_or_else(|| wrong("the last line is not a checksum"))?;
        if sum != format!("{:016x}", checksum(body.as_bytes())) {
            return Err(wrong("the checksum does not match"));
        }
        let mut lines = body.lines();
        if lines.next() != Some(FIRST_LINE) {
            return Err(wrong("the first line is not 'outplay-certificate 1'"));
        }
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines {
            let (key, value) =
                line.split_once(' ').ok_or_else(|| wrong("a line is not 'key value'"))?;
            if fields.iter().any(|(known, _)| known == key) {
                return Err(wrong(&format!("'{key}' is given twice")));
            }
            fields.push((key.to_string(), value.to_string()));
        }
        Ok(Fields(fields))
    }

    /// The text of a certificate with these fields.
    pub fn write(&self) -> String {
        let mut body = FIRST_LINE.to_string();
        for (key, value) in &self.0 {
            let _ = write!(body, "\n{key} {value}");
        }
        format!("{body}\nchecksum {:016x}\n", checksum(body.as_bytes()))
    }

    /// The value of a key that may be missing.
    pub fn find(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| value.as_str())
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Result<&str, Refused> {
        self.find(key).ok_or_else(|| Refused::Format(format!("'{key}' is missing")))
    }

    /// The value of a key that is a number.
    pub fn number<T: std::str::FromStr>(&self, key: &str) -> Result<T, Refused> {
        let text = self.get(key)?;
        text.parse()
            .map_err(|_| Refused::Format(format!("'{key} {text}' is not a number that fits")))
    }

    /// Refuses keys that the statement does not know.
    pub fn only(&self, known: &[&str]) -> Result<(), Refused> {
        match self.0.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            Some((key, _)) => Err(Refused::Format(format!("unknown key '{key}'"))),
            None => Ok(()),
        }
    }
}
