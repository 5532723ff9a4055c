//! How much of a game was luck, and how much was skill.
//!
//! A turn has three values for the player who makes it: their chance of winning before the roll, after it, and after
//! their move. What the roll changed is luck, which averages to nothing over all faces; what the move gave away is error.
//! Where the rest of the game can be searched to its end the three are exact, and then start, luck and errors of both
//! players add up to the result. Elsewhere they are some player's opinion, and what is left over is told as drift.

use crate::{Player, Request, SearchRequest, Spec, SpecError, build};
use plyground_core::{
    AnyGame, AnyMove, AnyPosition, Game, GameVisitor, Playable, PlayedTurn, PlayerId, Turn, place_of_move,
};
use plyground_games::registry;
use plyground_search::expectimax::{Objective, Solution, SolvedOutcome, solve_chance};
use plyground_search::{Control, Limits};

/// Who is asked when nobody was named: the strongest, without files that only some machines have.
pub const DEFAULT_PLAYER: &str = "best(lines=100, endgame=off, depth=3)";
/// A search to the end of the game gives up after this many positions: a fraction of a second.
pub const EXACT_NODES: u64 = 200_000;
/// Memory of that search.
const TABLE_BYTES: usize = 16 << 20;
/// Plies for a player that thinks until told to stop.
const DEPTH: u32 = 3;
/// The unit that a player must count in to be asked.
const UNIT: &str = "win probability";

/// The values of one turn for the player who made it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement<M> {
    /// Who made it.
    pub player: PlayerId,
    /// Chance of winning before the roll.
    pub before: f64,
    /// After the roll, with the best move.
    pub after_roll: f64,
    /// After the move.
    pub after_move: f64,
    /// The best move.
    pub best: Option<M>,
    /// Whether the values are exact, not an estimate.
    pub exact: bool,
}

impl<M> Judgement<M> {
    /// What the roll brought.
    pub fn luck(&self) -> f64 {
        self.after_roll - self.before
    }

    /// What the move gave away.
    pub fn error(&self) -> f64 {
        self.after_roll - self.after_move
    }
}

/// Luck and errors of a whole game.
#[derive(Clone, PartialEq, Debug)]
pub struct LuckReport<M> {
    /// Every turn.
    pub turns: Vec<Judgement<M>>,
    /// Both players' luck.
    pub luck: [f64; 2],
    /// Both players' errors.
    pub error: [f64; 2],
    /// The first player's chance of winning before the first turn.
    pub start: f64,
    /// Their chance after the last turn: 1 or 0 if the game is over.
    pub end: f64,
}

impl<M> LuckReport<M> {
    /// What the values changed by between turns, where nothing happened, for the first player: none if all are exact.
    pub fn drift(&self) -> f64 {
        self.end - self.start - (self.luck[0] - self.luck[1]) + (self.error[0] - self.error[1])
    }
}

/// Values turns.
pub struct Assessor {
    player: Box<dyn Player<AnyGame>>,
    exact_nodes: u64,
}

/// Solves a position by code compiled for the game, since it may take [`EXACT_NODES`] positions; the moves are listed ones again.
struct SolveVisitor<'a> {
    control: &'a mut Control,
}

impl GameVisitor for SolveVisitor<'_> {
    type Output = Option<Solution<AnyMove>>;

    fn visit<G: Playable>(self, game: G, position: G::Position) -> Self::Output {
        let Solution { player, value, moves, outcomes, nodes } =
            solve_chance(&game, &position, Objective::FirstPlace, TABLE_BYTES, self.control).ok()?;
        let listed = |position: &G::Position, moves: Vec<(G::Move, f64)>| {
            let place = |(mv, value)| Some((place_of_move(&game, position, mv)?, value));
            moves.into_iter().filter_map(place).collect()
        };
        let rolled = |(face, outcome): (usize, Option<SolvedOutcome<G::Move>>)| {
            let SolvedOutcome { value, moves } = outcome?;
            let mut rolled = position.clone();
            game.roll(&mut rolled, face);
            Some(SolvedOutcome { value, moves: listed(&rolled, moves) })
        };
        let outcomes = outcomes.into_iter().enumerate().map(rolled).collect();
        Some(Solution { player, value, moves: listed(&position, moves), outcomes, nodes })
    }
}

/// A position before or after the roll, valued.
struct Valued<M> {
    before: f64,
    after_roll: f64,
    best: Option<M>,
    moves: Vec<(M, f64)>,
    exact: bool,
}

impl Assessor {
    /// Asks the player of this spec wherever `exact_nodes` do not suffice to search to the end of the game.
    pub fn new(spec: &Spec, game: &AnyGame, seed: u64, exact_nodes: u64) -> Result<Self, SpecError> {
        let unsuitable = |reason: String| SpecError::Unsuitable { player: spec.to_string(), reason };
        let facts = game.facts();
        if !facts.chance || facts.players != 2 {
            return Err(unsuitable("luck is judged in games of two players with dice".to_string()));
        }
        let player = build(spec, game, seed)?;
        if player.unit() != UNIT {
            let unit = player.unit();
            return Err(unsuitable(format!("luck is judged by win probabilities, and this player counts in {unit}")));
        }
        Ok(Assessor { player, exact_nodes })
    }

    /// Values a whole game from `start`.
    pub fn account(
        &mut self,
        game: &AnyGame,
        start: &AnyPosition,
        turns: &[PlayedTurn<AnyMove>],
    ) -> LuckReport<AnyMove> {
        let mut account = LuckReport { turns: Vec::new(), luck: [0.0; 2], error: [0.0; 2], start: 0.0, end: 0.0 };
        let mut position = start.clone();
        account.start = self.chance_of_first(game, &position);
        for turn in turns {
            let judgement = self.judge(game, &position, *turn);
            account.luck[judgement.player.index()] += judgement.luck();
            account.error[judgement.player.index()] += judgement.error();
            account.turns.push(judgement);
            play(game, &mut position, *turn);
        }
        account.end = self.chance_of_first(game, &position);
        account
    }

    /// Values one turn, which is legal in the position.
    pub fn judge(&mut self, game: &AnyGame, position: &AnyPosition, turn: PlayedTurn<AnyMove>) -> Judgement<AnyMove> {
        let (face, mv) = turn;
        let player = game.mover(position).expect("a turn is made before the end of the game");
        let valued = self.value(game, position, face);
        let rated = valued.moves.iter().find(|(rated, _)| *rated == mv).map(|(_, value)| *value);
        let after_move = rated.unwrap_or_else(|| {
            // The player did not rate this one; what it thinks of the position after it has to do.
            let mut after = position.clone();
            play(game, &mut after, turn);
            let first = self.chance_of_first(game, &after);
            if player == PlayerId::FIRST { first } else { 1.0 - first }
        });
        Judgement {
            player,
            before: valued.before,
            after_roll: valued.after_roll,
            after_move,
            best: valued.best,
            exact: valued.exact,
        }
    }

    /// The chance of winning of the first player.
    pub fn chance_of_first(&mut self, game: &AnyGame, position: &AnyPosition) -> f64 {
        let Some(mover) = game.mover(position) else {
            return if game.payoffs(position).winner() == Some(PlayerId::FIRST) { 1.0 } else { 0.0 };
        };
        let value = self.value(game, position, None).before;
        if mover == PlayerId::FIRST { value } else { 1.0 - value }
    }

    /// The values around a roll, for the player who rolls; without a face only those before it.
    fn value(&mut self, game: &AnyGame, position: &AnyPosition, face: Option<usize>) -> Valued<AnyMove> {
        self.solve(game, position, face).unwrap_or_else(|| self.ask(game, position, face))
    }

    fn solve(&self, game: &AnyGame, position: &AnyPosition, face: Option<usize>) -> Option<Valued<AnyMove>> {
        let mut control = Control::new(&Limits::nodes(self.exact_nodes));
        let solution = registry::dispatch(game, position, SolveVisitor { control: &mut control })?;
        let before = solution.value;
        let rolled = face.and_then(|face| solution.outcomes.into_iter().nth(face).flatten());
        let (after_roll, moves) = match rolled {
            Some(outcome) => (outcome.value, outcome.moves),
            None => (before, solution.moves),
        };
        let mut best: Option<(AnyMove, f64)> = None;
        for (mv, value) in &moves {
            if best.is_none_or(|(_, top)| *value > top) {
                best = Some((*mv, *value));
            }
        }
        Some(Valued { before, after_roll, best: best.map(|(mv, _)| mv), moves, exact: true })
    }

    fn ask(&mut self, game: &AnyGame, position: &AnyPosition, face: Option<usize>) -> Valued<AnyMove> {
        if game.turn(position) != Turn::Chance {
            return self.ask_rolled(game, position);
        }
        let probabilities = game.outcomes(position).to_vec();
        let mut rolled = position.clone();
        let mut before = 0.0;
        let mut exact = true;
        let mut chosen = None;
        for (outcome, probability) in probabilities.into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
            let undo = game.roll(&mut rolled, outcome);
            let valued = self.ask_rolled(game, &rolled);
            game.unroll(&mut rolled, outcome, undo);
            before += probability * valued.after_roll;
            exact &= valued.exact;
            if face == Some(outcome) {
                chosen = Some(valued);
            }
        }
        match chosen {
            Some(valued) => Valued { before, exact, ..valued },
            None => Valued { before, after_roll: before, best: None, moves: Vec::new(), exact },
        }
    }

    fn ask_rolled(&mut self, game: &AnyGame, position: &AnyPosition) -> Valued<AnyMove> {
        let report = self.player.think(Request::from(SearchRequest::new(game, position).within(Limits::depth(DEPTH))));
        let moves = report.moves.iter().filter(|root| root.exact).map(|root| (root.mv, root.value)).collect();
        Valued { before: report.value, after_roll: report.value, best: report.best, moves, exact: report.exact }
    }
}

fn play(game: &AnyGame, position: &mut AnyPosition, turn: PlayedTurn<AnyMove>) {
    if let (Some(face), Turn::Chance) = (turn.0, game.turn(position)) {
        game.roll(position, face);
    }
    game.make(position, turn.1);
}
