//! The pages in German: chosen by the browser or by the reader, and remembered.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

/// The texts of the navigation.
const NAVIGATION: &str = "[...document.querySelectorAll('#nav a')].map((link) => link.textContent).join()";

fn language(browser: &Browser) -> String {
    browser.find("#nav a");
    browser.run("return document.documentElement.lang").as_str().expect("a language").to_string()
}

#[test]
fn a_reader_changes_the_language_and_it_stays() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/");
        browser.see("Choose a game");
        assert_eq!(language(&browser), "en");
        browser.click("button.language[lang=de]");
        browser.see("Wähle ein Spiel");
        browser.see("Zwei Figuren auf einem Brett"); // from the game
        assert_eq!(language(&browser), "de");
        browser.client.refresh().expect("loaded again");
        browser.see("Wähle ein Spiel");
        assert!(browser.run(&format!("return {NAVIGATION}")).as_str().expect("a text").starts_with("Spielen,"));
        browser.click("button.language[lang=en]");
        browser.see("Choose a game");
        browser.client.refresh().expect("loaded again");
        browser.see("Choose a game");
        browser.finish();
    });
}

#[test]
fn a_german_browser_gets_german_games() {
    with_browser(|| {
        let browser = Browser::start_in("de-DE", 1280, 900);
        browser.play_game(&json!({"game": "reversixt", "seats": ["human", "level(1)"]}));
        assert_eq!(language(&browser), "de");
        browser.see("Du bist am Zug: Setze einen Stein auf ein markiertes Feld.");
        browser.see("Spieler 1");
        browser.see("Neuling");
        browser.see("2 Steine");
        // A click that is not possible is refused in German.
        browser.run(
            "document.querySelector('[data-cell=\"0\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
        );
        browser.see("Ein Stein dort würde nichts schlagen");
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length >= 2");
        browser.see("Du bist am Zug");
        // An error of the server, with a value in it.
        browser.goto("/?game=isola");
        browser.find(".playbar .play");
        browser.run("for (const closed of document.querySelectorAll('details')) closed.open = true");
        browser.run(
            "const field = [...document.querySelectorAll('label')].find((one) => one.textContent === 'Eigene Variante').control; field.value = 'cols=x'; field.dispatchEvent(new Event('input', { bubbles: true })); field.dispatchEvent(new Event('change', { bubbles: true }))",
        );
        browser.click(".playbar .play");
        browser.see("ist keine Zahl von Feldern zwischen 2 und 60");
        browser.expect_console_errors(422);
        browser.finish();
    });
}

#[test]
fn lessons_and_numbers_are_german() {
    with_browser(|| {
        let browser = Browser::start_in("de-DE", 1280, 900);
        browser.goto("/xray/lessons/minimax");
        browser.see("Zwei Spieler kämpfen um eine Zahl.");
        browser.see("Schritt 1 von");
        browser.goto("/help");
        browser.see("Setze einen Stein so, dass zwischen ihm");
        browser.press("Zahlen zum Spiel");
        browser.see("95-%-Intervallen");
        browser.until("/\\d,\\d bis \\d/.test(document.body.innerText)"); // a decimal comma
        browser.finish();
    });
}
