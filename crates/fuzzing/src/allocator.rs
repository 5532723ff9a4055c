//! An allocator that refuses like a small machine.
//!
//! libFuzzer's own `-malloc_limit_mb` works only together with a sanitizer, which needs a nightly compiler; and a large
//! table that is never touched does not count as resident memory. So the limit is kept here, on any compiler: a request
//! beyond it gets nothing. Code that allocates fallibly answers with an error and passes; all other code aborts, which a
//! fuzzer reports as a crash.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes in use.
static LIVE: AtomicUsize = AtomicUsize::new(0);
/// The most that may be in use.
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);
/// What is being tried, for the message before an abort.
static TRIED: Mutex<String> = Mutex::new(String::new());

/// The system's allocator with a limit, for `#[global_allocator]`.
pub struct Limited;

// SAFETY: every block comes from and goes back to `System` with the layout that the caller gave, and answering with null
// is what the contract of `GlobalAlloc` asks of an allocator that has no memory left.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !admits(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises about the layout are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !admits(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as above; untouched zeros cost the system nothing.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the block came from `System` with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Whether this many more bytes are within the limit; if so, they count.
fn admits(bytes: usize) -> bool {
    let live = LIVE.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
    if live <= MOST.load(Ordering::Relaxed) {
        return true;
    }
    LIVE.fetch_sub(bytes, Ordering::Relaxed);
    // Standard error has no buffer, so this asks for no memory. Who cannot get the lock is not worth waiting for.
    if let Ok(tried) = TRIED.try_lock() {
        let _ = writeln!(std::io::stderr(), "a request for {bytes} bytes is refused: {tried}");
    }
    false
}

/// Allows this many bytes beyond those in use now, in all threads together.
pub fn allow(bytes: usize) {
    MOST.store(LIVE.load(Ordering::Relaxed).saturating_add(bytes), Ordering::Relaxed);
}

/// Lifts the limit whenever something panics: printing a backtrace takes more memory than most targets may.
pub fn lift_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        MOST.store(usize::MAX, Ordering::Relaxed);
        report(info);
    }));
}

/// Says what is tried next, for the message when memory is refused.
pub fn announce(what: &str) {
    if let Ok(mut tried) = TRIED.lock() {
        tried.clear();
        tried.push_str(what);
    }
}
