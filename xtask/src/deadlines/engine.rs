//! An engine as a process that is talked to in lines.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// An engine that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine. It is killed when this value is dropped.
pub(super) struct Engine {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    pub(super) fn start(binary: &Path, words: &[&str]) -> Result<Self, String> {
        let mut command = Command::new(binary);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().map_err(|error| format!("cannot start {}: {error}", binary.display()))?;
        let (input, output) = process.stdin.take().zip(process.stdout.take()).ok_or("a process without pipes")?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Engine { process, input, lines })
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|error| format!("an engine does not listen: {error}"))
    }

    pub(super) fn hear(&mut self) -> Result<String, String> {
        self.lines.recv_timeout(PATIENCE).map_err(|_| "an engine says nothing".to_string())
    }

    /// The rest of the first line that begins like this.
    pub(super) fn expect(&mut self, beginning: &str) -> Result<String, String> {
        loop {
            if let Some(rest) = self.hear()?.strip_prefix(beginning) {
                return Ok(rest.trim().to_string());
            }
        }
    }

    pub(super) fn ask(&mut self, line: &str, beginning: &str) -> Result<String, String> {
        self.say(line)?;
        self.expect(beginning)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // One that has ended already is not there to be killed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
