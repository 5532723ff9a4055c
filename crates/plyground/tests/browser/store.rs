//! Games on disk, as a page shows them: deleted, and not saved.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;
use std::fs;

#[test]
fn a_game_is_deleted_from_the_list_and_from_its_page() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        let request = json!({"game": "isola", "seats": ["human", "human"]});
        let [first, second] = [(); 2].map(|()| browser.server.post("/api/games", &request)["id"].clone());
        let listed = |count: usize| format!("document.querySelectorAll('.recent li').length === {count}");
        browser.goto("/");
        browser.until(&listed(2));
        browser.click(".recent li .remove");
        browser.client.dismiss_alert().expect("a question");
        browser.until(&listed(2));
        browser.click(".recent li .remove");
        browser.client.accept_alert().expect("a question");
        browser.until(&listed(1));
        let left = browser.run("return document.querySelector('.recent a').getAttribute('href').split('/').pop()");
        assert!(left == first || left == second, "{left}");
        browser.goto(&format!("/game/{}", left.as_str().expect("an address")));
        browser.find(".game-layout .board");
        browser.click(".side details:last-child summary");
        browser.press("Delete game");
        browser.client.accept_alert().expect("a question");
        browser.see("Choose a game");
        browser.until(&format!("({}) && location.pathname === '/'", listed(0)));
        assert_eq!(fs::read_dir(browser.server.data.join("web/games")).expect("the folder").count(), 0);
        browser.finish();
    });
}

#[test]
fn a_page_shows_that_a_change_is_not_saved_until_it_is() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        let request = json!({"game": "isola", "seats": ["human", "human"]});
        let id = browser.server.post("/api/games", &request)["id"].as_str().expect("an address").to_string();
        browser.goto(&format!("/game/{id}"));
        browser.until("document.querySelector('.offered')");
        // A folder in place of the journal refuses writes, even by root.
        let journal = browser.server.data.join(format!("web/games/{id}.journal"));
        fs::create_dir(&journal).expect("made");
        let before = browser.run("return document.querySelector('.moves').innerText");
        browser.click(".offered");
        browser.until("document.querySelector('.unsaved:not([hidden])')");
        browser.see("The last change could not be saved; trying again");
        browser.shoot("unsaved");
        assert_eq!(browser.run("return document.querySelector('.moves').innerText"), before);
        fs::remove_dir(&journal).expect("removed");
        browser.until("document.querySelector('.unsaved[hidden]')");
        browser.until("document.querySelectorAll('.moves li').length === 1");
        browser.finish();
    });
}
