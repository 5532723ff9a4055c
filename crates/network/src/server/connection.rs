//! The connection to one seat. One thread reads and one writes, so a slow client never blocks the referee.

use crate::wire::{Decoder, Endpoint, Message};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a client gets no more messages, as it reads after its name.
#[derive(Debug, Error)]
enum WriteError {
    #[error("does not read what it is sent")]
    Ignored,
    #[error("lost the connection ({0})")]
    Lost(io::Error),
}

/// A client that takes no message for this long counts as gone.
const WRITE_LIMIT: Duration = Duration::from_secs(10);
/// How long a client may take to read the last message and hang up. Closing at once would discard what it has not
/// read yet if it happens to be sending something.
const LINGER: Duration = Duration::from_secs(2);
/// How often a thread that waits on its socket checks whether the connection was closed.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Something that happened on a seat's connection.
#[derive(Debug)]
pub(super) struct SeatEvent {
    /// Which seat.
    pub(super) seat: usize,
    /// When it was read.
    pub(super) at: Instant,
    /// What happened.
    pub(super) kind: SeatEventKind,
}

/// What can happen on a connection.
#[derive(Debug)]
pub(super) enum SeatEventKind {
    /// The client sent a message.
    Message(Message),
    /// The connection is unusable from now on, for this reason.
    Failed(String),
}

/// A seat's connection.
#[derive(Debug)]
pub(super) struct Connection {
    outbox: Sender<Arc<[u8]>>,
    closed: Arc<OnceLock<Instant>>,
    threads: [JoinHandle<()>; 2],
}

/// A connection that is being closed.
#[derive(Debug)]
pub(super) struct ClosingConnection([JoinHandle<()>; 2]);

impl Connection {
    /// Starts the reader and the writer of an accepted stream.
    pub(super) fn open(seat: usize, stream: TcpStream, inbox: &SyncSender<SeatEvent>) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(POLL_INTERVAL))?;
        stream.set_write_timeout(Some(POLL_INTERVAL))?;
        let (outbox, messages) = mpsc::channel();
        let closed = Arc::new(OnceLock::new());
        let worker = |stream| ConnectionWorker { seat, stream, inbox: inbox.clone(), closed: Arc::clone(&closed) };
        let (mut reading, mut writing) = (worker(stream.try_clone()?), worker(stream));
        let threads =
            [std::thread::spawn(move || reading.read()), std::thread::spawn(move || writing.write(&messages))];
        Ok(Connection { outbox, closed, threads })
    }

    /// Queues a message; the writer sends it as soon as the client reads.
    pub(super) fn send(&self, bytes: &Arc<[u8]>) {
        // A writer that has given up has reported it.
        let _ = self.outbox.send(Arc::clone(bytes));
    }

    /// Closes the connection after the queue is empty. Whatever the client sends from now on is ignored.
    pub(super) fn close(self) -> ClosingConnection {
        let _ = self.closed.set(Instant::now());
        ClosingConnection(self.threads)
    }
}

impl ClosingConnection {
    /// Waits until the connection has ended, which takes a few seconds at most.
    pub(super) fn wait(self) {
        for thread in self.0 {
            let _ = thread.join();
        }
    }
}

/// What either of the two threads works with.
struct ConnectionWorker {
    seat: usize,
    stream: TcpStream,
    inbox: SyncSender<SeatEvent>,
    closed: Arc<OnceLock<Instant>>,
}

impl ConnectionWorker {
    fn read(&mut self) {
        let mut decoder = Decoder::new(Endpoint::Server);
        let mut bytes = [0; 4096];
        let mut is_valid = true;
        while !self.is_expired() {
            match self.stream.read(&mut bytes) {
                Ok(0) => return self.fail("closed the connection"),
                Ok(count) if is_valid => {
                    decoder.feed(&bytes[..count]);
                    is_valid = self.deliver(&mut decoder);
                }
                // After an invalid message the rest is read and discarded until the connection ends.
                Ok(_) => {}
                Err(error) if is_transient(&error) => {}
                Err(error) => return self.fail(&format!("lost the connection ({error})")),
            }
        }
    }

    /// Passes complete messages to the referee; false after an invalid one.
    fn deliver(&mut self, decoder: &mut Decoder) -> bool {
        let at = Instant::now();
        loop {
            match decoder.next() {
                Ok(None) => return true,
                Ok(Some(message)) => self.report(at, SeatEventKind::Message(message)),
                Err(error) => {
                    self.report(at, SeatEventKind::Failed(format!("sent {error}")));
                    return false;
                }
            }
        }
    }

    fn write(&mut self, messages: &Receiver<Arc<[u8]>>) {
        for message in messages {
            if let Err(error) = self.write_one(&message) {
                self.fail(&error.to_string());
                break;
            }
        }
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    fn write_one(&mut self, message: &[u8]) -> Result<(), WriteError> {
        let begun = Instant::now();
        let mut rest = message;
        while !rest.is_empty() {
            if self.is_expired() || begun.elapsed() > WRITE_LIMIT {
                return Err(WriteError::Ignored);
            }
            match self.stream.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if is_transient(&error) => {}
                Err(error) => return Err(WriteError::Lost(error)),
            }
        }
        Ok(())
    }

    /// Whether a closed connection has used up its linger time.
    fn is_expired(&self) -> bool {
        self.closed.get().is_some_and(|closed| closed.elapsed() > LINGER)
    }

    fn fail(&self, reason: &str) {
        self.report(Instant::now(), SeatEventKind::Failed(reason.to_string()));
    }

    fn report(&self, at: Instant, kind: SeatEventKind) {
        if self.closed.get().is_none() {
            // The receiver is gone after the end of the game.
            let _ = self.inbox.send(SeatEvent { seat: self.seat, at, kind });
        }
    }
}

/// Whether the operation may succeed when it is tried again.
fn is_transient(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
