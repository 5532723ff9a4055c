//! Positions set up by hand: judged while they change, linked, played.

use crate::driver::Browser;
use crate::webdriver::ENTER;
use crate::with_browser;
use serde_json::json;

const ARROW_RIGHT: &str = "\u{e014}";
const DELETE: &str = "\u{e017}";
const POSITION: &str = "[...document.querySelectorAll('.setup input[type=text]')].pop()?.value";

fn click_cell(browser: &Browser, cell: usize) {
    browser.run(&format!(
        "document.querySelector('.setup [data-cell=\"{cell}\"]').dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
    ));
}

#[test]
fn a_position_is_set_up_judged_and_played() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/setup/isola?variant=cols%3D4%2Crows%3D4");
        browser.see("This position is legal.");
        assert_eq!(browser.run(&format!("return {POSITION}")), json!("X.../..../..../...O X"));
        // A second piece of X is one too many; the page says so at a cell, and nothing can be played.
        browser.click(".palette button:nth-child(2)");
        click_cell(&browser, 5);
        browser.until("document.querySelector('.verdict.wrong') !== null");
        browser.until("document.querySelectorAll('.setup .fault').length === 1");
        assert_eq!(browser.run("return document.querySelector('.setup .play').disabled"), json!(true));
        browser.shoot("setup-wrong");
        // The same click again takes it away.
        click_cell(&browser, 5);
        browser.see("This position is legal.");
        // By keys: two cells to the right of the corner, a closed square; then it is taken away again and put back.
        browser.click(".palette button:nth-child(4)");
        browser.run("document.querySelector('.setup [data-cell=\"0\"]').focus()");
        browser.keys(ARROW_RIGHT);
        browser.keys(ARROW_RIGHT);
        browser.keys(ENTER);
        browser.until(&format!("{POSITION} === 'X.#./..../..../...O X'"));
        browser.keys(DELETE);
        browser.until(&format!("{POSITION} === 'X.../..../..../...O X'"));
        browser.keys(ENTER);
        browser.until(&format!("{POSITION} === 'X.#./..../..../...O X'"));
        // The other player moves. The address is a link to all that.
        browser.run("const turn = document.querySelector('.setup-fields select'); turn.value = 'O'; turn.dispatchEvent(new Event('change'))");
        browser.until("location.search.includes('%23') && location.search.endsWith('+O')");
        browser.client.refresh().expect("loaded again");
        browser.until(&format!("{POSITION} === 'X.#./..../..../...O O'"));
        browser.shoot("setup");
        browser.click(".setup .play");
        browser.find(".newgame");
        browser.until(
            "[...document.querySelectorAll('.newgame input')].some((input) => input.value === 'X.#./..../..../...O O')",
        );
        browser.click(".playbar .play");
        browser.find(".game-layout .board");
        // The opponent may have closed another square by now.
        browser.until("document.querySelectorAll('.board .ground-blocked').length >= 1");
        browser.finish();
    });
}

#[test]
fn texts_that_cannot_be_read_stay_with_the_reason_beside_them() {
    with_browser(|| {
        let browser = Browser::start(800, 900);
        browser.goto("/setup/einstein");
        browser.see("This position is legal.");
        browser.run("const input = [...document.querySelectorAll('.setup input[type=text]')].pop(); input.value = 'r1/b2 r -'; input.dispatchEvent(new Event('change'))");
        browser.until("document.querySelector('.setup .field-error, .setup [aria-invalid=true]') !== null");
        assert_eq!(browser.run(&format!("return {POSITION}")), json!("r1/b2 r -"));
        browser.goto("/setup/chess");
        browser.see("There is no game `chess`");
        browser.expect_console_errors(422);
        browser.finish();
    });
}
