//! Map files of ReversiXT.

use super::text;
use plyground_core::Game;
use plyground_games::reversixt::{MapFile, Reading, ReversiGame};
use plyground_testkit::conformance;

/// Larger boards take too long to be played on.
const PLAYED: usize = 150;
/// Turns played on an accepted map.
const TURNS: usize = 6;

pub(super) fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let strict = MapFile::parse(text, Reading::Strict);
    let lenient = MapFile::parse(text, Reading::Lenient);
    if let Ok(strict) = &strict {
        let lenient = lenient.as_ref().expect("a lenient reader takes what a strict one takes");
        assert_eq!(strict.map, lenient.map, "a lenient reader reads another map");
        let again = MapFile::parse(&strict.map.write(), Reading::Strict).expect("our own text parses");
        assert_eq!(again.map, strict.map);
    }
    let Ok(loaded) = lenient else { return };
    let again = MapFile::parse(&loaded.map.write(), Reading::Lenient).expect("our own text parses");
    assert_eq!(again.map, loaded.map);
    if loaded.map.tiles().len() <= PLAYED {
        let game = ReversiGame::new(loaded.map, "map=fuzzed");
        conformance::check_rules(&game, &game.start(), bytes.len() as u64, TURNS);
    }
}
