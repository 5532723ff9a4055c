//! A minute of playing for people who have never seen the game.

use plyground_core::IntroductionStep;

/// The steps in order.
pub(super) const STEPS: &[IntroductionStep] = &[
    IntroductionStep {
        variant: Some("cols=5,rows=5,mover=queen,mode=trail"),
        map: None,
        position: Some("X..../...../..#../...../....O X"),
        task: "You are X. Your piece goes any distance in a straight line, but not past closed squares. Move it.",
        moves: &[],
        hint: "",
        outcome: "The square that you left has fallen, and nobody can enter it again. Every turn makes the board smaller.",
    },
    IntroductionStep {
        variant: Some("cols=5,rows=5,mover=king,mode=remove"),
        map: None,
        position: Some("..O../...../...../...../..X.. X"),
        task: "On other boards a piece goes only one square, and then you choose the square that falls. Step, then remove a square near O.",
        moves: &[],
        hint: "",
        outcome: "The player who cannot step when it is their turn loses: take squares from your opponent and keep your own.",
    },
    IntroductionStep {
        variant: Some("cols=5,rows=5,mover=king,mode=remove"),
        map: None,
        position: Some("O.##./####./...../..X../..... X"),
        task: "O has a single way out. Make any step, then remove that square.",
        moves: &["b3-b1", "c3-b1", "d3-b1", "b4-b1", "d4-b1", "b5-b1", "c5-b1", "d5-b1"],
        hint: "O can still step to the square on its right: remove that one.",
        outcome: "O cannot step anywhere: you have won.",
    },
];
