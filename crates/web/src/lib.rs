//! The web app: a server for pages on the same machine.
//!
//! * `messages`: everything that passes between server and pages, also as TypeScript types;
//! * `live`: games at their tables; `rooms`: all of them; `store`: the same on disk;
//! * `hall`: tournaments; `inn`: network games that are hosted; `laboratory`: studies;
//! * `engines`: the players of games and analyses, and their memory; `scheduler`: which of them thinks when;
//! * `job`: long work on a thread, which hall and laboratory share;
//! * `boards`: which boards can be drawn; `http`: connections, their number and their limits; `guard`: who may talk to the server;
//! * `pages`: what can be asked, one module per page; `asked` and `refusal`: how requests are read and turned down.
//!   The pages themselves are plain files in `assets/`.
//!
//! This crate refuses to know flags and terminals: it neither prints nor opens browsers.

mod asked;
mod assets;
mod boards;
mod engines;
#[doc(hidden)]
pub mod fuzzing;
mod guard;
mod hall;
mod house;
mod http;
mod inn;
mod job;
mod laboratory;
mod live;
mod messages;
mod opponents;
mod pages;
mod refusal;
mod rooms;
mod scheduler;
mod store;
mod student;

use axum::extract::DefaultBodyLimit;
use axum::{Router, middleware};
use engines::MemoryBudget;
use hall::Hall;
use house::House;
use http::intake::{Intake, LARGEST_BODY};
use inn::Inn;
use laboratory::Laboratory;
use rooms::Rooms;
use scheduler::Scheduler;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;
use store::GameStore;
use tokio::net::TcpListener;

/// An engine that was not used for so long is let go; longer than most people think about a move.
const IDLE_ENGINE: Duration = Duration::from_secs(60);

/// How often old games are looked for.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; port 0 takes a free one.
    pub addr: SocketAddr,
    /// The folder below which everything is kept.
    pub data: PathBuf,
    /// Whether pages may let other programs play.
    pub processes: bool,
    /// After what time a game without a single turn is deleted; `None` keeps it.
    pub keep_empty: Option<Duration>,
}

/// Serves until the process is told to end. Every game is on disk at any time. `ready` is told the address.
///
/// # Errors
/// When the address cannot be used, or games cannot be kept.
pub fn serve(options: Options, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let folder = options.data.join("web").join("games");
    // Better now than after the first game.
    let store = GameStore::open(&folder)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot keep games in {}: {error}", folder.display())))?;
    engines::return_large_blocks();
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(options.addr).await?;
        let bound = listener.local_addr()?;
        let scheduler = Scheduler::new(available_parallelism().map_or(1, usize::from));
        let budget = MemoryBudget::default();
        tokio::spawn(release_idle(budget.clone()));
        let rooms = Arc::new(Rooms::new(store, scheduler.clone(), budget, options.processes));
        // One core is left for people.
        let jobs = available_parallelism().map_or(1, |cores| usize::from(cores).saturating_sub(1).max(1));
        let hall = Hall::new(&options.data, jobs, options.processes);
        let laboratory = Laboratory::new(&options.data, jobs, options.processes);
        let inn = Inn::new(bound.ip(), options.processes);
        let house = Arc::new(House::new(Arc::clone(&rooms), hall, inn, laboratory, scheduler));
        let closing = Arc::clone(&house);
        if let Some(age) = options.keep_empty {
            tokio::spawn(expire_daily(rooms, age));
        }
        ready(bound);
        let limits = http::Limits::default();
        http::serve(listener, router(house, bound, &limits), limits, told_to_end()).await;
        closing.hall.close();
        closing.laboratory.close();
        Ok(())
    })
}

/// Lets go of engines that nobody has used for a while, for as long as the server runs.
async fn release_idle(budget: MemoryBudget) {
    loop {
        tokio::time::sleep(IDLE_ENGINE / 4).await;
        let budget = budget.clone();
        // Dropping a large table takes a moment.
        let _ = tokio::task::spawn_blocking(move || budget.release_idle(IDLE_ENGINE)).await;
    }
}

fn router(house: Arc<House>, bound: SocketAddr, limits: &http::Limits) -> Router {
    Router::new()
        .merge(pages::routes())
        .fallback(assets::serve)
        .with_state(house)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Intake::new(limits.body), Intake::read))
        .layer(middleware::from_fn_with_state(bound, guard::check))
}

/// Deletes games that nobody has begun to play, now and once a day.
async fn expire_daily(rooms: Arc<Rooms>, age: Duration) {
    loop {
        let rooms = Arc::clone(&rooms);
        // What went wrong today may go right tomorrow.
        let _ = tokio::task::spawn_blocking(move || rooms.expire(age)).await;
        tokio::time::sleep(DAY).await;
    }
}

/// Ctrl-C, or the polite signal of the system.
async fn told_to_end() {
    let interrupted = async {
        // Without such a signal only the other one ends the server.
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
