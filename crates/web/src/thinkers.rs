//! Who thinks, and when: as many threads as cores. Moves of running games come first and push studies aside; studies take
//! turns in slices, and whose client has waited longest is next.

use plyground_search::StopFlag;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Something to be done once.
pub type Job = Box<dyn FnOnce() + Send>;
/// A slice of something that takes long; true if there is more of it. Ends soon after the flag is set.
pub type Slice = Box<dyn FnMut(&StopFlag) -> bool + Send>;

/// Studies of one client at a time.
pub const MOST_OF_ONE: usize = 4;
/// Studies at a time.
pub const MOST_OF_ALL: usize = 200;

/// The threads that think.
#[derive(Clone)]
pub struct Thinkers(Arc<Shared>);

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    studies: Vec<Study>,
    /// Studies in a thread at this moment.
    running: Vec<(u64, u64, StopFlag)>,
    idle: usize,
    /// When each client was last served, in slices.
    served: HashMap<u64, u64>,
    slices: u64,
}

struct Study {
    client: u64,
    slice: Slice,
}

enum Task {
    Job(Job),
    Study(Study, u64, StopFlag),
}

impl Thinkers {
    /// So many threads, for as long as the program runs.
    pub fn new(threads: usize) -> Self {
        let thinkers = Thinkers(Arc::default());
        for _ in 0..threads {
            let shared = Arc::clone(&thinkers.0);
            thread::spawn(move || shared.work());
        }
        thinkers
    }

    /// Does this before any study.
    pub fn think(&self, job: Job) {
        let mut queue = self.0.lock();
        queue.jobs.push_back(job);
        if queue.idle < queue.jobs.len()
            && let Some((_, _, stop)) = queue.running.iter().find(|(_, _, stop)| !stop.is_set())
        {
            stop.stop();
        }
        self.0.wake.notify_one();
    }

    /// Goes on with this, slice by slice, until it has no more or refuses; false when there are too many studies.
    pub fn study(&self, client: u64, slice: Slice) -> bool {
        let mut queue = self.0.lock();
        let own = queue.studies.iter().filter(|study| study.client == client).count()
            + queue.running.iter().filter(|(_, of, _)| *of == client).count();
        if own >= MOST_OF_ONE || queue.studies.len() + queue.running.len() >= MOST_OF_ALL {
            return false;
        }
        let now = queue.slices;
        queue.served.entry(client).or_insert(now);
        queue.studies.push(Study { client, slice });
        self.0.wake.notify_one();
        true
    }

    /// Forgets when a client was served, once it is gone.
    pub fn forget(&self, client: u64) {
        self.0.lock().served.remove(&client);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            match self.next() {
                // What panics in a job or a study ends that one alone.
                Task::Job(job) => drop(catch_unwind(AssertUnwindSafe(job))),
                Task::Study(mut study, number, stop) => {
                    let more = catch_unwind(AssertUnwindSafe(|| (study.slice)(&stop))).unwrap_or(false);
                    let mut queue = self.lock();
                    queue.running.retain(|(running, _, _)| *running != number);
                    if more {
                        queue.studies.push(study);
                    }
                }
            }
        }
    }

    fn next(&self) -> Task {
        let mut queue = self.lock();
        loop {
            if let Some(job) = queue.jobs.pop_front() {
                return Task::Job(job);
            }
            let oldest = (0..queue.studies.len()).min_by_key(|index| {
                let client = queue.studies[*index].client;
                queue.served.get(&client).copied().unwrap_or_default()
            });
            if let Some(index) = oldest {
                let study = queue.studies.remove(index);
                queue.slices += 1;
                let number = queue.slices;
                queue.served.insert(study.client, number);
                let stop = StopFlag::default();
                queue.running.push((number, study.client, stop.clone()));
                return Task::Study(study, number, stop);
            }
            queue.idle += 1;
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_move_pushes_a_study_aside_and_the_study_goes_on() {
        let thinkers = Thinkers::new(1);
        let (said, heard) = mpsc::channel();
        let study = said.clone();
        let mut slices = 0;
        // Without the flag the first slice would never end.
        thinkers.study(
            1,
            Box::new(move |stop| {
                slices += 1;
                study.send(format!("slice {slices}")).expect("heard");
                while slices == 1 && !stop.is_set() {
                    thread::yield_now();
                }
                slices < 2
            }),
        );
        assert_eq!(heard.recv().as_deref(), Ok("slice 1"));
        thinkers.think(Box::new(move || said.send("move".to_string()).expect("heard")));
        assert_eq!(heard.recv().as_deref(), Ok("move"));
        assert_eq!(heard.recv().as_deref(), Ok("slice 2"));
    }

    #[test]
    fn clients_take_turns_and_have_limits() {
        let thinkers = Thinkers::new(1);
        let (said, heard) = mpsc::channel();
        let (open, gate) = mpsc::channel::<()>();
        thinkers.think(Box::new(move || gate.recv().expect("opened")));
        let study = |client: u64, name: &'static str| {
            let said = said.clone();
            let mut left = 2;
            thinkers.study(
                client,
                Box::new(move |_| {
                    said.send(name).expect("heard");
                    left -= 1;
                    left > 0
                }),
            )
        };
        assert!((0..MOST_OF_ONE).all(|_| study(1, "many")));
        assert!(!study(1, "many"), "one more than a client may have");
        assert!(study(2, "one"));
        open.send(()).expect("somebody waits");
        let order: Vec<&str> = (0..4).map(|_| heard.recv().expect("a slice")).collect();
        let ones = order.iter().filter(|name| **name == "one").count();
        assert_eq!(ones, 2, "half of the slices belong to the client with one study: {order:?}");
    }

    #[test]
    fn a_panic_ends_only_what_panicked() {
        let thinkers = Thinkers::new(1);
        thinkers.think(Box::new(|| panic!("a job that fails; this is part of the test")));
        let (said, heard) = mpsc::channel();
        thinkers.think(Box::new(move || said.send(7).expect("heard")));
        assert_eq!(heard.recv(), Ok(7));
    }
}
