//! A live game as a record, in other formats and as a picture.

use super::game::LiveGame;
use super::source::{GameSource, RecordedEnd};
use crate::error::ApiError;
use plyground_arena::RecordDocument;
use plyground_core::{Drawable, Notation};
use plyground_picture::svg;
use serde_json::{Value, json};
use std::time::Duration;

impl LiveGame {
    /// Says where a new game comes from.
    pub fn set_source(&mut self, source: GameSource) {
        self.source = source;
    }

    /// Where it comes from.
    pub fn source(&self) -> &GameSource {
        &self.source
    }

    pub(super) fn document(&self) -> Value {
        let texts: Vec<&str> = self.history.iter().map(|turn| turn.text.as_str()).collect();
        let payoffs = self.payoffs();
        let players: Vec<String> = self.seats.iter().map(|seat| seat.who.clone()).collect();
        let document = RecordDocument {
            game: &self.config.game,
            variant: &self.game.variant_text(),
            map: self.config.setup.map.as_ref(),
            start: &self.game.position_text(&self.start),
            players: &players,
            moves: &texts.join(" "),
            payoffs: self.counts().then(|| payoffs.as_slice()),
        };
        let mut document = document.to_json();
        if self.seats.iter().any(|seat| seat.name.is_some()) {
            document["names"] = self.seats.iter().map(|seat| seat.name.clone().unwrap_or_default()).collect();
        }
        document
    }

    /// Whether it is over with a result.
    pub(super) fn counts(&self) -> bool {
        self.is_over() && self.ended.as_ref().is_none_or(|ended| ended.payoffs.is_some())
    }

    /// Everything needed to continue it later.
    pub fn record(&self) -> Value {
        let mut document = self.document();
        let millis = |time: Duration| time.as_millis() as u64;
        document["web"] = json!({
            "mishap": self.forfeit.map(|forfeit| json!([forfeit.name(), forfeit.loser().number()])),
            "time_ms": millis(self.config.time),
            "times_ms": self.config.times.iter().map(|time| time.map(millis)).collect::<Vec<_>>(),
            "clock": self.config.clock.map(|clock| clock.to_string()),
            "real_die": self.config.real_die,
            "deal": self.config.deal,
            "pace_ms": millis(self.config.pace),
            "seed": self.config.seed,
            "roll": self.roll,
            "paused": self.paused,
            "used_ms": self.seats.iter().map(|seat| millis(seat.used)).collect::<Vec<_>>(),
            "left_ms": self.seats.iter().map(|seat| seat.left.map(millis)).collect::<Vec<_>>(),
        });
        for (key, value) in [
            ("source", self.source.to_json()),
            ("recorded", if self.recorded { true.into() } else { Value::Null }),
            ("ended", self.ended.as_ref().map_or(Value::Null, RecordedEnd::to_json)),
            ("thoughts", if self.thoughts.is_empty() { Value::Null } else { json!(self.thoughts) }),
        ] {
            if !value.is_null() {
                document["web"][key] = value;
            }
        }
        self.tree.record(&mut document);
        document
    }

    /// The game in another record format.
    pub fn export(&self, format: &str) -> Result<String, ApiError> {
        if format == "variations" {
            return Ok(format!("{}\n", self.variations().text));
        }
        super::open::export(&self.document(), format)
    }

    /// An SVG picture of the position after `ply` turns, at most the current one.
    pub fn picture(&self, ply: usize) -> String {
        let position = if ply >= self.history.len() { &self.position } else { self.position_at(ply) };
        svg::draw(&self.game.scene(position), &svg::Options::default())
    }
}
