//! Values per second of the heap engine beside the reference, and beside what reading the history once would take.
//!
//! `cargo bench -p outplay-solve --bench heaps -- CODE N` times one code instead of the list, `-- period CODE...` the
//! proof of periods.

use std::hint::black_box;
use std::time::Instant;

use outplay_rules::games::octal_code::OctalCode;
use outplay_solve::heaps::NimSequence;
use outplay_solve::heaps::find_period;
use outplay_solve::heaps::{Engine, EngineOptions};
use outplay_solve::limits::Budget;

/// The reference takes quadratic time: its rate is that of the first this many values.
const REFERENCE_TO: u32 = 10_000;

const LIST: [(&str, usize); 8] = [
    ("0.16", 500_000),
    ("0.106", 1_000_000),
    ("0.6", 400_000),
    ("0.007", 100_000),
    ("0.104", 20_000_000),
    ("0.106", 20_000_000),
    ("0.054", 20_000_000),
    ("0.454", 20_000_000),
];

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn engine_seconds(code: &OctalCode, to: usize, simd: bool) -> f64 {
    let mut engine =
        Engine::with_options(code.clone(), EngineOptions { simd, ..EngineOptions::default() });
    let time = seconds(|| engine.extend_to(to, &mut Budget::unlimited()).expect("no limit"));
    black_box(engine.value(to));
    time
}

fn reference_rate(code: &OctalCode) -> f64 {
    let mut reference = NimSequence::new(code.clone());
    let time = seconds(|| {
        black_box(reference.value(REFERENCE_TO, &mut Budget::unlimited()).expect("no limit"));
    });
    f64::from(REFERENCE_TO) / time
}

/// Bytes a second read from a list much larger than the caches.
fn memory_rate() -> f64 {
    let bytes = vec![1u8; 1 << 29];
    let time = seconds(|| {
        let sum: u64 = bytes
            .chunks_exact(8)
            .map(|word| u64::from_ne_bytes(word.try_into().expect("8 bytes")))
            .fold(0, u64::wrapping_add);
        black_box(sum);
    });
    bytes.len() as f64 / time
}

fn time_period(code: &str) {
    let code: OctalCode = code.parse().expect("a code");
    let mut report = None;
    let time = seconds(|| {
        report = find_period(&code, 1_000_000_000, &mut Budget::unlimited()).ok();
    });
    println!("{code}: {time:.2} s {report:?}");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [word, codes @ ..] = arguments.as_slice()
        && word == "period"
    {
        codes.iter().for_each(|code| time_period(code));
        return;
    }
    let list: Vec<(String, usize)> = match arguments.as_slice() {
        [code, to] => vec![(code.clone(), to.parse().expect("a number of heaps"))],
        _ => LIST.map(|(code, to)| (code.to_string(), to)).to_vec(),
    };
    println!("memory read: {:.1} GB/s, so at most that many 10^9 values/s", memory_rate() / 1e9);
    for (code, to) in list {
        let code: OctalCode = code.parse().expect("a code");
        // The machine is shared: the best of three is nearest to what the code can do.
        let fast = (0..3).map(|_| engine_seconds(&code, to, true)).fold(f64::MAX, f64::min);
        let portable = engine_seconds(&code, to.min(2_000_000), false);
        println!(
            "{code:>8} to {to:>10}: {fast:8.3} s, {:12.0} values/s; portable {:12.0}; reference {:8.0} (first {REFERENCE_TO})",
            to as f64 / fast,
            to.min(2_000_000) as f64 / portable,
            reference_rate(&code),
        );
    }
}
