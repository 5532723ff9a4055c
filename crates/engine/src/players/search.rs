//! The alpha-beta family, with every technique as a parameter.

use super::greedy::{EVAL_PARAM, eval_of};
use super::search_player::SearchPlayer;
use crate::args::DEPTH_LIMITS;
use crate::player::refuses;
use crate::{Args, ParamInfo, Player, PlayerInfo, Resource, SpecError};
use plyground_core::Playable;
use plyground_search::alphabeta::{Algorithm, AlphaBeta, Aspiration, Config, MAX_THREADS};
use plyground_search::multiplayer::{BestReply, BestReplyConfig, MaxN, MaxNConfig};
use plyground_search::ordering::{MoveOrdering, RootOrder};
use plyground_search::table::TableConfig;
use plyground_search::time::Prediction;
use plyground_search::{Limits, Method, Tie};

const PARAMS: &[ParamInfo] = &[
    ParamInfo {
        name: "algorithm",
        values: "pvs|alphabeta|mtdf|minimax",
        default: "pvs",
        summary: "the search itself",
        resource: Resource::None,
    },
    EVAL_PARAM,
    ParamInfo {
        name: "opponents",
        values: "paranoid|maxn|brs",
        default: "paranoid",
        summary: "how several opponents are seen: as one bloc, each for themselves, or one best reply per round (BRS+)",
        resource: Resource::None,
    },
    ParamInfo {
        name: "ordering",
        values: "all|none|root|sorted|full:1|full:2|full:3",
        default: "all",
        summary: "move order: everything below; nothing; the root's best to its front; the root sorted; sorted by evaluation down to a ply",
        resource: Resource::None,
    },
    ParamInfo {
        name: "table-move",
        values: "on|off",
        default: "on",
        summary: "try the table's move first (by default with ordering=all; other orders switch it off)",
        resource: Resource::None,
    },
    ParamInfo {
        name: "killers",
        values: "on|off",
        default: "on",
        summary: "try moves early that cut off a neighbour (by default with ordering=all; other orders switch it off)",
        resource: Resource::None,
    },
    ParamInfo {
        name: "history",
        values: "on|off",
        default: "on",
        summary: "try moves early that cut off often (by default with ordering=all; other orders switch it off)",
        resource: Resource::None,
    },
    ParamInfo {
        name: "counters",
        values: "on|off",
        default: "off",
        summary: "try the move early that refuted the last one before",
        resource: Resource::None,
    },
    ParamInfo {
        name: "promise",
        values: "on|off",
        default: "on",
        summary: "the game's own guess which moves are good (by default with ordering=all; other orders switch it off)",
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
        values: "bucketed|pair",
        default: "bucketed",
        summary: "clusters by age and depth, or Rock'n'Roll's upper and lower table of equal size",
        resource: Resource::None,
    },
    ParamInfo {
        name: "aspiration",
        values: "off|15|sigma:5|growing:15",
        default: "off",
        summary: "window around the last value: half-width, multiple of the root's standard deviation, or growing",
        resource: Resource::None,
    },
    ParamInfo {
        name: "predict",
        values: "half|branching|statistical|none",
        default: "half",
        summary: "whether another iteration is begun; `time=` takes these words too",
        resource: Resource::None,
    },
    ParamInfo {
        name: "foresight",
        values: "on|off",
        default: "off",
        summary: "believe the game where it knows a result before the end (Isola: separated pieces)",
        resource: Resource::None,
    },
    ParamInfo {
        name: "reductions",
        values: "on|off",
        default: "off",
        summary: "look at late moves less deeply first; deeper in the same time, but not minimax any more",
        resource: Resource::None,
    },
    ParamInfo {
        name: "beam",
        values: "off|5|guess:40",
        default: "off",
        summary: "look only at this many moves per position, the best by the evaluation after them or by a guess before",
        resource: Resource::None,
    },
    ParamInfo {
        name: "symmetry",
        values: "on|off",
        default: "off",
        summary: "share table entries between mirrored positions",
        resource: Resource::None,
    },
    ParamInfo {
        name: "ties",
        values: "first|random",
        default: "first",
        summary: "which of equally good moves (maxn, brs)",
        resource: Resource::None,
    },
    ParamInfo {
        name: "deepening",
        values: "on|off",
        default: "on",
        summary: "search shallower depths first; off begins with the depth that is asked for",
        resource: Resource::None,
    },
    ParamInfo {
        name: "threads",
        values: "number",
        default: "1",
        summary: "threads that search together",
        resource: Resource::Threads,
    },
    ParamInfo {
        name: "lines",
        values: "number",
        default: "1",
        summary: "this many best moves get exact values",
        resource: Resource::None,
    },
];

/// The last parameter, because earlier ones may be given by position.
const THRESHOLDS: ParamInfo = ParamInfo {
    name: "thresholds",
    values: "on|off",
    default: "on",
    summary: "no table and no ranks right above the horizon, where they cost more than they save",
    resource: Resource::None,
};

pub(super) fn info() -> PlayerInfo {
    let mut params = PARAMS.to_vec();
    params.extend(DEPTH_LIMITS);
    params.push(THRESHOLDS);
    PlayerInfo {
        name: "search",
        summary: "iterative deepening with alpha-beta and its relatives, for games without dice",
        params,
        refuses: |facts| refuses(Method::AlphaBeta, facts),
        game: None,
        memory: 0,
    }
}

pub(super) const PREDICTIONS: [(&str, Prediction); 4] = [
    ("branching", Prediction::Branching),
    ("half", Prediction::Half),
    ("statistical", Prediction::Statistical),
    ("none", Prediction::None),
];

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    match args.choice("opponents", &[("paranoid", None), ("maxn", Some(false)), ("brs", Some(true))])? {
        Some(replies) => many(args, game, seed, replies),
        None => bloc(args, game),
    }
}

/// What only the alpha-beta family has.
const FAMILY_ONLY: [&str; 16] = [
    "thresholds",
    "algorithm",
    "ordering",
    "table-move",
    "killers",
    "history",
    "counters",
    "table",
    "replacement",
    "aspiration",
    "predict",
    "foresight",
    "reductions",
    "symmetry",
    "deepening",
    "threads",
];

/// Every opponent for themselves, or one best reply per round.
fn many<G: Playable>(args: &Args<'_>, game: &G, seed: u64, replies: bool) -> Result<Box<dyn Player<G>>, SpecError> {
    if let Some(name) = FAMILY_ONLY.into_iter().find(|name| args.has(name)) {
        let reason = format!("{name} means nothing with opponents={}", args.text("opponents"));
        return Err(SpecError::Arguments { player: "search".to_string(), reason });
    }
    let (beam, guessed) = args.read("beam", parse_beam)?;
    let move_score = !args.has("promise") || args.switch("promise")?;
    if beam.is_some() && !(guessed && move_score) {
        let reason =
            format!("opponents={} knows only a beam by move scores, such as beam=guess:30", args.text("opponents"));
        return Err(SpecError::Arguments { player: "search".to_string(), reason });
    }
    let tie = args.choice("ties", &Tie::ALL.map(|tie| (tie.name(), tie)))?;
    let every_move = args.number("lines", 1..=1000)? > 1;
    let limits = args.limits()?;
    let eval = eval_of(args, game)?;
    Ok(if replies {
        let config = BestReplyConfig { move_score, beam, tie, seed, every_move, ..BestReplyConfig::default() };
        Box::new(SearchPlayer::<_, G::Eval>::deepening(BestReply::with_config(config, eval), limits))
    } else {
        let config = MaxNConfig { move_score, beam, tie, seed, every_move, ..MaxNConfig::default() };
        Box::new(SearchPlayer::<_, G::Eval>::deepening(MaxN::with_config(config, eval), limits))
    })
}

/// All opponents as one.
fn bloc<G: Playable>(args: &Args<'_>, game: &G) -> Result<Box<dyn Player<G>>, SpecError> {
    if args.choice("ties", &Tie::ALL.map(|tie| (tie.name(), tie)))? != Tie::First {
        return Err(args.wrong("ties", &args.text("ties"), "only opponents=maxn and opponents=brs have random ties"));
    }
    let config = config_of(args)?;
    let eval = eval_of(args, game)?;
    let search = AlphaBeta::with_config(config, eval)
        .map_err(|error| SpecError::Arguments { player: "search".to_string(), reason: error.to_string() })?;
    Ok(Box::new(SearchPlayer::<_, G::Eval>::deepening(search, limits_of(args)?)))
}

/// The spec's own limits; `time=` may also name a prediction, which is no limit.
fn limits_of(args: &Args<'_>) -> Result<Option<Limits>, SpecError> {
    let names_prediction = PREDICTIONS.iter().any(|(word, _)| *word == args.text("time"));
    if names_prediction { args.limits_except_time() } else { args.limits() }
}

fn config_of(args: &Args<'_>) -> Result<Config, SpecError> {
    let algorithms = [
        ("pvs", Algorithm::Pvs),
        ("alphabeta", Algorithm::AlphaBeta),
        ("mtdf", Algorithm::Mtdf),
        ("minimax", Algorithm::Minimax),
    ];
    let prediction = match PREDICTIONS.iter().find(|(word, _)| *word == args.text("time")) {
        Some((_, prediction)) => *prediction,
        None => args.choice("predict", &PREDICTIONS)?,
    };
    let (beam, guessed_beam) = args.read("beam", parse_beam)?;
    let config = Config {
        algorithm: args.choice("algorithm", &algorithms)?,
        order: order_of(args)?,
        aspiration: args.read("aspiration", parse_aspiration)?,
        prediction,
        table: table_of(args)?,
        deepening: args.switch("deepening")?,
        symmetry: args.switch("symmetry")?,
        early_results: args.switch("foresight")?,
        thresholds: args.switch("thresholds")?,
        reductions: args.switch("reductions")?,
        beam,
        guessed_beam,
        threads: args.number("threads", 1..=MAX_THREADS as u64)? as usize,
        lines: args.number("lines", 1..=1000)? as usize,
        ..Config::default()
    };
    Ok(config)
}

fn order_of(args: &Args<'_>) -> Result<MoveOrdering, SpecError> {
    let sorted = MoveOrdering { root: RootOrder::Sorted, ..MoveOrdering::NONE };
    let orders = [
        ("all", MoveOrdering::default()),
        ("none", MoveOrdering::NONE),
        ("root", MoveOrdering::ROOT),
        ("sorted", sorted),
        ("full:1", MoveOrdering::full(1)),
        ("full:2", MoveOrdering::full(2)),
        ("full:3", MoveOrdering::full(3)),
        ("full", MoveOrdering::full(1)),
    ];
    let mut order = args.choice("ordering", &orders)?;
    for (name, switch) in [
        ("table-move", &mut order.table),
        ("killers", &mut order.killers),
        ("history", &mut order.history),
        ("counters", &mut order.counters),
        ("promise", &mut order.move_score),
    ] {
        if args.has(name) {
            *switch = args.switch(name)?;
        }
    }
    Ok(order)
}

/// Bytes of one entry of either table.
const ENTRY: usize = 16;

fn table_of(args: &Args<'_>) -> Result<TableConfig, SpecError> {
    let pair = args.choice("replacement", &[("bucketed", false), ("pair", true)])?;
    Ok(match args.bytes("table")?.map(|bytes| bytes as usize) {
        None => TableConfig::Off,
        Some(bytes) if pair => TableConfig::TwoLevel { upper: bytes / ENTRY / 2, lower: bytes / ENTRY / 2 },
        Some(bytes) => TableConfig::Bucketed { bytes },
    })
}

/// How many moves, and whether by a guess.
fn parse_beam(text: &str) -> Result<(Option<usize>, bool), String> {
    let (width, guessed) = text.strip_prefix("guess:").map_or((text, false), |width| (width, true));
    match width {
        "off" if !guessed => Ok((None, false)),
        width => match width.parse() {
            Ok(width @ 1..) => Ok((Some(width), guessed)),
            _ => Err("off, a number of moves such as 5, or guess:40 is expected".to_string()),
        },
    }
}

fn parse_aspiration(text: &str) -> Result<Aspiration, String> {
    let wrong = || "off, a half-width such as 15, sigma:5 or growing:15 is expected".to_string();
    let (kind, number) = text.split_once(':').unwrap_or(("", text));
    match kind {
        "" if text == "off" => Ok(Aspiration::Off),
        "" if text == "sigma" => Ok(Aspiration::Sigma(1.0)),
        "" => number.parse().map(Aspiration::Fixed).map_err(|_| wrong()),
        "sigma" => number.parse().map(Aspiration::Sigma).map_err(|_| wrong()),
        "growing" => number.parse().map(Aspiration::Growing).map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Spec, parse_duration};

    fn config(text: &str) -> Result<(Config, Option<Limits>), SpecError> {
        let spec: Spec = text.parse()?;
        let info = info();
        let args = Args::new(&spec, info.name, &info.params)?;
        Ok((config_of(&args)?, limits_of(&args)?))
    }

    #[test]
    fn every_technique_has_its_word() {
        let (config, limits) = config(
            "search(algorithm=mtdf, ordering=none, killers=on, aspiration=sigma:5, table=off, time=half, beam=5, depth=6)",
        )
        .unwrap();
        assert_eq!(config.algorithm, Algorithm::Mtdf);
        assert_eq!(config.order, MoveOrdering { killers: true, ..MoveOrdering::NONE });
        assert_eq!(config.aspiration, Aspiration::Sigma(5.0));
        assert_eq!(config.table, TableConfig::Off);
        assert_eq!(config.prediction, Prediction::Half);
        assert_eq!((config.beam, config.guessed_beam), (Some(5), false));
        assert_eq!(limits, Some(Limits::depth(6)));
    }

    #[test]
    fn a_beam_goes_by_the_evaluation_or_by_a_guess() {
        assert_eq!(parse_beam("guess:40"), Ok((Some(40), true)));
        assert_eq!(parse_beam("off"), Ok((None, false)));
        for wrong in ["guess:off", "guess:", "guess:0", "0", "wide", "-1"] {
            assert!(parse_beam(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn time_is_a_limit_or_a_prediction() {
        assert!(PREDICTIONS.iter().all(|(word, _)| parse_duration(word).is_err()));
        let (_, limits) = config("search(time=20ms)").unwrap();
        assert_eq!(limits.unwrap().time, Some(std::time::Duration::from_millis(20)));
        let (_, limits) = config("search(time=statistical)").unwrap();
        assert_eq!(limits, None);
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        assert_eq!(config("search").unwrap().0, Config::default());
    }
}
