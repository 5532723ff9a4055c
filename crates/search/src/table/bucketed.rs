//! Clusters of four entries in one cache line; the oldest and shallowest gives way.

use super::entry::{AGES, Slot, age_of, depth_of};
use super::{Entry, TableError, slot_of, try_filled};

const CLUSTER: usize = 4;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; CLUSTER]);

const _: () = assert!(size_of::<Cluster>() == 64);

/// One search older weighs as much as this many plies less depth.
const AGE_WEIGHT: i32 = 8;

/// The table.
#[derive(Debug)]
pub struct Bucketed {
    clusters: Vec<Cluster>,
    age: u8,
}

impl Bucketed {
    /// As many clusters as fit into `bytes`.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        let count = bytes / size_of::<Cluster>();
        if count == 0 {
            return Err(TableError::TooSmall { bytes, least: size_of::<Cluster>() });
        }
        Ok(Bucketed { clusters: try_filled(count)?, age: 0 })
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[Slot; CLUSTER] {
        &self.clusters[slot_of(key, self.clusters.len())].0
    }

    /// See [`TranspositionTable::probe`](super::TranspositionTable::probe).
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in self.cluster(key) {
            let (found, data) = slot.read();
            if found == key {
                return Entry::unpack(data);
            }
        }
        None
    }

    /// See [`TranspositionTable::store`](super::TranspositionTable::store).
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let cluster = self.cluster(key);
        let mut victim = &cluster[0];
        let mut least = i32::MAX;
        for slot in cluster {
            let (found, data) = slot.read();
            if data != 0 && found == key {
                // A result without a best move keeps the one known before: it is still the likeliest to cut.
                if entry.hint == 0 {
                    entry.hint = Entry::unpack(data).map_or(0, |old| old.hint);
                }
                victim = slot;
                break;
            }
            let worth = if data == 0 { i32::MIN } else { self.worth(data) };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        victim.write(key, entry.pack(self.age));
    }

    #[inline]
    fn worth(&self, data: u64) -> i32 {
        let searches_ago = (self.age + AGES - age_of(data)) % AGES;
        i32::from(depth_of(data)) - AGE_WEIGHT * i32::from(searches_ago)
    }

    pub(super) fn step(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    pub(super) fn clear(&mut self) {
        self.clusters.iter_mut().flat_map(|cluster| &mut cluster.0).for_each(Slot::clear);
        self.age = 0;
    }

    pub(super) fn bytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bound;
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, depth, bound: Bound::Exact, hint: 1 }
    }

    #[test]
    fn the_shallowest_of_a_full_cluster_gives_way() {
        let table = Bucketed::new(64).unwrap();
        for key in 1..=4 {
            table.store(key, entry(key as i32, 10 - key as u8));
        }
        table.store(5, entry(5, 1));
        assert_eq!(table.probe(4), None);
        for key in [1, 2, 3, 5] {
            assert_eq!(table.probe(key).unwrap().value, key as i32);
        }
    }

    #[test]
    fn old_searches_give_way_before_shallow_ones() {
        let mut table = Bucketed::new(64).unwrap();
        table.store(1, entry(1, 7));
        table.step();
        for key in 2..=4 {
            table.store(key, entry(key as i32, 2));
        }
        table.store(5, entry(5, 2));
        assert_eq!(table.probe(1), None);
        assert!([2, 3, 4, 5].iter().all(|key| table.probe(*key).is_some()));
    }

    #[test]
    fn a_result_without_a_move_keeps_the_known_one() {
        let table = Bucketed::new(64).unwrap();
        table.store(9, Entry { hint: 7, ..entry(1, 1) });
        table.store(9, Entry { hint: 0, ..entry(2, 2) });
        assert_eq!(table.probe(9), Some(Entry { hint: 7, ..entry(2, 2) }));
    }

    #[test]
    fn clearing_forgets_everything() {
        let mut table = Bucketed::new(1 << 12).unwrap();
        for key in 0..1000u64 {
            table.store(plyground_core::splitmix64(key), entry(1, 1));
        }
        table.step();
        table.clear();
        assert!((0..1000u64).all(|key| table.probe(plyground_core::splitmix64(key)).is_none()));
        assert_eq!(table.age, 0);
        assert_eq!(table.bytes(), 1 << 12);
    }

    #[test]
    fn threads_never_read_what_nobody_wrote() {
        let table = Bucketed::new(64 * 8).unwrap();
        let key_of = |number: u64| plyground_core::splitmix64(number % 64);
        // The value of an entry is a function of its key, so a torn read that passed for whole would show.
        let check = |key: u64| (key >> 32) as i32;
        let seen = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4u64)
                .map(|worker| {
                    let table = &table;
                    scope.spawn(move || {
                        let mut hits = 0u32;
                        for number in 0..50_000 {
                            let key = key_of(number * (worker + 1));
                            table.store(key, entry(check(key), (number % 60) as u8));
                            let other = key_of(number * 31 + worker);
                            if let Some(found) = table.probe(other) {
                                assert_eq!(found.value, check(other));
                                hits += 1;
                            }
                        }
                        hits
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().expect("a worker failed")).sum::<u32>()
        });
        assert!(seen > 0);
    }
}
