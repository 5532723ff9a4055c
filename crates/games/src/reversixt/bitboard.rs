//! The game on plain maps, as two sets of bits.
//!
//! A map is plain when two players play on at most 8x8 tiles (holes around and between them allowed) without
//! transitions, special tiles, override stones or bombs: Othello and its relatives. There a position is a pair of
//! 64-bit sets, and all legal moves come from a handful of shifts instead of walks.

use super::diagram::Diagram;
use super::fills::{bits, open_squares, turned};
use super::game::{IllegalMove, Move, ReversiGame};
use super::map::{MapFile, Reading};
use super::maps;
use super::tile::{Phase, Tile};
use plyground_core::{Facts, Game, MAX_PLAYERS, Payoffs, PlayerId, Turn, splitmix64};
use std::sync::Arc;

/// Side of the square that a plain map must fit into.
const SIDE: usize = 8;
/// A move on a plain map: the index of a bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(pub u8);

/// A position on a plain map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitPosition {
    /// Stones of player 1 and of player 2.
    pub(super) stones: [u64; 2],
    /// Where the player to move may play; empty when the game is over.
    pub(super) open: u64,
    pub(super) turn: Option<PlayerId>,
    /// Disqualified players, as a set of bits; one is enough to end the game.
    pub(super) out: u8,
}

/// ReversiXT on a plain map.
#[derive(Clone, Debug)]
pub struct BitReversi {
    general: ReversiGame,
    layout: Arc<Layout>,
}

/// How the bits lie on the map.
#[derive(Debug)]
pub(super) struct Layout {
    /// Bits that are tiles.
    pub(super) valid: u64,
    /// The tile of each bit; meaningless for bits that are none.
    pub(super) tiles: [u32; 64],
}

impl BitReversi {
    /// Othello's board and opening.
    pub fn standard() -> Self {
        let loaded = MapFile::parse(maps::STANDARD, Reading::Strict).expect("the standard map is valid");
        BitReversi::new(ReversiGame::new(loaded.map, "standard")).expect("the standard map is plain")
    }

    /// The same game on bits, if its map is plain.
    pub fn new(general: ReversiGame) -> Option<Self> {
        let map = general.map();
        let is_plain = map.players() == 2
            && map.overrides() == 0
            && map.bombs() == 0
            && map.transitions().is_empty()
            && map.tiles().iter().all(|tile| is_plain(*tile));
        if !is_plain {
            return None;
        }
        let layout = Layout::new(map.tiles(), map.width())?;
        Some(BitReversi { layout: Arc::new(layout), general })
    }

    /// The game that handles every map, on this one.
    pub fn general(&self) -> &ReversiGame {
        &self.general
    }

    /// The map.
    pub fn map(&self) -> &MapFile {
        self.general.map()
    }

    /// The move of the general game that means the same.
    pub fn to_move(&self, square: Square) -> Move {
        Move { tile: self.layout.tiles[usize::from(square.0 & 63)], special: 0 }
    }

    /// A move from column, row and special value; see [`ReversiGame::raw_move`].
    pub fn raw_move(&self, position: &BitPosition, x: usize, y: usize, special: u8) -> Result<Square, IllegalMove> {
        let player = position.turn.ok_or(IllegalMove::Over)?;
        let (width, height) = (self.map().width(), self.map().height());
        if x >= width || y >= height {
            return Err(IllegalMove::OffBoard { width, height });
        }
        let square = self.layout.square(y * width + x).ok_or(IllegalMove::Hole)?;
        let bit = 1 << square.0;
        if (position.stones[0] | position.stones[1]) & bit != 0 {
            return Err(IllegalMove::NoOverride(player));
        }
        if position.open & bit == 0 {
            return Err(IllegalMove::NoCapture(player));
        }
        if special != 0 { Err(IllegalMove::Special) } else { Ok(square) }
    }

    /// Makes a move given by numbers; see [`ReversiGame::apply_raw`].
    pub fn apply_raw(
        &self,
        position: &mut BitPosition,
        x: usize,
        y: usize,
        special: u8,
    ) -> Result<Square, IllegalMove> {
        let square = self.raw_move(position, x, y, special)?;
        self.make(position, square);
        Ok(square)
    }

    /// The position as plain data.
    pub fn diagram(&self, position: &BitPosition) -> Diagram {
        let mut tiles = vec![Tile::HOLE; self.map().tiles().len()];
        for bit in bits(self.layout.valid) {
            let owner = PlayerId::all(2).find(|player| position.stones[player.index()] >> bit & 1 == 1);
            tiles[self.layout.tiles[bit as usize] as usize] = owner.map_or(Tile::EMPTY, Tile::stone);
        }
        // Without bombs phase 2 ends as it begins, so a finished game ended in it unless a disqualification came first.
        let ended = position.turn.is_none() && position.out == 0;
        Diagram {
            tiles,
            phase: if ended { Phase::Bombing } else { Phase::Building },
            turn: position.turn,
            overrides: [0; MAX_PLAYERS],
            bombs: [0; MAX_PLAYERS],
            out: position.out,
        }
    }

    /// The position of a diagram that the general game accepts; `None` if it holds anything that is not plain.
    pub(super) fn position(&self, diagram: &Diagram) -> Option<BitPosition> {
        let same_holes = diagram.tiles.iter().zip(self.map().tiles());
        let plain =
            same_holes.into_iter().all(|(new, old)| is_plain(*new) && (*new == Tile::HOLE) == (*old == Tile::HOLE));
        let phase = if diagram.turn.is_none() && diagram.out == 0 { Phase::Bombing } else { Phase::Building };
        if !plain
            || diagram.overrides != [0; MAX_PLAYERS]
            || diagram.bombs != [0; MAX_PLAYERS]
            || diagram.phase != phase
        {
            return None;
        }
        let mut stones = [0; 2];
        for bit in bits(self.layout.valid) {
            if let Some(owner) = diagram.tiles[self.layout.tiles[bit as usize] as usize].owner() {
                stones[owner.index()] |= 1 << bit;
            }
        }
        let mut position = BitPosition { stones, open: 0, turn: diagram.turn, out: diagram.out };
        if let Some(player) = diagram.turn {
            position.open = self.open(&position, player);
        }
        Some(position)
    }

    /// Squares that are tiles, as a set of bits.
    #[inline]
    pub(super) fn valid(&self) -> u64 {
        self.layout.valid
    }

    /// Every square with the index of its tile on the map.
    pub(super) fn squares(&self) -> impl Iterator<Item = (Square, usize)> {
        bits(self.layout.valid).map(|bit| (Square(bit), self.layout.tiles[usize::from(bit)] as usize))
    }

    /// Where a player could play.
    #[inline]
    pub(super) fn open(&self, position: &BitPosition, player: PlayerId) -> u64 {
        let [own, other] = position.seen_by(player);
        open_squares(own, other) & self.layout.valid
    }

    /// Gives the turn to the other player, or back, or ends the game.
    #[inline]
    fn pass_turn(&self, position: &mut BitPosition, last: PlayerId) {
        for player in [last.opponent(), last] {
            position.open = self.open(position, player);
            if position.open != 0 {
                position.turn = Some(player);
                return;
            }
        }
        position.turn = None;
    }
}

impl Layout {
    /// `None` if the tiles that are no holes do not fit.
    pub(super) fn new(board: &[Tile], width: usize) -> Option<Self> {
        let standing = || (0..board.len()).filter(|tile| board[*tile] != Tile::HOLE);
        let (column, row) = (|tile: usize| tile % width, |tile: usize| tile / width);
        let (left, right) = (standing().map(column).min()?, standing().map(column).max()?);
        let (top, bottom) = (standing().map(row).min()?, standing().map(row).max()?);
        if right - left >= SIDE || bottom - top >= SIDE {
            return None;
        }
        let mut layout = Layout { valid: 0, tiles: [0; 64] };
        for tile in standing() {
            let bit = (row(tile) - top) * SIDE + column(tile) - left;
            layout.valid |= 1 << bit;
            layout.tiles[bit] = tile as u32;
        }
        Some(layout)
    }

    fn square(&self, tile: usize) -> Option<Square> {
        bits(self.valid).find(|bit| self.tiles[usize::from(*bit)] as usize == tile).map(Square)
    }
}

impl BitPosition {
    /// Own stones and the other's, for one player.
    #[inline]
    pub(super) fn seen_by(&self, player: PlayerId) -> [u64; 2] {
        [self.stones[player.index()], self.stones[player.opponent().index()]]
    }
}

impl Game for BitReversi {
    type Position = BitPosition;
    type Move = Square;
    type Undo = BitPosition;

    fn facts(&self) -> Facts {
        let longest = self.layout.valid.count_ones() as usize;
        Facts { players: 2, chance: false, zero_sum: true, alternating: false, longest }
    }

    fn start(&self) -> BitPosition {
        self.position(&self.general.start().diagram()).expect("a plain map has a plain first position")
    }

    #[inline]
    fn turn(&self, position: &BitPosition) -> Turn {
        position.turn.map_or(Turn::Over, Turn::Player)
    }

    #[inline]
    fn moves(&self, position: &BitPosition, out: &mut Vec<Square>) {
        out.extend(bits(position.open).map(Square));
    }

    #[inline]
    fn count_moves(&self, position: &BitPosition) -> u64 {
        u64::from(position.open.count_ones())
    }

    fn is_legal(&self, position: &BitPosition, square: Square) -> bool {
        square.0 < 64 && position.open >> square.0 & 1 == 1
    }

    #[inline]
    fn make(&self, position: &mut BitPosition, square: Square) -> BitPosition {
        let undo = *position;
        let mover = position.turn.expect("a move needs a player to move");
        let [own, other] = position.seen_by(mover);
        let flips = turned(own, other, square.0);
        position.stones[mover.index()] = own | flips | 1 << (square.0 & 63);
        position.stones[mover.opponent().index()] = other & !flips;
        self.pass_turn(position, mover);
        undo
    }

    #[inline]
    fn unmake(&self, position: &mut BitPosition, _square: Square, undo: BitPosition) {
        *position = undo;
    }

    fn payoffs(&self, position: &BitPosition) -> Payoffs {
        let of = |index: usize| {
            Diagram::payoff(position.stones[index].count_ones() as usize, position.out >> index & 1 == 1)
        };
        Payoffs::new(&[of(0), of(1)])
    }

    fn disqualify(&self, position: &mut BitPosition, player: PlayerId) -> bool {
        if position.turn.is_some() {
            position.out |= 1 << player.index();
            position.turn = None;
            position.open = 0;
        }
        true
    }

    fn after_pass(&self, position: &BitPosition) -> Option<BitPosition> {
        let mut after = *position;
        after.turn = Some(position.turn?.opponent());
        after.open = self.open(&after, after.turn?);
        (after.open != 0).then_some(after)
    }

    #[inline]
    fn key(&self, position: &BitPosition) -> Option<u64> {
        let turn = position.turn.map_or(0, |player| player.number() as u64);
        let rest = u64::from(position.out) << 2 | turn;
        Some(splitmix64(splitmix64(position.stones[0] ^ splitmix64(rest)) ^ position.stones[1]))
    }
}

/// Whether Othello has such a tile.
pub(super) fn is_plain(tile: Tile) -> bool {
    matches!(tile, Tile::EMPTY | Tile::HOLE) || tile.owner().is_some()
}
