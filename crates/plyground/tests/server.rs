//! The real server against hostile clients. Single limits are tested in `crates/web/src/http/tests.rs`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A running `plyground serve`, killed at the end of its test.
struct Server {
    process: Child,
    /// Address and port.
    host: String,
    _data: TempDir,
}

impl Server {
    fn start() -> Server {
        let data = tempfile::tempdir().expect("a temporary folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyground"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(data.path());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("piped")).read_line(&mut line).expect("a first line");
        let host = line.trim().trim_end_matches('/').trim_start_matches("http://").to_string();
        Server { process, host, _data: data }
    }

    fn connect(&self) -> TcpStream {
        let line = TcpStream::connect(&self.host).expect("the server listens");
        line.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        line
    }

    /// Sends a request with these headers and returns the whole response.
    fn ask(&self, first: &str, headers: &str, body: &str) -> String {
        let mut line = self.connect();
        let length = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        write!(line, "{first} HTTP/1.1\r\n{headers}{length}Connection: close\r\n\r\n{body}").expect("sent");
        let mut text = String::new();
        line.read_to_string(&mut text).expect("received");
        text
    }

    fn host_header(&self) -> String {
        format!("Host: {}\r\n", self.host)
    }

    fn new_game(&self) -> String {
        let headers = format!("{}Content-Type: application/json\r\n", self.host_header());
        let made = self.ask("POST /api/games", &headers, r#"{"game": "isola", "seats": ["human", "human"]}"#);
        let (_, id) = made.split_once(r#""id":""#).unwrap_or_else(|| panic!("no game: {made}"));
        id[..32].to_string()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn eleven_hundred_unfinished_requests_lock_no_one_out() {
    let server = Server::start();
    let id = server.new_game();
    let mut page = server.connect();
    write!(
        page,
        "GET /ws/game/{id} HTTP/1.1\r\n{}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.host_header()
    )
    .expect("sent");
    let mut begin = [0; 12];
    page.read_exact(&mut begin).expect("received");
    assert_eq!(&begin, b"HTTP/1.1 101");
    let halves: Vec<TcpStream> = (0..1100)
        .map(|_| {
            let mut half = server.connect();
            // The server may already have closed it for a later one.
            let _ = half.write_all(b"GET / HTTP/1.1\r\nHost: ");
            half
        })
        .collect();
    let catalog = server.ask("GET /api/catalog", &server.host_header(), "");
    assert!(catalog.starts_with("HTTP/1.1 200 "), "{}", &catalog[..catalog.len().min(200)]);
    // The socket of the open game was not closed for the new connections: a ping is answered.
    page.write_all(&[0x89, 0x80, 0, 0, 0, 0]).expect("sent");
    let mut byte = [0];
    loop {
        page.read_exact(&mut byte).expect("the socket lives");
        if byte == [0x8a] {
            break;
        }
    }
    drop(halves);
}

#[test]
fn a_request_that_names_two_hosts_is_refused() {
    let server = Server::start();
    let ours = server.host_header();
    let foreign = "Host: evil.example\r\n".to_string();
    let status = |first: &str, headers: &str| {
        let answer = server.ask(first, headers, "");
        answer.split_whitespace().nth(1).map(String::from).unwrap_or_default()
    };
    assert_eq!(status("GET /api/catalog", &ours), "200");
    assert_eq!(status("GET /api/catalog", &format!("{ours}{foreign}")), "400");
    assert_eq!(status("GET /api/catalog", &format!("{foreign}{ours}")), "400");
    assert_eq!(status("GET /api/catalog", &foreign), "403");
    assert_eq!(status("GET http://evil.example/api/catalog", &ours), "400");
    assert_eq!(status(&format!("GET http://{}/api/catalog", server.host), &ours), "200");
}
