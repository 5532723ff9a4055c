//! The rank of a move as one number, so that choosing the next move is finding the largest of a few numbers.

/// Refutations moves come before all others, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    Rest = 0,
    Counter = 1,
    SecondKiller = 2,
    Killer = 3,
}

// From the top: class 2 bits, the game's move score 20, history 20, place in the list 20 (inverted: earlier is larger).
// Everything stays positive, and no two moves of a list have the same rank.
const PLACE_BITS: u32 = 20;
const SCORE_BITS: u32 = 20;
const LAST_PLACE: i64 = (1 << PLACE_BITS) - 1;
const SCORE_LIMIT: i32 = (1 << (SCORE_BITS - 1)) - 1;

/// The rank by what is known without making the move.
#[inline]
pub(crate) fn rank_by_score(class: Class, move_score: i32, history: i32, place: usize) -> i64 {
    let move_score = i64::from(move_score.clamp(-SCORE_LIMIT, SCORE_LIMIT) + SCORE_LIMIT);
    let history = i64::from(history.clamp(-SCORE_LIMIT, SCORE_LIMIT) + SCORE_LIMIT);
    ((class as i64) << (2 * SCORE_BITS + PLACE_BITS))
        | move_score << (SCORE_BITS + PLACE_BITS)
        | history << PLACE_BITS
        | (LAST_PLACE - place as i64)
}

/// The rank by the value of the position after the move.
#[inline]
pub(crate) fn rank_by_value(value: i32, place: usize) -> i64 {
    (i64::from(value) - i64::from(i32::MIN)) << PLACE_BITS | (LAST_PLACE - place as i64)
}

/// The value in a rank by value.
#[inline]
pub(crate) fn value_of(rank: i64) -> i32 {
    ((rank >> PLACE_BITS) + i64::from(i32::MIN)) as i32
}

/// The place in the move list that a rank belongs to.
#[inline]
pub(crate) fn place_of(rank: i64) -> usize {
    (LAST_PLACE - (rank & LAST_PLACE)) as usize
}

/// Longer lists are sorted at once: finding the largest again and again would take time with the square of the length,
/// and some maps have thousands of moves.
const SELECTION_LIMIT: usize = 64;

/// Brings the largest rank of `ranks[next..]` to `ranks[next]`. Asked for `next` = 0, 1, 2, … in turn.
#[inline]
pub(crate) fn select(ranks: &mut [i64], next: usize) -> i64 {
    if ranks.len() > SELECTION_LIMIT {
        if next == 0 {
            ranks.sort_unstable_by(|a, b| b.cmp(a));
        }
        return ranks[next];
    }
    let (mut largest, mut place) = (ranks[next], next);
    for (index, rank) in ranks.iter().enumerate().skip(next + 1) {
        if *rank > largest {
            (largest, place) = (*rank, index);
        }
    }
    ranks.swap(next, place);
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranks_compare_like_their_parts(
            a in (0..4u8, any::<i32>(), any::<i32>(), 0..2000usize),
            b in (0..4u8, any::<i32>(), any::<i32>(), 0..2000usize),
        ) {
            let class = |number| [Class::Rest, Class::Counter, Class::SecondKiller, Class::Killer][number as usize];
            let rank = |m: (u8, i32, i32, usize)| rank_by_score(class(m.0), m.1, m.2, m.3);
            let clamp = |number: i32| number.clamp(-SCORE_LIMIT, SCORE_LIMIT);
            let parts = |m: (u8, i32, i32, usize)| (m.0, clamp(m.1), clamp(m.2), std::cmp::Reverse(m.3));
            prop_assert_eq!(rank(a).cmp(&rank(b)), parts(a).cmp(&parts(b)));
            prop_assert_eq!(place_of(rank(a)), a.3);
            prop_assert!(rank(a) >= 0);
            let valued = |m: (u8, i32, i32, usize)| rank_by_value(m.1, m.3);
            prop_assert_eq!(valued(a).cmp(&valued(b)), (a.1, std::cmp::Reverse(a.3)).cmp(&(b.1, std::cmp::Reverse(b.3))));
            prop_assert_eq!(place_of(valued(a)), a.3);
            prop_assert_eq!(value_of(valued(a)), a.1);
        }

        #[test]
        fn selection_sorts_short_and_long_lists(mut ranks in prop::collection::vec(any::<i64>(), 1..200)) {
            let mut expected = ranks.clone();
            expected.sort_unstable_by(|a, b| b.cmp(a));
            let picked: Vec<i64> = (0..ranks.len()).map(|next| select(&mut ranks, next)).collect();
            prop_assert_eq!(picked, expected);
        }
    }
}
