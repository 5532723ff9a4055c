//! Phones: a small header, the board first, both ways of holding it.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

#[test]
fn the_board_comes_first_upright_and_on_its_side() {
    with_browser(|| {
        let browser = Browser::start(390, 844);
        let request = json!({"game": "reversixt", "seats": ["human", "level(1)"], "pace_ms": 0});
        let made = browser.server.post("/api/games", &request);
        let address = format!("/game/{}", made["id"].as_str().expect("an address"));
        for (width, height, least, name) in [(390, 844, 340.0, "phone-upright"), (844, 390, 300.0, "phone-sideways")] {
            browser.resize(width, height);
            browser.goto(&address);
            browser.until("document.querySelector('.offered')");
            let header = browser.run("return document.querySelector('header').offsetHeight");
            assert!(header.as_f64() < Some(60.0), "one row, not {header}");
            assert_eq!(browser.run("return document.documentElement.scrollWidth"), json!(width), "nothing overflows");
            // All squares are visible without scrolling, and large enough for a finger.
            let board = browser.run(
                "const box = document.querySelector('.board').getBoundingClientRect();\
                 const cell = document.querySelector('[data-cell] .square').getBoundingClientRect(); return [box.top, box.bottom, cell.width, cell.width * 8]",
            );
            assert!(board[1].as_f64() <= Some(f64::from(height)), "{board}");
            assert!(board[3].as_f64() > Some(least - 60.0), "{name}: {board}");
            browser.shoot(name);
            browser.click("#theme");
            browser.shoot(&format!("{name}-dark"));
            browser.run("localStorage.removeItem('theme')");
        }
        browser.finish();
    });
}

#[test]
fn two_fingers_zoom_the_board_and_not_the_page() {
    with_browser(|| {
        let browser = Browser::start(390, 844);
        browser.cdp("Emulation.setTouchEmulationEnabled", &json!({"enabled": true, "maxTouchPoints": 2}));
        let made = browser.server.post("/api/games", &json!({"game": "reversixt", "seats": ["human", "human"]}));
        browser.goto(&format!("/game/{}", made["id"].as_str().expect("an address")));
        browser.until("document.querySelector('.offered')");
        let box_of = "const box = document.querySelector('.board').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]";
        let at = browser.run(box_of);
        let (x, y) = (at[0].as_f64().expect("a number"), at[1].as_f64().expect("a number"));
        let fingers = |apart: f64| json!([{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]);
        browser.cdp("Input.dispatchTouchEvent", &json!({"type": "touchStart", "touchPoints": fingers(20.0)}));
        for apart in [40.0, 60.0, 80.0] {
            browser.cdp("Input.dispatchTouchEvent", &json!({"type": "touchMove", "touchPoints": fingers(apart)}));
        }
        browser.cdp("Input.dispatchTouchEvent", &json!({"type": "touchEnd", "touchPoints": []}));
        browser.until("document.querySelector('.board').classList.contains('zoomed')");
        assert_eq!(browser.run("return window.visualViewport.scale"), json!(1));
        browser.finish();
    });
}

#[test]
fn the_current_page_is_in_view_in_the_header() {
    with_browser(|| {
        let browser = Browser::start_in("de", 390, 844);
        for page in ["/help", "/arena", "/"] {
            browser.goto(page);
            browser.until("document.querySelector('#nav a[aria-current]')");
            let shown = browser.run(
                "const link = document.querySelector('#nav a[aria-current]').getBoundingClientRect(), nav = document.querySelector('#nav').getBoundingClientRect(); return link.left >= nav.left - 1 && link.right <= nav.right + 1",
            );
            assert_eq!(shown, json!(true), "{page}");
        }
        browser.finish();
    });
}
