//! What changes during play: 32 bytes that are copied rather than shared.

use super::board::CELLS;
use super::stones::{LANES, Stones};
use super::{BLUE, MAX_STONES};
use plyground_core::{PlayerId, key_for};

/// A step towards the goal. The order is the order of move lists: of equally good moves, the diagonal comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// One rank and one file.
    Diagonal,
    /// One file: right for Red, left for Blue.
    Horizontal,
    /// One rank: down for Red, up for Blue.
    Vertical,
}

impl Step {
    /// All steps in order.
    pub const ALL: [Step; 3] = [Step::Diagonal, Step::Horizontal, Step::Vertical];

    /// Rows and columns away from the player's own corner.
    pub(super) const fn shift(self) -> (usize, usize) {
        match self {
            Step::Diagonal => (1, 1),
            Step::Horizontal => (0, 1),
            Step::Vertical => (1, 0),
        }
    }

    /// The letter of the short form.
    pub const fn letter(self) -> char {
        match self {
            Step::Diagonal => 'd',
            Step::Horizontal => 'h',
            Step::Vertical => 'v',
        }
    }
}

/// A stone of the player to move, and its step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    stone: u8,
    step: Step,
}

impl Move {
    /// The stone is counted from 0, below [`MAX_STONES`].
    #[inline]
    pub(super) fn new(stone: usize, step: Step) -> Self {
        Move { stone: stone as u8, step }
    }

    /// The stone, counted from 0.
    #[inline]
    pub fn stone(self) -> usize {
        self.stone as usize
    }

    /// The number on the stone.
    #[inline]
    pub fn label(self) -> usize {
        self.stone as usize + 1
    }

    /// Where it goes.
    #[inline]
    pub fn step(self) -> Step {
        self.step
    }
}

/// A position. Whether the game is over is part of it, so that asking costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) stones: [Stones; 2],
    pub(super) key: u64,
    pub(super) mover: PlayerId,
    /// The rolled face, counted from 0.
    pub(super) die: Option<u8>,
    pub(super) winner: Option<PlayerId>,
}

/// Keys of stones on cells, by player. The same for all board sizes. Lanes without a stone have the key 0.
static STONE_KEYS: [[[u64; CELLS]; LANES]; 2] = {
    let mut keys = [[[0; CELLS]; LANES]; 2];
    let mut stone = 0;
    while stone < 2 * MAX_STONES {
        let mut cell = 0;
        while cell < CELLS {
            keys[stone / MAX_STONES][stone % MAX_STONES][cell] = key_for(SALT, (stone * CELLS + cell) as u64);
            cell += 1;
        }
        stone += 1;
    }
    keys
};

static DIE_KEYS: [u64; MAX_STONES] = {
    let mut keys = [0; MAX_STONES];
    let mut face = 0;
    while face < MAX_STONES {
        keys[face] = key_for(SALT + 1, face as u64);
        face += 1;
    }
    keys
};

const BLUE_TO_MOVE: u64 = key_for(SALT + 2, 0);

/// Any number would do; this one keeps the keys apart from those of other games.
const SALT: u64 = 0x0045_574e_0000;

#[inline]
fn stone_key(player: PlayerId, stone: usize, cell: u8) -> u64 {
    STONE_KEYS[player.index()][stone][cell as usize]
}

impl Position {
    /// A board without stones.
    pub(super) fn empty(mover: PlayerId) -> Self {
        let mut position = Position { stones: [Stones::NONE; 2], key: 0, mover, die: None, winner: None };
        position.key = position.recomputed_key();
        position
    }

    /// The stones of one player.
    #[inline]
    pub fn stones(&self, player: PlayerId) -> Stones {
        self.stones[player.index()]
    }

    /// Who moves, or rolls, next. After the end, the player who would.
    #[inline]
    pub fn mover(&self) -> PlayerId {
        self.mover
    }

    /// The rolled face, counted from 0.
    #[inline]
    pub fn die(&self) -> Option<usize> {
        self.die.map(usize::from)
    }

    /// Who has won.
    #[inline]
    pub fn winner(&self) -> Option<PlayerId> {
        self.winner
    }

    /// Whose stone stands on the cell, and which.
    pub fn occupant(&self, cell: u8) -> Option<(PlayerId, usize)> {
        PlayerId::all(2).find_map(|player| self.stones(player).find(cell).map(|stone| (player, stone)))
    }

    /// Puts a stone that is off the board on a cell, or moves it there.
    #[inline]
    pub(super) fn put(&mut self, player: PlayerId, stone: usize, cell: u8) {
        let stones = &mut self.stones[player.index()];
        if let Some(from) = stones.get(stone) {
            self.key ^= stone_key(player, stone, from);
        }
        stones.put(stone, cell);
        self.key ^= stone_key(player, stone, cell);
    }

    /// Moves a stone from where it stands.
    #[inline]
    pub(super) fn step(&mut self, player: PlayerId, stone: usize, (from, to): (u8, u8)) {
        let keys = &STONE_KEYS[player.index()][stone % LANES];
        self.key ^= keys[usize::from(from) % CELLS] ^ keys[usize::from(to) % CELLS];
        self.stones[player.index()].put(stone, to);
    }

    /// Takes whatever stands on the cell off the board.
    #[inline]
    pub(super) fn clear(&mut self, cell: u8) {
        // Captures are too frequent to be guessed: without a stone there the same is done with a lane that has none.
        for (stones, keys) in self.stones.iter_mut().zip(&STONE_KEYS) {
            self.key ^= keys[stones.clear(cell)][usize::from(cell) % CELLS];
        }
    }

    #[inline]
    pub(super) fn set_die(&mut self, die: Option<u8>) {
        for face in [self.die, die].into_iter().flatten() {
            self.key ^= DIE_KEYS[face as usize];
        }
        self.die = die;
    }

    #[inline]
    pub(super) fn pass_on(&mut self) {
        self.set_die(None);
        self.mover = self.mover.opponent();
        self.key ^= BLUE_TO_MOVE;
    }

    /// The key from nothing, after moving every stone to `image(cell)`.
    pub(super) fn key_of_image(&self, image: impl Fn(u8) -> u8) -> u64 {
        let mut key = if self.mover == BLUE { BLUE_TO_MOVE } else { 0 };
        key ^= self.die.map_or(0, |face| DIE_KEYS[face as usize]);
        for player in PlayerId::all(2) {
            for (stone, cell) in self.stones(player).iter() {
                key ^= stone_key(player, stone, image(cell));
            }
        }
        key
    }

    pub(super) fn recomputed_key(&self) -> u64 {
        self.key_of_image(|cell| cell)
    }
}

// Copied at every node of a search instead of undone.
const _: () = assert!(size_of::<Position>() <= 32);
