//! Which stones a move turns, and where moves are.

/// All columns but the outer two: what a horizontal or diagonal run may pass over.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Per square: the squares beyond it in the four directions towards h8, then in the four towards a1.
static RAYS: [[u64; 8]; 64] = rays();

const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

const fn rays() -> [[u64; 8]; 64] {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = STEPS[direction];
            let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                rays[square][direction] |= 1 << (y * 8 + x);
                x += dx;
                y += dy;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// The squares around each square.
pub(crate) static AROUND: [u64; 64] = around();

const fn around() -> [u64; 64] {
    let mut near = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (x, y) = (square as i32 % 8 + STEPS[direction].0, square as i32 / 8 + STEPS[direction].1);
            if x >= 0 && x < 8 && y >= 0 && y < 8 {
                near[square] |= 1 << (y * 8 + x);
            }
            direction += 1;
        }
        square += 1;
    }
    near
}

/// The stones of `other` that `own` turns by playing on a square.
///
/// Towards h8 an addition carries through the run of `other` and stops at the first square that is none of theirs; towards
/// a1 that square is the highest one. If it is `own`, everything in between turns.
#[inline(always)]
pub(crate) fn flips(own: u64, other: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let mut flips = 0;
    for ray in &rays[..4] {
        let end = (other | !ray).wrapping_add(1) & own & ray;
        flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in &rays[4..] {
        let first = (1 << 63) >> ((!other & ray) | 1).leading_zeros();
        let end = first & own & ray;
        flips |= (end.wrapping_neg() << 1) & ray;
    }
    flips
}

/// Empty squares (and holes) where `own` would turn something: runs of `other` that follow a stone of `own`, found by doubling.
#[inline(always)]
pub(crate) fn open(own: u64, other: u64) -> u64 {
    #[inline(always)]
    fn along<const SHIFT: u32>(own: u64, passable: u64) -> u64 {
        let mut up = passable & (own << SHIFT);
        let mut down = passable & (own >> SHIFT);
        up |= passable & (up << SHIFT);
        down |= passable & (down >> SHIFT);
        let (pairs_up, pairs_down) = (passable & (passable << SHIFT), passable & (passable >> SHIFT));
        up |= pairs_up & (up << (2 * SHIFT));
        down |= pairs_down & (down >> (2 * SHIFT));
        up |= pairs_up & (up << (2 * SHIFT));
        down |= pairs_down & (down >> (2 * SHIFT));
        up << SHIFT | down >> SHIFT
    }
    let inner = other & INNER;
    let open = along::<1>(own, inner) | along::<7>(own, inner) | along::<8>(own, other) | along::<9>(own, inner);
    open & !(own | other)
}

/// For a place in a line and the other stones of one player in it, when all the rest belongs to the other: how many turn.
static TURNED: [[u8; 256]; 8] = turned();

const fn turned() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            let mut above = place + 1;
            while above < 8 && line >> above & 1 == 0 {
                above += 1;
            }
            if above < 8 {
                table[place][line] += (above - place - 1) as u8;
            }
            let mut below = place as i32 - 1;
            while below >= 0 && line >> below & 1 == 0 {
                below -= 1;
            }
            if below >= 0 {
                table[place][line] += (place as i32 - below - 1) as u8;
            }
            line += 1;
        }
        place += 1;
    }
    table
}

/// Diagonals through each square: rising towards h8, then towards a8.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let rays = rays();
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = [rays[square][3] | rays[square][7], rays[square][1] | rays[square][5]];
        square += 1;
    }
    table
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// How many stones turn when `own` takes the last empty square of a board without holes.
#[inline(always)]
pub(crate) fn last_turned(own: u64, square: u8) -> i32 {
    let square = usize::from(square & 63);
    let (x, y) = (square & 7, square >> 3);
    let row = (own >> (8 * y)) as u8;
    // The column's bits, brought side by side by one multiplication; diagonals have at most one bit per column.
    let column = (((own >> x) & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    let rising = ((own & DIAGONALS[square][0]).wrapping_mul(FIRST_COLUMN) >> 56) as u8;
    let falling = ((own & DIAGONALS[square][1]).wrapping_mul(FIRST_COLUMN) >> 56) as u8;
    let in_row = &TURNED[x];
    i32::from(in_row[usize::from(row)])
        + i32::from(in_row[usize::from(rising)])
        + i32::from(in_row[usize::from(falling)])
        + i32::from(TURNED[y][usize::from(column)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(own: u64, other: u64, square: u8) -> u64 {
        let at = |set: u64, x: i32, y: i32| (0..8).contains(&x) && (0..8).contains(&y) && set >> (y * 8 + x) & 1 == 1;
        let mut flips = 0;
        for (dx, dy) in STEPS {
            let (mut x, mut y) = (i32::from(square % 8) + dx, i32::from(square / 8) + dy);
            let mut run = 0u64;
            while at(other, x, y) {
                run |= 1 << (y * 8 + x);
                (x, y) = (x + dx, y + dy);
            }
            if at(own, x, y) {
                flips |= run;
            }
        }
        flips
    }

    /// Boards of every density.
    fn boards() -> impl Iterator<Item = (u64, u64)> {
        let mut state = 7u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mixed = (state ^ state >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
            mixed ^ mixed >> 33
        };
        (0..2000).map(move |index| {
            let (mut taken, side) = (next(), next());
            for _ in 0..index % 4 {
                taken |= next();
            }
            (taken & side, taken & !side)
        })
    }

    #[test]
    fn runs_found_by_arithmetic_are_those_found_by_walking() {
        for (own, other) in boards() {
            let mut playable = 0u64;
            for square in (0..64).filter(|square| (own | other) >> square & 1 == 0) {
                let expected = slow(own, other, square);
                assert_eq!(flips(own, other, square), expected, "{own:x} {other:x} {square}");
                playable |= u64::from(expected != 0) << square;
            }
            assert_eq!(open(own, other), playable, "{own:x} {other:x}");
        }
    }

    #[test]
    fn the_last_square_is_counted_as_if_it_were_played() {
        for (own, _) in boards() {
            for square in 0..64 {
                let own = own & !(1 << square);
                let other = !own & !(1 << square);
                assert_eq!(last_turned(own, square), slow(own, other, square).count_ones() as i32);
            }
        }
    }
}
