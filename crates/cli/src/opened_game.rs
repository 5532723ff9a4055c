//! From `WHERE` on the command line to a game with its position.

use crate::args::Where;
use crate::print;
use anyhow::{Context, Result, anyhow, bail};
use plyground_core::{AnyGame, GameEvent, GameVisitor, MapText, NotationError, Playable, Setup, parse_moves};
use plyground_games::registry;
use std::fs;
use std::io::Read;
use std::path::Path;

/// A map of 1000 x 1000 tiles with a transition on every rim tile stays below this.
const LARGEST_MAP: u64 = 64 << 20;

/// A game and where play stands. Its type is hidden except in commands that compute for long.
pub struct OpenedGame<G: Playable = AnyGame> {
    /// The name of the game on the command line.
    pub name: String,
    /// The rules.
    pub game: G,
    /// Where play began.
    pub start: G::Position,
    /// What has happened since.
    pub events: Vec<GameEvent<G::Move>>,
    /// Where that led.
    pub position: G::Position,
}

/// Opens the game that `WHERE` describes and makes its moves.
pub fn open(place: &Where) -> Result<OpenedGame> {
    open_setup(&place.game, &setup_of(place)?, place.moves.as_deref().unwrap_or(""))
}

/// Opens a game and makes moves from its start.
pub fn open_setup(name: &str, setup: &Setup, moves: &str) -> Result<OpenedGame> {
    let (game, start) = registry::open(name, setup)?;
    let mut position = start.clone();
    let events = parse_moves(&game, &mut position, moves)?;
    Ok(OpenedGame { name: name.to_string(), game, start, events, position })
}

/// What `WHERE` describes, apart from its moves.
pub fn setup_of(place: &Where) -> Result<Setup> {
    Ok(Setup {
        variant: place.variant.clone(),
        position: place.position.clone(),
        map: place.map.as_deref().map(|map| find_map(&place.game, map)).transpose()?,
        lenient: place.lenient,
    })
}

/// The error for a game nobody knows.
pub fn unknown_game(name: &str) -> anyhow::Error {
    anyhow!(registry::unknown(name))
}

/// The text of a map: a file if there is one of that name, else a map that comes with the program.
pub fn find_map(game: &str, map: &str) -> Result<MapText> {
    let path = Path::new(map);
    if path.is_file() {
        let text = read_limited(path, LARGEST_MAP)?;
        let name = path.file_stem().map_or_else(|| map.to_string(), |stem| stem.to_string_lossy().into_owned());
        return Ok(MapText { name, text });
    }
    let info = registry::info(game).ok_or_else(|| unknown_game(game))?;
    if info.boards.is_empty() {
        bail!("{game} has no maps; choose its board with --variant");
    }
    info.map(map).map_err(|unknown| anyhow!("there is no map file and no built-in map `{map}`; {}", unknown.hint))
}

/// Reads a text file, refusing one that is too large before any of it is read.
pub fn read_limited(path: &Path, limit: u64) -> Result<String> {
    let name = path.display();
    let file = fs::File::open(path).with_context(|| format!("cannot open {name}"))?;
    let size = file.metadata().with_context(|| format!("cannot look at {name}"))?.len();
    if size > limit {
        bail!("{name} has {size} bytes; the limit is {limit}");
    }
    let mut bytes = Vec::new();
    // The size of a device or pipe is unknown, so the reading itself is limited too.
    file.take(limit + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > limit {
        bail!("{name} has more than {limit} bytes");
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            // Some contest records are in a Chinese encoding; only names are lost by reading them anyway.
            print::warn(&format!("{name} is not UTF-8; what cannot be read is replaced"));
            Ok(String::from_utf8_lossy(error.as_bytes()).into_owned())
        }
    }
}

impl OpenedGame {
    /// Runs a visitor that is compiled for the type of the game, on the position where play stands.
    pub fn dispatch<V: GameVisitor>(&self, visitor: V) -> V::Output {
        registry::dispatch(&self.game, &self.position, visitor)
    }
}

impl<G: Playable> OpenedGame<G> {
    /// Legal moves as text, in the order of the game's list.
    pub fn legal(&self, position: &G::Position) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves.into_iter().map(|mv| self.game.move_text(position, mv)).collect()
    }

    /// Legal moves for every possible outcome of the roll: (face counted from 1, moves).
    pub fn legal_by_face(&self, position: &G::Position) -> Vec<(usize, Vec<String>)> {
        let mut rolled = position.clone();
        let probabilities = self.game.outcomes(position);
        let faces = (0..probabilities.len()).filter(|face| probabilities[*face] > 0.0);
        faces
            .map(|face| {
                let undo = self.game.roll(&mut rolled, face);
                let legal = self.legal(&rolled);
                self.game.unroll(&mut rolled, face, undo);
                (face + 1, legal)
            })
            .collect()
    }

    /// What the game calls a player.
    pub fn player_name(&self, player: plyground_core::PlayerId) -> String {
        let seats = self.game.scene(&self.start).seats;
        seats.get(player.index()).map_or_else(|| format!("player {player}"), |seat| seat.name.clone())
    }

    /// Reads a roll as a person types it.
    pub fn parse_face(&self, position: &G::Position, text: &str) -> Result<usize, NotationError> {
        let probabilities = self.game.outcomes(position);
        match text.trim().parse::<usize>() {
            Ok(face) if face >= 1 && probabilities.get(face - 1).is_some_and(|p| *p > 0.0) => Ok(face - 1),
            _ => Err(NotationError::new(text.trim(), format!("a roll is a number from 1 to {}", probabilities.len()))),
        }
    }
}
