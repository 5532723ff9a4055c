//! Soak test of the web server with many pages: response times of clicks, and memory of the server.

use crate::webclient::{Socket, WebServer};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The response time that 95 % of clicks must meet.
const GOAL: Duration = Duration::from_millis(100);
/// The memory limit of a server with 50 games and 50 analyses, in MB.
const MEMORY_GOAL: u64 = 600;
/// Games, and also analyses, of the memory test.
const MEMORY_GAMES: usize = 50;
/// The games to create, in turn: a person against an engine with a short time limit.
const GAMES: [&str; 3] = [
    r#"{"game":"isola","seats":["human","best"],"time":"100ms"}"#,
    r#"{"game":"einstein","seats":["human","best"],"time":"100ms"}"#,
    r#"{"game":"reversixt","seats":["human","best"],"time":"100ms"}"#,
];
/// Starts an analysis of the current position.
const ANALYSE: &str = r#""do":"analyse","ply":null,"lines":3,"player":null"#;

/// The size and duration of a soak test.
pub struct SocketSoak {
    /// Sockets, half of which play and half of which analyse.
    pub sockets: usize,
    /// Seconds after the last one is connected.
    pub seconds: u64,
}

/// The measurements of all sockets.
#[derive(Default)]
struct Measurements {
    clicks: Mutex<Vec<Duration>>,
    past_positions: Mutex<Vec<Duration>>,
    reports: AtomicU64,
    /// Moves of engines.
    replies: AtomicU64,
    failures: Mutex<Vec<String>>,
}

impl SocketSoak {
    /// Plays and analyses, and prints the response times.
    pub fn run(&self, binary: &Path) -> Result<(), String> {
        let server = WebServer::start(binary)?;
        let met = Measurements::default();
        println!("load before: {}", load());
        let playing = self.sockets / 2;
        let sockets = (0..self.sockets)
            .map(|index| server.socket(&server.new_game(GAMES[index % GAMES.len()])?))
            .collect::<Result<Vec<_>, _>>()?;
        let end = Instant::now() + Duration::from_secs(self.seconds);
        std::thread::scope(|scope| {
            for (index, socket) in sockets.into_iter().enumerate() {
                let met = &met;
                scope.spawn(move || {
                    let done = if index < playing { play(socket, index, end, met) } else { analyse(socket, end, met) };
                    if let Err(failure) = done {
                        add(&met.failures, failure);
                    }
                });
            }
        });
        println!("load after: {}", load());
        println!("{playing} play, {} analyse, {} s", self.sockets - playing, self.seconds);
        print_memory(&server);
        let at_95 = percentiles("clicks answered", &met.clicks);
        percentiles("earlier positions answered (with analyses running)", &met.past_positions);
        println!("moves of engines: {}", met.replies.load(Ordering::Relaxed));
        println!("reports of analyses: {}", met.reports.load(Ordering::Relaxed));
        let failures = take(&met.failures);
        failures.iter().take(10).for_each(|failure| println!("  {failure}"));
        match at_95 {
            _ if !failures.is_empty() => Err(format!("{} sockets failed", failures.len())),
            None => Err("no click was measured".to_string()),
            Some(time) if time > GOAL => Err(format!("the 95th percentile of clicks is {time:?}, above {GOAL:?}")),
            Some(_) => Ok(()),
        }
    }
}

/// Runs fifty games in which an engine has just moved and fifty analyses, and prints the memory of the server.
pub fn memory(binary: &Path, seconds: u64) -> Result<(), String> {
    let server = WebServer::start(binary)?;
    println!("load before: {}", load());
    print_memory(&server);
    let (met, mut sockets) = (Measurements::default(), Vec::new());
    for index in 0..2 * MEMORY_GAMES {
        let mut socket = server.socket(&server.new_game(GAMES[index % GAMES.len()])?)?;
        if index < MEMORY_GAMES {
            let text = first_move(&mut socket, index)?;
            socket.request(&format!("\"do\":\"move\",\"text\":\"{text}\""), |_| ())?;
        } else {
            socket.request(ANALYSE, |_| ())?;
        }
        sockets.push(socket);
    }
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut most = 0;
    while Instant::now() < end {
        for socket in &mut sockets[MEMORY_GAMES..] {
            while let Some(text) = socket.receive()? {
                count_report(&text, &met);
            }
        }
        most = most.max(server.megabytes("VmRSS").unwrap_or(0));
    }
    println!("load after: {}", load());
    println!(
        "{MEMORY_GAMES} games and {MEMORY_GAMES} analyses, {seconds} s, {} reports",
        met.reports.load(Ordering::Relaxed)
    );
    print_memory(&server);
    if most <= MEMORY_GOAL { Ok(()) } else { Err(format!("{most} MB, more than {MEMORY_GOAL}")) }
}

/// A legal move of the first state, which may take a moment on a busy machine.
fn first_move(socket: &mut Socket, index: usize) -> Result<String, String> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if let Some(text) = socket.receive()?.as_deref().and_then(|state| choose(state, index)) {
            return Ok(text);
        }
    }
    Err("a new game has no moves".to_string())
}

fn print_memory(server: &WebServer) {
    let megabytes = |what| server.megabytes(what).map_or("?".to_string(), |number| number.to_string());
    println!("memory of the server: {} MB resident, {} MB peak", megabytes("VmRSS"), megabytes("VmHWM"));
}

/// Plays moves whenever it is the person's turn, with pauses as people make them.
fn play(mut socket: Socket, index: usize, end: Instant, met: &Measurements) -> Result<(), String> {
    let mut state = String::new();
    let mut turn = index;
    while Instant::now() < end {
        if let Some(text) = socket.receive()? {
            keep_state(&mut state, &text, met);
            continue;
        }
        let command = match choose(&state, turn) {
            Some(text) => format!("\"do\":\"move\",\"text\":\"{text}\""),
            None if state.contains("\"result\":{") => "\"do\":\"undo\"".to_string(),
            None => continue, // the engine is thinking
        };
        turn = turn.wrapping_mul(31).wrapping_add(7);
        std::thread::sleep(Duration::from_millis(300 + (turn % 1200) as u64));
        let took = socket.request(&command, |text| keep_state(&mut state, text, met))?;
        state.clear(); // the next one follows
        add(&met.clicks, took);
    }
    Ok(())
}

/// Follows an analysis and requests an earlier position every two seconds.
fn analyse(mut socket: Socket, end: Instant, met: &Measurements) -> Result<(), String> {
    socket.request(ANALYSE, |_| ())?;
    let mut requested = Instant::now();
    while Instant::now() < end {
        if let Some(text) = socket.receive()? {
            count_report(&text, met);
        }
        if requested.elapsed() > Duration::from_secs(2) {
            let took = socket.request("\"do\":\"at\",\"ply\":0", |text| count_report(text, met))?;
            add(&met.past_positions, took);
            requested = Instant::now();
        }
    }
    Ok(())
}

fn keep_state(state: &mut String, text: &str, met: &Measurements) {
    if text.starts_with("{\"type\":\"state\"") {
        *state = text.to_string();
        if choose(text, 0).is_some() {
            met.replies.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn count_report(text: &str, met: &Measurements) {
    if text.starts_with("{\"type\":\"analysis\"") {
        met.reports.fetch_add(1, Ordering::Relaxed);
    }
}

/// One of the legal moves of a state.
fn choose(state: &str, number: usize) -> Option<String> {
    let (_, legal) = state.split_once("\"legal\":[")?;
    let (legal, _) = legal.split_once("\"faces\"")?;
    let moves: Vec<&str> = legal.split("{\"text\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    moves.get(number % moves.len().max(1)).map(|text| (*text).to_string())
}

/// Prints percentiles of times and returns the 95th.
fn percentiles(what: &str, times: &Mutex<Vec<Duration>>) -> Option<Duration> {
    let mut times = take(times);
    times.sort();
    let at = |share: f64| times.get(((times.len() as f64 * share).ceil() as usize).saturating_sub(1)).copied();
    let millis = |share: f64| at(share).unwrap_or_default().as_secs_f64() * 1000.0;
    println!(
        "{what}: {} in total; median {:.1} ms, 95 % within {:.1} ms, 99 % within {:.1} ms, all within {:.1} ms",
        times.len(),
        millis(0.5),
        millis(0.95),
        millis(0.99),
        millis(1.0)
    );
    at(0.95)
}

fn add<T>(list: &Mutex<Vec<T>>, what: T) {
    list.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(what);
}

fn take<T>(list: &Mutex<Vec<T>>) -> Vec<T> {
    std::mem::take(&mut list.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// The load averages over one, five and fifteen minutes.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} on {cores} cores", text.split_whitespace().take(3).collect::<Vec<_>>().join(" "))
}
