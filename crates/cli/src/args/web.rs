//! The web app.

use super::value_error::ValueError;
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Where the pages are found by default: on this machine alone.
pub const DEFAULT_ADDR: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 7171);

/// How many days a game without a single move is kept. People open more games than they play.
const DEFAULT_KEEP_EMPTY: u32 = 7;

#[derive(Args, Debug)]
pub struct WebArgs {
    /// The address to listen on; port 0 takes a free port. Addresses other than 127.0.0.1 let other machines connect
    #[arg(long, value_name = "ADDRESS:PORT", default_value_t = DEFAULT_ADDR, value_parser = parse_addr)]
    pub addr: SocketAddr,
    /// Open the pages in the default browser, if there is one
    #[arg(long)]
    pub open: bool,
    /// The data folder [default: the program's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Delete games without a single move after this many days; 0 keeps them
    #[arg(long, value_name = "DAYS", default_value_t = DEFAULT_KEEP_EMPTY, value_parser = clap::value_parser!(u32).range(..=36500))]
    pub keep_empty: u32,
    /// Let pages start other programs as players: `process(…)`
    #[arg(long)]
    pub allow_processes: bool,
}

fn parse_addr(text: &str) -> Result<SocketAddr, ValueError> {
    text.parse().map_err(|_| ValueError::Address(text.to_string()))
}

impl Default for WebArgs {
    fn default() -> Self {
        WebArgs { addr: DEFAULT_ADDR, open: true, data: None, keep_empty: DEFAULT_KEEP_EMPTY, allow_processes: false }
    }
}
