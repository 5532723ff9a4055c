//! Games at tables, without a server around them.

use super::*;
use crate::engines::MemoryBudget;
use crate::messages::{NewGame, Review};
use plyground_search::StopFlag;

fn wish(json: Value) -> Wish {
    let asked: NewGame = serde_json::from_value(json).expect("a wish");
    Wish::read(asked, 7, false).unwrap_or_else(|refusal| panic!("{}", refusal.reason))
}

fn table(json: Value) -> Box<dyn Live> {
    let mut live = create(&wish(json), &MemoryBudget::default()).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
    settle(live.as_mut());
    live
}

/// Lets engines move until a person is asked or the game is over.
fn settle(live: &mut dyn Live) {
    while let Some(errand) = live.errand() {
        let caught = (errand.run)(&StopFlag::default());
        live.receive(caught);
    }
}

fn say(live: &mut dyn Live, command: Value) -> Result<Answer, String> {
    let command: Command = serde_json::from_value(command).expect("a command");
    let answer = live.obey(&command);
    settle(live);
    answer
}

use serde_json::json;

/// Plays the first legal move whenever a person is asked, to the end.
fn finish(live: &mut dyn Live) -> State {
    loop {
        let state = live.state();
        if state.result.is_some() {
            return state;
        }
        let command = match state.legal.first() {
            Some(legal) => json!({"do": "move", "text": legal.text}),
            None => json!({"do": "roll", "face": null}),
        };
        assert_eq!(say(live, command), Ok(Answer::Done));
    }
}

#[test]
fn every_game_can_be_played_to_its_end_and_its_record_brings_it_back() {
    for asked in [
        json!({"game": "isola", "seats": ["human", "random"]}),
        json!({"game": "einstein", "seats": ["random", "human"], "deal": true, "real_die": true}),
        json!({"game": "reversixt", "seats": ["human", "greedy"]}),
        json!({"game": "reversixt", "map": "skirmish", "seats": ["human", "random"]}),
        json!({"game": "reversixt", "map": "ring", "seats": ["human", "random", "human"]}),
    ] {
        let mut live = table(asked.clone());
        let state = finish(live.as_mut());
        let result = state.result.clone().expect("over");
        assert_eq!(result.places.len(), state.seats.len(), "{asked}");
        assert!(state.legal.is_empty() && !state.yours);
        let again = reopen(&live.record().to_string(), None, 1, false, &MemoryBudget::default())
            .unwrap_or_else(|error| panic!("{error:?}"));
        let again = again.state();
        assert_eq!((&again.moves, &again.scene, &again.result), (&state.moves, &state.scene, &state.result), "{asked}");
    }
}

#[test]
fn a_move_is_entered_by_clicks_that_no_other_move_has() {
    let live = table(json!({"game": "reversixt", "map": "skirmish", "seats": ["human", "human"]}));
    let legal = live.state().legal;
    for (index, one) in legal.iter().enumerate() {
        assert!(!one.clicks.is_empty());
        assert!(legal[index + 1..].iter().all(|other| other.clicks != one.clicks), "{}", one.text);
    }
}

#[test]
fn taking_back_keeps_the_roll_and_redoing_restores_the_game() {
    let mut live = table(json!({"game": "einstein", "seats": ["human", "random"], "seed": 3}));
    let before = live.state();
    assert!(before.scene.die.is_some(), "the server rolls");
    let text = before.legal[0].text.clone();
    assert_eq!(say(live.as_mut(), json!({"do": "move", "text": text})), Ok(Answer::Done));
    let after = live.state();
    assert_eq!(after.plies, 2, "the engine has answered");
    assert_eq!(say(live.as_mut(), json!({"do": "undo"})), Ok(Answer::Done));
    let back = live.state();
    assert_eq!((back.plies, &back.scene, &back.legal), (0, &before.scene, &before.legal));
    assert!(back.can.redo && !back.can.undo);
    assert_eq!(say(live.as_mut(), json!({"do": "redo"})), Ok(Answer::Done));
    assert_eq!(live.state().moves, after.moves);
    assert!(say(live.as_mut(), json!({"do": "redo"})).is_err());
}

#[test]
fn giving_up_ends_a_game_of_two_and_only_removes_one_of_three() {
    let mut two = table(json!({"game": "isola", "seats": ["human", "random"]}));
    assert_eq!(say(two.as_mut(), json!({"do": "resign"})), Ok(Answer::Done));
    let result = two.state().result.expect("over");
    assert_eq!((result.text.as_str(), result.reason.as_str()), ("O wins", "X gave up"));
    assert!(say(two.as_mut(), json!({"do": "resign"})).is_err());
    let kept = reopen(&two.record().to_string(), None, 1, false, &MemoryBudget::default())
        .unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(kept.state().result, Some(result));
    assert_eq!(say(two.as_mut(), json!({"do": "undo"})), Ok(Answer::Done));
    assert_eq!(two.state().result, None);

    let mut three = table(json!({"game": "reversixt", "map": "ring", "seats": ["human", "human", "human"]}));
    assert_eq!(say(three.as_mut(), json!({"do": "resign"})), Ok(Answer::Done));
    let state = three.state();
    assert!(state.result.is_none() && state.seats[0].eliminated);
    assert_eq!(state.turn.player, Some(2));
}

#[test]
fn an_answer_that_comes_too_late_is_forgotten() {
    let mut live = table(json!({"game": "isola", "seats": ["human", "random"]}));
    let text = live.state().legal[0].text.clone();
    live.obey(&Command::Move { text }).expect("legal");
    let errand = live.errand().expect("the engine is asked");
    assert!(live.errand().is_none(), "and not asked twice");
    live.obey(&Command::Undo).expect("taken back");
    let caught = (errand.run)(&StopFlag::default());
    live.receive(caught);
    assert_eq!(live.state().plies, 0);
    assert!(live.errand().is_none(), "it is a person's turn");
}

#[test]
fn an_engine_that_was_let_go_is_built_again() {
    let mut live = table(json!({"game": "isola", "seats": ["human", "random"]}));
    live.rest();
    let text = live.state().legal[0].text.clone();
    assert_eq!(say(live.as_mut(), json!({"do": "move", "text": text})), Ok(Answer::Done));
    assert_eq!(live.state().plies, 2);
}

#[test]
fn a_paused_engine_waits() {
    let mut live = create(&wish(json!({"game": "isola", "seats": ["random", "random"]})), &MemoryBudget::default())
        .unwrap_or_else(|_| panic!());
    live.obey(&Command::Pause { on: true }).expect("paused");
    assert!(live.errand().is_none());
    live.obey(&Command::Pause { on: false }).expect("on again");
    settle(live.as_mut());
    assert!(live.state().result.is_some());
}

#[test]
fn an_empty_account_loses() {
    let mut live = table(json!({"game": "isola", "seats": ["human", "random"], "clock": "1ms"}));
    while live.tick().is_some() {
        std::thread::yield_now();
    }
    let result = live.state().result.expect("over");
    assert_eq!(result.reason, "X has no time left");
}

#[test]
fn what_a_move_would_do_is_told() {
    let mut live = table(json!({"game": "reversixt", "seats": ["human", "human"]}));
    let text = live.state().legal[0].text.clone();
    let Ok(Answer::Effects(effects)) = say(live.as_mut(), json!({"do": "preview", "text": text})) else {
        panic!("effects")
    };
    assert_eq!(effects.cells.len(), 2, "a stone is set and one is turned");
    assert_eq!(effects.paths.len(), 1);
    assert_eq!(effects.paths[0].len(), 3, "new stone, turned stone, closing stone");
    assert_eq!(live.state().plies, 0, "nothing has happened");
}

#[test]
fn what_a_bomb_would_destroy_is_told() {
    // Nobody can move, so the bombs come at once.
    let map = "2\n0\n1 1\n5 5\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n";
    let mut live = table(json!({"game": "reversixt", "map_text": map, "seats": ["human", "human"]}));
    let state = live.state();
    assert_eq!(state.legal.len(), 25);
    let sizes: Vec<usize> = state
        .legal
        .iter()
        .map(|bomb| match say(live.as_mut(), json!({"do": "preview", "text": bomb.text})) {
            Ok(Answer::Effects(effects)) => effects.cells.len(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!((sizes[0], sizes[2], sizes[12]), (4, 6, 9), "corner, edge and middle, with a radius of one");
}

#[test]
fn wishes_that_ask_too_much_are_refused_beside_their_field() {
    for (asked, field, expected) in [
        (json!({"game": "chess"}), "game", "there is no game `chess`"),
        (json!({"game": "isola", "variant": "cols=99"}), "variant", "cols"),
        (json!({"game": "isola", "map": "ring"}), "map", "there is no map `ring`"),
        (json!({"game": "isola", "position": "x"}), "position", "position"),
        (json!({"game": "isola", "seats": ["human", "bset"]}), "seat 2", "there is no player `bset`"),
        (json!({"game": "isola", "seats": ["a", "b", "c"]}), "seats", "2 seats"),
        (json!({"game": "isola", "seats": ["process(\"sh\")"]}), "seat 1", "--allow-processes"),
        (json!({"game": "isola", "seats": ["mcts(policy=process(\"sh\"))"]}), "seat 1", "--allow-processes"),
        (json!({"game": "isola", "seats": ["search(table=10GB)"]}), "seat 1", "64MB"),
        (
            json!({"game": "isola", "seats": ["best(8)"]}),
            "seat 1",
            "threads=8 is too much for an engine of a page; at most 1",
        ),
        (json!({"game": "isola", "time": "2h"}), "time", "60s"),
        (json!({"game": "reversixt", "variant": "cols=400,rows=400"}), "variant", "400x400 squares is too large"),
        (json!({"game": "reversixt", "map_text": "2 0 0 0 200 200 "}), "map", "at most 2500 are"),
        (json!({"game": "isola", "clock": "soon"}), "clock", "soon"),
    ] {
        let asked_for: NewGame = serde_json::from_value(asked.clone()).expect("a wish");
        let refused = Wish::read(asked_for, 7, false)
            .and_then(|wish| create(&wish, &MemoryBudget::default()).map(drop))
            .expect_err("refused");
        assert_eq!(refused.field.as_deref(), Some(field), "{asked}");
        assert!(refused.reason.contains(expected), "{asked}: {}", refused.reason);
    }
}

#[test]
fn records_from_elsewhere_are_opened_for_people() {
    let text = r#"{"schema": "plyground-record-1", "game": "isola", "variant": "columbia", "players": ["best", "best"], "moves": ""}"#;
    let live = reopen(text, None, 1, false, &MemoryBudget::default()).unwrap_or_else(|error| panic!("{error:?}"));
    assert!(live.state().seats.iter().all(|seat| seat.spec.is_none()));
    let large = text.replace("isola", "reversixt").replace("columbia", "cols=200,rows=200");
    let refused = reopen(&large, None, 1, false, &MemoryBudget::default()).map(drop).expect_err("refused");
    assert!(refused.reason.contains("200x200 squares is too large"), "{}", refused.reason);
    let refused = reopen("nonsense", None, 1, false, &MemoryBudget::default()).map(drop).expect_err("refused");
    assert_eq!(refused.field.as_deref(), Some("text"));
}

/// Runs an inquiry to its end and returns what it said.
fn inquire(mut inquiry: Inquiry) -> Vec<Push> {
    let mut said = Vec::new();
    loop {
        let progress = inquiry(&StopFlag::default());
        said.extend(progress.said);
        if !progress.more {
            return said;
        }
    }
}

#[test]
fn a_winning_move_that_was_found_by_chance_is_found_by_thinking() {
    for seed in [1, 2, 3] {
        let mut live =
            table(json!({"game": "isola", "variant": "cols=4,rows=4", "seats": ["random", "random"], "seed": seed}));
        let state = finish(live.as_mut());
        let wish = StudyWish { ply: Some(state.plies - 1), lines: 1, player: None };
        let said = inquire(live.study(&wish).expect("there is something to think about"));
        let Some(Push::Insight { insight }) = said.last() else { panic!("an insight") };
        let won = if state.result.expect("over").places[0] == 1 { 1.0 } else { 0.0 };
        assert_eq!(
            (insight.share, insight.view, insight.exact),
            (won, 1, true),
            "values are those of the first player"
        );
        let over = StudyWish { ply: None, ..wish };
        assert!(live.study(&over).err().is_some_and(|reason| reason.contains("over")));
    }
}

#[test]
fn luck_and_errors_of_a_reviewed_game_add_up_to_its_result() {
    let mut live = table(json!({"game": "einstein", "variant": "tiny", "seats": ["random", "random"], "seed": 5}));
    let state = finish(live.as_mut());
    let said = inquire(live.review().expect("two players"));
    let reviews: Vec<&Review> =
        said.iter().map(|push| if let Push::Review { review } = push { review } else { panic!("a review") }).collect();
    assert_eq!(reviews.len(), state.plies + 1);
    let (start, end) = (reviews[0].share, reviews[state.plies].share);
    let drift: f64 = reviews[..state.plies]
        .iter()
        .map(|review| {
            let gained = review.luck.expect("dice") - review.error;
            if review.player == Some(1) { gained } else { -gained }
        })
        .sum();
    assert!(reviews.iter().all(|review| review.exact), "so small a game is searched to its end");
    assert!((start + drift - end).abs() < 1e-9, "{start} {drift} {end}");
}

#[test]
fn among_many_everybody_is_reviewed_on_a_scale_of_his_own() {
    let mut live = table(json!({"game": "reversixt", "map": "ring", "seats": ["human", "human", "human"]}));
    for _ in 0..6 {
        let text = live.state().legal[0].text.clone();
        assert_eq!(say(live.as_mut(), json!({"do": "move", "text": text})), Ok(Answer::Done));
    }
    let said = inquire(live.review().expect("any number of players"));
    let reviews: Vec<&Review> =
        said.iter().map(|push| if let Push::Review { review } = push { review } else { panic!("a review") }).collect();
    assert_eq!(reviews.len(), 7);
    for review in &reviews[..6] {
        assert_eq!(Some(review.view), review.player);
        assert!((0.0..=1.0).contains(&review.share) && review.error >= 0.0 && review.best.is_some());
        assert!(review.error == 0.0 || review.played != review.best, "the best move gives nothing away");
    }
}

#[test]
fn games_are_taken_home_in_the_forms_they_offer() {
    let mut dice = table(json!({"game": "einstein", "seats": ["random", "random"], "seed": 4}));
    let state = finish(dice.as_mut());
    assert_eq!(state.formats, ["wtn"]);
    let wtn = dice.export("wtn").expect("a contest record");
    let again = reopen(&wtn, None, 1, false, &MemoryBudget::default()).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(again.state().scene, state.scene);
    let mapped = table(json!({"game": "reversixt", "map": "skirmish", "seats": ["human", "human"]}));
    assert_eq!(mapped.state().formats, ["map"]);
    let text = mapped.export("map").expect("the map");
    let copy = table(json!({"game": "reversixt", "map_text": text, "seats": ["human", "human"]}));
    assert_eq!(copy.state().scene, mapped.state().scene);
    assert!(copy.export("wtn").is_err() && dice.export("../x").is_err());
    assert!(mapped.picture(0).starts_with("<svg"));
}
