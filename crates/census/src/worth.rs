//! The value of a position for the player who has just moved into it, as a byte: the larger, the better.

/// No such position.
pub(crate) const NONE: u8 = 0;

/// A position whose mover loses (an even number of turns before the end) is good, sooner is better; one whose mover wins is
/// bad, later is better.
#[inline]
pub(crate) fn of_plies(plies: u8) -> u8 {
    if plies.is_multiple_of(2) { 255 - plies } else { plies }
}

/// Turns until the end.
#[inline]
pub(crate) fn plies(worth: u8) -> u8 {
    if worth >= 128 { 255 - worth } else { worth }
}

/// What a position is worth whose best turn leads to one worth this much; `NONE` if there is no turn.
#[inline]
pub(crate) fn before(best: u8) -> u8 {
    of_plies(if best == NONE { 0 } else { plies(best) + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_wins_are_best_and_quick_losses_worst() {
        let order = [NONE, of_plies(1), of_plies(3), of_plies(23), of_plies(24), of_plies(2), of_plies(0)];
        assert!(order.is_sorted_by(|one, other| one < other), "{order:?}");
        assert!((0..30).all(|count| plies(of_plies(count)) == count));
        assert_eq!(before(NONE), of_plies(0));
        assert_eq!(before(of_plies(2)), of_plies(3));
    }
}
