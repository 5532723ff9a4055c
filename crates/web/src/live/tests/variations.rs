//! Variations of live games and their analysis, without a server around them.

use super::*;
use crate::messages::{AnalysisReport, NodeView};

/// An Isola of two people with two turns.
fn short_game() -> LiveGame {
    let mut live = live_game(json!({"game": "isola", "variant": "classic", "seats": ["human", "human"]}));
    for _ in 0..2 {
        let text = live.state().legal[0].text.clone();
        assert_eq!(execute(&mut live, json!({"do": "move", "text": text})), Ok(SocketResponse::Done));
    }
    live
}

fn node_at(live: &mut LiveGame, ply: usize, words: &str) -> Result<NodeView, ApiError> {
    match execute(live, json!({"do": "node", "ply": ply, "words": words}))? {
        SocketResponse::Node(view) => Ok(*view),
        other => panic!("{other:?}"),
    }
}

#[test]
fn variations_are_saved_with_the_game() {
    let mut live = short_game();
    let document = live.variations();
    assert_eq!((document.revision, document.error.as_deref(), document.nodes.len()), (0, None, 3));
    assert_eq!(document.played, [0, 1, 2]);
    let other = node_at(&mut live, 1, "").expect("a turn of the game").legal[3].text.clone();
    let [first, second] = [1, 2].map(|node| document.nodes[node].word.clone());
    // The variation is promoted above the move that was played.
    let nodes = json!([
        {"parent": 0, "word": ""},
        {"parent": 0, "word": first},
        {"parent": 1, "word": other, "comment": "why {not}?"},
        {"parent": 1, "word": second},
    ]);
    let request = |revision: u64, nodes: &Value| {
        serde_json::from_value(json!({"revision": revision, "nodes": nodes})).expect("a request")
    };
    assert_eq!(live.save_variations(&request(0, &nodes)), Ok(1));
    let version = live.version();
    let saved = live.variations();
    assert_eq!(saved.text, format!("{first} {other} {{why {{not\\}}?}} ({second})"));
    assert_eq!(saved.played, [0, 1, 3]);
    assert_eq!(saved.nodes[2].player, Some(2));
    let record = live.record().to_string();
    let again = reopen(&record, None, 1, false, &MemoryBudget::default()).expect("our own record");
    assert_eq!(again.variations(), saved);
    assert_eq!(live.export("variations"), Ok(format!("{}\n", saved.text)));
    for (revision, nodes, expected) in [
        (0, nodes.clone(), "another page"),
        (1, json!([{"parent": 0, "word": ""}, {"parent": 0, "word": "zz9"}]), "node 1 (`zz9`)"),
        (1, json!([{"parent": 0, "word": ""}, {"parent": 5, "word": first}]), "before its parent 5"),
    ] {
        let error = live.save_variations(&request(revision, &nodes)).expect_err("rejected").to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(
        (live.variations(), live.version()),
        (saved, version),
        "nothing was changed, and no engine was disturbed"
    );
    // The game goes on, and its new move joins the tree.
    let text = live.state().legal[0].text.clone();
    assert_eq!(execute(&mut live, json!({"do": "move", "text": text})), Ok(SocketResponse::Done));
    assert_eq!(live.variations().nodes.len(), 5);
}

#[test]
fn variations_are_read_from_texts_and_records_up_to_an_error() {
    let live = short_game();
    let text = live.variations().text;
    let read = |text: &str| live.read_variations(&serde_json::from_value(json!({"text": text})).expect("a request"));
    let whole = read(&format!("{text} {{end}}"));
    assert_eq!((whole.nodes.len(), whole.error.as_deref(), whole.nodes[2].comment.as_str()), (3, None, "end"));
    let broken = read(&format!("{text}\n  (x9"));
    assert_eq!(broken.nodes.len(), 3);
    assert!(broken.error.is_some_and(|error| error.starts_with("line 2, column 4: ")));
    assert_eq!(read(&live.record().to_string()).nodes.len(), 3);
    let other = live_game(json!({"game": "isola", "variant": "columbia", "seats": ["human", "human"]}));
    let refused = read(&other.record().to_string());
    assert!(refused.nodes.len() == 1 && refused.error.is_some_and(|error| error.contains("another variant")));
}

#[test]
fn every_position_of_a_variation_can_be_shown() {
    let mut live = live_game(json!({"game": "einstein", "seats": ["human", "human"], "real_die": true}));
    let start = node_at(&mut live, 0, "").expect("the start");
    assert_eq!((start.turn.kind, start.legal.len(), start.faces.len()), ("chance", 0, 6));
    let rolled = node_at(&mut live, 0, "4:").expect("a roll");
    assert_eq!((rolled.turn.kind, rolled.scene.die), ("player", Some(4)));
    let text = rolled.legal[0].text.clone();
    let moved = node_at(&mut live, 0, &format!("4: {text}")).expect("a move");
    assert_eq!(node_at(&mut live, 0, &format!("4:{text}")).expect("the same"), moved);
    assert_eq!(execute(&mut live, json!({"do": "roll", "face": 4})), Ok(SocketResponse::Done));
    assert_eq!(execute(&mut live, json!({"do": "move", "text": text})), Ok(SocketResponse::Done));
    let state = live.state();
    assert_eq!((&moved.scene, &moved.last, &moved.position), (&state.scene, &state.last, &state.position));
    assert!(moved.can_pass && moved.result.is_none());
    let (too_far, nonsense) = (node_at(&mut live, 9, ""), node_at(&mut live, 0, "4: zz"));
    assert!(too_far.is_err_and(|error| error.to_string().contains("only 1 turns")));
    assert!(nonsense.is_err_and(|error| error.to_string().contains("zz")));
    let preview = json!({"do": "preview", "text": text, "at": {"ply": 0, "words": "4:"}});
    let Ok(SocketResponse::Effects(effects)) = execute(&mut live, preview) else { panic!("effects") };
    assert!(!effects.cells.is_empty());
}

/// The reports of an analysis.
fn reports(live: &LiveGame, request: Value) -> Vec<AnalysisReport> {
    let request: AnalysisRequest = serde_json::from_value(request).expect("a request");
    let messages = run_analysis(live.analyse(&request, &mut None).unwrap_or_else(|error| panic!("{error}")));
    let report = |push| if let PushMessage::Analysis { report } = push { *report } else { panic!("a report") };
    messages.into_iter().map(report).collect()
}

#[test]
fn reports_name_their_node_and_what_was_done_only_grows() {
    let mut live = short_game();
    let at = json!({"ply": 1, "words": live.variations().nodes[2].word});
    let request = json!({"lines": 3, "at": at, "node": "x", "slot": 1, "limit": {"time_ms": 900}});
    let found = reports(&live, request);
    assert!(found.len() >= 4, "{}", found.len());
    assert!(found.iter().all(|report| report.node.as_deref() == Some("x") && report.slot == 1 && report.ply == 1));
    for pair in found.windows(2) {
        assert!(pair[0].depth <= pair[1].depth && pair[0].nodes <= pair[1].nodes && pair[0].time_ms <= pair[1].time_ms);
        assert!(!pair[0].finished);
    }
    let last = found.last().expect("a report");
    assert!(last.finished && last.time_ms >= 900);
    for rated in &last.moves[..3] {
        assert!(rated.line.len() > 1 && rated.line[0] == rated.text && rated.arrow.is_some(), "{rated:?}");
        let words = [at["words"].as_str().expect("a word"), &rated.line.join(" ")].join(" ");
        assert!(node_at(&mut live, 1, &words).is_ok(), "a line is legal: {words}");
    }
}

#[test]
fn an_analysis_ends_at_its_limit_and_shows_threats() {
    let live = short_game();
    let deep = reports(&live, json!({"lines": 1, "limit": {"depth": 3}}));
    let last = deep.last().expect("a report");
    assert!(last.finished && last.depth >= 3 && last.mover == 1);
    let threat = reports(&live, json!({"lines": 1, "pass": true, "limit": {"depth": 2}}));
    assert!(threat.iter().all(|report| report.pass && report.mover == 2));
    let finished = live_game(json!({"game": "isola", "variant": "cols=4,rows=4", "seats": ["random", "random"]}));
    let request = serde_json::from_value(json!({"lines": 1, "pass": true})).expect("a request");
    assert!(finished.analyse(&request, &mut None).err().is_some_and(|error| error.to_string().contains("no one else")));
}
