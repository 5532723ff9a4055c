//! Games for calibration: what a player thinks of every position, and how the game ends.

use crate::{ArenaError, Seeds};
use plyground_core::chance_table::{ChanceModel, ModelInput, ModelKey, PLAIN_ROW, ValueScale};
use plyground_core::{
    AnyGame, AnyPosition, ChanceScale, Chances, Evaluated, Game, Rng, SearchedValue, Setup, Turn, parse_moves,
};
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecPolicy, build};
use plyground_games::registry;
use plyground_search::Limits;

/// Stands for a number that is different in every game.
const EACH_GAME: &str = "{}";
/// Tables of this size suffice for a few thousand positions, and clearing them costs nothing.
const TABLE_BYTES: u64 = 1 << 20;
/// Games longer than this many turns are given up.
const MOST_TURNS: usize = 5_000;

/// Which games to play.
#[derive(Clone, PartialEq, Debug)]
pub struct CalibrationPlan {
    /// The name of the game.
    pub game: String,
    /// The boards, in turn. `{}` in a variant becomes a number that is different in every game.
    pub boards: Vec<Setup>,
    /// Moves to make first.
    pub moves: String,
    /// Who sits in every seat.
    pub spec: Spec,
    /// How long they think.
    pub limits: Limits,
    /// How many games.
    pub games: u64,
    /// Governs every random decision.
    pub seed: u64,
}

/// A position of a game, what was thought of it, and how the game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Observation {
    /// What a model looks at.
    pub input: ModelInput,
    /// What the game's own scale makes of it today.
    pub predicted: Chances,
    /// How the game ended.
    pub result: Chances,
    /// Whether a roll was due.
    pub before_roll: bool,
    /// The number of the game.
    pub game: u64,
}

/// What the games showed.
#[derive(Clone, PartialEq, Debug)]
pub struct Observations {
    /// Which model they are for.
    pub key: ModelKey,
    /// What the player's values measure.
    pub unit: &'static str,
    /// All positions whose result was not proven.
    pub list: Vec<Observation>,
    /// Positions left out because their result was proven.
    pub proven: u64,
    /// Games played to their end.
    pub games: u64,
}

/// Plays the games of a plan.
///
/// # Errors
/// When a board cannot be opened, the player cannot play it, or the boards need different models.
pub fn observe(plan: &CalibrationPlan) -> Result<Observations, ArenaError> {
    let mut found: Option<Observations> = None;
    for number in 0..plan.games {
        let setup = &plan.boards[(number % plan.boards.len() as u64) as usize];
        let mut series = SelfPlay::open(plan, setup, number)?;
        let key = series.key();
        let all = found.get_or_insert_with(|| Observations {
            key: key.clone(),
            unit: series.player.unit(),
            list: Vec::new(),
            proven: 0,
            games: 0,
        });
        if all.key != key {
            let (one, other) = (name_of(&all.key), name_of(&key));
            return Err(ArenaError::Unsuitable(format!("the boards need different tables: {one}, and {other}")));
        }
        let mut observed = Vec::new();
        if let Some(result) = series.play(plan.limits, &mut observed, &mut all.proven) {
            all.games += 1;
            all.list.extend(observed.into_iter().map(|seen| Observation { result, game: number, ..seen }));
        }
    }
    found.ok_or_else(|| ArenaError::Unsuitable("there is no board or no game to play".to_string()))
}

fn name_of(key: &ModelKey) -> String {
    format!("{} {} {}", key.board, key.players, key.evaluation)
}

/// A game about to be played.
struct SelfPlay {
    game: AnyGame,
    position: AnyPosition,
    player: Box<dyn Player<AnyGame>>,
    /// Tells what a model would look at, in raw values.
    scale: ChanceScale<AnyGame>,
    rng: Rng,
}

impl SelfPlay {
    fn open(plan: &CalibrationPlan, setup: &Setup, number: u64) -> Result<Self, ArenaError> {
        let seed = Seeds::new(plan.seed).game(number);
        let mut rng = Rng::seeded(seed);
        let variant = setup.variant.as_ref().map(|text| text.replace(EACH_GAME, &(rng.bits() % 1_000_000).to_string()));
        let (game, mut position) = registry::open(&plan.game, &Setup { variant, ..setup.clone() })?;
        let chosen = setup.position.is_some() || !plan.moves.is_empty();
        if !chosen {
            position = game.random_start(&mut rng);
        }
        parse_moves(&game, &mut position, &plan.moves)?;
        let spec = plan.spec.with_memory_scaled(TABLE_BYTES, SpecPolicy::memory_of(&plan.spec).max(TABLE_BYTES));
        let player = build(&spec, &game, seed)?;
        let scale = ChanceScale::new(&game, player.evaluation(), player.unit());
        let mut series = SelfPlay { game, position, player, scale, rng };
        series.open_at_random();
        Ok(series)
    }

    fn key(&self) -> ModelKey {
        let tables = self.game.chance_tables();
        ModelKey {
            board: tables.map_or("any", |tables| tables.board).to_string(),
            players: self.game.facts().players,
            evaluation: match self.player.evaluation() {
                "" => "none".to_string(),
                name => name.to_string(),
            },
        }
    }

    /// A few random moves, so that no two games are the same. A game that they end begins without them.
    fn open_at_random(&mut self) {
        let facts = self.game.facts();
        let most = if facts.chance { 4 } else { 2 * facts.players + 6 };
        let plies = usize::from(!facts.chance) + self.rng.below(most);
        let start = self.position.clone();
        let mut moves = Vec::new();
        let mut made = 0;
        while made < plies {
            match self.game.turn(&self.position) {
                Turn::Over => {
                    self.position = start;
                    return;
                }
                Turn::Chance => {
                    let face = self.rng.weighted(self.game.outcomes(&self.position));
                    self.game.roll(&mut self.position, face);
                }
                Turn::Player(_) => {
                    moves.clear();
                    self.game.moves(&self.position, &mut moves);
                    self.game.make(&mut self.position, moves[self.rng.below(moves.len())]);
                    made += 1;
                }
            }
        }
    }

    /// Plays to the end; `None` if there is none within [`MOST_TURNS`].
    fn play(&mut self, limits: Limits, observed: &mut Vec<Observation>, proven: &mut u64) -> Option<Chances> {
        for _ in 0..MOST_TURNS {
            let turn = self.game.turn(&self.position);
            if turn == Turn::Over {
                return Some(Chances::of_result(&self.game.payoffs(&self.position)));
            }
            let request = SearchRequest::new(&self.game, &self.position).within(limits);
            let report = self.player.think(Request::from(request));
            let value = SearchedValue { value: report.value, exact: report.exact, by_player: &report.by_player };
            let predicted = self.scale.chances(&self.game, &self.position, &value);
            if report.exact || predicted.of(predicted.leader()) >= 1.0 {
                *proven += 1;
            } else if let Some(input) = self.scale.input(&self.game, &self.position, &value) {
                let before_roll = turn == Turn::Chance;
                observed.push(Observation { input, predicted, result: predicted, before_roll, game: 0 });
            }
            if turn == Turn::Chance {
                let face = self.rng.weighted(self.game.outcomes(&self.position));
                self.game.roll(&mut self.position, face);
            } else {
                self.game.make(&mut self.position, report.best?);
            }
        }
        None
    }
}

/// A model that changes nothing, to begin with.
pub(super) fn plain_model(scale: ValueScale) -> ChanceModel {
    ChanceModel { scale, rows: vec![PLAIN_ROW] }
}
