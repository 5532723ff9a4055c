//! The transposition table: what is known about positions that were searched before.
//!
//! One table; its [`Replacement`] says which entry gives way, its layout how an entry lies in memory. Whole numbers
//! take two words, one of them the key xor the data, so that threads can share the table without locks: a read that mixes
//! two writes does not match its key and counts as nothing found. Real numbers need a third word and keep the table to
//! one thread.

mod config;
mod real;
mod whole;

pub use config::{LARGEST_TABLE, Replacement, TableConfig, TableError};
pub(crate) use real::{NO_MOVE, Real, RealEntry};
pub(crate) use whole::Whole;
pub use whole::{Entry, WHOLE};

use bytemuck::Zeroable;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value is at least this: the node was cut off.
    Lower = 1,
    /// The true value is at most this: no move reached the window.
    Upper = 2,
    /// The value is the true one.
    Exact = 3,
}

impl Bound {
    /// What a fail-soft search that was entered with `alpha` and `beta` and came back with `value` has learnt.
    #[inline]
    pub fn of<V: PartialOrd>(value: V, alpha: V, beta: V) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Whether the value answers the question that this window asks.
    #[inline]
    pub fn settles<V: PartialOrd>(self, value: V, alpha: V, beta: V) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    /// The bound of these bits; no bound has the bits 0.
    #[inline]
    fn from_bits(bits: u64) -> Option<Bound> {
        match bits {
            1 => Some(Bound::Lower),
            2 => Some(Bound::Upper),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }
}

/// An entry as it lies in memory, and what that means for replacement.
pub(crate) trait Layout: Copy {
    /// What a search reads and writes.
    type Entry;
    /// The place in memory; empty when it is zero.
    type Slot: Zeroable;
    /// Ages are counted modulo this and used again; without it they are unique until the counter ends.
    const AGES: Option<u16>;
    /// Whether the newest word about a position replaces the older one.
    const ONE_PER_POSITION: bool;

    fn load(slot: &Self::Slot) -> Self;
    fn store(self, slot: &Self::Slot);
    fn pack(key: u64, entry: Self::Entry, age: u16) -> Self;
    fn unpack(self) -> Option<Self::Entry>;
    fn is_empty(self) -> bool;
    fn key(self) -> u64;
    fn depth(self) -> u16;
    /// The search that wrote it.
    fn age(self) -> u16;
    /// What it is worth in a bucket, while the search of this age runs; the least gives way.
    fn worth(self, age: u16) -> i32;
    /// Keeps what the older word about the same position knows better.
    fn inherit(self, old: Self) -> Self;
}

/// Slots that belong together; the last bucket may be smaller.
const BUCKET: usize = 4;
const CACHE_LINE: usize = 64;
/// A table of buckets begins with this many slots, one megabyte, and grows with the search. As long as a search is small its table stays in
/// the cache of the processor: six foreign games with 12 M to 25 M nodes each took 55 to 80 % of the time that they took with 64 MB from the beginning.
const FIRST_SLOTS: usize = 1 << 16;

/// Slots next to each other. Where a bucket is as large as a cache line it is one.
#[derive(Debug)]
struct Level<S> {
    slots: Box<[S]>,
    first: usize,
    len: usize,
    /// How many of them are in use: fewer than `len` while a table of buckets grows with its work.
    used: AtomicUsize,
}

impl<S: Zeroable> Level<S> {
    fn new(len: usize) -> Result<Self, TableError> {
        let aligned = len > 0 && size_of::<S>() * BUCKET == CACHE_LINE;
        let slots: Box<[S]> = try_zeroed_slots(if aligned { len + BUCKET - 1 } else { len })?;
        let offset = if aligned { slots.as_ptr().align_offset(CACHE_LINE) } else { 0 };
        Ok(Level { slots, first: if offset < BUCKET { offset } else { 0 }, len, used: AtomicUsize::new(len) })
    }

    #[inline]
    fn slot(&self, key: u64) -> &S {
        &self.slots[self.first + slot_of(key, self.len)]
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[S] {
        let used = self.used.load(Ordering::Relaxed);
        let start = self.first + BUCKET * slot_of(key, used.div_ceil(BUCKET));
        &self.slots[start..(start + BUCKET).min(self.first + used)]
    }

    fn clear(&mut self) {
        let used = *self.used.get_mut();
        self.slots[self.first..self.first + used].fill_with(S::zeroed);
    }
}

/// A transposition table. Searches of whole numbers share one between threads.
#[derive(Debug)]
pub(crate) struct TranspositionTable<L: Layout> {
    upper: Level<L::Slot>,
    lower: Level<L::Slot>,
    replacement: Replacement,
    /// Stepped for every search, so that leftovers are recognised without touching them.
    age: u16,
    /// Entries of earlier ages belong to another game. Only where ages are unique.
    first_age: u16,
}

impl TranspositionTable<Whole> {
    /// Builds the table; `None` when it is switched off.
    pub(crate) fn new(config: TableConfig) -> Result<Option<Self>, TableError> {
        if config.bytes() > LARGEST_TABLE {
            return Err(TableError::TooLarge { bytes: config.bytes(), most: LARGEST_TABLE });
        }
        Ok(match config {
            TableConfig::Off => None,
            TableConfig::Bucketed { bytes } if bytes < CACHE_LINE => {
                return Err(TableError::TooSmall { bytes, least: CACHE_LINE });
            }
            TableConfig::Bucketed { bytes } => {
                let mut table = Self::with_levels(0, bytes / CACHE_LINE * BUCKET, Replacement::Bucketed)?;
                table.shrink();
                Some(table)
            }
            TableConfig::TwoLevel { upper, lower } if upper == 0 || lower == 0 => {
                return Err(TableError::MissingLevel { upper, lower });
            }
            TableConfig::TwoLevel { upper, lower } => Some(Self::with_levels(upper, lower, Replacement::Pair)?),
        })
    }

    /// A cleared table of buckets begins small again.
    fn shrink(&mut self) {
        if self.replacement == Replacement::Bucketed {
            self.lower.used = AtomicUsize::new(self.lower.len.min(FIRST_SLOTS));
        }
    }

    /// After how many entries of one search the table should [`grow`](Self::grow); never when it is as large as it may be.
    pub(crate) fn grows_after(&self) -> u64 {
        let used = self.lower.used.load(Ordering::Relaxed);
        if used < self.lower.len { used as u64 / 2 } else { u64::MAX }
    }

    /// Spreads the entries over four times as many buckets. One thread at a time does so; others may use the table meanwhile. What they
    /// store in a bucket at the very moment when it is spread is lost or lies where it is not looked for, as if it had been replaced.
    ///
    /// A key's bucket is its share of the buckets in use, so with more of them it moves up or stays. Going from the last bucket to
    /// the first, entries therefore only ever move to buckets that have been spread already, and no second copy is needed.
    pub(crate) fn grow(&self) {
        let before = self.lower.used.load(Ordering::Relaxed);
        let used = (4 * before).min(self.lower.len);
        self.lower.used.store(used, Ordering::Relaxed);
        for bucket in (0..before.div_ceil(BUCKET)).rev() {
            let start = self.lower.first + BUCKET * bucket;
            let slots = &self.lower.slots[start..(start + BUCKET).min(self.lower.first + before)];
            let mut entries = [Whole::EMPTY; BUCKET];
            for (entry, slot) in entries.iter_mut().zip(slots) {
                *entry = Whole::load(slot);
                Whole::EMPTY.store(slot);
            }
            entries.into_iter().filter(|entry| !entry.is_empty()).for_each(|entry| self.store_in_bucket(entry));
        }
    }

    /// A new table that uses all its memory from the beginning: for work that is known to be large.
    pub(crate) fn at_full_size(mut self) -> Self {
        self.lower.used = AtomicUsize::new(self.lower.len);
        self
    }

    /// Everything there is becomes worthless.
    pub(crate) fn forget(&mut self) {
        self.clear();
        self.shrink();
    }
}

impl TranspositionTable<Real> {
    /// Everything there is becomes worthless, without being touched: ages tell.
    pub(crate) fn forget(&mut self) {
        self.begin_search();
        self.first_age = self.age;
    }
}

impl<L: Layout> TranspositionTable<L> {
    /// A table of about this many bytes, but at least one entry (one in each half of a pair).
    pub(crate) fn with_replacement(bytes: usize, replacement: Replacement) -> Result<Self, TableError> {
        let slots = bytes / size_of::<L::Slot>();
        match replacement {
            Replacement::Recent | Replacement::Bucketed => Self::with_levels(0, slots.max(1), replacement),
            Replacement::Deeper => Self::with_levels(slots.max(1), 0, replacement),
            Replacement::Pair => Self::with_levels((slots / 2).max(1), (slots - slots / 2).max(1), replacement),
        }
    }

    fn with_levels(upper: usize, lower: usize, replacement: Replacement) -> Result<Self, TableError> {
        let (upper, lower) = (Level::new(upper)?, Level::new(lower)?);
        Ok(TranspositionTable { upper, lower, replacement, age: 1, first_age: 0 })
    }

    /// What is known under this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<L::Entry> {
        self.probe_for(key, |_| true)
    }

    /// What is known under this key: preferably something that fits.
    #[inline]
    pub(crate) fn probe_for(&self, key: u64, fits: impl Fn(&L::Entry) -> bool) -> Option<L::Entry> {
        if self.replacement == Replacement::Bucketed {
            return self.lower.bucket(key).iter().find_map(|slot| self.read(slot, key));
        }
        let mut known = None;
        for level in [&self.upper, &self.lower] {
            if level.len == 0 {
                continue;
            }
            match self.read(level.slot(key), key) {
                Some(entry) if fits(&entry) => return Some(entry),
                entry => known = known.or(entry),
            }
        }
        known
    }

    #[inline]
    fn read(&self, slot: &L::Slot, key: u64) -> Option<L::Entry> {
        let packed = L::load(slot);
        if packed.key() == key && self.is_valid(packed) { packed.unpack() } else { None }
    }

    #[inline]
    fn is_valid(&self, packed: L) -> bool {
        !packed.is_empty() && (L::AGES.is_some() || packed.age() >= self.first_age)
    }

    /// Remembers, unless what is there deserves its place more.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: L::Entry) {
        let new = L::pack(key, entry, self.age);
        match self.replacement {
            Replacement::Bucketed => self.store_in_bucket(new),
            Replacement::Recent => new.store(self.lower.slot(key)),
            Replacement::Deeper => {
                let slot = self.upper.slot(key);
                if self.gives_way(L::load(slot), new) {
                    new.store(slot);
                }
            }
            Replacement::Pair => self.store_in_pair(new),
        }
    }

    /// The same position makes room, else whatever is worth least.
    #[inline]
    fn store_in_bucket(&self, mut new: L) {
        let bucket = self.lower.bucket(new.key());
        let (mut victim, mut least) = (&bucket[0], i32::MAX);
        for slot in bucket {
            let old = L::load(slot);
            if is_same(old, new) && (L::ONE_PER_POSITION || old.age() == self.age) {
                new = new.inherit(old);
                victim = slot;
                break;
            }
            let worth = if old.is_empty() { i32::MIN } else { old.worth(self.age) };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        new.store(victim);
    }

    /// Whatever is rejected or displaced above falls.
    #[inline]
    fn store_in_pair(&self, new: L) {
        let slot = self.upper.slot(new.key());
        let old = L::load(slot);
        if L::ONE_PER_POSITION && is_same(old, new) {
            new.inherit(old).store(slot);
        } else if self.gives_way(old, new) {
            new.store(slot);
            if !is_same(old, new) && self.is_valid(old) {
                old.store(self.lower.slot(old.key()));
            }
        } else {
            new.store(self.lower.slot(new.key()));
        }
    }

    /// Whether the old entry is left over from an earlier search, or not searched deeper.
    #[inline]
    fn gives_way(&self, old: L, new: L) -> bool {
        old.is_empty() || old.age() != self.age || old.depth() <= new.depth()
    }

    /// Another search begins: what is there may be used, but gives way from now on.
    pub(crate) fn begin_search(&mut self) {
        match (L::AGES, self.age.checked_add(1)) {
            (Some(ages), _) => self.age = (self.age + 1) % ages,
            (None, Some(age)) => self.age = age,
            (None, None) => self.clear(),
        }
    }

    fn clear(&mut self) {
        self.upper.clear();
        self.lower.clear();
        (self.age, self.first_age) = (1, 0);
    }

    /// Memory taken.
    pub(crate) fn bytes(&self) -> usize {
        (self.upper.len + self.lower.len) * size_of::<L::Slot>()
    }
}

/// Whether both are about the same position.
#[inline]
fn is_same<L: Layout>(old: L, new: L) -> bool {
    old.key() == new.key() && !old.is_empty()
}

/// This many zeroed slots, or an error where a vector would end the process. Pages that are never touched take no memory.
fn try_zeroed_slots<S: Zeroable>(count: usize) -> Result<Box<[S]>, TableError> {
    let refused = |()| TableError::NoMemory { bytes: count.saturating_mul(size_of::<S>()) };
    bytemuck::allocation::try_zeroed_slice_box(count).map_err(refused)
}

/// Zeroed slots of three words.
///
/// # Errors
/// When there is no memory for them.
pub fn try_zeroed(count: usize) -> Result<Box<[[u64; 3]]>, TableError> {
    try_zeroed_slots(count)
}

/// The slot of a key among `count`: the high bits of the product spread keys evenly over any number of slots.
#[inline]
fn slot_of(key: u64, count: usize) -> usize {
    ((u128::from(key) * count as u128) >> 64) as usize
}

#[cfg(test)]
mod tests;
