//! The databases as a whole: against other people's values, against the slow twin, and against damage.

use super::*;
use plyground_core::{Game, Notation, Rng, Turn};
use plyground_games::einstein::{Einstein, Position};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const FILE: &str = include_str!("../../games/testdata/einstein/exact_positions.jsonl");

fn stones(position: &Position) -> usize {
    plyground_core::PlayerId::all(2).map(|player| position.stones(player).count()).sum()
}

#[test]
fn values_computed_elsewhere_are_within_the_bound() {
    let game = Einstein::standard();
    let library = Library::small();
    let mut compared = 0;
    for line in FILE.lines().skip(1) {
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

/// Stones with random labels on random cells.
fn random_position(game: &Einstein, count: usize, rng: &mut Rng) -> Position {
    loop {
        let red = 1 + rng.below(count - 1);
        let mut cells: Vec<Option<String>> = vec![None; 25];
        for (letter, stones) in [('r', red), ('b', count - red)] {
            let mut labels: Vec<usize> = (1..=6).collect();
            rng.shuffle(&mut labels);
            for label in labels.into_iter().take(stones) {
                let free: Vec<usize> = (0..25).filter(|cell| cells[*cell].is_none()).collect();
                cells[free[rng.below(free.len())]] = Some(format!("{letter}{label}"));
            }
        }
        let rows: Vec<String> =
            cells.chunks(5).map(|row| row.iter().map(|cell| cell.as_deref().unwrap_or(".")).collect()).collect();
        let text = format!("{} {} -", rows.join("/"), if rng.below(2) == 0 { 'r' } else { 'b' });
        match game.parse_position(&text) {
            Ok(position) if game.turn(&position) == Turn::Chance => return position,
            _ => {}
        }
    }
}

#[test]
fn the_slow_twin_agrees() {
    let game = Einstein::standard();
    let library = Library::small();
    let mut exact = Exact::new(&game);
    let mut rng = Rng::seeded(4);
    for round in 0..600 {
        let count = 2 + round % 3;
        let position = random_position(&game, count, &mut rng);
        let (value, expected) = (library.value(&position).expect("few stones"), exact.value(&position));
        let text = game.position_text(&position);
        assert!((value - expected).abs() <= error_bound(count), "{text}: {value} {expected}");
    }
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

/// Writes the databases of three stones as if they were files; five stones would take too long here.
fn write_small(folder: &Path) -> Vec<std::path::PathBuf> {
    let library = Library::in_memory(3);
    let mut paths = Vec::new();
    for pair in crate::layout::pairs(3) {
        let layout = crate::layout::PairLayout::new(pair);
        let values: Vec<u16> = (0..layout.len())
            .map(|place| (library.table(pair).unwrap().at(place) * 65535.0).round() as u16)
            .collect();
        let path = folder.join(crate::file::file_name(pair));
        crate::file::write(&path, &crate::file::Header::of(&layout), &values).unwrap();
        paths.push(path);
    }
    paths
}

#[test]
fn files_hold_what_was_written_and_damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let paths = write_small(folder.path());
    assert!(list(folder.path(), 3, true).iter().all(|file| file.bytes.is_some() && file.problem.is_none()));
    let memory = Library::in_memory(3);
    let pair = crate::layout::pairs(3)[0];
    let header = crate::file::Header::of(&crate::layout::PairLayout::new(pair));
    let file = crate::map::Mapped::open(&paths[0], &header).unwrap();
    let table = memory.table(pair).unwrap();
    for place in 0..table.layout.len() {
        assert!(file.is_sound(place));
        assert_eq!(f64::from(file.value(place)) / 65535.0, table.at(place));
    }
    drop(file);
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
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(Library::open(folder.path()).stones(), SMALL);
}
