//! A player of any of the kinds, without a box around it.

use super::leaf::{Leaf, RandomLeaf, StaticLeaf};
use super::monte::Playouts;
use super::search::UnifiedSearch;
use super::stop_check::StopCheck;
use super::table::RockTable;
use super::tie::Tie;
use plyground_core::{Game, Rng};
use plyground_games::einstein::heuristic::winning_or_any;
use plyground_games::einstein::tables::{Fields, Schwarz};
use plyground_games::einstein::{Einstein, Move, Position};
use plyground_search::TableUse;
use plyground_search::table::TableError;

/// What all four players can be told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StrategySettings {
    /// Plies looked ahead after the own move, at most [`DEEPEST`](super::DEEPEST).
    pub depth: u32,
    /// The factor of the heuristic beside the [`GAME_WON`](super::GAME_WON) of a decided game.
    pub scale: f64,
    /// Which of equally good moves is played.
    pub tie: Tie,
}

impl StrategySettings {
    /// The usual settings at this depth.
    pub fn at_depth(depth: u32) -> Self {
        StrategySettings { depth, scale: 1.0, tie: Tie::Diagonal }
    }
}

/// The sizes of the two tables in bytes; 0 means none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableSizes {
    /// The table that keeps what was searched deeper.
    pub upper: u64,
    /// The table that keeps what came last.
    pub lower: u64,
}

/// A player of any other kind, for MrMonte's play-outs.
pub trait PlayoutPlayer: Send {
    /// A move for the player to move; `None` from a player that fails, which then loses the play-out.
    fn choose(&mut self, game: &Einstein, position: &Position) -> Option<Move>;

    /// Begins another game; `seed` governs all its chance decisions.
    fn new_game(&mut self, seed: u64);
}

/// One of Rock'n'Roll's players, or a player in MrMonte's play-outs.
pub struct Strategy(Kind);

/// Who decides.
enum Kind {
    /// MrRandom at depth 0, the short way: a winning move, or any.
    Lot(Rng),
    /// MrRandom at other depths.
    Random(UnifiedSearch<RandomLeaf>),
    Black(UnifiedSearch<StaticLeaf<Schwarz>>),
    Farmer(UnifiedSearch<StaticLeaf<Fields>>),
    Monte(Box<UnifiedSearch<Playouts>>),
    /// Uniformly random moves, without an eye for wins.
    Uniform(Rng),
    /// Any other player, for play-outs.
    Other(Box<dyn PlayoutPlayer>),
}

/// Runs the same on whatever search this is; players without one have an answer of their own.
macro_rules! searching {
    ($strategy:expr, $search:ident => $run:expr, else $otherwise:expr) => {
        match $strategy {
            Kind::Random($search) => $run,
            Kind::Black($search) => $run,
            Kind::Farmer($search) => $run,
            Kind::Monte($search) => $run,
            Kind::Lot(_) | Kind::Uniform(_) | Kind::Other(_) => $otherwise,
        }
    };
}

impl Strategy {
    /// MrRandom: a fresh random number for every position. It does see won games.
    pub fn mr_random(settings: StrategySettings) -> Result<Self, TableError> {
        if settings.depth == 0 {
            return Ok(Strategy(Kind::Lot(Rng::seeded(0))));
        }
        let lots = RandomLeaf { rng: Rng::seeded(0), scale: settings.scale };
        Ok(Strategy(Kind::Random(search_of(lots, settings, TableSizes::default())?)))
    }

    /// MrBlack: how many moves the opponent is expected to need more, by J. Schwarz's table.
    pub fn mr_black(game: &Einstein, settings: StrategySettings, sizes: TableSizes) -> Result<Self, TableError> {
        let leaf = StaticLeaf { heuristic: game.schwarz().clone(), scale: settings.scale };
        Ok(Strategy(Kind::Black(search_of(leaf, settings, sizes)?)))
    }

    /// FarmerBoy: the mean value of the fields under their stones, against that of the opponent's.
    pub fn farmer_boy(game: &Einstein, settings: StrategySettings, sizes: TableSizes) -> Result<Self, TableError> {
        let leaf = StaticLeaf { heuristic: game.fields().clone(), scale: settings.scale };
        Ok(Strategy(Kind::Farmer(search_of(leaf, settings, sizes)?)))
    }

    /// MrMonte: plays this many games to the end, by a player for Red and one for Blue, and counts who wins them.
    pub fn mr_monte(settings: StrategySettings, iterations: u64, players: [Strategy; 2]) -> Result<Self, TableError> {
        let playouts = Playouts {
            iterations,
            scale: settings.scale,
            players,
            dice: Rng::seeded(0),
            stop_check: StopCheck::default(),
        };
        Ok(Strategy(Kind::Monte(Box::new(search_of(playouts, settings, TableSizes::default())?))))
    }

    /// Uniformly random moves, without an eye for wins.
    pub fn uniform() -> Self {
        Strategy(Kind::Uniform(Rng::seeded(0)))
    }

    /// Any other player, for play-outs.
    pub fn other(player: Box<dyn PlayoutPlayer>) -> Self {
        Strategy(Kind::Other(player))
    }

    /// Chooses a move after a roll.
    #[inline]
    pub fn choose(&mut self, game: &Einstein, position: &Position) -> Option<(Move, f64)> {
        match &mut self.0 {
            Kind::Lot(rng) => {
                let stones = game.outcome_groups(position, position.die()?);
                Some((winning_or_any(game, position, stones, |count| rng.below(count)), 0.0))
            }
            Kind::Uniform(rng) => {
                let place = rng.below(game.count_moves(position) as usize);
                let stones = game.outcome_groups(position, position.die()?);
                let (mut chosen, mut index) = (None, 0);
                game.for_each_step(position, stones, |mv| {
                    chosen = if index == place { Some((mv, 0.0)) } else { chosen };
                    index += 1;
                });
                chosen
            }
            Kind::Other(player) => player.choose(game, position).map(|mv| (mv, 0.0)),
            _ => searching!(&mut self.0, search => search.choose(game, position, |_, _| {}), else None),
        }
    }

    /// Chooses a move after a roll and tells every rated move.
    pub(super) fn choose_telling(
        &mut self,
        game: &Einstein,
        position: &Position,
        told: impl FnMut(Move, f64),
    ) -> Option<(Move, f64)> {
        searching!(&mut self.0, search => search.choose(game, position, told), else self.choose(game, position))
    }

    /// Begins another game; `seed` governs all its chance decisions.
    pub fn reseed(&mut self, seed: u64) {
        match &mut self.0 {
            Kind::Lot(rng) | Kind::Uniform(rng) => *rng = Rng::seeded(seed),
            Kind::Other(player) => player.new_game(seed),
            _ => searching!(&mut self.0, search => search.reseed(seed), else ()),
        }
    }

    /// Everything slow in it obeys this from now on.
    pub fn obey(&mut self, stop_check: &StopCheck) {
        searching!(&mut self.0, search => search.obey(stop_check), else ());
    }

    /// Whether every move has the same chance.
    pub(super) fn is_uniform(&self) -> bool {
        matches!(self.0, Kind::Uniform(_))
    }

    /// Whether moves are chosen without rating them.
    pub fn is_random(&self) -> bool {
        matches!(self.0, Kind::Lot(_) | Kind::Uniform(_))
    }

    /// Whether a single move takes so long that it should [`obey`](Strategy::obey) a stop flag.
    pub fn is_slow(&self) -> bool {
        searching!(&self.0, search => search.is_slow(), else matches!(self.0, Kind::Other(_)))
    }

    /// Whether a choice since the last [`obey`](Strategy::obey) was made although no move could be rated in full.
    pub fn has_guessed(&self) -> bool {
        searching!(&self.0, search => search.has_guessed(), else false)
    }

    pub(super) fn was_stopped(&self) -> bool {
        searching!(&self.0, search => search.was_stopped(), else false)
    }

    /// Moves rated since the last [`reseed`](Strategy::reseed).
    pub fn nodes(&self) -> u64 {
        searching!(&self.0, search => search.nodes(), else 0)
    }

    /// Plies looked ahead after the own move.
    pub fn depth(&self) -> u32 {
        searching!(&self.0, search => search.depth(), else 0)
    }

    pub(super) fn table(&self) -> Option<TableUse> {
        let used = |memory: &RockTable| (!memory.is_absent()).then(|| memory.usage());
        searching!(&self.0, search => used(&search.memory), else None)
    }

    /// What its values measure.
    pub fn unit(&self) -> &'static str {
        match self.0 {
            Kind::Black(_) => "moves",
            _ => "points",
        }
    }

    /// The evaluation of the game that its values come from.
    pub fn evaluation(&self) -> &'static str {
        match self.0 {
            Kind::Black(_) => "schwarz",
            _ => "farmer",
        }
    }
}

/// A search with the given leaf; a table pays only where positions can be met again.
fn search_of<L: Leaf>(leaf: L, settings: StrategySettings, sizes: TableSizes) -> Result<UnifiedSearch<L>, TableError> {
    let TableSizes { upper, lower } = if L::STEADY && settings.depth > 1 { sizes } else { TableSizes::default() };
    Ok(UnifiedSearch::new(leaf, settings.depth, settings.tie, RockTable::new(upper, lower)?))
}
