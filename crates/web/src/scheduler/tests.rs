//! The order in which moves and studies are thought about.

use super::*;
use std::sync::mpsc;

fn game(number: u64) -> Owner {
    Owner { number, watched: true }
}

#[test]
fn a_move_pushes_a_study_aside_and_the_study_goes_on() {
    let scheduler = Scheduler::new(1);
    let (said, heard) = mpsc::channel();
    let study = said.clone();
    let mut slices = 0;
    // Without the flag the first slice would never end.
    scheduler.study(
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
    let (ended, wait) = mpsc::channel();
    scheduler.think(
        game(1),
        Box::new(move || {
            said.send("move".to_string()).expect("heard");
            ended.send(()).expect("heard");
        }),
    );
    assert_eq!(heard.recv().as_deref(), Ok("move"));
    wait.recv().expect("the move ended");
    assert_eq!(heard.recv().as_deref(), Ok("slice 2"));
}

#[test]
fn a_study_has_a_slice_now_and_then_although_moves_need_all_cores() {
    let scheduler = Scheduler::new(1);
    let (open, gate) = mpsc::channel::<()>();
    scheduler.think(game(1), Box::new(move || gate.recv().expect("opened")));
    let (said, heard) = mpsc::channel();
    let mut slices = 0;
    scheduler.study(
        1,
        Box::new(move |stop| {
            slices += 1;
            said.send((slices, stop.is_set())).expect("heard");
            slices < 2
        }),
    );
    assert_eq!(heard.recv(), Ok((1, false)));
    assert_eq!(heard.recv(), Ok((2, false)), "the move still thinks");
    open.send(()).expect("somebody waits");
}

#[test]
fn clients_take_turns_and_have_limits() {
    let scheduler = Scheduler::new(1);
    let (said, heard) = mpsc::channel();
    let (open, gate) = mpsc::channel::<()>();
    let (begun, busy) = mpsc::channel();
    // The only thread for studies is busy until all are there.
    scheduler.study(
        9,
        Box::new(move |_| {
            begun.send(()).expect("heard");
            gate.recv().expect("opened");
            false
        }),
    );
    busy.recv().expect("begun");
    let study = |client: u64, name: &'static str| {
        let said = said.clone();
        let mut left = 2;
        scheduler.study(
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
    let scheduler = Scheduler::new(1);
    scheduler.think(game(1), Box::new(|| panic!("a job that fails; this is part of the test")));
    let (said, heard) = mpsc::channel();
    scheduler.think(game(1), Box::new(move || said.send(7).expect("heard")));
    assert_eq!(heard.recv(), Ok(7));
}

#[test]
fn games_that_never_end_their_move_mute_nobody() {
    let scheduler = Scheduler::new(2);
    let (open, gate) = mpsc::channel::<()>();
    let gate = Arc::new(Mutex::new(gate));
    // As many as there are cores, and some more, think until the end of the test.
    for number in 0..6 {
        let gate = Arc::clone(&gate);
        scheduler.think(
            game(number),
            Box::new(move || assert!(gate.lock().unwrap_or_else(PoisonError::into_inner).recv().is_err())),
        );
    }
    let (said, heard) = mpsc::channel();
    for turn in 0..20 {
        let said = said.clone();
        scheduler.think(game(100), Box::new(move || said.send(turn).expect("heard")));
        assert_eq!(heard.recv(), Ok(turn));
    }
    drop(open);
}

#[test]
fn where_all_threads_are_taken_the_game_that_used_least_is_next() {
    let scheduler = Scheduler::with_threads(1, 1);
    let (said, heard) = mpsc::channel();
    let think = |number: u64, watched: bool, takes: Duration| {
        let said = said.clone();
        let job = move || {
            thread::sleep(takes);
            said.send(number).expect("heard");
        };
        scheduler.think(Owner { number, watched }, Box::new(job));
    };
    let slow = Duration::from_millis(50);
    think(1, true, slow);
    think(2, false, slow);
    assert_eq!((heard.recv(), heard.recv()), (Ok(1), Ok(2)));
    let (open, gate) = mpsc::channel::<()>();
    scheduler.think(game(0), Box::new(move || gate.recv().expect("opened")));
    // The one without a page paid four times as much for the same time; the third has used nothing yet.
    [(2, false), (1, true), (3, true)].into_iter().for_each(|(number, watched)| think(number, watched, Duration::ZERO));
    open.send(()).expect("somebody waits");
    let order: Vec<u64> = (0..3).map(|_| heard.recv().expect("a move")).collect();
    assert_eq!(order, [3, 1, 2]);
}
