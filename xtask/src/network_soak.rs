//! Many network games with our own server and clients as processes: is any client of ours ever disqualified?
//!
//! Half of the games are played while every core is busy with something else, or all of them beside a stated number of busy
//! loops. Maps are ours and, where they are at hand, other people's; limits go from 0.2 s to 2 s, players from 2 to 8.

use crate::cpu_load;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// In every round of this many games one is played on a map that is too large for the usual time, and one with the longest limits.
const ROUND: usize = 20;
const LARGE: usize = 5;
const LONG: usize = 15;
/// A process that has not ended after this time hangs.
const PATIENCE: Duration = Duration::from_secs(3 * 3600);

/// What to play.
#[derive(Debug)]
pub struct NetworkSoak {
    /// The program.
    pub binary: PathBuf,
    /// Map files.
    pub maps: Vec<PathBuf>,
    /// How many games.
    pub games: usize,
    /// How many at the same time.
    pub parallel: usize,
    /// Increments to choose from, in milliseconds, the smallest first.
    pub limits: Vec<u64>,
    /// Seconds that a game on all but the large maps may take; it decides which limits suit which map.
    pub seconds: u64,
    /// Who plays.
    pub player: String,
    /// Governs the choice of maps and limits.
    pub seed: u64,
    /// How many busy loops run beside, if that is stated.
    pub busy: Option<usize>,
}

/// One game that was decided upon.
#[derive(Clone, Debug)]
struct Fixture {
    number: usize,
    map: PathBuf,
    players: usize,
    millis: u64,
}

/// A map to play on.
struct SoakMap {
    map: PathBuf,
    players: usize,
    tiles: u64,
    /// The limits that suit it; none if it is too large for the usual time.
    limits: Vec<u64>,
}

impl SoakMap {
    fn is_suitable(&self) -> bool {
        !self.limits.is_empty()
    }
}

/// What all games came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Games that ended properly.
    pub games: usize,
    /// The same by number of players, from 0 on.
    pub by_players: [usize; 9],
    /// Clients in them.
    pub clients: usize,
    /// Moves of all clients.
    pub moves: u64,
    /// Moves sent by the watchdog because the player had not finished.
    pub hurried: u64,
    /// Clients of ours that were disqualified.
    pub disqualified: usize,
    /// The worst delay of the network, in seconds.
    pub network: f64,
    /// What went wrong, one line each.
    pub troubles: Vec<String>,
}

impl Summary {
    fn add(&mut self, other: Summary) {
        self.games += other.games;
        self.by_players.iter_mut().zip(other.by_players).for_each(|(sum, more)| *sum += more);
        self.clients += other.clients;
        self.moves += other.moves;
        self.hurried += other.hurried;
        self.disqualified += other.disqualified;
        self.network = self.network.max(other.network);
        self.troubles.extend(other.troubles);
    }

    /// One line for a report.
    pub fn line(&self, what: &str) -> String {
        format!(
            "{what}: {} games, {} clients, {} moves, {} disqualified, {} moves sent by the watchdog, network at worst {:.1} ms",
            self.games,
            self.clients,
            self.moves,
            self.disqualified,
            self.hurried,
            1000.0 * self.network
        )
    }

    /// How many games were of how many players.
    pub fn games_by_players(&self) -> String {
        let counts = self.by_players.iter().enumerate().filter(|(_, games)| **games > 0);
        counts.map(|(players, games)| format!("{games} of {players} players")).collect::<Vec<_>>().join(", ")
    }
}

/// Map files of the folders that exist.
pub fn maps(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        files.extend(entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "map")));
    }
    files.sort();
    files
}

impl NetworkSoak {
    /// Plays with the stated number of busy loops beside or, where none is stated, the first half of the games in peace and
    /// the second with every core busy. `tell` hears of every game; the result is a summary for each number of loops.
    ///
    /// # Errors
    /// When there is nothing to play with.
    pub fn run(&self, tell: &(dyn Fn(&str) + Sync)) -> Result<Vec<(usize, Summary)>, String> {
        let fixtures = self.fixtures()?;
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let (quiet, loud) = fixtures.split_at(fixtures.len().div_ceil(2));
        let parts = match self.busy {
            Some(loops) => vec![(loops, fixtures.as_slice())],
            None => vec![(0, quiet), (cores, loud)],
        };
        let play = |(loops, fixtures)| (loops, cpu_load::with_busy_loops(loops, || self.play_all(fixtures, tell)));
        Ok(parts.into_iter().map(play).collect())
    }

    /// Which maps with which limits: every number of players in turn and within it every map that suits the usual time, or
    /// the smallest if none does; maps too large for it and the longest limits now and then.
    fn fixtures(&self) -> Result<Vec<Fixture>, String> {
        let nothing = || "there are no maps to play on".to_string();
        let least = *self.limits.first().ok_or("there are no limits to play with")?;
        let longest = &self.limits[self.limits.len().saturating_sub(2)..];
        let mut dice = SoakRng::new(self.seed);
        let mut map_infos = self.maps.iter().map(|map| self.map_info(map)).collect::<Result<Vec<_>, _>>()?;
        dice.shuffle(&mut map_infos);
        let (suitable, mut large): (Vec<&SoakMap>, Vec<&SoakMap>) =
            map_infos.iter().partition(|map_info| map_info.is_suitable());
        // The largest first: a short run should meet it too.
        large.sort_by_key(|map_info| std::cmp::Reverse(map_info.tiles));
        let mut piles: BTreeMap<usize, Vec<&SoakMap>> = BTreeMap::new();
        suitable.iter().for_each(|map_info| piles.entry(map_info.players).or_default().push(map_info));
        for map_info in large.iter().rev() {
            piles.entry(map_info.players).or_insert_with(|| vec![map_info]);
        }
        let mut piles: Vec<_> = piles.values().map(|pile| pile.iter().cycle()).collect();
        let (mut next_suitable, mut next_large) = (suitable.iter().cycle(), large.iter().cycle());
        let (mut fixtures, mut turn) = (Vec::new(), 0);
        for number in 0..self.games {
            let special = match number % ROUND {
                LARGE => next_large.next().map(|map_info| (*map_info, least)),
                LONG => next_suitable.next().map(|map_info| (*map_info, longest[number / ROUND % longest.len()])),
                _ => None,
            };
            let (map_info, millis) = match special {
                Some(special) => special,
                None => {
                    turn += 1;
                    let pile = (turn - 1) % piles.len().max(1);
                    let map_info = piles.get_mut(pile).and_then(Iterator::next).ok_or_else(nothing)?;
                    (
                        *map_info,
                        if map_info.is_suitable() { map_info.limits[dice.below(map_info.limits.len())] } else { least },
                    )
                }
            };
            fixtures.push(Fixture { number, map: map_info.map.clone(), players: map_info.players, millis });
        }
        Ok(fixtures)
    }

    /// A map and the limits with which a game on it takes no longer than it may.
    fn map_info(&self, map: &Path) -> Result<SoakMap, String> {
        let (players, tiles) = measure(map)?;
        let fits = |millis: &u64| millis * tiles <= 1000 * self.seconds;
        let limits = self.limits.iter().copied().filter(fits).collect();
        Ok(SoakMap { map: map.to_path_buf(), players, tiles, limits })
    }

    fn play_all(&self, fixtures: &[Fixture], tell: &(dyn Fn(&str) + Sync)) -> Summary {
        let next = AtomicUsize::new(0);
        let total = Mutex::new(Summary::default());
        std::thread::scope(|scope| {
            for _ in 0..self.parallel.max(1) {
                scope.spawn(|| {
                    while let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let begun = Instant::now();
                        let summary = self.play(fixture);
                        let map = fixture.map.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                        let what = format!("game {} on {map}, {} ms", fixture.number + 1, fixture.millis);
                        tell(&format!("{} ({:.0} s)", summary.line(&what), begun.elapsed().as_secs_f64()));
                        summary.troubles.iter().for_each(|trouble| tell(&format!("  {trouble}")));
                        total.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).add(summary);
                    }
                });
            }
        });
        total.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn play(&self, fixture: &Fixture) -> Summary {
        let mut summary = Summary::default();
        if let Err(trouble) = self.try_play(fixture, &mut summary) {
            summary.troubles.push(trouble);
        }
        summary
    }

    fn try_play(&self, fixture: &Fixture, summary: &mut Summary) -> Result<(), String> {
        let mut server = self.start(&[
            "serve",
            "--map",
            &fixture.map.to_string_lossy(),
            "--time",
            &format!("{}ms", fixture.millis),
            "--port",
            "0",
            "--wait",
            "120",
        ])?;
        let (address, remarks) = listen(&mut server.0)?;
        let mut clients = Vec::new();
        for group in 1..=fixture.players {
            let (group, seed) = (group.to_string(), (fixture.number * 8 + group).to_string());
            let words = ["connect", &address, "--group", &group, "--player", &self.player, "--seed", &seed, "--json"];
            clients.push(self.start(&words)?);
        }
        for client in clients {
            let (code, output) = client.finish()?;
            summary.clients += 1;
            summary.moves += number_after(&output, "\"moves\":") as u64;
            summary.hurried += number_after(&output, "\"hurried\":") as u64;
            summary.network = summary.network.max(number_after(&output, "\"network_seconds\":"));
            match code {
                Some(0) => {}
                Some(1) => summary.disqualified += 1,
                other => summary.troubles.push(format!("a client ended with {other:?}")),
            }
        }
        let (code, output) = server.finish()?;
        let remarks = remarks.join().unwrap_or_default();
        summary.troubles.extend(remarks.into_iter().filter(|line| line.contains("disqualified")));
        if code != Some(0) || output.contains("disqualified:") {
            return Err(format!("the server ended with {code:?} and said: {output}"));
        }
        summary.games += 1;
        summary.by_players[fixture.players.min(8)] += 1;
        Ok(())
    }

    fn start(&self, words: &[&str]) -> Result<Running, String> {
        let mut command = Command::new(&self.binary);
        command.arg("reversixt").args(words).stdin(Stdio::null()).stdout(Stdio::piped());
        let remarks = if words[0] == "serve" { Stdio::piped() } else { Stdio::inherit() };
        let child = command.stderr(remarks).spawn();
        child.map(Running).map_err(|error| format!("cannot start {}: {error}", self.binary.display()))
    }
}

/// A process that does not outlive its game.
struct Running(Child);

impl Running {
    /// Waits for the end; exit code and standard output.
    fn finish(mut self) -> Result<(Option<i32>, String), String> {
        let begun = Instant::now();
        let mut output = String::new();
        let reader = self.0.stdout.take().map(|stdout| std::thread::spawn(|| std::io::read_to_string(stdout)));
        loop {
            if let Some(status) = self.0.try_wait().map_err(|error| error.to_string())? {
                if let Some(Ok(Ok(text))) = reader.map(std::thread::JoinHandle::join) {
                    output = text;
                }
                return Ok((status.code(), output));
            }
            if begun.elapsed() > PATIENCE {
                return Err("a process hangs".to_string());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended already is not there to be killed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Where the server listens, and a thread that collects what it says afterwards.
fn listen(server: &mut Child) -> Result<(String, std::thread::JoinHandle<Vec<String>>), String> {
    let stderr = server.stderr.take().ok_or("the server has no voice")?;
    let mut lines = BufReader::new(stderr).lines();
    for line in lines.by_ref() {
        let line = line.map_err(|error| error.to_string())?;
        if let Some((_, address)) = line.split_once("listening on ") {
            let remarks = std::thread::spawn(move || lines.map_while(Result::ok).collect());
            return Ok((address.trim().to_string(), remarks));
        }
    }
    Err("the server did not say where it listens".to_string())
}

/// Players and tiles of a map file.
fn measure(map: &Path) -> Result<(usize, u64), String> {
    let text = fs::read_to_string(map).map_err(|error| format!("cannot read {}: {error}", map.display()))?;
    let wrong = || format!("{} is no map", map.display());
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |index: usize| words.get(index).and_then(|word| word.parse::<usize>().ok()).ok_or_else(wrong);
    let (players, area) = (number(0)?, number(4)? * number(5)?);
    let tiles = words.get(6..6 + area).ok_or_else(wrong)?;
    Ok((players, tiles.iter().filter(|tile| **tile != "-").count() as u64))
}

/// The number after the first occurrence of a key in a JSON text.
fn number_after(text: &str, key: &str) -> f64 {
    let Some((_, rest)) = text.split_once(key) else { return 0.0 };
    let end = rest.find([',', '}']).unwrap_or(rest.len());
    rest[..end].trim().parse().unwrap_or(0.0)
}

/// Randomness enough to vary maps and limits (splitmix64).
pub struct SoakRng(u64);

impl SoakRng {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        SoakRng(seed)
    }

    /// A number below this one.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ bits >> 31) as usize % count
    }

    fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}
