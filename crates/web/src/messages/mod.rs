//! All messages between the server and its pages. `assets/messages.d.ts` is generated from these types.

mod analysis;
mod board;
mod catalog;
mod facts;
mod game;
mod hosting;
mod introductions;
mod library;
mod setup;
mod studies;
mod tournaments;
mod variations;
mod xray;

pub use analysis::{AnalysisLimit, AnalysisReport, AnalysisRequest, RatedMove, Review, RollAnalysis};
pub use board::{Cell, ClickOn, Effects, LegalMove, Scene, SceneChange};
pub use catalog::{
    BoardChoice, BoardPicture, Catalog, CatalogGame, Created, ImportRequest, NamedText, NewGame, Opponent, PlayerKind,
    PlayerParam,
};
pub use facts::FactsReport;
pub use game::{
    AvailableActions, GameCommand, GameResult, GameState, PastPosition, PlayedMove, PushMessage, SeatClock, SeatState,
    SeatThought, SocketRequest, SocketResponse, TurnState,
};
pub use hosting::{HostedGame, HostedSeat, HostingState, MapCheck, MapFairness, MapFileText, NewHosting, SeatShare};
pub use introductions::{IntroductionPosition, IntroductionRequest, IntroductionResponse};
pub use library::{GameSummary, LibraryPage, LibraryQuery, ResultFilter};
pub use setup::{SetupRequest, SetupState, SetupWords};
pub use studies::{LabOverview, LabRunState, LabRunSummary, LabStudy, NewLabRun};
pub use tournaments::{
    Broadcast, FailedGame, HeadToHead, HeadToHeadPoint, NewEntrant, NewTournament, RunningGame, ScoreRow, ScoreTable,
    TournamentState, TournamentSummary,
};
pub use variations::{
    ExploredMove, ExploredPosition, NodePath, NodeView, ReadVariations, SaveVariations, SavedVariations, TreeNode,
    VariationDocument,
};
pub use xray::{XrayBoardRequest, XrayRequest};

#[cfg(test)]
mod tests;
