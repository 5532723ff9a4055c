//! What one page wants to know of the engines: at most one position and one whole game at a time.

use crate::house::House;
use crate::live::Inquiry;
use crate::messages::{Answer, Push};
use crate::scheduler::Scheduler;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// A page that does not listen hears the rest later or not at all.
const UNHEARD: usize = 512;

/// What is studied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A position, until somebody says stop.
    Position,
    /// A whole game, turn by turn.
    Game,
}

/// The studies of one page. They end with it.
pub struct Student {
    scheduler: Scheduler,
    client: u64,
    tell: Sender<Push>,
    /// Whether somebody still wants to hear of the position and of the game.
    wanted: [Arc<AtomicBool>; 2],
}

impl Student {
    /// A new page, and where what is found out arrives.
    pub fn new(house: &House) -> (Self, Receiver<Push>) {
        let (tell, hear) = channel(UNHEARD);
        let (scheduler, client) = (house.scheduler.clone(), house.new_client());
        (Student { scheduler, client, tell, wanted: Default::default() }, hear)
    }

    /// Ends what was studied, and begins this.
    pub fn begin(&mut self, subject: Subject, mut inquiry: Inquiry) -> Result<Answer, String> {
        self.rest(subject);
        let wanted = Arc::new(AtomicBool::new(true));
        self.wanted[subject as usize] = Arc::clone(&wanted);
        let tell = self.tell.clone();
        let taken = self.scheduler.study(
            self.client,
            Box::new(move |stop| {
                if !wanted.load(Ordering::Relaxed) {
                    return false;
                }
                let progress = inquiry(stop);
                let wanted = wanted.load(Ordering::Relaxed);
                if let Some(said) = progress.said.filter(|_| wanted) {
                    let _ = tell.try_send(said);
                }
                progress.more && wanted
            }),
        );
        if taken { Ok(Answer::Done) } else { Err("too many positions are being studied already".to_string()) }
    }

    /// Ends what is studied.
    pub fn rest(&mut self, subject: Subject) {
        self.wanted[subject as usize].store(false, Ordering::Relaxed);
    }
}

impl Drop for Student {
    fn drop(&mut self) {
        self.rest(Subject::Position);
        self.rest(Subject::Game);
        self.scheduler.forget(self.client);
    }
}
