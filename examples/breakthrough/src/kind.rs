//! What lists and help say, and how the game is opened.

use crate::Breakthrough;
use plyground::core::suggest::hint;
use plyground::core::{
    BenchBoard, Game, GameInfo, GameKind, GameTypes, GameVisitor, Notation, NotationError, OpponentInfo, Setup,
    SetupError, VariantInfo,
};

/// Engines under plain names, weakest first.
const OPPONENTS: &[OpponentInfo] = &[
    OpponentInfo::new("beginner", "search(depth=1)", "looks one turn ahead"),
    OpponentInfo::new("strongest", "best", "looks as far ahead as time allows"),
];

/// A board and a search of the bench signature.
const BENCH: &[BenchBoard] =
    &[BenchBoard { name: "standard", variant: None, searches: &[("pvs", "search(table=1MB, depth=5)")] }];

impl GameKind for Breakthrough {
    fn info() -> GameInfo {
        GameInfo {
            name: "breakthrough",
            title: "Breakthrough",
            summary: "Be the first to reach the other side of the board.",
            players: (2, 2),
            chance: false,
            variants: vec![VariantInfo { name: "standard", summary: "6x6, two rows of men each" }],
            parameters: Vec::new(),
            boards: Vec::new(),
            example_move: "b2-b3",
            rules: &[
                ("Goal", "Bring one of your men to the far row, or take all men of your opponent."),
                ("Your turn", "Move a man one cell forward, straight or diagonally. It takes diagonally only."),
            ],
            opponents: OPPONENTS,
            bench: BENCH,
            introduction: &[],
            translations: &[],
        }
    }

    fn types(list: &mut impl GameTypes) {
        list.add::<Breakthrough>();
    }

    fn open<V: GameVisitor>(setup: &Setup, visitor: V) -> Result<V::Output, SetupError> {
        if setup.map.is_some() {
            return Err(SetupError::Unsuitable("breakthrough has no maps".to_string()));
        }
        match setup.variant.as_deref() {
            None | Some("standard") => {}
            Some(other) => return Err(SetupError::Variant(NotationError::new(other, hint(other, ["standard"])))),
        }
        let start = match &setup.position {
            Some(text) => Breakthrough.parse_position(text).map_err(SetupError::Position)?,
            None => Breakthrough.start(),
        };
        Ok(visitor.visit(Breakthrough, start))
    }
}
