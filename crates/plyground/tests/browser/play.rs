//! Whole games, by clicks and by keys.

use crate::driver::Browser;
use crate::webdriver::ENTER;
use crate::with_browser;
use serde_json::json;

/// Whether it is a person's turn, or the game is over.
const WAITS: &str = "document.querySelector('.offered, .question:not([hidden]), .result:not([hidden]), .die button')";
const OVER: &str = "document.querySelector('.result:not([hidden])')";

/// Clicks the first offered square or answer until the game is over.
fn click_through(browser: &Browser) {
    for _ in 0..400 {
        browser.until(WAITS);
        if browser.run(&format!("return !!{OVER}")) == json!(true) {
            return;
        }
        // One real click on the next clickable element; an open question comes first.
        let script = "const next = document.querySelector('.question:not([hidden]) button, .die button') ?? document.querySelector('.offered');\
                      const box = next?.getBoundingClientRect(); return box ? [box.x + box.width / 2, box.y + box.height / 2] : null";
        let at = browser.run(script);
        if at.is_null() {
            continue; // the state changed between the two scripts, and it is the other player's turn
        }
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
            browser.cdp("Input.dispatchMouseEvent", &event);
        }
        browser.until(&format!("{WAITS} || document.querySelector('.seat.turn')"));
    }
    panic!("this game does not end");
}

#[test]
fn a_whole_game_of_each_kind_by_clicks() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.goto("/");
        browser.see("Choose a game");
        browser.find("[data-game=isola] svg.board .piece");
        browser.shoot("start");
        for (game, map) in [("isola", None), ("einstein", None), ("reversixt", Some("skirmish"))] {
            let seats = json!(["human", "random"]);
            let request = json!({"game": game, "map": map, "seats": seats, "pace_ms": 0, "real_die": true});
            let made = browser.server.post("/api/games", &request);
            browser.goto(&format!("/game/{}", made["id"].as_str().expect("an address")));
            browser.until(WAITS);
            browser.shoot(&format!("{game}-start"));
            click_through(&browser);
            browser.see("Rematch");
            browser.shoot(&format!("{game}-over"));
        }
        browser.press("Rematch");
        browser.until("!document.querySelector('.result:not([hidden])')");
        browser.finish();
    });
}

#[test]
fn two_clicks_from_the_start_page_to_the_first_move() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.goto("/");
        browser.click("[data-game=reversixt] .play");
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length >= 1");
        browser.until("document.querySelectorAll('.moves li').length >= 2"); // the engine answers
        browser.finish();
    });
}

#[test]
fn a_whole_game_by_keyboard() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let request = json!({"game": "isola", "variant": "cols=4,rows=4", "seats": ["human", "random"], "pace_ms": 0});
        let made = browser.server.post("/api/games", &request);
        browser.goto(&format!("/game/{}", made["id"].as_str().expect("an address")));
        browser.until(WAITS);
        browser.keys("b"); // to the board
        for _ in 0..100 {
            browser.until(WAITS);
            if browser.run(&format!("return !!{OVER}")) == json!(true) {
                break;
            }
            browser.keys("n"); // to the next cell that can be chosen
            browser.until("document.activeElement.classList.contains('offered')");
            browser.keys(ENTER);
        }
        browser.see("Rematch");
        browser.finish();
    });
}

#[test]
fn a_game_survives_taking_back_reloading_and_a_killed_server() {
    with_browser(|| {
        let mut browser = Browser::start(1280, 800);
        let request = json!({"game": "reversixt", "seats": ["human", "greedy"], "pace_ms": 0});
        let made = browser.server.post("/api/games", &request);
        let address = format!("/game/{}", made["id"].as_str().expect("an address"));
        browser.goto(&address);
        for plies in [2, 4] {
            browser.click(".offered");
            browser.until(&format!("document.querySelectorAll('.moves li').length >= {plies}"));
        }
        browser.press("Take back");
        browser.until("document.querySelectorAll('.moves li').length === 2");
        let moves = browser.run("return document.querySelector('.moves ol').innerText");
        browser.client.refresh().expect("loaded again");
        browser.until("document.querySelectorAll('.moves li').length === 2");
        browser.expect_no_console_errors();
        browser.server.restart();
        browser.until(WAITS);
        assert_eq!(browser.run("return document.querySelector('.moves ol').innerText"), moves);
        browser.until("document.getElementById('offline').hidden");
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length >= 3");
        browser.goto(&format!("{address}?ply=1")); // a link to a turn
        browser.see("Viewing turn 1");
        browser.client.close().expect("closed"); // the lost connection is logged on the console
    });
}

#[test]
fn an_invalid_request_is_reported_at_its_field() {
    with_browser(|| {
        let browser = Browser::start(360, 740);
        browser.goto("/?game=isola");
        browser.find(".everyseat summary");
        browser.run(
            "document.querySelector('.everyseat').open = true; document.querySelector('.everyseat').scrollIntoView()",
        );
        browser.choose(".seatfield:nth-child(2) select", "own");
        let own = browser.find(".seatfield:nth-child(2) input");
        own.send_keys("bset").expect("typed");
        browser.click(".playbar .play");
        browser.see("There is no player `bset`");
        assert_eq!(own.property("value"), Ok(json!("bset")), "the input is kept");
        let wide = browser.run("return document.documentElement.scrollWidth");
        assert_eq!(wide, json!(360), "nothing overflows on a phone");
        browser.shoot("start-phone");
        browser.client.close().expect("closed"); // the error is logged on the console
    });
}
