//! Recorded games.

use super::notation::survive;
use super::{has_long_sides, text};
use plyground_arena::{LoadedRecord, RecordDocument};
use plyground_core::{GameVisitor, Playable, parse_moves, write_moves};
use plyground_games::einstein::wtn::Record;
use plyground_games::registry;

/// Longer games only take longer.
const MOST_WORDS: usize = 300;
/// Maps and variants that are longer than this describe boards that take long to make.
const LONGEST_BOARD: usize = 2000;

/// Our own records, and those of the games' communities.
pub(super) fn json(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let Ok(recorded) = LoadedRecord::parse(None, text) else { return };
    let setup = &recorded.setup;
    let board = setup.map.as_ref().map(|map| &map.text).or(setup.variant.as_ref());
    let large = board.is_some_and(|text| text.len() > LONGEST_BOARD || has_long_sides(text));
    if large || recorded.moves.split_whitespace().count() > MOST_WORDS {
        return;
    }
    let _ = registry::visit(&recorded.game, &recorded.setup, Reopen(&recorded));
}

struct Reopen<'a>(&'a LoadedRecord);

impl GameVisitor for Reopen<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G, start: G::Position) {
        let mut end = start.clone();
        let Ok(events) = parse_moves(&game, &mut end, &self.0.moves) else { return };
        survive(&game, &start, &end, &events);
        let (variant, position) = (game.variant_text(), game.position_text(&start));
        let moves = write_moves(&game, &start, events);
        let payoffs = game.payoffs(&end);
        let document = RecordDocument {
            game: &self.0.game,
            variant: &variant,
            map: self.0.setup.map.as_ref(),
            start: &position,
            players: &[],
            moves: &moves,
            payoffs: Some(payoffs.as_slice()),
        };
        let again = LoadedRecord::parse(Some(&self.0.game), &document.to_json().to_string());
        let again = again.expect("our own record is read");
        assert_eq!((&again.moves, &again.setup.position), (&moves, &Some(position)));
    }
}

/// Records of the Chinese contest.
pub(super) fn wtn(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let Ok(record) = Record::parse(text) else { return };
    let printed = record.to_string();
    assert_eq!(Record::parse(&printed).as_ref(), Ok(&record), "{printed}");
    let imported = record.imported();
    let mut position = record.start();
    let turns = parse_moves(&record.game(), &mut position, &imported.moves).expect("recorded moves are legal");
    assert_eq!(turns.len(), record.turns.len(), "a recorded turn is lost");
    assert!(!record.file_name().contains('/'));
}

/// Records of Othello.
pub(super) fn ggf(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let Some(Ok(recorded)) = registry::import("reversixt", text) else { return };
    let (game, mut position) = registry::open("reversixt", &recorded.setup).expect("a recorded game opens");
    parse_moves(&game, &mut position, &recorded.moves).expect("recorded moves are legal");
    let formats = registry::record_formats("reversixt");
    let format = formats.iter().find(|format| format.extension == "ggf").expect("the format is listed");
    let printed = (format.write)(&recorded).expect("what was read can be written");
    assert_eq!((format.read)(&printed), Some(Ok(recorded)), "{printed}");
}
