//! Speaks UGI.

use crate::driver::{Driver, MoveRequest, STOP_GRACE, clip, legal, stalled};
use crate::link::{Deadline, Link, Meaning, WaitOutcome};
use crate::{Failure, FailureKind, ProcessSettings};
use plyground_core::{Notation, Playable, Turn, WIN};
use plyground_protocol::ugi::{Answer, Command, Go, Info, OptionInfo, OptionKind, Position, Score, Start};
use plyground_search::{Iteration, Report, StopReason};
use std::time::{Duration, Instant};

/// An option that we set by ourselves, where an engine has it: our own engine repeats its games by it.
const SEED: &str = "Seed";

/// What the engine said of itself.
#[derive(Default)]
pub(crate) struct Ugi {
    options: Vec<OptionInfo>,
    unit: Option<&'static str>,
}

impl Ugi {
    /// The user's wishes, checked against what the engine has.
    fn set_options(&self, link: &mut Link, settings: &ProcessSettings) -> Result<(), Failure> {
        for (name, value) in &settings.options {
            if !self.options.iter().any(|option| option.name.eq_ignore_ascii_case(name)) {
                let names: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
                let what = format!("has no option `{}`; it has: {}", clip(name), names.join(", "));
                return Err(link.failure(FailureKind::Unasked, what));
            }
            link.send(Command::SetOption { name: name.clone(), value: Some(value.clone()) });
        }
        Ok(())
    }

    fn wait_until_ready(&self, link: &mut Link, time: Duration) -> Result<(), Failure> {
        link.send(Command::IsReady);
        let ready = link.wait_for(&Deadline::lasting(time), |line| match line.parse() {
            Ok(Answer::ReadyOk) => Meaning::Wanted(()),
            Ok(_) => Meaning::Useful,
            Err(_) => Meaning::None,
        })?;
        ready.or_else(|| stalled(link, "isready", time))
    }

    /// Waits for `bestmove`, telling about everything on the way.
    fn wait_for_move(
        &self,
        link: &mut Link,
        deadline: &Deadline,
        news: &mut dyn FnMut(&Info),
    ) -> Result<WaitOutcome<Option<String>>, Failure> {
        link.wait_for(deadline, |line| match line.parse() {
            Ok(Answer::BestMove(mv)) => Meaning::Wanted(mv),
            Ok(Answer::Info(info)) => {
                news(&info);
                Meaning::Useful
            }
            Ok(_) => Meaning::Useful,
            Err(_) => Meaning::None,
        })
    }
}

impl<G: Playable> Driver<G> for Ugi {
    fn open(&mut self, link: &mut Link, settings: &ProcessSettings) -> Result<(), Failure> {
        link.send(Command::Ugi);
        self.options.clear();
        let options = &mut self.options;
        let introduced = link.wait_for(&Deadline::lasting(settings.start), |line| match line.parse() {
            Ok(Answer::UgiOk) => Meaning::Wanted(()),
            Ok(Answer::Option(option)) => {
                options.push(option);
                Meaning::Useful
            }
            Ok(_) => Meaning::Useful,
            Err(_) => Meaning::None,
        })?;
        introduced.or_else(|| stalled(link, "ugi", settings.start))?;
        self.set_options(link, settings)?;
        self.wait_until_ready(link, settings.start)
    }

    fn new_game(&mut self, link: &mut Link, settings: &ProcessSettings, seed: u64) -> Result<(), Failure> {
        let seeded = self.options.iter().find(|option| option.name == SEED);
        if let Some(OptionKind::Spin { min, max, .. }) = seeded.map(|option| &option.kind) {
            // Whatever range the engine has, the same seed gives the same number in it.
            let span = (i128::from(*max) - i128::from(*min) + 1).max(1);
            let value = i128::from(*min) + i128::from(seed) % span;
            link.send(Command::SetOption { name: SEED.to_string(), value: Some(value.to_string()) });
        }
        link.send(Command::NewGame);
        self.wait_until_ready(link, settings.start)
    }

    fn choose(
        &mut self,
        link: &mut Link,
        settings: &ProcessSettings,
        question: MoveRequest<'_, G>,
        news: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Result<Report<G::Move>, Failure> {
        let game = question.game;
        let begun = Instant::now();
        link.send(Command::Position(position(game, question.position)));
        let go = go(question);
        link.send(Command::Go(Box::new(go.clone())));
        let mut report = Report::empty(StopReason::Time);
        let mut unit = None;
        let mut tell = |info: &Info| {
            unit = unit.or(info.score.map(unit_of));
            if let Some(iteration) = take_in(game, question.position, info, &mut report) {
                news(&iteration);
            }
        };
        let time = question.deadline(settings);
        let deadline = Deadline::until(time, question.stop);
        let mut said = self.wait_for_move(link, &deadline, &mut tell)?;
        if said == WaitOutcome::Missing {
            link.send(Command::Stop);
            said = self.wait_for_move(link, &Deadline::lasting(STOP_GRACE.min(settings.answer)), &mut tell)?;
        }
        let said = said.or_else(|| stalled(link, &go.to_string(), begun.elapsed()))?;
        let said = said.unwrap_or_else(|| "none".to_string());
        let mv = legal(game, question.position, &said, &format!("bestmove {said}"), link)?;
        self.unit = unit.or(self.unit);
        report.best = Some(mv);
        report.time = begun.elapsed();
        if report.line.first() != Some(&mv) {
            report.line = vec![mv];
        }
        Ok(report)
    }

    fn quit(&self) -> Option<&'static str> {
        Some("quit")
    }

    fn unit(&self) -> &'static str {
        self.unit.unwrap_or("points")
    }
}

fn unit_of(score: Score) -> &'static str {
    match score {
        Score::Probability(_) => "win probability",
        _ => "points",
    }
}

/// The position as UGI announces it: the roll apart from the rest.
pub(crate) fn position<G: Notation>(game: &G, position: &G::Position) -> Position {
    let roll = game.before_roll(position);
    let text = match &roll {
        Some((before, _)) => game.position_text(before),
        None => game.position_text(position),
    };
    Position { start: Start::Text(text), moves: Vec::new(), dice: roll.map(|(_, face)| face + 1) }
}

fn go<G: Playable>(question: MoveRequest<'_, G>) -> Go {
    let limits = question.limits;
    Go {
        depth: limits.depth,
        nodes: limits.nodes,
        iterations: limits.iterations,
        movetime: limits.time.map(|time| time.max(Duration::from_millis(1))),
        ..Go::default()
    }
}

/// Notes what the engine found out; an iteration when it says how deep it looked.
fn take_in<G: Notation>(
    game: &G,
    position: &G::Position,
    info: &Info,
    report: &mut Report<G::Move>,
) -> Option<Iteration<G::Move>> {
    let nodes_before = report.nodes;
    report.nodes = info.nodes.unwrap_or(report.nodes);
    match info.score {
        None => {}
        Some(Score::Points(points)) => (report.value, report.exact) = (points as f64, false),
        Some(Score::Probability(probability)) => (report.value, report.exact) = (probability, false),
        Some(Score::Proven(turns)) => {
            let turns_left = turns.unsigned_abs().min(1000) as u32;
            report.value = f64::from(WIN - turns_left as i32) * if turns > 0 { 1.0 } else { -1.0 };
            report.exact = true;
            report.plies_to_end = Some(turns_left);
        }
    }
    if !info.pv.is_empty() {
        report.line = line(game, position, &info.pv);
    }
    let depth = info.depth?;
    report.depth = depth;
    let iteration = Iteration {
        depth,
        value: report.value,
        best: report.line.first().copied(),
        moves: Vec::new(),
        nodes: report.nodes.saturating_sub(nodes_before),
        time: info.time.unwrap_or_default(),
        predicted: None,
        window: None,
        fail_low: 0,
        fail_high: 0,
    };
    report.iterations.push(iteration.clone());
    Some(iteration)
}

/// The moves of a line of play, as far as they are legal; it ends where a die is rolled.
fn line<G: Notation>(game: &G, position: &G::Position, words: &[String]) -> Vec<G::Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for word in words {
        if !matches!(game.turn(&position), Turn::Player(_)) {
            break;
        }
        let Ok(mv) = game.parse_move(&position, word) else { break };
        game.make(&mut position, mv);
        moves.push(mv);
    }
    moves
}
