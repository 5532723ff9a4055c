//! `analyze`, `solve` and `bench` from the outside.

mod common;
use common::{json, plyground, refused, text};
use serde_json::Value;
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

const FIELDS: [&str; 16] = [
    "game",
    "variant",
    "position",
    "player",
    "best",
    "value",
    "unit",
    "pv",
    "moves",
    "depth",
    "nodes",
    "seconds",
    "stopped",
    "iterations",
    "table",
    "exact",
];

#[test]
fn analyze_gives_the_contracts_fields() {
    let document = json(&["analyze", "isola", "--player", "search(aspiration=15)", "--depth", "4"]);
    for field in FIELDS {
        assert!(document.get(field).is_some(), "{field} is missing in {document}");
    }
    assert_eq!(document["depth"], 4);
    assert_eq!(document["stopped"], "depth");
    assert_eq!(document["choice"], "search");
    let iterations = document["iterations"].as_array().unwrap();
    assert_eq!(iterations.len(), 4);
    for field in ["depth", "value", "nodes", "seconds", "predicted_seconds", "window", "fail_low", "fail_high", "best"]
    {
        assert!(iterations[3].get(field).is_some(), "{field} is missing in {}", iterations[3]);
    }
    assert!(iterations[3]["window"].is_array(), "an aspiration window was used");
    assert_eq!(document["moves"].as_array().unwrap().len(), 20);
    let pv = document["pv"].as_array().unwrap();
    assert_eq!(pv[0], document["best"]);
    let line: Vec<&str> = pv.iter().map(|mv| mv.as_str().unwrap()).collect();
    json(&["show", "isola", "--moves", &line.join(" ")]);
}

#[test]
fn an_analysis_that_ends_before_its_first_depth_chooses_statically_and_says_so() {
    for (game, player) in [("einstein", "best"), ("isola", "best"), ("reversixt", "best"), ("einstein", "mcts")] {
        let words = ["analyze", game, "--player", player, "--nodes", "1"];
        let document = json(&words);
        assert_eq!((&document["choice"], &document["depth"]), (&Value::from("static"), &Value::from(0)), "{document}");
        let best = &document["best"];
        let moves = best.as_object().map_or_else(|| vec![best.clone()], |faces| faces.values().cloned().collect());
        assert!(!moves.is_empty() && moves.iter().all(Value::is_string), "{best}");
        assert!(text(&words).contains("; chosen without a search\n"));
    }
    assert_eq!(json(&["analyze", "einstein", "--depth", "1"])["choice"], "search");
}

#[test]
fn several_lines_have_exact_values() {
    for (game, player) in [("isola", "best"), ("isola", "search"), ("reversixt", "best")] {
        let document = json(&["analyze", game, "--player", player, "--depth", "4", "--lines", "3"]);
        let exact = document["moves"].as_array().unwrap().iter().filter(|mv| mv["exact"] == true).count();
        assert!(exact >= 3, "{game} {player}: three lines were asked for, {exact} values are exact");
    }
}

#[test]
fn dice_are_answered_face_by_face_or_for_one_roll() {
    let all = json(&["analyze", "einstein", "--depth", "2"]);
    assert_eq!(all["unit"], "win probability");
    let faces = all["best"].as_object().unwrap();
    assert_eq!(faces.keys().collect::<Vec<_>>(), ["1", "2", "3", "4", "5", "6"]);
    let one = json(&["analyze", "einstein", "--depth", "2", "--die", "6"]);
    assert_eq!(one["best"], faces["6"]);
    refused(&["analyze", "einstein", "--die", "7"], "a roll is a number from 1 to 6");
    refused(&["analyze", "isola", "--die", "3"], "does not ask");
}

#[test]
fn the_same_seed_spec_and_node_limit_repeat_moves_and_nodes() {
    for (game, spec) in [
        ("isola", "search"),
        ("isola", "mcts"),
        ("reversixt", "search(algorithm=mtdf)"),
        ("einstein", "expectimax(ties=random)"),
        ("einstein", "montecarlo(policy=greedy(eval=farmer))"),
    ] {
        let words = ["analyze", game, "--player", spec, "--nodes", "5000", "--seed", "3"];
        let (mut first, mut second) = (json(&words), json(&words));
        for document in [&mut first, &mut second] {
            forget_times(document);
        }
        assert_eq!(first, second, "{game} {spec}");
        assert_eq!(first["stopped"], "nodes", "{game} {spec}");
    }
}

/// Times differ from run to run; nothing else may.
fn forget_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| !key.ends_with("seconds"));
            fields.values_mut().for_each(forget_times);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_times),
        _ => {}
    }
}

#[test]
fn what_cannot_be_is_refused_in_a_sentence() {
    refused(&["analyze", "einstein", "--player", "search"], "search cannot play this game: alpha-beta knows no dice");
    refused(&["analyze", "reversixt", "--map", "torus", "--player", "expectimax"], "expectimax cannot play this game");
    refused(&["analyze", "isola", "--player", "search(table=0)"], "table");
    refused(&["analyze", "isola", "--player", "search(threads=0)"], "threads");
    refused(&["analyze", "isola", "--player", "search(aspiration=0)"], "window");
    refused(&["analyze", "isola", "--player", "search(beam=0)"], "beam");
    refused(&["analyze", "isola", "--player", "search(algoritm=pvs)"], "did you mean `algorithm`?");
    refused(&["analyze", "isola", "--player", "search(algorithm=pws)"], "did you mean `pvs`?");
    refused(&["analyze", "isola", "--player", "human"], "nobody sits at a keyboard");
    refused(&["analyze", "isola", "--time", "0s"], "some time is needed");
    refused(&["analyze", "isola", "--time", "soon"], "is no time");
    refused(&["analyze", "isola", "--depth", "0"], "0");
    refused(&["analyze", "isola", "--player", "best(time=0s)"], "needs some time");
    refused(&["analyze", "einstein", "--variant", "die=1:1:1:1:1:1"], "add up to 6");
    refused(&["solve", "reversixt", "--map", "torus"], "only games of two players");
}

#[test]
fn small_positions_are_solved_and_large_ones_refused_politely() {
    let isola = json(&["solve", "isola", "--position", "X../.../..O X"]);
    assert_eq!((&isola["winner"], &isola["plies"]), (&Value::from(1), &Value::from(7)));
    let dice = json(&["solve", "einstein", "--position", "r1..../....b1/...../...../..... r"]);
    assert!((dice["value"].as_f64().unwrap() - 1.0).abs() < 1e-12, "{dice}");
    assert_eq!(dice["winner"], 1);
    for words in [
        ["solve", "isola", "--nodes", "1000", "--json"],
        ["solve", "einstein", "--nodes", "1000", "--json"],
        ["solve", "reversixt", "--nodes", "1000", "--json"],
    ] {
        let assert = plyground().args(words).assert().code(1);
        let document: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
        assert_eq!(document["too_large"], true, "{words:?}");
    }
}

#[test]
fn the_winner_is_told_though_the_length_of_the_game_is_not_known_yet() {
    let place = ["solve", "isola", "--variant", "cols=5,rows=4,mover=queen", "--bare", "--json"];
    let solved = json(&place[..place.len() - 1]);
    let nodes = solved["nodes"].as_u64().expect("a count");
    // Who wins is asked first, so somewhere on the way that is all that is known.
    let known = (1..20).find_map(|part| {
        let nodes = (nodes * part / 20).to_string();
        let assert = plyground().args(place).args(["--nodes", &nodes]).assert().code(1);
        let document: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
        assert_eq!(document["plies"], Value::Null, "{document}");
        document["winner"].as_u64()
    });
    assert_eq!(known, solved["winner"].as_u64(), "{solved}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_solution_tells_how_far_it_came() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"));
    child.args(["solve", "isola", "--nodes", "1000000000000"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = child.spawn().expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signalled.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends by itself");
    assert_eq!(output.status.code(), Some(75));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("stopped after ") && said.contains("first moves answered"), "{said}");
}

#[test]
fn plain_reversi_is_solved_by_stones_and_as_othello_players_count() {
    // Three squares are left, and player 1 is far ahead: empty squares can only be their.
    let position = "22222222/11111111/11111111/11111111/11111111/11111111/11111111/11112000 1 1 o=0,0 b=0,0 out=-";
    let solve = |score: &str| json(&["solve", "reversixt", "--position", position, "--score", score]);
    let (stones, othello) = (solve("stones"), solve("othello"));
    assert_eq!((&stones["winner"], &stones["unit"]), (&Value::from(1), &Value::from("points")));
    assert!(stones["value"].as_i64().unwrap() <= othello["value"].as_i64().unwrap(), "{stones} {othello}");
    assert_eq!(stones["moves"].as_array().unwrap().len(), othello["moves"].as_array().unwrap().len());
    refused(&["solve", "isola", "--score", "othello"], "nothing but stones is left");
    refused(&["solve", "reversixt", "--map", "duel", "--score", "othello"], "nothing but stones is left");
}

#[test]
fn a_bare_solution_by_two_threads_is_the_same() {
    let whole = json(&["solve", "isola", "--variant", "cols=4,rows=4"]);
    let bare = json(&["solve", "isola", "--variant", "cols=4,rows=4", "--bare", "--threads", "2"]);
    assert_eq!((&whole["winner"], &whole["plies"]), (&bare["winner"], &bare["plies"]));
    assert_eq!(bare["moves"], Value::from(Vec::<Value>::new()));
    assert!(!whole["moves"].as_array().unwrap().is_empty());
    refused(&["solve", "isola", "--threads", "0"], "0");
}

#[test]
fn a_position_solved_in_parts_is_worth_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("parts");
    let dir = dir.to_str().unwrap();
    let place = ["solve", "isola", "--variant", "cols=4,rows=5"];
    let with = |words: &[&'static str]| [&place[..], &["--split", "2", "--dir", dir], words].concat();
    let shard = |shard: &'static str| plyground().args(with(&["--shard", shard])).assert().code(0);
    refused(&with(&["--report"]), "cannot read the folder");
    shard("1/3");
    shard("0/3");
    let assert = plyground().args(with(&["--report", "--json"])).assert().code(1);
    let open: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    let (parts, solved) = (open["parts"].as_u64().unwrap(), open["solved_parts"].as_u64().unwrap());
    assert!(open["plies"].is_null() && solved < parts && 3 * solved >= 2 * parts - 2, "{open}");
    // A line that was being written when the machine went down is solved again, and only that one.
    let path = folder.path().join("parts/shard-0-of-3.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 9]).unwrap();
    let again = shard("0/3");
    assert_eq!(String::from_utf8_lossy(&again.get_output().stderr).matches("of this shard").count(), 1);
    // Without a shard, what is missing is solved and everything put together.
    let (whole, together) = (json(&place), json(&with(&[])));
    for field in ["winner", "plies", "value", "game", "position", "unit", "schema"] {
        assert_eq!(together[field], whole[field], "{field}");
    }
    let sorted = |document: &Value| {
        let mut moves: Vec<String> = document["moves"].as_array().unwrap().iter().map(Value::to_string).collect();
        moves.sort();
        moves
    };
    assert_eq!(sorted(&together), sorted(&whole));
    let other = ["solve", "isola", "--variant", "cols=4,rows=4", "--split", "2", "--dir", dir];
    refused(&other, "another game, position or --split");
    std::fs::write(&path, text.replace("\"value\":-1", "\"value\":7")).unwrap();
    refused(&with(&["--report"]), "is damaged");
    std::fs::write(&path, text.replace("\"plies\":", "\"plies\":99999999")).unwrap();
    refused(&with(&["--report"]), "is damaged");
    refused(&with(&["--shard", "3/3"]), "there is no shard 3 of 3");
    refused(&with(&["--score", "stones"]), "--split is for who wins");
    refused(&["solve", "isola", "--split", "9"], "choose fewer turns");
    refused(&["solve", "isola", "--shard", "0/2"], "--split");
    refused(&["solve", "einstein", "--split", "1"], "without dice");
}

#[test]
fn an_othello_endgame_has_the_same_solution_with_two_threads() {
    // The twelfth endgame of the solver's own (crates/othello/data/endgames.jsonl): 14 squares are left.
    let position = "01111221/00112111/00212111/00212111/00222111/00222111/00211111/02211111 1 1 o=0,0 b=0,0 out=-";
    for score in ["othello", "stones"] {
        let solve = |threads: &str| {
            json(&["solve", "reversixt", "--position", position, "--score", score, "--threads", threads])
        };
        let (alone, together) = (solve("1"), solve("2"));
        assert_eq!(alone["value"], 36, "{score}");
        for field in ["winner", "value", "moves", "complete"] {
            assert_eq!(alone[field], together[field], "{score}: {field}");
        }
    }
}

#[test]
fn the_weights_of_the_othello_solver_come_from_a_seed() {
    let folder = tempfile::tempdir().unwrap();
    let train = |name: &str, threads: &str| {
        let out = folder.path().join(name);
        let plan = ["reversixt", "train", "--games", "12", "--generations", "2", "--seed", "5", "--threads", threads];
        let answer = json(&[&plan[..], &["--out", out.to_str().unwrap()]].concat());
        assert_eq!(answer["games"], 15);
        std::fs::read(out).unwrap()
    };
    let weights = train("one", "1");
    assert!(weights == train("two", "2"), "threads change nothing");
    let head = "plyground othello weights 1\nplyground reversixt train --games 12 --generations 2 --seed 5\n";
    assert!(weights.starts_with(head.as_bytes()));
    refused(&["reversixt", "train", "--games", "0", "--out", "nowhere"], "0");
    refused(&["reversixt", "train", "--games", "1", "--out", "/nowhere/at/all"], "cannot write /nowhere/at/all");
}

#[test]
fn a_solver_that_works_alone_says_so_when_threads_are_asked_for() {
    let dice = "r1..../....b1/...../...../..... r";
    let said = |words: &[&str], threads: &str| {
        let assert = plyground().arg("solve").args(words).args(["--json", "--threads", threads]).assert().code(0);
        let output = assert.get_output();
        let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["seconds"] = Value::Null;
        (answer, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let words = ["einstein", "--position", dice];
    let (alone, silence) = said(&words, "1");
    let (together, note) = said(&words, "2");
    assert_eq!((alone, silence.as_str()), (together, ""));
    let solver = "the solver of games with dice";
    assert_eq!(note, format!("plyground: {solver} works with one thread; --threads 2 changes nothing here\n"));
    let (_, silence) = said(&["isola", "--variant", "cols=4,rows=4"], "2");
    assert_eq!(silence, "", "this one does use them");
}

#[test]
fn the_table_of_techniques_is_one_command() {
    let words = ["isola", "techniques", "--depth", "3", "--nodes", "500", "--positions", "2"];
    let document = json(&words);
    let rows = document["techniques"].as_array().unwrap();
    assert!(rows.len() >= 8, "{document}");
    assert_eq!(rows[0]["ratio"], 1.0);
    let table = text(&words);
    assert_eq!(table.lines().count(), rows.len() + 2, "{table}");
    for row in rows {
        let line = format!("| {} | {} |", row["technique"].as_str().unwrap(), row["nodes"]);
        assert!(table.contains(&line), "{line} is not in {table}");
    }
    refused(&["isola", "techniques", "--variant", "columbus"], "did you mean `columbia`?");
}

#[test]
fn impossible_boards_of_isola_are_refused_in_a_sentence() {
    refused(&["show", "isola", "--position", "X.X/.../..O X"], "X");
    refused(&["show", "isola", "--variant", "cols=0,rows=8"], "at least 2 columns");
    refused(&["show", "isola", "--variant", "cols=1000,rows=1000"], "at most");
    refused(&["show", "isola", "--variant", "start=a1:a1"], "both pieces would start on a1");
    refused(&["analyze", "isola", "--variant", "seven", "--player", "original"], "it only knows queens");
    refused(&["analyze", "einstein", "--player", "original"], "it only knows Isola");
}

#[test]
fn the_bench_signature_is_the_expected_one() {
    let document = json(&["bench"]);
    let rows = document["signature"].as_object().unwrap();
    let mut found: String = rows.iter().map(|(name, nodes)| format!("{name} {nodes}\n")).collect();
    found.push_str(&format!("total {}\n", document["nodes"]));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench.sig");
    if std::env::var_os("PLYGROUND_BLESS").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap();
    assert_eq!(found, expected, "what a search does has changed; `cargo xtask bless` and say `Bench: n` in the commit");
}

#[test]
fn databases_are_probed_and_questions_beyond_them_refused() {
    let answer = json(&["einstein", "endgame", "probe", "r1..../...../...../...../....b1 r -"]);
    assert_eq!((&answer["stones"], &answer["exact"]), (&2.into(), &true.into()));
    assert_eq!((&answer["value"], &answer["dice"][3]["moves"]["r1a5-b4"]), (&1.0.into(), &1.0.into()));
    assert_eq!(answer["dice"].as_array().map(Vec::len), Some(6));
    let rolled = text(&["einstein", "endgame", "probe", "r1..../...../...../...../....b1 r 2"]);
    assert!(rolled.contains("2: r1a5-b4 1.00000") && !rolled.contains("3:"), "{rolled}");
    refused(&["einstein", "endgame", "probe", "r1r2r3r4r5/...../...../...../....b1 r -"], "--stones 6");
    refused(&["einstein", "endgame", "probe", "r1r2r3r4r5/r6..../...../...../....b1 r -"], "6 is the most");
    refused(&["einstein", "endgame", "probe", "r1..../...../...../..b2../....r3 b -"], "over");
    refused(&["einstein", "endgame", "probe", "r9"], "r9");
    refused(&["einstein", "endgame", "build", "--stones", "4"], "5 to 6 stones");
    refused(&["einstein", "nearness", "--positions", "10"], "--stones 5");
    refused(&["einstein", "nearness", "--positions", "10", "--stones", "8"], "--reference");
    refused(&["einstein", "nearness", "--least", "5", "--stones", "4"], "--least 5");
    refused(&["einstein", "nearness", "--stones", "13"], "3..=12");
    refused(&["einstein", "nearness", "--reference", "random"], "win probabilities");
    refused(&["einstein", "nearness", "--reference", "beste"], "best");
    refused(&["einstein", "train", "--out", "/no/such/folder/net", "--games", "1"], "cannot write");
    refused(&["einstein", "train", "--out", "net", "--hidden", "12"], "multiples of 8");
}

#[test]
fn a_deep_search_measures_players_where_there_are_too_many_stones_for_databases() {
    let found = json(&[
        "einstein",
        "nearness",
        "--positions",
        "6",
        "--least",
        "9",
        "--stones",
        "12",
        "--reference",
        "best(depth=4)",
        "--player",
        "best(depth=4)",
        "--player",
        "best(depth=1)",
        "--player",
        "first",
    ]);
    assert_eq!((&found["reference"], &found["positions"]), (&"best(depth=4)".into(), &6.into()));
    assert_eq!(found["stones"], serde_json::json!([9, 12]));
    let lost = |player: usize| found["players"][player]["lost"].as_f64().expect("a number");
    assert_eq!(lost(0), 0.0, "the reference agrees with itself");
    assert!(lost(2) > lost(1) && lost(2) < 1.0, "{found}");
}

#[test]
fn databases_are_listed_and_verified() {
    let verified = json(&["einstein", "endgame", "verify", "--samples", "5"]);
    assert_eq!(verified["sound"], true);
    assert_eq!(verified["databases"].as_array().map(Vec::len), Some(3), "2, 3 and 4 stones");
    let list = json(&["einstein", "endgame", "list", "--check"]);
    let databases = list["databases"].as_array().expect("a list");
    assert!(databases[..3].iter().all(|row| row["complete"] == true), "{list}");
    assert!(databases[3..].iter().all(|row| row["complete"] == false), "{list}");
}

#[test]
fn analysis_marks_what_the_databases_know_as_exact() {
    let position = "r1.r4../...../..b2../...../....b5 r -";
    let answer = json(&["analyze", "einstein", "--position", position, "--nodes", "100000"]);
    let probed = json(&["einstein", "endgame", "probe", position]);
    assert_eq!((&answer["exact"], &answer["stopped"]), (&true.into(), &"solved".into()));
    let (value, known) = (answer["value"].as_f64().expect("a value"), probed["value"].as_f64().expect("a value"));
    assert!((value - known).abs() <= 2.0 * probed["error_bound"].as_f64().expect("a bound"), "{value} {known}");
    let without =
        json(&["analyze", "einstein", "--position", position, "--player", "best(endgame=off)", "--depth", "1"]);
    assert_eq!(without["exact"], false);
    refused(&["analyze", "einstein", "--player", "best(endgame=6)", "--depth", "1"], "up to 4 stones");
    refused(&["analyze", "isola", "--player", "best(endgame=4)", "--depth", "1"], "no endgame databases");
    refused(
        &["analyze", "einstein", "--variant", "small", "--player", "expectimax(eval=net)"],
        "does not know this board",
    );
}

#[test]
fn the_same_training_writes_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let train = |out: &str| json(&["einstein", "train", "--games", "32", "--hidden", "8", "--seed", "3", "--out", out]);
    let (one, other) = (out("one.bin"), out("other.bin"));
    let report = train(&one);
    train(&other);
    assert_eq!(report["command"], "plyground einstein train --games 32 --seed 3 --hidden 8");
    let bytes = std::fs::read(&one).expect("a net");
    assert_eq!(bytes, std::fs::read(&other).expect("a net"));
    assert_eq!(report["bytes"], bytes.len());
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing else is left");
}

/// With several opponents `best` is another search than with one, and both answer with a move that is legal.
#[test]
fn best_changes_with_the_number_of_players() {
    for (players, unit) in [("2", "points"), ("3", "win probability"), ("8", "win probability")] {
        let variant = format!("seed=3,players={players},cols=10,rows=10");
        let document = json(&["analyze", "reversixt", "--variant", &variant, "--nodes", "3000"]);
        assert_eq!(document["unit"], unit, "{players} players");
        let best = document["best"].as_str().expect("a move");
        json(&["show", "reversixt", "--variant", &variant, "--moves", best]);
        let shown = text(&["analyze", "reversixt", "--variant", &variant, "--nodes", "3000"]);
        let value = shown.split("value ").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a value");
        let decimals = value.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        assert!(value.parse::<f64>().is_ok() && decimals <= 4, "{shown}");
    }
}
