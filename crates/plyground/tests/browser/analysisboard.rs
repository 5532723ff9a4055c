//! The analysis board: variations, engines, texts.

use crate::driver::{Browser, HOLD};
use crate::with_browser;
use serde_json::{Value, json};

const UP: &str = "\u{E013}";
const DOWN: &str = "\u{E015}";
const LEFT: &str = "\u{E012}";
const RIGHT: &str = "\u{E014}";
const HOME: &str = "\u{E011}";
const END: &str = "\u{E010}";
const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";
const DELETE: &str = "\u{E017}";

/// A finished game between random players. Returns its ID and its moves.
fn finished_game(browser: &Browser, request: Value) -> (String, Vec<String>) {
    let made = browser.server.post("/api/games", &request);
    let id = made["id"].as_str().expect("an address").to_string();
    browser.goto(&format!("/game/{id}"));
    browser.see("Rematch");
    let moves = browser
        .run("return [...document.querySelectorAll('.moves li button')].map((one) => one.lastChild.textContent)");
    let moves = moves.as_array().expect("a list").iter().map(|text| text.as_str().expect("a move").to_string());
    (id, moves.collect())
}

fn isola() -> Value {
    json!({"game": "isola", "variant": "classic", "seats": ["random", "random"], "pace_ms": 0})
}

fn open(browser: &Browser, address: &str) {
    browser.goto(address);
    browser.find(".tree .node");
    browser.find(".analysis-layout .board [data-cell]");
}

/// Waits until the node with this text is the current one.
fn at(browser: &Browser, word: &str) {
    browser
        .until(&format!("document.querySelector('.tree [aria-current]')?.lastChild.textContent === {}", json!(word)));
}

fn saved(browser: &Browser) {
    browser.until("document.querySelector('.saved').textContent === 'Saved'");
}

#[test]
fn a_whole_game_is_explored_with_variations_by_keyboard_alone() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let (id, moves) = finished_game(&browser, isola());
        open(&browser, &format!("/analyse/{id}?ply=0"));
        browser.see("start of the game");
        // Along the whole game and back.
        for (turn, word) in moves.iter().enumerate() {
            browser.keys(RIGHT);
            at(&browser, word);
            browser.see(&format!("turn {} of the game", turn + 1));
        }
        browser.see("wins");
        browser.keys(LEFT);
        at(&browser, &moves[moves.len() - 2]);
        browser.keys(HOME);
        browser.see("start of the game");
        browser.keys(END);
        at(&browser, &moves[moves.len() - 1]);
        browser.keys(HOME);
        browser.keys(RIGHT);
        at(&browser, &moves[0]);
        // A variation, entered on the board: a move that was not played.
        let variation = "document.querySelector('.variation .node[aria-current]')";
        for skipped in 0..3 {
            browser.keys("b");
            (0..=skipped).for_each(|_| browser.keys("n"));
            browser.keys(ENTER); // the step
            browser.keys("n");
            browser.keys(ENTER); // the square to remove
            browser.until("/variation|turn 2/.test(document.querySelector('.status').textContent)");
            if browser.run(&format!("return !!{variation}")) == json!(true) {
                break;
            }
            browser.keys("["); // this was the move that was played
            at(&browser, &moves[0]);
        }
        browser.until(variation);
        let word = browser.run("return document.querySelector('.variation .node').lastChild.textContent");
        let word = word.as_str().expect("a move").to_string();
        // Between the variations, and one line further.
        browser.keys("t");
        browser.keys(UP);
        at(&browser, &moves[1]);
        browser.keys(DOWN);
        at(&browser, &word);
        browser.until("document.querySelectorAll('.enginelines li').length > 0");
        browser.keys(" ");
        browser.until("document.querySelectorAll('.variation .node').length === 2");
        browser.keys(LEFT);
        at(&browser, &word);
        // A comment, then the variation becomes the main line.
        browser.keys("c");
        browser.keys("better {here}");
        browser.keys(ESCAPE);
        browser.until("document.querySelector('.variation .comment')?.textContent === 'better {here}'");
        browser.keys("p");
        browser.until(&format!(
            "document.querySelector('.variation .node').lastChild.textContent === {}",
            json!(moves[1])
        ));
        saved(&browser);
        browser.shoot("analysis-board");
        // It is still there after a reload, at the address of the node.
        let address = browser.run("return location.pathname + location.search");
        open(&browser, address.as_str().expect("an address"));
        at(&browser, &word);
        browser.until("document.querySelector('.tree .comment')?.textContent === 'better {here}'");
        // Deleting removes what follows; what was played stays.
        browser.keys(DELETE);
        browser.see("2 moves deleted");
        browser.until("document.querySelectorAll('.variation').length === 0");
        browser.keys(RIGHT);
        at(&browser, &moves[1]);
        browser.keys(DELETE);
        browser.see("cannot be deleted");
        browser.finish();
    });
}

#[test]
fn engines_show_their_lines_as_moves_and_arrows() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let (id, moves) = finished_game(&browser, isola());
        open(&browser, &format!("/analyse/{id}?ply=1"));
        browser.until("document.querySelectorAll('.enginelines li').length === 3");
        browser.until("[...document.querySelectorAll('.enginelines li')].every((line) => line.querySelectorAll('button').length > 1)");
        browser.until("document.querySelectorAll('.arrows line').length === 3");
        browser.choose("[aria-label='Engine: lines']", "5");
        browser.until("document.querySelectorAll('.enginelines li').length === 5");
        // What was done only grows.
        let depth = "parseInt(document.querySelector('.progress').textContent.match(/depth (\\d+)/)?.[1] ?? 0)";
        let before = browser.run(&format!("return {depth}")).as_i64().expect("a depth");
        browser
            .until(&format!("{depth} >= {before} && document.querySelector('.progress').textContent.includes(' s')"));
        // A line is previewed while a move of it has the focus.
        let pieces = "[...document.querySelectorAll('.board .piece')].map((one) => one.parentNode.dataset.cell).join()";
        let start = browser.run(&format!("return {pieces}"));
        browser.run("document.activeElement.blur()"); // keys in a menu choose from it
        browser.keys("e"); // without an engine nothing is shown
        browser.until("document.querySelectorAll('.enginelines li').length === 0 && document.querySelectorAll('.arrows line').length === 0");
        browser.keys("e");
        browser.until("document.querySelectorAll('.enginelines button').length > 3");
        browser.run("document.querySelector('.enginelines button').focus()");
        browser.until(&format!("{pieces} !== {start}"));
        browser.run("document.activeElement.blur()");
        browser.until(&format!("{pieces} === {start}"));
        // A click adds the moves up to it to the tree.
        browser.until("document.querySelectorAll('.enginelines li')[0].querySelectorAll('button').length > 2");
        browser.run("document.querySelectorAll('.enginelines li')[0].querySelectorAll('button')[1].click()");
        browser.until("document.querySelector('.tree [aria-current] .number').textContent === '3'");
        browser.keys(HOME);
        browser.keys(RIGHT);
        at(&browser, &moves[0]);
        // Two engines on one position, with their own limits.
        browser.press("Compare");
        browser.until("document.querySelectorAll('.engine').length === 2");
        browser.choose("[aria-label='Other engine: limit']", "1");
        browser.until(
            "document.querySelectorAll('.engine')[1].querySelector('.progress').textContent.includes('finished')",
        );
        browser.until("document.querySelectorAll('.engine')[0].querySelectorAll('li').length > 0");
        browser.press("Threats");
        browser.until("document.querySelectorAll('.arrows.threats line').length > 0");
        browser.shoot("analysis-board-compare");
        browser.finish();
    });
}

#[test]
fn nothing_about_another_node_or_engine_is_shown() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let (id, moves) = finished_game(&browser, isola());
        browser.goto("/help");
        browser.run(HOLD);
        browser.run(&format!(
            "const link = document.createElement('a'); link.href = '/analyse/{id}?ply=1'; link.dataset.link = ''; document.body.append(link); link.click();"
        ));
        at(&browser, &moves[0]);
        browser.until("document.querySelectorAll('.enginelines li').length === 3");
        browser.run("window.hold = true");
        let silent = "document.querySelectorAll('.enginelines li').length === 0 && document.querySelectorAll('.arrows line').length === 0
            && document.querySelectorAll('.evalbar .evalpart').length === 0 && document.querySelector('.progress').textContent === ''
            && [...document.querySelectorAll('.seatline .chance')].every((place) => place.textContent === '')";
        // Another node.
        browser.keys("]");
        at(&browser, &moves[1]);
        browser.until(silent);
        browser.run("window.deliver(window.last)");
        assert_eq!(browser.run(&format!("return {silent}")), true);
        browser.run("window.hold = false");
        browser.until("document.querySelectorAll('.enginelines li').length === 3");
        // The same node, but another number of lines: what the first request found is not shown either.
        browser.run("window.hold = true");
        browser.choose("[aria-label='Engine: lines']", "2");
        browser.until(silent);
        browser.run("window.deliver(window.last)");
        assert_eq!(browser.run(&format!("return {silent}")), true);
        browser.finish();
    });
}

#[test]
fn variations_are_exported_imported_and_read_up_to_an_error() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let (id, moves) = finished_game(&browser, isola());
        open(&browser, &format!("/analyse/{id}?ply=1"));
        browser.run("document.querySelector('.treetext').open = true");
        let paste = |text: &str| {
            browser.run(&format!("document.querySelector('.treetext textarea').value = {}", json!(text)));
            browser.run("document.querySelector('.imported').textContent = ''");
            browser.press("Add");
            browser.until("document.querySelector('.imported').textContent !== ''");
            browser.run("return document.querySelector('.imported').textContent").as_str().expect("a text").to_string()
        };
        // The game as it was played, with comments.
        let played = moves.join(" ");
        assert_eq!(paste(&format!("{{start}} {played} {{end}}")), "0 moves added.");
        browser.until("document.querySelectorAll('.tree .comment').length === 2");
        saved(&browser);
        let text = format!("{{start}} {played} {{end}}");
        // The pasted text is what is expected; only in an empty field it is the answer.
        let empty = "document.querySelector('.treetext textarea').value = ''";
        browser.run(empty);
        browser.press("As text");
        browser.until(&format!("document.querySelector('.treetext textarea').value === {}", json!(text)));
        // Bad texts: what stands before the error is taken, and the error has a place.
        let error = paste(&format!("{}\n  nonsense", moves[0]));
        assert!(error.starts_with("0 moves added. Read up to an error. line 2, column 3: "), "{error}");
        assert!(paste(")").contains("line 1, column 1"));
        assert!(paste("{open").contains("has no `}`"));
        assert!(paste(r#"{"game": "einstein", "moves": ""}"#).contains("another game"));
        assert!(paste(&"x ".repeat(700_000)).contains("bytes of text"));
        // Another game with the same start takes the whole tree.
        let other = browser
            .server
            .post("/api/games", &json!({"game": "isola", "variant": "classic", "seats": ["human", "human"]}));
        browser.goto(&format!("/analyse/{}", other["id"].as_str().expect("an address")));
        browser.find(".analysis-layout .board [data-cell]");
        browser.run("document.querySelector('.treetext').open = true");
        let taken = paste(&text);
        assert_eq!(taken, format!("{} moves added.", moves.len()));
        saved(&browser);
        browser.run(empty);
        browser.press("As text");
        browser.until(&format!("document.querySelector('.treetext textarea').value === {}", json!(text)));
        browser.finish();
    });
}

#[test]
fn the_person_chooses_the_rolls_of_a_variation() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let made = browser
            .server
            .post("/api/games", &json!({"game": "einstein", "seats": ["human", "human"], "real_die": true}));
        browser.goto(&format!("/analyse/{}", made["id"].as_str().expect("an address")));
        browser.find(".analysis-layout .board [data-cell]");
        browser.until("document.querySelectorAll('.die button').length === 6");
        // Per roll the best move and its chance.
        browser.until("document.querySelectorAll('.engine .faces tbody tr').length === 6");
        browser.until(
            "[...document.querySelectorAll('.engine .faces tbody tr')].every((row) => row.innerText.includes('%'))",
        );
        browser.keys("4");
        at(&browser, "rolls 4");
        browser.until("document.querySelectorAll('.offered').length > 0");
        browser.until("document.querySelectorAll('.enginelines li').length > 0");
        browser.keys(" ");
        browser.until("document.querySelector('.tree [aria-current] .number')?.textContent === '1'");
        browser.until("document.querySelectorAll('.die button').length === 6");
        browser.keys("2");
        at(&browser, "rolls 2");
        saved(&browser);

        browser.finish();
    });
}

#[test]
fn the_explorer_shows_what_was_played_before() {
    with_browser(|| {
        let browser = Browser::start(1280, 800);
        let (_, other) = finished_game(&browser, isola());
        let (id, moves) = finished_game(&browser, isola());
        open(&browser, &format!("/analyse/{id}?ply=0"));
        browser.run("document.querySelector('.explorer').parentNode.open = true");
        let row = |word: &str| {
            format!(
                "[...document.querySelectorAll('.explorer tbody tr')].find((row) => row.innerText.startsWith({}))",
                json!(word)
            )
        };
        browser.until(&row(&moves[0]));
        browser.until(&row(&other[0]));
        browser.run(&format!("{}.querySelector('button').click()", row(&other[0])));
        at(&browser, &other[0]);
        browser.until(&row(&other[1]));
        // An engine adds games of its own, with values.
        browser.press("Play quick games from here");
        browser.see("Engine against itself");
        browser.until("/\\d %/.test(document.querySelector('.explorer h3 + table').innerText)");
        browser.shoot("explorer");
        browser.finish();
    });
}
