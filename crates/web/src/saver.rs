//! Writes files whole or not at all, away from whoever has no time to wait for a disk.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::{fs, io};

enum Order {
    Write(PathBuf, String),
    Flush(Sender<()>),
}

/// A thread that writes what it is given, the newest version of each file.
pub struct Saver {
    orders: Sender<Order>,
    _thread: JoinHandle<()>,
}

impl Default for Saver {
    fn default() -> Self {
        let (orders, incoming) = channel();
        Saver { orders, _thread: thread::spawn(move || work(&incoming)) }
    }
}

impl Saver {
    /// Writes this soon.
    pub fn write(&self, path: PathBuf, text: String) {
        // The thread lives as long as this value.
        let _ = self.orders.send(Order::Write(path, text));
    }

    /// Returns when everything said so far is on disk.
    pub fn flush(&self) {
        let (done, wait) = channel();
        if self.orders.send(Order::Flush(done)).is_ok() {
            let _ = wait.recv();
        }
    }
}

fn work(orders: &Receiver<Order>) {
    while let Ok(first) = orders.recv() {
        let mut latest = HashMap::new();
        let mut waiting = Vec::new();
        for order in std::iter::once(first).chain(orders.try_iter()) {
            match order {
                Order::Write(path, text) => drop(latest.insert(path, text)),
                Order::Flush(done) => waiting.push(done),
            }
        }
        for (path, text) in latest {
            // A full disk must not end a game that goes on in memory.
            let _ = write_whole(&path, &text);
        }
        for done in waiting {
            let _ = done.send(()); // whoever waited may have gone
        }
    }
}

/// Writes a file so that it is there whole or as it was before.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
