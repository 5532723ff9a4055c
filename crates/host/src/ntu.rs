//! Speaks the protocol of the EinStein courses. Every request carries the position, so there is nothing to remember but
//! the time: `time_setting` is taken as the time for a whole game, the careful reading, and `ini` begins a game.

use crate::Engine;
use crate::clock::OwnClock;
use crate::input::{LineReader, LineTooLong, whole};
use plyground_core::{NotationError, Playable};
use plyground_protocol::ProtocolError;
use plyground_protocol::ntu::{Cell, Command, Placement, RolledPosition, SIDE, STONES, Step};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a command is refused. The protocol has no words of its own for that.
#[derive(Debug, Error)]
enum NtuError {
    #[error("error: {0}")]
    LineTooLong(#[from] LineTooLong),
    #[error("error: {0}")]
    Protocol(#[from] ProtocolError),
    #[error("error: {0}")]
    Position(#[from] NotationError),
    #[error("error: board_setting {} {} {} is not supported; 5 6 2 is", .0[0], .0[1], .0[2])]
    Board([u32; 3]),
    #[error("error: the first position lacks stones, so there is no set-up to choose")]
    NoSetup,
    #[error("error: the game is over")]
    GameOver,
    #[error("error: no move was found: {0}")]
    NoMove(String),
}

pub(crate) fn serve<G: Playable>(
    mut engine: Engine<G>,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut clock = OwnClock::default();
    let mut granted: Option<Duration> = None;
    engine.new_game();
    for line in LineReader::new(input) {
        let line = line?;
        let command = whole(&line).map_err(NtuError::from).and_then(|text| match text.trim() {
            "" => Ok(None),
            text => Ok(Some(text.parse()?)),
        });
        let answer = match command {
            Ok(None) => None,
            Ok(Some(Command::Exit)) => return Ok(()),
            Ok(Some(Command::Name)) => Some("Plyground".to_string()),
            Ok(Some(Command::Version)) => Some(env!("CARGO_PKG_VERSION").to_string()),
            Ok(Some(Command::TimeSetting(time))) => {
                granted = Some(time);
                clock.set(granted, None);
                None
            }
            Ok(Some(Command::BoardSetting(setting))) => check_board(setting).err().map(|error| error.to_string()),
            Ok(Some(Command::Ini(player))) => {
                engine.new_game();
                clock.set(granted, None);
                Some(
                    placement(&engine, player)
                        .map_or_else(|error| error.to_string(), |placement| placement.to_string()),
                )
            }
            Ok(Some(Command::Get(get))) => {
                let found = find(&mut engine, &mut clock, &get);
                Some(found.map_or_else(|error| error.to_string(), |step| step.to_string()))
            }
            Err(error) => Some(error.to_string()),
        };
        if let Some(answer) = answer {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}

fn check_board(setting: [u32; 3]) -> Result<(), NtuError> {
    let wanted = [SIDE as u32, STONES as u32, 2];
    if setting == wanted { Ok(()) } else { Err(NtuError::Board(setting)) }
}

/// Where our stones go: as in the position where games begin.
fn placement<G: Playable>(engine: &Engine<G>, player: plyground_protocol::ntu::Colour) -> Result<Placement, NtuError> {
    let text = engine.game.position_text(&engine.start);
    let get = RolledPosition::from_position_text(&text)?;
    let mut cells = [Cell { col: 0, row: 0 }; STONES];
    for (cell, stone) in cells.iter_mut().zip(get.stones(player)) {
        *cell = stone.ok_or(NtuError::NoSetup)?;
    }
    Ok(Placement(cells))
}

fn find<G: Playable>(engine: &mut Engine<G>, clock: &mut OwnClock, get: &RolledPosition) -> Result<Step, NtuError> {
    let position = engine.game.parse_position(&get.position_text())?;
    if engine.game.turn(&position).player().is_none() {
        return Err(NtuError::GameOver);
    }
    let begun = Instant::now();
    let report = engine.think(&position, clock.limits(engine.limits));
    clock.charge(begun.elapsed());
    let mv = report.best.ok_or_else(|| NtuError::NoMove(engine.failure_reason()))?;
    Ok(Step::from_move_text(&engine.game.move_text(&position, mv))?)
}
