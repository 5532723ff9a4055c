//! Isola where turns remove squares, on what is left of a small board: the bridge to the census of all positions.

use plyground_census::{CensusBoard, CensusPosition, CensusResult, CensusTurn, MOST_SQUARES};
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
    board: CensusBoard,
    /// The squares that are left, in the order of the board's numbers: permanent ones last.
    squares: Vec<Square>,
    own: usize,
    other: usize,
    mover: PlayerId,
}

impl Census {
    /// The position, if it is such an Isola, both pieces are placed, few enough squares are left, and no two permanent squares are a step
    /// apart.
    pub fn of<G: Game>(game: &G, position: &G::Position) -> Option<Self> {
        let game: &Isola = (game as &dyn Any).downcast_ref()?;
        let position: &Position<u64> = (position as &dyn Any).downcast_ref()?;
        let variant = game.variant();
        // Too many turns without progress end a game that the census would play on.
        if variant.mode != Mode::Remove || game.turn(position) == plyground_core::Turn::Over {
            return None;
        }
        let mover = position.mover();
        let pieces = [position.piece(mover)?, position.piece(mover.opponent())?];
        let (cols, rows) = (variant.size.cols() as isize, variant.size.rows() as isize);
        let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
        let all = places.filter_map(|(col, row)| variant.size.at(col, row));
        let left = all.filter(|square| position.is_free(*square) || pieces.contains(square));
        // The position alone says which squares are permanent: a variant only says it of its own start.
        let (permanent, mut squares): (Vec<Square>, Vec<Square>) =
            left.partition(|square| position.is_permanent(*square));
        squares.extend(&permanent);
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
        let board = CensusBoard::new(squares.iter().map(ways).collect()).with_permanent(permanent.len())?;
        let (own, other) = (number(pieces[0])?, number(pieces[1])?);
        Some(Census { board, squares, own, other, mover })
    }

    /// Memory that the count takes.
    pub fn bytes(&self) -> u64 {
        self.board.bytes()
    }

    /// Positions that there are.
    pub fn positions(&self) -> u64 {
        self.board.positions()
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
        let found = CensusPosition { board: &self.board, own: self.own, other: self.other }.solve(threads, watch);
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
    fn turn<M: 'static>(&self, found: &CensusResult, mv: M) -> Option<CensusTurn> {
        let mv: &Move = (&mv as &dyn Any).downcast_ref()?;
        let is_move = |turn: &&CensusTurn| {
            self.squares[turn.to] == mv.to() && turn.removed.map(|square| self.squares[square]) == mv.block()
        };
        found.turns.iter().find(is_move).copied()
    }

    /// An odd number of turns is a win for the player to move.
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
    use std::collections::HashMap;

    fn isola(variant: &str) -> Isola {
        Isola::new(Variant::parse(variant, None).expect("a variant"))
    }

    fn searched(game: &Isola, position: &Position<u64>) -> Solved<Move> {
        let mut control = Control::new(&Limits::nodes(1 << 40));
        match solve(game, position, &SolveConfig { table_bytes: 1 << 20, ..SolveConfig::default() }, &mut control) {
            Ok(Solution::Solved(solved)) => solved,
            other => panic!("not solved: {other:?}"),
        }
    }

    fn rows(solved: &Solved<Move>) -> Vec<(Move, Worth)> {
        let mut rows: Vec<_> = solved.moves.iter().map(|solved| (solved.mv, solved.worth)).collect();
        rows.sort_by_key(|(mv, _)| *mv);
        rows
    }

    /// Compares the census with the search; says whether the position was one for the census.
    fn agrees(game: &Isola, position: &Position<u64>) -> bool {
        let Some(census) = Census::of(game, position) else { return false };
        let counted = census.solve(game, position, true, 2, &mut |_, _| {});
        let searched = searched(game, position);
        let text = format!("{} {}", game.variant_text(), game.position_text(position));
        assert_eq!(counted.worth, searched.worth, "{text}");
        assert_eq!(rows(&counted), rows(&searched), "{text}");
        let first = counted.moves.first().map(|solved| solved.worth);
        assert!(first.is_none_or(|worth| worth == counted.worth), "{text}: best first");
        true
    }

    const MOVERS: [&str; 3] = ["king", "queen", "knight"];

    #[test]
    fn the_census_agrees_with_the_search_about_every_move() {
        let mut rng = Rng::seeded(8);
        for (variant, start) in [
            ("mover=king,cols=4,rows=4", ""),
            ("mover=queen,cols=4,rows=3", ""),
            ("mover=knight,cols=4,rows=4", ""),
            // As in the board game of 1972: both start on squares that are never removed.
            ("mover=king,cols=4,rows=3,start=a2:d2", ",permanent=a2:d2"),
            ("mover=knight,cols=4,rows=4,start=a2:d3", ",permanent=a2:d3"),
            ("mover=queen,cols=4,rows=3,start=a1:d3", ",permanent=b3:d2"),
        ] {
            let game = isola(&format!("{variant},mode=remove{start}"));
            for plies in 0..5 {
                let mut position = game.start();
                let mut moves = Vec::new();
                for _ in 0..plies {
                    moves.clear();
                    game.moves(&position, &mut moves);
                    let mut after = position;
                    game.make(&mut after, moves[rng.below(moves.len())]);
                    if game.turn(&after) == plyground_core::Turn::Over {
                        break;
                    }
                    position = after;
                }
                assert!(agrees(&game, &position), "{variant} {}: not counted", game.position_text(&position));
            }
        }
    }

    /// Squares at random: both pieces, and the others free, gone or permanent.
    fn scattered(rng: &mut Rng, cols: usize, rows: usize) -> String {
        let squares = cols * rows;
        let own = rng.below(squares);
        let other = (own + 1 + rng.below(squares - 1)) % squares;
        let mut text = String::new();
        for square in 0..squares {
            if square > 0 && square % cols == 0 {
                text.push('/');
            }
            let permanent = rng.below(6) == 0;
            text.push(match (square, permanent) {
                (square, true) if square == own => 'x',
                (square, false) if square == own => 'X',
                (square, true) if square == other => 'o',
                (square, false) if square == other => 'O',
                (_, true) => '+',
                (_, false) if rng.below(3) == 0 => '#',
                (_, false) => '.',
            });
        }
        text + if rng.below(2) == 0 { " X" } else { " O" }
    }

    #[test]
    fn the_census_agrees_with_the_search_wherever_squares_are_permanent() {
        let mut rng = Rng::seeded(18);
        let (mut counted, mut permanent) = (0, 0);
        for round in 0..600 {
            let mover = MOVERS[round % 3];
            let (cols, rows) = [(4, 3), (5, 2), (3, 3)][round / 3 % 3];
            let game = isola(&format!("mover={mover},mode=remove,cols={cols},rows={rows}"));
            let text = scattered(&mut rng, cols, rows);
            let position = game.parse_position(&text).expect("a position");
            if agrees(&game, &position) {
                counted += 1;
                permanent += usize::from(text.contains(['+', 'x', 'o']));
            }
        }
        assert!(counted > 200 && permanent > 150, "{counted} positions, {permanent} with permanent squares");
    }

    /// The first player's score by plain minimax: 1000 minus the plies of a win, the opposite for a loss, 0 for a draw. Keys know how
    /// long play has stood still, so no position is its own successor.
    fn score(game: &Isola, position: Position<u64>, known: &mut HashMap<Option<u64>, i32>) -> i32 {
        if let Some(score) = known.get(&game.key(&position)) {
            return *score;
        }
        let score = match game.turn(&position) {
            plyground_core::Turn::Over => game.payoffs(&position).winner().map_or(0, |winner| match winner {
                PlayerId::FIRST => 1000,
                _ => -1000,
            }),
            _ => {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let scores = moves.into_iter().map(|mv| {
                    let mut after = position;
                    game.make(&mut after, mv);
                    let score = score(game, after, known);
                    score - score.signum()
                });
                let scores: Vec<i32> = scores.collect();
                let best = if position.mover() == PlayerId::FIRST { scores.iter().max() } else { scores.iter().min() };
                *best.expect("a turn has moves")
            }
        };
        known.insert(game.key(&position), score);
        score
    }

    #[test]
    fn positions_that_can_go_round_in_circles_are_searched_right() {
        let mut rng = Rng::seeded(19);
        let (mut left, mut draws) = (0, 0);
        for round in 0..300 {
            let mover = MOVERS[round % 3];
            let (cols, rows) = [(3, 2), (4, 2), (3, 3)][round / 3 % 3];
            let game = isola(&format!("mover={mover},mode=remove,cols={cols},rows={rows}"));
            let text = scattered(&mut rng, cols, rows);
            let position = game.parse_position(&text).expect("a position");
            if Census::of(&game, &position).is_some() {
                continue;
            }
            left += 1;
            let expected = score(&game, position, &mut HashMap::new());
            let worth = searched(&game, &position).worth;
            let winner = match expected.signum() {
                1 => Some(PlayerId::FIRST),
                -1 => Some(PlayerId::SECOND),
                _ => None,
            };
            draws += usize::from(winner.is_none());
            let plies = winner.map(|_| 1000 - expected.unsigned_abs());
            assert_eq!((worth.winner, worth.plies), (winner, plies), "{mover} {text}");
        }
        assert!(left > 50 && draws > 0, "{left} positions, {draws} draws");
    }

    #[test]
    fn what_the_census_does_not_understand_it_leaves_alone() {
        for (variant, position) in [
            ("mover=king,mode=trail,cols=4,rows=4", ""),
            ("mover=king,mode=remove,cols=6,rows=5", ""),
            ("mode=remove,cols=4,rows=4,start=none", ""),
            ("mover=king,mode=remove,cols=4,rows=2", "x+../...O X"),
            ("mover=queen,mode=remove,cols=4,rows=2", "x.+./...O X"),
            ("mover=king,mode=remove,cols=3,rows=2", "x#+/##o O 100"),
        ] {
            let game = isola(variant);
            let start = match position {
                "" => game.start(),
                text => game.parse_position(text).expect("a position"),
            };
            assert!(Census::of(&game, &start).is_none(), "{variant} {position}");
        }
    }
}
