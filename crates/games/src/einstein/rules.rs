//! The rules.

use super::Einstein;
use super::board::Board;
use super::die::CHOICES;
use super::playout;
use super::position::{Move, Position, Step};
use super::setup::Placement;
use super::variant::Opening;
use plyground_core::{Facts, Game, Payoffs, PlayerId, Rng, Turn};

impl Einstein {
    /// The first position with these set-ups of Red and Blue. Both have as many stones as the variant.
    pub fn start_with(&self, placements: &[Placement; 2]) -> Position {
        let mut position = Position::empty(self.variant().first());
        for player in PlayerId::all(2) {
            let labels = placements[player.index()].labels();
            for (label, cell) in labels.iter().zip(self.board().home(player)) {
                position.put(player, *label as usize - 1, *cell);
            }
        }
        position
    }

    /// The stones that the roll lets move, as a set of bits; none before the roll and after the end.
    #[inline]
    fn movable(&self, position: &Position) -> u32 {
        match position.die {
            Some(face) if position.winner.is_none() => self.outcome_groups(position, face as usize),
            _ => 0,
        }
    }

    /// Every step of these stones of the player to move, in the order of move lists, whatever was rolled.
    #[inline]
    pub fn for_each_step(&self, position: &Position, stones: u32, mut found: impl FnMut(Move)) {
        let mut left = stones;
        while left != 0 {
            let stone = left.trailing_zeros() as usize;
            left &= left - 1;
            let cell = position.stones(position.mover).cell(stone);
            for step in Step::ALL {
                if self.board().target(position.mover, cell, step).is_some() {
                    found(Move::new(stone, step));
                }
            }
        }
    }
}

impl Game for Einstein {
    type Position = Position;
    type Move = Move;
    type Undo = Position;

    fn facts(&self) -> Facts {
        Facts::two_players(self.board().longest_game()).with_dice()
    }

    fn start(&self) -> Position {
        let usual = Placement::usual(self.variant().stones());
        self.start_with(&match self.variant().opening() {
            Opening::Given(placements) => placements,
            Opening::Free | Opening::Random | Opening::Mirrored => [usual; 2],
        })
    }

    fn random_start(&self, rng: &mut Rng) -> Position {
        let stones = self.variant().stones();
        let mut draw = || Placement::random(stones, rng);
        self.start_with(&match self.variant().opening() {
            Opening::Given(placements) => placements,
            Opening::Free | Opening::Random => [draw(), draw()],
            Opening::Mirrored => [draw(); 2],
        })
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match (position.winner, position.die) {
            (Some(_), _) => Turn::Over,
            (None, None) => Turn::Chance,
            (None, Some(_)) => Turn::Player(position.mover),
        }
    }

    #[inline]
    fn mover(&self, position: &Position) -> Option<PlayerId> {
        position.winner.is_none().then_some(position.mover)
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.for_each_step(position, self.movable(position), |mv| out.push(mv));
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        let mut count = 0;
        self.for_each_step(position, self.movable(position), |_| count += 1);
        count
    }

    fn random_game(&self, position: &Position, rng: &mut Rng) -> (Payoffs, u32) {
        let ending = playout::random_game(self, position, rng);
        (Payoffs::win(ending.winner), ending.plies)
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        self.movable(position) >> mv.stone() & 1 == 1
            && self
                .board()
                .target(position.mover, position.stones(position.mover).cell(mv.stone()), mv.step())
                .is_some()
    }

    // A search makes a move at every node, and mostly does without the way back; as a call it would write that down all the same.
    #[inline(always)]
    fn make(&self, position: &mut Position, mv: Move) -> Position {
        let undo = *position;
        let player = position.mover;
        let from = position.stones(player).cell(mv.stone());
        let to = self.board().target(player, from, mv.step()).expect("legal moves stay on the board");
        position.clear(to);
        position.step(player, mv.stone(), (from, to));
        position.winner = winner_after(self.board(), position, player, to);
        position.pass_on();
        undo
    }

    #[inline]
    fn unmake(&self, position: &mut Position, _mv: Move, undo: Position) {
        *position = undo;
    }

    fn after_pass(&self, position: &Position) -> Option<Position> {
        let mut after = *position;
        after.pass_on();
        position.winner.is_none().then_some(after)
    }

    #[inline]
    fn outcomes(&self, _position: &Position) -> &[f64] {
        self.variant().die().probabilities()
    }

    #[inline]
    fn roll(&self, position: &mut Position, outcome: usize) -> Position {
        let undo = *position;
        position.set_die(Some(outcome as u8));
        undo
    }

    #[inline]
    fn unroll(&self, position: &mut Position, _outcome: usize, undo: Position) {
        *position = undo;
    }

    #[inline]
    fn grouped_moves(&self, position: &Position, out: &mut Vec<(u8, Move)>) -> bool {
        let stones = self.variant().die().movable(position.stones(position.mover).mask());
        self.for_each_step(position, u32::from(stones), |mv| out.push((mv.stone() as u8, mv)));
        true
    }

    #[inline]
    fn outcome_groups(&self, position: &Position, outcome: usize) -> u32 {
        u32::from(CHOICES[position.stones(position.mover).mask()][outcome])
    }

    fn payoffs(&self, position: &Position) -> Payoffs {
        position.winner.map_or(Payoffs::new(&[0.0, 0.0]), Payoffs::win)
    }

    #[inline]
    fn key(&self, position: &Position) -> Option<u64> {
        Some(position.key)
    }

    /// Reflection in the diagonal through both goals exchanges horizontal and vertical steps and nothing else.
    fn symmetric_key(&self, position: &Position) -> Option<u64> {
        Some(position.key.min(position.key_of_image(|cell| self.board().transposed(cell))))
    }
}

/// Reaching the goal wins, and so does taking the last hostile stone.
#[inline]
fn winner_after(board: &Board, position: &Position, player: PlayerId, to: u8) -> Option<PlayerId> {
    (to == board.goal(player) || position.stones(player.opponent()).is_empty()).then_some(player)
}

/// The winner of a position from outside, where nobody knows the last move. At most one player has won.
pub(super) fn winner_of(board: &Board, position: &Position) -> Option<PlayerId> {
    let has_won = |player: PlayerId| {
        position.stones(player).find(board.goal(player)).is_some() || position.stones(player.opponent()).is_empty()
    };
    PlayerId::all(2).find(|player| has_won(*player))
}
