//! Where games come from, and how those ended that were played elsewhere.

use plyground_arena::Termination;
use serde_json::{Value, json};

/// Where a game comes from.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum GameSource {
    /// Played here.
    #[default]
    Played,
    /// A record that was opened.
    Imported,
    /// A game of a tournament.
    Tournament {
        /// The name of the tournament.
        name: String,
        /// The number of the game, from 0.
        number: u64,
    },
    /// Hosted for network clients.
    Hosted {
        /// The ID of the host.
        host: String,
        /// The request that began it, to host the same again.
        request: Value,
    },
}

impl GameSource {
    /// Its name in records and lists; part of the file format.
    pub fn name(&self) -> &'static str {
        match self {
            GameSource::Played => "played",
            GameSource::Imported => "imported",
            GameSource::Tournament { .. } => "tournament",
            GameSource::Hosted { .. } => "hosted",
        }
    }

    /// Reads the source of a saved game. What is not understood counts as played here.
    pub fn read(web: &Value) -> Self {
        let saved = &web["source"];
        let text = |key: &str| saved[key].as_str().unwrap_or_default().to_string();
        match saved["kind"].as_str() {
            Some("imported") => GameSource::Imported,
            Some("tournament") => {
                GameSource::Tournament { name: text("name"), number: saved["number"].as_u64().unwrap_or_default() }
            }
            Some("hosted") => GameSource::Hosted { host: text("host"), request: saved["request"].clone() },
            _ => GameSource::Played,
        }
    }

    /// What is saved of it; nothing for a game that was played here.
    pub(super) fn to_json(&self) -> Value {
        let kind = self.name();
        match self {
            GameSource::Played => Value::Null,
            GameSource::Imported => json!({"kind": kind}),
            GameSource::Tournament { name, number } => json!({"kind": kind, "name": name, "number": number}),
            GameSource::Hosted { host, request } => json!({"kind": kind, "host": host, "request": request}),
        }
    }
}

/// The end of a game that its rules did not end, as its record tells it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RecordedEnd {
    /// The word of the record: `time-out`, `crash`, …
    pub(super) termination: String,
    /// Why it ended, in one sentence.
    pub(super) reason: String,
    /// What it was worth to each player, if it counts.
    pub(super) payoffs: Option<Vec<f64>>,
}

impl RecordedEnd {
    /// A game that was broken off and does not count.
    pub(super) fn broken_off(reason: &str) -> Self {
        let termination = Termination::Interrupted.name().to_string();
        RecordedEnd { termination, reason: reason.to_string(), payoffs: None }
    }

    /// The end of a game for this number of players; `None` if the rules ended it, or it goes on.
    pub(super) fn read(document: &Value, players: usize) -> Option<Self> {
        let saved = &document["web"]["ended"];
        let text = |value: &Value| value.as_str().map(String::from);
        let (termination, reason, payoffs) = match text(&saved["termination"]) {
            Some(termination) => (termination, text(&saved["reason"])?, &saved["payoffs"]),
            // The record of a match or a tournament.
            None => {
                let termination = text(&document["termination"])?;
                if termination == Termination::Normal.name() {
                    return None;
                }
                let reason = reason_of(&termination, &document["faults"]);
                (termination, reason, &document["payoffs"])
            }
        };
        let payoffs: Vec<f64> = payoffs.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        Some(RecordedEnd { termination, reason, payoffs: (payoffs.len() == players).then_some(payoffs) })
    }

    pub(super) fn to_json(&self) -> Value {
        json!({"termination": self.termination, "reason": self.reason, "payoffs": self.payoffs})
    }
}

/// Whether this word of a record says that a player did something wrong.
pub fn is_fault(termination: &str) -> bool {
    Termination::ALL.into_iter().any(|known| known.name() == termination && known.is_fault())
}

/// Why a game of a match ended, in one sentence.
fn reason_of(termination: &str, faults: &Value) -> String {
    let last = faults.as_array().and_then(|faults| faults.last());
    if let Some(detail) = last.and_then(|fault| fault["detail"].as_str()) {
        // The detail goes on with what a program said, the position and all moves. The board shows the game.
        let end = [" in `", " (last lines"].iter().filter_map(|rest| detail.find(rest)).min();
        let short = &detail[..end.unwrap_or(detail.len())];
        return format!("{termination}: {}", short.trim_end_matches(','));
    }
    let rule = Termination::ALL.into_iter().find(|known| known.name() == termination);
    let words = match rule {
        Some(Termination::Adjudicated) => "the game was too long and was judged as it stood",
        Some(Termination::ResignRule) => "the loser had valued it as lost for long enough (resign rule)",
        Some(Termination::DrawRule) => "both players had valued it as even for long enough (draw rule)",
        Some(Termination::SolvedRule) => "the rules showed the winner, and the match ends such games",
        Some(Termination::Resignation) => "a player gave up",
        _ => termination,
    };
    words.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_survives_saving() {
        let sources = [
            GameSource::Played,
            GameSource::Imported,
            GameSource::Tournament { name: "a / b".to_string(), number: 7 },
            GameSource::Hosted { host: "x".to_string(), request: json!({"map": "ring"}) },
        ];
        for source in sources {
            assert_eq!(GameSource::read(&json!({"source": source.to_json()})), source);
        }
        assert_eq!(GameSource::read(&json!({"source": {"kind": "stolen"}})), GameSource::Played);
        assert_eq!(GameSource::read(&Value::Null), GameSource::Played);
    }

    #[test]
    fn the_end_of_a_match_game_is_told_without_its_moves() {
        let detail = "player 2 thought 0.300 s where 0.100 s were allowed, too long, in `8/8 x` after `a b`";
        let faults = json!([{"seat": 2, "kind": "time-out", "turn": 2, "detail": detail}]);
        let document = json!({"termination": "time-out", "faults": faults, "payoffs": [1.0, -1.0]});
        let end = RecordedEnd::read(&document, 2).expect("it did not end by the rules");
        assert_eq!(end.reason, "time-out: player 2 thought 0.300 s where 0.100 s were allowed, too long");
        assert_eq!(end.payoffs, Some(vec![1.0, -1.0]));
        assert_eq!(RecordedEnd::read(&json!({"web": {"ended": end.to_json()}}), 2), Some(end));
        assert_eq!(RecordedEnd::read(&document, 3).map(|end| end.payoffs), Some(None), "payoffs of another game");
        let said = json!([{"detail": "player 1 ended with exit code 3 (last lines: > go) in `x` after `y`"}]);
        assert_eq!(reason_of("crash", &said), "crash: player 1 ended with exit code 3");
        assert_eq!(RecordedEnd::read(&json!({"termination": "normal"}), 2), None);
        assert_eq!(RecordedEnd::read(&Value::Null, 2), None);
    }
}
