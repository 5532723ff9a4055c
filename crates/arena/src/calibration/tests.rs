//! Fits against models that are known, and games against what they show.

use super::*;
use plyground_core::chance_table::{ChanceModel, ModelInput, ModelRow, ValueScale};
use plyground_core::{Chances, MAX_PLAYERS, PlayerId, Rng, Setup};
use plyground_search::Limits;

/// Observations whose results follow a model exactly.
fn drawn_from(model: &ChanceModel, players: usize, count: u64, rng: &mut Rng) -> Vec<Observation> {
    let mut unit = || rng.below(1_000_000) as f64 / 1e6;
    let mut all = Vec::new();
    for game in 0..count {
        let mut seats = [0.0; MAX_PLAYERS];
        seats.iter_mut().take(players).for_each(|seat| *seat = 400.0 * unit() - 200.0);
        let mover = PlayerId::from_index((unit() * players as f64) as usize);
        let input = ModelInput { mover, players, progress: unit(), searched: 400.0 * unit() - 200.0, seats };
        let chances = model.chances(&input);
        let mut lot = unit();
        let winner = PlayerId::all(players).find(|player| {
            lot -= chances.of(*player);
            lot < 0.0
        });
        let result = Chances::won_by(winner.unwrap_or(PlayerId::FIRST), players);
        all.push(Observation { input, predicted: chances, result, before_roll: false, game });
    }
    all
}

fn known_model(seat: f64) -> ChanceModel {
    let row = |progress, searched| ModelRow::new(progress, [0.3, searched, seat, -0.2, 0.0]);
    ChanceModel { scale: ValueScale::Unit(100.0), rows: vec![row(0.0, 0.5), row(1.0, 2.0)] }
}

#[test]
fn the_fit_finds_the_model_that_made_the_results() {
    for (players, seat) in [(2, 0.0), (4, 1.5)] {
        let model = known_model(seat);
        let mut rng = Rng::seeded(5);
        let seen = drawn_from(&model, players, 15_000, &mut rng);
        let found = fit(&seen, "points");
        let fresh = drawn_from(&model, players, 2_000, &mut rng);
        let off = fresh.iter().map(|one| {
            let (found, known) = (found.chances(&one.input), model.chances(&one.input));
            found.as_slice().iter().zip(known.as_slice()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        });
        let off = off.sum::<f64>() / fresh.len() as f64;
        assert!(off < 0.02, "{players} players: {off}\n{found:?}");
        let reliability = Reliability::new(&fresh, |one| found.chances(&one.input));
        assert!(reliability.mean_error < 0.04, "{}", reliability.mean_error);
    }
}

#[test]
fn a_wrong_scale_is_seen_in_the_bins() {
    let seen = drawn_from(&known_model(0.0), 2, 20_000, &mut Rng::seeded(6));
    let honest = Reliability::new(&seen, |one| one.predicted);
    assert!(honest.mean_error < 0.02, "{}", honest.mean_error);
    let sure = Reliability::new(&seen, |one| {
        let weights = one.predicted.as_slice().iter().map(|chance| chance * chance);
        Chances::proportional(&weights.collect::<Vec<_>>())
    });
    assert!(sure.mean_error > 0.04, "{}", sure.mean_error);
    let svg = sure.svg("a < b");
    assert_eq!(svg.matches("<circle").count(), sure.bins.len());
    assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
}

#[test]
fn bins_are_means_and_games_are_the_units_of_their_error() {
    let input =
        ModelInput { mover: PlayerId::FIRST, players: 2, progress: 0.0, searched: 0.0, seats: [0.0; MAX_PLAYERS] };
    let seen = |chance: f64, won: bool, game| Observation {
        input,
        predicted: Chances::with_chance_of(PlayerId::FIRST, chance, &[1.0, 1.0]),
        result: Chances::won_by(if won { PlayerId::FIRST } else { PlayerId::SECOND }, 2),
        before_roll: false,
        game,
    };
    let all = [seen(0.71, true, 1), seen(0.73, true, 1), seen(0.72, false, 2), seen(0.1, false, 3)];
    let found = Reliability::new(&all, |one| one.predicted);
    assert_eq!(found.bins.iter().map(|bin| (bin.count, bin.games)).collect::<Vec<_>>(), [(1, 1), (3, 2)]);
    let bin = found.bins[1];
    assert!((bin.predicted - 0.72).abs() < 1e-12 && (bin.observed - 2.0 / 3.0).abs() < 1e-12);
    let expected = ((0.29f64 + 0.27).powi(2) + 0.72f64.powi(2)).sqrt() / 3.0;
    assert!((bin.deviation - expected).abs() < 1e-12);
    assert!((found.mean_error - (0.1 + 3.0 * bin.error()) / 4.0).abs() < 1e-12);
    assert!(!bin.counts() && found.unweighted_error == found.mean_error);
}

fn plan(game: &str, variant: &str, games: u64) -> CalibrationPlan {
    CalibrationPlan {
        game: game.to_string(),
        boards: vec![Setup { variant: Some(variant.to_string()), ..Setup::default() }],
        moves: String::new(),
        spec: "best".parse().unwrap(),
        limits: Limits::nodes(200),
        games,
        seed: 3,
    }
}

#[test]
fn games_are_repeatable_and_no_two_are_the_same() {
    let plan = plan("isola", "columbia", 6);
    let seen = observe(&plan).unwrap();
    assert_eq!(seen, observe(&plan).unwrap());
    assert_eq!((seen.games, seen.key.board.as_str(), seen.key.players), (6, "trail-queen", 2));
    let of_game =
        |game| seen.list.iter().filter(|one| one.game == game).map(|one| one.input.searched).collect::<Vec<_>>();
    assert!((1..6).all(|game| of_game(game) != of_game(0)));
}

#[test]
fn boards_that_need_different_tables_are_refused() {
    let mut plan = plan("isola", "columbia", 2);
    plan.boards.push(Setup { variant: Some("classic".to_string()), ..Setup::default() });
    assert!(observe(&plan).unwrap_err().to_string().contains("different tables"));
}
