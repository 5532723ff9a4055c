//! How many connections there are, and which of them may be closed for another.

use hyper::body::{Body, Frame, SizeHint};
use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;
use tokio::sync::Notify;

/// All connections.
#[derive(Clone)]
pub struct Slots(Arc<Shared>);

struct Shared {
    most: usize,
    per_address: usize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    open: HashMap<u64, Arc<Slot>>,
    next: u64,
}

/// What others may know of a connection. The table must not hold connections themselves: they lock it when they end.
struct Slot {
    address: IpAddr,
    /// Answers being made or sent.
    answers: AtomicUsize,
    /// When it was opened, or its last answer ended.
    since: Mutex<Instant>,
    close: Notify,
}

impl Slot {
    fn waiting_since(&self) -> Option<Instant> {
        (self.answers.load(Ordering::Acquire) == 0).then(|| *lock(&self.since))
    }
}

impl Slots {
    /// Room for this many connections, and for this many of one address that is not this machine's.
    pub fn new(most: usize, per_address: usize) -> Self {
        Slots(Arc::new(Shared { most, per_address, table: Mutex::default() }))
    }

    /// Takes a slot, if need be that of the connection that has waited longest for a request; `None` if all are busy.
    pub fn take(&self, address: IpAddr) -> Option<Arc<Connection>> {
        let mut table = lock(&self.0.table);
        // On this machine all users share one address, so it says nothing about who asks.
        let neighbours = table.open.values().filter(|other| other.address == address).count();
        let crowded = !address.is_loopback() && neighbours >= self.0.per_address;
        if crowded || table.open.len() >= self.0.most {
            let rivals = table.open.iter().filter(|(_, other)| !crowded || other.address == address);
            let waiting = rivals.filter_map(|(number, other)| Some((other.waiting_since()?, *number)));
            let (_, oldest) = waiting.min()?;
            if let Some(victim) = table.open.remove(&oldest) {
                victim.close.notify_one();
            }
        }
        table.next += 1;
        let number = table.next;
        let (answers, since) = (AtomicUsize::new(0), Mutex::new(Instant::now()));
        let slot = Arc::new(Slot { address, answers, since, close: Notify::new() });
        table.open.insert(number, Arc::clone(&slot));
        Some(Arc::new(Connection { number, slot, slots: self.clone() }))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that happens under these locks leaves a value half-changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One connection; its slot is free again when the last holder drops it.
pub struct Connection {
    number: u64,
    slot: Arc<Slot>,
    slots: Slots,
}

impl Connection {
    /// Marks the connection as busy until the guard is dropped. A busy connection is not closed for another.
    pub fn busy(self: &Arc<Self>) -> Busy {
        self.slot.answers.fetch_add(1, Ordering::AcqRel);
        Busy(Arc::clone(self))
    }

    /// Returns when another connection needs the slot.
    pub async fn closed(&self) {
        self.slot.close.notified().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        lock(&self.slots.0.table).open.remove(&self.number);
    }
}

/// Keeps a connection busy.
pub struct Busy(Arc<Connection>);

impl Drop for Busy {
    fn drop(&mut self) {
        *lock(&self.0.slot.since) = Instant::now();
        self.0.slot.answers.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A response body that keeps its connection busy until it has been sent or given up.
pub struct Tracked<B> {
    body: B,
    _busy: Busy,
}

impl<B> Tracked<B> {
    /// Ties the guard to the body.
    pub fn new(body: B, busy: Busy) -> Self {
        Tracked { body, _busy: busy }
    }
}

impl<B: Body + Unpin> Body for Tracked<B> {
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
    fn the_longest_waiting_connection_makes_room_and_a_busy_one_never() {
        let slots = Slots::new(3, 3);
        let [first, second, third] = [(); 3].map(|()| slots.take(HERE).expect("room"));
        let busy = first.busy();
        let fourth = slots.take(HERE).expect("the second waits");
        assert_eq!([&first, &second, &third, &fourth].map(|one| is_closed(one)), [false, true, false, false]);
        let held: Vec<Busy> = [&third, &fourth].map(Connection::busy).into();
        assert!(slots.take(HERE).is_none(), "all are busy");
        drop(busy);
        assert!(slots.take(HERE).is_some(), "the first waits again");
        assert!(is_closed(&first));
        drop(held);
    }

    #[test]
    fn a_dropped_connection_leaves_its_slot() {
        let slots = Slots::new(1, 1);
        let first = slots.take(HERE).expect("room");
        let busy = first.busy();
        drop(first);
        assert!(slots.take(HERE).is_none(), "an answer is still being sent");
        drop(busy);
        assert!(slots.take(HERE).is_some());
    }

    #[test]
    fn an_address_elsewhere_has_its_own_limit() {
        let slots = Slots::new(10, 2);
        let local: Vec<_> = (0..4).map(|_| slots.take(HERE).expect("this machine is not limited")).collect();
        let [first, second] = [(); 2].map(|()| slots.take(THERE).expect("room"));
        let third = slots.take(THERE).expect("the first of the same address waits");
        assert_eq!([&first, &second, &third].map(|one| is_closed(one)), [true, false, false]);
        assert!(local.iter().all(|one| !is_closed(one)));
        let _busy = [second.busy(), third.busy()];
        assert!(slots.take(THERE).is_none());
        assert!(slots.take(HERE).is_some());
    }
}
