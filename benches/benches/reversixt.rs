//! ReversiXT: nodes per second of one thread on the standard board, a map of middle size and the largest maps, with the evaluation of `best`
//! against counting stones in the same search and the same run; and the depth that is complete after a second.

#![allow(missing_docs)]

use plyground_benches::cpu;
use plyground_core::{Game, GameVisitor, MapText, Playable, Rng, Setup, Turn};
use plyground_games::registry;
use plyground_games::reversixt::maps;
use plyground_search::alphabeta::{AlphaBeta, Config};
use plyground_search::time::Prediction;
use plyground_search::{Limits, Search, SearchRequest};
use std::time::Duration;

const ROUNDS: usize = 3;
const SLICE: Duration = Duration::from_millis(400);
/// Random plies before the positions that are searched.
const PLIES: [usize; 3] = [0, 20, 40];
const BEAM: usize = 30;

fn main() {
    println!(
        "ReversiXT, one thread, thousand nodes per second, best of {ROUNDS} rounds of {} ms a position:",
        SLICE.as_millis()
    );
    for name in ["standard", "spiral", "bastion", "metropolis", "continent"] {
        let mut setup = Setup::default();
        if let Some(map) = maps::find(name) {
            setup.map = Some(MapText { name: name.to_string(), text: map.text.to_string() });
        }
        registry::visit("reversixt", &setup, Race { name }).expect("the map is valid");
    }
}

struct Race {
    name: &'static str,
}

impl GameVisitor for Race {
    type Output = ();

    fn visit<G: Playable>(self, game: G, start: G::Position) {
        let positions = PLIES.map(|plies| after(&game, &start, plies));
        let (mut stones, mut chances) = (0.0f64, 0.0f64);
        // Taking turns, so that a busy machine slows both down.
        for _ in 0..ROUNDS {
            stones = stones.max(speed(&game, &positions, "stones"));
            chances = chances.max(speed(&game, &positions, "chances"));
        }
        let depth = (0..ROUNDS).map(|_| think(&game, &start, "chances", Duration::from_secs(1)).1).max().unwrap_or(0);
        let (name, players, ratio) = (self.name, game.facts().players, stones / chances);
        println!("  {name:<11} {players} players: depth {depth} in 1 s");
        println!("ratio: time per node of ReversiXT, {name} | stones: {stones:.0} k/s | {chances:.0} k/s | {ratio:.2}");
    }
}

fn speed<G: Playable>(game: &G, positions: &[G::Position], eval: &str) -> f64 {
    let (nodes, seconds) =
        cpu::timed(|| positions.iter().map(|position| think(game, position, eval, SLICE).0).sum::<u64>());
    nodes as f64 / seconds / 1e3
}

/// Nodes and depth.
fn think<G: Playable>(game: &G, position: &G::Position, eval: &str, time: Duration) -> (u64, u32) {
    let beam = (game.facts().longest > 64).then_some(BEAM);
    let config = Config { beam, guessed_beam: beam.is_some(), prediction: Prediction::None, ..Config::default() };
    let eval = game.eval(eval).expect("ReversiXT has it");
    let mut search = AlphaBeta::with_config(config, eval).expect("sensible settings");
    let limits = Limits::time(time);
    let report = search.search(SearchRequest::new(game, position).within(limits)).expect("a game for this search");
    (report.nodes, report.depth)
}

fn after<G: Game>(game: &G, start: &G::Position, plies: usize) -> G::Position {
    let (mut position, mut rng, mut moves) = (start.clone(), Rng::part(7, plies as u64), Vec::new());
    for _ in 0..plies {
        let mut next = position.clone();
        moves.clear();
        game.moves(&position, &mut moves);
        game.make(&mut next, moves[rng.below(moves.len())]);
        if game.turn(&next) == Turn::Over {
            break;
        }
        position = next;
    }
    position
}
