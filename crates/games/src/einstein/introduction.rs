//! A minute of playing for people who have never seen the game.

use plyground_core::IntroductionStep;

const fn step(
    position: &'static str,
    task: &'static str,
    moves: &'static [&'static str],
    hint: &'static str,
    outcome: &'static str,
) -> IntroductionStep {
    IntroductionStep { variant: None, map: None, position: Some(position), task, moves, hint, outcome }
}

/// The steps in order.
pub(super) const STEPS: &[IntroductionStep] = &[
    step(
        "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r 6",
        "You are red. The die shows 6, so your stone 6 has to move: one square towards the far corner, straight or diagonally.",
        &[],
        "",
        "The first player who brings a stone into the far corner wins.",
    ),
    step(
        "..r2../.r5.../...../...b3./....b1 r 4",
        "The die shows 4, but your stone 4 is gone. Then the next lower or the next higher one moves: 2 or 5.",
        &[],
        "",
        "Fewer stones give you more choice, so losing one is not always bad.",
    ),
    step(
        "...../.r2.../..b4../...../r6...b1 r 2",
        "A stone that moves onto another takes it, even one of its own colour. Take the blue 4.",
        &["r2b4xc3"],
        "Stone 2 reaches the blue 4 by a diagonal step.",
        "A player without stones has lost.",
    ),
    step(
        "...../...../..r1../...r3b2/....b1 r 3",
        "Your stone 3 is next to the far corner. Win the game.",
        &["r3d2xe1"],
        "The far corner is one diagonal step away, where the blue 1 stands.",
        "You are in the corner first: you have won.",
    ),
];
