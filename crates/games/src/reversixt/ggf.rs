//! GGF, the format in which Othello servers and databases keep games:
//! `(;GM[Othello]PB[…]PW[…]TY[8]BO[8 … *]B[f5]W[f6]…;)`. Black is player 1. A player who cannot move is skipped by our
//! rules and writes `pa` there.

use super::bitboard::{BitPosition, BitReversi};
use super::diagram::Diagram;
use super::notation::write_diagram;
use super::tile::{Phase, Tile};
use super::variant::build;
use plyground_core::{
    Game, GameEvent, Notation, NotationError, PlayerId, RecordFormat, RecordedGame, Setup, Turn, parse_moves,
};
use std::fmt::Write;

/// Far more than sixty moves with times and remarks need.
const TEXT_LIMIT: usize = 64 * 1024;
const SIDE: usize = 8;
const BLACK: PlayerId = PlayerId::FIRST;
const WHITE: PlayerId = PlayerId::SECOND;
const PASS: &str = "pa";

/// The format, for the rest of the program.
pub(super) const FORMAT: RecordFormat = RecordFormat {
    extension: "ggf",
    summary: "an Othello record (GGF)",
    read: |text| is_ggf(text).then(|| read(text)),
    write,
};

fn is_ggf(text: &str) -> bool {
    text.get(..text.len().min(200)).unwrap_or(text).contains("(;GM[")
}

/// One move of a record: who, the place unless they passed, and the text.
struct RecordedMove<'a> {
    player: PlayerId,
    place: Option<(usize, usize)>,
    text: &'a str,
}

fn read(text: &str) -> Result<RecordedGame, NotationError> {
    if text.len() > TEXT_LIMIT {
        return Err(NotationError::new("GGF", format!("a record has at most {TEXT_LIMIT} bytes")));
    }
    let game = BitReversi::standard();
    let (mut board, mut moves) = (None, Vec::new());
    for (name, value) in fields(text)? {
        match name {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                return Err(NotationError::new(value, "only records of Othello are read"));
            }
            "BO" => board = Some(parse_board(value)?),
            "B" => moves.push(parse_record_move(BLACK, value)?),
            "W" => moves.push(parse_record_move(WHITE, value)?),
            _ => {}
        }
    }
    let start = match board {
        None => game.start(),
        Some((tiles, named)) => {
            // The position before a pass is that of the player who then moves.
            let turn = moves.iter().find(|mv| mv.place.is_some()).map_or(named, |mv| mv.player);
            let diagram = Diagram { tiles, phase: Phase::Building, turn: Some(turn), ..Diagram::of_map(game.map()) };
            game.parse_position(&write_diagram(game.map(), &diagram))?
        }
    };
    let words = replay(&game, start, &moves)?;
    let position = (start != game.start()).then(|| game.position_text(&start));
    let setup = Setup { variant: Some(game.variant_text()), position, ..Setup::default() };
    Ok(RecordedGame { setup, moves: words.join(" ") })
}

/// The fields `NAME[value]` of the first game in a text.
fn fields(text: &str) -> Result<Vec<(&str, &str)>, NotationError> {
    let mut rest = text.split_once("(;").map_or("", |(_, rest)| rest);
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.starts_with(';') {
            return Ok(found);
        }
        let field = rest.split_once('[').and_then(|(name, after)| Some((name.trim(), after.split_once(']')?)));
        let Some((name, (value, after))) = field else {
            let shown: String = rest.chars().take(20).collect();
            return Err(NotationError::new(shown, "a field such as B[f5], or `;)` at the end, is expected here"));
        };
        found.push((name, value));
        rest = after;
    }
}

/// `8`, then 64 cells from a1 to h8, then who is to move; `*` is black, `O` white.
fn parse_board(value: &str) -> Result<(Vec<Tile>, PlayerId), NotationError> {
    let wrong = |reason: &str| NotationError::new(value, reason);
    let cells = value.trim_start().strip_prefix('8').ok_or_else(|| wrong("only boards of 8x8 cells are read"))?;
    let mut cells: Vec<char> = cells.chars().filter(|cell| !cell.is_whitespace()).collect();
    let player_of = |cell: char| match cell.to_ascii_uppercase() {
        '*' => Some(BLACK),
        'O' => Some(WHITE),
        _ => None,
    };
    if cells.len() != SIDE * SIDE + 1 {
        return Err(wrong("a board has 64 cells and the player to move"));
    }
    let turn = cells.pop().and_then(player_of).ok_or_else(|| wrong("the player to move is `*` or `O`"))?;
    let tile = |cell: &char| match player_of(*cell) {
        Some(player) => Ok(Tile::stone(player)),
        None if *cell == '-' => Ok(Tile::EMPTY),
        None => Err(NotationError::new(cell.to_string(), "a cell is `*`, `O` or `-`")),
    };
    Ok((cells.iter().map(tile).collect::<Result<_, _>>()?, turn))
}

/// A place such as `f5`, or a pass; what follows a slash is an evaluation or a time.
fn parse_record_move(player: PlayerId, value: &str) -> Result<RecordedMove<'_>, NotationError> {
    let text = value.split('/').next().unwrap_or_default().trim();
    let lower = text.to_ascii_lowercase();
    let place = match lower.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some(((column - b'a') as usize, (row - b'1') as usize)),
        _ if lower == PASS || lower == "pass" => None,
        _ => return Err(NotationError::new(text, "a move is a place such as f5, or `pa` for a pass")),
    };
    Ok(RecordedMove { player, place, text })
}

/// Plays the moves of a record; returns them in our own words.
fn replay(game: &BitReversi, start: BitPosition, moves: &[RecordedMove<'_>]) -> Result<Vec<String>, NotationError> {
    let mut position = start;
    let mut words = Vec::with_capacity(moves.len());
    for (index, mv) in moves.iter().enumerate() {
        let wrong = |reason: String| {
            NotationError::new(mv.text, reason).within(format_args!("move {} (`{}`)", index + 1, mv.text))
        };
        let to_move = game.turn(&position).player() == Some(mv.player);
        match mv.place {
            None if to_move => return Err(wrong(format!("{} can move and may not pass", colour(mv.player)))),
            None => {}
            Some(_) if !to_move => return Err(wrong(format!("it is not {}'s turn", colour(mv.player)))),
            Some((x, y)) => {
                let square = game.raw_move(&position, x, y, 0).map_err(|reason| wrong(reason.to_string()))?;
                words.push(game.move_text(&position, square));
                game.make(&mut position, square);
            }
        }
    }
    Ok(words)
}

fn colour(player: PlayerId) -> &'static str {
    if player == BLACK { "black" } else { "white" }
}

fn write(recorded: &RecordedGame) -> Result<String, NotationError> {
    let setup = &recorded.setup;
    let refuse = |reason: &str| NotationError::new("GGF", reason);
    let general = build(setup).map_err(|error| refuse(&error.to_string()))?;
    let game = BitReversi::new(general).filter(|game| game.valid() == u64::MAX && game.map().players() == 2);
    let game = game.ok_or_else(|| refuse("GGF records are about two players on 8x8 plain tiles"))?;
    let start = setup.position.as_deref().map_or_else(|| Ok(game.start()), |text| game.parse_position(text))?;
    let mut position = start;
    let events = parse_moves(&game, &mut position, &recorded.moves)?;
    let mut moves = String::new();
    let mut walked = start;
    let mut expected = game.turn(&start).player().unwrap_or(BLACK);
    for event in &events {
        let (GameEvent::Turn((_, square)), Turn::Player(player)) = (event, game.turn(&walked)) else {
            return Err(refuse("GGF has no word for a disqualification"));
        };
        if player != expected {
            put_move(&mut moves, expected, PASS);
        }
        let (x, y) = game.general().coordinates(game.to_move(*square));
        let place = format!("{}{}", char::from(b'a' + x as u8), y + 1);
        put_move(&mut moves, player, &place);
        expected = player.opponent();
        game.make(&mut walked, *square);
    }
    let end = game.diagram(&position);
    let result = match end.turn {
        None => format!("RE[{:+}.000]", end.stones(BLACK) as i64 - end.stones(WHITE) as i64),
        Some(_) => String::new(),
    };
    let board = write_board(&game.diagram(&start));
    Ok(format!("(;GM[Othello]PC[Plyground]PB[player 1]PW[player 2]{result}TY[8]BO[{board}]{moves};)\n"))
}

fn put_move(moves: &mut String, player: PlayerId, text: &str) {
    let letter = if player == BLACK { 'B' } else { 'W' };
    write!(moves, "{letter}[{text}]").expect("strings take all");
}

fn write_board(diagram: &Diagram) -> String {
    let cell = |tile: &Tile| match *tile {
        tile if tile == Tile::stone(BLACK) => '*',
        tile if tile == Tile::stone(WHITE) => 'O',
        _ => '-',
    };
    let rows: Vec<String> = diagram.tiles.chunks(SIDE).map(|row| row.iter().map(cell).collect()).collect();
    let turn = if diagram.turn == Some(WHITE) { 'O' } else { '*' };
    format!("{SIDE} {} {turn}", rows.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest game in which black takes everything: 13 to 0.
    const WIPE_OUT: &str = "(;GM[Othello]PC[x]DT[2026.11.17]PB[A]PW[B]RE[+13.000]TI[05:00]TY[8]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[e6//0.01]W[F4/1.5]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)";

    #[test]
    fn a_record_is_read_and_written() {
        let game = (FORMAT.read)(WIPE_OUT).expect("GGF").expect("a game");
        assert_eq!(game.setup, Setup { variant: Some("standard".to_string()), ..Setup::default() });
        assert_eq!(game.moves, "4,5 5,3 4,2 5,5 6,4 3,5 4,6 5,4 2,4");
        let written = write(&game).expect("an Othello game");
        assert!(written.contains("RE[+13.000]"), "{written}");
        assert!(written.contains("BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"));
        assert!(written.ends_with("]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)\n"), "{written}");
        assert_eq!((FORMAT.read)(&written), Some(Ok(game)));
    }

    #[test]
    fn passes_are_written_and_read() {
        let empty = "-------- ".repeat(6);
        let text = format!("(;GM[Othello]BO[8 *O------ {empty}*O------ *]B[c1]W[pa]B[c8];)");
        let game = (FORMAT.read)(&text).expect("GGF").expect("a game");
        assert_eq!(game.moves, "2,0 2,7");
        let written = write(&game).expect("an Othello game");
        assert!(written.contains("RE[+6.000]") && written.ends_with("B[c1]W[pa]B[c8];)\n"), "{written}");
    }

    #[test]
    fn mistakes_are_named() {
        let of = |text: &str| (FORMAT.read)(text).expect("meant as GGF").expect_err("wrong").to_string();
        for (text, expected) in [
            ("(;GM[Othello]B[a1];)", "move 1 (`a1`)"),
            ("(;GM[Othello]W[d3];)", "it is not white's turn"),
            ("(;GM[Othello]B[pa];)", "black can move and may not pass"),
            ("(;GM[Othello]B[i9];)", "a move is a place such as f5"),
            ("(;GM[Othello]BO[10 ---];)", "only boards of 8x8 cells"),
            ("(;GM[Othello]BO[8 --- *];)", "64 cells"),
            ("(;GM[Amazons];)", "only records of Othello"),
            ("(;GM[Othello]B[f5", "is expected here"),
        ] {
            assert!(of(text).contains(expected), "{text}: {}", of(text));
        }
        assert!((FORMAT.read)("{\"schema\": 1}").is_none(), "something else");
        let small = RecordedGame {
            setup: Setup { variant: Some("map=duel".into()), ..Setup::default() },
            moves: String::new(),
        };
        assert!(write(&small).expect_err("no Othello").to_string().contains("8x8"));
    }
}
