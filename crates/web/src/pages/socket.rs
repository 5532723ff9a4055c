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
                house.rooms.act(&room, |live| live.rest());
            }
        }
        Err(refusal) => {
            let frame = CloseFrame { code: GONE, reason: refusal.reason.into() };
            // Whoever has left already need not be told.
            let _ = socket.send(Message::Close(Some(frame))).await;
        }
    }
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
                let room = Arc::clone(room);
                let state = apart(move || text_of(&Push::State { state: Box::new(room.look(|live| live.state())) })).await;
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
                let (house, room, student) = (Arc::clone(house), Arc::clone(room), Arc::clone(&student));
                let answer = apart(move || text_of(&answer(&house, &room, &mut lock(&student), &text))).await;
                if send(socket, answer).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Does this away from the threads that wait for sockets: large boards and engines that are tried out take a moment, and
/// so does a disk. `None` if it broke down.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
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

fn answer(house: &Arc<House>, room: &Arc<Room>, student: &mut Student, text: &str) -> Value {
    let request: Request = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => return json!({"type": "refused", "reason": format!("this is no command: {error}")}),
    };
    let answer = obey(house, room, student, &request.command).unwrap_or_else(|reason| Answer::Refused { reason });
    let mut answer = serde_json::to_value(answer).expect("our messages are plain data");
    answer["re"] = request.re.into();
    answer
}

fn obey(house: &Arc<House>, room: &Arc<Room>, student: &mut Student, command: &Command) -> Result<Answer, String> {
    match command {
        Command::Rematch => {
            let wish = room.look(|live| live.rematch());
            let made = house.rooms.create(&wish).map_err(|refusal| refusal.reason)?;
            return Ok(Answer::Game { id: made.id.clone() });
        }
        Command::Study(wish) => return student.begin(Subject::Position, room.look(|live| live.study(wish))?),
        Command::Review => return student.begin(Subject::Game, room.look(|live| live.review())?),
        Command::Rest => {
            student.rest(Subject::Position);
            return Ok(Answer::Done);
        }
        _ => {}
    }
    let done = house.rooms.act(room, |live| live.obey(command));
    done.unwrap_or_else(|| Err("something went wrong inside this game; it stands as before".to_string()))
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
