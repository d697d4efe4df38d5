//! When a state is saved during a search: at most once a minute, and so that saving takes at most a twentieth of the
//! time.

use std::sync::Arc;
use std::time::Duration;

use outplay_solve::clock::{Clock, Instant};

use crate::run::Run;

const SAVE_EVERY: Duration = Duration::from_secs(60);
const SHARE: u32 = 20;

/// Tells when a state is to be saved again.
#[derive(Debug)]
pub struct Due {
    clock: Option<Arc<dyn Clock>>,
    since: Instant,
    wait: Duration,
}

impl Due {
    /// A while from now, by the clock of the run.
    pub fn from_now(run: &Run) -> Self {
        Due { clock: run.clock.clone(), since: Instant::now(), wait: SAVE_EVERY }
    }

    /// Saves if it is time. The next time is counted from when that is done.
    pub fn save_if_due<E>(&mut self, save: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
        if self.elapsed(self.since) < self.wait {
            return Ok(());
        }
        let begun = Instant::now();
        let saved = save();
        self.wait = SAVE_EVERY.max(self.elapsed(begun).saturating_mul(SHARE));
        self.since = Instant::now();
        saved
    }

    fn elapsed(&self, since: Instant) -> Duration {
        match &self.clock {
            None => since.elapsed(),
            Some(clock) => clock.elapsed(since),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Says at each look what is next in its list.
    #[derive(Debug)]
    struct Says(Mutex<Vec<u64>>);

    impl Clock for Says {
        fn elapsed(&self, _since: Instant) -> Duration {
            Duration::from_secs(self.0.lock().unwrap().remove(0))
        }
    }

    #[test]
    fn saving_takes_a_twentieth_of_the_time_at_most() {
        // Not yet; now, and it takes five seconds; not after another minute; after a hundred seconds; a failure is told.
        let says = Says(Mutex::new(vec![59, 60, 5, 99, 100, 1, 60, 1]));
        let run = Run { clock: Some(Arc::new(says)), ..Run::default() };
        let mut due = Due::from_now(&run);
        let mut saved = Vec::new();
        for step in 0..4 {
            due.save_if_due(|| {
                saved.push(step);
                Ok::<(), ()>(())
            })
            .unwrap();
        }
        assert_eq!(saved, [1, 3]);
        assert_eq!(due.save_if_due(|| Err("full")), Err("full"));
    }
}
