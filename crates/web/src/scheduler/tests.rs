//! The order of moves and analyses.

use super::*;
use std::sync::mpsc;

fn game(number: u64) -> Owner {
    Owner { number, watched: true }
}

#[test]
fn a_move_preempts_an_analysis_which_continues_afterwards() {
    let scheduler = Scheduler::new(1);
    let (sender, receiver) = mpsc::channel();
    let analysis = sender.clone();
    let mut slices = 0;
    // Without the flag the first slice would never end.
    scheduler.analyse(
        1,
        0,
        Box::new(move |stop| {
            slices += 1;
            analysis.send(format!("slice {slices}")).expect("received");
            while slices == 1 && !stop.is_set() {
                thread::yield_now();
            }
            slices < 2
        }),
    );
    assert_eq!(receiver.recv().as_deref(), Ok("slice 1"));
    let (ended, wait) = mpsc::channel();
    scheduler.spawn(
        game(1),
        Box::new(move || {
            sender.send("move".to_string()).expect("received");
            ended.send(()).expect("received");
        }),
    );
    assert_eq!(receiver.recv().as_deref(), Ok("move"));
    wait.recv().expect("the move ended");
    assert_eq!(receiver.recv().as_deref(), Ok("slice 2"));
}

#[test]
fn a_starved_analysis_gets_a_slice_although_moves_need_all_cores() {
    let scheduler = Scheduler::new(1);
    let (open, gate) = mpsc::channel::<()>();
    scheduler.spawn(game(1), Box::new(move || gate.recv().expect("opened")));
    let (sender, receiver) = mpsc::channel();
    let mut slices = 0;
    scheduler.analyse(
        1,
        0,
        Box::new(move |stop| {
            slices += 1;
            sender.send((slices, stop.is_set())).expect("received");
            slices < 2
        }),
    );
    assert_eq!(receiver.recv(), Ok((1, false)));
    assert_eq!(receiver.recv(), Ok((2, false)), "the move is still running");
    open.send(()).expect("the task waits");
}

#[test]
fn clients_take_turns_and_have_limits() {
    let scheduler = Scheduler::new(1);
    let (sender, receiver) = mpsc::channel();
    let (open, gate) = mpsc::channel::<()>();
    let (begun, busy) = mpsc::channel();
    // The only analysis thread is busy until all are queued.
    scheduler.analyse(
        9,
        0,
        Box::new(move |_| {
            begun.send(()).expect("received");
            gate.recv().expect("opened");
            false
        }),
    );
    busy.recv().expect("begun");
    let analyse = |client: u64, slot: usize, name: &'static str| {
        let sender = sender.clone();
        let mut left = 2;
        scheduler.analyse(
            client,
            slot,
            Box::new(move |_| {
                sender.send(name).expect("received");
                left -= 1;
                left > 0
            }),
        )
    };
    assert!((0..MAX_PER_CLIENT).all(|slot| analyse(1, slot, "many")));
    assert!(!analyse(1, MAX_PER_CLIENT, "many"), "one more than a client may have");
    assert!(analyse(1, 0, "many"), "in place of another");
    assert!(analyse(2, 0, "one"));
    open.send(()).expect("the task waits");
    let order: Vec<&str> = (0..4).map(|_| receiver.recv().expect("a slice")).collect();
    let ones = order.iter().filter(|name| **name == "one").count();
    assert_eq!(ones, 2, "half of the slices belong to the client with one analysis: {order:?}");
}

#[test]
fn a_panic_ends_only_its_own_task() {
    let scheduler = Scheduler::new(1);
    scheduler.spawn(game(1), Box::new(|| panic!("a task fails; this is part of the test")));
    let (sender, receiver) = mpsc::channel();
    scheduler.spawn(game(1), Box::new(move || sender.send(7).expect("received")));
    assert_eq!(receiver.recv(), Ok(7));
}

#[test]
fn moves_that_never_end_do_not_starve_other_games() {
    let scheduler = Scheduler::new(2);
    let (open, gate) = mpsc::channel::<()>();
    let gate = Arc::new(Mutex::new(gate));
    // More tasks than cores run until the end of the test.
    for number in 0..6 {
        let gate = Arc::clone(&gate);
        scheduler.spawn(game(number), Box::new(move || assert!(lock(&gate).recv().is_err())));
    }
    let (sender, receiver) = mpsc::channel();
    for turn in 0..20 {
        let sender = sender.clone();
        scheduler.spawn(game(100), Box::new(move || sender.send(turn).expect("received")));
        assert_eq!(receiver.recv(), Ok(turn));
    }
    drop(open);
}

#[test]
fn when_all_threads_are_busy_the_game_with_the_least_usage_is_next() {
    let scheduler = Scheduler::with_threads(1, 1);
    let (sender, receiver) = mpsc::channel();
    let spawn = |number: u64, watched: bool, takes: Duration| {
        let sender = sender.clone();
        let task = move || {
            thread::sleep(takes);
            sender.send(number).expect("received");
        };
        scheduler.spawn(Owner { number, watched }, Box::new(task));
    };
    let slow = Duration::from_millis(50);
    spawn(1, true, slow);
    spawn(2, false, slow);
    assert_eq!((receiver.recv(), receiver.recv()), (Ok(1), Ok(2)));
    let (open, gate) = mpsc::channel::<()>();
    scheduler.spawn(game(0), Box::new(move || gate.recv().expect("opened")));
    // The unwatched game was charged four times its time; the third has used nothing yet.
    [(2, false), (1, true), (3, true)].into_iter().for_each(|(number, watched)| spawn(number, watched, Duration::ZERO));
    open.send(()).expect("the task waits");
    let order: Vec<u64> = (0..3).map(|_| receiver.recv().expect("a move")).collect();
    assert_eq!(order, [3, 1, 2]);
}

#[test]
fn a_new_analysis_takes_the_place_of_the_one_in_its_slot() {
    let scheduler = Scheduler::new(1);
    let (sender, receiver) = mpsc::channel();
    let first = sender.clone();
    scheduler.analyse(
        1,
        0,
        Box::new(move |stop| {
            first.send("first begun").expect("received");
            while !stop.is_set() {
                thread::yield_now();
            }
            first.send("first stopped").expect("received");
            false
        }),
    );
    assert_eq!(receiver.recv(), Ok("first begun"));
    let run = |name: &'static str| {
        let sender = sender.clone();
        Box::new(move |_: &StopFlag| {
            sender.send(name).expect("received");
            false
        })
    };
    // Only the last of many requests is ever searched.
    for _ in 0..3 * MAX_PER_CLIENT {
        assert!(scheduler.analyse(1, 0, run("forgotten")));
    }
    assert!(scheduler.analyse(1, 0, run("last")));
    drop(sender);
    let rest: Vec<&str> = receiver.iter().filter(|told| *told != "forgotten").collect();
    assert_eq!(rest, ["first stopped", "last"]);
}
