//! Speaks the dialogue of the original Isola program, for programs that drive it. Its traps are left out: we notice
//! that we have lost, and we stop when the input ends.

use crate::input::{LineReader, whole};
use crate::{Engine, HostError, Protocol};
use plyground_core::{Playable, PlayerId, Turn};
use plyground_protocol::isola_pipe::{Cell, ProgramMessage, UserInput, board};
use std::io::{self, BufRead, Write};

/// Which side we play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IsolaSeat(pub PlayerId);

/// Plays one game by the dialogue.
pub fn isola_pipe<G: Playable>(
    engine: Engine<G>,
    seat: IsolaSeat,
    input: impl BufRead,
    output: &mut impl Write,
) -> Result<(), HostError> {
    if let Some(reason) = Protocol::IsolaPipe.refuses(&engine.game) {
        return Err(HostError::Unsuitable(reason));
    }
    let position = engine.start.clone();
    let mut session =
        IsolaSession { engine, me: seat.0, position, before: Vec::new(), input: LineReader::new(input), output };
    session.engine.new_game();
    session.play()?;
    Ok(())
}

struct IsolaSession<'a, G: Playable, R, W> {
    engine: Engine<G>,
    me: PlayerId,
    position: G::Position,
    before: Vec<G::Position>,
    input: LineReader<R>,
    output: &'a mut W,
}

impl<G: Playable, R: BufRead, W: Write> IsolaSession<'_, G, R, W> {
    fn play(&mut self) -> io::Result<()> {
        self.say(ProgramMessage::AsksSetup)?;
        let Some(line) = self.read()? else { return Ok(()) };
        if UserInput::wants_setup(&line) && !self.set_up()? {
            return Ok(());
        }
        loop {
            let turn = self.engine.game.turn(&self.position);
            match turn {
                Turn::Player(player) if player == self.me => {
                    if !self.move_ourselves()? {
                        return Ok(());
                    }
                }
                Turn::Player(_) => {
                    self.draw()?;
                    if !self.ask_opponent()? {
                        return Ok(());
                    }
                }
                _ => return self.end(),
            }
        }
    }

    fn end(&mut self) -> io::Result<()> {
        self.draw()?;
        if self.engine.game.payoffs(&self.position).winner() == Some(self.me) {
            return self.say(ProgramMessage::IWin);
        }
        self.say(ProgramMessage::NoMove)?;
        self.say(ProgramMessage::YouWin)
    }

    /// Takes moves of both players until `#`; false when the input has ended.
    fn set_up(&mut self) -> io::Result<bool> {
        loop {
            self.draw()?;
            self.say(ProgramMessage::AsksMove)?;
            let Some(line) = self.read()? else { return Ok(false) };
            match UserInput::parse(&line) {
                UserInput::EndOfSetup => return Ok(true),
                typed => self.enter(typed)?.map_or(Ok(()), |complaint| self.say(complaint))?,
            }
        }
    }

    /// Takes the opponent's move; false when the input has ended.
    fn ask_opponent(&mut self) -> io::Result<bool> {
        loop {
            self.say(ProgramMessage::AsksMove)?;
            let Some(line) = self.read()? else { return Ok(false) };
            let typed = UserInput::parse(&line);
            match self.enter(typed)? {
                Some(complaint) => self.say(complaint)?,
                None => {
                    if let UserInput::Move(cell) = typed {
                        self.say(ProgramMessage::Yours(cell))?;
                    }
                    return Ok(true);
                }
            }
        }
    }

    /// Makes or takes back what was typed; the complaint if that is impossible.
    fn enter(&mut self, typed: UserInput) -> io::Result<Option<ProgramMessage>> {
        match typed {
            UserInput::Move(cell) => match self.engine.game.parse_move(&self.position, &cell.name()) {
                Ok(mv) => {
                    self.make(mv);
                    Ok(None)
                }
                Err(_) => Ok(Some(ProgramMessage::Illegal)),
            },
            UserInput::TakeBack if self.before.len() >= 2 => {
                self.before.pop();
                self.position = self.before.pop().expect("there are two");
                self.draw()?;
                Ok(None)
            }
            UserInput::TakeBack | UserInput::EndOfSetup | UserInput::Unreadable => Ok(Some(ProgramMessage::Unreadable)),
        }
    }

    fn make(&mut self, mv: G::Move) {
        self.before.push(self.position.clone());
        self.engine.game.make(&mut self.position, mv);
    }

    /// Finds and makes a move; false when none was found.
    fn move_ourselves(&mut self) -> io::Result<bool> {
        let report = self.engine.think(&self.position, self.engine.limits);
        let text = report.best.map(|mv| self.engine.game.move_text(&self.position, mv));
        let (Some(mv), Some(cell)) = (report.best, text.as_deref().and_then(Cell::from_name)) else {
            return Ok(false);
        };
        self.draw()?;
        self.make(mv);
        self.say(ProgramMessage::Mine(cell))?;
        Ok(true)
    }

    fn draw(&mut self) -> io::Result<()> {
        let text = self.engine.game.position_text(&self.position);
        write!(self.output, "{}", board(&text, self.before.len()))
    }

    fn say(&mut self, said: ProgramMessage) -> io::Result<()> {
        write!(self.output, "{said}")?;
        self.output.flush()
    }

    fn read(&mut self) -> io::Result<Option<String>> {
        let line = self.input.next().transpose()?;
        // A line without end is no move either.
        Ok(line.map(|line| whole(&line).unwrap_or("?").to_string()))
    }
}
