//! Boards of thousands of cells: what is in view is drawn, and everything else still works.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::{Value, json};

/// Fifty by fifty cells, eight players.
fn open_continent(browser: &Browser) {
    browser.play_game(&json!({"game": "reversixt", "map": "continent", "seats": vec!["human"; 8]}));
}

fn count(browser: &Browser, selector: &str) -> u64 {
    browser.run(&format!("return document.querySelectorAll({}).length", json!(selector))).as_u64().expect("a number")
}

fn click_at(browser: &Browser, at: &Value) {
    for kind in ["mousePressed", "mouseReleased"] {
        browser.cdp(
            "Input.dispatchMouseEvent",
            &json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "buttons": 1, "clickCount": 1}),
        );
    }
}

const ELEMENTS: &str = "svg.board *";

#[test]
fn only_cells_in_view_have_elements_and_panning_brings_them_in() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        open_continent(&browser);
        // Every cell has at least one element of its own on smaller boards; here there are fewer elements than cells.
        assert!(count(&browser, ELEMENTS) < 2500, "{}", count(&browser, ELEMENTS));
        for _ in 0..4 {
            browser.click("[title='Zoom in']");
        }
        let near = count(&browser, ELEMENTS);
        assert!(near < 1600, "{near}");
        assert!(count(&browser, "[data-cell]") < 600, "the view and a margin");
        let outside =
            "[...document.querySelectorAll('.minimap')].length === 1 && !document.querySelector(\"[data-cell='75']\")";
        browser.until(outside);
        // The first rows are at the top of the small map.
        let top = browser.run(
            "const box = document.querySelector('.minimap').getBoundingClientRect(); return [box.x + box.width / 2, box.y + 8]",
        );
        click_at(&browser, &top);
        browser.until("document.querySelector(\"[data-cell='75']\")");
        assert!(count(&browser, ELEMENTS) < 1600, "what left the view is gone: {}", count(&browser, ELEMENTS));
        let place = browser.run(
            "const cell = document.querySelector(\"[data-cell='75']\"); const board = document.querySelector('svg.board'); return [cell.getAttribute('aria-colindex'), cell.parentElement.getAttribute('aria-rowindex'), board.getAttribute('aria-rowcount'), board.getAttribute('aria-colcount')].join()",
        );
        assert_eq!(place, json!("26,2,50,50"), "readers are told what is not there");
        browser.shoot("boards-window");
        // A move whose square has just come into view.
        browser.until("document.querySelector('.offered:not(:has(.piece)):not(.ground-special)')");
        let target = browser.run(
            "const pane = document.querySelector('.pane').getBoundingClientRect();
             for (const cell of document.querySelectorAll('.offered:not(:has(.piece)):not(.ground-special)')) {
                 const box = cell.getBoundingClientRect();
                 const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
                 if (cell.contains(document.elementFromPoint(x, y)) && x < pane.right && y < pane.bottom) return [x, y];
             }
             return null",
        );
        assert!(target.is_array(), "one of them is in view");
        click_at(&browser, &target);
        browser.until("document.querySelectorAll('.moves li').length === 1");
        browser.until("document.querySelector('.marks .last')");
        browser.finish();
    });
}

#[test]
fn keys_and_clicks_reach_squares_without_elements() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        open_continent(&browser);
        // A square with nothing on it has no element from afar; a click on it is explained all the same.
        let quiet = browser.run(
            "const board = document.querySelector('svg.board');
             const [x, y] = [5 + 25 * 10 + 5, 5 + 3 * 10 + 5];
             const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
             return document.querySelector(\"[data-cell='175']\") ? null : [point.x, point.y]",
        );
        assert!(quiet.is_array(), "an empty square of the fourth row");
        click_at(&browser, &quiet);
        browser
            .until("!document.querySelector('.tip').hidden && document.querySelector('.tip').textContent.length > 10");
        assert_eq!(
            browser.run("return document.activeElement.dataset.cell"),
            json!("175"),
            "and keys go on from there"
        );
        for _ in 0..4 {
            browser.click("[title='Zoom in']");
        }
        // The focused cell stays although it is out of view; the next step of the keys brings it back.
        browser.run("document.querySelector(\"[data-cell='175']\").focus({preventScroll: true})");
        browser.keys("\u{e015}"); // down
        let inside = "(() => { const box = document.activeElement.getBoundingClientRect(), pane = document.querySelector('.pane').getBoundingClientRect(); return document.activeElement.dataset.cell === '225' && box.left >= pane.left && box.right <= pane.right && box.top >= pane.top && box.bottom <= pane.bottom; })()";
        browser.until(inside);
        let label = browser.run("return document.activeElement.getAttribute('aria-label')");
        assert_eq!(label, json!("column 25, row 4, empty"));
        browser.finish();
    });
}

#[test]
fn a_long_game_does_not_fill_the_memory_of_its_page() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        // 621 empty squares: two players who play anything need more than 500 turns.
        let row = |at: usize| {
            let tile = |col: usize| match (at, col) {
                (12, 12) | (13, 13) => "1",
                (12, 13) | (13, 12) => "2",
                _ => "0",
            };
            (0..25).map(tile).collect::<Vec<_>>().join(" ")
        };
        let map = format!("2\n0\n0 0\n25 25\n{}\n", (0..25).map(row).collect::<Vec<_>>().join("\n"));
        browser.open_game(&json!({"game": "reversixt", "map_text": map, "seats": ["random", "random"], "seed": 1}));
        browser.choose(".controls select", "0"); // as fast as they can
        let plies = "document.querySelectorAll('.moves li').length";
        let look = || {
            browser.cdp("HeapProfiler.collectGarbage", &json!({}));
            let metrics = browser.cdp("Performance.getMetrics", &json!({}));
            let value = |name: &str| {
                let all = metrics["metrics"].as_array().expect("metrics");
                all.iter().find(|one| one["name"] == name).and_then(|one| one["value"].as_f64()).expect("measured")
            };
            [value("JSHeapUsedSize"), value("Nodes"), value("JSEventListeners")]
        };
        // The game goes on and leaves garbage between two commands: the least of several looks is what the page keeps.
        let measure = |least: usize| {
            browser.until(&format!("{plies} >= {least}"));
            (0..5).fold([f64::INFINITY; 3], |least, _| {
                let now = look();
                std::array::from_fn(|at| least[at].min(now[at]))
            })
        };
        browser.cdp("Performance.enable", &json!({}));
        let [heap, nodes, listeners] = measure(100);
        measure(300);
        let [heap_later, nodes_later, listeners_later] = measure(500);
        println!(
            "heap {heap} to {heap_later} bytes, nodes {nodes} to {nodes_later}, listeners {listeners} to {listeners_later}"
        );
        // A move in the list is a few nodes and one listener; a kept position would be hundreds of kilobytes.
        assert!(heap_later < heap + 8e6, "{heap} bytes, later {heap_later}");
        assert!(nodes_later < nodes + 400.0 * 30.0, "{nodes} nodes, later {nodes_later}");
        assert!(listeners_later < listeners + 400.0 * 3.0 + 200.0, "{listeners} listeners, later {listeners_later}");
        browser.finish();
    });
}
