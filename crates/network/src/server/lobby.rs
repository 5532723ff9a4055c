//! The door: accepts connections at any time, listens to introductions, turns away the rest.
//!
//! One thread looks at all visitors in turn and never waits for one of them. A visitor may say exactly one thing, a
//! group number of six bytes, so nobody costs more than a socket and a small buffer for a limited time.

use super::{Happening, ServerError, ServerOptions};
use crate::wire::{Decoder, Hearer, Message};
use std::io::{self, ErrorKind, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A visitor has so long to introduce himself.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// So many visitors may stand in the lobby; beyond that whoever has been silent longest must go.
const ROOM: usize = 128;
/// Connections accepted in one round, so that a flood of them does not keep the door from looking at visitors.
const ROUND: usize = 64;
/// Between two rounds.
const PAUSE: Duration = Duration::from_millis(5);
/// News for the screen that may lie unread; the rest is forgotten.
const GOSSIP: usize = 64;

/// A client that has introduced itself.
#[derive(Debug)]
pub(super) struct Guest {
    pub(super) stream: TcpStream,
    pub(super) group: u8,
}

/// How many clients are wanted now, and whether visitors may stay when none are.
#[derive(Clone, Copy, Debug, Default)]
struct Wanted {
    seats: usize,
    may_stay: bool,
}

/// What the door has to tell.
#[derive(Debug)]
enum Gossip {
    Joined { group: u8, address: SocketAddr, waiting: usize },
    TurnedAway { address: SocketAddr, reason: String, waiting: usize },
}

/// The hosts' side of the door.
#[derive(Debug)]
pub(super) struct Lobby {
    wanted: Arc<Mutex<Wanted>>,
    closing: Arc<AtomicBool>,
    parties: Receiver<Vec<Guest>>,
    gossip: Receiver<Gossip>,
    thread: Option<JoinHandle<()>>,
}

impl Lobby {
    /// Opens the door.
    pub(super) fn open(listener: TcpListener) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let wanted = Arc::new(Mutex::new(Wanted { seats: 0, may_stay: true }));
        let closing = Arc::new(AtomicBool::new(false));
        let (party, parties) = mpsc::sync_channel(1);
        let (tell, gossip) = mpsc::sync_channel(GOSSIP);
        let porter = Porter { listener, wanted: Arc::clone(&wanted), visitors: Vec::new(), party, tell };
        let closed = Arc::clone(&closing);
        let thread = std::thread::spawn(move || porter.work(&closed));
        Ok(Lobby { wanted, closing, parties, gossip, thread: Some(thread) })
    }

    /// Waits for so many clients, in the order of their connection. During the last game nobody may wait for another.
    pub(super) fn gather(
        &mut self,
        count: usize,
        is_last: bool,
        options: &ServerOptions,
        watch: &mut dyn FnMut(&Happening<'_>),
    ) -> Result<Vec<Guest>, ServerError> {
        *lock(&self.wanted) = Wanted { seats: count, may_stay: count > 0 || !is_last };
        if count == 0 {
            return Ok(Vec::new());
        }
        let begun = Instant::now();
        let mut found = 0;
        loop {
            let party = self.parties.recv_timeout(Duration::from_millis(20));
            while let Ok(gossip) = self.gossip.try_recv() {
                match gossip {
                    Gossip::Joined { group, address, waiting } => {
                        found = waiting;
                        watch(&Happening::Joined { group, address, waiting, wanted: count });
                    }
                    Gossip::TurnedAway { address, reason, waiting } => {
                        found = waiting;
                        watch(&Happening::TurnedAway { address, reason });
                    }
                }
            }
            match party {
                Ok(party) => {
                    lock(&self.wanted).may_stay = !is_last;
                    return Ok(party);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ServerError::System(io::Error::other("the door has broken down")));
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
            // It looks at the flag every few milliseconds.
            let _ = thread.join();
        }
    }
}

fn lock(wanted: &Mutex<Wanted>) -> MutexGuard<'_, Wanted> {
    wanted.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody who has connected.
struct Visitor {
    stream: TcpStream,
    address: SocketAddr,
    decoder: Decoder,
    since: Instant,
    group: Option<u8>,
}

/// The other side of the door.
struct Porter {
    listener: TcpListener,
    wanted: Arc<Mutex<Wanted>>,
    /// In the order of their connection.
    visitors: Vec<Visitor>,
    party: SyncSender<Vec<Guest>>,
    tell: SyncSender<Gossip>,
}

impl Porter {
    fn work(mut self, closing: &AtomicBool) {
        while !closing.load(Ordering::Relaxed) {
            self.accept();
            self.listen();
            self.seat();
            std::thread::sleep(PAUSE);
        }
    }

    fn accept(&mut self) {
        for _ in 0..ROUND {
            // Whatever `accept` complains about (too many open files, a visitor gone already) is gone by the next round.
            let Ok((stream, address)) = self.listener.accept() else { return };
            if !self.may_stay() || stream.set_nonblocking(true).is_err() {
                continue; // dropped: closed
            }
            if self.visitors.len() >= ROOM {
                self.make_room();
            }
            let decoder = Decoder::new(Hearer::Server);
            self.visitors.push(Visitor { stream, address, decoder, since: Instant::now(), group: None });
        }
    }

    fn may_stay(&self) -> bool {
        let wanted = *lock(&self.wanted);
        wanted.seats > 0 || wanted.may_stay
    }

    /// Sends away whoever has been silent longest, or whoever came last if all have introduced themselves.
    fn make_room(&mut self) {
        let silent = self.visitors.iter().position(|visitor| visitor.group.is_none());
        let visitor = self.visitors.remove(silent.unwrap_or(self.visitors.len() - 1));
        self.turn_away(visitor.address, "there is no room in the lobby".to_string());
    }

    fn listen(&mut self) {
        if !self.may_stay() {
            self.visitors.clear();
        }
        let mut index = 0;
        while index < self.visitors.len() {
            let was_known = self.visitors[index].group.is_some();
            match self.visitors[index].hear() {
                Ok(()) => {
                    let Visitor { group, address, .. } = self.visitors[index];
                    index += 1;
                    if let Some(group) = group.filter(|_| !was_known) {
                        let waiting = self.known();
                        let _ = self.tell.try_send(Gossip::Joined { group, address, waiting });
                    }
                }
                Err(reason) => {
                    let visitor = self.visitors.remove(index);
                    self.turn_away(visitor.address, reason);
                }
            }
        }
    }

    fn turn_away(&self, address: SocketAddr, reason: String) {
        let _ = self.tell.try_send(Gossip::TurnedAway { address, reason, waiting: self.known() });
    }

    /// Visitors that have introduced themselves.
    fn known(&self) -> usize {
        self.visitors.iter().filter(|visitor| visitor.group.is_some()).count()
    }

    /// Hands over a complete party.
    fn seat(&mut self) {
        let known = self.known();
        let mut wanted = lock(&self.wanted);
        if wanted.seats == 0 || known < wanted.seats {
            return;
        }
        let mut party = Vec::new();
        let mut index = 0;
        while party.len() < wanted.seats && index < self.visitors.len() {
            match self.visitors[index].group {
                None => index += 1,
                Some(group) => {
                    let Visitor { stream, .. } = self.visitors.remove(index);
                    // A socket that cannot be switched is noticed as soon as it is read.
                    let _ = stream.set_nonblocking(false);
                    party.push(Guest { stream, group });
                }
            }
        }
        wanted.seats = 0;
        drop(wanted);
        let _ = self.party.send(party);
    }
}

impl Visitor {
    /// Takes in what has arrived; an error is the reason to turn the visitor away.
    fn hear(&mut self) -> Result<(), String> {
        let mut bytes = [0; 64];
        match self.stream.read(&mut bytes) {
            Ok(0) => return Err("left before the game".to_string()),
            Ok(count) => self.decoder.feed(&bytes[..count]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(error) => return Err(error.to_string()),
        }
        while let Some(message) = self.decoder.next().map_err(|error| format!("sent {error}"))? {
            match message {
                Message::Group(group) if self.group.is_none() => self.group = Some(group),
                other => return Err(format!("sent a message ({}) before the game", other.name())),
            }
        }
        if self.group.is_none() && self.since.elapsed() > INTRODUCTION {
            return Err("did not say its group number".to_string());
        }
        Ok(())
    }
}
