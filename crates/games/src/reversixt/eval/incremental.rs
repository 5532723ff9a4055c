//! The counts of a position kept up to date: from one position that a search asks about to the next few tiles change, and only
//! what depends on them is counted anew. [`Features::count`] is the plain way to the same numbers.
//!
//! A free tile sees a run of stones in each direction. Where two boards differ along a run, the first tile that differs sees the
//! free tile through stones that are the same on both, so walking outwards from every changed tile finds all free tiles that
//! have to look again, each in one direction.

use super::features::{Features, PlayerFeatures};
use super::map_features::MapFeatures;
use crate::reversixt::capture;
use crate::reversixt::game::ReversiGame;
use crate::reversixt::position::Position;
use crate::reversixt::tile::Tile;
use crate::reversixt::topology::Topology;
use plyground_core::MAX_PLAYERS;

/// Boards are compared in pieces of this many tiles.
const PIECE: usize = 32;
/// If more than one tile in this many has changed, counting everything is as quick.
const FEW: usize = 8;

fn push_changes(changed: &mut Vec<u32>, first: usize, before: &[Tile], now: &[Tile]) {
    let changes = (0..now.len()).filter(|place| before[*place] != now[*place]);
    changed.extend(changes.map(|place| (first + place) as u32));
}

/// What is counted of one colour.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    open: i32,
    bonuses: i32,
    frontier: i32,
    corners: i32,
    edges: i32,
    danger: i32,
}

/// The last board that was looked at, and everything counted on it. Only for boards whose steps can be walked backwards.
#[derive(Clone, Debug, Default)]
pub struct FeatureTracker {
    tiles: Vec<Tile>,
    /// Per free tile and direction: the players who would turn something that way, as a set of bits.
    lines: Vec<[u8; 8]>,
    /// Per tile: how many of its sides lead to a free tile.
    near: Vec<u8>,
    counts: [Counts; MAX_PLAYERS],
    changed: Vec<u32>,
    touched: Vec<u32>,
    /// Per tile: the last look in which it was touched, and in which it had changed.
    touched_at: Vec<u32>,
    changed_at: Vec<u32>,
    look: u32,
}

impl FeatureTracker {
    /// Everything that is counted in a position of phase 1.
    pub(super) fn features(&mut self, game: &ReversiGame, position: &Position, map_features: &MapFeatures) -> Features {
        self.follow(&game.board.topology, map_features, &position.tiles);
        let mut features = Features::of(game, position, map_features);
        for (colour, counts) in features.by_player.iter_mut().zip(&self.counts) {
            *colour = PlayerFeatures {
                stones: colour.stones,
                open: counts.open as f32,
                bonuses: counts.bonuses as f32,
                frontier: counts.frontier as f32,
                corners: counts.corners as f32,
                edges: counts.edges as f32,
                danger: counts.danger as f32,
            };
        }
        features
    }

    fn follow(&mut self, topology: &Topology, map_features: &MapFeatures, tiles: &[Tile]) {
        if self.tiles.len() != tiles.len() || self.look == u32::MAX {
            return self.begin(topology, map_features, tiles);
        }
        self.find_changes(tiles);
        if self.changed.len() * FEW > tiles.len() {
            return self.begin(topology, map_features, tiles);
        }
        let changed = std::mem::take(&mut self.changed);
        self.touch(topology, tiles, &changed);
        let touched = std::mem::take(&mut self.touched);
        touched.iter().for_each(|tile| self.count(map_features, *tile as usize, -1));
        changed.iter().for_each(|tile| self.put(topology, *tile as usize, tiles[*tile as usize]));
        touched.iter().for_each(|tile| self.count(map_features, *tile as usize, 1));
        changed.iter().for_each(|tile| self.look_again(topology, *tile));
        (self.changed, self.touched) = (changed, touched);
    }

    /// Counts everything.
    fn begin(&mut self, topology: &Topology, map_features: &MapFeatures, tiles: &[Tile]) {
        let area = tiles.len() - 1;
        let near = |tile: usize| topology.around(tile).iter().filter(|side| tiles[(**side >> 3) as usize].is_free());
        refill(&mut self.tiles, tiles.iter().copied());
        refill(&mut self.near, (0..area).map(|tile| near(tile).count() as u8));
        refill(&mut self.lines, std::iter::repeat_n([0; 8], area));
        refill(&mut self.touched_at, std::iter::repeat_n(0, area));
        refill(&mut self.changed_at, std::iter::repeat_n(0, area));
        (self.counts, self.look) = Default::default();
        for tile in 0..area {
            self.count(map_features, tile, 1);
            if self.tiles[tile].is_free() {
                self.look_around(topology, tile);
            }
        }
    }

    /// On large boards this takes most of the time of an evaluation. Pieces of constant length, compared by what their bytes differ in, become a
    /// few vector instructions; comparing slices of tiles became a loop over bytes in some builds and took a third longer.
    fn find_changes(&mut self, tiles: &[Tile]) {
        self.changed.clear();
        let (before, before_rest) = self.tiles.as_chunks::<PIECE>();
        let (now, now_rest) = tiles.as_chunks::<PIECE>();
        for (index, (before, now)) in before.iter().zip(now).enumerate() {
            let differs = before.iter().zip(now).fold(0, |bits, (before, now)| bits | before.difference(*now));
            if differs != 0 {
                push_changes(&mut self.changed, index * PIECE, before, now);
            }
        }
        push_changes(&mut self.changed, now.len() * PIECE, before_rest, now_rest);
    }

    /// Collects the tiles that count differently now: those that changed, and those beside a tile that was or is now free.
    fn touch(&mut self, topology: &Topology, tiles: &[Tile], changed: &[u32]) {
        self.look += 1;
        self.touched.clear();
        for &tile in changed {
            self.changed_at[tile as usize] = self.look;
            self.touch_one(tile);
            if self.tiles[tile as usize].is_free() != tiles[tile as usize].is_free() {
                topology.around(tile as usize).iter().for_each(|side| self.touch_one(side >> 3));
            }
        }
    }

    fn touch_one(&mut self, tile: u32) {
        // Behind the edge there is nothing to count.
        if let Some(at) = self.touched_at.get_mut(tile as usize).filter(|at| **at != self.look) {
            *at = self.look;
            self.touched.push(tile);
        }
    }

    /// Adds what lies on a tile to the counts, or takes it out.
    #[inline]
    fn count(&mut self, map_features: &MapFeatures, tile: usize, feature: i32) {
        let Some(owner) = self.tiles[tile].owner() else { return };
        let counts = &mut self.counts[owner.index()];
        match map_features.walls[tile] {
            4 => counts.corners += feature,
            3 => counts.edges += feature,
            _ => {}
        }
        if self.near[tile] > 0 {
            counts.frontier += feature;
            counts.danger +=
                feature * i32::from(map_features.beside(tile).is_some_and(|safe| self.tiles[safe].is_free()));
        }
    }

    /// Changes a tile and what its neighbours know about it.
    fn put(&mut self, topology: &Topology, tile: usize, new: Tile) {
        // While the tile still is what it was, so that what it counted for is taken out again.
        if self.tiles[tile].is_free() {
            (0..8).for_each(|direction| self.set_line(tile, direction, 0));
        }
        let old = std::mem::replace(&mut self.tiles[tile], new);
        if old.is_free() == new.is_free() {
            return;
        }
        for side in topology.around(tile) {
            if let Some(near) = self.near.get_mut((side >> 3) as usize) {
                *near = if old.is_free() { *near - 1 } else { *near + 1 };
            }
        }
    }

    /// After the change of a tile: itself if it is free, and the free tiles that see it.
    fn look_again(&mut self, topology: &Topology, tile: u32) {
        if self.tiles[tile as usize].is_free() {
            self.look_around(topology, tile as usize);
        }
        for direction in 0..8 {
            let start = tile * 8 + direction;
            let mut heading = topology.step(start);
            // A neighbour that changed as well looks for itself, in this direction too.
            if self.changed_at.get((heading >> 3) as usize) == Some(&self.look) {
                continue;
            }
            while self.tiles[(heading >> 3) as usize].is_occupied() && heading != start {
                heading = topology.step(heading);
            }
            if self.tiles[(heading >> 3) as usize].is_free() && heading != start {
                let back = heading ^ 4;
                let captors = capture::captors_along(topology, &self.tiles, topology.step(back));
                self.set_line((back >> 3) as usize, (back & 7) as usize, captors);
            }
        }
    }

    fn look_around(&mut self, topology: &Topology, tile: usize) {
        for (direction, heading) in topology.around(tile).iter().enumerate() {
            let captors = capture::captors_along(topology, &self.tiles, *heading);
            self.set_line(tile, direction, captors);
        }
    }

    /// Who turns something from a free tile in a direction; keeps count of who can play there.
    #[inline]
    fn set_line(&mut self, tile: usize, direction: usize, captors: u8) {
        let lines = &mut self.lines[tile];
        if lines[direction] == captors {
            return;
        }
        let before = any_line(*lines);
        lines[direction] = captors;
        let after = any_line(*lines);
        let mut differ = before ^ after;
        let bonus = i32::from(self.tiles[tile] == Tile::BONUS);
        while differ != 0 {
            let player = differ.trailing_zeros() as usize;
            let change = if after >> player & 1 == 1 { 1 } else { -1 };
            self.counts[player].open += change;
            self.counts[player].bonuses += change * bonus;
            differ &= differ - 1;
        }
    }
}

/// New contents in memory that is there already.
fn refill<T>(list: &mut Vec<T>, contents: impl Iterator<Item = T>) {
    list.clear();
    list.extend(contents);
}

/// The players who turn something in any direction.
#[inline]
fn any_line(lines: [u8; 8]) -> u8 {
    let all = u64::from_ne_bytes(lines);
    let halves = all | all >> 32;
    let quarters = halves | halves >> 16;
    (quarters | quarters >> 8) as u8
}
