//! Positions as `3:4:5 1` (heaps, player to move; with a die also the roll or `-`), moves as `a2`.

use super::rules::{MAX_FACES, MAX_HEAPS, MAX_OBJECTS, Nim, Position, Take, is_die};
use plyground_core::suggest::hint;
use plyground_core::{Game, MAX_PLAYERS, Notation, NotationError, PlayerId};

/// Nothing that could be a position or variant is longer.
const LONGEST_TEXT: usize = 200;

impl Notation for Nim {
    fn before_roll(&self, position: &Position) -> Option<(Position, usize)> {
        let face = position.roll?;
        let before = self.position(&position.heaps, position.player, None);
        Some((before, usize::from(face) - 1))
    }

    fn position_text(&self, position: &Position) -> String {
        let heaps = join(&position.heaps[..self.heaps.len()]);
        match (self.die.is_empty(), position.roll) {
            (true, _) => format!("{heaps} {}", position.player),
            (false, None) => format!("{heaps} {} -", position.player),
            (false, Some(face)) => format!("{heaps} {} {face}", position.player),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |reason: String| NotationError::new(text, reason);
        let words: Vec<&str> = text.split_whitespace().take(4).collect();
        let (heaps, player, roll) = match (self.die.is_empty(), &words[..]) {
            (true, [heaps, player]) => (heaps, player, None),
            (false, [heaps, player, roll]) => (heaps, player, Some(*roll)),
            (true, _) => return Err(wrong("a position is heaps and player to move, such as `3:4:5 1`".into())),
            (false, _) => {
                return Err(wrong("a position is heaps, player to move and roll or -, such as `3:4:5 1 -`".into()));
            }
        };
        let heaps = parse_heaps(heaps)?;
        if heaps.len() != self.heaps.len() || heaps.iter().zip(&self.heaps).any(|(now, first)| now > first) {
            return Err(wrong(format!("the heaps of this game hold at most {}", join(&self.heaps))));
        }
        let player = match player.parse().ok().and_then(PlayerId::from_number) {
            Some(player) if player.index() < self.players => player,
            _ => return Err(wrong(format!("the player to move is a number from 1 to {}", self.players))),
        };
        let roll = match roll {
            None | Some("-") => None,
            Some(face) => match face.parse::<u8>() {
                Ok(number) if number >= 1 && self.die.get(usize::from(number) - 1).is_some_and(|p| *p > 0.0) => {
                    Some(number)
                }
                _ => return Err(wrong(format!("a roll is - or a number from 1 to {}", self.die.len()))),
            },
        };
        if roll.is_some() && heaps.iter().all(|count| *count == 0) {
            return Err(wrong("nobody rolls when the game is over".into()));
        }
        Ok(self.position(&heaps, player, roll))
    }

    fn move_text(&self, _position: &Position, mv: Take) -> String {
        format!("{}{}", heap_name(usize::from(mv.heap)), mv.count)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Take, NotationError> {
        let unreadable = || NotationError::new(text, "a move is a heap and how many to take, such as `a2`");
        let mut characters = text.chars();
        let letter = characters.next().ok_or_else(unreadable)?;
        let count = characters.as_str();
        if count.is_empty() || !count.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(unreadable());
        }
        let heap = (0..self.heaps.len()).find(|heap| heap_name(*heap) == letter).ok_or_else(|| {
            NotationError::new(text, format!("heaps are named a to {}", heap_name(self.heaps.len() - 1)))
        })?;
        let mv = Take { heap: heap as u8, count: count.parse().unwrap_or(u8::MAX) };
        if self.is_legal(position, mv) {
            return Ok(mv);
        }
        let objects = position.heaps[heap];
        Err(NotationError::new(
            text,
            match position.roll {
                Some(face) if objects > face => format!("the roll allows at most {face}"),
                _ if objects == 0 => "this heap is empty".to_string(),
                _ => format!("this heap gives 1 to {objects}"),
            },
        ))
    }

    fn variant_text(&self) -> String {
        let mut text = format!("heaps={}", join(&self.heaps));
        if self.players != 2 {
            text += &format!(",players={}", self.players);
        }
        if !self.die.is_empty() {
            text += &format!(",die={}", self.die_text());
        }
        text
    }
}

/// The game that `--variant` describes: `key=value,…`.
pub(super) fn parse_variant(text: &str) -> Result<Nim, NotationError> {
    let mut heaps = vec![3, 4, 5];
    let mut players = 2;
    let mut die = Vec::new();
    for field in text.split(',') {
        let wrong = |reason: String| NotationError::new(field, reason);
        let (key, value) = field.split_once('=').ok_or_else(|| wrong("a parameter is written key=value".into()))?;
        match key {
            "heaps" => heaps = parse_heaps(value)?,
            "players" => {
                players = number(value, 2, MAX_PLAYERS)
                    .ok_or_else(|| wrong(format!("players is a number from 2 to {MAX_PLAYERS}")))?;
            }
            "die" => die = parse_die(value)?,
            _ => return Err(wrong(hint(key, ["heaps", "players", "die"]))),
        }
    }
    let game = Nim::new(&heaps).ok_or_else(|| NotationError::new(text, "a heap must hold something at first"))?;
    Ok(game.for_players(players).with_die(&die))
}

impl Nim {
    fn die_text(&self) -> String {
        let faces = self.die.len();
        if self.die == even_die(faces) {
            faces.to_string()
        } else {
            self.die.iter().map(f64::to_string).collect::<Vec<_>>().join(":")
        }
    }
}

fn even_die(faces: usize) -> Vec<f64> {
    vec![1.0 / faces as f64; faces]
}

/// A number of faces, or their probabilities joined by `:`.
fn parse_die(text: &str) -> Result<Vec<f64>, NotationError> {
    let wrong = || {
        let reason =
            format!("a die is a number of faces from 1 to {MAX_FACES}, or probabilities such as 0.5:0.25:0.25");
        NotationError::new(text, reason)
    };
    if text.len() > LONGEST_TEXT {
        return Err(wrong());
    }
    if !text.contains(':') {
        return number(text, 1, MAX_FACES).map(even_die).ok_or_else(wrong);
    }
    let die = text.split(':').map(|word| word.parse().map_err(|_| wrong())).collect::<Result<Vec<f64>, _>>()?;
    if die.len() > MAX_FACES || !is_die(&die) { Err(wrong()) } else { Ok(die) }
}

/// The letter of a heap, by index.
pub(super) fn heap_name(heap: usize) -> char {
    char::from(b'a' + heap as u8)
}

fn join(heaps: &[u8]) -> String {
    heaps.iter().map(u8::to_string).collect::<Vec<_>>().join(":")
}

fn number(text: &str, least: usize, most: usize) -> Option<usize> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

fn parse_heaps(text: &str) -> Result<Vec<u8>, NotationError> {
    let reason = || format!("heaps are up to {MAX_HEAPS} numbers up to {MAX_OBJECTS} joined by `:`, such as 3:4:5");
    let wrong = || NotationError::new(text, reason());
    if text.len() > LONGEST_TEXT || text.split(':').count() > MAX_HEAPS {
        return Err(wrong());
    }
    let heap = |word| number(word, 0, usize::from(MAX_OBJECTS)).map(|count| count as u8).ok_or_else(wrong);
    text.split(':').map(heap).collect()
}
