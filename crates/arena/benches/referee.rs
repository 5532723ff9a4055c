//! What the referee costs: games per second through the arena against a bare loop around the same players.
//!
//! `cargo bench -p plyground-arena --bench referee`
//!
//! Speeds are games per second of processor time on two threads, so that a busy machine does not blur them; where the
//! system does not tell processor time, wall-clock time stands in.

use plyground_arena::{Adjudication, Entrant, Interrupt, Match, OpeningRule, RecordLevel, TimeRules};
use plyground_core::{GameVisitor, Playable, Rng, Setup, Turn};
use plyground_engine::{Player, Request, Spec, build};
use plyground_games::registry;
use std::time::Instant;

/// Both are measured in turn, so often and so long each; the best of each counts, for disturbances only slow down.
const ROUNDS: usize = 6;
const SECONDS: f64 = 0.5;
const THREADS: usize = 2;

fn main() {
    println!("what the referee takes per move:");
    for (game, players) in
        [("einstein", ["first", "random", "MrBlack(0)", "greedy"]), ("isola", ["first", "random", "", "greedy"])]
    {
        // `cargo bench … -- greedy` runs only rows that contain the word.
        let wish = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
        let wanted = |player: &&str| !player.is_empty() && format!("{game} {player}").contains(&wish);
        for player in players.into_iter().filter(wanted) {
            let spec: Spec = player.parse().expect("a valid spec");
            let row = registry::visit(game, &Setup::default(), Compare(spec)).expect("valid");
            match row {
                None => println!("{game:<10} {player:<22} not available yet"),
                Some(row) => {
                    let Row { bare, arena, overhead } = row;
                    println!("{game:<10} {player:<22} {:>10.0} ns", overhead * 1e9);
                    let ratio = bare / arena;
                    println!(
                        "ratio: games of {game} by {player}, refereed | bare loop: {bare:.0}/s | {arena:.0}/s | {ratio:.2}"
                    );
                }
            }
        }
    }
}

/// Processor seconds of this process so far, all threads.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// Runs something and tells how long its threads were busy on average.
fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let (wall, busy) = (Instant::now(), processor_seconds());
    let value = run();
    let spent = processor_seconds().zip(busy).map(|(after, before)| (after - before) / THREADS as f64);
    (value, spent.unwrap_or_else(|| wall.elapsed().as_secs_f64()))
}

struct Row {
    bare: f64,
    arena: f64,
    overhead: f64,
}

struct Compare(Spec);

impl GameVisitor for Compare {
    type Output = Option<Row>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Option<Row> {
        build(&self.0, &game, 1).ok()?;
        let (mut bare, mut arena, mut moves) = (0.0f64, 0.0f64, 0.0);
        for _ in 0..ROUNDS {
            let (speed, length) = bare_loops(&game, &self.0);
            (bare, moves) = (bare.max(speed), length);
            arena = arena.max(through_the_arena(&game, &start, &self.0, (speed * SECONDS) as u64));
        }
        // Both keep all threads busy, so a game takes that many times longer than their number per second says.
        let overhead = THREADS as f64 * (1.0 / arena - 1.0 / bare) / moves;
        Some(Row { bare, arena, overhead })
    }
}

/// Games per second without any referee, and moves per game.
fn bare_loops<G: Playable>(game: &G, spec: &Spec) -> (f64, f64) {
    let begun = Instant::now();
    let (counts, seconds) = timed(|| -> Vec<(u64, u64)> {
        std::thread::scope(|scope| {
            let run = |thread| move || bare_loop(game, spec, thread, begun);
            let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(run(thread))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        })
    });
    let games: u64 = counts.iter().map(|count| count.0).sum();
    let moves: u64 = counts.iter().map(|count| count.1).sum();
    (games as f64 / seconds, moves as f64 / games as f64)
}

fn bare_loop<G: Playable>(game: &G, spec: &Spec, thread: usize, begun: Instant) -> (u64, u64) {
    let mut players: Vec<Box<dyn Player<G>>> = (0..2).map(|_| build(spec, game, 1).expect("built before")).collect();
    let mut rng = Rng::part(1, thread as u64);
    let (mut games, mut moves) = (0, 0);
    while begun.elapsed().as_secs_f64() < SECONDS {
        players.iter_mut().for_each(|player| player.new_game(games));
        let mut position = game.random_start(&mut rng);
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    let face = rng.weighted(game.outcomes(&position));
                    game.roll(&mut position, face);
                }
                Turn::Player(player) => {
                    let choice = players[player.index()].choose(Request::new(game, &position));
                    game.make(&mut position, choice.mv.expect("a move"));
                    moves += 1;
                }
            }
        }
        games += 1;
    }
    (games, moves)
}

fn through_the_arena<G: Playable>(game: &G, start: &G::Position, spec: &Spec, games: u64) -> f64 {
    let entrant = Entrant { spec: spec.clone(), time_rules: TimeRules::default() };
    let plan = Match {
        entrants: vec![entrant.clone(), entrant],
        games,
        seed: 1,
        jobs: THREADS,
        openings: if game.facts().chance { OpeningRule::Deal.into() } else { OpeningRule::Start.into() },
        sprt: None,
        keep: RecordLevel::Result,
        longest: None,
        adjudication: Adjudication::default(),
    };
    let (result, seconds) =
        timed(|| plan.play(game, start, &Interrupt::default(), |_, _, _| {}).expect("a playable match"));
    result.tally.games() as f64 / seconds
}
