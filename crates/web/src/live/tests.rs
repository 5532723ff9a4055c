//! Live games without a server around them.

mod variations;

use super::*;
use crate::engines::MemoryBudget;
use crate::error::ApiError;
use crate::messages::{AnalysisRequest, GameCommand, GameState, NewGame, Review, SocketResponse};
use plyground_search::StopFlag;
use serde_json::{Value, json};

fn reopen(
    text: &str,
    game: Option<&str>,
    seed: u64,
    processes: bool,
    budget: &MemoryBudget,
) -> Result<LiveGame, ApiError> {
    Reopening { text, game, seed, processes, budget }.open()
}

fn config(json: Value) -> GameConfig {
    let request: NewGame = serde_json::from_value(json).expect("a request");
    GameConfig::read(request, 7, false).unwrap_or_else(|error| panic!("{error}"))
}

fn live_game(json: Value) -> LiveGame {
    let mut live = create(&config(json), &MemoryBudget::default()).unwrap_or_else(|error| panic!("{error}"));
    run_engines(&mut live);
    live
}

/// Lets engines move until it is a person's turn or the game is over.
fn run_engines(live: &mut LiveGame) {
    while let Some(task) = live.next_task() {
        let result = (task.run)(&StopFlag::default());
        live.complete_task(result);
    }
}

fn execute(live: &mut LiveGame, command: Value) -> Result<SocketResponse, ApiError> {
    let command: GameCommand = serde_json::from_value(command).expect("a command");
    let answer = live.execute(&command);
    run_engines(live);
    answer
}

/// Plays the first legal move for people, to the end of the game.
fn finish(live: &mut LiveGame) -> GameState {
    loop {
        let state = live.state();
        if state.result.is_some() {
            return state;
        }
        let command = match state.legal.first() {
            Some(legal) => json!({"do": "move", "text": legal.text}),
            None => json!({"do": "roll", "face": null}),
        };
        assert_eq!(execute(live, command), Ok(SocketResponse::Done));
    }
}

#[test]
fn every_game_can_be_played_to_its_end_and_reopened_from_its_record() {
    for request in [
        json!({"game": "isola", "seats": ["human", "random"]}),
        json!({"game": "einstein", "seats": ["random", "human"], "deal": true, "real_die": true}),
        json!({"game": "reversixt", "seats": ["human", "greedy"]}),
        json!({"game": "reversixt", "map": "skirmish", "seats": ["human", "random"]}),
        json!({"game": "reversixt", "map": "ring", "seats": ["human", "random", "human"]}),
    ] {
        let mut live = live_game(request.clone());
        let state = finish(&mut live);
        let result = state.result.clone().expect("over");
        assert_eq!(result.places.len(), state.seats.len(), "{request}");
        assert!(state.legal.is_empty() && !state.yours);
        let again = reopen(&live.record().to_string(), None, 1, false, &MemoryBudget::default())
            .unwrap_or_else(|error| panic!("{error:?}"));
        let again = again.state();
        assert_eq!(
            (&again.moves, &again.scene, &again.result),
            (&state.moves, &state.scene, &state.result),
            "{request}"
        );
    }
}

#[test]
fn no_two_moves_are_entered_by_the_same_clicks() {
    let live = live_game(json!({"game": "reversixt", "map": "skirmish", "seats": ["human", "human"]}));
    let legal = live.state().legal;
    for (index, one) in legal.iter().enumerate() {
        assert!(!one.clicks.is_empty());
        assert!(legal[index + 1..].iter().all(|other| other.clicks != one.clicks), "{}", one.text);
    }
}

#[test]
fn undo_keeps_the_roll_and_redo_restores_the_game() {
    let mut live = live_game(json!({"game": "einstein", "seats": ["human", "random"], "seed": 3}));
    let before = live.state();
    assert!(before.scene.die.is_some(), "the server rolls");
    let text = before.legal[0].text.clone();
    assert_eq!(execute(&mut live, json!({"do": "move", "text": text})), Ok(SocketResponse::Done));
    let after = live.state();
    assert_eq!(after.plies, 2, "the engine has answered");
    assert_eq!(execute(&mut live, json!({"do": "undo"})), Ok(SocketResponse::Done));
    let back = live.state();
    assert_eq!((back.plies, &back.scene, &back.legal), (0, &before.scene, &before.legal));
    assert!(back.can.redo && !back.can.undo);
    assert_eq!(execute(&mut live, json!({"do": "redo"})), Ok(SocketResponse::Done));
    assert_eq!(live.state().moves, after.moves);
    assert!(execute(&mut live, json!({"do": "redo"})).is_err());
}

#[test]
fn resigning_ends_a_game_of_two_but_not_one_of_three() {
    let mut two = live_game(json!({"game": "isola", "seats": ["human", "random"]}));
    assert_eq!(execute(&mut two, json!({"do": "resign"})), Ok(SocketResponse::Done));
    let result = two.state().result.expect("over");
    assert_eq!((result.text.as_str(), result.reason.as_str()), ("O wins", "X resigned"));
    assert!(execute(&mut two, json!({"do": "resign"})).is_err());
    let kept = reopen(&two.record().to_string(), None, 1, false, &MemoryBudget::default())
        .unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(kept.state().result, Some(result));
    assert_eq!(execute(&mut two, json!({"do": "undo"})), Ok(SocketResponse::Done));
    assert_eq!(two.state().result, None);

    let mut three = live_game(json!({"game": "reversixt", "map": "ring", "seats": ["human", "human", "human"]}));
    assert_eq!(execute(&mut three, json!({"do": "resign"})), Ok(SocketResponse::Done));
    let state = three.state();
    assert!(state.result.is_none() && state.seats[0].eliminated);
    assert_eq!(state.turn.player, Some(2));
}

#[test]
fn an_outdated_result_is_discarded() {
    let mut live = live_game(json!({"game": "isola", "seats": ["human", "random"]}));
    let text = live.state().legal[0].text.clone();
    live.execute(&GameCommand::Move { text }).expect("legal");
    let task = live.next_task().expect("the engine's turn");
    assert!(live.next_task().is_none(), "no second task");
    live.execute(&GameCommand::Undo).expect("taken back");
    let result = (task.run)(&StopFlag::default());
    live.complete_task(result);
    assert_eq!(live.state().plies, 0);
    assert!(live.next_task().is_none(), "it is a person's turn");
}

#[test]
fn a_released_engine_is_rebuilt() {
    let mut live = live_game(json!({"game": "isola", "seats": ["human", "random"]}));
    live.release_engines();
    let text = live.state().legal[0].text.clone();
    assert_eq!(execute(&mut live, json!({"do": "move", "text": text})), Ok(SocketResponse::Done));
    assert_eq!(live.state().plies, 2);
}

#[test]
fn a_paused_engine_waits() {
    let mut live = create(&config(json!({"game": "isola", "seats": ["random", "random"]})), &MemoryBudget::default())
        .unwrap_or_else(|_| panic!());
    live.execute(&GameCommand::Pause { on: true }).expect("paused");
    assert!(live.next_task().is_none());
    live.execute(&GameCommand::Pause { on: false }).expect("on again");
    run_engines(&mut live);
    assert!(live.state().result.is_some());
}

#[test]
fn running_out_of_time_loses() {
    let mut live = live_game(json!({"game": "isola", "seats": ["human", "random"], "clock": "1ms"}));
    while live.check_clock().is_some() {
        std::thread::yield_now();
    }
    let result = live.state().result.expect("over");
    assert_eq!(result.reason, "X ran out of time");
}

#[test]
fn a_preview_shows_the_effects_of_a_move() {
    let mut live = live_game(json!({"game": "reversixt", "seats": ["human", "human"]}));
    let text = live.state().legal[0].text.clone();
    let Ok(SocketResponse::Effects(effects)) = execute(&mut live, json!({"do": "preview", "text": text})) else {
        panic!("effects")
    };
    assert_eq!(effects.cells.len(), 2, "a stone is set and one is turned");
    assert_eq!(effects.paths.len(), 1);
    assert_eq!(effects.paths[0].len(), 3, "new stone, turned stone, closing stone");
    assert_eq!(live.state().plies, 0, "nothing has happened");
}

#[test]
fn a_preview_shows_what_a_bomb_destroys() {
    // No player can move, so the bomb phase starts at once.
    let map = "2\n0\n1 1\n5 5\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n";
    let mut live = live_game(json!({"game": "reversixt", "map_text": map, "seats": ["human", "human"]}));
    let state = live.state();
    assert_eq!(state.legal.len(), 25);
    let sizes: Vec<usize> = state
        .legal
        .iter()
        .map(|bomb| match execute(&mut live, json!({"do": "preview", "text": bomb.text})) {
            Ok(SocketResponse::Effects(effects)) => effects.cells.len(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!((sizes[0], sizes[2], sizes[12]), (4, 6, 9), "corner, edge and middle, with a radius of one");
}

#[test]
fn an_invalid_request_is_rejected_with_its_field() {
    for (request, field, expected) in [
        (json!({"game": "chess"}), "game", "there is no game `chess`"),
        (json!({"game": "isola", "variant": "cols=99"}), "variant", "cols"),
        (json!({"game": "isola", "map": "ring"}), "map", "there is no map `ring`"),
        (json!({"game": "isola", "position": "x"}), "position", "position"),
        (json!({"game": "isola", "seats": ["human", "bset"]}), "seat 2", "there is no player `bset`"),
        (json!({"game": "isola", "seats": ["a", "b", "c"]}), "seats", "has 2 seats"),
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
        (json!({"game": "reversixt", "map_text": "2 0 0 0 200 200 "}), "map", "at most 2500 squares"),
        (json!({"game": "isola", "clock": "soon"}), "clock", "soon"),
    ] {
        let new_game: NewGame = serde_json::from_value(request.clone()).expect("a request");
        let rejected = GameConfig::read(new_game, 7, false)
            .and_then(|config| create(&config, &MemoryBudget::default()).map(drop))
            .expect_err("rejected");
        assert_eq!(rejected.field(), Some(field), "{request}");
        assert!(rejected.to_string().contains(expected), "{request}: {rejected}");
    }
}

#[test]
fn records_from_elsewhere_are_opened_for_people() {
    let text = r#"{"schema": "plyground-record-1", "game": "isola", "variant": "columbia", "players": ["best", "best"], "moves": ""}"#;
    let live = reopen(text, None, 1, false, &MemoryBudget::default()).unwrap_or_else(|error| panic!("{error:?}"));
    assert!(live.state().seats.iter().all(|seat| seat.spec.is_none()));
    let large = text.replace("isola", "reversixt").replace("columbia", "cols=200,rows=200");
    let rejected = reopen(&large, None, 1, false, &MemoryBudget::default()).map(drop).expect_err("rejected");
    assert!(rejected.to_string().contains("200x200 squares is too large"), "{rejected}");
    let broken = live.record().to_string().replace(r#""moves":"""#, r#""moves":"b3 zz9 b4""#);
    let budget = MemoryBudget::default();
    let refused = reopen(&broken, None, 1, false, &budget).map(drop);
    assert!(refused.is_err_and(|error| error.to_string().starts_with("move ")));
    let part = Reopening { text: &broken, game: None, seed: 1, processes: false, budget: &budget }
        .open_legal_part()
        .map(|live| live.state().plies);
    assert!(part.is_ok_and(|plies| plies <= 1));
    let rejected = reopen("nonsense", None, 1, false, &MemoryBudget::default()).map(drop).expect_err("rejected");
    assert_eq!(rejected.field(), Some("text"));
}

/// Runs an analysis to its end and returns its messages.
fn run_analysis(mut analysis: AnalysisTask) -> Vec<PushMessage> {
    let mut messages = Vec::new();
    loop {
        let between = std::sync::Mutex::new(Vec::new());
        let report = |message| between.lock().expect("no panic").push(message);
        let step = analysis(&SliceContext { stop: &StopFlag::default(), report: &report, contended: &|| false });
        messages.extend(between.into_inner().expect("no panic"));
        messages.extend(step.message);
        if !step.more {
            return messages;
        }
    }
}

/// A request for one line of the current position.
fn analysis_request() -> AnalysisRequest {
    serde_json::from_value(json!({"lines": 1})).expect("a request")
}

#[test]
fn analysis_finds_the_winning_move() {
    for seed in [1, 2, 3] {
        let mut live = live_game(
            json!({"game": "isola", "variant": "cols=4,rows=4", "seats": ["random", "random"], "seed": seed}),
        );
        let state = finish(&mut live);
        let request = AnalysisRequest { ply: Some(state.plies - 1), ..analysis_request() };
        let messages = run_analysis(live.analyse(&request, &mut None).expect("the game is not over"));
        let Some(PushMessage::Analysis { report }) = messages.last() else { panic!("a report") };
        let won = if state.result.expect("over").places[0] == 1 { 1.0 } else { 0.0 };
        assert_eq!((report.share, report.view, report.exact), (won, 1, true), "values are those of the first player");
        let over = AnalysisRequest { ply: None, ..request };
        assert!(live.analyse(&over, &mut None).err().is_some_and(|error| error.to_string().contains("over")));
    }
}

#[test]
fn luck_and_errors_of_a_reviewed_game_add_up_to_its_result() {
    let mut live = live_game(json!({"game": "einstein", "variant": "tiny", "seats": ["random", "random"], "seed": 5}));
    let state = finish(&mut live);
    let messages = run_analysis(live.review().expect("two players"));
    let reviews: Vec<&Review> = messages
        .iter()
        .map(|push| if let PushMessage::Review { review } = push { review } else { panic!("a review") })
        .collect();
    assert_eq!(reviews.len(), state.plies + 1);
    let (start, end) = (reviews[0].share, reviews[state.plies].share);
    let drift: f64 = reviews[..state.plies]
        .iter()
        .map(|review| {
            let gained = review.luck.expect("dice") - review.error;
            if review.player == Some(1) { gained } else { -gained }
        })
        .sum();
    assert!(reviews.iter().all(|review| review.exact), "a game this small is searched to its end");
    assert!((start + drift - end).abs() < 1e-9, "{start} {drift} {end}");
}

#[test]
fn with_more_than_two_players_each_has_a_scale_of_their_own() {
    let mut live = live_game(json!({"game": "reversixt", "map": "ring", "seats": ["human", "human", "human"]}));
    for _ in 0..6 {
        let text = live.state().legal[0].text.clone();
        assert_eq!(execute(&mut live, json!({"do": "move", "text": text})), Ok(SocketResponse::Done));
    }
    let messages = run_analysis(live.review().expect("any number of players"));
    let reviews: Vec<&Review> = messages
        .iter()
        .map(|push| if let PushMessage::Review { review } = push { review } else { panic!("a review") })
        .collect();
    assert_eq!(reviews.len(), 7);
    for review in &reviews[..6] {
        assert_eq!(Some(review.view), review.player);
        assert!((0.0..=1.0).contains(&review.share) && review.error >= 0.0 && review.best.is_some());
        assert!(review.error == 0.0 || review.played != review.best, "the best move loses nothing");
    }
}

#[test]
fn games_are_exported_in_the_formats_they_offer() {
    let mut dice = live_game(json!({"game": "einstein", "seats": ["random", "random"], "seed": 4}));
    let state = finish(&mut dice);
    assert_eq!(state.formats, ["wtn"]);
    let wtn = dice.export("wtn").expect("a contest record");
    let again = reopen(&wtn, None, 1, false, &MemoryBudget::default()).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(again.state().scene, state.scene);
    let mapped = live_game(json!({"game": "reversixt", "map": "skirmish", "seats": ["human", "human"]}));
    assert_eq!(mapped.state().formats, ["map"]);
    assert!(mapped.export("ggf").is_err(), "a map is no Othello board, although both games are ReversiXT");
    let othello = live_game(json!({"game": "reversixt", "seats": ["human", "human"]}));
    assert_eq!(othello.state().formats, ["ggf"]);
    assert!(othello.export("ggf").is_ok_and(|text| text.starts_with("(;GM[Othello]")));
    let text = mapped.export("map").expect("the map");
    let copy = live_game(json!({"game": "reversixt", "map_text": text, "seats": ["human", "human"]}));
    assert_eq!(copy.state().scene, mapped.state().scene);
    assert!(copy.export("wtn").is_err() && dice.export("../x").is_err());
    assert!(mapped.picture(0).starts_with("<svg"));
}

#[test]
fn a_seat_is_given_to_an_engine_and_back_and_the_record_knows() {
    let mut live = live_game(json!({"game": "reversixt", "seats": ["human", "human"]}));
    let first = live.state().legal[0].text.clone();
    execute(&mut live, json!({"do": "move", "text": first})).expect("a legal move");
    execute(&mut live, json!({"do": "seat", "seat": 2, "who": "random"})).expect("an engine");
    let state = live.state();
    assert_eq!((state.plies, state.seats[1].spec.as_deref()), (2, Some("random")), "the engine moves at once");
    let again = reopen(&live.record().to_string(), None, 1, false, &MemoryBudget::default()).expect("a record");
    assert_eq!(again.state().seats[1].spec.as_deref(), Some("random"));
    execute(&mut live, json!({"do": "seat", "seat": 2, "who": "human"})).expect("a person");
    assert_eq!(live.state().seats[1].spec, None);
    for (seat, who, reason) in [(3, "human", "seats 1 to 2"), (0, "human", "seats 1 to 2"), (1, "bset", "bset")] {
        let error = execute(&mut live, json!({"do": "seat", "seat": seat, "who": who})).expect_err("no such seat");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

#[test]
fn seats_may_have_times_of_their_own_which_records_and_rematches_keep() {
    let request = json!({"game": "isola", "seats": ["human", "human"], "time": "2s", "times": ["", "5s"]});
    let live = create(&config(request), &MemoryBudget::default()).unwrap_or_else(|error| panic!("{error}"));
    let again = reopen(&live.record().to_string(), None, 1, false, &MemoryBudget::default()).expect("a record");
    for game in [&live, &again] {
        assert_eq!([0, 1].map(|seat| game.config.time_of(seat).as_secs()), [2, 5]);
    }
    assert_eq!([0, 1].map(|seat| again.rematch().time_of(seat).as_secs()), [5, 2], "players and times change places");
    let wrong: NewGame = serde_json::from_value(json!({"game": "isola", "times": ["0s"]})).expect("a request");
    assert_eq!(
        GameConfig::read(wrong, 7, false).err().and_then(|error| error.field().map(String::from)).as_deref(),
        Some("time")
    );
}

#[test]
fn an_impossible_click_is_explained_by_whose_turn_it_is_and_by_the_game() {
    let mut live = live_game(json!({"game": "reversixt", "seats": ["human", "human"]}));
    let explanation = |live: &mut LiveGame, cell: usize| match execute(live, json!({"do": "explain", "clicks": [cell]}))
    {
        Ok(SocketResponse::Explanation { text }) => text.expect("a reason"),
        other => panic!("{other:?}"),
    };
    assert!(explanation(&mut live, 0).contains("capture nothing"));
    assert!(explanation(&mut live, 27).contains("taken"));
    execute(&mut live, json!({"do": "resign"})).expect("resigned");
    assert_eq!(explanation(&mut live, 0), "The game is over.");
    let mut rolled = live_game(json!({"game": "einstein", "seats": ["human", "human"], "real_die": true}));
    assert_eq!(explanation(&mut rolled, 0), "Roll the die first.");
}

#[test]
fn a_failed_game_of_a_tournament_is_a_record_with_its_reason() {
    let mut played = live_game(json!({"game": "isola", "variant": "classic", "seats": ["human", "human"]}));
    for _ in 0..3 {
        let text = played.state().legal[0].text.clone();
        execute(&mut played, json!({"do": "move", "text": text})).expect("a legal move");
    }
    let detail = "player 2 thought 0.300 s where 0.100 s were allowed, too long, in `x` after `y`";
    let mut record = played.record();
    record.as_object_mut().expect("a record").remove("web");
    record["players"] = json!(["best", "process(\"/bin/sh\", protocol=ugi)"]);
    record["names"] = json!(["Ada", "a program"]);
    record["termination"] = json!("time-out");
    record["payoffs"] = json!([1, -1]);
    record["faults"] = json!([{"seat": 2, "kind": "time-out", "turn": 3, "detail": detail}]);
    let budget = MemoryBudget::default();
    let mut live = reopen(&record.to_string(), None, 1, false, &budget).expect("no program is started");
    live.set_source(GameSource::Imported);
    // Saved and opened again, it stays what it is.
    for _ in 0..2 {
        let state = live.state();
        let result = state.result.expect("it is over");
        assert_eq!(result.reason, "time-out: player 2 thought 0.300 s where 0.100 s were allowed, too long");
        assert_eq!((state.yours, state.plies, result.places), (false, 3, vec![1, 2]));
        let seats: Vec<_> = state.seats.iter().map(|seat| (seat.label.as_str(), seat.person)).collect();
        assert_eq!(seats, [("Ada", false), ("a program", false)]);
        assert_eq!(
            (state.can.undo, state.can.resign, state.can.change, state.source),
            (false, false, false, "imported")
        );
        for command in
            [json!({"do": "undo"}), json!({"do": "resign"}), json!({"do": "seat", "seat": 1, "who": "human"})]
        {
            assert!(execute(&mut live, command.clone()).is_err(), "{command}");
        }
        live = reopen(&live.record().to_string(), None, 1, false, &budget).expect("our own record");
    }
}

#[test]
fn a_network_game_is_saved_with_its_thoughts_and_ends_where_its_host_ended() {
    let (outlet, answers) = std::sync::mpsc::channel();
    let map = plyground_games::reversixt::maps::find("standard").expect("a map").text.to_string();
    let hosted = NewHostedGame {
        game: "reversixt",
        map: plyground_core::MapText { name: "standard".to_string(), text: map },
        players: vec!["human".to_string(), "group 7".to_string()],
        source: GameSource::Hosted { host: "h".to_string(), request: json!({"map": "standard"}) },
        remote: RemoteGame {
            answers: vec![Some(outlet), None],
            accounts: Some(TimeAccounts::new(Duration::from_secs(60), 2)),
        },
    };
    let mut live = hosted.open(&MemoryBudget::default()).expect("a game");
    let text = live.state().legal[0].text.clone();
    assert_eq!(execute(&mut live, json!({"do": "move", "text": text})), Ok(SocketResponse::Done));
    assert_eq!(answers.try_recv(), Ok(SeatAnswer::Move(text.clone())));
    assert_eq!(live.state().plies, 0, "the referee decides");
    assert!(execute(&mut live, json!({"do": "move", "text": "99,99"})).is_err());
    let thought = plyground_engine::thought::Thought {
        chances: plyground_core::Chances::proportional(&[3.0, 1.0]),
        words: "75 % for red".to_string(),
        depth: 4,
        nodes: 99,
        line: vec![text.clone()],
    };
    live.apply_remote_move(&text, Duration::from_secs(13), Some(thought));
    // What is left of the increment stays in the account; the other player has theirs, and it runs.
    let clocks: Vec<_> = live.state().seats.into_iter().map(|seat| seat.clock.expect("there is a clock")).collect();
    assert_eq!((clocks[0].left_ms, clocks[0].running), (47_000, false));
    assert!(clocks[1].left_ms <= 60_000 && clocks[1].running);
    assert_eq!((live.state().plies, live.state().yours), (1, false));
    // The server is killed: what was shown is there, and nobody is asked to move.
    let record = live.record().to_string();
    let again = reopen(&record, None, 1, false, &MemoryBudget::default()).expect("our own record").state();
    assert_eq!((again.plies, again.yours, again.source), (1, false, "hosted"));
    assert_eq!(again.result.map(|result| (result.text, result.places)), Some(("Not finished".to_string(), Vec::new())));
    assert_eq!(again.thoughts, live.state().thoughts);
    assert_eq!(again.thoughts[0].chances, [0.75, 0.25]);
    live.end_remote("the host ended the game");
    assert_eq!(live.state().result.map(|result| result.reason).as_deref(), Some("the host ended the game"));
}
