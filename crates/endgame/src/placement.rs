//! Where the stones of one player stand, numbered.
//!
//! Cells are counted from the player's own corner, row by row, so that both players look alike; the goal is the last
//! cell and never occupied. For the player about to roll, placements that reflection in the diagonal (or, in a
//! symmetric class, reversing the stones) maps to each other share one number.

use std::sync::OnceLock;

/// Cells of the board, goals included.
pub(crate) const CELLS: usize = 25;
/// Cells where a stone can stand while the game goes on.
pub(crate) const FREE: usize = CELLS - 1;
/// The most stones of one player that a database of six stones has.
pub(crate) const MOST: usize = 5;

const FREE_BITS: u32 = (1 << FREE) - 1;

/// The cells of up to five stones.
pub(crate) type Cells = [u8; MOST];

/// The cell's image under reflection in the diagonal through both goals.
#[inline]
pub(crate) fn reflected(cell: u8) -> u8 {
    cell % 5 * 5 + cell / 5
}

/// Ranks and files to the goal together; every move lessens the sum of its player by one or two.
pub(crate) fn distance(cell: u8) -> usize {
    usize::from(8 - cell / 5 - cell % 5)
}

/// A placement that stands for its images.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) cells: Cells,
    /// The cells as a bit set.
    pub(crate) bits: u32,
    /// The cells where the other player cannot stand, in that player's numbering.
    pub(crate) blocked: u32,
    pub(crate) distance: u8,
    /// Whether reflection changes nothing. Then both images of the other player's stones have a place of their own.
    pub(crate) on_diagonal: bool,
}

/// All placements of a number of stones.
pub(crate) struct Placements {
    pub(crate) count: usize,
    pub(crate) symmetric: bool,
    /// By mixed code of the cells: twice the number of the placement, plus one if it is the reflected one that has it.
    numbers: Vec<u32>,
    /// The placements that have numbers.
    pub(crate) firsts: Vec<Placed>,
    /// What room each of them leaves.
    pub(crate) rooms: Vec<Room>,
}

/// No placement: two stones on one cell.
const NOWHERE: u32 = u32::MAX;

impl Placements {
    /// Computed when first asked for.
    pub(crate) fn get(count: usize, symmetric: bool) -> &'static Placements {
        static ALL: [[OnceLock<Placements>; 2]; MOST] = [const { [const { OnceLock::new() }; 2] }; MOST];
        ALL[count - 1][usize::from(symmetric)].get_or_init(|| Placements::new(count, symmetric))
    }

    fn new(count: usize, symmetric: bool) -> Self {
        let numbers = vec![NOWHERE; FREE.pow(count as u32)];
        let mut all = Placements { count, symmetric, numbers, firsts: Vec::new(), rooms: Vec::new() };
        for code in 0..all.numbers.len() {
            let cells = decoded(code, count);
            if !distinct(&cells[..count]) {
                continue;
            }
            let images = [all.normal(cells), all.normal(cells.map(reflected))];
            let [plain, mirrored] = images.map(|image| encoded(&image[..count]));
            let first = plain.min(mirrored);
            if first == code {
                all.numbers[code] = 2 * all.firsts.len() as u32;
                all.firsts.push(placed(&cells[..count], plain == mirrored));
            } else {
                // The first of a family has the smallest code, so its number is known.
                all.numbers[code] = all.numbers[first] | u32::from(mirrored < plain);
            }
        }
        all.rooms = all.firsts.iter().map(|first| Room::new(first.blocked)).collect();
        all
    }

    /// In a symmetric class the order of the stones may be reversed: the one with the smaller code counts.
    fn normal(&self, cells: Cells) -> Cells {
        let mut reversed = cells;
        reversed[..self.count].reverse();
        let turn = self.symmetric && encoded(&reversed[..self.count]) < encoded(&cells[..self.count]);
        if turn { reversed } else { cells }
    }

    /// The number of the placement, and whether the board must be reflected to get there.
    #[inline]
    pub(crate) fn number(&self, cells: &Cells) -> (usize, bool) {
        let number = self.numbers[encoded(&cells[..self.count])];
        ((number / 2) as usize, number % 2 == 1)
    }

    /// Every placement once, whatever reflection makes of it, by its distance.
    pub(crate) fn by_distance(&self) -> Vec<Vec<Placed>> {
        let mut lists = vec![Vec::new(); 8 * self.count + 1];
        for (code, number) in self.numbers.iter().enumerate() {
            let cells = decoded(code, self.count);
            if *number != NOWHERE && self.normal(cells) == cells {
                let placed = placed(&cells[..self.count], self.normal(cells.map(reflected)) == cells);
                lists[usize::from(placed.distance)].push(placed);
            }
        }
        lists
    }
}

#[inline]
fn encoded(cells: &[u8]) -> usize {
    cells.iter().rev().fold(0, |code, cell| code * FREE + usize::from(*cell))
}

fn decoded(mut code: usize, count: usize) -> Cells {
    let mut cells = [0; MOST];
    for cell in &mut cells[..count] {
        *cell = (code % FREE) as u8;
        code /= FREE;
    }
    cells
}

fn distinct(cells: &[u8]) -> bool {
    cells.iter().enumerate().all(|(index, cell)| !cells[..index].contains(cell))
}

fn placed(cells: &[u8], on_diagonal: bool) -> Placed {
    let mut all = [0; MOST];
    all[..cells.len()].copy_from_slice(cells);
    let bits = cells.iter().fold(0, |bits, cell| bits | 1 << cell);
    let blocked = cells.iter().fold(0, |bits, cell| bits | 1 << (CELLS as u8 - 1 - cell));
    let distance = cells.iter().map(|cell| distance(*cell)).sum::<usize>() as u8;
    Placed { cells: all, bits, blocked, distance, on_diagonal }
}

/// The other player's cells numbered without those that are blocked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    ranks: [u8; CELLS],
    free: u32,
}

impl Room {
    pub(crate) fn new(blocked: u32) -> Self {
        let mut ranks = [0; CELLS];
        let mut free = 0;
        for (cell, rank) in ranks.iter_mut().enumerate().take(FREE) {
            *rank = free as u8;
            free += 1 - (blocked >> cell & 1);
        }
        Room { ranks, free }
    }

    /// In how many ways stones can be placed in a room with this many blocked cells.
    pub(crate) fn ways(blocked: u32, count: usize, symmetric: bool) -> u32 {
        let free = FREE as u32 - (blocked & FREE_BITS).count_ones();
        let ways: u32 = (0..count as u32).map(|taken| free - taken).product();
        if symmetric { ways / 2 } else { ways }
    }

    /// The number of a placement among those ways. First and last stone come first, because in a symmetric class only
    /// the pair of them counts; then the stones between them, each among the cells that are left.
    #[inline]
    pub(crate) fn rank(&self, cells: &[u8], symmetric: bool) -> u32 {
        let rank = |cell: u8| u32::from(self.ranks[usize::from(cell)]);
        let [first, between @ .., last] = cells else { return rank(cells[0]) };
        let (one, other) = (rank(*first), rank(*last));
        let turned = symmetric && one > other;
        let mut sum = if !symmetric {
            one * (self.free - 1) + other - u32::from(other > one)
        } else if turned {
            one * (one - 1) / 2 + other
        } else {
            other * (other - 1) / 2 + one
        };
        for index in 0..between.len() {
            let seen = |index: usize| rank(between[if turned { between.len() - 1 - index } else { index }]);
            let own = seen(index);
            let mut place = own - u32::from(own > one) - u32::from(own > other);
            for earlier in 0..index {
                place -= u32::from(own > seen(earlier));
            }
            sum = sum * (self.free - 2 - index as u32) + place;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ranks_are_a_numbering_without_gaps() {
        let blocked = 1 << 24 | 1 << 3 | 1 << 17;
        for (count, symmetric) in [(1, false), (2, false), (2, true), (3, false), (4, true)] {
            let room = Room::new(blocked);
            let mut seen = HashSet::new();
            for code in 0..FREE.pow(count as u32) {
                let cells = decoded(code, count);
                let cells = &cells[..count];
                if !distinct(cells) || cells.iter().any(|cell| blocked >> cell & 1 == 1) {
                    continue;
                }
                let rank = room.rank(cells, symmetric);
                assert!(rank < Room::ways(blocked, count, symmetric));
                let fresh = seen.insert(rank);
                let mut reversed = cells.to_vec();
                reversed.reverse();
                assert!(fresh || symmetric, "{cells:?}");
                assert!(!symmetric || room.rank(&reversed, true) == rank, "{cells:?}");
            }
            assert_eq!(seen.len() as u32, Room::ways(blocked, count, symmetric), "{count} {symmetric}");
        }
    }

    #[test]
    fn families_share_a_number() {
        for (count, symmetric) in [(1, false), (2, true), (3, false)] {
            let all = Placements::get(count, symmetric);
            for (number, first) in all.firsts.iter().enumerate() {
                assert_eq!(all.number(&first.cells), (number, false));
                let image = first.cells.map(reflected);
                assert_eq!(all.number(&image).0, number);
                let mut reversed = first.cells;
                reversed[..count].reverse();
                assert!(!symmetric || all.number(&reversed) == (number, false));
            }
            let listed: usize = all.by_distance().iter().map(Vec::len).sum();
            let expected: usize = (0..count).map(|taken| FREE - taken).product();
            assert_eq!(listed, if symmetric { expected / 2 } else { expected });
        }
        assert_eq!(Placements::get(1, false).firsts.len(), 14, "24 cells, of which 4 lie on the diagonal");
    }
}
