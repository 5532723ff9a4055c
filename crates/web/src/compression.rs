//! Large documents are compressed for pages that accept it: a recording of a hundred thousand visits is megabytes of digits.

use crate::error::ApiError;
use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, VARY};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use std::io::Write;

/// Smaller documents fit into a few packets anyway.
const LEAST_BYTES: usize = 8 * 1024;

/// A document as JSON.
///
/// # Errors
/// It cannot be written as JSON.
pub fn json<T: Serialize>(headers: &HeaderMap, document: &T) -> Result<Response, ApiError> {
    let text = serde_json::to_vec(document).map_err(ApiError::internal)?;
    Ok(document_of(headers, "application/json", text))
}

/// A document of this content type.
pub fn document_of(headers: &HeaderMap, content_type: &'static str, bytes: Vec<u8>) -> Response {
    let kind = (CONTENT_TYPE, content_type);
    if bytes.len() < LEAST_BYTES || !accepts_gzip(headers) {
        return ([kind, (VARY, "accept-encoding")], bytes).into_response();
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish()).expect("a vector takes every byte");
    ([kind, (VARY, "accept-encoding"), (CONTENT_ENCODING, "gzip")], Body::from(packed)).into_response()
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|one| {
        let (name, quality) = one.split_once(';').unwrap_or((one, ""));
        name.trim() == "gzip" && quality.trim() != "q=0"
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;
    use flate2::read::GzDecoder;
    use std::io::Read;

    fn accepting(text: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, text.parse().expect("a header"))])
    }

    #[tokio::test]
    async fn large_documents_are_compressed_for_those_who_can_read_them() {
        let large: Vec<u32> = (0..20_000).collect();
        let packed = json(&accepting("br, gzip;q=0.8"), &large).expect("a response");
        assert_eq!(packed.headers()[CONTENT_ENCODING], "gzip");
        let bytes = to_bytes(packed.into_body(), usize::MAX).await.expect("a body");
        let mut text = String::new();
        GzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("gzip");
        assert_eq!(serde_json::from_str::<Vec<u32>>(&text).expect("JSON"), large);
        assert!(bytes.len() < text.len() / 2, "{} of {}", bytes.len(), text.len());
        for headers in [HeaderMap::new(), accepting("gzip;q=0"), accepting("br")] {
            let plain = json(&headers, &large).expect("a response");
            assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        }
        assert!(!json(&accepting("gzip"), &[1, 2]).expect("a response").headers().contains_key(CONTENT_ENCODING));
    }
}
