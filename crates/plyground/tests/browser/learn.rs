//! The introductions: played by clicks, from the start page to a first game.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

/// Clicks what is offered until the step is solved.
fn solve(browser: &Browser, step: &str) {
    for _ in 0..8 {
        browser.until("document.querySelector('.offered, .question:not([hidden]) button, .lesson-words button')");
        if browser.run("return !!document.querySelector('.lesson-words button')") == json!(true) {
            return;
        }
        let answer = "document.querySelector('.question:not([hidden]) button:nth-last-child(2)')";
        if browser.run(&format!("return !!{answer}")) == json!(true) {
            browser.run(&format!("{answer}.click()")); // the last answer before \"Cancel\"
        } else {
            browser.click(".offered");
        }
        std::thread::sleep(std::time::Duration::from_millis(150));
    }
    panic!("{step} is not solved by clicking what is offered");
}

#[test]
fn every_introduction_is_played_by_clicks_and_leads_to_a_game() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.goto("/");
        browser.click("[data-game=reversixt] .learn");
        for step in 1..=5 {
            browser.see(&format!("Step {step} of 6"));
            solve(&browser, &format!("step {step}"));
            browser.shoot(&format!("learn-reversixt-{step}"));
            browser.press("Next");
        }
        browser.see("Step 6 of 6");
        // A wrong move is taken back with a hint.
        browser.click("[data-cell='0']");
        browser.see("Choose one of the stones of player 2");
        browser.click("[data-cell='21']");
        browser.see("you win 3 : 0");
        browser.press("Play a game");
        browser.until("location.pathname.startsWith('/game/') && document.querySelector('.offered')");
        browser.finish();
    });
}

#[test]
fn the_other_introductions_explain_wrong_clicks_and_end_in_a_win() {
    with_browser(|| {
        let browser = Browser::start(390, 800);
        browser.goto("/learn/einstein");
        browser.see("Step 1 of 4");
        browser.shoot("learn-einstein");
        browser.click("[data-cell='0']"); // another stone than the die shows
        browser.see("The die shows 6, so stone 6 has to move.");
        for step in 1..=4 {
            browser.see(&format!("Step {step} of 4"));
            if step == 3 || step == 4 {
                let way = if step == 3 { (6, 12) } else { (18, 24) };
                browser.click(&format!("[data-cell='{}']", way.0));
                browser.click(&format!("[data-cell='{}']", way.1));
            }
            solve(&browser, &format!("step {step}"));
            if step < 4 {
                browser.press("Next");
            }
        }
        browser.see("you have won");
        browser.goto("/learn/isola");
        for step in 1..=2 {
            browser.see(&format!("Step {step} of 3"));
            solve(&browser, &format!("step {step}"));
            browser.press("Next");
        }
        browser.see("Step 3 of 3");
        browser.click("[data-cell='12']");
        browser.until("document.querySelector('.chosen .owner-1')");
        browser.click("[data-cell='1']");
        browser.see("you have won");
        browser.shoot("learn-isola");
        browser.goto("/learn/nothing");
        browser.see("There is no such introduction");
        browser.goto("/help");
        browser.see("Learn it by playing");
        browser.finish();
    });
}

#[test]
fn a_page_that_could_not_be_loaded_is_asked_for_again_without_a_reload() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.goto("/help");
        browser.run("window.kept = true; const own = window.fetch; window.fetch = (...all) => (window.blocked && String(all[0]).includes('/api/') ? Promise.reject(new TypeError('Failed to fetch')) : own(...all)); window.blocked = true");
        browser.run("const link = document.createElement('a'); link.href = '/learn/isola'; link.dataset.link = ''; document.body.append(link); link.click()");
        browser.see("This page could not be loaded");
        browser.see("The server does not answer. Is Plyground still running?");
        browser.run("window.blocked = false");
        browser.press("Try again");
        browser.see("Step 1 of 3");
        // A move that fails says so and can be made again.
        browser.run("window.blocked = true");
        browser.click(".offered");
        browser.until("document.querySelector('.lesson-words .error')");
        browser.run("window.blocked = false");
        browser.click(".offered");
        browser.press("Next");
        browser.see("Step 2 of 3");
        assert_eq!(browser.run("return window.kept"), json!(true), "without a reload");
        browser.finish();
    });
}
