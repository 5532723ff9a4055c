//! The referee against players of every bad kind.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Deed, Scripted, map, on, variant};
use plyground_arena::{
    ArenaGame, FischerClock, Interrupt, Outcome, Referee, SeatedPlayer, Termination, TimeRules, WorkerControl,
};
use plyground_arena::{decode_turns, encode_turns, moves_text, replay};
use plyground_core::{GameEvent, GameVisitor, Playable, PlayerId, Rng, Setup, Turn, parse_moves};
use plyground_engine::build;
use plyground_search::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const MILLI: Duration = Duration::from_millis(1);

/// One game in which each seat does its deed; returns the outcome and the moves as text.
struct Play<'a> {
    deeds: &'a [(Deed, usize)],
    time_rules: TimeRules,
    control: Arc<WorkerControl>,
}

impl GameVisitor for Play<'_> {
    type Output = (Outcome, String);

    fn visit<G: Playable>(self, game: G, start: G::Position) -> (Outcome, String) {
        let mut players: Vec<Scripted<G::Move>> =
            self.deeds.iter().map(|(deed, after)| Scripted::new(*deed, *after)).collect();
        let mut seats: Vec<SeatedPlayer<'_, G>> =
            players.iter_mut().map(|player| SeatedPlayer { player, time_rules: &self.time_rules, seed: 1 }).collect();
        let mut referee = Referee::new(self.control);
        let config = ArenaGame { game: &game, start: &start, opening: &[], dice: 7, longest: None };
        let outcome = referee.play(&config, &mut seats);
        let text = moves_text(&game, &start, referee.turns(), &outcome.faults);
        assert_eq!(outcome.turns, referee.turns().len());
        check_record(&game, &start, &referee, &outcome);
        (outcome, text)
    }
}

/// What was kept restores the game.
fn check_record<G: Playable>(game: &G, start: &G::Position, referee: &Referee<G>, outcome: &Outcome) {
    let bytes = encode_turns(game, start, referee.turns(), &outcome.faults);
    let turns = decode_turns(game, start, &bytes, &outcome.faults).expect("our own bytes");
    assert_eq!(turns, referee.turns());
    let end = replay(game, start, &turns, &outcome.faults, |_, _| {});
    let mut told = start.clone();
    parse_moves(game, &mut told, &moves_text(game, start, &turns, &outcome.faults)).expect("our own words");
    assert!(told == end, "the text leads to the same end");
    if outcome.termination == Termination::Normal {
        assert_eq!(game.turn(&end), Turn::Over);
        assert_eq!(game.payoffs(&end), outcome.payoffs);
    }
}

fn play(game: &str, setup: &Setup, deeds: &[(Deed, usize)]) -> (Outcome, String) {
    on(game, setup, Play { deeds, time_rules: TimeRules::default(), control: Arc::default() })
}

const GOOD: (Deed, usize) = (Deed::Nothing, 0);

#[test]
fn good_players_end_normally() {
    for (game, setup) in [("isola", Setup::default()), ("einstein", Setup::default()), ("reversixt", map("duel"))] {
        let (outcome, text) = play(game, &setup, &[GOOD, GOOD]);
        assert_eq!(outcome.termination, Termination::Normal);
        assert!(outcome.faults.is_empty());
        assert_eq!(outcome.turns, text.split(' ').count());
        assert_eq!(outcome.efforts[0].moves + outcome.efforts[1].moves, outcome.turns as u64);
        assert!(outcome.efforts[0].nodes > 0);
        assert_eq!(outcome.shares()[..2].iter().sum::<f64>(), 1.0);
    }
}

#[test]
fn whoever_misbehaves_loses_a_game_of_two() {
    for (deed, kind) in [
        (Deed::Panic, Termination::Crash),
        (Deed::PanicAtTheDoor, Termination::Crash),
        (Deed::Silence, Termination::Stall),
        (Deed::Cheat, Termination::IllegalMove),
    ] {
        for game in ["isola", "einstein", "reversixt"] {
            for culprit in 0..2 {
                let mut deeds = [GOOD; 2];
                deeds[culprit] = (deed, 2);
                let setup = if game == "reversixt" { map("duel") } else { Setup::default() };
                let (outcome, text) = play(game, &setup, &deeds);
                assert_eq!(outcome.termination, kind, "{game} {deed:?}");
                let seat = PlayerId::from_index(culprit);
                assert_eq!(outcome.payoffs.winner(), Some(seat.opponent()), "{game} {deed:?}");
                assert_eq!(outcome.faults.len(), 1);
                let fault = &outcome.faults[0];
                assert_eq!((fault.seat, fault.kind, fault.turn), (seat, kind, outcome.turns));
                assert!(fault.detail.contains(&format!("player {seat}")), "{}", fault.detail);
                let played = text.strip_suffix(&format!(" out={seat}")).unwrap_or(&text);
                let played = if played == format!("out={seat}") { "" } else { played };
                assert!(fault.detail.ends_with(&format!("after `{played}`")), "{}", fault.detail);
                assert_eq!(outcome.ended_for(seat), kind);
                assert_eq!(outcome.ended_for(seat.opponent()), Termination::Normal);
            }
        }
    }
}

#[test]
fn a_game_of_many_goes_on_without_the_culprit() {
    for deed in [Deed::Panic, Deed::PanicAtTheDoor, Deed::Silence, Deed::Cheat] {
        let (outcome, text) = play("reversixt", &map("bastion"), &[GOOD, (deed, 2), GOOD, GOOD]);
        assert_eq!(outcome.termination, Termination::Normal, "{deed:?}");
        assert_eq!(outcome.faults.len(), 1, "{deed:?}");
        assert!(outcome.turns > 20, "the others played on");
        let words: Vec<&str> = text.split(' ').collect();
        assert_eq!((words.len(), words[outcome.faults[0].turn]), (outcome.turns + 1, "out=2"), "{deed:?}: it is told");
        let expected = if deed == Deed::PanicAtTheDoor { 0 } else { 2 + u64::from(deed != Deed::Panic) };
        assert_eq!(outcome.efforts[1].moves, expected, "{deed:?}: nobody asks the culprit again");
        assert_ne!(outcome.payoffs.places()[1], 1, "the culprit does not win");
    }
}

#[test]
fn everybody_may_leave_a_game_of_many() {
    let bad = (Deed::Panic, 1);
    let (outcome, _) = play("reversixt", &map("carousel"), &[bad, bad, bad]);
    assert_eq!(outcome.termination, Termination::Crash);
    assert_eq!(outcome.faults.len(), 2, "the last one left has won");
}

#[test]
fn time_is_kept() {
    // Wide apart, so that a busy machine does not make the quick player late.
    let limits = Limits::time(50 * MILLI);
    let strict = TimeRules { limits, margin: 150 * MILLI, strict: true, ..TimeRules::default() };
    let slow = [GOOD, (Deed::Dawdle(400 * MILLI), 1)];
    let timed =
        |time_rules| on("isola", &Setup::default(), Play { deeds: &slow, time_rules, control: Arc::default() }).0;
    let outcome = timed(strict);
    assert_eq!(outcome.termination, Termination::TimeOut);
    assert_eq!(outcome.payoffs.winner(), Some(PlayerId::FIRST));
    assert!(outcome.faults[0].detail.contains("where 0.200 s were allowed"), "{}", outcome.faults[0].detail);
    assert!(outcome.efforts[1].time >= 400 * MILLI);
    let clock = Some(FischerClock { base: 600 * MILLI, increment: Duration::ZERO, moves: None });
    let outcome = timed(TimeRules { clock, margin: MILLI, ..TimeRules::default() });
    assert_eq!((outcome.termination, outcome.faults[0].seat), (Termination::TimeOut, PlayerId::SECOND));
    assert_eq!(outcome.efforts[1].moves, 3, "a quick move, one of 400 ms and another that is too much");
    let patient = TimeRules::lenient(limits);
    let hurried = [GOOD, (Deed::Dawdle(2 * MILLI), 0)];
    let (outcome, _) =
        on("isola", &variant("cols=3,rows=3"), Play { deeds: &hurried, time_rules: patient, control: Arc::default() });
    assert_eq!(outcome.termination, Termination::Normal);
}

#[test]
fn a_stalling_player_is_stopped_by_the_watchdog() {
    let control = Arc::new(WorkerControl::default());
    let done = Arc::new(AtomicBool::new(false));
    let watchdog = std::thread::spawn({
        let (control, done) = (Arc::clone(&control), Arc::clone(&done));
        move || {
            while !done.load(Ordering::Relaxed) {
                std::thread::sleep(MILLI);
                control.enforce_deadline();
            }
        }
    });
    let time_rules = TimeRules {
        limits: Limits::time(MILLI),
        margin: MILLI,
        grace: 10 * MILLI,
        strict: true,
        ..TimeRules::default()
    };
    let deeds = [GOOD, (Deed::WaitToBeStopped, 1)];
    let (outcome, _) = on("isola", &Setup::default(), Play { deeds: &deeds, time_rules, control });
    done.store(true, Ordering::Relaxed);
    watchdog.join().expect("the watchdog sleeps well");
    assert_eq!(outcome.termination, Termination::Stall);
    assert!(outcome.faults[0].detail.contains("had to be stopped"), "{}", outcome.faults[0].detail);
}

#[test]
fn a_halted_game_counts_for_nothing() {
    let control = Arc::new(WorkerControl::default());
    control.halt();
    let deeds = [GOOD, (Deed::WaitToBeStopped, 0)];
    let (outcome, _) =
        on("isola", &Setup::default(), Play { deeds: &deeds, time_rules: TimeRules::default(), control });
    assert_eq!(outcome.termination, Termination::Interrupted);
    assert!(!Interrupt::default().is_pressed());
}

/// Random players of a game: dice are the referee's, so the same seed gives the same rolls whoever plays.
struct Rolls {
    players: [&'static str; 2],
    dice: u64,
    seed: u64,
}

impl GameVisitor for Rolls {
    type Output = (Vec<usize>, String);

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let built = self.players.map(|spec| build(&spec.parse().unwrap(), &game, 1).unwrap());
        let (mut players, time_rules) = (built, TimeRules::default());
        let mut seats: Vec<SeatedPlayer<'_, G>> = players
            .iter_mut()
            .map(|player| SeatedPlayer { player: player.as_mut(), time_rules: &time_rules, seed: self.seed })
            .collect();
        let mut referee = Referee::default();
        referee
            .play(&ArenaGame { game: &game, start: &start, opening: &[], dice: self.dice, longest: None }, &mut seats);
        let text = moves_text(&game, &start, referee.turns(), &[]);
        let mut position = start.clone();
        let replayed = parse_moves(&game, &mut position, &text).unwrap();
        assert_eq!(replayed, referee.turns().iter().map(|turn| GameEvent::Turn(*turn)).collect::<Vec<_>>());
        (referee.turns().iter().filter_map(|turn| turn.0).collect(), text)
    }
}

#[test]
fn dice_depend_on_their_seed_and_on_nothing_else() {
    let rolls = |players, dice, seed| on("einstein", &Setup::default(), Rolls { players, dice, seed });
    let (first, text) = rolls(["random", "first"], 5, 1);
    let (second, other_text) = rolls(["first", "random"], 5, 2);
    assert_ne!(text, other_text);
    let shared = first.len().min(second.len());
    assert_eq!(first[..shared], second[..shared], "other players, same dice");
    assert_eq!(text, rolls(["random", "first"], 5, 1).1);
    assert_ne!(first[..shared], rolls(["random", "first"], 6, 1).0[..shared]);
}

#[test]
fn corrupt_bytes_are_refused() {
    struct Corrupt;
    impl GameVisitor for Corrupt {
        type Output = u32;
        fn visit<G: Playable>(self, game: G, start: G::Position) -> u32 {
            let mut rng = Rng::seeded(3);
            let mut refused = 0;
            for _ in 0..300 {
                let bytes: Vec<u8> = (0..rng.below(60)).map(|_| rng.bits() as u8).collect();
                match decode_turns(&game, &start, &bytes, &[]) {
                    Ok(turns) => assert_eq!(encode_turns(&game, &start, &turns, &[]).len(), bytes.len()),
                    Err(error) => {
                        assert!(error.to_string().contains("the recorded turn"), "{error}");
                        refused += 1;
                    }
                }
            }
            refused
        }
    }
    for game in ["isola", "einstein", "reversixt"] {
        assert!(on(game, &Setup::default(), Corrupt) > 200, "{game}");
    }
}

#[test]
fn an_endless_game_is_judged_as_it_stands() {
    struct Short;
    impl GameVisitor for Short {
        type Output = Outcome;
        fn visit<G: Playable>(self, game: G, start: G::Position) -> Outcome {
            let mut players = [Scripted::new(Deed::Nothing, 0), Scripted::new(Deed::Nothing, 0)];
            let time_rules = TimeRules::default();
            let mut seats: Vec<SeatedPlayer<'_, G>> =
                players.iter_mut().map(|player| SeatedPlayer { player, time_rules: &time_rules, seed: 1 }).collect();
            let config = ArenaGame { game: &game, start: &start, opening: &[], dice: 1, longest: Some(4) };
            Referee::default().play(&config, &mut seats)
        }
    }
    let outcome = on("reversixt", &map("duel"), Short);
    assert_eq!((outcome.termination, outcome.turns), (Termination::Adjudicated, 4));
    assert_eq!(outcome.ended_for(PlayerId::FIRST), Termination::Adjudicated);
}
