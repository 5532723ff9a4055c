//! The map editor: drawing by keys, undoing after a reload, templates, mistakes and fairness.

use crate::driver::Browser;
use crate::webdriver::ENTER;
use crate::with_browser;
use serde_json::json;

const ARROW_RIGHT: &str = "\u{e014}";
const ARROW_DOWN: &str = "\u{e015}";
const SHIFT: &str = "\u{e008}";
const CONTROL: &str = "\u{e009}";
const DELETE: &str = "\u{e017}";

fn text(browser: &Browser) -> String {
    browser.run("return document.getElementById('map-text').value").as_str().expect("a text").to_string()
}

/// A row of tiles, from 0.
fn row(browser: &Browser, number: usize) -> String {
    text(browser).lines().nth(4 + number).expect("a row").to_string()
}

fn set_number(browser: &Browser, name: &str, value: &str) {
    browser.run(&format!(
        "const input = document.getElementById('map-{name}'); input.value = '{value}'; input.dispatchEvent(new Event('change'))"
    ));
}

#[test]
fn a_map_is_drawn_by_keys_alone() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/maps");
        browser.see("Valid map: 64 tiles, 4 stones");
        browser.run("document.querySelector('.map-editor [data-cell=\"0\"]').focus()");
        browser.keys("c"); // puts its tile and chooses the tool
        browser.until("document.querySelector('[data-tile=c]').getAttribute('aria-checked') === 'true'");
        browser.see("You draw: choice");
        assert_eq!(row(&browser, 0), "c 0 0 0 0 0 0 0");
        browser.keys(ARROW_RIGHT);
        browser.keys(ENTER);
        assert_eq!(row(&browser, 0), "c c 0 0 0 0 0 0");
        browser.keys(&format!("{SHIFT}{ARROW_DOWN}{ARROW_DOWN}"));
        assert_eq!([row(&browser, 1), row(&browser, 2)], ["0 c 0 0 0 0 0 0", "0 c 0 0 0 0 0 0"]);
        browser.keys(DELETE);
        assert_eq!(row(&browser, 2), "0 0 0 0 0 0 0 0");
        let label = "return document.activeElement.getAttribute('aria-label')";
        assert_eq!(browser.run(label), json!("column 1, row 2: empty"));
        browser.keys("l"); // joins sides: the left edge of this row with the upper one of the last column
        browser.run("document.querySelector('.map-editor [data-cell=\"16\"]').focus()");
        browser.keys(ENTER);
        browser.run("document.querySelector('.map-editor [data-cell=\"7\"]').focus()");
        browser.keys(ENTER);
        browser.see("1 transitions");
        assert!(text(&browser).contains("<-> 7 0"), "{}", text(&browser));
        browser.finish();
    });
}

#[test]
fn steps_are_undone_and_redone_after_a_reload() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/maps");
        browser.see("Valid map: 64 tiles, 4 stones");
        let start = text(&browser);
        browser.run("document.querySelector('.map-editor [data-cell=\"0\"]').focus()");
        browser.keys("b");
        let once = text(&browser);
        browser.keys(ARROW_RIGHT);
        browser.keys("i");
        let twice = text(&browser);
        browser.client.refresh().expect("loaded again");
        browser.see("2 special tiles");
        browser.click("#undo-stroke");
        assert_eq!(text(&browser), once);
        browser.run("document.querySelector('.map-editor [data-cell=\"0\"]').focus()");
        browser.keys(&format!("{CONTROL}z"));
        assert_eq!(text(&browser), start);
        browser.until("document.getElementById('undo-stroke').disabled");
        browser.client.refresh().expect("loaded again");
        browser.find("#redo-stroke").click().expect("clicked");
        browser.click("#redo-stroke");
        assert_eq!(text(&browser), twice);
        browser.finish();
    });
}

#[test]
fn templates_and_starts_are_symmetric_and_mistakes_are_named() {
    with_browser(|| {
        let browser = Browser::start(1280, 1000);
        browser.goto("/maps");
        browser.see("Valid map: 64 tiles, 4 stones");
        set_number(&browser, "players", "4");
        browser.see("Invalid map: player 3 has no stone");
        browser.press("Play this map");
        browser.see("Invalid map: player 3 has no stone");
        assert_eq!(browser.run("return location.pathname"), json!("/maps"));
        browser.run("for (const closed of document.querySelectorAll('details')) closed.open = true");
        browser.click("#place-stones");
        browser.see("Valid map: 64 tiles, 16 stones");
        assert_eq!([row(&browser, 2), row(&browser, 3)], ["0 0 1 2 3 4 0 0", "0 0 2 3 4 1 0 0"]);
        set_number(&browser, "width", "12");
        set_number(&browser, "height", "12");
        browser.choose("#map-shape", "ring");
        browser.choose("#map-start", "camps");
        browser.click("#new-map");
        browser.see("16 stones");
        let drawn = text(&browser);
        for player in ["1", "2", "3", "4"] {
            let tiles = drawn.lines().skip(4).flat_map(|row| row.split(' '));
            assert_eq!(tiles.filter(|tile| *tile == player).count(), 4, "{drawn}");
        }
        assert!(row(&browser, 0).starts_with("- - -") && row(&browser, 5).contains("- -"), "{drawn}");
        browser.choose("#map-shape", "torus");
        browser.click("#new-map");
        browser.see("Valid map: 144 tiles, 16 stones, 0 special tiles, 70 transitions");
        set_number(&browser, "width", "two");
        browser.see("A whole number between 1 and 50 is needed.");
        browser.shoot("maps-templates");
        browser.finish();
    });
}

#[test]
fn quick_games_tell_whether_a_map_is_fair() {
    with_browser(|| {
        let browser = Browser::start(1280, 1000);
        browser.goto("/maps");
        browser.see("Valid map: 64 tiles, 4 stones");
        browser.click("#fairness");
        browser.until("document.querySelectorAll('.shares tbody tr').length === 2");
        browser.see("quick games.");
        let shares = "return [...document.querySelectorAll('.shares td:nth-child(2)')].map((cell) => parseInt(cell.textContent))";
        let shares = browser.run(shares);
        let sum: i64 = shares.as_array().expect("a list").iter().filter_map(serde_json::Value::as_i64).sum();
        assert!((99..=101).contains(&sum), "{shares}");
        // Player 1 has nearly everything: surely unfair.
        let unfair = "2\n0\n0 0\n3 6\n1 1 1 1 1 1\n1 1 2 0 1 1\n1 1 1 1 1 1\n";
        browser.run(&format!(
            "const text = document.getElementById('map-text'); text.value = {}; text.dispatchEvent(new Event('change'))",
            json!(unfair)
        ));
        browser.until("!document.querySelector('.shares')"); // said about another map
        browser.click("#fairness");
        browser.see("Some seats are clearly better");
        browser.shoot("maps-fairness");
        browser.finish();
    });
}
