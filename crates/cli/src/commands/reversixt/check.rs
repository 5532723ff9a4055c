//! `plyground reversixt check`.

use crate::args::CheckArgs;
use crate::opened_game::{OpenedGame, find_map, open_setup};
use crate::{Answer, print};
use anyhow::Result;
use plyground_arena::{Survey, SurveyPlan, survey};
use plyground_core::{CellKind, Drawable, Setup};
use plyground_engine::Spec;
use plyground_games::reversixt::{Loaded, MapFile, Reading};
use plyground_search::Limits;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// A quick player that has no limits of its own gets so long for a move.
const MOVE_TIME: Duration = Duration::from_millis(5);
/// Rounds of random moves before the player takes over.
const RANDOM_ROUNDS: usize = 3;
/// Unreachable tiles that are listed by their coordinates.
const LISTED: usize = 12;

/// Tells whether a map is valid, and what is in it. An invalid map is a negative answer, not a failure.
pub fn run(args: &CheckArgs) -> Result<Answer> {
    let source = find_map("reversixt", &args.map)?;
    let reading = if args.lenient { Reading::Lenient } else { Reading::Strict };
    match MapFile::parse(&source.text, reading) {
        Ok(loaded) => {
            let spec = args.player.parse::<Spec>()?;
            let plan = SurveyPlan {
                spec,
                limits: Limits::time(MOVE_TIME),
                games: args.games,
                time: args.time,
                random_rounds: RANDOM_ROUNDS,
                seed: args.seed,
            };
            let name = source.name.clone();
            let setup = Setup { map: Some(source), lenient: args.lenient, ..Setup::default() };
            let command = Check { name, loaded, plan, json: args.json };
            command.run(&open_setup("reversixt", &setup, "")?)
        }
        Err(error) => {
            if args.json {
                let reason = error.to_string();
                let document =
                    json!({"map": source.name, "valid": false, "reason": reason, "schema": "plyground-map-1"});
                print::json(&document)?;
            } else {
                print::text(&format!("{}: not valid: {error}\n", source.name))?;
            }
            Ok(Answer::No)
        }
    }
}

struct Check {
    name: String,
    loaded: Loaded,
    plan: SurveyPlan,
    json: bool,
}

/// What the games showed, in terms of the map.
struct Findings {
    survey: Survey,
    /// Tiles that are no holes and that nobody ever reached, as coordinates.
    unreached: Vec<(usize, usize)>,
}

impl Check {
    fn run(&self, opened: &OpenedGame) -> Result<Answer> {
        let mut findings = None;
        if self.plan.games > 0 {
            let survey = survey(&opened.game, &opened.start, &self.plan)?;
            let scene = opened.game.scene(&opened.start);
            let cells = scene.cells.iter().zip(&survey.reached).enumerate();
            let unreached = cells.filter(|(_, (cell, reached))| cell.ground != CellKind::Hole && !**reached);
            let unreached = unreached.map(|(index, _)| (index % scene.cols, index / scene.cols)).collect();
            findings = Some(Findings { survey, unreached });
        }
        if self.json {
            print::json(&self.as_json(findings.as_ref()))?;
        } else {
            print::text(&self.as_text(findings.as_ref()))?;
        }
        Ok(Answer::Yes)
    }

    fn as_text(&self, findings: Option<&Findings>) -> String {
        let map = &self.loaded.map;
        let facts = map.facts();
        let mut text = format!("{}: valid\n", self.name);
        let mut row = |what: &str, value: String| {
            let _ = writeln!(text, "  {what:<12} {value}");
        };
        row("players", map.players().to_string());
        row("board", format!("{} columns, {} rows", map.width(), map.height()));
        row("tiles", format!("{} ({} holes, {} stones)", facts.tiles, facts.holes, facts.stones));
        row(
            "special",
            format!(
                "{} choice, {} inversion, {} bonus, {} expansion",
                facts.choice, facts.inversion, facts.bonus, facts.expansion
            ),
        );
        row("transitions", facts.transitions.to_string());
        row("overrides", format!("{} each", map.overrides()));
        row("bombs", format!("{} each, strength {}", map.bombs(), map.strength()));
        if let Some(findings) = findings {
            self.describe(findings, &mut row);
        }
        for warning in &self.loaded.warnings {
            let _ = writeln!(text, "  warning: {warning}");
        }
        text
    }

    fn describe(&self, findings: &Findings, row: &mut impl FnMut(&str, String)) {
        let Findings { survey, unreached } = findings;
        let tiles = self.loaded.map.facts().tiles;
        row("games", format!("{} of {} against itself, seed {}", survey.games, self.plan.spec, self.plan.seed));
        row(
            "length",
            format!("{} to {} moves, {:.1} on average", survey.least_turns, survey.most_turns, survey.mean_turns),
        );
        let mut reached = format!("{} of {tiles} tiles", tiles - unreached.len());
        if !unreached.is_empty() {
            let listed: Vec<String> = unreached.iter().take(LISTED).map(|(x, y)| format!("{x},{y}")).collect();
            let more = if unreached.len() > LISTED { " …" } else { "" };
            reached.push_str(&format!("; nobody ever reached {}{more}", listed.join(" ")));
        }
        row("reached", reached);
        for (index, seat) in survey.seats.iter().enumerate() {
            let (low, high) = (100.0 * seat.interval.low, 100.0 * seat.interval.high);
            let share = format!("first place {:.1} % ({low:.1} to {high:.1})", 100.0 * seat.share);
            row(&format!("player {}", index + 1), format!("{share}, {:.1} stones", seat.payoff));
        }
        let fairness = match survey.unfairness() {
            0.0 => "no seat is clearly better than another".to_string(),
            gap => format!("not even: the best and the worst seat differ by at least {:.0} points", 100.0 * gap),
        };
        row("fairness", fairness);
    }

    fn as_json(&self, findings: Option<&Findings>) -> Value {
        let map = &self.loaded.map;
        let facts = map.facts();
        json!({
            "map": self.name,
            "valid": true,
            "players": map.players(),
            "width": map.width(),
            "height": map.height(),
            "tiles": facts.tiles,
            "holes": facts.holes,
            "stones": facts.stones,
            "choice": facts.choice,
            "inversion": facts.inversion,
            "bonus": facts.bonus,
            "expansion": facts.expansion,
            "transitions": facts.transitions,
            "overrides": map.overrides(),
            "bombs": map.bombs(),
            "strength": map.strength(),
            "play": findings.map(|findings| self.play_json(findings)),
            "warnings": self.loaded.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "schema": "plyground-map-1",
        })
    }

    fn play_json(&self, findings: &Findings) -> Value {
        let Findings { survey, unreached } = findings;
        let seats = survey.seats.iter().map(|seat| {
            let interval = [seat.interval.low, seat.interval.high];
            json!({"first_places": seat.share, "ci95": interval, "stones": seat.payoff})
        });
        json!({
            "player": self.plan.spec.to_string(),
            "seed": self.plan.seed,
            "games": survey.games,
            "turns": {"least": survey.least_turns, "mean": survey.mean_turns, "most": survey.most_turns},
            "reached": self.loaded.map.facts().tiles - unreached.len(),
            "unreached": unreached.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>(),
            "seats": seats.collect::<Vec<_>>(),
            "unfairness": survey.unfairness(),
        })
    }
}
