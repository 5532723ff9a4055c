//! Moves as numbers that mean the same in every position of a board, for programs that learn.

use crate::{Click, ClickChoice, Drawable};

/// Numbers the moves of a board by their clicks. Most numbers are legal in few positions or in none.
///
/// ```
/// use plyground_core::{ActionSpace, Click, ClickChoice};
/// // A board of four cells: a move is a cell, or a cell and a yes or no.
/// let answers = ["yes", "no"].map(String::from).to_vec();
/// let space = ActionSpace::new(4, vec![vec![ClickChoice::Cell], vec![ClickChoice::Cell, ClickChoice::Answer(answers)]]);
/// assert_eq!(space.count(), 4 + 4 * 2);
/// assert_eq!(space.number(&[Click::Cell(3)]), Some(3));
/// assert_eq!(space.number(&[Click::Cell(3), Click::Answer("no".to_string())]), Some(4 + 3 * 2 + 1));
/// assert_eq!(space.number(&[Click::Cell(4)]), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionSpace {
    cells: usize,
    forms: Vec<Vec<ClickChoice>>,
}

impl ActionSpace {
    /// The moves that are entered in these ways on a board with this many cells.
    pub fn new(cells: usize, forms: Vec<Vec<ClickChoice>>) -> Self {
        ActionSpace { cells, forms }
    }

    /// The moves of a game on its board.
    pub fn of<G: Drawable>(game: &G) -> Self {
        ActionSpace::new(game.scene(&game.start()).cells.len(), game.click_forms())
    }

    /// How many numbers there are: all are below this.
    pub fn count(&self) -> usize {
        self.forms.iter().map(|form| self.size(form)).fold(0, usize::saturating_add)
    }

    /// The number of the move that is entered by these clicks; `None` if no form allows them.
    pub fn number(&self, clicks: &[Click]) -> Option<usize> {
        let mut first = 0;
        for form in &self.forms {
            if let Some(place) = self.place(form, clicks) {
                return Some(first + place);
            }
            first += self.size(form);
        }
        None
    }

    fn size(&self, form: &[ClickChoice]) -> usize {
        form.iter().map(|choice| self.width(choice)).fold(1, usize::saturating_mul)
    }

    fn width(&self, choice: &ClickChoice) -> usize {
        match choice {
            ClickChoice::Cell => self.cells,
            ClickChoice::Answer(answers) => answers.len(),
        }
    }

    fn place(&self, form: &[ClickChoice], clicks: &[Click]) -> Option<usize> {
        if form.len() != clicks.len() {
            return None;
        }
        let mut place = 0;
        for (choice, click) in form.iter().zip(clicks) {
            let digit = match (choice, click) {
                (ClickChoice::Cell, Click::Cell(cell)) => Some(*cell).filter(|cell| *cell < self.cells),
                (ClickChoice::Answer(answers), Click::Answer(text)) => answers.iter().position(|answer| answer == text),
                _ => None,
            };
            place = place * self.width(choice) + digit?;
        }
        Some(place)
    }
}
