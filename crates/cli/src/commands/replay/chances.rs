//! The chances of all players along a recorded game.

use crate::opened_game::OpenedGame;
use crate::print;
use plyground_core::{AnyGame, Chances, Game, GameEvent, Notation, PlayerId, Turn};
use plyground_engine::chances::{NOTABLE_LOSS, chances_of_report, describe, reason, scale_of};
use plyground_engine::luck::LuckReport;
use plyground_engine::{Player, Request, SearchRequest};
use plyground_search::Limits;
use serde_json::{Value, json};
use std::fmt::Write;

/// Plies for a player that thinks until told to stop.
const DEPTH: u32 = 3;

/// A position of the game, and what was thought of it.
pub(super) struct PlyChances {
    /// The chances of all players before the turn.
    pub chances: Chances,
    /// The best move.
    pub best: Option<String>,
    /// Why the move that was played is worse than the best one, as far as features show it.
    pub reason: Option<String>,
    /// Turns to a proven end.
    pub turns: Option<u32>,
}

/// Asks a player about every position, the last one included.
pub(super) fn along_game(opened: &OpenedGame, player: &mut dyn Player<AnyGame>) -> Vec<PlyChances> {
    let game = &opened.game;
    let mut scale = scale_of(game, player);
    let mut position = opened.start.clone();
    let mut all = Vec::with_capacity(opened.events.len() + 1);
    let mut events = opened.events.iter();
    loop {
        let event = events.next();
        let over = game.turn(&position) == Turn::Over;
        // What was rolled is part of the recorded turn; the chances are those before the move.
        let rated = event.map_or_else(|| position.clone(), |event| event.after_roll(game, &position));
        all.push(if over {
            PlyChances { chances: Chances::of_result(&game.payoffs(&position)), best: None, reason: None, turns: None }
        } else {
            let request = SearchRequest::new(game, &rated).within(Limits::depth(DEPTH));
            let report = player.think(Request::from(request));
            PlyChances {
                chances: chances_of_report(&mut scale, game, &rated, &report),
                best: report.best.map(|mv| game.move_text(&rated, mv)),
                reason: event
                    .and_then(GameEvent::turn)
                    .zip(report.best)
                    .and_then(|((_, played), best)| reason(game, &rated, played, best)),
                turns: report.plies_to_end,
            }
        });
        match event {
            Some(event) => event.apply(game, &mut position),
            None => return all,
        }
    }
}

/// The chances of both players that an account of luck contains, in the same form.
pub(super) fn of_luck<M>(account: &LuckReport<M>) -> Vec<PlyChances> {
    let of = |player, chance| PlyChances {
        chances: Chances::with_chance_of(player, chance, &[1.0, 1.0]),
        best: None,
        reason: None,
        turns: None,
    };
    let turns = account.turns.iter().map(|turn| of(turn.player, turn.before));
    turns.chain([of(PlayerId::FIRST, account.end)]).collect()
}

/// What the turn at this index gave away of its mover's chances: what they had before it less what they have after it.
fn given_away(all: &[PlyChances], index: usize, mover: PlayerId) -> f64 {
    let after = all.get(index + 1).map_or(0.0, |next| next.chances.of(mover));
    (all[index].chances.of(mover) - after).max(0.0)
}

/// The fields of one JSON line.
pub(super) fn fields(ply: &PlyChances) -> Value {
    json!({"chances": ply.chances.as_slice(), "best": ply.best, "reason": ply.reason, "plies_to_end": ply.turns})
}

/// A table of all turns, and what each player gave away.
pub(super) fn table(opened: &OpenedGame, all: &[PlyChances]) -> String {
    let players: Vec<PlayerId> = PlayerId::all(opened.game.facts().players).collect();
    let names: Vec<String> = players.iter().map(|player| opened.player_name(*player)).collect();
    let percent = |chance: f64| format!("{:.1}", 100.0 * chance);
    let header = ["", "turn", "player"].map(String::from).into_iter().chain(names.iter().cloned());
    let mut rows = vec![header.chain(["gave away", "better", ""].map(String::from)).collect::<Vec<_>>()];
    let mut position = opened.start.clone();
    let mut sums = vec![0.0; players.len()];
    for (index, (event, ply)) in opened.events.iter().zip(all).enumerate() {
        let mover = opened.game.mover(&position);
        let lost = mover.map_or(0.0, |mover| given_away(all, index, mover));
        let played = event.text(&opened.game, &position);
        let better = ply.best.clone().filter(|best| !played.ends_with(best.as_str()) && lost > 0.0005);
        mover.into_iter().for_each(|mover| sums[mover.index()] += lost);
        let mut row = vec![format!("{}.", index + 1), played];
        row.push(mover.map(|mover| opened.player_name(mover)).unwrap_or_default());
        row.extend(ply.chances.as_slice().iter().map(|chance| percent(*chance)));
        let mut words = describe(&ply.chances, &names, ply.turns);
        if let Some(reason) = ply.reason.as_ref().filter(|_| better.is_some() && lost >= NOTABLE_LOSS) {
            let _ = write!(words, "; the move {reason}");
        }
        row.extend([percent(lost), better.unwrap_or_default(), words]);
        rows.push(row);
        event.apply(&opened.game, &mut position);
    }
    let mut text = format!("\nChances before each turn, in per cent:\n{}", print::columns(&rows));
    for (name, sum) in names.iter().zip(sums) {
        let _ = writeln!(text, "{name}: gave away {}", percent(sum));
    }
    if let Some(last) = all.last() {
        let _ = writeln!(text, "at the end: {}", describe(&last.chances, &names, last.turns));
    }
    text
}
