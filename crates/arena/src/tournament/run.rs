//! Playing the games of a plan.

use super::plan::{Event, EventOpenings, Plan};
use super::schedule::Pairing;
use crate::contest::{Contest, Entrant, Keep, Worker};
use crate::pool::{self, News};
use crate::{Archive, ArenaError, Desk, GameRecord, Interrupt, Kept, Openings, Played, Seeds};
use plyground_core::{GameVisitor, Playable};
use plyground_engine::SpecPolicy;
use plyground_games::registry;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// Where finished games go.
pub trait Sink {
    /// Takes a finished game; games come in no particular order.
    fn add(&mut self, record: GameRecord) -> Result<(), ArenaError>;

    /// Nothing has happened for a while, or the run has ended: whatever was taken must be safe now.
    fn save(&mut self) -> Result<(), ArenaError> {
        Ok(())
    }
}

/// An archive takes games for one of its tournaments.
impl Sink for (&mut Archive, i64) {
    fn add(&mut self, record: GameRecord) -> Result<(), ArenaError> {
        self.0.add(self.1, &record)
    }

    fn save(&mut self) -> Result<(), ArenaError> {
        self.0.save()
    }
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress<'a> {
    /// Games finished in this run.
    pub finished: u64,
    /// Games that this run has to play.
    pub wanted: u64,
    /// What is being played.
    pub event: &'a Event,
    /// Who plays the game that was finished last.
    pub pairing: &'a Pairing,
}

/// Plays the games of the plan whose numbers `wanted` holds (in ascending order) and hands them to the sink. True when
/// all of them are finished, false when the run was interrupted.
pub fn play(
    plan: &Plan,
    wanted: &[u64],
    jobs: usize,
    interrupt: &Interrupt,
    sink: &mut dyn Sink,
    watch: &mut dyn FnMut(Progress<'_>),
) -> Result<bool, ArenaError> {
    let mut finished = 0;
    for (number, event) in plan.events.iter().enumerate() {
        let inside = |game: &u64| plan.pairing_of(*game).event == number;
        let from = wanted.partition_point(|game| plan.pairing_of(*game).event < number);
        let wanted_here: Vec<u64> = wanted[from..].iter().copied().take_while(inside).collect();
        if wanted_here.is_empty() {
            continue;
        }
        let visit = Play {
            plan,
            event,
            wanted: &wanted_here,
            jobs,
            interrupt,
            sink,
            watch,
            finished,
            all: wanted.len() as u64,
        };
        match registry::visit(&event.game, &event.setup, visit) {
            Some(played) => finished += played??,
            None => return Err(ArenaError::Unsuitable(registry::unknown(&event.game))),
        }
        if interrupt.is_pressed() {
            break;
        }
    }
    sink.save()?;
    Ok(finished == wanted.len() as u64)
}

/// Plays the games of one event.
struct Play<'a> {
    plan: &'a Plan,
    event: &'a Event,
    wanted: &'a [u64],
    jobs: usize,
    interrupt: &'a Interrupt,
    sink: &'a mut dyn Sink,
    watch: &'a mut dyn FnMut(Progress<'_>),
    finished: u64,
    all: u64,
}

impl GameVisitor for Play<'_> {
    /// Games finished.
    type Output = Result<u64, ArenaError>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let Play { plan, event, wanted, jobs, interrupt, sink, watch, finished, all } = self;
        let openings = openings_of(&game, event, start)?;
        check_memory(plan, event, wanted, jobs.min(wanted.len()))?;
        let hall = Hall { plan, event, game: &game, openings: &openings };
        let failure = Mutex::new(None);
        let mut count = 0;
        let mut stored = Ok(());
        pool::run(
            jobs.min(wanted.len()),
            wanted.iter().copied(),
            interrupt,
            |desk| hall.hire(desk, &failure),
            |news| {
                stored = match news {
                    News::Idle => sink.save(),
                    News::Done(batch) => batch.results.into_iter().try_for_each(|(number, played)| {
                        let pairing = plan.pairing_of(number);
                        count += 1;
                        watch(Progress { finished: finished + count, wanted: all, event, pairing });
                        sink.add(record_of(number, pairing, played))
                    }),
                };
                if stored.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        );
        stored?;
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(count),
        }
    }
}

/// Refuses games whose players would not fit into memory side by side.
fn check_memory(plan: &Plan, event: &Event, wanted: &[u64], jobs: usize) -> Result<(), ArenaError> {
    let memory: Vec<u64> = plan.players.iter().map(|player| SpecPolicy::memory_of(&player.spec)).collect();
    let mut most = 0;
    let mut next = wanted;
    while let Some(number) = next.first() {
        let pairing = plan.pairing_of(*number);
        most = most.max(event.lineup.memory(pairing.players.iter().map(|player| memory[*player])));
        next = &next[next.partition_point(|number| *number < pairing.first + pairing.games())..];
    }
    SpecPolicy::machine().check_games(most, jobs).map_err(ArenaError::Unsuitable)
}

fn openings_of<G: Playable>(game: &G, event: &Event, start: G::Position) -> Result<Openings<G::Position>, ArenaError> {
    match &event.openings {
        EventOpenings::Drawn(rule) => Ok(Openings::Drawn { rule: *rule, start }),
        EventOpenings::Listed(texts) => Ok(Openings::listed(game, texts)?),
    }
}

fn record_of(number: u64, pairing: &Pairing, played: Played) -> GameRecord {
    let kept = played.kept.map_or_else(Kept::default, |kept| *kept);
    GameRecord {
        number,
        opening: pairing.opening_of(number),
        start: kept.start,
        seed: played.seed,
        outcome: played.outcome,
        code: kept.code,
        notes: kept.notes,
    }
}

/// Where the games of one event are played.
struct Hall<'a, G: Playable> {
    plan: &'a Plan,
    event: &'a Event,
    game: &'a G,
    openings: &'a Openings<G::Position>,
}

impl<G: Playable> Hall<'_, G> {
    fn entrants(&self, pairing: &Pairing) -> Vec<Entrant> {
        let entrant = |player: &usize| {
            let place = self.event.players.iter().position(|other| other == player);
            let terms = place.map_or_else(Default::default, |place| self.event.terms[place]);
            Entrant { spec: self.plan.players[*player].spec.clone(), terms }
        };
        pairing.players.iter().map(entrant).collect()
    }

    /// A worker's whole job: any game of the event. Players are kept as long as the pairing stays the same.
    fn hire(
        &self,
        desk: Arc<Desk>,
        failure: &Mutex<Option<ArenaError>>,
    ) -> impl FnMut(u64, &mut Vec<(u64, Played)>) -> ControlFlow<()> {
        let mut table: Option<(u64, Worker<G>)> = None;
        let fail = |error| {
            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            ControlFlow::Break(())
        };
        move |number, results| {
            let pairing = self.plan.pairing_of(number);
            if table.as_ref().is_none_or(|(first, _)| *first != pairing.first) {
                table = None; // the old players' memory is needed for the new ones
                let contest = Contest {
                    game: self.game,
                    entrants: self.entrants(pairing),
                    openings: self.openings,
                    seeds: Seeds::new(self.plan.seed),
                    offset: pairing.first,
                    longest: self.event.longest,
                    keep: if self.plan.keep == Keep::Notes { Keep::Notes } else { Keep::Code },
                };
                match contest.hire(Arc::clone(&desk)) {
                    Ok(worker) => table = Some((pairing.first, worker)),
                    Err(error) => return fail(error),
                }
            }
            match &mut table {
                Some((first, worker)) => worker.play(number - *first, number, results).unwrap_or_else(fail),
                None => ControlFlow::Break(()),
            }
        }
    }
}
