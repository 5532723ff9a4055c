//! Returns the memory of freed tables to the system.
//!
//! glibc's allocator takes large blocks straight from the system and returns them when they are freed. But as soon as one is freed, it
//! raises the threshold for "large" up to 32 MB (`M_MMAP_THRESHOLD` in mallopt(3)). From then on tables come from heaps, one for
//! every few threads, and stay there: 200 games and analyses with a budget of 400 MB took 600 to 700 MB. With a fixed threshold they
//! take what the budget says.

/// Blocks of at least this size are returned to the system when freed. Every table is larger.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MMAP_THRESHOLD: i32 = 256 << 10;

/// Fixes the threshold for the whole program.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn return_large_blocks() {
    // SAFETY: mallopt takes two integers and changes only the allocator's own settings, under its lock. There is no other way: the
    // environment variable with the same effect is read before `main`.
    let fixed = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, MMAP_THRESHOLD) };
    debug_assert_eq!(fixed, 1, "the threshold is within the documented limits");
}

/// Other allocators stay as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_large_blocks() {}
