//! How fast the pages are. Prints times and judges none of them: that is for a quiet machine and a person.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

/// Frames of a pan over a large map: median, one in twenty, worst, in milliseconds.
const PAN: &str = "
    const done = arguments[0];
    const board = document.querySelector('svg.board');
    const box = board.parentElement.getBoundingClientRect();
    let [x, y] = [box.x + 600, box.y + 300];
    const say = (kind) => board.dispatchEvent(new PointerEvent(kind, {bubbles: true, pointerId: 1, buttons: 1, clientX: x, clientY: y}));
    say('pointerdown');
    const frames = [];
    let last = performance.now();
    requestAnimationFrame(function step(now) {
        frames.push(now - last);
        last = now;
        const way = Math.sign(60 - (frames.length % 120));
        [x, y] = [x - 5 * way, y - 2 * way];
        say('pointermove');
        if (frames.length < 240) return requestAnimationFrame(step);
        frames.sort((a, b) => a - b);
        done([frames[120], frames[228], frames[239]]);
    });";

/// From a click to the frame that shows the move, in milliseconds, ten times.
const CLICKS: &str = "
    const done = arguments[0];
    const times = [];
    const count = () => document.querySelectorAll('.moves li').length;
    (function next() {
        if (times.length === 10) return done(times);
        const [before, begun] = [count(), performance.now()];
        document.querySelector('.offered').dispatchEvent(new MouseEvent('click', {bubbles: true}));
        const look = () => (count() > before ? requestAnimationFrame(() => (times.push(performance.now() - begun), next())) : setTimeout(look, 1));
        look();
    })();";

/// From a click to the value of the new position beside the board, in milliseconds, ten times.
const VALUES: &str = "
    const done = arguments[0];
    const times = [];
    const count = () => document.querySelectorAll('.moves li').length;
    (function next() {
        if (times.length === 10) return done(times);
        const [before, begun] = [count(), performance.now()];
        document.querySelector('.offered').dispatchEvent(new MouseEvent('click', {bubbles: true}));
        const valued = () => count() > before && document.querySelector('.analysis-report .value');
        const look = () => (valued() ? requestAnimationFrame(() => (times.push(performance.now() - begun), next())) : setTimeout(look, 1));
        look();
    })();";

/// Frames while a recording is scrubbed from end to end, four times: median, one in twenty, worst, in milliseconds.
const SCRUB: &str = "
    const done = arguments[0];
    const bar = document.querySelector('.scrubber');
    const frames = [];
    let last = performance.now();
    requestAnimationFrame(function step(now) {
        frames.push(now - last);
        last = now;
        bar.value = Math.floor(Number(bar.max) * (frames.length % 60) / 60);
        bar.dispatchEvent(new Event('input', {bubbles: true}));
        if (frames.length < 240) return requestAnimationFrame(step);
        frames.sort((a, b) => a - b);
        done([frames[120], frames[228], frames[239], Number(bar.max)]);
    });";

/// What the first page may load, uncompressed.
const MOST_BYTES: f64 = 300.0 * 1024.0;

#[test]
fn numbers() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let open = |request: serde_json::Value| {
            let made = browser.server.post("/api/games", &request);
            browser.goto(&format!("/game/{}", made["id"].as_str().expect("an address")));
            browser.find(".offered");
        };
        browser.goto("/");
        browser.find(".games .piece");
        let page = browser
            .run("const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]; return [all.reduce((sum, entry) => sum + entry.decodedBodySize, 0), Math.max(...all.map((entry) => entry.responseEnd))]")
            ;
        assert!(page[0].as_f64().is_some_and(|bytes| bytes > 0.0 && bytes < MOST_BYTES), "{page}");
        println!("first page: {} bytes, everything there after {} ms", page[0], page[1]);
        open(json!({"game": "reversixt", "seats": ["human", "human"]}));
        let clicks = browser.client.execute_async(CLICKS).expect("clicked");
        assert_eq!(clicks.as_array().map(Vec::len), Some(10), "every click was answered by a move");
        println!("click to drawn move: {clicks} ms");
        browser.press("Analyse");
        browser.find(".analysis-report .value");
        let values = browser.client.execute_async(VALUES).expect("clicked");
        assert_eq!(values.as_array().map(Vec::len), Some(10), "every click was answered by a value");
        println!("click to the value of the position: {values} ms");
        open(json!({"game": "reversixt", "map": "continent", "seats": vec!["human"; 8]}));
        for _ in 0..3 {
            browser.click(".zooms button");
        }
        let frames = browser.client.execute_async(PAN).expect("panned");
        assert_eq!(frames.as_array().map(Vec::len), Some(3), "the whole pan was drawn");
        println!("pan of 50x50, eight players: median, 95 %, worst frame {frames} ms");
        // On a quiet machine the largest recording there is, 100,000 visits, each of them entered and left; a busy one gets less far before
        // the server's time is up.
        browser.goto("/xray?game=reversixt&depth=11&a=search(algorithm%3Dalphabeta%2C%20table%3Doff)");
        browser.until("Number(document.querySelector('.scrubber')?.max) > 20000");
        let frames = browser.client.execute_async(SCRUB).expect("scrubbed");
        assert!(frames[3].as_f64().is_some_and(|moments| moments > 20_000.0), "{frames}");
        println!("scrubbing a large recording: median, 95 %, worst frame {frames} ms, moments");
        browser.finish();
    });
}
