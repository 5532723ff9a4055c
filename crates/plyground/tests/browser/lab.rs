//! Studies from a page.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

#[test]
fn a_study_is_started_watched_paused_and_read() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/lab");
        browser.see("tournament24");
        browser.shoot("lab");
        browser.click("#study-ladder summary");
        browser.find("#ladder-games").send_keys("0").expect("typed");
        browser.click("#study-ladder button[value=quick]");
        browser.see("is not possible");
        assert_eq!(browser.run("return document.activeElement.id"), json!("ladder-games"));
        browser.expect_console_errors(422);
        browser.click("#study-ladder button[value=full]"); // the input is kept
        browser.see("is not possible");
        browser.expect_console_errors(422);
        browser.find("#ladder-games").clear().expect("cleared");
        browser.find("#ladder-games").send_keys("2000").expect("typed");
        browser.click("#study-ladder button[value=quick]");
        browser.see("plyground lab run ladder --quick --games 2000");
        browser.press("Pause");
        // Cells in progress may take long; a second pause stops them too.
        browser.run("fetch('/api/lab/runs/ladder-quick-games-2000/pause', {method: 'POST'})");
        browser.see("; paused");
        browser.goto("/lab");
        browser.see("ladder-quick-games-2000 · unfinished");
        browser.click("#study-schwarz button[value=quick]");
        browser.find("iframe.report");
        browser.see("finished");
        browser.client.enter_frame(0).expect("the report");
        browser.see("Findings");
        browser.client.enter_parent_frame().expect("the page again");
        browser.shoot("lab-report");
        let wide = browser.run("return document.documentElement.scrollWidth");
        assert_eq!(wide, json!(1280), "nothing overflows");
        browser.goto("/lab/nothing");
        browser.see("There is no run `nothing`");
        browser.finish();
    });
}
