//! What searches with real-numbered values (max^n, BRS+, expectimax) have in common: the root, which is a player's turn or
//! a roll, and the shell around iterative deepening.

use crate::deepening::{Deepening, DepthSearch, RootResult, Salvaged};
use crate::root::RootMoves;
use crate::static_choice::{real_value, settle_statically};
use crate::tie::TieBreaker;
use crate::time::Forecast;
use crate::{Control, Limits, Report, Sink};
use plyground_core::{Evaluation, Game, PlayerId, Turn};

/// Searches below the root.
pub(crate) trait RealWorker<G: Game, E: Evaluation<G>> {
    /// What counts its nodes and may stop it.
    fn control(&mut self) -> &mut Control;

    /// Its evaluation.
    fn eval(&mut self) -> &mut E;

    /// Another depth begins, whatever the one before has left; `None` when it was stopped.
    fn begin(&mut self, position: &mut G::Position, depth: u32) -> Option<()>;

    /// The depth is complete: the root is worth this.
    fn found(&mut self, value: f64);

    /// Searches a player's turn at the root; `None` when it was stopped.
    fn search_turn(&mut self, position: &mut G::Position, root: RootTurn<'_, G::Move>) -> Option<RootResult<G::Move>>;
}

/// A player's turn at the root, or the one that an outcome of its roll leads to.
pub(crate) struct RootTurn<'a, M> {
    pub(crate) depth: u32,
    /// The outcome that led here.
    pub(crate) outcome: Option<usize>,
    /// The moves; none where the roll itself ended the game, or calls for another one.
    pub(crate) list: Option<&'a mut RootMoves<M, f64>>,
    pub(crate) ties: &'a mut TieBreaker,
}

/// The search of one position.
pub(crate) struct RealSearch<'a, G: Game, E, W> {
    game: &'a G,
    position: &'a G::Position,
    worker: W,
    ties: &'a mut TieBreaker,
    /// One list for a player's turn, one per outcome for a roll.
    lists: Vec<Option<RootMoves<G::Move, f64>>>,
    eval: std::marker::PhantomData<E>,
}

impl<'a, G: Game, E: Evaluation<G>, W: RealWorker<G, E>> RealSearch<'a, G, E, W> {
    pub(crate) fn new(game: &'a G, position: &'a G::Position, worker: W, ties: &'a mut TieBreaker) -> Self {
        RealSearch { game, position, worker, ties, lists: Vec::new(), eval: std::marker::PhantomData }
    }

    /// Deepens; where not even one turn could be searched, chooses without a search.
    pub(crate) fn deepen(
        mut self,
        limits: &Limits,
        forecast: &mut Forecast,
        sink: &mut impl Sink<G::Move>,
    ) -> Report<G::Move> {
        let (game, position) = (self.game, self.position);
        let unsearched = match game.turn(position) {
            Turn::Over => {
                let value = self.worker.eval().expected_result(game, position, mover(game, position));
                RootResult { solved: true, ..RootResult::value(value) }
            }
            _ => RootResult::value(0.0),
        };
        let mut report = Deepening::new(limits).run(&mut self, forecast, sink, unsearched);
        settle_statically(&mut report, game, position, self.worker.eval(), real_value);
        report
    }

    /// The turn that an outcome leads to, or the one at the root.
    fn turn(&mut self, position: &mut G::Position, depth: u32, outcome: Option<usize>) -> Option<RootResult<G::Move>> {
        let index = outcome.unwrap_or(0);
        if self.lists.len() <= index {
            self.lists.resize_with(index, || None);
            self.lists.push(RootMoves::listed(self.game, position));
        }
        let list = self.lists[index].as_mut();
        self.worker.search_turn(position, RootTurn { depth, outcome, list, ties: self.ties })
    }

    /// A roll at the root, outcome by outcome.
    fn outcomes(&mut self, position: &mut G::Position, depth: u32) -> Option<RootResult<G::Move>> {
        let game = self.game;
        let mut all = RootResult { solved: true, ..RootResult::value(0.0) };
        for (outcome, probability) in game.outcomes(position).to_vec().into_iter().enumerate() {
            if probability <= 0.0 {
                all.by_outcome.push(None);
                all.outcome_values.push(None);
                continue;
            }
            let undo = game.roll(position, outcome);
            let found = self.turn(position, depth, Some(outcome))?;
            game.unroll(position, outcome, undo);
            all.value += probability * found.value;
            all.by_player.resize(found.by_player.len(), 0.0);
            all.by_player.iter_mut().zip(&found.by_player).for_each(|(sum, value)| *sum += probability * value);
            all.by_outcome.push(found.best);
            all.outcome_values.push(Some(found.value));
            all.solved &= found.solved;
        }
        Some(all)
    }
}

impl<G: Game, E: Evaluation<G>, W: RealWorker<G, E>> DepthSearch<G::Move> for RealSearch<'_, G, E, W> {
    fn control(&mut self) -> &mut Control {
        self.worker.control()
    }

    fn search_to(&mut self, depth: u32) -> Option<RootResult<G::Move>> {
        let mut position = self.position.clone();
        self.worker.begin(&mut position, depth)?;
        let found = match self.game.turn(&position) {
            Turn::Chance => self.outcomes(&mut position, depth),
            _ => self.turn(&mut position, depth, None),
        }?;
        self.worker.found(found.value);
        Some(found)
    }

    /// Before a roll there is no single best move to keep.
    fn salvaged(&mut self) -> Option<Salvaged<G::Move>> {
        let list = self.lists.first_mut().filter(|_| self.game.turn(self.position) != Turn::Chance)?;
        list.as_mut()?.interrupted().map(Salvaged::from)
    }
}

/// The player whose values the report speaks of: the one who is to move or to roll. After the end it does not matter.
pub(crate) fn mover<G: Game>(game: &G, position: &G::Position) -> PlayerId {
    game.mover(position).unwrap_or(PlayerId::FIRST)
}
