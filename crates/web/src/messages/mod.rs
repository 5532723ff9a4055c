//! Everything that passes between the server and its pages. `assets/messages.d.ts` is written from these types.

mod arena;
mod board;
mod catalog;
mod game;
mod host;
mod lab;
mod study;
mod xray;

pub use arena::{
    Duel, DuelPoint, FailedGame, NewEntrant, NewTournament, RunningGame, ScoreRow, ScoreTable, TournamentState,
    TournamentSummary,
};
pub use board::{ClickOn, Effects, LegalMove, Scene};
pub use catalog::{
    BoardChoice, Catalog, CatalogGame, Created, GameSummary, ImportWish, NamedText, NewGame, Opponent, PlayerKind,
    PlayerParam,
};
pub use game::{Answer, Can, Clock, Command, Ending, Glance, PlayedMove, Push, Request, State, TableSeat, TurnOf};
pub use host::{HostedGame, HostedSeat, HostingState, MapText, MapVerdict, NewHosting};
pub use lab::{Lab, LabRunState, LabRunSummary, LabStudy, NewLabRun};
pub use study::{FaceLine, Insight, RatedMove, Review, StudyWish};
pub use xray::{Xray, XrayAnswer, XrayIteration, XrayNode, XrayWish};

#[cfg(test)]
mod tests;
