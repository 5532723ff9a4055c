//! The databases as a whole: against other people's values, against the slow twin, and against damage.

use super::*;
use plyground_core::{Game, Notation};
use plyground_games::einstein::{Einstein, Position};
use std::fs;
use std::sync::atomic::AtomicBool;

/// Belongs to the crate with the rules, so it is missing from a package of this one.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/testdata/einstein/exact_positions.jsonl");

fn stones(position: &Position) -> usize {
    plyground_core::PlayerId::all(2).map(|player| position.stones(player).count()).sum()
}

#[test]
fn values_computed_elsewhere_are_within_the_bound() {
    let game = Einstein::standard();
    let library = Library::small();
    let mut compared = 0;
    let file = std::fs::read_to_string(FILE).unwrap();
    for line in file.lines().skip(1) {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        let position = game.parse_position(entry["pos"].as_str().unwrap()).unwrap();
        let value = library.value(&position);
        assert_eq!(value.is_some(), stones(&position) <= SMALL, "{}", entry["id"]);
        if let Some(value) = value {
            let expected = entry["value"].as_f64().unwrap();
            assert!((value - expected).abs() <= error_bound(SMALL), "{}: {value} {expected}", entry["id"]);
            compared += 1;
        }
    }
    assert_eq!(compared, 24, "8 of 1v1, 4 of 2v1, 4 of 1v2, 8 of 2v2");
}

#[test]
fn the_slow_twin_agrees() {
    for stones in 2..=SMALL {
        let verified = verify(Library::small(), stones, 200, 4, |_| true);
        assert_eq!((verified.samples, verified.wrong), (200, Vec::new()), "{stones} stones");
        assert!(verified.largest <= verified.bound);
    }
}

#[test]
fn the_slow_twin_finds_what_is_missing() {
    let verified = verify(&Library::in_memory(2), 3, 5, 1, |_| true);
    assert_eq!(verified.wrong.len(), 5);
}

#[test]
fn bounds_add_up() {
    assert!(error_bound(2) < 1e-5);
    assert!(error_bound(4) < error_bound(5) && error_bound(6) < 4.6e-5);
}

#[test]
fn whatever_does_not_matter_changes_nothing() {
    let game = Einstein::standard();
    let library = Library::small();
    // The same stones reflected, with other labels of the same class, and with players exchanged.
    let texts = [
        "r1.r3../...../..b2../...../..... r -",
        "r6.r4../...../..b5../...../..... r -",
        "r1..../...../r3.b2../...../..... r -",
        "...../...../..r4../...../..b3.b1 b -",
    ];
    let values: Vec<f64> =
        texts.iter().map(|text| library.value(&game.parse_position(text).unwrap()).unwrap()).collect();
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
}

#[test]
fn a_finished_game_and_a_full_board_have_no_value() {
    let game = Einstein::standard();
    let library = Library::in_memory(2);
    let over = game.parse_position("...../...../...../..b3../....r1 b -").unwrap();
    assert_eq!(library.value(&over), None);
    assert_eq!(library.value(&game.start()), None);
    let three = game.parse_position("r1.r2../...../...../...../....b1 r -").unwrap();
    assert_eq!((library.value(&three), library.stones()), (None, 2));
}

#[test]
fn files_hold_what_was_written_and_damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Library::open(folder.path()).stones(), SMALL, "made and kept");
    let paths: Vec<_> =
        crate::layout::pairs(3).into_iter().map(|pair| folder.path().join(crate::file::file_name(pair))).collect();
    assert!(list(folder.path(), 3, true).iter().all(|file| file.bytes.is_some() && file.problem.is_none()));
    let memory = Library::in_memory(3);
    let pair = crate::layout::pairs(3)[0];
    let header = crate::file::FileHeader::of(&crate::layout::PairLayout::new(pair));
    let table = memory.table(pair).unwrap();
    // With the blocks in memory, and without.
    for room in [usize::MAX, 0] {
        let file = crate::reader::TableReader::with_room(&paths[0], &header, room).unwrap();
        for place in 0..table.layout.len() {
            assert_eq!(file.value(place).map(|value| f64::from(value) / 65535.0), table.at(place));
        }
        let values = file.read_all().unwrap();
        assert_eq!(values.len(), table.layout.len());
        assert!((0..values.len()).all(|place| file.value(place) == Some(values[place])));
    }
    let good = fs::read(&paths[0]).unwrap();
    let problem = |bytes: &[u8]| {
        fs::write(&paths[0], bytes).unwrap();
        list(folder.path(), 3, true)[0].problem.clone().unwrap_or_default()
    };
    assert!(problem(&good[..good.len() - 1]).contains("cut off"));
    assert!(problem(&good[..10]).contains("not a database"));
    assert!(problem(b"").len() > 5, "an empty file");
    assert!(problem(b"something else, long enough to have a header of forty bytes").contains("not a database"));
    for place in [14, 16, 30, 36, 41, good.len() - 1] {
        let mut bad = good.clone();
        bad[place] ^= 4;
        assert!(!problem(&bad).is_empty(), "byte {place}");
    }
    // Another pair's file under this name.
    let other = fs::read(&paths[1]).unwrap();
    assert!(problem(&other).contains("this pair"));
    assert_eq!(problem(&good), "");
}

#[test]
fn a_damaged_block_is_not_believed_and_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let game = Einstein::standard();
    let position = game.parse_position("r1..../...../...../...../....b1 r -").unwrap();
    let value = Library::open(folder.path()).value(&position);
    assert!(value.is_some());
    assert_eq!(Library::open(folder.path()).value(&position), value, "from the files");
    let path = folder.path().join("1-1.endgame");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert_eq!(Library::open(folder.path()).value(&position), None, "the block is damaged");
    fs::write(&path, b"PLY").unwrap();
    assert_eq!(Library::open(folder.path()).value(&position), value, "a wrong file is as good as missing");
    assert_eq!(list(folder.path(), 2, true)[0].problem, None, "and is replaced");
    assert_eq!(fs::read(folder.path().join("1-1.endgame.set-aside-1")).unwrap(), b"PLY", "but not lost");
    fs::write(&path, b"PLY 2").unwrap();
    assert_eq!(Library::open(folder.path()).value(&position), value);
    assert_eq!(fs::read(folder.path().join("1-1.endgame.set-aside-1")).unwrap(), b"PLY", "nor overwritten");
    assert_eq!(fs::read(folder.path().join("1-1.endgame.set-aside-2")).unwrap(), b"PLY 2");
}

/// Cutting a file off while it is in use once ended the process with a signal.
#[test]
fn a_file_that_is_cut_off_while_it_is_open_has_no_values() {
    let folder = tempfile::tempdir().unwrap();
    let first = Library::open(folder.path());
    assert_eq!(first.stones(), SMALL);
    let pair = crate::layout::pairs(SMALL)[20];
    let path = folder.path().join(crate::file::file_name(pair));
    let layout = crate::layout::PairLayout::new(pair);
    let header = crate::file::FileHeader::of(&layout);
    let open = |room| crate::reader::TableReader::with_room(&path, &header, room).unwrap();
    let (kept, unkept, unread) = (open(usize::MAX), open(0), open(usize::MAX));
    let last = layout.len() - 1;
    assert!(last > 2 * crate::file::BLOCK, "several blocks");
    let known = [kept.value(0), kept.value(last)];
    assert_eq!(known, [unkept.value(0), unkept.value(last)]);
    assert!(known.iter().all(Option::is_some));

    let half = header.file_bytes() as u64 / 2;
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(half).unwrap();
    assert_eq!([kept.value(0), kept.value(last)], known, "what is in memory stays true");
    assert_eq!([unkept.value(0), unkept.value(last)], [known[0], None]);
    assert_eq!([unread.value(0), unread.value(last)], [known[0], None]);
    assert!(unread.check_all().unwrap_err().to_string().contains("cut off"));
    assert!(unread.read_all().is_err());

    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(0).unwrap();
    let places = (0..=last).step_by(1000);
    assert!(places.clone().all(|place| unkept.value(place).is_none()), "nothing is left");
    let left = places.filter_map(|place| unread.value(place));
    assert_eq!(left.count(), crate::file::BLOCK.div_ceil(2000), "only the block that was read");
    // A grown file brings no values back: what was damaged once stays so.
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(header.file_bytes() as u64).unwrap();
    assert_eq!([unkept.value(last), unread.value(last)], [None, None]);
}

#[test]
fn a_library_whose_files_are_cut_off_answers_none_and_never_wrongly() {
    let folder = tempfile::tempdir().unwrap();
    let game = Einstein::standard();
    drop(Library::open(folder.path()));
    let library = Library::open(folder.path());
    for entry in fs::read_dir(folder.path()).unwrap() {
        fs::OpenOptions::new().write(true).open(entry.unwrap().path()).unwrap().set_len(100).unwrap();
    }
    let mut rng = plyground_core::Rng::seeded(18);
    for stones in 2..=SMALL {
        for _ in 0..200 {
            let position = random_position(&game, stones, &mut rng);
            assert_eq!(library.value(&position), None, "{}", game.position_text(&position));
        }
    }
    let again = Library::open(folder.path());
    assert_eq!(again.stones(), SMALL, "cut files are as good as missing");
    assert!(again.value(&random_position(&game, 3, &mut rng)).is_some());
}

#[test]
fn only_five_and_six_stones_are_files() {
    let folder = tempfile::tempdir().unwrap();
    for stones in [0, 4, 7] {
        let error = build(folder.path(), stones, 1, &AtomicBool::new(false), |_| {}).unwrap_err().to_string();
        assert!(error.contains("5 to 6"), "{error}");
    }
    let blocked = folder.path().join("file");
    fs::write(&blocked, "x").unwrap();
    let error = build(&blocked, 5, 1, &AtomicBool::new(false), |_| {}).unwrap_err().to_string();
    assert!(error.starts_with("cannot write"), "{error}");
}

#[test]
fn a_stopped_build_leaves_nothing_half_done() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(true);
    let built = build(folder.path(), 5, 2, &stop, |_| {}).unwrap();
    assert_eq!((built.written, built.stopped), (0, true));
    assert!(list(folder.path(), 5, false).iter().all(|file| file.bytes.is_none()));
    assert_eq!(Library::open(folder.path()).stones(), SMALL);
}
