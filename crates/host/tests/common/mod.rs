//! Conversations with an engine in memory.
#![allow(dead_code, clippy::unwrap_used)] // not every test file needs all of it, and a test may panic

use plyground_core::{GameVisitor, Playable, Setup};
use plyground_games::registry;
use plyground_host::{Engine, HostError, IsolaSeat, Protocol, codingame as speak_codingame, isola_pipe, serve};
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::thread::JoinHandle;

/// An engine's conversation, started by [`talk`].
pub struct Talk {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    thread: Option<JoinHandle<Result<(), HostError>>>,
}

struct Start<'a> {
    player: &'a str,
    protocol: Protocol,
    input: PipeReader,
    output: PipeWriter,
}

impl GameVisitor for Start<'_> {
    type Output = JoinHandle<Result<(), HostError>>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let engine = Engine::new(game, start, self.player.parse().unwrap(), Default::default(), 1).unwrap();
        let Start { protocol, input, mut output, .. } = self;
        std::thread::spawn(move || serve(engine, protocol, BufReader::new(input), &mut output))
    }
}

/// Starts an engine on a thread of its own.
pub fn talk(game: &str, player: &str, protocol: Protocol) -> Talk {
    let (input, to) = pipe().unwrap();
    let (from, output) = pipe().unwrap();
    let visitor = Start { player, protocol, input, output };
    let thread = registry::visit(game, &Setup::default(), visitor).unwrap();
    Talk { to: Some(to), from: BufReader::new(from), thread: Some(thread) }
}

impl Talk {
    /// Says a line.
    pub fn say(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for a line.
    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "the engine has gone");
        line.trim_end().to_string()
    }

    /// Waits for a line that begins like this, passing over others.
    pub fn expect(&mut self, beginning: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Says a line and waits for one that begins like this.
    pub fn ask(&mut self, line: &str, beginning: &str) -> String {
        self.say(line);
        self.expect(beginning)
    }

    /// Ends the input and waits for the engine to end.
    pub fn end(mut self) -> Result<(), HostError> {
        self.to = None;
        self.thread.take().unwrap().join().expect("the engine does not panic")
    }
}

/// Everything an engine says to a whole text.
pub fn dialogue(game: &str, player: &str, protocol: Protocol, text: &str) -> String {
    struct Whole<'a>(&'a str, Protocol, String);
    impl GameVisitor for Whole<'_> {
        type Output = String;
        fn visit<G: Playable>(self, game: G, start: G::Position) -> String {
            let engine = Engine::new(game, start, self.0.parse().unwrap(), Default::default(), 1).unwrap();
            let mut said = Vec::new();
            serve(engine, self.1, std::io::Cursor::new(self.2.into_bytes()), &mut said).unwrap();
            String::from_utf8(said).unwrap()
        }
    }
    let visitor = Whole(player, protocol, text.to_string());
    registry::visit(game, &Setup::default(), visitor).unwrap()
}

/// The same by the Isola dialogue.
pub fn isola(player: &str, seat: usize, text: &str) -> String {
    struct Whole<'a>(&'a str, usize, &'a str);
    impl GameVisitor for Whole<'_> {
        type Output = String;
        fn visit<G: Playable>(self, game: G, start: G::Position) -> String {
            let engine = Engine::new(game, start, self.0.parse().unwrap(), Default::default(), 1).unwrap();
            let seat = IsolaSeat(plyground_core::PlayerId::from_number(self.1).unwrap());
            let mut said = Vec::new();
            isola_pipe(engine, seat, self.2.as_bytes(), &mut said).unwrap();
            String::from_utf8(said).unwrap()
        }
    }
    registry::visit("isola", &Setup::default(), Whole(player, seat, text)).unwrap()
}

/// What a bot in the Isola arena answers to a whole text.
pub fn codingame(player: &str, variant: &str, text: &str) -> Result<String, HostError> {
    struct Whole<'a>(&'a str, &'a str);
    impl GameVisitor for Whole<'_> {
        type Output = Result<String, HostError>;
        fn visit<G: Playable>(self, game: G, start: G::Position) -> Result<String, HostError> {
            let engine = Engine::new(game, start, self.0.parse().unwrap(), Default::default(), 1).unwrap();
            let mut said = Vec::new();
            speak_codingame(engine, self.1.as_bytes(), &mut said)?;
            Ok(String::from_utf8(said).unwrap())
        }
    }
    let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
    registry::visit("isola", &setup, Whole(player, text)).unwrap()
}
