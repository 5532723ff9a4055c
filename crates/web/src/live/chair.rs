//! Who sits at a table.

use plyground_core::{Playable, Setup};
use plyground_engine::{Player, Spec, SpecError, Value, build};
use std::time::Duration;

/// The word for a person in wishes and records.
pub const WHO_IS_HUMAN: &str = "human";
/// Nothing that was asked for by a page may take more memory than this for its tables.
const MOST_TABLE: &str = "64MB";

/// What somebody wants to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Wish {
    /// The game's name on the command line.
    pub game: String,
    /// Variant, map and position.
    pub setup: Setup,
    /// One spec per seat, or `human`. Seats beyond the list are taken by the strongest engine.
    pub seats: Vec<String>,
    /// What engines without limits of their own may use for a move.
    pub time: Duration,
    /// Whether the first position is drawn by lot.
    pub deal: bool,
    /// Governs everything random.
    pub seed: u64,
    /// Whether other programs may play.
    pub processes: bool,
}

/// A seat and who sits on it.
pub(super) struct Chair<G: Playable> {
    /// `human` or a spec.
    pub who: String,
    /// The engine; absent while it is away thinking, and for a person.
    pub player: Option<Box<dyn Player<G>>>,
    /// Whether it is an engine's seat.
    pub machine: bool,
    /// Time used so far.
    pub used: Duration,
}

impl<G: Playable> Chair<G> {
    pub(super) fn new(who: &str, game: &G, seed: u64, processes: bool) -> Result<Self, SpecError> {
        let machine = who != WHO_IS_HUMAN;
        let player = if machine { Some(build(&decent(who.parse()?, processes)?, game, seed)?) } else { None };
        Ok(Chair { who: who.to_string(), player, machine, used: Duration::ZERO })
    }
}

/// The spec, unless it asks for more than a page may ask for.
fn decent(spec: Spec, processes: bool) -> Result<Spec, SpecError> {
    let refuse = |reason: &str| SpecError::Unsuitable { player: spec.name.clone(), reason: reason.to_string() };
    if spec.name == "process" && !processes {
        return Err(refuse("other programs are started from a page only if the server runs with --allow-processes"));
    }
    if spec.name == WHO_IS_HUMAN {
        return Err(refuse("people sit down by the word `human` alone"));
    }
    for arg in &spec.args {
        if let (Some("threads"), Value::Word(text)) = (arg.name.as_deref(), &arg.value)
            && text != "1"
        {
            return Err(refuse("engines of a page think with one thread"));
        }
        if let (Some("table" | "memory"), Value::Word(text)) = (arg.name.as_deref(), &arg.value)
            && plyground_engine::parse_bytes(text).ok() > plyground_engine::parse_bytes(MOST_TABLE).ok()
        {
            return Err(refuse(&format!("engines of a page have at most {MOST_TABLE} for their tables")));
        }
        if let Value::Spec(nested) = &arg.value {
            decent(nested.clone(), processes)?;
        }
    }
    Ok(spec)
}
