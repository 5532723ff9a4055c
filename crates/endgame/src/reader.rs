//! A database file that is read piece by piece: each block is checked when it is first used and then kept in memory, as far as there is
//! room.
//!
//! Files are not mapped into memory. If a mapped file is cut off while it is in use, the next look at the missing part ends the
//! process with a signal; a read only comes back short, which makes the block a damaged one.

use crate::file::{BLOCK, FileHeader, HEADER, Problem, block_sum};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// Blocks of all files together that are kept in memory. Databases of up to four stones fit more than ten times; of larger ones, what
/// one game needs does. Values of further blocks are read one at a time from the system's own cache.
const ROOM: usize = 256 << 20;
/// Bytes of blocks that are kept.
static KEPT: AtomicUsize = AtomicUsize::new(0);

/// The block was not read yet.
const UNKNOWN: u8 = 0;
const SOUND: u8 = 1;
const DAMAGED: u8 = 2;

struct Block {
    state: AtomicU8,
    /// The whole block, if it was sound and there was room for it.
    bytes: OnceLock<Box<[u8]>>,
}

/// A file whose header is right. What its blocks hold is checked block by block.
pub(crate) struct TableReader {
    file: Source,
    header: FileHeader,
    /// Header and checksums.
    head: Vec<u8>,
    blocks: Vec<Block>,
    room: usize,
}

impl TableReader {
    /// Opens a file that should hold this pair of classes.
    pub(crate) fn open(path: &Path, expected: &FileHeader) -> Result<Self, Problem> {
        TableReader::with_room(path, expected, ROOM)
    }

    /// Opens a file whose blocks are kept as long as all files together take no more than this.
    pub(crate) fn with_room(path: &Path, expected: &FileHeader, room: usize) -> Result<Self, Problem> {
        let file = File::open(path).map_err(Problem::Unreadable)?;
        let length = file.metadata().map_err(Problem::Unreadable)?.len();
        let file = Source::new(file);
        let mut head = vec![0; length.min(HEADER as u64) as usize];
        file.read_exact_at(&mut head, 0).map_err(Problem::of_read)?;
        let header = FileHeader::read(&head)?;
        if header != *expected {
            return Err(Problem::Foreign);
        }
        // The header is as expected, so what it says about sizes can be relied upon.
        if length != header.file_bytes() as u64 {
            return Err(Problem::Length);
        }
        head.resize(header.data_start(), 0);
        file.read_exact_at(&mut head[HEADER..], HEADER as u64).map_err(Problem::of_read)?;
        header.check_sums(&head)?;
        let block = |_| Block { state: AtomicU8::new(UNKNOWN), bytes: OnceLock::new() };
        Ok(TableReader { file, header, blocks: (0..header.blocks()).map(block).collect(), head, room })
    }

    pub(crate) fn len(&self) -> usize {
        self.header.file_bytes()
    }

    /// A value; `None` if its block does not have the checksum it was written with, or cannot be read any more.
    #[inline]
    pub(crate) fn value(&self, place: usize) -> Option<u16> {
        let (block, at) = (2 * place / BLOCK, 2 * place % BLOCK);
        match self.blocks[block].bytes.get() {
            Some(bytes) => Some(u16::from_le_bytes([bytes[at], bytes[at + 1]])),
            None => self.fetch(block, at),
        }
    }

    /// A value of a block that is not in memory.
    #[cold]
    fn fetch(&self, block: usize, at: usize) -> Option<u16> {
        let state = &self.blocks[block].state;
        let value = match state.load(Ordering::Relaxed) {
            DAMAGED => None,
            SOUND => {
                let mut value = [0; 2];
                let start = self.start(block) + at as u64;
                self.file.read_exact_at(&mut value, start).ok().map(|()| u16::from_le_bytes(value))
            }
            _ => self.read_block(block).ok().map(|bytes| {
                let value = u16::from_le_bytes([bytes[at], bytes[at + 1]]);
                self.keep(block, bytes);
                value
            }),
        };
        state.store(if value.is_some() { SOUND } else { DAMAGED }, Ordering::Relaxed);
        value
    }

    /// Keeps a block in memory if there is room.
    fn keep(&self, block: usize, bytes: Vec<u8>) {
        let size = bytes.len();
        let fits = KEPT.fetch_add(size, Ordering::Relaxed) + size <= self.room;
        // Another thread may have been first.
        if !fits || self.blocks[block].bytes.set(bytes.into_boxed_slice()).is_err() {
            KEPT.fetch_sub(size, Ordering::Relaxed);
        }
    }

    /// Where a block begins in the file.
    fn start(&self, block: usize) -> u64 {
        (self.header.data_start() + block * BLOCK) as u64
    }

    /// A whole block from the file, compared with its checksum.
    fn read_block(&self, block: usize) -> Result<Vec<u8>, Problem> {
        let start = self.start(block);
        let mut bytes = vec![0; BLOCK.min(self.len() - start as usize)];
        self.file.read_exact_at(&mut bytes, start).map_err(Problem::of_read)?;
        let sound = block_sum(&bytes) == self.header.sum_of(&self.head, block);
        if sound { Ok(bytes) } else { Err(Problem::Checksum) }
    }

    /// Checks every block.
    pub(crate) fn check_all(&self) -> Result<(), Problem> {
        (0..self.blocks.len()).try_for_each(|block| self.read_block(block).map(drop))
    }

    /// All values, every block checked.
    pub(crate) fn read_all(&self) -> Result<Vec<u16>, Problem> {
        let mut values = Vec::with_capacity((self.len() - self.header.data_start()) / 2);
        for block in 0..self.blocks.len() {
            let bytes = self.read_block(block)?;
            values.extend(bytes.as_chunks().0.iter().map(|value| u16::from_le_bytes(*value)));
        }
        Ok(values)
    }
}

impl Drop for TableReader {
    fn drop(&mut self) {
        let kept: usize = self.blocks.iter().filter_map(|block| block.bytes.get()).map(|bytes| bytes.len()).sum();
        KEPT.fetch_sub(kept, Ordering::Relaxed);
    }
}

/// A file that several threads read at places of their own.
#[cfg(unix)]
struct Source(File);

#[cfg(unix)]
impl Source {
    fn new(file: File) -> Self {
        Source(file)
    }

    fn read_exact_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, bytes, at)
    }
}

/// A file that several threads read at places of their own, one after another: elsewhere there is only one place in a file.
#[cfg(not(unix))]
struct Source(std::sync::Mutex<File>);

#[cfg(not(unix))]
impl Source {
    fn new(file: File) -> Self {
        Source(std::sync::Mutex::new(file))
    }

    fn read_exact_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }
}

/// Whether the file is there and right to the last byte.
pub(crate) fn is_whole(path: &Path, header: &FileHeader) -> bool {
    path.exists() && TableReader::open(path, header).is_ok_and(|file| file.check_all().is_ok())
}
