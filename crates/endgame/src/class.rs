//! Sets of labels up to what the die can tell apart.
//!
//! With a single stone the roll is irrelevant, so all labels are one class. Counting labels from the other end changes
//! nothing either. That leaves 1, 9, 10, 9, 3 and 1 classes of 1 to 6 stones.

use std::sync::OnceLock;

/// Faces of the die, and labels of a player.
pub(crate) const FACES: usize = 6;
/// All classes together.
pub(crate) const CLASSES: usize = 33;

/// Which stones a face lets move: one, or one of two.
pub(crate) type Choice = (u8, u8);

/// A class. Its stones are numbered from 0 in the order of the labels of its first member.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// The labels of the first member, as a set of bits.
    pub(crate) mask: usize,
    /// Number of stones.
    pub(crate) count: usize,
    /// Whether the labels counted from the other end are the same, so that the stones in reverse order are too.
    pub(crate) symmetric: bool,
    /// The stones that each face lets move.
    pub(crate) choices: [Choice; FACES],
    /// What is left when a stone is taken; empty for a lone stone.
    pub(crate) without: Vec<Rest>,
}

/// What is left of a class when a stone is taken.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    pub(crate) class: usize,
    /// For each stone of the smaller class, its number in the larger one.
    pub(crate) stones: Vec<u8>,
}

/// The class of a set of labels, and whether its stones are numbered from the highest label down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Membership {
    pub(crate) class: usize,
    pub(crate) reversed: bool,
}

/// All classes and who belongs to them.
pub(crate) struct Classes {
    pub(crate) list: Vec<Class>,
    members: [Membership; 1 << FACES],
}

impl Classes {
    /// Computed once.
    pub(crate) fn get() -> &'static Classes {
        static CLASSES: OnceLock<Classes> = OnceLock::new();
        CLASSES.get_or_init(Classes::new)
    }

    fn new() -> Self {
        let mut firsts: Vec<usize> = (1..1 << FACES).filter(|mask| first_member(*mask) == *mask).collect();
        firsts.sort_by_key(|mask| (mask.count_ones(), *mask));
        let mut members = [Membership { class: 0, reversed: false }; 1 << FACES];
        for (mask, member) in members.iter_mut().enumerate().skip(1) {
            let first = first_member(mask);
            let class = firsts.iter().position(|other| *other == first).expect("every set has a first member");
            // A lone stone has no order.
            *member = Membership { class, reversed: mask.count_ones() > 1 && first != mask };
        }
        let list = firsts.iter().map(|mask| class_of(*mask, &members)).collect();
        Classes { list, members }
    }

    /// Where a set of labels belongs; the set is not empty.
    pub(crate) fn of(&self, mask: usize) -> Membership {
        self.members[mask]
    }

    /// The numbers of the classes with this many stones.
    pub(crate) fn with_count(&self, count: usize) -> impl Iterator<Item = usize> {
        (0..self.list.len()).filter(move |class| self.list[*class].count == count)
    }
}

fn mirrored(mask: usize) -> usize {
    mask.reverse_bits() >> (usize::BITS as usize - FACES)
}

fn first_member(mask: usize) -> usize {
    if mask.count_ones() == 1 { 1 } else { mask.min(mirrored(mask)) }
}

fn labels(mask: usize) -> Vec<usize> {
    (0..FACES).filter(|label| mask >> label & 1 == 1).collect()
}

fn class_of(mask: usize, members: &[Membership; 1 << FACES]) -> Class {
    let labels = labels(mask);
    let count = labels.len();
    let number = |label: usize| labels.iter().position(|other| *other == label).map(|stone| stone as u8);
    let choice = |face: usize| {
        if let Some(stone) = number(face) {
            return (stone, stone);
        }
        let lower = labels.iter().rev().find(|label| **label < face).and_then(|label| number(*label));
        let higher = labels.iter().find(|label| **label > face).and_then(|label| number(*label));
        let (lower, higher) = (lower.or(higher), higher.or(lower));
        (lower.expect("some stone is left"), higher.expect("some stone is left"))
    };
    let without = |stone: usize| {
        let smaller = mask & !(1 << labels[stone]);
        let Membership { class, reversed } = members[smaller];
        let mut stones: Vec<u8> = (0..count as u8).filter(|other| usize::from(*other) != stone).collect();
        if reversed {
            stones.reverse();
        }
        Rest { class, stones }
    };
    Class {
        mask,
        count,
        symmetric: count > 1 && mask == mirrored(mask),
        choices: std::array::from_fn(choice),
        without: if count > 1 { (0..count).map(without).collect() } else { Vec::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_classes_as_the_rules_say() {
        let classes = Classes::get();
        let counts: Vec<usize> = (1..=FACES).map(|count| classes.with_count(count).count()).collect();
        assert_eq!(counts, [1, 9, 10, 9, 3, 1]);
        assert_eq!(classes.list.len(), CLASSES);
    }

    #[test]
    fn members_of_a_class_have_the_same_die() {
        let classes = Classes::get();
        for mask in 1usize..1 << FACES {
            let Membership { class, reversed } = classes.of(mask);
            let own = class_of(mask, &classes.members);
            let count = own.count as u8;
            let seen = |stone: u8| if reversed { count - 1 - stone } else { stone };
            let mut faces: Vec<Choice> = own.choices.to_vec();
            if reversed {
                faces.reverse();
            }
            let pairs: Vec<[u8; 2]> = faces
                .iter()
                .map(|(one, other)| {
                    let mut pair = [seen(*one), seen(*other)];
                    pair.sort_unstable();
                    pair
                })
                .collect();
            let expected: Vec<[u8; 2]> = classes.list[class].choices.iter().map(|(a, b)| [*a, *b]).collect();
            if own.count > 1 {
                assert_eq!(pairs, expected, "{mask:06b}");
            }
        }
    }
}
