//! Stones that can never be turned again. They bound the score before anything is searched.

use std::sync::LazyLock;

const FIRST_ROW: u64 = 0xff;
const LAST_ROW: u64 = 0xff << 56;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = 0x8080_8080_8080_8080;

/// For the stones of one player and of the other on an edge of eight squares: those of the first that nothing played on
/// that edge can turn.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut known = vec![None; 1 << 16];
    let mut table = vec![0; 1 << 16];
    for own in 0..=255u8 {
        for other in (0..=255u8).filter(|other| own & other == 0) {
            table[usize::from(own) << 8 | usize::from(other)] = safe_on_edge(own, other, &mut known);
        }
    }
    table
});

/// The stones of `own` that survive every sequence of stones set on the edge by either player, anywhere; more than can really
/// happen, so what survives is safe.
fn safe_on_edge(own: u8, other: u8, known: &mut [Option<u8>]) -> u8 {
    let index = usize::from(own) << 8 | usize::from(other);
    if let Some(safe) = known[index] {
        return safe;
    }
    let mut safe = own;
    for place in (0..8).filter(|place| (own | other) >> place & 1 == 0) {
        let flips = edge_flips(own, other, place);
        safe &= safe_on_edge(own | flips | 1 << place, other & !flips, known);
        let flips = edge_flips(other, own, place);
        safe &= safe_on_edge(own & !flips, other | flips | 1 << place, known);
    }
    known[index] = Some(safe);
    safe
}

fn edge_flips(own: u8, other: u8, place: i32) -> u8 {
    let has = |set: u8, place: i32| (0..8).contains(&place) && set >> place & 1 == 1;
    let mut flips = 0;
    for step in [-1, 1] {
        let mut run = 0;
        let mut at = place + step;
        while has(other, at) {
            run |= 1 << at;
            at += step;
        }
        if has(own, at) {
            flips |= run;
        }
    }
    flips
}

/// Finds safe stones.
#[derive(Clone, Debug)]
pub(crate) struct Stability {
    edges: &'static [u8],
    holes: u64,
}

impl Stability {
    pub(crate) fn new(holes: u64) -> Self {
        Stability { edges: &EDGES, holes }
    }

    /// Stones of `own` that can never be turned, a part of them at least.
    #[inline]
    pub(crate) fn safe(&self, own: u64, other: u64) -> u64 {
        let holes = self.holes;
        let filled = own | other | holes;
        let rows = full_rows(filled);
        let columns = full_columns(filled);
        let rising = full_diagonals::<9>(filled, !FIRST_COLUMN, !LAST_COLUMN);
        let falling = full_diagonals::<7>(filled, !LAST_COLUMN, !FIRST_COLUMN);
        let mut safe = own & rows & columns & rising & falling;
        if holes == 0 {
            safe |= self.edges(own, other);
        }
        // A stone is safe if on each of its four lines it has a wall or a safe stone of its own beside it, or the line is full.
        loop {
            let wall = safe | holes;
            let row = rows | wall << 1 | wall >> 1 | FIRST_COLUMN | LAST_COLUMN;
            let column = columns | wall << 8 | wall >> 8 | FIRST_ROW | LAST_ROW;
            let border = FIRST_ROW | LAST_ROW | FIRST_COLUMN | LAST_COLUMN;
            let rise = rising | wall << 9 | wall >> 9 | border;
            let fall = falling | wall << 7 | wall >> 7 | border;
            let more = safe | own & row & column & rise & fall;
            if more == safe {
                return safe;
            }
            safe = more;
        }
    }

    fn edges(&self, own: u64, other: u64) -> u64 {
        let edge = |own: u8, other: u8| u64::from(self.edges[usize::from(own) << 8 | usize::from(other)]);
        let column = |set: u64, x: u32| (((set >> x) & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
        // The inverse of the multiplication: eight bits side by side become a column.
        let stand = |line: u64, x: u32| {
            let spread = (line & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & FIRST_COLUMN;
            (spread | (line >> 7) << 56) << x
        };
        edge(own as u8, other as u8)
            | edge((own >> 56) as u8, (other >> 56) as u8) << 56
            | stand(edge(column(own, 0), column(other, 0)), 0)
            | stand(edge(column(own, 7), column(other, 7)), 7)
    }
}

#[inline(always)]
fn full_rows(filled: u64) -> u64 {
    let mut full = filled & filled >> 4;
    full &= full >> 2;
    full &= full >> 1;
    (full & FIRST_COLUMN).wrapping_mul(0xff)
}

#[inline(always)]
fn full_columns(filled: u64) -> u64 {
    let mut full = filled & filled.rotate_right(32);
    full &= full.rotate_right(16);
    full & full.rotate_right(8)
}

/// Squares on diagonals without a gap: gaps are spread along the diagonal both ways.
#[inline(always)]
fn full_diagonals<const SHIFT: u32>(filled: u64, up: u64, down: u64) -> u64 {
    let (mut high, mut low) = (!filled, !filled);
    let (mut pass_up, mut pass_down) = (up, down);
    high |= pass_up & high << SHIFT;
    low |= pass_down & low >> SHIFT;
    pass_up &= pass_up << SHIFT;
    pass_down &= pass_down >> SHIFT;
    high |= pass_up & high << (2 * SHIFT);
    low |= pass_down & low >> (2 * SHIFT);
    pass_up &= pass_up << (2 * SHIFT);
    pass_down &= pass_down >> (2 * SHIFT);
    high |= pass_up & high << (4 * SHIFT);
    low |= pass_down & low >> (4 * SHIFT);
    !(high | low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OthelloBoard;

    /// Plays the game out in every way, as long as that is little, and keeps the stones of `own` that were never turned.
    fn survivors(board: OthelloBoard, ours: bool, passed: bool, kept: &mut u64) {
        let moves = board.moves();
        if moves == 0 {
            if !passed {
                survivors(board.pass(), !ours, true, kept);
            }
            return;
        }
        for square in (0..64).filter(|square| moves >> square & 1 == 1) {
            let next = board.play(square);
            *kept &= if ours { next.other() } else { next.own() };
            survivors(next, !ours, false, kept);
        }
    }

    #[test]
    fn safe_stones_survive_every_way_the_game_can_go() {
        let mut found = 0;
        for (seed, holes) in (1..60u64).flat_map(|seed| [(seed, 0), (seed, 0x0000_0000_8100_0081)]) {
            let board = late_board(seed, holes, 5);
            let stability = Stability::new(holes);
            for (board, ours) in [(board, true), (board.pass(), false)] {
                let player = if ours { board } else { board.pass() };
                let safe = stability.safe(player.own(), player.other());
                let mut kept = player.own();
                survivors(board, ours, false, &mut kept);
                survivors(board.pass(), !ours, false, &mut kept);
                assert_eq!(safe & !kept, 0, "{board:?}");
                found += safe.count_ones();
            }
        }
        assert!(found > 1000, "only {found} safe stones found at all");
    }

    /// Random play until so few squares are left, or the game ended earlier.
    fn late_board(seed: u64, holes: u64, left: u32) -> OthelloBoard {
        let mut board = OthelloBoard::new(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, holes).unwrap();
        let mut state = seed;
        let mut passed = false;
        while board.empty().count_ones() > left {
            let moves = board.moves();
            if moves == 0 {
                if passed {
                    break;
                }
                passed = true;
                board = board.pass();
                continue;
            }
            passed = false;
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chosen = (state >> 33) as u32 % moves.count_ones();
            let square = (0..64).filter(|square| moves >> square & 1 == 1).nth(chosen as usize).unwrap();
            board = board.play(square);
        }
        board
    }
}
