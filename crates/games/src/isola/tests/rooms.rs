//! Growing sets, longest walks, foresight and the evaluation built on them, each against a slow twin that visits squares
//! one by one.

use super::super::rooms::FORESIGHT;
use super::super::rules::Position;
use super::super::square::Square;
use super::super::word::Word;
use super::super::{Eval, Isola};
use super::{variant, wander, wide};
use plyground_core::{EarlyResult, Evaluation, Game, Notation, PlayerId, Rng};
use std::collections::HashMap;

/// Boards of every kind of piece, word and slide.
const BOARDS: [&str; 9] = [
    "columbia",
    "cols=8,rows=6,mover=king",
    "isolation-knight",
    "cols=11,rows=9,mover=knight",
    "cols=11,rows=11,mover=queen",
    "cols=9,rows=9,mover=king",
    "cols=26,rows=4,mover=queen",
    "cols=2,rows=30,mover=knight",
    "cols=11,rows=5,mover=queen",
];

fn random_set(squares: usize, percent: usize, rng: &mut Rng) -> u128 {
    (0..squares).filter(|_| rng.below(100) < percent).fold(0, |set, square| set | 1 << square)
}

/// Squares reached from a set in one move, or in any number of single steps, looked at one after the other.
fn slow_spread(game: &Isola<u128>, set: u128, free: u128) -> u128 {
    set.squares().fold(set, |reached, from| reached | game.board.steps(from, free))
}

fn slow_region(game: &Isola<u128>, seed: u128, free: u128) -> u128 {
    let mut reached: Vec<Square> = seed.squares().collect();
    let mut index = 0;
    while index < reached.len() {
        for to in (game.board.near(reached[index]) & free).squares() {
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        index += 1;
    }
    reached.into_iter().fold(0, |set, square| set | u128::of(square))
}

#[test]
fn sets_grow_as_their_squares_do() {
    let mut rng = Rng::seeded(61);
    for board in BOARDS {
        let game = wide(board);
        let squares = game.variant().size.squares();
        for _ in 0..60 {
            let free = random_set(squares, 20 + rng.below(80), &mut rng);
            let seed = random_set(squares, 8, &mut rng) & free;
            assert_eq!(game.board.fill.spread(seed, free), slow_spread(&game, seed, free), "{board}");
            let touched = seed.squares().fold(seed, |set, from| set | game.board.near(from));
            assert_eq!(game.board.fill.touch(seed), touched, "{board}");
            let region = slow_region(&game, seed, free);
            assert_eq!(game.board.fill.region(seed, free), region, "{board}");
            let goal = random_set(squares, 3, &mut rng);
            let without = game.board.fill.region_without(seed, free, goal);
            assert_eq!(without, (region & goal == 0).then_some(region), "{board}");
            if squares <= 64 {
                let narrow: Isola<u64> = Isola::new(variant(board));
                let spread = narrow.board.fill.spread(seed as u64, free as u64);
                assert_eq!(u128::from(spread), slow_spread(&game, seed, free), "{board}");
            }
        }
    }
}

/// The longest walk by trying everything.
fn slow_walk(game: &Isola<u128>, from: Square, room: u128) -> u32 {
    let steps = game.board.steps(from, room).squares();
    steps.map(|to| 1 + slow_walk(game, to, room & !u128::of(to))).max().unwrap_or(0)
}

#[test]
fn walks_are_the_longest_and_their_bounds_hold() {
    let mut rng = Rng::seeded(62);
    let boards = ["cols=4,rows=3,mover=king", "cols=4,rows=3,mover=queen", "cols=4,rows=4,mover=knight"];
    let mut inexact = 0;
    for trial in 0..240 {
        let game = wide(boards[trial % 3]);
        let squares = game.variant().size.squares();
        let from = Square(rng.below(squares) as u8);
        let mut room = random_set(squares, 30 + rng.below(50), &mut rng) & !u128::of(from);
        while room.count() > 8 {
            room = room.without_first();
        }
        let truth = slow_walk(&game, from, room);
        let whole = game.board.longest_walk(from, room, u32::MAX, u32::MAX);
        assert_eq!((whole.lower, whole.upper), (truth, truth), "{room:b} from {from:?}");
        for (budget, enough) in [(1, u32::MAX), (5, u32::MAX), (20, u32::MAX), (u32::MAX, 3), (4, 2)] {
            let walk = game.board.longest_walk(from, room, budget, enough);
            assert!(walk.lower <= truth && truth <= walk.upper, "{walk:?} is not around {truth}");
            assert!(budget < u32::MAX || walk.lower >= truth.min(enough), "{walk:?}: {enough} of {truth} were there");
            inexact += u32::from(walk.lower < walk.upper);
        }
    }
    assert!(inexact > 100, "only {inexact} bounds were worth the name");
}

/// Turns to the end with best play, by trying everything.
fn slow_plies(game: &Isola<u128>, position: &Position<u128>, known: &mut HashMap<Position<u128>, u32>) -> u32 {
    if let Some(plies) = known.get(position) {
        return *plies;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let replies: Vec<u32> = moves
        .into_iter()
        .map(|mv| {
            let mut after = *position;
            game.make(&mut after, mv);
            1 + slow_plies(game, &after, known)
        })
        .collect();
    // Odd numbers are wins of the player to move: the soonest, or else the latest loss.
    let win = replies.iter().filter(|plies| *plies % 2 == 1).min();
    let plies = win.or(replies.iter().max()).copied().unwrap_or(0);
    known.insert(*position, plies);
    plies
}

#[test]
fn foresight_is_what_play_would_show() {
    let mut rng = Rng::seeded(63);
    let boards = ["cols=4,rows=4", "cols=5,rows=3,mover=king", "cols=4,rows=4,mover=knight", "cols=7,rows=2"];
    let mut foreseen = [0; 4];
    for trial in 0..1200 {
        let which = trial % boards.len();
        let game = wide(boards[which]);
        let position = wander(&game, 2 + rng.below(10), &mut rng);
        let Some(verdict) = game.early_result(&position) else { continue };
        let plies = slow_plies(&game, &position, &mut HashMap::new());
        let mover_wins = plies % 2 == 1;
        let text = game.position_text(&position);
        assert_eq!(verdict.winner == position.mover(), mover_wins, "{text}");
        assert!(verdict.soonest <= plies && plies <= verdict.latest, "{text}: {plies} is not in {verdict:?}");
        foreseen[which] += 1;
    }
    assert!(foreseen.iter().all(|count| *count > 40), "{foreseen:?}");
}

/// What whole walks of both pieces tell about separated rooms, without anything remembered.
fn slow_foresight(game: &Isola<u128>, position: &Position<u128>) -> Option<EarlyResult> {
    let rooms = game.rooms(position)?;
    let own = game.board.longest_walk(position.own(), rooms.own, FORESIGHT, u32::MAX);
    let other = game.board.longest_walk(position.other(), rooms.other, FORESIGHT, u32::MAX);
    let (winner, moves, last) = if own.lower > other.upper {
        (position.mover(), other, 1)
    } else if other.lower >= own.upper {
        (position.mover().opponent(), own, 0)
    } else {
        return None;
    };
    Some(EarlyResult { winner, soonest: 2 * moves.lower + last, latest: 2 * moves.upper + last })
}

#[test]
fn remembered_walks_tell_what_new_ones_would() {
    let boards = ["columbia", "cols=8,rows=8,mover=king", "isolation-knight-wide", "cols=11,rows=9,mover=king"];
    let (mut certain, mut open) = (0, 0);
    for trial in 0..800 {
        let game = wide(boards[trial % boards.len()]);
        let size = game.variant().size;
        // A wall of two columns, which knights do not jump over, and rooms that come back: on this board and, as the same set
        // of squares, on others.
        let mut rng = Rng::part(67, trial as u64 / 12);
        let piece = |cols: usize, from: usize, rng: &mut Rng| {
            size.at((from + rng.below(cols)) as isize, rng.below(size.rows()) as isize).unwrap()
        };
        let pieces = [piece(3, 0, &mut rng), piece(size.cols() - 5, 5, &mut rng)];
        let outside = |index: usize| !(3..5).contains(&(index % size.cols()));
        let free = random_set(size.squares(), 50 + rng.below(50), &mut rng).squares();
        let free = free.filter(|square| outside(square.index()) && !pieces.contains(square));
        let free = free.fold(0, |set, square| set | u128::of(square));
        let mut position = game.position(pieces, free, 0);
        if trial / 4 % 2 == 0 {
            position = game.after_pass(&position).unwrap_or(position);
        }
        let slow = slow_foresight(&game, &position);
        assert_eq!(game.early_result(&position), slow, "{}", game.position_text(&position));
        assert_eq!(game.early_result(&position), slow, "{}", game.position_text(&position));
        certain += u32::from(slow.is_some());
        open += u32::from(slow.is_none());
    }
    assert!(certain > 100 && open > 10, "{certain} certain, {open} separated and open");
}

#[test]
fn both_waves_at_once_are_worth_what_they_are_one_by_one() {
    let mut rng = Rng::seeded(68);
    for turns in 0..400 {
        let game = wide(["columbia", "isolation-knight", "cols=8,rows=6,mover=king", "cols=7,rows=5"][turns % 4]);
        let position = wander(&game, turns % 30, &mut rng);
        let steps = [position.own(), position.other()].map(|piece| game.board.steps(piece, position.free()));
        let value = |low, high, at_once| game.contest(position.free(), steps, low, high, at_once);
        let low = value(i32::MIN, i32::MAX, false) - 60 + rng.below(120) as i32;
        for high in [low + 1, low + 30, i32::MAX] {
            assert_eq!(value(low, high, true), value(low, high, false), "{}", game.position_text(&position));
        }
    }
}

#[test]
fn nothing_is_foreseen_where_squares_are_removed_or_pieces_are_joined() {
    let removing = wide("cols=3,rows=3,mover=king,mode=remove");
    let apart = removing.parse_position("X../###/..O X").unwrap();
    assert_eq!(removing.early_result(&apart), None);
    let trail = wide("cols=3,rows=3,mover=king");
    assert_eq!(trail.early_result(&trail.start()), None);
    let apart = trail.parse_position("X../###/..O X").unwrap();
    let verdict = trail.early_result(&apart).unwrap();
    // Two squares each: the player who has to move first is stuck first.
    assert_eq!((verdict.winner, verdict.soonest, verdict.latest), (PlayerId::SECOND, 4, 4));
    let unplaced = wide("cols=3,rows=3,mover=king,start=none");
    assert_eq!(unplaced.early_result(&unplaced.start()), None);
}

/// Turns until a piece, alone on the board, could be on each square.
fn distances(game: &Isola<u128>, position: &Position<u128>, from: Square) -> Vec<u32> {
    let mut turns = vec![u32::MAX; game.variant().size.squares()];
    let mut wave = vec![from];
    for turn in 1.. {
        let mut next = Vec::new();
        for to in wave.into_iter().flat_map(|from| game.board.steps(from, position.free()).squares()) {
            if turns[to.index()] == u32::MAX {
                turns[to.index()] = turn;
                next.push(to);
            }
        }
        if next.is_empty() {
            break;
        }
        wave = next;
    }
    turns
}

/// The evaluation of joined pieces that leave a trail, for the player to move.
fn slow_joined(game: &Isola<u128>, position: &Position<u128>) -> i32 {
    let [own, other] = [position.own(), position.other()].map(|piece| distances(game, position, piece));
    let mut value = 0;
    for (mine, theirs) in own.iter().zip(&other) {
        value += 2 * (i32::from(*mine == 1) - i32::from(*theirs == 1));
        value += match mine.cmp(theirs) {
            _ if *mine.min(theirs) == u32::MAX => 0,
            std::cmp::Ordering::Less => 8,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => -8,
        };
    }
    value
}

#[test]
fn the_outlook_of_joined_pieces_is_what_slow_distances_say() {
    let mut rng = Rng::seeded(64);
    let mut separated = 0;
    for turns in 0..300 {
        let game = wide(["columbia", "cols=8,rows=6,mover=king", "cols=7,rows=7,mover=knight"][turns % 3]);
        let position = wander(&game, turns % 40, &mut rng);
        let value = Eval::Rooms.value(&game, &position, position.mover());
        let other = Eval::Rooms.value(&game, &position, position.mover().opponent());
        assert_eq!(value, -other);
        let near = [position.own(), position.other()].map(|piece| game.board.near(piece) & position.free());
        if slow_region(&game, near[0], position.free()) & near[1] != 0 {
            assert_eq!(value, slow_joined(&game, &position), "{}", game.position_text(&position));
            continue;
        }
        separated += 1;
        assert!(value.abs() > 10_000, "{value}: {}", game.position_text(&position));
        if let Some(verdict) = game.early_result(&position)
            && value.abs() >= 500_000
        {
            assert_eq!(value > 0, verdict.winner == position.mover(), "{}", game.position_text(&position));
        }
    }
    assert!(separated > 30, "only {separated} separated positions");
}

#[test]
fn a_window_changes_nothing_within_it_and_leaves_bounds_outside() {
    let mut rng = Rng::seeded(65);
    for turns in 0..400 {
        let game = wide(["columbia", "isolation-knight", "nine", "cols=8,rows=6,mover=king"][turns % 4]);
        let position = wander(&game, turns % 30, &mut rng);
        let player = PlayerId::all(2).nth(rng.below(2)).unwrap();
        let truth = Eval::Rooms.value(&game, &position, player);
        let low = truth - 60 + rng.below(120) as i32;
        let high = low + 1 + rng.below(40) as i32;
        let value = Eval::Rooms.value_between(&game, &position, player, low, high);
        match value {
            _ if value <= low => assert!(truth <= value, "{truth} is above the bound {value}"),
            _ if value >= high => assert!(truth >= value, "{truth} is below the bound {value}"),
            _ => assert_eq!(value, truth),
        }
    }
}
