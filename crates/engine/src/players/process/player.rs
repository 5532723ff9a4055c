//! Starts, restarts and ends the process, and asks it through its driver.

use super::driver::{Driver, MoveRequest};
use super::link::Link;
use super::{Restart, Settings};
use crate::player::Listener;
use crate::{Choice, Failure, FailureKind, Player, Request};
use plyground_core::{Playable, Turn};
use plyground_search::{Iteration, Report, Sink, StopReason};

/// A player that lives in another process.
pub(super) struct ProcessPlayer<G: Playable> {
    settings: Settings,
    driver: Box<dyn Driver<G>>,
    link: Option<Link>,
    seed: u64,
    /// Whether a process was ever started, and how the last one went.
    started: bool,
    lost: Option<String>,
    /// Something went wrong before a move was asked for; the next request will tell.
    early: Option<Failure>,
    failure: Option<Failure>,
}

impl<G: Playable> ProcessPlayer<G> {
    pub(super) fn new(settings: Settings, driver: Box<dyn Driver<G>>, seed: u64) -> Self {
        ProcessPlayer { settings, driver, link: None, seed, started: false, lost: None, early: None, failure: None }
    }

    /// A process that is introduced and knows that a game begins.
    fn start(&mut self, arguments: &[String]) -> Result<(), Failure> {
        if self.started && self.settings.restart == Restart::Never {
            let how = self.lost.as_deref().unwrap_or("ended");
            let what = format!("is gone (it {how}), and restart=never");
            return Err(Failure::new(FailureKind::Disconnect, what));
        }
        self.started = true;
        let words: Vec<String> = self.settings.words.iter().chain(arguments).cloned().collect();
        let mut link = Link::start(&words)?;
        let opened = self.driver.open(&mut link, &self.settings);
        opened.and_then(|()| self.driver.new_game(&mut link, &self.settings, self.seed))?;
        self.link = Some(link);
        Ok(())
    }

    fn stop(&mut self) {
        if let Some(link) = self.link.take() {
            link.stop(self.driver.quit(), self.settings.quit);
        }
    }

    /// What to do with a process that failed: one that plays badly is still alive, any other is not to be trusted.
    fn book(&mut self, failure: &Failure) {
        if !matches!(failure.kind, FailureKind::IllegalMove | FailureKind::Resignation | FailureKind::Unasked) {
            self.lost = Some(failure.what.clone());
            self.link = None;
        }
    }

    fn ask(
        &mut self,
        request: &Request<'_, G>,
        position: &G::Position,
        news: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Result<Report<G::Move>, Failure> {
        if let Some(early) = self.early.take() {
            return Err(early);
        }
        // A program that is told one time for its move may use all of it, so it is told what it should use.
        let limits = request.under_ceiling(self.settings.limits.unwrap_or(request.limits).ending_at_soft());
        let question =
            MoveRequest { game: request.game, stop: request.stop, history: request.history, position, limits };
        if self.link.is_none() {
            self.start(&self.driver.arguments(question))?;
        }
        let link = self.link.as_mut().expect("it was started if there was none");
        self.driver.choose(link, &self.settings, question, news)
    }

    /// Asks for a move for every outcome of the roll.
    fn ask_for_each(&mut self, request: &Request<'_, G>) -> Result<Report<G::Move>, Failure> {
        let game = request.game;
        let mut report = Report::empty(StopReason::Time);
        let probabilities = game.outcomes(request.position).to_vec();
        for (face, probability) in probabilities.into_iter().enumerate() {
            let mut best = None;
            if probability > 0.0 {
                let mut rolled = request.position.clone();
                game.roll(&mut rolled, face);
                let one = self.ask(request, &rolled, &mut |_| {})?;
                best = one.best;
                report.value += probability * one.value;
                report.nodes += one.nodes;
                report.depth = report.depth.max(one.depth);
                report.time += one.time;
            }
            report.by_outcome.push(best);
        }
        Ok(report)
    }
}

impl<G: Playable> Player<G> for ProcessPlayer<G> {
    fn think(&mut self, mut request: Request<'_, G>) -> Report<G::Move> {
        self.failure = None;
        let mut sink = Listener(request.observer.sink.take());
        let answer = match request.game.turn(request.position) {
            Turn::Over => Ok(Report::empty(StopReason::Forced)),
            Turn::Chance => self.ask_for_each(&request),
            Turn::Player(_) => self.ask(&request, request.position, &mut |iteration| sink.iteration(iteration)),
        };
        answer.unwrap_or_else(|failure| {
            self.book(&failure);
            self.failure = Some(failure);
            Report::empty(StopReason::Asked)
        })
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.early = None;
        if self.settings.restart == Restart::PerGame || self.driver.starts_late() {
            self.stop();
            self.started = false;
        }
        if self.driver.starts_late() {
            return;
        }
        let ready = match &mut self.link {
            Some(link) => self.driver.new_game(link, &self.settings, seed),
            None => self.start(&[]),
        };
        if let Err(failure) = ready {
            self.book(&failure);
            self.early = Some(failure);
        }
    }

    fn unit(&self) -> &'static str {
        self.driver.unit()
    }

    fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }
}

impl<G: Playable> Drop for ProcessPlayer<G> {
    fn drop(&mut self) {
        self.stop();
    }
}
