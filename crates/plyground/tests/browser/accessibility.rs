//! Every page in every theme, judged by axe-core.

use crate::driver::Browser;
use crate::npm;
use crate::with_browser;
use serde_json::{Value, json};
use std::fs;

const AXE: &str = "4.14.0";
/// Violations as `rule: elements`.
const JUDGE: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then(
        (found) => done(found.violations.map((rule) => rule.id + ': ' + rule.nodes.slice(0, 5).map((node) => node.target.join(' ')).join(' | '))),
        (error) => done([String(error)]));";

/// Addresses, each with what shows that its page is complete.
fn pages(browser: &Browser) -> Vec<(String, &'static str)> {
    let open = |game: &Value| browser.server.post("/api/games", game)["id"].as_str().expect("a game").to_string();
    let id = open(&json!({"game": "reversixt", "seats": ["human", "human"]}));
    let large = open(&json!({"game": "reversixt", "map": "continent", "seats": vec!["human"; 8]}));
    let played = open(&json!({"game": "einstein", "seats": ["random", "random"], "seed": 1}));
    let page = |address: &str, ready| (address.to_string(), ready);
    vec![
        page("/", ".gamecard .board"),
        page("/?game=einstein", ".setups svg.thumbnail"),
        page("/?game=reversixt", ".boards svg.thumbnail"),
        (format!("/game/{id}"), ".offered"),
        (format!("/game/{large}"), ".offered"),
        (format!("/analyse/{id}"), ".engine"),
        (format!("/analyse/{played}"), ".tree .node"),
        page("/setup/isola", ".palette button"),
        page("/learn/reversixt", ".lesson .board .offered"),
        page("/library", "h1"),
        page("/arena", "form"),
        page("/host", "form"),
        page("/maps", "#map-status.success"),
        page("/lab", ".study"),
        page("/xray", ".iteration-details table"),
        page("/xray?tree=", ".treepicture .treenode"),
        page("/xray/lessons", ".lesson-list li"),
        page("/help", ".rules-card"),
        page("/nothing", "h1"),
    ]
}

fn judge(browser: &Browser, address: &str, ready: &str) -> Vec<String> {
    browser.goto(address);
    browser.find(ready);
    // What is hidden until it is opened is part of the page.
    browser.run("for (const closed of document.querySelectorAll('details')) closed.open = true");
    // Colours on their way are judged as they are.
    browser.until(
        "document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity)",
    );
    let found = browser.client.execute_async(JUDGE).unwrap_or_else(|error| panic!("{address}: {error}"));
    let rules = found.as_array().expect("a list").iter().filter_map(Value::as_str);
    rules.map(|rule| format!("{address}: {rule}")).collect()
}

fn check(theme: &str, language: &str, width: u32) {
    let Some(package) = npm::package("axe-core", AXE) else { return };
    with_browser(|| {
        let source = fs::read_to_string(package.join("axe.min.js")).expect("the package has its script");
        let browser = Browser::start(width, 900);
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", &json!({"source": source}));
        browser.goto("/help");
        browser
            .run(&format!("localStorage.setItem('theme', '{theme}'); localStorage.setItem('language', '{language}')"));
        let pages = pages(&browser);
        let found: Vec<String> = pages.iter().flat_map(|(address, ready)| judge(&browser, address, ready)).collect();
        assert!(found.is_empty(), "{theme}: {found:#?}");
        browser.finish();
    });
}

#[test]
fn no_page_has_barriers_in_the_light_theme() {
    check("light", "en", 1280);
}

#[test]
fn no_page_has_barriers_in_the_dark_theme_and_in_german() {
    check("dark", "de", 1280);
}

#[test]
fn no_page_has_barriers_with_high_contrast_on_a_phone() {
    check("contrast", "en", 390);
}
