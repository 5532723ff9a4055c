//! Exact solving: who wins a two-player game with best play, how soon, and what every first move is worth.
//!
//! First the bare outcome is proved, which any win will do for; then the distance, by asking whether the winner can
//! finish within this many turns. All questions are asked by the same search with an empty window, and every answer
//! stays true for all later questions, so that the table serves the whole job.
//!
//! ```
//! use plyground_search::solve::{SolveConfig, Solution, solve};
//! use plyground_search::{Control, Limits};
//! use plyground_testkit::trees::Tree;
//! use plyground_core::{Game, PlayerId};
//!
//! // The second move wins in three turns, whatever b does.
//! let game = Tree::literal("a(b(L W) b(a(L W) a(W)))");
//! let mut control = Control::new(&Limits::nodes(1000));
//! let Ok(Solution::Solved(solved)) = solve(&game, &game.start(), &SolveConfig::default(), &mut control) else {
//!     panic!("a tiny game is solved")
//! };
//! assert_eq!((solved.worth.winner, solved.worth.plies), (Some(PlayerId::FIRST), Some(3)));
//! assert_eq!(solved.moves[0].mv, 1);
//! ```

mod node;
mod parts;
mod progress;
mod root;

pub use parts::{Combined, MOST_PARTS, Parts, PartsError};
pub use progress::SolveProgress;

use crate::abdada::Abdada;
use crate::alphabeta::MAX_THREADS;
use crate::score::is_decided;
use crate::table::{TableConfig, TableError, TranspositionTable};
use crate::{Control, Method, Score, Unsupported};
use node::{Margin, Problem};
use plyground_core::{Game, PlayerId, Turn, WIN};
use root::RootProver;
use thiserror::Error;

/// What is solved for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// Who is in first place, and how soon: the winner hurries, the loser delays.
    #[default]
    Outcome,
    /// By how much: the difference of the payoffs (or what [`solve_by`] is told), rounded to whole numbers.
    Margin,
}

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveConfig {
    /// What for.
    pub goal: Goal,
    /// Size of the table.
    pub table_bytes: usize,
    /// Whether every first move gets its exact value, or only the position.
    pub moves: bool,
    /// Whether the game is asked for results that are certain before the end. They only save work.
    pub early_results: bool,
    /// Threads that work on each question together. Answers do not depend on their number, node counts do.
    pub threads: usize,
}

/// Size of the table unless said otherwise.
const TABLE_BYTES: usize = 64 << 20;

impl Default for SolveConfig {
    fn default() -> Self {
        SolveConfig { goal: Goal::Outcome, table_bytes: TABLE_BYTES, moves: true, early_results: true, threads: 1 }
    }
}

/// What cannot be solved at all.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// The table.
    #[error(transparent)]
    TranspositionTable(#[from] TableError),
    /// Dice, or players who are not just two with opposed interests.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// No thread, or far too many.
    #[error("solving needs between 1 and {MAX_THREADS} threads, not {0}")]
    Threads(usize),
}

/// What a position is worth with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Who wins; `None` for a draw.
    pub winner: Option<PlayerId>,
    /// Turns until the winner has won. `None` for a draw, and when solving for the margin.
    pub plies: Option<u32>,
    /// For the player to move in the position that was solved, or for the first player if the game is over: 1, 0 or -1, or the
    /// margin.
    pub value: i32,
}

/// A first move and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedMove<M> {
    /// The move.
    pub mv: M,
    /// Its worth; `plies` counts the move itself.
    pub worth: Worth,
}

/// Everything about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved<M> {
    /// What it is worth.
    pub worth: Worth,
    /// The first moves, best first. Exact, every one; those for which the nodes did not suffice are missing.
    pub moves: Vec<SolvedMove<M>>,
    /// Whether all first moves are there.
    pub complete: bool,
    /// Positions visited.
    pub nodes: u64,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution<M> {
    /// Solved.
    Solved(Solved<M>),
    /// Given up at the limit of the control.
    TooLarge {
        /// Positions visited.
        nodes: u64,
    },
}

/// Solves the position, within the nodes (and the time) that `control` allows.
pub fn solve<G: Game>(
    game: &G,
    position: &G::Position,
    config: &SolveConfig,
    control: &mut Control,
) -> Result<Solution<G::Move>, SolveError> {
    let margin = |game: &G, position: &G::Position, player: PlayerId| {
        let payoffs = game.payoffs(position);
        payoffs.of(player) - payoffs.of(player.opponent())
    };
    solve_by(game, position, config, control, margin)
}

/// The same where finished games are counted in another way: `margin` is by how much the player is ahead, and the
/// other player is behind by as much.
pub fn solve_by<G: Game>(
    game: &G,
    position: &G::Position,
    config: &SolveConfig,
    control: &mut Control,
    margin: impl Fn(&G, &G::Position, PlayerId) -> f64 + Sync,
) -> Result<Solution<G::Move>, SolveError> {
    solve_watched(game, position, config, control, margin, &SolveProgress::default())
}

/// The same with news about how far it has come.
pub fn solve_watched<G: Game>(
    game: &G,
    position: &G::Position,
    config: &SolveConfig,
    control: &mut Control,
    margin: impl Fn(&G, &G::Position, PlayerId) -> f64 + Sync,
    progress: &SolveProgress,
) -> Result<Solution<G::Move>, SolveError> {
    if !(1..=MAX_THREADS).contains(&config.threads) {
        return Err(SolveError::Threads(config.threads));
    }
    Method::Solve.check(&game.facts())?;
    let has_keys = game.key(position).is_some();
    let problem = Problem {
        game,
        start: position,
        goal: config.goal,
        margin,
        early_results: config.early_results,
        // A game without keys is solved without a table, and its threads cannot tell each other where they are.
        table: if has_keys {
            TranspositionTable::new(TableConfig::Bucketed { bytes: config.table_bytes })?
                .map(TranspositionTable::at_full_size)
        } else {
            None
        },
        abdada: (has_keys && config.threads > 1).then(Abdada::new),
        progress,
    };
    let start = control.nodes();
    let answer = answer(&mut RootProver::new(&problem, config.threads, control), config);
    let nodes = control.nodes() - start;
    Ok(match answer {
        Some(solved) => Solution::Solved(Solved { nodes, ..solved }),
        None => Solution::TooLarge { nodes },
    })
}

/// `None` when the limit came before the position itself was solved.
fn answer<G: Game, F: Margin<G>>(
    prover: &mut RootProver<'_, '_, G, F>,
    config: &SolveConfig,
) -> Option<Solved<G::Move>> {
    let goal = config.goal;
    let Turn::Player(player) = prover.problem.game.turn(prover.problem.start) else {
        let score = prover.result(None, PlayerId::FIRST);
        return Some(Solved {
            worth: worth(score, PlayerId::FIRST, goal),
            moves: Vec::new(),
            complete: true,
            nodes: 0,
        });
    };
    let score = prover.exact(player, None)?;
    let mut solved = Solved { worth: worth(score, player, goal), moves: Vec::new(), complete: false, nodes: 0 };
    if config.moves {
        let mut rows = Vec::new();
        solved.complete = solve_moves(prover, player, &mut rows).is_some();
        rows.sort_by_key(|(_, score)| -score);
        solved.moves =
            rows.into_iter().map(|(mv, score)| SolvedMove { mv, worth: worth(score, player, goal) }).collect();
    }
    Some(solved)
}

fn solve_moves<G: Game, F: Margin<G>>(
    prover: &mut RootProver<'_, '_, G, F>,
    player: PlayerId,
    rows: &mut Vec<(G::Move, Score)>,
) -> Option<()> {
    let mut moves = Vec::new();
    prover.problem.game.moves(prover.problem.start, &mut moves);
    for mv in moves {
        let score = prover.exact_after(player, mv)?;
        rows.push((mv, score));
    }
    Some(())
}

/// A score as the player sees it, in words.
fn worth(score: Score, player: PlayerId, goal: Goal) -> Worth {
    let winner = match score.signum() {
        1 => Some(player),
        -1 => Some(player.opponent()),
        _ => None,
    };
    match goal {
        Goal::Outcome => {
            let plies = is_decided(score).then(|| (WIN - score.abs()) as u32);
            Worth { winner, plies, value: score.signum() }
        }
        Goal::Margin => Worth { winner, plies: None, value: score },
    }
}
