//! A minimal HTTP and WebSocket client for soak tests of the web server, on plain threads and without dependencies.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than any response may take; a soak test that reaches it has failed.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The longest time to poll for a message.
const POLL: Duration = Duration::from_millis(50);

/// A running `plyground serve` on a free port, with a data folder of its own. It is killed on drop.
pub struct WebServer {
    process: Child,
    host: String,
    data: PathBuf,
}

impl WebServer {
    /// Starts the program.
    pub fn start(binary: &Path) -> Result<Self, String> {
        let data = std::env::temp_dir().join(format!("plyground-soak-{}", std::process::id()));
        let mut command = Command::new(binary);
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(&data);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().map_err(|error| format!("cannot start {}: {error}", binary.display()))?;
        let stdout = process.stdout.take().ok_or("the server has no output")?;
        let mut server = WebServer { process, host: String::new(), data };
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
        let host = line.trim().strip_prefix("http://").ok_or("the server did not print its address")?;
        server.host = host.trim_end_matches('/').to_string();
        Ok(server)
    }

    /// Creates a game and returns its ID.
    pub fn new_game(&self, request_body: &str) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("cannot create a game: {error}");
        let mut line = TcpStream::connect(&self.host).map_err(failed)?;
        line.set_read_timeout(Some(TIMEOUT)).map_err(failed)?;
        let (host, length) = (&self.host, request_body.len());
        let request = format!(
            "POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n{request_body}"
        );
        line.write_all(request.as_bytes()).map_err(failed)?;
        let mut text = String::new();
        line.read_to_string(&mut text).map_err(failed)?;
        let id = text.split_once("\"id\":\"").and_then(|(_, rest)| rest.split_once('"'));
        id.map(|(id, _)| id.to_string()).ok_or_else(|| format!("no game was created: {text}"))
    }

    /// Opens the socket of a game.
    pub fn socket(&self, id: &str) -> Result<Socket, String> {
        Socket::open(&self.host, id).map_err(|error| format!("cannot open the socket of a game: {error}"))
    }

    /// A line such as `VmRSS` of the process status, in megabytes; `None` if the system does not provide it.
    pub fn megabytes(&self, what: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with(what))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
    }
}

impl Drop for WebServer {
    fn drop(&mut self) {
        // The games of a soak test need not be saved.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// The WebSocket of a page.
pub struct Socket {
    line: TcpStream,
    /// Bytes received but not consumed yet.
    bytes: Vec<u8>,
    requests: u64,
}

impl Socket {
    fn open(host: &str, id: &str) -> std::io::Result<Self> {
        let mut line = TcpStream::connect(host)?;
        line.set_nodelay(true)?;
        line.set_read_timeout(Some(TIMEOUT))?;
        // The response to the key is not checked: the status 101 shows that the server speaks the protocol (RFC 6455).
        let request = format!(
            "GET /ws/game/{id} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        line.write_all(request.as_bytes())?;
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") {
            line.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            return Err(std::io::Error::other("the server does not switch protocols"));
        }
        line.set_read_timeout(Some(POLL))?;
        Ok(Socket { line, bytes: Vec::new(), requests: 0 })
    }

    /// Sends a command and waits for its response; other messages go to `other`. Returns the response time.
    pub fn request(&mut self, what: &str, mut other: impl FnMut(&str)) -> Result<Duration, String> {
        self.requests += 1;
        let begun = Instant::now();
        self.send(&format!("{{\"re\":{},{what}}}", self.requests))
            .map_err(|error| format!("lost a socket: {error}"))?;
        let response = format!("\"re\":{}}}", self.requests);
        while begun.elapsed() < TIMEOUT {
            match self.receive()? {
                Some(text) if text.ends_with(&response) => {
                    let took = begun.elapsed();
                    return if text.contains("\"type\":\"error\"") { Err(format!("{what}: {text}")) } else { Ok(took) };
                }
                Some(text) => other(&text),
                None => {}
            }
        }
        Err(format!("no response to {what}"))
    }

    fn send(&mut self, text: &str) -> std::io::Result<()> {
        let length = text.len() as u16; // commands are short
        let mut frame = vec![0x81];
        match length {
            0..126 => frame.push(0x80 | length as u8),
            _ => {
                frame.push(0x80 | 126);
                frame.extend(length.to_be_bytes());
            }
        }
        frame.extend([0; 4]); // a zero mask is valid
        frame.extend(text.as_bytes());
        self.line.write_all(&frame)
    }

    /// The next message, if one arrives soon.
    pub fn receive(&mut self) -> Result<Option<String>, String> {
        let begun = Instant::now();
        loop {
            if let Some(text) = self.take_frame() {
                return Ok(Some(text));
            }
            let mut block = [0; 1 << 16];
            match self.line.read(&mut block) {
                Ok(0) => return Err("the server closed a socket".to_string()),
                Ok(count) => self.bytes.extend_from_slice(&block[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => return Err(format!("lost a socket: {error}")),
            }
            if begun.elapsed() >= POLL && self.bytes.is_empty() {
                return Ok(None);
            }
        }
    }

    /// Removes a complete frame from the received bytes. The server sends every text in one frame.
    fn take_frame(&mut self) -> Option<String> {
        let short = usize::from(*self.bytes.get(1)? & 0x7f);
        let (start, length) = match short {
            126 => (4, usize::from(u16::from_be_bytes(self.bytes.get(2..4)?.try_into().ok()?))),
            127 => (10, u64::from_be_bytes(self.bytes.get(2..10)?.try_into().ok()?) as usize),
            length => (2, length),
        };
        let text = String::from_utf8_lossy(self.bytes.get(start..start + length)?).into_owned();
        self.bytes.drain(..start + length);
        Some(text)
    }
}
