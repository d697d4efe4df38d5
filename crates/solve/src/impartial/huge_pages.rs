//! Large pages for large tables.
//!
//! A search looks up its table at random, and on pages of four kilobytes nearly every look first has to find the page.
//! Linux gives pages of two megabytes to memory that asks for them before it is used. Nothing but time depends on it.

use std::mem::MaybeUninit;

/// Smaller tables gain nothing.
const LEAST_BYTES: usize = 8 << 20;

/// Asks for large pages for memory that is not used yet.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn ask<T>(memory: &mut [MaybeUninit<T>]) {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const PAGE: usize = 4096;
    const MADV_HUGEPAGE: c_int = 14;
    let bytes = size_of_val(memory);
    let address: *mut u8 = memory.as_mut_ptr().cast();
    let skipped = address.align_offset(PAGE);
    if bytes < LEAST_BYTES || skipped >= bytes {
        return;
    }
    let length = (bytes - skipped) / PAGE * PAGE;
    // SAFETY: the range lies within `memory`, which is ours alone, and the advice changes no byte of it. Whether it is
    // taken makes no difference, so the answer is not looked at.
    let _ = unsafe { madvise(address.add(skipped).cast(), length, MADV_HUGEPAGE) };
}

/// Elsewhere nothing is asked for.
#[cfg(not(target_os = "linux"))]
pub fn ask<T>(_memory: &mut [MaybeUninit<T>]) {}
