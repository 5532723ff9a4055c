//! A weaker version of any player: at a given share of its turns it plays a random legal move.
//!
//! A rate weakens every player in every game in the same way, from the first move to the last, and means the same whatever
//! the time per move.

use crate::options::{ConfigOption, Custom, NestedPlayer, Options};
use crate::player::refuses_nothing;
use crate::{Args, Choice, Failure, Player, PlayerInfo, Request, Resource, Spec, SpecError};
use plyground_core::{Game, Playable, Rng, Turn};
use plyground_search::Report;
use std::sync::LazyLock;

/// Everything that a spec can say.
struct Settings {
    player: Spec,
    rate: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { player: Spec::named("best"), rate: 0.1 }
    }
}

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let rate = Custom {
        values: "0 to 1",
        show: |s: &Settings| s.rate.to_string(),
        read: |s: &mut Settings, text| {
            let rate = text.parse::<f64>().ok().filter(|rate| (0.0..=1.0).contains(rate));
            s.rate = rate.ok_or_else(|| "a share of the turns is a number from 0 to 1".to_string())?;
            Ok(())
        },
    };
    Options::new(vec![
        ConfigOption::new("player", NestedPlayer(|s: &mut Settings| &mut s.player), "who plays the other turns")
            .spending(Resource::Substitute),
        ConfigOption::new("rate", rate, "the share of turns with a random move"),
    ])
});

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "blunder",
        summary: "another player who plays a random legal move now and then",
        params: OPTIONS.params(),
        refuses: refuses_nothing,
        game: None,
        memory: 0,
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let Settings { player, rate } = OPTIONS.read(args)?;
    Ok(Box::new(Blundering { inner: super::make(&player, game, seed)?, rate, rng: Rng::part(seed, STREAM) }))
}

/// Blunders are drawn from random numbers of their own, so that the player inside decides as it would alone.
const STREAM: u64 = 0xb1;

struct Blundering<G: Game> {
    inner: Box<dyn Player<G>>,
    rate: f64,
    rng: Rng,
}

impl<G: Game> Blundering<G> {
    /// A random move, if this turn is one for a blunder.
    fn blunder(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        if self.rng.unit() >= self.rate {
            return None;
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        (!moves.is_empty()).then(|| moves[self.rng.below(moves.len())])
    }
}

impl<G: Game> Player<G> for Blundering<G> {
    /// The values are those of the player inside; only the choice may be another one. Thinking before a blunder costs time,
    /// but a quick answer would tell people that it is one.
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        let (game, position) = (request.search.game, request.search.position);
        let mut report = self.inner.think(request);
        match game.turn(position) {
            Turn::Over => {}
            Turn::Player(_) => report.best = self.blunder(game, position).or(report.best),
            Turn::Chance => {
                let mut rolled = position.clone();
                for face in 0..report.by_outcome.len() {
                    if report.by_outcome[face].is_some() {
                        let undo = game.roll(&mut rolled, face);
                        report.by_outcome[face] = self.blunder(game, &rolled).or(report.by_outcome[face]);
                        game.unroll(&mut rolled, face, undo);
                    }
                }
            }
        }
        report
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
        self.rng = Rng::part(seed, STREAM);
    }

    fn unit(&self) -> &'static str {
        self.inner.unit()
    }

    fn evaluation(&self) -> &'static str {
        self.inner.evaluation()
    }

    fn failure(&mut self) -> Option<Failure> {
        self.inner.failure()
    }
}
