//! A running process, its three pipes, and a thread for each, so that nothing it does can hold us up.

use crate::group::{self, Ending, Guard};
use crate::transcript::Transcript;
use plyground_protocol::lines::Lines;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// What is read at once.
const CHUNK: usize = 8 * 1024;
/// So many chunks wait to be looked at; then the process has to wait, and a flood stops by itself.
const CHUNKS: usize = 64;
/// Lines on standard error are cut here.
const LONGEST_COMPLAINT: usize = 1024;
/// How often a process that should end is looked at.
const GLANCE: Duration = Duration::from_millis(2);

/// How long the last words of a process that has ended may still be on their way.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// What came from the process.
pub(crate) enum Output {
    /// Some bytes.
    Bytes(Vec<u8>),
    /// Nothing yet.
    Nothing,
    /// Nothing ever again.
    Closed,
}

/// A running process. It is killed when this value is dropped.
pub(crate) struct Child {
    process: std::process::Child,
    /// Kills the process should we be killed; ended before the process is buried, so that it never meets a stranger of the
    /// same number.
    guard: Option<Guard>,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    /// Closed when standard error is.
    complaints: Receiver<()>,
    transcript: Transcript,
}

impl Child {
    /// Starts a program with arguments; the error is the system's word for what went wrong.
    pub(crate) fn start(words: &[String], transcript: Transcript) -> Result<Self, std::io::Error> {
        let (program, arguments) = words.split_first().expect("a command has a program");
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::own_group(&mut command);
        let mut process = command.spawn()?;
        let guard = Guard::of(&process);
        let (input, to_write) = channel();
        let (to_read, output) = sync_channel(CHUNKS);
        let (open, complaints) = channel();
        if let Some(pipe) = process.stdin.take() {
            thread::spawn(move || write_all(pipe, &to_write));
        }
        if let Some(pipe) = process.stdout.take() {
            thread::spawn(move || read_all(pipe, &to_read));
        }
        if let Some(pipe) = process.stderr.take() {
            let transcript = transcript.clone();
            thread::spawn(move || {
                take_notes(pipe, &transcript);
                drop(open);
            });
        }
        Ok(Child { process, guard, input: Some(input), output, complaints, transcript })
    }

    /// Hands a line to the writing thread. Whether the process reads it shows when it answers.
    pub(crate) fn write(&self, line: &str) {
        self.transcript.note('>', line);
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n").into_bytes());
        }
    }

    /// Closes its standard input, once everything written has gone out.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits at most this long for output.
    pub(crate) fn read(&self, deadline: Duration) -> Output {
        match self.output.recv_timeout(deadline) {
            Ok(bytes) => Output::Bytes(bytes),
            Err(RecvTimeoutError::Timeout) => Output::Nothing,
            Err(RecvTimeoutError::Disconnected) => Output::Closed,
        }
    }

    /// Waits at most this long for it to end, and says how it did.
    pub(crate) fn ending(&mut self, deadline: Duration) -> Option<Ending> {
        let begun = Instant::now();
        loop {
            let ending = group::ending(&mut self.process);
            if ending.is_some() || begun.elapsed() >= deadline {
                return ending;
            }
            // Nobody listens any more, but a process that cannot write cannot end either.
            while self.output.try_recv().is_ok() {}
            thread::sleep(GLANCE);
        }
    }

    /// The last lines of the conversation. Of a process that has ended, this waits a moment for its last words.
    pub(crate) fn last_lines(&mut self) -> Vec<String> {
        if group::ending(&mut self.process).is_some() {
            let _ = self.complaints.recv_timeout(LAST_WORDS);
        }
        self.transcript.last_lines()
    }

    /// Notes what it said.
    pub(crate) fn received(&self, line: &str) {
        self.transcript.note('<', line);
    }

    /// Its number, for people.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.guard = None;
        group::kill(&mut self.process);
    }
}

fn write_all(mut pipe: impl Write, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if pipe.write_all(&line).and_then(|()| pipe.flush()).is_err() {
            return; // it does not listen any more; its silence will tell
        }
    }
}

fn read_all(mut pipe: impl Read, chunks: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; CHUNK];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => {
                if chunks.send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

fn take_notes(mut pipe: impl Read, transcript: &Transcript) {
    let mut buffer = vec![0; CHUNK];
    let mut lines = Lines::new(LONGEST_COMPLAINT);
    let mut complete = Vec::new();
    while let Ok(length @ 1..) = pipe.read(&mut buffer) {
        lines.feed(&buffer[..length], &mut complete);
        for line in complete.drain(..) {
            transcript.note('!', line.text());
        }
    }
    if let Some(line) = lines.finish() {
        transcript.note('!', line.text());
    }
}
