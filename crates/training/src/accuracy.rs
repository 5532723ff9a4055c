//! Accuracy of players: the win probability that their moves lose, measured with the endgame databases or, where there are too many stones
//! for them, with a deeper search.

use crate::sample::{self, stones};
use plyground_core::{Game, WIN_PROBABILITY};
use plyground_endgame::Library;
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecError, build};
use plyground_games::einstein::{Einstein, Move, Position};
use plyground_search::Limits;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// More than any position has: a reference values every move.
const ALL_MOVES: u32 = 100;

/// Why a player cannot be the reference.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReferenceError {
    /// There is no such player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Its values cannot be compared with win probabilities.
    #[error("the values of {spec} are in {unit}, but a reference must tell win probabilities, as best does")]
    Unit {
        /// The player.
        spec: String,
        /// What its values measure.
        unit: &'static str,
    },
    /// It only chooses.
    #[error("{spec} does not tell what every move is worth, as a reference must; best and expectimax do")]
    NoValues {
        /// The player.
        spec: String,
    },
}

/// Test positions with the value of every move.
pub struct AccuracyTest {
    game: Einstein,
    positions: Vec<TestPosition>,
}

/// A position after the roll; the value of each move for the player to move.
struct TestPosition {
    position: Position,
    moves: Vec<(Move, f64)>,
}

/// The accuracy of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct AccuracyReport {
    /// The player.
    pub spec: String,
    /// The number of moves.
    pub moves: usize,
    /// The mean win probability lost per move.
    pub lost: f64,
    /// The standard error of it.
    pub error: f64,
    /// The most that one move lost.
    pub worst: f64,
    /// The share of moves that lost nothing.
    pub perfect: f64,
    /// Thinking time per move.
    pub time: Duration,
}

impl AccuracyTest {
    /// Samples this many different positions with so many stones and more than one move, whose values the databases know. They must
    /// cover the most stones.
    pub fn exact(library: &Library, stones: RangeInclusive<usize>, positions: usize, seed: u64) -> Self {
        let exact = |game: &Einstein, rolled: &Position| Ok(exact_values(game, library, rolled));
        let sampled = Self::sampled(stones, positions, seed, exact, |_| true).ok().flatten();
        sampled.expect("nothing stops the sampling")
    }

    /// The same where the search of a player tells what every move is worth; without limits of its own it has a second.
    /// `go_on` gets the number of positions that have been valued; returns `None` if it stopped the sampling.
    ///
    /// # Errors
    /// When there is no such player, or it does not give every move a win probability.
    pub fn by_reference(
        reference: &Spec,
        stones: RangeInclusive<usize>,
        positions: usize,
        seed: u64,
        go_on: impl FnMut(usize) -> bool,
    ) -> Result<Option<Self>, ReferenceError> {
        let mut player: Box<dyn Player<Einstein>> =
            build(&reference.clone().with_lines(ALL_MOVES), &Einstein::standard(), seed)?;
        if player.unit() != WIN_PROBABILITY {
            return Err(ReferenceError::Unit { spec: reference.to_string(), unit: player.unit() });
        }
        let searched = |game: &Einstein, rolled: &Position| {
            player.new_game(seed);
            let report = player.think(Request::new(game, rolled));
            let exact = report.moves.iter().filter(|root| root.exact).count();
            if exact < legal_moves(game, rolled).len() {
                return Err(ReferenceError::NoValues { spec: reference.to_string() });
            }
            Ok(Some(report.moves.iter().map(|root| (root.mv, root.value)).collect()))
        };
        Self::sampled(stones, positions, seed, searched, go_on)
    }

    /// Positions from games whose moves `values` can value, until there are enough.
    fn sampled(
        range: RangeInclusive<usize>,
        positions: usize,
        seed: u64,
        mut values: impl FnMut(&Einstein, &Position) -> Result<Option<Vec<(Move, f64)>>, ReferenceError>,
        mut go_on: impl FnMut(usize) -> bool,
    ) -> Result<Option<Self>, ReferenceError> {
        let game = Einstein::standard();
        let mut test = AccuracyTest { game: game.clone(), positions: Vec::new() };
        let mut seen = std::collections::HashSet::new();
        let mut ended = Ok(true);
        sample::positions(&game, seed, |position, rng| {
            if range.contains(&stones(position)) {
                let mut rolled = *position;
                game.roll(&mut rolled, rng.weighted(game.outcomes(position)));
                if legal_moves(&game, &rolled).len() > 1 && seen.insert(game.key(&rolled)) {
                    ended = values(&game, &rolled).map(|moves| {
                        let Some(moves) = moves else { return true };
                        test.positions.push(TestPosition { position: rolled, moves });
                        go_on(test.positions.len())
                    });
                }
            }
            test.positions.len() < positions && ended == Ok(true)
        });
        ended.map(|complete| complete.then_some(test))
    }

    /// The number of test positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Lets a player move in all positions, each at the start of a new game. `go_on` gets the number of finished positions;
    /// returns `None` if it stopped the test.
    pub fn run(
        &self,
        spec: &Spec,
        limits: Limits,
        seed: u64,
        mut go_on: impl FnMut(usize) -> bool,
    ) -> Result<Option<AccuracyReport>, SpecError> {
        let mut player: Box<dyn Player<Einstein>> = build(spec, &self.game, seed)?;
        let mut losses = Vec::with_capacity(self.positions.len());
        let mut time = Duration::ZERO;
        for (number, test) in self.positions.iter().enumerate() {
            if !go_on(number) {
                return Ok(None);
            }
            player.new_game(seed.wrapping_add(number as u64));
            let begun = Instant::now();
            let report = player.think(Request::from(SearchRequest::new(&self.game, &test.position).within(limits)));
            time += begun.elapsed();
            losses.push(test.loss_of(report.best));
        }
        Ok(Some(summarise(spec.to_string(), &losses, time)))
    }
}

fn legal_moves(game: &Einstein, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// What each move is worth, from the databases; `None` where they do not know all of them.
fn exact_values(game: &Einstein, library: &Library, position: &Position) -> Option<Vec<(Move, f64)>> {
    let value = |mv: Move| {
        let mut next = *position;
        game.make(&mut next, mv);
        match next.winner() {
            Some(_) => Some(1.0),
            None => library.value(&next).map(|lost| 1.0 - lost),
        }
    };
    legal_moves(game, position).into_iter().map(|mv| value(mv).map(|value| (mv, value))).collect()
}

impl TestPosition {
    /// The win probability that a move loses. Without a move the whole value is lost.
    fn loss_of(&self, answer: Option<Move>) -> f64 {
        let best = self.moves.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        let own = self.moves.iter().find(|(mv, _)| Some(*mv) == answer).map_or(0.0, |(_, value)| *value);
        best - own
    }
}

fn summarise(spec: String, losses: &[f64], time: Duration) -> AccuracyReport {
    let count = losses.len().max(1) as f64;
    let lost = losses.iter().sum::<f64>() / count;
    let variance = losses.iter().map(|loss| (loss - lost).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    AccuracyReport {
        spec,
        moves: losses.len(),
        lost,
        error: (variance / count).sqrt(),
        worst: losses.iter().copied().fold(0.0, f64::max),
        perfect: losses.iter().filter(|loss| **loss == 0.0).count() as f64 / count,
        time: time.div_f64(count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_with_databases_loses_nothing_and_others_something() {
        let library = Library::small();
        let test = AccuracyTest::exact(library, 3..=4, 60, 7);
        assert_eq!(test.len(), 60);
        let run = |spec: &str| {
            let spec = spec.parse().expect("a valid spec");
            test.run(&spec, Limits::depth(1), 1, |_| true).expect("fits").expect("the test is not stopped")
        };
        let perfect = run("expectimax(eval=distribution, endgame=4)");
        assert_eq!((perfect.lost, perfect.perfect, perfect.moves), (0.0, 1.0, 60));
        let random = run("random");
        assert!(random.lost > 0.02 && random.worst <= 1.0 && random.perfect < 1.0, "{random:?}");
        assert_eq!(test.run(&"first".parse().unwrap(), Limits::default(), 1, |_| false), Ok(None));
    }

    #[test]
    fn a_reference_that_knows_the_databases_values_moves_like_them() {
        let exact = AccuracyTest::exact(Library::small(), 3..=4, 40, 5);
        let reference = "expectimax(eval=distribution, endgame=4, depth=2)".parse().expect("a valid spec");
        let searched =
            AccuracyTest::by_reference(&reference, 3..=4, 40, 5, |_| true).expect("fits").expect("not stopped");
        assert_eq!(searched.len(), 40);
        for (one, other) in exact.positions.iter().zip(&searched.positions) {
            assert_eq!((one.position, one.moves.len()), (other.position, other.moves.len()));
            for (mv, value) in &one.moves {
                let found = other.moves.iter().find(|(other, _)| other == mv).expect("every move is valued").1;
                assert!((found - value).abs() < 1e-4, "{mv:?}: {found} instead of {value}");
            }
        }
        assert!(AccuracyTest::by_reference(&reference, 3..=4, 40, 5, |done| done < 3).expect("fits").is_none());
        let refused = |spec: &str| {
            let refused = AccuracyTest::by_reference(&spec.parse().unwrap(), 3..=4, 40, 5, |_| true);
            refused.err().expect("no reference").to_string()
        };
        assert!(refused("expectimax(eval=net, depth=1, every-move=off)").contains("what every move is worth"));
        assert!(refused("random").contains("win probabilities"));
        assert!(refused("bests").contains("best"));
    }

    #[test]
    fn positions_have_as_many_stones_as_was_asked_for() {
        let reference = "expectimax(eval=net, depth=1)".parse().expect("a valid spec");
        let test = AccuracyTest::by_reference(&reference, 7..=9, 20, 3, |_| true).expect("fits").expect("not stopped");
        assert!(test.positions.iter().all(|test| (7..=9).contains(&stones(&test.position)) && test.moves.len() > 1));
        let deeper = "expectimax(eval=net, depth=3)".parse().expect("a valid spec");
        let run = |test: &AccuracyTest, spec| {
            test.run(spec, Limits::default(), 1, |_| true).expect("fits").expect("not stopped")
        };
        assert_eq!(run(&test, &reference).lost, 0.0, "the reference itself loses nothing");
        let random = "random".parse().expect("a valid spec");
        assert!(run(&test, &random).lost > run(&test, &deeper).lost);
    }

    #[test]
    fn reports_are_means_with_standard_errors() {
        let report = summarise("x".into(), &[0.0, 0.0, 0.3, 0.1], Duration::from_secs(2));
        assert!((report.lost - 0.1).abs() < 1e-12 && report.worst == 0.3 && report.perfect == 0.5);
        assert_eq!(report.time, Duration::from_millis(500));
        // Deviations -0.1, -0.1, 0.2, 0: variance 0.02, divided by 4.
        assert!((report.error - 0.005f64.sqrt()).abs() < 1e-12);
    }
}
