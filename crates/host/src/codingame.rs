//! Speaks as a bot in CodinGame's Isola arena does: told where it stands, then told the opponent's move and answering with
//! its own until the arena has enough.

use crate::input::{LineReader, whole};
use crate::{Engine, HostError};
use plyground_core::{Playable, PlayerId, Turn};
use plyground_protocol::codingame::{Spot, action, move_text, numbers};
use plyground_search::Limits;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// The arena allows a second for the first answer and a tenth for each of the others; some of it is lost on the way.
const FIRST_ANSWER: Duration = Duration::from_millis(850);
const LATER_ANSWERS: Duration = Duration::from_millis(85);

/// Plays one game in the arena's form, until the input ends. Limits of the engine replace those of the arena.
pub fn codingame<G: Playable>(
    engine: Engine<G>,
    input: impl BufRead,
    output: &mut impl Write,
) -> Result<(), HostError> {
    if let Some(reason) = refuses(&engine) {
        return Err(HostError::Unsuitable(reason));
    }
    let position = engine.start.clone();
    let mut bot = Bot { engine, position, input: LineReader::new(input), numbers: VecDeque::new(), output };
    bot.engine.new_game();
    bot.play()
}

/// Why this game cannot be told in four numbers a turn, if it cannot.
fn refuses<G: Playable>(engine: &Engine<G>) -> Option<String> {
    let mut moves = Vec::new();
    engine.game.moves(&engine.start, &mut moves);
    let text = engine.game.position_text(&engine.start);
    let fits = ['X', 'O'].iter().all(|piece| Spot::of_piece(&text, *piece).is_some())
        && moves.first().is_some_and(|mv| action(&engine.game.move_text(&engine.start, *mv)).is_some());
    let reason =
        "the CodinGame form is spoken about Isola with removals and both pieces on the board, as in --variant nine";
    (!fits).then(|| reason.to_string())
}

struct Bot<'a, G: Playable, R, W> {
    engine: Engine<G>,
    position: G::Position,
    input: LineReader<R>,
    numbers: VecDeque<i32>,
    output: &'a mut W,
}

impl<G: Playable, R: BufRead, W: Write> Bot<'_, G, R, W> {
    fn play(&mut self) -> Result<(), HostError> {
        let Some(stands) = self.spot()? else { return Ok(()) };
        let me = self.seat(stands)?;
        let mut answers = 0;
        while let Some(piece) = self.spot()? {
            let Some(removed) = self.spot()? else { break };
            if removed != Spot::NONE {
                self.opponent(me, piece, removed)?;
            }
            match self.engine.game.turn(&self.position) {
                Turn::Player(player) if player == me => self.answer(answers)?,
                Turn::Player(_) => return Err(unsuitable("it is not our turn: the opponent has not moved")),
                // Nothing to say: the arena knows that the game is over.
                _ => {}
            }
            answers += 1;
        }
        Ok(())
    }

    /// Which player's piece stands there.
    fn seat(&self, stands: Spot) -> Result<PlayerId, HostError> {
        let text = self.engine.game.position_text(&self.position);
        let seats = ['X', 'O'].map(|piece| Spot::of_piece(&text, piece));
        let seat = seats.iter().position(|spot| *spot == Some(stands));
        let seat = seat.and_then(|seat| PlayerId::from_number(seat + 1));
        seat.ok_or_else(|| unsuitable(&format!("no piece stands on {} {} in {text}", stands.x, stands.y)))
    }

    fn opponent(&mut self, me: PlayerId, piece: Spot, removed: Spot) -> Result<(), HostError> {
        let (game, position) = (&self.engine.game, &self.position);
        let said = format!("{} {} {} {}", piece.x, piece.y, removed.x, removed.y);
        if game.turn(position) == Turn::Player(me) {
            return Err(unsuitable(&format!("`{said}` is no answer of the opponent: it is our turn")));
        }
        let mv = move_text(piece, removed).ok_or_else(|| unsuitable(&format!("`{said}` is no move")))?;
        let mv =
            game.parse_move(position, &mv).map_err(|error| unsuitable(&format!("`{said}` is no move: {error}")))?;
        self.engine.game.make(&mut self.position, mv);
        Ok(())
    }

    fn answer(&mut self, answers: usize) -> Result<(), HostError> {
        let limits = match self.engine.limits {
            limits if !limits.is_endless() => limits,
            _ => Limits::time(if answers == 0 { FIRST_ANSWER } else { LATER_ANSWERS }),
        };
        let report = self.engine.think(&self.position, limits);
        let mv =
            report.best.ok_or_else(|| unsuitable(&format!("no move was found: {}", self.engine.failure_reason())))?;
        let text = self.engine.game.move_text(&self.position, mv);
        self.engine.game.make(&mut self.position, mv);
        let text = action(&text).ok_or_else(|| unsuitable("there is nothing left to remove"))?;
        writeln!(self.output, "{text}")?;
        self.output.flush()?;
        Ok(())
    }

    /// The next two numbers; `None` at the end of the input.
    fn spot(&mut self) -> Result<Option<Spot>, HostError> {
        while self.numbers.len() < 2 {
            let Some(line) = self.input.next() else { return Ok(None) };
            let line = line?;
            let text = whole(&line).map_err(|error| unsuitable(&error.to_string()))?;
            self.numbers.extend(numbers(text).map_err(|error| unsuitable(&error.to_string()))?);
        }
        let mut next = || self.numbers.pop_front().ok_or_else(|| io::Error::other("two numbers are there"));
        Ok(Some(Spot { x: next()?, y: next()? }))
    }
}

fn unsuitable(reason: &str) -> HostError {
    HostError::Unsuitable(reason.to_string())
}
