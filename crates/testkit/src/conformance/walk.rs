//! Random games along which laws are checked, and the laws of the rules alone.

use plyground_core::{Game, Rng, Turn};
use std::collections::HashSet;

/// Further laws, checked along the same random games.
pub(super) trait Laws<G: Game> {
    /// At every position.
    fn at_position(&mut self, _game: &G, _position: &G::Position) {}
    /// For every move that is tried, with the position it leads to.
    fn at_move(&mut self, _game: &G, _position: &G::Position, _mv: G::Move, _after: &G::Position) {}
    /// When all moves of a position have been tried.
    fn after_moves(&mut self, _game: &G, _position: &G::Position) {}
    /// At the end of the game.
    fn at_end(&mut self, _game: &G, _position: &G::Position) {}
    /// Where a law is broken.
    fn place(&self, _game: &G, position: &G::Position) -> String {
        format!("in {position:?}")
    }
}

/// Plays one random game of at most `most` turns.
pub(super) fn walk<G: Game>(game: &G, mut position: G::Position, rng: &mut Rng, most: usize, laws: &mut impl Laws<G>) {
    let mut last_mover = None;
    let mut turns = 0;
    loop {
        check_position(game, &position);
        laws.at_position(game, &position);
        if turns >= most {
            return;
        }
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                check_chance(game, &position, laws);
                let face = rng.weighted(game.outcomes(&position));
                game.roll(&mut position, face);
            }
            Turn::Player(player) => {
                assert!(player.index() < game.facts().players, "a player who does not take part is to move");
                if game.facts().alternating {
                    assert_ne!(last_mover, Some(player), "an alternating game lets a player move twice");
                }
                last_mover = Some(player);
                let moves = checked_moves(game, &position, laws);
                check_moves(game, &position, &moves, rng, laws);
                game.make(&mut position, moves[rng.below(moves.len())]);
                turns += 1;
                assert!(turns <= game.facts().longest, "the game is longer than its facts say");
            }
        }
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    assert!(moves.is_empty(), "moves after the end {}", laws.place(game, &position));
    laws.at_end(game, &position);
}

fn check_position<G: Game>(game: &G, position: &G::Position) {
    let payoffs = game.payoffs(position);
    assert_eq!(payoffs.as_slice().len(), game.facts().players, "one payoff per player");
}

fn checked_moves<G: Game>(game: &G, position: &G::Position, laws: &impl Laws<G>) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let place = laws.place(game, position);
    assert!(!moves.is_empty(), "a player without moves is to move {place}");
    let different: HashSet<G::Move> = moves.iter().copied().collect();
    assert_eq!(different.len(), moves.len(), "a move is listed twice {place}");
    assert_eq!(game.count_moves(position), moves.len() as u64, "count and list differ {place}");
    moves
}

/// More moves than this are sampled, or a large board would take minutes.
const MOVES_TRIED: usize = 24;

fn check_moves<G: Game>(game: &G, position: &G::Position, moves: &[G::Move], rng: &mut Rng, laws: &mut impl Laws<G>) {
    let mut sample = moves.to_vec();
    rng.shuffle(&mut sample);
    sample.truncate(MOVES_TRIED);
    for mv in sample {
        let place = laws.place(game, position);
        assert!(game.is_legal(position, mv), "the listed move {mv:?} is not legal {place}");
        let mut after = position.clone();
        let undo = game.make(&mut after, mv);
        assert_ne!(after, *position, "{mv:?} changes nothing {place}");
        laws.at_move(game, position, mv, &after);
        game.unmake(&mut after, mv, undo);
        assert_eq!(after, *position, "unmake of {mv:?} does not restore {place}");
        assert_eq!(game.key(&after), game.key(position), "unmake of {mv:?} leaves another key {place}");
    }
    laws.after_moves(game, position);
}

fn check_chance<G: Game>(game: &G, position: &G::Position, laws: &mut impl Laws<G>) {
    let place = laws.place(game, position);
    let probabilities = game.outcomes(position).to_vec();
    assert!(game.facts().chance, "the facts of the game know no dice {place}");
    assert!(game.mover(position).is_some(), "nobody is about to roll {place}");
    let sum: f64 = probabilities.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "outcomes add up to {sum} {place}");
    assert!(probabilities.iter().all(|p| *p >= 0.0), "a probability is negative {place}");
    let mut none = Vec::new();
    game.moves(position, &mut none);
    assert!(none.is_empty(), "a chance node lists moves {place}");

    let mut grouped = Vec::new();
    let has_groups = game.grouped_moves(position, &mut grouped);
    assert!(has_groups || grouped.is_empty(), "moves of groups are listed by a game without groups {place}");
    let mut rolled = position.clone();
    for face in (0..probabilities.len()).filter(|face| probabilities[*face] > 0.0) {
        let undo = game.roll(&mut rolled, face);
        if has_groups {
            assert!(matches!(game.turn(&rolled), Turn::Player(_)), "a roll leaves nobody to move {place}");
            let allowed = game.outcome_groups(position, face);
            let mut expected: Vec<G::Move> =
                grouped.iter().filter(|(group, _)| allowed >> group & 1 == 1).map(|(_, mv)| *mv).collect();
            let mut listed = checked_moves(game, &rolled, laws);
            expected.sort_unstable();
            listed.sort_unstable();
            assert_eq!(listed, expected, "groups and moves of face {} differ {place}", face + 1);
        }
        game.unroll(&mut rolled, face, undo);
        assert_eq!(rolled, *position, "unroll does not restore {place}");
        assert_eq!(game.key(&rolled), game.key(position), "unroll leaves another key {place}");
    }
    for (_, mv) in grouped {
        let mut after = position.clone();
        let undo = game.make(&mut after, mv);
        laws.at_move(game, position, mv, &after);
        game.unmake(&mut after, mv, undo);
        assert_eq!(after, *position, "unmake of an unrolled move does not restore {place}");
    }
}
