//! `plyground calibrate`.

use crate::args::CalibrateArgs;
use crate::opened_game::{find_map, read_limited};
use crate::{Answer, print};
use anyhow::{Context, Result};
use plyground_arena::calibration::{CalibrationPlan, Observation, Observations, Reliability, fit, observe};
use plyground_core::chance_table::{ChanceModel, ModelSection, parse_chance_tables, write_chance_tables};
use plyground_core::{Chances, Setup};
use plyground_search::Limits;
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Bins may be off by this much.
const ALLOWED_ERROR: f64 = 0.03;
/// How many positions a player visits per move unless something else is asked for.
const NODES: u64 = 1_000;
/// Files of tables are small.
const LARGEST_FILE: u64 = 1 << 20;

/// Plays games, then fits or checks.
pub fn run(args: &CalibrateArgs) -> Result<Answer> {
    let limits = args.limits.limits();
    let unlimited = limits == Limits::default();
    let plan = CalibrationPlan {
        game: args.game.clone(),
        boards: boards(args)?,
        moves: args.moves.clone().unwrap_or_default(),
        spec: args.player.parse()?,
        limits: if unlimited { Limits::nodes(NODES) } else { limits },
        games: args.games,
        seed: args.seed,
    };
    let old = args.out.as_deref().filter(|path| path.exists()).map(read_tables).transpose()?;
    let seen = observe(&plan)?;
    let model = (!args.check).then(|| fit(&seen.list, seen.unit));
    let report = CalibrationReport::new(&seen, model.as_ref());
    if let (Some(path), Some(model)) = (&args.out, &model) {
        let section = ModelSection { key: seen.key.clone(), notes: notes(args, &seen, &report), model: model.clone() };
        write_tables(path, old.unwrap_or_default(), section)?;
    }
    let beside = args.out.as_ref().map(|path| path.with_extension("svg"));
    if let Some(path) = args.plot.as_ref().or(beside.as_ref()) {
        fs::write(path, report.all.svg(&title(args, &seen)))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        print::json(&as_json(args, &seen, &report, model.as_ref()))?;
    } else {
        print::text(&as_text(args, &seen, &report, model.as_ref()))?;
    }
    Ok(if args.check && report.all.mean_error > ALLOWED_ERROR { Answer::No } else { Answer::Yes })
}

/// Each map or variant as a board; the usual board if there is none.
fn boards(args: &CalibrateArgs) -> Result<Vec<Setup>> {
    let base = Setup { position: args.position.clone(), lenient: args.lenient, ..Setup::default() };
    if !args.maps.is_empty() {
        let with = |map: &String| Ok(Setup { map: Some(find_map(&args.game, map)?), ..base.clone() });
        return args.maps.iter().map(with).collect();
    }
    if args.variants.is_empty() {
        return Ok(vec![base]);
    }
    Ok(args.variants.iter().map(|variant| Setup { variant: Some(variant.clone()), ..base.clone() }).collect())
}

/// Predictions against results: all of them, and with dice those before and after a roll.
struct CalibrationReport {
    all: Reliability,
    before_roll: Option<Reliability>,
    after_roll: Option<Reliability>,
}

impl CalibrationReport {
    fn new(seen: &Observations, model: Option<&ChanceModel>) -> Self {
        let predict = |one: &Observation| -> Chances { model.map_or(one.predicted, |model| model.chances(&one.input)) };
        let (before, after): (Vec<_>, Vec<_>) = seen.list.iter().copied().partition(|one| one.before_roll);
        let with_dice = !before.is_empty();
        CalibrationReport {
            all: Reliability::new(&seen.list, predict),
            before_roll: with_dice.then(|| Reliability::new(&before, predict)),
            after_roll: with_dice.then(|| Reliability::new(&after, predict)),
        }
    }

    /// The parts with what to call them.
    fn parts(&self) -> impl Iterator<Item = (&'static str, &Reliability)> {
        let named = [("before the roll", &self.before_roll), ("after the roll", &self.after_roll)];
        named.into_iter().filter_map(|(name, part)| part.as_ref().map(|part| (name, part)))
    }
}

fn title(args: &CalibrateArgs, seen: &Observations) -> String {
    let key = &seen.key;
    format!("{}: {} board, {} players, {}, {} games", args.game, key.board, key.players, key.evaluation, seen.games)
}

/// What was typed, as far as it changes the result.
fn command_line(args: &CalibrateArgs) -> String {
    let mut words = vec![format!("plyground calibrate {}", args.game)];
    words.extend(args.variants.iter().map(|variant| format!("--variant \"{variant}\"")));
    words.extend(args.maps.iter().map(|map| format!("--map \"{map}\"")));
    words.extend(args.position.iter().map(|text| format!("--position \"{text}\"")));
    words.extend(args.moves.iter().map(|text| format!("--moves \"{text}\"")));
    if args.player != "best" {
        words.push(format!("--player \"{}\"", args.player));
    }
    words.push(format!("--games {} --seed {}", args.games, args.seed));
    words.extend(args.limits.nodes.map(|nodes| format!("--nodes {nodes}")));
    words.extend(args.limits.depth.map(|depth| format!("--depth {depth}")));
    words.extend(args.limits.iterations.map(|iterations| format!("--iterations {iterations}")));
    words.extend(args.limits.time.map(|time| format!("--time {}ms", time.as_millis())));
    words.join(" ")
}

fn notes(args: &CalibrateArgs, seen: &Observations, report: &CalibrationReport) -> Vec<String> {
    let (games, positions, error) = (seen.games, seen.list.len(), 100.0 * report.all.mean_error);
    vec![
        command_line(args),
        format!("{positions} positions of {games} games; mean error of the bins {error:.1} points"),
    ]
}

fn read_tables(path: &Path) -> Result<Vec<ModelSection>> {
    let text = read_limited(path, LARGEST_FILE)?;
    parse_chance_tables(&text).with_context(|| format!("{} is no file of chance tables", path.display()))
}

/// Writes the file with this section in place of the one of the same key.
fn write_tables(path: &Path, mut sections: Vec<ModelSection>, section: ModelSection) -> Result<()> {
    sections.retain(|old| old.key != section.key);
    sections.push(section);
    sections.sort_by(|a, b| a.key.cmp(&b.key));
    fs::write(path, write_chance_tables(&sections)).with_context(|| format!("cannot write {}", path.display()))
}

fn as_text(
    args: &CalibrateArgs,
    seen: &Observations,
    report: &CalibrationReport,
    model: Option<&ChanceModel>,
) -> String {
    let mut text = format!("{}\n", title(args, seen));
    let _ =
        writeln!(text, "{} positions with values in {}; {} more were proven", seen.list.len(), seen.unit, seen.proven);
    if let Some(model) = model {
        let _ = writeln!(text, "\nweights, values on the scale {}:", model.scale);
        let mut rows = vec![["progress", "to move", "searched", "seat", "first", "curve"].map(String::from).to_vec()];
        rows.extend(model.rows.iter().map(|row| {
            let numbers = row.weights().map(|weight| format!("{weight:.3}"));
            std::iter::once(format!("{:.0} %", 100.0 * row.progress)).chain(numbers).collect()
        }));
        text.push_str(&print::columns(&rows));
    }
    let _ = writeln!(text, "\nchances in per cent:\n{}", bins_text(&report.all));
    for (name, part) in report.parts() {
        let _ = writeln!(text, "{name}: mean error of the bins {:.1} points", 100.0 * part.mean_error);
    }
    let (error, unweighted) = (100.0 * report.all.mean_error, 100.0 * report.all.unweighted_error);
    let _ = writeln!(
        text,
        "mean error of the bins {error:.1} points, weighted by positions; {unweighted:.1} if every bin counts once"
    );
    if args.check {
        let is_fine = report.all.mean_error <= ALLOWED_ERROR;
        let verdict = if is_fine { "calibrated" } else { "not calibrated" };
        let _ = writeln!(text, "{verdict}: {} points are allowed", 100.0 * ALLOWED_ERROR);
    }
    text
}

fn bins_text(reliability: &Reliability) -> String {
    let mut rows = vec![["predicted", "observed", "error", "±", "positions", "games"].map(String::from).to_vec()];
    for bin in &reliability.bins {
        let numbers = [bin.predicted, bin.observed, bin.error(), 2.0 * bin.deviation];
        let mut row: Vec<String> = numbers.iter().map(|number| format!("{:.1}", 100.0 * number)).collect();
        row.extend([bin.count.to_string(), bin.games.to_string()]);
        rows.push(row);
    }
    print::columns(&rows)
}

fn as_json(
    args: &CalibrateArgs,
    seen: &Observations,
    report: &CalibrationReport,
    model: Option<&ChanceModel>,
) -> Value {
    let bins = |reliability: &Reliability| {
        let bins = reliability.bins.iter().map(|bin| {
            json!({"predicted": bin.predicted, "observed": bin.observed, "error": bin.error(),
                "standard_error": bin.deviation, "positions": bin.count, "games": bin.games})
        });
        json!({"bins": bins.collect::<Vec<_>>(), "mean_error": reliability.mean_error,
            "unweighted_error": reliability.unweighted_error})
    };
    let rows = |model: &ChanceModel| {
        let rows = model.rows.iter().map(
            |row| json!({"progress": row.progress, "to_move": row.to_move, "searched": row.searched, "seat": row.seat, "first": row.first,
                "curve": row.curve}),
        );
        json!({"scale": model.scale.to_string(), "rows": rows.collect::<Vec<_>>()})
    };
    let parts: serde_json::Map<String, Value> =
        report.parts().map(|(name, part)| (name.replace(" the ", "_"), bins(part))).collect();
    json!({
        "game": args.game,
        "board": seen.key.board,
        "players": seen.key.players,
        "evaluation": seen.key.evaluation,
        "player": args.player,
        "unit": seen.unit,
        "seed": args.seed,
        "games": seen.games,
        "positions": seen.list.len(),
        "proven": seen.proven,
        "model": model.map(rows),
        "reliability": bins(&report.all),
        "dice": (!parts.is_empty()).then_some(parts),
        "mean_error": report.all.mean_error,
        "calibrated": args.check.then_some(report.all.mean_error <= ALLOWED_ERROR),
        "schema": "plyground-calibrate-1",
    })
}
