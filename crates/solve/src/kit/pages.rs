//! Memory for large tables: zeros that cost nothing until they are touched, in large pages where the system has them.
//!
//! A search looks up positions all over its table. With pages of 4 KB nearly every lookup in a table of gigabytes has to
//! find the page first, which takes longer than the lookup; pages of 2 MB are found at once.

use bytemuck::Zeroable;

use super::limits::Stopped;

/// This many zeros, in memory that the system hands out when it is touched. (Writing the zeros ourselves took a second for
/// each two gigabytes.) The system may have less to give than the limit allows.
pub fn zeroed<T: Zeroable>(count: usize) -> Result<Box<[T]>, Stopped> {
    let boxed = bytemuck::allocation::try_zeroed_slice_box(count).map_err(|()| Stopped::Memory)?;
    ask_for_large_pages(&boxed);
    Ok(boxed)
}

/// A table of these entries, for those that are not made of zeros.
pub fn collected<T>(entries: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, Stopped> {
    let mut table = Vec::new();
    table.try_reserve_exact(entries.len()).map_err(|_| Stopped::Memory)?;
    table.extend(entries);
    Ok(table)
}

/// Begins to fetch from memory what will soon be read.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch loads the cache line of a reference; it changes no value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Below this size small pages do as well, and large ones would take memory that a small search never touches.
const LARGE: usize = 8 << 20;

/// Asks the system to use large pages. Where it does not, all is as before.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_large_pages<T>(memory: &[T]) {
    const PAGE: usize = 1 << 12;
    let from = (memory.as_ptr() as usize).next_multiple_of(PAGE);
    let to = (memory.as_ptr() as usize + size_of_val(memory)) / PAGE * PAGE;
    if to.saturating_sub(from) >= LARGE {
        // SAFETY: these pages are ours, and the advice changes nothing that is in them.
        unsafe { libc::madvise(from as *mut libc::c_void, to - from, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages<T>(_memory: &[T]) {}

#[cfg(test)]
mod tests {
    use std::iter::repeat_n;

    use super::*;

    #[test]
    fn all_is_zero_in_small_memory_and_large() {
        // Miri takes a microsecond per byte.
        let every = if cfg!(miri) { 4093 } else { 1 };
        for count in [0, 1, 5000, LARGE - 1, LARGE + 5000] {
            let mut memory = zeroed::<u8>(count).unwrap();
            assert_eq!(memory.len(), count);
            assert!(memory.iter().step_by(every).all(|&byte| byte == 0));
            memory.fill(7);
            assert!(memory.iter().step_by(every).all(|&byte| byte == 7));
        }
    }

    #[test]
    fn what_the_system_does_not_have_is_a_limit() {
        let too_many = isize::MAX as usize;
        assert_eq!(zeroed::<u8>(too_many).unwrap_err(), Stopped::Memory);
        assert_eq!(zeroed::<u64>(too_many).unwrap_err(), Stopped::Memory);
        assert_eq!(collected(repeat_n(7_u64, too_many)).unwrap_err(), Stopped::Memory);
        assert_eq!(collected(repeat_n(7_u64, 3)).unwrap(), [7, 7, 7]);
    }
}
