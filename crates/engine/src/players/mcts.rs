//! Monte Carlo tree search, for every game.

use super::greedy::eval_named;
use super::policy::{default_policy, policies, policy_option};
use super::search_player::SearchPlayer;
use crate::args::PLAYOUT_LIMITS;
use crate::knowledge::{EndgameUse, endgame_option, informed};
use crate::options::{
    Choice, ConfigOption, Custom, Field, FieldError, Number, Options, Switch, Text, limit_options, unless_endless,
};
use crate::player::refuses;
use crate::{Args, Player, PlayerInfo, Resource, Spec, SpecError, Value, format_bytes, parse_bytes};
use plyground_core::Playable;
use plyground_search::montecarlo::{Advice, EvalPrior, Mcts, MctsConfig, Selection};
use plyground_search::{Limits, Method};
use std::sync::LazyLock;

/// What rates moves before they are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Prior {
    #[default]
    Off,
    MoveScore,
    Value,
    Share,
}

/// Everything that a spec can say.
#[derive(Clone, PartialEq, Debug)]
struct Settings {
    policy: Spec,
    config: MctsConfig,
    prior: Prior,
    eval: String,
    values_leaves: bool,
    endgame: EndgameUse,
    limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            policy: default_policy(),
            config: MctsConfig::default(),
            prior: Prior::default(),
            eval: String::new(),
            values_leaves: false,
            endgame: EndgameUse::default(),
            limits: Limits::default(),
        }
    }
}

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let mut list = vec![policy_option(|s: &mut Settings| &mut s.policy)];
    list.extend(tree());
    list.extend(knowledge());
    list.extend(play());
    list.push(endgame_option(|s: &mut Settings| &mut s.endgame));
    list.extend(limit_options(&PLAYOUT_LIMITS, |s: &mut Settings| &mut s.limits));
    Options::new(list)
});

/// Which moves the tree tries.
fn tree() -> [ConfigOption<Settings>; 5] {
    let first_play = Custom {
        values: "number|all",
        show: |s: &Settings| match s.config.first_play {
            f64::INFINITY => "all".to_string(),
            value => value.to_string(),
        },
        read: |s: &mut Settings, text| {
            s.config.first_play = if text == "all" { f64::INFINITY } else { positive(text)? };
            Ok(())
        },
    };
    let beam = Custom {
        values: "off|number",
        show: |s: &Settings| match s.config.beam {
            usize::MAX => "off".to_string(),
            moves => moves.to_string(),
        },
        read: |s: &mut Settings, text| {
            s.config.beam = match text {
                "off" => usize::MAX,
                moves => match moves.parse() {
                    Ok(moves) if moves > 0 => moves,
                    _ => return Err("a number of moves from 1 on or off is expected".to_string().into()),
                },
            };
            Ok(())
        },
    };
    let selection = [("uct", Selection::Uct), ("puct", Selection::Puct)];
    [
        ConfigOption::new(
            "selection",
            Choice::new(selection, |s: &mut Settings| &mut s.config.selection),
            "how moves are chosen inside the tree: by upper confidence bounds, or by these and the prior as a probability (needs prior=share)",
        ),
        ConfigOption::new(
            "beam",
            beam,
            "below the root only this many moves of a position, the best by their move scores",
        ),
        ConfigOption::new(
            "last-resorts",
            Switch(|s: &mut Settings| &mut s.config.last_resorts),
            "below the root try also moves that are hardly ever made while there are others (ReversiXT: override stones)",
        ),
        ConfigOption::new(
            "exploration",
            Weight(|s: &mut Settings| &mut s.config.exploration),
            "weight of the exploration term",
        ),
        ConfigOption::new(
            "first-play",
            first_play,
            "what a move never tried competes with; all: every move once before any twice",
        ),
    ]
}

/// What the evaluation of the game is asked.
fn knowledge() -> [ConfigOption<Settings>; 4] {
    let priors =
        [("off", Prior::Off), ("move-score", Prior::MoveScore), ("value", Prior::Value), ("share", Prior::Share)];
    // The old name of `move-score` is in people's files.
    let prior = Choice::new(priors, |s: &mut Settings| &mut s.prior).or("promise", Prior::MoveScore);
    [
        ConfigOption::new(
            "prior",
            prior,
            "what the evaluation says of moves never tried: guesses, values, or expected shares of opponents left behind",
        ),
        ConfigOption::new("bias", Weight(|s: &mut Settings| &mut s.config.bias), "weight of the prior"),
        ConfigOption::new(
            "eval",
            Text("an evaluation of the game", |s: &mut Settings| &mut s.eval),
            "rates moves for the prior",
        ),
        ConfigOption::new(
            "leaf",
            Choice::new([("playout", false), ("value", true)], |s: &mut Settings| &mut s.values_leaves),
            "what leaves are worth: the result of a play-out, or what the evaluation expects for everybody",
        ),
    ]
}

/// How the tree grows and what it may take.
fn play() -> [ConfigOption<Settings>; 5] {
    let memory = Custom {
        values: "size",
        show: |s: &Settings| format_bytes(s.config.memory as u64),
        read: |s: &mut Settings, text| {
            let bytes = if text == "off" { 0 } else { parse_bytes(text)? };
            if !(4096..=1 << 40).contains(&bytes) {
                return Err("at least 4KB are needed".to_string().into());
            }
            s.config.memory = bytes as usize;
            Ok(())
        },
    };
    [
        ConfigOption::new("proofs", Switch(|s: &mut Settings| &mut s.config.proofs), "back up proven results"),
        ConfigOption::new("reuse", Switch(|s: &mut Settings| &mut s.config.reuse), "keep the tree from move to move"),
        ConfigOption::new(
            "horizon",
            Horizon(|s: &mut Settings| &mut s.config.horizon),
            "play-outs end after this many moves",
        ),
        ConfigOption::new("memory", memory, "room for the tree").spending(Resource::Memory),
        ConfigOption::new(
            "threads",
            Number(1..=256, |s: &mut Settings| &mut s.config.threads),
            "threads that share the tree",
        )
        .spending(Resource::Threads),
    ]
}

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "mcts",
        summary: "a tree of play-outs grown by upper confidence bounds, for any number of players and for dice",
        params: OPTIONS.params(),
        refuses: |facts| refuses(Method::Mcts, facts),
        game: None,
        memory: 0,
    }
}

/// A weight from 0 on.
pub(super) struct Weight<C>(pub(super) fn(&mut C) -> &mut f64);

impl<C> Field<C> for Weight<C> {
    fn values(&self) -> String {
        "number".to_string()
    }

    fn show(&self, config: &mut C) -> String {
        (self.0)(config).to_string()
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        *(self.0)(config) = positive(&value.text())?;
        Ok(())
    }
}

/// A number of a kind that a search can use.
fn positive(text: &str) -> Result<f64, FieldError> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
        _ => Err(FieldError::Hint("a number from 0 on is expected".to_string())),
    }
}

/// The length of play-outs: `off`, or a number of moves.
pub(super) struct Horizon<C>(pub(super) fn(&mut C) -> &mut u32);

impl<C> Field<C> for Horizon<C> {
    fn values(&self) -> String {
        "moves|off".to_string()
    }

    fn show(&self, config: &mut C) -> String {
        match *(self.0)(config) {
            u32::MAX => "off".to_string(),
            moves => moves.to_string(),
        }
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        *(self.0)(config) = match value.text().as_str() {
            "off" => u32::MAX,
            moves => moves.parse().map_err(|_| "a number of moves or off is expected".to_string())?,
        };
        Ok(())
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let settings = OPTIONS.read(args)?;
    let eval = informed(settings.endgame, args, game, eval_named(&settings.eval, args, game)?)?;
    if settings.config.selection == Selection::Puct && settings.prior != Prior::Share {
        return Err(args.wrong("selection", "puct", "it needs ratings on the scale of results: prior=share"));
    }
    if settings.config.beam != usize::MAX && settings.prior == Prior::Off {
        let beam = settings.config.beam.to_string();
        return Err(args.wrong(
            "beam",
            &beam,
            "without a prior nothing says which moves are the best: prior=move-score",
        ));
    }
    if !settings.config.last_resorts && settings.prior == Prior::Off {
        return Err(args.wrong(
            "last-resorts",
            "off",
            "without a prior nothing says which moves these are: prior=move-score",
        ));
    }
    let leaf = settings.values_leaves.then(|| eval.clone());
    let prior = match settings.prior {
        Prior::Off => None,
        Prior::MoveScore => Some(EvalPrior::MoveScore(eval.clone())),
        Prior::Value => Some(EvalPrior::Value(eval.clone())),
        Prior::Share => Some(EvalPrior::Share(eval.clone())),
    };
    let config = MctsConfig { seed, ..settings.config };
    let tree = Mcts::with_config(config, policies(&settings.policy, game)?, Advice { prior, leaf });
    Ok(Box::new(SearchPlayer::sampling(tree, unless_endless(settings.limits), eval)))
}
