//! What did the search look at, and why not at the rest? A recorded tree as text:
//! `cargo run --release --example xray`.

use plyground::prelude::*;
use plyground::search::alphabeta::{Algorithm, Config};
use plyground::search::table::TableConfig;
use plyground::search::trace::{Edge, Recorder};

/// Take one, two or three stones; the player who takes the last one wins.
#[derive(Clone)]
struct Stones(u32);

impl Game for Stones {
    type Position = (u32, PlayerId);
    type Move = u32;
    type Undo = ();

    fn facts(&self) -> Facts {
        Facts::two_players(self.0 as usize)
    }
    fn start(&self) -> Self::Position {
        (self.0, PlayerId::FIRST)
    }
    fn turn(&self, position: &Self::Position) -> Turn {
        if position.0 == 0 { Turn::Over } else { Turn::Player(position.1) }
    }
    fn moves(&self, position: &Self::Position, out: &mut Vec<u32>) {
        out.extend(1..=position.0.min(3));
    }
    fn make(&self, position: &mut Self::Position, stones: u32) {
        *position = (position.0 - stones, position.1.opponent());
    }
    fn unmake(&self, position: &mut Self::Position, stones: u32, (): ()) {
        *position = (position.0 + stones, position.1.opponent());
    }
    fn payoffs(&self, position: &Self::Position) -> Payoffs {
        Payoffs::win(position.1.opponent())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Stones(6);
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        let config = Config { algorithm, table: TableConfig::Off, deepening: false, ..Config::default() };
        let mut search = AlphaBeta::with_config(config, ZeroEval)?;
        let mut recorder = Recorder::new(200, 10);
        let start = game.start();
        let request = SearchRequest::new(&game, &start).within(Limits::depth(6)).recording(&mut recorder);
        let result = search.search(request)?;
        println!("{algorithm:?}: best {:?}, value {}, {} nodes", result.best, result.value, result.nodes);
        for node in recorder.nodes() {
            if let Edge::Move(stones) = node.edge {
                let (indent, (low, high)) = ("  ".repeat(node.ply as usize), node.window);
                let value = node.value.map_or("stopped".to_string(), |value| value.to_string());
                println!("{indent}take {stones}: {value} in ({low}, {high}), {}", node.ending.name());
            }
        }
    }
    Ok(())
}
