//! Exact values of small games with dice, by the same search without a horizon.

use super::Config;
use super::node::{ExpectimaxWorker, OPEN, Stacks};
use crate::real_search::mover;
use crate::table::{TableError, TranspositionTable};
use crate::trace::NoTrace;
use crate::{Control, Method, RootMove, Unsupported};
use plyground_core::{Bounds, Evaluation, Game, Payoffs, PlayerId, Turn};
use thiserror::Error;

/// What best play aims for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Objective {
    /// The expected payoff.
    #[default]
    Payoff,
    /// The probability of the first place; a shared first place counts as its share.
    FirstPlace,
}

impl Objective {
    fn worth(self, payoffs: &Payoffs, player: PlayerId) -> f64 {
        let mine = payoffs.of(player);
        match self {
            Objective::Payoff => mine,
            Objective::FirstPlace if payoffs.as_slice().iter().any(|other| *other > mine) => 0.0,
            Objective::FirstPlace => 1.0 / payoffs.as_slice().iter().filter(|other| **other == mine).count() as f64,
        }
    }
}

/// A solved position.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// The player whose values these are: the one who is to move or to roll.
    pub player: PlayerId,
    /// The value with best play by everyone.
    pub value: f64,
    /// At a chance node, every outcome; `None` for impossible ones.
    pub outcomes: Vec<Option<SolvedOutcome<M>>>,
    /// At a player's turn, every move with its value, in the order of the rules.
    pub moves: Vec<(M, f64)>,
    /// Positions visited.
    pub nodes: u64,
}

/// One outcome of the roll at a solved chance node.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedOutcome<M> {
    /// The value of its best move.
    pub value: f64,
    /// Every move with its value, in the order of the rules.
    pub moves: Vec<(M, f64)>,
}

/// Why a position was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unsolved {
    /// The game is too large to be solved with what was allowed.
    #[error("too large: no exact value after {nodes} positions")]
    TooLarge {
        /// Positions visited.
        nodes: u64,
    },
    /// There is no memory for the table.
    #[error(transparent)]
    ExpectimaxTable(#[from] TableError),
    /// The game is not one of two players against each other.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// Lines longer than this are given up, before the call stack is.
const LONGEST_LINE: u32 = 1000;

/// Solves a position of a game that cannot repeat positions: `control` says how many nodes (or how much time) to spend,
/// `table_bytes` how much memory. Only for two players with opposed interests: among more, no single number says what best play is.
pub fn solve_chance<G: Game>(
    game: &G,
    position: &G::Position,
    objective: Objective,
    table_bytes: usize,
    control: &mut Control,
) -> Result<Solution<G::Move>, Unsolved> {
    Method::SolveChance.check(&game.facts())?;
    let config = Config { move_score: false, ..Config::default() };
    let mut results = Results(objective);
    let table = TranspositionTable::with_replacement(table_bytes, config.replacement)?;
    let mut stacks = Stacks::default();
    let me = mover(game, position);
    let mut trace = NoTrace;
    let mut search =
        ExpectimaxWorker::new(game, me, config, &mut results, (Some(&table), &mut stacks), control, &mut trace);
    search.to_the_end = true;
    let solution = search.solve(&mut position.clone());
    solution.ok_or(Unsolved::TooLarge { nodes: control.nodes() })
}

impl<G: Game, E: Evaluation<G>> ExpectimaxWorker<'_, G, E, NoTrace> {
    fn solve(&mut self, position: &mut G::Position) -> Option<Solution<G::Move>> {
        let mut solution = Solution { player: self.me, value: 0.0, outcomes: Vec::new(), moves: Vec::new(), nodes: 0 };
        match self.game.turn(position) {
            Turn::Over => solution.value = self.node(position, LONGEST_LINE, OPEN)?,
            Turn::Player(_) => {
                solution.moves = self.solve_moves(position, &[])?;
                solution.value = best(&solution.moves);
            }
            Turn::Chance => {
                let rated = self.rate_groups(position, LONGEST_LINE)?.unwrap_or_default();
                for outcome in 0..self.game.outcomes(position).len() {
                    let probability = self.game.outcomes(position)[outcome];
                    if probability <= 0.0 {
                        solution.outcomes.push(None);
                        continue;
                    }
                    let undo = self.game.roll(position, outcome);
                    let moves = self.solve_moves(position, &rated)?;
                    // Without moves the roll itself ended the game, or calls for another one.
                    let value = if moves.is_empty() { self.node(position, LONGEST_LINE, OPEN)? } else { best(&moves) };
                    self.game.unroll(position, outcome, undo);
                    solution.value += probability * value;
                    solution.outcomes.push(Some(SolvedOutcome { value, moves }));
                }
            }
        }
        solution.nodes = self.control.nodes();
        Some(solution)
    }

    /// Every move of the root player's turn; those in `rated` are known.
    fn solve_moves(&mut self, position: &mut G::Position, rated: &[RootMove<G::Move>]) -> Option<Vec<(G::Move, f64)>> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut all = Vec::with_capacity(moves.len());
        for mv in moves {
            let value = match rated.iter().find(|known| known.mv == mv) {
                Some(known) => known.value,
                None => self.root_move(position, mv, LONGEST_LINE, f64::NEG_INFINITY)?.0,
            };
            all.push((mv, value));
        }
        Some(all)
    }
}

fn best<M>(moves: &[(M, f64)]) -> f64 {
    moves.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max)
}

/// Results without opinions.
#[derive(Clone, Copy)]
struct Results(Objective);

impl<G: Game> Evaluation<G> for Results {
    fn value(&mut self, _game: &G, _position: &G::Position, _player: PlayerId) -> i32 {
        unreachable!("a search to the end of the game asks for no opinion")
    }

    fn expected_result(&mut self, game: &G, position: &G::Position, player: PlayerId) -> f64 {
        self.0.worth(&game.payoffs(position), player)
    }

    fn bounds(&self) -> Bounds {
        match self.0 {
            Objective::Payoff => Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY, sum: None },
            Objective::FirstPlace => Bounds::PROBABILITY,
        }
    }
}
