//! Laws that hold for every game. A new game calls [`check`] once per board worth testing.

use plyground_core::{Click, Drawable, EvalInfo, Evaluated, Evaluation, Notation, Playable, PlayerId, Rng, Turn};
use std::collections::{HashMap, HashSet};

/// How much to try.
#[derive(Clone, Copy, Debug)]
pub struct Trials {
    /// Seed of all random games.
    pub seed: u64,
    /// Number of random games.
    pub games: usize,
}

impl Default for Trials {
    fn default() -> Self {
        Trials { seed: 1, games: 20 }
    }
}

/// Plays random games from `start` and checks the laws at every position.
///
/// # Panics
/// With the law and the position, when one is broken.
pub fn check<G: Playable>(game: &G, start: &G::Position, trials: Trials) {
    let facts = game.facts();
    assert!((2..=8).contains(&facts.players), "between 2 and 8 players, not {}", facts.players);
    assert!(!facts.zero_sum || facts.players == 2, "only two players can have opposed interests");
    check_variant(game);
    for index in 0..trials.games {
        let mut rng = Rng::part(trials.seed, index as u64);
        play_and_check(game, start.clone(), &mut rng, Scope::Everything);
        let dealt = game.random_start(&mut rng);
        play_and_check(game, dealt, &mut rng, Scope::Everything);
    }
}

/// Checks the laws of rules, notation and pictures along a random game of at most `turns` turns from a position that was
/// read from a text. Evaluations are left out: some of them take longer to build than many games to play.
///
/// # Panics
/// With the law and the position, when one is broken.
pub fn check_rules<G: Playable>(game: &G, position: &G::Position, seed: u64, turns: usize) {
    check_variant(game);
    play_and_check(game, position.clone(), &mut Rng::seeded(seed), Scope::Rules { turns });
}

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Whole games, and what evaluations say on the way.
    Everything,
    /// Rules, notation and pictures for at most this many turns.
    Rules { turns: usize },
}

fn play_and_check<G: Playable>(game: &G, mut position: G::Position, rng: &mut Rng, scope: Scope) {
    let mut last_mover = None;
    let mut turns = 0;
    loop {
        check_position(game, &position);
        match scope {
            Scope::Everything => check_evaluations(game, &position),
            Scope::Rules { turns: most } if turns >= most => return,
            Scope::Rules { .. } => {}
        }
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                check_chance(game, &position);
                let face = rng.weighted(game.outcomes(&position));
                game.roll(&mut position, face);
            }
            Turn::Player(player) => {
                assert!(player.index() < game.facts().players, "a player who does not take part is to move");
                if game.facts().alternating {
                    assert_ne!(last_mover, Some(player), "an alternating game lets a player move twice");
                }
                last_mover = Some(player);
                let moves = checked_moves(game, &position);
                check_make_and_unmake(game, &position, &moves, rng);
                game.make(&mut position, moves[rng.below(moves.len())]);
                turns += 1;
                assert!(turns <= game.facts().longest, "the game is longer than its facts say");
            }
        }
    }
    check_end(game, &position);
    if scope == Scope::Everything {
        check_final_evaluations(game, &position);
    }
}

fn describe<G: Notation>(game: &G, position: &G::Position) -> String {
    format!("in `{}` of {}", game.position_text(position), game.variant_text())
}

fn check_variant<G: Notation>(game: &G) {
    assert!(!game.variant_text().is_empty(), "a variant has a name or parameters");
    assert!(!game.variant_text().contains(char::is_whitespace), "a variant is one word on the command line");
}

fn check_position<G: Playable>(game: &G, position: &G::Position) {
    let text = game.position_text(position);
    match game.parse_position(&text) {
        Ok(parsed) => {
            assert_eq!(parsed, *position, "`{text}` parses to another position");
            assert_eq!(game.key(&parsed), game.key(position), "`{text}` has another key when it is built from nothing");
            assert_eq!(game.turn(&parsed), game.turn(position), "`{text}` parses to another turn");
        }
        Err(error) => panic!("our own text does not parse: {error}"),
    }
    let payoffs = game.payoffs(position);
    assert_eq!(payoffs.as_slice().len(), game.facts().players, "one payoff per player");
    check_scene(game, position);
}

fn check_scene<G: Drawable>(game: &G, position: &G::Position) {
    let scene = game.scene(position);
    assert_eq!(scene.cells.len(), scene.cols * scene.rows, "a scene has one cell per square");
    assert_eq!(scene.seats.len(), game.facts().players, "a scene has one seat per player");
    let symbols: HashSet<char> = scene.seats.iter().map(|seat| seat.symbol).collect();
    assert_eq!(symbols.len(), scene.seats.len(), "players are told apart by symbol");
}

/// The evaluations that know the board. The first one knows every board.
fn built_evals<G: Evaluated>(game: &G) -> Vec<(EvalInfo, G::Eval)> {
    let built: Vec<_> = game.evals().iter().filter_map(|info| Some((*info, game.eval(info.name)?))).collect();
    let first = game.evals().first().map(|info| info.name);
    assert_eq!(built.first().map(|(info, _)| info.name), first, "the first evaluation cannot be built");
    built
}

fn check_evaluations<G: Evaluated>(game: &G, position: &G::Position) {
    if game.turn(position) == Turn::Over {
        return;
    }
    for (info, mut eval) in built_evals(game) {
        for player in PlayerId::all(game.facts().players) {
            let value = eval.value(game, position, player);
            assert_eq!(value, eval.value(game, position, player), "evaluation {} changes its mind", info.name);
            assert!(value.abs() < 1_000_000, "evaluation {} leaves its range: {value}", info.name);
            let expectation = eval.expectation(game, position, player);
            assert!(expectation.is_finite(), "evaluation {} is not finite", info.name);
            let bounds = eval.bounds();
            assert!(
                (bounds.low..=bounds.high).contains(&expectation),
                "evaluation {} gives {expectation}, outside of {bounds:?}",
                info.name
            );
        }
    }
    assert!(game.eval("no such evaluation").is_none());
}

fn check_chance<G: Notation>(game: &G, position: &G::Position) {
    let probabilities = game.outcomes(position).to_vec();
    assert!(game.mover(position).is_some(), "nobody is about to roll {}", describe(game, position));
    let sum: f64 = probabilities.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "outcomes add up to {sum} {}", describe(game, position));
    assert!(probabilities.iter().all(|p| *p >= 0.0));
    let mut none = Vec::new();
    game.moves(position, &mut none);
    assert!(none.is_empty(), "a chance node lists moves {}", describe(game, position));

    let mut grouped = Vec::new();
    let has_groups = game.grouped_moves(position, &mut grouped);
    assert!(has_groups || grouped.is_empty());
    let mut rolled = position.clone();
    for face in (0..probabilities.len()).filter(|face| probabilities[*face] > 0.0) {
        let undo = game.roll(&mut rolled, face);
        assert!(matches!(game.turn(&rolled), Turn::Player(_)), "a roll leaves nobody to move");
        if has_groups {
            let allowed = game.outcome_groups(position, face);
            let mut expected: Vec<G::Move> =
                grouped.iter().filter(|(group, _)| allowed >> group & 1 == 1).map(|(_, mv)| *mv).collect();
            let mut listed = checked_moves(game, &rolled);
            expected.sort_unstable();
            listed.sort_unstable();
            assert_eq!(listed, expected, "groups and moves of face {} differ {}", face + 1, describe(game, position));
        }
        game.unroll(&mut rolled, face, undo);
        assert_eq!(rolled, *position, "unroll does not restore {}", describe(game, position));
        assert_eq!(game.key(&rolled), game.key(position));
    }
    for (_, mv) in grouped {
        let mut after = position.clone();
        let undo = game.make(&mut after, mv);
        assert_eq!(game.key(&after), key_from_nothing(game, &after), "stale key after an unrolled move");
        game.unmake(&mut after, mv, undo);
        assert_eq!(after, *position, "unmake of an unrolled move does not restore {}", describe(game, position));
    }
}

/// The key of the position that is built from the text of this one: the slow twin of a key that moves keep up to date.
fn key_from_nothing<G: Notation>(game: &G, position: &G::Position) -> Option<u64> {
    let text = game.position_text(position);
    match game.parse_position(&text) {
        Ok(parsed) => game.key(&parsed),
        Err(error) => panic!("our own text does not parse: {error}"),
    }
}

fn checked_moves<G: Notation>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    assert!(!moves.is_empty(), "a player without moves is to move {}", describe(game, position));
    let different: HashSet<G::Move> = moves.iter().copied().collect();
    assert_eq!(different.len(), moves.len(), "a move is listed twice {}", describe(game, position));
    assert_eq!(game.count_moves(position), moves.len() as u64, "count and list differ {}", describe(game, position));
    moves
}

/// More moves than this are sampled, or a large board would take minutes.
const MOVES_TRIED: usize = 24;

fn check_make_and_unmake<G: Playable>(game: &G, position: &G::Position, moves: &[G::Move], rng: &mut Rng) {
    let mut sample = moves.to_vec();
    rng.shuffle(&mut sample);
    sample.truncate(MOVES_TRIED);
    let mut clicked: HashMap<Vec<String>, G::Move> = HashMap::new();
    for mv in sample {
        let place = describe(game, position);
        assert!(game.is_legal(position, mv), "a listed move is not legal {place}");
        let text = game.move_text(position, mv);
        match game.parse_move(position, &text) {
            Ok(parsed) => assert_eq!(parsed, mv, "`{text}` parses to another move {place}"),
            Err(error) => panic!("our own move `{text}` does not parse: {error} {place}"),
        }
        let clicks = game.clicks(position, mv);
        assert!(matches!(clicks.first(), Some(Click::Cell(_))), "a move begins with a click on the board");
        let clicks = clicks.into_iter().map(|click| format!("{click:?}")).collect();
        if let Some(other) = clicked.insert(clicks, mv) {
            panic!("{other:?} and {mv:?} have the same clicks {place}");
        }
        let mut after = position.clone();
        let undo = game.make(&mut after, mv);
        assert_ne!(after, *position, "`{text}` changes nothing {place}");
        assert_eq!(game.key(&after), key_from_nothing(game, &after), "stale key after `{text}` {place}");
        game.unmake(&mut after, mv, undo);
        assert_eq!(after, *position, "unmake of `{text}` does not restore {place}");
        assert_eq!(game.key(&after), game.key(position), "unmake of `{text}` leaves another key {place}");
    }
    for junk in ["", " ", "?", "99999999999999999999", "a0", "\u{1f600}", "-1,-1", "z9-z9", ":::"] {
        assert!(game.parse_move(position, junk).is_err(), "`{junk}` passes for a move");
    }
}

fn check_end<G: Playable>(game: &G, position: &G::Position) {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    assert!(moves.is_empty(), "moves after the end {}", describe(game, position));
    for junk in ["", "x", "////", " / / ", "9999999999999999999999", "\0", "r r r r", "X O X O"] {
        assert!(game.parse_position(junk).is_err(), "`{junk}` passes for a position");
    }
}

fn check_final_evaluations<G: Playable>(game: &G, position: &G::Position) {
    for (info, mut eval) in built_evals(game) {
        let bounds = eval.bounds();
        let results: Vec<f64> =
            PlayerId::all(game.facts().players).map(|player| eval.expected_result(game, position, player)).collect();
        let inside = results.iter().all(|result| (bounds.low..=bounds.high).contains(result));
        assert!(inside, "results {results:?} of evaluation {} are outside of {bounds:?}", info.name);
        let sum: f64 = results.iter().sum();
        assert!(bounds.sum.is_none_or(|most| sum <= most), "results {results:?} add up to more than {bounds:?}");
    }
}
