//! Plans and standings as JSON.

use plyground_arena::Termination;
use plyground_arena::tournament::{EventStandings, StandingRow, Standings, TournamentPlan};
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
            "pairings": pairings.clone().count(),
            "games": pairings.map(|pairing| pairing.games()).sum::<u64>(),
        })
    });
    json!({
        "tournament": plan.name,
        "seed": plan.seed,
        "fingerprint": format!("{:016x}", plan.fingerprint),
        "games": plan.games(),
        "players": plan.players.iter().map(|p| json!({"name": p.name, "spec": p.spec.to_string()})).collect::<Vec<_>>(),
        "events": events.collect::<Vec<_>>(),
        "jobs": jobs,
        "estimated_seconds": estimate.map(|time| time.as_secs_f64()),
        "schema": "plyground-plan-1",
    })
}

/// What `tournament report --json` prints.
pub fn standings(standings: &Standings, times: bool) -> Value {
    let players = standings.players.iter().map(|(name, spec)| json!({"name": name, "spec": spec}));
    json!({
        "tournament": standings.name,
        "planned": standings.planned,
        "played": standings.played,
        "players": players.collect::<Vec<_>>(),
        "events": standings.events.iter().map(|event| table(event, times)).collect::<Vec<_>>(),
        "overall": standings.overall.as_ref().map(|event| table(event, times)),
        "schema": "plyground-standings-1",
    })
}

fn table(event: &EventStandings, times: bool) -> Value {
    json!({
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
