//! A line-up of players at one game: everything that one worker needs to play any of its games.

use crate::opening::Opening;
use crate::pace::Pace;
use crate::{ArenaError, Desk, Lineup, Openings, Outcome, Referee, Seat, Seeds, Table, Termination, Terms};
use crate::{Note, code, moves_text};
use arrayvec::ArrayVec;
use plyground_core::{Game, MAX_PLAYERS, Playable};
use plyground_engine::{Player, Spec, build};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Somebody who takes part.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// What he is.
    pub spec: Spec,
    /// On what terms he plays.
    pub terms: Terms,
}

/// What to keep of a game besides its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// Nothing.
    #[default]
    Nothing,
    /// The turns as text.
    Text,
    /// The turns as bytes; see [`decode`](crate::decode).
    Code,
    /// The turns as bytes, and what the players thought of each.
    Notes,
}

/// The turns of a game as they were kept.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kept {
    /// The first position.
    pub start: String,
    /// The turns, as `--moves` takes them.
    pub text: String,
    /// The turns as bytes.
    pub code: Vec<u8>,
    /// One note per turn.
    pub notes: Vec<Note>,
}

/// A finished game of a contest.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Played {
    /// Its seed.
    pub seed: u64,
    /// How it came out.
    pub outcome: Outcome,
    /// Its turns, if they were kept.
    pub kept: Option<Box<Kept>>,
}

/// A line-up of players at one game.
#[derive(Clone, Debug)]
pub struct Contest<'a, G: Playable> {
    /// The rules.
    pub game: &'a G,
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// How games begin.
    pub openings: &'a Openings<G::Position>,
    /// Where the luck comes from.
    pub seeds: Seeds,
    /// What is added to the number of a game (and of a unit) before its luck is drawn, so that no two contests of a
    /// plan share any.
    pub offset: u64,
    /// Longest game, if the rules are not to decide.
    pub longest: Option<usize>,
    /// What to keep.
    pub keep: Keep,
}

impl<'a, G: Playable> Contest<'a, G> {
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

    /// A worker of this contest.
    pub fn hire(&self, desk: Arc<Desk>) -> Result<Worker<'a, G>, ArenaError> {
        let lineup = self.lineup()?;
        let referee = Referee::new(desk).with_notes(self.keep == Keep::Notes);
        let (players, pace) = (Vec::new(), Pace::default());
        let mut worker = Worker { contest: self.clone(), lineup, referee, players, pace, opening: None };
        worker.seat_players()?;
        Ok(worker)
    }
}

/// The number of a unit and the opening that its games share.
type UnitOpening<G> = (u64, Opening<<G as Game>::Position, <G as Game>::Move>);

/// Plays games of one contest, one after another.
pub struct Worker<'a, G: Playable> {
    contest: Contest<'a, G>,
    lineup: Lineup,
    referee: Referee<G>,
    /// In the seats of the first game, and as many more as complete the last round.
    players: Vec<Box<dyn Player<G>>>,
    pace: Pace,
    /// The opening of the last unit; its other games begin with it too.
    opening: Option<UnitOpening<G>>,
}

impl<G: Playable> Worker<'_, G> {
    fn seat_players(&mut self) -> Result<(), ArenaError> {
        // Old players go first: two big tables need not stand side by side.
        self.players.clear();
        for _ in 0..self.lineup.seats.div_ceil(self.lineup.players) {
            for entrant in &self.contest.entrants {
                self.players.push(build(&entrant.spec, self.contest.game, 0)?);
            }
        }
        Ok(())
    }

    /// Plays one game of the contest and appends it to the results under a name; breaks when it was interrupted. An
    /// outcome is large, and quick games end a million times a second: it is written where it will lie.
    ///
    /// # Errors
    /// When a player who broke down cannot be built again.
    pub(crate) fn play(
        &mut self,
        number: u64,
        name: u64,
        results: &mut Vec<(u64, Played)>,
    ) -> Result<ControlFlow<()>, ArenaError> {
        let Contest { game, openings, seeds, offset, longest, keep, .. } = self.contest;
        let unit = offset + self.lineup.unit(number);
        let opening = match self.opening.take() {
            Some((drawn, opening)) if drawn == unit => opening,
            _ => openings.draw(game, self.lineup.unit(number), &mut seeds.opening(unit)),
        };
        let start = &opening.position;
        let table = Table { game, start, opening: &opening.moves, dice: seeds.dice(unit), longest };
        self.referee.announce(name);
        let (_, played) = results.push_mut((name, Played::default()));
        let Played { seed, outcome, kept } = played;
        self.play_at(&table, number, outcome);
        if outcome.termination == Termination::Interrupted {
            results.pop();
            return Ok(ControlFlow::Break(()));
        }
        if outcome.faults.iter().any(|fault| fault.kind == Termination::Crash) {
            // Nobody knows what a panic left behind.
            self.seat_players()?;
        }
        *seed = seeds.game(offset + number);
        if keep != Keep::Nothing {
            *kept = Some(Box::new(self.keep(start, outcome)));
        }
        self.opening = Some((unit, opening));
        Ok(ControlFlow::Continue(()))
    }

    fn play_at(&mut self, table: &Table<'_, G>, number: u64, outcome: &mut Outcome) {
        let rotation = self.lineup.rotation(number);
        let Lineup { players, seats: wanted } = self.lineup;
        let contest = &self.contest;
        let mut seats: ArrayVec<Seat<'_, G>, MAX_PLAYERS> = ArrayVec::new();
        for round in self.players.chunks_mut(players) {
            let (last, first) = round.split_at_mut(rotation);
            for (who, player) in (rotation..).zip(first).chain((0..).zip(last)).take(wanted - seats.len()) {
                let seed = contest.seeds.seat(contest.offset + number, seats.len());
                seats.push(Seat { player: player.as_mut(), terms: &contest.entrants[who].terms, seed });
            }
        }
        let seated = self.lineup.seated(number);
        let paces = self.pace.of_seats(&seated);
        self.referee.play_at(table, &mut seats, paces.as_deref(), outcome);
        self.pace.learn(&seated, players, outcome, paces.is_none());
    }

    fn keep(&self, start: &G::Position, outcome: &Outcome) -> Kept {
        let game = self.contest.game;
        let turns = self.referee.turns();
        let mut kept = Kept { start: game.position_text(start), ..Kept::default() };
        if self.contest.keep == Keep::Text {
            kept.text = moves_text(game, start, turns, &outcome.faults);
        } else {
            kept.code = code::encode(game, start, turns, &outcome.faults);
            kept.notes = self.referee.notes().to_vec();
        }
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

    /// Breaks down whenever he is asked.
    struct Wreck;

    impl<G: Playable> Player<G> for Wreck {
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

        fn failure(&mut self) -> Option<Failure> {
            None
        }
    }

    struct TwoGames;

    impl GameVisitor for TwoGames {
        type Output = [Termination; 2];

        fn visit<G: Playable>(self, game: G, start: G::Position) -> [Termination; 2] {
            let entrant = Entrant { spec: Spec::named("first"), terms: Terms::default() };
            let contest = Contest {
                game: &game,
                entrants: vec![entrant.clone(), entrant],
                openings: &Openings::Listed(vec![start]),
                seeds: Seeds::new(1),
                offset: 0,
                longest: None,
                keep: Keep::Nothing,
            };
            let mut worker = contest.hire(Arc::default()).expect("two players for two seats");
            worker.players[1] = Box::new(Wreck);
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
