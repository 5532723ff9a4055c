//! The rank of a move as one number, so that choosing the next move is finding the largest of a few numbers.

/// What is remembered about a move, as steps on the scale of history.
///
/// Killers used to come before all other moves. In games with many transpositions and a coarse evaluation that costs more than it
/// saves: where nearly every move cuts off, the killer is the one that happened to be tried last, and positions that are reached on several
/// ways are continued differently each time, so that the table knows fewer of them. Connect Four to depth 18 took 64 M nodes with killers
/// in front, 13 M with this bonus; Kalah 29 M and 11 M; Breakthrough, Domineering and a random tree 0 to 5 % more or fewer
/// (`cargo bench -p plyground-benches --bench foreign`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Refutation {
    None = 0,
    Counter = 1,
    SecondKiller = 2,
    Killer = 3,
}

/// History in steps of this many bits: smaller differences are noise, and the order of the rules decides.
const HISTORY_STEP: u32 = 10;

// From the top: the game's move score 20 bits, history with the bonus 20, place in the list 20 (inverted: earlier is larger).
// Everything stays positive, and no two moves of a list have the same rank.
const PLACE_BITS: u32 = 20;
const SCORE_BITS: u32 = 20;
const LAST_PLACE: i64 = (1 << PLACE_BITS) - 1;
const SCORE_LIMIT: i32 = (1 << (SCORE_BITS - 1)) - 1;

/// The rank by what is known without making the move.
#[inline]
pub(crate) fn rank_by_score(refutation: Refutation, move_score: i32, history: i32, place: usize) -> i64 {
    rank_of(move_score, (history >> HISTORY_STEP) + refutation as i32, place)
}

/// The rank where refutations come before all other moves: for solvers, whose questions have only two answers, so that a move that
/// refuted a neighbour is the likeliest to refute again.
#[inline]
pub(crate) fn rank_refutations_first(refutation: Refutation, move_score: i32, history: i32, place: usize) -> i64 {
    let first = i64::from(refutation as i32) << (2 * SCORE_BITS + PLACE_BITS);
    first | rank_of(move_score, history, place)
}

#[inline]
fn rank_of(move_score: i32, remembered: i32, place: usize) -> i64 {
    let move_score = i64::from(move_score.clamp(-SCORE_LIMIT, SCORE_LIMIT) + SCORE_LIMIT);
    let remembered = i64::from(remembered.clamp(-SCORE_LIMIT, SCORE_LIMIT) + SCORE_LIMIT);
    move_score << (SCORE_BITS + PLACE_BITS) | remembered << PLACE_BITS | (LAST_PLACE - place as i64)
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
            a in (0..4u8, any::<i32>(), -300_000..300_000, 0..2000usize),
            b in (0..4u8, any::<i32>(), -300_000..300_000, 0..2000usize),
        ) {
            let bonus = [(Refutation::None, 0), (Refutation::Counter, 1), (Refutation::SecondKiller, 2), (Refutation::Killer, 3)];
            let rank = |m: (u8, i32, i32, usize)| rank_by_score(bonus[m.0 as usize].0, m.1, m.2, m.3);
            let clamp = |number: i32| number.clamp(-SCORE_LIMIT, SCORE_LIMIT);
            let remembered = |m: (u8, i32, i32, usize)| m.2.div_euclid(1024) + bonus[m.0 as usize].1;
            let parts = |m: (u8, i32, i32, usize)| (clamp(m.1), remembered(m), std::cmp::Reverse(m.3));
            prop_assert_eq!(rank(a).cmp(&rank(b)), parts(a).cmp(&parts(b)));
            let first = |m: (u8, i32, i32, usize)| rank_refutations_first(bonus[m.0 as usize].0, m.1, m.2, m.3);
            let first_parts = |m: (u8, i32, i32, usize)| (m.0, clamp(m.1), m.2, std::cmp::Reverse(m.3));
            prop_assert_eq!(first(a).cmp(&first(b)), first_parts(a).cmp(&first_parts(b)));
            prop_assert!(first(a) >= 0 && place_of(first(a)) == a.3);
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
