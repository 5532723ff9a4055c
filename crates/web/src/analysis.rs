//! The engine analyses of one connection: at most two of positions, side by side, and one of a whole game at a time.

use crate::error::ApiError;
use crate::live::{AnalysisTask, KeptEngine, LiveGame, SliceContext};
use crate::messages::{AnalysisRequest, PushMessage, SocketResponse};
use crate::scheduler::Scheduler;
use crate::state::AppState;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Messages queued for a connection that does not read. Beyond this, analysis reports are dropped.
const MAX_QUEUED: usize = 512;

/// What is analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalysisKind {
    /// A position, until stopped.
    Position,
    /// A position by another engine, until stopped.
    SecondPosition,
    /// Every turn of a game.
    Game,
}

/// The analyses of one connection. They end with it.
pub struct AnalysisSession {
    scheduler: Scheduler,
    client: u64,
    sender: Sender<PushMessage>,
    /// Whether the results of each kind are still wanted.
    wanted: [Arc<AtomicBool>; 3],
    /// The engines of the analyses of positions.
    engines: [Option<KeptEngine>; 2],
}

/// The analyses of positions that run side by side.
const POSITIONS: [AnalysisKind; 2] = [AnalysisKind::Position, AnalysisKind::SecondPosition];

impl AnalysisSession {
    /// A session for a new connection, and the receiver of its reports.
    pub fn new(app: &AppState) -> (Self, Receiver<PushMessage>) {
        let (sender, receiver) = channel(MAX_QUEUED);
        let (scheduler, client) = (app.scheduler.clone(), app.next_client_id());
        (
            AnalysisSession { scheduler, client, sender, wanted: Default::default(), engines: Default::default() },
            receiver,
        )
    }

    /// Starts the analysis of a position in place of the current one in its slot.
    pub fn start_position(&mut self, live: &LiveGame, request: &AnalysisRequest) -> Result<SocketResponse, ApiError> {
        let Some(&kind) = POSITIONS.get(request.slot) else {
            return Err(ApiError::rejected(format!("at most {} analyses run side by side", POSITIONS.len())));
        };
        self.stop(kind);
        let task = live.analyse(request, &mut self.engines[request.slot])?;
        self.start(kind, task)
    }

    /// Stops the analysis of a position in this slot, or all of them.
    pub fn stop_positions(&mut self, slot: Option<usize>) {
        let stopped = POSITIONS.iter().enumerate().filter(|(at, _)| slot.is_none_or(|slot| slot == *at));
        stopped.for_each(|(_, kind)| self.stop(*kind));
    }

    /// Starts an analysis in place of the current one of this kind.
    pub fn start(&mut self, kind: AnalysisKind, mut task: AnalysisTask) -> Result<SocketResponse, ApiError> {
        self.stop(kind);
        let wanted = Arc::new(AtomicBool::new(true));
        self.wanted[kind as usize] = Arc::clone(&wanted);
        let (sender, scheduler) = (self.sender.clone(), self.scheduler.clone());
        let accepted = self.scheduler.analyse(
            self.client,
            kind as usize,
            Box::new(move |stop| {
                if !wanted.load(Ordering::Relaxed) {
                    return false;
                }
                let report = |message| {
                    if wanted.load(Ordering::Relaxed) {
                        let _ = sender.try_send(message);
                    }
                };
                let contended = || scheduler.is_contended();
                let step = task(&SliceContext { stop, report: &report, contended: &contended });
                step.message.into_iter().for_each(report);
                step.more && wanted.load(Ordering::Relaxed)
            }),
        );
        if accepted {
            Ok(SocketResponse::Done)
        } else {
            Err(ApiError::rejected("too many analyses are running; try again later"))
        }
    }

    /// Stops the analysis of this kind.
    pub fn stop(&mut self, kind: AnalysisKind) {
        self.wanted[kind as usize].store(false, Ordering::Relaxed);
        self.scheduler.cancel(self.client, kind as usize);
    }
}

impl Drop for AnalysisSession {
    fn drop(&mut self) {
        self.stop_positions(None);
        self.stop(AnalysisKind::Game);
        self.scheduler.forget(self.client);
    }
}
