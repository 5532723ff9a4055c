//! What a player spec may ask for, judged by its parsed values before anything is built.
//!
//! Every parameter declares which [`Resource`] it spends ([`ParamInfo::resource`]). The policy matches a spec with its
//! parameters exactly as the builder does, so a value counts the same by name, by position and in quotation marks, and
//! nested players are judged with it.

use crate::{Args, MemoryError, PlayerInfo, Spec, SpecError, format_bytes, format_duration, infos, machine};
use crate::{parse_bytes, parse_duration};
use std::fmt::Display;
use std::time::Duration;

/// What a parameter spends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// Nothing worth a limit.
    None,
    /// Bytes of memory.
    Memory,
    /// Threads.
    Threads,
    /// Time per move, or a time to wait for.
    Time,
    /// Positions per move.
    Nodes,
    /// Play-outs per move, or per position.
    Playouts,
    /// Plies.
    Depth,
    /// Another player, who is asked many times per move.
    Player,
    /// Another player, who is asked at most once per move.
    Substitute,
    /// Another program.
    Program,
}

/// The longest that an engine of a page may think about one move.
pub const PAGE_TIME: Duration = Duration::from_secs(60);
/// The most squares of a board that a page may ask for: 50x50, the largest of ReversiXT's rules.
pub const PAGE_SQUARES: usize = 50 * 50;
/// One table of an engine of a page.
const PAGE_TABLE: u64 = 64 << 20;
/// All tables of an engine of a page, those of nested players included.
const PAGE_MEMORY: u64 = 256 << 20;
/// More than a minute of search or play-outs on any machine.
const PAGE_NODES: u64 = 10_000_000_000;
const PAGE_PLAYOUTS: u64 = 1_000_000_000;
const PAGE_DEPTH: u64 = 100;
/// A player inside another one moves many thousand times per move of the outer one and cannot be interrupted meanwhile.
const NESTED: Limit = Limit { time: Duration::from_millis(10), nodes: 100_000, playouts: 10_000, depth: 3 };
/// Monte Carlo players keep this many copies of the player of their play-outs: the original, the search's own and the one
/// at work.
const NESTED_COPIES: u64 = 3;

/// What one move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Limit {
    time: Duration,
    nodes: u64,
    playouts: u64,
    depth: u64,
}

impl Limit {
    const NONE: Limit = Limit { time: Duration::MAX, nodes: u64::MAX, playouts: u64::MAX, depth: u64::MAX };
}

/// What player specs may ask for.
///
/// ```
/// use plyground_engine::{Spec, SpecPolicy};
///
/// let policy = SpecPolicy::server(false);
/// let greedy: Spec = "search(depth=3, table=\"100GB\")".parse()?;
/// let refused = policy.check(&greedy).expect_err("too much for a page");
/// assert_eq!(refused.to_string(), "search: table=100GB is too much for an engine of a page; at most 64MB are allowed");
/// # Ok::<(), plyground_engine::SpecError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpecPolicy {
    /// Whom it binds, as it reads after "too much for".
    whom: &'static str,
    table: u64,
    memory: u64,
    threads: u64,
    limit: Limit,
    /// What players inside players may take per move; there they must name a limit.
    nested: Option<Limit>,
    processes: bool,
}

impl SpecPolicy {
    /// For specs that the user of this machine typed or keeps in a file: everything that the machine can hold.
    pub fn machine() -> Self {
        let memory = machine::physical_memory().unwrap_or(u64::MAX);
        SpecPolicy {
            whom: "this machine",
            table: memory,
            memory,
            threads: u64::MAX,
            limit: Limit::NONE,
            nested: None,
            processes: true,
        }
    }

    /// For specs that come from a page or from a file that a page sent. `processes`: whether other programs may play.
    pub fn server(processes: bool) -> Self {
        let machine = SpecPolicy::machine();
        SpecPolicy {
            whom: "an engine of a page",
            table: PAGE_TABLE.min(machine.memory),
            memory: PAGE_MEMORY.min(machine.memory),
            threads: 1,
            limit: Limit { time: PAGE_TIME, nodes: PAGE_NODES, playouts: PAGE_PLAYOUTS, depth: PAGE_DEPTH },
            nested: Some(NESTED),
            processes,
        }
    }

    /// The same policy with less time and fewer nodes and play-outs per move.
    #[must_use]
    pub fn within(mut self, time: Duration, nodes: u64) -> Self {
        self.limit.time = self.limit.time.min(time);
        self.limit.nodes = self.limit.nodes.min(nodes);
        self.limit.playouts = self.limit.playouts.min(nodes);
        self
    }

    /// The longest that a player may think about one move.
    pub fn time(&self) -> Duration {
        self.limit.time
    }

    /// Refuses a spec that asks for more than it may, with a sentence that names the permitted maximum. What is wrong
    /// with a spec in other ways is left to [`build`](crate::build).
    pub fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        let memory = self.judge(spec, &infos(), false)?;
        self.check_memory(memory, self.memory)
            .map_err(|error| SpecError::Arguments { player: spec.name.clone(), reason: error.to_string() })
    }

    /// Refuses a single table of this many bytes, such as that of a solver.
    pub fn check_table(&self, bytes: u64) -> Result<(), MemoryError> {
        self.check_memory(bytes, self.table)
    }

    /// Refuses players who could be built one by one but not all at once: `bytes` is what one game takes, `games` how many
    /// are played at a time.
    pub fn check_games(&self, bytes: u64, games: usize) -> Result<(), MemoryError> {
        let sum = bytes.saturating_mul(games as u64);
        self.check_memory(sum, self.memory).map_err(|error| MemoryError::Games { games, tables: Box::new(error) })
    }

    fn check_memory(&self, bytes: u64, most: u64) -> Result<(), MemoryError> {
        if bytes <= most {
            return Ok(());
        }
        Err(MemoryError::Tables { bytes: short_bytes(bytes), most: short_bytes(most), whom: self.whom })
    }

    /// The memory that a player takes at most: tables, trees, and those of the players inside.
    pub fn memory_of(spec: &Spec) -> u64 {
        let endless = SpecPolicy { table: u64::MAX, memory: u64::MAX, ..SpecPolicy::machine() };
        endless.judge(spec, &infos(), false).unwrap_or(0)
    }

    /// Judges every value and answers with the memory of all tables.
    fn judge(&self, spec: &Spec, kinds: &[PlayerInfo], inside: bool) -> Result<u64, SpecError> {
        // Unknown players and parameters are the builder's business, which has better words for them.
        let Some(kind) = kinds.iter().find(|kind| kind.name == spec.name) else { return Ok(0) };
        let Ok(args) = Args::new(spec, kind.name, &kind.params) else { return Ok(0) };
        if kind.params.iter().any(|param| param.resource == Resource::Program) && !self.processes {
            let reason = "other programs are started from a page only if the server runs with --allow-processes";
            return Err(SpecError::Unsuitable { player: spec.name.clone(), reason: reason.to_string() });
        }
        let limit = self.nested.filter(|_| inside).unwrap_or(self.limit);
        let mut memory = kind.memory;
        for param in &kind.params {
            let text = args.text(param.name);
            match param.resource {
                Resource::None | Resource::Program => {}
                Resource::Memory => {
                    // Whatever is no size means no table, or the builder refuses it.
                    let bytes = parse_bytes(&text).unwrap_or(0);
                    self.at_most(&args, param.name, bytes, self.table, short_bytes)?;
                    memory = memory.saturating_add(bytes);
                }
                Resource::Threads => self.count(&args, param.name, self.threads)?,
                Resource::Nodes => self.count(&args, param.name, limit.nodes)?,
                Resource::Playouts => self.count(&args, param.name, limit.playouts)?,
                Resource::Depth => self.count(&args, param.name, limit.depth)?,
                Resource::Time if !args.has(param.name) => {}
                Resource::Time => {
                    let time = parse_duration(&text).unwrap_or_default();
                    self.at_most(&args, param.name, time, limit.time, format_duration)?;
                }
                Resource::Substitute => {
                    if let Ok(Some(nested)) = args.spec(param.name) {
                        memory = memory.saturating_add(self.judge(&nested, kinds, inside)?);
                    }
                }
                Resource::Player => {
                    if let Ok(Some(nested)) = args.spec(param.name) {
                        let more = self.judge(&nested, kinds, true)?;
                        memory = memory.saturating_add(more.saturating_mul(NESTED_COPIES));
                    }
                }
            }
        }
        if inside && self.nested.is_some() {
            self.check_has_limit(kind, &args)?;
        }
        Ok(memory)
    }

    /// A search without limits thinks for a second, and a play-out asks it for every move.
    fn check_has_limit(&self, kind: &PlayerInfo, args: &Args<'_>) -> Result<(), SpecError> {
        let limits = |resource| kind.params.iter().filter(move |param| param.resource == resource);
        let thinks = limits(Resource::Time).next().is_some();
        let spends = [Resource::Time, Resource::Nodes, Resource::Playouts, Resource::Depth];
        let named = spends.into_iter().flat_map(limits).any(|param| args.has(param.name) && is_limit(args, param.name));
        if thinks && !named {
            let reason = "inside another player it needs a limit of its own here, such as depth=1 or nodes=1000";
            return Err(SpecError::Arguments { player: kind.name.to_string(), reason: reason.to_string() });
        }
        Ok(())
    }

    fn count(&self, args: &Args<'_>, name: &str, most: u64) -> Result<(), SpecError> {
        // A number beyond 64 bits is refused by the builder.
        let number = args.text(name).parse::<u64>().unwrap_or(0);
        self.at_most(args, name, number, most, |number| number.to_string())
    }

    fn at_most<T: PartialOrd + Copy, W: Display>(
        &self,
        args: &Args<'_>,
        name: &str,
        value: T,
        most: T,
        words: impl Fn(T) -> W,
    ) -> Result<(), SpecError> {
        if value <= most {
            return Ok(());
        }
        Err(SpecError::Excess {
            player: args.player().to_string(),
            parameter: name.to_string(),
            value: args.text(name).chars().take(60).collect(),
            whom: self.whom,
            most: words(most).to_string(),
        })
    }
}

/// Whether the argument is really a limit: `time=half` is none.
fn is_limit(args: &Args<'_>, name: &str) -> bool {
    let text = args.text(name);
    text.parse::<u64>().is_ok() || parse_duration(&text).is_ok()
}

/// A size that is easy to read, rounded down.
fn short_bytes(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format_bytes(bytes),
        0x10_0000..0x2_8000_0000 => format!("{}MB", bytes >> 20),
        _ => format!("{}GB", bytes >> 30),
    }
}

#[cfg(test)]
mod tests;
