//! A match: one line-up, so many games, and the score.

use crate::contest::{Contest, Entrant, Keep, Played};
use crate::pool::{self, InOrder};
use crate::stats::{Sprt, SprtState, Tally, Verdict};
use crate::{ArenaError, Desk, Interrupt, Lineup, OpeningWish, Openings, Seeds};
use plyground_core::Playable;
use plyground_engine::SpecPolicy;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// More games than this are a slip of the finger.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// What to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    /// Who plays, in the seats of the first game; they move on from game to game.
    pub entrants: Vec<Entrant>,
    /// How many games.
    pub games: u64,
    /// Governs every random decision.
    pub seed: u64,
    /// Games at the same time. It changes how long the match takes and nothing else.
    pub jobs: usize,
    /// How games begin.
    pub openings: OpeningWish,
    /// Stop as soon as this test is decided.
    pub sprt: Option<Sprt>,
    /// What to keep of each game.
    pub keep: Keep,
    /// Longest game, if the rules are not to decide.
    pub longest: Option<usize>,
}

/// How a match came out.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// The score.
    pub tally: Tally,
    /// The test, if there was one.
    pub sprt: Option<SprtState>,
    /// Whether it was stopped from outside before its end.
    pub interrupted: bool,
}

impl Match {
    /// Plays the match from `start`. `watch` sees every game in order, with the score after it.
    pub fn play<G: Playable>(
        &self,
        game: &G,
        start: &G::Position,
        interrupt: &Interrupt,
        watch: impl FnMut(&Tally, u64, &Played),
    ) -> Result<MatchResult, ArenaError> {
        let openings = self.openings.open(game, start)?;
        self.play_from(game, &openings, interrupt, watch)
    }

    /// The same with these openings, whatever the match says about them.
    pub fn play_from<G: Playable>(
        &self,
        game: &G,
        openings: &Openings<G::Position>,
        interrupt: &Interrupt,
        mut watch: impl FnMut(&Tally, u64, &Played),
    ) -> Result<MatchResult, ArenaError> {
        let contest = Contest {
            game,
            entrants: self.entrants.clone(),
            openings,
            seeds: Seeds::new(self.seed),
            offset: 0,
            longest: self.longest,
            keep: self.keep,
        };
        let lineup = self.check(&contest)?;
        let mut tally = Tally::new(lineup);
        let mut order = InOrder::default();
        let failure = Mutex::new(None);
        pool::run(
            self.jobs.min(usize::try_from(self.games).unwrap_or(usize::MAX)),
            0..self.games,
            interrupt,
            |desk| hire(&contest, desk, &failure),
            |news| {
                order.push(news, |games| {
                    games.iter().try_for_each(|(number, played)| {
                        tally.add(*number, &played.outcome);
                        watch(&tally, *number, played);
                        self.next(&tally)
                    })
                })
            },
        );
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let decided = self.next(&tally).is_break();
        let sprt = self.sprt.map(|test| tally.judge(&test));
        let interrupted = tally.games() < self.games && !decided;
        Ok(MatchResult { tally: tally.finished(), sprt, interrupted })
    }

    fn check<G: Playable>(&self, contest: &Contest<'_, G>) -> Result<Lineup, ArenaError> {
        let lineup = contest.lineup()?;
        if self.games == 0 || self.games > MOST_GAMES {
            return Err(ArenaError::Unsuitable(format!("a match has 1 to {MOST_GAMES} games")));
        }
        if self.sprt.is_some() && lineup.players != 2 {
            return Err(ArenaError::Unsuitable("a sequential test compares exactly 2 players".to_string()));
        }
        let memory = lineup.memory(contest.entrants.iter().map(|entrant| SpecPolicy::memory_of(&entrant.spec)));
        let jobs = self.jobs.min(usize::try_from(self.games).unwrap_or(usize::MAX));
        SpecPolicy::machine().check_games(memory, jobs).map_err(ArenaError::Unsuitable)?;
        // Whatever is wrong with a player is said before any game begins.
        contest.hire(Arc::default())?;
        Ok(lineup)
    }

    /// Whether to go on. Only complete pairs are judged, so the end does not depend on the number of jobs.
    fn next(&self, tally: &Tally) -> ControlFlow<()> {
        match self.sprt {
            Some(test) if tally.judge(&test).verdict != Verdict::Undecided => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// A worker's whole job. The first failure ends the run.
fn hire<G: Playable>(
    contest: &Contest<'_, G>,
    desk: Arc<Desk>,
    failure: &Mutex<Option<ArenaError>>,
) -> impl FnMut(u64, &mut Vec<(u64, Played)>) -> ControlFlow<()> {
    let report = |error| {
        *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        ControlFlow::Break(())
    };
    let mut worker = contest.hire(desk).map_err(report).ok();
    move |number, results| match &mut worker {
        Some(worker) => worker.play(number, number, results).unwrap_or_else(report),
        None => ControlFlow::Break(()),
    }
}
