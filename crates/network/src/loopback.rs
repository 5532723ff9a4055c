//! Both ends of a loopback connection, so that built-in players use the same protocol as other clients.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// The longest time that connecting to ourselves may take.
const LIMIT: Duration = Duration::from_secs(10);

/// A connected pair of streams. Connections from other programs to the short-lived port are rejected by their address.
pub(crate) fn loopback_pair() -> io::Result<(TcpStream, TcpStream)> {
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
