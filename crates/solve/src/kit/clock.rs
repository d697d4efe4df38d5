//! The clock. In a browser the system has none, and the page that runs the program provides its own. Tests put one in
//! its place that decides when time is up.

use std::fmt::Debug;
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use lent::Instant;

/// A clock in the place of the system's, against which limits are held.
pub trait Clock: Debug + Send + Sync {
    /// The time since a moment.
    fn elapsed(&self, since: Instant) -> Duration;
}

#[cfg(target_family = "wasm")]
mod lent {
    use std::ops::Add;
    use std::time::Duration;

    #[allow(unsafe_code, reason = "the page's clock is a function of another language")]
    mod page {
        #[link(wasm_import_module = "page")]
        unsafe extern "C" {
            /// Milliseconds since some moment.
            pub safe fn now() -> f64;
        }
    }

    /// A moment, as [`std::time::Instant`] has it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Instant(Duration::from_secs_f64(page::now().max(0.0) / 1000.0))
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }
}
