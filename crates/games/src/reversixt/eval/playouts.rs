//! How much of a map games really use, from quick games of random moves.

use crate::reversixt::game::ReversiGame;
use crate::reversixt::tile::Phase;
use plyground_core::{Game, Rng, Turn};

/// Games that are played, and the work they may take together: tiles looked at while listing moves.
const GAMES: usize = 6;
const WORK: usize = 2_000_000;

/// Free tiles when no player can place a stone any more, in the game that left the fewest: some end early because one player takes everything. `None` when
/// the work allows no game.
pub(super) fn unplayed(game: &ReversiGame) -> Option<f32> {
    let area = game.map().tiles().len();
    let mut work = WORK;
    let mut rng = Rng::part(0x7469_6c65, 0);
    let mut least: Option<usize> = None;
    let (mut moves, mut free) = (Vec::new(), Vec::new());
    'games: for _ in 0..GAMES {
        let mut position = game.start();
        while let Turn::Player(_) = game.turn(&position)
            && position.phase == Phase::Building
        {
            let Some(rest) = work.checked_sub(area) else { break 'games };
            work = rest;
            moves.clear();
            game.moves(&position, &mut moves);
            free.clear();
            free.extend(moves.iter().filter(|mv| position.tiles[mv.tile as usize].is_free()));
            let list = if free.is_empty() { &moves } else { &free };
            game.make(&mut position, list[rng.below(list.len())]);
        }
        least = Some(least.map_or(position.free(), |least| least.min(position.free())));
    }
    least.map(|free| free as f32)
}
