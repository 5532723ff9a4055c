//! Every policy of replacement in whole numbers; `real.rs` tests those of real numbers.

use super::*;

#[test]
fn impossible_sizes_are_refused_with_a_sentence() {
    let said = |config| TranspositionTable::new(config).map(|_| ()).unwrap_err().to_string();
    assert!(said(TableConfig::Bucketed { bytes: 0 }).contains("a table of 0 bytes holds nothing"));
    assert!(said(TableConfig::Bucketed { bytes: 63 }).contains("at least 64 bytes"));
    assert!(said(TableConfig::TwoLevel { upper: 0, lower: 5 }).contains("lacks one of its levels"));
    assert!(said(TableConfig::Bucketed { bytes: usize::MAX }).contains("beyond the limit"));
    assert!(said(TableConfig::TwoLevel { upper: usize::MAX, lower: 1 }).contains("beyond the limit"));
    assert!(TranspositionTable::new(TableConfig::Off).unwrap().is_none());
}

#[test]
fn memory_that_does_not_exist_is_an_error() {
    // No address space is that large, however much the system promises.
    for count in [usize::MAX, isize::MAX as usize / 24, 1 << 56] {
        assert!(matches!(try_zeroed(count), Err(TableError::NoMemory { .. })), "{count}");
    }
    assert_eq!(try_zeroed(2).as_deref(), Ok([[0; 3]; 2].as_slice()));
}

#[test]
fn slots_cover_every_size() {
    for count in [1, 3, 7, 1000] {
        assert_eq!(slot_of(u64::MAX, count), count - 1);
        assert_eq!(slot_of(0, count), 0);
    }
}

fn bucketed(bytes: usize) -> TranspositionTable<Whole> {
    TranspositionTable::new(TableConfig::Bucketed { bytes }).unwrap().expect("a table")
}

/// One entry in each level.
fn pair() -> TranspositionTable<Whole> {
    TranspositionTable::new(TableConfig::TwoLevel { upper: 1, lower: 1 }).unwrap().expect("a table")
}

#[test]
fn a_bucket_of_two_words_each_is_a_cache_line() {
    let table = bucketed(1 << 16);
    for key in [0, 1 << 40, 1 << 60, u64::MAX] {
        let bucket = table.lower.bucket(key);
        assert_eq!((bucket.as_ptr() as usize % CACHE_LINE, bucket.len()), (0, BUCKET));
    }
}

fn entry(value: i32, depth: u8) -> Entry {
    Entry { value, depth, bound: Bound::Exact, hint: 1 }
}

#[test]
fn the_shallowest_of_a_full_cluster_gives_way() {
    let table = bucketed(64);
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
    let mut table = bucketed(64);
    table.store(1, entry(1, 7));
    table.begin_search();
    for key in 2..=4 {
        table.store(key, entry(key as i32, 2));
    }
    table.store(5, entry(5, 2));
    assert_eq!(table.probe(1), None);
    assert!([2, 3, 4, 5].iter().all(|key| table.probe(*key).is_some()));
}

#[test]
fn a_result_without_a_move_keeps_the_known_one() {
    let table = bucketed(64);
    table.store(9, Entry { hint: 7, ..entry(1, 1) });
    table.store(9, Entry { hint: 0, ..entry(2, 2) });
    assert_eq!(table.probe(9), Some(Entry { hint: 7, ..entry(2, 2) }));
}

#[test]
fn clearing_forgets_everything() {
    let mut table = bucketed(1 << 12);
    for key in 0..1000u64 {
        table.store(plyground_core::splitmix64(key), entry(1, 1));
    }
    table.begin_search();
    table.forget();
    assert!((0..1000u64).all(|key| table.probe(plyground_core::splitmix64(key)).is_none()));
    assert_eq!(table.bytes(), 1 << 12);
}

#[test]
fn threads_never_read_what_nobody_wrote() {
    let table = bucketed(64 * 8);
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

#[test]
fn the_deeper_stays_above_and_the_other_falls() {
    let table = pair();
    table.store(1, entry(1, 5));
    table.store(2, entry(2, 3)); // rejected above, lands below
    assert_eq!(table.probe(1).unwrap().value, 1);
    assert_eq!(table.probe(2).unwrap().value, 2);
    table.store(3, entry(3, 8)); // displaces 1, which displaces 2
    assert_eq!(table.probe(3).unwrap().value, 3);
    assert_eq!(table.probe(1).unwrap().value, 1);
    assert_eq!(table.probe(2), None);
}

#[test]
fn old_entries_give_way_whatever_their_depth() {
    let mut table = pair();
    table.store(1, entry(1, 50));
    table.begin_search();
    table.store(2, entry(2, 1));
    table.store(3, entry(3, 0)); // not deeper than 2, which is current: falls and covers 1
    assert_eq!(table.probe(2).unwrap().value, 2);
    assert_eq!(table.probe(3).unwrap().value, 3);
    assert_eq!(table.probe(1), None);
}

#[test]
fn a_newer_word_about_the_same_position_counts() {
    let mut table = pair();
    table.store(1, entry(1, 9));
    table.store(1, Entry { hint: 0, ..entry(7, 4) });
    assert_eq!(table.probe(1), Some(Entry { hint: 1, ..entry(7, 4) }));
    table.forget();
    assert_eq!(table.probe(1), None);
    assert_eq!(table.bytes(), 32);
}

/// Spreads keys over all buckets.
fn key(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[test]
fn a_growing_table_loses_nothing_and_ends_at_its_size() {
    // Not a multiple of the first size, so that the last step is a smaller one.
    let slots = 11 * FIRST_SLOTS + 4;
    let mut table = bucketed(slots * 16);
    assert_eq!(table.grows_after(), FIRST_SLOTS as u64 / 2);
    let stored: Vec<u64> = (1..10_000).map(key).collect();
    for (value, key) in stored.iter().enumerate() {
        table.store(*key, entry(value as i32, 3));
    }
    // Buckets of four rarely overflow while one slot in six is taken; what was displaced before growing may be missing.
    let known: Vec<u64> = stored.into_iter().filter(|key| table.probe(*key).is_some()).collect();
    assert!(known.len() > 9_900, "{}", known.len());
    for used in [4 * FIRST_SLOTS, slots] {
        table.grow();
        assert_eq!(table.lower.used.load(Ordering::Relaxed), used);
        assert!(known.iter().all(|key| table.probe(*key).is_some()), "an entry was lost on the way to {used} slots");
    }
    assert_eq!(table.grows_after(), u64::MAX);
    table.forget();
    assert_eq!(table.grows_after(), FIRST_SLOTS as u64 / 2);
    table.grow();
    table.grow();
    assert!(known.iter().all(|key| table.probe(*key).is_none()), "a forgotten entry came back");
}

#[test]
fn a_table_grows_while_other_threads_use_it() {
    let table = bucketed(64 * FIRST_SLOTS * 16);
    let value_of = |key: u64| (key >> 32) as i32;
    let is_done = std::sync::atomic::AtomicBool::new(false);
    let hits: usize = std::thread::scope(|scope| {
        let (table, is_done) = (&table, &is_done);
        let workers = [0_u64, 1].map(|worker| {
            scope.spawn(move || {
                let (mut number, mut hits) = (worker, 0);
                while !is_done.load(Ordering::Relaxed) {
                    number += 2;
                    table.store(key(number % 20_000), entry(value_of(key(number % 20_000)), 3));
                    let other = key(number * 7 % 20_000);
                    if let Some(found) = table.probe(other) {
                        assert_eq!(found.value, value_of(other), "an entry of another position");
                        hits += 1;
                    }
                }
                hits
            })
        });
        while table.grows_after() < u64::MAX {
            table.grow();
        }
        is_done.store(true, Ordering::Relaxed);
        workers.into_iter().map(|worker| worker.join().expect("no wrong entry")).sum()
    });
    assert!(hits > 0, "the others found what they stored");
    // Afterwards it works as ever.
    table.store(key(1), entry(value_of(key(1)), 4));
    assert_eq!(table.probe(key(1)).map(|found| found.value), Some(value_of(key(1))));
}

#[test]
fn a_small_table_never_grows() {
    assert_eq!(bucketed(1 << 16).grows_after(), u64::MAX);
}

#[test]
fn a_part_of_the_memory_keeps_the_kind_of_table() {
    let slot = size_of::<super::whole::Slot>();
    let pair = |upper, lower| TableConfig::TwoLevel { upper, lower };
    assert_eq!(TableConfig::Off.at_most(1 << 10), TableConfig::Off);
    assert_eq!(TableConfig::Bucketed { bytes: 1 << 20 }.at_most(1 << 10), TableConfig::Bucketed { bytes: 1 << 10 });
    assert_eq!(TableConfig::Bucketed { bytes: 64 }.at_most(1 << 10), TableConfig::Bucketed { bytes: 64 });
    assert_eq!(pair(1000, 3).at_most(100 * slot), pair(50, 3));
    assert_eq!(pair(7, 9).at_most(0), pair(1, 1), "each level keeps a place");
}
