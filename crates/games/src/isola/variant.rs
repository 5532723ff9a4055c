//! Which Isola: the parameters of the rules, the names people know them by, and both as text.

use super::fault::VariantFault;
use super::square::{Size, Square, clip};
use plyground_core::suggest::hint;
use plyground_core::{NotationError, VariantInfo};
use std::fmt::Write;

/// How a piece steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// One step in any of the eight directions.
    King,
    /// Any number of steps in one of the eight directions, over free squares only.
    Queen,
    /// A chess knight's jump.
    Knight,
}

/// What is blocked in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The square just left.
    Trail,
    /// A square of the player's choice.
    Remove,
}

const MOVERS: [(&str, Mover); 3] = [("king", Mover::King), ("queen", Mover::Queen), ("knight", Mover::Knight)];
const MODES: [(&str, Mode); 2] = [("trail", Mode::Trail), ("remove", Mode::Remove)];

impl Mover {
    /// The word in texts.
    pub fn name(self) -> &'static str {
        name_in(&MOVERS, self)
    }
}

impl Mode {
    /// The word in texts.
    pub fn name(self) -> &'static str {
        name_in(&MODES, self)
    }
}

fn name_in<T: Copy + PartialEq>(table: &[(&'static str, T)], wanted: T) -> &'static str {
    table.iter().find(|(_, value)| *value == wanted).map_or("?", |(name, _)| name)
}

fn value_in<T: Copy>(table: &[(&'static str, T)], key: &'static str, word: &str) -> Result<T, VariantFault> {
    table.iter().find(|(name, _)| *name == word).map(|(_, value)| *value).ok_or_else(|| {
        let hint = hint(word, table.iter().map(|(name, _)| *name));
        VariantFault::UnknownValue { key, word: clip(word), hint }
    })
}

/// The rules of one variant and where its games begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The size of the board.
    pub size: Size,
    /// How a piece steps.
    pub mover: Mover,
    /// What is blocked in a turn.
    pub mode: Mode,
    /// The squares where X and O stand at first; `None` if each player's first turn is a placement.
    pub start: Option<[Square; 2]>,
    /// Squares that are never blocked, one bit each.
    pub permanent: u128,
}

/// Names, meanings and parameters; the first is the default.
const NAMED: [(&str, &str, &str); 8] = [
    (
        "columbia",
        "8x8, queens that block the square they leave, from opposite corners",
        "cols=8,rows=8,mover=queen,mode=trail,start=a1:h8",
    ),
    (
        "classic",
        "the board game of 1972: 8x6, kings, one square removed per turn, start squares stay for ever",
        "cols=8,rows=6,mover=king,mode=remove,start=a3:h4,permanent=a3:h4",
    ),
    (
        "classic-open",
        "8x6, kings, one square removed per turn, start squares included",
        "cols=8,rows=6,mover=king,mode=remove,start=a3:h4",
    ),
    (
        "seven",
        "7x7, kings, one square removed per turn, from the middles of bottom and top",
        "cols=7,rows=7,mover=king,mode=remove,start=d7:d1",
    ),
    (
        "nine",
        "9x9, kings, one square removed per turn, from the middles of left and right",
        "cols=9,rows=9,mover=king,mode=remove,start=a5:i5",
    ),
    (
        "isolation-queen",
        "7x7, queens that block the square they leave, placed freely",
        "cols=7,rows=7,mover=queen,mode=trail,start=none",
    ),
    (
        "isolation-knight",
        "7x7, knights that block the square they leave, placed freely",
        "cols=7,rows=7,mover=knight,mode=trail,start=none",
    ),
    (
        "isolation-knight-wide",
        "11x9, knights that block the square they leave, placed freely",
        "cols=11,rows=9,mover=knight,mode=trail,start=none",
    ),
];

/// Keys and meanings, in the order in which they are written.
pub(super) const PARAMETERS: [(&str, &str); 6] = [
    ("cols", "columns, 2 to 26 (default 8, or those of the position)"),
    ("rows", "rows, 2 or more, at most 121 squares in all (default 8, or those of the position)"),
    ("mover", "how a piece steps: king, queen (default) or knight"),
    ("mode", "what a turn blocks: trail, the square just left (default), or remove, a square of choice"),
    ("start", "squares of X and O, as a1:h8 (default: top left and bottom right corner), or none for placement"),
    ("permanent", "squares that are never removed, as a3:h4 (default none; only with mode=remove)"),
];

/// Far above the text of a board whose squares are all permanent.
const LONGEST_TEXT: usize = 1000;

/// Named variants for lists and help.
pub(super) fn infos() -> Vec<VariantInfo> {
    NAMED.iter().map(|(name, summary, _)| VariantInfo { name, summary }).collect()
}

impl Variant {
    /// Reads a name or `key=value,…`. Columns and rows that the text leaves open are those of `position`, the size of
    /// a position given along with it.
    pub fn parse(text: &str, position: Option<Size>) -> Result<Self, NotationError> {
        if text.len() > LONGEST_TEXT {
            return Err(NotationError::new(text, "is too long for a variant"));
        }
        Self::read(text.trim(), position).map_err(|fault| NotationError::new(text, fault.to_string()))
    }

    /// The variant that nobody needs to name, on a board of this size.
    pub fn usual(size: Option<Size>) -> Result<Self, NotationError> {
        Self::parse("mover=queen,mode=trail", size)
    }

    fn read(text: &str, position: Option<Size>) -> Result<Self, VariantFault> {
        match NAMED.iter().find(|(name, ..)| *name == text) {
            Some((_, _, parameters)) => Fields::split(parameters)?.build(None),
            None if text.contains('=') => Fields::split(text)?.build(position),
            None => Err(VariantFault::UnknownName { hint: hint(text, NAMED.iter().map(|(name, ..)| *name)) }),
        }
    }

    /// The name where there is one, `key=value,…` otherwise; [`Variant::parse`] reads both.
    pub fn text(&self) -> String {
        let named = NAMED.iter().find(|(name, ..)| Self::read(name, None).as_ref() == Ok(self));
        named.map_or_else(|| self.parameters_text(), |(name, ..)| (*name).to_string())
    }

    fn parameters_text(&self) -> String {
        let Variant { size, mover, mode, .. } = self;
        let mut text = format!("cols={},rows={},mover={},mode={}", size.cols(), size.rows(), mover.name(), mode.name());
        let names = |squares: &[Square]| squares.iter().map(|s| size.name(*s)).collect::<Vec<_>>().join(":");
        // Writing to a string cannot fail.
        match self.start {
            Some(corners) if corners == Self::corners(*size) => {}
            Some(squares) => _ = write!(text, ",start={}", names(&squares)),
            None => text.push_str(",start=none"),
        }
        if self.permanent != 0 {
            let squares: Vec<Square> = super::word::Word::squares(self.permanent).collect();
            _ = write!(text, ",permanent={}", names(&squares));
        }
        text
    }

    fn corners(size: Size) -> [Square; 2] {
        [Square(0), size.last()]
    }
}

/// The words after each key, still unread.
#[derive(Default)]
struct Fields<'a>([Option<&'a str>; PARAMETERS.len()]);

impl<'a> Fields<'a> {
    fn split(text: &'a str) -> Result<Self, VariantFault> {
        let mut fields = Fields::default();
        for field in text.split(',') {
            let (key, value) = field.split_once('=').ok_or_else(|| VariantFault::NoValue(clip(field.trim())))?;
            let (key, value) = (key.trim(), value.trim());
            let index = PARAMETERS.iter().position(|(name, _)| *name == key).ok_or_else(|| {
                let hint = hint(key, PARAMETERS.iter().map(|(name, _)| *name));
                VariantFault::UnknownKey { key: clip(key), hint }
            })?;
            if fields.0[index].replace(value).is_some() {
                return Err(VariantFault::Twice(key.to_string()));
            }
        }
        Ok(fields)
    }

    fn build(self, position: Option<Size>) -> Result<Variant, VariantFault> {
        let Fields([cols, rows, mover, mode, start, permanent]) = self;
        let side = |key, word: Option<&str>, otherwise| match word {
            Some(word) => number(key, word),
            None => Ok(otherwise),
        };
        let cols = side("cols", cols, position.map_or(8, Size::cols))?;
        let rows = side("rows", rows, position.map_or(8, Size::rows))?;
        let size = Size::new(cols, rows)?;
        let mover = mover.map_or(Ok(Mover::Queen), |word| value_in(&MOVERS, "mover", word))?;
        let mode = mode.map_or(Ok(Mode::Trail), |word| value_in(&MODES, "mode", word))?;
        let start = match start {
            None => Some(Variant::corners(size)),
            Some("none") => None,
            Some(text) => Some(start_squares(size, text)?),
        };
        let permanent = match permanent {
            None | Some("none") => 0,
            Some(_) if mode == Mode::Trail => return Err(VariantFault::PermanentInTrail),
            Some(text) => square_set(size, text)?,
        };
        Ok(Variant { size, mover, mode, start, permanent })
    }
}

fn number(key: &'static str, word: &str) -> Result<usize, VariantFault> {
    // Four digits are beyond every limit, and read without overflow.
    let readable = matches!(word.len(), 1..=4) && word.bytes().all(|digit| digit.is_ascii_digit());
    match word.parse() {
        Ok(number) if readable => Ok(number),
        _ => Err(VariantFault::NotANumber { key, word: clip(word) }),
    }
}

fn start_squares(size: Size, text: &str) -> Result<[Square; 2], VariantFault> {
    let (first, second) = text.split_once(':').ok_or_else(|| VariantFault::Start(clip(text)))?;
    let squares = [size.square(first)?, size.square(second)?];
    if squares[0] == squares[1] {
        return Err(VariantFault::SameStart(first.to_string()));
    }
    Ok(squares)
}

fn square_set(size: Size, text: &str) -> Result<u128, VariantFault> {
    let mut set = 0;
    for name in text.split(':') {
        let bit = 1u128 << size.square(name)?.index();
        if set & bit != 0 {
            return Err(VariantFault::Twice(name.to_string()));
        }
        set |= bit;
    }
    Ok(set)
}
