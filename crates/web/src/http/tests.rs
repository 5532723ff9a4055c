//! Slow and hostile clients against the connection loop, with limits small enough for a test.

use super::body::{BodyReader, MAX_BODY};
use super::*;
use axum::middleware;
use axum::routing::{get, post};
use std::io::{Read, Write};
use std::net::TcpStream as Client;
use tokio::sync::oneshot;

const LIMITS: ConnectionLimits = ConnectionLimits {
    connections: 4,
    per_address: 4,
    head: Duration::from_millis(300),
    body: Duration::from_millis(300),
    stall: Duration::from_millis(300),
};

/// A server with three routes. It stops when dropped.
struct Server {
    addr: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    fn start(limits: ConnectionLimits) -> Server {
        let (stop, stopped) = oneshot::channel::<()>();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("for tokio");
        let addr = listener.local_addr().expect("an address");
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(async {
                let router = Router::new()
                    .route("/", get(|| async { "here" }))
                    .route("/echo", post(|body: String| async move { body.len().to_string() }))
                    .route("/large", get(|| async { "x".repeat(64 << 20) }))
                    .layer(middleware::from_fn_with_state(BodyReader::new(limits.body), BodyReader::read));
                let listener = TcpListener::from_std(listener).expect("a listener");
                let stop = async move { drop(stopped.await) };
                serve(listener, router, limits, stop).await;
            });
        });
        Server { addr, stop: Some(stop), thread: Some(thread) }
    }

    fn connect(&self) -> Client {
        let client = Client::connect(self.addr).expect("the server listens");
        // Far longer than every limit: a test that reaches it has failed.
        client.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        client
    }

    /// Sends a text and returns everything received until the connection is closed.
    fn send(&self, text: &str) -> String {
        let mut client = self.connect();
        client.write_all(text.as_bytes()).expect("sent");
        received(&mut client)
    }

    fn get(&self) -> String {
        self.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        self.thread.take().expect("once").join().expect("the server ends");
    }
}

/// Everything received until the connection is closed or reset.
fn received(client: &mut Client) -> String {
    let mut bytes = Vec::new();
    let mut block = [0; 4096];
    loop {
        match client.read(&mut block) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&block[..count]),
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => break,
            Err(error) => panic!("the connection stayed open: {error}"),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn unfinished_requests_do_not_lock_anyone_out() {
    // Without the time limit for heads, only eviction lets new connections in.
    let server = Server::start(ConnectionLimits { head: Duration::from_secs(3600), ..LIMITS });
    let mut halves: Vec<Client> = Vec::new();
    for _ in 0..50 {
        let mut half = server.connect();
        half.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-").expect("sent");
        halves.push(half);
    }
    assert!(server.get().ends_with("here"));
    assert_eq!(received(&mut halves[0]), "", "the oldest connection was closed");
}

#[test]
fn a_missing_head_ends_the_connection() {
    let server = Server::start(LIMITS);
    let mut silent = server.connect();
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\n").expect("sent");
    let begun = std::time::Instant::now();
    // A line now and then does not help: the limit is for the whole head.
    while begun.elapsed() < 2 * LIMITS.head {
        let _ = slow.write_all(b"X-More: of this\r\n"); // closed at some point
        std::thread::sleep(Duration::from_millis(20));
    }
    received(&mut slow);
    assert_eq!(received(&mut silent), "");
    let mut kept = server.connect();
    kept.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
    assert!(received(&mut kept).ends_with("here"), "an idle connection is closed after its response");
}

#[test]
fn a_missing_body_is_rejected() {
    let server = Server::start(LIMITS);
    let slow = server.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nConnection: close\r\n\r\nabc");
    assert!(slow.starts_with("HTTP/1.1 408 ") && slow.contains("did not arrive within"), "{slow}");
    let whole = server.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc");
    assert!(whole.starts_with("HTTP/1.1 200 ") && whole.ends_with("\r\n3"), "{whole}");
    let large = MAX_BODY + 1;
    let large = format!("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: {large}\r\nConnection: close\r\n\r\n");
    assert!(server.send(&large).starts_with("HTTP/1.1 413 "));
}

#[test]
fn a_chunked_body_has_the_same_limit() {
    let server = Server::start(ConnectionLimits { body: Duration::from_secs(30), ..LIMITS });
    let mut client = server.connect();
    client
        .write_all(b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        .expect("sent");
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..=MAX_BODY / 0x10000 {
        if client.write_all(chunk.as_bytes()).is_err() {
            break; // already rejected
        }
    }
    assert!(received(&mut client).starts_with("HTTP/1.1 413 "));
}

#[test]
fn a_client_that_does_not_read_loses_its_connection() {
    // Unread responses occupy all slots, and the fifth client is rejected until they time out.
    let server = Server::start(LIMITS);
    let mut greedy: Vec<Client> = (0..4).map(|_| server.connect()).collect();
    for client in &mut greedy {
        client.write_all(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
    }
    let begun = std::time::Instant::now();
    while !server.get().ends_with("here") {
        assert!(begun.elapsed() < Duration::from_secs(60), "unread responses never time out");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn malformed_requests_are_rejected_or_dropped_and_the_server_continues() {
    let server = Server::start(LIMITS);
    let endless = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(2 * MAX_HEAD));
    let many = format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "A: b\r\n".repeat(1000));
    for text in [
        "\0\0\0\0\r\n\r\n",
        "GET\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        &endless,
        &many,
    ] {
        let response = server.send(text);
        assert!(
            response.is_empty() || response.starts_with("HTTP/1.1 4"),
            "{:?}: {response:?}",
            &text[..text.len().min(60)]
        );
    }
    assert!(server.get().ends_with("here"));
}

#[test]
fn a_request_in_flight_is_answered_before_the_server_stops() {
    let (started, wait) = std::sync::mpsc::channel();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("for tokio");
    let addr = listener.local_addr().expect("an address");
    let (stop, stopped) = oneshot::channel::<()>();
    let thread = std::thread::spawn(move || {
        tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
            let page = move || {
                let started = started.clone();
                async move {
                    started.send(()).expect("the test waits");
                    sleep(Duration::from_millis(100)).await;
                    "late"
                }
            };
            let listener = TcpListener::from_std(listener).expect("a listener");
            serve(listener, Router::new().route("/", get(page)), LIMITS, async { drop(stopped.await) }).await;
        });
    });
    let mut client = Client::connect(addr).expect("the server listens");
    client.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
    wait.recv().expect("the handler runs");
    drop(stop);
    assert!(received(&mut client).ends_with("late"));
    thread.join().expect("the server ends");
}
