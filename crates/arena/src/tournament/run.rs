//! Plays the games of a plan.

use super::plan::{EventOpenings, TournamentEvent, TournamentPlan};
use super::schedule::Pairing;
use super::standings::Standings;
use crate::game_series::{Entrant, GameSeries, RecordLevel, SeriesWorker};
use crate::worker_pool::{self, PoolEvent};
use crate::{
    Archive, ArenaError, GameNumbers, GameRecord, Interrupt, Openings, PlayedGame, RecordedMoves, Seeds, WorkerControl,
};
use plyground_core::sync::ignore_poison;
use plyground_core::{GameVisitor, Playable};
use plyground_engine::SpecPolicy;
use plyground_games::registry;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// Games that a worker plays between two looks at a sequential test. What is played past its decision is not counted.
const GAMES_PER_LOOK: usize = 8;

/// Takes the finished games of a tournament.
pub trait GameSink {
    /// Adds a finished game; games arrive in no particular order.
    fn add(&mut self, record: GameRecord) -> Result<(), ArenaError>;

    /// Saves all added games to disk; called when the run is idle or has ended.
    fn save(&mut self) -> Result<(), ArenaError> {
        Ok(())
    }
}

/// An archive takes games for one of its tournaments.
impl GameSink for (&mut Archive, i64) {
    fn add(&mut self, record: GameRecord) -> Result<(), ArenaError> {
        self.0.add(self.1, &record)
    }

    fn save(&mut self) -> Result<(), ArenaError> {
        self.0.save()
    }
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TournamentProgress<'a> {
    /// Games finished in this run.
    pub finished: u64,
    /// Games that this run has to play.
    pub wanted: u64,
    /// The current event.
    pub event: &'a TournamentEvent,
    /// The pairing of the game that was finished last.
    pub pairing: &'a Pairing,
}

/// Plays the games of the plan whose numbers `wanted` holds and hands them to the sink. True when
/// all of them are finished, false when the run was interrupted.
pub fn play(
    plan: &TournamentPlan,
    wanted: &GameNumbers,
    jobs: usize,
    interrupt: &Interrupt,
    sink: &mut dyn GameSink,
    watch: &mut dyn FnMut(TournamentProgress<'_>),
) -> Result<bool, ArenaError> {
    let is_drawn = |number| plan.pairings.last().is_some_and(|last: &Pairing| number < last.first + last.games());
    if !wanted.last().is_none_or(is_drawn) {
        let reason =
            "the rounds of this tournament follow from results, so it is played by `tournament run` on one machine";
        return Err(ArenaError::Unsuitable(reason.to_string()));
    }
    let mut finished = 0;
    for (number, event) in plan.events.iter().enumerate() {
        let mut wanted_here = GameNumbers::default();
        for pairing in plan.pairings.iter().filter(|pairing| pairing.event == number) {
            wanted_here.append(&wanted.within(pairing.first..pairing.first + pairing.games()));
        }
        if wanted_here.is_empty() {
            continue;
        }
        let visit =
            PlayEvent { plan, event, wanted: &wanted_here, jobs, interrupt, sink, watch, finished, all: wanted.len() };
        finished += registry::visit(&event.game, &event.setup, visit)??;
        if interrupt.is_pressed() {
            break;
        }
    }
    sink.save()?;
    Ok(finished == wanted.len())
}

/// Plays all games of the plan that are missing in the archive and wanted: round by round where rounds follow from results,
/// and up to the decision where pairings have a sequential test. True when nothing is left to play, false when it was interrupted.
pub fn run(
    plan: &TournamentPlan,
    archive: &mut Archive,
    tournament: i64,
    jobs: usize,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(TournamentProgress<'_>),
) -> Result<bool, ArenaError> {
    let wanted_in_all = archive.missing(tournament, plan.games())?.len();
    let mut finished = 0;
    loop {
        let drawn = plan.drawn(archive, tournament)?;
        if drawn.pairings.len() > plan.pairings.len() {
            archive.add_pairings(tournament, &drawn)?;
        }
        let next = next_games(&drawn, archive, tournament, jobs)?;
        if next.is_empty() {
            return Ok(true);
        }
        let complete = play(&drawn, &next, jobs, interrupt, &mut (&mut *archive, tournament), &mut |now| {
            watch(TournamentProgress { finished: finished + now.finished, wanted: wanted_in_all, ..now });
        })?;
        if !complete {
            return Ok(false);
        }
        finished += next.len();
    }
}

/// The missing games that can be played before results have to be looked at again.
fn next_games(
    plan: &TournamentPlan,
    archive: &Archive,
    tournament: i64,
    jobs: usize,
) -> Result<GameNumbers, ArenaError> {
    let drawn = plan.pairings.last().map_or(0, |last| last.first + last.games());
    let missing = archive.missing(tournament, drawn)?;
    if plan.sprt.is_none() {
        return Ok(missing);
    }
    let decided = Standings::compute(plan, archive, tournament)?.decided_pairings();
    let mut next = GameNumbers::default();
    for pairing in plan.pairings.iter().filter(|pairing| !decided.contains(&pairing.first)) {
        let open = missing.within(pairing.first..pairing.first + pairing.games());
        let played = pairing.games() - open.len();
        // Some rounds for every worker, and more as the test grows long: a decision in between wastes an eighth at most.
        let chunk = ((jobs * GAMES_PER_LOOK) as u64).max(played / 8);
        next.append(&open.first(chunk));
    }
    Ok(next)
}

/// Plays the games of one event.
struct PlayEvent<'a> {
    plan: &'a TournamentPlan,
    event: &'a TournamentEvent,
    wanted: &'a GameNumbers,
    jobs: usize,
    interrupt: &'a Interrupt,
    sink: &'a mut dyn GameSink,
    watch: &'a mut dyn FnMut(TournamentProgress<'_>),
    finished: u64,
    all: u64,
}

impl GameVisitor for PlayEvent<'_> {
    /// Games finished.
    type Output = Result<u64, ArenaError>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let PlayEvent { plan, event, wanted, jobs, interrupt, sink, watch, finished, all } = self;
        let openings = openings_of(&game, event, start)?;
        let jobs = jobs.min(usize::try_from(wanted.len()).unwrap_or(usize::MAX));
        check_memory(plan, event, wanted, jobs)?;
        let player = EventPlayer { plan, event, game: &game, openings: &openings };
        let failure = Mutex::new(None);
        let mut count = 0;
        let mut stored = Ok(());
        worker_pool::run(
            jobs,
            wanted.iter(),
            interrupt,
            |control| player.worker(control, &failure),
            |news| {
                stored = match news {
                    PoolEvent::Idle => sink.save(),
                    PoolEvent::Done(batch) => batch.results.into_iter().try_for_each(|(number, played)| {
                        let pairing = plan.pairing_of(number);
                        count += 1;
                        watch(TournamentProgress { finished: finished + count, wanted: all, event, pairing });
                        sink.add(record_of(number, pairing, played))
                    }),
                };
                if stored.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        );
        stored?;
        match ignore_poison(failure.into_inner()) {
            Some(error) => Err(error),
            None => Ok(count),
        }
    }
}

/// Refuses games whose players would not fit into memory together.
fn check_memory(
    plan: &TournamentPlan,
    event: &TournamentEvent,
    wanted: &GameNumbers,
    jobs: usize,
) -> Result<(), ArenaError> {
    let memory: Vec<u64> = plan.players.iter().map(|player| SpecPolicy::memory_of(&player.spec)).collect();
    let is_wanted = |pairing: &&Pairing| !wanted.within(pairing.first..pairing.first + pairing.games()).is_empty();
    let needs = |pairing: &Pairing| event.lineup.memory(pairing.players.iter().map(|player| memory[*player]));
    let most = plan.pairings.iter().filter(is_wanted).map(needs).max().unwrap_or(0);
    Ok(SpecPolicy::machine().check_games(most, jobs)?)
}

fn openings_of<G: Playable>(
    game: &G,
    event: &TournamentEvent,
    start: G::Position,
) -> Result<Openings<G::Position>, ArenaError> {
    match &event.openings {
        EventOpenings::Drawn(rule) => Ok(Openings::Drawn { rule: *rule, start }),
        EventOpenings::Listed(texts) => Ok(Openings::listed(game, texts)?),
    }
}

fn record_of(number: u64, pairing: &Pairing, played: PlayedGame) -> GameRecord {
    let moves = played.moves.map_or_else(RecordedMoves::default, |moves| *moves);
    GameRecord {
        number,
        opening: pairing.opening_of(number),
        start: moves.start,
        seed: played.seed,
        outcome: played.outcome,
        code: moves.code,
        evaluations: moves.evaluations,
    }
}

/// Plays the games of one event.
struct EventPlayer<'a, G: Playable> {
    plan: &'a TournamentPlan,
    event: &'a TournamentEvent,
    game: &'a G,
    openings: &'a Openings<G::Position>,
}

impl<G: Playable> EventPlayer<'_, G> {
    fn entrants(&self, pairing: &Pairing) -> Vec<Entrant> {
        let entrant = |player: &usize| {
            let place = self.event.players.iter().position(|other| other == player);
            let time_rules = place.map_or_else(Default::default, |place| self.event.time_rules[place]);
            Entrant { spec: self.plan.players[*player].spec.clone(), time_rules }
        };
        pairing.players.iter().map(entrant).collect()
    }

    /// The job of a worker: plays any game of the event. Players are kept as long as the pairing stays the same.
    fn worker(
        &self,
        control: Arc<WorkerControl>,
        failure: &Mutex<Option<ArenaError>>,
    ) -> impl FnMut(u64, &mut Vec<(u64, PlayedGame)>) -> ControlFlow<()> {
        let mut current: Option<(u64, SeriesWorker<G>)> = None;
        let fail = |error| {
            *ignore_poison(failure.lock()) = Some(error);
            ControlFlow::Break(())
        };
        move |number, results| {
            let pairing = self.plan.pairing_of(number);
            if current.as_ref().is_none_or(|(first, _)| *first != pairing.first) {
                current = None; // frees the old players' memory for the new ones
                let series = GameSeries {
                    game: self.game,
                    entrants: self.entrants(pairing),
                    openings: self.openings,
                    seeds: Seeds::new(self.plan.seed),
                    offset: pairing.first,
                    longest: self.event.longest,
                    keep: if self.plan.keep == RecordLevel::Evaluations {
                        RecordLevel::Evaluations
                    } else {
                        RecordLevel::Moves
                    },
                    adjudication: self.event.adjudication,
                };
                match series.worker(Arc::clone(&control)) {
                    Ok(worker) => current = Some((pairing.first, worker)),
                    Err(error) => return fail(error),
                }
            }
            match &mut current {
                Some((first, worker)) => worker.play(number - *first, number, results).unwrap_or_else(fail),
                None => ControlFlow::Break(()),
            }
        }
    }
}
