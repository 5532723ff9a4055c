//! A real server and a real browser, driven by a test.

use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const CHROMIUM: &str = "/usr/bin/chromium";
const CHROMEDRIVER: &str = "/usr/bin/chromedriver";
/// Long enough for a busy machine, or one that is suspended for a while.
const TIMEOUT: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(40);

/// Whether a browser is installed.
pub fn is_here() -> bool {
    Path::new(CHROMIUM).exists() && Path::new(CHROMEDRIVER).exists()
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

/// A browser looking at a server.
pub struct Browser {
    pub client: Client,
    pub server: Server,
    driver: String,
    _driver: ChildGuard,
    _folder: TempDir,
}

impl Browser {
    /// Starts everything.
    pub async fn start(width: u32, height: u32) -> Browser {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let server = Server::start(&folder.path().join("data"));
        let mut command = Command::new(CHROMEDRIVER);
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = ChildGuard(command.spawn().expect("chromedriver starts"));
        let lines = BufReader::new(process.0.stdout.take().expect("piped")).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("started successfully on port ")?;
            Some(rest.trim_end_matches('.').to_string())
        });
        let driver = format!("127.0.0.1:{}", port.expect("chromedriver names its port"));
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities(folder.path(), width, height));
        let client = builder.connect(&format!("http://{driver}")).await.expect("a browser");
        let browser = Browser { client, server, driver, _driver: process, _folder: folder };
        browser.resize(width, height).await;
        browser
    }

    /// Sets the inner size of the window.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.cdp("Emulation.setDeviceMetricsOverride", &size).await;
    }

    /// Executes a command of the Chrome DevTools Protocol.
    pub async fn cdp(&self, command: &str, params: &Value) -> Value {
        let session = self.client.session_id().await.expect("a session").expect("a session");
        let path = format!("/session/{session}/goog/cdp/execute");
        http(&self.driver, "POST", &path, &json!({"cmd": command, "params": params}).to_string())
    }

    pub async fn goto(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.server.address)).await.expect("a page");
    }

    /// Runs a script and returns what it returns.
    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script returns true; panics with the script if it never does.
    pub async fn until(&self, script: &str) {
        let begun = std::time::Instant::now();
        while self.run(&format!("return !!({script})")).await != json!(true) {
            if begun.elapsed() > TIMEOUT {
                self.shoot("failure").await;
                panic!("never true: {script}\n{}", self.run("return document.body.innerText").await);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits until the page shows this text somewhere.
    pub async fn see(&self, text: &str) {
        self.until(&format!("document.body.innerText.includes({})", json!(text))).await;
    }

    pub async fn find(&self, css: &str) -> Element {
        self.until(&format!("document.querySelector({})", json!(css))).await;
        self.client.find(Locator::Css(css)).await.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    pub async fn click(&self, css: &str) {
        self.find(css).await.click().await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Clicks the button with this text.
    pub async fn press(&self, text: &str) {
        let path = format!("//button[normalize-space(.)={text:?}] | //a[normalize-space(.)={text:?}]");
        self.until(&format!("document.evaluate({}, document, null, 9, null).singleNodeValue", json!(path))).await;
        let button = self.client.find(Locator::XPath(&path)).await.expect("just seen");
        button.click().await.unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    pub async fn choose(&self, css: &str, value: &str) {
        self.find(css).await.select_by_value(value).await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Types into the focused element.
    pub async fn keys(&self, keys: &str) {
        let focused = self.client.active_element().await.expect("something has the focus");
        focused.send_keys(keys).await.expect("typed");
    }

    pub async fn key(&self, key: Key) {
        self.keys(&char::from(key).to_string()).await;
    }

    /// Saves a screenshot of the page.
    pub async fn shoot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        fs::create_dir_all(&folder).expect("a folder for pictures");
        let picture = self.client.screenshot().await.expect("a picture");
        fs::write(folder.join(format!("{name}.png")), picture).expect("the picture can be kept");
    }

    /// Checks that the console has no errors and that no other machine was contacted, then ends the session.
    pub async fn finish(self) {
        let asked = self.run("return performance.getEntriesByType('resource').map((entry) => entry.name)").await;
        for address in asked.as_array().expect("a list") {
            let address = address.as_str().expect("an address");
            assert!(address.starts_with(&self.server.address), "requested from another machine: {address}");
        }
        self.expect_no_console_errors().await;
        self.client.close().await.expect("closed");
    }

    /// Checks that the console has errors with this HTTP status and no others since the last check.
    pub async fn expect_console_errors(&self, status: u16) {
        let severe = self.console_errors().await;
        let expected = format!("status of {status} ");
        assert!(!severe.is_empty() && severe.iter().all(|line| line.contains(&expected)), "{severe:#?}");
    }

    /// Checks that the console has no errors since the last check.
    pub async fn expect_no_console_errors(&self) {
        let severe = self.console_errors().await;
        assert!(severe.is_empty(), "{severe:#?}");
    }

    /// The errors on the console since the last check.
    async fn console_errors(&self) -> Vec<String> {
        let session = self.client.session_id().await.expect("a session").expect("a session");
        let log = http(&self.driver, "POST", &format!("/session/{session}/se/log"), r#"{"type":"browser"}"#);
        let severe = log["value"].as_array().expect("a log").iter().filter(|entry| entry["level"] == "SEVERE");
        severe.filter_map(|entry| entry["message"].as_str().map(String::from)).collect()
    }
}

fn capabilities(folder: &Path, width: u32, height: u32) -> Map<String, Value> {
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let size = format!("--window-size={width},{height}");
    let capabilities = json!({
        "browserName": "chrome",
        "goog:loggingPrefs": {"browser": "ALL"},
        "goog:chromeOptions": {
            "binary": CHROMIUM,
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                profile, size,
            ],
        },
    });
    capabilities.as_object().expect("an object").clone()
}

/// One request over plain HTTP.
fn http(host: &str, method: &str, path: &str, body: &str) -> Value {
    let mut line = TcpStream::connect(host).expect("the server listens");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    line.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    line.write_all(request.as_bytes()).expect("sent");
    // Not every server closes the connection when asked to, so read by length.
    let mut reader = BufReader::new(line);
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).expect("received");
        match header.trim().to_ascii_lowercase().split_once(':') {
            Some(("content-length", number)) => length = number.trim().parse().expect("a length"),
            None if header.trim().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("received");
    serde_json::from_slice(&body).unwrap_or_else(|error| panic!("{path}: {error}"))
}
