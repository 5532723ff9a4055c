//! Numbers worth tuning, together.

/// The deepest iteration. A table entry has one byte for the depth, and its last value means "to the end".
pub(super) const MAX_DEPTH: u32 = 250;

/// A window that grows is given up beyond this half-width: the next search is open on that side.
pub(super) const WIDEST_WINDOW: i32 = 100_000;
/// A growing window widens by this factor after each failure.
pub(super) const WINDOW_GROWTH: i32 = 4;

/// Below this depth a shared search does not ask whether another thread is busy with a move: asking would cost more
/// than searching twice.
pub(super) const DEFER_DEPTH: u32 = 3;
/// Places for moves that threads are busy with; a power of two, far more than moves in flight.
pub(super) const BUSY_PLACES: usize = 1 << 12;
