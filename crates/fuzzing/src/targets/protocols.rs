//! Lines of the text protocols.

use super::{survives_printing, text};
use plyground_protocol::codingame::{Spot, action, move_text, numbers};
use plyground_protocol::gtp::{self, ReplyReader, Request};
use plyground_protocol::isola_pipe::{Cell, OutputParser, ProgramMessage, UserInput};
use plyground_protocol::lines::{Line, Lines};
use plyground_protocol::{ntu, ugi};

/// Short enough that inputs reach it.
const LONGEST_LINE: usize = 200;

/// Every line, whole or cut.
fn lines(bytes: &[u8]) -> Vec<String> {
    let (mut at_once, mut in_pieces) = (Vec::new(), Vec::new());
    let mut reader = Lines::new(LONGEST_LINE);
    reader.feed(bytes, &mut at_once);
    at_once.extend(reader.finish());
    let mut reader = Lines::new(LONGEST_LINE);
    bytes.chunks(7).for_each(|piece| reader.feed(piece, &mut in_pieces));
    in_pieces.extend(reader.finish());
    assert_eq!(at_once, in_pieces, "lines depend on how the bytes are cut");
    at_once.iter().map(Line::text).map(String::from).collect()
}

pub(super) fn ugi(bytes: &[u8]) {
    for line in lines(bytes) {
        survives_printing::<ugi::Command>(&line);
        survives_printing::<ugi::Answer>(&line);
    }
}

pub(super) fn gtp(bytes: &[u8]) {
    let mut reader = ReplyReader::default();
    for line in lines(bytes) {
        if let Some(request) = Request::parse(&line)
            && request.command.is_ok()
        {
            assert_eq!(Request::parse(&request.to_string()), Some(request));
        }
        survives_printing::<gtp::Command>(&line);
        survives_printing::<gtp::Vertex>(&line);
        survives_printing::<gtp::Score>(&line);
        if let Ok(vertex) = gtp::Vertex::from_move_text(&line) {
            assert_eq!(vertex.move_text().map(|text| gtp::Vertex::from_move_text(&text)), Some(Ok(vertex)));
        }
        if let Ok(board) = gtp::Board::from_position_text(&line) {
            assert_eq!(gtp::Board::read_picture(&board.show("")), Some(board));
        }
        if let Ok(Some(reply)) = reader.feed(&line) {
            let printed = reply.to_string();
            let mut again = ReplyReader::default();
            let received = printed.split('\n').find_map(|line| again.feed(line).expect("our own reply is one"));
            assert_eq!(received, Some(reply));
        }
    }
    if let Some(text) = text(bytes) {
        let _ = gtp::Board::read_picture(text);
    }
}

pub(super) fn ntu(bytes: &[u8]) {
    for line in lines(bytes) {
        if let Some(ntu::Command::Get(get)) = survives_printing::<ntu::Command>(&line) {
            assert_eq!(ntu::RolledPosition::from_position_text(&get.position_text()), Ok(*get));
        }
        survives_printing::<ntu::Placement>(&line);
        survives_printing::<ntu::Step>(&line);
        let _ = ntu::Step::from_move_text(&line);
        if let Ok(get) = ntu::RolledPosition::from_position_text(&line) {
            assert_eq!(ntu::RolledPosition::from_position_text(&get.position_text()), Ok(get));
        }
    }
}

pub(super) fn isola_pipe(bytes: &[u8]) {
    for line in lines(bytes) {
        let typed = UserInput::parse(&line);
        assert_eq!(UserInput::parse(&typed.to_string()), typed);
        if let Some(cell) = Cell::from_name(&line) {
            assert_eq!(cell.name(), line);
        }
    }
    let said = receive(std::iter::once(bytes));
    assert_eq!(receive(bytes.chunks(5)), said, "what is received depends on how the bytes are cut");
    let printed: String = said.iter().map(ProgramMessage::to_string).collect();
    assert_eq!(receive(std::iter::once(printed.as_bytes())), said);
}

fn receive<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<ProgramMessage> {
    let mut listener = OutputParser::default();
    let mut said = Vec::new();
    pieces.for_each(|piece| listener.feed(piece, &mut said));
    said
}

pub(super) fn codingame(bytes: &[u8]) {
    for line in lines(bytes) {
        if let Some(spot) = Spot::from_name(&line) {
            assert_eq!(spot.name().as_deref(), Some(line.as_str()));
        }
        if let Some(told) = action(&line) {
            let [x, y, removed_x, removed_y] = numbers(&told).expect("our own numbers")[..] else { panic!("{told}") };
            let back = move_text(Spot { x, y }, Spot { x: removed_x, y: removed_y });
            assert_eq!(back.as_deref(), Some(line.as_str()));
        }
        if let Ok(numbers) = numbers(&line) {
            for pair in numbers.chunks_exact(2) {
                let spot = Spot { x: pair[0], y: pair[1] };
                assert!(spot.name().is_none_or(|name| Spot::from_name(&name) == Some(spot)));
            }
        }
        let _ = Spot::of_piece(&line, 'X');
    }
}
