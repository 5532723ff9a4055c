//! Plans and standings as JSON.

use crate::commands::matches::sprt_json;
use plyground_arena::Termination;
use plyground_arena::tournament::{
    EventStandings, Format, Pairing, PairingTest, StandingRow, Standings, TournamentPlan,
};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// What `tournament plan --json` prints.
pub fn plan(plan: &TournamentPlan, jobs: usize, estimate: Option<Duration>) -> Value {
    let events = plan.events.iter().enumerate().map(|(number, event)| {
        let pairings = plan.pairings.iter().filter(|pairing| pairing.event == number);
        json!({
            "label": event.label,
            "game": event.game,
            "seats": event.lineup.seats,
            "lineup": event.lineup.players,
            "units": event.units(),
            "pairings": if plan.has_rounds() { plan.rounds().iter().sum() } else { pairings.clone().count() },
            "games": if plan.has_rounds() { plan.games() } else { pairings.map(|pairing| pairing.games()).sum() },
        })
    });
    json!({
        "tournament": plan.name,
        "seed": plan.seed,
        "fingerprint": format!("{:016x}", plan.fingerprint),
        "games": plan.games(),
        "players": plan.players.iter().map(|p| json!({"name": p.name, "spec": p.spec.to_string()})).collect::<Vec<_>>(),
        "events": events.collect::<Vec<_>>(),
        "format": format_name(plan),
        "rounds": plan.has_rounds().then(|| plan.rounds()),
        "schedule": schedule(plan),
        "jobs": jobs,
        "estimated_seconds": estimate.map(|time| time.as_secs_f64()),
        "schema": "plyground-plan-1",
    })
}

/// The format in the words of a plan.
pub fn format_name(plan: &TournamentPlan) -> &'static str {
    match plan.format {
        Format::RoundRobin => "round-robin",
        Format::Gauntlet { .. } => "gauntlet",
        Format::Swiss { .. } => "swiss",
        Format::Knockout => "knockout",
    }
}

/// Every pairing that is known before the first game; games are counted from 1.
fn schedule(plan: &TournamentPlan) -> Vec<Value> {
    let pairing = |(number, pairing): (usize, &Pairing)| {
        json!({
            "event": plan.events[pairing.event].label,
            "round": plan.round_of(number),
            "players": pairing.players.iter().map(|player| &plan.players[*player].name).collect::<Vec<_>>(),
            "first_game": pairing.first + 1,
            "games": pairing.games(),
        })
    };
    plan.pairings.iter().enumerate().map(pairing).collect()
}

/// What `tournament report --json` prints.
pub fn standings(standings: &Standings, times: bool) -> Value {
    let players = standings.players.iter().map(|(name, spec)| json!({"name": name, "spec": spec}));
    json!({
        "tournament": standings.name,
        "planned": standings.planned,
        "played": standings.played,
        "players": players.collect::<Vec<_>>(),
        "events": standings.events.iter().map(|event| table(standings, event, times)).collect::<Vec<_>>(),
        "overall": standings.overall.as_ref().map(|event| table(standings, event, times)),
        "schema": "plyground-standings-1",
    })
}

fn table(standings: &Standings, event: &EventStandings, times: bool) -> Value {
    let name = |player: usize| standings.players.get(player).map(|(name, _)| name);
    let test = |test: &PairingTest| {
        let mut document = sprt_json(&test.state);
        document["players"] = json!(test.players.map(name));
        document
    };
    json!({
        "sprt": event.tests.iter().map(test).collect::<Vec<_>>(),
        "label": event.label,
        "planned": event.planned,
        "played": event.played,
        "seats": event.seat_scores,
        "standings": event.rows.iter().map(|row| line(event, row, times)).collect::<Vec<_>>(),
    })
}

fn line(event: &EventStandings, row: &StandingRow, times: bool) -> Value {
    let interval = row.tally.units.interval();
    let against: Map<String, Value> = (event.rows.iter())
        .filter_map(|other| {
            let units = event.against(row.player, other.player)?;
            let interval = units.interval();
            let cell = json!({"games": units.games(), "score": units.score(), "ci95": [interval.low, interval.high]});
            Some((other.name.clone(), cell))
        })
        .collect();
    let ended = Termination::ALL.into_iter().filter(|kind| row.tally.ended(*kind) > 0);
    let ended: Map<String, Value> = ended.map(|kind| (kind.name().into(), row.tally.ended(kind).into())).collect();
    let mut fields = json!({
        "name": row.name,
        "games": row.tally.units.games(),
        "wins": row.tally.wins,
        "draws": row.tally.draws,
        "losses": row.tally.losses,
        "points": row.tally.units.points(),
        "score": row.tally.units.score(),
        "ci95": [interval.low, interval.high],
        "elo": row.elo,
        "elo_ci95": row.elo.zip(row.elo_error).map(|(elo, error)| [elo - error, elo + error]),
        "los": (event.lineup == 2).then(|| row.tally.units.superiority()),
        "payoff": row.tally.payoffs.score(),
        "payoff_ci95": row.tally.payoffs.mean_interval().map(|ends| [ends.low, ends.high]),
        "sonneborn_berger": row.sonneborn_berger,
        "match_points": row.rounds.map(|rounds| rounds.match_points),
        "buchholz": row.rounds.map(|rounds| rounds.buchholz),
        "rating": row.rating.map(|(rating, _)| rating),
        "rating_uncertainty": row.rating.map(|(_, doubt)| doubt),
        "placements": row.places,
        "worse_than": row.worse_than,
        "even_with": row.even_with,
        "better_than": row.better_than,
        "nodes": row.tally.effort.nodes,
        "moves": row.tally.effort.moves,
        "terminations": ended,
        "against": against,
    });
    if times {
        fields["seconds"] = json!(row.tally.effort.time.as_secs_f64());
    }
    fields
}
