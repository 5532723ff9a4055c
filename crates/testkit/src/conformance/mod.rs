//! Laws that hold for every game. A game calls [`check`] once per board worth testing; a plain [`Game`] without notation,
//! pictures and evaluations calls [`check_game`].

mod walk;

use plyground_core::chance_table::parse_chance_tables;
use plyground_core::{
    ActionSpace, ChanceScale, Click, Drawable, EvalInfo, Evaluated, Evaluation, Game, Notation, Playable, PlayerId,
    Rng, SearchedValue, Turn,
};
use std::collections::{HashMap, HashSet};
use walk::{Laws, walk};

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

/// Plays random games from `start` and checks the laws of the rules, notation, pictures and evaluations.
///
/// # Panics
/// With the law and the position, when one is broken.
pub fn check<G: Playable>(game: &G, start: &G::Position, trials: Trials) {
    check_variant(game);
    check_along(game, start, trials, &mut Presentation::new(game, true));
}

/// Plays random games from `start` and checks the laws of the rules alone, for a game that has nothing but rules.
///
/// ```should_panic
/// # use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn};
/// # use plyground_testkit::conformance::{Trials, check_game};
/// /// Two players count to three; `unmake` is wrong.
/// #[derive(Clone)]
/// struct Count;
///
/// impl Game for Count {
///     type Position = u32;
///     type Move = u32;
///     type Undo = ();
/// #   fn facts(&self) -> Facts { Facts::two_players(3) }
/// #   fn start(&self) -> u32 { 0 }
/// #   fn turn(&self, count: &u32) -> Turn {
/// #       if *count == 3 { Turn::Over } else { Turn::Player(PlayerId::from_index(*count as usize % 2)) }
/// #   }
/// #   fn moves(&self, count: &u32, out: &mut Vec<u32>) { out.extend((*count < 3).then_some(1)); }
/// #   fn payoffs(&self, _: &u32) -> Payoffs { Payoffs::win(PlayerId::FIRST) }
///     // … and so on.
///     fn make(&self, count: &mut u32, step: u32) { *count += step; }
///     fn unmake(&self, count: &mut u32, _step: u32, (): ()) { *count = 0; }
/// }
///
/// check_game(&Count, &Count.start(), Trials::default());
/// ```
///
/// # Panics
/// With the law and the position, when one is broken.
pub fn check_game<G: Game>(game: &G, start: &G::Position, trials: Trials) {
    check_along(game, start, trials, &mut SeenKeys { seen: Vec::new() });
}

fn check_along<G: Game>(game: &G, start: &G::Position, trials: Trials, laws: &mut impl Laws<G>) {
    let facts = game.facts();
    assert!((2..=8).contains(&facts.players), "between 2 and 8 players, not {}", facts.players);
    assert!(!facts.zero_sum || facts.players == 2, "only two players can have opposed interests");
    for index in 0..trials.games {
        let mut rng = Rng::part(trials.seed, index as u64);
        walk(game, start.clone(), &mut rng, usize::MAX, laws);
        let dealt = game.random_start(&mut rng);
        walk(game, dealt, &mut rng, usize::MAX, laws);
    }
}

/// Checks the laws of rules, notation and pictures along a random game of at most `turns` turns from a position that was
/// read from a text. Evaluations are left out: some of them take longer to build than many games to play.
///
/// # Panics
/// With the law and the position, when one is broken.
pub fn check_rules<G: Playable>(game: &G, position: &G::Position, seed: u64, turns: usize) {
    check_variant(game);
    let mut laws = Presentation::new(game, false);
    walk(game, position.clone(), &mut Rng::seeded(seed), turns, &mut laws);
}

/// Equal positions have equal keys: what can be said about keys without building a position from its text.
struct SeenKeys<G: Game> {
    seen: Vec<(G::Position, Option<u64>)>,
}

/// Positions remembered, so that the comparison of all pairs stays quick.
const POSITIONS_KEPT: usize = 1_000;

impl<G: Game> Laws<G> for SeenKeys<G> {
    fn at_move(&mut self, game: &G, _position: &G::Position, _mv: G::Move, after: &G::Position) {
        let key = game.key(after);
        for (position, other) in &self.seen {
            assert!(position != after || *other == key, "one position has two keys {}", self.place(game, after));
        }
        if self.seen.len() < POSITIONS_KEPT {
            self.seen.push((after.clone(), key));
        }
    }
}

/// The laws of texts, pictures and, if wanted, evaluations.
struct Presentation<M> {
    evaluations: bool,
    space: ActionSpace,
    /// The moves of one position by their numbers, which their clicks give them.
    numbered: HashMap<usize, M>,
}

impl<G: Playable> Laws<G> for Presentation<G::Move> {
    fn at_position(&mut self, game: &G, position: &G::Position) {
        check_text(game, position);
        check_scene(game, position);
        if self.evaluations {
            check_evaluations(game, position);
        }
        self.numbered.clear();
    }

    fn at_move(&mut self, game: &G, position: &G::Position, mv: G::Move, after: &G::Position) {
        let place = self.place(game, position);
        assert_eq!(game.key(after), key_from_nothing(game, after), "stale key after {mv:?} {place}");
        if game.turn(position) != Turn::Chance {
            check_move_text(game, position, mv, &place);
            self.check_clicks(game, position, mv, &place);
        }
    }

    fn after_moves(&mut self, game: &G, position: &G::Position) {
        for junk in ["", " ", "?", "99999999999999999999", "a0", "\u{1f600}", "-1,-1", "z9-z9", ":::"] {
            assert!(game.parse_move(position, junk).is_err(), "`{junk}` passes for a move");
        }
    }

    fn at_end(&mut self, game: &G, position: &G::Position) {
        for junk in ["", "x", "////", " / / ", "9999999999999999999999", "\0", "r r r r", "X O X O"] {
            assert!(game.parse_position(junk).is_err(), "`{junk}` passes for a position");
        }
        if self.evaluations {
            check_final_evaluations(game, position);
        }
    }

    fn place(&self, game: &G, position: &G::Position) -> String {
        format!("in `{}` of {}", game.position_text(position), game.variant_text())
    }
}

impl<M: Copy + std::fmt::Debug> Presentation<M> {
    fn new<G: Playable<Move = M>>(game: &G, evaluations: bool) -> Self {
        Presentation { evaluations, space: ActionSpace::of(game), numbered: HashMap::new() }
    }

    fn check_clicks<G: Playable<Move = M>>(&mut self, game: &G, position: &G::Position, mv: M, place: &str) {
        let clicks = game.clicks(position, mv);
        assert!(matches!(clicks.first(), Some(Click::Cell(_))), "a move begins with a click on the board");
        let number = self.space.number(&clicks).filter(|number| *number < self.space.count());
        let number = number.unwrap_or_else(|| panic!("the clicks {clicks:?} fit no form of the game {place}"));
        if let Some(other) = self.numbered.insert(number, mv) {
            panic!("{other:?} and {mv:?} have the same clicks {place}");
        }
    }
}

fn check_move_text<G: Notation>(game: &G, position: &G::Position, mv: G::Move, place: &str) {
    let text = game.move_text(position, mv);
    match game.parse_move(position, &text) {
        Ok(parsed) => assert_eq!(parsed, mv, "`{text}` parses to another move {place}"),
        Err(error) => panic!("our own move `{text}` does not parse: {error} {place}"),
    }
}

fn check_variant<G: Notation>(game: &G) {
    assert!(!game.variant_text().is_empty(), "a variant has a name or parameters");
    assert!(!game.variant_text().contains(char::is_whitespace), "a variant is one word on the command line");
}

fn check_text<G: Notation>(game: &G, position: &G::Position) {
    let text = game.position_text(position);
    match game.parse_position(&text) {
        Ok(parsed) => {
            assert_eq!(parsed, *position, "`{text}` parses to another position");
            assert_eq!(game.key(&parsed), game.key(position), "`{text}` has another key when it is built from nothing");
            assert_eq!(game.turn(&parsed), game.turn(position), "`{text}` parses to another turn");
        }
        Err(error) => panic!("our own text does not parse: {error}"),
    }
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
    check_chances(game, position);
}

/// Chances add up to one, and a larger value is never worse for the mover.
fn check_chances<G: Evaluated>(game: &G, position: &G::Position) {
    let progress = game.progress(position);
    assert!((0.0..=1.0).contains(&progress), "progress {progress} is not between 0 and 1");
    if let Some(tables) = game.chance_tables() {
        assert_eq!(parse_chance_tables(tables.text).err(), None, "the tables of chances cannot be read");
    }
    let Some(mover) = game.mover(position) else { return };
    for (info, mut eval) in built_evals(game) {
        let mut scale = ChanceScale::new(game, info.name, eval.unit());
        let value = eval.expectation(game, position, mover);
        let spread = 0.1 + value.abs() / 10.0;
        let mut last = 0.0;
        for value in [value - spread, value, value + spread] {
            let chances = scale.chances(game, position, &SearchedValue { value, ..SearchedValue::default() });
            let sum: f64 = chances.as_slice().iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "the chances {chances:?} of evaluation {} do not add up", info.name);
            assert!(chances.of(mover) >= last - 1e-12, "a larger value of evaluation {} is worse", info.name);
            last = chances.of(mover);
        }
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

#[cfg(test)]
mod tests {
    use super::{Trials, check_game};
    use crate::nim::Nim;
    use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn};

    #[test]
    fn a_game_needs_nothing_but_rules() {
        let nim = Nim::new(&[3, 4, 5]).expect("three heaps");
        check_game(&nim, &nim.start(), Trials::default());
    }

    /// Two players take turns to add 1 or 2 up to six. The key counts turns, so one sum has several.
    #[derive(Clone)]
    struct StaleKey;

    #[derive(Clone, Debug)]
    struct Sum {
        sum: u32,
        turns: u64,
    }

    impl PartialEq for Sum {
        fn eq(&self, other: &Self) -> bool {
            self.sum == other.sum && self.turns % 2 == other.turns % 2
        }
    }

    impl Eq for Sum {}

    impl Game for StaleKey {
        type Position = Sum;
        type Move = u32;
        type Undo = ();

        fn facts(&self) -> Facts {
            Facts::two_players(6)
        }
        fn start(&self) -> Sum {
            Sum { sum: 0, turns: 0 }
        }
        fn turn(&self, at: &Sum) -> Turn {
            if at.sum == 6 { Turn::Over } else { Turn::Player(PlayerId::from_index(at.turns as usize % 2)) }
        }
        fn moves(&self, at: &Sum, out: &mut Vec<u32>) {
            out.extend(1..=(6 - at.sum).min(2));
        }
        fn make(&self, at: &mut Sum, step: u32) {
            *at = Sum { sum: at.sum + step, turns: at.turns + 1 };
        }
        fn unmake(&self, at: &mut Sum, step: u32, (): ()) {
            *at = Sum { sum: at.sum - step, turns: at.turns - 1 };
        }
        fn payoffs(&self, at: &Sum) -> Payoffs {
            Payoffs::win(PlayerId::from_index((at.turns as usize + 1) % 2))
        }
        fn key(&self, at: &Sum) -> Option<u64> {
            Some(at.turns)
        }
    }

    #[test]
    #[should_panic(expected = "one position has two keys")]
    fn keys_that_depend_on_the_way_are_found() {
        check_game(&StaleKey, &StaleKey.start(), Trials { seed: 1, games: 200 });
    }
}
