//! Which boards a page may ask for. A page draws every square, so the number of squares decides how long it takes, and a board
//! of 400x400 squares ends the browser.

use crate::refusal::Refusal;
use plyground_core::{GameVisitor, Setup, SetupError};
use plyground_engine::PAGE_SQUARES;
use plyground_games::registry;

/// Opens the game that a page asks for, unless its board is too large to be drawn.
pub fn visit<V: GameVisitor>(game: &str, setup: &Setup, visitor: V) -> Result<V::Output, Refusal> {
    check(game, setup)?;
    let opened = registry::visit(game, setup, visitor);
    opened.ok_or_else(|| Refusal::at("game", registry::unknown(game)))?.map_err(|error| of_setup(&error))
}

/// Refuses a board that is too large to be drawn, before it is made.
pub fn check(game: &str, setup: &Setup) -> Result<(), Refusal> {
    let Some((cols, rows)) = registry::size(game, setup) else { return Ok(()) };
    let field = if setup.map.is_some() { "map" } else { "variant" };
    check_size(cols, rows).map_err(|reason| Refusal::at(field, reason))
}

/// The same of a board of which only the size is known.
pub fn check_size(cols: usize, rows: usize) -> Result<(), String> {
    if cols.saturating_mul(rows) <= PAGE_SQUARES {
        return Ok(());
    }
    Err(format!("a board of {cols}x{rows} squares is too large to be drawn; at most {PAGE_SQUARES} are, such as 50x50"))
}

/// Beside which field of a form an error belongs.
fn of_setup(error: &SetupError) -> Refusal {
    let field = match error {
        SetupError::Variant(_) => "variant",
        SetupError::Map(_) => "map",
        SetupError::Position(_) => "position",
        SetupError::Unsuitable(_) => "board",
    };
    Refusal::at(field, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{MapText, Playable};

    struct Opened;

    impl GameVisitor for Opened {
        type Output = ();

        fn visit<G: Playable>(self, _: G, _: G::Position) {}
    }

    fn refused(setup: &Setup) -> Option<(Option<String>, String)> {
        visit("reversixt", setup, Opened).err().map(|refusal| (refusal.field, refusal.reason))
    }

    #[test]
    fn a_board_is_judged_by_its_size_before_it_is_made() {
        // No tiles follow: whoever read them would complain about that.
        let header = |size: &str| format!("2\n0\n1 1\n{size}\n");
        let map = |text: String| Setup { map: Some(MapText { name: "m".to_string(), text }), ..Setup::default() };
        let variant = |text: &str| Setup { variant: Some(text.to_string()), ..Setup::default() };
        let (field, reason) = refused(&map(header("200 400"))).expect("too large");
        assert_eq!(field.as_deref(), Some("map"));
        assert_eq!(reason, "a board of 400x200 squares is too large to be drawn; at most 2500 are, such as 50x50");
        let (field, reason) = refused(&variant("cols=1000,rows=1000")).expect("too large");
        assert_eq!(field.as_deref(), Some("variant"));
        assert!(reason.contains("1000x1000"), "{reason}");
        assert!(refused(&map(header("50 50"))).is_some_and(|(_, reason)| !reason.contains("too large")));
        for fine in [variant("cols=50,rows=50,players=8"), variant("map=continent"), Setup::default()] {
            assert_eq!(refused(&fine), None);
        }
        let tiles = "0 ".repeat(50 * 50);
        assert_eq!(refused(&map(format!("{}{tiles}", header("50 50")))), None, "the largest of the rules");
    }
}
