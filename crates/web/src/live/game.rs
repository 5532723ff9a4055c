//! The table of one game.

use super::chair::{Chair, WHO_IS_HUMAN, Wish};
use super::{Errand, Live};
use crate::messages::{Effects, Glance, State};
use plyground_core::{Event, Payoffs, Playable, PlayerId, Rng, Setup, Turn, write_moves};
use plyground_engine::{Player, Thought};
use plyground_search::Limits;
use serde_json::{Value, json};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Why a game ended, other than by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mishap {
    /// A person gave up.
    Resigned(PlayerId),
    /// An engine broke down or had no legal answer.
    Failed(PlayerId),
}

/// A game being played.
pub(super) struct LiveGame<G: Playable> {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) game: G,
    pub(super) setup: Setup,
    pub(super) start: G::Position,
    /// What has happened, and what was taken back, last first.
    pub(super) events: Vec<Event<G::Move>>,
    pub(super) undone: Vec<Event<G::Move>>,
    /// Where that led; the roll on the table included.
    pub(super) position: G::Position,
    /// The roll on the table, if the turn is not complete.
    pub(super) face: Option<usize>,
    pub(super) chairs: Vec<Chair<G>>,
    pub(super) mishap: Option<Mishap>,
    pub(super) time: Duration,
    pub(super) dice: Rng,
    pub(super) seed: u64,
    pub(super) paused: bool,
    /// Grows with every change; an answer to an older version comes too late.
    pub(super) version: u64,
    pub(super) asked: Option<u64>,
    /// When the person to move was asked.
    pub(super) since: Instant,
}

/// What an engine brings back.
struct Answer<G: Playable> {
    version: u64,
    seat: PlayerId,
    player: Option<Box<dyn Player<G>>>,
    mv: Option<G::Move>,
    took: Duration,
}

impl<G: Playable> LiveGame<G> {
    fn changed(&mut self) {
        self.version += 1;
        self.since = Instant::now();
    }

    pub(super) fn is_over(&self) -> bool {
        self.mishap.is_some() || self.game.turn(&self.position) == Turn::Over
    }

    /// Who moves or rolls.
    pub(super) fn mover(&self) -> Option<PlayerId> {
        if self.is_over() { None } else { self.game.mover(&self.position) }
    }

    /// Whether a person moves or rolls.
    pub(super) fn is_yours(&self) -> bool {
        self.mover().is_some_and(|player| !self.chairs[player.index()].machine)
    }

    pub(super) fn payoffs(&self) -> Payoffs {
        let standing = self.game.payoffs(&self.position);
        let loser = match self.mishap {
            None => return standing,
            Some(Mishap::Resigned(player) | Mishap::Failed(player)) => player,
        };
        let mut values = standing.as_slice().to_vec();
        if values.len() == 2 {
            return Payoffs::win(loser.opponent());
        }
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        values[loser.index()] = least - 1.0;
        Payoffs::new(&values)
    }

    /// Where the game stood after so many events.
    pub(super) fn position_at(&self, ply: usize) -> G::Position {
        let mut position = self.start.clone();
        self.events.iter().take(ply).for_each(|event| event.apply(&self.game, &mut position));
        position
    }

    fn happen(&mut self, event: Event<G::Move>) {
        self.events.push(event);
        self.position = self.position_after(event);
        self.face = None;
        self.changed();
    }

    fn position_after(&self, event: Event<G::Move>) -> G::Position {
        let mut position = self.position.clone();
        event.apply(&self.game, &mut position);
        position
    }

    /// The position before anything that was begun and not finished.
    fn settle(&mut self) {
        self.position = self.position_at(self.events.len());
        self.face = None;
    }

    fn roll_now(&mut self, face: Option<usize>) {
        let face = face.unwrap_or_else(|| self.dice.weighted(self.game.outcomes(&self.position)));
        self.game.roll(&mut self.position, face);
        self.face = Some(face);
        self.changed();
    }

    /// Somebody cannot or will not go on. A game of many may go on without him.
    fn drop_out(&mut self, player: PlayerId, mishap: Mishap) {
        let mut position = self.position.clone();
        if self.game.disqualify(&mut position, player) {
            self.settle();
            self.happen(Event::Out(player));
        } else {
            self.mishap = Some(mishap);
            self.changed();
        }
    }

    fn book(&mut self, player: PlayerId) {
        self.chairs[player.index()].used += self.since.elapsed();
    }

    fn your_turn(&self) -> Result<PlayerId, String> {
        match self.mover() {
            None => Err("the game is over".to_string()),
            Some(player) if self.chairs[player.index()].machine => Err("it is not your turn".to_string()),
            Some(player) => Ok(player),
        }
    }
}

impl<G: Playable> Live for LiveGame<G> {
    fn state(&self) -> State {
        self.look()
    }

    fn glance(&self, ply: usize) -> Glance {
        self.look_back(ply)
    }

    fn preview(&self, text: &str) -> Result<Effects, String> {
        if self.game.turn(&self.position) == Turn::Chance {
            return Err("the roll comes first".to_string());
        }
        let mv = self.game.parse_move(&self.position, text).map_err(|error| error.to_string())?;
        Ok(self.effects(mv))
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let player = self.your_turn()?;
        if self.game.turn(&self.position) == Turn::Chance {
            return Err("roll first".to_string());
        }
        let mv = self.game.parse_move(&self.position, text).map_err(|error| error.to_string())?;
        self.book(player);
        self.undone.clear();
        self.happen(Event::Turn((self.face, mv)));
        Ok(())
    }

    fn roll(&mut self, face: Option<usize>) -> Result<(), String> {
        self.your_turn()?;
        if self.game.turn(&self.position) != Turn::Chance {
            return Err("there is nothing to roll".to_string());
        }
        let chances = self.game.outcomes(&self.position);
        if let Some(number) = face
            && !(number >= 1 && chances.get(number - 1).is_some_and(|chance| *chance > 0.0))
        {
            return Err(format!("the die does not show {number}"));
        }
        self.roll_now(face.map(|number| number - 1));
        Ok(())
    }

    fn undo(&mut self) -> Result<(), String> {
        let mut kept = self.events.len();
        let mut decides = |ply: usize| {
            let before = self.position_at(ply);
            self.game.mover(&before).is_some_and(|player| !self.chairs[player.index()].machine)
        };
        let last = (0..kept).rev().find(|ply| decides(*ply)).ok_or("there is nothing of yours to take back")?;
        while kept > last {
            kept -= 1;
            self.undone.extend(self.events.pop());
        }
        self.mishap = None;
        self.settle();
        self.changed();
        Ok(())
    }

    fn redo(&mut self) -> Result<(), String> {
        if self.undone.is_empty() {
            return Err("nothing was taken back".to_string());
        }
        self.settle();
        while let Some(event) = self.undone.pop() {
            self.happen(event);
            if self.is_yours() {
                break;
            }
        }
        Ok(())
    }

    fn resign(&mut self) -> Result<(), String> {
        let mut people = PlayerId::all(self.chairs.len()).filter(|player| !self.chairs[player.index()].machine);
        let player = match self.your_turn() {
            Ok(player) => player,
            Err(reason) if self.is_over() => return Err(reason),
            // With one person at the table it is clear who gives up, whoever moves.
            Err(_) => people.next().ok_or("no person plays here")?,
        };
        self.drop_out(player, Mishap::Resigned(player));
        Ok(())
    }

    fn pause(&mut self, on: bool) {
        if self.paused != on {
            self.paused = on;
            self.changed();
        }
    }

    fn errand(&mut self) -> Option<Errand> {
        let seat = self.mover().filter(|player| self.chairs[player.index()].machine)?;
        if self.paused || self.asked == Some(self.version) {
            return None;
        }
        if self.game.turn(&self.position) == Turn::Chance {
            self.roll_now(None);
        }
        // Away with an older question: what it brings will be forgotten, but the player comes back with it.
        let mut player = self.chairs[seat.index()].player.take()?;
        let version = self.version;
        self.asked = Some(version);
        let (game, position) = (self.game.clone(), self.position.clone());
        let limits = Limits::time(self.time);
        Some(Box::new(move |stop| {
            let begun = Instant::now();
            let thought = Thought { stop: Some(stop), ..Thought::new(&game, &position).within(limits) };
            let choice = catch_unwind(AssertUnwindSafe(|| player.choose(&thought)));
            // Nobody knows what a panic left behind, so such a player does not come back.
            let (player, mv) = choice.map_or((None, None), |choice| (Some(player), choice.mv));
            let mv = mv.filter(|mv| game.is_legal(&position, *mv));
            Box::new(Answer::<G> { version, seat, player, mv, took: begun.elapsed() })
        }))
    }

    fn receive(&mut self, answer: Box<dyn Any + Send>) {
        let Ok(answer) = answer.downcast::<Answer<G>>() else { return };
        let chair = &mut self.chairs[answer.seat.index()];
        chair.player = answer.player;
        chair.used += answer.took;
        if self.asked == Some(answer.version) {
            self.asked = None;
        }
        if answer.version != self.version {
            return;
        }
        match answer.mv {
            Some(mv) => {
                self.undone.clear();
                self.happen(Event::Turn((self.face, mv)));
            }
            None => self.drop_out(answer.seat, Mishap::Failed(answer.seat)),
        }
    }

    fn record(&self) -> Value {
        let over = self.is_over();
        let mishap = self.mishap.map(|mishap| match mishap {
            Mishap::Resigned(player) => json!({"resigned": player.number()}),
            Mishap::Failed(player) => json!({"failed": player.number()}),
        });
        json!({
            "schema": "plyground-record-1",
            "game": self.name,
            "variant": if self.setup.map.is_some() { Value::Null } else { self.game.variant_text().into() },
            "map": self.setup.map.as_ref().map(|map| json!({"name": map.name, "text": map.text})),
            "position": self.game.position_text(&self.start),
            "players": self.chairs.iter().map(|chair| chair.who.as_str()).collect::<Vec<_>>(),
            "moves": write_moves(&self.game, &self.start, self.events.iter().copied()),
            "over": over,
            "payoffs": over.then(|| self.payoffs().as_slice().to_vec()),
            "web": {
                "mishap": mishap,
                "time_ms": self.time.as_millis() as u64,
                "seed": self.seed,
                "paused": self.paused,
                "used_ms": self.chairs.iter().map(|chair| chair.used.as_millis() as u64).collect::<Vec<_>>(),
            },
        })
    }

    fn rematch(&self) -> Wish {
        let mut seats: Vec<String> = self.chairs.iter().map(|chair| chair.who.clone()).collect();
        seats.rotate_right(1);
        debug_assert!(seats.iter().any(|who| who == WHO_IS_HUMAN) || !seats.is_empty());
        Wish {
            game: self.name.clone(),
            setup: self.setup.clone(),
            seats,
            time: self.time,
            deal: false,
            seed: self.seed.wrapping_add(1),
            processes: true,
        }
    }
}
