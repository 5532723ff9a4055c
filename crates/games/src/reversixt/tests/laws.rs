//! What every game must obey, counts of move sequences, and golden games.

use super::*;
use crate::reversixt::generator::{Recipe, generate};
use crate::reversixt::rulebook::Book;
use crate::reversixt::{BitReversi, ReversiXt, maps};
use plyground_core::{GameKind, perft};
use plyground_testkit::conformance::{self, Trials};
use plyground_testkit::{perft_file, playthrough};
use std::path::Path;

const PERFT: &str = include_str!("../../../testdata/reversixt/perft.txt");

fn standard() -> (ReversiGame, BitReversi) {
    let general = ReversiGame::new(MapFile::parse(maps::STANDARD, Reading::Strict).unwrap().map, "standard");
    let bits = BitReversi::new(general.clone()).unwrap();
    (general, bits)
}

fn built_in(name: &str) -> ReversiGame {
    let map = maps::find(name).unwrap();
    ReversiGame::new(MapFile::parse(map.text, Reading::Strict).unwrap().map, format!("map={name}"))
}

#[test]
fn the_standard_game_obeys_the_laws_in_both_representations() {
    let (general, bits) = standard();
    conformance::check(&bits, &bits.start(), Trials { seed: 1, games: 6 });
    conformance::check(&general, &general.start(), Trials { seed: 2, games: 2 });
}

#[test]
fn small_built_in_maps_obey_the_laws() {
    for game in maps::ALL.iter().map(|map| built_in(map.name)).filter(|game| game.map().tiles().len() <= 100) {
        conformance::check(&game, &game.start(), Trials { seed: 3, games: 2 });
    }
}

#[test]
fn random_maps_obey_the_laws() {
    for seed in 0..24 {
        let recipe = Recipe {
            players: 2 + seed as usize % 7,
            cols: 4 + seed as usize % 5,
            rows: 4 + seed as usize % 4,
            transitions: [0, 30, 100][seed as usize % 3],
            specials: [5, 30][seed as usize % 2],
            overrides: seed as usize % 3,
            ..Recipe::default()
        };
        let game = ReversiGame::new(generate(recipe, seed), format!("seed={seed}"));
        conformance::check(&game, &game.start(), Trials { seed, games: 1 });
    }
    let medium = Recipe { players: 3, cols: 12, rows: 12, overrides: 1, ..Recipe::default() };
    let game = ReversiGame::new(generate(medium, 1), "medium");
    conformance::check(&game, &game.start(), Trials { seed: 4, games: 1 });
}

#[test]
fn move_sequences_of_the_standard_game_are_those_of_othello() {
    // Known counts where a pass is free of charge; no game can end before its ninth move.
    let counts = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_320];
    let (general, bits) = standard();
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&bits, &mut bits.start(), depth), count);
        if depth <= 6 {
            assert_eq!(perft(&general, &mut general.start(), depth), count);
        }
        if depth <= 5 {
            assert_eq!(Book::new(maps::STANDARD).perft(depth), count);
        }
    }
}

#[test]
fn move_sequences_are_as_the_rulebook_counted_them() {
    let compared = perft_file::check::<ReversiXt>(PERFT, 300_000, map_text);
    assert!(compared > 40, "only {compared} counts");
}

/// The maps that `perft.txt` may name: built-in ones, and small ones written out in the name itself.
fn map_text(name: &str) -> Option<String> {
    match maps::find(name) {
        Some(map) => Some(map.text.to_string()),
        None => name.contains(' ').then(|| name.to_string()),
    }
}

/// The map of a line of `perft.txt`.
struct Text;

impl plyground_core::GameVisitor for Text {
    type Output = String;
    fn visit<G: plyground_core::Playable>(self, game: G, _: G::Position) -> String {
        game.variant_text()
    }
}

/// With [`playthrough::BLESS`] set this writes the counts of `perft.txt` anew, all of them by the rulebook; otherwise
/// it recounts those that the rulebook can do quickly.
#[test]
fn the_rulebook_stands_by_its_counts() {
    let bless = std::env::var_os(playthrough::BLESS).is_some();
    let mut written = String::new();
    for line in PERFT.lines() {
        let Some((setup, counts)) = line.split_once(" ; counts=").filter(|_| !line.starts_with('#')) else {
            written += &format!("{line}\n");
            continue;
        };
        let map = match setup.split_once('=').unwrap() {
            ("map", name) => map_text(name).unwrap(),
            (_, "standard") => maps::STANDARD.to_string(),
            (_, variant) => {
                let setup = plyground_core::Setup { variant: Some(variant.to_string()), ..Default::default() };
                let canonical = ReversiXt::open(&setup, Text).unwrap();
                assert_eq!(canonical, variant, "variants are written out in full");
                random_map(variant).write()
            }
        };
        let book = Book::new(&map);
        let limit = if bless { 200_000 } else { 1_500 };
        let known: Vec<u64> = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
        let depths = if bless { 1..=8 } else { 1..=known.iter().take_while(|count| **count <= limit).count() as u32 };
        let mut found: Vec<u64> = Vec::new();
        for depth in depths {
            found.push(book.perft(depth));
            if bless && found.last().is_none_or(|count| *count == 0 || *count > limit / 8) {
                break;
            }
        }
        if !bless {
            assert_eq!(found, known[..found.len()], "{line}");
        }
        let found: Vec<String> = found.iter().map(u64::to_string).collect();
        written += &format!("{setup} ; counts={}\n", found.join(" "));
    }
    if bless {
        std::fs::write(testdata("perft.txt"), written).unwrap();
    }
}

/// The random map of a variant that names every parameter.
fn random_map(variant: &str) -> MapFile {
    let mut recipe = Recipe::default();
    let mut seed = 0;
    for word in variant.split(',') {
        let (key, value) = word.split_once('=').unwrap();
        match recipe.ingredients().into_iter().find(|entry| entry.0 == key) {
            Some(entry) => *entry.3 = value.parse().unwrap(),
            None => seed = value.parse().unwrap(),
        }
    }
    generate(recipe, seed)
}

fn testdata(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/reversixt").join(name)
}

#[test]
fn golden_games_read_as_they_did() {
    let (_, bits) = standard();
    playthrough::check(&bits, &bits.start(), 1, &testdata("standard.txt"));
    for name in ["skirmish", "ring"] {
        let game = built_in(name);
        playthrough::check(&game, &game.start(), 1, &testdata(&format!("{name}.txt")));
    }
}

#[test]
fn a_clone_begins_its_own_journal() {
    let game = built_in("skirmish");
    let mut position = game.start();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let undo = game.make(&mut position, moves[0]);
    let mut copy = position.clone();
    let mut replies = Vec::new();
    game.moves(&copy, &mut replies);
    let reply = game.make(&mut copy, replies[0]);
    game.unmake(&mut copy, replies[0], reply);
    assert_eq!(copy, position);
    let mut reused = game.start();
    reused.clone_from(&position);
    assert!(reused == position && game.key(&reused) == game.key(&position));
    let taken_back = std::panic::catch_unwind(move || game.unmake(&mut copy, moves[0], undo));
    assert!(taken_back.is_err(), "a copy must not pretend to take back what was made on the original");
}
