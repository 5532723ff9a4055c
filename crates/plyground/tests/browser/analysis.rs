//! Analysis and review.

use crate::driver::{Browser, HOLD};
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
        // Chances in words, in the bar and beside the seats; scores only on request.
        browser.until("/even|% for|wins/.test(document.querySelector('.analysis-report .value').innerText)");
        assert_eq!(
            browser.run("return document.querySelector('.analysis-report').innerText.includes('points')"),
            false
        );
        let parts = "[...document.querySelectorAll('.evalbar .evalpart')].map((part) => parseFloat(part.style.width))";
        let sum = browser.run(&format!("return {parts}.reduce((sum, width) => sum + width)"));
        assert!((sum.as_f64().expect("a width") - 100.0).abs() < 0.5, "{sum}");
        browser.until(
            "[...document.querySelectorAll('.seat .chance')].every((place) => place.textContent.endsWith(' %'))",
        );
        browser.press("Scores");
        browser.until("document.querySelector('.analysis-report .score').innerText.includes('points')");
        browser.press("Scores");
        browser.until("!document.querySelector('.analysis-report .score')");
        browser.press("Heat map");
        browser.until("document.querySelectorAll('.marks .heat').length > 3");
        browser.until("[...document.querySelectorAll('.heat-text')].every((text) => text.textContent.endsWith('%'))");
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

/// Clicks the square of a move on a board of eight columns.
fn click_square(browser: &Browser, name: &str) {
    let (col, row) = name.split_once(',').expect("a column and a row");
    let number = |text: &str| text.parse::<usize>().expect("a number");
    browser.click(&format!(".board [data-cell='{}']", 8 * number(row) + number(col)));
}

#[test]
fn better_moves_than_the_mistakes_of_a_game_are_looked_for() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        open(&browser, json!({"game": "reversixt", "seats": ["random", "random"], "seed": 3, "pace_ms": 0}));
        browser.see("Rematch");
        browser.press("Review game");
        browser.see("Biggest mistakes");
        browser.press("Learn from the mistakes");
        browser.see("Mistake 1 of ");
        browser.see("Find a better move");
        let played = browser.run("return document.querySelector('.practice p').innerText.split(/[: ]+/)[2]");
        let played = played.as_str().expect("the move that was played").to_string();
        click_square(&browser, &played);
        browser.see(&format!("{played} was played: it gave away"));
        browser.press("Show the move");
        browser.see("The best move is ");
        let best = browser
            .run("return /best move is (\\S+)\\./.exec(document.querySelector('.practice .verdict').innerText)[1]");
        let best = best.as_str().expect("the best move").to_string();
        assert_ne!(best, played);
        assert_eq!(browser.run("return document.querySelectorAll('.board .offered').length"), 0);
        browser.press("Close");
        browser.see("Rematch");
        assert_eq!(browser.run("return document.querySelector('.practice').hidden"), true);
        browser.press("Learn from the mistakes");
        browser.see("Find a better move");
        browser.until("document.querySelector('.board .offered')");
        click_square(&browser, &best);
        browser.see(&format!("Right: {best} is the best move."));
        browser.shoot("practice");
        browser.press("Next mistake");
        browser.see("Mistake 2 of ");
        // Looking at the game ends the exercise.
        browser.click("[aria-label='First move']");
        browser.until("document.querySelector('.practice').hidden");
        browser.see("Viewing turn 0");
        browser.finish();
    });
}

#[test]
fn nothing_that_was_said_about_another_position_is_shown() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let made = browser.server.post("/api/games", &json!({"game": "isola", "seats": ["human", "human"]}));
        browser.goto("/help");
        browser.run(HOLD);
        let address = format!("/game/{}", made["id"].as_str().expect("an address"));
        browser.run(&format!(
            "const link = document.createElement('a'); link.href = {}; link.dataset.link = ''; document.body.append(link); link.click();",
            json!(address)
        ));
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length === 1");
        browser.press("Analyse");
        browser.until("document.querySelector('.analysis-report li')");
        browser.run("window.hold = true");
        browser.keys("[");
        browser.see("Viewing turn 0 of 1");
        let silent = "!document.querySelector('.analysis-report li') && document.querySelectorAll('.evalbar .evalpart').length === 0
            && [...document.querySelectorAll('.seat .chance')].every((place) => place.textContent === '')";
        browser.until(silent);
        // A report that arrives late is about the other position.
        browser.run("window.deliver(window.last)");
        assert_eq!(browser.run(&format!("return {silent}")), true);
        browser.run("window.hold = false");
        browser.until("document.querySelector('.analysis-report li') && document.querySelector('.evalbar .evalpart')");
        browser.finish();
    });
}

#[test]
fn among_several_players_the_chances_of_all_seats_are_stacked() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let seats = ["greedy", "greedy", "greedy"];
        open(&browser, json!({"game": "reversixt", "map": "ring", "seats": seats, "pace_ms": 0}));
        browser.see("Rematch");
        browser.press("Review game");
        browser.until("document.querySelectorAll('.graph polygon.stacked').length === 3");
        browser.see("gave away");
        browser.shoot("review-three");
        browser.click("[aria-label='First move']");
        browser.press("Analyse");
        browser.until("document.querySelectorAll('.evalbar .evalpart').length === 3");
        browser.shoot("analysis-three");
        browser.finish();
    });
}

#[test]
fn facts_about_a_game_come_by_a_button() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.goto("/help");
        browser.click("#isola .facts button");
        browser.until("document.querySelector('#isola .facts table')");
        browser.see("Advantage of the first player");
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
