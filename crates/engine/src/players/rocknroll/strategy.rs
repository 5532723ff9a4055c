//! A player of any of the kinds, without a box around it.

use super::leaf::{Leaf, RandomLeaf, StaticLeaf};
use super::monte::Playouts;
use super::search::UnifiedSearch;
use super::stop_check::StopCheck;
use super::{farmerboy, mrblack, mrmonte, mrrandom};
use crate::{Args, Player, Request, Spec, SpecError};
use plyground_core::{Game, Rng};
use plyground_games::einstein::heuristic::winning_or_any;
use plyground_games::einstein::tables::{Fields, Schwarz};
use plyground_games::einstein::{Einstein, Move, Position};
use plyground_search::TableUse;

/// Who decides.
pub(super) enum Strategy {
    /// MrRandom at depth 0, the short way: a winning move, or any.
    Lot(Rng),
    /// MrRandom at other depths.
    Random(UnifiedSearch<RandomLeaf>),
    Black(UnifiedSearch<StaticLeaf<Schwarz>>),
    Farmer(UnifiedSearch<StaticLeaf<Fields>>),
    Monte(Box<UnifiedSearch<Playouts>>),
    /// Uniformly random moves, without an eye for wins: the general player `random`.
    Uniform(Rng),
    /// Any other player, for play-outs.
    Other(Box<dyn Player<Einstein>>),
}

/// Runs the same on whatever search this is; players without one have an answer of their own.
macro_rules! searching {
    ($strategy:expr, $search:ident => $run:expr, else $otherwise:expr) => {
        match $strategy {
            Strategy::Random($search) => $run,
            Strategy::Black($search) => $run,
            Strategy::Farmer($search) => $run,
            Strategy::Monte($search) => $run,
            Strategy::Lot(_) | Strategy::Uniform(_) | Strategy::Other(_) => $otherwise,
        }
    };
}

/// Makes the strategy of one kind.
type Maker = fn(&Args<'_>, &Einstein) -> Result<Strategy, SpecError>;

impl Strategy {
    /// The player that a spec describes, for play-outs.
    pub(super) fn new(spec: &Spec, game: &Einstein) -> Result<Self, SpecError> {
        let kinds: [(_, Maker); 4] = [
            (mrrandom::info(), mrrandom::strategy),
            (mrblack::info(), mrblack::strategy),
            (farmerboy::info(), farmerboy::strategy),
            (mrmonte::info(), mrmonte::strategy),
        ];
        if let Some((info, strategy)) = kinds.iter().find(|(info, _)| info.name == spec.name) {
            return strategy(&Args::new(spec, info.name, &info.params)?, game);
        }
        if *spec == Spec::named("random") {
            return Ok(Strategy::Uniform(Rng::seeded(0)));
        }
        crate::build(spec, game, 0).map(Strategy::Other)
    }

    /// Chooses a move after a roll.
    #[inline]
    pub(super) fn choose(&mut self, game: &Einstein, position: &Position) -> Option<(Move, f64)> {
        match self {
            Strategy::Lot(rng) => {
                let stones = game.outcome_groups(position, position.die()?);
                Some((winning_or_any(game, position, stones, |count| rng.below(count)), 0.0))
            }
            Strategy::Uniform(rng) => {
                let place = rng.below(game.count_moves(position) as usize);
                let stones = game.outcome_groups(position, position.die()?);
                let (mut chosen, mut index) = (None, 0);
                game.for_each_step(position, stones, |mv| {
                    chosen = if index == place { Some((mv, 0.0)) } else { chosen };
                    index += 1;
                });
                chosen
            }
            Strategy::Other(player) => player.choose(Request::new(game, position)).mv.map(|mv| (mv, 0.0)),
            _ => searching!(self, search => search.choose(game, position, |_, _| {}), else None),
        }
    }

    /// The same, telling every rated move.
    pub(super) fn choose_telling(
        &mut self,
        game: &Einstein,
        position: &Position,
        told: impl FnMut(Move, f64),
    ) -> Option<(Move, f64)> {
        searching!(self, search => search.choose(game, position, told), else self.choose(game, position))
    }

    /// Begins another game.
    pub(super) fn reseed(&mut self, seed: u64) {
        match self {
            Strategy::Lot(rng) | Strategy::Uniform(rng) => *rng = Rng::seeded(seed),
            Strategy::Other(player) => player.new_game(seed),
            _ => searching!(self, search => search.reseed(seed), else ()),
        }
    }

    /// Everything slow in it obeys this from now on.
    pub(super) fn obey(&mut self, stop_check: &StopCheck) {
        searching!(self, search => search.obey(stop_check), else ());
    }

    /// Whether moves are chosen without rating them.
    pub(super) fn is_random(&self) -> bool {
        matches!(self, Strategy::Lot(_) | Strategy::Uniform(_))
    }

    pub(super) fn is_slow(&self) -> bool {
        searching!(self, search => search.is_slow(), else matches!(self, Strategy::Other(_)))
    }

    pub(super) fn has_guessed(&self) -> bool {
        searching!(self, search => search.has_guessed(), else false)
    }

    pub(super) fn was_stopped(&self) -> bool {
        searching!(self, search => search.was_stopped(), else false)
    }

    pub(super) fn nodes(&self) -> u64 {
        searching!(self, search => search.nodes(), else 0)
    }

    pub(super) fn depth(&self) -> u32 {
        searching!(self, search => search.depth(), else 0)
    }

    pub(super) fn table(&self) -> Option<TableUse> {
        let used = |memory: &super::table::RockTable| (!memory.is_absent()).then(|| memory.usage());
        searching!(self, search => used(&search.memory), else None)
    }

    pub(super) fn unit(&self) -> &'static str {
        match self {
            Strategy::Black(_) => "moves",
            _ => "points",
        }
    }
}

/// A search with the given leaf; a table pays only where positions can be met again.
pub(super) fn search_of<L: Leaf>(
    leaf: L,
    settings: &super::Settings,
    sizes: (u64, u64),
) -> Result<UnifiedSearch<L>, SpecError> {
    let (upper, lower) = if L::STEADY && settings.depth > 1 { sizes } else { (0, 0) };
    let memory = super::table::RockTable::new(upper, lower)
        .map_err(|error| SpecError::Arguments { player: "Rock'n'Roll".to_string(), reason: error.to_string() })?;
    Ok(UnifiedSearch::new(leaf, settings.depth, settings.tie, memory))
}
