//! Which search plays a game of one's own better? A match with a confidence interval:
//! `cargo run --release --example tournament`.
//!
//! The game is Domineering on a 6x6 board: one player places dominoes upright, the other lying; a player who has no room
//! left loses.

use plyground::prelude::*;
use plyground::search::alphabeta::{Algorithm, Config};

const SIZE: u32 = 6;
const BOARD: u64 = (1 << (SIZE * SIZE)) - 1;

#[derive(Clone)]
struct Domineering;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Board {
    taken: u64,
    mover: PlayerId,
}

/// Every cell where the player's domino can begin.
fn room(taken: u64, player: PlayerId) -> u64 {
    let free = BOARD & !taken;
    let last_column = (0..SIZE).fold(0, |mask, row| mask | 1 << (row * SIZE + SIZE - 1));
    if player == PlayerId::FIRST { free & free >> SIZE } else { free & free >> 1 & !last_column }
}

fn domino(cell: u8, player: PlayerId) -> u64 {
    if player == PlayerId::FIRST { 1 << cell | 1 << (u32::from(cell) + SIZE) } else { 3 << cell }
}

impl Game for Domineering {
    type Position = Board;
    type Move = u8;
    type Undo = ();

    fn facts(&self) -> Facts {
        Facts::two_players((SIZE * SIZE / 2) as usize)
    }
    fn start(&self) -> Board {
        Board { taken: 0, mover: PlayerId::FIRST }
    }
    fn turn(&self, board: &Board) -> Turn {
        if room(board.taken, board.mover) == 0 { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        let cells = room(board.taken, board.mover);
        out.extend((0..(SIZE * SIZE) as u8).filter(|cell| cells >> cell & 1 == 1));
    }
    fn make(&self, board: &mut Board, cell: u8) {
        *board = Board { taken: board.taken | domino(cell, board.mover), mover: board.mover.opponent() };
    }
    fn unmake(&self, board: &mut Board, cell: u8, (): ()) {
        board.mover = board.mover.opponent();
        board.taken &= !domino(cell, board.mover);
    }
    fn payoffs(&self, board: &Board) -> Payoffs {
        Payoffs::win(board.mover.opponent())
    }
    fn key(&self, board: &Board) -> Option<u64> {
        Some(plyground::core::key_for(board.taken, board.mover.index() as u64))
    }
}

/// How many more places a player has than the other.
#[derive(Clone)]
struct Mobility;

impl Evaluation<Domineering> for Mobility {
    fn value(&mut self, _game: &Domineering, board: &Board, player: PlayerId) -> i32 {
        let places = |of: PlayerId| room(board.taken, of).count_ones() as i32;
        places(player) - places(player.opponent())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = SearchMatch { pairs: 100, limits: Limits::nodes(2_000), opening: 3, seed: 7 };
    let mut pvs = AlphaBeta::new(Mobility);
    let mut minimax = AlphaBeta::with_config(Config { algorithm: Algorithm::Minimax, ..Config::default() }, Mobility)?;
    let mut mcts = Mcts::random(MctsConfig::default());
    let opponents: [(&str, &mut dyn Search<Domineering>); 2] = [("minimax", &mut minimax), ("MCTS", &mut mcts)];
    for (name, opponent) in opponents {
        let result = rules.play(&Domineering, &mut pvs, opponent)?;
        let (score, interval) = (100.0 * result.score(), result.interval());
        let [won, drawn, lost] = result.games;
        println!(
            "PVS against {name}: {score:.1} % of {} games (95 % interval {:.1} to {:.1} %), +{won} ={drawn} -{lost}",
            won + drawn + lost,
            100.0 * interval.low,
            100.0 * interval.high,
        );
    }
    Ok(())
}
