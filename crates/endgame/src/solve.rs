//! All values of a pair of classes in one pass.
//!
//! Every move lessens the sum of all distances by one or two and a capture takes a stone away, so the positions of a
//! pair are computed in the order of that sum: whatever a move leads to is known, in the other half of the same pair
//! or in the smaller databases. Inside a pair values are kept as `f32` and each is computed in `f64`.
//!
//! The loops run over the placements of the waiting player, who rolls next. All positions after a move then lie in
//! a few rows of other tables: one without a capture, one for each own stone and one for each hostile stone taken.

use crate::class::{Class, Classes, FACES};
use crate::layout::{Layout, PairLayout, ordered};
use crate::placement::{CELLS, Cells, MOST, Placed, Placements, Room, reflected};
use crate::table::LoadedTable;

/// The cells that a stone can step to, diagonally, along the rank and along the file; [`NONE`] beyond the edge.
static TARGETS: [[u8; 3]; CELLS] = targets();

const NONE: u8 = u8::MAX;
const GOAL: u8 = CELLS as u8 - 1;

const fn targets() -> [[u8; 3]; CELLS] {
    let mut all = [[NONE; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (right, down) = (cell % 5 < 4, cell / 5 < 4);
        if right && down {
            all[cell][0] = cell as u8 + 6;
        }
        if right {
            all[cell][1] = cell as u8 + 1;
        }
        if down {
            all[cell][2] = cell as u8 + 5;
        }
        cell += 1;
    }
    all
}

/// Values that do not depend on the pair at hand.
enum Source<'a> {
    /// The half of this pair where the other class rolls.
    Here,
    /// A smaller database, and where the half begins.
    Smaller(&'a LoadedTable<'a>, usize),
}

/// The positions that a kind of move leads to, for one placement of the player who rolls next.
struct Row<'a> {
    source: Source<'a>,
    start: usize,
    room: Room,
    reflect: bool,
    symmetric: bool,
    /// The mover's stones that are left, in the order of their class.
    stones: [u8; MOST],
    count: usize,
}

impl Row<'_> {
    /// What the player who rolls next has there.
    #[inline]
    fn value(&self, here: &[f32], moved: &Cells) -> f64 {
        let mut cells = [0; MOST];
        for (cell, stone) in cells.iter_mut().zip(&self.stones[..self.count]) {
            let moved = moved[usize::from(*stone)];
            *cell = if self.reflect { reflected(moved) } else { moved };
        }
        let place = self.start + self.room.rank(&cells[..self.count], self.symmetric) as usize;
        match self.source {
            Source::Here => f64::from(here[place]),
            Source::Smaller(table, first) => table.at(first + place),
        }
    }
}

/// Everything about one placement of the waiting player.
struct View<'a> {
    blocked: u32,
    cells: Cells,
    waiting: usize,
    quiet: Row<'a>,
    /// By the mover's stone that is taken.
    own: Vec<Row<'a>>,
    /// By the waiting player's stone that is taken; none when they have only one, for then the game is over.
    hostile: Vec<Row<'a>>,
}

/// One direction of a pair: a class that rolls now, and one that rolls next.
struct Direction<'a> {
    rolling: &'a Class,
    waiting: &'a Class,
    /// Numbers of both.
    numbers: [usize; 2],
    layout: &'a Layout,
    next: &'a Layout,
    lists: Vec<Vec<Placed>>,
}

/// The pairs that captures lead to from a pair: one stone less on either side.
pub(crate) fn smaller_pairs([one, other]: [usize; 2]) -> Vec<[usize; 2]> {
    let list = &Classes::get().list;
    let without = |class: usize, stays: usize| list[class].without.iter().map(move |rest| ordered(rest.class, stays));
    let mut pairs: Vec<[usize; 2]> = without(one, other).chain(without(other, one)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Computes all values of a pair; `smaller` finds the databases with one stone less, `step` gets how much of the
/// work is done (from 0 to 1) and says whether to go on.
pub(crate) fn solve<'a>(
    layout: &PairLayout,
    smaller: &impl Fn([usize; 2]) -> &'a LoadedTable<'a>,
    mut step: impl FnMut(f64) -> bool,
) -> Option<Vec<f32>> {
    let list = &Classes::get().list;
    let direction = |half: usize| {
        let [rolling, waiting] = [layout.classes[half], layout.classes[1 - half]];
        Direction {
            rolling: &list[rolling],
            waiting: &list[waiting],
            numbers: [rolling, waiting],
            layout: &layout.halves[half],
            next: &layout.halves[1 - half],
            lists: layout.halves[half].rolling.by_distance(),
        }
    };
    let directions: Vec<Direction> =
        if layout.is_twin() { vec![direction(0)] } else { vec![direction(0), direction(1)] };
    let mut halves: Vec<Vec<f32>> = directions.iter().map(|half| vec![0.0; half.layout.len()]).collect();
    let farthest = 8 * layout.stones();
    let mut done = 0;
    for sum in 0..=farthest {
        for (index, direction) in directions.iter().enumerate() {
            // The half that is written is taken out, so that the other can be read; a twin reads what it wrote.
            let mut written = std::mem::take(&mut halves[index]);
            let other = directions.len() - 1 - index;
            done += direction.fill(sum, &mut written, &halves[other], smaller);
            halves[index] = written;
        }
        if !step(done as f64 / layout.len() as f64) {
            return None;
        }
    }
    Some(halves.concat())
}

impl<'a> Direction<'a> {
    /// Computes the positions with this sum of distances.
    fn fill<'t>(
        &self,
        sum: usize,
        written: &mut [f32],
        read: &[f32],
        smaller: &impl Fn([usize; 2]) -> &'t LoadedTable<'t>,
    ) -> usize {
        let waiting = Placements::get(self.waiting.count, self.waiting.symmetric);
        let twin = self.numbers[0] == self.numbers[1];
        let mut done = 0;
        for (number, first) in waiting.firsts.iter().enumerate() {
            let Some(left) = sum.checked_sub(usize::from(first.distance)) else { continue };
            let Some(list) = self.lists.get(left).filter(|list| !list.is_empty()) else { continue };
            let view = self.view(number, first, smaller);
            for placed in list.iter().filter(|placed| are_apart(placed, first)) {
                let value = self.value(&view, placed, if twin { written } else { read }) as f32;
                written[self.layout.place(&placed.cells, &first.cells)] = value;
                done += 1;
                if placed.on_diagonal && !first.on_diagonal {
                    written[self.layout.place(&placed.cells, &first.cells.map(reflected))] = value;
                    done += 1;
                }
            }
        }
        done
    }

    fn view<'t>(
        &self,
        number: usize,
        first: &Placed,
        smaller: &impl Fn([usize; 2]) -> &'t LoadedTable<'t>,
    ) -> View<'t> {
        let list = &Classes::get().list;
        let [rolling, waiting] = self.numbers;
        let all: Vec<u8> = (0..self.rolling.count as u8).collect();
        let quiet = row(Source::Here, self.next, (number, false), self.rolling, &all);
        let own = self.rolling.without.iter().map(|rest| {
            let table = smaller(ordered(waiting, rest.class));
            let (half, begin) = table.half(waiting);
            row(Source::Smaller(table, begin), half, (number, false), &list[rest.class], &rest.stones)
        });
        let hostile = self.waiting.without.iter().map(|rest| {
            let table = smaller(ordered(rest.class, rolling));
            let (half, begin) = table.half(rest.class);
            let mut cells = [0; MOST];
            cells.iter_mut().zip(&rest.stones).for_each(|(cell, stone)| *cell = first.cells[usize::from(*stone)]);
            row(Source::Smaller(table, begin), half, half.rolling.number(&cells), self.rolling, &all)
        });
        View {
            blocked: first.blocked,
            cells: first.cells,
            waiting: self.waiting.count,
            own: own.collect(),
            hostile: hostile.collect(),
            quiet,
        }
    }

    /// The probability that the player about to roll wins.
    #[inline]
    fn value(&self, view: &View<'_>, placed: &Placed, here: &[f32]) -> f64 {
        let count = self.rolling.count;
        let mut best = [0.0f64; MOST];
        for stone in 0..count {
            for target in TARGETS[usize::from(placed.cells[stone])] {
                if target != NONE {
                    best[stone] = best[stone].max(self.after(view, placed, stone, target, here));
                }
            }
        }
        let faces = self.rolling.choices.iter();
        faces.map(|(one, other)| best[usize::from(*one)].max(best[usize::from(*other)])).sum::<f64>() / FACES as f64
    }

    /// The probability that the mover wins after this step.
    #[inline]
    fn after(&self, view: &View<'_>, placed: &Placed, stone: usize, target: u8, here: &[f32]) -> f64 {
        if target == GOAL {
            return 1.0;
        }
        let mut moved = placed.cells;
        moved[stone] = target;
        let row = if view.blocked >> target & 1 == 1 {
            let taken = view.cells[..view.waiting].iter().position(|cell| GOAL - cell == target);
            match taken.and_then(|taken| view.hostile.get(taken)) {
                Some(row) => row,
                None => return 1.0, // the last hostile stone
            }
        } else if let Some(taken) = placed.cells[..self.rolling.count].iter().position(|cell| *cell == target) {
            &view.own[taken]
        } else {
            &view.quiet
        };
        1.0 - row.value(here, &moved)
    }
}

fn are_apart(placed: &Placed, waiting: &Placed) -> bool {
    placed.bits & waiting.blocked == 0
}

/// The positions of one placement of the player who rolls next.
fn row<'t>(
    source: Source<'t>,
    half: &Layout,
    (number, reflect): (usize, bool),
    left: &Class,
    stones: &[u8],
) -> Row<'t> {
    let mut kept = [0; MOST];
    kept[..stones.len()].copy_from_slice(stones);
    Row {
        source,
        start: half.start(number),
        room: half.rolling.rooms[number],
        reflect,
        symmetric: left.symmetric,
        stones: kept,
        count: stones.len(),
    }
}
