//! Answers without playing, where a search reaches the end of every game.

use crate::{PayoffMatrix, SetupPairing, SetupQuestion, classes};
use plyground_arena::{ArenaError, Interrupt};
use plyground_core::Game;
use plyground_core::sync::ignore_poison;
use plyground_games::einstein::Einstein;
use plyground_games::einstein::setup::{self, Placement};
use plyground_search::expectimax::{Objective, Unsolved, solve_chance};
use plyground_search::{Control, Limits, Stopper};
use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

/// The chances of the first player for pairs of set-ups, with best play by both.
#[derive(Clone, Debug)]
pub struct ExactSetups {
    game: Einstein,
    values: HashMap<(Placement, Placement), f64>,
}

/// What a search may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveLimits {
    /// Positions per pair of set-ups.
    pub nodes: u64,
    /// Memory of each thread.
    pub table_bytes: usize,
    /// Threads.
    pub jobs: usize,
}

impl ExactSetups {
    /// Solves every pair that the question is about; an error if one is too large. `watch` gets the numbers of solved and of all
    /// pairs.
    pub fn solve(
        game: &Einstein,
        question: SetupQuestion,
        effort: SolveLimits,
        interrupt: &Interrupt,
        watch: impl Fn(usize, usize) + Sync,
    ) -> Result<Option<Self>, ArenaError> {
        let pairs: Vec<(Placement, Placement)> = wanted(game, question)
            .into_iter()
            .map(|(own, other)| canonical(game, own, other))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let next = Mutex::new(0);
        let values = Mutex::new(HashMap::new());
        // The failure of the first pair counts, whichever thread fails first.
        let failure: Mutex<Option<(usize, ArenaError)>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..effort.jobs.clamp(1, pairs.len().max(1)) {
                scope.spawn(|| {
                    // A pair that was taken is solved whatever happens to later ones, or the first could be left out.
                    while !interrupt.is_pressed() && lock(&failure).is_none() {
                        let index = {
                            let mut next = lock(&next);
                            *next += 1;
                            *next - 1
                        };
                        let Some(pair) = pairs.get(index) else { break };
                        match value(game, *pair, effort, interrupt) {
                            Ok(value) => {
                                let mut values = lock(&values);
                                values.insert(*pair, value);
                                watch(values.len(), pairs.len());
                            }
                            Err(error) => {
                                let mut failure = lock(&failure);
                                if failure.as_ref().is_none_or(|(first, _)| index < *first) {
                                    *failure = Some((index, error));
                                }
                            }
                        }
                    }
                });
            }
        });
        if interrupt.is_pressed() {
            return Ok(None);
        }
        match ignore_poison(failure.into_inner()) {
            Some((_, error)) => Err(error),
            None => {
                let values = ignore_poison(values.into_inner());
                Ok(Some(ExactSetups { game: game.clone(), values }))
            }
        }
    }

    /// The chance of the first player with `own` against `other`; `None` if it was not asked for.
    pub fn beginning(&self, own: Placement, other: Placement) -> Option<f64> {
        self.values.get(&canonical(&self.game, own, other)).copied()
    }

    /// The chances of `pairing.own` when it begins and when the other does.
    pub fn score(&self, pairing: SetupPairing) -> Option<(f64, f64)> {
        let against =
            |other: Placement| Some((self.beginning(pairing.own, other)?, 1.0 - self.beginning(other, pairing.own)?));
        match pairing.other {
            Some(other) => against(other),
            None => {
                let (mut began, mut followed, mut count) = (0.0, 0.0, 0.0);
                for other in setup::all(self.game.variant().stones()) {
                    let (first, second) = against(other)?;
                    (began, followed, count) = (began + first, followed + second, count + 1.0);
                }
                Some((began / count, followed / count))
            }
        }
    }

    /// The chances of the first player, class against class; members of a class meet in all their relative positions
    /// equally often. `None` unless the question was [`SetupQuestion::Nash`].
    pub fn matrix(&self) -> Option<PayoffMatrix> {
        let classes = classes(&self.game);
        let mut matrix = PayoffMatrix::new(classes.len(), |_, _| 0.0);
        for (row, own) in classes.iter().enumerate() {
            for (column, other) in classes.iter().enumerate() {
                let mirrored = other.transposed().unwrap_or(*other);
                let sum = self.beginning(*own, *other)? + self.beginning(*own, mirrored)?;
                matrix.set(row, column, sum / 2.0);
            }
        }
        Some(matrix)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    ignore_poison(mutex.lock())
}

/// Who begins against whom to answer the question.
fn wanted(game: &Einstein, question: SetupQuestion) -> Vec<(Placement, Placement)> {
    let all = || setup::all(game.variant().stones());
    let mut wanted = Vec::new();
    for pairing in question.pairings(game) {
        let mut meet = |other: Placement| wanted.extend([(pairing.own, other), (other, pairing.own)]);
        match pairing.other {
            None => all().for_each(&mut meet),
            Some(other) => {
                meet(other);
                // For a question about classes also the other way in which two members can meet.
                if question == SetupQuestion::Nash {
                    meet(other.transposed().unwrap_or(other));
                }
            }
        }
    }
    wanted
}

/// The first of all pairs that must have the same value: each player's labels can be reversed, and the board reflected.
fn canonical(game: &Einstein, own: Placement, other: Placement) -> (Placement, Placement) {
    let reversible = game.variant().die().is_reversible();
    let least = |placement: Placement| if reversible { placement.min(placement.reversed()) } else { placement };
    let straight = (least(own), least(other));
    let reflected = own.transposed().zip(other.transposed()).map(|(own, other)| (least(own), least(other)));
    reflected.map_or(straight, |reflected| straight.min(reflected))
}

/// Stops a search after Ctrl-C.
struct InterruptStopper(Interrupt);

impl Stopper for InterruptStopper {
    fn check(&self, _progress: &plyground_search::SearchProgress) -> Option<plyground_search::StopReason> {
        self.0.is_pressed().then_some(plyground_search::StopReason::Asked)
    }
}

fn value(
    game: &Einstein,
    (own, other): (Placement, Placement),
    effort: SolveLimits,
    interrupt: &Interrupt,
) -> Result<f64, ArenaError> {
    let first = game.variant().first();
    let mut placements = [other; 2];
    placements[first.index()] = own;
    let start = game.start_with(&placements);
    debug_assert!(game.mover(&start) == Some(first));
    let mut control = Control::new(&Limits::nodes(effort.nodes));
    control.add(InterruptStopper(interrupt.clone()));
    let solved = solve_chance(game, &start, Objective::FirstPlace, effort.table_bytes, &mut control);
    solved.map(|solution| solution.value).map_err(|error| match error {
        Unsolved::TooLarge { nodes } => ArenaError::Unsuitable(format!(
            "this variant is too large for exact values: set-ups {own} and {other} were not solved after {nodes} positions"
        )),
        error => ArenaError::Unsuitable(error.to_string()),
    })
}
