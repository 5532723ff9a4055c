//! Connect Four, a whole game with a search in one file: `cargo run --release --example connect_four`.

use plyground::prelude::*;

/// Seven columns, six rows. A column has seven bits, the top one always empty, so that lines cannot wrap around.
#[derive(Clone)]
struct ConnectFour;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Board {
    discs: [u64; 2],
    mover: PlayerId,
}

fn has_four(discs: u64) -> bool {
    let pairs = |step: u32| discs & discs >> step;
    [1, 6, 7, 8].iter().any(|step| pairs(*step) & pairs(*step) >> (2 * step) != 0)
}

impl Game for ConnectFour {
    type Position = Board;
    type Move = u8; // the column
    type Undo = Board;

    fn facts(&self) -> Facts {
        Facts::two_players(42)
    }
    fn start(&self) -> Board {
        Board { discs: [0, 0], mover: PlayerId::FIRST }
    }
    fn turn(&self, board: &Board) -> Turn {
        let last = board.discs[board.mover.opponent().index()];
        let full = (board.discs[0] | board.discs[1]).count_ones() == 42;
        if full || has_four(last) { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        let all = board.discs[0] | board.discs[1];
        out.extend([3, 2, 4, 1, 5, 0, 6].iter().filter(|column| all >> (7 * **column + 5) & 1 == 0));
    }
    fn make(&self, board: &mut Board, column: u8) -> Board {
        let (before, shift) = (*board, 7 * column);
        let all = board.discs[0] | board.discs[1];
        board.discs[board.mover.index()] |= (all + (1 << shift)) & 0x3f << shift; // the lowest free cell
        board.mover = board.mover.opponent();
        before
    }
    fn unmake(&self, board: &mut Board, _column: u8, before: Board) {
        *board = before;
    }
    fn payoffs(&self, board: &Board) -> Payoffs {
        let last = board.mover.opponent();
        if has_four(board.discs[last.index()]) { Payoffs::win(last) } else { Payoffs::new(&[0.0, 0.0]) }
    }
    fn key(&self, board: &Board) -> Option<u64> {
        Some(plyground::core::key_for(board.discs[0], board.discs[1]))
    }
}

fn main() -> Result<(), Unsupported> {
    let (game, mut board, mut search) = (ConnectFour, ConnectFour.start(), AlphaBeta::new(ZeroEval));
    while let Turn::Player(player) = game.turn(&board) {
        let result = search.best_move(&game, &board, Limits::depth(12))?;
        println!("player {player}: {:?}  value {:+}  {} nodes", result.best, result.value, result.nodes);
        game.make(&mut board, result.best.expect("a player to move has a move"));
    }
    println!("{:?}", game.payoffs(&board));
    Ok(())
}
