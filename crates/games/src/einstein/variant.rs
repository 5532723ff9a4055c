//! Variants: what can be different from the game in the box.

use super::board::{MAX_SIZE, MIN_SIZE, capacity};
use super::die::Die;
use super::setup::Placement;
use super::{BLUE, MAX_STONES, RED};
use plyground_core::{NotationError, PlayerId, VariantInfo, suggest};
use std::fmt;

/// Longer descriptions are refused unread; the longest sensible one names six probabilities of 20 characters.
const TEXT_LIMIT: usize = 400;

/// Name, meaning, size and stones of each named variant; the first is the default.
const NAMED: [(&str, &str, usize, usize); 3] = [
    ("standard", "5x5, six stones each, a fair die of six faces", 5, 6),
    ("small", "4x4, three stones each, a fair die of three faces", 4, 3),
    ("tiny", "3x3, three stones each, a fair die of three faces", 3, 3),
];

/// The parameters of `--variant key=value,…` and what they mean.
pub(super) const PARAMETERS: [(&str, &str); 5] = [
    ("size", "rows and columns, 3 to 8 (5)"),
    ("stones", "stones of each player and faces of the die, 1 to 6, at most 3 on a 3x3 board (as many as fit)"),
    ("die", "probabilities of the faces as p1:p2:…, decimals or fractions that add up to 1 (fair)"),
    (
        "setup",
        "free, random or mirrored (how set-ups are drawn), or digits for both players, or digits:digits for red and \
         blue (free)",
    ),
    ("first", "who moves first, r or b (r)"),
];

/// Where the stones stand at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// Each player chooses. Where nobody does, both use the usual set-up; a deal draws both independently.
    Free,
    /// Each player's set-up is drawn independently.
    Random,
    /// One set-up is drawn for both.
    Mirrored,
    /// The set-ups of Red and Blue are given; a deal changes nothing.
    Given([Placement; 2]),
}

/// Everything that is fixed before a game begins.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    pub(super) size: usize,
    pub(super) stones: usize,
    pub(super) die: Die,
    pub(super) opening: Opening,
    pub(super) first: PlayerId,
}

impl Variant {
    /// The game in the box: 5x5, six stones, a fair die, Red moves first.
    pub fn standard() -> Self {
        Variant::plain(5, 6)
    }

    fn plain(size: usize, stones: usize) -> Self {
        Variant { size, stones, die: Die::fair(stones), opening: Opening::Free, first: RED }
    }

    /// Parses a name, parameters `key=value,…`, or a name followed by parameters that change it.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        if text.len() > TEXT_LIMIT {
            return Err(NotationError::new(text, format!("longer than {TEXT_LIMIT} bytes")));
        }
        let mut given = Parameters::default();
        for (index, word) in text.split(',').map(str::trim).enumerate() {
            match word.split_once('=') {
                Some((key, value)) => given.set(key.trim(), value.trim())?,
                None if index == 0 => given.base = Some(named(word)?),
                None => return Err(NotationError::new(word, "expected key=value")),
            }
        }
        given.resolve()
    }

    /// Rows and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Stones of each player.
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// The die.
    pub fn die(&self) -> &Die {
        &self.die
    }

    /// How the stones are set up.
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// Who moves first.
    pub fn first(&self) -> PlayerId {
        self.first
    }
}

/// The named variants, for lists.
pub(super) fn infos() -> Vec<VariantInfo> {
    NAMED.iter().map(|(name, summary, ..)| VariantInfo { name, summary }).collect()
}

fn named(name: &str) -> Result<(usize, usize), NotationError> {
    match NAMED.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name)) {
        Some((_, _, size, stones)) => Ok((*size, *stones)),
        None => {
            let hint = suggest::hint(name, NAMED.map(|(name, ..)| name));
            Err(NotationError::new(name, format!("no such variant of einstein, {hint}")))
        }
    }
}

/// Parameters as written; their meaning depends on each other.
#[derive(Default)]
struct Parameters<'a> {
    base: Option<(usize, usize)>,
    values: [Option<&'a str>; PARAMETERS.len()],
}

impl<'a> Parameters<'a> {
    fn set(&mut self, key: &'a str, value: &'a str) -> Result<(), NotationError> {
        let Some(index) = PARAMETERS.iter().position(|(known, _)| known.eq_ignore_ascii_case(key)) else {
            let hint = suggest::hint(key, PARAMETERS.map(|(key, _)| key));
            return Err(NotationError::new(key, format!("no such parameter of einstein, {hint}")));
        };
        if self.values[index].replace(value).is_some() {
            return Err(NotationError::new(key, "given twice"));
        }
        Ok(())
    }

    fn resolve(self) -> Result<Variant, NotationError> {
        let [size, stones, die, setup, first] = self.values;
        let base = self.base.unwrap_or((NAMED[0].2, NAMED[0].3));
        let size_limits = format!("a size is a number from {MIN_SIZE} to {MAX_SIZE}");
        let size = parse_number(size, base.0, MIN_SIZE, MAX_SIZE, size_limits)?;
        let most = capacity(size);
        let stones_limits = format!("a {size}x{size} board takes 1 to {most} stones of each player");
        // A larger board does not bring more stones along, a smaller one may not hold as many.
        let stones = parse_number(stones, base.1.min(most), 1, most, stones_limits)?;
        Ok(Variant {
            die: die.map_or(Ok(Die::fair(stones)), |text| Die::parse(text, stones))?,
            opening: setup.map_or(Ok(Opening::Free), |text| parse_opening(text, stones))?,
            first: first.map_or(Ok(RED), parse_first)?,
            size,
            stones,
        })
    }
}

fn parse_number(
    text: Option<&str>,
    default: usize,
    least: usize,
    most: usize,
    limits: String,
) -> Result<usize, NotationError> {
    let Some(text) = text else { return Ok(default) };
    match text.parse::<usize>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(NotationError::new(text, limits)),
    }
}

fn parse_opening(text: &str, stones: usize) -> Result<Opening, NotationError> {
    match text.to_ascii_lowercase().as_str() {
        "free" => Ok(Opening::Free),
        "random" => Ok(Opening::Random),
        "mirrored" => Ok(Opening::Mirrored),
        word if !word.starts_with(|first: char| first.is_numeric()) => {
            let hint = suggest::hint(word, ["free", "random", "mirrored"]);
            Err(NotationError::new(text, format!("neither digits nor a way to draw set-ups, {hint}")))
        }
        digits => {
            let (red, blue) = digits.split_once(':').unwrap_or((digits, digits));
            Ok(Opening::Given([Placement::parse(red, stones)?, Placement::parse(blue, stones)?]))
        }
    }
}

fn parse_first(text: &str) -> Result<PlayerId, NotationError> {
    match text.to_ascii_lowercase().as_str() {
        "r" | "red" => Ok(RED),
        "b" | "blue" => Ok(BLUE),
        _ => Err(NotationError::new(text, "the first player is r or b")),
    }
}

/// The shortest text that parses to this variant.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, ..)) = NAMED.iter().find(|(_, _, size, stones)| *self == Variant::plain(*size, *stones)) {
            return write!(f, "{name}");
        }
        let standard = Variant::standard();
        let mut parts = Vec::new();
        if self.size != standard.size {
            parts.push(format!("size={}", self.size));
        }
        if self.stones != standard.stones.min(capacity(self.size)) {
            parts.push(format!("stones={}", self.stones));
        }
        if !self.die.is_fair() {
            parts.push(format!("die={}", self.die));
        }
        match self.opening {
            Opening::Free => {}
            Opening::Random => parts.push("setup=random".into()),
            Opening::Mirrored => parts.push("setup=mirrored".into()),
            Opening::Given([red, blue]) if red == blue => parts.push(format!("setup={red}")),
            Opening::Given([red, blue]) => parts.push(format!("setup={red}:{blue}")),
        }
        if self.first != standard.first {
            parts.push("first=b".into());
        }
        write!(f, "{}", parts.join(","))
    }
}

// The die and the set-ups count stones in arrays of this length.
const _: () = assert!(capacity(MAX_SIZE) == MAX_STONES);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_parse_back_to_the_same_variant() {
        for (text, canonical) in [
            ("standard", "standard"),
            ("Small", "small"),
            ("tiny", "tiny"),
            ("size=5", "standard"),
            ("size=5,stones=6,first=r,setup=free", "standard"),
            ("size=4,stones=3", "small"),
            ("size=3", "tiny"),
            ("size=4", "size=4"),
            ("size=8,stones=2", "size=8,stones=2"),
            ("stones=1", "stones=1"),
            ("small,first=b", "size=4,stones=3,first=b"),
            ("setup=126435", "setup=126435"),
            ("setup=126435:654321,first=B", "setup=126435:654321,first=b"),
            ("setup=random", "setup=random"),
            ("tiny,setup=mirrored", "size=3,setup=mirrored"),
            ("small, die=0.5:0.25:1/4", "size=4,stones=3,die=0.5:0.25:0.25"),
            ("small,die=1/3:1/3:1/3", "small"),
        ] {
            let variant = Variant::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(variant.to_string(), canonical, "{text}");
            assert_eq!(Variant::parse(canonical), Ok(variant), "{text}");
        }
    }

    #[test]
    fn wrong_variants_are_refused_with_a_reason() {
        let long = "x".repeat(TEXT_LIMIT + 1);
        for (text, reason) in [
            ("", "no such variant"),
            ("standart", "did you mean `standard`?"),
            ("size", "no such variant"),
            ("siz=4", "did you mean `size`?"),
            ("size=4,small", "expected key=value"),
            ("size=4,size=4", "given twice"),
            ("size=2", "from 3 to 8"),
            ("size=9", "from 3 to 8"),
            ("size=-1", "from 3 to 8"),
            ("size=99999999999999999999999", "from 3 to 8"),
            ("size=3,stones=4", "a 3x3 board takes 1 to 3 stones"),
            ("stones=0", "1 to 6 stones"),
            ("stones=7", "1 to 6 stones"),
            ("stones=3,setup=1234", "3 digits"),
            ("setup=126436", "placed twice"),
            ("setup=126435:12643", "6 digits"),
            ("setup=mirorred", "did you mean `mirrored`?"),
            ("first=x", "r or b"),
            ("die=1", "6 probabilities"),
            (long.as_str(), "longer than"),
        ] {
            let error = Variant::parse(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
