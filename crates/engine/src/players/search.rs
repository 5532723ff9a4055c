//! The alpha-beta family, with every technique as a parameter.

use super::greedy::{eval_named, eval_option, name_of_eval};
use super::search_player::SearchPlayer;
use crate::args::DEPTH_LIMITS;
use crate::options::{
    Choice, ConfigOption, Custom, FieldError, Number, Options, Switch, find_word, limit_options, thinking_time,
    unless_endless,
};
use crate::player::refuses;
use crate::{Args, Player, PlayerInfo, Resource, SpecError, format_bytes, parse_bytes};
use plyground_core::Playable;
use plyground_search::alphabeta::{Algorithm, AlphaBeta, Aspiration, Config, MAX_THREADS, OpponentPruning};
use plyground_search::multiplayer::{BestReply, BestReplyConfig, MaxN, MaxNConfig};
use plyground_search::ordering::{MoveOrdering, RootOrder};
use plyground_search::table::TableConfig;
use plyground_search::time::Prediction;
use plyground_search::{Limits, Method, Tie};
use std::sync::LazyLock;

/// How several opponents are seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Opponents {
    /// As one bloc: the alpha-beta family.
    #[default]
    Paranoid,
    /// Each for themselves.
    MaxN,
    /// One best reply per round.
    BestReply,
}

/// Everything that a spec can say.
#[derive(Clone, PartialEq, Debug, Default)]
struct Settings {
    config: Config,
    eval: String,
    opponents: Opponents,
    tie: Tie,
    limits: Limits,
    /// The word in `time=` that is no time but a prediction.
    prediction_as_time: Option<&'static str>,
}

fn is_alpha_beta(settings: &Settings) -> bool {
    settings.opponents == Opponents::Paranoid
}

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let mut list = vec![algorithm(), eval_option(|s: &mut Settings| &mut s.eval), opponents()];
    list.extend(ordering());
    list.extend(table());
    list.extend(techniques());
    // Depth and nodes; the time may also be something else.
    list.extend(limit_options(&DEPTH_LIMITS, |s: &mut Settings| &mut s.limits).into_iter().take(2));
    list.push(time());
    // Declared last, because earlier ones may be given by position.
    list.push(thresholds());
    list.extend(fewer_moves());
    Options::new(list)
});

/// A switch of the alpha-beta family.
fn switch(name: &'static str, field: fn(&mut Settings) -> &mut bool, summary: &'static str) -> ConfigOption<Settings> {
    ConfigOption::new(name, Switch(field), summary).only_if(is_alpha_beta)
}

fn algorithm() -> ConfigOption<Settings> {
    let words = [
        ("pvs", Algorithm::Pvs),
        ("alphabeta", Algorithm::AlphaBeta),
        ("mtdf", Algorithm::Mtdf),
        ("minimax", Algorithm::Minimax),
    ];
    let field = Choice::new(words, |s: &mut Settings| &mut s.config.algorithm);
    ConfigOption::new("algorithm", field, "the search itself").only_if(is_alpha_beta)
}

fn opponents() -> ConfigOption<Settings> {
    let words = [("paranoid", Opponents::Paranoid), ("maxn", Opponents::MaxN), ("brs", Opponents::BestReply)];
    ConfigOption::new(
        "opponents",
        Choice::new(words, |s: &mut Settings| &mut s.opponents),
        "how several opponents are seen: as one bloc, each for themselves, or one best reply per round (BRS+)",
    )
}

/// The order of moves: one word for all of it, then single means that differ from that word.
fn ordering() -> [ConfigOption<Settings>; 6] {
    let sorted = MoveOrdering { root: RootOrder::Sorted, ..MoveOrdering::NONE };
    let words = [
        ("all", MoveOrdering::default()),
        ("none", MoveOrdering::NONE),
        ("root", MoveOrdering::ROOT),
        ("sorted", sorted),
        ("full:1", MoveOrdering::full(1)),
        ("full:2", MoveOrdering::full(2)),
        ("full:3", MoveOrdering::full(3)),
    ];
    let field = Choice::new(words, |s: &mut Settings| &mut s.config.order).or("full", MoveOrdering::full(1));
    [
        ConfigOption::new(
            "ordering",
            field,
            "move order: everything below; nothing; the root's best to its front; the root sorted; sorted by evaluation down to a ply",
        )
        .only_if(is_alpha_beta),
        switch(
            "table-move",
            |s| &mut s.config.order.table,
            "try the table's move first (by default with ordering=all; other orders switch it off)",
        ),
        switch(
            "killers",
            |s| &mut s.config.order.killers,
            "try moves early that cut off a neighbour (by default with ordering=all; other orders switch it off)",
        ),
        switch(
            "history",
            |s| &mut s.config.order.history,
            "try moves early that cut off often (by default with ordering=all; other orders switch it off)",
        ),
        switch(
            "counters",
            |s| &mut s.config.order.counters,
            "try the move early that refuted the last one before",
        ),
        ConfigOption::new(
            "move-score",
            Switch(|s: &mut Settings| &mut s.config.order.move_score),
            "the game's own guess which moves are good (by default with ordering=all; other orders switch it off)",
        ),
    ]
}

fn table() -> [ConfigOption<Settings>; 2] {
    let size = Custom {
        values: "size|off",
        show: |s: &Settings| match s.config.table {
            TableConfig::Off => "off".to_string(),
            TableConfig::Bucketed { bytes } => format_bytes(bytes as u64),
            TableConfig::TwoLevel { upper, lower } => format_bytes(((upper + lower) * ENTRY) as u64),
        },
        read: |s: &mut Settings, text| {
            s.config.table = match text {
                "off" => TableConfig::Off,
                size => TableConfig::Bucketed { bytes: parse_bytes(size)? as usize },
            };
            Ok(())
        },
    };
    let replacement = Custom {
        values: "bucketed|pair",
        show: |s: &Settings| {
            if matches!(s.config.table, TableConfig::TwoLevel { .. }) { "pair" } else { "bucketed" }.to_string()
        },
        read: |s: &mut Settings, text| {
            let pair = find_word(text, &[("bucketed", false), ("pair", true)])?;
            if let (TableConfig::Bucketed { bytes }, true) = (s.config.table, pair) {
                s.config.table = TableConfig::TwoLevel { upper: bytes / ENTRY / 2, lower: bytes / ENTRY / 2 };
            }
            Ok(())
        },
    };
    [
        ConfigOption::new("table", size, "transposition table").spending(Resource::Memory).only_if(is_alpha_beta),
        ConfigOption::new(
            "replacement",
            replacement,
            "clusters by age and depth, or Rock'n'Roll's upper and lower table of equal size",
        )
        .only_if(is_alpha_beta),
    ]
}

fn techniques() -> [ConfigOption<Settings>; 10] {
    let aspiration = Custom {
        values: "off|15|sigma:5|growing:15",
        show: |s: &Settings| show_aspiration(s.config.aspiration),
        read: |s: &mut Settings, text| {
            s.config.aspiration = parse_aspiration(text)?;
            Ok(())
        },
    };
    let beam = Custom {
        values: "off|5|guess:40",
        show: |s: &Settings| match (s.config.beam, s.config.guessed_beam) {
            (None, _) => "off".to_string(),
            (Some(width), false) => width.to_string(),
            (Some(width), true) => format!("guess:{width}"),
        },
        read: |s: &mut Settings, text| {
            (s.config.beam, s.config.guessed_beam) = parse_beam(text)?;
            Ok(())
        },
    };
    [
        ConfigOption::new(
            "aspiration",
            aspiration,
            "window around the last value: half-width, multiple of the root's standard deviation, or growing",
        )
        .only_if(is_alpha_beta),
        ConfigOption::new(
            "predict",
            Choice::new(PREDICTIONS, |s: &mut Settings| &mut s.config.prediction),
            "whether another iteration is begun; `time=` takes these words too",
        )
        .only_if(is_alpha_beta),
        switch(
            "early-results",
            |s| &mut s.config.early_results,
            "believe the game where it knows a result before the end (Isola: separated pieces)",
        ),
        switch(
            "reductions",
            |s| &mut s.config.reductions,
            "look at late moves less deeply first; deeper in the same time, but not minimax any more",
        ),
        ConfigOption::new(
            "beam",
            beam,
            "look only at this many moves per position, the best by the evaluation after them or by a guess before",
        ),
        switch("symmetry", |s| &mut s.config.symmetry, "share table entries between mirrored positions"),
        ConfigOption::new(
            "ties",
            Choice::new(Tie::ALL.map(|tie| (tie.name(), tie)), |s: &mut Settings| &mut s.tie),
            "which of equally good moves (maxn, brs)",
        ),
        switch(
            "deepening",
            |s| &mut s.config.deepening,
            "search shallower depths first; off begins with the depth that is asked for",
        ),
        ConfigOption::new(
            "threads",
            Number(1..=MAX_THREADS as u64, |s: &mut Settings| &mut s.config.threads),
            "threads that search together",
        )
        .spending(Resource::Threads)
        .only_if(is_alpha_beta),
        ConfigOption::new(
            "lines",
            Number(1..=1000, |s: &mut Settings| &mut s.config.lines),
            "this many best moves get exact values",
        ),
    ]
}

/// A limit, or the name of a prediction.
fn time() -> ConfigOption<Settings> {
    let [_, _, param] = &DEPTH_LIMITS;
    let field = Custom {
        values: param.values,
        show: |_| String::new(),
        read: |s: &mut Settings, text| {
            match PREDICTIONS.iter().find(|(word, _)| *word == text) {
                Some((word, prediction)) => {
                    (s.config.prediction, s.prediction_as_time) = (*prediction, Some(*word));
                }
                None => s.limits.time = Some(thinking_time(text)?),
            }
            Ok(())
        },
    };
    ConfigOption::new(param.name, field, param.summary).spending(param.resource)
}

fn thresholds() -> ConfigOption<Settings> {
    switch(
        "thresholds",
        |s| &mut s.config.thresholds,
        "no table and no ranks right above the horizon, where they cost more than they save",
    )
}

/// Which moves are left out besides those beyond the beam.
fn fewer_moves() -> [ConfigOption<Settings>; 2] {
    let pruning = Custom {
        values: "off|1:1|1:3",
        show: |s: &Settings| match s.config.opponent_pruning {
            None => "off".to_string(),
            Some(OpponentPruning { departures, expected }) => format!("{departures}:{expected}"),
        },
        read: |s: &mut Settings, text| {
            s.config.opponent_pruning = parse_opponent_pruning(text)?;
            Ok(())
        },
    };
    [
        switch(
            "last-resorts",
            |s| &mut s.config.last_resorts,
            "inside the tree look also at moves that are hardly ever made while there are others (ReversiXT: override stones)",
        ),
        ConfigOption::new(
            "opps",
            pruning,
            "of several opponents this many a round look at all moves, the others only at this many, such as 1:2 (OPPS)",
        )
        .only_if(is_alpha_beta),
    ]
}

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "search",
        summary: "iterative deepening with alpha-beta and its relatives, for games without dice",
        params: OPTIONS.params(),
        refuses: |facts| refuses(Method::AlphaBeta, facts),
        game: None,
        memory: 0,
    }
}

pub(super) const PREDICTIONS: [(&str, Prediction); 4] = [
    ("half", Prediction::Half),
    ("branching", Prediction::Branching),
    ("statistical", Prediction::Statistical),
    ("none", Prediction::None),
];

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let settings = OPTIONS.read(args)?;
    let (eval, name) = (eval_named(&settings.eval, args, game)?, name_of_eval(&settings.eval, game));
    if !is_alpha_beta(&settings) {
        return many(args, &settings, (eval, name), seed);
    }
    // All opponents are one.
    if settings.tie != Tie::First {
        return Err(args.wrong("ties", settings.tie.name(), "only opponents=maxn and opponents=brs have random ties"));
    }
    let search = AlphaBeta::with_config(settings.config, eval)
        .map_err(|error| SpecError::Arguments { player: "search".to_string(), reason: error.to_string() })?;
    Ok(Box::new(SearchPlayer::<_, G::Eval>::deepening(search, name, unless_endless(settings.limits))))
}

/// Every opponent for themselves, or one best reply per round.
fn many<G: Playable>(
    args: &Args<'_>,
    settings: &Settings,
    (eval, name): (G::Eval, &'static str),
    seed: u64,
) -> Result<Box<dyn Player<G>>, SpecError> {
    let complain = |reason: String| SpecError::Arguments { player: "search".to_string(), reason };
    let opponents = args.text("opponents");
    if let Some(name) = OPTIONS.misplaced(args, settings) {
        return Err(complain(format!("{name} means nothing with opponents={opponents}")));
    }
    if let Some(word) = settings.prediction_as_time {
        thinking_time(word).map_err(|reason| args.wrong("time", word, reason.to_string()))?;
    }
    let Config { beam, guessed_beam, order: MoveOrdering { move_score, .. }, lines, .. } = settings.config;
    if beam.is_some() && !(guessed_beam && move_score) {
        return Err(complain(format!("opponents={opponents} knows only a beam by move scores, such as beam=guess:30")));
    }
    let (tie, every_move, limits) = (settings.tie, lines > 1, unless_endless(settings.limits));
    Ok(if settings.opponents == Opponents::BestReply {
        let config = BestReplyConfig { move_score, beam, tie, seed, every_move, ..BestReplyConfig::default() };
        Box::new(SearchPlayer::<_, G::Eval>::deepening(BestReply::with_config(config, eval), name, limits))
    } else {
        let config = MaxNConfig { move_score, beam, tie, seed, every_move, ..MaxNConfig::default() };
        Box::new(SearchPlayer::<_, G::Eval>::deepening(MaxN::with_config(config, eval), name, limits))
    })
}

/// Bytes of one entry of either table.
const ENTRY: usize = 16;

/// How many moves, and whether by a guess.
fn parse_beam(text: &str) -> Result<(Option<usize>, bool), FieldError> {
    let (width, guessed) = text.strip_prefix("guess:").map_or((text, false), |width| (width, true));
    match width {
        "off" if !guessed => Ok((None, false)),
        width => match width.parse() {
            Ok(width @ 1..) => Ok((Some(width), guessed)),
            _ => Err(FieldError::Hint("off, a number of moves such as 5, or guess:40 is expected".to_string())),
        },
    }
}

/// How many opponents may depart from how many expected moves.
fn parse_opponent_pruning(text: &str) -> Result<Option<OpponentPruning>, FieldError> {
    let wrong = || FieldError::Hint("off or two numbers such as 1:2 are expected, the second at least 1".to_string());
    if text == "off" {
        return Ok(None);
    }
    let (departures, expected) = text.split_once(':').ok_or_else(wrong)?;
    match (departures.parse(), expected.parse()) {
        (Ok(departures), Ok(expected @ 1..)) => Ok(Some(OpponentPruning { departures, expected })),
        _ => Err(wrong()),
    }
}

fn show_aspiration(aspiration: Aspiration) -> String {
    match aspiration {
        Aspiration::Off => "off".to_string(),
        Aspiration::Fixed(width) => width.to_string(),
        Aspiration::Sigma(factor) => format!("sigma:{factor}"),
        Aspiration::Growing(width) => format!("growing:{width}"),
    }
}

fn parse_aspiration(text: &str) -> Result<Aspiration, FieldError> {
    let wrong = || FieldError::Hint("off, a half-width such as 15, sigma:5 or growing:15 is expected".to_string());
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
        let settings = OPTIONS.read(&Args::new(&spec, info.name, &info.params)?)?;
        Ok((settings.config, unless_endless(settings.limits)))
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
    fn opponents_depart_by_two_numbers() {
        assert_eq!(parse_opponent_pruning("off"), Ok(None));
        assert_eq!(parse_opponent_pruning("1:3"), Ok(Some(OpponentPruning { departures: 1, expected: 3 })));
        for wrong in ["1", "1:0", ":", "-1:2", "1:300", "on"] {
            assert!(parse_opponent_pruning(wrong).is_err(), "{wrong}");
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
