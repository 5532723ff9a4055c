//! Positions and moves as text.
//!
//! A position is its rows from the top, joined by `/`, and the player to move. One field more than usual follows only
//! where play has come to a standstill between permanent squares: the number of turns without progress, which
//! [`IDLE_LIMIT`] ends.

use super::Isola;
use super::fault::{MoveFault, PositionFault};
use super::rules::{IDLE_LIMIT, Move, Position};
use super::square::{MAX_SQUARES, Size, Square, clip};
use super::word::Word;
use plyground_core::{
    Cell, CellContent, CellKind, Game, Notation, NotationError, PlayerId, SetupField, SetupForm, Turn,
};

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
        if position.own() == Square::NOWHERE { "placement" } else { "play" }
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
        text.push(letter(position.mover()));
        if position.idle() > 0 {
            text.push_str(&format!(" {}", position.idle()));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let size = size_of(text)?;
        self.read_position(text, size).map_err(|fault| NotationError::new(text, fault.to_string()))
    }

    fn move_text(&self, position: &Position<W>, mv: Move) -> String {
        let size = self.variant.size;
        let at = if position.at(position.mover()) == Square::NOWHERE { "@" } else { "" };
        match mv.block() {
            Some(block) => format!("{at}{}-{}", size.name(mv.to), size.name(block)),
            None => format!("{at}{}", size.name(mv.to)),
        }
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Move, NotationError> {
        let mv = self.read_move(position, text).map_err(|fault| NotationError::new(text, fault.to_string()))?;
        debug_assert!(self.is_legal(position, mv), "the reasons against a move are complete");
        Ok(mv)
    }

    fn setup_form(&self) -> Option<SetupForm> {
        let piece = |player: PlayerId| {
            CellContent::piece(letter(player), format!("piece of {}", letter(player)), player, letter(player))
        };
        let mut contents = vec![CellContent::square('.', "free square", CellKind::Plain)];
        contents.extend(PlayerId::all(2).map(piece));
        contents.push(CellContent::square('#', "closed square", CellKind::Blocked));
        if self.removes() {
            let standing = |player: PlayerId| {
                let word = letter(player).to_ascii_lowercase();
                let name = format!("piece of {} on a permanent square", letter(player));
                let look = Cell { ground: CellKind::Permanent, ..piece(player).look };
                CellContent::new(word, name, look)
            };
            contents.push(CellContent::square('+', "permanent square", CellKind::Permanent));
            contents.extend(PlayerId::all(2).map(standing));
        }
        let players = PlayerId::all(2).map(|player| (letter(player), letter(player)));
        let fields = vec![SetupField::words("to move", " ", players)];
        Some(SetupForm { cols: self.variant.size.cols(), contents, fields })
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
    fn read_position(&self, text: &str, size: Size) -> Result<Position<W>, PositionFault> {
        let mut fields = text.split_whitespace();
        let rows = self.read_rows(fields.next().unwrap_or_default(), size)?;
        let mut position = self.position(rows.pieces, rows.free, rows.permanent);
        match fields.next() {
            Some("X") => {}
            Some("O") => {
                position.seats = position.seats.after_pass();
            }
            Some(other) => return Err(PositionFault::UnknownPlayer(clip(other))),
            None => return Err(PositionFault::NoPlayer),
        };
        if let Some(word) = fields.next() {
            let idle = self.read_idle(&position, word)?;
            position.seats = position.seats.with_idle(idle);
        }
        if let Some(more) = fields.next() {
            return Err(PositionFault::AfterEnd(clip(more)));
        }
        position.key = self.recomputed_key(&position);
        Ok(position)
    }

    fn read_rows(&self, text: &str, size: Size) -> Result<Rows<W>, PositionFault> {
        let wanted = self.variant.size;
        if size != wanted {
            return Err(PositionFault::OtherSize { wanted, found: size });
        }
        let mut rows = Rows { pieces: [Square::NOWHERE; 2], free: W::EMPTY, permanent: W::EMPTY };
        for (index, row) in text.split('/').enumerate() {
            let found = row.chars().count();
            if found != size.cols() {
                return Err(PositionFault::RowLength { row: index + 1, found, wanted: size.cols() });
            }
            for (col, symbol) in row.chars().enumerate() {
                let square = Square((index * size.cols() + col) as u8);
                self.read_square(&mut rows, square, symbol)?;
            }
        }
        Ok(rows)
    }

    fn read_square(&self, rows: &mut Rows<W>, square: Square, symbol: char) -> Result<(), PositionFault> {
        let name = || self.variant.size.name(square);
        match symbol {
            '.' | '+' => rows.free |= W::of(square),
            '#' => {}
            'X' | 'x' | 'O' | 'o' => {
                let piece = &mut rows.pieces[usize::from(symbol.eq_ignore_ascii_case(&'o'))];
                if *piece != Square::NOWHERE {
                    let (first, second) = (self.variant.size.name(*piece), name());
                    return Err(PositionFault::TwoPieces { piece: symbol.to_ascii_uppercase(), first, second });
                }
                *piece = square;
            }
            _ => return Err(PositionFault::UnknownSymbol { symbol, square: name() }),
        }
        if matches!(symbol, '+' | 'x' | 'o') {
            if !self.removes() {
                return Err(PositionFault::PermanentInTrail { symbol, square: name() });
            }
            rows.permanent |= W::of(square);
        }
        Ok(())
    }

    fn read_idle(&self, position: &Position<W>, word: &str) -> Result<u8, PositionFault> {
        if !(position.free & !position.permanent).is_empty() || position.permanent.is_empty() {
            return Err(PositionFault::AfterEnd(clip(word)));
        }
        match word.parse() {
            Ok(turns @ 1..=IDLE_LIMIT) if !word.starts_with(['+', '0']) => Ok(turns),
            _ => Err(PositionFault::IdleTurns(clip(word))),
        }
    }

    fn read_move(&self, position: &Position<W>, text: &str) -> Result<Move, MoveFault> {
        if self.game_over(position) {
            return Err(MoveFault::GameOver);
        }
        let placing = position.at(position.mover()) == Square::NOWHERE;
        let player = letter(position.mover());
        let rest = match (text.strip_prefix('@'), placing) {
            (Some(rest), true) => rest,
            (None, false) => text,
            (Some(_), false) => return Err(MoveFault::AlreadyPlaced(player)),
            (None, true) => return Err(MoveFault::NotPlaced(player)),
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

    fn check_step(&self, position: &Position<W>, to: Square) -> Result<(), MoveFault> {
        let size = self.variant.size;
        let name = size.name(to);
        if self.steps(position, position.mover()).has(to) {
            return Ok(());
        }
        if let Some(standing) = PlayerId::all(2).find(|player| position.at(*player) == to) {
            return Err(MoveFault::Occupied { player: letter(standing), square: name });
        }
        if !position.free.has(to) {
            return Err(MoveFault::Blocked(name));
        }
        let from = size.name(position.at(position.mover()));
        Err(MoveFault::Unreachable { mover: self.variant.mover.name(), from, to: name })
    }

    /// The square to block as a move keeps it.
    fn check_block(&self, position: &Position<W>, to: Square, block: Option<Square>) -> Result<Square, MoveFault> {
        let size = self.variant.size;
        if !self.removes() {
            return match block {
                None => Ok(Square::NOWHERE),
                Some(_) => Err(MoveFault::NothingToRemove),
            };
        }
        let choice = self.removable(position) & !W::of(to);
        match block {
            None if choice.is_empty() => Ok(Square::NOWHERE),
            None => {
                let example = choice.squares().next().map_or_else(String::new, |square| size.name(square));
                Err(MoveFault::RemovalMissing { to: size.name(to), example })
            }
            Some(square) if choice.has(square) => Ok(square),
            Some(square) => {
                let name = size.name(square);
                Err(if square == to {
                    MoveFault::RemovesTarget(name)
                } else if position.permanent.has(square) {
                    MoveFault::RemovesPermanent(name)
                } else if position.at(position.mover().opponent()) == square {
                    MoveFault::RemovesOccupied(name)
                } else {
                    MoveFault::RemovesBlocked(name)
                })
            }
        }
    }
}
