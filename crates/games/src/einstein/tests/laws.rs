//! Laws of every game, agreement with the rulebook, counts, and one game written out.

use super::*;
use crate::einstein::rulebook::SlowEinstein;
use plyground_core::Rng;
use plyground_testkit::conformance::{self, Trials};
use plyground_testkit::{agreement, perft_file, playthrough};
use std::path::Path;

/// Sizes, numbers of stones, fair and loaded dice, faces that never come up.
const VARIANTS: [&str; 12] = [
    "standard",
    "small",
    "tiny",
    "first=b,setup=mirrored",
    "setup=654321:126435",
    "size=8",
    "size=6,stones=4",
    "size=4",
    "stones=1",
    "size=3,stones=2",
    "die=0.3:0.1:0.1:0.1:0.1:0.3",
    "small,die=0.5:0:0.5",
];

#[test]
fn every_variant_obeys_the_laws_of_games() {
    for variant in VARIANTS {
        let game = game(variant);
        conformance::check(&game, &game.start(), Trials { seed: 1, games: 20 });
    }
}

#[test]
fn the_fast_game_agrees_with_the_rulebook() {
    for variant in VARIANTS {
        let game = game(variant);
        let mut turns = 0;
        for index in 0..200 {
            let mut rng = Rng::part(77, index);
            let start = game.random_start(&mut rng);
            let slow = SlowEinstein::new(&game.position_text(&start), game.variant().stones());
            turns += agreement::check(&game, &start, slow, &mut rng);
        }
        assert!(turns > 60, "{variant}: {turns}");
    }
}

const PERFT: &str = include_str!("../data/perft.txt");

#[test]
fn perft_counts_match_the_file() {
    let compared = perft_file::check::<Einstein>(PERFT, 3_000_000, |_| None);
    assert!(compared >= 30, "only {compared} counts");
}

/// Raise it to 3,000,000 to repeat all counts of the file; with optimisation that takes ten seconds.
const RULEBOOK_LIMIT: u64 = 30_000;

#[test]
fn perft_counts_are_the_rulebook_s() {
    for line in PERFT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let field = |name: &str| line.split(';').find_map(|field| field.trim().strip_prefix(name)).map(str::trim);
        let game = game(field("variant=").unwrap_or("standard"));
        let position = field("position=").map_or(game.position_text(&game.start()), str::to_string);
        let slow = SlowEinstein::new(&position, game.variant().stones());
        let counts = field("counts=").expect("counts").split(' ').map(|count| count.parse::<u64>().unwrap());
        for (index, count) in counts.take_while(|count| *count <= RULEBOOK_LIMIT).enumerate() {
            assert_eq!(slow.perft(index + 1), count, "depth {} of {line}", index + 1);
        }
    }
}

#[test]
fn one_game_reads_as_it_always_did() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/einstein/data/playthrough.txt");
    let game = Einstein::standard();
    playthrough::check(&game, &game.start(), 1905, &file);
}

#[test]
fn reflected_positions_share_a_key_and_others_do_not() {
    let game = Einstein::standard();
    let one = at(&game, "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r 3");
    let reflected = at(&game, "r1r4r5../r2r3.../r6...b6/...b3b2/..b5b4b1 r 3");
    assert_ne!(game.key(&one), game.key(&reflected));
    assert_eq!(game.symmetric_key(&one), game.symmetric_key(&reflected));
    for other in ["r1r4r5../r2r3.../r6...b6/...b3b2/..b5b4b1 r 4", "r1r4r5../r2r3.../r6...b6/...b3b2/..b5b4b1 b 3"] {
        assert_ne!(game.symmetric_key(&one), game.symmetric_key(&at(&game, other)), "{other}");
    }
}

#[test]
fn reflection_commutes_with_play() {
    use crate::einstein::{Move, Step};
    let game = Einstein::standard();
    let reflect = |position: &Position| {
        let mut image = *position;
        for player in PlayerId::all(2) {
            // Off the board first, so that no two stones meet on the way.
            image.stones[player.index()] = crate::einstein::stones::Stones::NONE;
            for (stone, cell) in position.stones(player).iter() {
                image.stones[player.index()].put(stone, game.board().transposed(cell));
            }
        }
        image.key = image.recomputed_key();
        image
    };
    let mut rng = Rng::seeded(6);
    for _ in 0..100 {
        let mut position = game.random_start(&mut rng);
        let mut image = reflect(&position);
        while position.winner().is_none() {
            let face = rng.below(6);
            game.roll(&mut position, face);
            game.roll(&mut image, face);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let mv = moves[rng.below(moves.len())];
            let step = match mv.step() {
                Step::Diagonal => Step::Diagonal,
                Step::Horizontal => Step::Vertical,
                Step::Vertical => Step::Horizontal,
            };
            let mirrored = Move::new(mv.stone(), step);
            assert!(game.is_legal(&image, mirrored));
            game.make(&mut position, mv);
            game.make(&mut image, mirrored);
            assert_eq!(reflect(&position), image);
            assert_eq!(game.symmetric_key(&position), game.symmetric_key(&image));
        }
    }
}

#[test]
fn a_position_with_a_roll_counts_only_that_face() {
    let game = Einstein::standard();
    let text = "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r";
    let mut sum = 0;
    for face in 1..=6 {
        sum += plyground_core::perft(&game, &mut at(&game, &format!("{text} {face}")), 2);
    }
    assert_eq!(sum, plyground_core::perft(&game, &mut at(&game, text), 2));
}
