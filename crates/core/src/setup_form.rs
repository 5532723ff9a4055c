//! Positions put together by hand: what each cell may hold, and what else a position says.
//!
//! All notations of positions have one shape: rows of cells joined by `/`, then fields. A game names the words of its
//! cells and fields in a [`SetupForm`]; texts are taken apart and put together here, and the game's own parser is the
//! judge of the result.

use crate::{Cell, CellKind, Notation, Piece, PlayerId, Scene};

/// What a cell may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellContent {
    /// Its word in positions.
    pub word: String,
    /// What people call it.
    pub name: String,
    /// What it looks like.
    pub look: Cell,
}

/// Something that a position says besides its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupField {
    /// What people call it.
    pub name: String,
    /// What stands before it in positions, the blank included.
    pub lead: &'static str,
    /// What it may be.
    pub values: FieldValues,
}

/// What a field may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldValues {
    /// One of these words, each with what it means.
    Words(Vec<(String, String)>),
    /// A number up to this.
    Number(u32),
}

/// How positions on one board are put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupForm {
    /// Cells in a row.
    pub cols: usize,
    /// What a cell may hold; the first is nothing.
    pub contents: Vec<CellContent>,
    /// The fields in their order.
    pub fields: Vec<SetupField>,
}

/// A position taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupParts {
    /// The word of each cell, row by row.
    pub cells: Vec<String>,
    /// The value of each field.
    pub fields: Vec<String>,
}

impl CellContent {
    /// Something with this look.
    pub fn new(word: impl Into<String>, name: impl Into<String>, look: Cell) -> Self {
        CellContent { word: word.into(), name: name.into(), look }
    }

    /// A square of this kind without a piece.
    pub fn square(word: impl Into<String>, name: impl Into<String>, ground: CellKind) -> Self {
        CellContent::new(word, name, Cell { ground, ..Cell::default() })
    }

    /// A piece with this inscription on an ordinary square.
    pub fn piece(word: impl Into<String>, name: impl Into<String>, owner: PlayerId, label: impl Into<String>) -> Self {
        let piece = Some(Piece { owner: Some(owner), label: label.into() });
        CellContent::new(word, name, Cell { piece, ..Cell::default() })
    }
}

impl SetupField {
    /// A choice of words, each with what it means.
    pub fn words<W: Into<String>, N: Into<String>>(
        name: &str,
        lead: &'static str,
        words: impl IntoIterator<Item = (W, N)>,
    ) -> Self {
        let words = words.into_iter().map(|(word, meaning)| (word.into(), meaning.into())).collect();
        SetupField { name: name.to_string(), lead, values: FieldValues::Words(words) }
    }

    /// A number up to `most`.
    pub fn number(name: impl Into<String>, lead: &'static str, most: u32) -> Self {
        SetupField { name: name.into(), lead, values: FieldValues::Number(most) }
    }
}

impl SetupForm {
    /// Takes a position apart that the game has written; `None` if the text does not have the form.
    pub fn read(&self, text: &str) -> Option<SetupParts> {
        let (rows, mut rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
        let mut cells = Vec::new();
        for row in rows.split('/') {
            self.read_row(row, &mut cells)?;
        }
        let mut fields = Vec::with_capacity(self.fields.len());
        for (index, field) in self.fields.iter().enumerate() {
            rest = rest.strip_prefix(field.lead)?;
            let end = self.fields.get(index + 1).and_then(|next| rest.find(next.lead)).unwrap_or(rest.len());
            let (value, after) = rest.split_at(end);
            fields.push(value.to_string());
            rest = after;
        }
        rest.is_empty().then_some(SetupParts { cells, fields })
    }

    fn read_row(&self, row: &str, cells: &mut Vec<String>) -> Option<()> {
        let before = cells.len();
        let mut rest = row;
        while !rest.is_empty() {
            let fitting = self.contents.iter().filter(|content| rest.starts_with(content.word.as_str()));
            let content = fitting.max_by_key(|content| content.word.len())?;
            rest = &rest[content.word.len()..];
            cells.push(content.word.clone());
        }
        (cells.len() - before == self.cols).then_some(())
    }

    /// The text of a position; whether the rules allow it is for the game to say.
    pub fn write(&self, parts: &SetupParts) -> String {
        let rows: Vec<String> = parts.cells.chunks(self.cols.max(1)).map(<[String]>::concat).collect();
        let fields = self.fields.iter().zip(&parts.fields).map(|(field, value)| format!("{}{value}", field.lead));
        rows.join("/") + &fields.collect::<String>()
    }

    /// The picture of a position that need not be legal, on a board that looks like this when it is empty or begins.
    pub fn scene(&self, board: &Scene, parts: &SetupParts) -> Scene {
        let mut scene = board.clone();
        for (cell, word) in scene.cells.iter_mut().zip(&parts.cells) {
            let Some(content) = self.contents.iter().find(|content| content.word == *word) else { continue };
            let is_corner = matches!(cell.ground, CellKind::Home(_) | CellKind::Goal(_));
            if !is_corner || content.look.ground != CellKind::Plain {
                cell.ground = content.look.ground;
            }
            cell.piece.clone_from(&content.look.piece);
            cell.mark = None;
        }
        scene
    }

    /// The cell to blame for a position that a game refuses: the first one without whose content it would be accepted.
    /// `None` where there is no such cell.
    pub fn cell_to_blame<G: Notation>(&self, game: &G, parts: &SetupParts) -> Option<usize> {
        let nothing = &self.contents.first()?.word;
        (0..parts.cells.len()).filter(|cell| parts.cells[*cell] != *nothing).find(|cell| {
            let mut changed = parts.clone();
            changed.cells[*cell].clone_from(nothing);
            game.parse_position(&self.write(&changed)).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> SetupForm {
        let contents =
            [("", "."), ("one", "a"), ("two", "a1")].map(|(name, word)| CellContent::new(word, name, Cell::default()));
        let fields = vec![
            SetupField::words("to move", " ", [("a", "first"), ("b", "second")]),
            SetupField::number("left of a", " o=", 9),
            SetupField::number("left of b", ",", 9),
        ];
        SetupForm { cols: 2, contents: contents.to_vec(), fields }
    }

    #[test]
    fn texts_are_taken_apart_and_put_together() {
        let text = ".a1/a. b o=3,0";
        let parts = form().read(text).expect("of this form");
        assert_eq!(parts.cells, [".", "a1", "a", "."]);
        assert_eq!(parts.fields, ["b", "3", "0"]);
        assert_eq!(form().write(&parts), text);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "..", ".a/.", "x./.. b o=1,2", "../.. b o=1", "../.. b 1,2", ".../.. b o=1,2"] {
            assert_eq!(form().read(text), None, "{text}");
        }
    }
}
