//! The boards that a page may use. A page draws every square, and a browser does not survive a board of 400x400 squares, so size is
//! limited.

use crate::error::ApiError;
use plyground_core::{AnyGame, AnyPosition, OpenError, RecordFormat, RecordedGame, Setup, SetupError};
use plyground_engine::PAGE_SQUARES;
use plyground_games::registry;

/// Opens the game that a page asks for, unless its board is too large to draw.
pub fn open(game: &str, setup: &Setup) -> Result<(AnyGame, AnyPosition), ApiError> {
    check(game, setup)?;
    registry::open(game, setup).map_err(|error| match error {
        OpenError::Unknown { .. } => ApiError::at("game", error.to_string()),
        OpenError::Setup(error) => setup_error(&error),
    })
}

/// Rejects a board that is too large to draw, before it is built.
pub fn check(game: &str, setup: &Setup) -> Result<(), ApiError> {
    let Some((cols, rows)) = registry::size(game, setup) else { return Ok(()) };
    let field = if setup.map.is_some() { "map" } else { "variant" };
    check_size(cols, rows).map_err(|error| ApiError::at(field, error))
}

/// The formats besides our own in which games of this board can be exported.
pub fn export_formats(game: &str, setup: &Setup) -> Vec<String> {
    // A format may know some boards of the game only.
    let holds = |format: &RecordFormat| {
        let empty = RecordedGame { setup: setup.clone(), moves: String::new() };
        setup.map.is_none() && (format.write)(&empty).is_ok()
    };
    let records = registry::record_formats(game).into_iter().filter(holds);
    let map = setup.map.is_some().then_some("map");
    records.map(|format| format.extension).chain(map).map(String::from).collect()
}

/// Rejects a size that is too large to draw.
pub fn check_size(cols: usize, rows: usize) -> Result<(), BoardTooLarge> {
    if cols.saturating_mul(rows) <= PAGE_SQUARES {
        return Ok(());
    }
    Err(BoardTooLarge { cols, rows })
}

/// A board with more squares than a page can draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a board of {cols}x{rows} squares is too large to draw; at most {PAGE_SQUARES} squares, such as 50x50")]
pub struct BoardTooLarge {
    cols: usize,
    rows: usize,
}

/// Assigns a set-up error to its field of the form.
fn setup_error(error: &SetupError) -> ApiError {
    let field = match error {
        SetupError::Variant(_) => "variant",
        SetupError::Map(_) => "map",
        SetupError::Position(_) => "position",
        SetupError::Unsuitable(_) => "board",
    };
    ApiError::at(field, error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::MapText;

    fn rejection(setup: &Setup) -> Option<(Option<String>, String)> {
        open("reversixt", setup).err().map(|error| (error.field().map(String::from), error.to_string()))
    }

    #[test]
    fn a_board_is_rejected_by_size_before_it_is_built() {
        // No tiles follow, so reading past the header would fail with another error.
        let header = |size: &str| format!("2\n0\n1 1\n{size}\n");
        let map = |text: String| Setup { map: Some(MapText { name: "m".to_string(), text }), ..Setup::default() };
        let variant = |text: &str| Setup { variant: Some(text.to_string()), ..Setup::default() };
        let (field, reason) = rejection(&map(header("200 400"))).expect("too large");
        assert_eq!(field.as_deref(), Some("map"));
        assert_eq!(reason, "a board of 400x200 squares is too large to draw; at most 2500 squares, such as 50x50");
        let (field, reason) = rejection(&variant("cols=1000,rows=1000")).expect("too large");
        assert_eq!(field.as_deref(), Some("variant"));
        assert!(reason.contains("1000x1000"), "{reason}");
        assert!(rejection(&map(header("50 50"))).is_some_and(|(_, reason)| !reason.contains("too large")));
        for fine in [variant("cols=50,rows=50,players=8"), variant("map=continent"), Setup::default()] {
            assert_eq!(rejection(&fine), None);
        }
        let tiles = "0 ".repeat(50 * 50);
        assert_eq!(
            rejection(&map(format!("{}{tiles}", header("50 50")))),
            None,
            "the largest board that the rules allow"
        );
    }
}
