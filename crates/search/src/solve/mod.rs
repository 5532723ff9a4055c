//! Exact solving: who wins a two-player game with best play, how soon, and what every first move is worth.
//!
//! First the bare outcome is proved, which any win will do for; then the distance, by asking whether the winner can
//! finish within so many turns. All questions are asked by the same search with an empty window, and every answer
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

use crate::score::{INFINITE, is_decided};
use crate::table::{Table, TableConfig, TableError};
use crate::{Control, Score};
use node::{Margin, Prover};
use plyground_core::{Facts, Game, PlayerId, Turn, WIN};
use thiserror::Error;

/// Questions about short wins get one part in so many of the effort that the outcome has cost.
const SHORT_WINS: u64 = 8;

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
}

/// Size of the table unless said otherwise.
const TABLE_BYTES: usize = 64 << 20;

impl Default for SolveConfig {
    fn default() -> Self {
        SolveConfig { goal: Goal::Outcome, table_bytes: TABLE_BYTES, moves: true }
    }
}

/// What cannot be solved at all.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// The table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// More or fewer than two players.
    #[error("only games of two players can be solved, and this one has {0}")]
    Players(usize),
    /// Dice.
    #[error("a game with dice has no forced outcome to solve for")]
    Dice,
}

/// What a position is worth with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Who wins; `None` for a draw.
    pub winner: Option<PlayerId>,
    /// Turns until the winner has won. `None` for a draw, and when solving for the margin.
    pub plies: Option<u32>,
    /// For the player to move in the position that was solved: 1, 0 or -1, or the margin.
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

/// Why a game with such facts cannot be solved, if it cannot.
pub fn unsuitable(facts: &Facts) -> Option<SolveError> {
    if facts.chance {
        Some(SolveError::Dice)
    } else if facts.players != 2 {
        Some(SolveError::Players(facts.players))
    } else {
        None
    }
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
    margin: impl Fn(&G, &G::Position, PlayerId) -> f64,
) -> Result<Solution<G::Move>, SolveError> {
    if let Some(error) = unsuitable(&game.facts()) {
        return Err(error);
    }
    let table = Table::new(TableConfig::Bucketed { bytes: config.table_bytes })?;
    let start = control.nodes();
    let mut prover = Prover::new(game, position, config.goal, margin, table.as_ref(), control);
    let answer = answer(&mut prover, config);
    let nodes = control.nodes() - start;
    Ok(match answer {
        Some(solved) => Solution::Solved(Solved { nodes, ..solved }),
        None => Solution::TooLarge { nodes },
    })
}

/// `None` when the limit came before the position itself was solved.
fn answer<G: Game, F: Margin<G>>(prover: &mut Prover<'_, G, F>, config: &SolveConfig) -> Option<Solved<G::Move>> {
    let (game, position, goal) = (prover.game, prover.start.clone(), config.goal);
    let Turn::Player(player) = game.turn(&position) else {
        let score = prover.result(PlayerId::FIRST, 0);
        return Some(Solved {
            worth: worth(score, PlayerId::FIRST, goal),
            moves: Vec::new(),
            complete: true,
            nodes: 0,
        });
    };
    let score = prover.exact(player, 0)?;
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
    prover: &mut Prover<'_, G, F>,
    player: PlayerId,
    rows: &mut Vec<(G::Move, Score)>,
) -> Option<()> {
    let mut moves = Vec::new();
    prover.game.moves(&prover.start.clone(), &mut moves);
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

impl<G: Game, F: Margin<G>> Prover<'_, G, F> {
    /// The exact score of the position for the player to move, `ply` turns below the start.
    fn exact(&mut self, player: PlayerId, ply: u32) -> Option<Score> {
        match self.goal {
            Goal::Outcome => self.exact_outcome(player, ply),
            Goal::Margin => self.close_in(player, ply),
        }
    }

    /// The exact score of a first move, for the player who makes it.
    fn exact_after(&mut self, player: PlayerId, mv: G::Move) -> Option<Score> {
        self.restart();
        self.game.make(&mut self.position, mv);
        let score = match self.game.turn(&self.position) {
            Turn::Player(next) if next == player => self.exact(next, 1)?,
            Turn::Player(next) => -self.exact(next, 1)?,
            _ => self.result(player, 1),
        };
        Some(score)
    }

    /// First who wins, then how soon.
    fn exact_outcome(&mut self, player: PlayerId, ply: u32) -> Option<Score> {
        let begun = self.nodes();
        let mut score = self.node(player, 0, 1, ply)?;
        if score == 0 {
            score = self.node(player, -1, 0, ply)?;
        }
        let effort = self.nodes() - begun;
        let soonest = WIN - ply as Score - 1;
        match score.signum() {
            1 => self.close_in_on(player, ply, score, soonest, effort),
            -1 => self.close_in_on(player, ply, -soonest, score, effort),
            _ => Some(0),
        }
    }

    /// The score, which lies between both bounds; one of them is that of the proof, the other that of an immediate
    /// win. Questions near the second are cheap as long as they are few turns deep, and settle short wins; those near
    /// the first mostly settle long ones at once. So the cheap ones come first, but get only a part
    /// of the effort of the proof.
    fn close_in_on(
        &mut self,
        player: PlayerId,
        ply: u32,
        mut lower: Score,
        mut upper: Score,
        effort: u64,
    ) -> Option<Score> {
        let begun = self.nodes();
        let wins = lower > 0;
        while lower < upper {
            let short = SHORT_WINS * (self.nodes() - begun) <= effort;
            let bar = if short == wins { upper } else { lower + 1 };
            let score = self.node(player, bar - 1, bar, ply)?;
            if score < bar { upper = score } else { lower = score }
        }
        Some(lower)
    }

    /// MTD(f) from zero: margins are many small numbers, and each is the answer to one question.
    fn close_in(&mut self, player: PlayerId, ply: u32) -> Option<Score> {
        let (mut lower, mut upper, mut score) = (-INFINITE, INFINITE, 0);
        while lower < upper {
            let bar = score.max(lower + 1);
            score = self.node(player, bar - 1, bar, ply)?;
            if score < bar { upper = score } else { lower = score }
        }
        Some(score)
    }
}
