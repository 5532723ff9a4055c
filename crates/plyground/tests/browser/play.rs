//! Whole games, by clicks and by keys.

use crate::driver::Browser;
use crate::with_browser;
use fantoccini::key::Key;
use serde_json::json;

/// Whether it is a person's turn, or the game is over.
const WAITS: &str = "document.querySelector('.offered, .question:not([hidden]), .result:not([hidden]), .die button')";
const OVER: &str = "document.querySelector('.result:not([hidden])')";

/// Starts a game from the start page.
async fn begin(browser: &Browser, game: &str, board: Option<&str>) {
    browser.goto("/").await;
    let card = format!("[data-game={game}]");
    if let Some(board) = board {
        browser.choose(&format!("{card} form > .field select"), board).await;
        browser.until(&format!("!document.querySelector('{card} .error')?.textContent")).await;
    }
    browser.click(&format!("{card} button[type=submit]")).await;
    browser.find(".game-layout .board").await;
}

/// Clicks the first offered square or answer until the game is over.
async fn click_through(browser: &Browser) {
    for _ in 0..400 {
        browser.until(WAITS).await;
        if browser.run(&format!("return !!{OVER}")).await == json!(true) {
            return;
        }
        // One real click on the next clickable element; an open question comes first.
        let script = "const next = document.querySelector('.question:not([hidden]) button, .die button') ?? document.querySelector('.offered');\
                      const box = next?.getBoundingClientRect(); return box ? [box.x + box.width / 2, box.y + box.height / 2] : null";
        let at = browser.run(script).await;
        if at.is_null() {
            continue; // the state changed between the two scripts, and it is the other player's turn
        }
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
            browser.cdp("Input.dispatchMouseEvent", &event).await;
        }
        browser.until(&format!("{WAITS} || document.querySelector('.seat.turn')")).await;
    }
    panic!("this game does not end");
}

#[test]
fn a_whole_game_of_each_kind_by_clicks() {
    with_browser(|| async {
        let browser = Browser::start(1280, 800).await;
        browser.goto("/").await;
        browser.see("Choose a game").await;
        browser.find("[data-game=isola] svg.board .piece").await;
        browser.shoot("start").await;
        for (game, map) in [("isola", None), ("einstein", None), ("reversixt", Some("skirmish"))] {
            let seats = json!(["human", "random"]);
            let request = json!({"game": game, "map": map, "seats": seats, "pace_ms": 0, "real_die": true});
            let made = browser.server.post("/api/games", &request);
            browser.goto(&format!("/game/{}", made["id"].as_str().expect("an address"))).await;
            browser.until(WAITS).await;
            browser.shoot(&format!("{game}-start")).await;
            click_through(&browser).await;
            browser.see("Rematch").await;
            browser.shoot(&format!("{game}-over")).await;
        }
        browser.press("Rematch").await;
        browser.until("!document.querySelector('.result:not([hidden])')").await;
        browser.finish().await;
    });
}

#[test]
fn two_clicks_from_the_start_page_to_the_first_move() {
    with_browser(|| async {
        let browser = Browser::start(1280, 800).await;
        begin(&browser, "reversixt", None).await;
        browser.click(".offered").await;
        browser.until("document.querySelectorAll('.moves li').length >= 1").await;
        browser.until("document.querySelectorAll('.moves li').length >= 2").await; // the engine answers
        browser.finish().await;
    });
}

#[test]
fn a_whole_game_by_keyboard() {
    with_browser(|| async {
        let browser = Browser::start(1280, 800).await;
        let request = json!({"game": "isola", "variant": "cols=4,rows=4", "seats": ["human", "random"], "pace_ms": 0});
        let made = browser.server.post("/api/games", &request);
        browser.goto(&format!("/game/{}", made["id"].as_str().expect("an address"))).await;
        browser.until(WAITS).await;
        browser.keys("b").await; // to the board
        for _ in 0..100 {
            browser.until(WAITS).await;
            if browser.run(&format!("return !!{OVER}")).await == json!(true) {
                break;
            }
            browser.keys("n").await; // to the next cell that can be chosen
            browser.until("document.activeElement.classList.contains('offered')").await;
            browser.key(Key::Enter).await;
        }
        browser.see("Rematch").await;
        browser.finish().await;
    });
}

#[test]
fn a_game_survives_taking_back_reloading_and_a_killed_server() {
    with_browser(|| async {
        let mut browser = Browser::start(1280, 800).await;
        let request = json!({"game": "reversixt", "seats": ["human", "greedy"], "pace_ms": 0});
        let made = browser.server.post("/api/games", &request);
        let address = format!("/game/{}", made["id"].as_str().expect("an address"));
        browser.goto(&address).await;
        for plies in [2, 4] {
            browser.click(".offered").await;
            browser.until(&format!("document.querySelectorAll('.moves li').length >= {plies}")).await;
        }
        browser.press("Take back").await;
        browser.until("document.querySelectorAll('.moves li').length === 2").await;
        let moves = browser.run("return document.querySelector('.moves ol').innerText").await;
        browser.client.refresh().await.expect("loaded again");
        browser.until("document.querySelectorAll('.moves li').length === 2").await;
        browser.expect_no_console_errors().await;
        browser.server.restart();
        browser.until(WAITS).await;
        assert_eq!(browser.run("return document.querySelector('.moves ol').innerText").await, moves);
        browser.until("document.getElementById('offline').hidden").await;
        browser.click(".offered").await;
        browser.until("document.querySelectorAll('.moves li').length >= 3").await;
        browser.goto(&format!("{address}?ply=1")).await; // a link to a turn
        browser.see("Viewing turn 1").await;
        browser.client.close().await.expect("closed"); // the lost connection is logged on the console
    });
}

#[test]
fn an_invalid_request_is_reported_at_its_field() {
    with_browser(|| async {
        let browser = Browser::start(360, 740).await;
        browser.goto("/").await;
        browser.choose("[data-game=isola] .seatfield:nth-child(2) select", "own").await;
        let own = browser.find("[data-game=isola] .seatfield:nth-child(2) input").await;
        own.send_keys("bset").await.expect("typed");
        browser.click("[data-game=isola] button[type=submit]").await;
        browser.see("there is no player `bset`").await;
        assert_eq!(own.prop("value").await.expect("a value").as_deref(), Some("bset"), "the input is kept");
        let wide = browser.run("return document.documentElement.scrollWidth").await;
        assert_eq!(wide, json!(360), "nothing overflows on a phone");
        browser.shoot("start-phone").await;
        browser.client.close().await.expect("closed"); // the error is logged on the console
    });
}
