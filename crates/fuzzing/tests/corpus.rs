//! The corpus of the fuzzer on stable Rust: every file of it as it is, and a few thousand mutations, the same ones each time.

use plyground_core::Rng;
use plyground_fuzzing::{ALL, Target, allocator, find, mutation};
use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: allocator::Limited = allocator::Limited;

/// Mutations of each target, unless its share of time is over before.
const MUTATIONS: u64 = 2000;
/// A target that is slow gets fewer of them.
const SHARE: Duration = Duration::from_secs(2);

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The files of a target's corpus by name.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = fuzz_folder().join("corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut seeds: Vec<(String, Vec<u8>)> = entries
        .map(|entry| {
            let path = entry.expect("a readable folder").path();
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read(path).expect("a readable file"))
        })
        .collect();
    seeds.sort();
    seeds
}

/// Calls the target; the input that breaks its promise comes back in words.
fn check(target: &Target, input: &[u8], what: &str) -> Result<(), String> {
    allocator::announce(what);
    allocator::allow(target.memory);
    catch_unwind(AssertUnwindSafe(|| (target.check)(input))).map_err(|_| {
        let Target { name, promise, .. } = target;
        format!("{name} breaks its promise ({promise}) at {what}: {}", input.escape_ascii())
    })
}

fn replay(target: &Target) -> Result<(), String> {
    let seeds = seeds(target.name);
    assert!(!seeds.is_empty(), "{} has no seeds", target.name);
    for (name, input) in &seeds {
        check(target, input, &format!("fuzz/corpus/{}/{name}", target.name))?;
    }
    let inputs: Vec<Vec<u8>> = seeds.into_iter().map(|(_, input)| input).collect();
    let begun = Instant::now();
    for number in 0..MUTATIONS {
        if begun.elapsed() > SHARE {
            break;
        }
        let input = mutation::mutated(&inputs, &mut Rng::part(1, number));
        check(target, &input, &format!("mutation {number} of the corpus"))?;
    }
    Ok(())
}

// One test for all, because the limit of memory counts all threads together.
#[test]
fn no_file_of_the_corpus_and_no_mutation_of_it_breaks_a_promise() {
    allocator::lift_on_panic();
    let broken: Vec<String> = ALL.iter().filter_map(|target| replay(target).err()).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_target_has_a_program_and_every_program_a_target() {
    let named = |folder: &str, ending: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(fuzz_folder().join(folder)).expect("a folder of the repository");
        let names = entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned());
        names.map(|name| name.trim_end_matches(ending).to_string()).collect()
    };
    let targets: BTreeSet<String> = ALL.iter().map(|target| target.name.to_string()).collect();
    assert_eq!(named("corpus", ""), targets);
    assert_eq!(named("fuzz_targets", ".rs"), targets);
    let manifest = fs::read_to_string(fuzz_folder().join("Cargo.toml")).expect("the manifest of the fuzzer");
    for target in ALL {
        assert!(manifest.contains(&format!("name = \"{}\"", target.name)), "fuzz/Cargo.toml lacks {}", target.name);
        assert!(find(target.name).is_some_and(|found| found.promise == target.promise));
    }
}
