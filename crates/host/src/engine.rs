//! A player ready to be asked.

use plyground_core::{Playable, Rng};
use plyground_engine::{Choice, Failure, Player, Request, SearchRequest, Spec, SpecError, build};
use plyground_search::{Limits, Report};

/// A game, the position where it begins, and who plays.
pub struct Engine<G: Playable> {
    /// The rules.
    pub game: G,
    /// Where games begin.
    pub start: G::Position,
    /// What a move may cost when the runner does not say.
    pub limits: Limits,
    spec: Spec,
    /// What options have set beside the spec: names of parameters, of which a player has one, and the value.
    parameters: Vec<(&'static [&'static str], String)>,
    seed: u64,
    games: u64,
    player: Box<dyn Player<G>>,
}

impl<G: Playable> Engine<G> {
    /// The player of this spec for this game. `seed` governs its random decisions.
    pub fn new(game: G, start: G::Position, spec: Spec, limits: Limits, seed: u64) -> Result<Self, SpecError> {
        let player = build(&spec, &game, seed)?;
        Ok(Engine { game, start, limits, spec, parameters: Vec::new(), seed, games: 0, player })
    }

    /// Who plays.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Another player takes over, with the parameters that were set as far as it has them; the old one stays if the spec is
    /// wrong.
    pub fn set_player(&mut self, spec: &str) -> Result<(), SpecError> {
        let mut spec: Spec = spec.parse()?;
        for (names, value) in &self.parameters {
            let own = spec.args.iter().any(|arg| arg.name.as_deref().is_some_and(|name| names.contains(&name)));
            if !own && let Some(changed) = spec.with_parameter(names, value) {
                spec = changed;
            }
        }
        self.replace(spec)
    }

    /// Sets the first of these parameters that the player has, for this player and for those that take over later. False if
    /// this one has none of them.
    ///
    /// # Errors
    /// When the player cannot be built so; then the old one stays.
    pub fn set_parameter(&mut self, names: &'static [&'static str], value: String) -> Result<bool, SpecError> {
        let changed = self.spec.with_parameter(names, &value);
        let has_it = changed.is_some();
        if let Some(spec) = changed {
            self.replace(spec)?;
        }
        self.parameters.retain(|(others, _)| *others != names);
        self.parameters.push((names, value));
        Ok(has_it)
    }

    fn replace(&mut self, spec: Spec) -> Result<(), SpecError> {
        self.player = build(&spec, &self.game, self.seed)?;
        self.spec = spec;
        Ok(())
    }

    /// Games from now on repeat those after the same seed.
    pub fn set_seed(&mut self, seed: u64) {
        (self.seed, self.games) = (seed, 0);
    }

    /// A new game begins.
    pub fn new_game(&mut self) {
        let seed = Rng::part(self.seed, self.games).bits();
        self.games += 1;
        self.player.new_game(seed);
    }

    /// Searches a position.
    pub fn think(&mut self, position: &G::Position, limits: Limits) -> Report<G::Move> {
        self.player.think(Request::from(SearchRequest::new(&self.game, position).within(limits)))
    }

    /// Why the last search returned no move.
    pub fn failure_reason(&mut self) -> String {
        self.player.failure().map_or_else(|| "it gave no reason".to_string(), |failure| failure.to_string())
    }

    /// Lends the player to another thread; [`give_back`](Engine::give_back) must follow.
    pub(crate) fn lend(&mut self) -> Box<dyn Player<G>> {
        std::mem::replace(&mut self.player, Box::new(NoPlayer))
    }

    /// Takes the player back. One that panicked is replaced by a new one of the same spec.
    pub(crate) fn give_back(&mut self, player: Option<Box<dyn Player<G>>>) {
        let replacement = || build(&self.spec, &self.game, self.seed);
        match player {
            Some(player) => self.player = player,
            None => self.player = replacement().expect("a spec that was built once can be built again"),
        }
    }
}

/// A placeholder while the player searches on another thread.
struct NoPlayer;

impl<G: Playable> Player<G> for NoPlayer {
    fn think(&mut self, _request: Request<'_, G>) -> Report<G::Move> {
        Report::empty(plyground_search::StopReason::Asked)
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, _seed: u64) {}

    fn unit(&self) -> &'static str {
        "points"
    }

    fn evaluation(&self) -> &'static str {
        ""
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
}
