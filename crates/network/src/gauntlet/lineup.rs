//! Who sits where in each game of a gauntlet.

/// The entrants of one game in the order of the seats, as indexes into the list of entrants.
///
/// Everybody takes part as evenly as seats allow. Where there are more seats than entrants, those after the first one fill
/// the rest again and again; where there are fewer, the first plays every game and the others take turns. After a round of as
/// many games as there are seats everyone has sat everywhere, and the next entrants come in.
pub fn lineup(entrants: usize, seats: usize, game: u32) -> Vec<usize> {
    let (round, turn) = (game as usize / seats, game as usize % seats);
    let others = entrants - 1;
    let mut row = vec![0];
    // With a single entrant every seat is theirs.
    row.extend((0..seats - 1).map(|seat| if others == 0 { 0 } else { 1 + (round * (seats - 1) + seat) % others }));
    row.rotate_right(turn);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_sits_everywhere_in_a_round() {
        for seats in 2..=8 {
            for seat in 0..seats {
                let firsts = (0..seats as u32).filter(|game| lineup(seats, seats, *game)[seat] == 0).count();
                assert_eq!(firsts, 1, "seat {seat} of {seats}");
            }
        }
        assert_eq!(lineup(3, 3, 0), [0, 1, 2]);
        assert_eq!(lineup(3, 3, 1), [2, 0, 1]);
    }

    #[test]
    fn spare_seats_are_filled_and_spare_entrants_take_turns() {
        assert_eq!(lineup(2, 4, 0), [0, 1, 1, 1]);
        assert_eq!(lineup(2, 4, 3), [1, 1, 1, 0]);
        assert_eq!(lineup(3, 4, 0), [0, 1, 2, 1]);
        assert_eq!(lineup(1, 2, 0), [0, 0]);
        // Four clients against one seat: each of them plays two games.
        let met: Vec<Vec<usize>> = (0..8).map(|game| lineup(5, 2, game)).collect();
        assert_eq!(met, [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3], [3, 0], [0, 4], [4, 0]].map(Vec::from));
    }
}
