//! Positions that are as plain as Othello, whatever map they began on, as sets of bits for programs that know nothing else.

use super::bitboard::{BitPosition, BitReversi, Layout, Square, is_plain};
use super::game::{Move, ReversiGame};
use super::position::Position;
use super::tile::{Phase, Tile};
use plyground_core::DiscPosition;

impl BitReversi {
    /// The position in plain words; `None` when the game is over.
    pub(super) fn plain(&self, position: &BitPosition) -> Option<DiscPosition<Square>> {
        let moves = std::array::from_fn(|bit| Square(bit as u8));
        Some(DiscPosition { discs: position.stones, squares: self.valid(), turn: position.turn?, moves })
    }
}

impl ReversiGame {
    /// The position in plain words, if nothing is left that Othello does not have: no special tile or expansion stone on the board,
    /// no override stone or bomb in hand, no transition.
    pub(super) fn plain(&self, position: &Position) -> Option<DiscPosition<Move>> {
        let turn = position.turn?;
        let is_othello = self.map().players() == 2
            && self.map().transitions().is_empty()
            && position.phase == Phase::Building
            && position.overrides[..2] == [0; 2]
            && position.bombs[..2] == [0; 2]
            && position.board().iter().all(|tile| is_plain(*tile));
        if !is_othello {
            return None;
        }
        let layout = Layout::new(position.board(), self.map().width())?;
        let mut discs = [0; 2];
        for bit in (0..64).filter(|bit| layout.valid >> bit & 1 == 1) {
            let content: Tile = position.tiles[layout.tiles[bit] as usize];
            if let Some(owner) = content.owner() {
                discs[owner.index()] |= 1 << bit;
            }
        }
        let moves = layout.tiles.map(|tile| Move { tile, special: 0 });
        Some(DiscPosition { discs, squares: layout.valid, turn, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reversixt::{MapFile, Reading};
    use plyground_core::{Game, Rng};

    #[test]
    fn both_representations_say_the_same_in_plain_words() {
        let bits = BitReversi::standard();
        let general = bits.general();
        let (mut rng, mut moves) = (Rng::part(5, 0), Vec::new());
        let (mut here, mut there) = (bits.start(), general.start());
        while let Some(plain) = bits.plain(&here) {
            let same = general.plain(&there).expect("nobody has won an override stone on the way");
            assert_eq!((plain.discs, plain.squares, plain.turn), (same.discs, same.squares, same.turn));
            moves.clear();
            bits.moves(&here, &mut moves);
            let square = moves[rng.below(moves.len())];
            assert_eq!(plain.moves[usize::from(square.0)], square);
            bits.make(&mut here, square);
            general.make(&mut there, same.moves[usize::from(square.0)]);
        }
        assert_eq!(general.plain(&there), None);
    }

    #[test]
    fn what_othello_does_not_have_is_not_plain() {
        for (text, is_plain) in [
            ("2 0 0 0 2 4 0 1 2 0 0 0 0 0", true),
            ("2 1 0 0 2 4 0 1 2 0 0 0 0 0", false),
            ("2 0 1 0 2 4 0 1 2 0 0 0 0 0", false),
            ("2 0 0 0 2 4 0 1 2 0 0 0 0 b", false),
            ("2 0 0 0 2 4 0 1 2 0 0 0 0 x", false),
            ("2 0 0 0 2 4 0 1 2 0 0 0 0 0 0 0 0 <-> 1 0 0", false),
            ("3 0 0 0 2 4 0 1 2 0 0 0 0 0", false),
        ] {
            let game = ReversiGame::new(MapFile::parse(text, Reading::Strict).unwrap().map, "map=test");
            assert_eq!(game.plain(&game.start()).is_some(), is_plain, "{text}");
        }
    }
}
