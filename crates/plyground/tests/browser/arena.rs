//! Tournaments, network games and maps.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;
use std::process::{Command, Stdio};

#[test]
fn a_small_tournament_from_a_form() {
    with_browser(|| async {
        let browser = Browser::start(1280, 900).await;
        browser.goto("/arena").await;
        browser.see("New tournament").await;
        browser.choose("#tournament-game", "einstein").await;
        browser.choose(".player-fields .field:nth-child(1) select", "MrBlack(1)").await;
        browser.choose(".player-fields .field:nth-child(2) select", "MrRandom").await;
        let name = browser.find("#tournament-name").await;
        name.clear().await.expect("cleared");
        browser.press("Start tournament").await;
        browser.see("a tournament needs a name").await;
        assert_eq!(browser.run("return document.activeElement.id").await, json!("tournament-name"));
        browser.expect_console_errors(422).await;
        name.send_keys("one / two").await.expect("typed");
        browser.press("Start tournament").await;
        browser.see("40 of 40 games; finished").await;
        let players = browser
            .run("return [...document.querySelectorAll('.standings tbody th')].map((cell) => cell.textContent)")
            .await;
        assert_eq!(players, json!(["club player", "beginner"]));
        browser.see("Elo difference").await;
        browser.shoot("arena").await;
        browser.goto("/arena").await;
        browser.press("one / two").await; // found again in the archive
        browser.see("40 of 40 games; finished").await;
        browser.finish().await;
    });
}

#[test]
fn a_tournament_is_paused_and_resumed() {
    with_browser(|| async {
        let browser = Browser::start(360, 740).await;
        let player = |spec: &str| json!({"name": "", "spec": spec});
        let request = json!({
            "name": "long", "game": "isola", "variant": null, "map": null, "players": [player("best"), player("greedy"), player("random")],
            "gauntlet": false, "repeats": 2000, "openings": null, "time": "20ms", "nodes": null, "depth": null, "seed": 1,
        });
        assert_eq!(browser.server.post("/api/tournaments", &request)["id"], "long");
        browser.goto("/arena/long").await;
        browser.find(".thumbnail:not([hidden]) .piece").await; // a running game
        browser.press("Pause").await;
        browser.see("paused").await;
        browser.press("Resume").await;
        browser.see(" left").await;
        let wide = browser.run("return document.documentElement.scrollWidth").await;
        assert_eq!(wide, json!(360), "nothing overflows on a phone");
        browser.shoot("arena-phone").await;
        browser.finish().await;
    });
}

#[test]
fn a_network_game_hosted_from_the_page_and_joined_by_our_client() {
    with_browser(|| async {
        let browser = Browser::start(1280, 800).await;
        browser.goto("/host").await;
        browser.see("Host a network game").await;
        browser.choose("#host-map", "standard").await;
        browser.choose("#host-seat-2", "greedy").await;
        browser.choose("#host-clock", "4").await; // a depth: slow machines do not matter
        browser.press("Start hosting").await;
        let invitation = browser.find("#invitation").await.text().await.expect("a text");
        let address = invitation.rsplit(' ').next().expect("an address").to_string();
        let mut client = Command::new(env!("CARGO_BIN_EXE_plyground"));
        client
            .args(["reversixt", "connect", &address, "--player", "greedy"])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut client = client.spawn().expect("the client starts");
        browser.see("all games have been played").await;
        assert!(client.wait().expect("an end").success());
        browser.see("group").await;
        let stones = browser.run("return document.querySelectorAll('.game-layout .board .piece').length").await;
        assert!(stones.as_u64().is_some_and(|stones| stones > 20), "a board full of stones: {stones}");
        browser.shoot("host").await;
        browser.finish().await;
    });
}

#[test]
fn a_map_is_drawn_checked_saved_and_played() {
    with_browser(|| async {
        let browser = Browser::start(1280, 900).await;
        browser.goto("/maps").await;
        browser.see("Valid map: 64 tiles, 4 stones").await;
        let draw = |from: (f64, f64), to: (f64, f64)| stroke(&browser, from, to);
        browser.click("[data-tile='-']").await;
        browser.choose("#symmetry", "half").await;
        draw((2.5, 2.5), (3.5, 2.5)).await; // two holes, and two more on the other side
        browser.see("Valid map: 60 tiles, 4 stones").await;
        browser.choose("#symmetry", "none").await;
        browser.click("[data-tile=c]").await;
        draw((0.5, 0.5), (0.5, 0.5)).await;
        browser.click("[data-tile=link]").await;
        draw((1.5, 0.1), (5.5, 7.9)).await; // from an upper edge to a lower one
        browser.see("60 tiles, 4 stones, 1 special tiles, 1 transitions").await;
        browser.shoot("maps").await;
        let text = browser.run("return document.getElementById('map-text').value").await;
        let text = text.as_str().expect("a text");
        assert!(text.contains("c 0 0 0 0 0 0 0\n") && text.contains("1 0 0 <-> 5 7 4"), "{text}");
        browser.client.refresh().await.expect("loaded again");
        browser.see("60 tiles, 4 stones, 1 special tiles, 1 transitions").await; // saved in the browser
        assert_eq!(browser.run("return document.getElementById('map-text').value").await.as_str(), Some(text));
        draw((3.5, 3.5), (3.5, 3.5)).await;
        browser.click("#undo-stroke").await;
        browser.until(&format!("document.getElementById('map-text').value === {}", json!(text))).await;
        browser.press("Play this map").await;
        browser.find(".game-layout .board .offered").await;
        browser.finish().await;
    });
}

/// Draws on the board, in squares from its upper left corner.
async fn stroke(browser: &Browser, from: (f64, f64), to: (f64, f64)) {
    let script = "const box = document.querySelector('.map-editor .square').getBoundingClientRect(); return [box.x, box.y, box.width]";
    let corner = browser.run(script).await;
    let number = |index: usize| corner[index].as_f64().expect("a number");
    // A square is drawn a little smaller than its cell.
    let cell = number(2) / 0.95;
    let at = |(x, y): (f64, f64)| (number(0) - cell * 0.025 + x * cell, number(1) - cell * 0.025 + y * cell);
    let [(ax, ay), (bx, by)] = [at(from), at(to)];
    for (kind, x, y, buttons) in [("mousePressed", ax, ay, 1), ("mouseMoved", bx, by, 1), ("mouseReleased", bx, by, 0)]
    {
        let event = json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1});
        browser.cdp("Input.dispatchMouseEvent", &event).await;
    }
}

#[test]
fn the_rules_of_every_game_are_shown_with_pictures() {
    with_browser(|| async {
        let browser = Browser::start(1280, 900).await;
        browser.goto("/").await;
        browser.press("Help").await;
        for game in ["reversixt", "einstein", "isola"] {
            // Two pictures; Isola has no more than two pieces in each.
            browser.until(&format!("document.querySelectorAll('#{game} svg.board .piece').length >= 4")).await;
            browser.until(&format!("document.querySelectorAll('#{game} dt').length >= 5")).await;
        }
        browser.shoot("help").await;
        browser.resize(360, 740).await;
        assert_eq!(browser.run("return document.documentElement.scrollWidth").await, json!(360));
        browser.finish().await;
    });
}
