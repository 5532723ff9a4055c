//! Playing to the end, and the mean result of it as an evaluation.

use super::constants::{LEAF_PLAYOUTS, VALUE_SCALE};
use super::greedy::copy_into;
use super::policy::Policy;
use super::reward::Rewards;
use plyground_core::{Bounds, Evaluation, Game, Payoffs, PlayerId, Rng, Turn};

/// Plays on from `position` to the end, or for `horizon` moves and then takes the result as it stands. Asks `stop`
/// before every move, and gives up with `None` when it says so.
pub fn play_out<G: Game, P: Policy<G>>(
    game: &G,
    position: &mut G::Position,
    policy: &mut P,
    rng: &mut Rng,
    horizon: u32,
    mut stop: impl FnMut() -> bool,
) -> Option<Payoffs> {
    let mut left = horizon;
    loop {
        match game.turn(position) {
            Turn::Over => return Some(game.payoffs(position)),
            Turn::Chance => {
                let face = rng.weighted(game.outcomes(position));
                game.roll(position, face);
            }
            Turn::Player(_) => {
                if left == 0 {
                    return Some(game.payoffs(position));
                }
                if stop() {
                    return None;
                }
                let mv = policy.choose(game, position, rng);
                game.make(position, mv);
                left -= 1;
            }
        }
    }
}

/// Rates a position by the mean [reward](Rewards) of play-outs: with two players the share of play-outs won.
///
/// The random numbers of a position depend only on the seed and the position, so a position is always rated the same
/// and transposition tables stay valid; another seed gives an independent opinion.
#[derive(Clone, Debug)]
pub struct PlayoutEval<G: Game, P> {
    policy: P,
    playouts: u32,
    seed: u64,
    horizon: u32,
    certainty: f64,
    scratch: Option<G::Position>,
}

impl<G: Game, P: Policy<G> + Clone> PlayoutEval<G, P> {
    /// Play-outs by this policy; see [`SeatPolicies`](super::SeatPolicies) for one per player.
    pub fn new(policy: P, seed: u64) -> Self {
        PlayoutEval { policy, playouts: LEAF_PLAYOUTS, seed, horizon: u32::MAX, certainty: 0.0, scratch: None }
    }

    /// This many play-outs per position; at least one is always made.
    #[must_use]
    pub fn playouts(self, playouts: u32) -> Self {
        PlayoutEval { playouts: playouts.max(1), ..self }
    }

    /// Play-outs end after this many moves, and their result is taken as it stands.
    #[must_use]
    pub fn horizon(self, horizon: u32) -> Self {
        PlayoutEval { horizon, ..self }
    }

    /// A finished game counts this much more (won) or less (lost) than play-outs that were all won or all lost, so
    /// that certain wins beat probable ones. Rock'n'Roll rated a decided game ±1000. With anything but 0 the mean over
    /// dice is no probability any more.
    #[must_use]
    pub fn certainty(self, certainty: f64) -> Self {
        PlayoutEval { certainty, ..self }
    }

    /// The same opinion with other random numbers.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }
}

impl<G: Game, P: Policy<G> + Clone> Evaluation<G> for PlayoutEval<G, P> {
    fn value(&mut self, game: &G, position: &G::Position, player: PlayerId) -> i32 {
        ((self.expectation(game, position, player) - 0.5) * VALUE_SCALE).round() as i32
    }

    fn expectation(&mut self, game: &G, position: &G::Position, player: PlayerId) -> f64 {
        let mut rng = Rng::part(self.seed, game.key(position).unwrap_or_default());
        let mut total = 0.0;
        for _ in 0..self.playouts {
            let end = copy_into(&mut self.scratch, position);
            if let Some(payoffs) = play_out(game, end, &mut self.policy, &mut rng, self.horizon, || false) {
                total += Rewards::new(&payoffs).of(player);
            }
        }
        total / f64::from(self.playouts)
    }

    fn unit(&self) -> &'static str {
        "win probability"
    }

    fn bounds(&self) -> Bounds {
        let beyond = self.certainty.max(0.0);
        Bounds { low: -beyond, high: 1.0 + beyond, sum: None }
    }

    fn expected_result(&mut self, game: &G, position: &G::Position, player: PlayerId) -> f64 {
        let reward = Rewards::new(&game.payoffs(position)).of(player);
        reward + self.certainty * (2.0 * reward - 1.0)
    }
}
