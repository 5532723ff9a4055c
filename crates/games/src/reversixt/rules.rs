//! The rules on any map: moves, their effects, whose turn it is, how it ends.

use super::diagram::Diagram;
use super::effects::chosen;
use super::game::{Move, ReversiGame};
use super::position::{Change, Position};
use super::tile::{Phase, Tile};
use plyground_core::{Facts, Game, MAX_PLAYERS, Payoffs, PlayerId, Turn};

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

    /// The position that the map describes: player 1 begins, or the first player who can.
    fn start(&self) -> Position {
        let mut position = Position::from_diagram(&Diagram::of_map(self.map()), &self.board.keys);
        let last = PlayerId::from_index(self.map().players() - 1);
        self.pass_turn(&mut position, last);
        position
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        position.turn.map_or(Turn::Over, Turn::Player)
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let Some(player) = position.turn else { return };
        if position.phase == Phase::Bombing {
            let standing = position.board().iter().enumerate().filter(|(_, content)| **content != Tile::HOLE);
            out.extend(standing.map(|(tile, _)| Move { tile: tile as u32, special: 0 }));
            return;
        }
        self.each_target(position, player, |tile| self.push_choices(position.tiles[tile], tile, out));
    }

    fn count_moves(&self, position: &Position) -> u64 {
        let Some(player) = position.turn else { return 0 };
        if position.phase == Phase::Bombing {
            return position.standing() as u64;
        }
        let mut count = 0;
        self.each_target(position, player, |tile| {
            count += match position.tiles[tile] {
                Tile::CHOICE => self.map().players() as u64,
                Tile::BONUS => 2,
                _ => 1,
            };
        });
        count
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
        let mut values = [0.0; MAX_PLAYERS];
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

    fn after_pass(&self, position: &Position) -> Option<Position> {
        let mover = position.turn?;
        let mut after = position.clone();
        after.turn = self.next_mover(&mut after, mover);
        (after.turn != Some(mover)).then_some(after)
    }

    fn key(&self, position: &Position) -> Option<u64> {
        Some(position.key())
    }
}
