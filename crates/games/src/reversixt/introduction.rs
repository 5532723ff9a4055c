//! A minute of playing for people who have never seen the game.

use plyground_core::IntroductionStep;

const fn step(
    map: &'static str,
    task: &'static str,
    moves: &'static [&'static str],
    hint: &'static str,
    outcome: &'static str,
) -> IntroductionStep {
    IntroductionStep { variant: None, map: Some(map), position: None, task, moves, hint, outcome }
}

/// The steps in order. The reader is player 1.
pub(super) const STEPS: &[IntroductionStep] = &[
    step(
        "2\n0\n0 0\n5 6\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 1 2 2 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n",
        "You are player 1. Place a stone so that it encloses the stones of player 2 between itself and your other stone.",
        &[],
        "",
        "The enclosed stones are yours now. It works in all eight directions at once, and the player with the most stones at the end wins.",
    ),
    step(
        "2\n0\n0 0\n5 6\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 1 2 b 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n",
        "Squares with a letter do something more. B is a bonus: capture from there, then take a bomb or an override stone.",
        &[],
        "",
        "It is yours for later: you will see what both are good for.",
    ),
    step(
        "2\n0\n0 0\n5 6\n0 0 2 2 2 0\n0 0 0 0 0 0\n0 1 2 c 0 0\n0 0 0 0 0 0\n0 2 2 2 2 0\n",
        "C is a choice: you may swap all your stones with a player. Player 2 has far more than you, so swap with them.",
        &["3,2:2"],
        "Choose player 2, who has most of the stones.",
        "All their stones are yours. I, the inversion, is like it: everyone's stones go to the next player.",
    ),
    step(
        "2\n1\n0 0\n5 6\n0 0 0 0 0 0\n0 0 0 0 0 0\n1 2 2 - 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n",
        "No empty square captures anything, but you have an override stone: it may be placed on a taken square.",
        &[],
        "",
        "It replaced their stone and captured the one between. Override stones are few, so keep them for a good moment.",
    ),
    step(
        "2\n0\n0 0\n5 6\n2 0 0 0 0 1\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 6 <-> 5 0 2\n",
        "The bars mark joined sides: a line that leaves the board at one comes back at the other. Capture through them.",
        &[],
        "",
        "The line went out on the left and came in on the right, to your own stone.",
    ),
    IntroductionStep {
        variant: None,
        map: Some("2\n0\n1 1\n5 6\n1 1 0 0 0 0\n1 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 2 2 0\n0 0 0 2 2 0\n"),
        position: Some("110000/100000/000000/000220/000220 2 1 o=0,0 b=1,0 out=-"),
        task: "When nobody can place a stone any more, the bombs follow. Tear the stones of player 2 out of the board.",
        moves: &["3,3", "4,3", "3,4", "4,4"],
        hint: "Choose one of the stones of player 2: the bomb takes everything around it too.",
        outcome: "Player 2 has nothing left, and you win 3 : 0.",
    },
];
