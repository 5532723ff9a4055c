//! Our players as engines, asked by programs that say anything. The player is one that answers at once.

use super::text;
use plyground_core::{GameVisitor, Playable, PlayerId, Setup};
use plyground_games::registry;
use plyground_host::{Engine, IsolaSeat, Protocol, codingame as arena, isola_pipe, serve};
use plyground_protocol::gtp::{ReplyReader, Request};
use plyground_protocol::ugi;
use std::io::Cursor;

/// Which loop talks.
#[derive(Clone, Copy)]
enum Talk {
    Engine(Protocol),
    Isola(PlayerId),
    CodinGame,
}

struct Conversation {
    talk: Talk,
    input: Vec<u8>,
}

impl GameVisitor for Conversation {
    type Output = String;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> String {
        let spec = "first".parse().expect("a spec");
        let engine = Engine::new(game, start, spec, Default::default(), 1).expect("every game has a first move");
        let mut said = Vec::new();
        // An engine may refuse to go on; what counts is that it says so.
        let ended = match self.talk {
            Talk::Engine(protocol) => serve(engine, protocol, Cursor::new(self.input), &mut said),
            Talk::Isola(seat) => isola_pipe(engine, IsolaSeat(seat), &self.input[..], &mut said),
            Talk::CodinGame => arena(engine, &self.input[..], &mut said),
        };
        if let Err(error) = ended {
            assert!(!error.to_string().is_empty());
        }
        String::from_utf8(said).expect("engines speak in text")
    }
}

fn talk(game: &str, variant: Option<&str>, talk: Talk, input: &[u8]) -> String {
    let setup = Setup { variant: variant.map(String::from), ..Setup::default() };
    let conversation = Conversation { talk, input: input.to_vec() };
    registry::visit(game, &setup, conversation).expect("a valid variant")
}

/// The first byte chooses the game.
pub(super) fn ugi(bytes: &[u8]) {
    let Some((first, input)) = bytes.split_first() else { return };
    let lower = String::from_utf8_lossy(input).to_lowercase();
    // The option `Player` may name any program of the machine.
    if lower.contains("player") {
        return;
    }
    let game = [("isola", "cols=4,rows=3"), ("einstein", "tiny"), ("reversixt", "map=duel")][usize::from(first % 3)];
    let said = talk(game.0, Some(game.1), Talk::Engine(Protocol::Ugi), input);
    let answers: Vec<ugi::Answer> =
        said.lines().map(|line| line.parse().unwrap_or_else(|error| panic!("`{line}`: {error}"))).collect();
    let moves = answers.iter().filter(|answer| matches!(answer, ugi::Answer::BestMove(_))).count();
    // Commands are lower-case: `Quit` is an unknown one, and the session goes on.
    let text = String::from_utf8_lossy(input);
    let asked = text.lines().take_while(|line| line.trim() != "quit").filter(|line| line.trim().starts_with("go"));
    assert!(moves <= asked.count(), "more moves than requests");
}

pub(super) fn gtp(bytes: &[u8]) {
    let said = talk("reversixt", None, Talk::Engine(Protocol::Gtp), bytes);
    let Some(text) = text(bytes) else { return };
    let mut asked = 0;
    for request in text.split('\n').filter_map(Request::parse) {
        asked += 1;
        if request.command == Ok(plyground_protocol::gtp::Command::Quit) {
            break;
        }
    }
    let mut reader = ReplyReader::default();
    let replies = said.split('\n').filter_map(|line| reader.feed(line).expect("our own reply is one")).count();
    assert_eq!(replies, asked, "one reply for every request");
}

pub(super) fn ntu(bytes: &[u8]) {
    talk("einstein", None, Talk::Engine(Protocol::Ntu), bytes);
}

/// The first byte chooses the seat.
pub(super) fn isola(bytes: &[u8]) {
    let Some((first, input)) = bytes.split_first() else { return };
    let seat = if first & 1 == 0 { PlayerId::FIRST } else { PlayerId::SECOND };
    talk("isola", None, Talk::Isola(seat), input);
}

pub(super) fn codingame(bytes: &[u8]) {
    talk("isola", Some("nine"), Talk::CodinGame, bytes);
}
