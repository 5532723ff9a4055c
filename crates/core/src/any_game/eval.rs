//! Evaluations of games whose type is hidden.

use super::{AnyGame, AnyMove, AnyPosition, known, shown};
use crate::{Bounds, Evaluation, Playable, PlayerId};

/// An evaluation of an [`AnyGame`].
pub struct AnyEval(Box<dyn ErasedEval>);

impl AnyEval {
    /// Hides the type of an evaluation.
    pub(super) fn new<G: Playable>(eval: G::Eval) -> Self {
        AnyEval(Box::new(EvalOf::<G>(eval)))
    }
}

impl Clone for AnyEval {
    fn clone(&self) -> Self {
        AnyEval(self.0.clone_box())
    }
}

/// The evaluation of the game inside.
struct EvalOf<G: Playable>(G::Eval);

trait ErasedEval: Send + Sync {
    fn clone_box(&self) -> Box<dyn ErasedEval>;
    fn value(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> i32;
    fn expectation(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> f64;
    fn known(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> Option<f64>;
    fn unit(&self) -> &'static str;
    fn bounds(&self) -> Bounds;
    fn result(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> i32;
    fn expected_result(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> f64;
    fn move_score(&mut self, game: &AnyGame, position: &AnyPosition, mv: AnyMove) -> i32;
    fn is_last_resort(&self, game: &AnyGame, position: &AnyPosition, mv: AnyMove) -> bool;
}

fn same_game<G: Playable>(game: &AnyGame) -> &G {
    game.downcast().expect("an evaluation is used only with the game that made it")
}

impl<G: Playable> ErasedEval for EvalOf<G> {
    fn clone_box(&self) -> Box<dyn ErasedEval> {
        Box::new(EvalOf::<G>(self.0.clone()))
    }
    fn value(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> i32 {
        self.0.value(same_game::<G>(game), known::<G>(position), player)
    }
    fn expectation(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> f64 {
        self.0.expectation(same_game::<G>(game), known::<G>(position), player)
    }
    fn known(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> Option<f64> {
        self.0.known(same_game::<G>(game), known::<G>(position), player)
    }
    fn unit(&self) -> &'static str {
        self.0.unit()
    }
    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }
    fn result(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> i32 {
        self.0.result(same_game::<G>(game), known::<G>(position), player)
    }
    fn expected_result(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> f64 {
        self.0.expected_result(same_game::<G>(game), known::<G>(position), player)
    }
    fn move_score(&mut self, game: &AnyGame, position: &AnyPosition, mv: AnyMove) -> i32 {
        let (game, hidden) = (same_game::<G>(game), shown::<G>(position));
        self.0.move_score(game, &hidden.position, hidden.listed(game, mv))
    }
    fn is_last_resort(&self, game: &AnyGame, position: &AnyPosition, mv: AnyMove) -> bool {
        let (game, hidden) = (same_game::<G>(game), shown::<G>(position));
        self.0.is_last_resort(game, &hidden.position, hidden.listed(game, mv))
    }
}

impl Evaluation<AnyGame> for AnyEval {
    fn value(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> i32 {
        self.0.value(game, position, player)
    }
    fn expectation(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> f64 {
        self.0.expectation(game, position, player)
    }
    fn known(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> Option<f64> {
        self.0.known(game, position, player)
    }
    fn unit(&self) -> &'static str {
        self.0.unit()
    }
    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }
    fn result(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> i32 {
        self.0.result(game, position, player)
    }
    fn expected_result(&mut self, game: &AnyGame, position: &AnyPosition, player: PlayerId) -> f64 {
        self.0.expected_result(game, position, player)
    }
    fn move_score(&mut self, game: &AnyGame, position: &AnyPosition, mv: AnyMove) -> i32 {
        self.0.move_score(game, position, mv)
    }
    fn is_last_resort(&self, game: &AnyGame, position: &AnyPosition, mv: AnyMove) -> bool {
        self.0.is_last_resort(game, position, mv)
    }
}
