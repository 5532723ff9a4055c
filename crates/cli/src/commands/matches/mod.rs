//! `plyground match`.

mod files;
mod progress;
mod report;

pub(super) use report::{percent, sprt_json};

use crate::args::{FaultPolicy, MatchArgs, OpeningOrder};
use crate::opened_game::{OpenedGame, read_limited, setup_of};
use crate::{Answer, print, signal};
use anyhow::{Result, anyhow, bail};
use files::PlayerLogs;
pub(in crate::commands) use files::final_position;
use plyground_arena::stats::{Sprt, SprtDecision, Tally};
use plyground_arena::{
    Adjudication, EngineList, Entrant, Lineup, Match, MatchResult, OpeningRule, OpeningSource, PlayedGame, RecordLevel,
    Termination, TimeRules, is_time_bound,
};
use plyground_core::{GameVisitor, MapText, Playable, Rng, Turn, parse_moves};
use plyground_engine::Spec;
use plyground_games::registry;
use plyground_search::Limits;
use progress::MatchProgress;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The thinking time when no limit is given and a player would search forever.
const DEFAULT_TIME: Duration = Duration::from_millis(100);
/// Files of openings are lists that people write or generate; this is plenty.
const LARGEST_OPENINGS: u64 = 64 << 20;

/// Plays a match.
pub fn run(args: &MatchArgs) -> Result<Answer> {
    if let Some(cores) = &args.affinity {
        use_cores(&cores.0)?;
    }
    let engines = args.engines.as_deref().map(EngineList::load).transpose()?.unwrap_or_default();
    let specs = args.players.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
    let mut specs: Vec<Spec> = specs.into_iter().map(|spec| engines.resolve(spec)).collect();
    let given: Vec<Option<String>> = specs.iter_mut().map(Spec::take_name).collect();
    let names: Vec<String> =
        given.iter().zip(&specs).map(|(name, spec)| name.clone().unwrap_or_else(|| spec.to_string())).collect();
    let setup = setup_of(&args.place)?;
    let limits = limits_of(args, &specs);
    let time_rules = TimeRules { limits, clock: args.clock, margin: args.margin, ..TimeRules::default() };
    let jobs = args.jobs.map_or_else(cores, usize::from);
    warn_about_cores(jobs, &specs, limits.time.is_some() || args.clock.is_some());
    let entrants = specs.into_iter().map(|spec| Entrant { time_rules: time_rules.for_spec(&spec), spec }).collect();
    let openings = match &args.openings_file {
        // Read when the game is open.
        Some(_) => OpeningSource::Rule(OpeningRule::Auto),
        None => OpeningSource::parse(&args.openings, &args.place.game, &setup).map_err(|reason| anyhow!(reason))?,
    };
    let plan = Match {
        entrants,
        games: args.games,
        seed: args.seed.unwrap_or_else(clock_seed),
        jobs,
        openings,
        sprt: test_of(args)?,
        keep: match (args.thoughts || args.log.is_some(), args.out.is_some()) {
            (true, _) => RecordLevel::TextAndEvaluations,
            (false, true) => RecordLevel::Text,
            (false, false) => RecordLevel::Result,
        },
        longest: args.max_turns.map(|turns| turns as usize),
        adjudication: Adjudication { resign: args.resign, draw: args.draw, solved: args.solved },
    };
    let is_named = given.iter().any(Option::is_some);
    let command = MatchCommand { args, plan, names, is_named, map: setup.map.clone() };
    registry::visit(&args.place.game, &setup, command)?
}

/// The positions of a file in the order asked for.
fn listed_openings<G: Playable>(file: &Path, args: &MatchArgs, game: &G, seed: u64) -> Result<OpeningSource> {
    let text = read_limited(file, LARGEST_OPENINGS)?;
    let mut positions = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        // A position may begin with `#`; a comment has a blank after it.
        if line.is_empty() || line.starts_with("# ") {
            continue;
        }
        let place = || format!("{}, line {}", file.display(), number + 1);
        let position = game.parse_position(line).map_err(|error| anyhow!("{}: {error}", place()))?;
        if game.turn(&position) == Turn::Over {
            bail!("{}: the game is over before it begins", place());
        }
        positions.push(game.position_text(&position));
    }
    if positions.is_empty() {
        bail!("{} has no positions", file.display());
    }
    if args.openings_order == OpeningOrder::Random {
        let mut rng = Rng::seeded(seed);
        for last in (1..positions.len()).rev() {
            positions.swap(last, rng.below(last + 1));
        }
    }
    let offset = args.openings_offset % positions.len();
    positions.rotate_left(offset);
    Ok(OpeningSource::Positions(positions))
}

/// Says so where players would disturb each other's clocks.
fn warn_about_cores(jobs: usize, specs: &[Spec], timed: bool) {
    let threads = |spec: &Spec| -> usize {
        let given = spec.args.iter().find(|arg| arg.name.as_deref() == Some("threads"));
        given.and_then(|arg| arg.value.text().parse().ok()).unwrap_or(1)
    };
    let busy = jobs * specs.iter().map(threads).max().unwrap_or(1);
    if timed && busy > cores() {
        let cores = cores();
        print::warn(&format!(
            "{busy} threads think at a time on {cores} cores, so times per move mean less; --jobs {} would not disturb them",
            (cores * jobs / busy).max(1)
        ));
    }
}

/// Binds this process, and with it everything that it starts, to these cores.
#[cfg(target_os = "linux")]
fn use_cores(cores: &[usize]) -> Result<()> {
    let mut set = rustix::thread::CpuSet::new();
    for core in cores {
        set.set(*core);
    }
    let bound = rustix::thread::sched_setaffinity(None, &set);
    bound.map_err(|error| anyhow!("--affinity: the system refuses these cores: {error}"))
}

#[cfg(not(target_os = "linux"))]
fn use_cores(_cores: &[usize]) -> Result<()> {
    bail!("--affinity works on Linux only")
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
    /// What the players are called: the name in the spec, or the spec.
    names: Vec<String>,
    is_named: bool,
    map: Option<MapText>,
}

impl GameVisitor for MatchCommand<'_> {
    type Output = Result<Answer>;

    fn visit<G: Playable>(mut self, game: G, start: G::Position) -> Result<Answer> {
        let place = &self.args.place;
        let mut position = start.clone();
        let events = parse_moves(&game, &mut position, place.moves.as_deref().unwrap_or(""))?;
        if let Some(file) = &self.args.openings_file {
            self.plan.openings = listed_openings(file, self.args, &game, self.plan.seed)?;
        }
        if self.plan.adjudication.is_set() && game.facts().players != 2 {
            bail!("--resign, --draw and --solved are for games of two players");
        }
        self.run(&OpenedGame { name: place.game.clone(), game, start, events, position })
    }
}

impl MatchCommand<'_> {
    fn specs(&self) -> Vec<String> {
        self.plan.entrants.iter().map(|entrant| entrant.spec.to_string()).collect()
    }

    fn run<G: Playable>(&self, opened: &OpenedGame<G>) -> Result<Answer> {
        let args = self.args;
        let lineup = Lineup { players: self.plan.entrants.len(), seats: opened.game.facts().players };
        if !(2..=lineup.seats).contains(&lineup.players) {
            // The match would say so too, but not before a file is overwritten.
            let (seats, players) = (lineup.seats, lineup.players);
            let range = if seats == 2 { "exactly 2".to_string() } else { format!("2 to {seats}") };
            bail!("the board has {seats} seats, so {range} players can share it, not {players}");
        }
        let interrupt = signal::interrupt(signal::GAMES);
        let (mut file, played) = self.open_records(opened, lineup)?;
        if !played.is_empty() {
            print::note(&format!("{} of {} games are there already", played.len(), self.plan.games));
        }
        let mut logs = args.log.as_deref().map(|folder| PlayerLogs::create(folder, &self.names)).transpose()?;
        let mut progress = MatchProgress::new(&self.plan, args.progress, played.len() as u64);
        let mut written = Ok(());
        let begun = Instant::now();
        let watch = |tally: &Tally, number: u64, game: &PlayedGame| {
            progress.show(tally);
            if written.is_ok() {
                written = (|| {
                    if let Some(file) = &mut file {
                        file.write(&self.record(opened, tally, number, game))?;
                        if args.resume {
                            file.flush()?;
                        }
                    }
                    logs.as_mut().map_or(Ok(()), |logs| logs.write(lineup, number, game))
                })();
            }
            let faulty = game.outcome.faults.iter().any(|fault| fault.kind.is_fault());
            if written.is_err() || faulty && args.on_fault == FaultPolicy::Stop {
                interrupt.press();
            }
        };
        let result = self.plan.resume(&opened.game, &opened.position, &played, &interrupt, watch);
        let took = begun.elapsed();
        progress.wipe();
        let result = result?;
        progress.finish(&result.tally);
        written.and_then(|()| file.map_or(Ok(()), files::Lines::finish))?;
        logs.map_or(Ok(()), PlayerLogs::finish)?;
        if args.json {
            print::json(&self.as_json(opened, &result, took))?;
        } else {
            print::text(&self.as_text(&result, took))?;
        }
        Ok(self.answer(&result))
    }

    fn answer(&self, result: &MatchResult) -> Answer {
        let faults: u64 = (result.tally.players().iter())
            .flat_map(|player| {
                Termination::ALL.into_iter().filter(|kind| kind.is_fault()).map(|kind| player.ended(kind))
            })
            .sum();
        if faults > 0 && (self.args.strict || self.args.on_fault == FaultPolicy::Stop) {
            let games = if faults == 1 { "a game".to_string() } else { format!("{faults} games") };
            print::note(&format!("a player was at fault in {games} of {}", result.tally.games()));
            return Answer::No;
        }
        if result.interrupted {
            print::note(&format!("stopped after {} of {} games", result.tally.games(), self.plan.games));
            return Answer::Unfinished;
        }
        let rejected = result.sprt.is_some_and(|state| state.decision == SprtDecision::Rejected);
        if rejected { Answer::No } else { Answer::Yes }
    }
}
