//! Against the definition of the players, written down as a plain recursion. `plyground-engine` also compares them with
//! its general searches.

use super::{GAME_WON, Strategy, StrategySettings, TableSizes};
use plyground_core::{Game, Notation, PlayerId, Rng, Turn};
use plyground_games::einstein::{Einstein, Move, Position, Variant};

/// What a player thinks of a position, from the point of view of one side.
type Opinion = fn(&Einstein, &Position, PlayerId) -> f64;

fn schwarz(game: &Einstein, position: &Position, player: PlayerId) -> f64 {
    let needs = |player: PlayerId| game.schwarz().of(player, position.stones(player));
    needs(player.opponent()) - needs(player)
}

fn farmer(game: &Einstein, position: &Position, player: PlayerId) -> f64 {
    let mean = |player: PlayerId| game.fields().of(player, position.stones(player));
    mean(player) - mean(player.opponent())
}

fn moves(game: &Einstein, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// What a move is worth to the player who makes it, every face and every reply on its own.
fn slow_rating(game: &Einstein, opinion: Opinion, position: &Position, mv: Move, depth: u32) -> f64 {
    let mover = position.mover();
    let mut after = *position;
    game.make(&mut after, mv);
    if after.winner() == Some(mover) {
        return GAME_WON;
    }
    if depth == 0 {
        return opinion(game, &after, mover);
    }
    let mut sum = 0.0;
    for (face, probability) in game.outcomes(&after).to_vec().into_iter().enumerate() {
        if probability > 0.0 {
            let mut rolled = after;
            game.roll(&mut rolled, face);
            let replies = moves(game, &rolled).into_iter();
            let ratings = replies.map(|reply| slow_rating(game, opinion, &rolled, reply, depth - 1));
            sum += probability * ratings.fold(f64::NEG_INFINITY, f64::max);
        }
    }
    -sum
}

/// Rolled positions of a random game.
fn positions(game: &Einstein, rng: &mut Rng) -> Vec<Position> {
    let mut found = Vec::new();
    let mut position = game.random_start(rng);
    while game.turn(&position) != Turn::Over {
        let face = rng.weighted(game.outcomes(&position));
        game.roll(&mut position, face);
        found.push(position);
        let moves = moves(game, &position);
        game.make(&mut position, moves[rng.below(moves.len())]);
    }
    found
}

#[test]
fn every_move_is_rated_as_the_definition_says() {
    let mut rng = Rng::seeded(6);
    let mut rated = 0;
    for variant in ["standard", "small", "size=6,stones=4,die=0.1:0.2:0.3:0.4"] {
        let game = Einstein::new(Variant::parse(variant).unwrap());
        for depth in 0..=2 {
            let settings = StrategySettings::at_depth(depth);
            let sizes = TableSizes { upper: 1 << 12, lower: 1 << 12 };
            let strategies: [(Strategy, Opinion); 2] = [
                (Strategy::mr_black(&game, settings, sizes).unwrap(), schwarz),
                (Strategy::farmer_boy(&game, settings, sizes).unwrap(), farmer),
            ];
            for (mut strategy, opinion) in strategies {
                for position in positions(&game, &mut rng).into_iter().step_by(1 + 4 * depth as usize) {
                    let shown = game.position_text(&position);
                    let report = strategy.report(&game, &position);
                    assert_eq!(report.moves.len(), moves(&game, &position).len(), "{shown}");
                    for root in &report.moves {
                        let slow = slow_rating(&game, opinion, &position, root.mv, depth);
                        assert!((root.value - slow).abs() < 1e-9, "{shown}: {} {slow}", root.value);
                        rated += 1;
                    }
                    let best = report.moves.iter().map(|root| root.value).fold(f64::NEG_INFINITY, f64::max);
                    assert!((report.value - best).abs() < 1e-9, "{shown}");
                }
            }
        }
    }
    assert!(rated > 500, "only {rated} moves");
}

#[test]
fn uniform_play_chooses_every_move_equally_often() {
    let game = Einstein::standard();
    let mut position = game.start();
    game.roll(&mut position, 5);
    let all = moves(&game, &position);
    let mut counts = vec![0; all.len()];
    let mut uniform = Strategy::uniform();
    uniform.reseed(3);
    for _ in 0..300 * all.len() {
        let (mv, _) = uniform.choose(&game, &position).unwrap();
        counts[all.iter().position(|other| *other == mv).unwrap()] += 1;
    }
    // Six standard deviations of a count of 300 with a chance of a third at least.
    assert!(counts.iter().all(|count| (200..400).contains(count)), "{counts:?}");
}
