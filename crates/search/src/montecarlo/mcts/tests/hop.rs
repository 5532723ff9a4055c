//! A small game with everything that many players bring: a turn that hops over the next player, players who are thrown
//! out, and shared places.

use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn, splitmix64};

/// Players take 1, 2 or 3 objects from one pile and keep them. Taking 3 hops over the next player. The player who has more than
/// `most` is thrown out. The pile's end, or a single player left, ends the game; most objects win.
#[derive(Clone)]
pub struct Hop {
    pub players: usize,
    pub pile: u8,
    pub most: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pile: u8,
    taken: [u8; 4],
    out: [bool; 4],
    player: PlayerId,
}

impl Hop {
    fn left(&self, position: &Position) -> usize {
        position.out[..self.players].iter().filter(|out| !**out).count()
    }

    fn next(&self, position: &Position, from: PlayerId) -> PlayerId {
        let after = |steps| PlayerId::from_index((from.index() + steps) % self.players);
        (1..=self.players).map(after).find(|player| !position.out[player.index()]).unwrap_or(from)
    }
}

impl Game for Hop {
    type Position = Position;
    type Move = u8;
    type Undo = Position;

    fn facts(&self) -> Facts {
        let longest = usize::from(self.pile);
        Facts { players: self.players, chance: false, zero_sum: false, alternating: false, longest }
    }

    fn start(&self) -> Position {
        Position { pile: self.pile, taken: [0; 4], out: [false; 4], player: PlayerId::FIRST }
    }

    fn turn(&self, position: &Position) -> Turn {
        let over = position.pile == 0 || self.left(position) < 2;
        if over { Turn::Over } else { Turn::Player(position.player) }
    }

    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        if self.turn(position) != Turn::Over {
            out.extend(1..=position.pile.min(3));
        }
    }

    fn make(&self, position: &mut Position, mv: u8) -> Position {
        let before = position.clone();
        let mover = position.player.index();
        position.pile -= mv;
        position.taken[mover] += mv;
        position.out[mover] = position.taken[mover] > self.most;
        position.player = self.next(position, position.player);
        if mv == 3 {
            position.player = self.next(position, position.player);
        }
        before
    }

    fn unmake(&self, position: &mut Position, _mv: u8, undo: Position) {
        *position = undo;
    }

    fn payoffs(&self, position: &Position) -> Payoffs {
        let payoff = |index: usize| if position.out[index] { -1.0 } else { f64::from(position.taken[index]) };
        Payoffs::new(&(0..self.players).map(payoff).collect::<Vec<_>>())
    }

    fn key(&self, position: &Position) -> Option<u64> {
        let fields = position.taken.iter().chain([&position.pile]).map(|number| u64::from(*number));
        Some(fields.fold(position.player.index() as u64, |key, number| splitmix64(key ^ number)))
    }
}

/// Whether `player` can force a lone first place, by looking at everything.
pub fn can_force_win(game: &Hop, position: &Position, player: PlayerId) -> bool {
    let Turn::Player(mover) = game.turn(position) else {
        return game.payoffs(position).winner() == Some(player);
    };
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let wins = |mv: u8| {
        let mut after = position.clone();
        game.make(&mut after, mv);
        can_force_win(game, &after, player)
    };
    if mover == player { moves.into_iter().any(wins) } else { moves.into_iter().all(wins) }
}
