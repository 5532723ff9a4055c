//! Expectiminimax, for games with dice (and without: then it is plain alpha-beta on real numbers).

use super::greedy::{eval_named, eval_option, name_of_eval};
use super::search_player::SearchPlayer;
use crate::args::DEPTH_LIMITS;
use crate::knowledge::{EndgameUse, endgame_option, informed};
use crate::options::{Choice, ConfigOption, Custom, Options, Switch, limit_options, unless_endless};
use crate::player::refuses;
use crate::{Args, Player, PlayerInfo, Resource, SpecError, format_bytes, parse_bytes};
use plyground_core::Playable;
use plyground_search::expectimax::{Config, Expectimax, Pruning, Replacement};
use plyground_search::time::Prediction;
use plyground_search::{Limits, Method, Tie};
use std::sync::LazyLock;

/// Everything that a spec can say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Settings {
    config: Config,
    eval: String,
    endgame: EndgameUse,
    limits: Limits,
}

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let mut list = vec![
        eval_option(|s: &mut Settings| &mut s.eval),
        ConfigOption::new(
            "pruning",
            Choice::new(PRUNINGS.map(|pruning| (pruning.name(), pruning)), |s: &mut Settings| &mut s.config.pruning),
            "how chance nodes are searched; the value is the same for all",
        ),
        table(),
        ConfigOption::new(
            "replacement",
            Choice::new(REPLACEMENTS.map(|way| (way.name(), way)), |s: &mut Settings| &mut s.config.replacement),
            "what the table keeps: Rock'n'Roll's two levels, the deeper, the more recent, or the deepest of groups of four",
        ),
        ConfigOption::new(
            "table-move",
            Switch(|s: &mut Settings| &mut s.config.table_move),
            "try the table's move first",
        ),
        ConfigOption::new(
            "move-score",
            Switch(|s: &mut Settings| &mut s.config.move_score),
            "the game's own guess which moves are good",
        ),
        ConfigOption::new(
            "ties",
            Choice::new(Tie::ALL.map(|tie| (tie.name(), tie)), |s: &mut Settings| &mut s.config.tie),
            "which of equally good moves",
        ),
        ConfigOption::new(
            "every-move",
            Switch(|s: &mut Settings| &mut s.config.every_move),
            "exact values for all moves, not only the best",
        ),
        ConfigOption::new(
            "predict",
            Choice::new(PREDICTIONS, |s: &mut Settings| &mut s.config.prediction),
            "whether another iteration is begun; what an unfinished one found is used",
        ),
        endgame_option(|s: &mut Settings| &mut s.endgame),
    ];
    list.extend(limit_options(&DEPTH_LIMITS, |s: &mut Settings| &mut s.limits));
    Options::new(list)
});

/// Default first.
const PRUNINGS: [Pruning; 5] = [Pruning::UnifiedStar, Pruning::Star2, Pruning::Star1, Pruning::Unified, Pruning::None];
/// Default first.
const REPLACEMENTS: [Replacement; 4] =
    [Replacement::Pair, Replacement::Deeper, Replacement::Recent, Replacement::Bucketed];
/// Default first.
const PREDICTIONS: [(&str, Prediction); 4] = [
    ("none", Prediction::None),
    ("half", Prediction::Half),
    ("branching", Prediction::Branching),
    ("statistical", Prediction::Statistical),
];

fn table() -> ConfigOption<Settings> {
    let size = Custom {
        values: "size|off",
        show: |s: &Settings| match s.config.table_bytes {
            0 => "off".to_string(),
            bytes => format_bytes(bytes as u64),
        },
        read: |s: &mut Settings, text| {
            s.config.table_bytes = match text {
                "off" => 0,
                size => match parse_bytes(size)? {
                    bytes if bytes < SMALLEST_TABLE => {
                        return Err(format!("give at least {SMALLEST_TABLE} bytes, or off").into());
                    }
                    bytes if bytes > LARGEST_TABLE => {
                        return Err("that is more memory than machines have".to_string().into());
                    }
                    bytes => bytes as usize,
                },
            };
            Ok(())
        },
    };
    ConfigOption::new("table", size, "transposition table").spending(Resource::Memory)
}

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "expectimax",
        summary: "iterative deepening over moves and dice, with Star pruning",
        params: OPTIONS.params(),
        // The search itself takes more players for a bloc; as a player it is offered for two only.
        refuses: |facts| {
            let many = || (facts.players > 2).then(|| "expectimax knows two players; use mcts for more".to_string());
            refuses(Method::Expectimax, facts).or_else(many)
        },
        game: None,
        memory: 0,
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let Settings { config, eval, endgame, limits } = OPTIONS.read(args)?;
    let name = name_of_eval(&eval, game);
    let eval = informed(endgame, args, game, eval_named(&eval, args, game)?)?;
    let search = Expectimax::with_config(Config { seed, ..config }, eval)
        .map_err(|error| SpecError::Arguments { player: "expectimax".to_string(), reason: error.to_string() })?;
    Ok(Box::new(SearchPlayer::<_, G::Eval>::deepening(search, name, unless_endless(limits))))
}

/// Room for a few entries.
const SMALLEST_TABLE: u64 = 1024;
/// One terabyte.
const LARGEST_TABLE: u64 = 1 << 40;
