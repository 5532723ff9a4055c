//! Every message survives printing and parsing; no text makes the parser panic.

use super::*;
use crate::ProtocolError;
use proptest::prelude::*;
use std::time::Duration;

fn command(text: &str) -> Result<Command, String> {
    text.parse().map_err(|error: ProtocolError| error.to_string())
}

fn word() -> impl Strategy<Value = String> {
    "[A-Za-z0-9:,./=@#-]{1,8}".prop_filter("no word of the language", |word| {
        !["moves", "dice", "value", "type", "default", "min", "max", "var", "none"].contains(&word.as_str())
    })
}

fn words() -> impl Strategy<Value = String> {
    proptest::collection::vec(word(), 1..4).prop_map(|words| words.join(" "))
}

fn millis() -> impl Strategy<Value = Option<Duration>> {
    proptest::option::of((0u64..1 << 40).prop_map(Duration::from_millis))
}

fn position() -> impl Strategy<Value = Position> {
    let start = prop_oneof![Just(Start::Usual), words().prop_map(Start::Text)];
    let moves = proptest::collection::vec(word(), 0..4);
    (start, moves, proptest::option::of(1usize..9)).prop_map(|(start, moves, dice)| Position { start, moves, dice })
}

fn go() -> impl Strategy<Value = Go> {
    let times = || proptest::array::uniform8(millis());
    let numbers = (any::<Option<u32>>(), any::<Option<u64>>(), any::<Option<u64>>(), any::<Option<u32>>());
    (any::<bool>(), numbers, millis(), times(), times()).prop_map(
        |(infinite, numbers, movetime, clocks, increments)| {
            let (depth, nodes, iterations, movestogo) = numbers;
            Go { infinite, depth, nodes, iterations, movetime, clocks, increments, movestogo }
        },
    )
}

fn commands() -> impl Strategy<Value = Command> {
    let query = prop_oneof![Just(Query::GameOver), Just(Query::Result), (1usize..=8).prop_map(Query::Turn)];
    let option = (words(), proptest::option::of(words()));
    prop_oneof![
        Just(Command::Ugi),
        Just(Command::IsReady),
        Just(Command::NewGame),
        Just(Command::Stop),
        Just(Command::Quit),
        option.prop_map(|(name, value)| Command::SetOption { name, value }),
        position().prop_map(Command::Position),
        go().prop_map(|go| Command::Go(Box::new(go))),
        query.prop_map(Command::Query),
    ]
}

fn infos() -> impl Strategy<Value = Info> {
    let score = prop_oneof![
        any::<i64>().prop_map(Score::Points),
        any::<i64>().prop_map(Score::Proven),
        (0.0..=1.0).prop_map(Score::Probability),
    ];
    // After `pv` everything is a move, so an info has either a line of play or words for people.
    let tail = prop_oneof![
        proptest::collection::vec(word(), 0..4).prop_map(|pv| (pv, None)),
        words().prop_map(|text| (Vec::new(), Some(text))),
    ];
    let numbers = (any::<Option<u32>>(), any::<Option<u64>>(), any::<Option<u64>>());
    (numbers, proptest::option::of(score), millis(), tail).prop_map(
        |((depth, nodes, nps), score, time, (pv, string))| Info { depth, score, nodes, nps, time, pv, string },
    )
}

fn options() -> impl Strategy<Value = OptionInfo> {
    let spin = (any::<i64>(), any::<i64>(), any::<i64>());
    let kind = prop_oneof![
        any::<bool>().prop_map(OptionKind::Check),
        spin.prop_map(|(default, min, max)| OptionKind::Spin { default, min, max }),
        (word(), proptest::collection::vec(words(), 0..3))
            .prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        prop_oneof![Just(String::new()), words()].prop_map(OptionKind::Text),
        Just(OptionKind::Button),
    ];
    (words(), kind).prop_map(|(name, kind)| OptionInfo { name, kind })
}

fn answers() -> impl Strategy<Value = Answer> {
    prop_oneof![
        words().prop_map(Answer::Name),
        words().prop_map(Answer::Author),
        options().prop_map(Answer::Option),
        Just(Answer::UgiOk),
        Just(Answer::ReadyOk),
        infos().prop_map(Answer::Info),
        proptest::option::of(word()).prop_map(Answer::BestMove),
        words().prop_map(Answer::Response),
    ]
}

proptest! {
    #[test]
    fn commands_survive_printing(command in commands()) {
        prop_assert_eq!(command.to_string().parse::<Command>(), Ok(command));
    }

    #[test]
    fn answers_survive_printing(answer in answers()) {
        prop_assert_eq!(answer.to_string().parse::<Answer>(), Ok(answer));
    }

    #[test]
    fn no_text_panics(text in "((go|position|setoption|query|info|option|id|bestmove|fen|dice|score|name|type|p1time) ?){0,4}\\PC{0,20}") {
        let _ = text.parse::<Command>();
        let _ = text.parse::<Answer>();
    }
}

#[test]
fn commands_as_runners_write_them() {
    let text = "position fen r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r - moves 6:r6c5-d4 dice 3";
    let Ok(Command::Position(position)) = command(text) else { panic!("{text}") };
    assert_eq!(position.start, Start::Text("r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r -".to_string()));
    assert_eq!((position.moves.as_slice(), position.dice), (["6:r6c5-d4".to_string()].as_slice(), Some(3)));
    let Ok(Command::Go(go)) = command("go ponder p1time -20 p2time 5000 p1inc 10 wtime 3") else { panic!() };
    assert_eq!(go.clocks[..2], [Some(Duration::ZERO), Some(Duration::from_secs(5))]);
    assert_eq!(go.increments[0], Some(Duration::from_millis(10)));
    let Ok(Answer::Info(info)) = "info depth 4 seldepth 4 score cp 200 time 0 tthits 38 pv f1 b1".parse() else {
        panic!()
    };
    assert_eq!((info.depth, info.score, info.pv.len()), (Some(4), Some(Score::Points(200)), 2));
    assert_eq!("bestmove e2e4 ponder e7e5".parse(), Ok(Answer::BestMove(Some("e2e4".to_string()))));
}

#[test]
fn wrong_commands_get_a_sentence() {
    for (text, expected) in [
        ("", "there are: ugi, isready"),
        ("isredy", "did you mean `isready`?"),
        ("position", "followed by `startpos` or by `fen`"),
        ("position fen moves a1", "the position after `fen` is missing"),
        ("position startpos dice", "a number must follow `dice`"),
        ("position startpos dice six", "`dice` is followed by a number, and `six` is none"),
        ("go depth deep", "`depth` is followed by a number"),
        ("go movetime", "a number must follow `movetime`"),
        ("query p9turn", "a query is"),
        ("setoption Hash 3", "setoption name NAME value VALUE"),
        ("stop now", "`now` is one word too many"),
    ] {
        let error = command(text).expect_err(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}
