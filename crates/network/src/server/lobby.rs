//! The lobby accepts connections at any time, reads their group numbers and rejects everything else.
//!
//! One thread polls all pending connections and never blocks on one of them. A pending connection may send exactly one
//! message, a group number of six bytes, so it costs no more than a socket and a small buffer for a limited time.

use super::{ServerError, ServerEvent, ServerOptions};
use crate::wire::{Decoder, Endpoint, Message, WireError};
use plyground_core::sync::ignore_poison;
use std::io::{self, ErrorKind, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long a connection may take to send its group number.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(10);
/// The most pending connections; beyond that the one that has been silent longest is closed.
const MAX_PENDING: usize = 128;
/// Connections accepted in one round, so that a flood of them does not keep the pending ones waiting.
const ACCEPTS_PER_ROUND: usize = 64;
/// The pause between two rounds.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// The most unread events; later ones are dropped.
const EVENT_BACKLOG: usize = 64;

/// A client that has sent its group number.
#[derive(Debug)]
pub(super) struct ReadyClient {
    pub(super) stream: TcpStream,
    pub(super) group: u8,
}

/// How many clients the next game still needs, and whether connections may wait when it needs none.
#[derive(Clone, Copy, Debug, Default)]
struct Admission {
    seats: usize,
    may_wait: bool,
}

/// What the lobby thread reports.
#[derive(Debug)]
enum LobbyEvent {
    Joined { group: u8, address: SocketAddr, waiting: usize },
    TurnedAway { address: SocketAddr, reason: String, waiting: usize },
}

/// The host's handle on the lobby thread.
#[derive(Debug)]
pub(super) struct Lobby {
    admission: Arc<Mutex<Admission>>,
    closing: Arc<AtomicBool>,
    complete: Receiver<Vec<ReadyClient>>,
    events: Receiver<LobbyEvent>,
    thread: Option<JoinHandle<()>>,
}

impl Lobby {
    /// Starts accepting connections.
    pub(super) fn open(listener: TcpListener) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let admission = Arc::new(Mutex::new(Admission { seats: 0, may_wait: true }));
        let closing = Arc::new(AtomicBool::new(false));
        let (complete_groups, complete) = mpsc::sync_channel(1);
        let (sender, events) = mpsc::sync_channel(EVENT_BACKLOG);
        let acceptor = Acceptor {
            listener,
            admission: Arc::clone(&admission),
            pending: Vec::new(),
            complete_groups,
            events: sender,
        };
        let closed = Arc::clone(&closing);
        let thread = std::thread::spawn(move || acceptor.run(&closed));
        Ok(Lobby { admission, closing, complete, events, thread: Some(thread) })
    }

    /// Waits for `count` clients and returns them in the order of their connection. During the last game no connection may
    /// wait for another one.
    pub(super) fn gather(
        &mut self,
        count: usize,
        is_last: bool,
        options: &ServerOptions,
        watch: &mut dyn FnMut(&ServerEvent<'_>),
    ) -> Result<Vec<ReadyClient>, ServerError> {
        *lock(&self.admission) = Admission { seats: count, may_wait: count > 0 || !is_last };
        if count == 0 {
            return Ok(Vec::new());
        }
        let begun = Instant::now();
        let mut found = 0;
        loop {
            let clients = self.complete.recv_timeout(Duration::from_millis(20));
            while let Ok(event) = self.events.try_recv() {
                match event {
                    LobbyEvent::Joined { group, address, waiting } => {
                        found = waiting;
                        watch(&ServerEvent::Joined { group, address, waiting, wanted: count });
                    }
                    LobbyEvent::TurnedAway { address, reason, waiting } => {
                        found = waiting;
                        watch(&ServerEvent::TurnedAway { address, reason });
                    }
                }
            }
            match clients {
                Ok(clients) => {
                    lock(&self.admission).may_wait = !is_last;
                    return Ok(clients);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ServerError::System(io::Error::other("the lobby thread has stopped")));
                }
                Err(RecvTimeoutError::Timeout) if options.stop.is_set() => return Err(ServerError::Stopped),
                Err(RecvTimeoutError::Timeout) if begun.elapsed() >= options.wait => {
                    return Err(ServerError::Missing { found, wanted: count, wait: options.wait });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Lobby {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // It checks the flag every few milliseconds.
            let _ = thread.join();
        }
    }
}

fn lock(admission: &Mutex<Admission>) -> MutexGuard<'_, Admission> {
    ignore_poison(admission.lock())
}

/// A connection that is not part of a game yet.
struct PendingConnection {
    stream: TcpStream,
    address: SocketAddr,
    decoder: Decoder,
    since: Instant,
    group: Option<u8>,
}

/// The state of the lobby thread.
struct Acceptor {
    listener: TcpListener,
    admission: Arc<Mutex<Admission>>,
    /// In the order of their connection.
    pending: Vec<PendingConnection>,
    complete_groups: SyncSender<Vec<ReadyClient>>,
    events: SyncSender<LobbyEvent>,
}

impl Acceptor {
    fn run(mut self, closing: &AtomicBool) {
        while !closing.load(Ordering::Relaxed) {
            self.accept();
            self.poll();
            self.hand_over();
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    fn accept(&mut self) {
        for _ in 0..ACCEPTS_PER_ROUND {
            // Whatever `accept` fails with (too many open files, a peer that is gone) is tried again in the next round.
            let Ok((stream, address)) = self.listener.accept() else { return };
            if !self.may_wait() || stream.set_nonblocking(true).is_err() {
                continue; // dropped: closed
            }
            if self.pending.len() >= MAX_PENDING {
                self.evict_one();
            }
            let decoder = Decoder::new(Endpoint::Server);
            self.pending.push(PendingConnection { stream, address, decoder, since: Instant::now(), group: None });
        }
    }

    fn may_wait(&self) -> bool {
        let admission = *lock(&self.admission);
        admission.seats > 0 || admission.may_wait
    }

    /// Closes the connection that has been silent longest, or the newest one if all have sent their group numbers.
    fn evict_one(&mut self) {
        let silent = self.pending.iter().position(|connection| connection.group.is_none());
        let connection = self.pending.remove(silent.unwrap_or(self.pending.len() - 1));
        self.reject(connection.address, "too many clients are waiting".to_string());
    }

    fn poll(&mut self) {
        if !self.may_wait() {
            self.pending.clear();
        }
        let mut index = 0;
        while index < self.pending.len() {
            let was_ready = self.pending[index].group.is_some();
            match self.pending[index].receive() {
                Ok(()) => {
                    let PendingConnection { group, address, .. } = self.pending[index];
                    index += 1;
                    if let Some(group) = group.filter(|_| !was_ready) {
                        let waiting = self.count_ready();
                        let _ = self.events.try_send(LobbyEvent::Joined { group, address, waiting });
                    }
                }
                Err(error) => {
                    let connection = self.pending.remove(index);
                    self.reject(connection.address, error.to_string());
                }
            }
        }
    }

    fn reject(&self, address: SocketAddr, reason: String) {
        let _ = self.events.try_send(LobbyEvent::TurnedAway { address, reason, waiting: self.count_ready() });
    }

    /// Connections that have sent their group numbers.
    fn count_ready(&self) -> usize {
        self.pending.iter().filter(|connection| connection.group.is_some()).count()
    }

    /// Passes the clients of a game to the host once there are enough.
    fn hand_over(&mut self) {
        let ready = self.count_ready();
        let mut admission = lock(&self.admission);
        if admission.seats == 0 || ready < admission.seats {
            return;
        }
        let mut clients = Vec::new();
        let mut index = 0;
        while clients.len() < admission.seats && index < self.pending.len() {
            match self.pending[index].group {
                None => index += 1,
                Some(group) => {
                    let PendingConnection { stream, .. } = self.pending.remove(index);
                    // A socket that cannot be switched is noticed as soon as it is read.
                    let _ = stream.set_nonblocking(false);
                    clients.push(ReadyClient { stream, group });
                }
            }
        }
        admission.seats = 0;
        drop(admission);
        let _ = self.complete_groups.send(clients);
    }
}

/// Why a connection is rejected before its game, as it reads after its address.
#[derive(Debug, Error)]
enum HandshakeError {
    #[error("left before the game")]
    Left,
    #[error(transparent)]
    Stream(io::Error),
    #[error("sent {0}")]
    Malformed(WireError),
    #[error("sent a message ({0}) before the game")]
    Unexpected(&'static str),
    #[error("did not send its group number")]
    NoGroup,
}

impl PendingConnection {
    /// Reads what has arrived; an error is the reason to reject the connection.
    fn receive(&mut self) -> Result<(), HandshakeError> {
        let mut bytes = [0; 64];
        match self.stream.read(&mut bytes) {
            Ok(0) => return Err(HandshakeError::Left),
            Ok(count) => self.decoder.feed(&bytes[..count]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(error) => return Err(HandshakeError::Stream(error)),
        }
        while let Some(message) = self.decoder.next().map_err(HandshakeError::Malformed)? {
            match message {
                Message::Group(group) if self.group.is_none() => self.group = Some(group),
                other => return Err(HandshakeError::Unexpected(other.name())),
            }
        }
        if self.group.is_none() && self.since.elapsed() > HANDSHAKE_LIMIT {
            return Err(HandshakeError::NoGroup);
        }
        Ok(())
    }
}
