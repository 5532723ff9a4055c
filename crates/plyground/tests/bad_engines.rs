//! Programs that do everything wrong, in every protocol, at the table of a real match: each misdeed is booked under its own
//! heading, costs its own games only, and nothing outlives the match.

// Helpers of tests may unwrap as tests do.
#![allow(clippy::unwrap_used)]

mod common;
use common::json;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A program that speaks the protocol and does this when it is asked for a move.
fn script(protocol: &str, on_request: &str) -> String {
    match protocol {
        "ugi" => format!(
            "while read -r line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; go*) {on_request};; \
             quit) exit 0;; esac; done"
        ),
        "gtp" => format!(
            "while read -r word rest; do case \"$word\" in protocol_version) echo '= 2';; list_commands) echo '= play';; \
             genmove) {on_request};; quit) exit 0;; *) echo '= ';; esac; echo; done"
        ),
        "ntu" => format!(
            "while read -r word rest; do case \"$word\" in name) echo fixture;; version) echo 1;; *_setting) echo 1;; \
             get) {on_request};; exit) exit 0;; esac; done"
        ),
        "isola-pipe" => format!(
            "printf 'Would you like to start manually?'; read -r line; while :; do \
             printf 'Please enter a move (row col):  '; read -r line; {on_request}; done"
        ),
        other => unreachable!("{other}"),
    }
}

/// A spec for the program in this text. Whoever never answers is not waited for long; everybody else may have a busy machine.
fn spec(folder: &Path, protocol: &str, text: &str) -> String {
    let file = folder.join("engine.sh");
    fs::write(&file, text).unwrap();
    let hurry = text.contains("sleep 1000") || text.contains("info depth 1;");
    let (start, answer) = match (hurry, protocol) {
        // The original Isola program gets the time for its start once more for its first move.
        (true, "isola-pipe") => ("700ms", "300ms"),
        (true, _) => ("20s", "300ms"),
        (false, _) => ("20s", "20s"),
    };
    format!("process(\"sh {}\", protocol={protocol}, start={start}, answer={answer}, quit=200ms)", file.display())
}

/// How two games ended for the program, and how many it lost.
fn ends(protocol: &str, text: &str, more: &[&str]) -> (Vec<String>, u64) {
    let folder = TempDir::new().unwrap();
    let game: &[&str] = match protocol {
        "gtp" => &["reversixt", "--variant", "standard"],
        "ntu" => &["einstein"],
        _ => &["isola"],
    };
    let spec = spec(folder.path(), protocol, text);
    let players = ["--player", &spec, "--player", "first", "--games", "2", "--jobs", "1"];
    let document = json(&[&["match"], game, &players, more].concat());
    let row = &document["players"][0];
    let ended = row["terminations"].as_object().unwrap();
    assert_eq!(ended.values().filter_map(|count| count.as_u64()).sum::<u64>(), 2, "{document}");
    (ended.keys().cloned().collect(), row["losses"].as_u64().unwrap())
}

#[track_caller]
fn books(protocol: &str, misdeeds: &[(&str, &str)]) {
    for (on_request, termination) in misdeeds {
        let found = ends(protocol, &script(protocol, on_request), &["--depth", "1"]);
        assert_eq!(found, (vec![(*termination).to_string()], 2), "{protocol}: {on_request}");
    }
}

/// More than any line may have.
const HUGE: &str = "head -c 3000000 /dev/zero | tr '\\0' x; echo";

#[test]
fn ugi_misdeeds_have_their_headings() {
    books(
        "ugi",
        &[
            ("exit 3", "crash"),
            ("kill -SEGV $$", "crash"),
            ("exit 0", "disconnect"),
            ("sleep 1000", "stall"),
            ("while :; do echo blah; done", "stall"),
            ("while :; do echo info depth 1; done", "stall"),
            ("echo my best move is d4; sleep 1000", "stall"),
            (&format!("{HUGE}; sleep 1000"), "stall"),
            ("echo bestmove a9", "illegal move"),
            ("echo bestmove none", "illegal move"),
        ],
    );
}

#[test]
fn gtp_misdeeds_have_their_headings() {
    books(
        "gtp",
        &[
            ("exit 3", "crash"),
            ("exit 0", "disconnect"),
            ("sleep 1000", "stall"),
            ("while :; do echo blah; done", "stall"),
            ("echo 'd3'; sleep 1000", "stall"),
            (&format!("printf '= '; {HUGE}"), "illegal move"),
            ("echo '= a1'", "illegal move"),
            ("echo '= PASS'", "illegal move"),
            ("echo '? not today'", "illegal move"),
            ("echo '= resign'", "resignation"),
        ],
    );
}

#[test]
fn ntu_misdeeds_have_their_headings() {
    books(
        "ntu",
        &[
            ("exit 3", "crash"),
            ("exit 0", "disconnect"),
            ("sleep 1000", "stall"),
            ("while :; do echo blah; done", "stall"),
            ("while :; do echo 1; done", "stall"),
            ("echo mumble", "illegal move"),
            ("echo A1 E5", "illegal move"),
            (HUGE, "illegal move"),
        ],
    );
}

#[test]
fn isola_pipe_misdeeds_have_their_headings() {
    books(
        "isola-pipe",
        &[
            ("exit 3", "crash"),
            ("exit 0", "disconnect"),
            ("sleep 1000", "stall"),
            ("echo hello; sleep 1000", "stall"),
            ("while :; do echo '   |   |   |'; done", "stall"),
            (&format!("{HUGE}; sleep 1000"), "stall"),
            ("echo 'I MOVE TO:  (1 1)'", "illegal move"),
            ("echo '!!! I win !!!'", "illegal move"),
        ],
    );
}

#[test]
fn programs_that_never_begin_lose_their_games() {
    for protocol in ["ugi", "gtp", "ntu", "isola-pipe"] {
        assert_eq!(ends(protocol, "exit 7", &["--depth", "1"]), (vec!["crash".to_string()], 2), "{protocol}");
        let flood = "while :; do echo nonsense nonsense; done";
        assert_eq!(ends(protocol, flood, &["--depth", "1"]).1, 2, "{protocol}");
    }
}

#[test]
fn late_confirmations_cost_no_game() {
    let ours = assert_cmd::cargo::cargo_bin("plyground");
    // Our own engine with a `1` for every setting, which comes later than anybody waits for it.
    let text = format!(
        "exec 3>&1\nwhile read -r line; do case \"$line\" in *_setting*) (sleep 0.8; echo 1 >&3) & ;; esac; \
         printf '%s\\n' \"$line\"; done | {} engine einstein --protocol ntu --player first",
        ours.display()
    );
    assert_eq!(ends("ntu", &text, &["--time", "300ms"]).0, ["normal"]);
}

/// Whether a process of this number runs; one that only waits to be buried does not.
#[cfg(target_os = "linux")]
fn runs(id: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with('Z'))
}

#[cfg(target_os = "linux")]
#[test]
fn a_stalled_program_does_not_outlive_a_match_that_is_killed() {
    let folder = TempDir::new().unwrap();
    let notes = folder.path().join("numbers");
    // It notes its own number and that of a helper, ignores what can be ignored, and hangs.
    let on_go =
        format!("sleep 1000 & echo $$ $! > {0}.new; mv {0}.new {0}; trap '' TERM HUP PIPE; wait", notes.display());
    let spec = spec(folder.path(), "ugi", &script("ugi", &on_go).replace("quit) exit 0;;", ""));
    let mut runner = Command::new(assert_cmd::cargo::cargo_bin("plyground"))
        .args(["match", "isola", "--player", &spec.replace("300ms", "1000s"), "--player", "first", "--games", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    let wait_for = |what: &dyn Fn() -> bool| {
        while !what() {
            assert!(Instant::now() < patience, "it does not happen");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    wait_for(&|| notes.exists());
    let numbers = fs::read_to_string(&notes).unwrap();
    let numbers: Vec<&str> = numbers.split_whitespace().collect();
    assert!(numbers.len() == 2 && numbers.iter().all(|id| runs(id)), "{numbers:?}");
    runner.kill().unwrap(); // SIGKILL: no destructor runs
    runner.wait().unwrap();
    wait_for(&|| !numbers.iter().any(|id| runs(id)));
}
