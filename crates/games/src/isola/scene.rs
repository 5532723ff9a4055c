//! The board as a picture.

use super::rules::{Move, Position};
use super::square::{Square, col_name};
use super::variant::{Mode, Mover};
use super::word::Word;
use super::{Isola, notation};
use plyground_core::{Cell, CellKind, Click, ClickChoice, Drawable, Game, Piece, PlayerId, Scene, SeatInfo};

impl<W: Word> Drawable for Isola<W> {
    fn scene(&self, position: &Position<W>) -> Scene {
        let size = self.variant.size;
        let seat = |player: PlayerId| SeatInfo {
            name: notation::letter(player).to_string(),
            symbol: notation::letter(player),
            holdings: vec![("steps", i64::from(self.steps(position, player).count()))],
            eliminated: false,
        };
        Scene {
            cols: size.cols(),
            rows: size.rows(),
            cells: (0..size.squares()).map(|index| cell(position, Square(index as u8))).collect(),
            links: Vec::new(),
            seats: PlayerId::all(self.facts().players).map(seat).collect(),
            die: None,
            col_names: (0..size.cols()).map(|col| col_name(col).to_string()).collect(),
            row_names: (1..=size.rows()).map(|row| row.to_string()).collect(),
        }
    }

    /// The square to enter, then the square to remove, if any.
    fn clicks(&self, _position: &Position<W>, mv: Move) -> Vec<Click> {
        std::iter::once(mv.to).chain(mv.block()).map(|square| Click::Cell(square.index())).collect()
    }

    fn click_forms(&self) -> Vec<Vec<ClickChoice>> {
        let step = vec![ClickChoice::Cell];
        match self.variant.mode {
            Mode::Trail => vec![step],
            // Where nothing is left to remove, the step is the whole move.
            Mode::Remove => vec![step, vec![ClickChoice::Cell, ClickChoice::Cell]],
        }
    }

    fn ending(&self, position: &Position<W>) -> Option<String> {
        let loser = self.payoffs(position).winner()?.opponent();
        Some(format!("{} cannot step anywhere", notation::letter(loser)))
    }

    fn prompts(&self, position: &Position<W>) -> Vec<String> {
        let step = if position.own() == Square::NOWHERE {
            "Choose where your piece begins"
        } else {
            "Step to a marked square"
        };
        let removal = self.removes().then_some("Now remove a square");
        std::iter::once(step).chain(removal).map(String::from).collect()
    }

    fn refusal(&self, position: &Position<W>, clicks: &[Click]) -> Option<String> {
        let square =
            |click: &Click| if let Click::Cell(cell) = click { u8::try_from(*cell).ok().map(Square) } else { None };
        let last = clicks.last().and_then(square).filter(|last| last.index() < self.variant.size.squares())?;
        let reason = match clicks {
            [_] => self.why_no_step(position, last),
            _ => why_no_removal(position, last, clicks.first().and_then(square) == Some(last)),
        };
        Some(reason.to_string())
    }
}

impl<W: Word> Isola<W> {
    fn why_no_step(&self, position: &Position<W>, square: Square) -> &'static str {
        if square == position.own() {
            return "Your own piece stands there: choose where it steps.";
        }
        if square == position.other() {
            return "Your opponent's piece stands there.";
        }
        match self.variant.mover {
            _ if !position.free.has(square) => "That square is closed.",
            Mover::King => "That is too far: your piece steps to one of the squares around it.",
            Mover::Knight => "Your piece jumps like a knight: two squares straight and one to the side.",
            Mover::Queen => "Your piece goes in a straight line, and not past closed squares or the other piece.",
        }
    }
}

fn why_no_removal<W: Word>(position: &Position<W>, square: Square, entered: bool) -> &'static str {
    if entered || square == position.other() {
        "A piece stands there: remove an empty square."
    } else if position.permanent.has(square) {
        "That square stays open for the whole game: remove another one."
    } else {
        "That square is closed already: remove another one."
    }
}

fn cell<W: Word>(position: &Position<W>, square: Square) -> Cell {
    let owner = PlayerId::all(2).find(|player| position.at(*player) == square);
    let ground = if position.permanent.has(square) {
        CellKind::Permanent
    } else if owner.is_some() || position.free.has(square) {
        CellKind::Plain
    } else {
        CellKind::Blocked
    };
    let piece = owner.map(|player| Piece { owner, label: notation::letter(player).to_string() });
    Cell { ground, piece, mark: None }
}
