//! Moves and players as people write them, before the rules have seen them.

use crate::einstein::position::Step;
use crate::einstein::{BLUE, RED};
use plyground_core::PlayerId;

/// A move as written.
pub(super) struct Written<'a> {
    pub(super) player: Option<PlayerId>,
    pub(super) label: usize,
    pub(super) way: Way<'a>,
}

pub(super) enum Way<'a> {
    Step(Step),
    Cells { from: &'a str, to: &'a str, capture: bool },
}

impl<'a> Written<'a> {
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        // Only ASCII has one byte per character, which the slices below rely on.
        if !text.is_ascii() {
            return None;
        }
        let first = text.chars().next()?;
        let player = player_of(first);
        let rest = if player.is_some() { &text[1..] } else { text };
        let label = rest.chars().next()?.to_digit(10)? as usize;
        let way = &rest[1..];
        let way = match (way.len(), player) {
            (1, _) => Way::Step(parse_step(way)?),
            (5, Some(_)) => {
                let capture = match &way[2..3] {
                    "-" => false,
                    "x" | "X" => true,
                    _ => return None,
                };
                Way::Cells { from: &way[..2], to: &way[3..], capture }
            }
            _ => return None,
        };
        Some(Written { player, label, way })
    }
}

fn parse_step(text: &str) -> Option<Step> {
    Step::ALL
        .into_iter()
        .find(|step| text.chars().eq([step.letter()]) || text.chars().eq([step.letter().to_ascii_uppercase()]))
}

pub(super) fn parse_player(text: &str) -> Option<PlayerId> {
    let mut characters = text.chars();
    let player = player_of(characters.next()?)?;
    characters.next().is_none().then_some(player)
}

pub(super) fn player_of(letter: char) -> Option<PlayerId> {
    match letter.to_ascii_lowercase() {
        'r' => Some(RED),
        'b' => Some(BLUE),
        _ => None,
    }
}
