//! The values of a nim-sequence in blocks, each with a digest, so that a long period can be checked in parts: `check --part 3/64`
//! computes the blocks of its part from the values before them, which it reads from a folder and accepts if their
//! digests are right.
//!
//! If every part holds, every block follows from those before it, whoever computed them: so the values are right.

use std::ops::Range;

use crate::Refused;
use crate::allowance::{Allowance, Part};
use crate::digest::{self, Digest, of_words};
use crate::nim_sequence::Sequence;
use crate::scratch::Scratch;

/// More blocks than this make too long a text.
pub const MOST: usize = 500;

/// This many values, cut into this many blocks.
#[derive(Clone, Copy, Debug)]
pub struct Blocks {
    count: usize,
    of: usize,
}

impl Blocks {
    /// This many values in this many blocks.
    pub fn new(count: usize, of: usize) -> Result<Self, Refused> {
        match (1..=MOST).contains(&of) {
            true => Ok(Blocks { count, of }),
            false => Err(Refused::Format(format!("there are 1 to {MOST} blocks"))),
        }
    }

    /// How many values come before a block.
    fn before(self, block: usize) -> usize {
        (self.count as u128 * block as u128 / self.of as u128) as usize
    }

    fn words(self, block: usize, values: &[u16]) -> Vec<u64> {
        let values = &values[self.before(block)..self.before(block + 1)];
        let word =
            |four: &[u16]| four.iter().rev().fold(0, |word, &value| word << 16 | u64::from(value));
        values.chunks(4).map(word).collect()
    }

    /// Computes all values, and the digest of each block.
    pub fn digests(
        self,
        sequence: &mut Sequence,
        allowance: &Allowance,
    ) -> Result<Vec<Digest>, Refused> {
        let each = |block: usize| {
            sequence.extend_to(self.before(block + 1), allowance)?;
            Ok(of_words(&self.words(block, &sequence.values)))
        };
        (0..self.of).map(each).collect()
    }

    /// Computes the blocks of a part, or all of them, and compares their digests with those stated. Those below are read. A part that was stopped
    /// goes on after the blocks that it has confirmed by its own note.
    pub fn confirm(
        self,
        stated: &[Digest],
        certificate: &str,
        sequence: &mut Sequence,
        allowance: &Allowance,
    ) -> Result<(), Refused> {
        let row: Range<usize> = allowance.part.map_or(0..self.of, |part| part.row(self.of));
        let (number, of) = allowance.part.map_or((1, 1), Part::of);
        let note = format!("{certificate}.{number}-of-{of}");
        let scratch = allowance.scratch.map(Scratch);
        let done = scratch.map_or(0, |scratch| scratch.done(&note)).min(row.len());
        if row.is_empty() {
            return Ok(());
        }
        let begin = row.start + done;
        for (block, &digest) in stated.iter().enumerate().take(begin) {
            allowance.go_on()?;
            let below = "the values below this part are read from a folder, and none was named";
            let scratch = scratch.ok_or_else(|| Refused::Scratch(below.into()))?;
            self.read(block, scratch, digest, sequence)?;
        }
        for (block, &digest) in stated.iter().enumerate().take(row.end).skip(begin) {
            sequence.extend_to(self.before(block + 1), allowance)?;
            let words = self.words(block, &sequence.values);
            if of_words(&words) != digest {
                let number = block + 1;
                return Err(Refused::Step(format!("block {number} has another digest")));
            }
            if let Some(scratch) = scratch {
                scratch.write(digest, &words)?;
                scratch.note(&note, block + 1 - row.start)?;
            }
        }
        Ok(())
    }

    /// Takes the values of a block from the folder.
    fn read(
        self,
        block: usize,
        scratch: Scratch,
        stated: Digest,
        sequence: &mut Sequence,
    ) -> Result<(), Refused> {
        let values = self.before(block)..self.before(block + 1);
        let words = scratch.read(stated, values.len().div_ceil(4))?;
        for at in 0..values.len() {
            sequence.push((words[at / 4] >> (at % 4 * 16)) as u16);
        }
        Ok(())
    }
}

/// Digests, one after the other.
pub fn write(digests: &[Digest]) -> String {
    digests.iter().map(|&digest| digest::write(digest)).collect::<Vec<_>>().join(" ")
}

/// The digests that a text lists.
pub fn read(text: &str) -> Result<Vec<Digest>, Refused> {
    let wrong = || Refused::Format("the blocks are not digests".into());
    text.split(' ').map(|digest| digest::read(digest).ok_or_else(wrong)).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::nim_sequence::Split;
    use crate::period::PeriodCertificate;
    use crate::{check, check_within};

    const MEMORY: u64 = 1 << 24;

    fn kayles(blocks: usize) -> PeriodCertificate {
        let split = Some(Split { mask: 3, by_parity: false });
        let code = "0.77".parse().unwrap();
        let blocked = Vec::new();
        let plain =
            PeriodCertificate { code, period: 12, last_exception: 70, split, blocks: blocked };
        plain.in_blocks(blocks, &Allowance::usual(MEMORY)).unwrap()
    }

    fn folder(name: &str) -> PathBuf {
        let name = format!("outplay-blocks-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn part(certificate: &PeriodCertificate, text: &str, folder: &Path) -> Result<(), Refused> {
        let (part, scratch) = (Part::read(text), Some(folder));
        let allowance = Allowance { part, scratch, ..Allowance::usual(MEMORY) };
        check_within(certificate.write().as_bytes(), &allowance).map(|_| ())
    }

    #[test]
    fn digests_are_of_the_values_by_two_bytes() {
        // The first values of Kayles are 0 1 2 3 1 4 3 2 1 4 2 6 (Guy and Smith 1956).
        let words = [0x0003_0002_0001_0000, 0x0002_0003_0004_0001, 0x0006_0002_0004_0001];
        let code = "0.77".parse().unwrap();
        let mut sequence = Sequence::new(&code, None).unwrap();
        let blocks = Blocks::new(12, 2).unwrap();
        let found = blocks.digests(&mut sequence, &Allowance::usual(MEMORY)).unwrap();
        let halves =
            [[words[0], words[1] & 0xffff_ffff], [words[1] >> 32 | words[2] << 32, words[2] >> 32]];
        assert_eq!(found, halves.map(|half| of_words(&half)));
    }

    #[test]
    fn parts_hand_their_blocks_on() {
        let (folder, truth) = (folder("on"), kayles(7));
        assert!(check(truth.write().as_bytes(), MEMORY).is_ok());
        assert!(matches!(part(&truth, "2/3", &folder), Err(Refused::Scratch(_))));
        for text in ["1/3", "2/3", "3/3", "2/3", "20/20"] {
            assert_eq!(part(&truth, text, &folder), Ok(()), "{text}");
        }
        let alone = Allowance { part: Part::read("2/3"), ..Allowance::usual(MEMORY) };
        let alone = check_within(truth.write().as_bytes(), &alone);
        assert!(matches!(alone, Err(Refused::Scratch(_))));
        // Without blocks there are no parts.
        let plain = PeriodCertificate { blocks: Vec::new(), ..truth.clone() };
        assert!(matches!(part(&plain, "1/3", &folder), Err(Refused::NoParts)));
        // A piece that was changed is refused, whatever it says.
        for block in &truth.blocks {
            let path = folder.join(digest::write(*block) + ".level");
            let mut bytes = fs::read(&path).unwrap();
            bytes[0] ^= 1;
            fs::write(&path, &bytes).unwrap();
        }
        assert!(matches!(part(&truth, "2/4", &folder), Err(Refused::Scratch(_))));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn false_statements_fail_in_some_part() {
        let truth = kayles(4);
        let mut changed = truth.clone();
        changed.blocks[1][2] ^= 1;
        let mut exchanged = truth.clone();
        exchanged.blocks.swap(0, 1);
        for (bad, fails) in [
            (changed, vec![2, 3, 4]),
            (exchanged, vec![1, 2, 3, 4]),
            // Another number of values is needed, so that the blocks are others.
            (PeriodCertificate { period: 24, ..truth.clone() }, vec![1, 2, 3, 4]),
            (PeriodCertificate { last_exception: 69, ..truth.clone() }, vec![1, 2, 3, 4]),
        ] {
            let folder = folder("false");
            let failed = (1..=4).filter(|k| part(&bad, &format!("{k}/4"), &folder).is_err());
            assert_eq!(failed.collect::<Vec<_>>(), fails, "{bad:?}");
            assert!(check(bad.write().as_bytes(), MEMORY).is_err());
            fs::remove_dir_all(&folder).unwrap();
        }
        // With the blocks that it needs, a false statement fails in its last part alone.
        let plain = PeriodCertificate { period: 24, blocks: Vec::new(), ..truth };
        let false_period = plain.in_blocks(4, &Allowance::usual(MEMORY)).unwrap();
        let folder = folder("last");
        let failed = (1..=4).filter(|k| part(&false_period, &format!("{k}/4"), &folder).is_err());
        assert_eq!(failed.collect::<Vec<_>>(), [4]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_part_that_was_stopped_goes_on() {
        let (folder, truth) = (folder("stopped"), kayles(6));
        let text = truth.write();
        // Blocks are read one by one, and each asks whether to go on: a second run that computes them again would not.
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            false
        };
        let again = || {
            asked.set(0);
            let scratch = Some(folder.as_path());
            let allowance = Allowance { scratch, stop: &stop, ..Allowance::usual(MEMORY) };
            check_within(text.as_bytes(), &allowance).map(|_| asked.get())
        };
        assert_eq!(again(), Ok(0));
        assert_eq!(again(), Ok(6));
        // A block that is noted as done but no longer there is reported, not assumed.
        let note = format!("{}.1-of-1.done", digest::sha256(text.as_bytes()));
        fs::write(folder.join(&note), "3\n").unwrap();
        assert_eq!(again(), Ok(3));
        fs::remove_file(folder.join(digest::write(truth.blocks[2]) + ".level")).unwrap();
        assert!(matches!(again(), Err(Refused::Scratch(_))));
        fs::write(folder.join(&note), "99999999999999999999").unwrap();
        assert_eq!(again(), Ok(0));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn nonsense_is_refused() {
        let digest = "0".repeat(64);
        let many = format!("{digest} ").repeat(MOST) + &digest;
        let upper = "A".repeat(64);
        let text = kayles(1).write();
        let body = text.rsplit_once("blocks ").unwrap().0;
        for blocks in ["", " ", "0", &digest[1..], &upper, &format!("{digest} "), &many, "é"] {
            let changed = format!("{body}blocks {blocks}");
            let sum = crate::sum::checksum(changed.as_bytes());
            let changed = format!("{changed}\nchecksum {sum:016x}\n");
            let refused = check(changed.as_bytes(), MEMORY);
            assert!(matches!(refused, Err(Refused::Format(_))), "{blocks} {refused:?}");
        }
    }
}
