//! What a page shows of a live game.

use super::config::HUMAN;
use super::game::{Forfeit, LiveGame};
use super::history::PlayedTurn;
use super::source::GameSource;
use super::variations::legal_moves;
use crate::boards;
use crate::error::ApiError;
use crate::messages::{
    AvailableActions, ClickOn, Effects, GameResult, GameState, LegalMove, NodePath, PastPosition, PlayedMove,
    SceneChange, SeatClock, SeatState, TurnState,
};
use crate::opponents;
use plyground_core::{Click, Drawable, Game, GameEvent, Notation, PlayerId, Scene, SeatInfo, Turn};
use plyground_engine::chances::NOTABLE_LOSS;
use plyground_games::registry;
use std::time::Duration;

impl LiveGame {
    /// Everything that a page shows of it.
    pub fn state(&self) -> GameState {
        let over = self.is_over();
        let kind = match self.game.turn(&self.position) {
            _ if over => "over",
            Turn::Chance => "chance",
            _ => "player",
        };
        let yours = self.is_persons_turn();
        let scene = self.game.scene(&self.position);
        GameState {
            version: self.version,
            game: self.config.game.clone(),
            title: self.title.clone(),
            variant: self.config.setup.map.as_ref().map_or_else(|| self.game.variant_text(), |map| map.name.clone()),
            mapped: self.config.setup.map.is_some(),
            position: self.game.position_text(&self.position),
            phase: self.game.phase(&self.position).to_string(),
            plies: self.history.len(),
            last: self.history.last().map(|turn| turn.cells.clone()).unwrap_or_default(),
            changes: self.changes_at(self.history.len()),
            passed: self
                .history
                .last()
                .map_or_else(Vec::new, |turn| turn.passed(&self.game))
                .into_iter()
                .map(PlayerId::number)
                .collect(),
            prompts: if yours && kind == "player" { self.game.prompts(&self.position) } else { Vec::new() },
            legend: self.game.legend(),
            turn: TurnState { kind, player: self.mover().map(PlayerId::number) },
            yours,
            legal: if yours && kind == "player" { self.legal() } else { Vec::new() },
            faces: if self.needs_roll() { self.game.outcomes(&self.position).to_vec() } else { Vec::new() },
            moves: self.played_moves(),
            seats: self.seat_states(&scene),
            result: over.then(|| self.result(&scene)),
            scene: scene.into(),
            paused: self.paused,
            engines: self.seats.iter().any(|seat| seat.is_engine()),
            pace_ms: self.config.pace.as_millis() as u64,
            can: self.available_actions(over),
            source: self.source.name(),
            host: match &self.source {
                GameSource::Hosted { host, .. } => Some(host.clone()),
                _ => None,
            },
            thoughts: self.thoughts.clone(),
            formats: self.formats(),
            notable_loss: NOTABLE_LOSS,
            unsaved: None,
        }
    }

    /// The current position as a picture.
    pub fn scene(&self) -> crate::messages::Scene {
        self.game.scene(&self.position).into()
    }

    /// The export formats of the game, other than our own.
    fn formats(&self) -> Vec<String> {
        boards::export_formats(&self.config.game, &self.config.setup)
    }

    fn available_actions(&self, over: bool) -> AvailableActions {
        let person = |seat: usize| self.seats[seat].is_person();
        let undo = self.forfeit.is_some() || self.history.iter().any(|turn| turn.seat.is_some_and(person));
        AvailableActions {
            undo: undo && !self.recorded,
            redo: !self.undone.is_empty(),
            resign: !over && self.seats.iter().any(|seat| seat.is_person()),
            change: !over && !self.recorded,
        }
    }

    /// The position after `ply` turns.
    pub(super) fn snapshot_at(&self, ply: usize) -> PastPosition {
        let ply = ply.min(self.history.len());
        let position = self.position_at(ply);
        let last = ply.checked_sub(1).map(|before| self.history[before].cells.clone());
        PastPosition {
            ply,
            scene: self.game.scene(position).into(),
            last: last.unwrap_or_default(),
            changes: self.changes_at(ply),
            position: self.game.position_text(position),
        }
    }

    /// What the turn before this ply changed on the board.
    fn changes_at(&self, ply: usize) -> Vec<SceneChange> {
        let turn = ply.checked_sub(1).and_then(|before| self.history.get(before));
        turn.map_or_else(Vec::new, |turn| turn.changes(&self.game)).into_iter().map(SceneChange::from).collect()
    }

    fn legal(&self) -> Vec<LegalMove> {
        legal_moves(&self.game, &self.position)
    }

    fn played_moves(&self) -> Vec<PlayedMove> {
        let message =
            |turn: &PlayedTurn| PlayedMove { text: turn.text.clone(), player: turn.seat.map(|seat| seat + 1) };
        self.history.iter().map(message).collect()
    }

    fn seat_states(&self, scene: &Scene) -> Vec<SeatState> {
        let mover = self.mover();
        let seat_state = |(index, shown): (usize, &SeatInfo)| {
            let seat = &self.seats[index];
            let turn = mover == Some(PlayerId::from_index(index));
            let running = turn && !self.paused;
            let elapsed = if running { self.since.elapsed() } else { Duration::ZERO };
            let millis = |time: Duration| time.as_millis() as u64;
            let accounts = self.remote.as_ref().and_then(|remote| remote.accounts.as_ref());
            let kept = accounts
                .map(|accounts| accounts.left(PlayerId::from_index(index), running.then_some(elapsed)))
                .or_else(|| seat.left.map(|left| left.saturating_sub(elapsed)));
            SeatState {
                name: shown.name.clone(),
                symbol: shown.symbol,
                holdings: shown.holdings.iter().map(|(what, count)| (what.to_string(), *count)).collect(),
                eliminated: shown.eliminated,
                label: seat
                    .name
                    .as_deref()
                    .filter(|name| *name != HUMAN)
                    .map_or_else(|| self.label(&seat.who), |name| self.label(name)),
                person: seat.is_person(),
                spec: seat.is_engine().then(|| seat.who.clone()),
                thinking: turn && !seat.is_person() && !self.paused && !self.needs_roll(),
                used_ms: millis(seat.used),
                clock: kept.map(|left| SeatClock { left_ms: millis(left), running }),
            }
        };
        scene.seats.iter().enumerate().map(seat_state).collect()
    }

    /// The name of a player for people.
    fn label(&self, who: &str) -> String {
        if who == HUMAN {
            return "you".to_string();
        }
        let known = registry::info(&self.config.game).map(|info| opponents::of_game(&info));
        known
            .unwrap_or_default()
            .into_iter()
            .find(|opponent| opponent.spec == who)
            .map_or_else(|| who.to_string(), |opponent| opponent.name)
    }

    fn result(&self, scene: &Scene) -> GameResult {
        let payoffs = self.payoffs();
        let name = |player: PlayerId| scene.seats.get(player.index()).map_or("?", |seat| seat.name.as_str());
        let capitalised = |text: &str| {
            let mut characters = text.chars();
            characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
        };
        let text = match payoffs.winner() {
            _ if !self.counts() => "Not finished".to_string(),
            Some(winner) => format!("{} wins", capitalised(name(winner))),
            None => "Draw".to_string(),
        };
        let out = self
            .history
            .last()
            .and_then(|turn| if let GameEvent::Out(player) = turn.event { Some(player) } else { None });
        let reason = match (self.forfeit, out) {
            _ if self.ended.is_some() => self.ended.as_ref().map_or_else(String::new, |ended| ended.reason.clone()),
            (Some(Forfeit::Resigned(player)), _) => format!("{} resigned", name(player)),
            (Some(Forfeit::EngineFailed(player)), _) => format!("the engine of {} failed", name(player)),
            (Some(Forfeit::OutOfTime(player)), _) => format!("{} ran out of time", name(player)),
            (None, Some(player)) => format!("{} left the game", name(player)),
            (None, None) => self.game.ending(&self.position).unwrap_or_else(|| "the game is over".to_string()),
        };
        let score = self.game.score(&self.position);
        let places = if self.counts() { payoffs.places() } else { Vec::new() };
        GameResult { text, reason, payoffs: payoffs.as_slice().to_vec(), places, score }
    }

    /// Why no move begins with these clicks, in one sentence for the person who made them.
    pub(super) fn explain(&self, clicks: &[ClickOn]) -> Option<String> {
        if self.is_over() {
            return Some("The game is over.".to_string());
        }
        if !self.is_persons_turn() {
            return Some("It is not your turn yet.".to_string());
        }
        if self.game.turn(&self.position) == Turn::Chance {
            return Some("Roll the die first.".to_string());
        }
        let clicks: Vec<Click> = clicks.iter().cloned().map(Click::from).collect();
        self.game.refusal(&self.position, &clicks)
    }

    /// What a move would change: the cells that would look different, and the lines along which it acts.
    pub(super) fn effects(&self, text: &str, at: Option<&NodePath>) -> Result<Effects, ApiError> {
        let start = match at {
            Some(path) => self.position_on(path)?.0,
            None => self.position.clone(),
        };
        if (at.is_none() && self.is_over()) || self.game.turn(&start).player().is_none() {
            return Err(ApiError::rejected("no move can be made now"));
        }
        let mv = self.game.parse_move(&start, text).map_err(ApiError::rejected)?;
        let before = self.game.scene(&start);
        let mut position = start.clone();
        self.game.make(&mut position, mv);
        let after = self.game.scene(&position);
        let pairs = before.cells.iter().zip(&after.cells).enumerate();
        let cells = pairs.filter(|(_, (before, after))| before != after).map(|(cell, _)| cell).collect();
        let changes = self.game.changes(&start, mv).into_iter().map(SceneChange::from).collect();
        Ok(Effects { cells, paths: self.game.paths(&start, mv), changes })
    }
}
