//! The result of a match as text and JSON.

use super::MatchCommand;
use crate::opened_game::OpenedGame;
use crate::print;
use plyground_arena::stats::{PlayerTally, SprtState, Tally, elo_of_score, normalized_elo};
use plyground_arena::{MatchResult, OpeningSource, Termination};
use plyground_core::Playable;
use serde_json::{Map, Value, json};
use std::time::Duration;

impl MatchCommand<'_> {
    pub(super) fn as_json<G: Playable>(&self, opened: &OpenedGame<G>, result: &MatchResult, took: Duration) -> Value {
        let tally = &result.tally;
        let many = tally.lineup().seats > 2;
        let players: Vec<Value> = (self.specs().iter().zip(&self.names).zip(tally.players()).enumerate())
            .map(|(index, ((spec, name), player))| {
                let mut fields = player_json(spec, player, tally.lineup().players == 2);
                if self.is_named {
                    fields.insert("name".into(), name.clone().into());
                }
                if many {
                    fields.insert("placements".into(), json!(tally.places().of(index)));
                }
                Value::Object(fields)
            })
            .collect();
        let openings = match self.plan.openings {
            OpeningSource::Rule(rule) => rule.resolve(&opened.game, opened.position != opened.game.start()).to_string(),
            OpeningSource::Positions(_) => {
                let file = self.args.openings_file.as_ref().map(|file| file.display().to_string());
                file.unwrap_or_else(|| self.args.openings.clone())
            }
        };
        let mut document = json!({
            "game": opened.name,
            "variant": opened.game.variant_text(),
            "games": tally.games(),
            "seed": self.plan.seed,
            "openings": openings,
            "players": players,
            "seats": tally.seat_scores(),
            "sprt": result.sprt.as_ref().map(sprt_json),
            "schema": "plyground-match-1",
        });
        if tally.lineup().players == 2 {
            document["pairs"] = json!(tally.pairs().0);
            document["normalized_elo"] = json!(normalized_elo(tally.pairs()));
        }
        if self.args.latency {
            document["latency"] = self.latency_json(tally, took);
        }
        document
    }

    pub(super) fn as_text(&self, result: &MatchResult, took: Duration) -> String {
        let tally = &result.tally;
        let two = tally.lineup().players == 2;
        let header = ["player", "wins", "draws", "losses", "score", "95 %", if two { "Elo" } else { "" }, "ms/move"];
        let mut rows = vec![header.map(String::from).to_vec()];
        for (name, player) in self.names.iter().zip(tally.players()) {
            let interval = player.units.interval();
            rows.push(vec![
                name.clone(),
                player.wins.to_string(),
                player.draws.to_string(),
                player.losses.to_string(),
                percent(player.units.score()),
                format!("{} to {}", percent(interval.low), percent(interval.high)),
                if two { elo_text(player) } else { String::new() },
                format!("{:.3}", 1e3 * seconds_per_move(player)),
            ]);
        }
        let mut text = format!("{} games, seed {}\n\n{}", tally.games(), self.plan.seed, print::columns(&rows));
        if two && let Some(first) = tally.players().first() {
            let likely = 100.0 * first.units.superiority();
            text.push_str(&format!("\nthe first player is the better one with {likely:.1} % probability\n"));
        }
        if tally.lineup().seats > 2 {
            text.push_str(&places_text(&self.names, tally));
        }
        let seats: Vec<String> = tally.seat_scores().into_iter().map(percent).collect();
        text.push_str(&format!("score by seat: {}\n", seats.join(", ")));
        text.push_str(&terminations_text(&self.names, tally));
        if let Some(state) = &result.sprt {
            text.push_str(&sprt_text(state));
        }
        if self.args.latency {
            text.push_str(&self.latency_text(tally, took));
        }
        text
    }

    /// Seconds per move that the program itself took: what is left of the time of all jobs.
    fn overhead(&self, tally: &Tally, took: Duration) -> f64 {
        let efforts = tally.players().iter().map(|player| &player.effort);
        let (moves, spent) =
            efforts.fold((0, 0.0), |(moves, spent), effort| (moves + effort.moves, spent + effort.time.as_secs_f64()));
        let jobs = self.plan.jobs.min(usize::try_from(self.plan.games).unwrap_or(usize::MAX));
        (took.as_secs_f64() * jobs as f64 - spent).max(0.0) / moves.max(1) as f64
    }

    fn latency_json(&self, tally: &Tally, took: Duration) -> Value {
        let player = |(name, player): (&String, &PlayerTally)| {
            let effort = &player.effort;
            json!({
                "name": name,
                "moves": effort.moves,
                "seconds": effort.time.as_secs_f64(),
                "mean_ms": 1e3 * seconds_per_move(player),
                "slowest_ms": 1e3 * effort.slowest.as_secs_f64(),
                "overrun_ms": 1e3 * effort.overrun.as_secs_f64(),
            })
        };
        let players: Vec<Value> = self.names.iter().zip(tally.players()).map(player).collect();
        json!({"players": players, "overhead_ms": 1e3 * self.overhead(tally, took), "seconds": took.as_secs_f64()})
    }

    fn latency_text(&self, tally: &Tally, took: Duration) -> String {
        let header = ["player", "moves", "s in all", "ms/move", "longest ms", "overrun ms"].map(String::from);
        let mut rows = vec![header.to_vec()];
        for (name, player) in self.names.iter().zip(tally.players()) {
            let effort = &player.effort;
            let millis = |time: Duration| format!("{:.3}", 1e3 * time.as_secs_f64());
            let mean = format!("{:.3}", 1e3 * seconds_per_move(player));
            let seconds = format!("{:.3}", effort.time.as_secs_f64());
            rows.push(vec![
                name.clone(),
                effort.moves.to_string(),
                seconds,
                mean,
                millis(effort.slowest),
                millis(effort.overrun),
            ]);
        }
        let overhead = 1e3 * self.overhead(tally, took);
        format!("\n{}the program itself took {overhead:.3} ms a move\n", print::columns(&rows))
    }
}

/// What the players got, whole numbers without a fraction.
fn seconds_per_move(player: &PlayerTally) -> f64 {
    player.effort.time.as_secs_f64() / player.effort.moves.max(1) as f64
}

fn player_json(spec: &str, player: &PlayerTally, two: bool) -> Map<String, Value> {
    let interval = player.units.interval();
    let elo = elo_of_score(player.units.score()).filter(|_| two);
    let ends = elo_of_score(interval.low).zip(elo_of_score(interval.high)).filter(|_| elo.is_some());
    let seconds = player.effort.time.as_secs_f64();
    let speed = if seconds > 0.0 { player.effort.nodes as f64 / seconds } else { 0.0 };
    let ended = Termination::ALL.into_iter().filter(|kind| player.ended(*kind) > 0);
    let mut fields = Map::new();
    fields.insert("spec".into(), spec.into());
    fields.insert("wins".into(), player.wins.into());
    fields.insert("draws".into(), player.draws.into());
    fields.insert("losses".into(), player.losses.into());
    fields.insert("points".into(), json!(player.units.points()));
    fields.insert("score".into(), json!(player.units.score()));
    fields.insert("ci95".into(), json!([interval.low, interval.high]));
    fields.insert("elo".into(), json!(elo));
    fields.insert("elo_ci95".into(), json!(ends.map(|(low, high)| [low, high])));
    fields.insert("superiority".into(), if two { json!(player.units.superiority()) } else { Value::Null });
    fields.insert("seconds_per_move".into(), json!(seconds_per_move(player)));
    fields.insert("nodes_per_second".into(), json!(speed));
    let ended: Map<String, Value> = ended.map(|kind| (kind.name().into(), player.ended(kind).into())).collect();
    fields.insert("terminations".into(), Value::Object(ended));
    fields
}

pub(in crate::commands) fn sprt_json(state: &SprtState) -> Value {
    json!({
        "elo0": state.test.elo0,
        "elo1": state.test.elo1,
        "alpha": state.test.alpha,
        "beta": state.test.beta,
        "model": state.test.model.name(),
        "llr": state.llr,
        "lower": state.test.lower(),
        "upper": state.test.upper(),
        "pairs": state.pairs.pairs(),
        "result": state.decision.name(),
    })
}

pub(in crate::commands) fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn elo_text(player: &PlayerTally) -> String {
    let interval = player.units.interval();
    match (elo_of_score(interval.low), elo_of_score(player.units.score()), elo_of_score(interval.high)) {
        (Some(low), Some(elo), Some(high)) => format!("{elo:+.1} ({low:+.1} to {high:+.1})"),
        (Some(low), _, None) => format!("above {low:+.1}"),
        (None, _, Some(high)) => format!("below {high:+.1}"),
        _ => String::new(),
    }
}

fn places_text(specs: &[String], tally: &Tally) -> String {
    let mut rows = vec![vec!["place".to_string()]];
    rows[0].extend((1..=tally.lineup().seats).map(|place| place.to_string()));
    for (index, spec) in specs.iter().enumerate() {
        let mut row = vec![spec.clone()];
        row.extend(tally.places().of(index).iter().map(u64::to_string));
        rows.push(row);
    }
    format!("\n{}", print::columns(&rows))
}

fn terminations_text(specs: &[String], tally: &Tally) -> String {
    let mut text = String::new();
    for (spec, player) in specs.iter().zip(tally.players()) {
        for kind in Termination::ALL.into_iter().filter(|kind| *kind != Termination::Normal) {
            if player.ended(kind) > 0 {
                text.push_str(&format!("{spec}: {kind} in {} games\n", player.ended(kind)));
            }
        }
    }
    text
}

fn sprt_text(state: &SprtState) -> String {
    let bounds = format!("{:.2} to {:.2}", state.test.lower(), state.test.upper());
    let pairs = state.pairs.0.map(|count| count.to_string()).join(", ");
    format!(
        "SPRT of {} against {} Elo ({}): LLR {:.2} ({bounds}), {}; pairs with 0, ½, 1, 1½, 2 points: {pairs}\n",
        state.test.elo0,
        state.test.elo1,
        state.test.model.name(),
        state.llr,
        state.decision.name()
    )
}
