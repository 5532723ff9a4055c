//! Lazy SMP: helping threads search the same position with histories of their own. They meet the answering thread only
//! in the transposition table, and keep out of its way by putting off moves it is busy with.

use super::root_search::RootSearch;
use super::tuning::MAX_DEPTH;
use super::worker::{SearchContext, Worker};
use crate::Limits;
use crate::ordering::MoveHistory;
use crate::time::Forecast;
use crate::trace::{NoTrace, Tracer};
use crate::{Control, NodePool, Report, Sink, StopFlag, StopReason, TableUse};
use plyground_core::{Evaluation, Game};

/// One search on one or more threads.
pub(super) struct ParallelSearch<'s, G: Game, E> {
    pub(super) shared: SearchContext<'s, G>,
    pub(super) limits: &'s Limits,
    pub(super) eval: &'s mut E,
    pub(super) histories: &'s mut [MoveHistory<G::Move>],
}

impl<G: Game, E: Evaluation<G>> ParallelSearch<'_, G, E> {
    pub(super) fn think<T: Tracer<G::Move>>(
        self,
        forecast: &mut Forecast,
        control: &mut Control,
        sink: &mut impl Sink<G::Move>,
        trace: &mut T,
    ) -> Report<G::Move> {
        let (memory, others) = self.histories.split_first_mut().expect("a search has at least one thread");
        let (shared, limits) = (self.shared, self.limits);
        let start_nodes = control.nodes();
        if others.is_empty() {
            let mut report = lead(Worker::new(shared, self.eval, memory, control, trace), limits, forecast, sink);
            report.nodes = control.nodes() - start_nodes;
            return report;
        }
        let (flag, pool) = (StopFlag::default(), NodePool::default());
        control.count_helpers(&pool);
        let (mut report, helped) = std::thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .enumerate()
                .map(|(number, memory)| {
                    let (flag, pool) = (flag.clone(), pool.clone());
                    let eval = self.eval.clone();
                    scope.spawn(move || help(shared, eval, memory, number, &flag, &pool))
                })
                .collect();
            let report = lead(Worker::new(shared, self.eval, memory, &mut *control, trace), limits, forecast, sink);
            flag.stop();
            let helped: Vec<TableUse> = helpers
                .into_iter()
                .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect();
            (report, helped)
        });
        control.exchange_nodes();
        report.nodes = control.nodes() - start_nodes;
        if let Some(table) = &mut report.table {
            for other in helped {
                table.probes += other.probes;
                table.hits += other.hits;
                table.stores += other.stores;
            }
        }
        report
    }
}

/// The thread that answers.
fn lead<G: Game, E: Evaluation<G>, T: Tracer<G::Move>>(
    worker: Worker<'_, G, E, T>,
    limits: &Limits,
    forecast: &mut Forecast,
    sink: &mut impl Sink<G::Move>,
) -> Report<G::Move> {
    match RootSearch::new(worker) {
        Some(mut search) => search.deepen(limits, forecast, sink),
        None => Report::empty(StopReason::Solved),
    }
}

/// What a helper does until it is told to stop. Every second one is a ply ahead.
fn help<G: Game, E: Evaluation<G>>(
    shared: SearchContext<'_, G>,
    mut eval: E,
    memory: &mut MoveHistory<G::Move>,
    number: usize,
    flag: &StopFlag,
    pool: &NodePool,
) -> TableUse {
    let mut control = Control::helper(flag, pool);
    let mut trace = NoTrace;
    let mut table_use = TableUse::default();
    if let Some(mut search) = RootSearch::new(Worker::new(shared, &mut eval, memory, &mut control, &mut trace)) {
        let shallowest = 1 + (number as u32) % 2;
        let _ = (shallowest..=MAX_DEPTH).try_for_each(|depth| search.complete(depth).map(drop));
        table_use = search.table_use();
    }
    control.exchange_nodes();
    table_use
}
