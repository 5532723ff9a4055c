//! Questions in the protocol of the EinStein courses.

use super::engine_check::{CheckCase, EngineCheck};
use super::{CaseResult, CheckFailure, bad, games, silent};
use plyground_core::Playable;
use plyground_process::{Deadline, Link, Received};
use plyground_protocol::ntu::{Cell, Colour, Command, Placement, SIDE, is_confirmation};

pub(super) fn cases<G: Playable>() -> Vec<CheckCase<G>> {
    vec![
        CheckCase { question: "introduces itself", run: introduces },
        CheckCase { question: "places its stones", run: places },
        CheckCase { question: "plays whole games", run: games::play },
        CheckCase { question: "ends when told", run: ends },
    ]
}

fn ask<G: Playable>(check: &EngineCheck<G>, link: &mut Link, command: &Command) -> Result<String, CheckFailure> {
    link.send(command);
    let time = check.start.max(check.answer);
    loop {
        match link.receive(&Deadline::lasting(time))? {
            // A set-up follows a setting, whose confirmation may come late. No set-up looks like one.
            Received::Line(line) if matches!(command, Command::Ini(_)) && is_confirmation(&line) => {}
            Received::Line(line) => return Ok(line),
            Received::Nothing => return silent(command, time),
        }
    }
}

fn introduces<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = check.link()?;
    let name = ask(check, &mut link, &Command::Name)?;
    let version = ask(check, &mut link, &Command::Version)?;
    if name.trim().is_empty() { bad("its name is empty") } else { Ok(format!("as `{name}`, version `{version}`")) }
}

/// The home of a player: six cells around their corner.
fn home(player: Colour) -> Vec<Cell> {
    let far = SIDE - 1;
    let red = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)];
    let cells = red.into_iter().map(|(col, row)| match player {
        Colour::Red => Cell { col, row },
        Colour::Blue => Cell { col: far - col, row: far - row },
    });
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort();
    cells
}

fn places<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = check.link()?;
    ask(check, &mut link, &Command::Name)?;
    link.send(Command::BoardSetting([5, 6, 2]));
    let mut seen = Vec::new();
    for player in [Colour::Red, Colour::Blue] {
        let said = ask(check, &mut link, &Command::Ini(player))?;
        let Ok(Placement(mut cells)) = said.parse() else {
            return bad(format!("`ini {player}` is answered by six cells, not by `{said}`"));
        };
        cells.sort();
        if cells.as_slice() != home(player) {
            return bad(format!("`ini {player}` gave `{said}`, which is not each home cell once"));
        }
        seen.push(said);
    }
    Ok(seen.join(" and "))
}

fn ends<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = check.link()?;
    ask(check, &mut link, &Command::Name)?;
    link.send(Command::Exit);
    check.ends(link)
}
