//! Every message survives printing and parsing; the words of a real program are understood.

use super::*;
use crate::ProtocolError;
use proptest::prelude::*;

fn colours() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(Colour::Black), Just(Colour::White)]
}

fn vertices() -> impl Strategy<Value = Vertex> {
    prop_oneof![Just(Vertex::Pass), (0..SIDE, 0..SIDE).prop_map(|(col, row)| Vertex::Square { col, row })]
}

fn commands() -> impl Strategy<Value = Command> {
    let plain = [
        Command::ProtocolVersion,
        Command::Name,
        Command::Version,
        Command::ListCommands,
        Command::Quit,
        Command::ListGames,
        Command::ClearBoard,
        Command::Komi,
        Command::Undo,
        Command::FinalScore,
        Command::ShowBoard,
    ];
    prop_oneof![
        proptest::sample::select(plain.to_vec()),
        "[a-z_-]{1,12}".prop_map(Command::KnownCommand),
        "[A-Za-z]{1,12}".prop_map(Command::SetGame),
        any::<u32>().prop_map(Command::BoardSize),
        (colours(), vertices()).prop_map(|(colour, vertex)| Command::Play(colour, vertex)),
        colours().prop_map(Command::GenMove),
        colours().prop_map(Command::RegGenMove),
        any::<(u32, u32, u32)>().prop_map(|(main, period, stones)| Command::TimeSettings { main, period, stones }),
        (colours(), any::<(u32, u32)>()).prop_map(|(colour, (time, stones))| Command::TimeLeft {
            colour,
            time,
            stones
        }),
        ("[.XO]{64}", colours()).prop_map(|(cells, colour)| Command::SetupBoard(cells, colour)),
    ]
}

fn read(text: &str) -> Result<Vec<Reply>, ProtocolError> {
    let mut reader = ReplyReader::default();
    let mut replies = Vec::new();
    for line in text.lines() {
        replies.extend(reader.feed(line)?);
    }
    Ok(replies)
}

proptest! {
    #[test]
    fn requests_survive_printing(id in any::<Option<u32>>(), command in commands()) {
        let request = Request { id, command: Ok(command) };
        prop_assert_eq!(Request::parse(&request.to_string()), Some(request));
    }

    #[test]
    fn replies_survive_printing(id in any::<Option<u32>>(), good in any::<bool>(), text in "([a-zA-Z=?][a-z .]{0,8}[a-z](\n[ a-z]{0,8}[a-z]){0,3})?") {
        let reply = Reply { id, outcome: if good { Ok(text) } else { Err(text) } };
        prop_assert_eq!(read(&reply.to_string()), Ok(vec![reply]));
    }

    #[test]
    fn scores_and_moves_survive_printing(score in -64i32..=64, vertex in vertices()) {
        prop_assert_eq!(Score(score).to_string().parse::<Score>(), Ok(Score(score)));
        prop_assert_eq!(vertex.to_string().parse::<Vertex>(), Ok(vertex));
        if let Some(text) = vertex.move_text() {
            prop_assert_eq!(Vertex::from_move_text(&text), Ok(vertex));
        }
    }

    #[test]
    fn boards_survive_drawing(rows in proptest::collection::vec("[012]{8}", 8)) {
        let board = Board::from_position_text(&rows.join("/")).unwrap();
        prop_assert_eq!(Board::read_picture(&board.show("Next move: Black")), Some(board));
        prop_assert_eq!(board.setup_text().len(), 64);
    }

    #[test]
    fn no_text_panics(text in "((=|\\?|[0-9]{1,12}|play|black|time_left|boardsize|B\\+|a|h9) ?){0,4}\\PC{0,30}") {
        let _ = Request::parse(&text);
        let _ = read(&format!("{text}\n\n"));
        let _ = text.parse::<Score>();
        let _ = text.parse::<Vertex>();
        let _ = Board::read_picture(&text);
        let _ = Board::from_position_text(&text);
        let _ = Vertex::from_move_text(&text);
    }
}

#[test]
fn a_real_program_is_understood() {
    // Recorded from gtp-rhino 0.16.1.
    let recorded = "=\n\n= Next move: White\n    a b c d e f g h\n  1 . . . . . . . .\n  2 . . . . . . . .\n  3 . . . X . . . .\n  \
        4 . . . X X . . .\n  5 . . . X O . . .\n  6 . . . . . . . .\n  7 . . . . . . . .\n  8 . . . . . . . .\n\n= C5\n\n\
        ? illegal move\n\n?12 cannot score\n\n= B+64\n\n";
    let replies = read(recorded).unwrap();
    assert_eq!(replies.len(), 6);
    let picture = replies[1].outcome.as_ref().unwrap();
    let board = Board::from_position_text("00000000/00000000/00010000/00011000/00012000/00000000/00000000/00000000");
    assert_eq!(Board::read_picture(picture), board.ok());
    assert_eq!(replies[2].outcome.as_ref().unwrap().parse(), Ok(Vertex::Square { col: 2, row: 4 }));
    assert_eq!(replies[4], Reply { id: Some(12), outcome: Err("cannot score".to_string()) });
    assert_eq!(replies[5].outcome.as_ref().unwrap().parse(), Ok(Score(64)));
}

#[test]
fn comments_and_blanks_are_no_commands_and_errors_keep_their_number() {
    assert_eq!(Request::parse("  # nothing"), None);
    assert_eq!(Request::parse(""), None);
    assert_eq!(Request::parse("\t12"), None, "a number alone asks nothing");
    let request = Request::parse("7 play green d3 # a slip").unwrap();
    assert_eq!(request.id, Some(7));
    assert!(request.command.unwrap_err().to_string().contains("`black` or `white`"));
    let unknown = Request::parse("genmov black").unwrap().command.unwrap_err();
    assert!(unknown.to_string().contains("did you mean `genmove`?"), "{unknown}");
    assert!("PLAY".parse::<Command>().is_err());
    assert_eq!("play B D3".parse(), Ok(Command::Play(Colour::Black, Vertex::Square { col: 3, row: 2 })));
}

#[test]
fn a_reply_whose_text_begins_in_its_second_line_survives_printing() {
    let replies = read("=\n a\nb\n\n").unwrap();
    assert_eq!(replies, [Reply { id: None, outcome: Ok("a\nb".to_string()) }]);
    assert_eq!(read(&replies[0].to_string()).unwrap(), replies);
}

#[test]
fn empty_squares_count_for_the_winner() {
    let board = |rows: &str| Board::from_position_text(rows).unwrap();
    let wiped = "00000000/00000000/00001000/00011100/00111110/00011100/00001000/00000000 1 - o=0,0 b=0,0 out=-";
    assert_eq!(board(wiped).score(), Score(64));
    assert_eq!(Board::start().score(), Score(0));
    assert_eq!(
        refuses("standard", "00000000/00000000/00000000/00021000/00012000/00000000/00000000/00000000 1 1"),
        None
    );
    assert!(refuses("standard", "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r -").is_some());
    assert!(refuses("map=duel", "00000000/00000000/00000000/00021000/00012000/00000000/00000000/00000000").is_some());
}
