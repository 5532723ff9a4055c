//! Players that misbehave on purpose.
#![allow(dead_code)] // not every test file needs all of them

use plyground_core::{GameVisitor, MapText, Playable, Setup};
use plyground_engine::{Choice, Failure, Player, Request};
use plyground_games::registry;
use plyground_search::{Report, StopFlag, StopReason};
use std::time::Duration;

/// What a player does wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Deed {
    Nothing,
    Panic,
    PanicAtTheDoor,
    Silence,
    Cheat,
    Dawdle(Duration),
    WaitToBeStopped,
}

/// Plays the first legal move, and does their deed from move number `after` on.
pub struct Scripted<M> {
    pub deed: Deed,
    pub after: usize,
    moves_made: usize,
    seen: Vec<M>,
}

impl<M> Scripted<M> {
    pub fn new(deed: Deed, after: usize) -> Self {
        Scripted { deed, after, moves_made: 0, seen: Vec::new() }
    }
}

impl<G: Playable> Player<G> for Scripted<G::Move> {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        let mut moves = Vec::new();
        request.search.game.moves(request.search.position, &mut moves);
        let mut report = Report::empty(StopReason::Forced);
        report.nodes = moves.len() as u64;
        report.best = moves.first().copied();
        self.moves_made += 1;
        if self.moves_made > self.after {
            match self.deed {
                Deed::Nothing | Deed::PanicAtTheDoor => {}
                Deed::Panic => panic!("scripted crash"),
                Deed::Silence => report.best = None,
                Deed::Cheat => {
                    let illegal =
                        self.seen.iter().find(|mv| !request.search.game.is_legal(request.search.position, **mv));
                    report.best = Some(*illegal.expect("some earlier move is no longer legal"));
                }
                Deed::Dawdle(time) => std::thread::sleep(time),
                Deed::WaitToBeStopped => {
                    while !request.search.stop.is_some_and(StopFlag::is_set) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                }
            }
        }
        self.seen.extend(moves);
        report
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        self.think(request).into()
    }

    fn unit(&self) -> &'static str {
        "points"
    }

    fn evaluation(&self) -> &'static str {
        ""
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }

    fn new_game(&mut self, _seed: u64) {
        assert!(self.deed != Deed::PanicAtTheDoor, "scripted crash at the door");
        self.moves_made = 0;
        self.seen.clear();
    }
}

/// A variant of a game.
pub fn variant(text: &str) -> Setup {
    Setup { variant: Some(text.to_string()), ..Setup::default() }
}

/// A map that comes with the program.
pub fn map(name: &str) -> Setup {
    let infos = registry::infos();
    let boards = infos.iter().flat_map(|info| &info.boards);
    let board = boards.into_iter().find(|board| board.name == name).expect("a built-in map");
    let map = MapText { name: name.to_string(), text: board.text.to_string() };
    Setup { map: Some(map), ..Setup::default() }
}

/// Runs generic test code on a game.
pub fn on<V: GameVisitor>(game: &str, setup: &Setup, visitor: V) -> V::Output {
    registry::visit(game, setup, visitor).expect("a valid set-up")
}
