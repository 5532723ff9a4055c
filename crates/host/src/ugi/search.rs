//! One search on a thread of its own.

use super::UgiEvent;
use plyground_core::Playable;
use plyground_engine::{Player, SearchRequest};
use plyground_protocol::ugi::{Answer, Info, Score};
use plyground_search::{DECIDED, Iteration, Limits, Report, StopFlag};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

/// Everything a search needs.
pub(super) struct UgiSearch<G: Playable> {
    pub(super) game: G,
    pub(super) position: G::Position,
    pub(super) limits: Limits,
    /// When it was requested; the clock has been running since.
    pub(super) begun: Instant,
    pub(super) stop: StopFlag,
}

/// The result of a search.
pub(crate) struct FinishedSearch<G: Playable> {
    /// The player, unless it panicked.
    pub(super) player: Option<Box<dyn Player<G>>>,
    /// The lines to send; the last is `bestmove`.
    pub(super) answer: Vec<Answer>,
}

impl<G: Playable> UgiSearch<G> {
    pub(super) fn start(self, mut player: Box<dyn Player<G>>, sender: SyncSender<UgiEvent<G>>) {
        thread::spawn(move || {
            let answer = catch_unwind(AssertUnwindSafe(|| self.think(player.as_mut(), &sender)));
            let finished = match answer {
                Ok(answer) => FinishedSearch { player: Some(player), answer },
                Err(_) => {
                    let text = Info::text("error: the player broke down and was replaced by a new one");
                    FinishedSearch { player: None, answer: vec![Answer::Info(text), Answer::BestMove(None)] }
                }
            };
            // If the receiver is gone, the answer is not needed.
            let _ = sender.send(UgiEvent::Done(finished));
        });
    }

    fn think(&self, player: &mut dyn Player<G>, sender: &SyncSender<UgiEvent<G>>) -> Vec<Answer> {
        let limits = self.limits.after(self.begun.elapsed());
        let request = SearchRequest::new(&self.game, &self.position).within(limits).until(&self.stop);
        let unit = player.unit();
        let (mut nodes, mut time) = (0, Duration::ZERO);
        let mut tell = |iteration: &Iteration<G::Move>| {
            nodes += iteration.nodes;
            time += iteration.time;
            let _ = sender.send(UgiEvent::Info(self.progress_info(iteration, nodes, time, unit)));
        };
        let report = player.think(request.telling(&mut tell).into());
        let mut answer = Vec::new();
        match report.best {
            Some(_) => answer.push(Answer::Info(self.summary(&report, player.unit()))),
            None => {
                let failure_reason = player.failure().map_or("the player found no move".to_string(), |f| f.to_string());
                answer.push(Answer::Info(Info::text(format!("error: {failure_reason}"))));
            }
        }
        answer.push(Answer::BestMove(report.best.map(|mv| self.game.move_text(&self.position, mv))));
        answer
    }

    fn progress_info(&self, iteration: &Iteration<G::Move>, nodes: u64, time: Duration, unit: &str) -> Info {
        Info {
            depth: Some(iteration.depth),
            score: score(iteration.value, unit),
            nodes: Some(nodes),
            nps: speed(nodes, time),
            time: Some(time),
            pv: iteration.best.iter().map(|mv| self.game.move_text(&self.position, *mv)).collect(),
            string: None,
        }
    }

    fn summary(&self, report: &Report<G::Move>, unit: &str) -> Info {
        let proven = report.plies_to_end.filter(|_| report.exact).map(i64::from);
        let sign = if report.value < 0.0 { -1 } else { 1 };
        Info {
            depth: Some(report.depth),
            score: proven.map(|plies| Score::Proven(sign * plies)).or_else(|| score(report.value, unit)),
            nodes: Some(report.nodes),
            nps: speed(report.nodes, report.time),
            time: Some(report.time),
            pv: self.line(report),
            string: None,
        }
    }

    /// The expected line of play, as far as it is legal and no die is rolled.
    fn line(&self, report: &Report<G::Move>) -> Vec<String> {
        let mut position = self.position.clone();
        let mut words = Vec::new();
        let line =
            if report.line.first() == report.best.as_ref() { report.line.as_slice() } else { report.best.as_slice() };
        for mv in line {
            if self.game.turn(&position).player().is_none() || !self.game.is_legal(&position, *mv) {
                break;
            }
            words.push(self.game.move_text(&position, *mv));
            self.game.make(&mut position, *mv);
        }
        words
    }
}

fn score(value: f64, unit: &str) -> Option<Score> {
    if unit == "win probability" {
        return Some(Score::Probability(value.clamp(0.0, 1.0)));
    }
    if value.abs() >= f64::from(DECIDED) {
        let plies = (f64::from(plyground_core::WIN) - value.abs()).max(0.0) as i64;
        return Some(Score::Proven(if value < 0.0 { -plies } else { plies }));
    }
    value.is_finite().then(|| Score::Points(value.round() as i64))
}

fn speed(nodes: u64, time: Duration) -> Option<u64> {
    (time > Duration::from_millis(1)).then(|| (nodes as f64 / time.as_secs_f64()) as u64)
}
