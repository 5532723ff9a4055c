//! Studies from a page.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

#[test]
fn a_study_is_started_watched_paused_and_read() {
    with_browser(|| async {
        let browser = Browser::start(1280, 900).await;
        browser.goto("/lab").await;
        browser.see("tournament24").await;
        browser.shoot("lab").await;
        browser.click("#study-ladder summary").await;
        browser.find("#ladder-games").await.send_keys("0").await.expect("typed");
        browser.click("#study-ladder button[value=quick]").await;
        browser.see("is absurd").await;
        assert_eq!(browser.run("return document.activeElement.id").await, json!("ladder-games"));
        browser.expect_console_errors(422).await;
        browser.click("#study-ladder button[value=full]").await; // the input is kept
        browser.see("is absurd").await;
        browser.expect_console_errors(422).await;
        browser.find("#ladder-games").await.clear().await.expect("cleared");
        browser.find("#ladder-games").await.send_keys("2000").await.expect("typed");
        browser.click("#study-ladder button[value=quick]").await;
        browser.see("plyground lab run ladder --quick --games 2000").await;
        browser.press("Pause").await;
        // Cells in progress may take long; a second pause stops them too.
        browser.run("fetch('/api/lab/runs/ladder-quick-games-2000/pause', {method: 'POST'})").await;
        browser.see("; paused").await;
        browser.goto("/lab").await;
        browser.see("ladder-quick-games-2000 · unfinished").await;
        browser.click("#study-schwarz button[value=quick]").await;
        browser.find("iframe.report").await;
        browser.see("finished").await;
        browser.client.clone().enter_frame(0).await.expect("the report");
        browser.see("Findings").await;
        browser.client.clone().enter_parent_frame().await.expect("the page again");
        browser.shoot("lab-report").await;
        let wide = browser.run("return document.documentElement.scrollWidth").await;
        assert_eq!(wide, json!(1280), "nothing overflows");
        browser.goto("/lab/nothing").await;
        browser.see("there is no run `nothing`").await;
        browser.finish().await;
    });
}
