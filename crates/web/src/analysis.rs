//! The engine analyses of one connection: at most one of a position and one of a whole game at a time.

use crate::error::ApiError;
use crate::live::AnalysisTask;
use crate::messages::{PushMessage, SocketResponse};
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
    /// Every turn of a game.
    Game,
}

/// The analyses of one connection. They end with it.
pub struct AnalysisSession {
    scheduler: Scheduler,
    client: u64,
    sender: Sender<PushMessage>,
    /// Whether the results for the position and for the game are still wanted.
    wanted: [Arc<AtomicBool>; 2],
}

impl AnalysisSession {
    /// A session for a new connection, and the receiver of its reports.
    pub fn new(app: &AppState) -> (Self, Receiver<PushMessage>) {
        let (sender, receiver) = channel(MAX_QUEUED);
        let (scheduler, client) = (app.scheduler.clone(), app.next_client_id());
        (AnalysisSession { scheduler, client, sender, wanted: Default::default() }, receiver)
    }

    /// Starts an analysis in place of the current one of this kind.
    pub fn start(&mut self, kind: AnalysisKind, mut task: AnalysisTask) -> Result<SocketResponse, ApiError> {
        self.stop(kind);
        let wanted = Arc::new(AtomicBool::new(true));
        self.wanted[kind as usize] = Arc::clone(&wanted);
        let sender = self.sender.clone();
        let accepted = self.scheduler.analyse(
            self.client,
            Box::new(move |stop| {
                if !wanted.load(Ordering::Relaxed) {
                    return false;
                }
                let step = task(stop);
                let wanted = wanted.load(Ordering::Relaxed);
                if let Some(message) = step.message.filter(|_| wanted) {
                    let _ = sender.try_send(message);
                }
                step.more && wanted
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
    }
}

impl Drop for AnalysisSession {
    fn drop(&mut self) {
        self.stop(AnalysisKind::Position);
        self.stop(AnalysisKind::Game);
        self.scheduler.forget(self.client);
    }
}
