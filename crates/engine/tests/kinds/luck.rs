//! Luck told apart from skill.

use plyground_core::{AnyGame, AnyMove, AnyPosition, Game, GameEvent, Notation, PlayedTurn, Rng, Turn, parse_moves};
use plyground_engine::luck::{Assessor, DEFAULT_PLAYER, EXACT_NODES};
use plyground_games::einstein::{Einstein, Variant};

fn game(variant: &str) -> AnyGame {
    AnyGame::new(Einstein::new(Variant::parse(variant).expect("a variant")))
}

fn assessor(game: &AnyGame, exact_nodes: u64) -> Assessor {
    let spec = DEFAULT_PLAYER.parse().expect("a spec");
    Assessor::new(&spec, game, 1, exact_nodes).expect("an assessor")
}

fn random_game(game: &AnyGame, rng: &mut Rng) -> (AnyPosition, Vec<PlayedTurn<AnyMove>>) {
    let start = game.random_start(rng);
    let mut position = start.clone();
    let mut turns = Vec::new();
    while game.turn(&position) != Turn::Over {
        let face = rng.weighted(game.outcomes(&position));
        game.roll(&mut position, face);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mv = moves[rng.below(moves.len())];
        game.make(&mut position, mv);
        turns.push((Some(face), mv));
    }
    (start, turns)
}

#[test]
fn exact_luck_and_errors_add_up_to_the_result() {
    let mut rng = Rng::seeded(6);
    for variant in ["tiny", "size=4,stones=2,die=0.3:0.7", "size=3,stones=1"] {
        let game = game(variant);
        for _ in 0..6 {
            let (start, turns) = random_game(&game, &mut rng);
            let account = assessor(&game, u64::MAX).account(&game, &start, &turns);
            assert!(account.drift().abs() < 1e-9, "{variant}: {}", account.drift());
            assert!(account.turns.iter().all(|turn| turn.exact && turn.error() > -1e-12), "{variant}");
            assert!(account.end == 0.0 || account.end == 1.0);
        }
    }
}

#[test]
fn luck_averages_to_nothing_and_the_best_move_is_no_error() {
    let game = game("tiny");
    let start = game.start();
    // Exactly, and by opinion alone.
    for exact_nodes in [u64::MAX, 1] {
        let mut assessor = assessor(&game, exact_nodes);
        let mut luck = 0.0;
        for face in 0..3 {
            let mut rolled = start.clone();
            game.roll(&mut rolled, face);
            let mut moves = Vec::new();
            game.moves(&rolled, &mut moves);
            let turn = assessor.judge(&game, &start, (Some(face), moves[0]));
            luck += turn.luck() / 3.0;
            let best = turn.best.unwrap();
            assert!(assessor.judge(&game, &start, (Some(face), best)).error().abs() < 1e-12);
        }
        assert!(luck.abs() < 1e-12, "{luck}");
    }
}

fn turns(game: &AnyGame, moves: &str, mut position: AnyPosition) -> Vec<PlayedTurn<AnyMove>> {
    let events = parse_moves(game, &mut position, moves).expect("legal moves");
    events.iter().filter_map(GameEvent::turn).collect()
}

#[test]
fn a_lucky_win_is_told_apart_from_a_good_one() {
    let game = game("standard");
    // Only a 1 wins at once, and whatever else Red rolls Blue wins with their single stone.
    let start = game.parse_position("r6..../.b1.../...../...r1./..... r -").unwrap();
    let played = turns(&game, "1:r1d2-e1", start.clone());
    let account = assessor(&game, EXACT_NODES).account(&game, &start, &played);
    assert_eq!(account.end, 1.0);
    assert!(account.error[0].abs() < 1e-12 && account.luck[0] > 0.0);
    let played = turns(&game, "1:r1d2-e2 1:b1b4xa5", start.clone());
    let account = assessor(&game, EXACT_NODES).account(&game, &start, &played);
    assert!(account.error[0] > 0.9, "{account:?}");
    assert!(account.drift().abs() < 1e-9);
}

#[test]
fn only_win_probabilities_can_be_asked_for_luck() {
    let game = game("standard");
    let refused = |spec: &str| Assessor::new(&spec.parse().unwrap(), &game, 1, 1).err().map(|e| e.to_string());
    let error = refused("MrBlack(2)").unwrap();
    assert!(error.contains("this player counts in moves"), "{error}");
    assert_eq!(refused("mcts(iterations=100)"), None);
}
