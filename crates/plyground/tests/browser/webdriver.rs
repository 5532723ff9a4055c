//! The few commands of WebDriver (<https://www.w3.org/TR/webdriver2/>) that the tests need, over plain HTTP.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Long enough for a busy machine, or one that is suspended for a while.
pub const TIMEOUT: Duration = Duration::from_secs(120);

/// The Enter key, as WebDriver writes it.
pub const ENTER: &str = "\u{e007}";
/// The escape key.
pub const ESCAPE: &str = "\u{e00c}";

/// The key under which the standard hides the name of an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// What the driver says when a command fails.
type Answer<T> = Result<T, String>;

/// A session with a driver. Waits for every answer.
pub struct Client {
    driver: String,
    session: String,
}

impl Client {
    /// Opens a browser with these capabilities; `driver` is host and port.
    pub fn connect(driver: &str, capabilities: &Value) -> Answer<Client> {
        let request = json!({"capabilities": {"alwaysMatch": capabilities}});
        let opened = value(http(driver, "POST", "/session", &request.to_string()))?;
        let session = opened["sessionId"].as_str().ok_or("no session")?;
        Ok(Client { driver: driver.to_string(), session: format!("/session/{session}") })
    }

    /// Sends a command that has arguments.
    pub fn post(&self, path: &str, arguments: &Value) -> Answer<Value> {
        value(http(&self.driver, "POST", &format!("{}/{path}", self.session), &arguments.to_string()))
    }

    fn get(&self, path: &str) -> Answer<Value> {
        value(http(&self.driver, "GET", &format!("{}/{path}", self.session), ""))
    }

    pub fn goto(&self, address: &str) -> Answer<()> {
        self.post("url", &json!({"url": address})).map(drop)
    }

    pub fn refresh(&self) -> Answer<()> {
        self.post("refresh", &json!({})).map(drop)
    }

    /// Runs a script and returns what it returns.
    pub fn execute(&self, script: &str, arguments: &[Value]) -> Answer<Value> {
        self.post("execute/sync", &json!({"script": script, "args": arguments}))
    }

    /// Runs a script and returns what it passes to its last argument, a function.
    pub fn execute_async(&self, script: &str) -> Answer<Value> {
        self.post("execute/async", &json!({"script": script, "args": []}))
    }

    pub fn find_css(&self, selector: &str) -> Answer<Element<'_>> {
        self.element(&self.post("element", &json!({"using": "css selector", "value": selector}))?)
    }

    pub fn find_xpath(&self, path: &str) -> Answer<Element<'_>> {
        self.element(&self.post("element", &json!({"using": "xpath", "value": path}))?)
    }

    /// The element with the focus.
    pub fn active_element(&self) -> Answer<Element<'_>> {
        self.element(&self.get("element/active")?)
    }

    /// Sends further commands to a frame of the page.
    pub fn enter_frame(&self, number: u32) -> Answer<()> {
        self.post("frame", &json!({"id": number})).map(drop)
    }

    pub fn enter_parent_frame(&self) -> Answer<()> {
        self.post("frame/parent", &json!({})).map(drop)
    }

    pub fn accept_alert(&self) -> Answer<()> {
        self.post("alert/accept", &json!({})).map(drop)
    }

    pub fn dismiss_alert(&self) -> Answer<()> {
        self.post("alert/dismiss", &json!({})).map(drop)
    }

    /// The page as a PNG file.
    pub fn screenshot(&self) -> Answer<Vec<u8>> {
        let picture = self.get("screenshot")?;
        STANDARD.decode(picture.as_str().ok_or("no picture")?).map_err(|error| error.to_string())
    }

    /// Ends the session and with it the browser.
    pub fn close(&self) -> Answer<()> {
        value(http(&self.driver, "DELETE", &self.session, "")).map(drop)
    }

    fn element(&self, found: &Value) -> Answer<Element<'_>> {
        let name = found[ELEMENT].as_str().ok_or_else(|| format!("not an element: {found}"))?;
        Ok(Element { client: self, path: format!("element/{name}") })
    }
}

/// An element of the page.
pub struct Element<'a> {
    client: &'a Client,
    path: String,
}

impl Element<'_> {
    pub fn click(&self) -> Answer<()> {
        self.post("click", &json!({})).map(drop)
    }

    pub fn clear(&self) -> Answer<()> {
        self.post("clear", &json!({})).map(drop)
    }

    pub fn send_keys(&self, keys: &str) -> Answer<()> {
        self.post("value", &json!({"text": keys})).map(drop)
    }

    /// Chooses an option of a list.
    pub fn select_by_value(&self, value: &str) -> Answer<()> {
        let selector = format!("option[value='{value}']");
        let option = self.post("element", &json!({"using": "css selector", "value": selector}))?;
        self.client.element(&option)?.click()
    }

    /// The text that people see.
    pub fn text(&self) -> Answer<String> {
        let text = self.client.get(&format!("{}/text", self.path))?;
        text.as_str().map(String::from).ok_or_else(|| format!("not a text: {text}"))
    }

    pub fn property(&self, name: &str) -> Answer<Value> {
        self.client.get(&format!("{}/property/{name}", self.path))
    }

    fn post(&self, command: &str, arguments: &Value) -> Answer<Value> {
        self.client.post(&format!("{}/{command}", self.path), arguments)
    }
}

/// The value of an answer, or the driver's message.
fn value(mut answer: Value) -> Answer<Value> {
    match answer["value"]["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", answer["value"]["message"])),
        None => Ok(answer["value"].take()),
    }
}

/// One request over plain HTTP.
pub fn http(host: &str, method: &str, path: &str, body: &str) -> Value {
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
