//! The game on any map: the board that never changes, and the checks that turn outside data into moves and positions.

use super::capture;
use super::diagram::Diagram;
use super::fault::PositionFault;
use super::map::MapFile;
use super::position::Position;
use super::tile::{Phase, Tile};
use super::topology::Topology;
use plyground_core::{Game, MAX_PLAYERS, NotationError, PlayerId, key_for};
use std::sync::Arc;
use thiserror::Error;

/// Keeps the hash keys of this game apart from other uses of the generator.
const KEY_SALT: u64 = 0x7265_7665_7273_6978;

/// The special value of a bonus tile that asks for a bomb.
pub const TAKE_BOMB: u8 = 20;
/// The special value of a bonus tile that asks for an override stone.
pub const TAKE_OVERRIDE: u8 = 21;

/// A move: a tile and, where the tile asks for one, a choice. Bombs have no choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Index of the tile, row by row from the top left.
    pub tile: u32,
    /// 0; or the number of a player on a choice tile; or [`TAKE_BOMB`] or [`TAKE_OVERRIDE`] on a bonus tile.
    pub special: u8,
}

/// Why a move is against the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalMove {
    /// Nobody is to move.
    #[error("the game is over")]
    Over,
    /// There is no such tile.
    #[error("there is no such tile; the board has columns 0 to {} and rows 0 to {}", .width - 1, .height - 1)]
    OffBoard {
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: usize,
    },
    /// The tile is a hole.
    #[error("there is a hole")]
    Hole,
    /// The tile is taken and the player has no override stone.
    #[error("the tile is taken and player {0} has no override stone")]
    NoOverride(PlayerId),
    /// Nothing would be turned.
    #[error("player {0} would not turn any stone there")]
    NoCapture(PlayerId),
    /// A choice tile without a player to swap with.
    #[error("a choice tile asks with whom to swap: add :1 to :{0}")]
    Choice(usize),
    /// A bonus tile without a wish.
    #[error("a bonus tile asks what to take: add :20 for a bomb or :21 for an override stone")]
    Bonus,
    /// A special value where none belongs.
    #[error("this tile asks for nothing, so the special value must be 0")]
    Special,
}

/// ReversiXT on a map of any shape, for 2 to 8 players, with everything the rules know.
#[derive(Clone, Debug)]
pub struct ReversiGame {
    pub(super) board: Arc<Board>,
}

/// What never changes during play.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) variant: String,
    pub(super) map: MapFile,
    pub(super) topology: Topology,
    pub(super) keys: Vec<u64>,
}

impl ReversiGame {
    /// The game on a map; `variant` is what the game calls itself, see
    /// [`variant_text`](plyground_core::Notation::variant_text).
    pub fn new(map: MapFile, variant: impl Into<String>) -> Self {
        let topology = Topology::new(&map);
        let keys = (0..map.tiles.len() as u64).map(|tile| key_for(KEY_SALT, tile)).collect();
        ReversiGame { board: Arc::new(Board { variant: variant.into(), map, topology, keys }) }
    }

    /// The map.
    pub fn map(&self) -> &MapFile {
        &self.board.map
    }

    /// Column and row of a move.
    pub fn coordinates(&self, mv: Move) -> (usize, usize) {
        let width = self.map().width();
        (mv.tile as usize % width, mv.tile as usize / width)
    }

    /// A move from the numbers that people and network messages use: column, row, special value. In phase 2 the
    /// special value is ignored, as the reference server does.
    pub fn raw_move(&self, position: &Position, x: usize, y: usize, special: u8) -> Result<Move, IllegalMove> {
        let player = position.turn.ok_or(IllegalMove::Over)?;
        let (width, height) = (self.map().width(), self.map().height());
        if x >= width || y >= height {
            return Err(IllegalMove::OffBoard { width, height });
        }
        let tile = y * width + x;
        let content = position.tiles[tile];
        if content == Tile::HOLE {
            return Err(IllegalMove::Hole);
        }
        if position.phase == Phase::Bombing {
            return Ok(Move { tile: tile as u32, special: 0 });
        }
        if content.is_occupied() && position.overrides(player) == 0 {
            return Err(IllegalMove::NoOverride(player));
        }
        if !self.can_build_on(position, player, tile) {
            return Err(IllegalMove::NoCapture(player));
        }
        self.check_special(content, special)?;
        Ok(Move { tile: tile as u32, special })
    }

    /// Makes a move given by numbers if it is legal, and leaves the position alone if not: what a referee does.
    pub fn apply_raw(&self, position: &mut Position, x: usize, y: usize, special: u8) -> Result<Move, IllegalMove> {
        let mv = self.raw_move(position, x, y, special)?;
        self.make(position, mv);
        Ok(mv)
    }

    fn check_special(&self, content: Tile, special: u8) -> Result<(), IllegalMove> {
        let players = self.map().players();
        match content {
            Tile::CHOICE if !(1..=players).contains(&usize::from(special)) => Err(IllegalMove::Choice(players)),
            Tile::BONUS if ![TAKE_BOMB, TAKE_OVERRIDE].contains(&special) => Err(IllegalMove::Bonus),
            Tile::CHOICE | Tile::BONUS => Ok(()),
            _ if special != 0 => Err(IllegalMove::Special),
            _ => Ok(()),
        }
    }

    /// Whether the player may set a stone on this tile in phase 1, whatever special value goes with it.
    #[inline]
    pub(super) fn can_build_on(&self, position: &Position, player: PlayerId, tile: usize) -> bool {
        let overrides = position.overrides(player) > 0;
        capture::is_target(&self.board.topology, &position.tiles, Tile::stone(player), overrides, tile)
    }

    /// How many tiles each player could play on without an override stone. A measure of mobility, for evaluations.
    pub fn open_tiles(&self, position: &Position) -> [u32; MAX_PLAYERS] {
        let mut counts = [0; MAX_PLAYERS];
        for (tile, content) in position.board().iter().enumerate() {
            if content.is_free() {
                let mut captors = capture::captors(&self.board.topology, &position.tiles, tile);
                while captors != 0 {
                    counts[captors.trailing_zeros() as usize] += 1;
                    captors &= captors - 1;
                }
            }
        }
        counts
    }

    /// A position from a diagram of this board, if the rules allow it. The reason reads well after a colon.
    pub(super) fn position(&self, diagram: &Diagram) -> Result<Position, PositionFault> {
        let mut position = Position::from_diagram(diagram, &self.board.keys);
        let players = || PlayerId::all(self.map().players());
        for player in players().filter(|player| diagram.is_out(*player)) {
            position.void(player);
        }
        let active = players().filter(|player| position.is_active(*player)).count();
        if active == 0 {
            return Err(PositionFault::NobodyLeft);
        }
        if position.phase == Phase::Bombing
            && let Some((builder, tile)) = players().find_map(|p| Some((p, self.find_target(&position, p)?)))
        {
            let (x, y) = self.coordinates(Move { tile: tile as u32, special: 0 });
            return Err(PositionFault::CanBuild { player: builder, x, y });
        }
        match diagram.turn {
            Some(_) if active == 1 => return Err(PositionFault::OnePlayerLeft),
            Some(player) if !position.is_active(player) => {
                return Err(PositionFault::Disqualified(player));
            }
            Some(player) if !self.can_move(&mut position, player) => {
                return Err(PositionFault::CannotMove(player));
            }
            None if active > 1 => {
                if let Some(player) = players().find(|player| self.can_move(&mut position, *player)) {
                    return Err(PositionFault::NotOver(player));
                }
                if position.phase == Phase::Building {
                    return Err(PositionFault::EndsInBombing);
                }
            }
            _ => {}
        }
        Ok(position)
    }

    /// Reads a diagram of this board and checks it against the rules.
    pub(super) fn checked_position(&self, text: &str) -> Result<Position, NotationError> {
        let diagram = super::notation::parse_diagram(self.map(), text)?;
        self.position(&diagram).map_err(|fault| NotationError::new(text, fault.to_string()))
    }
}
