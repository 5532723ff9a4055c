//! Analysis and review.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

fn open(browser: &Browser, request: serde_json::Value) {
    let made = browser.server.post("/api/games", &request);
    browser.goto(&format!("/game/{}", made["id"].as_str().expect("an address")));
    browser.find(".game-layout .board [data-cell]");
}

#[test]
fn an_engine_analyses_the_position() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        open(&browser, json!({"game": "isola", "seats": ["human", "human"]}));
        browser.press("Analyse");
        browser.until("document.querySelectorAll('.analysis-report .lines li').length === 3");
        browser.see("points for X");
        browser.press("Heat map");
        browser.until("document.querySelectorAll('.marks .heat').length > 3");
        browser.shoot("analysis");
        // The analysis follows the game.
        let before = browser.run("return document.querySelector('.analysis-report').innerText");
        browser.click(".offered"); // one click is a step
        browser.until("document.querySelectorAll('.moves li').length === 1");
        browser
            .until(&format!(
                "document.querySelector('.analysis-report').innerText !== {before} && document.querySelector('.analysis-report li')"
            ))
            ;
        browser.press("Analyse");
        browser.until("document.querySelector('.evalbar').hidden && !document.querySelector('.analysis-report li')");
        browser.finish();
    });
}

#[test]
fn a_finished_game_is_reviewed_and_luck_separated_from_skill() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        open(&browser, json!({"game": "einstein", "variant": "tiny", "seats": ["random", "random"], "pace_ms": 0}));
        browser.see("Rematch");
        browser.press("Review game");
        browser.see("luck");
        browser.until("document.querySelector('.graph svg .curve')");
        browser.shoot("review");
        browser.click(".graph svg"); // to some turn of the game
        browser.until("document.querySelector('.graph .here')");
        browser.finish();
    });
}

/// Opens fifty sockets to a game, each with an analysis of its own, and counts those that received a report.
const CROWD: &str = "
    window.received = new Set();
    window.sockets = Array.from({length: 50}, (_, index) => {
        const socket = new WebSocket(`ws://${location.host}/ws/game/${arguments[0]}`);
        socket.onopen = () => socket.send(JSON.stringify({re: 1, do: 'analyse', ply: null, lines: 3, player: null}));
        socket.onmessage = (event) => JSON.parse(event.data).type === 'analysis' && window.received.add(index);
        return socket;
    });";

#[test]
fn fifty_analyses_all_get_their_turn_and_a_game_continues() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let studied = browser.server.post("/api/games", &json!({"game": "isola", "seats": ["human", "human"]}));
        browser.goto("/help");
        browser.client.execute(CROWD, &[studied["id"].clone()]).expect("fifty sockets");
        browser.until("window.received.size > 10");
        // Two engines finish their game in the meantime.
        let request = json!({"game": "isola", "variant": "cols=5,rows=5", "seats": ["best", "best"], "time": "50ms", "pace_ms": 0});
        let played = browser.server.post("/api/games", &request);
        let address = format!("/api/games/{}/record", played["id"].as_str().expect("an address"));
        browser
            .client
            .execute(
                "window.over = false; (async () => {
                    while (!window.over) {
                        const record = await (await fetch(arguments[0])).json();
                        window.over = record.payoffs !== null;
                        await new Promise((done) => setTimeout(done, 100));
                    }
                })();",
                &[json!(address)],
            )
            .expect("the script runs");
        browser.until("window.over");
        browser.until("window.received.size === 50");
        browser.finish();
    });
}
