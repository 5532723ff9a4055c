//! What an [`AnyGame`] asks the game inside besides its rules: notation, pictures, evaluations.

use super::{AnyEval, AnyGame, AnyMove, AnyPosition};
use crate::{
    ChanceTables, Change, Click, ClickChoice, Drawable, EvalInfo, Evaluated, LEVELS, Notation, NotationError, PlayerId,
    Scene, SetupForm,
};

impl Notation for AnyGame {
    fn position_text(&self, position: &AnyPosition) -> String {
        self.0.position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        self.0.parse_position(text)
    }
    fn move_text(&self, position: &AnyPosition, mv: AnyMove) -> String {
        self.0.move_text(position, mv)
    }
    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, NotationError> {
        self.0.parse_move(position, text)
    }
    fn phase(&self, position: &AnyPosition) -> &'static str {
        self.0.phase(position)
    }
    fn before_roll(&self, position: &AnyPosition) -> Option<(AnyPosition, usize)> {
        self.0.before_roll(position)
    }
    fn setup_form(&self) -> Option<SetupForm> {
        self.0.setup_form()
    }
    fn variant_text(&self) -> String {
        self.0.variant_text()
    }
}

impl Drawable for AnyGame {
    fn scene(&self, position: &AnyPosition) -> Scene {
        self.0.scene(position)
    }
    fn clicks(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Click> {
        self.0.clicks(position, mv)
    }
    fn click_forms(&self) -> Vec<Vec<ClickChoice>> {
        self.0.click_forms()
    }
    fn paths(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Vec<usize>> {
        self.0.paths(position, mv)
    }
    fn ending(&self, position: &AnyPosition) -> Option<String> {
        self.0.ending(position)
    }
    fn changes(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Change> {
        self.0.changes(position, mv)
    }
    fn prompts(&self, position: &AnyPosition) -> Vec<String> {
        self.0.prompts(position)
    }
    fn refusal(&self, position: &AnyPosition, clicks: &[Click]) -> Option<String> {
        self.0.refusal(position, clicks)
    }
    fn notice(&self, position: &AnyPosition, mv: AnyMove) -> Option<String> {
        self.0.notice(position, mv)
    }
    fn passed(&self, position: &AnyPosition, mv: AnyMove) -> Vec<PlayerId> {
        self.0.passed(position, mv)
    }
    fn score(&self, position: &AnyPosition) -> Vec<i64> {
        self.0.score(position)
    }
    fn legend(&self) -> Vec<(char, &'static str)> {
        self.0.legend()
    }
}

impl Evaluated for AnyGame {
    type Eval = AnyEval;

    fn evals(&self) -> &'static [EvalInfo] {
        self.0.evals()
    }
    fn best_spec(&self) -> Option<&'static str> {
        self.0.best_spec()
    }
    fn chance_tables(&self) -> Option<ChanceTables> {
        self.0.chance_tables()
    }
    fn progress(&self, position: &AnyPosition) -> f64 {
        self.0.progress(position)
    }
    fn flaws(&self, position: &AnyPosition, played: AnyMove, better: AnyMove) -> Vec<String> {
        self.0.flaws(position, played, better)
    }
    fn level_specs(&self) -> Option<&'static [&'static str; LEVELS - 1]> {
        self.0.level_specs()
    }
    fn eval(&self, name: &str) -> Option<AnyEval> {
        self.0.eval(name)
    }
}
