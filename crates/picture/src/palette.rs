//! One colour per player, the same in the terminal and in a drawing.

use plyground_core::PlayerId;

/// How one player looks.
pub struct Paint {
    /// Index in the 256-colour table of terminals; mid tones, legible on black and on white.
    pub terminal: u8,
    /// Body of a piece.
    pub fill: &'static str,
    /// Rim of a piece, a darker shade of the body.
    pub rim: &'static str,
    /// Writing on the body.
    pub ink: &'static str,
}

const fn paint(terminal: u8, fill: &'static str, rim: &'static str, ink: &'static str) -> Paint {
    Paint { terminal, fill, rim, ink }
}

/// Neighbouring seats differ in lightness as well as in hue, for eyes that do not tell red from green.
const PLAYERS: [Paint; 8] = [
    paint(160, "#c0392b", "#7d2219", "#ffffff"),
    paint(33, "#2f74c0", "#1b4677", "#ffffff"),
    paint(34, "#5fae4e", "#34682a", "#10240b"),
    paint(172, "#eeb02c", "#94690c", "#33240a"),
    paint(133, "#7a4aa8", "#48296a", "#ffffff"),
    paint(37, "#43b7b4", "#1f6f6d", "#07292a"),
    paint(205, "#ee93bd", "#a34d77", "#3d1027"),
    paint(244, "#47505c", "#20262e", "#ffffff"),
];

/// A piece without an owner.
pub const NEUTRAL: Paint = paint(245, "#a8a193", "#6b6559", "#26231d");

/// The paint of a player, or of pieces without an owner.
pub fn of(owner: Option<PlayerId>) -> &'static Paint {
    owner.and_then(|player| PLAYERS.get(player.index())).unwrap_or(&NEUTRAL)
}
