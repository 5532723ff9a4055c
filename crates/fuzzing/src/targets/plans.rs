//! TournamentPlan files of tournaments.

use super::{has_long_sides, text};
use plyground_arena::tournament::TournamentPlan;
use std::path::Path;

/// Plans name files; in this folder there are none.
const NOWHERE: &str = "/nonexistent/plan.toml";
/// Words of plans that start programs, read files or list so many openings that reading them takes long.
const LEFT_OUT: [&str; 3] = ["process", "file", "best-16x16"];

pub(super) fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if has_long_sides(text) || LEFT_OUT.iter().any(|word| text.contains(word)) {
        return;
    }
    let plan = match TournamentPlan::parse(Path::new(NOWHERE), text) {
        Ok(plan) => plan,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut next = 0;
    for pairing in &plan.pairings {
        assert_eq!(pairing.first, next, "a gap between pairings");
        assert!(pairing.games() > 0 && pairing.event < plan.events.len());
        next += pairing.games();
    }
    // Later rounds of a Swiss or knockout tournament are drawn from results.
    assert!(if plan.has_rounds() { next <= plan.games() } else { next == plan.games() });
    let again = TournamentPlan::parse(Path::new(NOWHERE), text).expect("what was read once is read again");
    assert_eq!(again.fingerprint, plan.fingerprint);
}
