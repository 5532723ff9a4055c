//! Looking on while an engine thinks.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

async fn open(browser: &Browser, wish: serde_json::Value) {
    let made = browser.server.post("/api/games", &wish);
    browser.goto(&format!("/game/{}", made["id"].as_str().expect("an address"))).await;
    browser.find(".table .board [data-cell]").await;
}

#[test]
fn an_engine_tells_what_it_thinks_of_the_position() {
    with_browser(|| async {
        let browser = Browser::start(1280, 800).await;
        open(&browser, json!({"game": "isola", "seats": ["human", "human"]})).await;
        browser.press("Analyse").await;
        browser.until("document.querySelectorAll('.insight .lines li').length === 3").await;
        browser.see("points for X").await;
        browser.press("Heat map").await;
        browser.until("document.querySelectorAll('.marks .heat').length > 3").await;
        browser.shoot("analysis").await;
        // The thinking follows the game.
        let before = browser.run("return document.querySelector('.insight').innerText").await;
        browser.click(".offered").await;
        browser.click(".offered").await;
        browser.until("document.querySelectorAll('.moves li').length === 1").await;
        browser
            .until(&format!(
                "document.querySelector('.insight').innerText !== {before} && document.querySelector('.insight li')"
            ))
            .await;
        browser.press("Analyse").await;
        browser.until("document.querySelector('.evalbar').hidden && !document.querySelector('.insight li')").await;
        browser.finish().await;
    });
}

#[test]
fn a_finished_game_is_reviewed_and_luck_told_from_skill() {
    with_browser(|| async {
        let browser = Browser::start(1280, 800).await;
        open(&browser, json!({"game": "einstein", "variant": "tiny", "seats": ["random", "random"], "pace_ms": 0}))
            .await;
        browser.see("Rematch").await;
        browser.press("Review game").await;
        browser.see("luck").await;
        browser.until("document.querySelector('.graph svg .curve')").await;
        browser.shoot("review").await;
        browser.click(".graph svg").await; // to some turn of the game
        browser.until("document.querySelector('.graph .here')").await;
        browser.finish().await;
    });
}

#[test]
fn a_search_is_seen_from_inside_and_beside_another() {
    with_browser(|| async {
        let browser = Browser::start(1280, 800).await;
        browser.goto("/").await;
        browser.press("X-ray").await;
        browser.until("document.querySelectorAll('.icicle .box').length > 10").await;
        browser.see("every move was searched").await;
        browser.shoot("xray").await;
        browser
            .run("document.querySelector('.icicle .box').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
            .await;
        browser.until("document.querySelectorAll('.path button').length >= 2").await;
        browser.goto("/xray?game=isola&a=search&b=search(table%3Doff)&depth=2").await;
        browser.see("Side by side").await;
        browser.until("document.querySelectorAll('.icicle').length === 2").await;
        browser.shoot("xray-beside").await;
        browser.goto("/xray?game=einstein&depth=2").await;
        browser.see("chance nodes left early").await;
        browser.finish().await;
    });
}
