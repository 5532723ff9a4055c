//! Accuracy of players: the win probability that their moves lose, measured with the endgame databases.

use crate::sample::{self, stones};
use plyground_core::Game;
use plyground_endgame::Library;
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecError, build};
use plyground_games::einstein::{Einstein, Move, Position};
use plyground_search::Limits;
use std::time::{Duration, Instant};

/// The fewest stones of a test position: with two there is hardly ever a choice.
pub const MIN_STONES: usize = 3;

/// Test positions with the exact value of every move.
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
    /// Samples this many different positions of 3 to `most` stones with more than one move. The databases must cover `most`
    /// stones.
    pub fn new(library: &Library, most: usize, positions: usize, seed: u64) -> Self {
        let game = Einstein::standard();
        let mut test = AccuracyTest { game: game.clone(), positions: Vec::with_capacity(positions) };
        let mut seen = std::collections::HashSet::new();
        sample::positions(&game, seed, |position, rng| {
            if test.positions.len() < positions && (MIN_STONES..=most).contains(&stones(position)) {
                let mut rolled = *position;
                game.roll(&mut rolled, rng.weighted(game.outcomes(position)));
                let position = test_position(&game, library, rolled).filter(|_| seen.insert(game.key(&rolled)));
                test.positions.extend(position);
            }
            test.positions.len() < positions
        });
        test
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

fn test_position(game: &Einstein, library: &Library, position: Position) -> Option<TestPosition> {
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    if moves.len() < 2 {
        return None;
    }
    let value = |mv: Move| {
        let mut next = position;
        game.make(&mut next, mv);
        match next.winner() {
            Some(_) => Some(1.0),
            None => library.value(&next).map(|lost| 1.0 - lost),
        }
    };
    let moves: Option<Vec<(Move, f64)>> = moves.into_iter().map(|mv| value(mv).map(|value| (mv, value))).collect();
    moves.map(|moves| TestPosition { position, moves })
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
        let test = AccuracyTest::new(library, 4, 60, 7);
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
    fn reports_are_means_with_standard_errors() {
        let report = summarise("x".into(), &[0.0, 0.0, 0.3, 0.1], Duration::from_secs(2));
        assert!((report.lost - 0.1).abs() < 1e-12 && report.worst == 0.3 && report.perfect == 0.5);
        assert_eq!(report.time, Duration::from_millis(500));
        // Deviations -0.1, -0.1, 0.2, 0: variance 0.02, divided by 4.
        assert!((report.error - 0.005f64.sqrt()).abs() < 1e-12);
    }
}
