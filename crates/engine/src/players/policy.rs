//! Any player as a play-out player: `policy=` of the Monte Carlo kinds.

use crate::options::{ConfigOption, NestedPlayer};
use crate::{Player, Request, Resource, Spec, SpecError, build};
use plyground_core::{Game, Playable, Rng};
use plyground_search::montecarlo::{Policy, SeatPolicies, Uniform};
use std::sync::Mutex;

/// Who plays the play-outs.
pub(super) fn policy_option<C: 'static>(field: fn(&mut C) -> &mut Spec) -> ConfigOption<C> {
    ConfigOption::new("policy", NestedPlayer(field), "who plays the play-outs").spending(Resource::Player)
}

/// Who plays the play-outs unless the spec says otherwise.
pub(super) fn default_policy() -> Spec {
    Spec::named("random")
}

/// A boxed play-out player.
pub(super) type BoxedPolicy<G> = Box<dyn Policy<G>>;

/// One play-out player for all seats.
pub(super) fn policies<G: Playable>(spec: &Spec, game: &G) -> Result<SeatPolicies<BoxedPolicy<G>>, SpecError> {
    Ok(SeatPolicies::new(vec![boxed(spec, game)?]))
}

/// The play-out player that a spec describes.
pub(super) fn boxed<G: Playable>(spec: &Spec, game: &G) -> Result<BoxedPolicy<G>, SpecError> {
    if *spec == default_policy() {
        return Ok(Box::new(Uniform::default()));
    }
    Ok(Box::new(Nested { spec: spec.clone(), game: game.clone(), player: Mutex::new(build(spec, game, 0)?) }))
}

/// A full player inside a play-out. It forgets everything before each move, so that its choice depends on nothing but
/// the position and the random numbers.
struct Nested<G: Playable> {
    spec: Spec,
    game: G,
    /// Never contended: a policy is used by one thread, the lock only makes it shareable as the trait demands.
    player: Mutex<Box<dyn Player<G>>>,
}

impl<G: Playable> Clone for Nested<G> {
    fn clone(&self) -> Self {
        let player = build(&self.spec, &self.game, 0).expect("a spec that was built once can be built again");
        Nested { spec: self.spec.clone(), game: self.game.clone(), player: Mutex::new(player) }
    }
}

impl<G: Playable> Policy<G> for Nested<G> {
    fn choose(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
        let player = self.player.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        player.new_game(rng.bits());
        let best = player.choose(Request::new(game, position)).mv;
        best.unwrap_or_else(|| first_move(game, position))
    }
}

/// A player that gave up still has to move.
fn first_move<G: Game>(game: &G, position: &G::Position) -> G::Move {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.first().copied().expect("a policy is asked when a player is to move")
}
