//! Facts against games whose facts are known.

use super::*;
use plyground_core::Setup;
use plyground_games::registry;

fn plan(games: u64) -> FactsPlan {
    FactsPlan { games, spec: None, limits: Limits::nodes(50), seed: 7, time: Duration::from_secs(600) }
}

fn open(game: &str, variant: &str, position: Option<&str>) -> (AnyGame, AnyPosition) {
    let setup =
        Setup { variant: Some(variant.to_string()), position: position.map(ToString::to_string), ..Setup::default() };
    registry::open(game, &setup).unwrap()
}

#[test]
fn counts_are_those_of_the_published_perft_and_means_lie_in_their_intervals() {
    let (game, start) = open("reversixt", "standard", None);
    let facts = game_facts(&game, &start, &plan(60)).unwrap();
    // https://oeis.org/A124004
    assert_eq!(facts.perft[..5], [4, 12, 56, 244, 1396]);
    assert_eq!((facts.players, facts.squares), (2, 64));
    let random = &facts.random;
    assert_eq!(random.games, 60);
    assert!(random.length.mean > 55.0 && random.longest <= 60, "{:?}", random.length);
    assert!(random.branching.mean > 6.0 && random.branching.mean < 11.0, "{:?}", random.branching);
    for mean in [random.length, random.branching, random.draws, random.advantage] {
        assert!(mean.interval.low <= mean.mean && mean.mean <= mean.interval.high, "{mean:?}");
    }
    let sum: f64 = random.first_places.iter().map(|place| place.mean).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(facts.playouts_per_second > 0.0 && facts.engine.is_none());
}

#[test]
fn the_same_seed_shows_the_same_games_and_engines_play_where_asked() {
    let (game, start) = open("isola", "cols=5,rows=5", None);
    let mut plan = plan(8);
    plan.spec = Some("best".parse().unwrap());
    let (one, other) = (game_facts(&game, &start, &plan).unwrap(), game_facts(&game, &start, &plan).unwrap());
    assert_eq!((&one.random, &one.engine, &one.perft), (&other.random, &other.engine, &other.perft));
    let engine = one.engine.unwrap();
    assert_eq!((engine.games, engine.draws.mean), (8, 0.0));
    assert_ne!(engine.length, one.random.length);
}

#[test]
fn moments_are_means_with_normal_intervals() {
    let mut moments = Moments::default();
    [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| moments.add(value));
    let mean = moments.mean();
    // The sample variance is 32/7.
    let half = 1.96 * (32.0f64 / 7.0 / 8.0).sqrt();
    assert!((mean.mean - 5.0).abs() < 1e-12 && (mean.interval.high - 5.0 - half).abs() < 1e-12);
}
