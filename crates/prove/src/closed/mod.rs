//! Closed proofs: the winner's strategy pruned to what it needs, taken from a solver's table. A file per kind of game.

pub mod connected;
mod cover;
pub mod islands;
pub mod margins;

use outplay_certificate::body::{Form, Writer};

/// About what a fact takes while a proof is put together: in a table of what is needed, in the list, and in the bytes.
pub const FACT_BYTES: usize = 128;

/// The facts of a closed proof, ready to be written.
pub struct Found {
    /// For each position its code and what is said of it.
    pub facts: Vec<(u64, Vec<u64>)>,
    /// The most positions whose moves a checker lists.
    pub cost: u64,
}

impl Found {
    /// The facts as bytes, with ascending codes, as gaps.
    pub fn write(mut self, form: Form) -> Vec<u8> {
        self.facts.sort_unstable();
        let mut writer = Writer::new(form, Vec::new());
        let mut last = 0;
        for (code, said) in self.facts {
            let mut numbers = vec![code - last];
            numbers.extend(said);
            last = code;
            // Writing to memory does not fail.
            let _ = writer.fact(&numbers);
        }
        writer.finish().unwrap_or_default()
    }
}
