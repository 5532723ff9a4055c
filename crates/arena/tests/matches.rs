//! Matches: pairs, rotation, repeatability, tests that stop early.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod common;

use common::{map, on};
use plyground_arena::stats::{Sprt, SprtDecision};
use plyground_arena::{
    Adjudication, ArenaError, Entrant, GameSnapshot, Interrupt, Match, MatchResult, OpeningRule, PlayedGame,
    RecordLevel, Termination, TimeRules,
};
use plyground_core::{GameVisitor, Playable, Setup};

fn entrants(specs: &[&str]) -> Vec<Entrant> {
    specs.iter().map(|spec| Entrant { spec: spec.parse().unwrap(), time_rules: TimeRules::default() }).collect()
}

fn a_match(specs: &[&str], games: u64) -> Match {
    Match {
        entrants: entrants(specs),
        games,
        seed: 1,
        jobs: 2,
        openings: OpeningRule::Auto.into(),
        sprt: None,
        keep: RecordLevel::Text,
        longest: None,
        adjudication: Adjudication::default(),
    }
}

struct Run<'a>(&'a Match, &'a Interrupt);

impl GameVisitor for Run<'_> {
    type Output = Result<(MatchResult, Vec<PlayedGame>), ArenaError>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let mut games = Vec::new();
        let result = self.0.play(&game, &start, self.1, |_, number, played| {
            assert_eq!(number, games.len() as u64, "games arrive in order");
            games.push(played.clone());
        })?;
        Ok((result, games))
    }
}

fn run(game: &str, setup: &Setup, plan: &Match) -> (MatchResult, Vec<PlayedGame>) {
    on(game, setup, Run(plan, &Interrupt::default())).unwrap_or_else(|error| panic!("{error}"))
}

/// Everything about a game except how long it took.
fn timeless(games: &[PlayedGame]) -> Vec<(String, String, Vec<f64>, u64)> {
    let nodes = |game: &PlayedGame| game.outcome.efforts.iter().map(|effort| effort.nodes).sum();
    let row = |game: &PlayedGame| {
        let moves = game.moves.clone().unwrap();
        (moves.start, moves.text, game.outcome.payoffs.as_slice().to_vec(), nodes(game))
    };
    games.iter().map(row).collect()
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    for (game, setup) in [("isola", Setup::default()), ("einstein", Setup::default()), ("reversixt", map("carousel"))] {
        let specs: &[&str] = if game == "reversixt" { &["random", "greedy", "first"] } else { &["random", "greedy"] };
        let plan = a_match(specs, 61);
        let (result, games) = run(game, &setup, &Match { jobs: 1, ..plan.clone() });
        let (again, same_games) = run(game, &setup, &Match { jobs: 2, ..plan.clone() });
        assert_eq!(games.len(), 61);
        assert_eq!(timeless(&games), timeless(&same_games), "{game}");
        assert_eq!(result.tally.pairs(), again.tally.pairs());
        assert_eq!(result.tally.places(), again.tally.places());
        let (_, others) = run(game, &setup, &Match { seed: 2, ..plan });
        assert_ne!(timeless(&games), timeless(&others), "{game}: the seed matters");
    }
}

#[test]
fn pairs_share_opening_and_dice() {
    let (_, games) = run("einstein", &Setup::default(), &a_match(&["random", "first"], 40));
    let faces = |played: &PlayedGame| -> Vec<String> {
        let text = &played.moves.as_ref().unwrap().text;
        text.split(' ').map(|turn| turn.split_once(':').unwrap().0.to_string()).collect()
    };
    let mut starts = std::collections::HashSet::new();
    for pair in games.chunks(2) {
        let [first, second] = pair else { panic!("games come in pairs") };
        assert_eq!(first.moves.as_ref().unwrap().start, second.moves.as_ref().unwrap().start);
        let shared = first.outcome.turns.min(second.outcome.turns);
        assert_eq!(faces(first)[..shared], faces(second)[..shared]);
        assert_ne!(first.seed, second.seed);
        starts.insert(first.moves.as_ref().unwrap().start.clone());
    }
    assert_eq!(starts.len(), 20, "every pair has a set-up of its own");
}

#[test]
fn identical_players_end_within_their_interval() {
    for (game, setup, specs) in [
        ("isola", Setup::default(), vec!["random", "random"]),
        ("einstein", Setup::default(), vec!["greedy", "greedy"]),
        ("reversixt", map("duel"), vec!["random", "random"]),
        ("reversixt", map("ring"), vec!["random", "random", "random"]),
    ] {
        let even = 1.0 / specs.len() as f64;
        let games = if game == "reversixt" { 120 } else { 600 };
        let (result, _) = run(game, &setup, &a_match(&specs, games));
        for player in result.tally.players() {
            let interval = player.units.interval();
            assert!(interval.low <= even && even <= interval.high, "{game}: {interval:?}");
            assert_eq!(player.ended(Termination::Normal), games);
        }
    }
}

#[test]
fn the_better_player_is_seen() {
    let (result, _) = run("einstein", &Setup::default(), &a_match(&["greedy", "random"], 200));
    let [better, worse] = result.tally.players() else { panic!("two players") };
    assert!(better.units.interval().low > 0.6, "{:?}", better.units.interval());
    assert_eq!(better.wins, worse.losses);
    assert_eq!(better.wins + better.draws + better.losses, 200);
    assert!((better.units.score() + worse.units.score() - 1.0).abs() < 1e-12);
    assert!(better.units.superiority() > 0.999);
    assert!(better.effort.moves > 1000 && better.effort.nodes > 1000);
}

#[test]
fn a_test_stops_early_at_the_same_game_whatever_the_jobs() {
    let sprt = Some(Sprt::new(0.0, 50.0).unwrap());
    let plan = Match { sprt, games: 5000, ..a_match(&["greedy", "random"], 1) };
    let (accepted, games) = run("einstein", &Setup::default(), &plan);
    assert_eq!(accepted.sprt.unwrap().decision, SprtDecision::Accepted);
    assert!(!accepted.interrupted && games.len() < 1000 && games.len().is_multiple_of(2), "{}", games.len());
    let (alone, same_games) = run("einstein", &Setup::default(), &Match { jobs: 1, ..plan.clone() });
    assert_eq!(games.len(), same_games.len());
    assert_eq!(alone.sprt, accepted.sprt);
    let (rejected, _) =
        run("einstein", &Setup::default(), &Match { entrants: entrants(&["random", "greedy"]), ..plan });
    assert_eq!(rejected.sprt.unwrap().decision, SprtDecision::Rejected);
}

#[test]
fn two_players_may_share_a_table_of_four() {
    let (result, _) = run("reversixt", &map("bastion"), &a_match(&["greedy", "random"], 20));
    let [greedy, random] = result.tally.players() else { panic!("two players") };
    assert!((greedy.units.points() + random.units.points() - 20.0).abs() < 1e-9);
    assert_eq!(result.tally.places().of(0).iter().sum::<u64>(), 40, "two seats in each of 20 games");
    assert!((result.tally.seat_scores().iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(result.tally.pairs().pairs(), 10);
}

#[test]
fn what_cannot_be_played_is_said_before_it_begins() {
    let fails = |specs: &[&str], change: fn(&mut Match)| {
        let mut plan = a_match(specs, 10);
        change(&mut plan);
        on("isola", &Setup::default(), Run(&plan, &Interrupt::default())).expect_err("impossible").to_string()
    };
    assert_eq!(fails(&["random"], |_| {}), "the board has 2 seats, so exactly 2 players can share it, not 1");
    assert!(fails(&["random"; 3], |_| {}).contains("not 3"));
    assert!(fails(&["random", "randm"], |_| {}).contains("did you mean `random`?"));
    assert!(fails(&["random"; 2], |plan| plan.games = 0).contains("1 to 1000000000 games"));
    let three = Match { sprt: Some(Sprt::new(0.0, 5.0).unwrap()), ..a_match(&["random"; 3], 9) };
    let error = on("reversixt", &map("ring"), Run(&three, &Interrupt::default())).expect_err("three players");
    assert!(error.to_string().contains("exactly 2 players"));
}

#[test]
fn an_interrupted_match_reports_what_was_played() {
    let interrupt = Interrupt::default();
    interrupt.press();
    let plan = a_match(&["random", "random"], 100);
    let (result, games) = on("isola", &Setup::default(), Run(&plan, &interrupt)).unwrap();
    assert!(result.interrupted && games.is_empty());
    assert_eq!(result.tally.players()[0].units.score(), 0.5);
}

/// Looks on after every game.
struct Onlooker<'a>(&'a Match);

impl GameVisitor for Onlooker<'_> {
    type Output = Vec<GameSnapshot>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Vec<GameSnapshot> {
        let interrupt = Interrupt::default();
        let mut seen = Vec::new();
        self.0.play(&game, &start, &interrupt, |_, _, _| seen.extend(interrupt.snapshots())).unwrap();
        seen
    }
}

#[test]
fn whoever_looks_on_sees_the_games_that_are_running() {
    let plan = Match { jobs: 1, keep: RecordLevel::Result, ..a_match(&["random", "random"], 5000) };
    let seen = on("isola", &Setup::default(), Onlooker(&plan));
    assert!(!seen.is_empty());
    let pieces = |sight: &GameSnapshot| sight.scene.cells.iter().filter(|cell| cell.piece.is_some()).count();
    assert!(seen.iter().all(|sight| sight.game < 5000 && sight.scene.cols == 8 && pieces(sight) == 2));
    let games: std::collections::BTreeSet<u64> = seen.iter().map(|sight| sight.game).collect();
    assert!(games.len() > 1, "not one game all the time");
}
