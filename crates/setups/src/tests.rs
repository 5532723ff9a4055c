//! Playing against exact values, exact values against a plain recursion, mixtures against their definition.

use super::*;
use plyground_arena::Interrupt;
use plyground_core::{Game, Rng};
use plyground_games::einstein::{Position, Variant};
use plyground_search::Limits;
use std::collections::HashMap;
use std::path::Path;

fn game(variant: &str) -> Einstein {
    Einstein::new(Variant::parse(variant).unwrap())
}

fn study(variant: &str, spec: &str, games: u64, jobs: usize) -> SetupStudy {
    SetupStudy { game: game(variant), spec: spec.parse().unwrap(), limits: Limits::default(), seed: 5, games, jobs }
}

fn solved(game: &Einstein, question: SetupQuestion) -> ExactSetups {
    let effort = SolveLimits { nodes: u64::MAX, table_bytes: 1 << 22, jobs: 2 };
    ExactSetups::solve(game, question, effort, &Interrupt::default(), |_, _| {}).unwrap().unwrap()
}

/// The chance of the player about to roll, straight from the rules.
fn plain(game: &Einstein, position: &Position, known: &mut HashMap<Position, f64>) -> f64 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let mover = position.mover();
    let mut value = 0.0;
    for (face, probability) in game.outcomes(position).iter().enumerate().filter(|(_, p)| **p > 0.0) {
        let mut rolled = *position;
        game.roll(&mut rolled, face);
        let mut moves = Vec::new();
        game.moves(&rolled, &mut moves);
        let rated = moves.iter().map(|mv| {
            let mut after = rolled;
            game.make(&mut after, *mv);
            match after.winner() {
                Some(winner) => f64::from(u8::from(winner == mover)),
                None => 1.0 - plain(game, &after, known),
            }
        });
        value += probability * rated.fold(0.0, f64::max);
    }
    known.insert(*position, value);
    value
}

#[test]
fn exact_values_are_those_of_a_plain_recursion() {
    for variant in ["size=3,stones=1", "size=3,stones=2", "tiny", "size=3,stones=2,die=0.8:0.2", "size=3,first=b"] {
        let game = game(variant);
        let exact = solved(&game, SetupQuestion::Nash);
        let mut known = HashMap::new();
        let first = game.variant().first();
        for own in setup::all(game.variant().stones()) {
            for other in setup::all(game.variant().stones()) {
                let mut placements = [other; 2];
                placements[first.index()] = own;
                let expected = plain(&game, &game.start_with(&placements), &mut known);
                let found = exact.beginning(own, other).unwrap();
                assert!((found - expected).abs() < 1e-9, "{variant} {own} {other}: {found} {expected}");
            }
        }
    }
}

#[test]
fn exact_answers_are_means_of_exact_values() {
    let game = game("tiny");
    let exact = solved(&game, SetupQuestion::Rank);
    let mut total = 0.0;
    for own in setup::all(3) {
        let (began, followed) = exact.score(SetupPairing { own, other: None }).unwrap();
        assert_eq!(exact.score(SetupPairing { own: own.class()[0], other: None }), Some((began, followed)));
        total += (began + followed) / 2.0;
    }
    assert!((total / 6.0 - 0.5).abs() < 1e-9, "all against all is even");
    let versus = solved(&game, SetupQuestion::Versus(Placement::usual(3)));
    assert_eq!(SetupQuestion::Versus(Placement::usual(3)).pairings(&game).len(), 3, "up to reversed labels");
    assert!(versus.score(SetupPairing { own: Placement::usual(3), other: Some(Placement::usual(3)) }).is_some());
}

#[test]
fn too_large_variants_say_so() {
    let effort = SolveLimits { nodes: 1000, table_bytes: 1 << 20, jobs: 2 };
    let error = ExactSetups::solve(
        &game("standard"),
        SetupQuestion::Versus(Placement::usual(6)),
        effort,
        &Interrupt::default(),
        |_, _| {},
    );
    let error = error.err().unwrap().to_string();
    assert!(error.contains("too large for exact values") && error.contains("126435"), "{error}");
}

#[test]
fn playing_well_comes_near_the_exact_values() {
    let study = study("tiny", "expectimax(depth=6, table=off)", 600, 2);
    let exact = solved(&study.game, SetupQuestion::Nash);
    for question in [SetupQuestion::Nash, SetupQuestion::Versus("123".parse_placement())] {
        let sample = study.play(question, None, &Interrupt::default(), |_, _| {}).unwrap();
        assert!(sample.finished);
        assert_eq!(sample.games(), 600 * sample.pairings.len() as u64);
        for (pairing, score) in sample.pairings.iter().zip(&sample.scores) {
            let (mut began, mut followed) = exact.score(*pairing).unwrap();
            // Members of two classes meet in both ways; a set-up that was named meets the others as they stand.
            if question == SetupQuestion::Nash {
                let other = pairing.other.and_then(|other| other.transposed());
                let mirrored = exact.score(SetupPairing { other, ..*pairing }).unwrap();
                (began, followed) = ((began + mirrored.0) / 2.0, (followed + mirrored.1) / 2.0);
            }
            // Five standard deviations of 300 games.
            assert!((score.beginning() - began).abs() < 0.145, "{pairing:?} {} {began}", score.beginning());
            assert!((score.following() - followed).abs() < 0.145, "{pairing:?} {} {followed}", score.following());
        }
    }
}

trait ParsePlacement {
    fn parse_placement(&self) -> Placement;
}

impl ParsePlacement for str {
    fn parse_placement(&self) -> Placement {
        Placement::parse(self, self.len()).unwrap()
    }
}

#[test]
fn the_number_of_jobs_changes_nothing_and_a_stopped_study_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let whole =
        study("small", "MrBlack(0)", 300, 1).play(SetupQuestion::Rank, None, &Interrupt::default(), |_, _| {}).unwrap();
    let interrupt = Interrupt::default();
    let stopped = study("small", "MrBlack(0)", 300, 2);
    let part = stopped
        .play(SetupQuestion::Rank, Some(folder.path()), &interrupt, |done, _| {
            if done > 0 {
                interrupt.press();
            }
        })
        .unwrap();
    assert!(part.games() > 0 && part.games() <= whole.games());
    let resumed = stopped.play(SetupQuestion::Rank, Some(folder.path()), &Interrupt::default(), |_, _| {}).unwrap();
    assert_eq!(resumed, whole);
    // Fewer games than there are: everything that is known is told.
    let fewer = study("small", "MrBlack(0)", 10, 2);
    assert_eq!(fewer.play(SetupQuestion::Rank, Some(folder.path()), &Interrupt::default(), |_, _| {}).unwrap(), whole);
    let more = study("small", "MrBlack(0)", 302, 2).play(
        SetupQuestion::Rank,
        Some(folder.path()),
        &Interrupt::default(),
        |_, _| {},
    );
    assert_eq!(more.unwrap().games(), whole.games() + 2 * whole.pairings.len() as u64);
}

#[test]
fn foreign_and_broken_progress_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let study = study("tiny", "MrBlack(0)", 20, 1);
    let run = || study.play(SetupQuestion::Rank, Some(folder.path()), &Interrupt::default(), |_, _| {});
    run().unwrap();
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let good = std::fs::read_to_string(&file).unwrap();
    let broken = [
        (String::new(), "no progress"),
        (good[..good.len() / 2].to_string(), "no progress"),
        ("\u{0}\u{1}".to_string(), "no progress"),
        (good.replace("MrBlack", "FarmerBoy"), "another study"),
        (good.replace("setups-1", "setups-9"), "another study"),
        (good.replace("done = ", "done = 1"), "do not add up"),
    ];
    for (text, reason) in broken {
        std::fs::write(&file, &text).unwrap();
        let error = run().err().unwrap().to_string();
        assert!(error.contains(reason) && error.contains("move it away"), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "the file is kept");
    }
    std::fs::write(&file, &good).unwrap();
    assert!(run().unwrap().finished);
    let nowhere =
        study.play(SetupQuestion::Rank, Some(&Path::new(&file).join("below")), &Interrupt::default(), |_, _| {});
    assert!(nowhere.err().unwrap().to_string().contains("cannot"));
}

#[test]
fn known_games_have_their_known_mixtures() {
    let scissors = PayoffMatrix::new(3, |row, column| [0.5, 1.0, 0.0][(row + 3 - column) % 3]);
    let even = equilibrium(&scissors).unwrap();
    assert!((even.value - 0.5).abs() < 1e-9);
    assert!(even.rows.iter().chain(&even.columns).all(|share| (share - 1.0 / 3.0).abs() < 1e-6), "{even:?}");
    // Row 1 is always best; the column player keeps it to its worse entry.
    let dominated = equilibrium(&PayoffMatrix::new(2, |row, column| [[0.2, 0.3], [0.9, 0.4]][row][column])).unwrap();
    assert!((dominated.value - 0.4).abs() < 1e-9);
    assert_eq!((dominated.rows[1], dominated.columns[1]), (1.0, 1.0));
    // Two by two without a saddle point: (ad - bc) / (a + d - b - c).
    let mixed = equilibrium(&PayoffMatrix::new(2, |row, column| [[0.8, 0.1], [0.3, 0.6]][row][column])).unwrap();
    assert!((mixed.value - 0.45).abs() < 1e-9, "{}", mixed.value);
}

#[test]
fn no_reply_beats_an_equilibrium_of_random_games() {
    let mut rng = Rng::seeded(8);
    for size in [1, 2, 5, 12, 40] {
        let entries: Vec<f64> = (0..size * size).map(|_| rng.unit()).collect();
        let matrix = PayoffMatrix::new(size, |row, column| entries[row * size + column]);
        let found = equilibrium(&matrix).unwrap();
        assert!(found.gap < 1e-6, "{size}: {}", found.gap);
        assert!((found.rows.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        // Fair by symmetry when both begin equally often.
        let both = equilibrium(&matrix.of_both_starts()).unwrap();
        assert!((both.value - 0.5).abs() < 1e-6, "{size}: {}", both.value);
    }
}

#[test]
fn questions_have_as_many_pairings_as_classes_allow() {
    let standard = game("standard");
    assert_eq!(SetupQuestion::Rank.pairings(&standard).len(), 180);
    assert_eq!(SetupQuestion::Versus(Placement::usual(6)).pairings(&standard).len(), 360);
    assert_eq!(SetupQuestion::Nash.pairings(&standard).len(), 180 * 181 / 2);
    let loaded = game("stones=3,die=0.5:0.3:0.2");
    assert_eq!((classes(&loaded).len(), opponents(&loaded).len()), (3, 6));
    assert_eq!(members(&loaded, &Placement::usual(3)).len(), 2);
}
