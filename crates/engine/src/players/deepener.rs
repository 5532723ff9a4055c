//! The searches over real-numbered values (expectimax, max^n, best-reply) have the same shape; one player serves them.

use crate::player::{Counts, Listener, answered};
use crate::{Choice, Failure, Player, Request};
use plyground_core::{Evaluation, Game};
use plyground_search::expectimax::Expectimax;
use plyground_search::multiplayer::{BestReply, MaxN};
use plyground_search::{Control, Limits, Report};

/// A search that deepens until its limits and has lots to draw.
pub(super) trait Deepener<G: Game>: Send {
    fn deepen(&mut self, request: Request<'_, G>, limits: &Limits, control: &mut Control) -> Report<G::Move>;

    fn restart(&mut self, seed: u64);
}

/// Max^n and best-reply search keep no record of their tree.
macro_rules! deepener {
    ($search:ident, $answered:path) => {
        impl<G: Game, E: Evaluation<G>> Deepener<G> for $search<G, E> {
            fn deepen(&mut self, request: Request<'_, G>, limits: &Limits, control: &mut Control) -> Report<G::Move> {
                let mut sink = Listener(request.observer.sink);
                $answered(self.think(request.game, request.position, limits, control, &mut sink))
            }

            fn restart(&mut self, seed: u64) {
                self.new_game();
                self.reseed(seed);
            }
        }
    };
}

// Max^n plays every game and has nothing to refuse.
deepener!(MaxN, std::convert::identity);
deepener!(BestReply, answered);

impl<G: Game, E: Evaluation<G>> Deepener<G> for Expectimax<G, E> {
    fn deepen(&mut self, request: Request<'_, G>, limits: &Limits, control: &mut Control) -> Report<G::Move> {
        let Request { game, position, observer, .. } = request;
        let mut sink = Listener(observer.sink);
        answered(match observer.recorder {
            Some(recorder) => self.think_traced(game, position, limits, control, &mut sink, recorder),
            None => self.think(game, position, limits, control, &mut sink),
        })
    }

    fn restart(&mut self, seed: u64) {
        self.new_game();
        self.reseed(seed);
    }
}

/// A player by such a search.
pub(super) struct SearchPlayer<D> {
    pub search: D,
    pub limits: Option<Limits>,
    pub unit: &'static str,
}

impl<G: Game, D: Deepener<G>> Player<G> for SearchPlayer<D> {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        let limits = request.limits_for(self.limits, Counts::Depth);
        let mut control = request.control(&limits);
        self.search.deepen(request, &limits, &mut control)
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.search.restart(seed);
    }

    fn unit(&self) -> &'static str {
        self.unit
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
}
