//! A real server, a real browser, and somebody who clicks.

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
/// Long enough for a machine that does ten other things, or stands still for a while.
const PATIENCE: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(40);

/// Whether there is a browser.
pub fn is_here() -> bool {
    Path::new(CHROMIUM).exists() && Path::new(CHROMEDRIVER).exists()
}

/// A process that does not outlive its test.
struct Tamed(Child);

impl Drop for Tamed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running `plyground serve`.
pub struct Server {
    process: Tamed,
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
        let mut process = Tamed(command.spawn().expect("the program starts"));
        let mut line = String::new();
        BufReader::new(process.0.stdout.take().expect("piped")).read_line(&mut line).expect("a first line");
        let address = line.trim().trim_end_matches('/').to_string();
        assert!(address.starts_with("http://127.0.0.1:"), "{line}");
        Server { process, address, data: data.to_path_buf() }
    }

    /// Ends it without a word of warning, and starts another at the same address.
    pub fn restart(&mut self) {
        let _ = self.process.0.kill();
        let _ = self.process.0.wait();
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyground"));
        let addr = self.address.trim_start_matches("http://");
        command.args(["serve", "--addr", addr, "--data"]).arg(&self.data).stdout(Stdio::piped()).stderr(Stdio::null());
        self.process = Tamed(command.spawn().expect("the program starts"));
        let mut line = String::new();
        BufReader::new(self.process.0.stdout.take().expect("piped")).read_line(&mut line).expect("a first line");
        assert_eq!(line.trim().trim_end_matches('/'), self.address);
    }

    /// Asks without a browser.
    pub fn post(&self, path: &str, body: &Value) -> Value {
        http(self.address.trim_start_matches("http://"), "POST", path, &body.to_string())
    }
}

/// A browser looking at a server.
pub struct Browser {
    pub client: Client,
    pub server: Server,
    driver: String,
    _driver: Tamed,
    _folder: TempDir,
}

impl Browser {
    /// Starts everything.
    pub async fn start(width: u32, height: u32) -> Browser {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let server = Server::start(&folder.path().join("data"));
        let mut command = Command::new(CHROMEDRIVER);
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = Tamed(command.spawn().expect("chromedriver starts"));
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

    /// Makes the window so large inside.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.cdp("Emulation.setDeviceMetricsOverride", &size).await;
    }

    /// Talks to the browser behind the driver.
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

    /// Waits until a script answers true; its question is told when it never does.
    pub async fn until(&self, script: &str) {
        let begun = std::time::Instant::now();
        while self.run(&format!("return !!({script})")).await != json!(true) {
            if begun.elapsed() > PATIENCE {
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

    /// Types into whatever has the focus.
    pub async fn keys(&self, keys: &str) {
        let focused = self.client.active_element().await.expect("something has the focus");
        focused.send_keys(keys).await.expect("typed");
    }

    pub async fn key(&self, key: Key) {
        self.keys(&char::from(key).to_string()).await;
    }

    /// Keeps a picture of the page as it is.
    pub async fn shoot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        fs::create_dir_all(&folder).expect("a folder for pictures");
        let picture = self.client.screenshot().await.expect("a picture");
        fs::write(folder.join(format!("{name}.png")), picture).expect("the picture can be kept");
    }

    /// No error on the console, and nothing was asked of another machine. Ends the session.
    pub async fn finish(self) {
        let asked = self.run("return performance.getEntriesByType('resource').map((entry) => entry.name)").await;
        for address in asked.as_array().expect("a list") {
            let address = address.as_str().expect("an address");
            assert!(address.starts_with(&self.server.address), "asked of another machine: {address}");
        }
        self.complaints().await;
        self.client.close().await.expect("closed");
    }

    /// Fails if the page complained since the last look.
    pub async fn complaints(&self) {
        let session = self.client.session_id().await.expect("a session").expect("a session");
        let log = http(&self.driver, "POST", &format!("/session/{session}/se/log"), r#"{"type":"browser"}"#);
        let severe = log["value"].as_array().expect("a log").iter().filter(|entry| entry["level"] == "SEVERE");
        let severe: Vec<&str> = severe.filter_map(|entry| entry["message"].as_str()).collect();
        assert!(severe.is_empty(), "{severe:#?}");
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

/// One question over plain HTTP.
fn http(host: &str, method: &str, path: &str, body: &str) -> Value {
    let mut line = TcpStream::connect(host).expect("somebody listens");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    line.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    line.write_all(request.as_bytes()).expect("said");
    // Not every server closes the line when it is asked to, so the length counts.
    let mut reader = BufReader::new(line);
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).expect("heard");
        match header.trim().to_ascii_lowercase().split_once(':') {
            Some(("content-length", number)) => length = number.trim().parse().expect("a length"),
            None if header.trim().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("heard");
    serde_json::from_slice(&body).unwrap_or_else(|error| panic!("{path}: {error}"))
}
