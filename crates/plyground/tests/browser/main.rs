//! The web app as people use it: a real server, a real browser, clicks and keys.

mod analysis;
mod arena;
mod driver;
mod lab;
mod numbers;
mod play;
mod store;

/// Runs a test that needs a browser.
fn with_browser<F: Future<Output = ()>>(test: impl FnOnce() -> F) {
    assert!(driver::is_here(), "chromium or chromedriver is missing; `cargo xtask test` installs them where it may");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(test());
}
