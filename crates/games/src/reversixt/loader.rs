//! Reads map files: strictly, as the reference server does, or leniently with warnings.

use super::capture;
use super::fault::{MAX_COUNT, MAX_SIDE, MAX_STRENGTH, MAX_TEXT, MapError, MapFault, MapWarning};
use super::map::{Loaded, MapFile, Reading, Side, Transition};
use super::tile::Tile;
use super::topology::Topology;
use plyground_core::{MAX_PLAYERS, PlayerId};

/// Larger maps exceed the course's limit, though the reference server takes them.
const COURSE_SIDE: u16 = 50;
/// A broken map can be odd in a million places; this many are told.
const MAX_WARNINGS: usize = 100;
/// The longest piece of the text that an error repeats.
const MAX_QUOTE: usize = 30;

impl MapFile {
    /// Reads and checks a whole map. Limits are checked before anything of their size is allocated.
    ///
    /// # Errors
    /// When the text is no map, or when nobody could ever move on it.
    pub fn parse(text: &str, reading: Reading) -> Result<Loaded, MapError> {
        if text.len() > MAX_TEXT {
            let fault = MapFault::TooLong(text.len());
            return Err(MapError { line: None, column: 0, token: String::new(), fault });
        }
        let mut loader = Loader { words: Words::new(text), lenient: reading == Reading::Lenient, warnings: Vec::new() };
        let mut map = loader.header()?;
        map.tiles = loader.tiles(&map)?;
        map.transitions = loader.transitions(&map)?;
        if !can_begin(&map) {
            return Err(MapError { line: None, column: 0, token: String::new(), fault: MapFault::Final });
        }
        Ok(Loaded { map, warnings: loader.warnings })
    }

    /// Width and height that the header of a map names, without reading its tiles; `None` if it names none.
    pub fn size(text: &str) -> Option<(usize, usize)> {
        let mut loader = Loader { words: Words::new(text), lenient: false, warnings: Vec::new() };
        let map = loader.header().ok()?;
        Some((map.width.into(), map.height.into()))
    }
}

/// Whether anybody can move at all: build in phase 1, or throw a bomb at a tile.
fn can_begin(map: &MapFile) -> bool {
    if map.bombs > 0 && map.tiles.iter().any(|tile| *tile != Tile::HOLE) {
        return true;
    }
    let topology = Topology::new(map);
    let mut tiles = map.tiles.clone();
    tiles.push(Tile::HOLE);
    (0..map.tiles.len()).any(|tile| {
        PlayerId::all(map.players())
            .any(|player| capture::is_target(&topology, &tiles, Tile::stone(player), map.overrides > 0, tile))
    })
}

/// One token and where it stands.
#[derive(Clone, Copy)]
struct Word<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

/// Splits a text into tokens and keeps count of lines and columns.
struct Words<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        Words { rest: text, line: 1, column: 1 }
    }

    fn next(&mut self) -> Option<Word<'a>> {
        let blank = self.rest.bytes().take_while(u8::is_ascii_whitespace).count();
        for byte in self.rest[..blank].bytes() {
            if byte == b'\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        let rest = &self.rest[blank..];
        let length = rest.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
        let (text, after) = rest.split_at(length);
        let word = Word { line: self.line, column: self.column, text };
        self.rest = after;
        self.column += text.chars().count();
        (length > 0).then_some(word)
    }
}

struct Loader<'a> {
    words: Words<'a>,
    lenient: bool,
    warnings: Vec<MapWarning>,
}

impl<'a> Loader<'a> {
    fn header(&mut self) -> Result<MapFile, MapError> {
        let players = self.number("the number of players", 2, MAX_PLAYERS as u64)?.0 as u8;
        let overrides = self.count("the number of override stones")?;
        let bombs = self.count("the number of bombs")?;
        let (strength, line) = self.number("the strength of bombs", 0, MAX_STRENGTH)?;
        if strength > u64::from(u8::MAX) {
            self.warn(Some(line), format!("nobody knows how the reference server treats a strength of {strength}"));
        }
        let height = self.number("the height", 1, MAX_SIDE as u64)?.0 as u16;
        let (width, line) = self.number("the width", 1, MAX_SIDE as u64)?;
        let width = width as u16;
        if height.max(width) > COURSE_SIDE {
            self.warn(Some(line), format!("{height}x{width} is larger than the 50x50 of the course"));
        }
        let (tiles, transitions) = (Vec::new(), Vec::new());
        Ok(MapFile { players, overrides, bombs, strength: strength as u16, width, height, tiles, transitions })
    }

    /// A number of stones or bombs, which the reference server keeps in eight bits.
    fn count(&mut self, what: &'static str) -> Result<u8, MapError> {
        let (number, line) = self.number(what, 0, MAX_COUNT)?;
        let kept = number as u8;
        if number > u64::from(u8::MAX) {
            self.warn(Some(line), format!("{what} is {number}; counted in eight bits that is {kept}"));
        }
        Ok(kept)
    }

    fn number(&mut self, what: &'static str, least: u64, most: u64) -> Result<(u64, usize), MapError> {
        let word = self.words.next().ok_or_else(|| self.at_end(MapFault::Missing(what)))?;
        match digits(word.text, what) {
            Ok(number) if (least..=most).contains(&number) => Ok((number, word.line)),
            Ok(_) => Err(at(word, MapFault::OutOfRange { what, least, most })),
            Err(fault) => Err(at(word, fault)),
        }
    }

    fn tiles(&mut self, map: &MapFile) -> Result<Vec<Tile>, MapError> {
        let needed = map.width() * map.height();
        let mut tiles = Vec::with_capacity(needed);
        while tiles.len() < needed {
            let found = tiles.len();
            let Some(word) = self.words.next() else {
                return Err(self.at_end(MapFault::TooFewTiles { found, needed }));
            };
            let length = word.text.chars().count();
            if length > 1 && !self.lenient || length > needed - found {
                return Err(at(word, MapFault::JoinedTiles));
            }
            if length > 1 {
                self.warn(Some(word.line), "tiles without blanks between them".to_string());
            }
            for character in word.text.chars() {
                tiles.push(self.tile(word, character, map.players)?);
            }
        }
        Ok(tiles)
    }

    fn tile(&mut self, word: Word<'a>, character: char, players: u8) -> Result<Tile, MapError> {
        let mut tile = Tile::from_char(character);
        if tile.is_none() && self.lenient {
            tile = Tile::from_char(character.to_ascii_lowercase());
            if tile.is_some() {
                self.warn(Some(word.line), format!("`{character}` in upper case"));
            }
        }
        let tile = tile.ok_or_else(|| at(word, MapFault::UnknownTile))?;
        match tile.owner() {
            Some(owner) if owner.number() > usize::from(players) => Err(at(word, MapFault::StrangeStone { players })),
            _ => Ok(tile),
        }
    }

    fn transitions(&mut self, map: &MapFile) -> Result<Vec<Transition>, MapError> {
        let mut transitions = Vec::new();
        let mut used = vec![0u8; map.tiles.len()];
        while let Some(first) = self.words.next() {
            match self.transition(map, first, &mut used) {
                Ok(transition) => transitions.push(transition),
                Err(error) if !self.lenient => return Err(error),
                Err(error) => {
                    let readable =
                        !matches!(error.fault, MapFault::Truncated | MapFault::Arrow | MapFault::NotANumber(_));
                    let what = if readable { "transition dropped" } else { "dropped, with all that follows" };
                    self.warn(error.line, format!("{what}: {}", error.fault));
                    if !readable {
                        break;
                    }
                }
            }
        }
        Ok(transitions)
    }

    /// The transition that begins with `first`. All its tokens are consumed whenever they are readable.
    fn transition(&mut self, map: &MapFile, first: Word<'a>, used: &mut [u8]) -> Result<Transition, MapError> {
        let mut words = [first; 7];
        for word in &mut words[1..] {
            *word = self.words.next().ok_or_else(|| at(first, MapFault::Truncated))?;
        }
        if words[3].text != "<->" {
            return Err(at(words[3], MapFault::Arrow));
        }
        let mut numbers = [0; 7];
        for (index, word) in words.iter().enumerate().filter(|(index, _)| *index != 3) {
            numbers[index] = digits(word.text, "a coordinate or direction").map_err(|fault| at(*word, fault))?;
        }
        // One end after the other, so that the first fault in reading order is the one reported.
        let (from, first_neighbour) = self.end(map, &words[..3], &numbers[..3], used)?;
        let (to, second_neighbour) = self.end(map, &words[4..], &numbers[4..], used)?;
        for fault in [first_neighbour, second_neighbour].into_iter().flatten() {
            self.warn(Some(first.line), format!("{fault}; the transition wins"));
        }
        // A mirror joins a side with itself and uses it once.
        for end in [from, to] {
            used[map.index(end)] |= 1 << end.direction;
        }
        Ok(Transition { from, to })
    }

    /// One end of a transition; with the fault that lenient reading forgives.
    fn end(
        &self,
        map: &MapFile,
        words: &[Word<'a>],
        numbers: &[u64],
        used: &[u8],
    ) -> Result<(Side, Option<MapFault>), MapError> {
        if numbers[0] >= u64::from(map.width) || numbers[1] >= u64::from(map.height) {
            return Err(at(words[0], MapFault::OffBoard(numbers[0], numbers[1])));
        }
        if numbers[2] > 7 {
            return Err(at(words[2], MapFault::Direction));
        }
        let end = Side { x: numbers[0] as u16, y: numbers[1] as u16, direction: numbers[2] as u8 };
        let (x, y, side) = (usize::from(end.x), usize::from(end.y), end.direction);
        if map.tiles[map.index(end)] == Tile::HOLE {
            return Err(at(words[0], MapFault::EndOnHole(x, y)));
        }
        let forgiven = map.neighbour(end).map(|_| MapFault::NeighbourExists { x, y, side });
        if let Some(fault) = forgiven.clone().filter(|_| !self.lenient) {
            return Err(at(words[0], fault));
        }
        if used[map.index(end)] >> side & 1 == 1 {
            return Err(at(words[0], MapFault::SideTwice { x, y, side }));
        }
        Ok((end, forgiven))
    }

    fn warn(&mut self, line: Option<usize>, text: String) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(MapWarning { line, text });
        } else if self.warnings.len() == MAX_WARNINGS {
            self.warnings.push(MapWarning { line: None, text: "and more of the kind".to_string() });
        }
    }

    fn at_end(&self, fault: MapFault) -> MapError {
        MapError { line: Some(self.words.line), column: self.words.column, token: String::new(), fault }
    }
}

/// A number in plain digits; one too long for 64 bits counts as the largest, which every range refuses.
fn digits(text: &str, what: &'static str) -> Result<u64, MapFault> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number(text) {
        return Ok(text.parse().unwrap_or(u64::MAX));
    }
    match text.strip_prefix('-') {
        Some(rest) if is_number(rest) => Err(MapFault::Negative(what)),
        _ => Err(MapFault::NotANumber(what)),
    }
}

fn at(word: Word<'_>, fault: MapFault) -> MapError {
    let mut token: String = word.text.chars().take(MAX_QUOTE).flat_map(visible).collect();
    if word.text.chars().nth(MAX_QUOTE).is_some() {
        token.push('…');
    }
    MapError { line: Some(word.line), column: word.column, token, fault }
}

/// Control characters written out, everything else as it is.
fn visible(character: char) -> impl Iterator<Item = char> {
    let escaped = character.is_control().then(|| character.escape_default());
    let plain = if character.is_control() { None } else { Some(character) };
    escaped.into_iter().flatten().chain(plain)
}
