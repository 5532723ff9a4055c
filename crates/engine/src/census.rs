//! Isola where turns remove squares, on what is left of a small board: the bridge to the census of all positions.

use plyground_census::{Found, Ground, MOST_SQUARES, Question, Turn};
use plyground_core::{Game, PlayerId};
use plyground_games::isola::{Isola, Mode, Move, Mover, Position, Square};
use plyground_search::solve::{Solved, SolvedMove, Worth};
use std::any::Any;
use std::cmp::Reverse;

const AROUND: [(isize, isize); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const JUMPS: [(isize, isize); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// A position that the census understands.
#[derive(Clone, Debug)]
pub struct Census {
    ground: Ground,
    /// The squares that are left, in the order of the ground's numbers.
    squares: Vec<Square>,
    own: usize,
    other: usize,
    mover: PlayerId,
}

impl Census {
    /// The position, if it is such an Isola, both pieces are placed, and few enough squares are left.
    pub fn of<G: Game>(game: &G, position: &G::Position) -> Option<Self> {
        let game: &Isola = (game as &dyn Any).downcast_ref()?;
        let position: &Position<u64> = (position as &dyn Any).downcast_ref()?;
        let variant = game.variant();
        if variant.mode != Mode::Remove || variant.permanent != 0 {
            return None;
        }
        let mover = position.mover();
        let pieces = [position.piece(mover)?, position.piece(mover.opponent())?];
        let (cols, rows) = (variant.size.cols() as isize, variant.size.rows() as isize);
        let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
        let all = places.filter_map(|(col, row)| variant.size.at(col, row));
        let squares: Vec<Square> = all.filter(|square| position.is_free(*square) || pieces.contains(square)).collect();
        if squares.len() > MOST_SQUARES {
            return None;
        }
        let number = |square: Square| squares.iter().position(|left| *left == square);
        let (steps, far) = match variant.mover {
            Mover::King => (&AROUND, 1),
            Mover::Queen => (&AROUND, cols.max(rows)),
            Mover::Knight => (&JUMPS, 1),
        };
        let way = |from: Square, (x, y): (isize, isize)| -> Vec<u8> {
            let (col, row) = variant.size.place(from);
            let (col, row) = (col as isize, row as isize);
            let along = (1..=far).map_while(|step| number(variant.size.at(col + step * x, row + step * y)?));
            along.map(|number| number as u8).collect()
        };
        let ways = |from: &Square| steps.iter().map(|step| way(*from, *step)).filter(|way| !way.is_empty()).collect();
        let ground = Ground::new(squares.iter().map(ways).collect());
        let (own, other) = (number(pieces[0])?, number(pieces[1])?);
        Some(Census { ground, squares, own, other, mover })
    }

    /// Memory that the count takes.
    pub fn bytes(&self) -> u64 {
        plyground_census::bytes(self.squares.len())
    }

    /// Positions that there are.
    pub fn positions(&self) -> u64 {
        let squares = self.squares.len() as u64;
        (squares * (squares - 1)) << (squares - 2)
    }

    /// Counts, and tells what the position is worth, and every first move if asked to. `watch` hears how many levels are done, of how
    /// many.
    pub fn solve<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        moves: bool,
        threads: usize,
        watch: &mut dyn FnMut(usize, usize),
    ) -> Solved<G::Move> {
        let found = Question { ground: &self.ground, own: self.own, other: self.other }.answer(threads, watch);
        let mut solved =
            Solved { worth: self.worth(found.plies), moves: Vec::new(), complete: moves, nodes: found.positions };
        if moves {
            let mut list = Vec::new();
            game.moves(position, &mut list);
            let row = |mv: G::Move| Some(SolvedMove { mv, worth: self.worth(self.turn(&found, mv)?.plies) });
            solved.moves = list.into_iter().filter_map(row).collect();
            // Winning soonest is best, losing latest next best.
            solved.moves.sort_by_key(|solved| {
                let plies = solved.worth.plies.unwrap_or_default();
                if solved.worth.value > 0 { (0, plies, Reverse(0)) } else { (1, 0, Reverse(plies)) }
            });
        }
        solved
    }

    /// What the census says about a move.
    fn turn<M: 'static>(&self, found: &Found, mv: M) -> Option<Turn> {
        let mv: &Move = (&mv as &dyn Any).downcast_ref()?;
        let (to, removed) = (mv.to(), mv.block()?);
        found.turns.iter().find(|turn| self.squares[turn.to] == to && self.squares[turn.removed] == removed).copied()
    }

    /// An odd number of turns is a win for whoever moves.
    fn worth(&self, plies: u32) -> Worth {
        let wins = plies % 2 == 1;
        let winner = if wins { self.mover } else { self.mover.opponent() };
        Worth { winner: Some(winner), plies: Some(plies), value: if wins { 1 } else { -1 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{Notation, Rng};
    use plyground_games::isola::Variant;
    use plyground_search::solve::{Solution, SolveConfig, solve};
    use plyground_search::{Control, Limits};

    fn isola(variant: &str) -> Isola {
        Isola::new(Variant::parse(variant, None).expect("a variant"))
    }

    #[test]
    fn the_census_agrees_with_the_search_about_every_move() {
        let mut rng = Rng::seeded(8);
        for variant in ["mover=king,cols=4,rows=4", "mover=queen,cols=4,rows=3", "mover=knight,cols=4,rows=4"] {
            let game = isola(&format!("{variant},mode=remove"));
            for plies in 0..5 {
                let mut position = game.start();
                let mut moves = Vec::new();
                for _ in 0..plies {
                    moves.clear();
                    game.moves(&position, &mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    game.make(&mut position, moves[rng.below(moves.len())]);
                }
                let census = Census::of(&game, &position).expect("a small board");
                let counted = census.solve(&game, &position, true, 2, &mut |_, _| {});
                let mut control = Control::new(&Limits::nodes(1 << 40));
                let Ok(Solution::Solved(searched)) = solve(&game, &position, &SolveConfig::default(), &mut control)
                else {
                    panic!("solved")
                };
                let text = game.position_text(&position);
                assert_eq!(counted.worth, searched.worth, "{variant}: {text}");
                let rows = |solved: &Solved<Move>| {
                    let mut rows: Vec<_> = solved.moves.iter().map(|solved| (solved.mv, solved.worth)).collect();
                    rows.sort_by_key(|(mv, _)| *mv);
                    rows
                };
                assert_eq!(rows(&counted), rows(&searched), "{variant}: {text}");
                let first = counted.moves.first().map(|solved| solved.worth);
                assert!(first.is_none_or(|worth| worth == counted.worth), "best first");
            }
        }
    }

    #[test]
    fn what_the_census_does_not_understand_it_leaves_alone() {
        for variant in [
            "mover=king,mode=trail,cols=4,rows=4",
            "mover=king,mode=remove,cols=6,rows=5",
            "mode=remove,cols=4,rows=4,start=none",
        ] {
            let game = isola(variant);
            assert!(Census::of(&game, &game.start()).is_none(), "{variant}");
        }
    }
}
