//! The fast player against the slow one, node by node, and both kinds against plain minimax.

use super::board::{Board, Grid, HI, Side};
use super::search::{OriginalSearch, Visit};
use super::slow::{Slow, Visited, after, targets};
use super::{BoundRule, OriginalProgram, UnknownVariant};
use plyground_core::{Game, Rng};
use plyground_games::isola::{Isola, Size, Variant};
use plyground_search::{Control, Limits};

/// A board drawn at random: some squares blocked, `M` and `P` on two others.
fn random_grid(cols: usize, rows: usize, blocked: usize, rng: &mut Rng) -> Vec<Vec<char>> {
    let mut squares: Vec<char> = vec!['.'; cols * rows];
    squares[..blocked].fill('#');
    squares[blocked] = 'M';
    squares[blocked + 1] = 'P';
    rng.shuffle(&mut squares);
    squares.chunks(cols).map(<[char]>::to_vec).collect()
}

fn packed(grid: &[Vec<char>]) -> Board {
    let squares: Vec<char> = grid.iter().flatten().copied().collect();
    let at = |piece: char| squares.iter().position(|square| *square == piece).unwrap() as u8;
    let free = squares.iter().enumerate().filter(|(_, square)| **square == '.');
    Board { free: free.fold(0, |set, (index, _)| set | 1 << index), me: at('M'), opp: at('P') }
}

fn unpacked(visit: &Visit, cols: usize, squares: usize) -> Visited {
    let named = |index: usize| match index {
        _ if index == usize::from(visit.board.me) => 'M',
        _ if index == usize::from(visit.board.opp) => 'P',
        _ if visit.board.free >> index & 1 != 0 => '.',
        _ => '#',
    };
    let all: Vec<char> = (0..squares).map(named).collect();
    let text = all.chunks(cols).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/");
    let (alpha, beta) = visit.window;
    (text, visit.side == Side::Me, visit.depth, (alpha.into(), beta.into()), visit.value.into())
}

/// Plays a game of `M` against a random `P`, both implementations thinking about every move; the nodes compared.
fn compared(cols: usize, rows: usize, blocked: usize, repaired: bool, seed: u64) -> usize {
    let mut rng = Rng::seeded(seed);
    let mut grid = random_grid(cols, rows, blocked, &mut rng);
    let mut fast = OriginalSearch::new(Grid::new(Size::new(cols, rows).unwrap()), repaired, seed);
    let mut slow = Slow::new(repaired, seed);
    let mut nodes = 0;
    loop {
        // Now and then the thought is cut short.
        let limit = if rng.below(3) == 0 { 1 + rng.below(600) as u64 } else { 4_000 };
        let iterations = 1 + rng.below(4) as u32;
        let mut trace = Vec::new();
        let mut control = Control::new(&Limits::nodes(limit));
        let report = fast.think(&packed(&grid), iterations, &mut control, &mut |visit| {
            trace.push(unpacked(&visit, cols, cols * rows));
        });
        let chosen = slow.think(&grid, iterations, limit);
        assert_eq!(trace.len(), slow.trace.len(), "{grid:?}");
        for (fast, slow) in trace.iter().zip(&slow.trace) {
            assert_eq!(fast, slow, "{grid:?}");
        }
        nodes += trace.len();
        assert_eq!(report.best.map(|to| (usize::from(to) / cols, usize::from(to) % cols)), chosen, "{grid:?}");
        let Some(to) = chosen else { return nodes };
        grid = after(&grid, 'M', to);
        let replies = targets(&grid, 'P');
        if replies.is_empty() {
            return nodes;
        }
        grid = after(&grid, 'P', replies[rng.below(replies.len())]);
    }
}

#[test]
fn both_implementations_visit_the_same_nodes_with_the_same_values() {
    let mut nodes = 0;
    for seed in 0..6 {
        let repaired = seed % 2 == 1;
        nodes += compared(8, 8, [0, 14, 30][seed as usize / 2], repaired, seed);
        nodes += compared(5, 6, 4, repaired, 100 + seed);
        nodes += compared(4, 4, 1, repaired, 200 + seed);
    }
    assert!(nodes > 20_000, "only {nodes} nodes");
}

/// The value of a position without table, window or shuffle.
fn minimax(slow: &Slow, grid: &Vec<Vec<char>>, mine: bool, depth: u32) -> i64 {
    let sign = if mine { 1 } else { -1 };
    if depth == 0 {
        return sign * slow.value(grid);
    }
    let piece = if mine { 'M' } else { 'P' };
    let replies = targets(grid, piece).into_iter();
    // A player without a move has the value that the program gives them, 100 above the least number.
    replies
        .map(|to| -minimax(slow, &after(grid, piece, to), !mine, depth - 1))
        .fold(i64::from(i32::MIN) + 100, i64::max)
}

#[test]
fn the_repaired_table_leaves_the_values_of_minimax() {
    let mut rng = Rng::seeded(5);
    for seed in 0..30 {
        let grid = random_grid(5, 5, seed as usize % 10, &mut rng);
        let mut search = OriginalSearch::new(Grid::new(Size::new(5, 5).unwrap()), true, seed);
        let mut control = Control::new(&Limits::default());
        let report = search.think(&packed(&grid), 4, &mut control, &mut |_| {});
        if report.depth < 4 {
            continue; // it saw a win, or had no move
        }
        let mut slow = Slow::new(true, 0);
        slow.split_at_root = search_knows_split(&grid);
        let truth = minimax(&slow, &grid, true, 4);
        // Windows end just below HI.
        if truth.abs() < i64::from(HI) {
            assert_eq!(report.value, truth as f64, "{grid:?}");
        }
    }
}

fn search_knows_split(grid: &[Vec<char>]) -> bool {
    Grid::new(Size::new(grid[0].len(), grid.len()).unwrap()).is_split(&packed(grid))
}

#[test]
fn the_numbers_of_the_description() {
    let ground = Grid::new(Size::new(8, 8).unwrap());
    let start = Board { free: !(1 | 1 << 63), me: 0, opp: 63 };
    assert_eq!(HI / 64, 33_554_430);
    // Seven squares in the row, seven in the column, and six in the diagonal, at whose end the other piece stands.
    assert_eq!(ground.value(&start, false), (20 - 3 * 20 + 60) * 2);
    // A wall in row 4: X sees b1 to h1, a2, a3, b2, c3, and O sees a8 to g8, h7 to h5, g7, f6, e5. Ten squares are filled,
    // too few for spaces to count.
    let walled = Board { free: start.free & !(0xff << 24), ..start };
    assert_eq!(ground.value(&walled, false), (11 - 3 * 13 + 60) * 10);
    // Another wall below it, and the spaces count: 23 against 23 is lost.
    let walled = Board { free: walled.free & !(0xff << 32), ..start };
    assert_eq!(ground.value(&walled, false), -33_554_430 * 18 - 23);
    assert_eq!(ground.value(&walled, true), (11 - 3 * 11 + 60) * 18, "a split that was there before does not count");
}

#[test]
fn it_plays_queens_that_leave_a_trail_and_nothing_else() {
    let think = |variant: &str| {
        let variant = Variant::parse(variant, None).unwrap();
        let program = OriginalProgram::new(&variant, BoundRule::Repaired, 1);
        let game: Isola = Isola::new(variant);
        let mut control = Control::new(&Limits::default());
        program.map(|mut program| program.think(&game, &game.start(), Some(2), &mut control).best.is_some())
    };
    assert_eq!(think("columbia"), Ok(true));
    assert_eq!(think("cols=5,rows=4"), Ok(true));
    for other in ["classic", "isolation-queen", "isolation-knight", "seven"] {
        assert_eq!(think(other), Err(UnknownVariant), "{other}");
    }
}
