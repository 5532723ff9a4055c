//! Questions about a position, each answered by one thread or by several that share what they find.

use super::Goal;
use super::node::{Margin, Problem, Prover, memory};
use crate::mtdf::mtdf;
use crate::ordering::MoveHistory;
use crate::{Control, NodePool, Score, StopFlag, StopReason};
use plyground_core::{Game, PlayerId, Turn, WIN};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Questions about short wins get one part in this many of the effort that the outcome has cost.
const SHORT_WINS: u64 = 8;
/// How often the limits are looked at while threads work.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Asks.
pub(super) struct RootProver<'c, 's, G: Game, F> {
    pub(super) problem: &'c Problem<'s, G, F>,
    control: &'c mut Control,
    /// One per thread.
    histories: Vec<MoveHistory<G::Move>>,
}

impl<'c, 's, G: Game, F: Margin<G>> RootProver<'c, 's, G, F> {
    pub(super) fn new(problem: &'c Problem<'s, G, F>, threads: usize, control: &'c mut Control) -> Self {
        RootProver { problem, control, histories: (0..threads).map(|_| memory()).collect() }
    }

    /// The result of the position after a first move, or of the start, which is the end of the game.
    pub(super) fn result(&mut self, first: Option<G::Move>, player: PlayerId) -> Score {
        let prover = Prover::new(self.problem, first, self.control, &mut self.histories[0]);
        prover.result(player, u32::from(first.is_some()))
    }

    /// The score for `player`, who is to move at the start or after a first move; outside the window a bound. `None`
    /// when stopped.
    fn prove(&mut self, first: Option<G::Move>, player: PlayerId, alpha: Score, beta: Score) -> Option<Score> {
        self.problem.progress.ask();
        if self.histories.len() > 1 {
            return self.prove_in_parallel(first, player, alpha, beta);
        }
        let ply = u32::from(first.is_some());
        Prover::new(self.problem, first, self.control, &mut self.histories[0]).node(player, alpha, beta, ply)
    }

    /// All threads look for the same answer, keep out of each other's way, and stop when one has it.
    fn prove_in_parallel(
        &mut self,
        first: Option<G::Move>,
        player: PlayerId,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let (flag, pool) = (StopFlag::default(), NodePool::default());
        self.control.count_helpers(&pool);
        let (problem, control) = (self.problem, &mut *self.control);
        let ply = u32::from(first.is_some());
        let (tell, hear) = mpsc::channel();
        let answer = std::thread::scope(|scope| {
            for memory in &mut self.histories {
                let (tell, flag, pool) = (tell.clone(), &flag, &pool);
                scope.spawn(move || {
                    let mut control = Control::helper(flag, pool);
                    let answer = Prover::new(problem, first, &mut control, memory).node(player, alpha, beta, ply);
                    control.exchange_nodes();
                    // Nobody listens any more once an answer is there.
                    let _ = tell.send(answer.ok_or_else(|| control.stopped()));
                });
            }
            drop(tell);
            let answer = first_answer(&hear, control, &flag);
            flag.stop();
            answer
        });
        self.control.exchange_nodes();
        answer
    }

    fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// The exact score of the start, or of the position after a first move, for `player`, who is to move there.
    pub(super) fn exact(&mut self, player: PlayerId, first: Option<G::Move>) -> Option<Score> {
        match self.problem.goal {
            Goal::Outcome => self.exact_outcome(player, first),
            // Margins are many small numbers, and zero is as good a guess as any.
            Goal::Margin => mtdf(0, |beta| self.prove(first, player, beta - 1, beta)).map(|found| found.value),
        }
    }

    /// The exact score of a first move, for the player who makes it.
    pub(super) fn exact_after(&mut self, player: PlayerId, mv: G::Move) -> Option<Score> {
        let turn = Prover::new(self.problem, Some(mv), self.control, &mut self.histories[0]).turn();
        let score = match turn {
            Turn::Player(next) if next == player => self.exact(next, Some(mv))?,
            Turn::Player(next) => -self.exact(next, Some(mv))?,
            _ => self.result(Some(mv), player),
        };
        Some(score)
    }

    /// First who wins, then how soon.
    fn exact_outcome(&mut self, player: PlayerId, first: Option<G::Move>) -> Option<Score> {
        let begun = self.nodes();
        let mut score = self.prove(first, player, 0, 1)?;
        if score == 0 {
            score = self.prove(first, player, -1, 0)?;
        }
        if first.is_none() && score != 0 {
            self.problem.progress.won_by(if score > 0 { player } else { player.opponent() });
        }
        let effort = self.nodes() - begun;
        let soonest = WIN - Score::from(first.is_some()) - 1;
        match score.signum() {
            1 => self.find_distance(player, first, score, soonest, effort),
            -1 => self.find_distance(player, first, -soonest, score, effort),
            _ => Some(0),
        }
    }

    /// The score, which lies between both bounds; one of them is that of the proof, the other that of an immediate
    /// win. Questions near the second are cheap as long as they are few turns deep, and settle short wins; those near
    /// the first mostly settle long ones at once. So the cheap ones come first, but get only a part
    /// of the effort of the proof.
    fn find_distance(
        &mut self,
        player: PlayerId,
        first: Option<G::Move>,
        mut lower: Score,
        mut upper: Score,
        effort: u64,
    ) -> Option<Score> {
        let begun = self.nodes();
        let wins = lower > 0;
        while lower < upper {
            let short = SHORT_WINS * (self.nodes() - begun) <= effort;
            let bar = if short == wins { upper } else { lower + 1 };
            let score = self.prove(first, player, bar - 1, bar)?;
            if score < bar { upper = score } else { lower = score }
        }
        Some(lower)
    }
}

/// Waits for the first answer, while the limits are watched over. A thread that gave up for a reason of its own, a game
/// that is too long for example, is a reason for all.
fn first_answer(
    hear: &mpsc::Receiver<Result<Score, Option<StopReason>>>,
    control: &mut Control,
    flag: &StopFlag,
) -> Option<Score> {
    loop {
        match hear.recv_timeout(POLL_INTERVAL) {
            Ok(Ok(score)) => return Some(score),
            Ok(Err(Some(reason))) if reason != StopReason::Asked => control.stop(reason),
            Ok(Err(_)) => {}
            Err(RecvTimeoutError::Timeout) => {
                control.poll();
            }
            Err(RecvTimeoutError::Disconnected) => return None,
        }
        if control.stopped().is_some() {
            flag.stop();
        }
    }
}
