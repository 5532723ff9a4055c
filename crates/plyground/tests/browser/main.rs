//! The web app as people use it: a real server, a real browser, clicks and keys.

// One name before all of them: `cargo test -- --skip browser::` leaves out what needs a browser.
#[path = "."]
mod browser {
    mod accessibility;
    mod analysis;
    mod analysisboard;
    mod arena;
    mod boards;
    pub mod driver;
    mod guidance;
    mod help_in_play;
    mod lab;
    mod language;
    mod largeboards;
    mod learn;
    mod library;
    mod maps;
    mod motion;
    pub mod npm;
    mod numbers;
    mod phone;
    mod play;
    mod setup;
    mod sound;
    mod start;
    mod store;
    mod types;
    pub mod webdriver;
    mod xray;
}

use browser::{driver, npm, webdriver};

/// Runs a test that needs a browser.
fn with_browser(test: impl FnOnce()) {
    assert!(
        driver::is_here(),
        "chromium-headless-shell or chromedriver is missing; `cargo xtask test` installs them where it may"
    );
    test();
}
