//! Limits the number of connections and decides which one is closed for a new one.

use hyper::body::{Body, Frame, SizeHint};
use plyground_core::sync::lock;
use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Instant;
use tokio::sync::Notify;

/// All connections.
#[derive(Clone)]
pub struct ConnectionLimiter(Arc<LimiterInner>);

struct LimiterInner {
    max: usize,
    per_address: usize,
    open: Mutex<OpenConnections>,
}

#[derive(Default)]
struct OpenConnections {
    slots: HashMap<u64, Arc<Slot>>,
    next: u64,
}

/// What the limiter knows of a connection. It must not hold connections themselves: they lock it when they are dropped.
struct Slot {
    address: IpAddr,
    /// Responses being computed or sent.
    responses: AtomicUsize,
    /// When the connection was opened, or its last response ended.
    since: Mutex<Instant>,
    close: Notify,
}

impl Slot {
    fn waiting_since(&self) -> Option<Instant> {
        (self.responses.load(Ordering::Acquire) == 0).then(|| *lock(&self.since))
    }
}

impl ConnectionLimiter {
    /// Allows `max` connections, and `per_address` from one address other than this machine's.
    pub fn new(max: usize, per_address: usize) -> Self {
        ConnectionLimiter(Arc::new(LimiterInner { max, per_address, open: Mutex::default() }))
    }

    /// Admits a connection. If necessary, closes the one that has waited longest for a request; `None` if all are busy.
    pub fn admit(&self, address: IpAddr) -> Option<Arc<Connection>> {
        let mut open = lock(&self.0.open);
        // On this machine all users share one address, so a limit per address makes no sense.
        let neighbours = open.slots.values().filter(|other| other.address == address).count();
        let crowded = !address.is_loopback() && neighbours >= self.0.per_address;
        if crowded || open.slots.len() >= self.0.max {
            let rivals = open.slots.iter().filter(|(_, other)| !crowded || other.address == address);
            let waiting = rivals.filter_map(|(number, other)| Some((other.waiting_since()?, *number)));
            let (_, oldest) = waiting.min()?;
            if let Some(oldest) = open.slots.remove(&oldest) {
                oldest.close.notify_one();
            }
        }
        open.next += 1;
        let number = open.next;
        let (responses, since) = (AtomicUsize::new(0), Mutex::new(Instant::now()));
        let slot = Arc::new(Slot { address, responses, since, close: Notify::new() });
        open.slots.insert(number, Arc::clone(&slot));
        Some(Arc::new(Connection { number, slot, limiter: self.clone() }))
    }
}

/// One connection; its slot is freed when the last reference is dropped.
pub struct Connection {
    number: u64,
    slot: Arc<Slot>,
    limiter: ConnectionLimiter,
}

impl Connection {
    /// Marks the connection as busy until the guard is dropped. A busy connection is never closed for another.
    pub fn busy(self: &Arc<Self>) -> BusyGuard {
        self.slot.responses.fetch_add(1, Ordering::AcqRel);
        BusyGuard(Arc::clone(self))
    }

    /// Completes when another connection needs the slot.
    pub async fn closed(&self) {
        self.slot.close.notified().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        lock(&self.limiter.0.open).slots.remove(&self.number);
    }
}

/// Keeps a connection busy.
pub struct BusyGuard(Arc<Connection>);

impl Drop for BusyGuard {
    fn drop(&mut self) {
        *lock(&self.0.slot.since) = Instant::now();
        self.0.slot.responses.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A response body that keeps its connection busy until it has been sent or abandoned.
pub struct TrackedBody<B> {
    body: B,
    _busy: BusyGuard,
}

impl<B> TrackedBody<B> {
    /// Ties the guard to the body.
    pub fn new(body: B, busy: BusyGuard) -> Self {
        TrackedBody { body, _busy: busy }
    }
}

impl<B: Body + Unpin> Body for TrackedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 168, 1, 5));

    fn is_closed(connection: &Connection) -> bool {
        let mut closed = std::pin::pin!(connection.closed());
        let mut context = Context::from_waker(std::task::Waker::noop());
        closed.as_mut().poll(&mut context).is_ready()
    }

    #[test]
    fn the_longest_idle_connection_is_closed_but_never_a_busy_one() {
        let limiter = ConnectionLimiter::new(3, 3);
        let [first, second, third] = [(); 3].map(|()| limiter.admit(HERE).expect("room"));
        let busy = first.busy();
        let fourth = limiter.admit(HERE).expect("the second is idle");
        assert_eq!([&first, &second, &third, &fourth].map(|one| is_closed(one)), [false, true, false, false]);
        let held: Vec<BusyGuard> = [&third, &fourth].map(Connection::busy).into();
        assert!(limiter.admit(HERE).is_none(), "all are busy");
        drop(busy);
        assert!(limiter.admit(HERE).is_some(), "the first is idle again");
        assert!(is_closed(&first));
        drop(held);
    }

    #[test]
    fn a_dropped_connection_frees_its_slot() {
        let limiter = ConnectionLimiter::new(1, 1);
        let first = limiter.admit(HERE).expect("room");
        let busy = first.busy();
        drop(first);
        assert!(limiter.admit(HERE).is_none(), "a response is still being sent");
        drop(busy);
        assert!(limiter.admit(HERE).is_some());
    }

    #[test]
    fn a_remote_address_has_a_limit_of_its_own() {
        let limiter = ConnectionLimiter::new(10, 2);
        let local: Vec<_> = (0..4).map(|_| limiter.admit(HERE).expect("this machine is not limited")).collect();
        let [first, second] = [(); 2].map(|()| limiter.admit(THERE).expect("room"));
        let third = limiter.admit(THERE).expect("the first of the same address is idle");
        assert_eq!([&first, &second, &third].map(|one| is_closed(one)), [true, false, false]);
        assert!(local.iter().all(|one| !is_closed(one)));
        let _busy = [second.busy(), third.busy()];
        assert!(limiter.admit(THERE).is_none());
        assert!(limiter.admit(HERE).is_some());
    }
}
