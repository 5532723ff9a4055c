//! `plyground match`.

use crate::args::MatchArgs;
use crate::opened_game::{OpenedGame, setup_of};
use crate::print::LiveLine;
use crate::{Answer, print, signal};
use anyhow::{Context, Result, anyhow, bail};
use plyground_arena::stats::{PlayerTally, Sprt, SprtDecision, SprtState, Tally, elo_of_score, normalized_elo};
use plyground_arena::{
    Entrant, Match, MatchResult, OpeningSource, PlayedGame, RecordDocument, RecordLevel, RefereeDetails,
};
use plyground_arena::{Termination, TimeRules, is_time_bound};
use plyground_core::{GameVisitor, MapText, Playable, parse_moves};
use plyground_engine::Spec;
use plyground_games::registry;
use plyground_search::Limits;
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The thinking time when no limit is given and a player would search forever.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// Plays a match.
pub fn run(args: &MatchArgs) -> Result<Answer> {
    let specs = args.players.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
    let setup = setup_of(&args.place)?;
    let openings = OpeningSource::parse(&args.openings, &args.place.game, &setup).map_err(|reason| anyhow!(reason))?;
    let limits = limits_of(args, &specs);
    let time_rules = TimeRules { limits, clock: args.clock, margin: args.margin, ..TimeRules::default() };
    let entrants = specs.into_iter().map(|spec| Entrant { time_rules: time_rules.for_spec(&spec), spec }).collect();
    let plan = Match {
        entrants,
        games: args.games,
        seed: args.seed.unwrap_or_else(clock_seed),
        jobs: args.jobs.map_or_else(cores, usize::from),
        openings,
        sprt: test_of(args)?,
        keep: if args.out.is_some() { RecordLevel::Text } else { RecordLevel::Result },
        longest: args.max_turns.map(|turns| turns as usize),
    };
    let map = setup.map.clone();
    let command = MatchCommand { args, plan, map };
    registry::visit(&args.place.game, &setup, command)?
}

fn limits_of(args: &MatchArgs, specs: &[Spec]) -> Limits {
    let limits = args.limits.limits();
    if args.clock.is_none() && specs.iter().any(is_time_bound) { limits_or_default(limits) } else { limits }
}

/// The limits, or a short time where there are none.
pub fn limits_or_default(limits: Limits) -> Limits {
    if limits.is_endless() {
        print::note(&format!("no limit was given, so players think {} ms a move", DEFAULT_TIME.as_millis()));
        return Limits::time(DEFAULT_TIME);
    }
    limits
}

fn test_of(args: &MatchArgs) -> Result<Option<Sprt>> {
    if args.sprt.is_none() && args.sprt_settings.is_given() {
        bail!("--alpha, --beta and --model belong to a sequential test; add --sprt E0,E1");
    }
    Ok(args.sprt.map(|test| args.sprt_settings.apply(test)).transpose()?)
}

/// As many games at a time as there are cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A seed for people who named none, short enough to be typed again.
fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64 % 1_000_000_000)
}

/// A match, compiled for each game.
struct MatchCommand<'a> {
    args: &'a MatchArgs,
    plan: Match,
    map: Option<MapText>,
}

impl GameVisitor for MatchCommand<'_> {
    type Output = Result<Answer>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Result<Answer> {
        let place = &self.args.place;
        let mut position = start.clone();
        let events = parse_moves(&game, &mut position, place.moves.as_deref().unwrap_or(""))?;
        let opened = &OpenedGame { name: place.game.clone(), game, start, events, position };
        let interrupt = signal::interrupt(signal::GAMES);
        let mut file = self.args.out.as_deref().map(Lines::create).transpose()?;
        let mut live = LiveLine::default();
        let mut written = Ok(());
        let result = self.plan.play(&opened.game, &opened.position, &interrupt, |tally, number, played| {
            live.show(|| score_line(&self.plan, tally));
            if let (Some(file), Ok(())) = (&mut file, &written) {
                written = file.write(&self.record(opened, tally, number, played));
                if written.is_err() {
                    interrupt.press();
                }
            }
        });
        live.wipe();
        let result = result?;
        written.and_then(|()| file.map_or(Ok(()), Lines::finish))?;
        if self.args.json {
            print::json(&self.as_json(opened, &result))?;
        } else {
            print::text(&self.as_text(&result))?;
        }
        if result.interrupted {
            print::note(&format!("stopped after {} of {} games", result.tally.games(), self.plan.games));
            return Ok(Answer::Unfinished);
        }
        let rejected = result.sprt.is_some_and(|state| state.decision == SprtDecision::Rejected);
        Ok(if rejected { Answer::No } else { Answer::Yes })
    }
}

/// A file of JSON lines.
struct Lines {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Lines {
    fn create(path: &Path) -> Result<Self> {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Lines { path: path.to_path_buf(), file: BufWriter::new(file) })
    }

    fn write(&mut self, line: &Value) -> Result<()> {
        writeln!(self.file, "{line}").with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn finish(mut self) -> Result<()> {
        let finish = |file: &mut BufWriter<File>| -> io::Result<()> {
            file.flush()?;
            file.get_ref().sync_all()
        };
        // Pipes and terminals cannot be synced, and need not be.
        match finish(&mut self.file) {
            Err(error) if error.kind() != io::ErrorKind::InvalidInput => {
                Err(error).with_context(|| format!("cannot write {}", self.path.display()))
            }
            _ => Ok(()),
        }
    }
}

impl MatchCommand<'_> {
    fn specs(&self) -> Vec<String> {
        self.plan.entrants.iter().map(|entrant| entrant.spec.to_string()).collect()
    }

    /// The record of one game, which `replay` reads.
    fn record<G: Playable>(&self, opened: &OpenedGame<G>, tally: &Tally, number: u64, played: &PlayedGame) -> Value {
        let lineup = tally.lineup();
        let specs = self.specs();
        let players: Vec<String> = lineup.seated(number).into_iter().map(|player| specs[player].clone()).collect();
        let moves = played.moves.as_deref();
        let document = RecordDocument {
            game: &opened.name,
            variant: &opened.game.variant_text(),
            map: self.map.as_ref(),
            start: moves.map_or("", |moves| &moves.start),
            players: &players,
            moves: moves.map_or("", |moves| &moves.text),
            payoffs: None,
        };
        document.to_json_with(&RefereeDetails {
            outcome: &played.outcome,
            names: None,
            event: None,
            number,
            unit: Some(lineup.unit(number)),
            seed: played.seed,
            evaluations: &[],
        })
    }

    fn as_json<G: Playable>(&self, opened: &OpenedGame<G>, result: &MatchResult) -> Value {
        let tally = &result.tally;
        let many = tally.lineup().seats > 2;
        let players: Vec<Value> = (self.specs().iter().zip(tally.players()).enumerate())
            .map(|(index, (spec, player))| {
                let mut fields = player_json(spec, player, tally.lineup().players == 2);
                if many {
                    fields.insert("placements".into(), json!(tally.places().of(index)));
                }
                Value::Object(fields)
            })
            .collect();
        let openings = match self.plan.openings {
            OpeningSource::Rule(rule) => rule.resolve(&opened.game, opened.position != opened.game.start()).to_string(),
            OpeningSource::Positions(_) => self.args.openings.clone(),
        };
        let mut document = json!({
            "game": opened.name,
            "variant": opened.game.variant_text(),
            "games": tally.games(),
            "seed": self.plan.seed,
            "openings": openings,
            "players": players,
            "seats": tally.seat_scores(),
            "sprt": result.sprt.as_ref().map(sprt_json),
            "schema": "plyground-match-1",
        });
        if tally.lineup().players == 2 {
            document["pairs"] = json!(tally.pairs().0);
            document["normalized_elo"] = json!(normalized_elo(tally.pairs()));
        }
        document
    }

    fn as_text(&self, result: &MatchResult) -> String {
        let tally = &result.tally;
        let two = tally.lineup().players == 2;
        let header = ["player", "wins", "draws", "losses", "score", "95 %", if two { "Elo" } else { "" }, "ms/move"];
        let mut rows = vec![header.map(String::from).to_vec()];
        for (spec, player) in self.specs().iter().zip(tally.players()) {
            let interval = player.units.interval();
            rows.push(vec![
                spec.clone(),
                player.wins.to_string(),
                player.draws.to_string(),
                player.losses.to_string(),
                percent(player.units.score()),
                format!("{} to {}", percent(interval.low), percent(interval.high)),
                if two { elo_text(player) } else { String::new() },
                format!("{:.3}", 1e3 * seconds_per_move(player)),
            ]);
        }
        let mut text = format!("{} games, seed {}\n\n{}", tally.games(), self.plan.seed, print::columns(&rows));
        if two && let Some(first) = tally.players().first() {
            let likely = 100.0 * first.units.superiority();
            text.push_str(&format!("\nthe first player is the better one with {likely:.1} % probability\n"));
        }
        if tally.lineup().seats > 2 {
            text.push_str(&places_text(&self.specs(), tally));
        }
        let seats: Vec<String> = tally.seat_scores().into_iter().map(percent).collect();
        text.push_str(&format!("score by seat: {}\n", seats.join(", ")));
        text.push_str(&terminations_text(&self.specs(), tally));
        if let Some(state) = &result.sprt {
            text.push_str(&sprt_text(state));
        }
        text
    }
}

/// What the players got, whole numbers without a fraction.
fn seconds_per_move(player: &PlayerTally) -> f64 {
    player.effort.time.as_secs_f64() / player.effort.moves.max(1) as f64
}

fn player_json(spec: &str, player: &PlayerTally, two: bool) -> Map<String, Value> {
    let interval = player.units.interval();
    let elo = elo_of_score(player.units.score()).filter(|_| two);
    let ends = elo_of_score(interval.low).zip(elo_of_score(interval.high)).filter(|_| elo.is_some());
    let seconds = player.effort.time.as_secs_f64();
    let speed = if seconds > 0.0 { player.effort.nodes as f64 / seconds } else { 0.0 };
    let ended = Termination::ALL.into_iter().filter(|kind| player.ended(*kind) > 0);
    let mut fields = Map::new();
    fields.insert("spec".into(), spec.into());
    fields.insert("wins".into(), player.wins.into());
    fields.insert("draws".into(), player.draws.into());
    fields.insert("losses".into(), player.losses.into());
    fields.insert("points".into(), json!(player.units.points()));
    fields.insert("score".into(), json!(player.units.score()));
    fields.insert("ci95".into(), json!([interval.low, interval.high]));
    fields.insert("elo".into(), json!(elo));
    fields.insert("elo_ci95".into(), json!(ends.map(|(low, high)| [low, high])));
    fields.insert("superiority".into(), if two { json!(player.units.superiority()) } else { Value::Null });
    fields.insert("seconds_per_move".into(), json!(seconds_per_move(player)));
    fields.insert("nodes_per_second".into(), json!(speed));
    let ended: Map<String, Value> = ended.map(|kind| (kind.name().into(), player.ended(kind).into())).collect();
    fields.insert("terminations".into(), Value::Object(ended));
    fields
}

pub(super) fn sprt_json(state: &SprtState) -> Value {
    json!({
        "elo0": state.test.elo0,
        "elo1": state.test.elo1,
        "alpha": state.test.alpha,
        "beta": state.test.beta,
        "model": state.test.model.name(),
        "llr": state.llr,
        "lower": state.test.lower(),
        "upper": state.test.upper(),
        "pairs": state.pairs.pairs(),
        "result": state.decision.name(),
    })
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn elo_text(player: &PlayerTally) -> String {
    let interval = player.units.interval();
    match (elo_of_score(interval.low), elo_of_score(player.units.score()), elo_of_score(interval.high)) {
        (Some(low), Some(elo), Some(high)) => format!("{elo:+.1} ({low:+.1} to {high:+.1})"),
        (Some(low), _, None) => format!("above {low:+.1}"),
        (None, _, Some(high)) => format!("below {high:+.1}"),
        _ => String::new(),
    }
}

fn places_text(specs: &[String], tally: &Tally) -> String {
    let mut rows = vec![vec!["place".to_string()]];
    rows[0].extend((1..=tally.lineup().seats).map(|place| place.to_string()));
    for (index, spec) in specs.iter().enumerate() {
        let mut row = vec![spec.clone()];
        row.extend(tally.places().of(index).iter().map(u64::to_string));
        rows.push(row);
    }
    format!("\n{}", print::columns(&rows))
}

fn terminations_text(specs: &[String], tally: &Tally) -> String {
    let mut text = String::new();
    for (spec, player) in specs.iter().zip(tally.players()) {
        for kind in Termination::ALL.into_iter().filter(|kind| *kind != Termination::Normal) {
            if player.ended(kind) > 0 {
                text.push_str(&format!("{spec}: {kind} in {} games\n", player.ended(kind)));
            }
        }
    }
    text
}

fn sprt_text(state: &SprtState) -> String {
    let bounds = format!("{:.2} to {:.2}", state.test.lower(), state.test.upper());
    let pairs = state.pairs.0.map(|count| count.to_string()).join(", ");
    format!(
        "SPRT of {} against {} Elo ({}): LLR {:.2} ({bounds}), {}; pairs with 0, ½, 1, 1½, 2 points: {pairs}\n",
        state.test.elo0,
        state.test.elo1,
        state.test.model.name(),
        state.llr,
        state.decision.name()
    )
}

fn score_line(plan: &Match, tally: &Tally) -> String {
    let scores: Vec<String> = tally.players().iter().map(|player| percent(player.units.score())).collect();
    let test = plan.sprt.map(|test| format!(", LLR {:.2}", tally.sprt(&test).llr)).unwrap_or_default();
    format!("{} of {} games: {}{test}", tally.games(), plan.games, scores.join(" - "))
}
