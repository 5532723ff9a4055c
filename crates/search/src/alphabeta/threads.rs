//! Lazy SMP: helping threads search the same position with histories of their own. They meet the answering thread only
//! in the transposition table, and keep out of its way by putting off moves it is busy with.

use super::root_search::RootSearch;
use super::worker::{SearchContext, Worker};
use crate::Limits;
use crate::ordering::MoveHistory;
use crate::time::Forecast;
use crate::trace::{NoTrace, Tracer};
use crate::{Control, NodePool, Report, Sink, StopFlag, TableUse};
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
            let mut report =
                RootSearch::deepen(Worker::new(shared, self.eval, memory, control, trace), limits, forecast, sink);
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
            let report = RootSearch::deepen(
                Worker::new(shared, self.eval, memory, &mut *control, trace),
                limits,
                forecast,
                sink,
            );
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
    let worker = Worker::new(shared, &mut eval, memory, &mut control, &mut trace);
    let table_use = RootSearch::help(worker, 1 + (number as u32) % 2);
    control.exchange_nodes();
    table_use
}
