//! A tournament that an earlier version began goes on. The files were written by the version whose fingerprints were made of
//! debugging output (the archive has lost some of its games since, as if the run had been stopped).

use super::{Place, everything, run};
use plyground_arena::tournament::{self, TournamentPlan};
use plyground_arena::{GameNumbers, Shard};
use std::fs;
use std::path::PathBuf;

fn started(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/started").join(name)
}

fn plan() -> TournamentPlan {
    TournamentPlan::load(&started("plan.toml")).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn an_archive_that_an_earlier_version_began_goes_on() {
    let (plan, place) = (plan(), Place::new());
    fs::copy(started("archive.sqlite"), place.path("begun.sqlite")).unwrap();
    let mut begun = place.archive("begun.sqlite");
    let id = begun.find_plan(&plan).unwrap().expect("the tournament is there under its old fingerprint");
    let missing = begun.missing(id, plan.games()).unwrap();
    assert_eq!((missing.len(), plan.games()), (24, 34));
    assert!(run(&plan, &mut begun, 1, u64::MAX));
    assert_eq!(begun.tournaments().unwrap().len(), 1, "it was continued, not entered again");
    let mut whole = place.archive("whole.sqlite");
    run(&plan, &mut whole, 1, u64::MAX);
    assert_eq!(everything(&plan, &begun), everything(&plan, &whole));
}

#[test]
fn shards_of_an_earlier_version_are_merged_with_new_ones() {
    let (plan, place) = (plan(), Place::new());
    let folder = place.path("shards");
    fs::create_dir(&folder).unwrap();
    for name in ["0-of-3.games", "2-of-3.games"] {
        fs::copy(started("shards").join(name), folder.join(name)).unwrap();
    }
    assert_eq!(tournament::missing(&plan, &folder, None).unwrap(), "1");
    for (index, is_finished) in [(0, true), (1, false), (2, true)] {
        let shard = Shard::new(index, 3).unwrap();
        assert_eq!(tournament::is_finished(shard, &plan, &folder), is_finished, "{shard}");
    }
    let shard = Shard::new(1, 3).unwrap();
    let mut sink = tournament::ShardSink::new(&plan, shard, &folder);
    let wanted = GameNumbers::from(shard.range(plan.games()));
    let interrupt = plyground_arena::Interrupt::default();
    assert!(tournament::play(&plan, &wanted, 1, &interrupt, &mut sink, &mut |_| ()).unwrap());
    sink.finish().unwrap();
    let mut archive = place.archive("merged.sqlite");
    assert_eq!(tournament::merge(&plan, &folder, &mut archive).unwrap(), 34);
}

/// These numbers are written in archives and shards. A change of the canonical text needs a new version of it, and the old
/// version has to stay readable.
#[test]
fn fingerprints_do_not_move() {
    let plan = plan();
    assert!(plan.is_fingerprint("df3ddf6c7d6910d1"), "version 1, from the archive in testdata");
    assert_eq!(format!("{:016x}", plan.fingerprint), "2c58b42be3c99078", "version 2");
    assert!(!plan.is_fingerprint("df3ddf6c7d6910d2") && !plan.is_fingerprint(""));
}
