//! How near to perfect players are: what their moves throw away, measured by the databases.

use crate::sample::{positions, stones};
use plyground_core::Game;
use plyground_endgame::Library;
use plyground_engine::{Player, Request, Spec, SpecError, build};
use plyground_games::einstein::{Einstein, Move, Position};
use plyground_search::Limits;
use std::time::{Duration, Instant};

/// The fewest stones of a question: with two there is hardly anything to choose.
pub const FEWEST: usize = 3;

/// Positions with a choice, and what every choice is worth.
pub struct Exam {
    game: Einstein,
    questions: Vec<Question>,
}

/// A position after the roll; the value of each move for the player to move.
struct Question {
    position: Position,
    moves: Vec<(Move, f64)>,
}

/// How a player did.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// The player.
    pub spec: String,
    /// Moves.
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

impl Exam {
    /// So many different questions of 3 to `most` stones from games, each with more than one move. The databases must
    /// know so many stones.
    pub fn new(library: &Library, most: usize, questions: usize, seed: u64) -> Self {
        let game = Einstein::standard();
        let mut exam = Exam { game: game.clone(), questions: Vec::with_capacity(questions) };
        let mut seen = std::collections::HashSet::new();
        positions(&game, seed, |position, rng| {
            if exam.questions.len() < questions && (FEWEST..=most).contains(&stones(position)) {
                let mut rolled = *position;
                game.roll(&mut rolled, rng.weighted(game.outcomes(position)));
                let question = question(&game, library, rolled).filter(|_| seen.insert(game.key(&rolled)));
                exam.questions.extend(question);
            }
            exam.questions.len() < questions
        });
        exam
    }

    /// Number of questions.
    pub fn len(&self) -> usize {
        self.questions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.questions.is_empty()
    }

    /// Lets a player answer all questions, each as if it were the first of a new game. `go_on` hears how many are
    /// answered; `None` if it stopped the exam.
    pub fn take(
        &self,
        spec: &Spec,
        limits: Limits,
        seed: u64,
        mut go_on: impl FnMut(usize) -> bool,
    ) -> Result<Option<Mark>, SpecError> {
        let mut player: Box<dyn Player<Einstein>> = build(spec, &self.game, seed)?;
        let mut losses = Vec::with_capacity(self.questions.len());
        let mut time = Duration::ZERO;
        for (number, question) in self.questions.iter().enumerate() {
            if !go_on(number) {
                return Ok(None);
            }
            player.new_game(seed.wrapping_add(number as u64));
            let begun = Instant::now();
            let report = player.think(Request::new(&self.game, &question.position).within(limits));
            time += begun.elapsed();
            losses.push(question.lost_by(report.best));
        }
        Ok(Some(mark(spec.to_string(), &losses, time)))
    }
}

fn question(game: &Einstein, library: &Library, position: Position) -> Option<Question> {
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
    moves.map(|moves| Question { position, moves })
}

impl Question {
    /// What the answer throws away; no answer throws away everything.
    fn lost_by(&self, answer: Option<Move>) -> f64 {
        let best = self.moves.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        let own = self.moves.iter().find(|(mv, _)| Some(*mv) == answer).map_or(0.0, |(_, value)| *value);
        best - own
    }
}

fn mark(spec: String, losses: &[f64], time: Duration) -> Mark {
    let count = losses.len().max(1) as f64;
    let lost = losses.iter().sum::<f64>() / count;
    let variance = losses.iter().map(|loss| (loss - lost).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    Mark {
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
    fn whoever_asks_the_databases_loses_nothing_and_others_something() {
        let library = Library::small();
        let exam = Exam::new(library, 4, 60, 7);
        assert_eq!(exam.len(), 60);
        let take = |spec: &str| {
            let spec = spec.parse().expect("a valid spec");
            exam.take(&spec, Limits::depth(1), 1, |_| true).expect("fits").expect("nobody stops")
        };
        let perfect = take("expectimax(eval=distribution, endgame=4)");
        assert_eq!((perfect.lost, perfect.perfect, perfect.moves), (0.0, 1.0, 60));
        let random = take("random");
        assert!(random.lost > 0.02 && random.worst <= 1.0 && random.perfect < 1.0, "{random:?}");
        assert_eq!(exam.take(&"first".parse().unwrap(), Limits::default(), 1, |_| false), Ok(None));
    }

    #[test]
    fn marks_are_means_with_their_error() {
        let mark = mark("x".into(), &[0.0, 0.0, 0.3, 0.1], Duration::from_secs(2));
        assert!((mark.lost - 0.1).abs() < 1e-12 && mark.worst == 0.3 && mark.perfect == 0.5);
        assert_eq!(mark.time, Duration::from_millis(500));
        // Deviations -0.1, -0.1, 0.2, 0: variance 0.02, divided by 4.
        assert!((mark.error - 0.005f64.sqrt()).abs() < 1e-12);
    }
}
