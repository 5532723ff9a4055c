//! The picture of a Python game, from what its `board` method returns.

use plyground_core::{Cell, CellKind, Piece, PlayerId, Scene, SeatInfo};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A larger board would not fit any screen.
const MOST_CELLS: usize = 10_000;

/// Draws the rows of `board(state)`; a game without that method has no picture.
///
/// A cell is `None` or `"."` (empty), `"#"` (closed), `" "` (no cell), a player's number, a pair of player and label, or another
/// text: a piece of nobody. A row may be a text of such signs.
pub fn draw(rules: &Bound<'_, PyAny>, state: &Py<PyAny>, players: usize) -> PyResult<Scene> {
    let seats = PlayerId::all(players).map(seat).collect();
    if !rules.hasattr("board")? {
        return Ok(Scene { seats, ..Scene::default() });
    }
    let mut scene = Scene { seats, ..Scene::default() };
    for row in rules.call_method1("board", (state,))?.try_iter()? {
        let before = scene.cells.len();
        for sign in row?.try_iter()? {
            scene.cells.push(cell(&sign?, players)?);
            if scene.cells.len() > MOST_CELLS {
                return Err(PyValueError::new_err(format!("`board` returned more than {MOST_CELLS} cells")));
            }
        }
        let cols = scene.cells.len() - before;
        if scene.rows > 0 && cols != scene.cols {
            return Err(PyValueError::new_err("`board` returned rows of different lengths"));
        }
        scene.cols = cols;
        scene.rows += 1;
    }
    Ok(scene)
}

fn seat(player: PlayerId) -> SeatInfo {
    let symbol = char::from_digit(player.number() as u32, 10).unwrap_or('?');
    SeatInfo { name: format!("player {player}"), symbol, ..SeatInfo::default() }
}

fn cell(sign: &Bound<'_, PyAny>, players: usize) -> PyResult<Cell> {
    if sign.is_none() {
        return Ok(Cell::default());
    }
    let owner = |number: usize| PlayerId::from_number(number).filter(|_| number <= players);
    if let Ok(number) = sign.extract::<usize>() {
        return match number {
            0 => Ok(Cell::default()),
            number => piece(owner(number), String::new(), sign),
        };
    }
    if let Ok((number, label)) = sign.extract::<(usize, String)>() {
        return piece(owner(number), label, sign);
    }
    let text: String = sign.extract()?;
    let number = text.parse::<usize>().ok().and_then(owner);
    Ok(match text.as_str() {
        "." | "" => Cell::default(),
        "#" => Cell { ground: CellKind::Blocked, ..Cell::default() },
        " " => Cell { ground: CellKind::Hole, ..Cell::default() },
        _ if number.is_some() => Cell { piece: Some(Piece { owner: number, label: String::new() }), ..Cell::default() },
        label => Cell { piece: Some(Piece { owner: None, label: label.to_string() }), ..Cell::default() },
    })
}

fn piece(owner: Option<PlayerId>, label: String, sign: &Bound<'_, PyAny>) -> PyResult<Cell> {
    match owner {
        Some(_) => Ok(Cell { piece: Some(Piece { owner, label }), ..Cell::default() }),
        None => Err(PyValueError::new_err(format!("`board` returned {sign}, but there is no such player"))),
    }
}
