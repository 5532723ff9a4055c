//! The protocol of the EinStein courses and contests in Taiwan. Lines of words; red comes from the top left.
//!
//! | said | answered |
//! |---|---|
//! | `name`, `version` | one line |
//! | `time_setting S`, `board_setting 5 6 2` (side, stones, players) | nothing; many programs confirm by `1` |
//! | `ini R` or `ini B` | the cells of stones 1 to 6 |
//! | `get R 5 b1 … b6 r1 … r6` (who, roll, cells with *blue first*, `0` for a captured stone) | `B2 C3`: from, to |
//! | `exit` | nothing |
//!
//! Cells are `A1` to `E5`: the letter is the column, the digit the row **from the top**, so that `A1` is our `a5`.

mod cell;
mod command;
mod rolled_position;
#[cfg(test)]
mod tests;

pub use cell::{Cell, Colour, Placement, SIDE, STONES, Step};
pub use command::Command;
pub use rolled_position::RolledPosition;

/// Whether a line confirms a setting.
pub fn is_confirmation(line: &str) -> bool {
    let line = line.trim();
    ["1", "ok", "true"].iter().any(|word| line.eq_ignore_ascii_case(word))
}

/// Why this language cannot speak about a game of ours, given its variant and its first position as text. Who moves
/// first and where the stones stand does not matter; board, stones and die do.
pub fn refuses(variant: &str, start: &str) -> Option<String> {
    let fits = !["size=", "stones=", "die="].iter().any(|word| variant.contains(word))
        && variant != "small"
        && variant != "tiny"
        && RolledPosition::from_position_text(start).is_ok();
    (!fits).then(|| "the ntu protocol is spoken about EinStein on 5x5 with six stones and a fair die only".to_string())
}
