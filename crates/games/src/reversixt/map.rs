//! A map as a value: what a map file says, checked.

use super::fault::MapWarning;
use super::tile::Tile;
use plyground_core::PlayerId;
use std::fmt::Write;

/// Columns and rows to walk for each direction, clockwise from up.
pub(super) const STEPS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// One side of a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Side {
    /// Column from 0.
    pub x: u16,
    /// Row from 0.
    pub y: u16,
    /// Direction from 0 (up) clockwise to 7 (up-left).
    pub direction: u8,
}

/// Two joined sides. Leaving the tile of one through that side, one enters the tile of the other through the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The end that the file names first.
    pub from: Side,
    /// The end that the file names second.
    pub to: Side,
}

/// How much to forgive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// Refuse what the reference server refuses.
    #[default]
    Strict,
    /// Forgive what has an obvious meaning, with a warning: upper-case and joined tiles; a transition beside a real
    /// neighbour wins over it; transitions that end on holes, outside the board or on a used side are dropped, and so
    /// is whatever follows the transitions.
    Lenient,
}

/// A map that was read, and what was odd about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The map.
    pub map: MapFile,
    /// Oddities, in the order of the text.
    pub warnings: Vec<MapWarning>,
}

/// Everything a map file says. Only [`MapFile::parse`] makes one, so it is always playable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapFile {
    pub(super) players: u8,
    pub(super) overrides: u8,
    pub(super) bombs: u8,
    pub(super) strength: u16,
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) tiles: Vec<Tile>,
    pub(super) transitions: Vec<Transition>,
}

/// Counts that describe a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MapFacts {
    /// Tiles that are no holes.
    pub tiles: usize,
    /// Holes.
    pub holes: usize,
    /// Stones of players.
    pub stones: usize,
    /// Choice tiles.
    pub choice: usize,
    /// Inversion tiles.
    pub inversion: usize,
    /// Bonus tiles.
    pub bonus: usize,
    /// Expansion stones.
    pub expansion: usize,
    /// Transitions.
    pub transitions: usize,
}

impl MapFile {
    /// The map in the conventional layout; reading it back gives the same map.
    pub fn write(&self) -> String {
        let mut out = String::with_capacity(self.tiles.len() * 2 + self.transitions.len() * 24 + 40);
        let header = (self.players, self.overrides, self.bombs, self.strength, self.height, self.width);
        let (players, overrides, bombs, strength, height, width) = header;
        write!(out, "{players}\n{overrides}\n{bombs} {strength}\n{height} {width}\n").expect("strings take all");
        for row in self.tiles.chunks(self.width()) {
            for (index, tile) in row.iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                out.push(tile.to_char());
            }
            out.push('\n');
        }
        for Transition { from: a, to: b } in &self.transitions {
            writeln!(out, "{} {} {} <-> {} {} {}", a.x, a.y, a.direction, b.x, b.y, b.direction)
                .expect("strings take all");
        }
        out
    }

    /// Number of players, 2 to 8.
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// Override stones that each player begins with.
    pub fn overrides(&self) -> u8 {
        self.overrides
    }

    /// Bombs that each player begins with.
    pub fn bombs(&self) -> u8 {
        self.bombs
    }

    /// How many steps a bomb reaches beyond its target.
    pub fn strength(&self) -> usize {
        usize::from(self.strength)
    }

    /// Columns.
    pub fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// Rows.
    pub fn height(&self) -> usize {
        usize::from(self.height)
    }

    /// All tiles, row by row from the top left; holes included.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// All transitions, in the order of the file.
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// The counts that lists and pictures show.
    pub fn facts(&self) -> MapFacts {
        let mut facts = MapFacts { transitions: self.transitions.len(), ..MapFacts::default() };
        for tile in &self.tiles {
            match *tile {
                Tile::HOLE => facts.holes += 1,
                Tile::CHOICE => facts.choice += 1,
                Tile::INVERSION => facts.inversion += 1,
                Tile::BONUS => facts.bonus += 1,
                Tile::EXPANSION => facts.expansion += 1,
                Tile::EMPTY => {}
                _ => facts.stones += 1,
            }
        }
        facts.tiles = self.tiles.len() - facts.holes;
        facts
    }

    /// The players who have no stone at the start, and so could hardly ever place one.
    pub fn players_without_stones(&self) -> impl Iterator<Item = PlayerId> {
        PlayerId::all(self.players()).filter(|player| !self.tiles.contains(&Tile::stone(*player)))
    }

    /// Index of a side's tile in [`tiles`](MapFile::tiles).
    pub fn index(&self, side: Side) -> usize {
        usize::from(side.y) * self.width() + usize::from(side.x)
    }

    /// The plain neighbour of a side: another tile of the board that is no hole.
    pub(super) fn neighbour(&self, side: Side) -> Option<usize> {
        let (dx, dy) = STEPS[usize::from(side.direction)];
        let (x, y) = (i32::from(side.x) + dx, i32::from(side.y) + dy);
        let inside = (0..i32::from(self.width)).contains(&x) && (0..i32::from(self.height)).contains(&y);
        let index = || y as usize * self.width() + x as usize;
        inside.then(index).filter(|index| self.tiles[*index] != Tile::HOLE)
    }
}
