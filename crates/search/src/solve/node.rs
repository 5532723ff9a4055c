//! The search behind the solver: alpha-beta without a horizon, whose results are true for good.

use super::{Goal, SolveProgress};
use crate::abdada::Abdada;
use crate::ordering::{MoveHistory, MoveOrdering, place_of, rank_refutations_first, select};
use crate::score::{INFINITE, at_node, seen_from};
use crate::table::{Bound, Entry, TranspositionTable, Whole};
use crate::{Control, Score, StopReason};
use plyground_core::{Game, PlayerId, Turn, WIN};

/// Positions up to this many turns below the start share entries with their mirror images. Deeper down symmetric
/// positions become rare, and finding the common key costs more than it saves.
const SYMMETRIC_PLIES: u32 = 10;
/// No game is followed further: recursion needs memory. Beyond is "too large".
const MAX_PLIES: u32 = 1000;
/// Positions with at most this many moves are not worth ranking.
const RANKED_MOVES: usize = 2;

/// Down to this many turns below the start a thread puts off moves that another one is abdada with. Further down the answer
/// costs less than the announcement.
const DEFER_PLIES: u32 = 16;

/// So many nodes pass before a thread looks whether another one has answered a question above.
const POLL_NODES: u64 = 1 << 10;

/// By how much a player is ahead in a finished position.
pub(super) trait Margin<G: Game>: Fn(&G, &G::Position, PlayerId) -> f64 + Sync {}
impl<G: Game, F: Fn(&G, &G::Position, PlayerId) -> f64 + Sync> Margin<G> for F {}

/// What all provers of a position share.
pub(super) struct Problem<'s, G: Game, F> {
    pub(super) game: &'s G,
    pub(super) start: &'s G::Position,
    pub(super) goal: Goal,
    pub(super) margin: F,
    /// Whether the game is asked for results before the end.
    pub(super) early_results: bool,
    pub(super) table: Option<TranspositionTable<Whole>>,
    /// Only where there are several threads.
    pub(super) abdada: Option<Abdada>,
    pub(super) progress: &'s SolveProgress,
}

/// What a thread has learnt about the order of moves.
pub(super) fn memory<M: Copy + Eq + std::hash::Hash>() -> MoveHistory<M> {
    let mut memory = MoveHistory::new(MoveOrdering { killers: true, history: true, ..MoveOrdering::NONE });
    memory.begin(2, MAX_PLIES as usize + 1);
    memory
}

/// Proves bounds of positions.
pub(super) struct Prover<'c, 's, G: Game, F> {
    problem: &'c Problem<'s, G, F>,
    position: G::Position,
    /// Turns from the start to the position that the question is about.
    top: u32,
    control: &'c mut Control,
    memory: &'c mut MoveHistory<G::Move>,
    moves: Vec<G::Move>,
    ranks: Vec<i64>,
    deferred: Vec<usize>,
    /// The questions at the nodes from the top down, where other threads may answer them meanwhile.
    pending: Vec<Pending>,
    /// The node whose question another thread has answered, and the answer.
    answered: Option<(u32, Score)>,
    next_poll: u64,
}

/// A question that is being answered.
struct Pending {
    key: u64,
    alpha: Score,
    beta: Score,
}

impl<'c, 's, G: Game, F: Margin<G>> Prover<'c, 's, G, F> {
    /// At the start, or after a first move.
    pub(super) fn new(
        problem: &'c Problem<'s, G, F>,
        first: Option<G::Move>,
        control: &'c mut Control,
        memory: &'c mut MoveHistory<G::Move>,
    ) -> Self {
        let mut position = problem.start.clone();
        if let Some(mv) = first {
            problem.game.make(&mut position, mv);
        }
        let top = u32::from(first.is_some());
        Prover {
            problem,
            position,
            top,
            control,
            memory,
            moves: Vec::new(),
            ranks: Vec::new(),
            deferred: Vec::new(),
            pending: Vec::new(),
            answered: None,
            next_poll: 0,
        }
    }

    /// What the position waits for.
    pub(super) fn turn(&self) -> Turn {
        self.problem.game.turn(&self.position)
    }

    /// The finished position `ply` turns below the start, for a player.
    pub(super) fn result(&self, player: PlayerId, ply: u32) -> Score {
        let margin = (self.problem.margin)(self.problem.game, &self.position, player);
        match self.problem.goal {
            Goal::Margin => margin.round().clamp(-1e6, 1e6) as Score,
            Goal::Outcome if margin > 0.0 => seen_from(WIN, ply),
            Goal::Outcome if margin < 0.0 => seen_from(-WIN, ply),
            Goal::Outcome => 0,
        }
    }

    fn key(&self, ply: u32) -> u64 {
        let game = self.problem.game;
        let key = if ply <= SYMMETRIC_PLIES { game.symmetric_key(&self.position) } else { game.key(&self.position) };
        // Without keys there is no table, and any number will do.
        key.unwrap_or_default()
    }

    /// The score of the position for the player to move; outside the window a bound. `None` when stopped.
    pub(super) fn node(&mut self, player: PlayerId, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        if let Some(score) = self.beyond_horizon(alpha, beta, ply) {
            return Some(score);
        }
        let key = self.key(ply);
        let mut hint = None;
        if let Some(entry) = self.problem.table.as_ref().and_then(|table| table.probe(key)) {
            let score = seen_from(entry.value, ply);
            if entry.bound.settles(score, alpha, beta) {
                return Some(score);
            }
            hint = usize::from(entry.hint).checked_sub(1);
        }
        if let Some(score) = self.early_result(player, alpha, beta, ply) {
            return Some(score);
        }
        if ply >= MAX_PLIES {
            self.control.stop(StopReason::Depth);
            return None;
        }
        let before = self.control.nodes();
        let (score, place) = if self.problem.abdada.is_some() && ply <= DEFER_PLIES {
            match self.search_moves_in_parallel(player, key, alpha, beta, ply, hint)? {
                Ok(found) => found,
                Err(answered) => return Some(answered),
            }
        } else {
            self.search_moves(player, key, alpha, beta, ply, hint)?
        };
        let bound = Bound::of(score, alpha, beta);
        let hint = if bound == Bound::Upper { 0 } else { u16::try_from(place + 1).unwrap_or(0) };
        // What took long to find out stays longer.
        let depth = (self.control.nodes() - before + 1).ilog2() as u8;
        if let Some(table) = &self.problem.table {
            table.store(key, Entry { value: at_node(score, ply), depth, bound, hint });
        }
        Some(score)
    }

    /// [`search_moves`](Prover::search_moves) where another thread may be faster: then the score that it found.
    fn search_moves_in_parallel(
        &mut self,
        player: PlayerId,
        key: u64,
        alpha: Score,
        beta: Score,
        ply: u32,
        hint: Option<usize>,
    ) -> Option<Result<(Score, usize), Score>> {
        let position = self.position.clone();
        let lengths = [self.moves.len(), self.ranks.len(), self.deferred.len(), self.pending.len()];
        self.pending.push(Pending { key, alpha, beta });
        let found = self.search_moves(player, key, alpha, beta, ply, hint);
        self.pending.truncate(lengths[3]);
        if let (None, Some((at, score))) = (found, self.answered)
            && at == ply
        {
            self.answered = None;
            self.position = position;
            self.moves.truncate(lengths[0]);
            self.ranks.truncate(lengths[1]);
            self.deferred.truncate(lengths[2]);
            return Some(Err(score));
        }
        found.map(Ok)
    }

    /// Whether another thread has answered a question above, so that nobody waits for this one any more.
    #[inline]
    fn is_obsolete(&mut self) -> bool {
        if self.pending.is_empty() || self.control.nodes() < self.next_poll {
            return false;
        }
        self.next_poll = self.control.nodes() + POLL_NODES;
        let Some(table) = &self.problem.table else { return false };
        for (index, asked) in self.pending.iter().enumerate() {
            let ply = self.top + index as u32;
            if let Some(entry) = table.probe(asked.key) {
                let score = seen_from(entry.value, ply);
                if entry.bound.settles(score, asked.alpha, asked.beta) {
                    self.answered = Some((ply, score));
                    return true;
                }
            }
        }
        false
    }

    /// The bar may be out of reach: nobody wins before their next turn.
    #[inline]
    fn beyond_horizon(&self, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        if self.problem.goal == Goal::Margin {
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

    /// The score where the game knows how the position ends, or a bound of it that answers the question.
    #[inline]
    fn early_result(&self, player: PlayerId, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        if !self.problem.early_results || self.problem.goal == Goal::Margin {
            return None;
        }
        let verdict = self.problem.game.early_result(&self.position)?;
        let (late, soon) = (seen_from(WIN, ply + verdict.latest), seen_from(WIN, ply + verdict.soonest));
        let (least, most) = if verdict.winner == player { (late, soon) } else { (-soon, -late) };
        if least >= beta || least == most { Some(least) } else { (most <= alpha).then_some(most) }
    }

    /// The best score and the place of its move.
    fn search_moves(
        &mut self,
        player: PlayerId,
        key: u64,
        alpha: Score,
        beta: Score,
        ply: u32,
        hint: Option<usize>,
    ) -> Option<(Score, usize)> {
        let first = self.moves.len();
        self.problem.game.moves(&self.position, &mut self.moves);
        let count = self.moves.len() - first;
        let hint = hint.filter(|place| *place < count);
        let (mut best, mut best_place) = (-INFINITE, 0);
        let mut low = alpha;
        let mut order = Order { base: self.ranks.len(), put_off: self.deferred.len(), next: 0, number: 0, hint };
        let abdada = self.problem.abdada.as_ref().filter(|_| ply <= DEFER_PLIES);
        loop {
            let place = match self.next_place(&mut order, player, (key, abdada), beta, ply, first)? {
                Next::Won(score, place) => {
                    (best, best_place) = (score, place);
                    break;
                }
                Next::Place(place) => place,
                Next::End => break,
            };
            let name = Abdada::name(key, place, ply);
            if let Some(abdada) = abdada {
                abdada.begin(name);
            }
            let score = self.make_and_search(player, self.moves[first + place], low, beta, ply);
            if let Some(abdada) = abdada {
                abdada.end(name);
            }
            let score = score?;
            if ply == self.top {
                self.problem.progress.moved_on(count);
            }
            if score > best {
                (best, best_place) = (score, place);
                low = low.max(score);
                if score >= beta {
                    self.memory.reward(player, self.moves[first + place], ply as usize, 4, None);
                    break;
                }
            }
        }
        self.moves.truncate(first);
        self.ranks.truncate(order.base);
        self.deferred.truncate(order.put_off);
        Some((best, best_place))
    }

    /// The next move: the hint, then by rank, then those that other threads were abdada with. Even the most promising move
    /// is put off: a thread that follows another one everywhere finds nothing that is not found already.
    fn next_place(
        &mut self,
        order: &mut Order,
        player: PlayerId,
        (key, abdada): (u64, Option<&Abdada>),
        beta: Score,
        ply: u32,
        first: usize,
    ) -> Option<Next> {
        let is_busy = |place| abdada.is_some_and(|abdada| abdada.is_searched(Abdada::name(key, place, ply)));
        order.number += 1;
        if let (1, Some(place)) = (order.number, order.hint) {
            if !is_busy(place) {
                return Some(Next::Place(place));
            }
            self.deferred.push(place);
        }
        if order.next == 0
            && self.ranks.len() == order.base
            && let Some((score, place)) = self.rank(player, beta, ply, first, order.hint)?
        {
            return Some(Next::Won(score, place));
        }
        while order.base + order.next < self.ranks.len() {
            let place = place_of(select(&mut self.ranks[order.base..], order.next));
            order.next += 1;
            if !is_busy(place) {
                return Some(Next::Place(place));
            }
            self.deferred.push(place);
        }
        if self.deferred.len() > order.put_off {
            return Some(self.deferred.pop().map_or(Next::End, Next::Place));
        }
        Some(Next::End)
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
        let remembered = self.memory.refutations(player, ply as usize, None);
        for place in (0..count).filter(|place| Some(*place) != hint) {
            let mv = self.moves[first + place];
            let mut mobility = 0;
            if count > RANKED_MOVES {
                if self.control.tick() {
                    return None;
                }
                let undo = self.problem.game.make(&mut self.position, mv);
                let turn = self.problem.game.turn(&self.position);
                let replies = self.problem.game.count_moves(&self.position).min(1 << 16) as i32;
                let known = match turn {
                    Turn::Player(next) => self.table_win(player, next, beta, ply + 1),
                    _ => Some(self.result(player, ply + 1)),
                };
                self.problem.game.unmake(&mut self.position, mv, undo);
                match known {
                    Some(score) if score >= beta => return Some(Some((score, place))),
                    Some(score) => mobility = score.signum() * (1 << 17),
                    None => mobility = if turn == Turn::Player(player) { replies } else { -replies },
                }
            }
            let history = self.memory.history(player, mv);
            self.ranks.push(rank_refutations_first(remembered.of(mv), mobility, history, place));
        }
        Some(None)
    }

    /// The score of the position for `player`, who has just moved, where the game knows that it reaches the bar.
    fn table_win(&self, player: PlayerId, next: PlayerId, beta: Score, ply: u32) -> Option<Score> {
        if next == player {
            return None;
        }
        let score = self.early_result(next, -beta, 1 - beta, ply)?;
        (-score >= beta).then_some(-score)
    }

    /// Makes the move, finds its score for the player who makes it, takes it back.
    fn make_and_search(&mut self, player: PlayerId, mv: G::Move, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        if self.control.tick() || self.is_obsolete() {
            return None;
        }
        let undo = self.problem.game.make(&mut self.position, mv);
        let score = match self.problem.game.turn(&self.position) {
            Turn::Player(next) if next == player => self.node(next, alpha, beta, ply + 1)?,
            Turn::Player(next) => -self.node(next, -beta, -alpha, ply + 1)?,
            _ => self.result(player, ply + 1),
        };
        self.problem.game.unmake(&mut self.position, mv, undo);
        Some(score)
    }
}

/// Which moves of a node were tried.
struct Order {
    base: usize,
    put_off: usize,
    next: usize,
    number: usize,
    hint: Option<usize>,
}

enum Next {
    Place(usize),
    /// A move that wins at once, and its score.
    Won(Score, usize),
    End,
}
