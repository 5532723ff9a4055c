//! Speaks GTP about Othello. One command after another, each answered before the next is read.

use crate::Engine;
use crate::clock::OwnClock;
use crate::input::{LineReader, whole};
use plyground_core::{Playable, Turn};
use plyground_protocol::ProtocolError;
use plyground_protocol::gtp::{Board, COMMANDS, Colour, Command, GAME, Reply, Request, SIDE, Vertex};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a command is refused, as GTP words it.
#[derive(Debug, Error)]
enum GtpError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error: {0}")]
    Syntax(ProtocolError),
    #[error("unsupported game")]
    UnsupportedGame,
    #[error("unacceptable size")]
    UnacceptableSize,
    #[error("illegal move")]
    IllegalMove,
    #[error("it is not {0}'s turn")]
    NotTheirTurn(Colour),
    #[error("no move was found: {0}")]
    NoMove(String),
    #[error("cannot undo")]
    CannotUndo,
    #[error("cannot score: the game is not over")]
    CannotScore,
    /// The position has no form in this protocol.
    #[error(transparent)]
    Unwritable(#[from] ProtocolError),
}

pub(crate) fn serve<G: Playable>(engine: Engine<G>, input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut session = GtpSession::new(engine);
    for line in LineReader::new(input) {
        let line = line?;
        let request = match whole(&line) {
            Ok(text) => Request::parse(text),
            Err(error) => Some(Request { id: None, command: Err(ProtocolError::malformed("…", error.to_string())) }),
        };
        let Some(Request { id, command }) = request else { continue };
        let is_last = command == Ok(Command::Quit);
        let outcome = match command {
            Ok(command) => session.obey(command),
            Err(ProtocolError::Unknown { .. }) => Err(GtpError::UnknownCommand),
            Err(error) => Err(GtpError::Syntax(error)),
        };
        let outcome = outcome.map_err(|error| error.to_string());
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

    fn obey(&mut self, command: Command) -> Result<String, GtpError> {
        let nothing = || Ok(String::new());
        match command {
            Command::ProtocolVersion => Ok("2".to_string()),
            Command::Name => Ok("Plyground".to_string()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").to_string()),
            Command::KnownCommand(name) => Ok(COMMANDS.contains(&name.as_str()).to_string()),
            Command::ListCommands => Ok(COMMANDS.join("\n")),
            Command::ListGames => Ok(GAME.to_string()),
            Command::SetGame(game) if game == GAME => self.clear(),
            Command::SetGame(_) => Err(GtpError::UnsupportedGame),
            Command::BoardSize(size) if size as usize == SIDE => self.clear(),
            Command::BoardSize(_) => Err(GtpError::UnacceptableSize),
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
            Command::FinalScore => Err(GtpError::CannotScore),
            Command::ShowBoard => Ok(self.board()?.show(&self.headline())),
            Command::SetupBoard(..) => Err(GtpError::UnknownCommand),
        }
    }

    fn clear(&mut self) -> Result<String, GtpError> {
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

    fn play(&mut self, colour: Colour, vertex: Vertex) -> Result<String, GtpError> {
        let Some(text) = vertex.move_text() else {
            return if self.must_pass(colour) { Ok(String::new()) } else { Err(GtpError::IllegalMove) };
        };
        if self.to_move() != Some(colour) {
            return Err(GtpError::IllegalMove);
        }
        let mv = self.engine.game.parse_move(&self.position, &text).map_err(|_| GtpError::IllegalMove)?;
        self.make(colour, mv);
        Ok(String::new())
    }

    fn make(&mut self, colour: Colour, mv: G::Move) {
        self.before.push((self.position.clone(), colour));
        self.engine.game.make(&mut self.position, mv);
    }

    fn find(&mut self, colour: Colour, play: bool) -> Result<String, GtpError> {
        if self.must_pass(colour) {
            return Ok(Vertex::Pass.to_string());
        }
        if self.to_move() != Some(colour) {
            return Err(GtpError::NotTheirTurn(colour));
        }
        let begun = Instant::now();
        let clock = &mut self.clocks[colour.number() - 1];
        let limits = clock.limits(self.engine.limits);
        let report = self.engine.think(&self.position, limits);
        clock.charge(begun.elapsed());
        let Some(mv) = report.best else {
            return Err(GtpError::NoMove(self.engine.failure_reason()));
        };
        let text = self.engine.game.move_text(&self.position, mv);
        let vertex = Vertex::from_move_text(&text)?;
        if play {
            self.make(colour, mv);
        }
        Ok(vertex.to_string())
    }

    fn undo(&mut self) -> Result<String, GtpError> {
        let (position, _) = self.before.pop().ok_or(GtpError::CannotUndo)?;
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

    fn board(&self) -> Result<Board, GtpError> {
        Ok(Board::from_position_text(&self.engine.game.position_text(&self.position))?)
    }

    fn headline(&self) -> String {
        match self.to_move() {
            Some(Colour::Black) => "Next move: Black".to_string(),
            Some(Colour::White) => "Next move: White".to_string(),
            None => "Game ended".to_string(),
        }
    }
}
