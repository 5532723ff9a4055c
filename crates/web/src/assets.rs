//! The static files of the pages, embedded in the binary.

use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Files;

/// A file by its path. Every other path that could be a page gets `index.html`; the script there picks the page.
pub async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    match Files::get(path) {
        Some(file) => ([(CONTENT_TYPE, kind(path))], file.data).into_response(),
        None if !path.contains('.') && !path.starts_with("api/") => page(),
        None => (StatusCode::NOT_FOUND, "not found").into_response(),
    }
}

/// The text of a file that is known to be there.
pub(crate) fn text(name: &str) -> String {
    let file = Files::get(name).unwrap_or_else(|| panic!("{name} is among the files"));
    String::from_utf8_lossy(&file.data).into_owned()
}

fn page() -> Response {
    let page = Files::get("index.html").expect("the page is among the files");
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], page.data).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("html") => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Limit for all static files together, uncompressed.
    const MAX_BYTES: usize = 420 * 1024;
    /// Limit for what the start page loads: its modules and all style sheets of the frame.
    const MAX_START_BYTES: usize = 80 * 1024;

    /// A file and the modules that it imports at its top, those that they import, and so on.
    fn with_imports(name: &str, found: &mut Vec<String>) {
        if found.iter().any(|known| known == name) {
            return;
        }
        found.push(name.to_string());
        let file = Files::get(name).unwrap_or_else(|| panic!("{name} is imported but missing"));
        let text = String::from_utf8_lossy(&file.data).into_owned();
        for line in text.lines().filter(|line| line.starts_with("import ")) {
            let (_, path) = line.split_once("from \"./").expect("modules are imported by a relative path, on one line");
            with_imports(path.trim_end_matches("\";"), found);
        }
    }

    fn bytes(names: &[String]) -> usize {
        names.iter().filter_map(|name| Files::get(name)).map(|file| file.data.len()).sum()
    }

    #[test]
    fn the_first_page_is_small() {
        let all = bytes(&Files::iter().map(|name| name.into_owned()).collect::<Vec<_>>());
        assert!(all < MAX_BYTES, "{all} bytes");
        let mut start = vec!["index.html".to_string()];
        let page = String::from_utf8_lossy(&Files::get("index.html").expect("the page").data).into_owned();
        start.extend(page.split("href=\"/").skip(1).filter_map(|rest| rest.split('"').next()).map(String::from));
        with_imports("app.js", &mut start);
        with_imports("start.js", &mut start);
        let first = bytes(&start);
        assert!(first < MAX_START_BYTES, "the start page loads {first} bytes: {start:?}");
    }

    #[test]
    fn no_file_has_inline_code_or_foreign_addresses() {
        for name in Files::iter() {
            let file = Files::get(&name).expect("listed");
            let text = String::from_utf8_lossy(&file.data).replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{name} names another server");
            assert!(!name.ends_with(".html") || !(text.contains("<style") || text.contains(" onclick=")), "{name}");
        }
    }
}
