//! The games of a host as saved games: a game of the library from its first moment, saved move by move before anyone sees the move.

use super::person::PersonSeat;
use crate::games::{GameSession, GameSessions};
use crate::live::{GameSource, HUMAN, LiveGame, NewHostedGame, RemoteGame, TimeAccounts};
use plyground_core::sync::lock;
use plyground_core::{MapText, PlayerId};
use plyground_engine::thought::Thought;
use plyground_network::server::{GameClock, SeatedClient, ServerOptions, ThoughtListener};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a built-in player thought before their next move.
type PendingThoughts = Arc<Mutex<HashMap<PlayerId, Thought>>>;

/// Saves the games of one host.
pub struct HostedRecords {
    games: Arc<GameSessions>,
    /// The ID of the host, and the request that opened it.
    host: String,
    request: Value,
    map: MapText,
    /// What is added to a player's time before each of their moves; `None` without a clock.
    increment: Option<Duration>,
    current: Mutex<Option<Arc<GameSession>>>,
    thoughts: PendingThoughts,
}

impl HostedRecords {
    /// Saves the games of this host among these games.
    pub fn new(games: Arc<GameSessions>, host: &str, request: Value, options: &ServerOptions) -> Self {
        let (current, thoughts) = (Mutex::default(), PendingThoughts::default());
        let map = MapText { name: options.map.clone(), text: options.text.clone() };
        let increment = match options.clock {
            GameClock::Time(increment) => Some(increment),
            GameClock::Depth(_) => None,
        };
        HostedRecords { games, host: host.to_string(), request, map, increment, current, thoughts }
    }

    /// A listener that keeps thoughts until their moves are made.
    pub fn listener(&self) -> ThoughtListener {
        let thoughts = Arc::clone(&self.thoughts);
        ThoughtListener::new(move |player, thought| drop(lock(&thoughts).insert(player, thought)))
    }

    /// A game begins. Returns its ID, or why it cannot be saved.
    pub fn begin(&self, players: &[SeatedClient], people: &[PersonSeat]) -> Result<String, String> {
        lock(&self.thoughts).clear();
        let person =
            |client: &SeatedClient| people.iter().find(|person| client.spec.is_none() && person.group == client.group);
        let name = |client: &SeatedClient| match (person(client), &client.spec) {
            (Some(_), _) => HUMAN.to_string(),
            (None, Some(spec)) => spec.clone(),
            (None, None) => format!("group {}", client.group),
        };
        let game = NewHostedGame {
            game: super::game(),
            map: self.map.clone(),
            players: players.iter().map(name).collect(),
            source: GameSource::Hosted { host: self.host.clone(), request: self.request.clone() },
            remote: RemoteGame {
                answers: players.iter().map(|client| person(client).map(|person| person.answers.clone())).collect(),
                accounts: self.increment.map(|increment| TimeAccounts::new(increment, players.len())),
            },
        };
        let saved = game.open(self.games.budget()).and_then(|live| self.games.save_new(live));
        let session = saved.map_err(|error| error.to_string())?;
        let id = session.id.clone();
        *lock(&self.current) = Some(session);
        Ok(id)
    }

    /// A player has moved, after this time.
    pub fn add_move(&self, player: PlayerId, text: String, took: Duration) {
        let thought = lock(&self.thoughts).remove(&player);
        self.change(move |live| live.apply_remote_move(&text, took, thought));
    }

    /// A player was disqualified.
    pub fn add_exit(&self, player: PlayerId) {
        self.change(move |live| live.apply_remote_exit(player));
    }

    /// The game is over, or nothing more is heard of it.
    pub fn end(&self, reason: &str) {
        let reason = reason.to_string();
        self.change(move |live| live.end_remote(&reason));
        *lock(&self.current) = None;
    }

    /// Changes the running game and waits until that is saved.
    fn change(&self, change: impl FnOnce(&mut LiveGame) + Send + 'static) {
        let session = lock(&self.current).clone();
        if let Some(session) = session {
            self.games.change_blocking(&session, change);
        }
    }
}
