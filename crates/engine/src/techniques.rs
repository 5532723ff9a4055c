//! What each technique of a search is worth: the same positions with everything on, and with one thing after the other
//! switched off. Counted in nodes, so that every machine gets the same table.

use crate::bench::after_random_plies;
use crate::{Request, SearchRequest, Spec, build};
use plyground_core::{Playable, Rng};
use plyground_search::Limits;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Nodes are counted up to this depth.
    pub depth: u32,
    /// Depths are measured within this many nodes.
    pub nodes: u64,
    /// Positions, the first of which is the start; the others are reached by random moves.
    pub positions: usize,
    /// Which random moves.
    pub seed: u64,
}

/// One search and what it needed.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What is different from the first row.
    pub name: &'static str,
    /// The search.
    pub spec: String,
    /// Nodes to the plan's depth, all positions together.
    pub nodes: u64,
    /// The depth reached within the plan's nodes, on average.
    pub depth: f64,
}

/// Random plies between one position and the next.
const PLIES_APART: usize = 6;

/// The searches: everything on, then one thing less or another in its place. Limits are added by the plan.
const SEARCHES: [(&str, &str); 12] = [
    ("everything on", ""),
    ("no table", "table=off"),
    ("no killers", "killers=off"),
    ("no history", "history=off"),
    ("no guess at good moves", "move-score=off"),
    ("no ordering at all", "ordering=none"),
    ("no scout windows (plain alpha-beta)", "algorithm=alphabeta"),
    ("no aspiration window", "aspiration=off"),
    ("MTD(f) instead of PVS", "algorithm=mtdf"),
    ("MTD(f), no table", "algorithm=mtdf, table=off"),
    ("no early results", "early-results=off"),
    ("late moves reduced", "reductions=on"),
];

/// What everything means, by parameter.
const EVERYTHING: [(&str, &str); 4] =
    [("eval", "rooms"), ("early-results", "on"), ("aspiration", "growing:64"), ("table", "64MB")];

/// The spec of a row: its own words, then everything that it does not contradict.
fn spec_text(own: &str) -> String {
    let mut words: Vec<String> = own.split(", ").filter(|word| !word.is_empty()).map(String::from).collect();
    for (name, value) in EVERYTHING {
        // MTD(f) has no window to aspire with.
        let senseless = name == "aspiration" && own.contains("mtdf");
        if !senseless && !words.iter().any(|word| word.starts_with(&format!("{name}="))) {
            words.push(format!("{name}={value}"));
        }
    }
    format!("search({})", words.join(", "))
}

/// Measures row by row and tells each as soon as it is there.
pub fn run<G: Playable>(game: &G, start: &G::Position, plan: &Plan, mut tell: impl FnMut(&Row)) -> Vec<Row> {
    let positions: Vec<G::Position> = (0..plan.positions)
        .map(|index| after_random_plies(game, start, PLIES_APART * index, &mut Rng::part(plan.seed, index as u64)))
        .collect();
    let mut rows = Vec::new();
    for (name, own) in SEARCHES {
        let spec = spec_text(own);
        let measured: Spec = spec.parse().expect("the list holds valid specs");
        let mut player = build(&measured, game, plan.seed).expect("the list holds specs that fit Isola");
        let (mut nodes, mut depths) = (0, 0);
        for position in &positions {
            for (limits, sum) in [(Limits::depth(plan.depth), 0), (Limits::nodes(plan.nodes), 1)] {
                player.new_game(plan.seed);
                let report = player.think(Request::from(SearchRequest::new(game, position).within(limits)));
                *[&mut nodes, &mut depths][sum] += [report.nodes, u64::from(report.depth)][sum];
            }
        }
        let row = Row { name, spec, nodes, depth: depths as f64 / positions.len().max(1) as f64 };
        tell(&row);
        rows.push(row);
    }
    rows
}
