//! Sounds: none before the first click, some with moves, none when muted.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

/// Counts what would be heard.
const COUNT: &str = "window.contexts = 0; window.sounds = 0;\
    window.AudioContext = class extends window.AudioContext { constructor() { super(); window.contexts++; }\
      createOscillator() { window.sounds++; return super.createOscillator(); } createBufferSource() { window.sounds++; return super.createBufferSource(); } }";

#[test]
fn moves_sound_after_the_first_click_and_muting_is_kept() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", &json!({"source": COUNT}));
        let made = browser.server.post("/api/games", &json!({"game": "reversixt", "seats": ["human", "human"]}));
        browser.goto(&format!("/game/{}", made["id"].as_str().expect("an address")));
        browser.until("document.querySelector('.offered')");
        assert_eq!(browser.run("return window.contexts + window.sounds"), json!(0), "silent until the first click");
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length === 1 && window.sounds > 0");
        assert_eq!(
            browser.run("return document.querySelector(\"[title='Sound']\").getAttribute('aria-pressed')"),
            json!("true")
        );
        browser.click("[title='Sound']");
        browser.client.refresh().expect("loaded again");
        browser.until("document.querySelector('.offered')");
        assert_eq!(
            browser.run("return document.querySelector(\"[title='Sound']\").getAttribute('aria-pressed')"),
            json!("false"),
            "kept"
        );
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length === 2");
        assert_eq!(browser.run("return window.sounds"), json!(0));
        browser.finish();
    });
}
