//! Opinions about unfinished positions.

use super::Isola;
use super::rules::{Move, Position};
use super::square::Square;
use super::word::Word;
use plyground_core::{EvalInfo, Evaluated, Evaluation, PlayerId};

/// Every evaluation of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eval {
    /// Steps of one's own piece against those of the other.
    Mobility,
    /// Squares that one's own piece reaches first against those where it comes second.
    Territory,
    /// The two-part evaluation of the original Isola program: mobility that weighs the other player's threefold, and
    /// space once the pieces are separated.
    Original,
}

const EVALS: [(EvalInfo, Eval); 3] = [
    (EvalInfo { name: "mobility", summary: "own steps less the opponent's steps, times four" }, Eval::Mobility),
    (
        EvalInfo {
            name: "territory",
            summary: "squares reached first less squares the opponent reaches first, times eight, plus mobility",
        },
        Eval::Territory,
    ),
    (
        EvalInfo {
            name: "original",
            summary: "steps less three times the opponent's, growing with the game; reachable space once separated",
        },
        Eval::Original,
    ),
];

const INFOS: [EvalInfo; 3] = [EVALS[0].0, EVALS[1].0, EVALS[2].0];

impl<W: Word> Evaluated for Isola<W> {
    type Eval = Eval;

    fn evals() -> &'static [EvalInfo] {
        &INFOS
    }

    fn eval(&self, name: &str) -> Option<Eval> {
        EVALS.iter().find(|(info, _)| info.name == name).map(|(_, eval)| *eval)
    }
}

impl<W: Word> Evaluation<Isola<W>> for Eval {
    fn value(&mut self, game: &Isola<W>, position: &Position<W>, player: PlayerId) -> i32 {
        match self {
            Eval::Mobility => 4 * mobility(game, position, player),
            Eval::Territory => 8 * territory(game, position, player) + mobility(game, position, player),
            Eval::Original => original(game, position, player),
        }
    }

    /// Mobility after the move, whichever the evaluation: cheap, and a good order for all of them.
    fn promise(&mut self, game: &Isola<W>, position: &Position<W>, mv: Move) -> i32 {
        let board = &game.board;
        let mut free = position.free & !W::of(mv.to);
        if game.removes() {
            free = (free | board.bit(position.at(position.mover))) & !board.bit(mv.block);
        }
        let own = board.steps(mv.to, free).count() as i32;
        own - board.steps(position.at(position.mover.opponent()), free).count() as i32
    }
}

fn mobility<W: Word>(game: &Isola<W>, position: &Position<W>, player: PlayerId) -> i32 {
    let steps = |player| game.steps(position, player).count() as i32;
    steps(player) - steps(player.opponent())
}

/// Squares that a player reaches in fewer turns than the other, each as if alone; the player to move wins ties because
/// he is there first. The same idea as territory in the game of Amazons.
fn territory<W: Word>(game: &Isola<W>, position: &Position<W>, player: PlayerId) -> i32 {
    let free = position.free;
    let order = [position.mover, position.mover.opponent()];
    let mut reached = order.map(|player| game.board.bit(position.at(player)));
    let mut owned = [0; 2];
    let mut claimed = W::EMPTY;
    loop {
        let mut grown = false;
        for (turn, set) in reached.iter_mut().enumerate() {
            // A piece that is not on the board yet can go anywhere.
            let next = if set.is_empty() { free } else { game.board.spread(*set, free) };
            grown |= next != *set;
            *set = next;
            let new = next & free & !claimed;
            owned[turn] += new.count() as i32;
            claimed |= new;
        }
        if !grown {
            let balance = owned[0] - owned[1];
            return if player == position.mover { balance } else { -balance };
        }
    }
}

/// A value of a separated board per filled square, before division by the number of squares.
const SEPARATED: i32 = 900_000;
/// Shut in; above everything else and below proven wins.
const SHUT_IN: i32 = 950_000;

/// The formula of the original program. There its numbers fill 32 bits; here they are brought into the range of
/// evaluations without changing which of two positions is better. What the program knew about the root of its search
/// (that it was separated already) is not known here.
fn original<W: Word>(game: &Isola<W>, position: &Position<W>, me: PlayerId) -> i32 {
    let squares = game.variant.size.squares() as i32;
    let filled = squares - position.free.count() as i32;
    if 4 * filled > squares
        && let Some([mine, other]) = separated_spaces(game, position, me)
    {
        return match (mine, other) {
            (_, 0) => SHUT_IN + mine,
            (0, _) => -SHUT_IN - other + 40,
            _ if mine > other => SEPARATED / squares * filled - other,
            _ => -(SEPARATED / squares) * filled - other,
        };
    }
    let mine = game.steps(position, me).count() as i32;
    let other = game.steps(position, me.opponent()).count() as i32;
    match (mine, other) {
        (_, 0) => SHUT_IN + mine,
        (0, _) => -SHUT_IN - other + 40,
        _ => (mine - 3 * other + 60) * filled,
    }
}

/// The numbers of squares that each of two pieces can ever reach, if they cannot reach each other.
fn separated_spaces<W: Word>(game: &Isola<W>, position: &Position<W>, me: PlayerId) -> Option<[i32; 2]> {
    let pieces = [position.at(me), position.at(me.opponent())];
    if pieces.contains(&Square::NOWHERE) {
        return None;
    }
    let mine = region(game, pieces[0], position.free);
    if !(game.board.near(pieces[1]) & mine).is_empty() {
        return None;
    }
    let theirs = region(game, pieces[1], position.free);
    // The piece itself is in its region, but no free square.
    Some([mine, theirs].map(|region| region.count() as i32 - 1))
}

/// A piece's square and everything it could reach if it had all the time in the world.
fn region<W: Word>(game: &Isola<W>, piece: Square, free: W) -> W {
    let mut region = W::of(piece);
    loop {
        let next = game.board.spread(region, free);
        if next == region {
            return region;
        }
        region = next;
    }
}
