//! A series of games between the same players: everything that a worker needs to play any of its games.

use crate::opening::Opening;
use crate::speed_tracker::SpeedTracker;
use crate::{
    Adjudication, ArenaError, ArenaGame, Lineup, Openings, Outcome, Referee, SeatedPlayer, Seeds, Termination,
    TimeRules, WorkerControl,
};
use crate::{MoveEvaluation, move_codec, moves_text};
use arrayvec::ArrayVec;
use plyground_core::{Game, MAX_PLAYERS, Playable};
use plyground_engine::{Player, Spec, build};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A player of a match or tournament, as a spec.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// The player's spec.
    pub spec: Spec,
    /// The player's time rules.
    pub time_rules: TimeRules,
}

/// How much of a game is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RecordLevel {
    /// Only the outcome.
    #[default]
    Result,
    /// The turns as text.
    Text,
    /// The turns as text, and the players' evaluations of each.
    TextAndEvaluations,
    /// The turns as bytes; see [`decode_turns`](crate::decode_turns).
    Moves,
    /// The turns as bytes, and the players' evaluations of each.
    Evaluations,
}

impl RecordLevel {
    /// Whether evaluations are kept.
    pub fn has_evaluations(self) -> bool {
        matches!(self, RecordLevel::Evaluations | RecordLevel::TextAndEvaluations)
    }

    /// Whether turns are kept as text.
    pub fn has_text(self) -> bool {
        matches!(self, RecordLevel::Text | RecordLevel::TextAndEvaluations)
    }
}

/// The recorded turns of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordedMoves {
    /// The first position.
    pub start: String,
    /// The turns, as `--moves` takes them.
    pub text: String,
    /// The turns as bytes.
    pub code: Vec<u8>,
    /// One evaluation per turn.
    pub evaluations: Vec<MoveEvaluation>,
    /// The seat of each evaluated turn, from 0.
    pub seats: Vec<u8>,
}

/// A finished game of a series.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayedGame {
    /// Its seed.
    pub seed: u64,
    /// The outcome.
    pub outcome: Outcome,
    /// Its turns, if they were recorded.
    pub moves: Option<Box<RecordedMoves>>,
}

/// A series of games between the same players.
#[derive(Clone, Debug)]
pub struct GameSeries<'a, G: Playable> {
    /// The rules.
    pub game: &'a G,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// The openings.
    pub openings: &'a Openings<G::Position>,
    /// The seeds of openings, dice and players.
    pub seeds: Seeds,
    /// Added to the number of a game (and of a unit) before its seeds are derived, so that no two series of a plan share
    /// any.
    pub offset: u64,
    /// The longest game, if it is shorter than the rules allow.
    pub longest: Option<usize>,
    /// What to record.
    pub keep: RecordLevel,
    /// When games end before their rules end them.
    pub adjudication: Adjudication,
}

impl<'a, G: Playable> GameSeries<'a, G> {
    /// Players and seats. More players than seats, or fewer than two, cannot play.
    pub fn lineup(&self) -> Result<Lineup, ArenaError> {
        let seats = self.game.facts().players;
        let players = self.entrants.len();
        if !(2..=seats).contains(&players) {
            let range = if seats == 2 { "exactly 2".to_string() } else { format!("2 to {seats}") };
            return Err(ArenaError::Unsuitable(format!(
                "the board has {seats} seats, so {range} players can share it, not {players}"
            )));
        }
        Ok(Lineup { players, seats })
    }

    /// Creates a worker, which builds players of its own.
    pub fn worker(&self, control: Arc<WorkerControl>) -> Result<SeriesWorker<'a, G>, ArenaError> {
        let lineup = self.lineup()?;
        let referee = Referee::new(control).with_evaluations(self.keep.has_evaluations());
        let referee = referee.with_adjudication(self.adjudication);
        let (players, speed) = (Vec::new(), SpeedTracker::default());
        let mut worker = SeriesWorker { series: self.clone(), lineup, referee, players, speed, opening: None };
        worker.build_players()?;
        Ok(worker)
    }
}

/// The number of a unit and the opening that its games share.
type UnitOpening<G> = (u64, Opening<<G as Game>::Position, <G as Game>::Move>);

/// Plays games of one series, one after another.
pub struct SeriesWorker<'a, G: Playable> {
    series: GameSeries<'a, G>,
    lineup: Lineup,
    referee: Referee<G>,
    /// In the seats of the first game, and as many more as complete the last round.
    players: Vec<Box<dyn Player<G>>>,
    speed: SpeedTracker,
    /// The opening of the last unit; its other games begin with it too.
    opening: Option<UnitOpening<G>>,
}

impl<G: Playable> SeriesWorker<'_, G> {
    fn build_players(&mut self) -> Result<(), ArenaError> {
        // The old players are dropped first: memory need not hold two sets of transposition tables.
        self.players.clear();
        for _ in 0..self.lineup.seats.div_ceil(self.lineup.players) {
            for entrant in &self.series.entrants {
                self.players.push(build(&entrant.spec, self.series.game, 0)?);
            }
        }
        Ok(())
    }

    /// Plays one game of the series and appends it to the results under `name`; breaks when it was interrupted. Outcomes are
    /// large and quick games end a million times a second, so the outcome is written in place.
    ///
    /// # Errors
    /// When a player that panicked cannot be built again.
    pub(crate) fn play(
        &mut self,
        number: u64,
        name: u64,
        results: &mut Vec<(u64, PlayedGame)>,
    ) -> Result<ControlFlow<()>, ArenaError> {
        let GameSeries { game, openings, seeds, offset, longest, keep, .. } = self.series;
        let unit = offset + self.lineup.unit(number);
        let opening = match self.opening.take() {
            Some((drawn, opening)) if drawn == unit => opening,
            _ => openings.draw(game, self.lineup.unit(number), &mut seeds.opening(unit)),
        };
        let start = &opening.position;
        let config = ArenaGame { game, start, opening: &opening.moves, dice: seeds.dice(unit), longest };
        self.referee.announce(name);
        results.push((name, PlayedGame::default()));
        let (_, played) = results.last_mut().expect("just pushed");
        let PlayedGame { seed, outcome, moves } = played;
        self.play_at(&config, number, outcome);
        if outcome.termination == Termination::Interrupted {
            results.pop();
            return Ok(ControlFlow::Break(()));
        }
        if outcome.faults.iter().any(|fault| fault.kind == Termination::Crash) {
            // A panic leaves a player in an unknown state.
            self.build_players()?;
        }
        *seed = seeds.game(offset + number);
        if keep != RecordLevel::Result {
            *moves = Some(Box::new(self.recorded_moves(start, outcome)));
        }
        self.opening = Some((unit, opening));
        Ok(ControlFlow::Continue(()))
    }

    fn play_at(&mut self, config: &ArenaGame<'_, G>, number: u64, outcome: &mut Outcome) {
        let rotation = self.lineup.rotation(number);
        let Lineup { players, seats: wanted } = self.lineup;
        let series = &self.series;
        let mut seats: ArrayVec<SeatedPlayer<'_, G>, MAX_PLAYERS> = ArrayVec::new();
        for round in self.players.chunks_mut(players) {
            let (last, first) = round.split_at_mut(rotation);
            for (who, player) in (rotation..).zip(first).chain((0..).zip(last)).take(wanted - seats.len()) {
                let seed = series.seeds.seat(series.offset + number, seats.len());
                seats.push(SeatedPlayer {
                    player: player.as_mut(),
                    time_rules: &series.entrants[who].time_rules,
                    seed,
                });
            }
        }
        let seated = self.lineup.seated(number);
        let move_times = self.speed.times_of_seats(&seated);
        self.referee.play_at(config, &mut seats, move_times.as_deref(), outcome);
        self.speed.update(&seated, players, outcome, move_times.is_none());
    }

    fn recorded_moves(&self, start: &G::Position, outcome: &Outcome) -> RecordedMoves {
        let game = self.series.game;
        let turns = self.referee.turns();
        let mut kept = RecordedMoves { start: game.position_text(start), ..RecordedMoves::default() };
        if self.series.keep.has_text() {
            kept.text = moves_text(game, start, turns, &outcome.faults);
        } else {
            kept.code = move_codec::encode_turns(game, start, turns, &outcome.faults);
        }
        kept.evaluations = self.referee.evaluations().to_vec();
        kept.seats = self.referee.evaluated_seats().to_vec();
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{GameKind, GameVisitor, Setup};
    use plyground_engine::{Choice, Failure, Request};
    use plyground_games::isola::Isola;
    use plyground_search::Report;

    /// Panics whenever it is asked.
    struct PanickingPlayer;

    impl<G: Playable> Player<G> for PanickingPlayer {
        fn think(&mut self, _request: Request<'_, G>) -> Report<G::Move> {
            panic!("scripted crash")
        }

        fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
            self.think(request).into()
        }

        fn new_game(&mut self, _seed: u64) {}

        fn unit(&self) -> &'static str {
            "points"
        }

        fn evaluation(&self) -> &'static str {
            ""
        }

        fn failure(&mut self) -> Option<Failure> {
            None
        }
    }

    struct TwoGames;

    impl GameVisitor for TwoGames {
        type Output = [Termination; 2];

        fn visit<G: Playable>(self, game: G, start: G::Position) -> [Termination; 2] {
            let entrant = Entrant { spec: Spec::named("first"), time_rules: TimeRules::default() };
            let series = GameSeries {
                game: &game,
                entrants: vec![entrant.clone(), entrant],
                openings: &Openings::Listed(vec![start]),
                seeds: Seeds::new(1),
                offset: 0,
                longest: None,
                keep: RecordLevel::Result,
                adjudication: Adjudication::default(),
            };
            let mut worker = series.worker(Arc::default()).expect("two players for two seats");
            worker.players[1] = Box::new(PanickingPlayer);
            let mut results = Vec::new();
            [0, 1].map(|number| {
                assert!(worker.play(number, number, &mut results).expect("built before").is_continue());
                results[number as usize].1.outcome.termination
            })
        }
    }

    #[test]
    fn after_a_panic_players_are_built_again() {
        let setup = Setup { variant: Some("cols=4,rows=4".to_string()), ..Setup::default() };
        let ends = Isola::open(&setup, TwoGames).expect("a valid variant");
        assert_eq!(ends, [Termination::Crash, Termination::Normal]);
    }
}
