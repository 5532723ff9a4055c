//! `plyground serve`, and what the bare program does.

use crate::args::WebArgs;
use crate::{Answer, data, print};
use anyhow::{Context, Result};
use plyground_web::{Options, serve};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Serves the pages until Ctrl-C.
pub fn run(args: &WebArgs) -> Result<Answer> {
    let days = u64::from(args.keep_empty);
    let options = Options {
        addr: args.addr,
        data: data::folder(args.data.as_deref())?,
        processes: args.allow_processes,
        keep_empty: (days > 0).then(|| Duration::from_secs(24 * 3600 * days)),
    };
    if !args.addr.ip().is_loopback() {
        print::warn(&format!(
            "everybody who can reach {} can use this server; there are no passwords and no encryption",
            args.addr
        ));
    }
    if args.data.is_some() {
        data::offer_endgames(args.data.as_deref());
    }
    // A line that cannot be printed must not end the server.
    let ready = |bound: SocketAddr| {
        let address = format!("http://{bound}/");
        let _ = print::text(&format!("{address}\n"));
        if args.open {
            browse(&address);
        }
    };
    serve(options, ready).with_context(|| format!("cannot serve at {}", args.addr))?;
    Ok(Answer::Yes)
}

/// Serves and opens a browser; where the usual port is taken, on a free one.
pub fn run_alone() -> Result<Answer> {
    let usual = WebArgs::default();
    let free = || WebArgs { addr: SocketAddr::new(usual.addr.ip(), 0), ..WebArgs::default() };
    match run(&usual) {
        Err(error) if is_taken(&error) => run(&free()),
        other => other,
    }
}

fn is_taken(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    causes.any(|cause| cause.kind() == ErrorKind::AddrInUse)
}

/// Asks the desktop to show the page. Where there is none, the printed address has to do.
fn browse(address: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = || Stdio::null();
    let started = Command::new(program).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Ok(mut child) = started {
        // Somebody has to wait for it, or it stays behind as a zombie.
        std::thread::spawn(move || child.wait());
    }
}
