//! Tournaments.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod archives;
mod lists;
mod merged;
mod plans;
mod resumed;
mod rounds;
mod runs;

use plyground_arena::tournament::{self, Standings, TournamentPlan};
use plyground_arena::{Archive, ArenaError, Interrupt, report};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Three games, five players, and something of everything.
const PLAN: &str = r#"
name = "test"
seed = 5
repeats = 4

[limits]
nodes = 60

[[players]]
name = "lot"
spec = "random"
[[players]]
spec = "first"
[[players]]
name = "glutton"
spec = "greedy"
[[players]]
name = "thinker"
spec = "montecarlo"
limits = { iterations = 100 }

[[games]]
game = "isola"
variant = "cols=4,rows=4"

[[games]]
game = "einstein"
openings = "best-16"
repeats = 1
players = ["thinker", "lot", "glutton"]

[[games]]
game = "reversixt"
map = "ring"
repeats = 1
"#;

fn parse(text: &str) -> Result<TournamentPlan, ArenaError> {
    TournamentPlan::parse(Path::new("plan.toml"), text)
}

fn plan(text: &str) -> TournamentPlan {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Place { folder: TempDir::new().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn archive(&self, name: &str) -> Archive {
        Archive::open(&self.path(name)).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Plays what is not in the archive yet, at most `most` games; true when everything is there.
fn run(plan: &TournamentPlan, archive: &mut Archive, jobs: usize, most: u64) -> bool {
    let id = archive.add_tournament(plan).unwrap();
    let wanted = archive.missing(id, plan.games()).unwrap();
    let interrupt = Interrupt::default();
    tournament::play(plan, &wanted, jobs, &interrupt, &mut (archive, id), &mut |progress| {
        if progress.finished == most {
            interrupt.press();
        }
    })
    .unwrap_or_else(|error| panic!("{error}"))
}

fn standings(plan: &TournamentPlan, archive: &Archive) -> Standings {
    let id = archive.find_plan(plan).unwrap().expect("enrolled");
    Standings::compute(plan, archive, id).unwrap()
}

/// Everything that can be repeated: all reports and all games.
fn everything(plan: &TournamentPlan, archive: &Archive) -> String {
    let standings = standings(plan, archive);
    let mut all =
        [report::text(&standings, false), report::markdown(&standings, false), report::csv(&standings)].concat();
    all.push_str(&report::html(&standings, false));
    let id = archive.find_plan(plan).unwrap().unwrap();
    tournament::export::<ArenaError>(plan, archive, id, 0..plan.games(), &mut |told| {
        let (record, moves) = (&told.record, &told.moves);
        let line = format!("{} {:?} {} {moves} {:?}\n", record.number, told.seated, record.start, record.fingerprint());
        all.push_str(&line);
        Ok(())
    })
    .unwrap();
    all
}
