//! What the die can do with a stone, as far as a single stone can tell: a number for every way in which faces lead to
//! it. Labels as such mean nothing; only the faces that move the stone do, and whether they move it alone or leave a
//! choice. Counting labels from the other end changes nothing, so both ends share their numbers.

use crate::einstein::MAX_STONES;

/// How many roles there are: a lone stone, 15 at an end of the row of labels, 6 between two others.
pub const ROLES: usize = 22;

/// Faces of the die that the roles speak of.
const FACES: usize = MAX_STONES;

/// The role of each stone by the set of stones on the board; meaningless for stones that are not in the set.
pub(super) static ROLE: [[u8; MAX_STONES]; 1 << MAX_STONES] = {
    let mut roles = [[0; MAX_STONES]; 1 << MAX_STONES];
    let mut mask = 0;
    while mask < roles.len() {
        let mut stone = 0;
        while stone < MAX_STONES {
            roles[mask][stone] = role(mask, stone);
            stone += 1;
        }
        mask += 1;
    }
    roles
};

const fn role(mask: usize, stone: usize) -> u8 {
    let below = missing_below(mask, stone);
    let above = missing_above(mask, stone);
    match (below, above) {
        (None, None) => 0,
        // All faces up to its own lead to the lowest stone alone, and the gap above it leaves a choice.
        (None, Some(gap)) => end(stone + 1, gap),
        (Some(gap), None) => end(FACES - stone, gap),
        (Some(one), Some(other)) => inner(one, other),
    }
}

/// Numbers 1 to 15: `alone` faces of 1 to 5 lead here alone, `gap` of 0 to 5 - `alone` leave a choice.
const fn end(alone: usize, gap: usize) -> u8 {
    let before = (alone - 1) * (2 * FACES - alone) / 2;
    (1 + before + gap) as u8
}

/// Numbers 16 to 21: the gaps below and above, in either order, at most 3 together.
const fn inner(one: usize, other: usize) -> u8 {
    let (small, large) = if one < other { (one, other) } else { (other, one) };
    (16 + if small == 0 { large } else { 3 + large }) as u8
}

/// Missing labels between the stone and the next lower one; `None` if there is no lower one.
const fn missing_below(mask: usize, stone: usize) -> Option<usize> {
    let mut other = stone;
    while other > 0 {
        other -= 1;
        if mask >> other & 1 == 1 {
            return Some(stone - other - 1);
        }
    }
    None
}

/// Missing labels between the stone and the next higher one.
const fn missing_above(mask: usize, stone: usize) -> Option<usize> {
    let mut other = stone + 1;
    while other < MAX_STONES {
        if mask >> other & 1 == 1 {
            return Some(other - stone - 1);
        }
        other += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::einstein::die::CHOICES;
    use std::collections::{BTreeMap, BTreeSet};

    /// Which faces move the stone alone, and how many leave a choice with the lower and the higher neighbour.
    fn faces(mask: usize, stone: usize) -> (usize, [usize; 2]) {
        let mut alone = 0;
        let mut shared = [0; 2];
        for face in 0..FACES {
            let choices = CHOICES[mask][face];
            if choices == 1 << stone {
                alone += 1;
            } else if choices >> stone & 1 == 1 {
                shared[usize::from(face > stone)] += 1;
            }
        }
        shared.sort_unstable();
        (alone, shared)
    }

    #[test]
    fn roles_are_what_the_die_can_tell_apart() {
        let mut seen: BTreeMap<u8, BTreeSet<(usize, [usize; 2])>> = BTreeMap::new();
        for (mask, roles) in ROLE.iter().enumerate().skip(1) {
            for stone in (0..MAX_STONES).filter(|stone| mask >> stone & 1 == 1) {
                seen.entry(roles[stone]).or_default().insert(faces(mask, stone));
                let (mirrored, other) =
                    (mask.reverse_bits() >> (usize::BITS as usize - MAX_STONES), MAX_STONES - 1 - stone);
                assert_eq!(roles[stone], ROLE[mirrored][other], "labels counted from the other end");
            }
        }
        assert_eq!(seen.len(), ROLES);
        assert!(seen.values().all(|ways| ways.len() == 1), "one way of leading to the stone per role: {seen:?}");
    }
}
