//! The server's side of HTTP: connections are counted, timed and closed here, before any page sees a request.
//!
//! `axum::serve` neither times headers nor counts connections, so this is a loop of our own around hyper:
//!
//! * a request head must arrive within [`Limits::head`]; the same limit closes idle kept-alive connections;
//! * a body must arrive within [`Limits::body`] (see [`intake`]);
//! * a client that does not read loses its connection after [`Limits::stall`] (see [`stall`]);
//! * there are at most [`Limits::connections`]. When all are taken, the one that has waited longest for a request is closed
//!   for the newcomer (see [`slots`]): half a request cannot keep anybody out.

pub mod intake;
mod slots;
mod stall;
#[cfg(test)]
mod tests;

pub use slots::Connection;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use slots::{Slots, Tracked};
use stall::StallGuard;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// A request head of a browser has a few hundred bytes.
const LARGEST_HEAD: usize = 16 << 10;
/// How long to wait after the system refused to accept a connection, mostly because there are no file descriptors left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// What requests in flight may still take when the server ends.
const LAST_ANSWERS: Duration = Duration::from_secs(1);
/// Said in plain bytes to connections that there is no room for.
const NO_ROOM: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 47\r\n\
    Connection: close\r\n\r\nthe server has no connection left; try it later";

/// What connections may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at a time.
    pub connections: usize,
    /// Connections of one address at a time, unless it is this machine, where all users share one address.
    pub per_address: usize,
    /// Time for the head of a request, from the connection or from the last answer on.
    pub head: Duration,
    /// Time for the body of a request.
    pub body: Duration,
    /// Time without progress while an answer is written.
    pub stall: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            connections: most_connections(),
            per_address: 128,
            head: Duration::from_secs(10),
            body: Duration::from_secs(20),
            stall: Duration::from_secs(20),
        }
    }
}

/// Enough for 200 open games and their pages, and never more than half of the file descriptors: games, archives and engines
/// need some, too.
fn most_connections() -> usize {
    const USUAL: usize = 512;
    #[cfg(unix)]
    {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        files.map_or(USUAL, |files| USUAL.min((files / 2) as usize).max(1))
    }
    #[cfg(not(unix))]
    USUAL
}

/// Serves until `stop` is ready, then lets requests in flight end.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: impl Future<Output = ()>) {
    let slots = Slots::new(limits.connections, limits.per_address);
    let (end, ending) = watch::channel(false);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => admit(&slots, stream, peer, &router, limits, ending.clone()),
            Err(error) if is_of_the_client(&error) => {}
            Err(_) => sleep(ACCEPT_PAUSE).await,
        }
    }
    drop((listener, ending));
    end.send_replace(true);
    // Whoever has not finished by then is cut off.
    let _ = timeout(LAST_ANSWERS, end.closed()).await;
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}

fn admit(
    slots: &Slots,
    stream: TcpStream,
    peer: SocketAddr,
    router: &Router,
    limits: Limits,
    ending: watch::Receiver<bool>,
) {
    // An answer of two small messages must not wait until the first one has been acknowledged, which takes 40 ms.
    let _ = stream.set_nodelay(true); // slower without, but not wrong
    match slots.take(peer.ip()) {
        Some(connection) => drop(tokio::spawn(converse(stream, connection, router.clone(), limits, ending))),
        None => drop(stream.try_write(NO_ROOM)),
    }
}

/// All requests of one connection.
async fn converse(
    stream: TcpStream,
    connection: Arc<Connection>,
    router: Router,
    limits: Limits,
    mut ending: watch::Receiver<bool>,
) {
    let pages = TowerToHyperService::new(router);
    let answering = Arc::clone(&connection);
    let service = service_fn(move |request: Request<Incoming>| {
        let busy = answering.busy();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Arc::clone(&answering));
        let answer = pages.call(request);
        async move {
            let Ok(response) = answer.await;
            // The connection is busy until the last byte of the answer has left.
            Ok::<_, Infallible>(response.map(|body| Tracked::new(body, busy)))
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(LARGEST_HEAD);
    let io = TokioIo::new(StallGuard::new(stream, limits.stall));
    let mut talk = pin!(http.serve_connection(io, service).with_upgrades());
    tokio::select! {
        // An error is the client's: there is nobody left to tell.
        _ = talk.as_mut() => return,
        () = connection.closed() => return,
        _ = ending.wait_for(|ending| *ending) => talk.as_mut().graceful_shutdown(),
    }
    let _ = talk.await;
}
