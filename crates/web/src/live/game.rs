//! A game of a known type with players, clocks and history.

use super::EngineTask;
use super::config::{GameConfig, MAX_PACE};
use super::history::PlayedTurn;
use super::remote::RemoteGame;
use super::seat::LiveSeat;
use super::source::{GameSource, RecordedEnd};
use super::variations::SavedTree;
use crate::engines::MemoryBudget;
use crate::error::ApiError;
use crate::messages::{GameCommand, SeatThought, SocketResponse};
use plyground_core::{AnyGame, AnyMove, AnyPosition, Game, GameEvent, Notation, Payoffs, PlayerId, Rng, Turn};
use plyground_engine::{PAGE_TIME, Request, SearchRequest};
use plyground_search::Limits;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Why a game ended other than by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Forfeit {
    /// A person resigned.
    Resigned(PlayerId),
    /// An engine failed or returned no legal move.
    EngineFailed(PlayerId),
    /// The clock ran out.
    OutOfTime(PlayerId),
}

impl Forfeit {
    /// The player who lost by it.
    pub(super) fn loser(self) -> PlayerId {
        match self {
            Forfeit::Resigned(player) | Forfeit::EngineFailed(player) | Forfeit::OutOfTime(player) => player,
        }
    }

    /// Its name in records; part of the file format.
    pub(super) fn name(self) -> &'static str {
        match self {
            Forfeit::Resigned(_) => "resigned",
            Forfeit::EngineFailed(_) => "failed",
            Forfeit::OutOfTime(_) => "late",
        }
    }
}

/// A game being played.
pub struct LiveGame {
    pub(super) title: String,
    pub(super) config: GameConfig,
    /// The memory budget of its engines.
    pub(super) budget: MemoryBudget,
    pub(super) game: AnyGame,
    pub(super) start: AnyPosition,
    /// The turns made, and those that were taken back, last first.
    pub(super) history: Vec<PlayedTurn>,
    pub(super) undone: Vec<GameEvent<AnyMove>>,
    /// The position before the current turn, the position after its roll, and the roll.
    pub(super) turn_start: AnyPosition,
    pub(super) position: AnyPosition,
    pub(super) roll: Option<usize>,
    pub(super) seats: Vec<LiveSeat>,
    pub(super) tree: SavedTree,
    pub(super) forfeit: Option<Forfeit>,
    pub(super) source: GameSource,
    /// Whether it is or was played elsewhere, so that nothing can be changed here.
    pub(super) recorded: bool,
    /// Its end, if it was played elsewhere and did not end by the rules.
    pub(super) ended: Option<RecordedEnd>,
    /// Its referee, while it is played elsewhere.
    pub(super) remote: Option<RemoteGame>,
    /// What players thought before their moves, as far as they told.
    pub(super) thoughts: Vec<SeatThought>,
    /// The source of rolls.
    pub(super) dice: Rng,
    pub(super) paused: bool,
    /// Grows with every change. Results for an older version are discarded.
    pub(super) version: u64,
    /// The version for which an engine is searching.
    pub(super) searched_version: Option<u64>,
    /// When the mover's turn began or their clock was last charged.
    pub(super) since: Instant,
}

/// The result of an engine's search.
pub struct EngineMove {
    version: u64,
    player: PlayerId,
    mv: Option<AnyMove>,
    took: Duration,
}

impl LiveGame {
    pub(super) fn bump_version(&mut self) {
        self.version += 1;
    }

    pub(super) fn is_over(&self) -> bool {
        self.forfeit.is_some() || self.ended.is_some() || self.game.turn(&self.position) == Turn::Over
    }

    /// The player who moves or rolls.
    pub(super) fn mover(&self) -> Option<PlayerId> {
        if self.is_over() { None } else { self.game.mover(&self.position) }
    }

    fn is_engine(&self, player: PlayerId) -> bool {
        self.seats[player.index()].is_engine()
    }

    fn is_person(&self, player: PlayerId) -> bool {
        self.seats[player.index()].is_person()
    }

    /// Whether a person has to enter a roll.
    pub(super) fn needs_roll(&self) -> bool {
        self.config.real_die && !self.is_over() && self.game.turn(&self.position) == Turn::Chance
    }

    /// Whether a person has to move or roll.
    pub(super) fn is_persons_turn(&self) -> bool {
        self.needs_roll() || self.mover().is_some_and(|player| self.is_person(player))
    }

    pub(super) fn payoffs(&self) -> Payoffs {
        let standing = self.game.payoffs(&self.position);
        if let Some(payoffs) = self.ended.as_ref().and_then(|ended| ended.payoffs.as_deref()) {
            return Payoffs::new(payoffs);
        }
        let Some(loser) = self.forfeit.map(Forfeit::loser) else {
            return standing;
        };
        let mut values = standing.as_slice().to_vec();
        if values.len() == 2 {
            return Payoffs::win(loser.opponent());
        }
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        values[loser.index()] = least - 1.0;
        Payoffs::new(&values)
    }

    /// The position after `ply` turns, without the roll of the next one.
    pub(super) fn position_at(&self, ply: usize) -> &AnyPosition {
        self.history.get(ply).map_or(&self.turn_start, |turn| &turn.before)
    }

    /// Adds an event to the history.
    pub(super) fn apply(&mut self, event: GameEvent<AnyMove>) {
        let mover = self.game.mover(&self.turn_start);
        let left = mover.and_then(|player| self.seats[player.index()].left);
        self.history.push(PlayedTurn::new(&self.game, &self.turn_start, event, left));
        event.apply(&self.game, &mut self.turn_start);
        self.begin_turn();
        if self.is_over() {
            self.release_engines(); // no page may ever return to this game
        }
    }

    /// Starts the turn anew, without a roll.
    fn begin_turn(&mut self) {
        self.position = self.turn_start.clone();
        self.roll = None;
        self.since = Instant::now();
        self.bump_version();
    }

    fn set_roll(&mut self, face: usize) {
        self.game.roll(&mut self.position, face);
        self.roll = Some(face);
        self.bump_version();
    }

    fn roll_die(&mut self) {
        let face = self.dice.weighted(self.game.outcomes(&self.position));
        self.set_roll(face);
    }

    /// A player resigned, failed or ran out of time. With more than two players the others may play on.
    fn forfeit(&mut self, forfeit: Forfeit) {
        let player = forfeit.loser();
        let many = self.seats.len() > 2;
        if many && self.game.disqualify(&mut self.turn_start.clone(), player) {
            self.undone.clear();
            self.apply(GameEvent::Out(player));
        } else {
            self.forfeit = Some(forfeit);
            self.bump_version();
        }
    }

    /// Charges the time since the turn began to the mover's clock.
    pub(super) fn charge_clock(&mut self, increment: Duration) {
        if let Some(player) = self.mover()
            && !self.paused
        {
            self.seats[player.index()].spend(self.since.elapsed(), increment);
        }
        self.since = Instant::now();
    }

    fn increment(&self) -> Duration {
        self.config.clock.map_or(Duration::ZERO, |clock| clock.increment)
    }

    pub(super) fn check_turn(&self) -> Result<PlayerId, ApiError> {
        match self.mover() {
            None => Err(ApiError::rejected("the game is over")),
            Some(_) if self.paused && self.config.clock.is_some() => Err(ApiError::rejected("the game is paused")),
            Some(player) if !self.is_person(player) && !self.needs_roll() => {
                Err(ApiError::rejected("it is not your turn"))
            }
            Some(player) => Ok(player),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), ApiError> {
        self.check_turn()?;
        if self.game.turn(&self.position) == Turn::Chance {
            return Err(ApiError::rejected("roll the die first"));
        }
        let mv = self.game.parse_move(&self.position, text).map_err(ApiError::rejected)?;
        self.charge_clock(self.increment());
        self.undone.clear();
        self.apply(GameEvent::Turn((self.roll, mv)));
        Ok(())
    }

    fn enter_roll(&mut self, face: Option<usize>) -> Result<(), ApiError> {
        self.check_turn()?;
        if self.game.turn(&self.position) != Turn::Chance {
            return Err(ApiError::rejected("there is no die to roll now"));
        }
        match face {
            None => self.roll_die(),
            Some(number) => {
                let chances = self.game.outcomes(&self.position);
                if number == 0 || chances.get(number - 1).is_none_or(|chance| *chance <= 0.0) {
                    return Err(ApiError::rejected(format!("the die has no {number}")));
                }
                self.set_roll(number - 1);
            }
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), ApiError> {
        if self.recorded {
            return Err(ApiError::rejected("this game was played elsewhere; the analysis board tries other moves"));
        }
        if self.forfeit.take().is_some() {
            self.since = Instant::now();
            self.bump_version();
            return Ok(()); // only the forfeit is taken back
        }
        let by_person = |turn: &PlayedTurn| turn.seat.is_some_and(|seat| self.seats[seat].is_person());
        let last = self.history.iter().rposition(by_person);
        let last = last.ok_or_else(|| ApiError::rejected("there is no move of yours to take back"))?;
        for turn in self.history.drain(last..).rev() {
            if let (Some(seat), Some(_)) = (turn.seat, turn.left) {
                self.seats[seat].left = turn.left;
            }
            self.undone.push(turn.event);
            self.turn_start = turn.before;
        }
        self.begin_turn();
        // The same roll again: taking back must not be a way to a better one.
        let roll = self.undone.last().and_then(GameEvent::turn).and_then(|turn| turn.0);
        if let (Some(face), Turn::Chance) = (roll, self.game.turn(&self.position)) {
            self.set_roll(face);
        }
        Ok(())
    }

    fn redo(&mut self) -> Result<(), ApiError> {
        if self.undone.is_empty() {
            return Err(ApiError::rejected("there is no move to redo"));
        }
        while let Some(event) = self.undone.pop() {
            self.apply(event);
            if self.mover().is_some_and(|player| self.is_person(player)) {
                break;
            }
        }
        Ok(())
    }

    fn resign(&mut self) -> Result<(), ApiError> {
        if self.is_over() {
            return Err(ApiError::rejected("the game is over"));
        }
        let mut people = PlayerId::all(self.seats.len()).filter(|player| self.is_person(*player));
        let mover = self.mover().filter(|player| self.is_person(*player));
        // With one person in the game it is clear who resigns, even during an engine's turn.
        let player =
            mover.or_else(|| people.next()).ok_or_else(|| ApiError::rejected("only engines play this game"))?;
        self.forfeit(Forfeit::Resigned(player));
        Ok(())
    }

    fn pause(&mut self, on: bool) {
        if self.paused != on {
            if on {
                self.charge_clock(Duration::ZERO);
            }
            self.paused = on;
            self.since = Instant::now();
            self.bump_version();
        }
    }

    /// The limits for an engine's move.
    fn limits(&mut self, seat: PlayerId) -> Limits {
        let increment = self.increment();
        self.seats[seat.index()].limits(increment).unwrap_or(Limits::time(self.config.time_of(seat.index())))
    }

    /// The seed of an engine that is built now. A rebuilt engine must not repeat its random choices.
    fn engine_seed(&self, seat: PlayerId) -> u64 {
        Rng::part(self.config.seed.wrapping_add(self.history.len() as u64), 10 + seat.index() as u64).bits()
    }

    /// Grows with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Grows with every change of the variations, which neither players nor engines need to know about.
    pub fn tree_revision(&self) -> u64 {
        self.tree.revision
    }

    /// Executes a command of a page.
    pub fn execute(&mut self, command: &GameCommand) -> Result<SocketResponse, ApiError> {
        if let Some(result) = self.execute_remote(command) {
            return result;
        }
        match command {
            GameCommand::Move { text } => self.play(text)?,
            GameCommand::Roll { face } => self.enter_roll(*face)?,
            GameCommand::Undo => self.undo()?,
            GameCommand::Redo => self.redo()?,
            GameCommand::Resign => self.resign()?,
            GameCommand::Pause { on } => self.pause(*on),
            GameCommand::Seat { seat, who } => self.change_seat(*seat, who)?,
            GameCommand::Pace { ms } => {
                self.config.pace = Duration::from_millis(*ms).min(MAX_PACE);
                self.bump_version();
            }
            GameCommand::At { ply } => return Ok(SocketResponse::Position(Box::new(self.snapshot_at(*ply)))),
            GameCommand::Node(path) => return Ok(SocketResponse::Node(Box::new(self.node(path)?))),
            GameCommand::Preview { text, at } => {
                return self.effects(text, at.as_ref()).map(SocketResponse::Effects);
            }
            GameCommand::Explain { clicks } => return Ok(SocketResponse::Explanation { text: self.explain(clicks) }),
            GameCommand::Rematch | GameCommand::Analyse(_) | GameCommand::Stop { .. } | GameCommand::Review => {
                return Err(ApiError::internal("this command is not executed by the game"));
            }
        }
        Ok(SocketResponse::Done)
    }

    /// The search to run now, if it is an engine's turn and its search is not already running. Rolls first if the server rolls the
    /// die.
    pub fn next_task(&mut self) -> Option<EngineTask> {
        if self.is_over() || self.recorded || (self.paused && !self.is_persons_turn()) {
            return None;
        }
        if self.game.turn(&self.position) == Turn::Chance {
            if self.config.real_die {
                return None;
            }
            self.roll_die();
        }
        let player = self.mover().filter(|player| self.is_engine(*player))?;
        if self.searched_version == Some(self.version) {
            return None;
        }
        let seed = self.engine_seed(player);
        let seat = &mut self.seats[player.index()];
        if seat.searching {
            return None; // the next task follows when the current one completes
        }
        let (engine, spec) = (seat.engine.clone(), seat.spec.clone()?);
        seat.searching = true;
        let version = self.version;
        self.searched_version = Some(version);
        let (game, position) = (self.game.clone(), self.position.clone());
        let limits = self.limits(player);
        let run = move |stop: &plyground_search::StopFlag| -> EngineMove {
            let mut took = Duration::ZERO;
            let choice = catch_unwind(AssertUnwindSafe(|| {
                let build = |bytes| spec.build(bytes, &game, seed);
                engine.with(spec.memory(), build, |engine| {
                    // Building it does not count as the player's time.
                    let begun = Instant::now();
                    let request = Request::from(SearchRequest::new(&game, &position).within(limits).until(stop))
                        .at_most(PAGE_TIME);
                    let choice = engine.choose(request);
                    took = begun.elapsed();
                    choice
                })
            }));
            let mv = choice.ok().and_then(Result::ok).and_then(|choice| choice.mv);
            let mv = mv.filter(|mv| game.is_legal(&position, *mv));
            EngineMove { version, player, mv, took }
        };
        Some(EngineTask { run: Box::new(run), pace: self.config.pace })
    }

    /// Takes the result of a task. Results for an older version are discarded.
    pub fn complete_task(&mut self, result: EngineMove) {
        let increment = self.increment();
        let seat = &mut self.seats[result.player.index()];
        seat.searching = false;
        seat.manager.answered(result.took);
        if self.searched_version == Some(result.version) {
            self.searched_version = None;
        }
        if result.version != self.version {
            return;
        }
        let left_before = seat.left;
        if left_before.is_some_and(|left| left < result.took) {
            seat.spend(result.took, Duration::ZERO);
            return self.forfeit(Forfeit::OutOfTime(result.player));
        }
        match result.mv {
            Some(mv) => {
                self.undone.clear();
                self.apply(GameEvent::Turn((self.roll, mv)));
                self.seats[result.player.index()].spend(result.took, increment);
            }
            None => self.forfeit(Forfeit::EngineFailed(result.player)),
        }
    }

    /// Drops idle engines with their tables, because no page shows the game; they are rebuilt when needed.
    pub fn release_engines(&mut self) {
        self.seats.iter().for_each(|seat| seat.engine.release());
    }

    /// Checks the clock: a player without time left loses. Returns how soon to check again.
    pub fn check_clock(&mut self) -> Option<Duration> {
        let player = self.mover().filter(|player| !self.paused && self.is_person(*player))?;
        let left = self.seats[player.index()].left?;
        match left.checked_sub(self.since.elapsed()) {
            Some(rest) if !rest.is_zero() => Some(rest),
            _ => {
                self.charge_clock(Duration::ZERO);
                self.forfeit(Forfeit::OutOfTime(player));
                None
            }
        }
    }

    /// Gives the mover back the time during which the game could not be shown.
    pub fn refund_time(&mut self, delay: Duration) {
        self.since += delay;
    }
}
