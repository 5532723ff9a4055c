//! What a page gets to see of a table.

use super::game::{LiveGame, Mishap};
use super::wish::WHO_IS_HUMAN;
use crate::messages::{Can, ClickOn, Clock, Effects, Ending, Glance, LegalMove, PlayedMove, State, TableSeat, TurnOf};
use crate::opponents;
use plyground_core::{GameEvent, Playable, PlayerId, Scene, SeatInfo, Turn};
use std::time::Duration;

impl<G: Playable> LiveGame<G> {
    pub(super) fn look(&self) -> State {
        let over = self.is_over();
        let kind = match self.game.turn(&self.position) {
            _ if over => "over",
            Turn::Chance => "chance",
            _ => "player",
        };
        let yours = self.is_yours();
        let scene = self.game.scene(&self.position);
        State {
            version: self.version,
            game: self.wish.game.clone(),
            title: self.title.clone(),
            variant: self.wish.setup.map.as_ref().map_or_else(|| self.game.variant_text(), |map| map.name.clone()),
            mapped: self.wish.setup.map.is_some(),
            position: self.game.position_text(&self.position),
            phase: self.game.phase(&self.position).to_string(),
            plies: self.past.len(),
            last: self.past.last().map(|past| past.cells.clone()).unwrap_or_default(),
            turn: TurnOf { kind, player: self.mover().map(PlayerId::number) },
            yours,
            legal: if yours && kind == "player" { self.legal() } else { Vec::new() },
            faces: if self.wants_roll() { self.game.outcomes(&self.position).to_vec() } else { Vec::new() },
            moves: self.list(),
            seats: self.seats(&scene),
            result: over.then(|| self.ending(&scene)),
            scene: scene.into(),
            paused: self.paused,
            machines: self.chairs.iter().any(|chair| chair.is_machine()),
            pace_ms: self.wish.pace.as_millis() as u64,
            can: self.can(over),
            formats: self.formats(),
            unsaved: None,
        }
    }

    /// In which forms other than our own the game can be taken home.
    fn formats(&self) -> Vec<String> {
        let all = [("wtn", self.wish.game == "einstein"), ("map", self.wish.setup.map.is_some())];
        all.into_iter().filter(|(_, has)| *has).map(|(name, _)| name.to_string()).collect()
    }

    fn can(&self, over: bool) -> Can {
        let person = |seat: usize| !self.chairs[seat].is_machine();
        let people = self.chairs.iter().any(|chair| !chair.is_machine());
        Can {
            undo: self.mishap.is_some() || self.past.iter().any(|past| past.seat.is_some_and(person)),
            redo: !self.undone.is_empty(),
            resign: !over && people,
        }
    }

    pub(super) fn look_back(&self, ply: usize) -> Glance {
        let ply = ply.min(self.past.len());
        let position = self.position_at(ply);
        let last = ply.checked_sub(1).map(|before| self.past[before].cells.clone());
        Glance {
            ply,
            scene: self.game.scene(position).into(),
            last: last.unwrap_or_default(),
            position: self.game.position_text(position),
        }
    }

    fn legal(&self) -> Vec<LegalMove> {
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        let tell = |mv| LegalMove {
            text: self.game.move_text(&self.position, mv),
            clicks: self.game.clicks(&self.position, mv).into_iter().map(ClickOn::from).collect(),
        };
        moves.into_iter().map(tell).collect()
    }

    fn list(&self) -> Vec<PlayedMove> {
        let tell = |past: &super::past::Past<G>| PlayedMove {
            text: past.text.clone(),
            player: past.seat.map(|seat| seat + 1),
        };
        self.past.iter().map(tell).collect()
    }

    fn seats(&self, scene: &Scene) -> Vec<TableSeat> {
        let mover = self.mover();
        let seat = |(index, seat): (usize, &SeatInfo)| {
            let chair = &self.chairs[index];
            let turn = mover == Some(PlayerId::from_index(index));
            let runs = turn && !self.paused;
            let running = if runs { self.since.elapsed() } else { Duration::ZERO };
            let millis = |time: Duration| time.as_millis() as u64;
            TableSeat {
                name: seat.name.clone(),
                symbol: seat.symbol,
                holdings: seat.holdings.iter().map(|(what, count)| (what.to_string(), *count)).collect(),
                eliminated: seat.eliminated,
                label: self.label(&chair.who),
                spec: chair.is_machine().then(|| chair.who.clone()),
                thinking: turn && chair.is_machine() && !self.paused && !self.wants_roll(),
                used_ms: millis(chair.used),
                clock: chair.left.map(|left| Clock { left_ms: millis(left.saturating_sub(running)), runs }),
            }
        };
        scene.seats.iter().enumerate().map(seat).collect()
    }

    /// Who sits there, in words.
    fn label(&self, who: &str) -> String {
        if who == WHO_IS_HUMAN {
            return "you".to_string();
        }
        let known = opponents::of_game(&self.wish.game, self.game.facts().chance);
        known
            .into_iter()
            .find(|opponent| opponent.spec == who)
            .map_or_else(|| who.to_string(), |opponent| opponent.name)
    }

    fn ending(&self, scene: &Scene) -> Ending {
        let payoffs = self.payoffs();
        let name = |player: PlayerId| scene.seats.get(player.index()).map_or("?", |seat| seat.name.as_str());
        let capital = |text: &str| {
            let mut characters = text.chars();
            characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
        };
        let text = match payoffs.winner() {
            Some(winner) => format!("{} wins", capital(name(winner))),
            None => "A draw".to_string(),
        };
        let out =
            self.past.last().and_then(|past| if let GameEvent::Out(player) = past.event { Some(player) } else { None });
        let reason = match (self.mishap, out) {
            (Some(Mishap::Resigned(player)), _) => format!("{} gave up", name(player)),
            (Some(Mishap::Failed(player)), _) => format!("the engine of {} broke down", name(player)),
            (Some(Mishap::Late(player)), _) => format!("{} has no time left", name(player)),
            (None, Some(player)) => format!("{} plays no more", name(player)),
            (None, None) => self.game.ending(&self.position).unwrap_or_else(|| "the game is over".to_string()),
        };
        Ending { text, reason, payoffs: payoffs.as_slice().to_vec(), places: payoffs.places() }
    }

    pub(super) fn effects(&self, text: &str) -> Result<Effects, String> {
        if self.is_over() || self.game.turn(&self.position) == Turn::Chance {
            return Err("no move can be made now".to_string());
        }
        let mv = self.game.parse_move(&self.position, text).map_err(|error| error.to_string())?;
        let before = self.game.scene(&self.position);
        let mut position = self.position.clone();
        self.game.make(&mut position, mv);
        let after = self.game.scene(&position);
        let pairs = before.cells.iter().zip(&after.cells).enumerate();
        let cells = pairs.filter(|(_, (before, after))| before != after).map(|(cell, _)| cell).collect();
        Ok(Effects { cells, paths: self.game.paths(&self.position, mv) })
    }
}
