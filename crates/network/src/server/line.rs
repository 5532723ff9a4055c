//! The connection to one seat: a thread that reads, a thread that writes, and nobody who waits for either.

use crate::wire::{Decoder, Hearer, Message};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A client that does not take a message for so long has gone.
const WRITE_LIMIT: Duration = Duration::from_secs(10);
/// After the last message a client has so long to read it and to hang up itself. Closing at once would throw away what
/// it has not read yet, if it is just sending something.
const LINGER: Duration = Duration::from_secs(2);
/// How often a thread that waits for its socket looks up.
const LOOK_UP: Duration = Duration::from_millis(100);

/// What a seat has done.
#[derive(Debug)]
pub(super) struct Heard {
    /// Which seat.
    pub(super) seat: usize,
    /// When it was read.
    pub(super) at: Instant,
    /// What.
    pub(super) what: Deed,
}

/// What a client can do.
#[derive(Debug)]
pub(super) enum Deed {
    /// It said something.
    Said(Message),
    /// It cannot be played with any more, for this reason.
    Failed(String),
}

/// A seat's connection.
#[derive(Debug)]
pub(super) struct Line {
    outbox: Sender<Arc<[u8]>>,
    closed: Arc<OnceLock<Instant>>,
    threads: [JoinHandle<()>; 2],
}

/// A connection on its way out.
#[derive(Debug)]
pub(super) struct Farewell([JoinHandle<()>; 2]);

impl Line {
    /// Takes over a connection.
    pub(super) fn open(seat: usize, stream: TcpStream, inbox: &SyncSender<Heard>) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(LOOK_UP))?;
        stream.set_write_timeout(Some(LOOK_UP))?;
        let (outbox, messages) = mpsc::channel();
        let closed = Arc::new(OnceLock::new());
        let end = |stream| End { seat, stream, inbox: inbox.clone(), closed: Arc::clone(&closed) };
        let (mut reading, mut writing) = (end(stream.try_clone()?), end(stream));
        let threads =
            [std::thread::spawn(move || reading.read()), std::thread::spawn(move || writing.write(&messages))];
        Ok(Line { outbox, closed, threads })
    }

    /// Sends a message as soon as the client takes it.
    pub(super) fn say(&self, bytes: &Arc<[u8]>) {
        // A writer that has given up has reported it.
        let _ = self.outbox.send(Arc::clone(bytes));
    }

    /// Hangs up after everything has been said. What the client says from now on is not heard.
    pub(super) fn close(self) -> Farewell {
        let _ = self.closed.set(Instant::now());
        Farewell(self.threads)
    }
}

impl Farewell {
    /// Waits until the connection has ended, which takes a few seconds at most.
    pub(super) fn wait(self) {
        for thread in self.0 {
            let _ = thread.join();
        }
    }
}

/// One of the two threads.
struct End {
    seat: usize,
    stream: TcpStream,
    inbox: SyncSender<Heard>,
    closed: Arc<OnceLock<Instant>>,
}

impl End {
    fn read(&mut self) {
        let mut decoder = Decoder::new(Hearer::Server);
        let mut bytes = [0; 4096];
        let mut is_heard = true;
        while !self.is_past() {
            match self.stream.read(&mut bytes) {
                Ok(0) => return self.fail("closed the connection"),
                Ok(count) if is_heard => {
                    decoder.feed(&bytes[..count]);
                    is_heard = self.pass_on(&mut decoder);
                }
                // After nonsense nothing is heard, but everything read until the connection ends.
                Ok(_) => {}
                Err(error) if is_passing(&error) => {}
                Err(error) => return self.fail(&format!("lost the connection ({error})")),
            }
        }
    }

    /// Hands over what is complete; false after nonsense.
    fn pass_on(&mut self, decoder: &mut Decoder) -> bool {
        let at = Instant::now();
        loop {
            match decoder.next() {
                Ok(None) => return true,
                Ok(Some(message)) => self.tell(at, Deed::Said(message)),
                Err(error) => {
                    self.tell(at, Deed::Failed(format!("sent {error}")));
                    return false;
                }
            }
        }
    }

    fn write(&mut self, messages: &Receiver<Arc<[u8]>>) {
        for message in messages {
            if let Err(reason) = self.write_one(&message) {
                self.fail(&reason);
                break;
            }
        }
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    fn write_one(&mut self, message: &[u8]) -> Result<(), String> {
        let begun = Instant::now();
        let mut rest = message;
        while !rest.is_empty() {
            if self.is_past() || begun.elapsed() > WRITE_LIMIT {
                return Err("does not read what it is told".to_string());
            }
            match self.stream.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(format!("lost the connection ({error})")),
            }
        }
        Ok(())
    }

    /// Whether this connection should have ended by now.
    fn is_past(&self) -> bool {
        self.closed.get().is_some_and(|closed| closed.elapsed() > LINGER)
    }

    fn fail(&self, reason: &str) {
        self.tell(Instant::now(), Deed::Failed(reason.to_string()));
    }

    fn tell(&self, at: Instant, what: Deed) {
        if self.closed.get().is_none() {
            // Nobody listens after the end of the game.
            let _ = self.inbox.send(Heard { seat: self.seat, at, what });
        }
    }
}

/// Whether a socket only asks for patience.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
