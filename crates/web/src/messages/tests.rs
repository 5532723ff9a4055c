//! The page's types are those of the server.

use super::board::{Cell, Link, Piece, SceneSeat};
use super::*;
use std::fs;
use ts_rs::{Config, TS};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/messages.d.ts");

fn declarations() -> String {
    let config = Config::default().with_large_int("number");
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {
            [$(format!("export {}", <$name as TS>::decl(&config))),*]
        };
    }
    let all = declare![
        Scene,
        Cell,
        Piece,
        Link,
        SceneSeat,
        ClickOn,
        LegalMove,
        Effects,
        Catalog,
        CatalogGame,
        NamedText,
        BoardChoice,
        Opponent,
        PlayerKind,
        PlayerParam,
        NewGame,
        Created,
        GameSummary,
        ImportWish,
        TurnOf,
        Clock,
        TableSeat,
        PlayedMove,
        Ending,
        Can,
        State,
        Glance,
        Request,
        Command,
        Answer,
        Push,
        StudyWish,
        RatedMove,
        FaceLine,
        Insight,
        Review,
        XrayWish,
        XrayNode,
        XrayIteration,
        Xray,
        XrayAnswer,
        NewTournament,
        NewEntrant,
        TournamentSummary,
        TournamentState,
        ScoreTable,
        ScoreRow,
        Duel,
        DuelPoint,
        RunningGame,
        FailedGame,
        NewHosting,
        HostingState,
        HostedGame,
        HostedSeat,
        MapText,
        MapVerdict,
        Lab,
        LabStudy,
        NewLabRun,
        LabRunSummary,
        LabRunState,
    ];
    format!("// Written from the types in src/messages; `cargo xtask bless` writes it again.\n\n{}\n", all.join("\n\n"))
}

#[test]
fn the_page_knows_the_types_of_today() {
    let expected = declarations();
    if std::env::var_os("PLYGROUND_BLESS").is_some() {
        fs::write(FILE, &expected).expect("the file can be written");
    }
    let found = fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(found, expected, "run `cargo xtask bless` and read the difference");
}
