//! X-ray: recordings of every family of searches, moment by moment, and the lessons.

use crate::driver::Browser;
use crate::webdriver::Client;
use crate::with_browser;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The textbook tree; its leaves are nodes 2 to 4, 6 to 8 and 10 to 12 of the picture.
const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";
const ALPHA_BETA: &str = "search(algorithm=alphabeta, ordering=none, table=off, deepening=off)";

/// The address of a page, with parameters.
fn address(parameters: &[(&str, &str)]) -> String {
    let escape = |text: &str| -> String { text.bytes().map(|byte| format!("%{byte:02X}")).collect() };
    let query: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={}", escape(value))).collect();
    format!("/xray?{}", query.join("&"))
}

/// The sentence about the current moment.
fn sentence(browser: &Browser) -> String {
    browser.run("return document.querySelector('.tell').innerText").as_str().expect("a sentence").to_string()
}

fn key(browser: &Browser, key: &str) {
    let script =
        format!("document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: {}, bubbles: true}}))", json!(key));
    browser.run(&script);
}

fn see_sentence(browser: &Browser, text: &str) {
    browser.until(&format!("document.querySelector('.tell')?.innerText.includes({})", json!(text)));
}

#[test]
fn a_small_tree_is_searched_moment_by_moment() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto(&address(&[("tree", TREE), ("a", ALPHA_BETA)]));
        see_sentence(&browser, "The search begins");
        // Down to the first leaf and back: Min now has 3.
        ["ArrowRight"; 3].iter().for_each(|step| key(&browser, step));
        see_sentence(&browser, "Min now has 3");
        // The only cut-off: 2 refutes the second branch, so 4 and 6 are never seen.
        key(&browser, "c");
        see_sentence(&browser, "the other 2 moves (2, 3) are cut off; refuted by 1");
        browser.until("document.querySelectorAll('.treenode.state-never').length === 2");
        browser.shoot("xray-tree");
        key(&browser, "u");
        see_sentence(&browser, "Done after 10 visits: Max plays 1, which is worth 3.");
        browser.until("document.querySelector('.rootmoves tr.best')?.dataset.move === '1'");
        // The address names the moment, and brings it back.
        key(&browser, "Home");
        key(&browser, "c");
        browser.until("location.hash.includes('when=leave')");
        browser.client.refresh().expect("loaded again");
        see_sentence(&browser, "refuted by 1");
        // A tree that cannot be read: the sentence stands beside the field, and nothing is asked of the server.
        browser.goto(&address(&[("tree", TREE)]));
        browser.find(".tree-editor textarea");
        browser.run("const field = document.querySelector('.tree-editor textarea'); field.value = '((3 12'; field.dispatchEvent(new Event('input'))");
        browser.see("2 brackets are not closed");
        browser.finish();
    });
}

#[test]
fn every_family_of_searches_can_be_stepped_through() {
    // Game, its board, search, and what must be on the page at its end.
    let families: [(&str, (&str, &str), &str, &str); 15] = [
        ("isola", ("variant", "cols=4,rows=4"), "search(algorithm=minimax, table=off)", ".rootmoves tr.best"),
        ("isola", ("variant", "cols=4,rows=4"), "search(algorithm=alphabeta)", ".rootmoves tr.best"),
        ("isola", ("variant", "cols=4,rows=4"), "search(algorithm=pvs, aspiration=3)", ".chip.outcome-fail_low"),
        (
            "isola",
            ("variant", "cols=4,rows=4"),
            "search(algorithm=mtdf)",
            ".chip.outcome-fail_high, .chip.outcome-fail_low",
        ),
        ("isola", ("variant", "cols=4,rows=4"), "search(beam=3)", ".rootmoves tr.best"),
        ("isola", ("variant", "cols=4,rows=4"), "search(reductions=on)", ".rootmoves tr.best"),
        ("reversixt", ("map", "ring"), "search(opponents=paranoid)", ".rootmoves tr.best"),
        ("reversixt", ("map", "ring"), "search(opponents=maxn)", ".rootmoves tr.best"),
        ("reversixt", ("map", "ring"), "search(opponents=brs)", ".rootmoves tr.best"),
        ("einstein", ("variant", "tiny"), "expectimax(pruning=none)", ".rootmoves td.number"),
        ("einstein", ("variant", "tiny"), "expectimax(pruning=star1)", ".rootmoves td.number"),
        ("einstein", ("variant", "tiny"), "expectimax(pruning=star2)", ".rootmoves td.number"),
        ("einstein", ("variant", "tiny"), "expectimax(pruning=unified)", ".facelist .face-move.chosen"),
        ("isola", ("variant", "cols=4,rows=4"), "mcts(iterations=200)", ".growth-node"),
        ("einstein", ("variant", "tiny"), "montecarlo(iterations=200)", ".growth-node"),
    ];
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        for (game, board, search, shown) in families {
            let mut all = vec![("game", game), ("a", search), ("depth", "3")];
            all.push(board);
            browser.goto("/help"); // so that the next page is loaded, not only its moment changed
            browser.goto(&address(&all));
            browser.until("document.querySelector('.tell')?.innerText");
            key(&browser, "Home");
            browser.until("document.querySelector('.scrubber').value === '0'");
            // Every step tells something else than the one before.
            let mut before = sentence(&browser);
            for step in 1..=6 {
                key(&browser, "ArrowRight");
                browser.until(&format!("document.querySelector('.scrubber').value === '{step}'"));
                browser.until(&format!("document.querySelector('.tell').innerText !== {}", json!(before)));
                before = sentence(&browser);
                assert!(!before.contains("undefined") && !before.contains("NaN"), "{search}: {before}");
            }
            key(&browser, "End");
            browser.until(&format!("document.querySelector({})", json!(shown)));
            browser.shoot(&format!("xray-{game}-{}", search.replace(|letter: char| !letter.is_alphanumeric(), "-")));
        }
        browser.finish();
    });
}

#[test]
fn two_searches_meet_on_one_tree() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        let minimax = "search(algorithm=minimax, ordering=none, table=off, deepening=off)";
        browser.goto(&address(&[("tree", TREE), ("a", minimax), ("b", ALPHA_BETA)]));
        browser.see("Both choose 1.");
        browser.see("visited by both: 10");
        browser.see("only A: 2");
        browser.press("Where they part");
        browser.see("They part at 2: both came here, but left for different reasons.");
        browser.until("document.querySelector('.sidebyside').innerText.includes('alpha cut-off')");
        browser.shoot("xray-compared");
        // A search from the menus: what is chosen stands in the text, and back.
        browser.goto("/xray?game=isola");
        browser.choose(".spec-menu [data-option='ordering']", "none");
        browser.until("document.querySelector('.spec-text').value === 'search(ordering=none)'");
        browser.choose(".spec-menu [data-option='table']", "off");
        browser.until("document.querySelector('.spec-text').value === 'search(ordering=none, table=off)'");
        // The page records its first search when it opens, and the button waits for that.
        browser.until(
            "[...document.querySelectorAll('button')].some((b) => b.textContent === 'Record the search' && !b.disabled)",
        );
        browser.press("Record the search");
        browser.until("location.search.includes('ordering')");
        browser.finish();
    });
}

/// Answers the question of a step by clicking or typing.
fn answer(browser: &Browser, question: &Value) {
    let text = question["answer"].as_str().unwrap_or_default();
    match question["kind"].as_str().expect("a kind") {
        "choice" => browser.press(text),
        "number" => {
            browser.find(".lesson-number-input").send_keys(&question["answer"].to_string()).expect("typed");
            browser.press("Check");
        }
        "move" => browser.click(&format!(".rootmoves tr[data-move='{text}']")),
        _ => {
            // The node at the end of a path: the tree is drawn from left to right, three branches of three.
            let path: Vec<u32> = question["answer"].as_array().expect("a path").iter().map(step_number).collect();
            let node = 1 + (path[0] - 1) * 4 + path.get(1).copied().unwrap_or(0);
            browser.run(&format!("document.querySelector('[data-node=\"{node}\"]').dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"));
        }
    }
}

fn step_number(step: &Value) -> u32 {
    step.as_str().and_then(|text| text.parse().ok()).expect("a number of a branch")
}

#[test]
fn the_first_lessons_can_be_followed_by_clicking() {
    with_browser(|| {
        let browser = Browser::start(1280, 900);
        browser.goto("/xray/lessons");
        browser.until("document.querySelectorAll('.lesson-card').length === 9");
        for name in ["minimax", "alpha-beta"] {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../xray/lessons/{name}.json"));
            let lesson: Value = serde_json::from_str(&fs::read_to_string(file).expect("a lesson")).expect("JSON");
            browser.goto(&format!("/xray/lessons/{name}"));
            let steps = lesson["steps"].as_array().expect("steps");
            for (number, step) in steps.iter().enumerate() {
                browser.see(&format!("Step {} of {}", number + 1, steps.len()));
                browser.until("document.querySelector('.lesson-stage .viewer')");
                if step["question"].is_object() {
                    answer(&browser, &step["question"]);
                    browser.until("document.querySelector('.lesson-feedback.right')");
                }
                if number + 1 < steps.len() {
                    browser.press("Next");
                }
            }
            browser.shoot(&format!("xray-lesson-{name}"));
        }
        // Progress is remembered.
        browser.goto("/xray/lessons");
        browser.see("6 of 6 right");
        browser.finish();
    });
}

/// Compares the arithmetic of the time line with a walk through the tree, on a random tree.
const TIME_LINE: &str = "
    const done = arguments[arguments.length - 1];
    import('/recording.js').then(({ Trace }) => {
        let seed = 7;
        const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
        const columns = { parent: [], move: [], player: [], low: [], high: [], value: [], bound: [], ending: [], depth: [], kind: [], chance: [] };
        const walked = [];
        const grow = (parent, depth) => {
            for (let child = Math.floor(random() * 4); child >= 0; child--) {
                const visit = columns.parent.length;
                for (const name of Object.keys(columns)) columns[name].push(name === 'parent' ? parent : 0);
                walked.push(['enter', visit]);
                if (depth > 0) grow(visit, depth - 1);
                walked.push(['leave', visit]);
            }
        };
        grow(-1, 4);
        const first = columns.parent.length;
        walked.length = 0;
        grow(-1, 5);
        const count = columns.parent.length - first;
        const search = { family: '', moves: ['m'], endings: ['complete'], visits: columns, depth: 5, roots: [
            { depth: 5, window: [null, null], first: 0, count: first, outcome: 'exact' }, { depth: 6, window: [null, null], first, count, outcome: 'exact' }] };
        const trace = new Trace({ seats: [], root_player: 1, searches: [search] }, 0);
        const wrong = walked.filter(([what, visit], at) => {
            const event = trace.eventAt(1, at + 1);
            const moment = what === 'enter' ? trace.enterMoment(visit) : trace.leaveMoment(visit);
            return event.what !== what || event.visit !== visit || moment !== at + 1;
        });
        done({ count, wrong, moments: trace.momentsOf(1), walked: walked.length });
    });";

#[test]
fn the_time_line_is_a_walk_through_the_tree() {
    with_browser(|| {
        let browser = Browser::start(800, 600);
        browser.goto("/help");
        let found = Client::execute_async(&browser.client, TIME_LINE).expect("the script runs");
        assert!(found["count"].as_u64().is_some_and(|count| count > 50), "{found}");
        assert_eq!(found["wrong"], json!([]), "{found}");
        assert_eq!(found["moments"].as_u64(), found["walked"].as_u64().map(|walked| walked + 2));
        browser.finish();
    });
}
