//! The rules on any map: moves, their effects, whose turn it is, how it ends.

use super::capture;
use super::diagram::Diagram;
use super::game::{Move, ReversiGame, TAKE_BOMB, TAKE_OVERRIDE};
use super::position::{Change, Position};
use super::tile::{Phase, Tile};
use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn};

/// What `unmake` cannot read from the position itself.
#[derive(Debug)]
pub struct Undo {
    mover: PlayerId,
    phase: Phase,
    overrides: u8,
    bombs: u8,
    /// The journal entries of this move.
    changes: std::ops::Range<usize>,
}

impl Game for ReversiGame {
    type Position = Position;
    type Move = Move;
    type Undo = Undo;

    fn facts(&self) -> Facts {
        let players = self.map().players();
        let tiles = self.map().facts().tiles;
        Facts {
            players,
            chance: false,
            zero_sum: players == 2,
            alternating: false,
            // A building move fills a free tile or spends an override stone, of which nobody ever holds more than 255
            // and each bonus tile brings one; a bomb tears at least one hole. Positions given as text may hold that
            // many, so the header's smaller numbers are no bound.
            longest: 3 * tiles + players * usize::from(u8::MAX),
        }
    }

    fn start(&self) -> Position {
        self.first_position()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        position.turn.map_or(Turn::Over, Turn::Player)
    }

    fn phase(&self, position: &Position) -> &'static str {
        position.phase.name()
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let Some(player) = position.turn else { return };
        if position.phase == Phase::Bombing {
            let standing = position.board().iter().enumerate().filter(|(_, content)| **content != Tile::HOLE);
            out.extend(standing.map(|(tile, _)| Move { tile: tile as u32, special: 0 }));
        } else if self.prefers_outward(position, player) {
            self.list_outward(position, player, out);
        } else {
            for tile in 0..position.board().len() {
                if self.can_build_on(position, player, tile) {
                    self.push_choices(position.tiles[tile], tile, out);
                }
            }
        }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        let Some(player) = position.turn else { return 0 };
        if position.phase == Phase::Bombing {
            return position.standing() as u64;
        }
        let weight = |tile: usize| match position.tiles[tile] {
            Tile::CHOICE => self.map().players() as u64,
            Tile::BONUS => 2,
            _ => 1,
        };
        (0..position.board().len()).filter(|tile| self.can_build_on(position, player, *tile)).map(weight).sum()
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        let (x, y) = self.coordinates(mv);
        self.raw_move(position, x, y, mv.special) == Ok(mv)
    }

    fn make(&self, position: &mut Position, mv: Move) -> Undo {
        let mover = position.turn.expect("a move needs a player to move");
        let first = position.journal.len();
        let (phase, overrides, bombs) = (position.phase, position.overrides(mover), position.bombs(mover));
        match phase {
            Phase::Building => self.build(position, mover, mv),
            Phase::Bombing => self.bomb(position, mover, mv.tile as usize),
        }
        self.pass_turn(position, mover);
        Undo { mover, phase, overrides, bombs, changes: first..position.journal.len() }
    }

    fn unmake(&self, position: &mut Position, mv: Move, undo: Undo) {
        assert_eq!(
            undo.changes.end,
            position.journal.len(),
            "only the last move made on this very value is taken back"
        );
        if undo.phase == Phase::Building {
            let mover = Tile::stone(undo.mover);
            match position.journal[undo.changes.start].old {
                Tile::CHOICE => position.swap(mover, chosen(mv)),
                Tile::INVERSION => position.revert(self.map().players()),
                _ => {}
            }
        }
        for index in undo.changes.clone() {
            let Change { tile, old } = position.journal[index];
            position.put(tile as usize, old, self.board.keys[tile as usize]);
        }
        position.journal.truncate(undo.changes.start);
        position.overrides[undo.mover.index()] = undo.overrides;
        position.bombs[undo.mover.index()] = undo.bombs;
        position.phase = undo.phase;
        position.turn = Some(undo.mover);
    }

    fn payoffs(&self, position: &Position) -> Payoffs {
        let mut values = [0.0; plyground_core::MAX_PLAYERS];
        let players = self.map().players();
        for player in PlayerId::all(players) {
            values[player.index()] = Diagram::payoff(position.stones(player), !position.is_active(player));
        }
        Payoffs::new(&values[..players])
    }

    fn disqualify(&self, position: &mut Position, player: PlayerId) -> bool {
        if position.turn.is_none() || !position.is_active(player) {
            return true;
        }
        position.out |= 1 << player.index();
        position.void(player);
        // Nobody may take back across this.
        position.journal.clear();
        if self.active(position) == 1 {
            position.turn = None;
        } else if position.turn == Some(player) {
            self.pass_turn(position, player);
        }
        true
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn recomputed_key(&self, position: &Position) -> u64 {
        position.recomputed_key(&self.board.keys)
    }
}

/// The stones that a choice asks to swap with.
fn chosen(mv: Move) -> Tile {
    let player = PlayerId::from_number(usize::from(mv.special)).expect("a legal choice names a player");
    Tile::stone(player)
}

impl ReversiGame {
    fn active(&self, position: &Position) -> usize {
        self.map().players() - position.out.count_ones() as usize
    }

    /// Appends the moves on one tile: one for each answer to what the tile asks.
    fn push_choices(&self, content: Tile, tile: usize, out: &mut Vec<Move>) {
        let tile = tile as u32;
        match content {
            Tile::CHOICE => out.extend((1..=self.map().players()).map(|number| Move { tile, special: number as u8 })),
            Tile::BONUS => out.extend([TAKE_BOMB, TAKE_OVERRIDE].map(|special| Move { tile, special })),
            _ => out.push(Move { tile, special: 0 }),
        }
    }

    /// Whether looking from the player's stones is cheaper than looking from the free tiles, and possible at all.
    fn prefers_outward(&self, position: &Position, player: PlayerId) -> bool {
        position.overrides(player) == 0
            && self.board.topology.is_reversible()
            && position.stones(player) < position.free()
    }

    fn list_outward(&self, position: &Position, player: PlayerId, out: &mut Vec<Move>) {
        let own = Tile::stone(player);
        let first = out.len();
        for (from, _) in position.board().iter().enumerate().filter(|(_, content)| **content == own) {
            capture::outward(&self.board.topology, &position.tiles, own, from, |tile| {
                self.push_choices(position.tiles[tile], tile, out);
                false
            });
        }
        out[first..].sort_unstable();
        let mut kept = first;
        for index in first..out.len() {
            if index == first || out[index] != out[kept - 1] {
                out[kept] = out[index];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn build(&self, position: &mut Position, mover: PlayerId, mv: Move) {
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

    /// Breadth-first from the target. The journal is the queue, and a tile in it is a hole already, which also marks it
    /// as seen.
    fn bomb(&self, position: &mut Position, mover: PlayerId, target: usize) {
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

    /// Gives the turn to whoever comes after `last` and can move; ends phase 1, and the game, when nobody can.
    #[inline]
    pub(super) fn pass_turn(&self, position: &mut Position, last: PlayerId) {
        position.turn = self.next_mover(position, last);
        if position.turn.is_none() && position.phase == Phase::Building {
            position.phase = Phase::Bombing;
            position.turn = self.next_mover(position, last);
        }
    }

    #[inline]
    fn next_mover(&self, position: &mut Position, last: PlayerId) -> Option<PlayerId> {
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
        // Where he could move lately he often still can; that makes the question cheap nearly always.
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
        if self.prefers_outward(position, player) {
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

impl Position {
    /// A disqualified player's inventory is void.
    pub(super) fn void(&mut self, player: PlayerId) {
        self.overrides[player.index()] = 0;
        self.bombs[player.index()] = 0;
    }
}
