//! A pool of workers that play games in parallel.

use crate::{Interrupt, WorkerControl};
use plyground_core::sync::ignore_poison;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// The most finished chunks that wait to be collected.
const WAITING: usize = 32;
/// Fast games are distributed in chunks that take about this long.
const CHUNK: Duration = Duration::from_millis(4);
/// The largest chunk: its results should fit into the second-level cache.
const LARGEST_CHUNK: usize = 256;
/// How often the collector gets [`PoolEvent::Idle`].
const IDLE: Duration = Duration::from_millis(100);
/// How often deadlines are checked.
const WATCHDOG_INTERVAL: Duration = Duration::from_millis(20);

/// What the collector receives.
#[derive(Debug)]
pub enum PoolEvent<R> {
    /// Finished pieces of work.
    Done(Batch<R>),
    /// Nothing has finished for a while.
    Idle,
}

/// Consecutive numbers that one worker took together, and what came of them. Results change hands as a whole: one by one,
/// handing them over would cost more than a quick game takes.
#[derive(Debug)]
pub struct Batch<R> {
    /// How many batches were handed out before it.
    turn: u64,
    /// Whether every number that was handed out is among the results.
    whole: bool,
    /// Numbers and what came of them, in order; where one is missing, so are those after it.
    pub results: Vec<(u64, R)>,
}

/// Runs `numbers` through `jobs` workers. Each worker is made by `new_worker` on its own thread with a control of its own; it appends
/// what comes of a number to the results, or breaks off when it was stopped. `collect` runs on the calling thread and sees
/// results in the order in which they finish; it may end the run early.
pub fn run<R, W>(
    jobs: usize,
    numbers: impl Iterator<Item = u64> + Send,
    interrupt: &Interrupt,
    new_worker: impl Fn(Arc<WorkerControl>) -> W + Sync,
    mut collect: impl FnMut(PoolEvent<R>) -> ControlFlow<()>,
) where
    R: Send,
    W: FnMut(u64, &mut Vec<(u64, R)>) -> ControlFlow<()>,
{
    let numbers = Mutex::new((0, numbers));
    let closed = AtomicBool::new(false);
    let (sender, receiver) = mpsc::sync_channel::<Batch<R>>(WAITING);
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let sender = sender.clone();
            let (numbers, closed, new_worker) = (&numbers, &closed, &new_worker);
            scope.spawn(move || {
                let control = interrupt.add_worker();
                let mut work = new_worker(Arc::clone(&control));
                let mut pace = 1;
                while !interrupt.is_pressed() && !closed.load(Ordering::Relaxed) {
                    let (turn, chunk): (u64, Vec<u64>) = {
                        let mut numbers = ignore_poison(numbers.lock());
                        numbers.0 += 1;
                        (numbers.0 - 1, numbers.1.by_ref().take(pace).collect())
                    };
                    let begun = Instant::now();
                    let size = chunk.len();
                    let mut results = Vec::with_capacity(size);
                    for number in chunk {
                        if interrupt.is_pressed() || work(number, &mut results).is_break() {
                            break;
                        }
                    }
                    if size == 0 || sender.send(Batch { turn, whole: results.len() == size, results }).is_err() {
                        break;
                    }
                    pace = next_pace(pace, begun.elapsed());
                }
                interrupt.remove_worker(&control);
            });
        }
        drop(sender);
        // The watchdog is woken by the end of its channel, so the end does not wait for its interval.
        let (off_duty, on_duty) = mpsc::channel::<()>();
        scope.spawn(move || {
            while on_duty.recv_timeout(WATCHDOG_INTERVAL) == Err(mpsc::RecvTimeoutError::Timeout) {
                interrupt.enforce_deadlines();
            }
        });
        loop {
            let flow = match receiver.recv_timeout(IDLE) {
                Ok(batch) => collect(PoolEvent::Done(batch)),
                Err(mpsc::RecvTimeoutError::Timeout) => collect(PoolEvent::Idle),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            };
            if flow.is_break() {
                closed.store(true, Ordering::Relaxed);
                break;
            }
        }
        drop(receiver);
        drop(off_duty);
    });
}

fn next_pace(pace: usize, took: Duration) -> usize {
    if took < CHUNK / 2 {
        (pace * 2).min(LARGEST_CHUNK)
    } else if took > CHUNK {
        (pace / 2).max(1)
    } else {
        pace
    }
}

/// Restores the order of numbers. Nothing that comes after a missing number is delivered.
#[derive(Debug)]
pub struct ReorderBuffer<R> {
    next: u64,
    early: std::collections::BTreeMap<u64, Batch<R>>,
    cut: bool,
}

impl<R> Default for ReorderBuffer<R> {
    fn default() -> Self {
        ReorderBuffer { next: 0, early: std::collections::BTreeMap::new(), cut: false }
    }
}

impl<R> ReorderBuffer<R> {
    /// Takes news and delivers whatever is due, many results at a time.
    pub fn push(
        &mut self,
        news: PoolEvent<R>,
        mut deliver: impl FnMut(Vec<(u64, R)>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let PoolEvent::Done(batch) = news else { return ControlFlow::Continue(()) };
        self.early.insert(batch.turn, batch);
        while !self.cut
            && let Some(batch) = self.early.remove(&self.next)
        {
            self.next += 1;
            self.cut = !batch.whole;
            deliver(batch.results)?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubles(jobs: usize, interrupt: &Interrupt, mut collect: impl FnMut(u64, u64) -> ControlFlow<()>) {
        run(
            jobs,
            0..100_000,
            interrupt,
            |_| {
                |number, results| {
                    results.push((number, number * 2));
                    ControlFlow::Continue(())
                }
            },
            |news| match news {
                PoolEvent::Done(batch) => {
                    batch.results.into_iter().try_for_each(|(number, double)| collect(number, double))
                }
                PoolEvent::Idle => ControlFlow::Continue(()),
            },
        );
    }

    #[test]
    fn every_number_is_worked_on_once() {
        for jobs in [1, 2, 7] {
            let mut seen = vec![0; 100_000];
            doubles(jobs, &Interrupt::default(), |number, double| {
                assert_eq!(double, number * 2);
                seen[number as usize] += 1;
                ControlFlow::Continue(())
            });
            assert!(seen.iter().all(|count| *count == 1), "{jobs} jobs");
        }
    }

    #[test]
    fn the_collector_may_end_the_run() {
        let mut count = 0;
        doubles(2, &Interrupt::default(), |_, _| {
            count += 1;
            if count == 5000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(count, 5000);
    }

    #[test]
    fn one_press_finishes_running_games_and_a_second_stops_them() {
        let interrupt = Interrupt::default();
        let mut finished = 0;
        doubles(2, &interrupt, |_, _| {
            finished += 1;
            if finished == 100 {
                interrupt.press();
            }
            ControlFlow::Continue(())
        });
        assert!((100..100 + (WAITING + 4) * LARGEST_CHUNK).contains(&finished));
        interrupt.press();
        assert!(interrupt.add_worker().is_halted());
    }

    fn batch(turn: u64, numbers: &[u64], whole: bool) -> PoolEvent<u64> {
        PoolEvent::Done(Batch { turn, whole, results: numbers.iter().map(|number| (*number, number * 10)).collect() })
    }

    fn delivered(order: &mut ReorderBuffer<u64>, news: Vec<PoolEvent<u64>>) -> Vec<u64> {
        let mut numbers = Vec::new();
        for news in news {
            let flow = order.push(news, |results| {
                assert!(results.iter().all(|(number, result)| *result == number * 10));
                numbers.extend(results.into_iter().map(|(number, _)| number));
                ControlFlow::Continue(())
            });
            assert!(flow.is_continue());
        }
        numbers
    }

    #[test]
    fn order_is_restored() {
        let news = vec![batch(1, &[2, 3], true), PoolEvent::Idle, batch(0, &[0, 1], true), batch(2, &[4], true)];
        assert_eq!(delivered(&mut ReorderBuffer::default(), news), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn nothing_is_delivered_beyond_a_gap() {
        let news = vec![batch(1, &[3, 4], true), batch(0, &[0, 1], false), batch(2, &[5], true)];
        assert_eq!(delivered(&mut ReorderBuffer::default(), news), [0, 1]);
    }
}
