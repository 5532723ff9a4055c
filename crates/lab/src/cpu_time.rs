//! The time of the processor, which does not run while another program has it.

use std::time::{Duration, Instant};

/// Measures the processor time of the calling thread; the time of the clock where the system does not tell the other.
#[derive(Debug)]
pub struct CpuTimer {
    begun: Instant,
    used: Option<Duration>,
}

impl CpuTimer {
    /// Starts now.
    pub fn start() -> Self {
        CpuTimer { begun: Instant::now(), used: thread_time() }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        let used = thread_time().zip(self.used).map(|(now, then)| now.saturating_sub(then));
        used.unwrap_or_else(|| self.begun.elapsed())
    }
}

#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No assertion about speed: sleeping takes time of the clock, but hardly any of the processor.
    #[test]
    fn sleep_is_not_work() {
        let timer = CpuTimer::start();
        std::thread::sleep(Duration::from_millis(60));
        if cfg!(unix) {
            assert!(timer.elapsed() < Duration::from_millis(50), "{:?}", timer.elapsed());
        }
    }
}
