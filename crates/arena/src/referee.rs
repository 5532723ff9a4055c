//! One game, played and judged.
//!
//! The referee owns the position, the dice and the clocks. Players only ever see a position to think about, so nothing
//! they do can spoil the game: a panic, an illegal move or a missed deadline costs the culprit this game, no more.

use crate::pace;
use crate::terms::SeatClock;
use crate::{Desk, Fault, Outcome, Termination, Terms};
use arrayvec::ArrayVec;
use plyground_core::{GameEvent, MAX_PLAYERS, Payoffs, Playable, PlayedTurn, PlayerId, Rng, Turn, write_moves};
use plyground_engine::{FailureKind, History, Player, Request};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where a game begins and what governs it.
#[derive(Debug)]
pub struct Table<'a, G: Playable> {
    /// The rules.
    pub game: &'a G,
    /// The first position.
    pub start: &'a G::Position,
    /// The moves that led there from the game's own first position, where they are known; else none. Programs that cannot be
    /// shown positions need them.
    pub opening: &'a [G::Move],
    /// The seed of the dice. Roll number k is the same in every game with this seed, whoever plays.
    pub dice: u64,
    /// After this many turns the game is judged as it stands; without it, after as many as the rules allow.
    pub longest: Option<usize>,
}

/// Somebody at the table.
pub struct Seat<'a, G: Playable> {
    /// Who thinks.
    pub player: &'a mut dyn Player<G>,
    /// On what terms.
    pub terms: &'a Terms,
    /// Governs his random decisions in this game.
    pub seed: u64,
}

/// What a player thought about one move, for records that keep it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Note {
    /// What he thought the position was worth to him.
    pub value: f64,
    /// How deep he looked.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
}

/// Plays games one after another, keeping its buffers.
pub struct Referee<G: Playable> {
    desk: Arc<Desk>,
    keep_notes: bool,
    turns: Vec<PlayedTurn<G::Move>>,
    notes: Vec<Note>,
}

impl<G: Playable> Default for Referee<G> {
    fn default() -> Self {
        Referee::new(Arc::default())
    }
}

/// Why a player did not make a move.
struct Failure {
    kind: Termination,
    what: String,
}

impl<G: Playable> Referee<G> {
    /// A referee at this desk.
    pub fn new(desk: Arc<Desk>) -> Self {
        Referee { desk, keep_notes: false, turns: Vec::new(), notes: Vec::new() }
    }

    /// The same, keeping a note per move.
    #[must_use]
    pub fn with_notes(mut self, keep: bool) -> Self {
        self.keep_notes = keep;
        self
    }

    /// The next game has this number, for those who look on.
    pub(crate) fn announce(&self, number: u64) {
        self.desk.begin(number);
    }

    /// The turns of the last game.
    pub fn turns(&self) -> &[PlayedTurn<G::Move>] {
        &self.turns
    }

    /// The notes of the last game, one per turn, if they are kept.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Plays one game to its end.
    ///
    /// # Panics
    /// If there are not as many seats as the game has players.
    pub fn play(&mut self, table: &Table<'_, G>, seats: &mut [Seat<'_, G>]) -> Outcome {
        let mut outcome = Outcome::default();
        self.play_at(table, seats, None, &mut outcome);
        outcome
    }

    /// The same with players of known speed, whose moves need not be clocked one by one (see [`pace`]), writing into an
    /// empty outcome.
    pub(crate) fn play_at(
        &mut self,
        table: &Table<'_, G>,
        seats: &mut [Seat<'_, G>],
        paces: Option<&[Duration]>,
        outcome: &mut Outcome,
    ) {
        let facts = table.game.facts();
        assert_eq!(seats.len(), facts.players, "one player per seat");
        self.turns.clear();
        self.notes.clear();
        let mut run = Run {
            position: table.start.clone(),
            dice: Rng::seeded(table.dice),
            clocks: seats.iter().map(|seat| SeatClock::new(seat.terms)).collect(),
            outcome,
            rolled: None,
            asked: None,
            clocked: true,
            now: Instant::now(),
        };
        let paces = paces.filter(|_| !self.keep_notes && run.clocks.iter().all(|clock| clock.most().is_none()));
        run.clocked = paces.is_none();
        let verdict = match self.welcome(table, seats, &mut run) {
            Some(verdict) => verdict,
            None => self.run_guarded(table, seats, &mut run, table.longest.unwrap_or(facts.longest)),
        };
        (run.outcome.termination, run.outcome.payoffs) = verdict;
        run.outcome.turns = self.turns.len();
        if let Some(paces) = paces {
            pace::divide(run.now.elapsed(), paces, run.outcome);
        }
    }

    /// Tells everybody that a new game begins. Somebody may break down at that already.
    fn welcome(&mut self, table: &Table<'_, G>, seats: &mut [Seat<'_, G>], run: &mut Run<'_, G>) -> Option<Verdict> {
        for (index, seat) in seats.iter_mut().enumerate() {
            let greeted = catch_unwind(AssertUnwindSafe(|| seat.player.new_game(seat.seed)));
            if let Err(panic) = greeted {
                let failure = Failure::crash(panic);
                if let Some(verdict) = self.punish(table, run, PlayerId::from_index(index), failure) {
                    return Some(verdict);
                }
            }
        }
        if run.clocked {
            // Whoever moves first is not charged for what getting ready took.
            run.now = Instant::now();
        }
        None
    }

    /// Plays on whatever players do. Whoever is thinking when something panics has broken down; he only ever saw the
    /// position, so nothing of the game is spoilt.
    fn run_guarded(
        &mut self,
        table: &Table<'_, G>,
        seats: &mut [Seat<'_, G>],
        run: &mut Run<'_, G>,
        longest: usize,
    ) -> Verdict {
        loop {
            let panic = match catch_unwind(AssertUnwindSafe(|| self.run(table, seats, run, longest))) {
                Ok(verdict) => return verdict,
                Err(panic) => panic,
            };
            let Some(player) = run.asked.take() else { resume_unwind(panic) };
            self.desk.clear_deadline();
            if run.clocked {
                let spent = run.spent();
                run.clocks[player.index()].charge(spent);
            }
            if self.desk.is_halted() {
                return (Termination::Interrupted, table.game.payoffs(&run.position));
            }
            if let Some(verdict) = self.punish(table, run, player, Failure::crash(panic)) {
                return verdict;
            }
        }
    }

    fn run(
        &mut self,
        table: &Table<'_, G>,
        seats: &mut [Seat<'_, G>],
        run: &mut Run<'_, G>,
        longest: usize,
    ) -> Verdict {
        let game = table.game;
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
                    let answer = self.ask(table, &mut seats[player.index()], run, player);
                    run.asked = None;
                    if self.desk.is_halted() {
                        return (Termination::Interrupted, game.payoffs(&run.position));
                    }
                    match answer {
                        Ok(mv) => {
                            self.turns.push((run.rolled.take(), mv));
                            game.make(&mut run.position, mv);
                            if self.desk.is_watched() {
                                self.desk.show(game.scene(&run.position));
                            }
                        }
                        Err(failure) => {
                            if let Some(verdict) = self.punish(table, run, player, failure) {
                                return verdict;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Lets a player think and checks what he answers.
    fn ask(
        &mut self,
        table: &Table<'_, G>,
        seat: &mut Seat<'_, G>,
        run: &mut Run<'_, G>,
        player: PlayerId,
    ) -> Result<G::Move, Failure> {
        let clock = &mut run.clocks[player.index()];
        let most = clock.most();
        let deadline = most.map(|most| clock.deadline(most));
        if let Some(allowed) = deadline {
            self.desk.set_deadline(run.now, allowed);
        }
        let stop = Some(self.desk.stop_flag());
        let history = History { opening: table.opening, turns: &self.turns };
        let limits = clock.limits();
        let request = Request { stop, history, ..Request::new(table.game, &run.position).within(limits) };
        let choice = seat.player.choose(request);
        // A move made of nonsense may surprise the rules too, so they are asked before anybody else is to blame.
        let legal = choice.mv.is_some_and(|mv| table.game.is_legal(&run.position, mv));
        let effort = &mut run.outcome.efforts[player.index()];
        effort.moves += 1;
        effort.nodes += choice.nodes;
        let mut spent = Duration::ZERO;
        if run.clocked {
            spent = run.spent();
            run.outcome.efforts[player.index()].time += spent;
            run.clocks[player.index()].charge(spent);
        }
        let stopped = deadline.is_some() && self.desk.clear_deadline();
        if choice.mv.is_none()
            && let Some(excuse) = seat.player.failure()
        {
            return Err(Failure::outside(&excuse));
        }
        if stopped {
            return Err(Failure::late(Termination::Stall, spent, most));
        }
        if most.is_some_and(|most| spent > most) {
            return Err(Failure::late(Termination::TimeOut, spent, most));
        }
        let mv = choice.mv.ok_or_else(Failure::silent)?;
        if !legal {
            return Err(Failure::illegal(mv));
        }
        if self.keep_notes {
            self.notes.push(Note { value: choice.value, depth: choice.depth, nodes: choice.nodes, time: spent });
        }
        Ok(mv)
    }

    /// Books the fault. Either the game goes on without the culprit, or it ends with his loss.
    fn punish(
        &mut self,
        table: &Table<'_, G>,
        run: &mut Run<'_, G>,
        culprit: PlayerId,
        failure: Failure,
    ) -> Option<Verdict> {
        let game = table.game;
        let kind = failure.kind;
        let detail = format!(
            "player {culprit} {} in `{}` after `{}`",
            failure.what,
            game.position_text(&run.position),
            moves_text(game, table.start, &self.turns, &run.outcome.faults)
        );
        run.outcome.faults.push(Fault { seat: culprit, kind, turn: self.turns.len(), detail });
        if game.disqualify(&mut run.position, culprit) {
            run.rolled = None;
            return match game.turn(&run.position) {
                Turn::Over => Some((kind, game.payoffs(&run.position))),
                _ => None,
            };
        }
        Some((kind, loss_of(culprit, game.payoffs(&run.position))))
    }
}

type Verdict = (Termination, Payoffs);

/// The state of a running game.
struct Run<'a, G: Playable> {
    position: G::Position,
    dice: Rng,
    clocks: ArrayVec<SeatClock<'a>, MAX_PLAYERS>,
    outcome: &'a mut Outcome,
    rolled: Option<usize>,
    /// Who is thinking.
    asked: Option<PlayerId>,
    /// Whether the clock is read after every move.
    clocked: bool,
    now: Instant,
}

impl<G: Playable> Run<'_, G> {
    /// Time since the last move. One reading per move: the referee's own work, some nanoseconds, is booked to whoever
    /// moves next.
    fn spent(&mut self) -> Duration {
        let then = Instant::now();
        let spent = then - self.now;
        self.now = then;
        spent
    }
}

impl Failure {
    fn crash(panic: Box<dyn Any + Send>) -> Self {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        let text = text.unwrap_or_else(|| "no message".to_string());
        Failure { kind: Termination::Crash, what: format!("panicked ({text})") }
    }

    fn late(kind: Termination, spent: Duration, most: Option<Duration>) -> Self {
        let (spent, allowed) = (spent.as_secs_f64(), most.unwrap_or_default().as_secs_f64());
        let end = if kind == Termination::Stall { "and had to be stopped" } else { "too long" };
        Failure { kind, what: format!("thought {spent:.3} s where {allowed:.3} s were allowed, {end},") }
    }

    fn silent() -> Self {
        Failure { kind: Termination::Stall, what: "answered without a move".to_string() }
    }

    /// What a player from outside has to say for himself, under the heading where it belongs. Garbage is no move, and
    /// neither is what could not be asked.
    fn outside(excuse: &plyground_engine::Failure) -> Self {
        let kind = match excuse.kind {
            FailureKind::Crash => Termination::Crash,
            FailureKind::Stall | FailureKind::Garbage | FailureKind::Unasked => Termination::Stall,
            FailureKind::Disconnect => Termination::Disconnect,
            FailureKind::IllegalMove => Termination::IllegalMove,
            FailureKind::Resignation => Termination::Resignation,
        };
        Failure { kind, what: excuse.to_string() }
    }

    fn illegal(mv: impl std::fmt::Debug) -> Self {
        Failure { kind: Termination::IllegalMove, what: format!("offered {mv:?}, which is not legal,") }
    }
}

/// Payoffs in which the culprit comes last, however things stood. Of two players the other one wins.
fn loss_of(culprit: PlayerId, standing: Payoffs) -> Payoffs {
    let mut values = standing.as_slice().to_vec();
    if values.len() == 2 {
        return Payoffs::win(culprit.opponent());
    }
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    values[culprit.index()] = least - 1.0;
    Payoffs::new(&values)
}

/// A game as text, as `--moves` takes it; where a game goes on without a player who had to leave, the text says so.
pub fn moves_text<G: Playable>(
    game: &G,
    start: &G::Position,
    turns: &[PlayedTurn<G::Move>],
    faults: &[Fault],
) -> String {
    let mut events = Vec::with_capacity(turns.len() + faults.len());
    let goes_on = !faults.is_empty() && game.disqualify(&mut start.clone(), faults[0].seat);
    for index in 0..=turns.len() {
        let left = faults.iter().filter(|fault| goes_on && fault.turn == index);
        events.extend(left.map(|fault| GameEvent::Out(fault.seat)));
        events.extend(turns.get(index).map(|turn| GameEvent::Turn(*turn)));
    }
    write_moves(game, start, events)
}

/// Replays a game: calls `visit` with the position before each move (after its roll), and returns the last position.
pub fn walk<G: Playable>(
    game: &G,
    start: &G::Position,
    turns: &[PlayedTurn<G::Move>],
    faults: &[Fault],
    mut visit: impl FnMut(&G::Position, PlayedTurn<G::Move>),
) -> G::Position {
    let mut position = start.clone();
    let expel = |position: &mut G::Position, turn: usize| {
        for fault in faults.iter().filter(|fault| fault.turn == turn) {
            game.disqualify(position, fault.seat);
        }
    };
    for (index, turn) in turns.iter().enumerate() {
        expel(&mut position, index);
        if let (Some(face), Turn::Chance) = (turn.0, game.turn(&position)) {
            game.roll(&mut position, face);
        }
        visit(&position, *turn);
        game.make(&mut position, turn.1);
    }
    expel(&mut position, turns.len());
    position
}
