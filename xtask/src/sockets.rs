//! Many pages at once: how soon are clicks answered, and how much memory does the server take?

use crate::webclient::{Socket, WebServer};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A click is answered within this time, 95 times in 100.
const GOAL: Duration = Duration::from_millis(100);
/// The most that a server takes with 50 analyses and 50 games.
const MEMORY_GOAL: u64 = 600;
/// Games and analyses of the look at the memory.
const CROWD: usize = 50;
/// What people play, by turns: a person against an engine that thinks for a moment.
const WISHES: [&str; 3] = [
    r#"{"game":"isola","seats":["human","best"],"time":"100ms"}"#,
    r#"{"game":"einstein","seats":["human","best"],"time":"100ms"}"#,
    r#"{"game":"reversixt","seats":["human","best"],"time":"100ms"}"#,
];
/// Asks for an analysis of the position on the board.
const STUDY: &str = r#""do":"study","ply":null,"lines":3,"player":null"#;

/// How many sockets, and for how long.
pub struct Crowd {
    /// Sockets, half of which play and half of which analyse.
    pub sockets: usize,
    /// Seconds after the last one has come.
    pub seconds: u64,
}

/// What all of them met with.
#[derive(Default)]
struct Met {
    clicks: Mutex<Vec<Duration>>,
    looks: Mutex<Vec<Duration>>,
    insights: AtomicU64,
    /// Engines' answers.
    replies: AtomicU64,
    troubles: Mutex<Vec<String>>,
}

impl Crowd {
    /// Plays and analyses, and prints how soon clicks were answered.
    pub fn run(&self, binary: &Path) -> Result<(), String> {
        let server = WebServer::start(binary)?;
        let met = Met::default();
        println!("load before: {}", load());
        let playing = self.sockets / 2;
        let sockets = (0..self.sockets)
            .map(|index| server.socket(&server.new_game(WISHES[index % WISHES.len()])?))
            .collect::<Result<Vec<_>, _>>()?;
        let end = Instant::now() + Duration::from_secs(self.seconds);
        std::thread::scope(|scope| {
            for (index, socket) in sockets.into_iter().enumerate() {
                let met = &met;
                scope.spawn(move || {
                    let done = if index < playing { play(socket, index, end, met) } else { analyse(socket, end, met) };
                    if let Err(trouble) = done {
                        add(&met.troubles, trouble);
                    }
                });
            }
        });
        println!("load after: {}", load());
        println!("{playing} play, {} analyse, {} s", self.sockets - playing, self.seconds);
        tell_memory(&server);
        let at_95 = percentiles("clicks answered", &met.clicks);
        percentiles("looks back answered (beside analyses)", &met.looks);
        println!("moves of engines: {}", met.replies.load(Ordering::Relaxed));
        println!("reports of analyses: {}", met.insights.load(Ordering::Relaxed));
        let troubles = take(&met.troubles);
        troubles.iter().take(10).for_each(|trouble| println!("  {trouble}"));
        match at_95 {
            _ if !troubles.is_empty() => Err(format!("{} sockets met with trouble", troubles.len())),
            None => Err("nobody clicked".to_string()),
            Some(time) if time > GOAL => Err(format!("one click in twenty took longer than {time:?}, not {GOAL:?}")),
            Some(_) => Ok(()),
        }
    }
}

/// Fifty games in which an engine has just moved, and fifty analyses: prints the memory of the server.
pub fn memory(binary: &Path, seconds: u64) -> Result<(), String> {
    let server = WebServer::start(binary)?;
    println!("load before: {}", load());
    tell_memory(&server);
    let (met, mut sockets) = (Met::default(), Vec::new());
    for index in 0..2 * CROWD {
        let mut socket = server.socket(&server.new_game(WISHES[index % WISHES.len()])?)?;
        if index < CROWD {
            let text = first_move(&mut socket, index)?;
            socket.ask(&format!("\"do\":\"move\",\"text\":\"{text}\""), |_| ())?;
        } else {
            socket.ask(STUDY, |_| ())?;
        }
        sockets.push(socket);
    }
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut most = 0;
    while Instant::now() < end {
        for socket in &mut sockets[CROWD..] {
            while let Some(text) = socket.receive()? {
                count_insight(&text, &met);
            }
        }
        most = most.max(server.megabytes("VmRSS").unwrap_or(0));
    }
    println!("load after: {}", load());
    println!("{CROWD} games and {CROWD} analyses, {seconds} s, {} reports", met.insights.load(Ordering::Relaxed));
    tell_memory(&server);
    if most <= MEMORY_GOAL { Ok(()) } else { Err(format!("{most} MB, more than {MEMORY_GOAL}")) }
}

/// A move of the first state that comes, which may take a moment on a busy machine.
fn first_move(socket: &mut Socket, index: usize) -> Result<String, String> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if let Some(text) = socket.receive()?.as_deref().and_then(|state| choose(state, index)) {
            return Ok(text);
        }
    }
    Err("a new game has no moves".to_string())
}

fn tell_memory(server: &WebServer) {
    let told = |what| server.megabytes(what).map_or("?".to_string(), |number| number.to_string());
    println!("memory of the server: {} MB resident, {} MB at most", told("VmRSS"), told("VmHWM"));
}

/// Clicks whenever it is this page's turn, after as long as people look at a board.
fn play(mut socket: Socket, index: usize, end: Instant, met: &Met) -> Result<(), String> {
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
            None => continue, // the engine thinks
        };
        turn = turn.wrapping_mul(31).wrapping_add(7);
        std::thread::sleep(Duration::from_millis(300 + (turn % 1200) as u64));
        let took = socket.ask(&command, |text| keep_state(&mut state, text, met))?;
        state.clear(); // the next one follows
        add(&met.clicks, took);
    }
    Ok(())
}

/// Follows an analysis and looks back now and then.
fn analyse(mut socket: Socket, end: Instant, met: &Met) -> Result<(), String> {
    socket.ask(STUDY, |_| ())?;
    let mut looked = Instant::now();
    while Instant::now() < end {
        if let Some(text) = socket.receive()? {
            count_insight(&text, met);
        }
        if looked.elapsed() > Duration::from_secs(2) {
            let took = socket.ask("\"do\":\"at\",\"ply\":0", |text| count_insight(text, met))?;
            add(&met.looks, took);
            looked = Instant::now();
        }
    }
    Ok(())
}

fn keep_state(state: &mut String, text: &str, met: &Met) {
    if text.starts_with("{\"type\":\"state\"") {
        *state = text.to_string();
        if choose(text, 0).is_some() {
            met.replies.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn count_insight(text: &str, met: &Met) {
    if text.starts_with("{\"type\":\"insight\"") {
        met.insights.fetch_add(1, Ordering::Relaxed);
    }
}

/// One of the legal moves of a state.
fn choose(state: &str, number: usize) -> Option<String> {
    let (_, legal) = state.split_once("\"legal\":[")?;
    let (legal, _) = legal.split_once("\"faces\"")?;
    let moves: Vec<&str> = legal.split("{\"text\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    moves.get(number % moves.len().max(1)).map(|text| (*text).to_string())
}

/// Prints how long things took, and returns what 95 of 100 stayed below.
fn percentiles(what: &str, times: &Mutex<Vec<Duration>>) -> Option<Duration> {
    let mut times = take(times);
    times.sort();
    let at = |share: f64| times.get(((times.len() as f64 * share).ceil() as usize).saturating_sub(1)).copied();
    let millis = |share: f64| at(share).unwrap_or_default().as_secs_f64() * 1000.0;
    println!(
        "{what}: {} in all; half within {:.1} ms, 95 % within {:.1} ms, 99 % within {:.1} ms, all within {:.1} ms",
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

/// What else the machine does: processes that ran or waited, over one, five and fifteen minutes.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} on {cores} cores", text.split_whitespace().take(3).collect::<Vec<_>>().join(" "))
}
