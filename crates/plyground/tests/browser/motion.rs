//! Moves as motion, and panels that change only what changed.

use crate::driver::Browser;
use crate::with_browser;
use serde_json::json;

/// From now on, keeps what flies over the board: the most at once, and how much in all.
const WATCH: &str = "window.flown = []; window.most = 0; const layer = document.querySelector('.flights');\
    new MutationObserver((list) => { for (const change of list) window.flown.push(...change.addedNodes); window.most = Math.max(window.most, layer.childElementCount); }).observe(layer, { childList: true })";

#[test]
fn the_renderer_keeps_what_stays_the_same() {
    with_browser(|| {
        let browser = Browser::start(800, 600);
        browser.goto("/help");
        let told = browser.run(
            "return import('/render.js').then(({ h, render }) => {
                const place = document.createElement('div'); document.body.append(place);
                const list = (keys, of) => h('ul', {}, keys.map((key) => h('li', { key, class: of, onclick: () => (window.clicked = of) }, `item ${key}`)));
                const texts = () => [...place.querySelectorAll('li')].map((item) => item.textContent).join(' ');
                render(place, list([1, 2, 3], 'one'), h('input', { value: 'x' }));
                const [first, second, third] = place.querySelectorAll('li'); const input = place.querySelector('input'); input.focus();
                let added = 0; const watch = new MutationObserver((changes) => changes.forEach((change) => (added += change.addedNodes.length)));
                watch.observe(place, { childList: true, subtree: true });
                render(place, list([1, 2, 3], 'one'), h('input', { value: 'x' }));
                const same = watch.takeRecords().length;
                render(place, list([3, 1, 4], 'two'), h('input', { value: 'y' }));
                const after = [...place.querySelectorAll('li')]; after[1].click();
                const told = { same, texts: texts(), kept: after[0] === third && after[1] === first, gone: !second.isConnected,
                  classes: first.className, clicked: window.clicked, focus: document.activeElement === input, value: input.value };
                render(place, h('svg', { viewBox: '0 0 1 1' }, h('path', { d: 'M0 0' })), 'text', 7, null, false);
                told.svg = place.querySelector('path') instanceof SVGElement; told.rest = place.textContent; told.left = place.childNodes.length;
                render(place); told.empty = place.childNodes.length; place.remove();
                return told; })",
        );
        let expected = json!({"same": 0, "texts": "item 3 item 1 item 4", "kept": true, "gone": true, "classes": "two", "clicked": "two",
            "focus": true, "value": "y", "svg": true, "rest": "text7", "left": 3, "empty": 0});
        assert_eq!(told, expected);
        browser.finish();
    });
}

#[test]
fn times_follow_distance_and_the_order_of_captures() {
    with_browser(|| {
        let browser = Browser::start(800, 600);
        browser.goto("/help");
        let told = browser.run(
            "return import('/motion.js').then(({ schedule, slideTime }) => {
                const far = (from, to) => Math.abs(from - to);
                const flips = schedule([{ kind: 'place', cell: 0, step: 0 }, { kind: 'flip', cell: 1, step: 1 }, { kind: 'flip', cell: 2, step: 2 }], far).map((one) => one.delay);
                const [taken, slid, closed] = schedule([{ kind: 'capture', cell: 4, step: 0 }, { kind: 'slide', cell: 4, from: 1, step: 0 }, { kind: 'close', cell: 1, step: 1 }], far);
                const long = schedule(Array.from({ length: 200 }, (_, step) => ({ kind: 'flip', cell: step, step })), far);
                return { near: slideTime(1) < slideTime(3), capped: slideTime(40) === slideTime(400), ordered: flips[0] < flips[1] && flips[1] < flips[2],
                  falls: closed.delay >= slid.delay + slid.duration, taken: taken.delay > 0 && taken.delay < slid.duration, short: long[199].delay < 1000 }; })",
        );
        assert_eq!(
            told,
            json!({"near": true, "capped": true, "ordered": true, "falls": true, "taken": true, "short": true})
        );
        browser.finish();
    });
}

#[test]
fn pieces_fly_marks_tell_the_move_and_panels_stay() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.play_game(&json!({"game": "reversixt", "seats": ["human", "human"]}));
        browser.run(WATCH);
        browser.run(
            "window.token = document.querySelector('.seat .token'); window.started = 0; window.added = 0;\
             document.addEventListener('animationstart', (event) => { if (event.target.closest('.side')) window.started++; });\
             new MutationObserver((list) => list.forEach((change) => (window.added += change.addedNodes.length))).observe(document.querySelector('.side'), { childList: true, subtree: true })",
        );
        browser.click(".offered");
        browser.until("window.flown.length > 0"); // the captured stone turns
        browser.until("document.querySelector('.flights').childElementCount === 0");
        assert_eq!(
            browser.run("return document.querySelectorAll('.marks .last').length"),
            json!(2),
            "target and capture"
        );
        assert_eq!(browser.run("return document.querySelectorAll('.marks .last.changed').length"), json!(1));
        assert_eq!(browser.run("return window.token === document.querySelector('.seat .token')"), json!(true));
        assert_eq!(browser.run("return window.started"), json!(0), "no animation beside the board begins again");
        let added = browser.run("return window.added").as_u64().expect("a number");
        assert!(added < 12, "only the new move and numbers are new, not {added} nodes");
        browser.finish();
    });
}

#[test]
fn a_click_ends_a_motion_and_reduced_motion_has_none() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let request =
            json!({"game": "isola", "variant": "cols=7,rows=7,mover=king,mode=remove", "seats": ["human", "human"]});
        browser.play_game(&request);
        browser.run(WATCH);
        // Both clicks of the move, then at once one more on the board.
        browser.click(".offered");
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length === 1 && window.flown.length > 0");
        browser
            .run("document.querySelector('.board').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))");
        assert_eq!(browser.run("return document.querySelector('.flights').childElementCount"), json!(0));
        assert_eq!(
            browser.run("return document.querySelectorAll('.last.origin').length"),
            json!(1),
            "where the piece came from"
        );
        let calm = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
        browser.cdp("Emulation.setEmulatedMedia", &calm);
        browser.play_game(&request);
        browser.run(WATCH);
        browser.click(".offered");
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length === 1 && document.querySelector('.last.origin')");
        assert_eq!(browser.run("return window.flown.length"), json!(0));
        browser.finish();
    });
}

#[test]
fn bombs_blast_and_removed_squares_fall() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let map = "2\n0\n1 1\n5 6\n1 1 0 0 0 0\n1 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 2 2 0\n0 0 0 2 2 0\n";
        let position = "110000/100000/000000/000220/000220 2 1 o=0,0 b=1,0 out=-";
        browser.play_game(
            &json!({"game": "reversixt", "map_text": map, "position": position, "seats": ["human", "human"]}),
        );
        browser.see("choose a square to bomb");
        browser.run(WATCH);
        browser.click("[data-cell='21']");
        browser.until("window.flown.filter((one) => one.querySelector('.flash')).length === 9");
        browser.until("document.querySelectorAll('.cell .owner-2').length === 0 && document.querySelector('.flights').childElementCount === 0");
        browser.play_game(&json!({"game": "isola", "variant": "cols=5,rows=5", "seats": ["human", "human"]}));
        browser.run(WATCH);
        browser.click(".offered");
        // The square that the piece left falls, and the piece slides.
        browser.until("window.flown.some((one) => one.querySelector('.square')) && window.flown.some((one) => one.querySelector('.disc'))");
        browser.finish();
    });
}

#[test]
fn the_die_rolls_and_stays() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        browser.play_game(&json!({"game": "einstein", "seats": ["human", "level(1)"], "pace_ms": 0, "seed": 3}));
        browser.find(".die .face");
        browser.run("window.rolled = 0; document.addEventListener('animationstart', (event) => { if (event.animationName === 'roll') window.rolled++; })");
        browser.click(".offered");
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length >= 2 && document.querySelector('.offered')");
        browser.until("window.rolled > 0");
        let face = "document.querySelector('.die .face').getAttribute('aria-label')";
        let told = browser.run(&format!("return {face}"));
        assert!(told.as_str().is_some_and(|told| told.starts_with("You rolled a ")), "{told}");
        browser.see("You rolled a");
        browser.until("!document.querySelector('.die .rolling')");
        browser.finish();
    });
}

#[test]
fn several_opponents_can_be_followed_again() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let map = "4\n0\n0 0\n6 6\n0 0 0 0 0 0\n0 1 2 3 4 0\n0 2 3 4 1 0\n0 3 4 1 2 0\n0 4 1 2 3 0\n0 0 0 0 0 0\n";
        browser.play_game(
            &json!({"game": "reversixt", "map_text": map, "seats": ["human", "level(1)", "level(1)", "level(1)"], "pace_ms": 0}),
        );
        browser.click(".offered");
        browser.until("document.querySelectorAll('.moves li').length >= 4 && document.querySelector('.offered')");
        browser.run(WATCH);
        browser.press("Since your move");
        browser.see("Viewing turn 1 of 4");
        browser.see("Viewing turn 2 of 4");
        browser.until("document.querySelector('.status').textContent.includes('Your move')");
        assert!(browser.run("return window.flown.length").as_u64() > Some(0));
        browser.shoot("motion-since");
        browser.finish();
    });
}
