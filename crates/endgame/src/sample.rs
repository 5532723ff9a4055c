//! Random positions, to check databases with.

use plyground_core::{Game, Notation, Rng, Turn};
use plyground_games::einstein::{Einstein, Position};

/// A random position before a roll with this many stones of both players, at least two, with random labels on random cells.
pub fn random_position(game: &Einstein, stones: usize, rng: &mut Rng) -> Position {
    loop {
        let red = 1 + rng.below(stones - 1);
        let text = board(red, stones - red, rng);
        let side = if rng.below(2) == 0 { 'r' } else { 'b' };
        // A stone on its goal ends the game; draw again.
        match game.parse_position(&format!("{text} {side} -")) {
            Ok(position) if game.turn(&position) == Turn::Chance => return position,
            _ => {}
        }
    }
}

fn board(red: usize, blue: usize, rng: &mut Rng) -> String {
    let mut cells: Vec<Option<String>> = vec![None; 25];
    for (letter, count) in [('r', red.min(6)), ('b', blue.min(6))] {
        let mut labels: Vec<usize> = (1..=6).collect();
        rng.shuffle(&mut labels);
        for label in labels.into_iter().take(count) {
            let free: Vec<usize> = (0..25).filter(|cell| cells[*cell].is_none()).collect();
            cells[free[rng.below(free.len())]] = Some(format!("{letter}{label}"));
        }
    }
    let row = |row: &[Option<String>]| row.iter().map(|cell| cell.as_deref().unwrap_or(".")).collect::<String>();
    cells.chunks(5).map(row).collect::<Vec<_>>().join("/")
}
