//! Whole games against a random player, asked for through the same player that matches use.

use super::engine_check::EngineCheck;
use super::{CaseResult, bad};
use plyground_core::{Playable, PlayerId, Rng, Turn};
use plyground_engine::{Arg, Player, Request, SearchRequest, Spec, Value, build, format_duration};
use plyground_search::Limits;

/// Plays games, changing seats.
pub(super) fn play<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let players = check.game.facts().players;
    let mut moves = 0;
    let mut player =
        build(&spec(check), &check.game, check.seed).map_err(|error| super::CheckFailure::Bad(error.to_string()))?;
    for number in 0..check.games {
        player.new_game(check.seed + number as u64);
        moves += play_one(check, player.as_mut(), PlayerId::from_index(number % players), number)?;
    }
    Ok(format!("{} games, {moves} moves, all legal", check.games))
}

/// The program as a player.
fn spec<G: Playable>(check: &EngineCheck<G>) -> Spec {
    let quoted: Vec<String> = check.words.iter().map(|word| format!("'{}'", word.replace('\'', "'\\''"))).collect();
    let protocol = crate::Protocol::NAMED.iter().find(|(_, protocol)| *protocol == check.protocol);
    let named = |name: &str, value: String| Arg { name: Some(name.to_string()), value: Value::Word(value) };
    let args = vec![
        Arg { name: None, value: Value::Text(quoted.join(" ")) },
        named("protocol", protocol.map_or("ugi", |(name, _)| name).to_string()),
        named("start", format_duration(check.start)),
        named("answer", format_duration(check.answer)),
        named("quit", format_duration(check.quit)),
    ];
    Spec { name: "process".to_string(), args }
}

/// One game; the number of moves that the program made.
fn play_one<G: Playable>(
    check: &EngineCheck<G>,
    player: &mut dyn Player<G>,
    seat: PlayerId,
    number: usize,
) -> Result<usize, super::CheckFailure> {
    let game = &check.game;
    let mut rng = Rng::part(check.seed, number as u64);
    let (mut position, mut moves, mut asked) = (check.position.clone(), Vec::new(), 0);
    loop {
        match game.turn(&position) {
            Turn::Over => return Ok(asked),
            Turn::Chance => {
                let outcome = rng.weighted(game.outcomes(&position));
                game.roll(&mut position, outcome);
            }
            Turn::Player(mover) if mover == seat => {
                asked += 1;
                let request = Request::from(SearchRequest::new(game, &position).within(Limits::time(check.time)));
                let Some(mv) = player.think(request).best else {
                    let reason = player.failure().map_or("has no move".to_string(), |failure| failure.to_string());
                    let place = game.position_text(&position);
                    return bad(format!("as player {seat} in game {} it {reason}, in `{place}`", number + 1));
                };
                game.make(&mut position, mv);
            }
            Turn::Player(_) => {
                moves.clear();
                game.moves(&position, &mut moves);
                game.make(&mut position, moves[rng.below(moves.len())]);
            }
        }
    }
}
