//! The state of a tournament page, computed from the archive.

use super::run::TournamentRun;
use crate::messages::{
    FailedGame, HeadToHead, HeadToHeadPoint, RunningGame, Scene, ScoreRow, ScoreTable, TournamentState,
};
use plyground_arena::stats::{Sprt, Tally, elo_of_score};
use plyground_arena::tournament::{EventStandings, Standings, TournamentPlan};
use plyground_arena::{Archive, ArenaError, Termination};

/// Failed games listed on a page.
const MAX_FAILED: usize = 50;
/// Points of a curve; more would not be visible.
const MAX_POINTS: u64 = 200;
/// The hypotheses of the sequential test.
const ELO0: f64 = 0.0;
const ELO1: f64 = 10.0;

/// Everything that the page of a tournament shows.
pub fn state(
    plan: &TournamentPlan,
    archive: &Archive,
    id: i64,
    run: Option<&TournamentRun>,
) -> Result<TournamentState, ArenaError> {
    // Read before the archive: a state that says "ended" must include all games.
    let running = run.is_some_and(|run| run.job().is_running());
    let standings = Standings::compute(plan, archive, id)?;
    let mut failed = Vec::new();
    let mut curve = HeadToHeadCurve::new(plan, standings.played);
    archive.outcomes(id, |number, outcome| {
        if let Some(curve) = &mut curve {
            curve.tally.add(number, outcome);
            curve.add_point();
        }
        if outcome.termination != Termination::Normal && failed.len() < MAX_FAILED {
            let details: Vec<&str> = outcome.faults.iter().map(|fault| fault.detail.as_str()).collect();
            failed.push(FailedGame {
                number,
                players: names(plan, number),
                termination: outcome.termination.name().to_string(),
                detail: details.join("; "),
            });
        }
    })?;
    let tables = standings.overall.iter().chain(&standings.events);
    let running_games = run.map(TournamentRun::running_games).unwrap_or_default();
    let board = |snapshot: plyground_arena::GameSnapshot| RunningGame {
        number: snapshot.game,
        players: names(plan, snapshot.game),
        scene: Scene::from(snapshot.scene),
    };
    Ok(TournamentState {
        name: plan.name.clone(),
        planned: standings.planned,
        played: standings.played,
        running,
        pausing: run.is_some_and(|run| run.job().is_pausing()),
        seconds_left: run.and_then(TournamentRun::time_left).map(|left| left.as_secs_f64()),
        error: run.and_then(|run| run.job().error()),
        tables: tables.map(|event| score_table(event, &standings)).collect(),
        head_to_head: curve.map(|curve| curve.finish(plan)),
        boards: running_games.into_iter().map(board).collect(),
        failed,
    })
}

fn score_table(event: &EventStandings, standings: &Standings) -> ScoreTable {
    let order: Vec<usize> = event.rows.iter().map(|row| row.player).collect();
    let rows = event.rows.iter().map(|row| {
        let interval = row.tally.units.interval();
        ScoreRow {
            name: row.name.clone(),
            spec: standings.players[row.player].1.clone(),
            games: row.tally.units.games(),
            wins: row.tally.wins,
            draws: row.tally.draws,
            losses: row.tally.losses,
            score: row.tally.units.score(),
            low: interval.low,
            high: interval.high,
            elo: row.elo.or(row.rating.map(|(rating, _)| rating)),
            worse_than: row.worse_than,
            even_with: row.even_with,
            better_than: row.better_than,
            against: order.iter().map(|other| event.against(row.player, *other).map(|units| units.score())).collect(),
        }
    });
    ScoreTable {
        label: event.label.clone(),
        planned: event.planned,
        played: event.played,
        rows: rows.collect(),
        seat_scores: event.seat_scores.clone(),
    }
}

/// The player in each seat of a game, as an index into the plan's players.
pub fn seated(plan: &TournamentPlan, number: u64) -> Vec<usize> {
    let pairing = plan.pairing_of(number);
    let lineup = plan.events[pairing.event].lineup;
    lineup.seated(number - pairing.first).into_iter().map(|player| pairing.players[player]).collect()
}

pub fn names(plan: &TournamentPlan, number: u64) -> Vec<String> {
    seated(plan, number).into_iter().map(|player| plan.players[player].name.clone()).collect()
}

/// How the score develops where only two players meet.
struct HeadToHeadCurve {
    tally: Tally,
    test: Sprt,
    step: u64,
    points: Vec<HeadToHeadPoint>,
}

impl HeadToHeadCurve {
    fn new(plan: &TournamentPlan, played: u64) -> Option<Self> {
        let [pairing] = plan.pairings.as_slice() else { return None };
        let lineup = plan.events[pairing.event].lineup;
        let test = Sprt::new(ELO0, ELO1).ok().filter(|_| lineup.players == 2)?;
        let step = (played / MAX_POINTS).next_multiple_of(2).max(2);
        Some(HeadToHeadCurve { tally: Tally::new(lineup), test, step, points: Vec::new() })
    }

    fn add_point(&mut self) {
        if self.tally.games().is_multiple_of(self.step) {
            let units = &self.tally.players()[0].units;
            let interval = units.interval();
            self.points.push(HeadToHeadPoint {
                games: self.tally.games(),
                elo: elo_of_score(units.score()),
                low: elo_of_score(interval.low),
                high: elo_of_score(interval.high),
                llr: self.tally.sprt(&self.test).llr,
            });
        }
    }

    fn finish(self, plan: &TournamentPlan) -> HeadToHead {
        let name = |place: usize| plan.players[plan.pairings[0].players[place]].name.clone();
        HeadToHead {
            first: name(0),
            second: name(1),
            elo0: ELO0,
            elo1: ELO1,
            lower: self.test.lower(),
            upper: self.test.upper(),
            points: self.points,
        }
    }
}
