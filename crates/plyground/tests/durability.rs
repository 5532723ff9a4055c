//! The real server, killed or with failing disks: nothing that a page has shown is ever lost.

mod common;

use common::page::{Page, Server};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The moves that a state shows.
fn moves(state: &Value) -> Vec<String> {
    let texts = state["moves"].as_array().into_iter().flatten().filter_map(|played| played["text"].as_str());
    texts.map(String::from).collect()
}

/// The moves of a game's record, as the server has it.
fn recorded(server: &Server, id: &str) -> Vec<String> {
    let (status, record) = server.ask("GET", &format!("/api/games/{id}/record"), &Value::Null);
    assert_eq!(status, 200, "{record}");
    record["moves"].as_str().expect("moves").split_whitespace().map(String::from).collect()
}

/// Plays the first legal move.
fn click(page: &mut Page, state: &Value) -> Value {
    let text = state["legal"][0]["text"].clone();
    page.ask(&json!({"do": "move", "text": text}), |_| ())
}

/// Ten kills by default; `cargo xtask soak kills --kills 200` for more.
#[test]
fn no_shown_move_is_lost_in_ten_kills() {
    let kills: u64 = std::env::var("PLYGROUND_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let data = tempfile::tempdir().expect("a folder");
    let (mut shown, mut lost) = (0, 0);
    for kill in 0..kills {
        let server = Server::start(data.path());
        // Alternately a person and two engines at maximum speed.
        let seats = if kill % 2 == 0 { ["human", "human"] } else { ["random", "random"] };
        let game = ["isola", "reversixt", "einstein"][(kill / 2 % 3) as usize];
        let id = server.new_game(&json!({"game": game, "seats": seats, "pace_ms": 0, "seed": kill}));
        let mut page = server.open(&id);
        // The server is killed right after the state with this number of moves; over many kills each number occurs.
        let last = 1 + (7 * kill % 23) as usize;
        let mut seen = page.state(|_| true);
        while moves(&seen).len() < last && seen["result"].is_null() {
            if kill % 2 == 0 {
                let text = seen["legal"][0]["text"].clone();
                page.send(&json!({"do": "move", "text": text}));
                seen = page.state(|state| state["version"] != seen["version"]);
            } else {
                seen = page.state(|_| true);
            }
        }
        server.kill();
        let (seen, again) = (moves(&seen), Server::start(data.path()));
        let kept = recorded(&again, &id);
        shown += seen.len();
        lost += seen
            .iter()
            .zip(kept.iter().map(Some).chain(std::iter::repeat(None)))
            .filter(|(a, b)| Some(*a) != *b)
            .count();
    }
    println!("{kills} kills, {shown} moves shown before them, {lost} lost");
    assert!(shown as u64 >= kills, "something was shown before every kill");
    assert_eq!(lost, 0, "of {shown} moves that were shown");
}

/// A disk that can be made to fail and to work again.
struct Disk<'a> {
    server: &'a Server,
    fail: &'a dyn Fn(),
    recover: &'a dyn Fn(),
    /// Part of the system's error message.
    reason: &'a str,
}

impl Disk<'_> {
    /// Plays a game while the disk fails. Nothing unsaved is shown, and the failed save is retried automatically.
    fn check(&self) {
        let server = self.server;
        let request = json!({"game": "isola", "seats": ["human", "human"]});
        let id = server.new_game(&request);
        let mut page = server.open(&id);
        let first = page.state(|_| true);
        (self.fail)();
        let (status, answer) = server.ask("POST", "/api/games", &request);
        let reason = answer["reason"].as_str().unwrap_or_default();
        assert_eq!(status, 500, "{answer}");
        assert!(reason.starts_with("the game cannot be saved: ") && reason.contains(self.reason), "{reason}");
        let answer = click(&mut page, &first);
        let reason = answer["reason"].as_str().unwrap_or_default().to_string();
        assert_eq!(answer["type"], "error", "{answer}");
        assert!(reason.starts_with("The last change could not be saved") && reason.contains(self.reason), "{reason}");
        // All pages, old and new, report the failure and show what is on disk.
        let mut second = server.open(&id);
        for page in [&mut page, &mut second] {
            let state = page.state(|state| !state["unsaved"].is_null());
            assert_eq!((&state["unsaved"], moves(&state)), (&json!(reason), Vec::new()));
        }
        let answer = click(&mut second, &first);
        assert_eq!(
            (&answer["type"], &answer["reason"]),
            (&json!("error"), &json!(reason)),
            "no other change until the first is saved"
        );
        (self.recover)();
        for page in [&mut page, &mut second] {
            let state = page.state(|state| state["unsaved"].is_null());
            assert_eq!(moves(&state), [first["legal"][0]["text"].as_str().expect("a move")]);
        }
        let state = second.ask(&json!({"do": "undo"}), |_| ());
        assert_eq!(state["type"], "done", "the game continues: {state}");
        server.new_game(&request);
    }
}

fn run(program: &str, words: &[&str]) -> bool {
    Command::new(program).args(words).status().is_ok_and(|status| status.success())
}

/// A limit on the file size fails like a full disk, and needs no permission to mount one.
#[test]
fn files_that_may_not_grow_lose_nothing_that_was_shown() {
    let data = tempfile::tempdir().expect("a folder");
    // The signal would end the process; if it is ignored, the write fails.
    let words = ["sh", "-c", "trap '' XFSZ && exec \"$@\"", "sh"].map(OsStr::new);
    let server = Server::start_below(&words, data.path());
    let limit = |size: &str| {
        let words = ["--pid", &server.id().to_string(), &format!("--fsize={size}:unlimited")];
        assert!(run("prlimit", &words), "prlimit is part of util-linux");
    };
    let (fail, recover) = (|| limit("1"), || limit("unlimited"));
    Disk { server: &server, fail: &fail, recover: &recover, reason: "File too large" }.check();
}

/// A server whose data folder is a small disk in a private mount namespace. `None` if that is not permitted.
fn server_on_small_disk(data: &Path) -> Option<(Server, PathBuf)> {
    let namespace = [["unshare", "--mount"], ["unshare", "--map-root-user"]];
    let mount = "mount -t tmpfs -o size=256k none \"$1\" && shift && exec \"$@\"";
    for [program, flag] in namespace {
        let words = [program, flag, "--mount", "sh", "-c", mount, "sh"];
        let folder = data.as_os_str();
        if run(words[0], &[&words[1..], &[&data.to_string_lossy(), "true"]].concat()) {
            let words: Vec<&OsStr> = words.into_iter().map(OsStr::new).chain([folder]).collect();
            let server = Server::start_below(&words, data);
            let seen = PathBuf::from(format!("/proc/{}/root{}", server.id(), data.display()));
            return Some((server, seen));
        }
    }
    println!("mounting a small disk is not permitted here; only the test with a file size limit runs");
    None
}

#[test]
fn a_full_disk_loses_nothing_that_was_shown() {
    let data = tempfile::tempdir().expect("a folder");
    let Some((server, seen)) = server_on_small_disk(data.path()) else { return };
    let filler = seen.join("filler");
    let fail = || {
        let whole = fs::write(&filler, vec![0; 1 << 20]);
        assert!(whole.is_err(), "a megabyte does not fit");
    };
    let recover = || fs::remove_file(&filler).expect("removed");
    Disk { server: &server, fail: &fail, recover: &recover, reason: "No space left on device" }.check();
}

#[test]
fn a_disk_that_becomes_read_only_loses_nothing_that_was_shown() {
    let data = tempfile::tempdir().expect("a folder");
    let Some((server, _)) = server_on_small_disk(data.path()) else { return };
    let remount = |how: &str| {
        let (id, folder) = (server.id().to_string(), data.path().to_string_lossy().into_owned());
        let enter = if run("nsenter", &["-t", &id, "-U", "-m", "--preserve-credentials", "true"]) {
            vec!["-t", &id, "-U", "-m", "--preserve-credentials"]
        } else {
            vec!["-t", &id, "-m"]
        };
        let words = [enter, vec!["mount", "-o", how, &folder]].concat();
        assert!(run("nsenter", &words), "{words:?}");
    };
    let (fail, recover) = (|| remount("remount,ro"), || remount("remount,rw"));
    Disk { server: &server, fail: &fail, recover: &recover, reason: "Read-only file system" }.check();
}

#[test]
fn a_deleted_game_is_gone_for_all_pages() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    let request = json!({"game": "isola", "seats": ["human", "human"]});
    let [kept, deleted] = [(); 2].map(|()| server.new_game(&request));
    let mut page = server.open(&deleted);
    let first = page.state(|_| true);
    assert_eq!(click(&mut page, &first)["type"], "done");
    let listed = || {
        let (_, games) = server.ask("GET", "/api/games?count=100", &Value::Null);
        let ids = games.as_array().expect("a list").iter().filter_map(|game| game["id"].as_str().map(String::from));
        ids.collect::<Vec<_>>()
    };
    assert_eq!(listed(), [deleted.clone(), kept.clone()], "what was changed last comes first");
    let path = format!("/api/games/{deleted}");
    assert_eq!(server.ask("DELETE", &path, &Value::Null).0, 204);
    while page.receive().is_some() {} // the server closes it
    assert_eq!(server.ask("DELETE", &path, &Value::Null).0, 404);
    assert_eq!(server.ask("GET", &format!("{path}/record"), &Value::Null).0, 404);
    assert_eq!(listed(), [kept]);
    let left = fs::read_dir(data.path().join("web/games")).expect("the folder").flatten();
    assert!(!left.into_iter().any(|entry| entry.file_name().to_string_lossy().contains(&deleted)));
}
