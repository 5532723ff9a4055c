//! Tables that were let go go back to the system.
//!
//! The allocator of glibc asks the system for every large block and returns it when it is freed, but it moves what it calls
//! large up to 32 MB as soon as such a block is freed once (`M_MMAP_THRESHOLD` in mallopt(3)). From then on tables come from
//! heaps, one for every few threads, and stay there: 200 games and analyses with a budget of 400 MB took 600 to 700 MB.
//! With a fixed threshold they take what the budget says.

/// Blocks from this size on are returned to the system when they are freed; every table is larger.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const RETURNED: i32 = 256 << 10;

/// Fixes the threshold, for the whole program.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn return_large_blocks() {
    // SAFETY: mallopt takes two numbers, touches nothing but the allocator's own settings, and takes its lock for that. There
    // is no other way: the environment variable of the same meaning is read before `main`.
    let fixed = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, RETURNED) };
    debug_assert_eq!(fixed, 1, "a threshold within the documented limits");
}

/// Other allocators are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_large_blocks() {}
