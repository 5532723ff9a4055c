//! `plyground analyze`.

use crate::args::AnalyzeArgs;
use crate::opened_game::{OpenedGame, open};
use crate::{Answer, print};
use anyhow::{Result, bail};
use plyground_core::{AnyGame, AnyMove, ChanceScale, Chances, Game, Notation, PlayerId, Turn};
use plyground_engine::chances::{chances_of_move, chances_of_report, describe, scale_of};
use plyground_engine::{Request, SearchRequest, Spec, build};
use plyground_search::{Basis, Iteration, Limits, Report, RootMove, Window};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Thinks about a position.
pub fn run(args: &AnalyzeArgs) -> Result<Answer> {
    let spec: Spec = args.player.parse()?;
    let command = Analyze {
        spec: spec.with_lines(args.lines),
        limits: args.limits.limits(),
        lines: args.lines as usize,
        die: args.die,
        seed: args.seed,
        json: args.json,
    };
    command.run(open(&args.place)?)
}

struct Analyze {
    spec: Spec,
    limits: Limits,
    lines: usize,
    die: Option<usize>,
    seed: u64,
    json: bool,
}

impl Analyze {
    fn run(self, mut opened: OpenedGame) -> Result<Answer> {
        if let Some(face) = self.die {
            if opened.game.turn(&opened.position) != Turn::Chance {
                bail!("--die {face} answers a question that this position does not ask");
            }
            let outcome = opened.parse_face(&opened.position, &face.to_string())?;
            opened.game.roll(&mut opened.position, outcome);
        }
        let mut player = build(&self.spec, &opened.game, self.seed)?;
        let report =
            player.think(Request::from(SearchRequest::new(&opened.game, &opened.position).within(self.limits)));
        if let Some(failure) = player.failure() {
            bail!("{} {failure}", self.spec);
        }
        let mut scale = scale_of(&opened.game, player.as_ref());
        let found = Found {
            chances: chances_of_report(&mut scale, &opened.game, &opened.position, &report),
            moves: move_chances(&mut scale, &opened, &report),
            unit: player.unit(),
            report,
        };
        if self.json {
            print::json(&self.as_json(&opened, &found))?;
        } else {
            print::text(&self.as_text(&opened, &found))?;
        }
        Ok(Answer::Yes)
    }
}

/// What the player found out, on both scales.
struct Found {
    report: Report<AnyMove>,
    /// What the values of the report measure.
    unit: &'static str,
    /// The chances of all players.
    chances: Chances,
    /// The mover's chance with each of the report's moves; `None` where it was never looked at.
    moves: Vec<Option<f64>>,
}

fn move_chances(scale: &mut ChanceScale<AnyGame>, opened: &OpenedGame, report: &Report<AnyMove>) -> Vec<Option<f64>> {
    let Some(mover) = opened.game.mover(&opened.position) else { return vec![None; report.moves.len()] };
    let mut chance = |root: &RootMove<AnyMove>| chances_of_move(scale, &opened.game, &opened.position, root).of(mover);
    report.moves.iter().map(|root| root.value.is_finite().then(|| chance(root))).collect()
}

impl Analyze {
    fn as_json(&self, opened: &OpenedGame, found: &Found) -> Value {
        let (game, report) = (&opened.game, &found.report);
        let text = |mv: AnyMove| opened.game.move_text(&opened.position, mv);
        json!({
            "game": opened.name,
            "variant": game.variant_text(),
            "position": game.position_text(&opened.position),
            "player": self.spec.to_string(),
            "best": best_json(opened, report),
            "value": report.value,
            "unit": found.unit,
            "chances": found.chances.as_slice(),
            "exact": report.exact,
            "plies_to_end": report.plies_to_end,
            "pv": line_texts(opened, report),
            "moves": report.moves.iter().zip(&found.moves).map(|(root, chance)| {
                let mut fields = move_json(&text, root);
                fields["chance"] = json!(chance);
                fields
            }).collect::<Vec<_>>(),
            "depth": report.depth,
            "nodes": report.nodes,
            "seconds": report.time.as_secs_f64(),
            "stopped": report.stopped.name(),
            "choice": (game.turn(&opened.position) != Turn::Over).then(|| report.basis.name()),
            "iterations": report.iterations.iter().map(|it| iteration_json(&text, it)).collect::<Vec<_>>(),
            "table": report.table.map(|used| json!({
                "bytes": used.bytes, "probes": used.probes, "hits": used.hits, "stores": used.stores,
            })),
            "schema": "plyground-analyze-1",
        })
    }

    fn as_text(&self, opened: &OpenedGame, found: &Found) -> String {
        let (game, report, unit) = (&opened.game, &found.report, found.unit);
        let mut text = format!("position: {}\n", game.position_text(&opened.position));
        let names: Vec<String> = PlayerId::all(game.facts().players).map(|player| opened.player_name(player)).collect();
        let words = describe(&found.chances, &names, report.plies_to_end);
        let exact = if report.exact { ", proven" } else { "" };
        match game.turn(&opened.position) {
            Turn::Over => {
                let _ = writeln!(text, "the game is over: {}", result_words(&found.chances, &names));
            }
            Turn::Chance => {
                let _ = writeln!(text, "chances before the roll: {words}");
                let _ = writeln!(text, "value before the roll: {} {unit}{exact}", rounded(report.value));
                for (face, best) in by_face(opened, report) {
                    let _ = writeln!(text, "  {face}: {}", best.unwrap_or_else(|| "-".to_string()));
                }
            }
            Turn::Player(_) => {
                let best = report.best.map_or_else(|| "-".to_string(), |mv| game.move_text(&opened.position, mv));
                let _ = writeln!(text, "chances: {words}");
                let _ = writeln!(text, "best: {best}, value {} {unit}{exact}", rounded(report.value));
                if !report.line.is_empty() {
                    let _ = writeln!(text, "line: {}", line_texts(opened, report).join(" "));
                }
                for (root, chance) in report.moves.iter().zip(&found.moves).take(self.lines.max(1)) {
                    let bound = if root.exact { "" } else { " at most" };
                    let mv = game.move_text(&opened.position, root.mv);
                    let chance = chance.map(|chance| format!(" ({:.1} %)", 100.0 * chance)).unwrap_or_default();
                    let _ = writeln!(text, "  {mv:<10}{bound} {}{chance}", rounded(root.value));
                }
            }
        }
        let seconds = report.time.as_secs_f64();
        let speed = if seconds > 0.0 { report.nodes as f64 / seconds / 1e6 } else { 0.0 };
        let _ = writeln!(
            text,
            "depth {}, {} nodes, {seconds:.3} s ({speed:.2} M nodes/s), stopped by {}{}",
            report.depth,
            report.nodes,
            report.stopped.name(),
            if report.basis == Basis::Static { "; chosen without a search" } else { "" }
        );
        text
    }
}

/// Four decimals at most: nobody reads more of a probability, and points have none.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4 + 0.0 // no negative zero
}

/// How a finished game ended.
fn result_words(chances: &Chances, names: &[String]) -> String {
    let firsts =
        names.iter().zip(chances.as_slice()).filter(|(_, chance)| **chance > 0.0).map(|(name, _)| name.as_str());
    match firsts.collect::<Vec<_>>()[..] {
        [winner] => format!("{winner} won"),
        ref shared if shared.len() == names.len() => "a draw".to_string(),
        ref shared => format!("{} share the first place", shared.join(" and ")),
    }
}

/// The best move for each face that can be rolled.
fn by_face(opened: &OpenedGame, report: &Report<AnyMove>) -> Vec<(usize, Option<String>)> {
    let mut rolled = opened.position.clone();
    let mut faces = Vec::new();
    for (face, best) in report.by_outcome.iter().enumerate() {
        if opened.game.outcomes(&opened.position).get(face).is_some_and(|probability| *probability > 0.0) {
            let undo = opened.game.roll(&mut rolled, face);
            faces.push((face + 1, best.map(|mv| opened.game.move_text(&rolled, mv))));
            opened.game.unroll(&mut rolled, face, undo);
        }
    }
    faces
}

fn best_json(opened: &OpenedGame, report: &Report<AnyMove>) -> Value {
    if opened.game.turn(&opened.position) == Turn::Chance {
        let faces: Map<String, Value> =
            by_face(opened, report).into_iter().map(|(face, best)| (face.to_string(), json!(best))).collect();
        return Value::Object(faces);
    }
    json!(report.best.map(|mv| opened.game.move_text(&opened.position, mv)))
}

/// The expected line, as far as it can be played without rolling dice.
fn line_texts(opened: &OpenedGame, report: &Report<AnyMove>) -> Vec<String> {
    let mut position = opened.position.clone();
    let mut texts = Vec::new();
    for &mv in &report.line {
        if opened.game.turn(&position).player().is_none() || !opened.game.is_legal(&position, mv) {
            break;
        }
        texts.push(opened.game.move_text(&position, mv));
        opened.game.make(&mut position, mv);
    }
    texts
}

fn move_json<M: Copy>(text: &impl Fn(M) -> String, root: &RootMove<M>) -> Value {
    // A move that was never looked at has no value at all.
    let value = if root.value.is_finite() { json!(root.value) } else { Value::Null };
    json!({"move": text(root.mv), "value": value, "exact": root.exact, "effort": root.effort})
}

fn iteration_json<M: Copy>(text: &impl Fn(M) -> String, iteration: &Iteration<M>) -> Value {
    json!({
        "depth": iteration.depth,
        "value": iteration.value,
        "nodes": iteration.nodes,
        "seconds": iteration.time.as_secs_f64(),
        "predicted_seconds": iteration.predicted.map(|time| time.as_secs_f64()),
        "window": iteration.window.map(|Window { low, high }| json!([low, high])),
        "fail_low": iteration.fail_low,
        "fail_high": iteration.fail_high,
        "best": iteration.best.map(text),
        "moves": iteration.moves.iter().map(|root| move_json(text, root)).collect::<Vec<_>>(),
    })
}
