//! The search behind the solver: alpha-beta without a horizon, whose results are true for good.

use super::Goal;
use crate::ordering::{Memory, MoveOrder, place_of, rank_by_signs, select};
use crate::score::{INFINITE, at_node, seen_from};
use crate::table::{Bound, Entry, Table};
use crate::{Control, Score, StopReason};
use plyground_core::{Game, PlayerId, Turn, WIN};

/// Positions up to so many turns below the start share entries with their mirror images. Deeper down symmetric
/// positions become rare, and finding the common key costs more than it saves.
const SYMMETRIC_PLIES: u32 = 10;
/// No game is followed further: recursion needs memory. Beyond is "too large".
const MOST_PLIES: u32 = 1000;
/// Positions with at most so many moves are not worth ranking.
const RANKED_MOVES: usize = 2;

/// By how much a player is ahead in a finished position.
pub(super) trait Margin<G: Game>: Fn(&G, &G::Position, PlayerId) -> f64 {}
impl<G: Game, F: Fn(&G, &G::Position, PlayerId) -> f64> Margin<G> for F {}

/// Proves bounds of positions.
pub(super) struct Prover<'s, G: Game, F> {
    pub(super) game: &'s G,
    pub(super) start: &'s G::Position,
    pub(super) goal: Goal,
    margin: F,
    pub(super) position: G::Position,
    table: Option<&'s Table>,
    control: &'s mut Control,
    memory: Memory<G::Move>,
    moves: Vec<G::Move>,
    ranks: Vec<i64>,
}

impl<'s, G: Game, F: Margin<G>> Prover<'s, G, F> {
    pub(super) fn new(
        game: &'s G,
        start: &'s G::Position,
        goal: Goal,
        margin: F,
        table: Option<&'s Table>,
        control: &'s mut Control,
    ) -> Self {
        let order = MoveOrder { killers: true, history: true, ..MoveOrder::NONE };
        let mut memory = Memory::new(order);
        memory.begin(2, MOST_PLIES as usize + 1);
        let position = start.clone();
        Prover { game, start, goal, margin, position, table, control, memory, moves: Vec::new(), ranks: Vec::new() }
    }

    /// Positions visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// Back to the start.
    pub(super) fn restart(&mut self) {
        self.position.clone_from(self.start);
        self.moves.clear();
        self.ranks.clear();
    }

    /// The finished position `ply` turns below the start, for a player.
    pub(super) fn result(&self, player: PlayerId, ply: u32) -> Score {
        let margin = (self.margin)(self.game, &self.position, player);
        match self.goal {
            Goal::Margin => margin.round().clamp(-1e6, 1e6) as Score,
            Goal::Outcome if margin > 0.0 => seen_from(WIN, ply),
            Goal::Outcome if margin < 0.0 => seen_from(-WIN, ply),
            Goal::Outcome => 0,
        }
    }

    fn key(&self, ply: u32) -> u64 {
        if ply <= SYMMETRIC_PLIES { self.game.symmetric_key(&self.position) } else { self.game.key(&self.position) }
    }

    /// The score of the position for the player to move; outside the window a bound. `None` when stopped.
    pub(super) fn node(&mut self, player: PlayerId, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        if let Some(score) = self.too_far(alpha, beta, ply) {
            return Some(score);
        }
        let key = self.key(ply);
        let mut hint = None;
        if let Some(entry) = self.table.and_then(|table| table.probe(key)) {
            let score = seen_from(entry.value, ply);
            if entry.bound.settles(score, alpha, beta) {
                return Some(score);
            }
            hint = usize::from(entry.hint).checked_sub(1);
        }
        if ply >= MOST_PLIES {
            self.control.stop(StopReason::Depth);
            return None;
        }
        let before = self.control.nodes();
        let (first, base) = (self.moves.len(), self.ranks.len());
        self.game.moves(&self.position, &mut self.moves);
        let (score, place) = self.try_moves(player, alpha, beta, ply, first, hint)?;
        self.moves.truncate(first);
        self.ranks.truncate(base);
        let bound = Bound::of(score, alpha, beta);
        let hint = if bound == Bound::Upper { 0 } else { u16::try_from(place + 1).unwrap_or(0) };
        // What took long to find out stays longer.
        let depth = (self.control.nodes() - before + 1).ilog2() as u8;
        if let Some(table) = self.table {
            table.store(key, Entry { value: at_node(score, ply), depth, bound, hint });
        }
        Some(score)
    }

    /// The bar may be out of reach: nobody wins before his next turn.
    #[inline]
    fn too_far(&self, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        if self.goal == Goal::Margin {
            return None;
        }
        let soonest = seen_from(WIN, ply + 1);
        if alpha >= soonest {
            Some(soonest)
        } else if beta <= -soonest {
            Some(-soonest)
        } else {
            None
        }
    }

    /// The best score and the place of its move.
    fn try_moves(
        &mut self,
        player: PlayerId,
        alpha: Score,
        beta: Score,
        ply: u32,
        first: usize,
        hint: Option<usize>,
    ) -> Option<(Score, usize)> {
        let count = self.moves.len() - first;
        let hint = hint.filter(|place| *place < count);
        let (mut best, mut best_place) = (-INFINITE, 0);
        let mut low = alpha;
        let base = self.ranks.len();
        let mut next = 0;
        let mut ranked = false;
        for number in 0..count {
            let place = match hint {
                Some(place) if number == 0 => place,
                _ => {
                    if !ranked {
                        ranked = true;
                        if let Some(won) = self.rank(player, beta, ply, first, hint)? {
                            return Some(won);
                        }
                    }
                    next += 1;
                    place_of(select(&mut self.ranks[base..], next - 1))
                }
            };
            let score = self.step(player, self.moves[first + place], low, beta, ply)?;
            if score > best {
                (best, best_place) = (score, place);
                low = low.max(score);
                if score >= beta {
                    self.memory.reward(player, self.moves[first + place], ply as usize, 4, None);
                    break;
                }
            }
        }
        Some((best, best_place))
    }

    /// Ranks all moves but the hint: those that leave the opponent the fewest replies first, which for most games is
    /// both the shortest way to a win and the smallest tree. Finds immediate wins on the way.
    fn rank(
        &mut self,
        player: PlayerId,
        beta: Score,
        ply: u32,
        first: usize,
        hint: Option<usize>,
    ) -> Option<Option<(Score, usize)>> {
        let count = self.moves.len() - first;
        let remembered = self.memory.remembered(player, ply as usize, None);
        for place in (0..count).filter(|place| Some(*place) != hint) {
            let mv = self.moves[first + place];
            let mut mobility = 0;
            if count > RANKED_MOVES {
                if self.control.tick() {
                    return None;
                }
                let undo = self.game.make(&mut self.position, mv);
                let turn = self.game.turn(&self.position);
                let replies = self.game.count_moves(&self.position).min(1 << 16) as i32;
                let over = (turn == Turn::Over).then(|| self.result(player, ply + 1));
                self.game.unmake(&mut self.position, mv, undo);
                match over {
                    Some(score) if score >= beta => return Some(Some((score, place))),
                    Some(score) => mobility = score.signum() * (1 << 17),
                    None => mobility = if turn == Turn::Player(player) { replies } else { -replies },
                }
            }
            let history = self.memory.history(player, mv);
            self.ranks.push(rank_by_signs(remembered.class(mv), mobility, history, place));
        }
        Some(None)
    }

    /// Makes the move, finds its score for the player who makes it, takes it back.
    fn step(&mut self, player: PlayerId, mv: G::Move, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        if self.control.tick() {
            return None;
        }
        let undo = self.game.make(&mut self.position, mv);
        let score = match self.game.turn(&self.position) {
            Turn::Player(next) if next == player => self.node(next, alpha, beta, ply + 1)?,
            Turn::Player(next) => -self.node(next, -beta, -alpha, ply + 1)?,
            _ => self.result(player, ply + 1),
        };
        self.game.unmake(&mut self.position, mv, undo);
        Some(score)
    }
}
