//! How long a look into the databases takes, in CPU time.
//!
//! `cargo bench -p plyground-endgame [-- FOLDER]`. Without a folder: the databases of up to four stones, in memory and as files. With one: also
//! the largest databases there, at random positions and at positions as a search meets them.

use plyground_core::{Game, Rng, Turn};
use plyground_endgame::{Library, SMALL, random_position};
use plyground_games::einstein::{Einstein, Position};
use std::hint::black_box;
use std::path::PathBuf;

const POSITIONS: usize = 200_000;
const ROUNDS: usize = 10;
/// The unit of CPU time in /proc, which Linux fixes at 1/100 s.
const TICKS: f64 = 100.0;

/// CPU seconds of this process so far.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").expect("this benchmark runs on Linux");
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields[index].parse::<f64>().expect("a number of ticks");
    (ticks(11) + ticks(12)) / TICKS
}

/// Nanoseconds of CPU per look; the first round is told apart, because it reads and checks the blocks.
fn measure(name: &str, library: &Library, positions: &[Position]) -> f64 {
    let round = || {
        let begun = cpu();
        let known = positions.iter().filter(|position| black_box(library.value(position)).is_some()).count();
        assert_eq!(known, positions.len(), "every position is in the databases");
        cpu() - begun
    };
    let first = round();
    let later: f64 = (0..ROUNDS).map(|_| round()).sum();
    let nanoseconds = 1e9 * later / (ROUNDS * positions.len()) as f64;
    println!(
        "{name:<40} first round {first:.2} s, then {nanoseconds:.0} ns a look, {:.2} M looks/s",
        1e3 / nanoseconds
    );
    nanoseconds
}

/// Positions before a roll, three plies around random ones: neighbours, as in a search.
fn searched(game: &Einstein, stones: usize, rng: &mut Rng) -> Vec<Position> {
    let mut positions = Vec::with_capacity(POSITIONS);
    while positions.len() < POSITIONS {
        let root = random_position(game, stones, rng);
        for _ in 0..200 {
            let mut position = root;
            for _ in 0..3 {
                let mut moves = Vec::new();
                game.roll(&mut position, rng.below(6));
                game.moves(&position, &mut moves);
                game.make(&mut position, moves[rng.below(moves.len())]);
                if game.turn(&position) == Turn::Over {
                    break;
                }
                positions.push(position);
            }
        }
    }
    positions
}

fn main() {
    let folder: Option<PathBuf> = std::env::args().skip(1).find(|word| word != "--bench").map(PathBuf::from);
    let game = Einstein::standard();
    let mut rng = Rng::seeded(1);
    let random: Vec<Position> = (0..POSITIONS).map(|_| random_position(&game, SMALL, &mut rng)).collect();
    let small = tempfile::tempdir().expect("a folder");
    drop(Library::open(small.path()));
    let memory = measure("4 stones in memory", Library::small(), &random);
    let files = measure("4 stones in files", &Library::open(small.path()), &random);
    let ratio = files / memory;
    println!(
        "ratio: a look into EinStein's databases in files | in memory: {memory:.0} ns | {files:.0} ns | {ratio:.2}"
    );
    let Some(folder) = folder else { return };
    let library = Library::open(&folder);
    let stones = library.stones();
    let random: Vec<Position> = (0..POSITIONS).map(|_| random_position(&game, stones, &mut rng)).collect();
    let near = searched(&game, stones, &mut rng);
    measure(&format!("{stones} stones, as in a search"), &library, &near);
    measure(&format!("{stones} stones, random positions"), &library, &random);
}
