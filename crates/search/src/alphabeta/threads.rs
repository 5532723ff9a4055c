//! Lazy SMP: helping threads search the same position with histories of their own. They meet the answering thread only
//! in the transposition table, and keep out of its way by putting off moves it is busy with, from the root down. Whoever comes back
//! to a node that another thread has finished meanwhile takes its answer. Shallow positions of cheap games stay with each thread: to fetch
//! such an entry from the cache of another core takes as long as to search it again.

use super::root_search::RootSearch;
use super::worker::{SearchContext, Worker};
use crate::ordering::MoveHistory;
use crate::trace::NoTrace;
use crate::{Control, NodePool, Report, StopFlag, TableUse};
use plyground_core::{Evaluation, Game};
use std::ops::RangeInclusive;

/// Runs a search on this thread while others help, down to the depth where it ends: one for each evaluation and history. Every second
/// one is a ply ahead.
pub(super) fn with_helpers<G: Game, E: Evaluation<G>>(
    shared: SearchContext<'_, G>,
    helpers: Vec<(E, &mut MoveHistory<G::Move>)>,
    deepest: u32,
    control: &mut Control,
    search: impl FnOnce(&mut Control) -> Report<G::Move>,
) -> Report<G::Move> {
    let (flag, pool) = (StopFlag::default(), NodePool::default());
    control.count_helpers(&pool);
    let (mut report, helped) = std::thread::scope(|scope| {
        let start = |(number, (eval, history))| {
            let (flag, pool) = (flag.clone(), pool.clone());
            scope.spawn(move || help(shared, eval, history, (1 + number as u32 % 2)..=deepest, &flag, &pool))
        };
        let helpers: Vec<_> = helpers.into_iter().enumerate().map(start).collect();
        let report = search(control);
        flag.stop();
        let join = |helper: std::thread::ScopedJoinHandle<'_, TableUse>| {
            helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        (report, helpers.into_iter().map(join).collect::<Vec<_>>())
    });
    control.exchange_nodes();
    if let Some(table) = &mut report.table {
        for other in helped {
            table.probes += other.probes;
            table.hits += other.hits;
            table.stores += other.stores;
        }
    }
    report
}

/// What a helper does until it is told to stop.
fn help<G: Game, E: Evaluation<G>>(
    shared: SearchContext<'_, G>,
    mut eval: E,
    history: &mut MoveHistory<G::Move>,
    depths: RangeInclusive<u32>,
    flag: &StopFlag,
    pool: &NodePool,
) -> TableUse {
    let mut control = Control::helper(flag, pool);
    let mut trace = NoTrace;
    let worker = Worker::new(shared, &mut eval, history, &mut control, &mut trace).without_growing();
    let table_use = RootSearch::help(worker, depths);
    control.exchange_nodes();
    table_use
}
