//! Who can move where, and whose turn it is.

use super::capture;
use super::game::{Move, ReversiGame, TAKE_BOMB, TAKE_OVERRIDE};
use super::position::Position;
use super::tile::{Phase, Tile};
use plyground_core::PlayerId;

/// Boards up to this size collect the targets of a move list in a set of bits that needs no memory from outside.
const MARKED_TILES: usize = 4096;

impl ReversiGame {
    /// Players who are not disqualified.
    pub(super) fn active(&self, position: &Position) -> usize {
        self.map().players() - position.out.count_ones() as usize
    }

    /// Appends the moves on one tile: one for each answer to what the tile asks.
    pub(super) fn push_choices(&self, content: Tile, tile: usize, out: &mut Vec<Move>) {
        let tile = tile as u32;
        match content {
            Tile::CHOICE => out.extend((1..=self.map().players()).map(|number| Move { tile, special: number as u8 })),
            Tile::BONUS => out.extend([TAKE_BOMB, TAKE_OVERRIDE].map(|special| Move { tile, special })),
            _ => out.push(Move { tile, special: 0 }),
        }
    }

    /// Whether looking from the player's stones is cheaper than looking from the free tiles, and possible at all.
    fn prefers_outward(&self, position: &Position, player: PlayerId) -> bool {
        self.board.topology.is_reversible() && position.stones(player) < position.free()
    }

    /// Visits every tile where the player may build, in their order.
    #[inline]
    pub(super) fn each_target(&self, position: &Position, player: PlayerId, mut visit: impl FnMut(usize)) {
        let board = position.board();
        if board.len() > MARKED_TILES || !self.prefers_outward(position, player) {
            (0..board.len()).filter(|tile| self.can_build_on(position, player, *tile)).for_each(visit);
            return;
        }
        let own = Tile::stone(player);
        let mut marks = [0u64; MARKED_TILES / 64];
        for (from, _) in board.iter().enumerate().filter(|(_, content)| **content == own) {
            capture::outward(&self.board.topology, &position.tiles, own, from, |tile| {
                marks[tile / 64 % marks.len()] |= 1 << (tile % 64);
                false
            });
        }
        if position.overrides(player) > 0 {
            for (tile, _) in board.iter().enumerate().filter(|(_, content)| content.is_occupied()) {
                if self.can_build_on(position, player, tile) {
                    marks[tile / 64 % marks.len()] |= 1 << (tile % 64);
                }
            }
        }
        for (index, mut word) in marks.into_iter().enumerate() {
            while word != 0 {
                visit(index * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// Gives the turn to the player who comes after `last` and can move; ends phase 1, and the game, when nobody can.
    #[inline]
    pub(super) fn pass_turn(&self, position: &mut Position, last: PlayerId) {
        position.turn = self.next_mover(position, last);
        if position.turn.is_none() && position.phase == Phase::Building {
            position.phase = Phase::Bombing;
            position.turn = self.next_mover(position, last);
        }
    }

    #[inline]
    pub(super) fn next_mover(&self, position: &mut Position, last: PlayerId) -> Option<PlayerId> {
        let players = self.map().players();
        let mut index = last.index();
        for _ in 0..players {
            index = if index + 1 == players { 0 } else { index + 1 };
            let player = PlayerId::from_index(index);
            if position.is_active(player) && self.can_move(position, player) {
                return Some(player);
            }
        }
        None
    }

    /// Whether the player has a legal move in the present phase.
    #[inline]
    pub(super) fn can_move(&self, position: &mut Position, player: PlayerId) -> bool {
        if position.phase == Phase::Bombing {
            return position.bombs(player) > 0 && position.standing() > 0;
        }
        // Where they could move lately they often still can; that makes the question cheap nearly always.
        let hint = position.hints[player.index()] as usize;
        if self.can_build_on(position, player, hint) {
            return true;
        }
        match self.find_target(position, player) {
            Some(tile) => {
                position.hints[player.index()] = tile as u32;
                true
            }
            None => false,
        }
    }

    /// Some tile where the player may build.
    pub(super) fn find_target(&self, position: &Position, player: PlayerId) -> Option<usize> {
        if !position.is_active(player) {
            return None;
        }
        let own = Tile::stone(player);
        let overrides = position.overrides(player) > 0;
        let expansion = overrides && position.counts[Tile::EXPANSION.code()] > 0;
        if position.stones(player) == 0 && !expansion {
            return None;
        }
        let board = position.board();
        if expansion {
            return board.iter().position(|content| *content == Tile::EXPANSION);
        }
        if !overrides && self.prefers_outward(position, player) {
            let mut target = None;
            for (from, _) in board.iter().enumerate().filter(|(_, content)| **content == own) {
                let found = |tile| {
                    target = Some(tile);
                    true
                };
                if capture::outward(&self.board.topology, &position.tiles, own, from, found) {
                    break;
                }
            }
            return target;
        }
        (0..board.len()).find(|tile| self.can_build_on(position, player, *tile))
    }
}
