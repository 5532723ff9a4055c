//! Opinions about unfinished positions.

use super::Isola;
use super::catalog;
use super::rules::{Move, Position};
use super::square::Square;
use super::variant::Mover;
use super::word::Word;
use plyground_core::{ChanceTables, EvalInfo, Evaluated, Evaluation, LEVELS, PlayerId, RemovalPosition};

/// Every evaluation of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eval {
    /// Separated pieces by how long they can still walk, joined ones by territory and steps.
    Rooms,
    /// Steps of one's own piece against those of the other.
    Mobility,
    /// Squares that one's own piece reaches first against those where it comes second.
    Territory,
    /// The two-part evaluation of the original Isola program: mobility that weighs the other player's by this factor
    /// (the program's is 3), and space once the pieces are separated.
    Original(i32),
}

/// What the original program weighs the opponent's steps by.
pub const FACTOR: i32 = 3;
/// Above this the value would leave the range of evaluations on the largest boards.
const LARGEST_FACTOR: i32 = 20;

const EVALS: [(EvalInfo, Eval); 4] = [
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
            summary: "steps less three times the opponent's (original:2 twice, and so on up to 20), growing with the game; reachable space once separated",
        },
        Eval::Original(FACTOR),
    ),
    (
        EvalInfo {
            name: "rooms",
            summary: "how long each side can still walk once separated; before that squares reached first, and steps",
        },
        Eval::Rooms,
    ),
];

const INFOS: [EvalInfo; 4] = [EVALS[0].0, EVALS[1].0, EVALS[2].0, EVALS[3].0];

impl<W: Word> Evaluated for Isola<W> {
    type Eval = Eval;

    fn evals(&self) -> &'static [EvalInfo] {
        &INFOS
    }

    fn level_specs(&self) -> Option<&'static [&'static str; LEVELS - 1]> {
        Some(&catalog::LEVEL_SPECS)
    }

    fn best_spec(&self) -> Option<&'static str> {
        Some(if self.removes() { catalog::BEST_WITH_REMOVALS } else { catalog::BEST_WITH_TRAIL })
    }

    fn chance_tables(&self) -> Option<ChanceTables> {
        let board = match self.variant.mover {
            _ if self.removes() => "removal",
            Mover::King => "trail-king",
            Mover::Queen => "trail-queen",
            Mover::Knight => "trail-knight",
        };
        Some(ChanceTables { text: include_str!("chances.txt"), board, sureness: 1.0 })
    }

    fn progress(&self, position: &Position<W>) -> f64 {
        1.0 - f64::from(position.free.count()) / self.variant.size.squares() as f64
    }

    fn eval(&self, name: &str) -> Option<Eval> {
        if let Some(factor) = name.strip_prefix("original:") {
            return factor.parse().ok().filter(|factor| (0..=LARGEST_FACTOR).contains(factor)).map(Eval::Original);
        }
        EVALS.iter().find(|(info, _)| info.name == name).map(|(_, eval)| *eval)
    }

    fn flaws(&self, position: &Position<W>, played: Move, better: Move) -> Vec<String> {
        super::flaws::flaws(self, position, played, better)
    }

    fn removal_position(&self, position: &Position<W>) -> Option<RemovalPosition<Move>> {
        self.left_of_board(position)
    }
}

impl<W: Word> Evaluation<Isola<W>> for Eval {
    fn value(&mut self, game: &Isola<W>, position: &Position<W>, player: PlayerId) -> i32 {
        self.value_between(game, position, player, i32::MIN, i32::MAX)
    }

    #[inline]
    fn value_between(&mut self, game: &Isola<W>, position: &Position<W>, player: PlayerId, low: i32, high: i32) -> i32 {
        match self {
            Eval::Mobility => 4 * mobility(game, position, player),
            Eval::Territory => {
                let balance = game.territory(position);
                let balance = if player == position.mover() { balance } else { -balance };
                8 * balance + mobility(game, position, player)
            }
            Eval::Original(factor) => original(game, position, player, *factor),
            Eval::Rooms if player == position.mover() => game.outlook(position, low, high),
            // The least number has no opposite.
            Eval::Rooms => -game.outlook(position, high.saturating_neg(), low.saturating_neg()),
        }
    }

    /// Mobility after the move: cheap, and a good order for all evaluations. Where squares are removed, those near the
    /// opponent come first among equals.
    fn move_score(&mut self, game: &Isola<W>, position: &Position<W>, mv: Move) -> i32 {
        let board = &game.board;
        let mut free = position.free & !W::of(mv.to);
        let removes = game.removes();
        if removes {
            free = (free | board.bit(position.own())) & !board.bit(mv.block);
        }
        let own = board.steps(mv.to, free).count() as i32;
        let mobility = own - board.steps(position.other(), free).count() as i32;
        if *self == Eval::Rooms && removes { game.removal_score(position, mv, mobility) } else { mobility }
    }
}

fn mobility<W: Word>(game: &Isola<W>, position: &Position<W>, player: PlayerId) -> i32 {
    let steps = |player| game.steps(position, player).count() as i32;
    steps(player) - steps(player.opponent())
}

/// A value of a separated board per filled square, before division by the number of squares.
const SEPARATED: i32 = 900_000;
/// Shut in; above everything else and below proven wins.
const SHUT_IN: i32 = 950_000;

/// The formula of the original program. There its numbers fill 32 bits; here they are brought into the range of
/// evaluations without changing which of two positions is better. What the program knew about the root of its search
/// (that it was separated already) is not known here.
fn original<W: Word>(game: &Isola<W>, position: &Position<W>, me: PlayerId, factor: i32) -> i32 {
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
        _ => (mine - factor * other + 60) * filled,
    }
}

/// The numbers of squares that each of two pieces can ever reach, if they cannot reach each other.
fn separated_spaces<W: Word>(game: &Isola<W>, position: &Position<W>, me: PlayerId) -> Option<[i32; 2]> {
    let pieces = [position.at(me), position.at(me.opponent())];
    if pieces.contains(&Square::NOWHERE) {
        return None;
    }
    // For the program two pieces side by side were not separated, whatever lies around them.
    if game.board.near(pieces[0]).has(pieces[1]) {
        return None;
    }
    let rooms = game.rooms(position)?;
    let [own, other] = [rooms.own, rooms.other].map(|room| room.count() as i32);
    Some(if me == position.mover() { [own, other] } else { [other, own] })
}
