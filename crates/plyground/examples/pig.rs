//! Pig, a game whose dice change the position, with an expectiminimax search: `cargo run --release --example pig`.
//!
//! Players in turn roll a die as often as they like and add up what it shows; a 1 loses the sum and the turn, holding adds
//! it to the player's score. The first player to reach the goal wins.

use plyground::prelude::*;

#[derive(Clone)]
struct Pig {
    goal: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    scores: [u32; 2],
    /// What the player to move would lose with a 1.
    sum: u32,
    mover: PlayerId,
    rolling: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Choice {
    Roll,
    Hold,
}

impl Pig {
    fn pass(&self, state: &mut State) {
        (state.sum, state.mover) = (0, state.mover.opponent());
    }
}

impl Game for Pig {
    type Position = State;
    type Move = Choice;
    type Undo = State;

    fn facts(&self) -> Facts {
        Facts::two_players(100_000).with_dice()
    }
    fn start(&self) -> State {
        State { scores: [0, 0], sum: 0, mover: PlayerId::FIRST, rolling: false }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.scores.iter().any(|score| *score >= self.goal) {
            Turn::Over
        } else if state.rolling {
            Turn::Chance
        } else {
            Turn::Player(state.mover)
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Choice>) {
        if self.turn(state) == Turn::Player(state.mover) {
            out.push(Choice::Roll);
            out.extend((state.sum > 0).then_some(Choice::Hold));
        }
    }
    fn make(&self, state: &mut State, choice: Choice) -> State {
        let before = *state;
        match choice {
            Choice::Roll => state.rolling = true,
            Choice::Hold => {
                state.scores[state.mover.index()] += state.sum;
                self.pass(state);
            }
        }
        before
    }
    fn unmake(&self, state: &mut State, _choice: Choice, before: State) {
        *state = before;
    }
    fn payoffs(&self, state: &State) -> Payoffs {
        let winner = PlayerId::all(2).find(|player| state.scores[player.index()] >= self.goal);
        winner.map_or(Payoffs::new(&[0.0, 0.0]), Payoffs::win)
    }
    fn outcomes(&self, _state: &State) -> &[f64] {
        &[1.0 / 6.0; 6]
    }
    fn roll(&self, state: &mut State, outcome: usize) -> State {
        let before = *state;
        state.rolling = false;
        match outcome {
            0 => self.pass(state),
            face => state.sum += face as u32 + 1,
        }
        before
    }
    fn unroll(&self, state: &mut State, _outcome: usize, before: State) {
        *state = before;
    }
    fn mover(&self, state: &State) -> Option<PlayerId> {
        (self.turn(state) != Turn::Over).then_some(state.mover)
    }
}

/// Points on the board, and for the player to move most of those in the hand, but no less than the eight points that a turn
/// is worth before it begins. With it the search holds at 14 to 20 points, near the known rule of thumb of 20.
#[derive(Clone)]
struct Points;

impl Evaluation<Pig> for Points {
    fn value(&mut self, _pig: &Pig, state: &State, player: PlayerId) -> i32 {
        let points = |of: PlayerId| {
            let turn = if of == state.mover { (8 * state.sum).max(80) } else { 0 };
            (10 * state.scores[of.index()] + turn) as i32
        };
        points(player) - points(player.opponent())
    }
}

fn main() -> Result<(), Unsupported> {
    let pig = Pig { goal: 40 };
    let (mut state, mut dice) = (pig.start(), Rng::seeded(2026));
    let mut search = Expectimax::new(Points);
    loop {
        match pig.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let outcome = dice.weighted(pig.outcomes(&state));
                pig.roll(&mut state, outcome);
                println!("  rolls {}: {} in the hand", outcome + 1, state.sum);
            }
            Turn::Player(player) => {
                let result = search.best_move(&pig, &state, Limits::depth(4))?;
                let Some(choice) = result.best else { break };
                println!("player {player} {:?} at {:?}, {} nodes", choice, state.scores, result.nodes);
                pig.make(&mut state, choice);
            }
        }
    }
    println!("final score {:?}", state.scores);
    Ok(())
}
