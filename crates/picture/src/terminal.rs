//! A scene as text that can be read at a glance.
//!
//! ```text
//!    A  B  C
//! 1  r1 ·  ·
//! 2  ·  [b2]▒▒      [ ] is where the last move ended
//! ```

use crate::grid::{self, Grid};
use crate::palette;
use plyground_core::{Cell, CellKind, Piece, PlayerId, Scene, SeatInfo};

/// What the terminal can show. The caller knows; this crate never looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Colour by ANSI escape sequences (256 colours).
    pub colour: bool,
    /// Signs beyond ASCII.
    pub unicode: bool,
}

/// From this many columns (rows) on, captions stand on both ends.
const LONG: usize = 20;
/// Names of players longer than this are cut.
const LONGEST_NAME: usize = 40;

/// Signs for squares on which nothing stands.
struct Symbols {
    plain: char,
    blocked: char,
    permanent: char,
    home: char,
    goal: char,
    neutral: char,
}

const ASCII: Symbols = Symbols { plain: '.', blocked: '#', permanent: '+', home: ':', goal: '*', neutral: '@' };
const UNICODE: Symbols =
    Symbols { plain: '·', blocked: '▒', permanent: '□', home: '◦', goal: '◇', neutral: '◆' };

/// The text of one cell, and how it looks.
struct Inscription {
    text: String,
    look: String,
}

struct Printer<'a> {
    grid: Grid<'a>,
    style: Style,
    symbols: &'static Symbols,
    /// Characters per cell, without the gutter.
    width: usize,
    out: String,
}

/// The board with coordinates, and below it the key, the seats with their holdings, and the die.
pub fn draw(scene: &Scene, style: Style) -> String {
    let symbols = if style.unicode { &UNICODE } else { &ASCII };
    let mut printer = Printer { grid: Grid::new(scene), style, symbols, width: 1, out: String::new() };
    let longest = |(_, _, cell)| printer.inscription(cell).text.chars().count();
    printer.width = printer.grid.cells().map(longest).max().unwrap_or(1).max(1);
    printer.board();
    let mut foot = printer.key();
    foot.extend(seats(&printer));
    foot.extend(scene.die.map(|face| format!("die {face}")));
    if !foot.is_empty() && !printer.out.is_empty() {
        printer.out.push('\n');
    }
    for line in foot {
        printer.line(&line);
    }
    printer.out
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn board(&mut self) {
        let names: Vec<String> = (0..self.grid.rows).map(|row| self.grid.row_name(row)).collect();
        let margin = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let header = self.header(margin);
        header.iter().for_each(|line| self.line(line));
        for (row, name) in names.iter().enumerate() {
            let mut line = format!("{} {}", self.faint(&format!("{name:>margin$}")), self.row(row));
            if self.grid.cols >= LONG {
                line.push_str(&self.faint(name));
            }
            self.line(&line);
        }
        if self.grid.rows >= LONG {
            header.iter().for_each(|line| self.line(line));
        }
    }

    /// Column captions; written downwards when they are wider than a cell.
    fn header(&self, margin: usize) -> Vec<String> {
        let names: Vec<String> = (0..self.grid.cols).map(|col| self.grid.col_name(col)).collect();
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let lines: Vec<Vec<String>> = if longest <= self.width {
            vec![names]
        } else {
            let letter = |name: &String, line| format!("{name:>longest$}").chars().nth(line).unwrap_or(' ').to_string();
            (0..longest).map(|line| names.iter().map(|name| letter(name, line)).collect()).collect()
        };
        if self.grid.cols == 0 {
            return Vec::new();
        }
        let join = |line: Vec<String>| line.iter().map(|name| format!(" {name:<0$}", self.width)).collect::<String>();
        lines.into_iter().map(|line| format!("{:margin$} {}", "", self.faint(join(line).trim_end()))).collect()
    }

    fn row(&self, row: usize) -> String {
        let mut line = String::new();
        for col in 0..=self.grid.cols {
            let left = col.checked_sub(1).and_then(|col| self.grid.cell(col, row));
            let here = self.grid.cell(col, row);
            line.push(gutter(left, here));
            if let Some(cell) = here {
                let Inscription { text, look } = self.inscription(cell);
                line.push_str(&self.painted(&text, &look));
                line.extend(std::iter::repeat_n(' ', self.width.saturating_sub(text.chars().count())));
            } else if col < self.grid.cols {
                line.extend(std::iter::repeat_n(' ', self.width));
            }
        }
        line
    }

    fn inscription(&self, cell: &Cell) -> Inscription {
        let sign = |sign: char, look: &str| Inscription { text: sign.to_string(), look: look.to_string() };
        let of = |player: PlayerId| format!("2;38;5;{}", palette::of(Some(player)).terminal);
        let mut found = match (&cell.piece, cell.ground) {
            (Some(piece), _) => self.piece(piece),
            (None, CellKind::Plain) => sign(self.symbols.plain, "2"),
            (None, CellKind::Hole) => sign(' ', ""),
            (None, CellKind::Blocked) => {
                Inscription { text: self.symbols.blocked.to_string().repeat(self.width), look: "38;5;243".to_string() }
            }
            (None, CellKind::Permanent) => sign(self.symbols.permanent, ""),
            (None, CellKind::Special(letter)) => {
                Inscription { text: grid::short(&letter.to_string(), 1), look: "1".into() }
            }
            (None, CellKind::Home(player)) => sign(self.symbols.home, &of(player)),
            (None, CellKind::Goal(player)) => sign(self.symbols.goal, &of(player)),
        };
        if grid::is_last_move(cell) {
            found.look.push_str(if found.look.is_empty() { "7" } else { ";7" });
        }
        found
    }

    /// Symbol and label, such as `r3`; a label that already begins with the symbol stands alone.
    fn piece(&self, piece: &Piece) -> Inscription {
        let label = grid::label(piece);
        let text = match piece.owner.map(|player| self.grid.symbol(player)) {
            None if label.is_empty() => self.symbols.neutral.to_string(),
            None => label,
            Some(symbol) if label.starts_with(symbol) => label,
            Some(symbol) => format!("{symbol}{label}"),
        };
        Inscription { text, look: format!("1;38;5;{}", palette::of(piece.owner).terminal) }
    }

    /// What the signs on this board mean; only those that are there.
    fn key(&self) -> Vec<String> {
        let any = |wanted: &dyn Fn(&Cell) -> bool| self.grid.cells().any(|(_, _, cell)| wanted(cell));
        let open = |wanted: fn(CellKind) -> bool| any(&|cell| cell.piece.is_none() && wanted(cell.ground));
        let lines = [
            (open(|ground| ground == CellKind::Blocked), format!("{} blocked", self.symbols.blocked)),
            (any(&|cell| cell.ground == CellKind::Permanent), format!("({}) permanent", self.symbols.permanent)),
            (open(|ground| matches!(ground, CellKind::Home(_))), format!("{} home", self.symbols.home)),
            (open(|ground| matches!(ground, CellKind::Goal(_))), format!("{} goal", self.symbols.goal)),
            (any(&grid::is_last_move), "[ ] last move".to_string()),
        ];
        let mut words: Vec<String> = lines.into_iter().filter_map(|(there, words)| there.then_some(words)).collect();
        match self.grid.scene.links.len() {
            0 => {}
            1 => words.push("1 link between sides".to_string()),
            count => words.push(format!("{count} links between sides")),
        }
        if words.is_empty() { Vec::new() } else { vec![self.faint(&words.join("   "))] }
    }

    fn faint(&self, text: &str) -> String {
        self.painted(text, "2")
    }

    fn painted(&self, text: &str, look: &str) -> String {
        if self.style.colour && !look.is_empty() && !text.trim().is_empty() {
            format!("\u{1b}[{look}m{text}\u{1b}[0m")
        } else {
            text.to_string()
        }
    }
}

/// Brackets around the last move and around permanent squares; neighbours share one character, the last move first.
fn gutter(left: Option<&Cell>, right: Option<&Cell>) -> char {
    let last = |cell: Option<&Cell>| cell.is_some_and(grid::is_last_move);
    let permanent = |cell: Option<&Cell>| cell.is_some_and(|cell| cell.ground == CellKind::Permanent);
    match () {
        () if last(right) => '[',
        () if last(left) => ']',
        () if permanent(right) => '(',
        () if permanent(left) => ')',
        () => ' ',
    }
}

/// One line per player, with the holdings in columns.
fn seats(printer: &Printer<'_>) -> Vec<String> {
    let seats = &printer.grid.scene.seats;
    let mut columns: Vec<&'static str> = Vec::new();
    for (name, _) in seats.iter().flat_map(|seat| &seat.holdings) {
        if !columns.contains(name) {
            columns.push(name);
        }
    }
    let title = |(index, seat): (usize, &SeatInfo)| {
        let symbol = PlayerId::from_number(index + 1).map_or('?', |player| printer.grid.symbol(player)).to_string();
        let name = grid::short(&seat.name, LONGEST_NAME);
        if name.is_empty() || name == symbol { symbol } else { format!("{symbol} {name}") }
    };
    let titles: Vec<String> = seats.iter().enumerate().map(title).collect();
    let widest = titles.iter().map(|title| title.chars().count()).max().unwrap_or(0);
    let amount = |seat: &SeatInfo, column: &str| {
        seat.holdings.iter().find(|(name, _)| *name == column).map_or(String::new(), |(_, count)| count.to_string())
    };
    let widths: Vec<usize> =
        columns.iter().map(|name| seats.iter().map(|seat| amount(seat, name).len()).max().unwrap_or(0)).collect();
    let line = |(index, seat): (usize, &SeatInfo)| {
        let look = match PlayerId::from_number(index + 1) {
            Some(player) if !seat.eliminated => format!("1;38;5;{}", palette::of(Some(player)).terminal),
            _ => "2".to_string(),
        };
        let mut line = printer.painted(&format!("{:<widest$}", titles[index]), &look);
        for (name, width) in columns.iter().zip(&widths) {
            line.push_str(&format!("   {name} {:>width$}", amount(seat, name)));
        }
        line + if seat.eliminated { "   out" } else { "" }
    };
    seats.iter().enumerate().map(line).collect()
}
