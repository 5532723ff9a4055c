//! What the map says about tiles, against walks and bombs; and what results are worth.

use super::*;
use crate::reversixt::generator::{Recipe, generate};
use crate::reversixt::{MapFile, Reading};
use plyground_core::{Game, Notation, Rng, Turn};

fn game(text: &str) -> ReversiGame {
    ReversiGame::new(MapFile::parse(text, Reading::Strict).unwrap().map, "map=test")
}

/// Small maps with everything on them.
fn wild(seed: u64) -> ReversiGame {
    let recipe = Recipe {
        players: 2 + seed as usize % 3,
        transitions: 30,
        strength: seed as usize % 4,
        bombs: 2,
        ..Recipe::default()
    };
    ReversiGame::new(generate(recipe, seed), "map=wild")
}

#[test]
fn walls_are_ends_of_lines_and_transitions_open_them() {
    let board = "2 0 0 0 3 4  0 0 0 0  0 1 2 0  0 0 0 0";
    let map_features = MapFeatures::new(&game(board));
    assert_eq!(map_features.walls, [4, 3, 3, 4, 3, 0, 0, 3, 4, 3, 3, 4]);
    assert_eq!((map_features.corners, map_features.edges, map_features.reachable), (4, 6, 12));
    assert_eq!((map_features.beside(1), map_features.beside(7), map_features.beside(0)), (Some(0), Some(3), None));
    assert!(map_features.beside(5).is_some_and(|corner| [0, 8].contains(&corner)));
    // Both ends of the first row are joined: only its own axis opens.
    let map_features = MapFeatures::new(&game(&format!("{board} 0 0 6 <-> 3 0 2")));
    assert_eq!(map_features.walls, [3, 3, 3, 3, 3, 0, 0, 3, 4, 3, 3, 4]);
}

#[test]
fn tiles_behind_holes_are_out_of_reach() {
    let map_features = MapFeatures::new(&game("2 0 0 0 1 8  0 1 2 0 - 0 0 0"));
    assert_eq!(map_features.reachable, 4);
}

#[test]
fn a_ball_is_what_a_bomb_destroys() {
    for seed in 0..12 {
        let game = wild(seed);
        let map_features = MapFeatures::new(&game);
        let start = game.start();
        for tile in (0..start.board().len()).filter(|tile| start.board()[*tile] != Tile::HOLE) {
            let mut bombed = start.clone();
            game.bomb(&mut bombed, PlayerId::FIRST, tile);
            let mut torn: Vec<u32> = (0..start.board().len() as u32)
                .filter(|tile| start.board()[*tile as usize] != bombed.board()[*tile as usize])
                .collect();
            let mut ball = map_features.ball(tile).to_vec();
            torn.sort_unstable();
            ball.sort_unstable();
            assert_eq!(ball, torn, "seed {seed}, tile {tile}");
        }
    }
}

#[test]
fn hundreds_of_override_stones_are_no_win_yet() {
    let game = game("2 255 0 0 2 4  0 1 2 0  0 2 1 0");
    let position = game.parse_position("0120/0210 1 1 o=255,0 b=0,0 out=-").unwrap();
    let mut eval = game.eval("chances").unwrap();
    let values = [0, 1].map(|index| eval.value(&game, &position, PlayerId::from_index(index)));
    assert!((500_000..1_000_000).contains(&values[0]) && values[1] == -values[0], "{values:?}");
}

#[test]
fn two_players_see_opposite_values_and_all_stay_within_the_limits() {
    for seed in 0..12 {
        let game = wild(seed);
        let mut eval = game.eval("chances").unwrap();
        let (mut position, mut moves) = (game.start(), Vec::new());
        let mut rng = Rng::part(seed, 1);
        while game.turn(&position) != Turn::Over {
            let values: Vec<i32> =
                PlayerId::all(game.map().players()).map(|player| eval.value(&game, &position, player)).collect();
            assert!(values.iter().all(|value| value.abs() < 1_000_000), "{values:?}");
            if values.len() == 2 {
                assert!((values[0] + values[1]).abs() <= 1, "{values:?}");
            }
            moves.clear();
            game.moves(&position, &mut moves);
            assert!(moves.iter().all(|mv| eval.move_score(&game, &position, *mv).abs() < 1_000_000));
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
    }
}

#[test]
fn counts_are_what_the_rules_and_the_neighbours_say() {
    for seed in 0..12 {
        let game = wild(seed);
        let map_features = MapFeatures::new(&game);
        let (mut position, mut moves) = (game.start(), Vec::new());
        let mut rng = Rng::part(seed, 2);
        while game.turn(&position) != Turn::Over && position.phase() == Phase::Building {
            let features = features::Features::count(&game, &position, &map_features);
            assert_eq!(features.by_player.map(|colour| colour.open as u32), game.open_tiles(&position));
            let is_frontier = |tile: usize| {
                let around = game.board.topology.around(tile);
                around.iter().any(|heading| position.tiles[(heading >> 3) as usize].is_free())
            };
            for player in PlayerId::all(game.map().players()) {
                let own = (0..position.board().len()).filter(|tile| position.board()[*tile] == Tile::stone(player));
                assert_eq!(
                    features.by_player[player.index()].frontier as usize,
                    own.filter(|tile| is_frontier(*tile)).count()
                );
            }
            moves.clear();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
    }
}

/// Plays at random, takes back at random, and asks now and then, as a search does.
#[test]
fn following_the_changes_counts_what_counting_counts() {
    for seed in 0..40 {
        let game = wild(seed);
        let map_features = MapFeatures::new(&game);
        let mut tracker = FeatureTracker::default();
        let (mut position, mut moves, mut made) = (game.start(), Vec::new(), Vec::new());
        let mut rng = Rng::part(seed, 3);
        for _ in 0..600 {
            if rng.below(2) == 0 && position.phase() == Phase::Building {
                let counted = features::Features::count(&game, &position, &map_features);
                let tracked = tracker.features(&game, &position, &map_features);
                assert_eq!(tracked.by_player, counted.by_player, "seed {seed}: {}", game.position_text(&position));
                assert_eq!(tracked.filled, counted.filled);
            }
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() || rng.below(5) < 2 {
                let Some((mv, undo)) = made.pop() else { continue };
                game.unmake(&mut position, mv, undo);
            } else {
                let mv = moves[rng.below(moves.len())];
                made.push((mv, game.make(&mut position, mv)));
            }
        }
    }
}

#[test]
fn an_inversion_to_come_hands_stones_on() {
    let with = |tile: char| {
        let game = game(&format!("2 0 0 0 3 5  1 1 1 1 {tile}  1 1 1 2 0  1 1 1 2 1"));
        let mut eval = game.eval("chances").unwrap();
        eval.value(&game, &game.start(), PlayerId::FIRST)
    };
    let (plain, inversion, choice) = (with('0'), with('i'), with('c'));
    assert!(inversion < choice && choice < plain, "{plain} {inversion} {choice}");
}

#[test]
fn a_bonus_tile_counts_for_those_who_could_take_it() {
    let value = |row: &str, player: PlayerId| {
        let game = game(&format!("2 0 0 0 1 6  {row}"));
        let mut eval = game.eval("chances").unwrap();
        eval.value(&game, &game.start(), player)
    };
    let [one, two] = [PlayerId::FIRST, PlayerId::FIRST.opponent()];
    // Only the first player turns a stone from the third tile, and nobody from the fourth.
    let (plain, in_reach, out_of_reach) = ("1 2 0 0 0 0", "1 2 b 0 0 0", "1 2 0 b 0 0");
    assert!(value(in_reach, one) > value(plain, one) && value(in_reach, two) < value(plain, two));
    assert_eq!(value(out_of_reach, one), value(plain, one));
}

#[test]
fn better_places_and_larger_margins_are_worth_more() {
    let value = |mine: i32, others: &[i32]| place_value(mine, others.iter().copied());
    assert!(value(40, &[24]) > value(33, &[31]) && value(33, &[31]) > WIN && value(32, &[32]) == 0);
    assert!(value(31, &[33]) > value(10, &[54]) && value(31, &[33]) < -WIN);
    let ladder = [
        value(30, &[10, 10, 10]),
        value(30, &[29, 10, 10]),
        value(30, &[30, 10, 10]),
        value(30, &[31, 10, 10]),
        value(30, &[31, 31, 10]),
        value(30, &[31, 31, 31]),
        value(-1, &[31, 31, 31]),
    ];
    assert!(ladder.is_sorted_by(|a, b| a > b), "{ladder:?}");
    assert!(ladder[1] > WIN && ladder[2] < 1_000_000);
}

/// Both players of a full board spend override stones in turn. The one who begins runs out first, whatever number both have; the other one is
/// ahead by a stone and a half after each of the beginner's moves, and by half a stone when those that it turned are turned back.
#[test]
fn the_last_word_stays_with_the_same_player_while_override_stones_are_spent_in_turn() {
    let game = game("2 3 0 0 2 4  1 2 1 2  2 1 2 1");
    let map_features = MapFeatures::new(&game);
    let lead = |(turn, first, second): (u8, u8, u8)| {
        let position = game.parse_position(&format!("1212/2121 1 {turn} o={first},{second} b=0,0 out=-")).unwrap();
        let features = features::Features::count(&game, &position, &map_features);
        let (one, other) = (PlayerId::FIRST, PlayerId::from_index(1));
        features.compare(&features.by_player, &map_features, one, other, &Weights::among(2))[6]
    };
    let half = -lead((2, 1, 1));
    assert!(half < 0.0, "the player who has to begin is behind");
    for beginner in [(1, 3, 3), (1, 2, 2), (1, 1, 1)] {
        assert!((lead(beginner) - half).abs() < 1e-4, "{beginner:?}: {}", lead(beginner));
    }
    for answer in [(2, 2, 3), (2, 1, 2), (2, 0, 1)] {
        assert!((lead(answer) - 3.0 * half).abs() < 1e-4, "{answer:?}: {}", lead(answer));
    }
    // One more stone of the player who begins turns it round.
    assert!(lead((1, 2, 1)) > 0.0 && lead((2, 0, 3)) < lead((2, 0, 2)));
}

#[test]
fn a_board_whose_tiles_are_mostly_out_of_reach_is_full_when_play_ends() {
    // A row that stones can fill, and a field of free tiles behind a corner that no line of stones turns.
    let mut rows = vec!["0 1 2 1 2 1 2 1 2 0", "0 - - - - - - - - -"];
    rows.resize(8, "0 0 0 0 0 0 0 0 0 0");
    let game = game(&format!("2 0 0 0 8 10  {}", rows.join("  ")));
    let map_features = MapFeatures::new(&game);
    assert!(map_features.reachable > 40, "a fill says nothing about play: {}", map_features.reachable);
    let (mut position, mut moves) = (game.start(), Vec::new());
    let mut rng = Rng::part(9, 9);
    assert!(map_features.filled(position.free() as f32) < 1.0);
    while game.turn(&position) != Turn::Over && position.phase() == Phase::Building {
        moves.clear();
        game.moves(&position, &mut moves);
        game.make(&mut position, moves[rng.below(moves.len())]);
    }
    let filled = map_features.filled(position.free() as f32);
    let by_fill = 1.0 - position.free() as f32 / map_features.reachable as f32;
    assert!(filled >= 0.9 && by_fill < 0.2, "{filled} of what play uses is full, {by_fill} of all tiles");
}

#[test]
fn weights_can_be_replaced_by_name() {
    let recipe = Recipe { players: 5, ..Recipe::default() };
    let game = ReversiGame::new(generate(recipe, 3), "map=five");
    let values = |name: &str| -> Option<Vec<i32>> {
        let mut eval = game.eval(name)?;
        let mut position = game.start();
        let mut rng = Rng::seeded(4);
        let (mut values, mut moves) = (Vec::new(), Vec::new());
        while let Turn::Player(player) = game.turn(&position) {
            values.push(eval.value(&game, &position, player));
            moves.clear();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
        Some(values)
    };
    let usual = values("chances").unwrap();
    assert_eq!(values("chances:first:0.12:stones.2:9"), Some(usual.clone()), "what is written is the built-in weight");
    for other in ["chances:first:0.9", "chances:stones.2:-9", "chances:sureness:0.1"] {
        assert_ne!(values(other).unwrap(), usual, "{other}");
    }
    let strange = values("chances:first:10000:logit:-10000").unwrap();
    assert!(strange.iter().all(|value| value.abs() < 1_000_000), "{strange:?}");
    // The more the first place counts, the less a player in the middle can hope for.
    let mean = |name: &str| values(name).unwrap().iter().map(|value| f64::from(*value)).sum::<f64>();
    assert!(mean("chances:first:1") < mean("chances:first:0"));
    for wrong in [
        "chances:",
        "chances:first",
        "chances:stones:1",
        "chances:stones.3:1",
        "chances:x:1",
        "chances:first:nan",
        "chances:first:1e9",
    ] {
        assert!(game.eval(wrong).is_none(), "{wrong}");
    }
}

/// Shares are sums of chances in pairs, one way or the other: all together they are half of the players, each player's is the same
/// asked for alone, and of two players the one with the larger value has the larger share.
#[test]
fn expected_shares_of_all_players_fit_together() {
    let mut bombing = 0;
    for seed in 0..12 {
        let game = wild(seed);
        let players = game.map().players();
        let mut eval = game.eval("chances").unwrap();
        let (mut position, mut moves) = (game.start(), Vec::new());
        let mut rng = Rng::part(seed, 4);
        while game.turn(&position) != Turn::Over {
            let mut shares = vec![0.0; players];
            eval.expected_shares(&game, &position, &mut shares);
            let context = || format!("seed {seed}: {} {shares:?}", game.position_text(&position));
            assert!((shares.iter().sum::<f64>() - players as f64 / 2.0).abs() < 1e-5, "{}", context());
            for player in PlayerId::all(players) {
                let alone = eval.expected_share(&game, &position, player);
                assert!((alone - shares[player.index()]).abs() < 1e-5, "{alone} {}", context());
            }
            if players == 2 {
                let value = eval.value(&game, &position, PlayerId::FIRST);
                assert!(value.abs() < 2 || (value > 0) == (shares[0] > 0.5), "{value} {}", context());
            }
            bombing += usize::from(position.phase() == Phase::Bombing);
            moves.clear();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
    }
    assert!(bombing > 20, "{bombing}");
}

#[test]
fn a_disqualified_player_leaves_nobody_behind() {
    let game = game("3 0 0 0 1 8  1 2 0 3 3 0 1 2");
    let position = game.parse_position("12033012 1 1 o=0,0,0 b=0,0,0 out=2").unwrap();
    let mut eval = game.eval("chances").unwrap();
    let mut shares = [0.0; 3];
    eval.expected_shares(&game, &position, &mut shares);
    assert_eq!(shares[1], 0.0);
    assert!(shares[0] >= 0.5 && shares[2] >= 0.5, "{shares:?}");
}

#[test]
fn bitboards_and_the_general_board_expect_the_same_shares() {
    let general = game("2 0 0 0 4 4  0 0 0 0  0 1 2 0  0 2 1 0  0 0 0 0");
    let bits = BitReversi::new(general.clone()).expect("a small plain map");
    let (mut position, mut rng) = (bits.start(), Rng::seeded(5));
    let (mut on_bits, mut plainly) = (bits.eval("chances").unwrap(), general.eval("chances").unwrap());
    let mut moves = Vec::new();
    while bits.turn(&position) != Turn::Over {
        let diagram = general.position(&bits.diagram(&position)).unwrap();
        for player in PlayerId::all(2) {
            let expected = plainly.expected_share(&general, &diagram, player);
            let found = on_bits.expected_share(&bits, &position, player);
            assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        }
        moves.clear();
        bits.moves(&position, &mut moves);
        bits.make(&mut position, moves[rng.below(moves.len())]);
    }
}
