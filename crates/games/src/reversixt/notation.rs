//! Positions and moves as text.
//!
//! A position on a map is one line of six fields,
//! `<rows> <phase> <player> o=<override stones> b=<bombs> out=<disqualified>`, for example
//! `0000/0120/0210/0000 1 2 o=3,3 b=1,0 out=-`. Nothing is hidden: the player to move is named, and from them on the
//! order is the cyclic one. A position is accepted when
//!
//! * the rows have the shape of the map, and a hole of the map is a hole (there may be more, torn by bombs);
//! * every stone belongs to a player who takes part, and at most all but one of them are disqualified (whatever the
//!   text says they hold, their inventory is void);
//! * the player named to move has a legal move in that phase;
//! * it is phase 2 only if nobody could build any more: bombs never open a way to build, so this holds for ever;
//! * `-` stands for the player just when the game is over: one player is left, or it is phase 2 and nobody can throw.
//!
//! A finished game is written with the phase in which it ended.

use super::bitboard::{BitPosition, BitReversi, Square};
use super::diagram::Diagram;
use super::game::{IllegalMove, Move, ReversiGame};
use super::map::MapFile;
use super::position::Position;
use super::scene::cell;
use super::tile::{Phase, Tile};
use plyground_core::{CellContent, MAX_PLAYERS, Notation, NotationError, PlayerId, SetupField, SetupForm};
use std::fmt::Write;

const FIELDS: &str = "a position has six fields: rows, phase, player to move, o=…, b=…, out=…";

impl Notation for ReversiGame {
    fn phase(&self, position: &Position) -> &'static str {
        position.phase.name()
    }

    fn position_text(&self, position: &Position) -> String {
        write_diagram(self.map(), &position.diagram())
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.checked_position(text)
    }

    fn move_text(&self, _position: &Position, mv: Move) -> String {
        write_move(self.map(), mv)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let (x, y, special) = parse_raw(text)?;
        self.raw_move(position, x, y, special).map_err(|reason| against(text, reason))
    }

    fn setup_form(&self) -> Option<SetupForm> {
        Some(setup_form(self.map(), true))
    }

    fn variant_text(&self) -> String {
        self.board.variant.clone()
    }
}

impl Notation for BitReversi {
    fn phase(&self, position: &BitPosition) -> &'static str {
        let ended = position.turn.is_none() && position.out == 0;
        if ended { Phase::Bombing.name() } else { Phase::Building.name() }
    }

    fn position_text(&self, position: &BitPosition) -> String {
        write_diagram(self.map(), &self.diagram(position))
    }

    fn parse_position(&self, text: &str) -> Result<BitPosition, NotationError> {
        let position = self.general().checked_position(text)?;
        self.position(&position.diagram()).ok_or_else(|| {
            NotationError::new(text, "on this map positions have no special tiles, override stones, bombs or new holes")
        })
    }

    fn move_text(&self, _position: &BitPosition, square: Square) -> String {
        write_move(self.map(), self.to_move(square))
    }

    fn parse_move(&self, position: &BitPosition, text: &str) -> Result<Square, NotationError> {
        let (x, y, special) = parse_raw(text)?;
        self.raw_move(position, x, y, special).map_err(|reason| against(text, reason))
    }

    fn setup_form(&self) -> Option<SetupForm> {
        Some(setup_form(self.map(), false))
    }

    fn variant_text(&self) -> String {
        self.general().variant_text()
    }
}

/// What tiles, players and inventories may be; `specials` for maps that may have more than stones.
fn setup_form(map: &MapFile, specials: bool) -> SetupForm {
    let content = |tile: Tile, name: String| CellContent::new(tile.to_char(), name, cell(tile));
    let players = || PlayerId::all(map.players());
    let mut contents = vec![content(Tile::EMPTY, "free tile".to_string())];
    contents.extend(players().map(|player| content(Tile::stone(player), format!("stone of player {player}"))));
    if specials {
        let tiles = [
            (Tile::EXPANSION, "expansion stone"),
            (Tile::CHOICE, "choice tile"),
            (Tile::INVERSION, "inversion tile"),
            (Tile::BONUS, "bonus tile"),
        ];
        contents.extend(tiles.map(|(tile, name)| content(tile, name.to_string())));
    }
    contents.push(content(Tile::HOLE, "hole".to_string()));
    let words = |player: PlayerId| (player.to_string(), format!("player {player}"));
    let mut fields = vec![
        SetupField::words("phase", " ", [("1", "building"), ("2", "bombs")]),
        SetupField::words(
            "to move",
            " ",
            players().map(words).chain([("-".to_string(), "nobody, the game is over".to_string())]),
        ),
    ];
    for (name, lead) in [("override stones", " o="), ("bombs", " b=")] {
        let number = |player: PlayerId| {
            SetupField::number(
                format!("{name} of player {player}"),
                if player == PlayerId::FIRST { lead } else { "," },
                255,
            )
        };
        fields.extend(players().map(number));
    }
    let nobody = [("-".to_string(), "nobody".to_string())];
    fields.push(SetupField::words("disqualified", " out=", nobody.into_iter().chain(players().map(words))));
    SetupForm { cols: map.width(), contents, fields }
}

fn against(text: &str, reason: IllegalMove) -> NotationError {
    NotationError::new(text, reason.to_string())
}

/// `x,y` or `x,y:special`.
fn write_move(map: &MapFile, mv: Move) -> String {
    let (x, y) = (mv.tile as usize % map.width(), mv.tile as usize / map.width());
    if mv.special == 0 { format!("{x},{y}") } else { format!("{x},{y}:{}", mv.special) }
}

fn parse_raw(text: &str) -> Result<(usize, usize, u8), NotationError> {
    let wrong = || NotationError::new(text, "a move is written x,y or x,y:special, for example 3,2 or 0,0:2");
    let (place, special) = text.split_once(':').unwrap_or((text, "0"));
    let (x, y) = place.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| digits(text).ok_or_else(wrong);
    let special = u8::try_from(number(special)?)
        .map_err(|_| NotationError::new(text, "the special value is a number from 0 to 255"))?;
    Ok((number(x)?, number(y)?, special))
}

/// A number in plain digits; one too long for the machine counts as the largest, which every range refuses.
fn digits(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(usize::MAX))
}

/// The text of a diagram.
pub(super) fn write_diagram(map: &MapFile, diagram: &Diagram) -> String {
    let mut out = String::with_capacity(diagram.tiles.len() + map.height() + 80);
    for (index, row) in diagram.tiles.chunks(map.width()).enumerate() {
        if index > 0 {
            out.push('/');
        }
        out.extend(row.iter().map(|tile| tile.to_char()));
    }
    let turn = diagram.turn.map_or("-".to_string(), |player| player.to_string());
    write!(out, " {} {turn}", diagram.phase.number()).expect("strings take all");
    for (name, numbers) in [("o", &diagram.overrides), ("b", &diagram.bombs)] {
        let numbers = numbers[..map.players()].iter().map(u8::to_string).collect::<Vec<_>>();
        write!(out, " {name}={}", numbers.join(",")).expect("strings take all");
    }
    let players = PlayerId::all(map.players()).filter(|player| diagram.is_out(*player));
    let players = players.map(|player| player.to_string()).collect::<Vec<_>>();
    out.push_str(" out=");
    out.push_str(if players.is_empty() { "-" } else { "" });
    out.push_str(&players.join(","));
    out
}

/// A diagram of this map; whether the rules allow it is another question.
pub(super) fn parse_diagram(map: &MapFile, text: &str) -> Result<Diagram, NotationError> {
    let mut words = text.split_ascii_whitespace();
    let mut fields = [""; 6];
    for field in &mut fields {
        *field = words.next().ok_or_else(|| NotationError::new(text, FIELDS))?;
    }
    if let Some(word) = words.next() {
        return Err(NotationError::new(word, FIELDS));
    }
    let [rows, phase, turn, overrides, bombs, out] = fields;
    Ok(Diagram {
        tiles: parse_rows(map, rows)?,
        phase: match phase {
            "1" => Phase::Building,
            "2" => Phase::Bombing,
            _ => return Err(NotationError::new(phase, "the phase is 1 or 2")),
        },
        turn: if turn == "-" { None } else { Some(parse_player(map, turn)?) },
        overrides: parse_counts(map, overrides, "o=")?,
        bombs: parse_counts(map, bombs, "b=")?,
        out: parse_out(map, out)?,
    })
}

fn parse_rows(map: &MapFile, text: &str) -> Result<Vec<Tile>, NotationError> {
    let (width, height) = (map.width(), map.height());
    // The length is checked first, so that nothing larger than the board is ever built.
    if text.len() != (width + 1) * height - 1 || !text.is_ascii() {
        return Err(NotationError::new(
            text,
            format!("the board needs {height} rows of {width} tiles, joined by / and without blanks"),
        ));
    }
    let mut tiles = Vec::with_capacity(width * height);
    for (y, row) in text.split('/').enumerate() {
        if row.len() != width {
            return Err(NotationError::new(row, format!("row {y} must have {width} tiles")));
        }
        for (x, character) in row.chars().enumerate() {
            let tile = Tile::from_char(character).ok_or_else(|| {
                NotationError::new(row, format!("`{}` at {x},{y} is not a tile", character.escape_default()))
            })?;
            if tile.owner().is_some_and(|owner| owner.number() > map.players()) {
                return Err(NotationError::new(row, format!("at {x},{y} lies a stone of a player who does not play")));
            }
            if map.tiles()[tiles.len()] == Tile::HOLE && tile != Tile::HOLE {
                return Err(NotationError::new(row, format!("the map has a hole at {x},{y}, so there is no tile")));
            }
            tiles.push(tile);
        }
    }
    Ok(tiles)
}

fn parse_player(map: &MapFile, text: &str) -> Result<PlayerId, NotationError> {
    digits(text)
        .filter(|number| *number <= map.players())
        .and_then(PlayerId::from_number)
        .ok_or_else(|| NotationError::new(text, format!("a player is a number from 1 to {}", map.players())))
}

fn parse_counts(map: &MapFile, text: &str, name: &str) -> Result<[u8; MAX_PLAYERS], NotationError> {
    let wrong = || {
        let reason = format!("after {name} stand {} numbers from 0 to 255, separated by commas", map.players());
        NotationError::new(text, reason)
    };
    let mut counts = [0; MAX_PLAYERS];
    let mut words = text.strip_prefix(name).ok_or_else(wrong)?.split(',');
    for count in &mut counts[..map.players()] {
        let number = words.next().and_then(digits).ok_or_else(wrong)?;
        *count = u8::try_from(number).map_err(|_| wrong())?;
    }
    if words.next().is_some() { Err(wrong()) } else { Ok(counts) }
}

fn parse_out(map: &MapFile, text: &str) -> Result<u8, NotationError> {
    let wrong = || NotationError::new(text, "after out= stand the disqualified players, as in 2,3, or a -");
    let list = text.strip_prefix("out=").ok_or_else(wrong)?;
    let mut out = 0;
    if list != "-" {
        for word in list.split(',') {
            out |= 1 << parse_player(map, word).map_err(|_| wrong())?.index();
        }
    }
    Ok(out)
}
