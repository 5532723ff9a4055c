use super::*;
use serde_json::json;
use std::fs::File;
use std::io::Write;

const ID: &str = "0123456789abcdef0123456789abcdef";

fn record(moves: &str, paused: bool) -> Value {
    json!({
        "schema": "plyground-record-1", "game": "isola", "variant": "cols=4,rows=4", "map": null, "position": "p",
        "players": ["human", "best"], "moves": moves, "over": false, "payoffs": null,
        "web": {"mishap": null, "paused": paused, "used_ms": [0, 0]},
    })
}

/// A store and its temporary folder.
fn store() -> (tempfile::TempDir, GameStore) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = GameStore::open(&folder.path().join("games")).expect("a store");
    (folder, store)
}

/// The record as a newly started server sees it, without the revision.
fn reread(store: &GameStore) -> Value {
    let mut record = store.find(ID).expect("readable").expect("kept").record().clone();
    record["web"].as_object_mut().expect("ours").remove("revision");
    record
}

fn path(store: &GameStore, ending: &str) -> PathBuf {
    store.folder.join(format!("{ID}.{ending}"))
}

#[test]
fn every_change_is_there_after_a_restart() {
    let (_folder, store) = store();
    let mut journal = store.create(ID, record("", false)).expect("kept");
    assert_eq!(reread(&store), record("", false));
    let mut over = record("a b d e", false);
    over["over"] = true.into();
    over["payoffs"] = json!([1.0, 0.0]);
    let steps = [
        record("a", false),
        record("a b c", false),
        record("a b c", true),
        record("a b", false),
        record("", true),
        over,
    ];
    for step in &steps {
        journal.append(step).expect("written");
        assert_eq!(reread(&store), *step);
    }
    let before = fs::metadata(path(&store, "journal")).expect("there").len();
    journal.append(&steps[5]).expect("nothing to write");
    assert_eq!(fs::metadata(path(&store, "journal")).expect("there").len(), before);
    assert!(journal.needs_compaction(), "the game is over");
    journal.compact().expect("written");
    assert!(!path(&store, "journal").exists());
    assert_eq!(reread(&store), steps[5]);
    journal.append(&steps[0]).expect("written");
    assert_eq!(reread(&store), steps[0], "the last move was undone");
}

#[test]
fn a_stale_journal_is_harmless() {
    let (_folder, store) = store();
    let mut journal = store.create(ID, record("", false)).expect("kept");
    for moves in ["a b c d", "a"] {
        journal.append(&record(moves, false)).expect("written");
    }
    let changes = fs::read(path(&store, "journal")).expect("there");
    journal.compact().expect("written");
    fs::write(path(&store, "journal"), &changes).expect("as if the server had been killed before it was removed");
    assert_eq!(reread(&store), record("a", false));
    drop(journal);
    let mut journal = store.find(ID).expect("readable").expect("kept");
    journal.append(&record("a b", false)).expect("written");
    assert_eq!(reread(&store), record("a b", false));
}

#[test]
fn a_truncated_line_is_ignored_and_damage_is_reported() {
    let (_folder, store) = store();
    let mut journal = store.create(ID, record("", false)).expect("kept");
    for moves in ["a", "a b", "a b c"] {
        journal.append(&record(moves, false)).expect("written");
    }
    drop(journal);
    let whole = fs::read(path(&store, "journal")).expect("there");
    let last = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').expect("three lines") + 1;
    for cut in last..whole.len() {
        fs::write(path(&store, "journal"), &whole[..cut]).expect("written");
        assert_eq!(reread(&store), record("a b", false), "cut after {cut} bytes");
        let mut journal = store.find(ID).expect("readable").expect("kept");
        journal.append(&record("a b x", false)).expect("written");
        assert_eq!(reread(&store), record("a b x", false), "cut after {cut} bytes");
    }
    let first = whole.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
    let gap = [&whole[..first], &whole[last..]].concat();
    let noise = [&whole[..first], b"noise\n", &whole[first..]].concat();
    for (content, line) in [(gap, 2), (noise, 2)] {
        fs::write(path(&store, "journal"), content).expect("written");
        let error = store.find(ID).expect_err("damaged").to_string();
        assert!(error.contains(&format!("{ID}.journal is damaged: line {line} ")), "{error}");
    }
    assert!(store.list(0, 10).is_empty(), "unreadable games are not listed");
}

#[test]
fn a_failed_write_changes_nothing_and_may_be_tried_again() {
    let (_folder, store) = store();
    let mut journal = store.create(ID, record("", false)).expect("kept");
    // A folder in place of the file, which refuses writes even by root.
    fs::create_dir(path(&store, "journal")).expect("made");
    journal.append(&record("a", false)).expect_err("no file to write to");
    fs::remove_dir(path(&store, "journal")).expect("removed");
    assert_eq!(reread(&store), record("", false));
    journal.append(&record("a", false)).expect("written");
    assert_eq!(reread(&store), record("a", false));
}

#[test]
fn two_servers_do_not_mix_their_changes() {
    let (_folder, store) = store();
    let mut first = store.create(ID, record("", false)).expect("kept");
    let mut second = store.find(ID).expect("readable").expect("kept");
    first.append(&record("a", false)).expect("written");
    for _ in 0..2 {
        let error = second.append(&record("b", false)).expect_err("changed in the meantime").to_string();
        assert_eq!(error, "another server has changed this game");
    }
    first.append(&record("a b", false)).expect("written");
    drop(first);
    second.append(&record("b", false)).expect_err("changed in the meantime");
    assert_eq!(reread(&store), record("a b", false));
}

#[test]
fn records_of_earlier_versions_are_read() {
    let (_folder, store) = store();
    fs::write(path(&store, "json"), format!("{:#}\n", record("a b", false))).expect("written");
    assert_eq!(store.list(0, 10)[0].plies, 2);
    let mut journal = store.find(ID).expect("readable").expect("kept");
    journal.append(&record("a b c", false)).expect("written");
    assert_eq!(reread(&store), record("a b c", false));
    assert_eq!(store.list(0, 10)[0].plies, 3, "a list notices the change");
}

#[test]
fn lists_are_in_order_and_ignore_strange_files() {
    let (_folder, store) = store();
    let id = |number: u64| format!("{number:032x}");
    for number in 0..5 {
        store.create(&id(number), record(if number == 3 { "a" } else { "" }, false)).expect("kept");
        let written = SystemTime::now() - Duration::from_secs(1000 - 10 * number);
        File::options()
            .write(true)
            .open(store.folder.join(format!("{}.json", id(number))))
            .and_then(|file| file.set_modified(written))
            .expect("aged");
    }
    let strange = |name: &str| store.folder.join(name);
    fs::create_dir(strange(&format!("{}.json", id(10)))).expect("a folder");
    File::create(strange(&format!("{}.json", id(11)))).and_then(|file| file.set_len(1 << 40)).expect("a huge file");
    fs::write(strange(&format!("{}.journal", id(12))), "{}\n").expect("a journal without a record");
    fs::write(strange("README.json"), "{}").expect("a text");
    let made = std::process::Command::new("mkfifo").arg(strange(&format!("{}.json", id(13)))).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo is part of every Unix");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/dev/zero", strange(&format!("{}.json", id(14)))).expect("a link");
    let listed = |skip, count| store.list(skip, count).into_iter().filter_map(|game| game.id).collect::<Vec<_>>();
    assert_eq!(listed(0, 100), [4, 3, 2, 1, 0].map(id));
    assert_eq!(listed(1, 2), [3, 2].map(id));
    for number in 11..15 {
        assert!(!matches!(store.find(&id(number)), Ok(Some(_))), "{number}");
    }
    assert_eq!(store.untouched(Duration::from_secs(965)), [2, 1, 0].map(id), "old and without a turn");
    assert!(store.delete(&id(1)).expect("removed"));
    assert!(!store.delete(&id(1)).expect("gone already"));
    assert!(!store.delete("../../etc/passwd").expect("not a name"));
    assert_eq!(listed(0, 100), [4, 3, 2, 0].map(id));
}

#[test]
fn drafts_of_a_killed_server_are_swept() {
    let (_folder, store) = store();
    let draft = store.folder.join(".tmpAbCdEf");
    let mut file = File::create(&draft).expect("made");
    file.write_all(b"half").expect("written");
    file.set_modified(SystemTime::now() - Duration::from_secs(24 * 3600)).expect("aged");
    GameStore::open(&store.folder).expect("a store");
    assert!(!draft.exists());
}
