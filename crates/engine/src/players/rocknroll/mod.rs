//! The players of Rock'n'Roll (A. Schäfer, 2006) as player kinds. Their strategies are in `plyground-historic`.

pub(super) mod farmerboy;
pub(super) mod mrblack;
pub(super) mod mrmonte;
pub(super) mod mrrandom;
mod nested;
mod player;

use super::native::NativeMaker;
use crate::options::{Choice, ConfigOption, Custom, Field, FieldError, Number, Options};
use crate::spec::Arg;
use crate::{ParamInfo, Player, PlayerInfo, Resource, Spec, SpecError, Value, format_bytes, parse_bytes};
use player::RockPlayer;
use plyground_core::Facts;
use plyground_games::einstein::Einstein;
use plyground_historic::rocknroll::{DEEPEST, GAME_WON, Strategy, StrategySettings, TableSizes, Tie};
use plyground_search::table::TableError;
use std::sync::LazyLock;

/// Everything that a spec of any of the four can say.
#[derive(Clone, PartialEq, Debug)]
struct Settings {
    strategy: StrategySettings,
    tables: TableSizes,
    /// Play-outs of MrMonte, and who plays them.
    iterations: u64,
    red: Spec,
    blue: Option<Spec>,
}

impl Default for Settings {
    /// `MrMonte(0)` without more stands for ten play-outs of FarmerBoy(0) in the report's tables.
    fn default() -> Self {
        let farmer_boy = Arg { name: None, value: Value::Word("0".to_string()) };
        Settings {
            strategy: StrategySettings::at_depth(0),
            tables: TableSizes { upper: 1 << 20, lower: 1 << 20 },
            iterations: 10,
            red: Spec { name: "FarmerBoy".to_string(), args: vec![farmer_boy] },
            blue: None,
        }
    }
}

fn depth() -> ConfigOption<Settings> {
    let field = Number(0..=DEEPEST.into(), |s: &mut Settings| &mut s.strategy.depth);
    ConfigOption::new("depth", field, "plies looked ahead after the own move")
        .spending(Resource::Depth)
        .written_as("0, 1, 2, …")
}

fn ties() -> ConfigOption<Settings> {
    ConfigOption::new(
        "ties",
        Choice::new(Tie::ALL.map(|tie| (tie.name(), tie)), |s: &mut Settings| &mut s.strategy.tie),
        "which of equally good moves: lower stone and diagonal first, straight first, higher stone first, …",
    )
}

fn scale() -> ConfigOption<Settings> {
    let field = Custom {
        values: "number",
        show: |s: &Settings| s.strategy.scale.to_string(),
        read: |s: &mut Settings, text| {
            let scale = text.parse::<f64>().ok().filter(|scale| *scale > 0.0 && *scale <= GAME_WON);
            s.strategy.scale = scale.ok_or_else(|| format!("a number above 0, at most {GAME_WON}, is expected"))?;
            Ok(())
        },
    };
    ConfigOption::new("scale", field, "factor of the heuristic beside the 1000 of a decided game")
}

/// The upper and the lower hash table.
fn tables() -> [ConfigOption<Settings>; 2] {
    let upper = TableSize(|s| &mut s.tables.upper);
    let lower = TableSize(|s| &mut s.tables.lower);
    [
        ConfigOption::new("upper", upper, "upper hash table, which keeps what was searched deeper")
            .spending(Resource::Memory),
        ConfigOption::new("lower", lower, "lower hash table, which keeps what came last").spending(Resource::Memory),
    ]
}

/// The size of a table in bytes; 0 is none.
struct TableSize(fn(&mut Settings) -> &mut u64);

impl Field<Settings> for TableSize {
    fn values(&self) -> String {
        "size|off".to_string()
    }

    fn show(&self, settings: &mut Settings) -> String {
        match *(self.0)(settings) {
            0 => "off".to_string(),
            bytes => format_bytes(bytes),
        }
    }

    fn read(&self, settings: &mut Settings, value: &Value) -> Result<(), FieldError> {
        *(self.0)(settings) = match value.text().as_str() {
            "off" => 0,
            size => match parse_bytes(size)? {
                bytes if bytes > LARGEST_TABLE => return Err("at most 64GB".to_string().into()),
                bytes => bytes,
            },
        };
        Ok(())
    }
}

/// Depth, tables, ties and scale: what MrBlack and FarmerBoy take.
static SEARCH_OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let [upper, lower] = tables();
    Options::new(vec![depth(), upper, lower, ties(), scale()])
});

fn info(name: &'static str, summary: &'static str, params: Vec<ParamInfo>) -> PlayerInfo {
    PlayerInfo { name, summary, params, refuses: refuses_other_games, game: Some(GAME), memory: 0 }
}

fn refuses_other_games(facts: &Facts) -> Option<String> {
    (!facts.chance || facts.players != 2).then(|| format!("it only knows {GAME}"))
}

/// The game that they play, as errors name it.
const GAME: &str = "einstein";

/// How each kind is made.
pub(super) const MAKERS: [(&str, NativeMaker<Einstein>); 4] = [
    (mrrandom::NAME, |args, game, seed| Ok(player(mrrandom::strategy(args, game)?, seed))),
    (mrblack::NAME, |args, game, seed| Ok(player(mrblack::strategy(args, game)?, seed))),
    (farmerboy::NAME, |args, game, seed| Ok(player(farmerboy::strategy(args, game)?, seed))),
    (mrmonte::NAME, |args, game, seed| Ok(player(mrmonte::strategy(args, game)?, seed))),
];

fn player(strategy: Strategy, seed: u64) -> Box<dyn Player<Einstein>> {
    Box::new(RockPlayer::new(strategy, seed))
}

/// 64 GB; no search that ends fills it.
const LARGEST_TABLE: u64 = 64 << 30;

/// Tables that do not fit into memory.
fn too_large(error: TableError) -> SpecError {
    SpecError::Arguments { player: "Rock'n'Roll".to_string(), reason: error.to_string() }
}
