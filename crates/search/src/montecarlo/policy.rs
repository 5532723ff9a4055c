//! Who plays in a play-out.

use plyground_core::{Game, Rng};

/// A play-out player. It must choose the same move for the same position and the same random numbers, whatever it was
/// asked before; memory is for speed only.
pub trait Policy<G: Game>: PolicyClone<G> + Send + Sync + 'static {
    /// One of the legal moves of the player to move; never asked at chance nodes or after the end.
    fn choose(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move;
}

/// Lets boxed policies be cloned, one for each thread; every clonable policy has it.
pub trait PolicyClone<G: Game> {
    /// A copy in a box.
    fn boxed(&self) -> Box<dyn Policy<G>>;
}

impl<G: Game, P: Policy<G> + Clone> PolicyClone<G> for P {
    fn boxed(&self) -> Box<dyn Policy<G>> {
        Box::new(self.clone())
    }
}

impl<G: Game> Clone for Box<dyn Policy<G>> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

impl<G: Game> Policy<G> for Box<dyn Policy<G>> {
    fn choose(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
        (**self).choose(game, position, rng)
    }
}

/// Every legal move is equally likely.
#[derive(Debug)]
pub struct Uniform<G: Game> {
    moves: Vec<G::Move>,
}

impl<G: Game> Default for Uniform<G> {
    fn default() -> Self {
        Uniform { moves: Vec::new() }
    }
}

// The buffer is scratch memory: a copy starts without.
impl<G: Game> Clone for Uniform<G> {
    fn clone(&self) -> Self {
        Uniform::default()
    }
}

impl<G: Game> Policy<G> for Uniform<G> {
    fn choose(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
        self.moves.clear();
        game.moves(position, &mut self.moves);
        self.moves[rng.below(self.moves.len())]
    }
}

/// One policy per seat, in turn order.
#[derive(Clone, Debug)]
pub struct SeatPolicies<P>(Vec<P>);

impl<P> SeatPolicies<P> {
    /// The first policy plays for the first player, and so on; the last one also for all players after it.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(policies: Vec<P>) -> Self {
        assert!(!policies.is_empty(), "somebody has to play");
        SeatPolicies(policies)
    }
}

impl<G: Game, P: Policy<G> + Clone> Policy<G> for SeatPolicies<P> {
    fn choose(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
        let player = game.turn(position).player().expect("a policy is asked when a player is to move");
        let seat = player.index().min(self.0.len() - 1);
        self.0[seat].choose(game, position, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_testkit::nim::{Nim, Take};

    /// Takes one object, or a whole heap.
    #[derive(Clone)]
    struct Fixed {
        greedy: bool,
    }

    impl Policy<Nim> for Fixed {
        fn choose(&mut self, game: &Nim, position: &<Nim as Game>::Position, _rng: &mut Rng) -> Take {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let by_count = |mv: &&Take| mv.count;
            let chosen =
                if self.greedy { moves.iter().max_by_key(by_count) } else { moves.iter().min_by_key(by_count) };
            *chosen.expect("there are moves")
        }
    }

    #[test]
    fn every_seat_is_played_by_its_own_policy() {
        let game = Nim::new(&[5, 5]).expect("valid").for_players(3);
        let one: Box<dyn Policy<Nim>> = Box::new(Fixed { greedy: false });
        let all: Box<dyn Policy<Nim>> = Box::new(Fixed { greedy: true });
        let mut seats = SeatPolicies::new(vec![one, all]).clone();
        let mut position = game.start();
        let mut taken = Vec::new();
        for _ in 0..3 {
            let mv = seats.choose(&game, &position, &mut Rng::seeded(1));
            taken.push(mv.count);
            game.make(&mut position, mv);
        }
        assert_eq!(taken, [1, 5, 4], "the last policy serves the third seat as well");
    }

    #[test]
    fn uniform_is_uniform() {
        let game = Nim::new(&[2, 1]).expect("valid");
        let mut counts = std::collections::BTreeMap::new();
        let mut rng = Rng::seeded(4);
        let mut policy = Uniform::default();
        for _ in 0..30_000 {
            *counts.entry(policy.choose(&game, &game.start(), &mut rng)).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 3);
        // Five standard deviations of a binomial with mean 10,000.
        assert!(counts.values().all(|count| count.abs_diff(10_000) < 409), "{counts:?}");
    }
}
