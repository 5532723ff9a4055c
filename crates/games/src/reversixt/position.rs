//! A position on any map, with everything that `make` needs to be quick and to be taken back.

use super::diagram::Diagram;
use super::tile::{Phase, Tile};
use plyground_core::{MAX_PLAYERS, PlayerId, splitmix64};

/// A tile and what it held before a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) tile: u32,
    pub(super) old: Tile,
}

/// What changes during play on a general map.
///
/// Besides the board and the inventories it keeps sums over the board (per tile code: how many, and a hash of where),
/// one tile per player where they could move lately, and a journal of changed tiles from which moves are taken back. A
/// clone begins a journal of its own: it can take back what was made on it, not what had been made before.
#[derive(Debug)]
pub struct Position {
    /// One entry more than the board has tiles: the last one is the hole behind every edge.
    pub(super) tiles: Vec<Tile>,
    pub(super) counts: [u32; Tile::CODES],
    pub(super) hashes: [u64; Tile::CODES],
    pub(super) overrides: [u8; MAX_PLAYERS],
    pub(super) bombs: [u8; MAX_PLAYERS],
    pub(super) out: u8,
    pub(super) phase: Phase,
    pub(super) turn: Option<PlayerId>,
    pub(super) hints: [u32; MAX_PLAYERS],
    pub(super) journal: Vec<Change>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position { tiles: self.tiles.clone(), journal: Vec::new(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let mut tiles = std::mem::take(&mut self.tiles);
        let mut journal = std::mem::take(&mut self.journal);
        tiles.clone_from(&source.tiles);
        journal.clear();
        *self = Position { tiles, journal, ..*source };
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let rest =
            |position: &Position| (position.phase, position.turn, position.out, position.overrides, position.bombs);
        rest(self) == rest(other) && self.tiles == other.tiles
    }
}

impl Eq for Position {}

impl Position {
    /// The position of a diagram; `keys` holds a random number per tile.
    pub(super) fn from_diagram(diagram: &Diagram, keys: &[u64]) -> Self {
        let mut tiles = diagram.tiles.clone();
        tiles.push(Tile::HOLE);
        let (counts, hashes) = sums(&tiles, keys);
        Position {
            tiles,
            counts,
            hashes,
            overrides: diagram.overrides,
            bombs: diagram.bombs,
            out: diagram.out,
            phase: diagram.phase,
            turn: diagram.turn,
            hints: [0; MAX_PLAYERS],
            journal: Vec::new(),
        }
    }

    /// The position without its helpers.
    pub fn diagram(&self) -> Diagram {
        Diagram {
            tiles: self.board().to_vec(),
            phase: self.phase,
            turn: self.turn,
            overrides: self.overrides,
            bombs: self.bombs,
            out: self.out,
        }
    }

    /// All tiles, row by row from the top left.
    pub fn board(&self) -> &[Tile] {
        &self.tiles[..self.tiles.len() - 1]
    }

    /// The phase, or the one in which the game ended.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Stones of a player on the board.
    #[inline]
    pub fn stones(&self, player: PlayerId) -> usize {
        self.counts[Tile::stone(player).code()] as usize
    }

    /// Override stones that a player holds.
    #[inline]
    pub fn overrides(&self, player: PlayerId) -> u8 {
        self.overrides[player.index()]
    }

    /// Bombs that a player holds.
    #[inline]
    pub fn bombs(&self, player: PlayerId) -> u8 {
        self.bombs[player.index()]
    }

    /// Whether the player is still in the game.
    #[inline]
    pub fn is_active(&self, player: PlayerId) -> bool {
        self.out >> player.index() & 1 == 0
    }

    /// Tiles that are no holes.
    #[inline]
    pub(super) fn standing(&self) -> usize {
        self.board().len() + 1 - self.counts[Tile::HOLE.code()] as usize
    }

    /// Free tiles.
    #[inline]
    pub(super) fn free(&self) -> usize {
        [Tile::EMPTY, Tile::CHOICE, Tile::INVERSION, Tile::BONUS]
            .iter()
            .map(|kind| self.counts[kind.code()] as usize)
            .sum()
    }

    /// Changes one tile and the sums over the board. `key` is the tile's random number.
    #[inline]
    pub(super) fn put(&mut self, tile: usize, new: Tile, key: u64) {
        let old = std::mem::replace(&mut self.tiles[tile], new);
        self.counts[old.code()] -= 1;
        self.counts[new.code()] += 1;
        self.hashes[old.code()] ^= key;
        self.hashes[new.code()] ^= key;
    }

    /// Exchanges all stones of two players.
    pub(super) fn swap(&mut self, one: Tile, other: Tile) {
        for tile in &mut self.tiles {
            let turned = if *tile == one { other } else { *tile };
            *tile = if *tile == other { one } else { turned };
        }
        self.counts.swap(one.code(), other.code());
        self.hashes.swap(one.code(), other.code());
    }

    /// Hands every player's stones to the next player.
    pub(super) fn invert(&mut self, players: usize) {
        for tile in &mut self.tiles {
            *tile = tile.inverted(players as u8);
        }
        self.counts[1..=players].rotate_right(1);
        self.hashes[1..=players].rotate_right(1);
    }

    /// Takes an inversion back.
    pub(super) fn revert(&mut self, players: usize) {
        for tile in &mut self.tiles {
            *tile = tile.reverted(players as u8);
        }
        self.counts[1..=players].rotate_left(1);
        self.hashes[1..=players].rotate_left(1);
    }

    /// The hash key, from the sums kept by [`put`](Position::put).
    pub(super) fn key(&self) -> u64 {
        mix(&self.hashes, self)
    }

    /// The hash key, from the board itself.
    #[cfg(test)]
    pub(super) fn recomputed_key(&self, keys: &[u64]) -> u64 {
        mix(&sums(&self.tiles, keys).1, self)
    }
}

/// How many tiles of each code there are, and a hash of where they are.
fn sums(tiles: &[Tile], keys: &[u64]) -> ([u32; Tile::CODES], [u64; Tile::CODES]) {
    let mut counts = [0; Tile::CODES];
    let mut hashes = [0; Tile::CODES];
    for (tile, key) in tiles.iter().zip(keys.iter().chain([&0])) {
        counts[tile.code()] += 1;
        hashes[tile.code()] ^= key;
    }
    (counts, hashes)
}

/// One key out of all parts. A tile counts as its random number, turned by its code: that makes swapping two players'
/// stones a matter of two sums instead of the whole board.
fn mix(hashes: &[u64; Tile::CODES], position: &Position) -> u64 {
    let mut key = 0;
    for (code, hash) in hashes.iter().enumerate() {
        key ^= hash.rotate_left(4 * code as u32);
    }
    let turn = position.turn.map_or(0, |player| player.number() as u64);
    let rest = u64::from(position.out) << 8 | u64::from(position.phase.number()) << 4 | turn;
    let overrides = splitmix64(u64::from_le_bytes(position.overrides) ^ 0x6f76_6572_7269_6465);
    let bombs = splitmix64(u64::from_le_bytes(position.bombs) ^ 0x626f_6d62);
    key ^ splitmix64(overrides.rotate_left(1) ^ bombs ^ splitmix64(rest))
}
