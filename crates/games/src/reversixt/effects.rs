//! What a move does to the board: stones set, turned, swapped and handed on, and bombs.

use super::capture;
use super::game::{Move, ReversiGame, TAKE_BOMB};
use super::position::{Change, Position};
use super::tile::Tile;
use plyground_core::PlayerId;

/// The stones that a choice asks to swap with.
pub(super) fn chosen(mv: Move) -> Tile {
    let player = PlayerId::from_number(usize::from(mv.special)).expect("a legal choice names a player");
    Tile::stone(player)
}

impl ReversiGame {
    /// A move of phase 1.
    pub(super) fn build(&self, position: &mut Position, mover: PlayerId, mv: Move) {
        let own = Tile::stone(mover);
        let start = mv.tile as usize;
        let content = position.tiles[start];
        if content.is_occupied() {
            position.overrides[mover.index()] -= 1;
        }
        self.capture(position, own, start);
        match content {
            Tile::CHOICE => position.swap(own, chosen(mv)),
            Tile::INVERSION => position.invert(self.map().players()),
            // Eight bits, as on the reference server: one more than 255 is 0.
            Tile::BONUS if mv.special == TAKE_BOMB => {
                position.bombs[mover.index()] = position.bombs(mover).wrapping_add(1);
            }
            Tile::BONUS => position.overrides[mover.index()] = position.overrides(mover).wrapping_add(1),
            _ => {}
        }
    }

    /// Sets a stone and turns what it captures. All walks see the board before the move, so the tiles are collected
    /// in the journal first; tiles that two walks share are entered once.
    fn capture(&self, position: &mut Position, own: Tile, start: usize) {
        let Position { tiles, journal, .. } = position;
        let first = journal.len();
        journal.push(Change { tile: start as u32, old: tiles[start] });
        for &heading in self.board.topology.around(start) {
            let before = journal.len();
            let turned = capture::walk(&self.board.topology, tiles, own, start, heading, |tile| {
                journal.push(Change { tile: tile as u32, old: tiles[tile] });
            });
            journal.truncate(before + turned);
        }
        let mut kept = first;
        for index in first..position.journal.len() {
            let change = position.journal[index];
            let tile = change.tile as usize;
            if position.tiles[tile] != own || index == first {
                position.put(tile, own, self.board.keys[tile]);
                position.journal[kept] = change;
                kept += 1;
            }
        }
        position.journal.truncate(kept);
    }

    /// A move of phase 2: breadth-first from the target. The journal is the queue, and a tile in it is a hole already, which also marks it
    /// as seen.
    pub(super) fn bomb(&self, position: &mut Position, mover: PlayerId, target: usize) {
        position.bombs[mover.index()] -= 1;
        let mut wave = position.journal.len();
        self.destroy(position, target);
        for _ in 0..self.map().strength() {
            let end = position.journal.len();
            if wave == end {
                break;
            }
            for index in wave..end {
                let tile = position.journal[index].tile as usize;
                for &heading in self.board.topology.around(tile) {
                    self.destroy(position, (heading >> 3) as usize);
                }
            }
            wave = end;
        }
    }

    fn destroy(&self, position: &mut Position, tile: usize) {
        let old = position.tiles[tile];
        if old != Tile::HOLE {
            position.put(tile, Tile::HOLE, self.board.keys[tile]);
            position.journal.push(Change { tile: tile as u32, old });
        }
    }
}

impl Position {
    /// A disqualified player's inventory is void.
    pub(super) fn void(&mut self, player: PlayerId) {
        self.overrides[player.index()] = 0;
        self.bombs[player.index()] = 0;
    }
}
