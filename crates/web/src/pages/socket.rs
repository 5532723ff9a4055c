//! The line between a page and its game.

use crate::house::House;
use crate::http::Connection;
use crate::messages::{Answer, Command, Push, Request};
use crate::rooms::Room;
use crate::student::{Student, Subject};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// No command of a page is longer.
const LONGEST_MESSAGE: usize = 16 << 10;
/// Commands a second that a page may send, and how many at once.
const RATE: f64 = 40.0;
const BURST: f64 = 120.0;
/// Tells a page that its game does not exist, so that it does not try again.
const GONE: u16 = 4404;

pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/ws/game/{id}", get(open))
}

async fn open(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    Extension(connection): Extension<Arc<Connection>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    // The slot of the connection is the socket's for as long as it lives.
    let busy = connection.busy();
    upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE).on_upgrade(async move |socket| {
        serve(house, id, socket).await;
        drop(busy);
    })
}

async fn serve(house: Arc<House>, id: String, mut socket: WebSocket) {
    let found = house.apart(move |house| house.rooms.find(&id)).await;
    match found {
        Ok(room) => {
            talk(&house, &room, &mut socket).await;
            if room.is_deserted() {
                house.rooms.act_later(&room, |live| live.rest()).await;
            }
        }
        Err(refusal) => part(&mut socket, &refusal.reason).await,
    }
}

/// Tells a page that there is nothing more to show.
async fn part(socket: &mut WebSocket, reason: &str) {
    let frame = CloseFrame { code: GONE, reason: reason.to_string().into() };
    // A page that has left already need not be told.
    let _ = socket.send(Message::Close(Some(frame))).await;
}

async fn talk(house: &Arc<House>, room: &Arc<Room>, socket: &mut WebSocket) {
    let mut versions = room.watch();
    let mut patience = Patience::default();
    let (student, mut thoughts) = Student::new(house);
    let student = Arc::new(Mutex::new(student));
    versions.mark_changed(); // the first state goes out at once
    loop {
        tokio::select! {
            changed = versions.changed() => {
                versions.borrow_and_update();
                if room.is_deleted() {
                    return part(socket, "this game has been deleted").await;
                }
                let state = room.state(|state| text_of(&Push::State { state: Box::new(state) })).await;
                if changed.is_err() || send(socket, state).await.is_err() {
                    return;
                }
            }
            Some(thought) = thoughts.recv() => {
                if send(socket, Some(text_of(&thought))).await.is_err() {
                    return;
                }
            }
            message = socket.recv() => {
                let Some(Ok(message)) = message else { return };
                let Message::Text(text) = message else { continue };
                patience.wait().await;
                let answer = answer(house, room, &student, &text).await;
                if send(socket, Some(text_of(&answer))).await.is_err() {
                    return;
                }
            }
        }
    }
}

fn text_of(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("our messages are plain data")
}

/// Sends a message; where there is none because something broke down, the page is told so.
async fn send(socket: &mut WebSocket, text: Option<String>) -> Result<(), axum::Error> {
    let text = text.unwrap_or_else(|| {
        text_of(&json!({"type": "refused", "reason": "something went wrong inside this game; it stands as before"}))
    });
    socket.send(Message::Text(text.into())).await
}

fn lock(student: &Mutex<Student>) -> MutexGuard<'_, Student> {
    // Whatever panicked left two flags behind, which are never half-set.
    student.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn answer(house: &Arc<House>, room: &Arc<Room>, student: &Arc<Mutex<Student>>, text: &str) -> Value {
    let request: Request = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => return json!({"type": "refused", "reason": format!("this is no command: {error}")}),
    };
    let answer = obey(house, room, student, request.command).await;
    let answer = answer.unwrap_or_else(|reason| Answer::Refused { reason });
    let mut answer = serde_json::to_value(answer).expect("our messages are plain data");
    answer["re"] = request.re.into();
    answer
}

/// Does what a page asks for. Whatever may take a moment (large boards, engines that are tried out, the disk) happens away from the
/// threads that wait for sockets.
async fn obey(
    house: &Arc<House>,
    room: &Arc<Room>,
    student: &Arc<Mutex<Student>>,
    command: Command,
) -> Result<Answer, String> {
    let (table, student) = (Arc::clone(room), Arc::clone(student));
    let answered = match command {
        Command::Move { .. }
        | Command::Roll { .. }
        | Command::Undo
        | Command::Redo
        | Command::Resign
        | Command::Pause { .. }
        | Command::Pace { .. } => return house.rooms.act(room, move |live| live.obey(&command)).await?,
        Command::At { .. } | Command::Preview { .. } => house.apart(move |_| Ok(table.answer(&command))).await,
        Command::Rematch => {
            let make = move |house: &House| house.rooms.create(&table.look(|live| live.rematch()));
            house.apart(make).await.map(|made| Ok(Answer::Game { id: made.id.clone() }))
        }
        Command::Study(wish) => {
            let begin = move || lock(&student).begin(Subject::Position, table.look(|live| live.study(&wish))?);
            house.apart(move |_| Ok(begin())).await
        }
        Command::Review => {
            let begin = move || lock(&student).begin(Subject::Game, table.look(|live| live.review())?);
            house.apart(move |_| Ok(begin())).await
        }
        Command::Rest => {
            lock(&student).rest(Subject::Position);
            Ok(Ok(Answer::Done))
        }
    };
    answered.unwrap_or_else(|refusal| Err(refusal.reason))
}

/// Holds up a page that talks too fast, without losing a word.
struct Patience {
    tokens: f64,
    refilled: Instant,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { tokens: BURST, refilled: Instant::now() }
    }
}

impl Patience {
    async fn wait(&mut self) {
        self.tokens = (self.tokens + self.refilled.elapsed().as_secs_f64() * RATE).min(BURST) - 1.0;
        self.refilled = Instant::now();
        if self.tokens < 0.0 {
            tokio::time::sleep(Duration::from_secs_f64(-self.tokens / RATE)).await;
        }
    }
}
