//! A real server and a real browser, driven by a test.

use crate::webdriver::{Client, Element, TIMEOUT, http};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Chromium without windows and menus: the same pages for a sixth of the work of a start.
const HEADLESS_SHELL: &str = "/usr/bin/chromium-headless-shell";
const CHROMEDRIVER: &str = "/usr/bin/chromedriver";
const PAUSE: Duration = Duration::from_millis(40);

/// The browser: `PLYGROUND_BROWSER`, such as `/usr/bin/chromium`, or the headless shell.
fn chromium() -> String {
    std::env::var("PLYGROUND_BROWSER").unwrap_or_else(|_| HEADLESS_SHELL.to_string())
}

/// Whether a browser is installed.
pub fn is_here() -> bool {
    Path::new(&chromium()).exists() && Path::new(CHROMEDRIVER).exists()
}

/// A process that is killed at the end of its test.
struct ChildGuard(Child);

impl Drop for ChildGuard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running `plyground serve`.
pub struct Server {
    process: ChildGuard,
    /// `http://127.0.0.1:PORT`.
    pub address: String,
    /// Its data folder.
    pub data: PathBuf,
}

impl Server {
    /// Starts one on a free port, with this data folder.
    pub fn start(data: &Path) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyground"));
        command
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = ChildGuard(command.spawn().expect("the program starts"));
        let mut line = String::new();
        BufReader::new(process.0.stdout.take().expect("piped")).read_line(&mut line).expect("a first line");
        let address = line.trim().trim_end_matches('/').to_string();
        assert!(address.starts_with("http://127.0.0.1:"), "{line}");
        Server { process, address, data: data.to_path_buf() }
    }

    /// Kills the server and starts another at the same address.
    pub fn restart(&mut self) {
        let _ = self.process.0.kill();
        let _ = self.process.0.wait();
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyground"));
        let addr = self.address.trim_start_matches("http://");
        command.args(["serve", "--addr", addr, "--data"]).arg(&self.data).stdout(Stdio::piped()).stderr(Stdio::null());
        self.process = ChildGuard(command.spawn().expect("the program starts"));
        let mut line = String::new();
        BufReader::new(self.process.0.stdout.take().expect("piped")).read_line(&mut line).expect("a first line");
        assert_eq!(line.trim().trim_end_matches('/'), self.address);
    }

    /// Sends a request without a browser.
    pub fn post(&self, path: &str, body: &Value) -> Value {
        http(self.address.trim_start_matches("http://"), "POST", path, &body.to_string())
    }
}

/// Starts chromedriver on a free port and returns it with its address.
///
/// With `--port=0` chromedriver wants one number on IPv4 and on IPv6 and can end without naming any, for example if a
/// neighbour holds the second: so it is started again a few times.
fn start_chromedriver() -> (ChildGuard, String) {
    for _ in 0..5 {
        let mut command = Command::new(CHROMEDRIVER);
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = ChildGuard(command.spawn().expect("chromedriver starts"));
        let lines = BufReader::new(process.0.stdout.take().expect("piped")).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("started successfully on port ")?;
            Some(rest.trim_end_matches('.').to_string())
        });
        if let Some(port) = port {
            return (process, format!("127.0.0.1:{port}"));
        }
    }
    panic!("chromedriver found no free port in five tries");
}

/// A browser looking at a server.
pub struct Browser {
    pub client: Client,
    pub server: Server,
    _driver: ChildGuard,
    _folder: TempDir,
}

impl Browser {
    /// Starts everything.
    pub fn start(width: u32, height: u32) -> Browser {
        Browser::start_in("en-US", width, height)
    }

    /// Starts everything with a browser of this language.
    pub fn start_in(language: &str, width: u32, height: u32) -> Browser {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let server = Server::start(&folder.path().join("data"));
        let (process, driver) = start_chromedriver();
        let client =
            Client::connect(&driver, &capabilities(folder.path(), language, width, height)).expect("a browser");
        let browser = Browser { client, server, _driver: process, _folder: folder };
        browser.resize(width, height);
        browser
    }

    /// Sets the inner size of the window.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.cdp("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Executes a command of the Chrome DevTools Protocol.
    pub fn cdp(&self, command: &str, params: &Value) -> Value {
        let answer = self.client.post("goog/cdp/execute", &json!({"cmd": command, "params": params}));
        answer.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    pub fn goto(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.server.address)).expect("a page");
    }

    /// Creates a game by a request, opens its page and returns its address.
    pub fn open_game(&self, request: &Value) -> String {
        let made = self.server.post("/api/games", request);
        let address = format!("/game/{}", made["id"].as_str().unwrap_or_else(|| panic!("{made}")));
        self.goto(&address);
        address
    }

    /// Creates a game in which a person moves first and waits until they can.
    pub fn play_game(&self, request: &Value) -> String {
        let address = self.open_game(request);
        self.until("document.querySelector('.offered')");
        address
    }

    /// Runs a script and returns what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.client.execute(script, &[]).unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script returns true; panics with the script if it never does.
    pub fn until(&self, script: &str) {
        let begun = std::time::Instant::now();
        while self.run(&format!("return !!({script})")) != json!(true) {
            if begun.elapsed() > TIMEOUT {
                self.shoot("failure");
                panic!("never true: {script}\n{}", self.run("return document.body.innerText"));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Waits until the page shows this text somewhere.
    pub fn see(&self, text: &str) {
        self.until(&format!("document.body.innerText.includes({})", json!(text)));
    }

    pub fn find(&self, css: &str) -> Element<'_> {
        self.until(&format!("document.querySelector({})", json!(css)));
        self.client.find_css(css).unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    pub fn click(&self, css: &str) {
        self.find(css).click().unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Clicks the button with this text.
    pub fn press(&self, text: &str) {
        let path = format!("//button[normalize-space(.)={text:?}] | //a[normalize-space(.)={text:?}]");
        self.until(&format!("document.evaluate({}, document, null, 9, null).singleNodeValue", json!(path)));
        let button = self.client.find_xpath(&path).expect("just seen");
        button.click().unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    pub fn choose(&self, css: &str, value: &str) {
        self.find(css).select_by_value(value).unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Types into the focused element.
    pub fn keys(&self, keys: &str) {
        let focused = self.client.active_element().expect("something has the focus");
        focused.send_keys(keys).expect("typed");
    }

    /// Saves a screenshot of the page.
    pub fn shoot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        fs::create_dir_all(&folder).expect("a folder for pictures");
        let picture = self.client.screenshot().expect("a picture");
        fs::write(folder.join(format!("{name}.png")), picture).expect("the picture can be kept");
    }

    /// Checks that the console has no errors and that no other machine was contacted, then ends the session.
    pub fn finish(self) {
        let asked = self.run("return performance.getEntriesByType('resource').map((entry) => entry.name)");
        for address in asked.as_array().expect("a list") {
            let address = address.as_str().expect("an address");
            assert!(address.starts_with(&self.server.address), "requested from another machine: {address}");
        }
        self.expect_no_console_errors();
        self.client.close().expect("closed");
    }

    /// Checks that the console has errors with this HTTP status and no others since the last check.
    pub fn expect_console_errors(&self, status: u16) {
        let severe = self.console_errors();
        let expected = format!("status of {status} ");
        assert!(!severe.is_empty() && severe.iter().all(|line| line.contains(&expected)), "{severe:#?}");
    }

    /// Checks that the console has no errors since the last check.
    pub fn expect_no_console_errors(&self) {
        let severe = self.console_errors();
        assert!(severe.is_empty(), "{severe:#?}");
    }

    /// The errors on the console since the last check.
    fn console_errors(&self) -> Vec<String> {
        let log = self.client.post("se/log", &json!({"type": "browser"})).expect("a log");
        let severe = log.as_array().expect("a log").iter().filter(|entry| entry["level"] == "SEVERE");
        severe.filter_map(|entry| entry["message"].as_str().map(String::from)).collect()
    }
}

fn capabilities(folder: &Path, language: &str, width: u32, height: u32) -> Value {
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let size = format!("--window-size={width},{height}");
    let program = chromium();
    let name = if program.ends_with("headless-shell") { "chrome-headless-shell" } else { "chrome" };
    json!({
        "browserName": name,
        "goog:loggingPrefs": {"browser": "ALL"},
        "goog:chromeOptions": {
            "binary": program,
            "prefs": {"intl.accept_languages": language},
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                format!("--lang={language}"), format!("--accept-lang={language}"), profile, size,
            ],
        },
    })
}

/// Holds back reports while `window.hold` is set, and keeps the last one that was delivered.
pub const HOLD: &str = "
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
        set onmessage(listener) {
            window.deliver = listener;
            this.addEventListener('message', (event) => {
                if (JSON.parse(event.data).type === 'analysis') {
                    if (window.hold) return;
                    window.last = event;
                }
                listener(event);
            });
        }
    };";
