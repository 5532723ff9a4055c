//! The deterministic bench: fixed positions of every game, searched by every deterministic search with a fixed seed,
//! a fresh table, one thread and no clock. The node counts change exactly when what a search does changes.

use crate::{Player, Request, Spec, build};
use plyground_core::{Game, GameVisitor, Playable, Rng, Setup, Turn};
use plyground_games::registry;
use plyground_search::Report;

/// One row of the signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// `<game>/<search>`.
    pub name: String,
    /// Nodes of all positions; for Monte Carlo searches the visits of the root moves are folded in, so that a changed
    /// choice changes the number.
    pub nodes: u64,
}

/// Positions per board: after this many random plies each.
const PLIES: [usize; 4] = [0, 6, 12, 20];
/// Where the random plies come from.
const SEED: u64 = 2026;

/// Runs the whole list and tells each finished row.
pub fn run(mut tell: impl FnMut(&Row)) -> Vec<Row> {
    let mut rows = Vec::new();
    let boards = registry::infos().into_iter().flat_map(|info| info.bench.iter().map(move |board| (info.name, board)));
    for (game, board) in boards {
        for (name, spec) in board.searches {
            let setup = Setup { variant: board.variant.map(String::from), ..Setup::default() };
            let spec: Spec = spec.parse().expect("the list holds valid specs");
            let counted = registry::visit(game, &setup, Counter { spec });
            let nodes = counted.expect("a game lists boards of its own");
            let row = Row { name: format!("{game}-{}/{name}", board.name), nodes };
            tell(&row);
            rows.push(row);
        }
    }
    rows
}

struct Counter {
    spec: Spec,
}

impl GameVisitor for Counter {
    type Output = u64;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> u64 {
        let mut player: Box<dyn Player<G>> = build(&self.spec, &game, SEED).expect("the list holds specs that fit");
        let mut total = 0;
        for (index, plies) in PLIES.into_iter().enumerate() {
            let position = after_random_plies(&game, &start, plies, &mut Rng::part(SEED, index as u64));
            player.new_game(SEED);
            total += signature(&player.think(Request::new(&game, &position)));
        }
        total
    }
}

/// A position this many random plies after the start, or just before the game would have ended on the way.
pub fn after_random_plies<G: Game>(game: &G, start: &G::Position, plies: usize, rng: &mut Rng) -> G::Position {
    let mut position = start.clone();
    let mut last = position.clone();
    let mut moves = Vec::new();
    let mut made = 0;
    while made < plies {
        match game.turn(&position) {
            Turn::Over => return last,
            Turn::Chance => {
                let face = rng.weighted(game.outcomes(&position));
                game.roll(&mut position, face);
            }
            Turn::Player(_) => {
                last.clone_from(&position);
                moves.clear();
                game.moves(&position, &mut moves);
                game.make(&mut position, moves[rng.below(moves.len())]);
                made += 1;
            }
        }
    }
    if game.turn(&position) == Turn::Over { last } else { position }
}

fn signature<M>(report: &Report<M>) -> u64 {
    let fold =
        |sum: u64, (index, root): (usize, &plyground_search::RootMove<M>)| sum + root.effort * (index as u64 + 1);
    let visits = if report.iterations.is_empty() { report.moves.iter().enumerate().fold(0, fold) } else { 0 };
    report.nodes + visits
}
