//! `plyground sprt`, and what a match says about its sequential test.

use clap::Args;
use plyground_arena::ArgumentError;
use plyground_arena::stats::{EloModel, Pentanomial, Sprt, Trinomial};

/// Risks and scale of a sequential test.
#[derive(Args, Debug, Clone)]
pub struct SprtSettings {
    /// Risk of accepting E1 although E0 is true, between 0 and 1 [default: 0.05]
    #[arg(long, value_name = "RISK")]
    pub alpha: Option<f64>,
    /// Risk of accepting E0 although E1 is true, between 0 and 1 [default: 0.05]
    #[arg(long, value_name = "RISK")]
    pub beta: Option<f64>,
    /// Scale of the Elo differences: logistic (by the score) or normalized (in standard deviations of a game) [default: logistic]
    #[arg(long, value_name = "MODEL")]
    pub model: Option<EloModel>,
}

impl SprtSettings {
    /// The test with these risks on this scale.
    pub fn apply(&self, test: Sprt) -> Result<Sprt, ArgumentError> {
        let (alpha, beta) = (self.alpha.unwrap_or(test.alpha), self.beta.unwrap_or(test.beta));
        Ok(test.with_risks(alpha, beta)?.with_model(self.model.unwrap_or(test.model)))
    }

    /// Whether anything was said about a test.
    pub fn is_given(&self) -> bool {
        self.alpha.is_some() || self.beta.is_some() || self.model.is_some()
    }
}

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("results").required(true).args(["pentanomial", "wdl"]))]
pub struct SprtArgs {
    /// The first hypothesis: the first player is at most this many Elo better
    #[arg(long, value_name = "ELO", allow_hyphen_values = true)]
    pub elo0: f64,
    /// The second hypothesis: the first player is at least this many Elo better
    #[arg(long, value_name = "ELO", allow_hyphen_values = true)]
    pub elo1: f64,
    #[command(flatten)]
    pub settings: SprtSettings,
    /// Numbers of pairs in which the first player made 0, ½, 1, 1½ and 2 points
    #[arg(long, value_name = "LL,LD,EVEN,WD,WW")]
    pub pentanomial: Option<Pentanomial>,
    /// Wins, draws and losses of the first player, where pairs are not known
    #[arg(long, value_name = "WINS,DRAWS,LOSSES")]
    pub wdl: Option<Trinomial>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}
