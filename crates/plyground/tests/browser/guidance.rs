//! What a person is told: whose turn it is, why a click does nothing, how the game ended.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

fn status(browser: &Browser) -> String {
    browser.run("return document.querySelector('.status').textContent").as_str().expect("a text").to_string()
}

#[test]
fn a_turn_is_told_in_words_and_an_illegal_click_says_why() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.open_game(
            &json!({"game": "isola", "seats": ["human", "level(1)"], "variant": "cols=7,rows=7,mover=king,mode=remove", "pace_ms": 0}),
        );
        browser.until("document.querySelector('.offered')");
        assert_eq!(status(&browser), "Your move: step to a marked square.");
        browser.click("[data-cell]:not(.offered):last-child"); // the end of the first row
        browser.until("!document.querySelector('.tip').hidden");
        let tip = browser.run("return document.querySelector('.tip').textContent");
        assert!(tip.as_str().is_some_and(|tip| tip.contains("too far")), "{tip}");
        browser.shoot("guidance-refused");
        browser.click(".offered");
        browser.until("document.querySelector('.status').textContent === 'Now remove a square.'");
        assert_eq!(browser.run("return document.querySelector('.tip').hidden"), json!(true), "the next click ends it");
        // The square that the piece just entered cannot be removed; the step stays entered.
        let cell = browser.run("return document.querySelector('.chosen').dataset.cell");
        let other = browser.run("return [...document.querySelectorAll('[data-cell]')].find((cell) => cell.querySelector('.owner-2')).dataset.cell");
        assert_ne!(cell, other);
        browser.click(&format!("[data-cell='{}']", other.as_str().expect("a cell")));
        browser.see("A piece stands there");
        assert_eq!(browser.run("return document.querySelectorAll('.chosen').length"), json!(1));
        browser.finish();
    });
}

#[test]
fn a_move_says_what_it_costs_before_it_is_made() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let map = "2\n1\n0 0\n3 7\n1 2 1 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n";
        browser.open_game(&json!({"game": "reversixt", "map_text": map, "seats": ["human", "human"], "pace_ms": 0}));
        browser.until("document.querySelector('.offered')");
        assert_eq!(status(&browser), "Player 1 to move: place a stone on a marked square.");
        let at = browser.run("const box = document.querySelector(\"[data-cell='2']\").getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]");
        browser.cdp("Input.dispatchMouseEvent", &json!({"type": "mouseMoved", "x": at[0], "y": at[1]}));
        browser.until("document.querySelector('.status').textContent === 'This costs your last override stone.'");
        browser.cdp("Input.dispatchMouseEvent", &json!({"type": "mouseMoved", "x": 5, "y": 5}));
        browser.until("document.querySelector('.status').textContent.startsWith('Player 1 to move')");
        // Without a pointer that hovers, the first tap tells and the second plays.
        browser.cdp("Emulation.setTouchEmulationEnabled", &json!({"enabled": true}));
        let tap = || {
            browser.cdp(
                "Input.dispatchTouchEvent",
                &json!({"type": "touchStart", "touchPoints": [{"x": at[0], "y": at[1]}]}),
            );
            browser.cdp("Input.dispatchTouchEvent", &json!({"type": "touchEnd", "touchPoints": []}));
        };
        tap();
        browser.see("This costs your last override stone. Tap again to play it.");
        assert_eq!(browser.run("return document.querySelectorAll('.moves li').length"), json!(0));
        tap();
        browser.until("document.querySelectorAll('.moves li').length === 1");
        browser.finish();
    });
}

#[test]
fn winning_looks_different_from_losing() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        // The first player to move takes everything and nobody can move.
        let map = "2\n0\n0 0\n3 4\n1 2 0 0\n0 0 0 0\n0 0 0 0\n";
        for (seats, title, kind) in [
            (json!(["human", "level(1)"]), "You won 3 : 0", "won"),
            (json!(["level(1)", "human"]), "You lost 0 : 3", "lost"),
        ] {
            browser.open_game(&json!({"game": "reversixt", "map_text": map, "seats": seats, "pace_ms": 0}));
            if kind == "won" {
                browser.click(".offered");
            }
            browser.until("document.querySelector('.result:not([hidden])')");
            assert_eq!(browser.run("return document.querySelector('.result h2').lastChild.textContent"), json!(title));
            assert_eq!(
                browser.run(&format!("return document.querySelector('.result').classList.contains('{kind}')")),
                json!(true)
            );
            assert_eq!(status(&browser), format!("{title}."));
            browser.shoot(&format!("guidance-{kind}"));
        }
        let ground = "return getComputedStyle(document.querySelector('.result')).backgroundColor";
        let lost = browser.run(ground);
        browser.run("document.querySelector('.result').className = 'card result won'");
        assert_ne!(browser.run(ground), lost, "not only the words differ");
        browser.finish();
    });
}

#[test]
fn a_player_without_a_move_is_told_to_have_passed() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let map = "2\n0\n0 0\n3 7\n1 2 0 0 0 2 1\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n";
        browser.open_game(&json!({"game": "reversixt", "map_text": map, "seats": ["human", "level(1)"], "pace_ms": 0}));
        browser.click(".offered");
        browser.see("Newcomer had no move: passed. Your move");
        browser.shoot("guidance-passed");
        browser.finish();
    });
}

#[test]
fn a_game_says_how_to_win_while_it_begins() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.play_game(&json!({"game": "isola", "seats": ["human", "human"]}));
        browser.see("Be the last player who can move.");
        browser.until("document.querySelector('.goal a[href=\"/learn/isola\"]')");
        for turn in 1..=8 {
            browser.click(".offered");
            browser.until(&format!("document.querySelectorAll('.moves li').length === {turn}"));
        }
        browser.until("document.querySelector('.goal').hidden");
        browser.finish();
    });
}
