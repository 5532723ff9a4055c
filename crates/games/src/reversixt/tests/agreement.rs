//! The game against the rulebook, on everything from Othello's board to random mazes.

use super::*;
use crate::reversixt::generator::{Recipe, generate};
use crate::reversixt::rulebook::Book;
use crate::reversixt::{BitReversi, Side, Transition, maps};
use plyground_core::Rng;
use plyground_testkit::agreement::{self, Rulebook};

/// Plays at most `limit` random turns on both and compares everything. Before a turn in `rate` somebody is
/// disqualified. Returns the number of turns.
fn contest<G: Notation>(game: &G, mut slow: Book, rng: &mut Rng, limit: usize, rate: usize) -> usize {
    let mut fast = game.start();
    for turn in 0..=limit {
        let context = || format!("{} after {turn} turns", game.variant_text());
        assert_eq!(game.position_text(&fast), slow.position(), "{}", context());
        assert_eq!(game.turn(&fast), slow.turn(), "{}", context());
        assert_eq!(game.payoffs(&fast).as_slice(), slow.payoffs(), "{}", context());
        if game.turn(&fast) == Turn::Over || turn == limit {
            return turn;
        }
        if rate > 0 && rng.below(rate) == 0 {
            let seats: Vec<usize> = (0..game.facts().players).filter(|seat| slow.payoffs()[*seat] >= 0.0).collect();
            let seat = seats[rng.below(seats.len())];
            game.disqualify(&mut fast, PlayerId::from_index(seat));
            slow.disqualify(seat + 1);
            let fresh = game.parse_position(&game.position_text(&fast)).expect("our own text parses");
            assert_eq!(game.key(&fast), game.key(&fresh), "{}", context());
            continue;
        }
        let (mut found, mut expected) = (legal(game, &fast), slow.legal());
        let text = found[rng.below(found.len())].clone();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{} in {}", context(), slow.position());
        assert_eq!(game.count_moves(&fast), expected.len() as u64);
        let mv = game.parse_move(&fast, &text).unwrap();
        let before = fast.clone();
        let undo = game.make(&mut fast, mv);
        game.unmake(&mut fast, mv, undo);
        assert!(fast == before && game.key(&fast) == game.key(&before), "{}: {text} is not taken back", context());
        game.make(&mut fast, mv);
        slow.play(&text);
    }
    limit
}

/// A small random recipe, from tame to wicked.
fn wicked(rng: &mut Rng) -> Recipe {
    let mut pick = |choices: &[usize]| choices[rng.below(choices.len())];
    Recipe {
        players: pick(&[2, 2, 3, 4, 5, 8]),
        cols: pick(&[1, 2, 3, 4, 5, 6, 9]),
        rows: pick(&[1, 2, 3, 4, 5, 6]),
        holes: pick(&[0, 10, 30, 60]),
        stones: pick(&[20, 40, 60, 90]),
        specials: pick(&[0, 10, 30, 60]),
        transitions: pick(&[0, 20, 60, 100]),
        overrides: pick(&[0, 0, 1, 2, 255]),
        bombs: pick(&[0, 0, 1, 2]),
        strength: pick(&[0, 1, 2, 9]),
    }
}

#[test]
fn hundreds_of_wicked_little_maps() {
    let mut turns = 0;
    for seed in 0..2_000 {
        let mut rng = Rng::part(11, seed);
        let map = generate(wicked(&mut rng), seed);
        let book = Book::new(&map.write());
        let game = ReversiGame::new(map, format!("seed={seed}"));
        let rate = [0, 0, 4, 15][rng.below(4)];
        turns += contest(&game, book, &mut rng, 400, rate);
    }
    assert!(turns > 15_000, "only {turns} turns were compared");
}

#[test]
fn maps_whose_transitions_push_neighbours_aside() {
    let mut turns = 0;
    for seed in 0..150 {
        let mut rng = Rng::part(12, seed);
        let mut map = generate(Recipe { transitions: 0, bombs: 1, ..wicked(&mut rng) }, seed);
        let mut sides = Vec::new();
        for (index, _) in map.tiles.iter().enumerate().filter(|(_, tile)| tile.to_char() != '-') {
            let (x, y) = ((index % map.width()) as u16, (index / map.width()) as u16);
            sides.extend((0..8).map(|direction| Side { x, y, direction }));
        }
        rng.shuffle(&mut sides);
        sides.truncate(2 * (sides.len() / 8));
        map.transitions = sides.chunks_exact(2).map(|ends| Transition { from: ends[0], to: ends[1] }).collect();
        let text = map.write();
        let loaded = MapFile::parse(&text, Reading::Lenient).unwrap().map;
        assert_eq!(loaded, map);
        turns += contest(&ReversiGame::new(loaded, format!("seed={seed}")), Book::new(&text), &mut rng, 100, 0);
    }
    assert!(turns > 500, "only {turns} turns were compared");
}

#[test]
fn built_in_maps() {
    for map in maps::ALL {
        let game = ReversiGame::new(MapFile::parse(map.text, Reading::Strict).unwrap().map, map.name);
        for seed in 0..2 {
            contest(&game, Book::new(map.text), &mut Rng::part(13, seed), 20_000 / game.map().tiles().len(), 0);
        }
    }
}

#[test]
fn plain_maps_in_three_ways() {
    // The bits, the general game and the rulebook play the same random games.
    let mut plain = 0;
    for seed in 0..60 {
        let mut rng = Rng::part(14, seed);
        let recipe = Recipe {
            cols: 3 + rng.below(6),
            rows: 3 + rng.below(6),
            holes: 5 * rng.below(8),
            stones: 20,
            specials: 0,
            transitions: 0,
            overrides: 0,
            bombs: 0,
            ..Recipe::default()
        };
        let map = generate(recipe, seed);
        let text = map.write();
        let general = ReversiGame::new(map, format!("seed={seed}"));
        let Some(bits) = BitReversi::new(general.clone()) else { continue };
        plain += 1;
        agreement::check(&bits, &bits.start(), Book::new(&text), &mut Rng::part(15, seed));
        agreement::check(&general, &general.start(), Book::new(&text), &mut Rng::part(15, seed));
        contest(&bits, Book::new(&text), &mut rng, 100, 20);
    }
    assert!(plain > 40, "only {plain} maps were plain");
}

#[test]
fn a_plain_map_may_lie_anywhere_in_a_larger_frame() {
    let text = "2 / 0 / 0 0 / 3 12 / - - - - - - - - - - - - / - - - - - - 0 2 1 2 0 - / - - - - - - - - - - - -";
    let general = game(text);
    let bits = BitReversi::new(general).unwrap();
    assert_eq!(legal(&bits, &bits.start()), ["6,1", "10,1"]);
    agreement::check(&bits, &bits.start(), Book::new(&text.replace('/', " ")), &mut Rng::seeded(1));
}

#[test]
fn what_is_not_plain_is_not_played_on_bits() {
    for text in [
        "3 / 0 / 0 0 / 1 4 / 0 2 1 3",
        "2 / 1 / 0 0 / 1 4 / 0 2 1 0",
        "2 / 0 / 1 0 / 1 4 / 0 2 1 0",
        "2 / 0 / 0 0 / 1 4 / 0 2 1 c",
        "2 / 0 / 0 0 / 1 4 / 0 2 1 x",
        "2 / 0 / 0 0 / 1 9 / 0 2 1 0 0 0 0 0 0",
        "2 / 0 / 0 0 / 1 4 / 0 2 1 0 / 0 0 6 <-> 3 0 2",
    ] {
        assert!(BitReversi::new(game(text)).is_none(), "{text}");
    }
}

#[test]
fn maps_of_the_course() {
    let Some(folder) = shared("reversixt/maps") else { return };
    let mut turns = 0;
    for (index, (name, text)) in map_files(&folder).into_iter().enumerate() {
        let map = MapFile::parse(&text, Reading::Strict).unwrap().map;
        let mut rng = Rng::part(16, index as u64);
        // The rulebook is slow on large maps.
        let limit = (200_000 / map.tiles().len()).min(500);
        let rate = [0, 6][index % 2];
        turns += contest(&ReversiGame::new(map, name), Book::new(&text), &mut rng, limit, rate);
    }
    assert!(turns > 2_000, "only {turns} turns were compared");
}
