//! The plan of a tournament: players, games, pairings, and the number of every game.

use super::canonical;
use super::event_check;
use super::form::{self, GameForm, LimitForm, PlanForm};
use super::rounds;
use super::schedule::{self, Format, Pairing, ScheduleError};
use crate::stats::{EloModel, Sprt};
use crate::{
    Adjudication, ArenaError, ArgumentError, DEFAULT_MARGIN, EngineList, FischerClock, Lineup, OpeningRule,
    RecordLevel, TimeRules,
};
use plyground_core::{MapText, Setup, suggest::hint};
use plyground_engine::{Spec, parse_duration};
use plyground_games::registry;
use plyground_search::Limits;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The longest name.
const LONGEST_NAME: usize = 80;
/// The formats, the default first.
const FORMATS: [&str; 4] = ["round-robin", "gauntlet", "swiss", "knockout"];
/// The most players of a tournament.
const MOST_PLAYERS: usize = 1000;

/// Everything that decides a tournament.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// Where it was read.
    pub file: PathBuf,
    /// The file's text.
    pub text: String,
    /// Its name.
    pub name: String,
    /// The seed of every random decision.
    pub seed: u64,
    /// What to keep of each game: [`RecordLevel::Moves`] or [`RecordLevel::Evaluations`].
    pub keep: RecordLevel,
    /// The players.
    pub players: Vec<PlanPlayer>,
    /// The games they play.
    pub events: Vec<TournamentEvent>,
    /// Who meets whom.
    pub format: Format,
    /// A sequential test that ends a pairing before all its games are played.
    pub sprt: Option<Sprt>,
    /// The pairings; where rounds follow from results, those of the rounds that are drawn (see [`drawn`](Self::drawn)).
    pub pairings: Vec<Pairing>,
    games: u64,
    /// Identifies the plan: two plans with the same fingerprint have the same games.
    pub fingerprint: u64,
}

/// A player of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanPlayer {
    /// The player's name in tables.
    pub name: String,
    /// The player's spec.
    pub spec: Spec,
}

/// One game, variant or map, and those who play it.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentEvent {
    /// Its name.
    pub label: String,
    /// The name of the game.
    pub game: String,
    /// The board.
    pub setup: Setup,
    /// The openings.
    pub openings: EventOpenings,
    /// How often each opening is played by each line-up; of drawn openings, how many are drawn.
    pub repeats: u64,
    /// The participants, by number.
    pub players: Vec<usize>,
    /// Their time rules, in the same order.
    pub time_rules: Vec<TimeRules>,
    /// Players and seats of each game.
    pub lineup: Lineup,
    /// Longest game, if the rules are not to decide.
    pub longest: Option<usize>,
    /// When games end before their rules end them.
    pub adjudication: Adjudication,
}

/// How the games of an event begin.
#[derive(Clone, PartialEq, Debug)]
pub enum EventOpenings {
    /// Drawn for every unit; never [`OpeningRule::Auto`].
    Drawn(OpeningRule),
    /// These positions in turn.
    Listed(Vec<String>),
}

impl TournamentEvent {
    /// Units of each pairing.
    pub fn units(&self) -> u64 {
        match &self.openings {
            EventOpenings::Drawn(_) => self.repeats,
            EventOpenings::Listed(positions) => self.repeats.saturating_mul(positions.len() as u64),
        }
    }
}

impl TournamentPlan {
    /// Reads and checks a plan. Every player is built once for every game it plays, so that mistakes are found before the
    /// tournament starts.
    pub fn load(file: &Path) -> Result<Self, ArenaError> {
        let text = form::read(file)?;
        TournamentPlan::parse(file, &text)
    }

    /// Parses a plan from a text. `file` names its origin; maps and openings are looked up in its folder.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ArenaError> {
        let form = form::parse(file, text)?;
        let reader = PlanReader { file, form: &form };
        reader.check_name("name", &form.name)?;
        let format = reader.format()?;
        let players = reader.players()?;
        let mut events: Vec<TournamentEvent> = Vec::new();
        for (index, game) in form.games.iter().enumerate() {
            let event = reader.event(index, game, &players)?;
            if events.iter().any(|other| other.label == event.label) {
                let key = format!("games[{}].label", index + 1);
                let reason = format!("`{}` is there twice; give one of them a label of its own", event.label);
                return Err(reader.refuse(&key, reason));
            }
            events.push(event);
        }
        if events.is_empty() {
            return Err(reader.refuse("games", "there is no game to play; add a [[games]] section"));
        }
        let mut plan = TournamentPlan {
            file: file.to_path_buf(),
            text: text.to_string(),
            name: form.name.clone(),
            seed: form.seed.unwrap_or(1),
            keep: reader.keep()?,
            players,
            events,
            format,
            sprt: None,
            pairings: Vec::new(),
            games: 0,
            fingerprint: 0,
        };
        plan.schedule().map_err(|reason| reader.refuse("games", reason))?;
        plan.sprt = reader.sprt(&plan)?;
        plan.fingerprint = canonical::fingerprint(&plan);
        Ok(plan)
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Numbers the games and draws what can be drawn before the first is played.
    fn schedule(&mut self) -> Result<(), ScheduleError> {
        if !self.has_rounds() {
            self.pairings = schedule::pair(&self.events, self.format)?;
            self.games = self.pairings.last().map_or(0, |pairing| pairing.first + pairing.games());
            return Ok(());
        }
        self.games = schedule::games_of_rounds(&self.events, self.format)?;
        let first = rounds::next_round(self.format, &self.events[0].players, &[]);
        self.pairings =
            first.into_iter().enumerate().map(|(number, seated)| self.table(number as u64, seated)).collect();
        Ok(())
    }

    /// The pairing that game `number` belongs to.
    pub fn pairing_of(&self, number: u64) -> &Pairing {
        let after = self.pairings.partition_point(|pairing| pairing.first <= number);
        &self.pairings[after.saturating_sub(1)]
    }

    /// Whether archives and shards of this plan may carry this fingerprint, in hexadecimal digits: its own, or the one that an
    /// earlier version of the program gave it.
    pub fn is_fingerprint(&self, written: &str) -> bool {
        canonical::is_fingerprint(self, written)
    }
}

/// Converts the form of a plan file into a plan.
struct PlanReader<'a> {
    file: &'a Path,
    form: &'a PlanForm,
}

impl PlanReader<'_> {
    fn refuse(&self, key: &str, reason: impl std::fmt::Display) -> ArenaError {
        ArenaError::Plan { file: self.file.display().to_string(), reason: format!("{key}: {reason}") }
    }

    fn check_name(&self, key: &str, name: &str) -> Result<(), ArenaError> {
        if name.trim().is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            let reason = format!("a name has 1 to {LONGEST_NAME} characters that can be printed");
            return Err(self.refuse(key, reason));
        }
        Ok(())
    }

    fn format(&self) -> Result<Format, ArenaError> {
        let champions = self.form.champions.unwrap_or(1);
        let name = self.form.format.as_deref().unwrap_or(FORMATS[0]);
        if name != "gauntlet" && self.form.champions.is_some() {
            return Err(self.refuse("champions", "only a gauntlet has champions"));
        }
        if name != "swiss" && self.form.rounds.is_some() {
            return Err(self.refuse("rounds", "only a Swiss tournament has a number of rounds"));
        }
        match name {
            "round-robin" => Ok(Format::RoundRobin),
            "gauntlet" if champions == 0 || champions >= self.form.players.len().max(2) => {
                Err(self.refuse("champions", "a gauntlet needs at least one champion and one challenger"))
            }
            "gauntlet" => Ok(Format::Gauntlet { champions }),
            "swiss" => match self.form.rounds {
                Some(0) => Err(self.refuse("rounds", "a tournament has at least one round")),
                Some(rounds) => Ok(Format::Swiss { rounds }),
                // Enough for one player to be left without a loss.
                None => {
                    Ok(Format::Swiss { rounds: self.form.players.len().max(2).next_power_of_two().ilog2() as usize })
                }
            },
            "knockout" => Ok(Format::Knockout),
            other => {
                let hint = hint(other, FORMATS);
                Err(self.refuse("format", format!("`{other}` is no format; {hint}")))
            }
        }
    }

    fn sprt(&self, plan: &TournamentPlan) -> Result<Option<Sprt>, ArenaError> {
        let Some(form) = &self.form.sprt else { return Ok(None) };
        let refuse = |reason: ArgumentError| self.refuse("sprt", reason);
        if plan.has_rounds() {
            return Err(self.refuse("sprt", "rounds are drawn from whole pairings, so no test can end one early"));
        }
        if plan.events.iter().any(|event| event.lineup.players != 2) {
            return Err(self.refuse("sprt", "a sequential test compares exactly 2 players; set lineup = 2"));
        }
        let model: EloModel = form.model.as_deref().map_or(Ok(EloModel::default()), str::parse).map_err(refuse)?;
        let test = Sprt::new(form.elo0, form.elo1).map_err(refuse)?;
        let test = test.with_risks(form.alpha.unwrap_or(test.alpha), form.beta.unwrap_or(test.beta)).map_err(refuse)?;
        Ok(Some(test.with_model(model)))
    }

    fn keep(&self) -> Result<RecordLevel, ArenaError> {
        match self.form.keep.as_deref().unwrap_or("moves") {
            "moves" => Ok(RecordLevel::Moves),
            "thoughts" => Ok(RecordLevel::Evaluations),
            other => {
                let hint = hint(other, ["moves", "thoughts"]);
                Err(self.refuse("keep", format!("`{other}` cannot be kept; {hint}")))
            }
        }
    }

    fn players(&self) -> Result<Vec<PlanPlayer>, ArenaError> {
        let mut players: Vec<PlanPlayer> = Vec::new();
        if !(2..=MOST_PLAYERS).contains(&self.form.players.len()) {
            let reason = format!("a tournament has 2 to {MOST_PLAYERS} players, not {}", self.form.players.len());
            return Err(self.refuse("players", reason));
        }
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let engines = self.form.engines.as_ref().map(|file| EngineList::load(&folder.join(file))).transpose()?;
        let engines = engines.unwrap_or_default();
        for (index, form) in self.form.players.iter().enumerate() {
            let key = |part: &str| format!("players[{}].{part}", index + 1);
            let spec: Spec = form.spec.parse().map_err(|error| self.refuse(&key("spec"), error))?;
            let mut spec = engines.resolve(spec);
            let name = spec.take_name();
            let name = form.name.clone().or(name).unwrap_or_else(|| spec.to_string());
            self.check_name(&key("name"), &name)?;
            if players.iter().any(|other| other.name == name) {
                return Err(self.refuse(&key("name"), format!("there is another player named `{name}`")));
            }
            players.push(PlanPlayer { name, spec });
        }
        Ok(players)
    }

    fn event(&self, index: usize, form: &GameForm, players: &[PlanPlayer]) -> Result<TournamentEvent, ArenaError> {
        let key = |part: &str| format!("games[{}].{part}", index + 1);
        if !registry::names().contains(&form.game.as_str()) {
            return Err(self.refuse(&key("game"), registry::unknown(&form.game)));
        }
        let setup = Setup {
            variant: form.variant.clone(),
            position: form.position.clone(),
            map: form.map.as_deref().map(|map| self.map(&key("map"), &form.game, map)).transpose()?,
            lenient: form.lenient,
        };
        let taking_part = self.taking_part(&key("players"), form, players)?;
        let mut time_rules = Vec::new();
        let mut longest = None;
        for player in &taking_part {
            let limits = self.form.players[*player].limits.or(&form.limits).or(&self.form.limits);
            time_rules.push(self.time_rules(&limits)?.for_spec(&players[*player].spec));
            longest = limits.max_turns.or(longest);
        }
        let specs: Vec<&PlanPlayer> = taking_part.iter().map(|player| &players[*player]).collect();
        let openings = form.openings.as_ref().or(self.form.openings.as_ref());
        let openings = event_check::OpeningRequest { folder: self.file.parent(), openings };
        let checked = event_check::check_event(&form.game, &setup, &specs, &openings)
            .map_err(|(part, reason)| self.refuse(&key(part), reason))?;
        let label = form.label.clone().unwrap_or_else(|| event_check::label(&form.game, &setup));
        self.check_name(&key("label"), &label)?;
        let most = checked.seats.min(taking_part.len());
        let lineup = form.lineup.unwrap_or(most);
        if !(2..=most).contains(&lineup) {
            let reason = format!(
                "{lineup} players cannot sit down together: there are {} seats and {} players",
                checked.seats,
                taking_part.len()
            );
            return Err(self.refuse(&key("lineup"), reason));
        }
        let repeats = form.repeats.or(self.form.repeats).unwrap_or(1);
        if repeats == 0 {
            return Err(self.refuse(&key("repeats"), "nothing is played 0 times; leave the game out instead"));
        }
        Ok(TournamentEvent {
            label,
            game: form.game.clone(),
            setup,
            openings: checked.openings,
            repeats,
            players: taking_part,
            time_rules,
            lineup: Lineup { players: lineup, seats: checked.seats },
            longest,
            adjudication: self.adjudication(&key("adjudication"), form, checked.seats)?,
        })
    }

    fn adjudication(&self, key: &str, form: &GameForm, seats: usize) -> Result<Adjudication, ArenaError> {
        let Some(written) = form.adjudication.as_ref().or(self.form.adjudication.as_ref()) else {
            return Ok(Adjudication::default());
        };
        let refuse = |reason: ArgumentError| self.refuse(key, reason);
        let rules = Adjudication {
            resign: written.resign.as_deref().map(str::parse).transpose().map_err(refuse)?,
            draw: written.draw.as_deref().map(str::parse).transpose().map_err(refuse)?,
            solved: written.solved,
        };
        if rules.is_set() && seats != 2 {
            return Err(self.refuse(key, "games of more than two players are not adjudicated"));
        }
        Ok(rules)
    }

    fn taking_part(&self, key: &str, form: &GameForm, players: &[PlanPlayer]) -> Result<Vec<usize>, ArenaError> {
        let Some(names) = &form.players else { return Ok((0..players.len()).collect()) };
        let mut taking_part = Vec::new();
        for name in names {
            let Some(number) = players.iter().position(|player| player.name == *name) else {
                let hint = hint(name, players.iter().map(|player| player.name.as_str()));
                return Err(self.refuse(key, format!("there is no player named `{name}`; {hint}")));
            };
            if taking_part.contains(&number) {
                return Err(self.refuse(key, format!("`{name}` is there twice")));
            }
            taking_part.push(number);
        }
        // The order of players decides pairings and seats; it is the one of the plan.
        taking_part.sort_unstable();
        Ok(taking_part)
    }

    fn map(&self, key: &str, game: &str, map: &str) -> Result<MapText, ArenaError> {
        let path = self.file.parent().unwrap_or(Path::new("")).join(map);
        if path.is_file() {
            let name = path.file_stem().map_or_else(|| map.to_string(), |stem| stem.to_string_lossy().into_owned());
            return Ok(MapText { name, text: form::read(&path)? });
        }
        let info = registry::info(game).filter(|info| !info.boards.is_empty());
        let info = info.ok_or_else(|| self.refuse(key, format!("{game} has no maps")))?;
        info.map(map).map_err(|unknown| {
            let hint = unknown.hint;
            self.refuse(key, format!("there is no map file and no built-in map `{map}`; {hint}"))
        })
    }

    fn time_rules(&self, form: &LimitForm) -> Result<TimeRules, ArenaError> {
        let time = |key: &str, text: &Option<String>| -> Result<Option<Duration>, ArenaError> {
            let read = |text: &String| parse_duration(text).map_err(|reason| self.refuse(key, reason));
            text.as_ref().map(read).transpose()
        };
        let clock = |text: &String| text.parse::<FischerClock>().map_err(|reason| self.refuse("limits.clock", reason));
        let limits = Limits {
            depth: form.depth,
            nodes: form.nodes,
            time: time("limits.time", &form.time)?,
            iterations: form.iterations,
            ..Limits::default()
        };
        let zero = limits.depth == Some(0)
            || limits.nodes == Some(0)
            || limits.iterations == Some(0)
            || limits.time == Some(Duration::ZERO)
            || form.max_turns == Some(0);
        if zero {
            return Err(self.refuse("limits", "a limit of 0 leaves nothing to play with"));
        }
        Ok(TimeRules {
            limits,
            clock: form.clock.as_ref().map(clock).transpose()?,
            margin: time("limits.margin", &form.margin)?.unwrap_or(DEFAULT_MARGIN),
            ..TimeRules::default()
        })
    }
}
