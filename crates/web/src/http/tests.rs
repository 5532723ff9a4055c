//! Hostile and slow clients against the connection loop, with limits small enough for a test.

use super::intake::{Intake, LARGEST_BODY};
use super::*;
use axum::middleware;
use axum::routing::{get, post};
use std::io::{Read, Write};
use std::net::TcpStream as Client;
use tokio::sync::oneshot;

const LIMITS: Limits = Limits {
    connections: 4,
    per_address: 4,
    head: Duration::from_millis(300),
    body: Duration::from_millis(300),
    stall: Duration::from_millis(300),
};

/// A server of three pages. It ends with the value.
struct Server {
    addr: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    fn start(limits: Limits) -> Server {
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
                    .layer(middleware::from_fn_with_state(Intake::new(limits.body), Intake::read));
                let listener = TcpListener::from_std(listener).expect("a listener");
                let stop = async move { drop(stopped.await) };
                serve(listener, router, limits, stop).await;
            });
        });
        Server { addr, stop: Some(stop), thread: Some(thread) }
    }

    fn connect(&self) -> Client {
        let client = Client::connect(self.addr).expect("somebody listens");
        // Far longer than every limit: a test that runs into it has failed.
        client.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        client
    }

    /// Says this and returns everything that is answered until the connection is closed.
    fn ask(&self, text: &str) -> String {
        let mut client = self.connect();
        client.write_all(text.as_bytes()).expect("said");
        heard(&mut client)
    }

    fn get(&self) -> String {
        self.ask("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        self.thread.take().expect("once").join().expect("the server ends");
    }
}

/// Everything until the connection is closed, whether politely or not.
fn heard(client: &mut Client) -> String {
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
fn half_requests_do_not_lock_anybody_out() {
    // Without this limit nothing but room made for the newcomer lets them in.
    let server = Server::start(Limits { head: Duration::from_secs(3600), ..LIMITS });
    let mut halves: Vec<Client> = Vec::new();
    for _ in 0..50 {
        let mut half = server.connect();
        half.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-").expect("said");
        halves.push(half);
    }
    assert!(server.get().ends_with("here"));
    assert_eq!(heard(&mut halves[0]), "", "the oldest half request made room");
}

#[test]
fn a_head_that_does_not_come_ends_the_connection() {
    let server = Server::start(LIMITS);
    let mut silent = server.connect();
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\n").expect("said");
    let begun = std::time::Instant::now();
    // A line now and then does not help: the limit is for the whole head.
    while begun.elapsed() < 2 * LIMITS.head {
        let _ = slow.write_all(b"X-More: of this\r\n"); // closed at some time
        std::thread::sleep(Duration::from_millis(20));
    }
    heard(&mut slow);
    assert_eq!(heard(&mut silent), "");
    let mut kept = server.connect();
    kept.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("said");
    assert!(heard(&mut kept).ends_with("here"), "an idle connection is closed after its answer");
}

#[test]
fn a_body_that_does_not_come_is_refused() {
    let server = Server::start(LIMITS);
    let slow = server.ask("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nConnection: close\r\n\r\nabc");
    assert!(slow.starts_with("HTTP/1.1 408 ") && slow.contains("did not arrive within"), "{slow}");
    let whole = server.ask("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc");
    assert!(whole.starts_with("HTTP/1.1 200 ") && whole.ends_with("\r\n3"), "{whole}");
    let large = LARGEST_BODY + 1;
    let large = format!("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: {large}\r\nConnection: close\r\n\r\n");
    assert!(server.ask(&large).starts_with("HTTP/1.1 413 "));
}

#[test]
fn a_chunked_body_has_the_same_limit() {
    let server = Server::start(Limits { body: Duration::from_secs(30), ..LIMITS });
    let mut client = server.connect();
    client
        .write_all(b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        .expect("said");
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..=LARGEST_BODY / 0x10000 {
        if client.write_all(chunk.as_bytes()).is_err() {
            break; // refused already
        }
    }
    assert!(heard(&mut client).starts_with("HTTP/1.1 413 "));
}

#[test]
fn a_client_that_does_not_read_loses_its_connection() {
    // All slots are taken by answers that nobody reads, and the fifth client is refused until they are given up.
    let server = Server::start(LIMITS);
    let mut greedy: Vec<Client> = (0..4).map(|_| server.connect()).collect();
    for client in &mut greedy {
        client.write_all(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n").expect("said");
    }
    let begun = std::time::Instant::now();
    while !server.get().ends_with("here") {
        assert!(begun.elapsed() < Duration::from_secs(60), "answers that nobody reads are never given up");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn nonsense_is_answered_or_cut_off_and_the_server_goes_on() {
    let server = Server::start(LIMITS);
    let endless = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(2 * LARGEST_HEAD));
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
        let said = server.ask(text);
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 4"), "{:?}: {said:?}", &text[..text.len().min(60)]);
    }
    assert!(server.get().ends_with("here"));
}

#[test]
fn a_request_in_flight_is_answered_before_the_server_ends() {
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
                    started.send(()).expect("somebody waits");
                    sleep(Duration::from_millis(100)).await;
                    "late"
                }
            };
            let listener = TcpListener::from_std(listener).expect("a listener");
            serve(listener, Router::new().route("/", get(page)), LIMITS, async { drop(stopped.await) }).await;
        });
    });
    let mut client = Client::connect(addr).expect("somebody listens");
    client.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("said");
    wait.recv().expect("the page is asked");
    drop(stop);
    assert!(heard(&mut client).ends_with("late"));
    thread.join().expect("the server ends");
}
