//! Two ends of one connection inside this program: a built-in player sits at the table like anybody else.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Longest time that connecting to ourselves may take.
const LIMIT: Duration = Duration::from_secs(10);

/// A connected pair over loopback. Strangers who find the short-lived port are turned away by their address.
pub(crate) fn pair() -> io::Result<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    listener.set_nonblocking(true)?;
    let ours = TcpStream::connect_timeout(&listener.local_addr()?, LIMIT)?;
    let expected = ours.local_addr()?;
    let begun = Instant::now();
    while begun.elapsed() < LIMIT {
        match listener.accept() {
            Ok((theirs, address)) if address == expected => {
                theirs.set_nonblocking(false)?;
                return Ok((ours, theirs));
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(Duration::from_millis(1)),
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::TimedOut.into())
}
