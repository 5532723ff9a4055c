//! `plyground einstein endgame`.

use super::time_left;
use crate::args::{BuildArgs, EndgameCommand, ListArgs, ProbeArgs, VerifyArgs};
use crate::commands::matches::cores;
use crate::print::LiveLine;
use crate::{Answer, data, print, signal};
use anyhow::{Result, bail};
use plyground_core::{Game, Notation, PlayerId};
use plyground_endgame::{LARGEST, Library, Listed, SMALL, build, error_bound, list, shared, verify};
use plyground_games::einstein::{Einstein, Position};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Does what was asked.
pub fn run(command: &EndgameCommand) -> Result<Answer> {
    match command {
        EndgameCommand::Build(args) => make(args),
        EndgameCommand::Probe(args) => probe(args),
        EndgameCommand::Verify(args) => check(args),
        EndgameCommand::List(args) => show(args),
    }
}

fn make(args: &BuildArgs) -> Result<Answer> {
    let folder = data::endgames(args.data.data.as_deref())?;
    let threads = args.threads.map_or_else(cores, usize::from);
    let interrupt = signal::interrupt(signal::WORK);
    let stop = AtomicBool::new(false);
    let mut live = LiveLine::default();
    let begun = Instant::now();
    let built = build(&folder, args.stones, threads, &stop, |progress| {
        stop.fetch_or(interrupt.is_pressed(), Ordering::Relaxed);
        live.show(|| {
            let share = 100.0 * progress.positions / progress.todo.max(1.0);
            let left = time_left(begun, progress.positions, progress.todo);
            format!("{} of {} files, {share:.1} % of the positions{left}", progress.files, progress.of)
        });
    });
    live.wipe();
    let built = built?;
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        print::json(&json!({
            "folder": folder.to_string_lossy(), "stones": args.stones, "written": built.written, "kept": built.kept,
            "positions": built.positions, "bytes": built.bytes, "seconds": seconds, "complete": !built.stopped,
            "error_bound": error_bound(args.stones), "schema": "plyground-endgame-build-1",
        }))?;
    } else {
        print::text(&format!(
            "{} files written, {} kept in {}; {} positions computed, {} on disk, {seconds:.1} s\n",
            built.written,
            built.kept,
            folder.display(),
            built.positions,
            size(built.bytes)
        ))?;
    }
    if built.stopped {
        print::note("stopped; the same command goes on");
        return Ok(Answer::Unfinished);
    }
    Ok(Answer::Yes)
}

fn probe(args: &ProbeArgs) -> Result<Answer> {
    data::offer_endgames(args.data.data.as_deref());
    let game = Einstein::standard();
    let mut position = game.parse_position(&args.position)?;
    let stones: usize = PlayerId::all(2).map(|player| position.stones(player).count()).sum();
    if position.winner().is_some() {
        bail!("the game is over there");
    }
    let rolled = position.die();
    if let Some((before, _)) = game.before_roll(&position) {
        position = before;
    }
    let library = shared();
    let Some(value) = library.value(&position) else {
        bail!("{}", why_unknown(library, stones));
    };
    let faces: Vec<usize> = rolled.map_or_else(|| (0..6).collect(), |face| vec![face]);
    let mut rows = Vec::new();
    for face in faces {
        let undo = game.roll(&mut position, face);
        let moves = rated(&game, library, &position)?;
        game.unroll(&mut position, face, undo);
        rows.push((face, moves));
    }
    let bound = error_bound(stones);
    if args.json {
        let dice = rows.iter().map(|(face, moves)| {
            let moves: Map<String, Value> = moves.iter().map(|(text, value)| (text.clone(), json!(value))).collect();
            json!({"die": face + 1, "value": best(&rows, *face), "moves": moves})
        });
        print::json(&json!({
            "game": "einstein", "position": game.position_text(&position), "stones": stones, "value": value,
            "unit": "win probability", "exact": true, "error_bound": bound, "dice": dice.collect::<Vec<_>>(),
            "schema": "plyground-endgame-probe-1",
        }))?;
        return Ok(Answer::Yes);
    }
    let mut text = format!("{}\nbefore the roll: {value:.5} (exact to {bound:.6})\n", game.position_text(&position));
    for (face, moves) in &rows {
        let moves: Vec<String> = moves.iter().map(|(text, value)| format!("{text} {value:.5}")).collect();
        let _ = writeln!(text, "  {}: {}", face + 1, moves.join(", "));
    }
    print::text(&text)?;
    Ok(Answer::Yes)
}

fn why_unknown(library: &Library, stones: usize) -> String {
    if stones <= library.stones() {
        return "the database of this position is damaged; `plyground einstein endgame list --check` tells more".into();
    }
    let known = library.stones();
    let build = if stones > LARGEST {
        format!("{LARGEST} is the most there can be")
    } else {
        format!("`plyground einstein endgame build --stones {stones}` makes the others")
    };
    format!("the position has {stones} stones, and the databases here know up to {known}; {build}")
}

/// The moves of a roll with their values, best first.
fn rated(game: &Einstein, library: &Library, position: &Position) -> Result<Vec<(String, f64)>> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut rated = Vec::new();
    for mv in moves {
        let mut next = *position;
        game.make(&mut next, mv);
        let value = match next.winner() {
            Some(_) => Some(1.0),
            None => library.value(&next).map(|lost| 1.0 - lost),
        };
        let Some(value) = value else { bail!("{}", why_unknown(library, 0)) };
        rated.push((game.move_text(position, mv), value));
    }
    rated.sort_by(|a, b| b.1.total_cmp(&a.1));
    Ok(rated)
}

fn best(rows: &[(usize, Vec<(String, f64)>)], face: usize) -> Option<f64> {
    rows.iter().find(|(other, _)| *other == face)?.1.first().map(|(_, value)| *value)
}

fn check(args: &VerifyArgs) -> Result<Answer> {
    data::offer_endgames(args.data.data.as_deref());
    let library = shared();
    let counts: Vec<usize> = match args.stones.map(usize::from) {
        Some(stones) if stones > library.stones() => bail!("{}", why_unknown(library, stones)),
        Some(stones) => vec![stones],
        None => (2..=library.stones()).collect(),
    };
    let interrupt = signal::interrupt(signal::WORK);
    let mut live = LiveLine::default();
    let mut results = Vec::new();
    for stones in counts {
        let samples = args.samples as usize;
        results.push(verify(library, stones, samples, args.seed, |done| {
            live.show(|| format!("{stones} stones: {done} of {samples} positions"));
            !interrupt.is_pressed()
        }));
    }
    live.wipe();
    let sound = results.iter().all(|result| result.wrong.is_empty());
    if args.json {
        let rows = results.iter().map(|result| {
            json!({
                "stones": result.stones, "samples": result.samples, "largest": result.largest, "bound": result.bound,
                "wrong": result.wrong,
            })
        });
        print::json(
            &json!({"sound": sound, "databases": rows.collect::<Vec<_>>(), "schema": "plyground-endgame-verify-1"}),
        )?;
    } else {
        let mut rows = vec![["stones", "samples", "largest difference", "bound", "wrong"].map(String::from).to_vec()];
        rows.extend(results.iter().map(|result| {
            vec![
                result.stones.to_string(),
                result.samples.to_string(),
                format!("{:.7}", result.largest),
                format!("{:.7}", result.bound),
                result.wrong.len().to_string(),
            ]
        }));
        let wrong: String =
            results.iter().flat_map(|result| &result.wrong).map(|text| format!("wrong: {text}\n")).collect();
        print::text(&(print::columns(&rows) + &wrong))?;
    }
    if interrupt.is_pressed() {
        return Ok(Answer::Unfinished);
    }
    Ok(if sound { Answer::Yes } else { Answer::No })
}

fn show(args: &ListArgs) -> Result<Answer> {
    let folder = data::endgames(args.data.data.as_deref())?;
    let mut rows = vec![["stones", "files", "positions", "size", "exact to", ""].map(String::from).to_vec()];
    let mut documents = Vec::new();
    let mut problems = Vec::new();
    for stones in 2..=LARGEST {
        let files = list(&folder, stones, args.check);
        let there: Vec<&Listed> = files.iter().filter(|file| file.bytes.is_some() && file.problem.is_none()).collect();
        problems.extend(files.iter().filter_map(|file| Some(format!("{} {}", file.name, file.problem.as_ref()?))));
        let bytes: u64 = there.iter().filter_map(|file| file.bytes).sum();
        let positions: u64 = there.iter().map(|file| file.positions).sum();
        let complete = there.len() == files.len();
        let state = match complete {
            true => "complete",
            false if stones <= SMALL => "made when needed",
            false => "incomplete",
        };
        documents.push(json!({
            "stones": stones, "files": there.len(), "of": files.len(), "positions": positions, "bytes": bytes,
            "error_bound": error_bound(stones), "complete": complete,
        }));
        rows.push(vec![
            stones.to_string(),
            format!("{} of {}", there.len(), files.len()),
            positions.to_string(),
            size(bytes),
            format!("{:.6}", error_bound(stones)),
            state.to_string(),
        ]);
    }
    if args.json {
        print::json(&json!({
            "folder": folder.to_string_lossy(), "databases": documents, "problems": problems,
            "schema": "plyground-endgame-list-1",
        }))?;
    } else {
        let problems: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
        print::text(&format!("{}\n\n{}{problems}", folder.display(), print::columns(&rows)))?;
    }
    Ok(if problems.is_empty() { Answer::Yes } else { Answer::No })
}

/// Bytes in the unit that suits them.
fn size(bytes: u64) -> String {
    match bytes as f64 {
        bytes if bytes >= 1e9 => format!("{:.2} GB", bytes / 1e9),
        bytes if bytes >= 1e6 => format!("{:.1} MB", bytes / 1e6),
        bytes => format!("{:.1} KB", bytes / 1e3),
    }
}
