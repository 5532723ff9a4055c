//! The table of one game.

use super::chair::Chair;
use super::past::Past;
use super::wish::{MOST_PACE, Wish};
use super::{Catch, Errand, Inquiry, Live};
use crate::engines::MemoryBudget;
use crate::messages::{Answer, Command, State, StudyWish};
use plyground_arena::Document;
use plyground_core::{GameEvent, Payoffs, Playable, PlayerId, Rng, Turn};
use plyground_engine::{PAGE_TIME, Request};
use plyground_picture::svg;
use plyground_search::Limits;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Why a game ended, other than by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mishap {
    /// A person gave up.
    Resigned(PlayerId),
    /// An engine broke down or had no legal answer.
    Failed(PlayerId),
    /// The account was empty.
    Late(PlayerId),
}

impl Mishap {
    /// Who has lost by it.
    pub(super) fn loser(self) -> PlayerId {
        match self {
            Mishap::Resigned(player) | Mishap::Failed(player) | Mishap::Late(player) => player,
        }
    }

    /// Words in records.
    pub(super) fn name(self) -> &'static str {
        match self {
            Mishap::Resigned(_) => "resigned",
            Mishap::Failed(_) => "failed",
            Mishap::Late(_) => "late",
        }
    }
}

/// A game being played.
pub(super) struct LiveGame<G: Playable> {
    pub(super) title: String,
    pub(super) wish: Wish,
    /// What engines of this table take their memory from.
    pub(super) budget: MemoryBudget,
    pub(super) game: G,
    pub(super) start: G::Position,
    /// What has happened, and what was taken back, last first.
    pub(super) past: Vec<Past<G>>,
    pub(super) undone: Vec<GameEvent<G::Move>>,
    /// Where that led before anybody rolled, and the roll on the table.
    pub(super) settled: G::Position,
    pub(super) position: G::Position,
    pub(super) face: Option<usize>,
    pub(super) chairs: Vec<Chair<G>>,
    pub(super) mishap: Option<Mishap>,
    pub(super) dice: Rng,
    pub(super) paused: bool,
    /// Grows with every change; an answer to an older version comes too late.
    pub(super) version: u64,
    pub(super) asked: Option<u64>,
    /// When the turn of the mover began, or was last booked.
    pub(super) since: Instant,
}

/// What an engine brings back.
struct Brought<G: Playable> {
    version: u64,
    seat: PlayerId,
    mv: Option<G::Move>,
    took: Duration,
}

impl<G: Playable> LiveGame<G> {
    fn changed(&mut self) {
        self.version += 1;
    }

    pub(super) fn is_over(&self) -> bool {
        self.mishap.is_some() || self.game.turn(&self.position) == Turn::Over
    }

    /// Who moves or rolls.
    pub(super) fn mover(&self) -> Option<PlayerId> {
        if self.is_over() { None } else { self.game.mover(&self.position) }
    }

    fn is_machine(&self, player: PlayerId) -> bool {
        self.chairs[player.index()].is_machine()
    }

    /// Whether somebody has to tell what the die shows.
    pub(super) fn wants_roll(&self) -> bool {
        self.wish.real_die && !self.is_over() && self.game.turn(&self.position) == Turn::Chance
    }

    /// Whether a person moves or rolls.
    pub(super) fn is_yours(&self) -> bool {
        self.wants_roll() || self.mover().is_some_and(|player| !self.is_machine(player))
    }

    pub(super) fn payoffs(&self) -> Payoffs {
        let standing = self.game.payoffs(&self.position);
        let Some(loser) = self.mishap.map(Mishap::loser) else {
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

    /// Where the game stood after so many turns, without the roll of the next.
    pub(super) fn position_at(&self, ply: usize) -> &G::Position {
        self.past.get(ply).map_or(&self.settled, |past| &past.before)
    }

    pub(super) fn happen(&mut self, event: GameEvent<G::Move>) {
        let mover = self.game.mover(&self.settled);
        let left = mover.and_then(|player| self.chairs[player.index()].left);
        self.past.push(Past::new(&self.game, &self.settled, event, left));
        event.apply(&self.game, &mut self.settled);
        self.settle();
        if self.is_over() {
            self.rest(); // nobody may ever come back to this game
        }
    }

    /// Forgets what was begun and not finished.
    fn settle(&mut self) {
        self.position = self.settled.clone();
        self.face = None;
        self.since = Instant::now();
        self.changed();
    }

    fn put_roll(&mut self, face: usize) {
        self.game.roll(&mut self.position, face);
        self.face = Some(face);
        self.changed();
    }

    fn roll_now(&mut self) {
        let face = self.dice.weighted(self.game.outcomes(&self.position));
        self.put_roll(face);
    }

    /// Somebody cannot or will not go on. A game of many may go on without him.
    fn drop_out(&mut self, mishap: Mishap) {
        let player = mishap.loser();
        let many = self.chairs.len() > 2;
        if many && self.game.disqualify(&mut self.settled.clone(), player) {
            self.undone.clear();
            self.happen(GameEvent::Out(player));
        } else {
            self.mishap = Some(mishap);
            self.changed();
        }
    }

    /// Puts the time since the turn began on the account of whoever had it.
    fn book(&mut self, bonus: Duration) {
        if let Some(player) = self.mover()
            && !self.paused
        {
            self.chairs[player.index()].spend(self.since.elapsed(), bonus);
        }
        self.since = Instant::now();
    }

    fn increment(&self) -> Duration {
        self.wish.clock.map_or(Duration::ZERO, |clock| clock.increment)
    }

    fn your_turn(&self) -> Result<PlayerId, String> {
        match self.mover() {
            None => Err("the game is over".to_string()),
            Some(_) if self.paused && self.wish.clock.is_some() => Err("the game is paused".to_string()),
            Some(player) if self.is_machine(player) && !self.wants_roll() => Err("it is not your turn".to_string()),
            Some(player) => Ok(player),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        self.your_turn()?;
        if self.game.turn(&self.position) == Turn::Chance {
            return Err("roll first".to_string());
        }
        let mv = self.game.parse_move(&self.position, text).map_err(|error| error.to_string())?;
        self.book(self.increment());
        self.undone.clear();
        self.happen(GameEvent::Turn((self.face, mv)));
        Ok(())
    }

    fn roll(&mut self, face: Option<usize>) -> Result<(), String> {
        self.your_turn()?;
        if self.game.turn(&self.position) != Turn::Chance {
            return Err("there is nothing to roll".to_string());
        }
        match face {
            None => self.roll_now(),
            Some(number) => {
                let chances = self.game.outcomes(&self.position);
                if number == 0 || chances.get(number - 1).is_none_or(|chance| *chance <= 0.0) {
                    return Err(format!("this die does not show {number}"));
                }
                self.put_roll(number - 1);
            }
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), String> {
        if self.mishap.take().is_some() {
            self.since = Instant::now();
            self.changed();
            return Ok(()); // nothing but the end is taken back
        }
        let of_person = |past: &Past<G>| past.seat.is_some_and(|seat| !self.chairs[seat].is_machine());
        let last = self.past.iter().rposition(of_person).ok_or("there is nothing of yours to take back")?;
        for past in self.past.drain(last..).rev() {
            if let (Some(seat), Some(_)) = (past.seat, past.left) {
                self.chairs[seat].left = past.left;
            }
            self.undone.push(past.event);
            self.settled = past.before;
        }
        self.settle();
        // The same roll lies on the table again: taking back is no way to a better one.
        let roll = self.undone.last().and_then(GameEvent::turn).and_then(|turn| turn.0);
        if let (Some(face), Turn::Chance) = (roll, self.game.turn(&self.position)) {
            self.put_roll(face);
        }
        Ok(())
    }

    fn redo(&mut self) -> Result<(), String> {
        if self.undone.is_empty() {
            return Err("nothing was taken back".to_string());
        }
        while let Some(event) = self.undone.pop() {
            self.happen(event);
            if self.mover().is_some_and(|player| !self.is_machine(player)) {
                break;
            }
        }
        Ok(())
    }

    fn resign(&mut self) -> Result<(), String> {
        if self.is_over() {
            return Err("the game is over".to_string());
        }
        let mut people = PlayerId::all(self.chairs.len()).filter(|player| !self.is_machine(*player));
        let mover = self.mover().filter(|player| !self.is_machine(*player));
        // With one person at the table it is clear who gives up, whoever moves.
        let player = mover.or_else(|| people.next()).ok_or("no person plays here")?;
        self.drop_out(Mishap::Resigned(player));
        Ok(())
    }

    fn pause(&mut self, on: bool) {
        if self.paused != on {
            if on {
                self.book(Duration::ZERO);
            }
            self.paused = on;
            self.since = Instant::now();
            self.changed();
        }
    }

    /// What an engine may use for its move.
    fn limits(&mut self, seat: PlayerId) -> Limits {
        let increment = self.increment();
        self.chairs[seat.index()].limits(increment).unwrap_or(Limits::time(self.wish.time))
    }

    /// Governs the luck of an engine that is built now. One that was let go must not throw the same dice again.
    fn engine_seed(&self, seat: PlayerId) -> u64 {
        Rng::part(self.wish.seed.wrapping_add(self.past.len() as u64), 10 + seat.index() as u64).bits()
    }

    pub(super) fn document(&self) -> Value {
        let texts: Vec<&str> = self.past.iter().map(|past| past.text.as_str()).collect();
        let payoffs = self.payoffs();
        let players: Vec<String> = self.chairs.iter().map(|chair| chair.who.clone()).collect();
        let document = Document {
            game: &self.wish.game,
            variant: &self.game.variant_text(),
            map: self.wish.setup.map.as_ref(),
            start: &self.game.position_text(&self.start),
            players: &players,
            moves: &texts.join(" "),
            payoffs: self.is_over().then(|| payoffs.as_slice()),
        };
        document.to_json()
    }
}

impl<G: Playable> Live for LiveGame<G> {
    fn version(&self) -> u64 {
        self.version
    }

    fn state(&self) -> State {
        self.look()
    }

    fn obey(&mut self, command: &Command) -> Result<Answer, String> {
        match command {
            Command::Move { text } => self.play(text)?,
            Command::Roll { face } => self.roll(*face)?,
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Resign => self.resign()?,
            Command::Pause { on } => self.pause(*on),
            Command::Pace { ms } => {
                self.wish.pace = Duration::from_millis(*ms).min(MOST_PACE);
                self.changed();
            }
            Command::At { ply } => return Ok(Answer::Glance(Box::new(self.look_back(*ply)))),
            Command::Preview { text } => return self.effects(text).map(Answer::Effects),
            Command::Rematch | Command::Study(_) | Command::Rest | Command::Review => {
                return Err("this is not for the table".to_string());
            }
        }
        Ok(Answer::Done)
    }

    fn errand(&mut self) -> Option<Errand> {
        if self.is_over() || (self.paused && !self.is_yours()) {
            return None;
        }
        if self.game.turn(&self.position) == Turn::Chance {
            if self.wish.real_die {
                return None;
            }
            self.roll_now();
        }
        let seat = self.mover().filter(|player| self.is_machine(*player))?;
        if self.asked == Some(self.version) {
            return None;
        }
        let seed = self.engine_seed(seat);
        let chair = &mut self.chairs[seat.index()];
        if chair.away {
            return None; // it is asked again when it is back
        }
        let (engine, spec) = (chair.engine.clone(), chair.spec.clone()?);
        chair.away = true;
        let version = self.version;
        self.asked = Some(version);
        let (game, position) = (self.game.clone(), self.position.clone());
        let limits = self.limits(seat);
        let run = move |stop: &plyground_search::StopFlag| -> Catch {
            let mut took = Duration::ZERO;
            let choice = catch_unwind(AssertUnwindSafe(|| {
                let build = |bytes| spec.build(bytes, &game, seed);
                engine.with(spec.memory(), build, |player| {
                    // Building it is not the player's time.
                    let begun = Instant::now();
                    let request = Request::new(&game, &position).within(limits).at_most(PAGE_TIME).until(stop);
                    let choice = player.choose(request);
                    took = begun.elapsed();
                    choice
                })
            }));
            let mv = choice.ok().and_then(Result::ok).and_then(|choice| choice.mv);
            let mv = mv.filter(|mv| game.is_legal(&position, *mv));
            Box::new(Brought::<G> { version, seat, mv, took })
        };
        Some(Errand { run: Box::new(run), pace: self.wish.pace })
    }

    fn receive(&mut self, caught: Catch) {
        let Ok(brought) = caught.downcast::<Brought<G>>() else { return };
        let increment = self.increment();
        let chair = &mut self.chairs[brought.seat.index()];
        chair.away = false;
        chair.manager.answered(brought.took);
        if self.asked == Some(brought.version) {
            self.asked = None;
        }
        if brought.version != self.version {
            return;
        }
        let left_before = chair.left;
        if left_before.is_some_and(|left| left < brought.took) {
            chair.spend(brought.took, Duration::ZERO);
            return self.drop_out(Mishap::Late(brought.seat));
        }
        match brought.mv {
            Some(mv) => {
                self.undone.clear();
                self.happen(GameEvent::Turn((self.face, mv)));
                self.chairs[brought.seat.index()].spend(brought.took, increment);
            }
            None => self.drop_out(Mishap::Failed(brought.seat)),
        }
    }

    fn rest(&mut self) {
        self.chairs.iter().for_each(|chair| chair.engine.release());
    }

    fn tick(&mut self) -> Option<Duration> {
        let player = self.mover().filter(|player| !self.paused && !self.is_machine(*player))?;
        let left = self.chairs[player.index()].left?;
        match left.checked_sub(self.since.elapsed()) {
            Some(rest) if !rest.is_zero() => Some(rest),
            _ => {
                self.book(Duration::ZERO);
                self.drop_out(Mishap::Late(player));
                None
            }
        }
    }

    fn excuse(&mut self, delay: Duration) {
        self.since += delay;
    }

    fn study(&self, wish: &StudyWish) -> Result<Inquiry, String> {
        self.start_study(wish)
    }

    fn review(&self) -> Result<Inquiry, String> {
        self.start_review()
    }

    fn record(&self) -> Value {
        let mut document = self.document();
        let millis = |time: Duration| time.as_millis() as u64;
        document["web"] = json!({
            "mishap": self.mishap.map(|mishap| json!([mishap.name(), mishap.loser().number()])),
            "time_ms": millis(self.wish.time),
            "clock": self.wish.clock.map(|clock| clock.to_string()),
            "real_die": self.wish.real_die,
            "deal": self.wish.deal,
            "pace_ms": millis(self.wish.pace),
            "seed": self.wish.seed,
            "roll": self.face,
            "paused": self.paused,
            "used_ms": self.chairs.iter().map(|chair| millis(chair.used)).collect::<Vec<_>>(),
            "left_ms": self.chairs.iter().map(|chair| chair.left.map(millis)).collect::<Vec<_>>(),
        });
        document
    }

    fn export(&self, format: &str) -> Result<String, String> {
        super::open::export(&self.document(), format)
    }

    fn picture(&self, ply: usize) -> String {
        let position = if ply >= self.past.len() { &self.position } else { self.position_at(ply) };
        svg::draw(&self.game.scene(position), &svg::Options::default())
    }

    fn rematch(&self) -> Wish {
        let mut seats: Vec<String> = self.chairs.iter().map(|chair| chair.who.clone()).collect();
        seats.rotate_right(1);
        Wish { seats, seed: self.wish.seed.wrapping_add(1), ..self.wish.clone() }
    }
}
