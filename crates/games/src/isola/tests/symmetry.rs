//! Keys that are shared by mirror images, and by nothing else.

use super::super::{Word, zobrist};
use super::{wander, wide};
use plyground_core::{Game, Notation, Rng};
use std::collections::{BTreeSet, HashMap};

/// The texts of all mirror images of a position.
fn images(text: &str) -> BTreeSet<String> {
    let (rows, rest) = text.split_once(' ').unwrap();
    let grid: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
    let flip = |grid: &[Vec<char>]| grid.iter().rev().cloned().collect::<Vec<_>>();
    let mirror = |grid: &[Vec<char>]| grid.iter().map(|row| row.iter().rev().copied().collect()).collect::<Vec<_>>();
    let turn = |grid: &[Vec<char>]| {
        (0..grid[0].len()).map(|col| grid.iter().map(|row| row[col]).collect()).collect::<Vec<Vec<char>>>()
    };
    let mut all = vec![grid.clone(), flip(&grid), mirror(&grid), flip(&mirror(&grid))];
    if grid.len() == grid[0].len() {
        all.extend(all.clone().iter().map(|grid| turn(grid)));
    }
    let text = |grid: Vec<Vec<char>>| {
        let rows: Vec<String> = grid.into_iter().map(|row| row.into_iter().collect()).collect();
        format!("{} {rest}", rows.join("/"))
    };
    all.into_iter().map(text).collect()
}

#[test]
fn mirror_images_and_only_they_share_the_symmetric_key() {
    let variants = [
        "columbia",
        "classic",
        "isolation-knight-wide",
        "cols=3,rows=3,start=none",
        "cols=3,rows=4,mover=king,mode=remove,permanent=a1:b2",
        "cols=11,rows=11,mode=remove,mover=king,permanent=a1:b1:k11",
    ];
    let mut rng = Rng::seeded(21);
    for variant in variants {
        let game = wide(variant);
        let mut classes: HashMap<Option<u64>, String> = HashMap::new();
        for turns in 0..150 {
            let position = wander(&game, turns % 30, &mut rng);
            let images = images(&game.position_text(&position));
            let key = game.symmetric_key(&position);
            for image in &images {
                let image = game.parse_position(image).unwrap();
                assert_eq!(game.symmetric_key(&image), key, "{}", game.position_text(&image));
            }
            let class = images.first().unwrap();
            let other = classes.entry(key).or_insert_with(|| class.clone());
            assert_eq!(other, class, "two positions share a key");
        }
        assert!(classes.len() > 10, "{variant}");
    }
}

#[test]
fn keys_of_sets_are_those_of_their_squares() {
    let mut rng = Rng::seeded(22);
    for variant in ["columbia", "classic", "cols=3,rows=3", "cols=11,rows=11", "cols=26,rows=4"] {
        let game = wide(variant);
        for turns in 0..60 {
            let free = wander(&game, turns, &mut rng).free();
            let mut slow = [0; 8];
            for square in free.squares() {
                for (key, image) in slow.iter_mut().zip(game.board.images(square)) {
                    *key ^= zobrist::FREE[image.slot()];
                }
            }
            assert_eq!(game.board.mirrored_free_keys(free), slow, "{variant}");
        }
    }
}
