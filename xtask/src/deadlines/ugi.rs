//! A game by UGI. The engines know the rules; we only keep moves, dice and clocks.

use super::{Clocks, Control, Row, pair};
use crate::network_soak::SoakRng;
use std::path::Path;
use std::time::Instant;

/// Plays one game between two engines of ours.
pub(super) fn play(
    binary: &Path,
    game: &str,
    control: Control,
    dice: &mut SoakRng,
    row: &mut Row,
) -> Result<(), String> {
    let mut engines = pair(binary, &["engine", game])?;
    for engine in &mut engines {
        engine.ask("ugi", "ugiok")?;
        engine.say("uginewgame")?;
        engine.ask("isready", "readyok")?;
    }
    let mut clocks = Clocks::new(control);
    let mut turns: Vec<String> = Vec::new();
    loop {
        let moves = if turns.is_empty() { String::new() } else { format!(" moves {}", turns.join(" ")) };
        let position = format!("position startpos{moves}");
        engines[0].say(&position)?;
        if engines[0].ask("query gameover", "response")? == "true" {
            return Ok(());
        }
        let player = usize::from(engines[0].ask("query p1turn", "response")? != "true");
        let face = (game == "einstein").then(|| dice.below(6) + 1);
        let roll = face.map_or(String::new(), |face| format!(" dice {face}"));
        let engine = &mut engines[player];
        engine.say(&format!("{position}{roll}"))?;
        let begun = Instant::now();
        let best = engine.ask(&go(&clocks), "bestmove")?;
        clocks.charge(player, begun.elapsed(), row);
        if best == "none" {
            return Err(format!("an engine of ours found no move after `{position}{roll}`"));
        }
        turns.push(face.map_or(best.clone(), |face| format!("{face}:{best}")));
    }
}

fn go(clocks: &Clocks) -> String {
    match clocks.control {
        Control::PerMove(time) => format!("go movetime {}", time.as_millis()),
        Control::Clock(_, increment) => {
            let [first, second] = clocks.left.map(|left| left.as_millis());
            let increment = increment.as_millis();
            format!("go p1time {first} p2time {second} p1inc {increment} p2inc {increment}")
        }
    }
}
