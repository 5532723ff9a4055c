//! Starts, restarts and ends the process, and asks it through its driver.

use crate::driver::{Driver, MoveRequest};
use crate::link::Link;
use crate::{Failure, FailureKind, ProcessSettings, Protocol, Restart};
use plyground_core::{Playable, Turn};
use plyground_search::{Iteration, Report, StopReason};

/// A program that is asked for moves. It is ended when this value is dropped.
pub struct ProcessEngine<G: Playable> {
    settings: ProcessSettings,
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

impl<G: Playable> ProcessEngine<G> {
    /// A program that speaks this language about this game. It is started when a game begins or a move is asked for.
    pub fn new(settings: ProcessSettings, protocol: Protocol, game: &G, seed: u64) -> Self {
        let driver = protocol.driver(game);
        ProcessEngine { settings, driver, link: None, seed, started: false, lost: None, early: None, failure: None }
    }

    /// A process that is introduced and knows that a game begins.
    fn start(&mut self, arguments: &[String]) -> Result<(), Failure> {
        if self.started && self.settings.restart == Restart::Never {
            let how = self.lost.as_deref().unwrap_or("ended");
            let what = format!("is gone (it {how}), and restart=never");
            return Err(Failure::new(FailureKind::Disconnect, what));
        }
        self.started = true;
        let words: Vec<String> = self.settings.command.iter().chain(arguments).cloned().collect();
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
        request: MoveRequest<'_, G>,
        news: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Result<Report<G::Move>, Failure> {
        if let Some(early) = self.early.take() {
            return Err(early);
        }
        if self.link.is_none() {
            self.start(&self.driver.arguments(request))?;
        }
        let link = self.link.as_mut().expect("it was started if there was none");
        self.driver.choose(link, &self.settings, request, news)
    }

    /// Asks for a move for every outcome of the roll.
    fn ask_for_each(&mut self, request: MoveRequest<'_, G>) -> Result<Report<G::Move>, Failure> {
        let game = request.game;
        let mut report = Report::empty(StopReason::Time);
        let probabilities = game.outcomes(request.position).to_vec();
        for (face, probability) in probabilities.into_iter().enumerate() {
            let mut best = None;
            if probability > 0.0 {
                let mut rolled = request.position.clone();
                game.roll(&mut rolled, face);
                let one = self.ask(MoveRequest { position: &rolled, ..request }, &mut |_| {})?;
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

    /// Asks the program for a move (for each outcome, at a chance node); `news` gets every iteration that it tells of.
    /// Without a move there is a [`failure`](ProcessEngine::failure), unless the game is over.
    pub fn think(&mut self, request: MoveRequest<'_, G>, news: &mut dyn FnMut(&Iteration<G::Move>)) -> Report<G::Move> {
        self.failure = None;
        let answer = match request.game.turn(request.position) {
            Turn::Over => Ok(Report::empty(StopReason::Forced)),
            Turn::Chance => self.ask_for_each(request),
            Turn::Player(_) => self.ask(request, news),
        };
        answer.unwrap_or_else(|failure| {
            self.book(&failure);
            self.failure = Some(failure);
            Report::empty(StopReason::Asked)
        })
    }

    /// Announces a new game to the program, which is started if need be.
    pub fn new_game(&mut self, seed: u64) {
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

    /// What its values measure.
    pub fn unit(&self) -> &'static str {
        self.driver.unit()
    }

    /// Why the last [`think`](ProcessEngine::think) brought no move; told once.
    pub fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }
}

impl<G: Playable> Drop for ProcessEngine<G> {
    fn drop(&mut self) {
        self.stop();
    }
}
