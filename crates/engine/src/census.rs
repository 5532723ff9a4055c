//! Boards that lose a square with every turn, once little is left of them: the bridge to the census of all positions.

use plyground_census::{CensusBoard, CensusPosition, CensusResult, CensusTurn, MOST_SQUARES};
use plyground_core::{Evaluated, PlayerId, RemovalMove, RemovalPosition};
use plyground_search::solve::{Solved, SolvedMove, Worth};
use std::cmp::Reverse;

/// A position that the census understands.
#[derive(Clone, Debug)]
pub struct Census {
    board: CensusBoard,
    own: usize,
    other: usize,
    turn: PlayerId,
}

impl Census {
    /// The position, if its game can put it like this, few enough squares are left, and no two permanent squares are a step apart.
    pub fn of<G: Evaluated>(game: &G, position: &G::Position) -> Option<Self> {
        let RemovalPosition { ways, permanent, own, other, turn, .. } = game.removal_position(position)?;
        if ways.len() > MOST_SQUARES {
            return None;
        }
        let board = CensusBoard::new(ways).with_permanent(permanent)?;
        Some(Census { board, own, other, turn })
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
    pub fn solve<G: Evaluated>(
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
            let list = game.removal_position(position).map(|position| position.moves).unwrap_or_default();
            let row = |mv: RemovalMove<G::Move>| {
                Some(SolvedMove { mv: mv.mv, worth: self.worth(turn_of(&found, mv)?.plies) })
            };
            solved.moves = list.into_iter().filter_map(row).collect();
            // Winning soonest is best, losing latest next best.
            solved.moves.sort_by_key(|solved| {
                let plies = solved.worth.plies.unwrap_or_default();
                if solved.worth.value > 0 { (0, plies, Reverse(0)) } else { (1, 0, Reverse(plies)) }
            });
        }
        solved
    }

    /// An odd number of turns is a win for the player to move.
    fn worth(&self, plies: u32) -> Worth {
        let wins = plies % 2 == 1;
        let winner = if wins { self.turn } else { self.turn.opponent() };
        Worth { winner: Some(winner), plies: Some(plies), value: if wins { 1 } else { -1 } }
    }
}

/// What the census says about a move.
fn turn_of<M>(found: &CensusResult, mv: RemovalMove<M>) -> Option<&CensusTurn> {
    found.turns.iter().find(|turn| turn.to == mv.to && turn.removed == mv.removed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{Game, Notation, Rng};
    use plyground_games::isola::{Isola, Move, Position, Variant, Word};
    use plyground_search::solve::{Solution, SolveConfig, solve};
    use plyground_search::{Control, Limits};
    use std::collections::HashMap;

    fn isola(variant: &str) -> Isola {
        Isola::new(Variant::parse(variant, None).expect("a variant"))
    }

    fn searched<W: Word>(game: &Isola<W>, position: &Position<W>) -> Solved<Move> {
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
    fn agrees<W: Word>(game: &Isola<W>, position: &Position<W>) -> bool {
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

    #[test]
    fn what_is_left_of_a_board_of_two_words_is_counted_too() {
        let variant = Variant::parse("mover=queen,mode=remove,cols=13,rows=5", None).expect("a variant");
        let game = Isola::<u128>::new(variant);
        let gone = "#############";
        let text = format!("{gone}/{gone}/X..####..+###/...####.O..##/{gone} X");
        let position = game.parse_position(&text).expect("a position");
        assert!(agrees(&game, &position));
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
