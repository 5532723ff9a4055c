//! A match: one line-up, a number of games, and the score.

use crate::game_series::{Entrant, GameSeries, PlayedGame, RecordLevel};
use crate::stats::{Sprt, SprtDecision, SprtState, Tally};
use crate::worker_pool::{self, ReorderBuffer};
use crate::{Adjudication, ArenaError, Interrupt, Lineup, OpeningSource, Outcome, Seeds};
use plyground_core::sync::ignore_poison;
use plyground_core::{AnyGame, AnyPosition, GameVisitor, Playable};
use plyground_engine::SpecPolicy;
use plyground_games::registry;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// The most games of a match; a larger number is a typing error.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// What to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    /// The players in the seats of the first game; seats rotate from game to game.
    pub entrants: Vec<Entrant>,
    /// The number of games.
    pub games: u64,
    /// The seed of every random decision.
    pub seed: u64,
    /// Games in parallel; results do not depend on it.
    pub jobs: usize,
    /// The openings.
    pub openings: OpeningSource,
    /// Stop as soon as this test is decided.
    pub sprt: Option<Sprt>,
    /// What to record of each game.
    pub keep: RecordLevel,
    /// The longest game, if it is shorter than the rules allow.
    pub longest: Option<usize>,
    /// When games end before their rules end them.
    pub adjudication: Adjudication,
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// The score.
    pub tally: Tally,
    /// The test, if there was one.
    pub sprt: Option<SprtState>,
    /// Whether it was interrupted before its end.
    pub interrupted: bool,
}

/// Sees every game of a match in order: the score after it, its number, the game.
pub type GameWatch<'a> = dyn FnMut(&Tally, u64, &PlayedGame) + 'a;

/// Plays a match by code compiled for the game: fast players make a million moves in a second.
struct PlayMatch<'a> {
    plan: &'a Match,
    played: &'a [Outcome],
    interrupt: &'a Interrupt,
    watch: &'a mut GameWatch<'a>,
}

impl GameVisitor for PlayMatch<'_> {
    type Output = Result<MatchResult, ArenaError>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        self.plan.resume(&game, &start, self.played, self.interrupt, self.watch)
    }
}

impl Match {
    /// Plays the match from `start` in a game whose type is hidden, at the speed of the game inside.
    pub fn play_any<'a>(
        &'a self,
        game: &AnyGame,
        start: &AnyPosition,
        interrupt: &'a Interrupt,
        watch: &'a mut GameWatch<'a>,
    ) -> Result<MatchResult, ArenaError> {
        self.resume_any(game, start, &[], interrupt, watch)
    }

    /// Goes on with a match whose first games are `played`.
    pub fn resume_any<'a>(
        &'a self,
        game: &AnyGame,
        start: &AnyPosition,
        played: &'a [Outcome],
        interrupt: &'a Interrupt,
        watch: &'a mut GameWatch<'a>,
    ) -> Result<MatchResult, ArenaError> {
        registry::dispatch(game, start, PlayMatch { plan: self, played, interrupt, watch })
    }

    /// Plays the match from `start`. `watch` sees every game in order, with the score after it.
    pub fn play<G: Playable>(
        &self,
        game: &G,
        start: &G::Position,
        interrupt: &Interrupt,
        watch: impl FnMut(&Tally, u64, &PlayedGame),
    ) -> Result<MatchResult, ArenaError> {
        self.resume(game, start, &[], interrupt, watch)
    }

    /// Goes on with a match whose first games are `played`; `watch` sees the others.
    pub fn resume<G: Playable>(
        &self,
        game: &G,
        start: &G::Position,
        played: &[Outcome],
        interrupt: &Interrupt,
        mut watch: impl FnMut(&Tally, u64, &PlayedGame),
    ) -> Result<MatchResult, ArenaError> {
        let series = GameSeries {
            game,
            entrants: self.entrants.clone(),
            openings: &self.openings.open(game, start)?,
            seeds: Seeds::new(self.seed),
            offset: 0,
            longest: self.longest,
            keep: self.keep,
            adjudication: self.adjudication,
        };
        let lineup = self.check(&series)?;
        let mut tally = Tally::new(lineup);
        for (number, outcome) in (0..self.games).zip(played) {
            tally.add(number, outcome);
            if self.control_flow(&tally).is_break() {
                break;
            }
        }
        let first = if self.control_flow(&tally).is_break() { self.games } else { tally.games() };
        let mut order = ReorderBuffer::default();
        let failure = Mutex::new(None);
        let fail = |error| {
            *ignore_poison(failure.lock()) = Some(error);
            ControlFlow::Break(())
        };
        worker_pool::run(
            self.jobs.min(usize::try_from(self.games).unwrap_or(usize::MAX)),
            first..self.games,
            interrupt,
            |control| {
                let mut worker = series.worker(control).map_err(fail).ok();
                move |number, results: &mut Vec<_>| match &mut worker {
                    Some(worker) => worker.play(number, number, results).unwrap_or_else(fail),
                    None => ControlFlow::Break(()),
                }
            },
            |news| {
                order.push(news, |games| {
                    games.iter().try_for_each(|(number, played)| {
                        tally.add(*number, &played.outcome);
                        watch(&tally, *number, played);
                        self.control_flow(&tally)
                    })
                })
            },
        );
        if let Some(error) = ignore_poison(failure.into_inner()) {
            return Err(error);
        }
        let decided = self.control_flow(&tally).is_break();
        let sprt = self.sprt.map(|test| tally.sprt(&test));
        let interrupted = tally.games() < self.games && !decided;
        Ok(MatchResult { tally: tally.finished(), sprt, interrupted })
    }

    fn check<G: Playable>(&self, series: &GameSeries<'_, G>) -> Result<Lineup, ArenaError> {
        let lineup = series.lineup()?;
        if self.games == 0 || self.games > MOST_GAMES {
            return Err(ArenaError::Unsuitable(format!("a match has 1 to {MOST_GAMES} games")));
        }
        if self.sprt.is_some() && lineup.players != 2 {
            return Err(ArenaError::Unsuitable("a sequential test compares exactly 2 players".to_string()));
        }
        let memory = lineup.memory(series.entrants.iter().map(|entrant| SpecPolicy::memory_of(&entrant.spec)));
        let jobs = self.jobs.min(usize::try_from(self.games).unwrap_or(usize::MAX));
        SpecPolicy::machine().check_games(memory, jobs)?;
        // Players are built once before any game begins, so that errors show at once.
        series.worker(Arc::default())?;
        Ok(lineup)
    }

    /// Whether to go on. Only complete pairs count, so the end does not depend on the number of jobs.
    fn control_flow(&self, tally: &Tally) -> ControlFlow<()> {
        match self.sprt {
            Some(test) if tally.sprt(&test).decision != SprtDecision::Undecided => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}
