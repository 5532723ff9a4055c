//! Servers and clients in one process, and peers that follow a script.

use plyground_games::reversixt::maps;
use plyground_network::client::{self, ClientError, ClientEvent, ClientOptions, ClientReport};
use plyground_network::server::{GameClock, GameReport, SeatConfig, Server, ServerError, ServerEvent, ServerOptions};
use plyground_network::wire::{Decoder, Endpoint, Message};
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Far longer than anything here takes; only a hanging test ever reaches it.
pub const LONG: Duration = Duration::from_secs(60);

/// Options for a map of ours, without the pause before the first request.
pub fn options(map: &str, clock: GameClock) -> ServerOptions {
    let text = maps::find(map).expect("a map of ours").text;
    ServerOptions { clock, start_delay: Duration::ZERO, wait: LONG, ..ServerOptions::new(map, text) }
}

pub fn time(millis: u64) -> GameClock {
    GameClock::Time(Duration::from_millis(millis))
}

pub fn built_in(spec: &str) -> SeatConfig {
    SeatConfig::BuiltIn(spec.parse().unwrap())
}

/// What came of all games, and who was expelled why.
type Hosting = (Result<Vec<GameReport>, ServerError>, Vec<String>);

/// A server at work on a port of its own.
pub struct Hosted {
    pub address: SocketAddr,
    thread: JoinHandle<Hosting>,
}

impl Hosted {
    pub fn start(options: ServerOptions) -> Self {
        let server = Server::bind(Ipv4Addr::LOCALHOST.into(), 0).unwrap();
        let address = server.address();
        let thread = std::thread::spawn(move || {
            let mut reasons = Vec::new();
            let result = server.run(&options, &mut |event| {
                if let ServerEvent::Disqualified { player, reason } = event {
                    reasons.push(format!("{player} {reason}"));
                }
            });
            (result, reasons)
        });
        Hosted { address, thread }
    }

    /// The reports of all games and who was expelled why.
    pub fn finish(self) -> (Vec<GameReport>, Vec<String>) {
        let (result, reasons) = self.thread.join().unwrap();
        (result.unwrap(), reasons)
    }

    pub fn fail(self) -> String {
        self.thread.join().unwrap().0.unwrap_err().to_string()
    }
}

/// A client's thread, with its report and everything it heard.
pub type Joined = JoinHandle<Result<(ClientReport, Vec<ClientEvent>), ClientError>>;

/// A client of ours at work.
pub fn join(address: SocketAddr, player: &str, group: u8) -> Joined {
    join_and(address, player, group, |_| {})
}

/// A client of ours at work that calls `then` at every event.
pub fn join_and(
    address: SocketAddr,
    player: &str,
    group: u8,
    then: impl FnMut(&ClientEvent) + Send + 'static,
) -> Joined {
    let player = player.parse().unwrap();
    join_with(address, ClientOptions { group, player, ..ClientOptions::default() }, then)
}

/// A client of ours with options of its own.
pub fn join_with(
    address: SocketAddr,
    options: ClientOptions,
    mut then: impl FnMut(&ClientEvent) + Send + 'static,
) -> Joined {
    // A reserve without end means half of every limit: tests run on machines that are busy with other tests.
    let options = ClientOptions { server_timeout: LONG, reserve: LONG, ..options };
    std::thread::spawn(move || {
        let mut news = Vec::new();
        let stream = client::connect(&address.to_string(), Duration::ZERO)?;
        let mut watch = |event: &ClientEvent| {
            news.push(event.clone());
            then(event);
        };
        client::play(stream, &options, &mut watch).map(|report| (report, news))
    })
}

/// The other end of a conversation, said and heard by hand.
pub struct Peer {
    pub stream: TcpStream,
    decoder: Decoder,
}

impl Peer {
    pub fn new(stream: TcpStream, endpoint: Endpoint) -> Self {
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream.set_write_timeout(Some(LONG)).unwrap();
        stream.set_nodelay(true).unwrap();
        Peer { stream, decoder: Decoder::new(endpoint) }
    }

    /// A client that has introduced itself.
    pub fn client(address: SocketAddr, group: u8) -> Self {
        let mut peer = Peer::new(TcpStream::connect(address).unwrap(), Endpoint::Client);
        peer.send(&Message::Group(group));
        peer
    }

    pub fn send(&mut self, message: &Message) {
        // Whoever hangs up on us has their reasons; the test hears of them elsewhere.
        let _ = self.stream.write_all(&message.encode());
    }

    /// The next message, or `None` when the connection has ended.
    pub fn receive(&mut self) -> Option<Message> {
        let begun = Instant::now();
        let mut bytes = [0; 4096];
        loop {
            if let Some(message) = self.decoder.next().unwrap() {
                return Some(message);
            }
            match self.stream.read(&mut bytes) {
                Ok(0) => return None,
                Ok(count) => self.decoder.feed(&bytes[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe) => {
                    return None;
                }
                Err(error) => panic!("{error}"),
            }
            assert!(begun.elapsed() < LONG, "nothing was said");
        }
    }

    /// Everything until the connection ends.
    pub fn rest(&mut self) -> Vec<Message> {
        std::iter::from_fn(|| self.receive()).collect()
    }
}
