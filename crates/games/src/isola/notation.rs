//! Positions and moves as text.
//!
//! A position is its rows from the top, joined by `/`, and the player to move. One field more than usual follows only
//! where play has come to a standstill between permanent squares: the number of turns without progress, which
//! [`IDLE_LIMIT`] ends.

use super::Isola;
use super::rules::{IDLE_LIMIT, Move, Position};
use super::square::{MAX_SQUARES, Size, Square, clip};
use super::word::Word;
use plyground_core::{Game, Notation, NotationError, PlayerId, Turn};

/// Rows, separators, player and number of the longest position are below this.
const LONGEST_TEXT: usize = 2 * MAX_SQUARES + 16;

/// The letter of a player.
pub(super) fn letter(player: PlayerId) -> char {
    if player == PlayerId::FIRST { 'X' } else { 'O' }
}

/// The size of the board that a position shows, if it is within the limits. Lengths of rows are not compared yet.
pub(super) fn size_of(text: &str) -> Result<Size, NotationError> {
    let wrong = |reason: String| NotationError::new(text, reason);
    if text.len() > LONGEST_TEXT {
        return Err(wrong(format!("is too long: a board has at most {MAX_SQUARES} squares")));
    }
    let rows = text.split_whitespace().next().unwrap_or_default();
    let cols = rows.split('/').next().map_or(0, |row| row.chars().count());
    Size::new(cols, rows.split('/').count())
        .map_err(|reason| wrong(format!("{reason} (rows are joined by `/`, then follows the player to move)")))
}

impl<W: Word> Notation for Isola<W> {
    fn phase(&self, position: &Position<W>) -> &'static str {
        if position.own == Square::NOWHERE { "placement" } else { "play" }
    }

    fn position_text(&self, position: &Position<W>) -> String {
        let size = self.variant.size;
        let mut text = String::with_capacity(LONGEST_TEXT);
        for index in 0..size.squares() {
            if index > 0 && index % size.cols() == 0 {
                text.push('/');
            }
            text.push(symbol(position, Square(index as u8)));
        }
        text.push(' ');
        text.push(letter(position.mover));
        if position.idle > 0 {
            text.push_str(&format!(" {}", position.idle));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let size = size_of(text)?;
        self.read_position(text, size).map_err(|reason| NotationError::new(text, reason))
    }

    fn move_text(&self, position: &Position<W>, mv: Move) -> String {
        let size = self.variant.size;
        let at = if position.at(position.mover) == Square::NOWHERE { "@" } else { "" };
        match mv.block() {
            Some(block) => format!("{at}{}-{}", size.name(mv.to), size.name(block)),
            None => format!("{at}{}", size.name(mv.to)),
        }
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Move, NotationError> {
        let mv = self.read_move(position, text).map_err(|reason| NotationError::new(text, reason))?;
        debug_assert!(self.is_legal(position, mv), "the reasons against a move are complete");
        Ok(mv)
    }

    fn variant_text(&self) -> String {
        self.variant.text()
    }
}

fn symbol<W: Word>(position: &Position<W>, square: Square) -> char {
    let permanent = position.permanent.has(square);
    match PlayerId::all(2).find(|player| position.at(*player) == square).map(letter) {
        Some(letter) if permanent => letter.to_ascii_lowercase(),
        Some(letter) => letter,
        None if permanent => '+',
        None if position.free.has(square) => '.',
        None => '#',
    }
}

/// What the rows of a position say.
struct Rows<W> {
    pieces: [Square; 2],
    free: W,
    permanent: W,
}

impl<W: Word> Isola<W> {
    fn read_position(&self, text: &str, size: Size) -> Result<Position<W>, String> {
        let mut fields = text.split_whitespace();
        let rows = self.read_rows(fields.next().unwrap_or_default(), size)?;
        let mut position = self.position(rows.pieces, rows.free, rows.permanent);
        match fields.next() {
            Some("X") => {}
            Some("O") => {
                position.mover = PlayerId::SECOND;
                (position.own, position.other) = (position.other, position.own);
            }
            Some(other) => return Err(format!("the player to move is X or O, not `{}`", clip(other))),
            None => return Err("the player to move, X or O, is missing after the rows".to_string()),
        };
        if let Some(word) = fields.next() {
            position.idle = self.read_idle(&position, word)?;
        }
        if let Some(more) = fields.next() {
            return Err(format!("there is something after the end: `{}`", clip(more)));
        }
        position.key = self.recomputed_key(&position);
        Ok(position)
    }

    fn read_rows(&self, text: &str, size: Size) -> Result<Rows<W>, String> {
        let wanted = self.variant.size;
        if size != wanted {
            return Err(format!("the board of this variant is {wanted}, that of the position is {size}"));
        }
        let mut rows = Rows { pieces: [Square::NOWHERE; 2], free: W::EMPTY, permanent: W::EMPTY };
        for (index, row) in text.split('/').enumerate() {
            let length = row.chars().count();
            if length != size.cols() {
                return Err(format!("row {} has {length} squares instead of {}", index + 1, size.cols()));
            }
            for (col, symbol) in row.chars().enumerate() {
                let square = Square((index * size.cols() + col) as u8);
                self.read_square(&mut rows, square, symbol)?;
            }
        }
        Ok(rows)
    }

    fn read_square(&self, rows: &mut Rows<W>, square: Square, symbol: char) -> Result<(), String> {
        let name = || self.variant.size.name(square);
        match symbol {
            '.' | '+' => rows.free |= W::of(square),
            '#' => {}
            'X' | 'x' | 'O' | 'o' => {
                let piece = &mut rows.pieces[usize::from(symbol.eq_ignore_ascii_case(&'o'))];
                if *piece != Square::NOWHERE {
                    let first = self.variant.size.name(*piece);
                    return Err(format!(
                        "there are two pieces {}, on {first} and {}",
                        symbol.to_ascii_uppercase(),
                        name()
                    ));
                }
                *piece = square;
            }
            _ => {
                let symbol = symbol.escape_debug();
                return Err(format!("`{symbol}` on {} is none of . # X O + x o", name()));
            }
        }
        if matches!(symbol, '+' | 'x' | 'o') {
            if !self.removes() {
                return Err(format!("`{symbol}` on {} is a permanent square, which only mode=remove has", name()));
            }
            rows.permanent |= W::of(square);
        }
        Ok(())
    }

    fn read_idle(&self, position: &Position<W>, word: &str) -> Result<u8, String> {
        if !(position.free & !position.permanent).is_empty() || position.permanent.is_empty() {
            return Err(format!("there is something after the end: `{}`", clip(word)));
        }
        match word.parse() {
            Ok(turns @ 1..=IDLE_LIMIT) if !word.starts_with(['+', '0']) => Ok(turns),
            _ => Err(format!("the turns without progress are a number from 1 to {IDLE_LIMIT}, not `{}`", clip(word))),
        }
    }

    fn read_move(&self, position: &Position<W>, text: &str) -> Result<Move, String> {
        if self.game_over(position) {
            return Err("the game is over, no move is possible".to_string());
        }
        let placing = position.at(position.mover) == Square::NOWHERE;
        let player = letter(position.mover);
        let rest = match (text.strip_prefix('@'), placing) {
            (Some(rest), true) => rest,
            (None, false) => text,
            (Some(_), false) => return Err(format!("{player} is on the board already and must step, without `@`")),
            (None, true) => return Err(format!("{player} is not on the board yet and must be placed, as in @a1")),
        };
        let size = self.variant.size;
        let (to, block) = match rest.split_once('-') {
            Some((to, block)) => (size.square(to)?, Some(size.square(block)?)),
            None => (size.square(rest)?, None),
        };
        self.check_step(position, to)?;
        Ok(Move { to, block: self.check_block(position, to, block)? })
    }

    fn game_over(&self, position: &Position<W>) -> bool {
        self.turn(position) == Turn::Over
    }

    fn check_step(&self, position: &Position<W>, to: Square) -> Result<(), String> {
        let size = self.variant.size;
        let name = size.name(to);
        if self.steps(position, position.mover).has(to) {
            return Ok(());
        }
        if let Some(standing) = PlayerId::all(2).find(|player| position.at(*player) == to) {
            return Err(format!("{} stands on {name}", letter(standing)));
        }
        if !position.free.has(to) {
            return Err(format!("{name} is blocked"));
        }
        let from = size.name(position.at(position.mover));
        Err(format!("a {} on {from} cannot step to {name}", self.variant.mover.name()))
    }

    /// The square to block as a move keeps it.
    fn check_block(&self, position: &Position<W>, to: Square, block: Option<Square>) -> Result<Square, String> {
        let size = self.variant.size;
        if !self.removes() {
            return match block {
                None => Ok(Square::NOWHERE),
                Some(_) => Err("this variant blocks the square just left; a move names only where to go".to_string()),
            };
        }
        let choice = self.removable(position) & !W::of(to);
        match block {
            None if choice.is_empty() => Ok(Square::NOWHERE),
            None => {
                let example = choice.squares().next().map_or_else(String::new, |square| size.name(square));
                Err(format!("the square to remove is missing, as in {}-{example}", size.name(to)))
            }
            Some(square) if choice.has(square) => Ok(square),
            Some(square) => {
                let name = size.name(square);
                Err(if square == to {
                    format!("{name} is where the piece goes, it cannot be removed")
                } else if position.permanent.has(square) {
                    format!("{name} is permanent, it cannot be removed")
                } else if position.at(position.mover.opponent()) == square {
                    format!("{name} is occupied, it cannot be removed")
                } else {
                    format!("{name} is blocked already")
                })
            }
        }
    }
}
