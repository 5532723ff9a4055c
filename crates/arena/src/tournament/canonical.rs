//! The text that a plan's fingerprint is made of. It is spelled out here and nowhere derived from inner types: archives and
//! shards carry the fingerprint for years, and a field added to a type must not orphan a tournament that has begun.
//!
//! Version 2 says what decides the games and only what the plan says. What a plan leaves out is left out here as well, so a new
//! key changes only the fingerprints of plans that use it. Version 1 was made of Rust's debugging output; it is
//! written out as it was, so that what was begun with it goes on.

use super::plan::{EventOpenings, TournamentEvent, TournamentPlan};
use super::schedule::Format;
use crate::{Fingerprint, OpeningRule, TimeRules};
use plyground_search::Limits;
use std::fmt::{Debug, Write};
use std::time::Duration;

/// Version 1 wrote this constant of its time into every plan.
const GRACE_V1: Duration = Duration::from_secs(1);

/// The fingerprint that is written into archives and shards.
pub(super) fn fingerprint(plan: &TournamentPlan) -> u64 {
    Fingerprint::of(&text(plan))
}

/// Whether archives or shards of this plan may carry this fingerprint, in hexadecimal digits.
pub(super) fn is_fingerprint(plan: &TournamentPlan, written: &str) -> bool {
    let is = |fingerprint: u64| written == format!("{fingerprint:016x}");
    is(plan.fingerprint) || is(Fingerprint::of(&text_v1(plan)))
}

/// A text in quotes, with the escapes of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn text(plan: &TournamentPlan) -> String {
    let mut text = format!("plyground plan 2\nseed {}\n", plan.seed);
    for player in &plan.players {
        let _ = writeln!(text, "player {} {}", quoted(&player.name), quoted(&player.spec.to_string()));
    }
    for event in &plan.events {
        write_event(&mut text, event);
    }
    match plan.format {
        Format::RoundRobin | Format::Gauntlet { .. } => {}
        Format::Swiss { rounds } => text.push_str(&format!("swiss {rounds}\n")),
        Format::Knockout => text.push_str("knockout\n"),
    }
    if let Some(test) = plan.sprt {
        let (model, risks) = (test.model.name(), (test.alpha, test.beta));
        let _ = writeln!(text, "sprt {} {} {} {} {model}", test.elo0, test.elo1, risks.0, risks.1);
    }
    // Where rounds follow from results, a plan that was just read has the first one.
    let first_round =
        plan.pairings.iter().enumerate().filter(|(number, _)| plan.round_of(*number).is_none_or(|round| round == 1));
    for (_, pairing) in first_round {
        let players: Vec<String> = pairing.players.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "pairing {} {} {} {}", pairing.event, players.join(","), pairing.first, pairing.units);
    }
    text
}

fn write_event(text: &mut String, event: &TournamentEvent) {
    let (setup, lineup) = (&event.setup, event.lineup);
    let _ = writeln!(
        text,
        "event {} players {} seats {} repeats {}",
        event.game, lineup.players, lineup.seats, event.repeats
    );
    let map = setup.map.as_ref().map(|map| &map.text);
    for (key, value) in [("variant", setup.variant.as_ref()), ("position", setup.position.as_ref()), ("map", map)] {
        if let Some(value) = value {
            let _ = writeln!(text, "{key} {}", quoted(value));
        }
    }
    if setup.lenient {
        text.push_str("lenient\n");
    }
    if let Some(longest) = event.longest {
        let _ = writeln!(text, "longest {longest}");
    }
    if let Some(rule) = event.adjudication.resign {
        let _ = writeln!(text, "resign {} {} {}", rule.moves, rule.score, rule.two_sided);
    }
    if let Some(rule) = event.adjudication.draw {
        let _ = writeln!(text, "draw {} {} {}", rule.after, rule.moves, rule.score);
    }
    if event.adjudication.solved {
        text.push_str("solved\n");
    }
    match &event.openings {
        EventOpenings::Drawn(rule) => text.push_str(&format!("openings {rule}\n")),
        EventOpenings::Listed(list) => {
            list.iter().for_each(|line| text.push_str(&format!("opening {}\n", quoted(line))))
        }
    }
    for (player, time_rules) in event.players.iter().zip(&event.time_rules) {
        write_terms(text, *player, time_rules);
    }
}

/// Grace and strictness are not written: no plan says them, they follow from the spec.
fn write_terms(text: &mut String, player: usize, time_rules: &TimeRules) {
    let limits = &time_rules.limits;
    let _ = write!(text, "terms {player} margin {}", time_rules.margin.as_nanos());
    let numbers = [
        ("depth", limits.depth.map(u128::from)),
        ("nodes", limits.nodes.map(u128::from)),
        ("nanoseconds", limits.time.map(|time| time.as_nanos())),
        ("iterations", limits.iterations.map(u128::from)),
        ("base", time_rules.clock.map(|account| account.base.as_nanos())),
        ("moves", time_rules.clock.and_then(|clock| clock.moves).map(u128::from)),
        ("increment", time_rules.clock.map(|account| account.increment.as_nanos())),
    ];
    for (key, number) in numbers {
        if let Some(number) = number {
            let _ = write!(text, " {key} {number}");
        }
    }
    text.push('\n');
}

/// Version 1, as it was; only texts, numbers and durations of the standard library are left to Rust's debugging output.
fn text_v1(plan: &TournamentPlan) -> String {
    let mut text = format!("plyground plan 1\nseed {}\n", plan.seed);
    for player in &plan.players {
        let _ = writeln!(text, "player {:?} {}", player.name, player.spec);
    }
    for event in &plan.events {
        let (setup, lineup) = (&event.setup, event.lineup);
        let map = setup.map.as_ref().map(|map| &map.text);
        let openings = match &event.openings {
            EventOpenings::Drawn(OpeningRule::Auto) => "Drawn(Auto)".to_string(),
            EventOpenings::Drawn(OpeningRule::Start) => "Drawn(Start)".to_string(),
            EventOpenings::Drawn(OpeningRule::Deal) => "Drawn(Deal)".to_string(),
            EventOpenings::Drawn(OpeningRule::Random(plies)) => format!("Drawn(Random({plies}))"),
            EventOpenings::Listed(list) => format!("Listed({list:?})"),
        };
        let _ = writeln!(
            text,
            "event {} {:?} {:?} {map:?} {} {openings} {} Lineup {{ players: {}, seats: {} }} {:?}",
            event.game,
            setup.variant,
            setup.position,
            setup.lenient,
            event.repeats,
            lineup.players,
            lineup.seats,
            event.longest
        );
        for (player, time_rules) in event.players.iter().zip(&event.time_rules) {
            let account = time_rules.clock.map_or("None".to_string(), |account| {
                format!("Some(Account {{ base: {:?}, increment: {:?} }})", account.base, account.increment)
            });
            let limits = limits_v1(&time_rules.limits);
            let _ = writeln!(
                text,
                "terms {player} Terms {{ limits: {limits}, account: {account}, margin: {:?}, grace: {GRACE_V1:?}, strict: {} }}",
                time_rules.margin, time_rules.strict
            );
        }
    }
    for pairing in &plan.pairings {
        let _ = writeln!(text, "pairing {} {:?} {} {}", pairing.event, pairing.players, pairing.first, pairing.units);
    }
    text
}

/// Limits as the debugging output of version 1 wrote them.
fn limits_v1(limits: &Limits) -> String {
    let part = |value: &dyn Debug| format!("{value:?}");
    format!(
        "Limits {{ depth: {}, nodes: {}, time: {}, iterations: {} }}",
        part(&limits.depth),
        part(&limits.nodes),
        part(&limits.time),
        part(&limits.iterations)
    )
}
