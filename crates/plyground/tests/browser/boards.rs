//! Boards: steps that show at once, drags, the side one sits at, coordinates, joined sides, contrast.

use crate::driver::Browser;
use crate::webdriver::ESCAPE;
use crate::with_browser;
use serde_json::json;

/// The centre of an element, given by an expression.
fn centre(browser: &Browser, element: &str) -> (f64, f64) {
    let script = format!(
        "const box = ({element}).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]"
    );
    let at = browser.run(&script);
    (at[0].as_f64().expect("a number"), at[1].as_f64().expect("a number"))
}

fn mouse(browser: &Browser, kind: &str, (x, y): (f64, f64)) {
    let buttons = i32::from(kind != "mouseReleased");
    let event = json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1});
    browser.cdp("Input.dispatchMouseEvent", &event);
}

fn drag(browser: &Browser, from: (f64, f64), to: (f64, f64)) {
    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    mouse(browser, "mousePressed", from);
    mouse(browser, "mouseMoved", middle);
    mouse(browser, "mouseMoved", to);
    mouse(browser, "mouseReleased", to);
}

fn touch_drag(browser: &Browser, from: (f64, f64), to: (f64, f64)) {
    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    for (kind, points) in [
        ("touchStart", json!([{"x": from.0, "y": from.1}])),
        ("touchMove", json!([{"x": middle.0, "y": middle.1}])),
        ("touchMove", json!([{"x": to.0, "y": to.1}])),
        ("touchEnd", json!([])),
    ] {
        browser.cdp("Input.dispatchTouchEvent", &json!({"type": kind, "touchPoints": points}));
    }
}

const MOVES: &str = "document.querySelectorAll('.moves li').length";

#[test]
fn a_step_moves_the_piece_before_the_rest_of_the_move_is_chosen() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.play_game(
            &json!({"game": "isola", "variant": "cols=7,rows=7,mover=king,mode=remove", "seats": ["human", "human"]}),
        );
        let home = browser.run("return document.querySelector('.cell:has(.owner-1)').dataset.cell");
        browser.click(".offered");
        browser.until("document.querySelector('.chosen .owner-1')");
        assert_eq!(
            browser.run("return document.querySelectorAll('.cell .owner-1').length"),
            json!(1),
            "it left its square"
        );
        assert_eq!(browser.run(&format!("return {MOVES}")), json!(0));
        browser.shoot("boards-step");
        browser.keys(ESCAPE);
        browser.until("!document.querySelector('.chosen')");
        assert_eq!(
            browser.run("return document.querySelector('.cell:has(.owner-1)').dataset.cell"),
            home,
            "back again"
        );
        browser.finish();
    });
}

#[test]
fn pieces_are_dragged_by_mouse_and_touch() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        // The game asks for stone and target.
        browser.play_game(&json!({"game": "einstein", "seats": ["human", "human"], "seed": 5}));
        let stone = centre(&browser, "document.querySelector('.offered')");
        browser.click(".offered");
        let target = centre(&browser, "document.querySelector('.offered')");
        browser.keys(ESCAPE);
        drag(&browser, stone, target);
        browser.until(&format!("{MOVES} === 1"));
        browser.until("document.querySelector('.offered')");
        browser.cdp("Emulation.setTouchEmulationEnabled", &json!({"enabled": true}));
        let stone = centre(&browser, "document.querySelector('.offered')");
        browser.click(".offered");
        let target = centre(&browser, "document.querySelector('.offered')");
        browser.keys(ESCAPE);
        touch_drag(&browser, stone, target);
        browser.until(&format!("{MOVES} === 2"));
        // A drop where the stone cannot go is refused with its reason.
        browser.until("document.querySelector('.offered')");
        let stone = centre(&browser, "document.querySelector('.offered')");
        let far = centre(
            &browser,
            "[...document.querySelectorAll('[data-cell]')].find((cell) => !cell.querySelector('.piece') && !cell.classList.contains('offered'))",
        );
        drag(&browser, stone, far);
        browser.until("!document.querySelector('.tip').hidden || document.querySelectorAll('.moves li').length === 3");
        // The game asks only for the target.
        browser.play_game(
            &json!({"game": "isola", "variant": "cols=7,rows=7,mover=king,mode=remove", "seats": ["human", "human"]}),
        );
        let piece = centre(&browser, "document.querySelector('.owner-1 .disc')");
        drag(&browser, piece, centre(&browser, "document.querySelector('.offered')"));
        browser.until("document.querySelector('.chosen .owner-1')");
        browser.see("Now remove a square");
        browser.finish();
    });
}

#[test]
fn a_person_sits_at_the_bottom_and_a_turned_board_stays_turned() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let below = |own: usize, other: usize| {
            let of = |player: usize| {
                format!(
                    "[...document.querySelectorAll('.cell .owner-{player}')].reduce((sum, piece) => sum + piece.getBoundingClientRect().y, 0)"
                )
            };
            format!("{} > {}", of(own), of(other))
        };
        for (seats, own, other) in [(json!(["human", "level(1)"]), 1, 2), (json!(["level(1)", "human"]), 2, 1)] {
            browser.play_game(&json!({"game": "einstein", "seats": seats, "seed": 1}));
            browser.until(&below(own, other));
        }
        browser.click("[title='Turn the board']");
        browser.until(&below(1, 2));
        browser.client.refresh().expect("loaded again");
        browser.until("document.querySelector('.offered')");
        browser.until(&below(1, 2));
        browser.finish();
    });
}

#[test]
fn large_boards_keep_their_coordinates_and_have_a_map() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let row = |start: usize| {
            (0..20)
                .map(|col| if (9..11).contains(&col) { ["1", "2"][(start + col) % 2] } else { "0" })
                .collect::<Vec<_>>()
                .join(" ")
        };
        let rows: Vec<String> =
            (0..20).map(|at| if (9..11).contains(&at) { row(at) } else { vec!["0"; 20].join(" ") }).collect();
        let map = format!("2\n0\n0 0\n20 20\n{}\n", rows.join("\n"));
        browser.play_game(&json!({"game": "reversixt", "map_text": map, "seats": ["human", "human"]}));
        assert_eq!(browser.run("return document.querySelector('.minimap').hidden"), json!(true));
        browser.click("[title='Zoom in']");
        browser.click("[title='Zoom in']");
        browser.until(
            "!document.querySelector('.minimap').hidden && document.querySelectorAll('.edges span').length > 10",
        );
        browser.shoot("boards-large");
        let frame = "return document.querySelector('.minimap-frame').getBoundingClientRect().x";
        let before = browser.run(frame);
        let corner = browser.run(
            "const box = document.querySelector('.minimap').getBoundingClientRect(); return [box.x + 3, box.y + 3]",
        );
        let corner = (corner[0].as_f64().expect("a number"), corner[1].as_f64().expect("a number"));
        mouse(&browser, "mousePressed", corner);
        mouse(&browser, "mouseReleased", corner);
        assert_ne!(browser.run(frame), before, "the view moved");
        browser.click("[title='Board settings']");
        browser.click(".board-options label:first-child input");
        browser.until("document.querySelector('.edges').hidden && getComputedStyle(document.querySelector('.captions')).display === 'none'");
        browser.client.refresh().expect("loaded again");
        browser.until("document.querySelector('.offered')");
        assert_eq!(
            browser.run("return getComputedStyle(document.querySelector('.captions')).display"),
            json!("none"),
            "remembered"
        );
        browser.finish();
    });
}

#[test]
fn joined_sides_are_quiet_and_special_squares_visible() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let map = "2\n0\n0 0\n4 5\n0 1 2 b 0\n0 2 1 0 0\n0 0 0 0 0\n0 0 0 0 i\n0 0 0 <-> 4 3 4\n";
        browser.play_game(&json!({"game": "reversixt", "map_text": map, "seats": ["human", "human"]}));
        assert_eq!(
            browser.run(
                "return [document.querySelectorAll('.link-bar').length, document.querySelectorAll('.link').length].join()"
            ),
            json!("2,0")
        );
        assert_eq!(
            browser.run("return document.querySelectorAll('.offer-special').length"),
            json!(1),
            "a ring, not a dot over the letter"
        );
        let label = browser.run("return document.querySelector(\"[data-cell='3']\").getAttribute('aria-label')");
        assert!(label.as_str().is_some_and(|label| label.contains("bonus")), "{label}");
        let end = centre(&browser, "document.querySelector(\"[data-cell='19']\")");
        browser.cdp("Input.dispatchMouseEvent", &json!({"type": "mouseMoved", "x": end.0, "y": end.1}));
        browser.until(
            "document.querySelectorAll('.link').length === 1 && document.querySelectorAll('.link-number').length === 2",
        );
        browser.shoot("boards-links");
        browser.cdp("Input.dispatchMouseEvent", &json!({"type": "mouseMoved", "x": 3, "y": 3}));
        browser.until("document.querySelectorAll('.link').length === 0");
        browser.finish();
    });
}

#[test]
fn high_contrast_has_more_than_colours() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.play_game(&json!({"game": "reversixt", "seats": ["human", "human"]}));
        let shown = "return getComputedStyle(document.querySelector('.cell .notches')).display";
        assert_eq!(browser.run(shown), json!("none"));
        browser.click("#theme");
        browser.click("#theme");
        assert_eq!(browser.run("return document.documentElement.dataset.theme"), json!("contrast"));
        assert_eq!(browser.run(shown), json!("inline"));
        browser.shoot("boards-contrast");
        browser.client.refresh().expect("loaded again");
        browser.until("document.documentElement.dataset.theme === 'contrast'");
        browser.finish();
    });
}

#[test]
fn unknown_addresses_say_so() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        for (address, text) in [
            ("/nothing", "There is no page at /nothing."),
            ("/nothing.html", "There is no page at /nothing.html."),
            ("/game/nothing", "Game not found"),
        ] {
            browser.goto(address);
            browser.see(text);
        }
        browser.client.close().expect("closed"); // the missing pages are logged on the console
    });
}
