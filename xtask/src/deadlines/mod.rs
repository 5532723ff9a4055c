//! Whether our engines keep their deadlines: whole games by UGI, GTP and NTU, with clocks kept here, first in peace and then
//! with busy loops beside.

mod engine;
mod gtp;
mod ntu;
mod ugi;

use crate::cpu_load;
use crate::network_soak::SoakRng;
use engine::Engine;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What to play.
#[derive(Debug)]
pub struct Deadlines {
    /// The program.
    pub binary: PathBuf,
    /// Games with each clock.
    pub games: usize,
    /// Numbers of busy loops; everything is played with each.
    pub busy: Vec<usize>,
    /// Governs dice.
    pub seed: u64,
}

/// How time is limited.
#[derive(Clone, Copy, Debug)]
enum Control {
    /// Base and increment.
    Clock(Duration, Duration),
    /// For each move.
    PerMove(Duration),
}

/// A time per move may be exceeded by this much, as in a match.
const MARGIN: Duration = Duration::from_millis(100);

/// What all moves with one clock came to.
#[derive(Clone, Debug, Default)]
struct Row {
    moves: usize,
    late: usize,
    /// By how much each move exceeded its limit.
    beyond: Vec<Duration>,
    /// What was left on a clock when it was emptiest, after a move and before its increment.
    least: Option<Duration>,
}

impl Row {
    fn note(&mut self, control: Control, left: Duration, used: Duration) {
        let (allowed, margin) = match control {
            Control::Clock(..) => (left, Duration::ZERO),
            Control::PerMove(time) => (time, MARGIN),
        };
        self.moves += 1;
        self.late += usize::from(used > allowed + margin);
        self.beyond.push(used.saturating_sub(allowed));
        if matches!(control, Control::Clock(..)) {
            let rest = left.saturating_sub(used);
            self.least = Some(self.least.map_or(rest, |least| least.min(rest)));
        }
    }

    fn line(&self, what: &str) -> String {
        let mut beyond = self.beyond.clone();
        beyond.sort_unstable();
        let at = |share: f64| {
            let index = (beyond.len() as f64 * share).ceil() as usize;
            beyond.get(index.saturating_sub(1)).copied().unwrap_or_default()
        };
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        let least = self.least.map_or(String::new(), |least| format!(", {:.0} ms left at least", millis(least)));
        format!(
            "{what}: {} moves, {} late, beyond the limit {:.1} ms at worst and {:.1} ms at the 99th percentile{least}",
            self.moves,
            self.late,
            millis(at(1.0)),
            millis(at(0.99))
        )
    }
}

/// The clocks of both players.
struct Clocks {
    control: Control,
    left: [Duration; 2],
}

impl Clocks {
    fn new(control: Control) -> Self {
        let base = match control {
            Control::Clock(base, _) => base,
            Control::PerMove(time) => time,
        };
        Clocks { control, left: [base; 2] }
    }

    fn charge(&mut self, player: usize, used: Duration, row: &mut Row) {
        row.note(self.control, self.left[player], used);
        if let Control::Clock(_, increment) = self.control {
            self.left[player] = self.left[player].saturating_sub(used) + increment;
        }
    }
}

fn clock(base: u64, increment: u64) -> Control {
    Control::Clock(Duration::from_millis(base), Duration::from_millis(increment))
}

impl Deadlines {
    /// Plays everything and prints a line for each clock; the number of late moves.
    ///
    /// # Errors
    /// When an engine does not do what it should.
    pub fn run(&self) -> Result<usize, String> {
        let mut late = 0;
        for &loops in &self.busy {
            late += cpu_load::with_busy_loops(loops, || self.run_all(loops))?;
        }
        Ok(late)
    }

    fn run_all(&self, loops: usize) -> Result<usize, String> {
        let mut late = 0;
        let mut tell = |what: String, row: Row| {
            println!("{loops} busy loops, {}", row.line(&what));
            late += row.late;
        };
        let per_move = Control::PerMove(Duration::from_millis(100));
        for (game, control, name) in [
            ("isola", clock(2000, 20), "2 s + 20 ms"),
            ("isola", clock(5000, 0), "5 s"),
            ("isola", per_move, "100 ms a move"),
            ("reversixt", clock(2000, 20), "2 s + 20 ms"),
            ("einstein", clock(1000, 10), "1 s + 10 ms"),
        ] {
            let mut row = Row::default();
            for number in 0..self.games {
                ugi::play(&self.binary, game, control, &mut SoakRng::new(self.seed + number as u64), &mut row)?;
            }
            tell(format!("ugi {game}, {name}"), row);
        }
        let mut row = Row::default();
        (0..self.games).try_for_each(|_| gtp::play(&self.binary, Duration::from_secs(8), &mut row))?;
        tell("gtp reversixt, 8 s".to_string(), row);
        let mut row = Row::default();
        for number in 0..self.games {
            ntu::play(&self.binary, Duration::from_secs(4), &mut SoakRng::new(self.seed + number as u64), &mut row)?;
        }
        tell("ntu einstein, 4 s".to_string(), row);
        late += self.arena(loops)?;
        Ok(late)
    }

    /// Seats of a match keep their clocks themselves; only time-outs can be seen from outside.
    fn arena(&self, loops: usize) -> Result<usize, String> {
        let games = self.games.to_string();
        let words = ["match", "isola", "--player", "best", "--player", "search", "--clock", "2s+20ms", "--jobs", "1"];
        let output = Command::new(&self.binary).args(words).args(["--games", &games, "--json"]).output();
        let output = output.map_err(|error| format!("cannot start {}: {error}", self.binary.display()))?;
        if !output.status.success() {
            return Err(format!("the match failed: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let late = text
            .split("\"time-out\":")
            .skip(1)
            .filter_map(|rest| rest.split([',', '}']).next()?.trim().parse::<usize>().ok());
        let late = late.sum::<usize>() + text.matches("\"stall\":").count();
        println!("{loops} busy loops, match isola, 2 s + 20 ms: {games} games, {late} lost on time");
        Ok(late)
    }
}

/// Two engines of ours.
fn pair(binary: &Path, words: &[&str]) -> Result<[Engine; 2], String> {
    Ok([Engine::start(binary, words)?, Engine::start(binary, words)?])
}
