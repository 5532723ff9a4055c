//! Expectiminimax, for games with dice (and without: then it is plain alpha-beta on real numbers).

use super::greedy::{EVAL_PARAM, eval_of};
use super::search::PREDICTIONS;
use super::search_player::SearchPlayer;
use crate::args::DEPTH_LIMITS;
use crate::knowledge::{ENDGAME_PARAM, informed};
use crate::player::refuses;
use crate::{Args, ParamInfo, Player, PlayerInfo, Resource, SpecError};
use plyground_core::Playable;
use plyground_search::expectimax::{Config, Expectimax, Pruning, Replacement};
use plyground_search::{Method, Tie};

const PARAMS: &[ParamInfo] = &[
    EVAL_PARAM,
    ParamInfo {
        name: "pruning",
        values: "unified-star|star2|star1|unified|none",
        default: "unified-star",
        summary: "how chance nodes are searched; the value is the same for all",
        resource: Resource::None,
    },
    ParamInfo {
        name: "table",
        values: "size|off",
        default: "64MB",
        summary: "transposition table",
        resource: Resource::Memory,
    },
    ParamInfo {
        name: "replacement",
        values: "pair|deeper|recent|bucketed",
        default: "pair",
        summary: "what the table keeps: Rock'n'Roll's two levels, the deeper, the more recent, or the deepest of groups of four",
        resource: Resource::None,
    },
    ParamInfo {
        name: "table-move",
        values: "on|off",
        default: "on",
        summary: "try the table's move first",
        resource: Resource::None,
    },
    ParamInfo {
        name: "promise",
        values: "on|off",
        default: "off",
        summary: "the game's own guess which moves are good",
        resource: Resource::None,
    },
    ParamInfo {
        name: "ties",
        values: "first|random",
        default: "first",
        summary: "which of equally good moves",
        resource: Resource::None,
    },
    ParamInfo {
        name: "every-move",
        values: "on|off",
        default: "off",
        summary: "exact values for all moves, not only the best",
        resource: Resource::None,
    },
    ParamInfo {
        name: "predict",
        values: "none|half|branching|statistical",
        default: "none",
        summary: "whether another iteration is begun; what an unfinished one found is used",
        resource: Resource::None,
    },
    ENDGAME_PARAM,
];

pub(super) fn info() -> PlayerInfo {
    let mut params = PARAMS.to_vec();
    params.extend(DEPTH_LIMITS);
    PlayerInfo {
        name: "expectimax",
        summary: "iterative deepening over moves and dice, with Star pruning",
        params,
        // The search itself takes more players for a bloc; as a player it is offered for two only.
        refuses: |facts| {
            let many = || (facts.players > 2).then(|| "expectimax knows two players; use mcts for more".to_string());
            refuses(Method::Expectimax, facts).or_else(many)
        },
        game: None,
        memory: 0,
    }
}

fn config_of(args: &Args<'_>, seed: u64) -> Result<Config, SpecError> {
    let table_bytes = match args.bytes("table")? {
        None => 0,
        Some(bytes) if bytes < SMALLEST_TABLE => {
            return Err(args.wrong(
                "table",
                &args.text("table"),
                format!("give at least {SMALLEST_TABLE} bytes, or off"),
            ));
        }
        Some(bytes) if bytes > LARGEST_TABLE => {
            return Err(args.wrong("table", &args.text("table"), "that is more memory than machines have"));
        }
        Some(bytes) => bytes as usize,
    };
    Ok(Config {
        pruning: args.choice("pruning", &Pruning::ALL.map(|pruning| (pruning.name(), pruning)))?,
        table_bytes,
        replacement: args.choice("replacement", &Replacement::ALL.map(|way| (way.name(), way)))?,
        table_move: args.switch("table-move")?,
        move_score: args.switch("promise")?,
        tie: args.choice("ties", &Tie::ALL.map(|tie| (tie.name(), tie)))?,
        seed,
        every_move: args.switch("every-move")?,
        prediction: args.choice("predict", &PREDICTIONS)?,
        ..Config::default()
    })
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let config = config_of(args, seed)?;
    let eval = informed(args, game, eval_of(args, game)?)?;
    let search = Expectimax::with_config(config, eval)
        .map_err(|error| SpecError::Arguments { player: "expectimax".to_string(), reason: error.to_string() })?;
    Ok(Box::new(SearchPlayer::<_, G::Eval>::deepening(search, args.limits()?)))
}

/// Room for a few entries.
const SMALLEST_TABLE: u64 = 1024;
/// One terabyte.
const LARGEST_TABLE: u64 = 1 << 40;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let info = info();
        let args = Args::new(&Spec::named("expectimax"), info.name, &info.params).unwrap();
        let library = Config::default();
        assert_eq!(config_of(&args, library.seed), Ok(library));
    }
}
