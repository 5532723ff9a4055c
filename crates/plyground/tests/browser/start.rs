//! The start page: from a picture of a game to the first move, and back to a saved game.

use crate::driver::Browser;
use crate::webdriver::ENTER;
use crate::with_browser;
use serde_json::{Value, json};

/// The names of the boards that the gallery shows.
const SHOWN: &str = "[...document.querySelectorAll('.boards .boardcard')].filter((card) => !card.hidden).map((card) => card.querySelector('strong').textContent)";
/// The labels of the stones in the large picture, row by row.
const STONES: &str = "[...document.querySelectorAll('svg.board .piece text')].map((text) => text.textContent).join('')";
const ARROW_DOWN: &str = "\u{e015}";

fn filter(browser: &Browser, name: &str, value: &str) {
    browser.click(&format!("label:has([name='filter-{name}'][value='{value}'])"));
}

fn summary(browser: &Browser) -> Value {
    browser.run("return document.querySelector('.playbar .summary').textContent")
}

#[test]
fn a_map_is_found_by_filters_and_chosen_by_its_picture() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/");
        browser.click("[data-game=reversixt] .picture");
        browser.until("document.querySelectorAll('.boards .boardcard svg.thumbnail').length === 29");
        browser.until(&format!("{SHOWN}.length === 29"));
        browser.shoot("boards");
        filter(&browser, "Players", "3");
        browser.see("4 of 29 boards");
        assert_eq!(browser.run(&format!("return {SHOWN}")), json!(["carousel", "ring", "swamp", "torus"]));
        filter(&browser, "Size", "Medium");
        assert_eq!(browser.run(&format!("return {SHOWN}")), json!(["carousel", "torus"]));
        browser.click("label:has([value='map:torus'])");
        browser.until("document.querySelectorAll('.preview .cell').length === 144");
        browser.click("label:has([name=opponent][value='level(1)'])");
        assert_eq!(summary(&browser), json!("torus · you against 2 × newcomer"));
        browser.click(".playbar .play");
        browser.find(".game-layout .board");
        browser.see("torus");
        assert_eq!(browser.run("return document.querySelectorAll('.seat').length"), json!(3));
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length >= 3"); // both opponents answer
        browser.finish();
    });
}

#[test]
fn boards_and_opponents_are_chosen_by_keys() {
    with_browser(|| {
        let browser = Browser::start(800, 900);
        browser.goto("/?game=isola");
        browser.until("document.querySelectorAll('.boards svg.thumbnail').length === 8");
        assert_eq!(summary(&browser), json!("columbia · you against beginner"));
        browser.run("document.querySelector('[name=board]').focus()");
        browser.keys(ARROW_DOWN);
        browser.until("document.querySelectorAll('.preview .cell').length === 48"); // 8x6
        browser.run("document.querySelector('[name=opponent]:checked').focus()");
        browser.keys(ARROW_DOWN);
        assert_eq!(summary(&browser), json!("classic · you against casual player"));
        browser.keys(ENTER); // submits the form
        browser.find(".game-layout .board");
        browser.see("classic");
        browser.finish();
    });
}

#[test]
fn stones_are_arranged_by_dragging_and_by_keys() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/?game=einstein");
        browser.until("document.querySelectorAll('.setups svg.thumbnail').length === 3");
        browser.click("label:has([name=setup][value=own])");
        browser.until("document.querySelectorAll('.preview [role=button]').length === 12");
        browser.until("document.querySelectorAll('.preview [aria-pressed=false]').length === 12");
        let stones = || browser.run(&format!("return {STONES}")).as_str().expect("a text").to_string();
        let before = stones();
        let script = "document.querySelector('.preview').scrollIntoView(); return [...document.querySelectorAll('.preview .piece')].slice(0, 2).map((stone) => { const box = stone.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })";
        let places = browser.run(script);
        for (kind, at, buttons) in [("mousePressed", 0, 1), ("mouseMoved", 1, 1), ("mouseReleased", 1, 0)] {
            let place = &places[at];
            let event = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "buttons": buttons, "clickCount": 1});
            browser.cdp("Input.dispatchMouseEvent", &event);
        }
        let exchanged = |text: &str, one: usize, other: usize| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.swap(one, other);
            letters.into_iter().collect::<String>()
        };
        let dragged = exchanged(&before, 0, 1);
        browser.until(&format!("{STONES} === '{dragged}'"));
        for stone in [2, 3] {
            browser.run(&format!("document.querySelectorAll('.preview [role=button]')[{stone}].focus()"));
            browser.keys(ENTER);
        }
        let by_keys = exchanged(&dragged, 2, 3);
        browser.until(&format!("{STONES} === '{by_keys}'"));
        browser.cdp("Emulation.setTouchEmulationEnabled", &json!({"enabled": true}));
        for (kind, at) in [("touchStart", Some(0)), ("touchMove", Some(1)), ("touchEnd", None)] {
            let points: Vec<_> = at.iter().map(|at| json!({"x": places[*at][0], "y": places[*at][1]})).collect();
            browser.cdp("Input.dispatchTouchEvent", &json!({"type": kind, "touchPoints": points}));
        }
        let arranged = exchanged(&by_keys, 0, 1);
        browser.until(&format!("{STONES} === '{arranged}'"));
        browser.cdp("Emulation.setTouchEmulationEnabled", &json!({"enabled": false}));
        browser.client.refresh().expect("loaded again");
        browser.until("document.querySelectorAll('.setups svg.thumbnail').length === 3");
        browser.click("label:has([name=setup][value=own])");
        browser.until(&format!("{STONES} === '{arranged}'")); // kept
        browser.click(".playbar .play");
        browser.find(".game-layout .board .piece");
        assert_eq!(stones(), arranged, "the game begins as arranged");
        browser.finish();
    });
}

#[test]
fn a_saved_game_is_continued_from_its_card() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/");
        browser.click("[data-game=reversixt] .play");
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length >= 2");
        let address = browser.run("return location.pathname");
        browser.press("Play"); // in the navigation
        browser.see("Continue");
        browser.until("document.querySelector('.savedgame svg.thumbnail .owner-1 .disc')");
        let card = browser.run("return document.querySelector('.savedgame').innerText");
        let card = card.as_str().expect("a text");
        assert!(card.contains("ReversiXT") && card.contains("you – beginner") && card.contains("moves"), "{card}");
        let age = browser.run("return Date.now() - Date.parse(document.querySelector('.savedgame time').dateTime)");
        assert!(age.as_f64().is_some_and(|age| age.abs() < 3_600_000.0), "{age}");
        for (width, name) in [(1280, "start-wide"), (800, "start-middle"), (380, "start-narrow")] {
            browser.resize(width, 800);
            assert_eq!(browser.run("return document.documentElement.scrollWidth"), json!(width), "nothing overflows");
            assert!(browser.run("return document.querySelector('header').offsetHeight").as_u64() < Some(60), "one row");
            browser.shoot(name);
            browser.click("#theme");
            browser.shoot(&format!("{name}-dark"));
            browser.click("#theme");
            browser.shoot(&format!("{name}-contrast"));
            browser.click("#theme");
        }
        browser.click(".savedgame a");
        browser.until(&format!("location.pathname === {address}"));
        browser.until("document.querySelectorAll('.moves li').length >= 2");
        browser.finish();
    });
}

#[test]
fn engines_may_have_times_of_their_own() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/?game=isola");
        browser.find(".everyseat summary");
        browser.run("document.querySelector('.everyseat').open = true");
        let time = ".seatfield:nth-child(2) .seat-time";
        assert_eq!(
            browser.run(&format!("return document.querySelector('{time}').hidden")),
            json!(true),
            "a level has its own"
        );
        browser.choose(".seatfield:nth-child(2) select", "best");
        browser.choose(time, "100ms");
        browser.click(".playbar .play");
        browser.find(".game-layout .board .piece");
        let record = "return fetch(`/api/games/${location.pathname.split('/')[2]}/record`).then((answer) => answer.json()).then((record) => record.web.times_ms)";
        assert_eq!(browser.run(record), json!([null, 100]));
        browser.finish();
    });
}
