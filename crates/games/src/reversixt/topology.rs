//! The neighbour function of a map as one flat table.

use super::map::{MapFile, Side};
use super::tile::Tile;

/// Where each side of each tile leads. A *heading* is a tile and a direction in one number, `tile * 8 + direction`; the
/// table gives for each heading the next one. Where no tile follows, it gives a heading on one tile more than the
/// board has, which positions keep as a hole: walks then need no test for the edge.
#[derive(Clone, Debug)]
pub(super) struct Topology {
    next: Vec<u32>,
    reversible: bool,
}

impl Topology {
    /// The table of a map, holes of the map included. Holes that bombs tear later are the position's business.
    pub(super) fn new(map: &MapFile) -> Self {
        let area = map.tiles.len();
        let nowhere = (area * 8) as u32;
        let mut next = Vec::with_capacity(area * 8);
        for y in 0..map.height {
            for x in 0..map.width {
                for direction in 0..8 {
                    let side = Side { x, y, direction };
                    let is_tile = map.tiles[map.index(side)] != Tile::HOLE;
                    let neighbour = map.neighbour(side).filter(|_| is_tile);
                    next.push(neighbour.map_or(nowhere, |tile| heading(tile, direction)));
                }
            }
        }
        for transition in &map.transitions {
            for (from, to) in [(transition.from, transition.to), (transition.to, transition.from)] {
                // One enters through side `to` and so goes on in the opposite direction.
                next[heading(map.index(from), from.direction) as usize] =
                    heading(map.index(to), (to.direction + 4) % 8);
            }
        }
        let back = |heading: u32| heading ^ 4;
        let reversible = (0..nowhere).all(|from| {
            let to = next[from as usize];
            to == nowhere || next[back(to) as usize] == back(from)
        });
        Topology { next, reversible }
    }

    /// Whether every step can be walked backwards. Always so on strictly read maps; not where a transition pushes a
    /// real neighbour aside, because that neighbour still leads here.
    pub(super) fn is_reversible(&self) -> bool {
        self.reversible
    }

    /// The heading after one step.
    #[inline(always)]
    pub(super) fn step(&self, heading: u32) -> u32 {
        self.next[heading as usize]
    }

    /// The headings after one step from a tile, one per direction.
    #[inline(always)]
    pub(super) fn around(&self, tile: usize) -> &[u32] {
        &self.next[tile * 8..tile * 8 + 8]
    }

    /// More steps than any walk without repetition can have.
    #[inline(always)]
    pub(super) fn longest_walk(&self) -> usize {
        self.next.len()
    }
}

#[inline]
fn heading(tile: usize, direction: u8) -> u32 {
    (tile * 8) as u32 + u32::from(direction)
}
