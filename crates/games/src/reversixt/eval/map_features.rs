//! What the map alone says about its tiles: where stones are safe, what gives safe tiles away, how far play can reach, what a
//! bomb tears down.

use super::playouts;
use crate::reversixt::game::ReversiGame;
use crate::reversixt::tile::Tile;

/// Lines through a tile. On a tile that none of them captures a stone stays for good, overrides and special tiles aside.
pub(super) const LINES: usize = 4;
/// Bombs of greater strength are judged as if they had this one: such balls cover most maps anyway…
const FARTHEST: usize = 6;
/// …and all balls together would fill the memory.
const BALL_TILES: usize = 4 << 20;
/// Where quick games leave less than one tile in this many free, stones are taken to reach every connected tile.
const UNPLAYED: f32 = 4.0;
/// No tile.
const NOWHERE: u32 = u32::MAX;

/// Facts about each tile of a board, computed once.
#[derive(Debug)]
pub struct MapFeatures {
    /// Per tile: lines on which a stone cannot be captured because one end is a wall, 0 to 4.
    pub(super) walls: Vec<u8>,
    /// Per tile: a safe tile beside it, from which an opponent could strike, if there is one.
    beside: Vec<u32>,
    /// Per tile: what a bomb on it destroys on the untouched map, itself first: `starts[tile]..starts[tile + 1]`.
    balls: Vec<u32>,
    starts: Vec<u32>,
    /// Tiles that play can reach: those connected to a stone.
    pub(super) reachable: usize,
    /// Tiles that are still free when play is over, where that is many, and the tiles that play uses: the board is as full as these are.
    unplayed: f32,
    playable: f32,
    /// Reachable tiles with four walls, and with three.
    pub(super) corners: usize,
    pub(super) edges: usize,
    /// What a bomb destroys on the average.
    pub(super) ball: f32,
}

impl MapFeatures {
    pub(super) fn new(game: &ReversiGame) -> Self {
        let area = game.map().tiles().len();
        let walls: Vec<u8> = (0..area).map(|tile| walls(game, tile)).collect();
        let reached = flood(game);
        let count = |wanted: u8| (0..area).filter(|tile| reached[*tile] && walls[*tile] == wanted).count();
        let mut map_features = MapFeatures {
            beside: (0..area).map(|tile| safe_neighbour(game, &walls, tile)).collect(),
            balls: Vec::new(),
            starts: vec![0],
            reachable: reached.iter().filter(|reached| **reached).count().max(1),
            unplayed: 0.0,
            playable: 1.0,
            corners: count(4),
            edges: count(3),
            ball: 0.0,
            walls,
        };
        let mut seen = vec![usize::MAX; area];
        for tile in 0..area {
            if game.map().tiles()[tile] != Tile::HOLE {
                map_features.add_ball(game, tile, &mut seen);
            }
            map_features.starts.push(map_features.balls.len() as u32);
        }
        let standing = game.map().tiles().iter().filter(|tile| **tile != Tile::HOLE).count().max(1);
        map_features.ball = map_features.balls.len() as f32 / standing as f32;
        map_features.estimate_playable(game, standing as f32);
        map_features
    }

    fn estimate_playable(&mut self, game: &ReversiGame, standing: f32) {
        self.playable = self.reachable as f32;
        if let Some(unplayed) = playouts::unplayed(game).filter(|unplayed| unplayed * UNPLAYED > standing) {
            (self.unplayed, self.playable) = (unplayed, (standing - unplayed).max(1.0));
        }
    }

    /// How much of what play uses is filled when this many tiles are free, 0 to 1.
    #[inline]
    pub(super) fn filled(&self, free: f32) -> f32 {
        (1.0 - (free - self.unplayed) / self.playable).clamp(0.0, 1.0)
    }

    fn add_ball(&mut self, game: &ReversiGame, target: usize, seen: &mut [usize]) {
        let first = self.balls.len();
        self.balls.push(target as u32);
        seen[target] = target;
        let mut wave = first;
        for _ in 0..game.map().strength().min(FARTHEST) {
            let end = self.balls.len();
            if (end - first) * seen.len() > BALL_TILES {
                break;
            }
            for index in wave..end {
                for &heading in game.board.topology.around(self.balls[index] as usize) {
                    let tile = (heading >> 3) as usize;
                    if tile < seen.len() && seen[tile] != target {
                        seen[tile] = target;
                        self.balls.push(tile as u32);
                    }
                }
            }
            wave = end;
        }
    }

    /// What a bomb on a tile destroys, as long as no other bomb has fallen nearby.
    pub(super) fn ball(&self, tile: usize) -> &[u32] {
        &self.balls[self.starts[tile] as usize..self.starts[tile + 1] as usize]
    }

    /// A safe tile beside this one, if there is one.
    #[inline]
    pub(super) fn beside(&self, tile: usize) -> Option<usize> {
        let safe = self.beside[tile];
        (safe != NOWHERE).then_some(safe as usize)
    }
}

/// Lines through a tile that end at it: leaving it, one side leads nowhere.
fn walls(game: &ReversiGame, tile: usize) -> u8 {
    let area = game.map().tiles().len();
    let is_wall = |heading: u32| heading as usize >= area * 8;
    let around = game.board.topology.around(tile);
    (0..LINES).filter(|axis| is_wall(around[*axis]) || is_wall(around[axis + LINES])).count() as u8
}

/// A neighbour that is safe, unless the tile is as safe itself.
fn safe_neighbour(game: &ReversiGame, walls: &[u8], tile: usize) -> u32 {
    if usize::from(walls[tile]) == LINES {
        return NOWHERE;
    }
    let around = game.board.topology.around(tile);
    let mut neighbours = around.iter().map(|heading| heading >> 3);
    neighbours
        .find(|near| walls.get(*near as usize).is_some_and(|count| usize::from(*count) == LINES))
        .unwrap_or(NOWHERE)
}

/// Tiles connected to a stone or an expansion stone.
fn flood(game: &ReversiGame) -> Vec<bool> {
    let tiles = game.map().tiles();
    let mut reached: Vec<bool> = tiles.iter().map(|tile| tile.is_occupied()).collect();
    let mut queue: Vec<usize> = (0..tiles.len()).filter(|tile| reached[*tile]).collect();
    while let Some(tile) = queue.pop() {
        for &heading in game.board.topology.around(tile) {
            let near = (heading >> 3) as usize;
            if near < tiles.len() && !reached[near] && tiles[near] != Tile::HOLE {
                reached[near] = true;
                queue.push(near);
            }
        }
    }
    reached
}
