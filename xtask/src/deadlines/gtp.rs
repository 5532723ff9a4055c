//! A game of Othello by GTP, which tells clocks in whole seconds.

use super::{Clocks, Control, Row, pair};
use std::path::Path;
use std::time::{Duration, Instant};

const COLOURS: [&str; 2] = ["black", "white"];

/// Plays one game between two engines of ours with this much time each.
pub(super) fn play(binary: &Path, time: Duration, row: &mut Row) -> Result<(), String> {
    let mut engines = pair(binary, &["engine", "reversixt", "--protocol", "gtp"])?;
    for engine in &mut engines {
        engine.ask(&format!("time_settings {} 0 0", time.as_secs()), "=")?;
        engine.ask("clear_board", "=")?;
    }
    let mut clocks = Clocks::new(Control::Clock(time, Duration::ZERO));
    let (mut player, mut passes) = (0, 0);
    while passes < 2 {
        let colour = COLOURS[player];
        let left = clocks.left[player].as_secs();
        engines[player].ask(&format!("time_left {colour} {left} 0"), "=")?;
        let begun = Instant::now();
        let mv = engines[player].ask(&format!("genmove {colour}"), "=")?;
        clocks.charge(player, begun.elapsed(), row);
        passes = if mv == "PASS" { passes + 1 } else { 0 };
        engines[1 - player].ask(&format!("play {colour} {mv}"), "=")?;
        player = 1 - player;
    }
    Ok(())
}
