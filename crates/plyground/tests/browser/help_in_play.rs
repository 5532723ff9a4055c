//! Help during a game: a hint, and another player for a seat.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

#[test]
fn a_hint_points_out_the_winning_move() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        // One move takes everything; the other leaves the second player a stone.
        let map = "2\n0\n0 0\n3 5\n0 2 1 2 2\n0 0 0 0 0\n0 0 0 0 0\n";
        browser.play_game(&json!({"game": "reversixt", "map_text": map, "seats": ["human", "human"]}));
        let offered = browser.run("return document.querySelectorAll('.offered').length");
        assert_eq!(offered, json!(1));
        browser.press("Hint");
        browser.until("document.querySelector('.marks .hint')");
        browser.see("A good move: 0,0.");
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length === 1 && !document.querySelector('.marks .hint')");
        browser.finish();
    });
}

#[test]
fn a_seat_changes_hands_in_the_middle_of_a_game() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.play_game(&json!({"game": "reversixt", "seats": ["human", "human"], "pace_ms": 0}));
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length === 1");
        browser.click("[title='Change who plays player 2']");
        browser.choose(".seats select", "level(1)");
        browser.until("document.querySelectorAll('.moves li').length === 2"); // the engine moves at once
        browser.until("document.querySelector(\"[title='Change who plays player 2']\")?.textContent === 'newcomer'");
        browser.click("[title='Change who plays player 2']");
        browser.choose(".seats select", "human");
        browser.until("document.querySelector(\"[title='Change who plays player 2']\")?.textContent === 'you'");
        browser.client.refresh().expect("loaded again");
        browser.until("document.querySelectorAll('.moves li').length === 2 && document.querySelector('.offered')");
        browser.finish();
    });
}
