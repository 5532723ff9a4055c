//! What a move does to a picture, step by step, so that any front end can show it as motion.

use crate::{CellKind, Click, Piece, Scene};

/// One change of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The cell that changes.
    pub cell: usize,
    /// How.
    pub kind: ChangeKind,
    /// When: changes of the same step happen together, and step 0 is first.
    pub step: usize,
}

/// How a cell changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeKind {
    /// A piece comes here from another cell.
    Slide {
        /// Where it was.
        from: usize,
    },
    /// A new piece is put here, perhaps in place of another.
    Place,
    /// The piece changes its owner or its inscription.
    Flip,
    /// The piece leaves the board.
    Capture,
    /// The square is closed.
    Close,
    /// The square is torn out of the board, with what stood on it.
    Blast,
}

/// The changes between two pictures of the same board, for a move that is entered by these clicks and acts along these lines.
pub fn between(before: &Scene, after: &Scene, clicks: &[Click], paths: &[Vec<usize>]) -> Vec<Change> {
    let cells = before.cells.len().min(after.cells.len());
    let old = |cell: usize| before.cells[cell].piece.as_ref();
    let new = |cell: usize| after.cells[cell].piece.as_ref();
    let clicked = clicks.iter().find_map(|click| if let Click::Cell(cell) = click { Some(*cell) } else { None });
    let longest = paths.iter().map(Vec::len).max().unwrap_or(0);
    // A piece has moved if it is gone from a cell that is empty now and has turned up in another.
    let mut left: Vec<usize> = (0..cells).filter(|cell| old(*cell).is_some() && new(*cell).is_none()).collect();
    let mut origin_of = |piece: &Piece| {
        let at = left.iter().position(|cell| old(*cell) == Some(piece))?;
        Some(left.remove(at))
    };
    let mut changes = Vec::new();
    for cell in (0..cells).filter(|cell| new(*cell).is_some() && new(*cell) != old(*cell)) {
        let origin = new(cell).and_then(&mut origin_of);
        let (kind, step) = match (origin, old(cell)) {
            (Some(from), _) => (ChangeKind::Slide { from }, 0),
            (None, None) => (ChangeKind::Place, 0),
            (None, Some(_)) if clicked == Some(cell) => (ChangeKind::Place, 0),
            (None, Some(_)) => (ChangeKind::Flip, place_in(paths, cell).unwrap_or(longest)),
        };
        if origin.is_some() && old(cell).is_some() {
            changes.push(Change { cell, kind: ChangeKind::Capture, step });
        }
        changes.push(Change { cell, kind, step });
    }
    let moved = usize::from(!changes.is_empty());
    for cell in (0..cells).filter(|cell| before.cells[*cell].ground != after.cells[*cell].ground) {
        match after.cells[cell].ground {
            CellKind::Blocked => changes.push(Change { cell, kind: ChangeKind::Close, step: moved }),
            CellKind::Hole => {
                let step = clicked.map_or(0, |centre| distance(centre, cell, before.cols));
                changes.push(Change { cell, kind: ChangeKind::Blast, step });
            }
            _ => {}
        }
    }
    let is_standing = |cell: &usize| after.cells[*cell].ground != CellKind::Hole;
    let taken = left.into_iter().filter(is_standing);
    changes.extend(taken.map(|cell| Change { cell, kind: ChangeKind::Capture, step: 0 }));
    changes.sort_by_key(|change| change.step);
    changes
}

/// How far along its line a cell is; the earliest, where lines meet.
fn place_in(paths: &[Vec<usize>], cell: usize) -> Option<usize> {
    paths.iter().filter_map(|path| path.iter().position(|other| *other == cell)).min()
}

/// Steps of a king between two cells.
fn distance(from: usize, to: usize, cols: usize) -> usize {
    let cols = cols.max(1);
    (from / cols).abs_diff(to / cols).max((from % cols).abs_diff(to % cols))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, PlayerId};

    /// One row: `.` is empty, `#` closed, a blank a hole, a letter a stone of the first (lower case) or second player.
    fn row(text: &str) -> Scene {
        let cell = |letter: char| {
            let ground = match letter {
                '#' => CellKind::Blocked,
                ' ' => CellKind::Hole,
                _ => CellKind::Plain,
            };
            let owner = if letter.is_lowercase() { PlayerId::FIRST } else { PlayerId::SECOND };
            let label = letter.to_lowercase().to_string();
            let piece = letter.is_alphabetic().then_some(Piece { owner: Some(owner), label });
            Cell { ground, piece, mark: None }
        };
        Scene { cols: text.len(), rows: 1, cells: text.chars().map(cell).collect(), ..Scene::default() }
    }

    fn changes(before: &str, after: &str, clicks: &[usize], paths: &[Vec<usize>]) -> Vec<(usize, ChangeKind, usize)> {
        let clicks: Vec<Click> = clicks.iter().map(|cell| Click::Cell(*cell)).collect();
        let list = between(&row(before), &row(after), &clicks, paths);
        list.into_iter().map(|change| (change.cell, change.kind, change.step)).collect()
    }

    #[test]
    fn a_piece_that_moves_onto_another_takes_it() {
        let expected = [(2, ChangeKind::Capture, 0), (2, ChangeKind::Slide { from: 0 }, 0)];
        assert_eq!(changes("a.B", "..a", &[0, 2], &[]), expected);
    }

    #[test]
    fn captured_stones_turn_in_the_order_of_their_line() {
        let expected = [(0, ChangeKind::Place, 0), (1, ChangeKind::Flip, 1), (2, ChangeKind::Flip, 2)];
        assert_eq!(changes(".SSs", "ssss", &[0], &[vec![0, 1, 2, 3]]), expected);
    }

    #[test]
    fn stones_that_turn_without_a_line_do_it_together_at_the_end() {
        let expected =
            [(0, ChangeKind::Place, 0), (1, ChangeKind::Flip, 1), (3, ChangeKind::Flip, 3), (4, ChangeKind::Flip, 3)];
        assert_eq!(changes(".SsSS", "sssss", &[0], &[vec![0, 1, 2]]), expected);
    }

    #[test]
    fn two_stones_that_change_hands_do_not_look_like_a_move() {
        let list = changes("sS", "Ss", &[], &[]);
        assert_eq!(list, [(0, ChangeKind::Flip, 0), (1, ChangeKind::Flip, 0)]);
    }

    #[test]
    fn a_square_closes_after_the_piece_has_moved() {
        let expected = [(1, ChangeKind::Slide { from: 0 }, 0), (3, ChangeKind::Close, 1)];
        assert_eq!(changes("a...", ".a.#", &[1, 3], &[]), expected);
    }

    #[test]
    fn a_blast_spreads_from_its_centre_and_leaves_no_captures() {
        let expected = [(1, ChangeKind::Blast, 0), (0, ChangeKind::Blast, 1), (2, ChangeKind::Blast, 1)];
        assert_eq!(changes("aB.c", "   c", &[1], &[]), expected);
    }
}
