//! Speaks GTP about Othello. One command after another, each answered before the next is read.

use crate::Engine;
use crate::clock::OwnClock;
use crate::input::{LineReader, whole};
use plyground_core::{Playable, Turn};
use plyground_protocol::ProtocolError;
use plyground_protocol::gtp::{Board, COMMANDS, Colour, Command, GAME, Reply, Request, SIDE, Vertex};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

pub(crate) fn serve<G: Playable>(engine: Engine<G>, input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut session = GtpSession::new(engine);
    for line in LineReader::new(input) {
        let line = line?;
        let request = match whole(&line) {
            Ok(text) => Request::parse(text),
            Err(error) => Some(Request { id: None, command: Err(ProtocolError::malformed("…", error)) }),
        };
        let Some(Request { id, command }) = request else { continue };
        let is_last = command == Ok(Command::Quit);
        let outcome = match command {
            Ok(command) => session.obey(command),
            Err(ProtocolError::Unknown { .. }) => Err("unknown command".to_string()),
            Err(error) => Err(format!("syntax error: {error}")),
        };
        write!(output, "{}", Reply { id, outcome })?;
        output.flush()?;
        if is_last {
            return Ok(());
        }
    }
    Ok(())
}

struct GtpSession<G: Playable> {
    engine: Engine<G>,
    position: G::Position,
    /// The positions before each move, and who moved.
    before: Vec<(G::Position, Colour)>,
    clocks: [OwnClock; 2],
}

impl<G: Playable> GtpSession<G> {
    fn new(mut engine: Engine<G>) -> Self {
        engine.new_game();
        let position = engine.start.clone();
        GtpSession { engine, position, before: Vec::new(), clocks: Default::default() }
    }

    fn obey(&mut self, command: Command) -> Result<String, String> {
        let nothing = || Ok(String::new());
        match command {
            Command::ProtocolVersion => Ok("2".to_string()),
            Command::Name => Ok("Plyground".to_string()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").to_string()),
            Command::KnownCommand(name) => Ok(COMMANDS.contains(&name.as_str()).to_string()),
            Command::ListCommands => Ok(COMMANDS.join("\n")),
            Command::ListGames => Ok(GAME.to_string()),
            Command::SetGame(game) if game == GAME => self.clear(),
            Command::SetGame(_) => Err("unsupported game".to_string()),
            Command::BoardSize(size) if size as usize == SIDE => self.clear(),
            Command::BoardSize(_) => Err("unacceptable size".to_string()),
            Command::ClearBoard => self.clear(),
            Command::Komi | Command::Quit => nothing(),
            Command::Play(colour, vertex) => self.play(colour, vertex),
            Command::GenMove(colour) => self.find(colour, true),
            Command::RegGenMove(colour) => self.find(colour, false),
            Command::Undo => self.undo(),
            Command::TimeSettings { main, period, stones } => {
                self.set_clocks(main, period, stones);
                nothing()
            }
            Command::TimeLeft { colour, time, stones } => {
                self.set_clock(colour, time, stones);
                nothing()
            }
            Command::FinalScore if self.engine.game.turn(&self.position) == Turn::Over => {
                Ok(self.board()?.score().to_string())
            }
            Command::FinalScore => Err("cannot score: the game is not over".to_string()),
            Command::ShowBoard => Ok(self.board()?.show(&self.headline())),
            Command::SetupBoard(..) => Err("unknown command".to_string()),
        }
    }

    fn clear(&mut self) -> Result<String, String> {
        self.engine.new_game();
        self.position = self.engine.start.clone();
        self.before.clear();
        Ok(String::new())
    }

    fn to_move(&self) -> Option<Colour> {
        let player = self.engine.game.turn(&self.position).player()?;
        Colour::from_number(player.number())
    }

    /// Whether a colour has nothing to move: the game is over, or our rules have just passed over it.
    fn must_pass(&self, colour: Colour) -> bool {
        match self.to_move() {
            None => true,
            Some(turn) => turn != colour && self.before.last().is_some_and(|(_, last)| *last == turn),
        }
    }

    fn play(&mut self, colour: Colour, vertex: Vertex) -> Result<String, String> {
        let Some(text) = vertex.move_text() else {
            return if self.must_pass(colour) { Ok(String::new()) } else { Err("illegal move".to_string()) };
        };
        if self.to_move() != Some(colour) {
            return Err("illegal move".to_string());
        }
        let mv = self.engine.game.parse_move(&self.position, &text).map_err(|_| "illegal move".to_string())?;
        self.make(colour, mv);
        Ok(String::new())
    }

    fn make(&mut self, colour: Colour, mv: G::Move) {
        self.before.push((self.position.clone(), colour));
        self.engine.game.make(&mut self.position, mv);
    }

    fn find(&mut self, colour: Colour, play: bool) -> Result<String, String> {
        if self.must_pass(colour) {
            return Ok(Vertex::Pass.to_string());
        }
        if self.to_move() != Some(colour) {
            return Err(format!("it is not {colour}'s turn"));
        }
        let begun = Instant::now();
        let clock = &mut self.clocks[colour.number() - 1];
        let limits = clock.limits(self.engine.limits);
        let report = self.engine.think(&self.position, limits);
        clock.charge(begun.elapsed());
        let Some(mv) = report.best else {
            return Err(format!("no move was found: {}", self.engine.failure_reason()));
        };
        let text = self.engine.game.move_text(&self.position, mv);
        let vertex = Vertex::from_move_text(&text).map_err(|error| error.to_string())?;
        if play {
            self.make(colour, mv);
        }
        Ok(vertex.to_string())
    }

    fn undo(&mut self) -> Result<String, String> {
        let (position, _) = self.before.pop().ok_or("cannot undo")?;
        self.position = position;
        Ok(String::new())
    }

    fn set_clocks(&mut self, main: u32, period: u32, stones: u32) {
        let seconds = |seconds: u32| Duration::from_secs(u64::from(seconds));
        // A period without moves means that there is no limit.
        let (left, period) = match (period, stones) {
            (1.., 0) => (None, None),
            _ => (Some(seconds(main)), (stones > 0).then(|| (seconds(period), stones))),
        };
        self.clocks.iter_mut().for_each(|clock| clock.set(left, period));
    }

    fn set_clock(&mut self, colour: Colour, time: u32, stones: u32) {
        let time = Duration::from_secs(u64::from(time));
        let clock = &mut self.clocks[colour.number() - 1];
        if stones == 0 {
            clock.correct(time);
        } else {
            clock.set(None, Some((time, stones)));
        }
    }

    fn board(&self) -> Result<Board, String> {
        Board::from_position_text(&self.engine.game.position_text(&self.position)).map_err(|error| error.to_string())
    }

    fn headline(&self) -> String {
        match self.to_move() {
            Some(Colour::Black) => "Next move: Black".to_string(),
            Some(Colour::White) => "Next move: White".to_string(),
            None => "Game ended".to_string(),
        }
    }
}
