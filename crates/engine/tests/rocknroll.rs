//! Do these players score what their namesakes scored in 2006? Twelve pairings of the report's tournament, every pair of
//! sixteen good set-ups, both sides beginning, with the same dice for a game and its return game.

use plyground_core::{Game, PlayerId, Rng};
use plyground_engine::{Player, Request, Spec, build};
use plyground_games::einstein::setup::{BEST, Placement};
use plyground_games::einstein::{BLUE, Einstein, Position, RED};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The report's percentages, how many times all pairs of set-ups are played, and the pairing.
const PAIRINGS: [(f64, usize, &str, &str); 12] = [
    (89.98, 8, "MrBlack(0)", "MrRandom"),
    (84.23, 8, "FarmerBoy(0)", "MrRandom"),
    (88.91, 8, "MrMonte(0, 50, MrBlack(0))", "MrRandom"),
    (56.91, 16, "MrBlack(0)", "FarmerBoy(0)"),
    (52.90, 16, "MrBlack(1)", "MrBlack(0)"),
    (56.40, 8, "MrBlack(2)", "MrBlack(0)"),
    (53.03, 16, "FarmerBoy(1)", "FarmerBoy(0)"),
    (58.60, 8, "FarmerBoy(2)", "FarmerBoy(0)"),
    (61.31, 16, "MrBlack(1)", "FarmerBoy(1)"),
    (55.93, 8, "MrMonte(0, 50, MrBlack(0))", "MrBlack(0)"),
    (61.58, 8, "MrMonte(0, 50, MrBlack(0))", "FarmerBoy(0)"),
    (61.89, 8, "MrMonte(0, 200, MrBlack(0))", "MrBlack(0)"),
];

/// The agreement that the specification asks for. At least 4096 games leave a standard error of 0.8 points at most.
const TOLERANCE: f64 = 3.0;
const SEED: u64 = 2006;

#[test]
fn twelve_pairings_score_as_in_the_report() {
    let mut failures = Vec::new();
    for (index, (report, repeats, one, two)) in PAIRINGS.into_iter().enumerate() {
        let found = 100.0 * score([one, two], repeats, SEED + index as u64);
        println!("{one} - {two}: {found:.2} (report {report:.2})");
        if (found - report).abs() > TOLERANCE {
            failures.push(format!("{one} - {two}: {found:.2}, the report has {report:.2}"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// The share of games that the first player wins: `repeats` times all pairs of set-ups, each with both beginning.
fn score(specs: [&str; 2], repeats: usize, seed: u64) -> f64 {
    let rounds = repeats * BEST.len() * BEST.len();
    let (next, won) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let game = Einstein::standard();
                let mut players = specs.map(|spec| {
                    build(&spec.parse::<Spec>().expect("a spec"), &game, 0).expect("a player of this game")
                });
                loop {
                    let round = next.fetch_add(1, Ordering::Relaxed);
                    if round >= rounds {
                        break;
                    }
                    let number = round as u64;
                    let placements = [round % 16, round / 16 % 16].map(|index| {
                        Placement::parse(BEST[index], 6).expect("one of the set-ups of the report's substitute")
                    });
                    let start = game.start_with(&placements);
                    for turned in [false, true] {
                        let winner = play(&game, start, &mut players, turned, seed, number);
                        let first = if turned { BLUE } else { RED };
                        won.fetch_add(usize::from(winner == first), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    won.into_inner() as f64 / (2 * rounds) as f64
}

/// One game; `turned` gives Blue to the first player. Dice and lots depend on seed and number alone.
fn play(
    game: &Einstein,
    start: Position,
    players: &mut [Box<dyn Player<Einstein>>; 2],
    turned: bool,
    seed: u64,
    number: u64,
) -> PlayerId {
    let mut dice = Rng::part(seed, number);
    let lots = Rng::part(seed ^ 1 << 32, number).bits();
    players.iter_mut().enumerate().for_each(|(index, player)| player.new_game(lots ^ (index as u64) << 1));
    let mut position = start;
    loop {
        if let Some(winner) = position.winner() {
            return winner;
        }
        game.roll(&mut position, dice.below(6));
        let who = position.mover().index() ^ usize::from(turned);
        let choice = players[who].choose(Request::new(game, &position));
        game.make(&mut position, choice.mv.expect("the player who is to move has a move"));
    }
}
