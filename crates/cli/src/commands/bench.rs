//! `plyground bench`.

use crate::{Answer, print};
use anyhow::Result;
use plyground_engine::bench;
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Searches the fixed list; the last line is what commits quote.
pub fn run(json: bool) -> Result<Answer> {
    let begun = Instant::now();
    let rows = bench::run(|_| {});
    let seconds = begun.elapsed().as_secs_f64();
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let nps = (nodes as f64 / seconds.max(1e-9)) as u64;
    if json {
        let signature: Map<String, Value> = rows.into_iter().map(|row| (row.name, json!(row.nodes))).collect();
        let document = json!({
            "signature": signature, "nodes": nodes, "seconds": seconds, "nps": nps, "schema": "plyground-bench-1",
        });
        print::json(&document)?;
    } else {
        let lines: Vec<Vec<String>> = rows.into_iter().map(|row| vec![row.name, row.nodes.to_string()]).collect();
        print::text(&format!("{}{nodes} nodes {nps} nps\n", print::columns(&lines)))?;
    }
    Ok(Answer::Yes)
}
