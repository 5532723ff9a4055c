//! Looks one move ahead and takes what the evaluation likes best.

use crate::options::{Choice, ConfigOption, Options, Text};
use crate::player::refuses_nothing;
use crate::{Args, Failure, Player, PlayerInfo, Request, SpecError};
use plyground_core::{Evaluation, Game, Playable, PlayerId, Rng, Turn, suggest::hint};
use plyground_search::{Report, RootMove, StopReason, Tie};
use std::sync::LazyLock;

/// The evaluation that a player goes by; none is the game's first.
pub(super) fn eval_option<C: 'static>(field: fn(&mut C) -> &mut String) -> ConfigOption<C> {
    let summary = "what rates positions; by default the game's first";
    ConfigOption::new("eval", Text("an evaluation of the game", field), summary)
}

/// Everything that a spec can say.
struct Settings {
    eval: String,
    ties: Tie,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { eval: String::new(), ties: Tie::Random }
    }
}

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let ties = [Tie::Random, Tie::First].map(|tie| (tie.name(), tie));
    Options::new(vec![
        eval_option(|s: &mut Settings| &mut s.eval),
        ConfigOption::new("ties", Choice::new(ties, |s: &mut Settings| &mut s.ties), "which of equally good moves"),
    ])
});

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "greedy",
        summary: "plays the move after which the evaluation is best, without looking further",
        params: OPTIONS.params(),
        refuses: refuses_nothing,
        game: None,
        memory: 0,
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let settings = OPTIONS.read(args)?;
    Ok(Box::new(Greedy {
        eval: eval_named(&settings.eval, args, game)?,
        evaluation: name_of_eval(&settings.eval, game),
        random_ties: settings.ties == Tie::Random,
        rng: Rng::seeded(seed),
        moves: Vec::<G::Move>::new(),
    }))
}

/// The evaluation that the option `eval` names, or the game's default.
pub(super) fn eval_named<G: Playable>(named: &str, args: &Args<'_>, game: &G) -> Result<G::Eval, SpecError> {
    let default = game.evals().first().map_or("", |info| info.name);
    let name = if named.is_empty() { default } else { named };
    game.eval(name).ok_or_else(|| {
        let known = game.evals().iter().any(|info| info.name == name);
        let reason = match known {
            true => "that evaluation does not know this board".to_string(),
            false => hint(name, game.evals().iter().map(|info| info.name)),
        };
        args.wrong("eval", name, reason)
    })
}

/// The listed name of the evaluation that the option `eval` names: without the number in `original:2`.
pub(super) fn name_of_eval<G: Playable>(named: &str, game: &G) -> &'static str {
    let listed = named.split(':').next().filter(|name| !name.is_empty());
    let found = match listed {
        Some(listed) => game.evals().iter().find(|info| info.name == listed),
        None => game.evals().first(),
    };
    found.map_or("", |info| info.name)
}

struct Greedy<M, E> {
    eval: E,
    evaluation: &'static str,
    random_ties: bool,
    rng: Rng,
    moves: Vec<M>,
}

impl<G: Game, E: Evaluation<G>> Player<G> for Greedy<G::Move, E> {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        let (game, position) = (request.search.game, request.search.position);
        let mut report = Report::empty(StopReason::Depth);
        report.depth = 1;
        let mut position = position.clone();
        match game.turn(&position) {
            Turn::Over => {}
            Turn::Player(player) => {
                self.rate_moves(game, &mut position, player, &mut report);
                report.best = report.moves.first().map(|root| root.mv);
            }
            Turn::Chance => self.rate_outcomes(game, &mut position, &mut report),
        }
        report
    }

    fn choose(&mut self, request: Request<'_, G>) -> crate::Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn unit(&self) -> &'static str {
        self.eval.unit()
    }

    fn evaluation(&self) -> &'static str {
        self.evaluation
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
}

impl<M: Copy, E> Greedy<M, E> {
    fn rate_outcomes<G: Game<Move = M>>(&mut self, game: &G, position: &mut G::Position, report: &mut Report<M>)
    where
        E: Evaluation<G>,
    {
        let probabilities = game.outcomes(position).to_vec();
        let mut expectation = 0.0;
        for (face, probability) in probabilities.into_iter().enumerate() {
            let mut best = None;
            if probability > 0.0 {
                let undo = game.roll(position, face);
                if let Turn::Player(player) = game.turn(position) {
                    self.rate_moves(game, position, player, report);
                    best = report.moves.first().map(|root| root.mv);
                    expectation += probability * report.value;
                }
                game.unroll(position, face, undo);
            }
            report.by_outcome.push(best);
        }
        report.moves.clear();
        report.value = expectation;
    }

    /// Fills in the moves, best first, and the value of the best.
    fn rate_moves<G: Game<Move = M>>(
        &mut self,
        game: &G,
        position: &mut G::Position,
        player: PlayerId,
        report: &mut Report<M>,
    ) where
        E: Evaluation<G>,
    {
        self.moves.clear();
        game.moves(position, &mut self.moves);
        if self.random_ties {
            self.rng.shuffle(&mut self.moves);
        }
        report.nodes += self.moves.len() as u64;
        report.moves.clear();
        for &mv in &self.moves {
            let undo = game.make(position, mv);
            let value = match game.turn(position) {
                Turn::Over => self.eval.expected_result(game, position, player),
                _ => self.eval.expectation(game, position, player),
            };
            game.unmake(position, mv, undo);
            report.moves.push(RootMove { mv, value, exact: true, effort: 1 });
        }
        // A stable sort: moves of equal value keep the order that the tie rule gave them.
        report.moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        report.value = report.moves.first().map_or(0.0, |root| root.value);
    }
}
