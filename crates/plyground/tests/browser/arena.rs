//! Tournaments, network games and maps.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;
use std::process::{Command, Stdio};

#[test]
fn a_small_tournament_from_a_form() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/arena");
        browser.see("New tournament");
        browser.choose("#tournament-game", "einstein");
        browser.choose(".player-fields .field:nth-child(1) select", "level(4)");
        browser.choose(".player-fields .field:nth-child(2) select", "level(1)");
        let name = browser.find("#tournament-name");
        name.clear().expect("cleared");
        browser.press("Start tournament");
        browser.see("A tournament needs a name");
        assert_eq!(browser.run("return document.activeElement.id"), json!("tournament-name"));
        browser.expect_console_errors(422);
        name.send_keys("one / two").expect("typed");
        browser.press("Start tournament");
        browser.see("40 of 40 games; finished");
        let players =
            browser.run("return [...document.querySelectorAll('.standings tbody th')].map((cell) => cell.textContent)");
        assert_eq!(players, json!(["steady player", "newcomer"]));
        browser.see("Elo difference");
        browser.shoot("arena");
        browser.goto("/arena");
        browser.press("one / two"); // found again in the archive
        browser.see("40 of 40 games; finished");
        browser.finish();
    });
}

#[test]
fn a_tournament_is_paused_and_resumed() {
    with_browser(|| {
        let browser = Browser::start(360, 740);
        let player = |spec: &str| json!({"name": "", "spec": spec});
        let request = json!({
            "name": "long", "game": "isola", "variant": null, "map": null, "players": [player("best"), player("greedy"), player("random")],
            "gauntlet": false, "repeats": 2000, "openings": null, "time": "20ms", "nodes": null, "depth": null, "seed": 1,
        });
        assert_eq!(browser.server.post("/api/tournaments", &request)["id"], "long");
        browser.goto("/arena/long");
        browser.find(".thumbnail:not([hidden]) .piece"); // a running game
        browser.press("Pause");
        browser.see("paused");
        browser.press("Resume");
        browser.see(" left");
        let wide = browser.run("return document.documentElement.scrollWidth");
        assert_eq!(wide, json!(360), "nothing overflows on a phone");
        browser.shoot("arena-phone");
        browser.finish();
    });
}

#[test]
fn a_running_game_is_followed_with_what_both_players_think() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        let player = |spec: &str| json!({"name": "", "spec": spec});
        let request = json!({
            "name": "show", "game": "isola", "variant": "classic", "map": null, "players": [player("best"), player("search(depth=4)")],
            "gauntlet": false, "repeats": 2, "openings": null, "time": "400ms", "nodes": null, "depth": null, "seed": 1,
        });
        browser.server.post("/api/tournaments", &request);
        browser.goto("/arena/show");
        browser.find(".thumbnails .thumbnail:not([hidden]) .piece");
        browser.click(".thumbnails .thumbnail:not([hidden]) .cover");
        browser.until("/^\\/arena\\/show\\/\\d+$/.test(location.pathname)");
        // A chance, a depth and a line of both players, and the chances of both as a bar.
        browser.until("[...document.querySelectorAll('.thought')].filter((one) => /\\d %/.test(one.innerText) && /depth \\d/.test(one.innerText) && one.querySelector('.line')).length === 2");
        browser.until("document.querySelectorAll('.broadcast .evalbar rect').length === 2");
        let moves = browser.run("return document.querySelectorAll('.moves li').length").as_u64().expect("a number");
        browser.until(&format!("document.querySelectorAll('.moves li').length > {moves} || document.body.innerText.includes('The game is over')"));
        browser.shoot("broadcast");
        browser.goto("/arena/show");
        browser.see("4 of 4 games; finished");
        browser.see("Finished games");
        browser.until("document.querySelectorAll('.finished li').length === 4");
        browser.click(".spread .menu summary");
        let report = browser
            .run("return fetch(document.querySelector('.spread .menu-list a[download]').href).then((answer) => answer.text())");
        assert!(
            report.as_str().is_some_and(|page| page.contains("<h1>show</h1>") && page.contains("search(depth=4)")),
            "{report}"
        );
        browser.goto("/arena/show");
        browser.click(".finished li a");
        browser.until("location.pathname.startsWith('/game/')");
        browser.until("document.querySelector('.result:not([hidden])')");
        browser.goto("/arena/show");
        browser.click(".spread .menu summary");
        browser.press("Delete tournament …");
        browser.client.accept_alert().expect("a question");
        browser.see("No tournaments yet.");
        browser.finish();
    });
}

#[test]
fn a_network_game_hosted_from_the_page_and_joined_by_our_client() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.goto("/host");
        browser.see("Host a network game");
        browser.choose("#host-map", "standard");
        browser.choose("#host-seat-2", "level(2)");
        browser.choose("#host-clock", "4"); // a depth: slow machines do not matter
        browser.press("Start hosting");
        let invitation = browser.find("#invitation").text().expect("a text");
        let address = invitation.rsplit(' ').next().expect("an address").to_string();
        let mut client = Command::new(env!("CARGO_BIN_EXE_plyground"));
        client
            .args(["reversixt", "connect", &address, "--player", "greedy"])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut client = client.spawn().expect("the client starts");
        browser.see("all games have been played");
        assert!(client.wait().expect("an end").success());
        browser.see("group");
        let stones = browser.run("return document.querySelectorAll('.game-layout .board .piece').length");
        assert!(stones.as_u64().is_some_and(|stones| stones > 20), "a board full of stones: {stones}");
        browser.shoot("host");
        browser.finish();
    });
}

#[test]
fn a_person_at_the_host_sees_the_time_that_the_host_allows() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.goto("/host");
        browser.choose("#host-seat-2", "level(2)");
        browser.choose("#host-clock", "6"); // one minute per move
        browser.press("Start hosting");
        browser.press("Take a seat");
        browser.until("location.pathname.startsWith('/game/') && document.querySelector('.offered')");
        browser.until("/^(1:00|0:\\d\\d)/.test(document.querySelector('.seat .clock').textContent)");
        browser.click(".offered");
        // What is left of the first minute stays in the account, and the next one is added to it.
        browser.until("document.querySelectorAll('.moves li').length === 2 && document.querySelector('.offered')");
        browser.until("/^[12]:\\d\\d$/.test(document.querySelector('.seat .clock').textContent)");
        browser.shoot("host-clock");
        browser.press("Resign");
        browser.press("Resign");
        browser.see("Player 1 left the game");
        browser.finish();
    });
}

#[test]
fn a_map_is_drawn_checked_saved_and_played() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/maps");
        browser.see("Valid map: 64 tiles, 4 stones");
        let draw = |from: (f64, f64), to: (f64, f64)| stroke(&browser, from, to);
        browser.click("[data-tile='-']");
        browser.choose("#symmetry", "half");
        draw((2.5, 2.5), (3.5, 2.5)); // two holes, and two more on the other side
        browser.see("Valid map: 60 tiles, 4 stones");
        browser.choose("#symmetry", "none");
        browser.click("[data-tile=c]");
        draw((0.5, 0.5), (0.5, 0.5));
        browser.click("[data-tile=link]");
        draw((1.5, 0.1), (5.5, 7.9)); // from an upper edge to a lower one
        browser.see("60 tiles, 4 stones, 1 special tiles, 1 transitions");
        browser.shoot("maps");
        let text = browser.run("return document.getElementById('map-text').value");
        let text = text.as_str().expect("a text");
        assert!(text.contains("c 0 0 0 0 0 0 0\n") && text.contains("1 0 0 <-> 5 7 4"), "{text}");
        browser.client.refresh().expect("loaded again");
        browser.see("60 tiles, 4 stones, 1 special tiles, 1 transitions"); // saved in the browser
        assert_eq!(browser.run("return document.getElementById('map-text').value").as_str(), Some(text));
        draw((6.5, 6.5), (6.5, 6.5));
        browser.click("#undo-stroke");
        browser.until(&format!("document.getElementById('map-text').value === {}", json!(text)));
        browser.press("Play this map");
        browser.find(".game-layout .board .offered");
        browser.finish();
    });
}

/// Draws on the board, in squares from its upper left corner.
fn stroke(browser: &Browser, from: (f64, f64), to: (f64, f64)) {
    let script = "const box = document.querySelector('.map-editor .square').getBoundingClientRect(); return [box.x, box.y, box.width]";
    let corner = browser.run(script);
    let number = |index: usize| corner[index].as_f64().expect("a number");
    // A square is drawn a little smaller than its cell.
    let cell = number(2) / 0.95;
    let at = |(x, y): (f64, f64)| (number(0) - cell * 0.025 + x * cell, number(1) - cell * 0.025 + y * cell);
    let [(ax, ay), (bx, by)] = [at(from), at(to)];
    for (kind, x, y, buttons) in [("mousePressed", ax, ay, 1), ("mouseMoved", bx, by, 1), ("mouseReleased", bx, by, 0)]
    {
        let event = json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1});
        browser.cdp("Input.dispatchMouseEvent", &event);
    }
}

#[test]
fn the_rules_of_every_game_are_shown_with_pictures() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/");
        browser.press("Help");
        for game in ["reversixt", "einstein", "isola"] {
            // Two pictures; Isola has no more than two pieces in each.
            browser.until(&format!("document.querySelectorAll('#{game} svg.board .piece').length >= 4"));
            browser.until(&format!("document.querySelectorAll('#{game} dt').length >= 5"));
        }
        browser.shoot("help");
        browser.resize(360, 740);
        assert_eq!(browser.run("return document.documentElement.scrollWidth"), json!(360));
        browser.finish();
    });
}

#[test]
fn a_list_that_could_not_be_loaded_can_be_asked_for_again() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.goto("/help");
        browser.find(".rules-card");
        browser.run("window.kept = true; const own = window.fetch; window.fetch = (...all) => (window.blocked && window.blocked.test(String(all[0])) ? Promise.reject(new TypeError('Failed to fetch')) : own(...all)); window.blocked = /api.(tournaments|library|games)/");
        for (link, text) in [
            ("/arena", "The tournaments could not be listed: The server does not answer."),
            ("/library", "The server does not answer."),
            ("/", "Your games could not be listed: The server does not answer."),
        ] {
            browser.click(&format!("#nav a[href='{link}']"));
            browser.see(text);
            assert_eq!(browser.run("return document.body.innerText.includes('No tournaments yet')"), json!(false));
        }
        browser.click("#nav a[href='/arena']");
        browser.see("The tournaments could not be listed");
        browser.find("#tournament-name").send_keys(" again").expect("typed");
        browser.run("window.blocked = null");
        browser.press("Try again");
        browser.see("No tournaments yet.");
        let kept = "return [window.kept, document.querySelector('#tournament-name').value.endsWith(' again')].join()";
        assert_eq!(browser.run(kept), json!("true,true"), "neither reloaded nor forgotten");
        browser.finish();
    });
}
