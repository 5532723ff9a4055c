//! The referee plays and judges one game.
//!
//! It owns the position, the dice and the clocks. Players only see positions, so they cannot corrupt the game: a panic, an
//! illegal move or a missed deadline loses this game for the offender and has no other effect.

use crate::adjudication::{AdjudicatedEnd, Adjudicator};
use crate::broadcast::GameBroadcast;
use crate::speed_tracker;
use crate::time_rules::SeatClock;
use crate::{Adjudication, Fault, MoveEvaluation, Outcome, Termination, TimeRules, WorkerControl, moves_text};
use arrayvec::ArrayVec;
use plyground_core::{ChanceScale, MAX_PLAYERS, Payoffs, Playable, PlayedTurn, PlayerId, Rng, Turn};
use plyground_engine::chances::scale_of;
use plyground_engine::{FailureKind, History, Player, Request, SearchRequest};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The start of a game and what governs it.
#[derive(Debug)]
pub struct ArenaGame<'a, G: Playable> {
    /// The rules.
    pub game: &'a G,
    /// The first position.
    pub start: &'a G::Position,
    /// The moves from the game's own first position to this one, where they are known. Programs that do not accept positions
    /// need them.
    pub opening: &'a [G::Move],
    /// The seed of the dice. Roll number k is the same in every game with this seed.
    pub dice: u64,
    /// After this many turns the game is adjudicated by the current payoffs; the default is the limit of the rules.
    pub longest: Option<usize>,
}

/// A player and the conditions of their seat.
pub struct SeatedPlayer<'a, G: Playable> {
    /// The player.
    pub player: &'a mut dyn Player<G>,
    /// The time rules of the seat.
    pub time_rules: &'a TimeRules,
    /// The seed of the player's random decisions in this game.
    pub seed: u64,
}

/// Plays games one after another, reusing its buffers.
pub struct Referee<G: Playable> {
    control: Arc<WorkerControl>,
    keep_evaluations: bool,
    turns: Vec<PlayedTurn<G::Move>>,
    evaluations: Vec<MoveEvaluation>,
    evaluated_seats: Vec<u8>,
    /// From values to chances, by seat; empty if evaluations are not kept.
    scales: Vec<ChanceScale<G>>,
    rules: Adjudication,
    broadcast: GameBroadcast<G>,
}

impl<G: Playable> Default for Referee<G> {
    fn default() -> Self {
        Referee::new(Arc::default())
    }
}

/// Why a player did not make a move.
struct MoveFailure {
    kind: Termination,
    what: String,
}

impl<G: Playable> Referee<G> {
    /// A referee that can be interrupted through `control`.
    pub fn new(control: Arc<WorkerControl>) -> Self {
        Referee {
            control,
            keep_evaluations: false,
            turns: Vec::new(),
            evaluations: Vec::new(),
            evaluated_seats: Vec::new(),
            scales: Vec::new(),
            rules: Adjudication::default(),
            broadcast: GameBroadcast::default(),
        }
    }

    /// Whether to keep an evaluation per move.
    #[must_use]
    pub fn with_evaluations(mut self, keep: bool) -> Self {
        self.keep_evaluations = keep;
        self
    }

    /// When to end games before their rules do. Ignored with more than two players.
    #[must_use]
    pub fn with_adjudication(mut self, rules: Adjudication) -> Self {
        self.rules = rules;
        self
    }

    /// Sets the number of the next game, which snapshots show.
    pub(crate) fn announce(&self, number: u64) {
        self.control.begin(number);
    }

    /// The turns of the last game.
    pub fn turns(&self) -> &[PlayedTurn<G::Move>] {
        &self.turns
    }

    /// The evaluations of the last game, one per turn, if they are kept.
    pub fn evaluations(&self) -> &[MoveEvaluation] {
        &self.evaluations
    }

    /// The seats of those evaluations, from 0.
    pub(crate) fn evaluated_seats(&self) -> &[u8] {
        &self.evaluated_seats
    }

    /// Plays one game to its end.
    ///
    /// # Panics
    /// If there are not as many seats as the game has players.
    pub fn play(&mut self, config: &ArenaGame<'_, G>, seats: &mut [SeatedPlayer<'_, G>]) -> Outcome {
        let mut outcome = Outcome::default();
        self.play_at(config, seats, None, &mut outcome);
        outcome
    }

    /// Plays one game and writes its result into an empty outcome. With the `move_times` of fast players, moves are not timed
    /// one by one (see [`speed_tracker`]).
    pub(crate) fn play_at(
        &mut self,
        config: &ArenaGame<'_, G>,
        seats: &mut [SeatedPlayer<'_, G>],
        move_times: Option<&[Duration]>,
        outcome: &mut Outcome,
    ) {
        let facts = config.game.facts();
        assert_eq!(seats.len(), facts.players, "one player per seat");
        self.turns.clear();
        self.evaluations.clear();
        self.evaluated_seats.clear();
        self.broadcast.begin(seats.len());
        let rated = if self.keep_evaluations { &seats[..] } else { &[] };
        self.scales = rated.iter().map(|seat| scale_of(config.game, seat.player)).collect();
        let mut run = GameState {
            position: config.start.clone(),
            dice: Rng::seeded(config.dice),
            clocks: seats.iter().map(|seat| SeatClock::new(seat.time_rules)).collect(),
            outcome,
            rolled: None,
            asked: None,
            adjudicator: Adjudicator::new(if facts.players == 2 { self.rules } else { Adjudication::default() }),
            last_value: 0.0,
            clocked: true,
            now: Instant::now(),
        };
        let move_times =
            move_times.filter(|_| !self.keep_evaluations && run.clocks.iter().all(|clock| clock.most().is_none()));
        run.clocked = move_times.is_none();
        let end = match self.start_players(config, seats, &mut run) {
            Some(end) => end,
            None => self.run_guarded(config, seats, &mut run, config.longest.unwrap_or(facts.longest)),
        };
        (run.outcome.termination, run.outcome.payoffs) = end;
        run.outcome.turns = self.turns.len();
        if let Some(move_times) = move_times {
            speed_tracker::distribute(run.now.elapsed(), move_times, run.outcome);
        }
    }

    /// Tells all players that a new game begins. A player may panic here already.
    fn start_players(
        &mut self,
        config: &ArenaGame<'_, G>,
        seats: &mut [SeatedPlayer<'_, G>],
        run: &mut GameState<'_, G>,
    ) -> Option<GameEnd> {
        for (index, seat) in seats.iter_mut().enumerate() {
            let started = catch_unwind(AssertUnwindSafe(|| seat.player.new_game(seat.seed)));
            if let Err(panic) = started {
                let failure = MoveFailure::crash(panic);
                if let Some(end) = self.penalise(config, run, PlayerId::from_index(index), failure) {
                    return Some(end);
                }
            }
        }
        if run.clocked {
            // The first player is not charged for the preparation.
            run.now = Instant::now();
        }
        None
    }

    /// Plays on after panics. A panic is the fault of the player that was asked for a move, who only saw the position, so the
    /// state of the game is intact.
    fn run_guarded(
        &mut self,
        config: &ArenaGame<'_, G>,
        seats: &mut [SeatedPlayer<'_, G>],
        run: &mut GameState<'_, G>,
        longest: usize,
    ) -> GameEnd {
        loop {
            let panic = match catch_unwind(AssertUnwindSafe(|| self.run(config, seats, run, longest))) {
                Ok(end) => return end,
                Err(panic) => panic,
            };
            let Some(player) = run.asked.take() else { resume_unwind(panic) };
            self.control.clear_deadline();
            if run.clocked {
                let spent = run.spent();
                run.clocks[player.index()].charge(spent);
            }
            if self.control.is_halted() {
                return (Termination::Interrupted, config.game.payoffs(&run.position));
            }
            if let Some(end) = self.penalise(config, run, player, MoveFailure::crash(panic)) {
                return end;
            }
        }
    }

    fn run(
        &mut self,
        config: &ArenaGame<'_, G>,
        seats: &mut [SeatedPlayer<'_, G>],
        run: &mut GameState<'_, G>,
        longest: usize,
    ) -> GameEnd {
        let game = config.game;
        loop {
            match game.turn(&run.position) {
                Turn::Over => return (Termination::Normal, game.payoffs(&run.position)),
                Turn::Chance => {
                    let face = run.dice.weighted(game.outcomes(&run.position));
                    game.roll(&mut run.position, face);
                    run.rolled = Some(face);
                }
                Turn::Player(_) if self.turns.len() >= longest => {
                    return (Termination::Adjudicated, game.payoffs(&run.position));
                }
                Turn::Player(player) => {
                    run.asked = Some(player);
                    let answer = self.request_move(config, &mut seats[player.index()], run, player);
                    run.asked = None;
                    if self.control.is_halted() {
                        return (Termination::Interrupted, game.payoffs(&run.position));
                    }
                    match answer {
                        Ok(mv) => {
                            let watched = self.control.is_watched();
                            if watched {
                                let turn = (self.turns.len(), mv);
                                self.broadcast.note(game, &run.position, turn, &*seats[player.index()].player);
                            }
                            self.turns.push((run.rolled.take(), mv));
                            game.make(&mut run.position, mv);
                            if run.adjudicator.is_set()
                                && let Some(end) = adjudicate(game, run, player, self.turns.len())
                            {
                                return end;
                            }
                            if watched {
                                self.publish(config, run);
                            }
                        }
                        Err(failure) => {
                            if let Some(end) = self.penalise(config, run, player, failure) {
                                return end;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Shows the game to those who watch it. No player is charged for that.
    fn publish(&self, config: &ArenaGame<'_, G>, run: &mut GameState<'_, G>) {
        let played = (self.turns.as_slice(), run.outcome.faults.as_slice());
        self.broadcast.publish(&self.control, config.game, config.start, played, &run.position);
        if run.clocked {
            run.now = Instant::now();
        }
    }

    /// Asks a player for a move and checks the answer.
    fn request_move(
        &mut self,
        config: &ArenaGame<'_, G>,
        seat: &mut SeatedPlayer<'_, G>,
        run: &mut GameState<'_, G>,
        player: PlayerId,
    ) -> Result<G::Move, MoveFailure> {
        let clock = &mut run.clocks[player.index()];
        let most = clock.most();
        let deadline = most.map(|most| clock.deadline(most));
        if let Some(allowed) = deadline {
            self.control.set_deadline(run.now, allowed);
        }
        let history = History { opening: config.opening, turns: &self.turns };
        let limits = clock.limits();
        let search = SearchRequest::new(config.game, &run.position).within(limits).until(self.control.stop_flag());
        let request = Request { history, ..search.into() };
        let choice = self.broadcast.choose(&self.control, player, seat.player, request);
        // The rules may panic on a malformed move, so it is checked while the player still counts as asked.
        let legal = choice.mv.is_some_and(|mv| config.game.is_legal(&run.position, mv));
        let effort = &mut run.outcome.efforts[player.index()];
        effort.moves += 1;
        effort.nodes += choice.nodes;
        let mut spent = Duration::ZERO;
        if run.clocked {
            spent = run.spent();
            let allowed = most.map(|most| most.saturating_sub(seat.time_rules.margin));
            run.outcome.efforts[player.index()].note(spent, allowed.or(limits.time));
            run.clocks[player.index()].charge(spent);
        }
        let stopped = deadline.is_some() && self.control.clear_deadline();
        if choice.mv.is_none()
            && let Some(excuse) = seat.player.failure()
        {
            return Err(MoveFailure::outside(&excuse));
        }
        if stopped {
            return Err(MoveFailure::late(Termination::Stall, spent, most));
        }
        if most.is_some_and(|most| spent > most) {
            return Err(MoveFailure::late(Termination::TimeOut, spent, most));
        }
        let mv = choice.mv.ok_or_else(MoveFailure::silent)?;
        if !legal {
            return Err(MoveFailure::illegal(mv));
        }
        run.last_value = choice.value;
        if self.keep_evaluations {
            self.evaluated_seats.push(player.index() as u8);
            let scale = &mut self.scales[player.index()];
            self.evaluations.push(MoveEvaluation::new(scale, config.game, &run.position, &choice, spent));
        }
        Ok(mv)
    }

    /// Records the fault. Either the game goes on without the offender, or it ends with their loss.
    fn penalise(
        &mut self,
        config: &ArenaGame<'_, G>,
        run: &mut GameState<'_, G>,
        offender: PlayerId,
        failure: MoveFailure,
    ) -> Option<GameEnd> {
        let game = config.game;
        let kind = failure.kind;
        let detail = format!(
            "player {offender} {} in `{}` after `{}`",
            failure.what,
            game.position_text(&run.position),
            moves_text(game, config.start, &self.turns, &run.outcome.faults)
        );
        run.outcome.faults.push(Fault { seat: offender, kind, turn: self.turns.len(), detail });
        if game.disqualify(&mut run.position, offender) {
            run.rolled = None;
            return match game.turn(&run.position) {
                Turn::Over => Some((kind, game.payoffs(&run.position))),
                _ => None,
            };
        }
        Some((kind, loss_of(offender, game.payoffs(&run.position))))
    }
}

/// Ends a game that is not over, if a rule of the match says so.
fn adjudicate<G: Playable>(game: &G, run: &mut GameState<'_, G>, player: PlayerId, turns: usize) -> Option<GameEnd> {
    if game.turn(&run.position) == Turn::Over {
        return None;
    }
    let mut end = run.adjudicator.judge(player, run.last_value, turns);
    if end.is_none() && run.adjudicator.wants_solved() {
        end = game.early_result(&run.position).map(|result| AdjudicatedEnd::Solved { winner: result.winner });
    }
    end.map(|end| end.result(game.payoffs(&run.position), loss_of))
}

/// How a game ended, and the payoffs.
type GameEnd = (Termination, Payoffs);

/// The state of a running game.
struct GameState<'a, G: Playable> {
    position: G::Position,
    dice: Rng,
    clocks: ArrayVec<SeatClock<'a>, MAX_PLAYERS>,
    outcome: &'a mut Outcome,
    rolled: Option<usize>,
    /// The player who was asked for a move.
    asked: Option<PlayerId>,
    adjudicator: Adjudicator,
    /// The value of the last move to its player.
    last_value: f64,
    /// Whether the clock is read after every move.
    clocked: bool,
    now: Instant,
}

impl<G: Playable> GameState<'_, G> {
    /// Time since the last move. The clock is read once per move, so the referee's own work (nanoseconds) is charged to the
    /// next player.
    fn spent(&mut self) -> Duration {
        let then = Instant::now();
        let spent = then - self.now;
        self.now = then;
        spent
    }
}

impl MoveFailure {
    fn crash(panic: Box<dyn Any + Send>) -> Self {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        let text = text.unwrap_or_else(|| "no message".to_string());
        MoveFailure { kind: Termination::Crash, what: format!("panicked ({text})") }
    }

    fn late(kind: Termination, spent: Duration, most: Option<Duration>) -> Self {
        let (spent, allowed) = (spent.as_secs_f64(), most.unwrap_or_default().as_secs_f64());
        let end = if kind == Termination::Stall { "and had to be stopped" } else { "too long" };
        MoveFailure { kind, what: format!("thought {spent:.3} s where {allowed:.3} s were allowed, {end},") }
    }

    fn silent() -> Self {
        MoveFailure { kind: Termination::Stall, what: "answered without a move".to_string() }
    }

    /// The failure that an external player reports. An unreadable answer counts as no answer, and so does a request that could
    /// not be sent.
    fn outside(excuse: &plyground_engine::Failure) -> Self {
        let kind = match excuse.kind {
            FailureKind::Crash => Termination::Crash,
            FailureKind::Stall | FailureKind::Garbage | FailureKind::Unasked => Termination::Stall,
            FailureKind::Disconnect => Termination::Disconnect,
            FailureKind::IllegalMove => Termination::IllegalMove,
            FailureKind::Resignation => Termination::Resignation,
        };
        MoveFailure { kind, what: excuse.to_string() }
    }

    fn illegal(mv: impl std::fmt::Debug) -> Self {
        MoveFailure { kind: Termination::IllegalMove, what: format!("offered {mv:?}, which is not legal,") }
    }
}

/// Payoffs in which the offender comes last, whatever the position. Of two players the other one wins.
fn loss_of(offender: PlayerId, standing: Payoffs) -> Payoffs {
    let mut values = standing.as_slice().to_vec();
    if values.len() == 2 {
        return Payoffs::win(offender.opponent());
    }
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    values[offender.index()] = least - 1.0;
    Payoffs::new(&values)
}
