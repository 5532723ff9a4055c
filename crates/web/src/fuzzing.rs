//! A way in for fuzzers: what pages send, without sockets and threads.

use crate::engines::MemoryBudget;
use crate::hall::wish::plan_text;
use crate::laboratory;
use crate::live::{self, Live, Wish};
use crate::messages::{ImportWish, NewGame, NewHosting, NewLabRun, NewTournament, Request, XrayWish};
use serde_json::Value;

/// Commands of one conversation.
const MOST_COMMANDS: usize = 40;
/// Boards with longer sides are allowed, but take too long to be made again and again.
const LONGEST_SIDE: u64 = 16;
const SEED: u64 = 1;

/// Takes what a page sends. `way` chooses where it arrives.
///
/// # Panics
/// When the promise is broken that whatever is sent is answered, and that a game survives being saved.
pub fn receive(way: u8, text: &str) {
    match way % 8 {
        0 => {
            if let Ok(asked) = serde_json::from_str::<NewGame>(text) {
                new_game(asked);
            }
        }
        1 => {
            if let Ok(asked) = serde_json::from_str::<ImportWish>(text) {
                import(&asked.text, asked.game.as_deref());
            }
        }
        2 => {
            if let Ok(asked) = serde_json::from_str::<NewTournament>(text)
                && let Ok(plan) = plan_text(&asked, false)
            {
                plan.parse::<toml::Table>().expect("our own plan is TOML");
            }
        }
        3 => {
            if let Ok(asked) = serde_json::from_str::<NewLabRun>(text) {
                drop(laboratory::wish::read(&asked, false));
            }
        }
        4 => drop(serde_json::from_str::<XrayWish>(text)),
        5 => drop(serde_json::from_str::<NewHosting>(text)),
        6 => converse("isola", "cols=4,rows=4,mode=remove", text),
        _ => converse("einstein", "tiny", text),
    }
}

/// Engines are built when they have to move, which never happens here.
fn new_game(asked: NewGame) {
    let Ok(wish) = Wish::read(asked, SEED, false) else { return };
    if is_small(wish.setup.variant.as_deref(), wish.setup.map.as_ref().map(|map| map.text.as_str()))
        && let Ok(live) = live::create(&wish, &MemoryBudget::default())
    {
        survives_saving(live.as_ref());
    }
}

fn import(text: &str, game: Option<&str>) {
    let document: Value = serde_json::from_str(text).unwrap_or_default();
    if is_small(document["variant"].as_str(), document["map"]["text"].as_str())
        && let Ok(live) = live::reopen(text, game, SEED, false, &MemoryBudget::default())
    {
        survives_saving(live.as_ref());
    }
}

fn is_small(variant: Option<&str>, map: Option<&str>) -> bool {
    let large = |word: &str| match word.split_once('=') {
        Some(("cols" | "rows", side)) => side.trim().parse().is_ok_and(|side: u64| side > LONGEST_SIDE),
        Some((key, _)) => key.trim() != key,
        None => false,
    };
    !variant.is_some_and(|variant| variant.split(',').any(large)) && map.is_none_or(|map| map.len() < 1000)
}

/// One command a line at a table of two people.
fn converse(game: &str, variant: &str, text: &str) {
    let asked = NewGame {
        game: game.to_string(),
        variant: Some(variant.to_string()),
        seats: vec!["human".to_string(); 2],
        real_die: true,
        ..NewGame::default()
    };
    let wish = Wish::read(asked, SEED, false).expect("a valid wish");
    let mut live = live::create(&wish, &MemoryBudget::default()).expect("a valid game");
    for line in text.lines().take(MOST_COMMANDS) {
        let Ok(request) = serde_json::from_str::<Request>(line) else { continue };
        match live.obey(&request.command) {
            Ok(answer) => drop(serde_json::to_string(&answer).expect("our messages are plain data")),
            Err(reason) => assert!(!reason.is_empty()),
        }
    }
    survives_saving(live.as_ref());
}

/// A game that was saved and opened again stands as before.
fn survives_saving(live: &dyn Live) {
    let state = live.state();
    serde_json::to_string(&state).expect("our messages are plain data");
    let saved = live.record().to_string();
    let again = live::reopen(&saved, None, SEED, false, &MemoryBudget::default())
        .unwrap_or_else(|refusal| panic!("{}: {saved}", refusal.reason));
    let opened = again.state();
    assert_eq!(
        (&opened.position, &opened.moves, &opened.turn),
        (&state.position, &state.moves, &state.turn),
        "{saved}"
    );
    assert_eq!(opened.result.map(|ending| ending.text), state.result.map(|ending| ending.text), "{saved}");
    assert!(!live.picture(0).is_empty());
}
