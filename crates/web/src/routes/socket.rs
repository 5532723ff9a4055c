//! The WebSocket between a page and its game.

use crate::analysis::{AnalysisKind, AnalysisSession};
use crate::error::ApiError;
use crate::games::GameSession;
use crate::http::Connection;
use crate::messages::{GameCommand, PushMessage, SocketRequest, SocketResponse};
use crate::state::AppState;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use plyground_core::sync::lock;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Longer messages are not accepted.
const MAX_MESSAGE: usize = 64 << 10;
/// Commands per second that a page may send, and how many at once.
const RATE: f64 = 40.0;
const BURST: f64 = 120.0;
/// Close code for a game that does not exist, so that the page does not reconnect.
const GONE: u16 = 4404;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/ws/game/{id}", get(open))
}

async fn open(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    Extension(connection): Extension<Arc<Connection>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    // The socket keeps its connection's slot for as long as it lives.
    let busy = connection.busy();
    upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).on_upgrade(async move |socket| {
        serve(app, id, socket).await;
        drop(busy);
    })
}

async fn serve(app: Arc<AppState>, id: String, mut socket: WebSocket) {
    let found = app.spawn_blocking(move |app| app.games.find(&id)).await;
    match found {
        Ok(session) => {
            run(&app, &session, &mut socket).await;
            if session.is_unwatched() {
                app.games.change_later(&session, |live| live.release_engines()).await;
            }
        }
        Err(error) => close(&mut socket, &error.to_string()).await,
    }
}

/// Closes the socket of a game that does not exist any more.
async fn close(socket: &mut WebSocket, reason: &str) {
    let frame = CloseFrame { code: GONE, reason: reason.to_string().into() };
    // The page may have disconnected already.
    let _ = socket.send(Message::Close(Some(frame))).await;
}

async fn run(app: &Arc<AppState>, session: &Arc<GameSession>, socket: &mut WebSocket) {
    let mut versions = session.watch();
    let mut limiter = RateLimiter::default();
    let (analyses, mut reports) = AnalysisSession::new(app);
    let analyses = Arc::new(Mutex::new(analyses));
    versions.mark_changed(); // send the first state at once
    loop {
        tokio::select! {
            changed = versions.changed() => {
                versions.borrow_and_update();
                if session.is_deleted() {
                    return close(socket, "this game has been deleted").await;
                }
                let state = session.state(|state| to_json(&PushMessage::State { state: Box::new(state) })).await;
                if changed.is_err() || send(socket, state).await.is_err() {
                    return;
                }
            }
            Some(report) = reports.recv() => {
                if send(socket, Some(to_json(&report))).await.is_err() {
                    return;
                }
            }
            message = socket.recv() => {
                let Some(Ok(message)) = message else { return };
                let Message::Text(text) = message else { continue };
                limiter.wait().await;
                let response = respond(app, session, &analyses, &text).await;
                if send(socket, Some(to_json(&response))).await.is_err() {
                    return;
                }
            }
        }
    }
}

fn to_json(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("our messages are plain data")
}

/// Sends a message, or an error message if there is none because the game panicked.
async fn send(socket: &mut WebSocket, text: Option<String>) -> Result<(), axum::Error> {
    let text = text.unwrap_or_else(|| {
        to_json(&json!({"type": "error", "reason": "internal error in this game; nothing was changed"}))
    });
    socket.send(Message::Text(text.into())).await
}

async fn respond(
    app: &Arc<AppState>,
    session: &Arc<GameSession>,
    analyses: &Arc<Mutex<AnalysisSession>>,
    text: &str,
) -> Value {
    let request: SocketRequest = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => return json!({"type": "error", "reason": format!("not a valid command: {error}")}),
    };
    let response = execute(app, session, analyses, request.command).await;
    let response = response.unwrap_or_else(|error| SocketResponse::Error { reason: error.to_string() });
    let mut response = serde_json::to_value(response).expect("our messages are plain data");
    response["re"] = request.re.into();
    response
}

/// Executes a command of a page. Whatever may take a moment (large boards, checking an engine, the disk) runs on threads that may
/// block.
async fn execute(
    app: &Arc<AppState>,
    session: &Arc<GameSession>,
    analyses: &Arc<Mutex<AnalysisSession>>,
    command: GameCommand,
) -> Result<SocketResponse, ApiError> {
    let (session, analyses) = (Arc::clone(session), Arc::clone(analyses));
    match command {
        GameCommand::Move { .. }
        | GameCommand::Roll { .. }
        | GameCommand::Undo
        | GameCommand::Redo
        | GameCommand::Resign
        | GameCommand::Pause { .. }
        | GameCommand::Seat { .. }
        | GameCommand::Pace { .. } => app.games.change(&session, move |live| live.execute(&command)).await?,
        GameCommand::At { .. } | GameCommand::Node(_) | GameCommand::Preview { .. } | GameCommand::Explain { .. } => {
            app.spawn_blocking(move |_| session.query(&command)).await
        }
        GameCommand::Rematch => {
            let rematch = move |app: &AppState| app.games.create(&session.read(|live| live.rematch()));
            app.spawn_blocking(rematch).await.map(|created| SocketResponse::Game { id: created.id.clone() })
        }
        GameCommand::Analyse(request) => {
            let start = move || session.read(|live| lock(&analyses).start_position(live, &request));
            app.spawn_blocking(move |_| start()).await
        }
        GameCommand::Review => {
            let start = move || lock(&analyses).start(AnalysisKind::Game, session.read(|live| live.review())?);
            app.spawn_blocking(move |_| start()).await
        }
        GameCommand::Stop { slot } => {
            lock(&analyses).stop_positions(slot);
            Ok(SocketResponse::Done)
        }
    }
}

/// A token bucket that delays a page which sends too fast, without losing a command.
struct RateLimiter {
    tokens: f64,
    refilled: Instant,
}

impl Default for RateLimiter {
    fn default() -> Self {
        RateLimiter { tokens: BURST, refilled: Instant::now() }
    }
}

impl RateLimiter {
    async fn wait(&mut self) {
        self.tokens = (self.tokens + self.refilled.elapsed().as_secs_f64() * RATE).min(BURST) - 1.0;
        self.refilled = Instant::now();
        if self.tokens < 0.0 {
            tokio::time::sleep(Duration::from_secs_f64(-self.tokens / RATE)).await;
        }
    }
}
