//! A database file mapped into memory, its blocks checked when they are first used.

use crate::file::{BLOCK, Header, Problem, block_sum};
use memmap2::Mmap;
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};

/// Nobody has looked at the block yet.
const UNKNOWN: u8 = 0;
const SOUND: u8 = 1;
const DAMAGED: u8 = 2;

/// A file whose header is right. What its blocks hold is checked block by block.
pub(crate) struct Mapped {
    bytes: Mmap,
    header: Header,
    blocks: Vec<AtomicU8>,
}

impl Mapped {
    /// Maps a file that should hold this pair of classes.
    pub(crate) fn open(path: &Path, expected: &Header) -> Result<Self, Problem> {
        let file = File::open(path).map_err(Problem::Unreadable)?;
        let bytes = map(&file).map_err(Problem::Unreadable)?;
        let header = Header::read(&bytes)?;
        if header != *expected {
            return Err(Problem::Foreign);
        }
        if bytes.len() != header.file_bytes() {
            return Err(Problem::Length);
        }
        header.check_sums(&bytes)?;
        let blocks = (0..header.blocks()).map(|_| AtomicU8::new(UNKNOWN)).collect();
        Ok(Mapped { bytes, header, blocks })
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    pub(crate) fn value(&self, place: usize) -> u16 {
        let at = self.header.data_start() + 2 * place;
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Whether the block of this value has the checksum it was written with.
    #[inline]
    pub(crate) fn is_sound(&self, place: usize) -> bool {
        let block = 2 * place / BLOCK;
        match self.blocks[block].load(Ordering::Relaxed) {
            UNKNOWN => self.check(block),
            state => state == SOUND,
        }
    }

    #[cold]
    fn check(&self, block: usize) -> bool {
        let data = &self.bytes[self.header.data_start()..];
        let bytes = &data[block * BLOCK..data.len().min((block + 1) * BLOCK)];
        let sound = block_sum(bytes) == self.header.sum_of(&self.bytes, block);
        self.blocks[block].store(if sound { SOUND } else { DAMAGED }, Ordering::Relaxed);
        sound
    }

    /// Checks every block.
    pub(crate) fn check_all(&self) -> Result<(), Problem> {
        if (0..self.blocks.len()).all(|block| self.check(block)) { Ok(()) } else { Err(Problem::Checksum) }
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: files appear under their names complete, by renaming, and are never written to afterwards. Whoever cuts
    // one off while it is in use breaks the program, as with any mapped file; contents are checked before use.
    unsafe { Mmap::map(file) }
}

/// Whether the file is there and right to the last byte.
pub(crate) fn is_whole(path: &Path, header: &Header) -> bool {
    path.exists() && Mapped::open(path, header).is_ok_and(|file| file.check_all().is_ok())
}
