//! The laws of the parsers, tried on what the fuzzer has found and on mutated examples for a moment each. `OUTPLAY_FUZZ_SECONDS` makes it longer.

use std::path::Path;
use std::time::{Duration, Instant};

use outplay_laws::LAWS;

/// The next number of a splitmix64 sequence.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 1) as usize
}

/// A seed with a few bytes changed, dropped, doubled or spliced from another seed.
fn mutate(seeds: &[Vec<u8>], state: &mut u64) -> Vec<u8> {
    const INTERESTING: &[u8] = b"0123456789:;,.-+x[]()#>@^~?{}\" \n\\abcfz\xff\x00";
    let mut bytes = seeds[next(state) % seeds.len()].clone();
    for _ in 0..next(state) % 6 {
        let at = next(state) % (bytes.len() + 1);
        match next(state) % 5 {
            0 if at < bytes.len() => bytes[at] = INTERESTING[next(state) % INTERESTING.len()],
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => bytes.insert(at, INTERESTING[next(state) % INTERESTING.len()]),
            3 => {
                let other = &seeds[next(state) % seeds.len()];
                let tail = &other[next(state) % (other.len() + 1)..];
                bytes.truncate(at);
                bytes.extend_from_slice(tail);
            }
            _ => {
                let end = (at + 1 + next(state) % 8).min(bytes.len());
                let piece = bytes[at.min(end)..end].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

/// What `scripts/fuzz` has found for a law so far, an input a line. A crate on its own has none.
fn corpus(law: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let text = std::fs::read_to_string(folder.join(law).with_extension("txt")).unwrap_or_default();
    text.lines().map(unescaped).collect()
}

/// The bytes of a line in which those that do not print are written `\xNN`, backslashes too.
fn unescaped(line: &str) -> Vec<u8> {
    let mut parts = line.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (byte, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(byte, 16).expect("a byte in hexadecimal"));
        bytes.extend_from_slice(rest.as_bytes());
    }
    bytes
}

/// Every law has a corpus, and each of its inputs is tried. In a copy of this crate alone there is none.
#[test]
fn the_corpus_is_read() {
    assert_eq!(unescaped(r"a\x5cx\x00\xff9"), b"a\\x\x00\xff9");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    for law in LAWS.iter().filter(|_| folder.exists()) {
        assert!(corpus(law.name).len() > 10, "{} has no corpus", law.name);
    }
}

#[test]
fn laws_hold_on_mutated_examples() {
    let seconds = std::env::var("OUTPLAY_FUZZ_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1.0);
    for law in &LAWS {
        for seed in law.seeds {
            (law.holds)(seed.as_bytes());
            for end in 0..seed.len() {
                (law.holds)(&seed.as_bytes()[..end]);
            }
        }
        let mut seeds: Vec<Vec<u8>> = law.seeds.iter().map(|seed| seed.as_bytes().into()).collect();
        let found = corpus(law.name);
        for bytes in &found {
            let outcome = std::panic::catch_unwind(|| (law.holds)(bytes));
            assert!(outcome.is_ok(), "{} breaks on {:?}", law.name, String::from_utf8_lossy(bytes));
        }
        seeds.extend(found);
        let begun = Instant::now();
        let mut state = 1;
        let mut tries = 0;
        while begun.elapsed() < Duration::from_secs_f64(seconds) || tries < 1000 {
            let bytes = mutate(&seeds, &mut state);
            let outcome = std::panic::catch_unwind(|| (law.holds)(&bytes));
            assert!(
                outcome.is_ok(),
                "{} breaks on {:?}",
                law.name,
                String::from_utf8_lossy(&bytes)
            );
            tries += 1;
        }
    }
}
