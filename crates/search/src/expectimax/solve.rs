//! Exact values of small games with dice, by searching to the end of every game and remembering every position.

use super::table::{Bound, Entry, NO_MOVE, Replacement, Table};
use crate::Control;
use crate::deepening::mover;
use plyground_core::{Game, Payoffs, PlayerId, Turn};
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

    /// What cannot be improved on: by a player for whom it is good (`sign` 1) or bad (-1), in his eyes.
    fn perfect(self, sign: f64) -> f64 {
        match self {
            Objective::Payoff => f64::INFINITY,
            Objective::FirstPlace if sign > 0.0 => 1.0,
            Objective::FirstPlace => 0.0,
        }
    }
}

/// A solved position.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// The player whose values these are: he who is to move or to roll.
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

/// The game is too large to be solved with what was allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("too large: no exact value after {nodes} positions")]
pub struct TooLarge {
    /// Positions visited.
    pub nodes: u64,
}

/// Lines longer than this are given up, before the call stack is.
const LONGEST_LINE: u32 = 2000;

/// Solves a position of a game that cannot repeat positions: `control` says how many nodes (or how much time) to spend,
/// `table_bytes` how much memory. Everyone else plays against the player who is to move or to roll.
pub fn solve_chance<G: Game>(
    game: &G,
    position: &G::Position,
    objective: Objective,
    table_bytes: usize,
    control: &mut Control,
) -> Result<Solution<G::Move>, TooLarge> {
    let me = mover(game, position);
    let table = Table::new(table_bytes, Replacement::Pair);
    let mut solver = Solver { game, objective, me, control, table, moves: Vec::new(), grouped: Vec::new(), line: 0 };
    let solution = solver.root(&mut position.clone());
    solution.ok_or(TooLarge { nodes: control.nodes() })
}

struct Solver<'a, G: Game> {
    game: &'a G,
    objective: Objective,
    me: PlayerId,
    control: &'a mut Control,
    table: Table,
    moves: Vec<G::Move>,
    grouped: Vec<(u8, G::Move)>,
    line: u32,
}

impl<G: Game> Solver<'_, G> {
    fn root(&mut self, position: &mut G::Position) -> Option<Solution<G::Move>> {
        let mut solution = Solution { player: self.me, value: 0.0, outcomes: Vec::new(), moves: Vec::new(), nodes: 0 };
        match self.game.turn(position) {
            Turn::Over => solution.value = self.value(position)?,
            Turn::Player(_) => {
                solution.moves = self.rate_moves(position, &[])?;
                solution.value = best(&solution.moves);
            }
            Turn::Chance => {
                let rated = self.rate_grouped(position)?;
                for outcome in 0..self.game.outcomes(position).len() {
                    let probability = self.game.outcomes(position)[outcome];
                    if probability <= 0.0 {
                        solution.outcomes.push(None);
                        continue;
                    }
                    self.game.roll(position, outcome);
                    let moves = self.rate_moves(position, &rated)?;
                    self.game.unroll(position);
                    solution.value += probability * best(&moves);
                    solution.outcomes.push(Some(SolvedOutcome { value: best(&moves), moves }));
                }
            }
        }
        solution.nodes = self.control.nodes();
        Some(solution)
    }

    /// Every move of the root player's turn; those in `rated` are known.
    fn rate_moves(&mut self, position: &mut G::Position, rated: &[(G::Move, f64)]) -> Option<Vec<(G::Move, f64)>> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut all = Vec::with_capacity(moves.len());
        for mv in moves {
            let known = rated.iter().find(|(known, _)| *known == mv).map(|(_, value)| *value);
            let value = match known {
                Some(value) => value,
                None => self.after(position, mv)?,
            };
            all.push((mv, value));
        }
        Some(all)
    }

    /// Every move of a chance node, if its outcomes only choose among them.
    fn rate_grouped(&mut self, position: &mut G::Position) -> Option<Vec<(G::Move, f64)>> {
        let mut grouped = Vec::new();
        self.game.grouped_moves(position, &mut grouped);
        grouped.into_iter().map(|(_, mv)| Some((mv, self.after(position, mv)?))).collect()
    }

    fn after(&mut self, position: &mut G::Position, mv: G::Move) -> Option<f64> {
        let undo = self.game.make(position, mv);
        let value = self.value(position)?;
        self.game.unmake(position, mv, undo);
        Some(value)
    }

    /// The value for the root player; `None` when the search must end.
    fn value(&mut self, position: &mut G::Position) -> Option<f64> {
        if self.control.tick() {
            return None;
        }
        let turn = self.game.turn(position);
        if turn == Turn::Over {
            return Some(self.objective.worth(&self.game.payoffs(position), self.me));
        }
        let key = self.game.key(position);
        if let Some(entry) = self.table.find(key, u16::MAX) {
            return Some(entry.value);
        }
        if self.line == LONGEST_LINE {
            return None;
        }
        self.line += 1;
        let nodes = self.control.nodes();
        let value = match turn {
            Turn::Player(player) => self.player(position, player)?,
            _ => self.chance(position)?,
        };
        self.line -= 1;
        // What was more work to find out is worth more room: the table thinks of it as depth.
        let work = (self.control.nodes() - nodes).max(1).ilog2() as u16;
        self.table.store(key, Entry { value, bound: Bound::Exact, depth: work, solved: true, best: NO_MOVE });
        Some(value)
    }

    fn sign(&self, player: PlayerId) -> f64 {
        if player == self.me { 1.0 } else { -1.0 }
    }

    fn player(&mut self, position: &mut G::Position, player: PlayerId) -> Option<f64> {
        let sign = self.sign(player);
        let perfect = self.objective.perfect(sign);
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let mut best = f64::NEG_INFINITY;
        for index in first..self.moves.len() {
            best = best.max(sign * self.after(position, self.moves[index])?);
            if best >= perfect {
                break;
            }
        }
        self.moves.truncate(first);
        Some(sign * best)
    }

    fn chance(&mut self, position: &mut G::Position) -> Option<f64> {
        let first = self.grouped.len();
        if self.game.grouped_moves(position, &mut self.grouped) {
            return self.unified(position, first);
        }
        let mut sum = 0.0;
        for outcome in 0..self.game.outcomes(position).len() {
            let probability = self.game.outcomes(position)[outcome];
            if probability > 0.0 {
                self.game.roll(position, outcome);
                sum += probability * self.value(position)?;
                self.game.unroll(position);
            }
        }
        Some(sum)
    }

    /// The unified operator: the best of every group, then the best group of every outcome.
    fn unified(&mut self, position: &mut G::Position, first: usize) -> Option<f64> {
        let sign = self.sign(mover(self.game, position));
        let perfect = self.objective.perfect(sign);
        let mut best = [f64::NEG_INFINITY; 32];
        for index in first..self.grouped.len() {
            let (group, mv) = self.grouped[index];
            let group = usize::from(group);
            if best[group] < perfect {
                best[group] = best[group].max(sign * self.after(position, mv)?);
            }
        }
        self.grouped.truncate(first);
        let mut sum = 0.0;
        for (outcome, &probability) in self.game.outcomes(position).iter().enumerate() {
            if probability > 0.0 {
                let allowed = self.game.outcome_groups(position, outcome);
                let chosen = (0..32).filter(|group| allowed >> group & 1 == 1).map(|group| best[group]);
                sum += probability * chosen.fold(f64::NEG_INFINITY, f64::max);
            }
        }
        Some(sign * sum)
    }
}

fn best<M>(moves: &[(M, f64)]) -> f64 {
    moves.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max)
}
