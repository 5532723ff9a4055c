//! The form in which CodinGame's Isola arena talks to a bot: bare numbers, whatever lies between them.
//!
//! At the beginning the bot receives the square of its own piece, `x y`. Every turn it receives the square of the opponent's piece
//! and which square the opponent has removed, `x y rx ry`, or `-1 -1` for the latter when the opponent has not moved yet. It answers
//! with a line `x y rx ry`: where its piece goes, and which square it removes. Columns `x` are counted from 0 at the
//! left, rows `y` from 0 at the top: `0 4` is our `a5`.

use crate::ProtocolError;

/// The largest number that makes sense; boards are far smaller.
const LARGEST: i32 = 1000;

/// A square, or nothing where the arena says `-1 -1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// From the left, from 0.
    pub x: i32,
    /// From the top, from 0.
    pub y: i32,
}

impl Spot {
    /// What the arena says where there is no square.
    pub const NONE: Spot = Spot { x: -1, y: -1 };

    /// The name in our own notation; `None` for what cannot be a square of any board.
    pub fn name(self) -> Option<String> {
        let letter = u8::try_from(self.x).ok().filter(|x| *x < 26)?;
        (self.y >= 0).then(|| format!("{}{}", char::from(b'a' + letter), self.y + 1))
    }

    /// The square of this name in our own notation.
    pub fn from_name(name: &str) -> Option<Self> {
        let letter = name.bytes().next().filter(u8::is_ascii_lowercase)?;
        let row: i32 = name[1..].parse().ok()?;
        let spot = (1..=LARGEST).contains(&row).then_some(Spot { x: i32::from(letter - b'a'), y: row - 1 })?;
        // The standard parser also takes `+5` and `05`, which name nothing.
        (spot.name().as_deref() == Some(name)).then_some(spot)
    }

    /// Where a piece stands in one of our position texts.
    pub fn of_piece(position: &str, piece: char) -> Option<Self> {
        let board = position.split(' ').next()?;
        let found = board.split('/').enumerate().find_map(|(y, row)| row.find(piece).map(|x| (x, y)));
        found.map(|(x, y)| Spot { x: x as i32, y: y as i32 })
    }
}

/// The numbers of a line.
pub fn numbers(line: &str) -> Result<Vec<i32>, ProtocolError> {
    let number = |word: &str| match word.parse() {
        Ok(number) if (-1..=LARGEST).contains(&number) => Ok(number),
        _ => Err(ProtocolError::malformed(word, "a coordinate is a whole number from -1 on")),
    };
    line.split_whitespace().map(number).collect()
}

/// The opponent's move in our own notation, from the square of their piece and the square they have removed.
pub fn move_text(piece: Spot, removed: Spot) -> Option<String> {
    Some(format!("{}-{}", piece.name()?, removed.name()?))
}

/// A move of ours as the arena wants it; `None` for one that removes nothing.
pub fn action(move_text: &str) -> Option<String> {
    let (to, removed) = move_text.split_once('-')?;
    let (to, removed) = (Spot::from_name(to)?, Spot::from_name(removed)?);
    Some(format!("{} {} {} {}", to.x, to.y, removed.x, removed.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_two_names() {
        for (spot, name) in [(Spot { x: 0, y: 4 }, "a5"), (Spot { x: 8, y: 4 }, "i5"), (Spot { x: 25, y: 10 }, "z11")] {
            assert_eq!(spot.name().as_deref(), Some(name));
            assert_eq!(Spot::from_name(name), Some(spot));
        }
        assert_eq!(Spot::NONE.name(), None);
        assert_eq!(Spot { x: 26, y: 0 }.name(), None);
        for wrong in ["", "a", "A1", "a0", "é1", "a-1", "1a", "a05", "a+5", "a5256"] {
            assert_eq!(Spot::from_name(wrong), None, "{wrong}");
        }
        assert_eq!(Spot::of_piece("..X/.../O.. X", 'O'), Some(Spot { x: 0, y: 2 }));
        assert_eq!(Spot::of_piece("..X/.../... X", 'O'), None);
    }

    #[test]
    fn numbers_come_with_anything_between_them() {
        assert_eq!(numbers(" 0\t4 -1"), Ok(vec![0, 4, -1]));
        assert_eq!(numbers(""), Ok(Vec::new()));
        for wrong in ["one", "1.5", "-2", "99999999999", "1,2"] {
            assert!(numbers(wrong).unwrap_err().to_string().contains("a whole number from -1 on"), "{wrong}");
        }
    }

    #[test]
    fn moves_are_translated_both_ways() {
        assert_eq!(action("b5-h5").as_deref(), Some("1 4 7 4"));
        assert_eq!(action("b5"), None);
        assert_eq!(move_text(Spot { x: 1, y: 4 }, Spot { x: 7, y: 4 }).as_deref(), Some("b5-h5"));
        assert_eq!(move_text(Spot { x: 1, y: 4 }, Spot::NONE), None);
    }
}
