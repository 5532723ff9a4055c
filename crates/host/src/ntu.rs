//! Speaks the protocol of the EinStein courses. Every request carries the position, so there is nothing to remember but
//! the time: `time_setting` is taken as the time for a whole game, the careful reading, and `ini` begins a game.

use crate::Engine;
use crate::clock::OwnClock;
use crate::input::{LineReader, whole};
use plyground_core::Playable;
use plyground_protocol::ntu::{Cell, Command, Placement, RolledPosition, SIDE, STONES, Step};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

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
        let command = whole(&line).and_then(|text| match text.trim() {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|error: plyground_protocol::ProtocolError| error.to_string()),
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
            Ok(Some(Command::BoardSetting(setting))) => check_board(setting).err(),
            Ok(Some(Command::Ini(player))) => {
                engine.new_game();
                clock.set(granted, None);
                Some(placement(&engine, player).map_or_else(|error| error, |placement| placement.to_string()))
            }
            Ok(Some(Command::Get(get))) => {
                Some(find(&mut engine, &mut clock, &get).map_or_else(|error| error, |step| step.to_string()))
            }
            Err(error) => Some(format!("error: {error}")),
        };
        if let Some(answer) = answer {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}

fn check_board(setting: [u32; 3]) -> Result<(), String> {
    let wanted = [SIDE as u32, STONES as u32, 2];
    if setting == wanted {
        return Ok(());
    }
    let [side, stones, players] = setting;
    Err(format!("error: board_setting {side} {stones} {players} is not supported; 5 6 2 is"))
}

/// Where our stones go: as in the position where games begin.
fn placement<G: Playable>(engine: &Engine<G>, player: plyground_protocol::ntu::Colour) -> Result<Placement, String> {
    let text = engine.game.position_text(&engine.start);
    let get = RolledPosition::from_position_text(&text).map_err(|error| format!("error: {error}"))?;
    let mut cells = [Cell { col: 0, row: 0 }; STONES];
    for (cell, stone) in cells.iter_mut().zip(get.stones(player)) {
        *cell = stone.ok_or("error: the first position lacks stones, so there is no set-up to choose")?;
    }
    Ok(Placement(cells))
}

fn find<G: Playable>(engine: &mut Engine<G>, clock: &mut OwnClock, get: &RolledPosition) -> Result<Step, String> {
    let position = engine.game.parse_position(&get.position_text()).map_err(|error| format!("error: {error}"))?;
    if engine.game.turn(&position).player().is_none() {
        return Err("error: the game is over".to_string());
    }
    let begun = Instant::now();
    let report = engine.think(&position, clock.limits(engine.limits));
    clock.charge(begun.elapsed());
    let mv = report.best.ok_or_else(|| format!("error: no move was found: {}", engine.failure_reason()))?;
    Step::from_move_text(&engine.game.move_text(&position, mv)).map_err(|error| format!("error: {error}"))
}
