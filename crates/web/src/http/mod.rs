//! The HTTP server: connections are counted, timed out and closed here, before any handler sees a request.
//!
//! `axum::serve` neither limits the time for headers nor the number of connections, so this is a loop of our own around hyper:
//!
//! * a request head must arrive within [`ConnectionLimits::head`]; the same limit closes idle keep-alive connections;
//! * a body must arrive within [`ConnectionLimits::body`] (see [`body`]);
//! * a client that does not read loses its connection after [`ConnectionLimits::stall`] (see [`stall`]);
//! * there are at most [`ConnectionLimits::connections`]. When all are in use, the one that has waited longest for a request is closed for
//!   the new one (see [`connections`]), so unfinished requests cannot lock anyone out.

pub mod body;
mod connections;
mod stall;
#[cfg(test)]
mod tests;

pub use connections::Connection;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use connections::{ConnectionLimiter, TrackedBody};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
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

/// The request head of a browser has a few hundred bytes.
const MAX_HEAD: usize = 16 << 10;
/// Pause after the system refused to accept a connection, usually because there are no file descriptors left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Grace period for requests in flight when the server shuts down.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);
/// The response to connections beyond the limit.
const TOO_MANY_CONNECTIONS: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 45\r\n\
    Connection: close\r\n\r\ntoo many open connections; please retry later";

/// The limits of connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Open connections.
    pub connections: usize,
    /// Open connections per IP address, except this machine, where all users share one address.
    pub per_address: usize,
    /// Time for a request head, from the connection or from the last response.
    pub head: Duration,
    /// Time for a request body.
    pub body: Duration,
    /// Time without progress while a response is written.
    pub stall: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        ConnectionLimits {
            connections: max_connections(),
            per_address: 128,
            head: Duration::from_secs(10),
            body: Duration::from_secs(20),
            stall: Duration::from_secs(20),
        }
    }
}

/// Enough for 200 open games and their pages, but at most half of the file descriptors: games, archives and engines need some too.
fn max_connections() -> usize {
    const DEFAULT: usize = 512;
    #[cfg(unix)]
    {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        files.map_or(DEFAULT, |files| DEFAULT.min((files / 2) as usize).max(1))
    }
    #[cfg(not(unix))]
    DEFAULT
}

/// Serves until `stop` completes, then finishes requests in flight.
pub async fn serve(listener: TcpListener, router: Router, limits: ConnectionLimits, stop: impl Future<Output = ()>) {
    let limiter = ConnectionLimiter::new(limits.connections, limits.per_address);
    let (end, ending) = watch::channel(false);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => accept(&limiter, stream, peer, &router, limits, ending.clone()),
            Err(error) if is_client_error(&error) => {}
            Err(_) => sleep(ACCEPT_PAUSE).await,
        }
    }
    drop((listener, ending));
    end.send_replace(true);
    // Connections that are still busy after the grace period are dropped.
    let _ = timeout(SHUTDOWN_GRACE, end.closed()).await;
}

fn is_client_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}

fn accept(
    limiter: &ConnectionLimiter,
    stream: TcpStream,
    peer: SocketAddr,
    router: &Router,
    limits: ConnectionLimits,
    ending: watch::Receiver<bool>,
) {
    // A response of two small packets must not wait 40 ms for the acknowledgement of the first (Nagle's algorithm).
    let _ = stream.set_nodelay(true); // without it responses are only slower
    match limiter.admit(peer.ip()) {
        Some(connection) => drop(tokio::spawn(serve_connection(stream, connection, router.clone(), limits, ending))),
        None => drop(stream.try_write(TOO_MANY_CONNECTIONS)),
    }
}

/// Handles all requests of one connection.
async fn serve_connection(
    stream: TcpStream,
    connection: Arc<Connection>,
    router: Router,
    limits: ConnectionLimits,
    mut ending: watch::Receiver<bool>,
) {
    let handlers = TowerToHyperService::new(router);
    let active = Arc::clone(&connection);
    let service = service_fn(move |request: Request<Incoming>| {
        let busy = active.busy();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Arc::clone(&active));
        let response = handlers.call(request);
        async move {
            let Ok(response) = response.await;
            // The connection is busy until the last byte of the response has been sent.
            Ok::<_, Infallible>(response.map(|body| TrackedBody::new(body, busy)))
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(MAX_HEAD);
    let io = TokioIo::new(StallGuard::new(stream, limits.stall));
    let mut serving = pin!(http.serve_connection(io, service).with_upgrades());
    tokio::select! {
        // An error is the client's, and there is no one left to tell.
        _ = serving.as_mut() => return,
        () = connection.closed() => return,
        _ = ending.wait_for(|ending| *ending) => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}
