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
            "anyone who can reach {} can use this server; it has no passwords and no encryption",
            args.addr
        ));
    }
    if args.data.is_some() {
        data::offer_endgames(args.data.as_deref());
    }
    // A failure to print must not stop the server.
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

/// Serves on the default port, or on a free one if it is in use, and opens a browser.
pub fn run_alone() -> Result<Answer> {
    let defaults = WebArgs::default();
    let free = || WebArgs { addr: SocketAddr::new(defaults.addr.ip(), 0), ..WebArgs::default() };
    match run(&defaults) {
        Err(error) if is_taken(&error) => run(&free()),
        other => other,
    }
}

fn is_taken(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    causes.any(|cause| cause.kind() == ErrorKind::AddrInUse)
}

/// Opens the page in the default browser. Without a desktop only the printed address remains.
fn browse(address: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = || Stdio::null();
    let started = Command::new(program).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Ok(mut child) = started {
        // Reap the child, or it would remain as a zombie.
        std::thread::spawn(move || child.wait());
    }
}
