//! The web app: a server for pages on the same machine.
//!
//! * `messages`: everything that passes between server and pages, also as TypeScript types;
//! * `live`: games being played; `games`: all of them, in memory and saved; `store`: games on disk;
//! * `tournaments`, `studies`, `hosting`: tournaments, studies of the lab and network games run inside the server; `job`: the
//!   background job that the first two share;
//! * `engines`: the players of games and analyses, and their memory; `scheduler`: which of them searches when; `analysis`: the
//!   analyses of one connection;
//! * `boards`: which boards can be drawn; `compression` of large documents; `http`: connections and their limits; `guard`: protection against other sites;
//! * `library`: all games in one list; `explorer`: what was played in a position before;
//! * `translations`: the words of the pages in other languages;
//! * `export`: recorded searches as files that need no server;
//! * `routes`: the HTTP API, one module per page; `state`: what handlers share; `json_body` and `error`: reading requests and
//!   reporting errors; `sync`: locks.
//!   The pages themselves are plain files in `assets/`.
//!
//! This crate refuses to know flags and terminals: it neither prints nor opens browsers.

mod analysis;
mod assets;
mod boards;
mod compression;
mod engines;
mod error;
mod explorer;
mod export;
#[doc(hidden)]
pub mod fuzzing;
mod games;
mod guard;
mod hosting;
mod http;
mod job;
mod json_body;
mod library;
mod live;
mod messages;
mod opponents;
mod random;
mod routes;
mod scheduler;
mod state;
mod store;
mod studies;
mod tournaments;
mod translations;

pub use export::{cell_json, offline_page, scene_json};

use axum::extract::DefaultBodyLimit;
use axum::{Router, middleware};
use engines::MemoryBudget;
use explorer::Explorer;
use games::GameSessions;
use hosting::Hosts;
use http::body::{BodyReader, MAX_BODY};
use scheduler::Scheduler;
use state::AppState;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;
use store::GameStore;
use studies::Studies;
use tokio::net::TcpListener;
use tournaments::Tournaments;

/// An engine idle for this long is dropped. Most people take less time for a move.
const IDLE_ENGINE: Duration = Duration::from_secs(60);

/// How often games without a turn are deleted.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The options of the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; port 0 takes a free port.
    pub addr: SocketAddr,
    /// The data folder.
    pub data: PathBuf,
    /// Whether pages may use `process(…)` players, which run other programs.
    pub processes: bool,
    /// The age at which games without a single turn are deleted; `None` keeps them.
    pub keep_empty: Option<Duration>,
}

/// Serves until a shutdown signal arrives. Games are always on disk. `ready` receives the address.
///
/// # Errors
/// When the address cannot be bound, or games cannot be saved.
pub fn serve(options: Options, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let folder = options.data.join("web").join("games");
    // Fail now rather than after the first game.
    let store = GameStore::open(&folder)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot save games in {}: {error}", folder.display())))?;
    engines::return_large_blocks();
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(options.addr).await?;
        let bound = listener.local_addr()?;
        let scheduler = Scheduler::new(available_parallelism().map_or(1, usize::from));
        let budget = MemoryBudget::default();
        tokio::spawn(release_idle(budget.clone()));
        let explorer = Explorer::new(&options.data, &budget);
        let games = Arc::new(GameSessions::new(store, scheduler.clone(), budget, options.processes));
        // Leave one core for people who play.
        let jobs = available_parallelism().map_or(1, |cores| usize::from(cores).saturating_sub(1).max(1));
        let tournaments = Tournaments::new(&options.data, jobs, options.processes);
        let studies = Studies::new(&options.data, jobs, options.processes);
        let hosts = Hosts::new(bound.ip(), Arc::clone(&games));
        let app = Arc::new(AppState::new(Arc::clone(&games), tournaments, hosts, studies, explorer, scheduler));
        let closing = Arc::clone(&app);
        if let Some(age) = options.keep_empty {
            tokio::spawn(expire_daily(games, age));
        }
        ready(bound);
        let limits = http::ConnectionLimits::default();
        http::serve(listener, router(app, bound, &limits), limits, shutdown_signal()).await;
        closing.tournaments.close();
        closing.studies.close();
        Ok(())
    })
}

/// Drops idle engines as long as the server runs.
async fn release_idle(budget: MemoryBudget) {
    loop {
        tokio::time::sleep(IDLE_ENGINE / 4).await;
        let budget = budget.clone();
        // Freeing a large table takes a moment.
        let _ = tokio::task::spawn_blocking(move || budget.release_idle(IDLE_ENGINE)).await;
    }
}

fn router(app: Arc<AppState>, bound: SocketAddr, limits: &http::ConnectionLimits) -> Router {
    Router::new()
        .merge(routes::all())
        .fallback(assets::serve)
        .with_state(app)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(BodyReader::new(limits.body), BodyReader::read))
        .layer(middleware::from_fn_with_state(bound, guard::check))
}

/// Deletes old games without a turn, now and once a day.
async fn expire_daily(games: Arc<GameSessions>, age: Duration) {
    loop {
        let games = Arc::clone(&games);
        // A failure is retried on the next day.
        let _ = tokio::task::spawn_blocking(move || games.expire(age)).await;
        tokio::time::sleep(DAY).await;
    }
}

/// Completes on Ctrl-C (SIGINT) or SIGTERM.
async fn shutdown_signal() {
    let interrupted = async {
        // Without a handler only SIGTERM stops the server.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
