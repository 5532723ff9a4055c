//! What a page gets to see of a table.

use super::chair::WHO_IS_HUMAN;
use super::game::{LiveGame, Mishap};
use crate::messages::{Can, ClickOn, Effects, Ending, Glance, LegalMove, PlayedMove, State, TableSeat, TurnOf};
use plyground_core::{Click, Event, Playable, PlayerId, Turn};

impl<G: Playable> LiveGame<G> {
    pub(super) fn look(&self) -> State {
        let over = self.is_over();
        let turn = self.game.turn(&self.position);
        let kind = match turn {
            _ if over => "over",
            Turn::Chance => "chance",
            _ => "player",
        };
        let yours = self.is_yours();
        let faces = if kind == "chance" { self.game.outcomes(&self.position).to_vec() } else { Vec::new() };
        State {
            version: self.version,
            game: self.name.clone(),
            title: self.title.clone(),
            variant: self.setup.map.as_ref().map_or_else(|| self.game.variant_text(), |map| map.name.clone()),
            position: self.game.position_text(&self.position),
            phase: self.game.phase(&self.position).to_string(),
            plies: self.events.len(),
            scene: self.game.scene(&self.position).into(),
            last: self.last_cells(self.events.len()),
            turn: TurnOf { kind, player: self.mover().map(PlayerId::number) },
            yours,
            legal: if yours && kind == "player" { self.legal() } else { Vec::new() },
            faces,
            moves: self.list(),
            seats: self.seats(),
            result: over.then(|| self.ending()),
            paused: self.paused,
            machines: self.chairs.iter().any(|chair| chair.machine),
            can: Can {
                undo: !self.events.is_empty() && self.chairs.iter().any(|chair| !chair.machine),
                redo: !self.undone.is_empty(),
                resign: !over && self.chairs.iter().any(|chair| !chair.machine),
            },
            formats: if self.name == "einstein" { vec!["wtn".to_string()] } else { Vec::new() },
        }
    }

    pub(super) fn look_back(&self, ply: usize) -> Glance {
        let ply = ply.min(self.events.len());
        let position = self.position_at(ply);
        Glance {
            ply,
            scene: self.game.scene(&position).into(),
            last: self.last_cells(ply),
            position: self.game.position_text(&position),
        }
    }

    /// The cells that entered the move before this ply.
    fn last_cells(&self, ply: usize) -> Vec<usize> {
        let Some(Event::Turn((face, mv))) = ply.checked_sub(1).and_then(|before| self.events.get(before)) else {
            return Vec::new();
        };
        let mut before = self.position_at(ply - 1);
        if let (Some(face), Turn::Chance) = (face, self.game.turn(&before)) {
            self.game.roll(&mut before, *face);
        }
        let cell = |click| if let Click::Cell(cell) = click { Some(cell) } else { None };
        self.game.clicks(&before, *mv).into_iter().filter_map(cell).collect()
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
        let mut position = self.start.clone();
        let tell = |event: &Event<G::Move>| {
            let player = self.game.mover(&position).map(PlayerId::number);
            let text = event.text(&self.game, &position);
            event.apply(&self.game, &mut position);
            PlayedMove { text, player }
        };
        self.events.iter().map(tell).collect()
    }

    fn seats(&self) -> Vec<TableSeat> {
        let scene = self.game.scene(&self.position);
        let thinking = self.asked.is_some().then(|| self.mover()).flatten();
        let seat = |(index, seat): (usize, plyground_core::Seat)| {
            let chair = &self.chairs[index];
            TableSeat {
                name: seat.name,
                symbol: seat.symbol,
                holdings: seat.holdings.into_iter().map(|(what, count)| (what.to_string(), count)).collect(),
                eliminated: seat.eliminated,
                label: if chair.who == WHO_IS_HUMAN { "you".to_string() } else { chair.who.clone() },
                spec: chair.machine.then(|| chair.who.clone()),
                thinking: thinking == Some(PlayerId::from_index(index)),
                used_ms: chair.used.as_millis() as u64,
            }
        };
        scene.seats.into_iter().enumerate().map(seat).collect()
    }

    fn ending(&self) -> Ending {
        let payoffs = self.payoffs();
        let name = |player: PlayerId| self.game.scene(&self.position).seats[player.index()].name.clone();
        let text = match payoffs.winner() {
            Some(winner) => format!("{} wins", name(winner)),
            None => "Nobody wins alone".to_string(),
        };
        let reason = match self.mishap {
            None => "by the rules of the game".to_string(),
            Some(Mishap::Resigned(player)) => format!("{} gave up", name(player)),
            Some(Mishap::Failed(player)) => format!("the engine of {} broke down", name(player)),
        };
        Ending { text, reason, payoffs: payoffs.as_slice().to_vec(), places: payoffs.places() }
    }

    pub(super) fn effects(&self, mv: G::Move) -> Effects {
        let before = self.game.scene(&self.position);
        let mut position = self.position.clone();
        self.game.make(&mut position, mv);
        let after = self.game.scene(&position);
        let pairs = before.cells.iter().zip(&after.cells).enumerate();
        let cells = pairs.filter(|(_, (before, after))| before != after).map(|(cell, _)| cell).collect();
        Effects { cells, paths: Vec::new() }
    }
}
