//! A server as a process, and a page without a browser: plain HTTP, and the part of RFC 6455 that the tests need.
#![allow(dead_code)] // not every test file needs everything

use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Long enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A running `plyground serve`, killed at the end of its test.
pub struct Server {
    process: Child,
    /// Address and port.
    pub host: String,
}

impl Server {
    /// Starts one on a free port, with this data folder.
    pub fn start(data: &Path) -> Server {
        Server::start_below(&[], data)
    }

    /// Starts a server through another program with these arguments, such as `nice`.
    pub fn start_below(words: &[&OsStr], data: &Path) -> Server {
        let binary = OsStr::new(env!("CARGO_BIN_EXE_plyground"));
        let all: Vec<&OsStr> = words.iter().copied().chain([binary]).collect();
        let mut command = Command::new(all[0]);
        command.args(&all[1..]).args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(data);
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("piped")).read_line(&mut line).expect("a first line");
        let host = line.trim().trim_end_matches('/').trim_start_matches("http://").to_string();
        assert!(host.starts_with("127.0.0.1:"), "the server said `{line}`");
        Server { process, host }
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Kills the server.
    pub fn kill(mut self) {
        self.process.kill().expect("SIGKILL");
        self.process.wait().expect("it is gone");
    }

    /// Sends a request and returns the status and the response.
    pub fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let mut line = TcpStream::connect(&self.host).expect("the server listens");
        line.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (host, length) = (&self.host, body.len());
        write!(
            line,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        )
        .expect("sent");
        let mut text = String::new();
        line.read_to_string(&mut text).expect("received");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text}"));
        let status = head.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a status");
        (status, serde_json::from_str(body).unwrap_or_default())
    }

    /// Creates a game and returns its ID.
    pub fn new_game(&self, request: &Value) -> String {
        let (status, answer) = self.ask("POST", "/api/games", request);
        assert_eq!(status, 200, "{answer}");
        answer["id"].as_str().expect("an address").to_string()
    }

    /// Opens the socket of a game.
    pub fn open(&self, id: &str) -> Page {
        let mut line = TcpStream::connect(&self.host).expect("the server listens");
        line.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        line.set_nodelay(true).expect("no delay");
        let host = &self.host;
        write!(
            line,
            "GET /ws/game/{id} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        .expect("sent");
        let mut reader = BufReader::new(line.try_clone().expect("a second handle"));
        let mut header = String::new();
        reader.read_line(&mut header).expect("received");
        assert!(header.starts_with("HTTP/1.1 101"), "{header}");
        while header.trim() != "" {
            header.clear();
            reader.read_line(&mut header).expect("received");
        }
        Page { line, reader, asked: 0 }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The socket of a game.
pub struct Page {
    line: TcpStream,
    reader: BufReader<TcpStream>,
    asked: u64,
}

impl Page {
    /// The next message; `None` when the server closes the socket or is gone.
    pub fn receive(&mut self) -> Option<Value> {
        loop {
            let mut head = [0; 2];
            self.reader.read_exact(&mut head).ok()?;
            let mut length = u64::from(head[1] & 0x7f);
            if length >= 126 {
                let mut bytes = [0; 8];
                let size = if length == 126 { 2 } else { 8 };
                self.reader.read_exact(&mut bytes[8 - size..]).ok()?;
                length = u64::from_be_bytes(bytes);
            }
            let mut content = vec![0; length as usize];
            self.reader.read_exact(&mut content).ok()?;
            match head[0] & 0x0f {
                1 => return Some(serde_json::from_slice(&content).expect("a message is JSON")),
                8 => return None,
                _ => {}
            }
        }
    }

    /// Sends a command without waiting for the response, which will carry the returned number.
    pub fn send(&mut self, command: &Value) -> u64 {
        self.asked += 1;
        let mut command = command.clone();
        command["re"] = json!(self.asked);
        let text = command.to_string();
        let mut frame = vec![0x81];
        match text.len() {
            short @ 0..126 => frame.push(0x80 | short as u8),
            long => {
                frame.push(0x80 | 126);
                frame.extend((long as u16).to_be_bytes());
            }
        }
        frame.extend([0; 4]); // a zero mask is valid
        frame.extend(text.as_bytes());
        // If the server was killed, the missing response shows it.
        let _ = self.line.write_all(&frame);
        self.asked
    }

    /// Sends a command and returns its response; states received in between are passed to `watch`.
    pub fn ask(&mut self, command: &Value, mut watch: impl FnMut(&Value)) -> Value {
        let number = self.send(command);
        loop {
            let message = self.receive().expect("the server answers");
            if message["re"] == json!(number) {
                return message;
            }
            if message["type"] == "state" {
                watch(&message["state"]);
            }
        }
    }

    /// The next state for which `passes` returns true.
    pub fn state(&mut self, mut passes: impl FnMut(&Value) -> bool) -> Value {
        loop {
            let message = self.receive().expect("the server sends a state");
            if message["type"] == "state" && passes(&message["state"]) {
                return message["state"].clone();
            }
        }
    }
}
