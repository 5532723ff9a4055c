//! The specialised play-out must be the plain loop in disguise.

use super::*;
use crate::einstein::RED;
use crate::einstein::playout::{Ending, random_game};
use plyground_core::{Rng, Turn};

/// The obvious way to play a random game.
fn plain_game(game: &Einstein, start: &Position, rng: &mut Rng) -> Ending {
    let mut position = *start;
    let mut plies = 0;
    let mut moves = Vec::new();
    loop {
        match game.turn(&position) {
            Turn::Over => return Ending { winner: winner(game, &position).expect("no draws"), plies },
            Turn::Chance => {
                game.roll(&mut position, rng.weighted(game.outcomes(start)));
            }
            Turn::Player(_) => {
                moves.clear();
                game.moves(&position, &mut moves);
                game.make(&mut position, moves[rng.below(moves.len())]);
                plies += 1;
            }
        }
    }
}

/// Red's wins and how often each length occurred.
struct Tally {
    wins: f64,
    lengths: [f64; 100],
}

fn tally(games: u32, mut play: impl FnMut() -> Ending) -> Tally {
    let mut tally = Tally { wins: 0.0, lengths: [0.0; 100] };
    for _ in 0..games {
        let ending = play();
        tally.wins += f64::from(ending.winner == RED);
        tally.lengths[ending.plies as usize] += 1.0;
    }
    tally
}

impl Tally {
    fn mean_length(&self) -> f64 {
        let games: f64 = self.lengths.iter().sum();
        self.lengths.iter().enumerate().map(|(length, count)| length as f64 * count).sum::<f64>() / games
    }
}

const GAMES: u32 = 100_000;

/// The seeds are fixed, so a difference beyond five standard errors is a change of the code, not bad luck.
fn compare(game: &Einstein, start: &Position) {
    let (mut one, mut two) = (Rng::seeded(1), Rng::seeded(2));
    let fast = tally(GAMES, || random_game(game, start, &mut one));
    let plain = tally(GAMES, || plain_game(game, start, &mut two));
    let place = game.variant_text();
    // Two shares of n games each differ by less than 5 * sqrt(2 * 1/4 / n).
    let limit = 5.0 * (0.5 / f64::from(GAMES)).sqrt() * f64::from(GAMES);
    assert!((fast.wins - plain.wins).abs() < limit, "{place}: wins {} {}", fast.wins, plain.wins);
    for (length, (a, b)) in fast.lengths.iter().zip(&plain.lengths).enumerate() {
        assert!((a - b).abs() <= 5.0 * (a + b).sqrt(), "{place}: {length} plies {a} {b}");
    }
}

#[test]
fn play_outs_have_the_distribution_of_the_plain_loop() {
    for variant in ["standard", "small", "size=8,stones=4", "die=0.4:0.1:0:0:0.2:0.3", "stones=1"] {
        let game = game(variant);
        compare(&game, &game.start());
    }
}

#[test]
fn a_roll_on_the_table_is_used() {
    let game = Einstein::standard();
    // With a 6 Red wins at once; with anything else stone 1 moves.
    let rolled = at(&game, "r1..../...../b1..../....r6/....b5 r 6");
    let mut rng = Rng::seeded(5);
    assert!((0..100).all(|_| random_game(&game, &rolled, &mut rng) == Ending { winner: RED, plies: 1 }));
    let other = at(&game, "r1..../...../b1..../....r6/....b5 r 1");
    assert!((0..100).all(|_| random_game(&game, &other, &mut rng).plies > 1));
    compare(&game, &other);
}

#[test]
fn a_finished_game_stays_finished() {
    let game = Einstein::standard();
    let over = at(&game, "...../...../...../...../....r1 b -");
    assert_eq!(random_game(&game, &over, &mut Rng::seeded(1)), Ending { winner: RED, plies: 0 });
}

#[test]
fn random_games_are_as_long_as_known() {
    // Known: about 21.6 plies on average over random set-ups, and about 44 at most.
    let game = Einstein::standard();
    let mut rng = Rng::seeded(44);
    let lengths = tally(GAMES, || {
        let start = game.random_start(&mut rng);
        random_game(&game, &start, &mut rng)
    });
    let mean = lengths.mean_length();
    assert!((mean - 21.6).abs() < 0.15, "{mean}");
    let longest = lengths.lengths.iter().rposition(|count| *count > 0.0).unwrap();
    assert!((36..=52).contains(&longest), "{longest}");
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let game = Einstein::standard();
    let play = || {
        let mut rng = Rng::seeded(12);
        (0..50).map(|_| random_game(&game, &game.start(), &mut rng)).collect::<Vec<_>>()
    };
    assert_eq!(play(), play());
}
