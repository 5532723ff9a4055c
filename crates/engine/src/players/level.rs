//! Eight levels of strength in every game, from a player of random moves to `best`.

use crate::args::LIMIT_PARAMS;
use crate::options::{ConfigOption, Custom, Number, Options, limit_options};
use crate::player::refuses_nothing;
use crate::spec::Arg;
use crate::{Args, Player, PlayerInfo, Resource, Spec, SpecError, Value, format_bytes, parse_bytes};
use plyground_core::{LEVELS, Playable};
use plyground_search::Limits;
use std::sync::LazyLock;

/// The limits that a level passes on to `best`.
const LIMITS: [crate::ParamInfo; 2] = [LIMIT_PARAMS[1], LIMIT_PARAMS[2]];
/// The table of the searches behind the levels, unless the spec says otherwise.
const TABLE_BYTES: u64 = 64 << 20;
/// The share of random moves below the top, for games that have no ladder of their own.
const RATES: [f64; LEVELS - 1] = [1.0, 0.75, 0.55, 0.4, 0.27, 0.15, 0.06];

/// Everything that a spec can say.
struct Settings {
    level: usize,
    limits: Limits,
    table: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { level: 2, limits: Limits::default(), table: TABLE_BYTES }
    }
}

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let table = Custom {
        values: "size",
        show: |s: &Settings| format_bytes(s.table),
        read: |s: &mut Settings, text| {
            s.table = parse_bytes(text)?;
            Ok(())
        },
    };
    let level = Number(1..=LEVELS as u64, |s: &mut Settings| &mut s.level);
    let mut list = vec![ConfigOption::new("level", level, "1 plays anything, 8 is `best`")];
    list.extend(limit_options(&LIMITS, |s: &mut Settings| &mut s.limits));
    list.push(ConfigOption::new("table", table, "memory of the search: its table or tree").spending(Resource::Memory));
    Options::new(list)
});

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "level",
        summary: "an opponent of one of eight strengths; each beats the one below more often than not",
        params: OPTIONS.params(),
        refuses: refuses_nothing,
        game: None,
        memory: super::best::info().memory,
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let Settings { level, table, .. } = OPTIONS.read(args)?;
    let mut passed_on: Vec<Arg> = LIMITS
        .iter()
        .filter(|param| args.has(param.name))
        .map(|param| Arg { name: Some(param.name.to_string()), value: Value::Word(args.text(param.name)) })
        .collect();
    if table != TABLE_BYTES {
        passed_on.push(Arg { name: Some("table".to_string()), value: Value::Word(format_bytes(table)) });
    }
    let mut spec = described(level, game);
    pass_on(&mut spec, &passed_on);
    super::make(&spec, game, seed)
}

/// What a level stands for in this game.
fn described<G: Playable>(level: usize, game: &G) -> Spec {
    if level == LEVELS {
        return Spec::named("best");
    }
    let own = game.level_specs().map(|specs| specs[level - 1].to_string());
    let text = own.unwrap_or_else(|| match RATES[level - 1] {
        1.0 => "random".to_string(),
        rate => format!("blunder(best, rate={rate})"),
    });
    text.parse().expect("the levels of every game are built by the tests")
}

/// Gives `best`, wherever it stands in the spec, these arguments.
fn pass_on(spec: &mut Spec, passed_on: &[Arg]) {
    if spec.name == "best" {
        spec.args.extend(passed_on.iter().cloned());
    }
    for arg in &mut spec.args {
        match &mut arg.value {
            Value::Spec(inner) => pass_on(inner, passed_on),
            Value::Word(word) if word == "best" && !passed_on.is_empty() => {
                arg.value = Value::Spec(Spec { name: "best".to_string(), args: passed_on.to_vec() });
            }
            _ => {}
        }
    }
}
