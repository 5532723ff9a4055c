//! A person of the page as a client of a host: their moves are answers to the requests of its referee.

use crate::live::SeatAnswer;
use plyground_network::wire::{Decoder, Endpoint, Message, RawMove};
use plyground_search::StopFlag;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// The longest attempt to connect.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// The pause before joining the next game.
const RETRY_PAUSE: Duration = Duration::from_millis(300);
/// How often a thread that waits for the host looks for the person's move.
const POLL_INTERVAL: Duration = Duration::from_millis(15);

/// A seat that a person has taken for all games of a host.
pub struct PersonSeat {
    /// The group number under which they joined.
    pub group: u8,
    /// Where their answers go.
    pub answers: Sender<SeatAnswer>,
}

impl PersonSeat {
    /// Joins the host, game after game, until it is over or the person leaves.
    pub fn join(address: SocketAddr, group: u8, over: StopFlag) -> std::io::Result<Self> {
        let (answers, inbox) = mpsc::channel();
        // The first connection is made here, so that a failure is told to the person.
        let first = connect(address, group)?;
        thread::spawn(move || {
            let mut next = Some(first);
            while let Some(stream) = next.take() {
                // What was clicked before a game began belongs to another one.
                while inbox.try_recv().is_ok() {}
                if play(stream, &inbox, &over).is_none() || over.is_set() {
                    return;
                }
                // The host listens until its last game is over, but lets no one wait during that.
                thread::sleep(RETRY_PAUSE);
                next = connect(address, group).ok();
            }
        });
        Ok(PersonSeat { group, answers })
    }
}

fn connect(address: SocketAddr, group: u8) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect_timeout(&address, CONNECT_LIMIT)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(POLL_INTERVAL))?;
    stream.write_all(&Message::Group(group).encode())?;
    Ok(stream)
}

/// Plays one game; `None` when the person has left.
fn play(mut stream: TcpStream, answers: &Receiver<SeatAnswer>, over: &StopFlag) -> Option<()> {
    let mut decoder = Decoder::new(Endpoint::Client);
    let mut bytes = [0; 4096];
    let mut me = None;
    let mut answering = Answering::default();
    loop {
        match decoder.next() {
            Ok(Some(Message::Player(number))) => me = Some(number),
            Ok(Some(Message::Request { .. })) => answering.is_asked = true,
            Ok(Some(Message::GameEnd)) | Err(_) => return Some(()),
            Ok(Some(Message::Disqualified(number))) if Some(number) == me => return Some(()),
            Ok(Some(_)) => {}
            Ok(None) => {
                if over.is_set() || answering.answer(&mut stream, answers).is_none() {
                    let _ = stream.shutdown(Shutdown::Both);
                    return None;
                }
                match stream.read(&mut bytes) {
                    Ok(0) => return Some(()),
                    Ok(count) => decoder.feed(&bytes[..count]),
                    Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                    Err(_) => return Some(()),
                }
            }
        }
    }
}

/// The person's next answer. The page shows whose turn it is before the host asks, so a move may come before its request.
#[derive(Default)]
struct Answering {
    is_asked: bool,
    chosen: Option<RawMove>,
}

impl Answering {
    /// Sends the person's move once they have chosen it and were asked for it; `None` when they leave.
    fn answer(&mut self, stream: &mut TcpStream, answers: &Receiver<SeatAnswer>) -> Option<()> {
        while let Ok(answer) = answers.try_recv() {
            let SeatAnswer::Move(text) = answer else { return None };
            self.chosen = raw_move(&text).or(self.chosen);
        }
        if let (true, Some(mv)) = (self.is_asked, self.chosen) {
            *self = Answering::default();
            // A connection that is gone is noticed by the next read.
            let _ = stream.write_all(&Message::Answer(mv).encode());
        }
        Some(())
    }
}

/// A move of the game's notation, `x,y` or `x,y:special`, for the wire.
fn raw_move(text: &str) -> Option<RawMove> {
    let (place, special) = text.split_once(':').unwrap_or((text, "0"));
    let (x, y) = place.split_once(',')?;
    Some(RawMove { x: x.parse().ok()?, y: y.parse().ok()?, special: special.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_they_are_written() {
        for mv in [RawMove { x: 3, y: 12, special: 0 }, RawMove { x: 0, y: 0, special: 21 }] {
            assert_eq!(raw_move(&mv.to_string()), Some(mv));
        }
        assert_eq!(raw_move("here"), None);
    }
}
