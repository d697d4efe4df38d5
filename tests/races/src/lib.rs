//! The entry of the transposition table, the very file that the solvers use, with atomics of loom in place of the real ones. Loom tries
//! every order of the steps of two or three threads, and every value that the memory model lets a load see: also those that
//! this processor never shows. `scripts/races` runs it.
#![cfg(loom)]

mod atomic {
    pub use loom::sync::atomic::{AtomicU64, Ordering, fence};
}

/// Loom's atomics are not made of zeros.
macro_rules! zeroable {
    ($($entry:tt)*) => {
        $($entry)*
    };
}

// Not all that the solvers use is used here.
#[allow(dead_code)]
#[path = "../../../crates/solve/src/kit/transposition/entry.rs"]
mod entry;

/// What is kept of a position, as the solvers say it.
pub trait TableValue: Copy + Send + Sync + 'static {
    /// How many bits it takes.
    const BITS: u32;
    /// The value as bits.
    fn bits(self) -> u64;
    /// The value of the lowest bits.
    fn from_bits(bits: u64) -> Self;
}

#[cfg(test)]
mod tests {
    use loom::sync::{Arc, Mutex};
    use loom::thread;

    use super::entry::{Entry, Key};
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Number(u8);

    impl TableValue for Number {
        const BITS: u32 = 8;
        fn bits(self) -> u64 {
            self.0.into()
        }
        fn from_bits(bits: u64) -> Self {
            Number(bits as u8)
        }
    }

    /// A position, and the value that it has wherever it stands.
    fn key(number: u8) -> Key<2> {
        Key { words: [number.into(), (number * 10).into()], extra: 7 }
    }

    fn put(entry: &Entry<2>, number: u8) {
        entry.put(&key(number), Number(number), 1);
    }

    /// What a reader is told of a position is nothing or the truth.
    fn look(entry: &Entry<2>, number: u8) -> bool {
        let told = entry.get::<Number>(&key(number));
        assert!(told.is_none_or(|told| told == Number(number)), "{told:?} of {number}");
        told.is_some()
    }

    /// A position takes the place of another while somebody reads.
    #[test]
    fn a_reader_beside_a_writer_reads_one_entry() {
        loom::model(|| {
            let entry = Arc::new(Entry::<2>::empty());
            put(&entry, 1);
            let writer = {
                let entry = entry.clone();
                thread::spawn(move || put(&entry, 2))
            };
            look(&entry, 1);
            look(&entry, 2);
            writer.join().unwrap();
            assert!(look(&entry, 2) && !look(&entry, 1));
        });
    }

    /// The words of two positions may be the same one by one, and never together.
    #[test]
    fn words_of_two_entries_are_not_mixed() {
        for words in [[1, 20], [2, 10]] {
            loom::model(move || {
                let entry = Arc::new(Entry::<2>::empty());
                put(&entry, 1);
                let writer = {
                    let entry = entry.clone();
                    thread::spawn(move || put(&entry, 2))
                };
                assert_eq!(entry.get::<Number>(&Key { words, extra: 7 }), None);
                writer.join().unwrap();
            });
        }
    }

    /// Two writers hold the lock of the bucket in turn.
    #[test]
    fn two_writers_and_a_reader() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(|| {
            let entry = Arc::new((Mutex::new(()), Entry::<2>::empty()));
            let write = |number: u8| {
                let entry = entry.clone();
                thread::spawn(move || {
                    let _lock = entry.0.lock().unwrap();
                    put(&entry.1, number);
                })
            };
            let writers = [write(1), write(2)];
            look(&entry.1, 1);
            look(&entry.1, 2);
            writers.into_iter().for_each(|writer| writer.join().unwrap());
            assert!(look(&entry.1, 1) != look(&entry.1, 2));
        });
    }
}
