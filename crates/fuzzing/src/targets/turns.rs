//! The packed turns of an archive.

use plyground_arena::{Fault, Termination, decode_turns, encode_turns, moves_text, replay};
use plyground_core::{GameVisitor, Playable, PlayerId, Setup, Turn, parse_moves};
use plyground_games::registry;

const GAMES: [(&str, &str); 6] = [
    ("isola", "cols=4,rows=4"),
    ("isola", "classic"),
    ("einstein", "standard"),
    ("einstein", "tiny,die=0:1/2:1/2"),
    ("reversixt", "map=skirmish"),
    ("reversixt", "standard"),
];

/// Byte 0 chooses the game, 1 and 2 who is disqualified when (no one if byte 2 is large), the rest are turns.
pub(super) fn check(bytes: &[u8]) {
    let Some(([game, seat, turn], code)) = bytes.split_first_chunk::<3>() else { return };
    let (game, variant) = GAMES[usize::from(*game) % GAMES.len()];
    let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
    let fault = (*turn < 200).then(|| Fault {
        seat: PlayerId::from_index(usize::from(*seat) % 8),
        kind: Termination::Crash,
        turn: usize::from(*turn),
        detail: String::new(),
    });
    let visit = Decode { code, faults: fault.into_iter().collect() };
    registry::visit(game, &setup, visit).expect("a valid variant");
}

struct Decode<'a> {
    code: &'a [u8],
    faults: Vec<Fault>,
}

impl GameVisitor for Decode<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G, start: G::Position) {
        let turns = match decode_turns(&game, &start, self.code, &self.faults) {
            Ok(turns) => turns,
            Err(error) => return assert!(!error.to_string().is_empty()),
        };
        let packed = encode_turns(&game, &start, &turns, &self.faults);
        assert!(packed.len() <= self.code.len(), "there is a shorter code than ours");
        assert_eq!(decode_turns(&game, &start, &packed, &self.faults).as_ref(), Ok(&turns));
        let end = replay(&game, &start, &turns, &[], |_, _| {});
        if self.faults.iter().any(|fault| fault.turn >= turns.len()) && game.turn(&end) == Turn::Over {
            return; // who leaves after the end is refused when the words are read
        }
        let words = moves_text(&game, &start, &turns, &self.faults);
        let events = parse_moves(&game, &mut start.clone(), &words).unwrap_or_else(|error| panic!("{words}: {error}"));
        let read: Vec<G::Move> = events.iter().filter_map(|event| Some(event.turn()?.1)).collect();
        assert_eq!(read, turns.iter().map(|turn| turn.1).collect::<Vec<_>>(), "{words}");
    }
}
