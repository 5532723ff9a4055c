//! The types of the pages match those of the server.

use super::board::{Cell, Link, Piece, SceneSeat};
use super::facts::MeanValue;
use super::setup::{SetupContent, SetupFieldInfo};
use super::variations::NewTreeNode;
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
        SceneChange,
        Catalog,
        CatalogGame,
        NamedText,
        BoardChoice,
        BoardPicture,
        Opponent,
        PlayerKind,
        PlayerParam,
        NewGame,
        Created,
        GameSummary,
        LibraryQuery,
        ResultFilter,
        LibraryPage,
        ImportRequest,
        IntroductionPosition,
        IntroductionRequest,
        IntroductionResponse,
        TurnState,
        SeatClock,
        SeatState,
        PlayedMove,
        GameResult,
        AvailableActions,
        SeatThought,
        GameState,
        PastPosition,
        SocketRequest,
        GameCommand,
        SocketResponse,
        PushMessage,
        AnalysisRequest,
        AnalysisLimit,
        NodePath,
        NodeView,
        TreeNode,
        VariationDocument,
        NewTreeNode,
        SaveVariations,
        SavedVariations,
        ReadVariations,
        ExploredMove,
        ExploredPosition,
        RatedMove,
        RollAnalysis,
        AnalysisReport,
        Review,
        FactsReport,
        MeanValue,
        SetupRequest,
        SetupWords,
        SetupState,
        SetupContent,
        SetupFieldInfo,
        XrayRequest,
        XrayBoardRequest,
        NewTournament,
        NewEntrant,
        TournamentSummary,
        TournamentState,
        ScoreTable,
        ScoreRow,
        HeadToHead,
        HeadToHeadPoint,
        RunningGame,
        Broadcast,
        FailedGame,
        NewHosting,
        HostingState,
        HostedGame,
        HostedSeat,
        MapFileText,
        MapCheck,
        MapFairness,
        SeatShare,
        LabOverview,
        LabStudy,
        NewLabRun,
        LabRunSummary,
        LabRunState,
    ];
    format!("// Generated from the types in src/messages by `cargo xtask bless`.\n\n{}\n", all.join("\n\n"))
}

#[test]
fn the_types_of_the_pages_are_up_to_date() {
    let expected = declarations();
    if std::env::var_os("PLYGROUND_BLESS").is_some() {
        fs::write(FILE, &expected).expect("the file can be written");
    }
    let found = fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(found, expected, "run `cargo xtask bless` and review the diff");
}
