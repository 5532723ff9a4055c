//! The static files of the pages, embedded in the binary.

use crate::compression;
use axum::http::header::{ACCEPT, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Files;

/// A file by its path. Every other path that could be a page gets `index.html`; the script there picks the page.
pub async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    match Files::get(path) {
        Some(file) => respond(&headers, kind(path), file),
        None if !path.contains('.') && !path.starts_with("api/") => {
            respond(&headers, kind("index.html"), Files::get("index.html").expect("the page is among the files"))
        }
        // A person gets the page that says so, a program a short text.
        None if accepts_pages(&headers) && !path.starts_with("api/") => {
            let page = Files::get("index.html").expect("the page is among the files");
            (StatusCode::NOT_FOUND, compression::document_of(&headers, kind("index.html"), page.data.into_owned()))
                .into_response()
        }
        None => (StatusCode::NOT_FOUND, "not found").into_response(),
    }
}

/// Whether the address was opened in a browser rather than requested by a script.
fn accepts_pages(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|list| list.contains("text/html"))
}

/// The text of a file that is known to be there.
pub(crate) fn text(name: &str) -> String {
    let file = Files::get(name).unwrap_or_else(|| panic!("{name} is among the files"));
    String::from_utf8_lossy(&file.data).into_owned()
}

/// A file, or only the news that the browser's copy is still good.
fn respond(headers: &HeaderMap, kind: &'static str, file: EmbeddedFile) -> Response {
    let hash = file.metadata.sha256_hash();
    let digits: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    validated(headers, kind, &digits, file.data.into_owned())
}

/// A document whose content these digits name, or only the news that the browser's copy is still good.
pub(crate) fn validated(headers: &HeaderMap, kind: &'static str, digits: &str, bytes: Vec<u8>) -> Response {
    // Weak: the same tag names the compressed and the plain form.
    let tag = format!("W/\"{digits}\"");
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut response = if known.flat_map(|list| list.split(',')).any(|one| one.trim() == tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        compression::document_of(headers, kind, bytes)
    };
    response.headers_mut().insert(ETAG, HeaderValue::from_str(&tag).expect("digits and quotes"));
    response
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
    const MAX_BYTES: usize = 768 * 1024;
    /// Limit for what the start page loads: its modules and all style sheets of the frame.
    const MAX_START_BYTES: usize = 110 * 1024;

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

    #[tokio::test]
    async fn a_file_is_compressed_and_sent_again_only_after_a_change() {
        use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
        let get = |path: &'static str, headers: HeaderMap| serve(Uri::from_static(path), headers);
        let zipped = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("gzip"))]);
        let first = get("/style.css", zipped).await;
        assert_eq!(first.headers()[CONTENT_ENCODING], "gzip");
        let tag = first.headers()[ETAG].clone();
        let known = |tag: HeaderValue| HeaderMap::from_iter([(IF_NONE_MATCH, tag)]);
        assert_eq!(get("/style.css", known(tag.clone())).await.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(get("/board.css", known(tag)).await.status(), StatusCode::OK, "another file");
        let page = get("/", HeaderMap::new()).await.headers()[ETAG].clone();
        assert_eq!(get("/game/0", known(page)).await.status(), StatusCode::NOT_MODIFIED, "every page is the same file");
    }

    #[tokio::test]
    async fn an_unknown_address_is_a_page_for_people_and_a_status_for_programs() {
        let page = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("text/html,*/*"))]);
        for (headers, kind) in [(page, "text/html; charset=utf-8"), (HeaderMap::new(), "text/plain; charset=utf-8")] {
            let response = serve(Uri::from_static("/nothing.html"), headers).await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND);
            assert_eq!(response.headers()["content-type"], kind);
        }
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
