//! Answers by playing.

use crate::progress::SetupProgress;
use crate::sample::SetupSample;
use crate::{SetupPairing, SetupQuestion};
use plyground_arena::worker_pool::{self, ReorderBuffer};
use plyground_arena::{
    ArenaError, ArenaGame, Interrupt, Referee, SeatedPlayer, Seeds, Termination, TimeRules, WorkerControl,
};
use plyground_core::PlayerId;
use plyground_engine::{Player, Spec, build};
use plyground_games::einstein::Einstein;
use plyground_games::einstein::setup::Placement;
use plyground_search::Limits;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often progress is written down.
const SAVE: Duration = Duration::from_secs(5);

/// Who plays how much of what.
#[derive(Clone, Debug)]
pub struct SetupStudy {
    /// The board, the stones, the die.
    pub game: Einstein,
    /// Who plays both sides.
    pub spec: Spec,
    /// Limits for a player without its own.
    pub limits: Limits,
    /// Governs every random decision.
    pub seed: u64,
    /// Games per pairing; an odd one is rounded up, for games come in pairs.
    pub games: u64,
    /// Games at the same time. It changes how long the study takes and nothing else.
    pub jobs: usize,
}

impl SetupStudy {
    /// Everything that decides about the games, and so tells one study's progress from another's. The number of games
    /// is not part of it, so a study can be continued with more.
    fn description(&self, question: SetupQuestion) -> String {
        use plyground_core::Notation;
        let SetupStudy { game, spec, limits, seed, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        let (variant, limits) = (game.variant_text(), limits_text(limits));
        format!("{question}; variant {variant}; player {spec}; limits {limits}; seed {seed}; {version}")
    }

    /// Plays until the question is answered or the run is interrupted. Progress is kept in `folder`, if there is one, and
    /// a study that was begun there goes on. `watch` hears how many of how many units are done.
    pub fn play(
        &self,
        question: SetupQuestion,
        folder: Option<&Path>,
        interrupt: &Interrupt,
        mut watch: impl FnMut(u64, u64),
    ) -> Result<SetupSample, ArenaError> {
        // Whatever is wrong with the player is said before any game begins.
        build(&self.spec, &self.game, self.seed)?;
        let pairings = question.pairings(&self.game);
        let mut progress = SetupProgress::open(folder, &self.description(question), pairings.len())?;
        let total = self.games.div_ceil(2) * pairings.len() as u64;
        let first = progress.done();
        let mut order = ReorderBuffer::default();
        let mut failure = None;
        let mut saved = Instant::now();
        worker_pool::run(
            self.jobs,
            0..total.saturating_sub(first),
            interrupt,
            |control| {
                let mut worker = SetupWorker::new(self, question, &pairings, control);
                move |offset, units| match worker.play(first + offset) {
                    Some(unit) => {
                        units.push((offset, unit));
                        ControlFlow::Continue(())
                    }
                    None => ControlFlow::Break(()),
                }
            },
            |news| {
                if saved.elapsed() > SAVE {
                    saved = Instant::now();
                    if let Err(error) = progress.save() {
                        failure = Some(error);
                        return ControlFlow::Break(());
                    }
                }
                watch(progress.done(), total);
                order.push(news, |units: Vec<(u64, Result<UnitResult, ArenaError>)>| {
                    units.into_iter().try_for_each(|(_, unit)| match unit {
                        Ok(unit) => {
                            progress.add(unit.began_and_won, unit.followed_and_won);
                            ControlFlow::Continue(())
                        }
                        Err(error) => {
                            failure = Some(error);
                            ControlFlow::Break(())
                        }
                    })
                })
            },
        );
        progress.save()?;
        match failure {
            Some(error) => Err(error),
            None => Ok(SetupSample { pairings, finished: progress.done() >= total, scores: progress.into_scores() }),
        }
    }
}

/// Limits as the names of progress files have always had them.
fn limits_text(limits: &Limits) -> String {
    let Limits { depth, nodes, time, iterations, .. } = limits;
    format!("Limits {{ depth: {depth:?}, nodes: {nodes:?}, time: {time:?}, iterations: {iterations:?} }}")
}

/// The result of two games.
struct UnitResult {
    began_and_won: bool,
    followed_and_won: bool,
}

/// Plays units one after another.
struct SetupWorker<'a> {
    study: &'a SetupStudy,
    question: SetupQuestion,
    pairings: &'a [SetupPairing],
    referee: Referee<Einstein>,
    players: Vec<Box<dyn Player<Einstein>>>,
    seeds: Seeds,
}

impl<'a> SetupWorker<'a> {
    fn new(
        study: &'a SetupStudy,
        question: SetupQuestion,
        pairings: &'a [SetupPairing],
        control: Arc<WorkerControl>,
    ) -> Self {
        let player = || build(&study.spec, &study.game, study.seed).expect("it was built once before");
        SetupWorker {
            study,
            question,
            pairings,
            referee: Referee::new(control),
            players: (0..2).map(|_| player()).collect(),
            seeds: Seeds::new(study.seed),
        }
    }

    /// The unit of this number: rounds go through all pairings. `None` if it was stopped.
    fn play(&mut self, number: u64) -> Option<Result<UnitResult, ArenaError>> {
        let (round, index) = (number / self.pairings.len() as u64, number % self.pairings.len() as u64);
        let pairing = self.pairings[index as usize];
        let other = match pairing.other {
            None => Placement::random(self.study.game.variant().stones(), &mut self.seeds.opening(round)),
            // Members of two classes can meet in two ways, so every second time one of them is reflected.
            Some(other) if self.question == SetupQuestion::Nash && round % 2 == 1 => {
                other.transposed().unwrap_or(other)
            }
            Some(other) => other,
        };
        let first = self.study.game.variant().first();
        let mut won = [false; 2];
        for (game, own_seat) in [first, first.opponent()].into_iter().enumerate() {
            match self.winner(pairing.own, other, own_seat, round, 2 * number + game as u64)? {
                Ok(winner) => won[game] = winner == own_seat,
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(UnitResult { began_and_won: won[0], followed_and_won: won[1] }))
    }

    fn winner(
        &mut self,
        own: Placement,
        other: Placement,
        own_seat: PlayerId,
        round: u64,
        number: u64,
    ) -> Option<Result<PlayerId, ArenaError>> {
        let mut placements = [other; 2];
        placements[own_seat.index()] = own;
        let start = self.study.game.start_with(&placements);
        let config = ArenaGame {
            game: &self.study.game,
            start: &start,
            opening: &[],
            dice: self.seeds.dice(round),
            longest: None,
        };
        let time_rules = TimeRules::lenient(self.study.limits);
        let seeds = self.seeds;
        let mut seats: Vec<SeatedPlayer<'_, Einstein>> = self
            .players
            .iter_mut()
            .enumerate()
            .map(|(seat, player)| SeatedPlayer {
                player: player.as_mut(),
                time_rules: &time_rules,
                seed: seeds.seat(number, seat),
            })
            .collect();
        let outcome = self.referee.play(&config, &mut seats);
        if outcome.termination == Termination::Interrupted {
            return None;
        }
        Some(match (outcome.faults.first(), outcome.payoffs.winner()) {
            (None, Some(winner)) => Ok(winner),
            (Some(fault), _) => Err(ArenaError::Unsuitable(format!("{} failed: {}", self.study.spec, fault.detail))),
            (None, None) => Err(ArenaError::Unsuitable("a game of EinStein ended without a winner".to_string())),
        })
    }
}
