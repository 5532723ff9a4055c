//! `plyground reversixt connect`.

use crate::args::ConnectArgs;
use crate::commands::show::number;
use crate::print::LiveLine;
use crate::{Answer, print};
use anyhow::{Context, Result};
use plyground_engine::{Spec, format_duration};
use plyground_network::client::{self, AnswerReport, ClientEvent, ClientOptions, ClientReport};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{LineWriter, Write};
use std::time::Instant;

/// Joins games. Having been disqualified is a negative answer.
pub fn run(args: &ConnectArgs) -> Result<Answer> {
    let player: Spec = args.player.parse()?;
    client::check_player(&player)?;
    let mut log = Log::open(args)?;
    let mut reports = Vec::new();
    for game in 0..args.games {
        let options = ClientOptions {
            tells_thoughts: false,
            group: args.group,
            player: player.clone(),
            reserve: args.reserve,
            server_timeout: args.patience,
            seed: args.seed.wrapping_add(game.into()),
            ponder: !args.no_ponder,
            threads: args.threads.map_or_else(processors, usize::from),
        };
        let stream = client::connect(&args.address, args.retry)?;
        let mut live = LiveLine::default();
        let begun = Instant::now();
        let report = client::play(stream, &options, &mut |news| {
            log.write(game + 1, begun, news);
            if let ClientEvent::Answer(chosen) = news {
                live.show(|| progress(chosen));
            }
        });
        live.wipe();
        let report = report?;
        if !args.json {
            print::text(&as_text(&report, game + 1, args.games))?;
        }
        reports.push(report);
    }
    log.finish()?;
    let disqualified = reports.iter().filter(|report| report.disqualified).count();
    if args.json {
        print::json(&json!({
            "schema": "plyground-client-1",
            "address": args.address,
            "player": player.to_string(),
            "group": args.group,
            "games": reports.iter().map(as_json).collect::<Vec<_>>(),
            "disqualified": disqualified,
        }))?;
    }
    Ok(if disqualified == 0 { Answer::Yes } else { Answer::No })
}

/// Processors that this process may use; limits of a control group count.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(256)
}

fn progress(chosen: &AnswerReport) -> String {
    let AnswerReport { mv, depth, nodes, .. } = chosen;
    format!("played {mv}, depth {depth}, {nodes} nodes, {:.2} s", chosen.time.as_secs_f64())
}

/// A line per fact, for people.
fn as_text(report: &ClientReport, game: u32, of: u32) -> String {
    let totals = &report.totals;
    let place = report.places[report.player.index()];
    let end = match (report.disqualified, report.complete) {
        (true, _) => "disqualified".to_string(),
        (false, false) => "the server ended the game before the rules do".to_string(),
        (false, true) => format!("place {place} of {}", report.places.len()),
    };
    let which = if of > 1 { format!("game {game} of {of}, ") } else { String::new() };
    let stones: Vec<String> = report.payoffs.iter().map(|payoff| payoff.max(0.0).to_string()).collect();
    let rows = [
        vec!["result".to_string(), format!("{which}player {}: {end}", report.player)],
        vec!["stones".to_string(), stones.join(" ")],
        vec!["moves".to_string(), format!("{} ({} sent before the player had finished)", totals.moves, totals.hurried)],
        vec![
            "depth".to_string(),
            format!(
                "{} at most, {:.1} on average, {} moves seen to the end",
                totals.deepest,
                totals.mean_depth(),
                totals.solved
            ),
        ],
        vec![
            "time".to_string(),
            format!("{:.2} s, slowest move {:.3} s", totals.time.as_secs_f64(), totals.slowest.as_secs_f64()),
        ],
        vec![
            "network".to_string(),
            format!("{:.1} ms at worst, {:.0} ms kept back at the end", millis(report.delay), millis(report.reserve)),
        ],
    ];
    print::columns(&rows)
}

fn millis(duration: std::time::Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn as_json(report: &ClientReport) -> Value {
    let totals = &report.totals;
    json!({
        "player": report.player.number(),
        "place": report.places[report.player.index()],
        "payoffs": report.payoffs.iter().map(|payoff| number(*payoff)).collect::<Vec<_>>(),
        "disqualified": report.disqualified,
        "complete": report.complete,
        "moves": totals.moves,
        "hurried": totals.hurried,
        "depth": {"most": totals.deepest, "mean": totals.mean_depth(), "solved": totals.solved},
        "nodes": totals.nodes,
        "seconds": totals.time.as_secs_f64(),
        "slowest_seconds": totals.slowest.as_secs_f64(),
        "network_seconds": report.delay.as_secs_f64(),
        "reserve_seconds": report.reserve.as_secs_f64(),
        "position": report.position,
    })
}

/// A file with one JSON document per event. A disk that fills up must not lose a game, so complaints come at the end.
struct Log {
    file: Option<(String, LineWriter<File>)>,
    trouble: Option<std::io::Error>,
}

impl Log {
    fn open(args: &ConnectArgs) -> Result<Self> {
        let open = |path: &std::path::PathBuf| {
            let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
            anyhow::Ok((path.display().to_string(), LineWriter::new(file)))
        };
        Ok(Log { file: args.log.as_ref().map(open).transpose()?, trouble: None })
    }

    fn write(&mut self, game: u32, begun: Instant, news: &ClientEvent) {
        let Some((_, file)) = &mut self.file else { return };
        let mut document = json!({"game": game, "seconds": begun.elapsed().as_secs_f64()});
        let (event, details) = describe(news);
        document["event"] = event.into();
        if let (Some(document), Value::Object(details)) = (document.as_object_mut(), details) {
            document.extend(details);
        }
        if let Err(error) = writeln!(file, "{document}") {
            self.trouble.get_or_insert(error);
        }
    }

    fn finish(self) -> Result<()> {
        match (self.file, self.trouble) {
            (Some((name, _)), Some(error)) => Err(error).with_context(|| format!("cannot write {name}")),
            _ => Ok(()),
        }
    }
}

/// The word for an event, and what else there is to tell.
fn describe(news: &ClientEvent) -> (&'static str, Value) {
    match news {
        ClientEvent::Connected => ("connected", json!({})),
        ClientEvent::Map { text, players, cols, rows } => {
            ("map", json!({"players": players, "cols": cols, "rows": rows, "text": text}))
        }
        ClientEvent::Seated(player) => ("seated", json!({"player": player.number()})),
        ClientEvent::Request { time, depth } => {
            ("request", json!({"limit": time.map(format_duration), "depth": depth}))
        }
        ClientEvent::Thought(thought) => (
            "thought",
            json!({"words": thought.words, "depth": thought.depth, "nodes": thought.nodes, "line": thought.line}),
        ),
        ClientEvent::Answer(chosen) => (
            "answer",
            json!({
                "move": chosen.mv.to_string(),
                "value": chosen.value.map(number),
                "line": chosen.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "choices": chosen.choices,
                "depth": chosen.depth,
                "solved": chosen.solved,
                "nodes": chosen.nodes,
                "used_seconds": chosen.time.as_secs_f64(),
                "reserve_seconds": chosen.reserve.as_secs_f64(),
                "hurried": chosen.hurried,
            }),
        ),
        ClientEvent::Move { player, mv } => ("move", json!({"player": player.number(), "move": mv.to_string()})),
        ClientEvent::Disqualified(player) => ("disqualified", json!({"player": player.number()})),
        ClientEvent::PhaseEnd => ("end of phase 1", json!({})),
        ClientEvent::GameEnd => ("end of game", json!({})),
    }
}
