//! What people who watch a running game see: its position, its turns, and what its players think.

use crate::{Fault, GameSnapshot, WorkerControl, moves_text};
use plyground_core::{Click, Playable, PlayedTurn, PlayerId};
use plyground_engine::thought::{Thought, ThoughtTeller};
use plyground_engine::{Choice, Player, Request};
use plyground_search::Report;

/// Collects what the players of a running game think while it is watched.
pub(crate) struct GameBroadcast<G: Playable> {
    /// One per seat, built when a player is first heard.
    tellers: Vec<Option<ThoughtTeller<G>>>,
    thoughts: Vec<Option<(usize, Thought)>>,
    /// What the player who was asked last found out. Telling it must not cost their time.
    found: Option<(PlayerId, Report<G::Move>)>,
    last: Vec<usize>,
}

impl<G: Playable> Default for GameBroadcast<G> {
    fn default() -> Self {
        GameBroadcast { tellers: Vec::new(), thoughts: Vec::new(), found: None, last: Vec::new() }
    }
}

impl<G: Playable> GameBroadcast<G> {
    /// A game for this number of seats begins.
    pub(crate) fn begin(&mut self, seats: usize) {
        if self.thoughts.iter().any(Option::is_some) || self.thoughts.len() != seats {
            *self = GameBroadcast::default();
            self.tellers.resize_with(seats, || None);
            self.thoughts.resize_with(seats, || None);
        }
        self.found = None;
    }

    /// Lets a player choose a move. It is the same move whether the game is watched or not.
    pub(crate) fn choose(
        &mut self,
        control: &WorkerControl,
        seat: PlayerId,
        player: &mut dyn Player<G>,
        request: Request<'_, G>,
    ) -> Choice<G::Move> {
        if !control.is_watched() {
            return player.choose(request);
        }
        let report = player.think(request);
        let choice = Choice { mv: report.best, value: report.value, depth: report.depth, nodes: report.nodes };
        self.found = Some((seat, report));
        choice
    }

    /// Notes what was thought of the position after `turns` turns, and which move is about to be made there.
    pub(crate) fn note(
        &mut self,
        game: &G,
        position: &G::Position,
        (turns, mv): (usize, G::Move),
        player: &dyn Player<G>,
    ) {
        let cell = |click| if let Click::Cell(cell) = click { Some(cell) } else { None };
        self.last = game.clicks(position, mv).into_iter().filter_map(cell).collect();
        if let Some((seat, report)) = self.found.take()
            && let (Some(teller), Some(thought)) =
                (self.tellers.get_mut(seat.index()), self.thoughts.get_mut(seat.index()))
        {
            let teller = teller.get_or_insert_with(|| ThoughtTeller::new(game, player));
            *thought = Some((turns, teller.tell(game, position, &report)));
        }
    }

    /// Shows the game to those who watch it.
    pub(crate) fn publish(
        &self,
        control: &WorkerControl,
        game: &G,
        start: &G::Position,
        (turns, faults): (&[PlayedTurn<G::Move>], &[Fault]),
        position: &G::Position,
    ) {
        control.publish(|number| GameSnapshot {
            game: number,
            scene: game.scene(position),
            moves: moves_text(game, start, turns, faults),
            last: self.last.clone(),
            thoughts: self.thoughts.clone(),
        });
    }
}
