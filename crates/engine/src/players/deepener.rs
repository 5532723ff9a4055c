//! The searches over real-numbered values (expectimax, max^n, best-reply) have the same shape; one player serves them.

use crate::player::{Aloud, Counts, answered};
use crate::{Player, Thought};
use plyground_core::{Evaluation, Game};
use plyground_search::expectimax::Expectimax;
use plyground_search::multiplayer::{BestReply, MaxN};
use plyground_search::trace::Recorder;
use plyground_search::{Control, Limits, NoSink, Report, Sink};

/// A search that deepens until its limits and has lots to draw.
pub(super) trait Deepener<G: Game>: Send {
    fn deepen(
        &mut self,
        thought: &Thought<'_, G>,
        limits: &Limits,
        control: &mut Control,
        sink: &mut Aloud<'_, G::Move>,
    ) -> Report<G::Move>;

    /// The same under observation, from searches that can be watched.
    fn deepen_traced(
        &mut self,
        _thought: &Thought<'_, G>,
        _limits: &Limits,
        _control: &mut Control,
        _trace: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        None
    }

    fn restart(&mut self, seed: u64);
}

macro_rules! deepener {
    ($search:ident, $answered:path $(, $traced:item)?) => {
        impl<G: Game, E: Evaluation<G>> Deepener<G> for $search<G, E> {
            fn deepen(
                &mut self,
                thought: &Thought<'_, G>,
                limits: &Limits,
                control: &mut Control,
                sink: &mut Aloud<'_, G::Move>,
            ) -> Report<G::Move> {
                $answered(self.think(thought.game, thought.position, limits, control, sink))
            }

            $($traced)?

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
deepener!(
    Expectimax,
    answered,
    fn deepen_traced(
        &mut self,
        thought: &Thought<'_, G>,
        limits: &Limits,
        control: &mut Control,
        trace: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        Some(answered(self.think_traced(thought.game, thought.position, limits, control, &mut NoSink, trace)))
    }
);

/// A player by such a search.
pub(super) struct Deepening<D> {
    pub search: D,
    pub limits: Option<Limits>,
    pub unit: &'static str,
}

impl<G: Game, D: Deepener<G>> Player<G> for Deepening<D> {
    fn think(&mut self, thought: &Thought<'_, G>) -> Report<G::Move> {
        self.think_aloud(thought, &mut NoSink)
    }

    fn think_aloud(&mut self, thought: &Thought<'_, G>, sink: &mut dyn Sink<G::Move>) -> Report<G::Move> {
        let limits = thought.limits_for(self.limits, Counts::Depth);
        let mut control = thought.control(&limits);
        self.search.deepen(thought, &limits, &mut control, &mut Aloud(sink))
    }

    fn think_traced(&mut self, thought: &Thought<'_, G>, trace: &mut Recorder<G::Move>) -> Option<Report<G::Move>> {
        let limits = thought.limits_for(self.limits, Counts::Depth);
        let mut control = thought.control(&limits);
        self.search.deepen_traced(thought, &limits, &mut control, trace)
    }

    fn new_game(&mut self, seed: u64) {
        self.search.restart(seed);
    }

    fn unit(&self) -> &'static str {
        self.unit
    }
}
