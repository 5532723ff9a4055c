//! The original player once more, slowly, from its description alone: a grid of characters, lists, wide numbers. It
//! shares no code with the fast one but the random numbers, and is compared with it node by node.

use plyground_core::Rng;
use std::collections::HashMap;

type Grid = Vec<Vec<char>>;
type Place = (usize, usize);

const HIGH: i64 = (1 << 31) - 1 - 100;
const LOW: i64 = -(1 << 31) + 100;

/// A visited node: the grid row by row, whether `M` is to move, depth, window, value.
pub type Visited = (String, bool, u32, (i64, i64), i64);

pub struct Slow {
    pub repaired: bool,
    pub rng: Rng,
    pub split_at_root: bool,
    /// Kind (`=`, `<` at most, `>` at least), score, depth.
    table: HashMap<Grid, (char, i64, u32)>,
    pub trace: Vec<Visited>,
    nodes_left: u64,
}

const COMPASS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0)];

fn go(grid: &Grid, (row, col): Place, (down, right): (i32, i32)) -> Option<Place> {
    let (row, col) = (row as i32 + down, col as i32 + right);
    let inside = row >= 0 && col >= 0 && (row as usize) < grid.len() && (col as usize) < grid[0].len();
    inside.then_some((row as usize, col as usize))
}

fn find(grid: &Grid, piece: char) -> Place {
    let row = grid.iter().position(|row| row.contains(&piece)).unwrap();
    (row, grid[row].iter().position(|square| *square == piece).unwrap())
}

/// Where a piece can go: NW, W, SW, NE, E, SE, N, S, near to far.
pub fn targets(grid: &Grid, piece: char) -> Vec<Place> {
    let mut found = Vec::new();
    for direction in COMPASS {
        let mut here = find(grid, piece);
        while let Some(next) = go(grid, here, direction).filter(|(row, col)| grid[*row][*col] == '.') {
            found.push(next);
            here = next;
        }
    }
    found
}

pub fn after(grid: &Grid, piece: char, to: Place) -> Grid {
    let mut after = grid.clone();
    let from = find(grid, piece);
    after[from.0][from.1] = '#';
    after[to.0][to.1] = piece;
    after
}

/// The free squares that flow from a piece, and whether the other piece gets wet.
fn flood(grid: &Grid, piece: char) -> (i64, bool) {
    let mut wet = vec![find(grid, piece)];
    let mut touched = false;
    let mut index = 0;
    while index < wet.len() {
        for direction in COMPASS {
            if let Some(next) = go(grid, wet[index], direction) {
                let square = grid[next.0][next.1];
                touched |= square != piece && (square == 'M' || square == 'P');
                if square == '.' && !wet.contains(&next) {
                    wet.push(next);
                }
            }
        }
        index += 1;
    }
    (wet.len() as i64 - 1, touched)
}

impl Slow {
    pub fn new(repaired: bool, seed: u64) -> Self {
        let rng = Rng::seeded(seed);
        Slow { repaired, rng, split_at_root: false, table: HashMap::new(), trace: Vec::new(), nodes_left: 0 }
    }

    pub fn value(&self, grid: &Grid) -> i64 {
        let squares = (grid.len() * grid[0].len()) as i64;
        let filled = grid.iter().flatten().filter(|square| **square != '.').count() as i64;
        let judge = |mine: i64, theirs: i64| {
            if theirs == 0 {
                Some(HIGH + mine)
            } else if mine == 0 {
                Some(LOW - theirs + 40)
            } else {
                None
            }
        };
        if filled > squares / 4 && !self.split_at_root {
            let ((mine, touched), (theirs, _)) = (flood(grid, 'M'), flood(grid, 'P'));
            if !touched {
                let sign = if mine > theirs { 1 } else { -1 };
                return judge(mine, theirs).unwrap_or(sign * (HIGH / squares) * filled - theirs);
            }
        }
        let (mine, theirs) = (targets(grid, 'M').len() as i64, targets(grid, 'P').len() as i64);
        judge(mine, theirs).unwrap_or((mine - 3 * theirs + 60) * filled)
    }

    /// The move of `M`; `trace` then holds every node visited.
    pub fn think(&mut self, grid: &Grid, iterations: u32, nodes: u64) -> Option<Place> {
        self.trace.clear();
        self.nodes_left = nodes;
        if !flood(grid, 'M').1 {
            self.split_at_root = true;
        }
        let mut root: Vec<(i64, Place)> =
            targets(grid, 'M').into_iter().map(|to| (self.value(&after(grid, 'M', to)), to)).collect();
        root.sort_by_key(|(value, _)| -value);
        let mut chosen = root.first()?.1;
        for depth in 0..iterations.min(40) {
            let (mut alpha, mut best, mut last) = (LOW, None, LOW);
            for (_, to) in &root {
                match self.negamax(&after(grid, 'M', *to), false, depth, -HIGH, -alpha) {
                    Some(value) => last = -value,
                    None if last >= HIGH => return best.or(Some(chosen)),
                    None => return Some(chosen),
                }
                if last > alpha {
                    (alpha, best) = (last, Some(*to));
                }
            }
            chosen = best.unwrap_or(chosen);
            if last >= HIGH {
                break;
            }
        }
        Some(chosen)
    }

    fn negamax(&mut self, grid: &Grid, mine: bool, depth: u32, alpha: i64, beta: i64) -> Option<i64> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let value = self.looked(grid, mine, depth, alpha, beta)?;
        let text = grid.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/");
        self.trace.push((text, mine, depth, (alpha, beta), value));
        Some(value)
    }

    fn looked(&mut self, grid: &Grid, mine: bool, depth: u32, entered: i64, mut beta: i64) -> Option<i64> {
        if depth == 0 {
            return Some(if mine { self.value(grid) } else { -self.value(grid) });
        }
        let mut alpha = entered;
        if let Some((kind, score, known)) = self.table.get(grid).copied()
            && known >= depth
        {
            match kind {
                '=' => return Some(score),
                '>' => alpha = alpha.max(score),
                _ => beta = beta.min(score),
            }
            if alpha >= beta {
                return Some(score);
            }
        }
        let piece = if mine { 'M' } else { 'P' };
        let mut moves = targets(grid, piece);
        self.rng.shuffle(&mut moves);
        let mut best = LOW;
        for to in moves {
            let value = -self.negamax(&after(grid, piece, to), !mine, depth - 1, -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let kind = if !self.repaired || (best >= beta && best > entered) {
            '>'
        } else if best <= entered {
            '<'
        } else {
            '='
        };
        self.table.insert(grid.clone(), (kind, best, depth));
        Some(best)
    }
}
