//! Which stones a move turns: walks over the board, all through the step table.

use super::tile::Tile;
use super::topology::Topology;

/// How many stones the walk along one direction from `start` turns for `own`; `visit` sees every tile it runs over,
/// whether or not the walk succeeds.
///
/// On a strictly read map every step can be walked backwards, so that a walk in circles meets its start. A leniently
/// read map may lack that, hence the bound: a walk beyond it circles for ever and turns nothing.
#[inline(always)]
pub(super) fn walk(
    topology: &Topology,
    tiles: &[Tile],
    own: Tile,
    start: usize,
    mut heading: u32,
    mut visit: impl FnMut(usize),
) -> usize {
    let mut length = 0;
    loop {
        let tile = (heading >> 3) as usize;
        let content = tiles[tile];
        if !content.is_occupied() || tile == start {
            return 0;
        }
        if content == own {
            return length;
        }
        length += 1;
        if length > topology.longest_walk() {
            return 0;
        }
        visit(tile);
        heading = topology.step(heading);
    }
}

/// Whether `own` set on `start` would turn anything.
#[inline]
pub(super) fn captures(topology: &Topology, tiles: &[Tile], own: Tile, start: usize) -> bool {
    topology.around(start).iter().any(|heading| walk(topology, tiles, own, start, *heading, |_| {}) > 0)
}

/// Whether the tile is a legal place for `own`, given that they have override stones or not.
#[inline]
pub(super) fn is_target(topology: &Topology, tiles: &[Tile], own: Tile, overrides: bool, tile: usize) -> bool {
    let content = tiles[tile];
    if content.is_free() {
        captures(topology, tiles, own, tile)
    } else {
        overrides && content != Tile::HOLE && (content == Tile::EXPANSION || captures(topology, tiles, own, tile))
    }
}

/// Calls `found` for every free tile that a stone of `own` on `from` makes playable: walks outwards instead of inwards,
/// which is cheaper where stones are few. A tile may be found more than once. Stops when `found` says so.
///
/// Only for tables whose steps can be walked backwards.
#[inline]
pub(super) fn outward(
    topology: &Topology,
    tiles: &[Tile],
    own: Tile,
    from: usize,
    mut found: impl FnMut(usize) -> bool,
) -> bool {
    for &first in topology.around(from) {
        let mut heading = first;
        let mut length = 0;
        loop {
            let tile = (heading >> 3) as usize;
            let content = tiles[tile];
            if !content.is_occupied() {
                if length > 0 && content.is_free() && found(tile) {
                    return true;
                }
                break;
            }
            if content == own {
                break;
            }
            length += 1;
            heading = topology.step(heading);
        }
    }
    false
}

/// The players, as a set of bits from 0, who could turn something from a free tile.
pub(super) fn captors(topology: &Topology, tiles: &[Tile], start: usize) -> u8 {
    topology.around(start).iter().fold(0, |all, first| all | captors_along(topology, tiles, *first))
}

/// Those who turn something in the direction of a first step from a free tile: a player does if their stone lies somewhere
/// along a run of stones that begins with somebody else's.
#[inline]
pub(super) fn captors_along(topology: &Topology, tiles: &[Tile], first: u32) -> u8 {
    let mut heading = first;
    let begins = tiles[(heading >> 3) as usize];
    let mut along = 0u16;
    for _ in 0..topology.longest_walk() {
        let content = tiles[(heading >> 3) as usize];
        if !content.is_occupied() {
            break;
        }
        along |= 1 << content.code();
        heading = topology.step(heading);
    }
    ((along & !(1 << begins.code())) >> 1) as u8
}
