//! The web app as people use it: a real server, a real browser, clicks and keys.

mod accessibility;
mod analysis;
mod analysisboard;
mod arena;
mod boards;
mod driver;
mod guidance;
mod help_in_play;
mod lab;
mod language;
mod largeboards;
mod learn;
mod library;
mod maps;
mod motion;
mod npm;
mod numbers;
mod phone;
mod play;
mod setup;
mod sound;
mod start;
mod store;
mod types;
mod webdriver;
mod xray;

/// Runs a test that needs a browser.
fn with_browser(test: impl FnOnce()) {
    assert!(driver::is_here(), "chromium or chromedriver is missing; `cargo xtask test` installs them where it may");
    test();
}
