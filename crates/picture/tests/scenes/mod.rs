//! Small hand-made scenes.

use plyground_core::{Cell, CellKind, Link, Mark, Piece, PlayerId, Scene, SeatInfo};

fn seat(name: &str, symbol: char, holdings: &[(&'static str, i64)]) -> SeatInfo {
    SeatInfo { name: name.to_string(), symbol, holdings: holdings.to_vec(), eliminated: false }
}

fn piece(player: usize, label: &str) -> Option<Piece> {
    Some(Piece { owner: PlayerId::from_number(player), label: label.to_string() })
}

fn names(letters: &str) -> Vec<String> {
    letters.chars().map(String::from).collect()
}

/// Numbered stones between two corners, with homes, goals and a die.
pub fn dice() -> Scene {
    let mut cells = vec![Cell::default(); 25];
    for (index, cell) in cells.iter_mut().enumerate() {
        match index % 5 + index / 5 {
            0..=2 => cell.ground = CellKind::Home(PlayerId::FIRST),
            6..=8 => cell.ground = CellKind::Home(PlayerId::SECOND),
            _ => {}
        }
    }
    cells[0].ground = CellKind::Goal(PlayerId::SECOND);
    cells[24].ground = CellKind::Goal(PlayerId::FIRST);
    for (index, player, label) in [(1, 1, "6"), (6, 1, "3"), (11, 1, "5"), (12, 2, "6"), (19, 2, "1"), (23, 2, "4")] {
        cells[index].piece = piece(player, label);
    }
    cells[12].mark = Some(Mark::LastMove);
    Scene {
        cols: 5,
        rows: 5,
        cells,
        seats: vec![seat("red", 'r', &[("stones", 3)]), seat("blue", 'b', &[("stones", 3)])],
        die: Some(5),
        col_names: names("abcde"),
        row_names: names("54321"),
        ..Scene::default()
    }
}

/// Two pawns, closed squares and squares that can never be closed.
pub fn pawns() -> Scene {
    let mut cells = vec![Cell::default(); 20];
    for index in [2, 7, 11, 12] {
        cells[index].ground = CellKind::Blocked;
    }
    cells[5].ground = CellKind::Permanent;
    cells[9].ground = CellKind::Permanent;
    cells[5].piece = piece(1, "X");
    cells[13].piece = piece(2, "O");
    cells[13].mark = Some(Mark::LastMove);
    let mut seats = vec![seat("X", 'X', &[("steps", 5)]), seat("O", 'O', &[("steps", 12)])];
    seats[0].eliminated = true;
    Scene { cols: 5, rows: 4, cells, seats, col_names: names("ABCDE"), row_names: names("1234"), ..Scene::default() }
}

/// Holes, special squares, a neutral stone, three players, joined sides and a mirror.
pub fn islands() -> Scene {
    let rows = ["012--0", "0bx--3", "3c1--i"];
    let cell = |c: char| {
        let (ground, piece) = match c {
            '-' => (CellKind::Hole, None),
            'b' | 'c' | 'i' => (CellKind::Special(c), None),
            'x' => (CellKind::Plain, piece(0, "")),
            '0' => (CellKind::Plain, None),
            digit => (CellKind::Plain, piece(digit as usize - '0' as usize, "")),
        };
        Cell { ground, piece, mark: None }
    };
    let seat = |number: usize| {
        let symbol = char::from(b'0' + number as u8);
        seat(&format!("player {number}"), symbol, &[("stones", 2), ("overrides", 10 * number as i64), ("bombs", 1)])
    };
    Scene {
        cols: 6,
        rows: 3,
        cells: rows.iter().flat_map(|row| row.chars()).map(cell).collect(),
        links: vec![
            Link { from: (2, 2), to: (5, 6) },
            Link { from: (14, 3), to: (11, 7) },
            Link { from: (0, 0), to: (0, 0) },
            Link { from: (12, 5), to: (12, 5) },
        ],
        seats: (1..=3).map(seat).collect(),
        ..Scene::default()
    }
}

/// As large as boards get: 50 x 50, every square taken by one of eight players, and this many links along the edges.
pub fn crowd(links: usize) -> Scene {
    let cell = |index: usize| Cell { piece: piece(index * 7 % 8 + 1, ""), ..Cell::default() };
    let link = |index: usize| Link { from: (index, (index % 8) as u8), to: (2499 - index % 2500, 4) };
    Scene {
        cols: 50,
        rows: 50,
        cells: (0..2500).map(cell).collect(),
        links: (0..links).map(link).collect(),
        seats: (1..=8).map(|n| seat("somebody", char::from(b'0' + n), &[("stones", 312)])).collect(),
        ..Scene::default()
    }
}

/// Everything that a scene should not be.
pub fn nonsense() -> Vec<Scene> {
    let huge = Scene { cols: usize::MAX, rows: usize::MAX, ..Scene::default() };
    let flat = Scene { cols: 0, rows: 3, cells: vec![Cell::default(); 3], ..Scene::default() };
    let long = Scene { cols: usize::MAX, rows: usize::MAX, cells: vec![Cell::default(); 3], ..Scene::default() };
    let short = Scene { cols: 3, rows: 9, cells: vec![Cell::default(); 4], col_names: names("a"), ..Scene::default() };
    let holes = Scene {
        cols: 2,
        rows: 2,
        cells: vec![Cell { ground: CellKind::Hole, piece: piece(1, "gone"), mark: Some(Mark::LastMove) }; 4],
        ..Scene::default()
    };
    let mut strange = islands();
    strange.seats = vec![SeatInfo::default(); 12];
    strange.cells[0] = Cell { ground: CellKind::Special('\u{7}'), piece: None, mark: None };
    strange.cells[1].piece = piece(8, "\u{1b}]0;gotcha\u{7}");
    strange.die = Some(usize::MAX);
    strange.links = vec![
        Link { from: (usize::MAX, 0), to: (0, 0) },
        Link { from: (0, 200), to: (1, 0) },
        Link { from: (3, 0), to: (0, 0) },
    ];
    vec![Scene::default(), huge, flat, long, short, holes, strange]
}
