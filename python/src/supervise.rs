//! Long calls: they run on a thread of their own without the interpreter's lock, obey Ctrl-C and report progress.
//!
//! The calling thread stays behind, wakes up now and then, lets Python handle its signals and passes news on. Only it may do so:
//! Python runs signal handlers on its main thread alone.

use crate::errors::Failure;
use plyground_arena::Interrupt;
use plyground_core::sync::ignore_poison;
use plyground_search::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::Value;
use std::any::Any;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How long Ctrl-C may wait for an answer.
const PULSE: Duration = Duration::from_millis(30);
/// Searches of long games recurse deeply.
const STACK: usize = 256 << 20;

/// What the work sees of its supervisor.
#[derive(Clone)]
pub struct Monitor {
    /// Set when the work is to end: every search obeys it.
    pub stop: StopFlag,
    /// Pressed at the same moment, for matches and studies.
    pub interrupt: Interrupt,
    news: Sender<Value>,
    is_heard: bool,
}

impl Monitor {
    /// Tells the progress callback, if there is one.
    pub fn tell(&self, news: Value) {
        if self.is_heard {
            // Nobody listens any more once the caller has given up.
            let _ = self.news.send(news);
        }
    }
}

/// The first exception that Python code of the user raised while the library was at work. The library has no errors of its
/// own in such places, so the exception waits here, with its traceback, until it can be raised.
#[derive(Clone, Debug, Default)]
pub struct PendingError(Arc<Mutex<Option<PyErr>>>);

impl PendingError {
    /// Keeps an exception, unless there is one already.
    pub fn keep(&self, error: PyErr) {
        ignore_poison(self.0.lock()).get_or_insert(error);
    }

    /// Hands the exception over.
    pub fn take(&self) -> Option<PyErr> {
        ignore_poison(self.0.lock()).take()
    }

    fn is_kept(&self) -> bool {
        ignore_poison(self.0.lock()).is_some()
    }
}

/// Runs `work` under supervision. `progress` is called with a document whenever the work tells something; what it raises ends the
/// work and is raised again here. So are exceptions of the user's Python code, which `pending` collects.
pub fn supervise<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    pending: &PendingError,
    work: impl FnOnce(&Monitor) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let (news, inbox) = channel();
    pending.take();
    let monitor =
        Monitor { stop: StopFlag::default(), interrupt: Interrupt::default(), news, is_heard: progress.is_some() };
    let (stop, interrupt) = (monitor.stop.clone(), monitor.interrupt.clone());
    let end = move || {
        stop.stop();
        interrupt.press();
        interrupt.press();
    };
    let progress = progress.map(|callback| callback.clone().unbind());
    let (raised, result) = py.detach(move || {
        thread::scope(|scope| {
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, {
                let monitor = monitor;
                move || work(&monitor)
            });
            let worker = match worker {
                Ok(worker) => worker,
                Err(error) => return (None, Err(Failure::File(format!("cannot start a thread: {error}")))),
            };
            let mut raised = None;
            loop {
                let news = match inbox.recv_timeout(PULSE) {
                    Ok(news) => Some(news),
                    Err(RecvTimeoutError::Timeout) => None,
                    // The work has ended, by itself or by a panic.
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if raised.is_none()
                    && let Err(error) = Python::attach(|py| attend(py, progress.as_ref(), news))
                {
                    raised = Some(error);
                }
                if raised.is_some() || pending.is_kept() {
                    end();
                }
            }
            (raised, worker.join().unwrap_or_else(|panic| Err(broken(panic.as_ref()))))
        })
    });
    match (raised, pending.take()) {
        (Some(error), _) | (None, Some(error)) => Err(error),
        _ => Ok(result?),
    }
}

fn attend(py: Python<'_>, progress: Option<&Py<PyAny>>, news: Option<Value>) -> PyResult<()> {
    py.check_signals()?;
    if let (Some(progress), Some(news)) = (progress, news) {
        progress.call1(py, (crate::document::to_python(py, &news)?,))?;
    }
    Ok(())
}

/// A panic is a fault of ours. It ends the call, not the interpreter.
fn broken(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    Failure::Python(PyRuntimeError::new_err(format!("plyground failed, which is a bug worth reporting: {text}")))
}
