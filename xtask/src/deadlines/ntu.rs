//! A game of EinStein by NTU's protocol. Every request carries the position, so we must know where stones stand; whether moves
//! are legal is for others to test.

use super::{Clocks, Control, Row, pair};
use crate::network_soak::SoakRng;
use std::path::Path;
use std::time::{Duration, Instant};

/// Plays one game between two engines of ours with this much time each.
pub(super) fn play(binary: &Path, time: Duration, dice: &mut SoakRng, row: &mut Row) -> Result<(), String> {
    let mut engines = pair(binary, &["engine", "einstein", "--protocol", "ntu"])?;
    // Stones 1 to 6 of red and of blue; a captured one stands on `0`.
    let mut stones: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    for (player, name) in ["R", "B"].into_iter().enumerate() {
        engines[player].say(&format!("time_setting {}", time.as_secs()))?;
        engines[player].say(&format!("ini {name}"))?;
        stones[player] = engines[player].hear()?.split_whitespace().map(String::from).collect();
    }
    let mut clocks = Clocks::new(Control::Clock(time, Duration::ZERO));
    let mut player = 0;
    loop {
        let (name, goal) = [("R", "E5"), ("B", "A1")][player];
        let [red, blue] = [stones[0].join(" "), stones[1].join(" ")];
        let begun = Instant::now();
        engines[player].say(&format!("get {name} {} {blue} {red}", dice.below(6) + 1))?;
        let said = engines[player].hear()?;
        clocks.charge(player, begun.elapsed(), row);
        let Some((from, to)) = said.trim().split_once(' ') else {
            return Err(format!("an engine of ours answered `{said}`"));
        };
        for cell in stones.iter_mut().flatten().filter(|cell| *cell == to) {
            *cell = "0".to_string();
        }
        for cell in stones[player].iter_mut().filter(|cell| *cell == from) {
            *cell = to.to_string();
        }
        if to == goal || stones.iter().any(|side| side.iter().all(|cell| cell == "0")) {
            return Ok(());
        }
        player = 1 - player;
    }
}
