//! Positions where turns remove squares, in the words of a solver that counts all of them.

use super::Isola;
use super::rules::Position;
use super::square::Square;
use super::variant::{Mode, Mover};
use super::word::Word;
use plyground_core::{Game, RemovalMove, RemovalPosition, Turn};

const AROUND: [(isize, isize); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const JUMPS: [(isize, isize); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

impl<W: Word> Isola<W> {
    /// What is left of the board, as numbered squares and the ways between them; `None` unless turns remove squares of the
    /// player's choice and both pieces are placed.
    pub(super) fn left_of_board(&self, position: &Position<W>) -> Option<RemovalPosition<super::Move>> {
        let size = self.variant.size;
        // Too many turns without progress end a game that a solver of removals would play on.
        if self.variant.mode != Mode::Remove || self.turn(position) == Turn::Over {
            return None;
        }
        let turn = position.mover();
        let pieces = [position.piece(turn)?, position.piece(turn.opponent())?];
        let (cols, rows) = (size.cols() as isize, size.rows() as isize);
        let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
        let all = places.filter_map(|(col, row)| size.at(col, row));
        let left = all.filter(|square| position.is_free(*square) || pieces.contains(square));
        // The position alone says which squares are permanent: a variant only says it of its own start.
        let (permanent, mut squares): (Vec<Square>, Vec<Square>) =
            left.partition(|square| position.is_permanent(*square));
        squares.extend(&permanent);
        let number = |square: Square| squares.iter().position(|left| *left == square);
        let (steps, far) = match self.variant.mover {
            Mover::King => (&AROUND, 1),
            Mover::Queen => (&AROUND, cols.max(rows)),
            Mover::Knight => (&JUMPS, 1),
        };
        let way = |from: Square, (x, y): (isize, isize)| -> Vec<u8> {
            let (col, row) = size.place(from);
            let (col, row) = (col as isize, row as isize);
            let along = (1..=far).map_while(|step| number(size.at(col + step * x, row + step * y)?));
            along.map(|number| number as u8).collect()
        };
        let ways = |from: &Square| steps.iter().map(|step| way(*from, *step)).filter(|way| !way.is_empty()).collect();
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let numbered = |mv: super::Move| {
            let removed = mv.block().map(|square| number(square).expect("only a square that is left can be removed"));
            RemovalMove { mv, to: number(mv.to()).expect("steps lead to squares that are left"), removed }
        };
        Some(RemovalPosition {
            ways: squares.iter().map(ways).collect(),
            permanent: permanent.len(),
            own: number(pieces[0])?,
            other: number(pieces[1])?,
            turn,
            moves: moves.into_iter().map(numbered).collect(),
        })
    }
}
