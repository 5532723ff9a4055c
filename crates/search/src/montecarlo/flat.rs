//! Flat Monte Carlo: play-outs after every root move, and no tree.

use super::WIN_PROBABILITY;
use super::constants::EXPLORATION;
use super::greedy::copy_into;
use super::halving::Halving;
use super::playout::play_out;
use super::policy::Policy;
use super::reward::Rewards;
use super::summary::{Batches, Choice, Summary, complete_choice};
use crate::trace::{Edge, Growth, GrowthNode, GrowthStep};
use crate::{Control, Limits, Method, Observer, Report, RootMove, Search, SearchRequest, StopReason};
use plyground_core::{Game, PlayerId, Rng, Turn};

/// Which move gets the next play-out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocation {
    /// All in turn; the highest mean is chosen.
    #[default]
    Uniform,
    /// The highest upper confidence bound (UCB1); the most play-outs decide.
    Ucb,
    /// Sequential halving; the most play-outs decide.
    Halving,
}

/// The switches of [`Flat`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlatConfig {
    /// Which move gets the next play-out.
    pub allocation: Allocation,
    /// Weight of the exploration term of [`Allocation::Ucb`].
    pub exploration: f64,
    /// Moves after which a play-out ends, with the result as it stands.
    pub horizon: u32,
    /// Seed of all dice and random moves.
    pub seed: u64,
}

impl Default for FlatConfig {
    fn default() -> Self {
        FlatConfig { allocation: Allocation::Uniform, exploration: EXPLORATION, horizon: u32::MAX, seed: 1 }
    }
}

/// Tries every move by play-outs.
pub struct Flat<G: Game, P> {
    config: FlatConfig,
    policy: P,
    /// The policy as it was given, for a new game.
    fresh: P,
    searches: u64,
    scratch: Option<G::Position>,
}

/// A root move and its results.
pub(super) struct Arm<M> {
    pub mv: M,
    pub visits: u64,
    total: f64,
}

/// The moves after one outcome of the roll, or all moves where there is none.
struct Group<M> {
    outcome: Option<usize>,
    probability: f64,
    player: PlayerId,
    arms: Vec<Arm<M>>,
    halving: Option<Halving>,
}

impl<M> Arm<M> {
    pub fn new(mv: M) -> Self {
        Arm { mv, visits: 0, total: 0.0 }
    }

    pub fn record(&mut self, reward: f64) {
        self.visits += 1;
        self.total += reward;
    }

    /// Without a play-out nothing is known: half a win.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.total / self.visits as f64 }
    }
}

impl<G: Game, P: Policy<G> + Clone> Flat<G, P> {
    /// Play-outs by this policy, with the usual settings.
    pub fn new(policy: P) -> Self {
        Flat::with_config(FlatConfig::default(), policy)
    }

    /// Play-outs by this policy.
    pub fn with_config(config: FlatConfig, policy: P) -> Self {
        Flat { config, fresh: policy.clone(), policy, searches: 0, scratch: None }
    }

    fn think(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &mut Control,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let mut groups = groups(game, position);
        let faces = if game.turn(position) == Turn::Chance { game.outcomes(position).len() } else { 0 };
        if groups.is_empty() {
            let value = Rewards::new(&game.payoffs(position)).of(PlayerId::FIRST);
            return Report { value, exact: true, ..Report::empty(StopReason::Solved) };
        }
        if self.config.allocation == Allocation::Halving {
            let budget = limits.iterations.map(|playouts| playouts / groups.len() as u64);
            for group in &mut groups {
                group.halving = Some(Halving::new(group.arms.len(), budget));
            }
        }
        let mut rng = Rng::part(self.config.seed, self.searches);
        self.searches += 1;
        let mut recorded = observer.recorder.is_some().then(|| RecordedArms::new(game, position, &groups));
        let mut batches = Batches::new(control);
        let mut playouts = 0;
        let mut stopped = control.poll();
        while !stopped {
            let (group, arm) = self.pick(&mut groups, playouts);
            let Some((reward, length)) = self.try_move(game, position, &groups[group], arm, &mut rng, control) else {
                break;
            };
            groups[group].arms[arm].record(reward);
            if let Some(recorded) = &mut recorded {
                recorded.steps.push(GrowthStep { node: recorded.nodes_of_arms[group][arm], reward, length });
            }
            playouts += 1;
            stopped = control.finish_iteration();
            if batches.due(playouts) && !stopped {
                batches.tell(&self.summary(faces, &groups), 1, control, observer);
            }
        }
        if let (Some(recorder), Some(recorded)) = (&mut observer.recorder, recorded) {
            let exploration = (self.config.allocation == Allocation::Ucb).then_some(self.config.exploration);
            recorder.grow(Growth { nodes: recorded.nodes, steps: recorded.steps, exploration, omitted: 0 });
        }
        let mut report = batches.finish(self.summary(faces, &groups), u32::from(playouts > 0), control, observer);
        complete_choice(&mut report, game, position);
        report
    }

    /// The group and move of the play-out with this number.
    fn pick(&self, groups: &mut [Group<G::Move>], number: u64) -> (usize, usize) {
        if self.config.allocation == Allocation::Uniform {
            let moves: u64 = groups.iter().map(|group| group.arms.len() as u64).sum();
            let mut index = (number % moves) as usize;
            for (group, arms) in groups.iter().map(|group| group.arms.len()).enumerate() {
                if index < arms {
                    return (group, index);
                }
                index -= arms;
            }
        }
        let index = (number % groups.len() as u64) as usize;
        let group = &mut groups[index];
        let arm = match &mut group.halving {
            Some(plan) => plan.pick(&group.arms),
            None => most_promising(&group.arms, self.config.exploration),
        };
        (index, arm)
    }

    /// The reward and the length of one play-out after this move; `None` when there was no time to finish it.
    fn try_move(
        &mut self,
        game: &G,
        position: &G::Position,
        group: &Group<G::Move>,
        arm: usize,
        rng: &mut Rng,
        control: &mut Control,
    ) -> Option<(f64, u32)> {
        let end = copy_into(&mut self.scratch, position);
        if let Some(outcome) = group.outcome {
            game.roll(end, outcome);
        }
        if control.tick() {
            return None;
        }
        game.make(end, group.arms[arm].mv);
        let mut length = 0;
        let payoffs = play_out(game, end, &mut self.policy, rng, self.config.horizon, || {
            length += 1;
            control.tick()
        })?;
        Some((Rewards::new(&payoffs).of(group.player), length))
    }

    fn summary(&self, faces: usize, groups: &[Group<G::Move>]) -> Summary<G::Move> {
        let by_visits = self.config.allocation != Allocation::Uniform;
        let choice = |group: &Group<G::Move>| {
            let mut moves: Vec<RootMove<G::Move>> = group.arms.iter().map(root_move).collect();
            moves.sort_by(|a, b| {
                let visits = if by_visits { b.effort.cmp(&a.effort) } else { std::cmp::Ordering::Equal };
                visits.then(b.value.total_cmp(&a.value)) // stable: the rules' own order decides the rest
            });
            let value = moves.first().map_or(0.5, |best| best.value);
            Choice { outcome: group.outcome, probability: group.probability, moves, value }
        };
        Summary::new(faces, groups.iter().map(choice))
    }
}

fn root_move<M: Copy>(arm: &Arm<M>) -> RootMove<M> {
    RootMove { mv: arm.mv, value: arm.mean(), exact: false, effort: arm.visits }
}

/// UCB1; moves never tried come first, in the rules' own order.
fn most_promising<M>(arms: &[Arm<M>], exploration: f64) -> usize {
    let tries: u64 = arms.iter().map(|arm| arm.visits).sum();
    let log = (tries.max(1) as f64).ln();
    let mut best = (0, f64::NEG_INFINITY);
    for (index, arm) in arms.iter().enumerate() {
        if arm.visits == 0 {
            return index;
        }
        let bound = arm.mean() + exploration * (log / arm.visits as f64).sqrt();
        if bound > best.1 {
            best = (index, bound);
        }
    }
    best.0
}

impl<G: Game, P: Policy<G> + Clone> Search<G> for Flat<G, P> {
    fn method(&self) -> Method {
        Method::Flat
    }

    /// At a chance node every outcome gets the same number of play-outs for each of its moves.
    fn run_supported(&mut self, request: SearchRequest<'_, G>, control: &mut Control) -> Report<G::Move> {
        let SearchRequest { game, position, limits, mut observer, .. } = request;
        self.think(game, position, &limits, control, &mut observer)
    }

    /// The next search uses the first random numbers of the seed again.
    fn new_game(&mut self, seed: u64) {
        self.config.seed = seed;
        self.policy = self.fresh.clone();
        self.searches = 0;
    }

    fn unit(&self) -> &'static str {
        WIN_PROBABILITY
    }
}

/// The root moves as nodes of a tree that does not grow.
struct RecordedArms<M> {
    nodes: Vec<GrowthNode<M>>,
    steps: Vec<GrowthStep>,
    nodes_of_arms: Vec<Vec<usize>>,
}

impl<M: Copy> RecordedArms<M> {
    fn new<G: Game<Move = M>>(game: &G, position: &G::Position, groups: &[Group<M>]) -> Self {
        let turn = Some(game.turn(position));
        let mut nodes = vec![GrowthNode { parent: None, edge: None, turn, chance: None }];
        let mut nodes_of_arms = Vec::new();
        for group in groups {
            let mut above = 0;
            if let Some(outcome) = group.outcome {
                above = nodes.len();
                let (edge, chance) = (Some(Edge::Roll(outcome)), Some(group.probability));
                nodes.push(GrowthNode { parent: Some(0), edge, turn: Some(Turn::Player(group.player)), chance });
            }
            let first = nodes.len();
            nodes_of_arms.push((first..first + group.arms.len()).collect());
            let node = |arm: &Arm<M>| GrowthNode {
                parent: Some(above),
                edge: Some(Edge::Move(arm.mv)),
                turn: None,
                chance: None,
            };
            nodes.extend(group.arms.iter().map(node));
        }
        RecordedArms { nodes, steps: Vec::new(), nodes_of_arms }
    }
}

/// One group where a player is to move, one for each possible outcome where a roll is due, none after the end.
fn groups<G: Game>(game: &G, position: &G::Position) -> Vec<Group<G::Move>> {
    let mut position = position.clone();
    let mut groups = Vec::new();
    match game.turn(&position) {
        Turn::Over => {}
        Turn::Player(player) => groups.push(group(game, &position, player, None, 1.0)),
        Turn::Chance => {
            let probabilities = game.outcomes(&position).to_vec();
            for (outcome, &probability) in probabilities.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                let undo = game.roll(&mut position, outcome);
                if let Turn::Player(player) = game.turn(&position) {
                    groups.push(group(game, &position, player, Some(outcome), probability));
                }
                game.unroll(&mut position, outcome, undo);
            }
        }
    }
    groups
}

fn group<G: Game>(
    game: &G,
    position: &G::Position,
    player: PlayerId,
    outcome: Option<usize>,
    probability: f64,
) -> Group<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    Group { outcome, probability, player, arms: moves.into_iter().map(Arm::new).collect(), halving: None }
}
