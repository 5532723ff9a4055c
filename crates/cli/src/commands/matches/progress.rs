//! Progress of a match on standard error.

use super::report::percent;
use crate::args::ProgressForm;
use crate::print::{self, LiveLine};
use plyground_arena::Match;
use plyground_arena::stats::Tally;
use serde_json::json;
use std::time::{Duration, Instant};

/// How often a JSON line is written.
const PAUSE: Duration = Duration::from_secs(1);

/// Tells how far a match has come.
pub struct MatchProgress<'a> {
    plan: &'a Match,
    form: ProgressForm,
    line: LiveLine,
    begun: Instant,
    told: Option<Instant>,
    /// Games that were there before.
    resumed: u64,
}

impl<'a> MatchProgress<'a> {
    /// Nothing yet.
    pub fn new(plan: &'a Match, form: ProgressForm, resumed: u64) -> Self {
        MatchProgress { plan, form, line: LiveLine::default(), begun: Instant::now(), told: None, resumed }
    }

    /// Games per minute and seconds left.
    fn pace(&self, tally: &Tally) -> (f64, f64) {
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
        let played = (tally.games() - self.resumed).max(1) as f64;
        (60.0 * played / seconds, seconds / played * (self.plan.games - tally.games().min(self.plan.games)) as f64)
    }

    /// Tells the score, unless that was done just now.
    pub fn show(&mut self, tally: &Tally) {
        match self.form {
            ProgressForm::None => {}
            ProgressForm::Auto => {
                let (per_minute, left) = self.pace(tally);
                self.line.show(|| score_line(self.plan, tally, per_minute, left));
            }
            ProgressForm::Json if self.told.is_none_or(|told| told.elapsed() >= PAUSE) => self.write(tally, "playing"),
            ProgressForm::Json => {}
        }
    }

    /// Wipes the line, or writes the last one.
    pub fn finish(&mut self, tally: &Tally) {
        self.line.wipe();
        if self.form == ProgressForm::Json {
            self.write(tally, "ended");
        }
    }

    /// Wipes the line.
    pub fn wipe(&mut self) {
        self.line.wipe();
    }

    fn write(&mut self, tally: &Tally, state: &str) {
        let (per_minute, left) = self.pace(tally);
        let scores: Vec<f64> = tally.players().iter().map(|player| player.units.score()).collect();
        let line = json!({
            "state": state,
            "finished": tally.games(),
            "games": self.plan.games,
            "scores": scores,
            "llr": self.plan.sprt.map(|test| tally.sprt(&test).llr),
            "games_per_minute": per_minute,
            "seconds": self.begun.elapsed().as_secs_f64(),
            "seconds_left": left,
        });
        print::progress(&line);
        self.told = Some(Instant::now());
    }
}

fn score_line(plan: &Match, tally: &Tally, per_minute: f64, left: f64) -> String {
    let scores: Vec<String> = tally.players().iter().map(|player| percent(player.units.score())).collect();
    let test = plan.sprt.map(|test| format!(", LLR {:.2}", tally.sprt(&test).llr)).unwrap_or_default();
    let (games, pace) = (tally.games(), format!("{per_minute:.0} a minute, {left:.0} s left"));
    format!("{games} of {} games: {}{test}, {pace}", plan.games, scores.join(" - "))
}
