//! Protection against cross-site requests and DNS rebinding. The server runs on the user's own machine, so pages of other sites must
//! not be able to drive it: their requests carry a foreign `Origin`, and a rebound name arrives as a foreign `Host`.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The content security policy: nothing from other servers, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Middleware that lets requests pass if they come from our own pages or from no page at all.
pub async fn check(State(bound): State<SocketAddr>, request: Request<Body>, next: Next) -> Response {
    let mut response = match verify(request.uri(), request.headers(), bound) {
        Ok(()) => next.run(request).await,
        Err(rejection) => rejection.into_response(),
    };
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(CONTENT_SECURITY_POLICY, POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(X_FRAME_OPTIONS, "DENY");
    set(REFERRER_POLICY, "no-referrer");
    set(CACHE_CONTROL, "no-cache");
    response
}

fn verify(uri: &Uri, headers: &HeaderMap, bound: SocketAddr) -> Result<(), (StatusCode, &'static str)> {
    let host = single(headers, HOST)?.ok_or((StatusCode::BAD_REQUEST, "the request has no Host header"))?;
    // The authority of an absolute request target overrides `Host` (RFC 9112, section 3.2.2); a browser never sends two that differ.
    if uri.authority().is_some_and(|target| target.as_str() != host) {
        return Err((StatusCode::BAD_REQUEST, "the request names two different hosts"));
    }
    if !is_ours(host, bound) {
        return Err((StatusCode::FORBIDDEN, "this server answers only under its own address"));
    }
    match single(headers, ORIGIN)? {
        Some(origin) if origin != format!("http://{host}") => {
            Err((StatusCode::FORBIDDEN, "pages of other sites may not use this server"))
        }
        _ => Ok(()),
    }
}

/// The value of a header that may occur only once. A proxy might believe one of two values and we the other.
fn single(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, (StatusCode, &'static str)> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (_, Some(_)) => Err((StatusCode::BAD_REQUEST, "the request repeats its Host or Origin header")),
        (value, None) => Ok(value.map(|value| value.to_str().unwrap_or("?"))),
    }
}

/// Whether a `Host` names this server. Servers open to others accept IP addresses, which cannot be rebound, and localhost.
fn is_ours(host: &str, bound: SocketAddr) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    if port != Some(bound.port()) {
        return false;
    }
    let address: Option<IpAddr> = match name.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']').and_then(|rest| rest.parse::<Ipv6Addr>().ok()).map(IpAddr::V6),
        None => name.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    };
    match address {
        Some(address) => address == bound.ip() || address.is_loopback() || !bound.ip().is_loopback(),
        None => name.eq_ignore_ascii_case("localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(host: &str, origin: Option<&str>, bound: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().expect("a header"));
        }
        verify(&Uri::from_static("/"), &headers, bound.parse().expect("an address")).is_ok()
    }

    #[test]
    fn our_own_pages_and_programs_pass() {
        let home = "127.0.0.1:7171";
        assert!(passes("127.0.0.1:7171", None, home));
        assert!(passes("localhost:7171", Some("http://localhost:7171"), home));
        assert!(passes("[::1]:7171", Some("http://[::1]:7171"), home));
        assert!(passes("192.168.1.5:80", Some("http://192.168.1.5:80"), "0.0.0.0:80"));
    }

    #[test]
    fn pages_of_other_sites_do_not() {
        let home = "127.0.0.1:7171";
        assert!(!passes("127.0.0.1:7171", Some("http://evil.example"), home));
        assert!(!passes("127.0.0.1:7171", Some("null"), home));
        assert!(!passes("127.0.0.1:7171", Some("http://127.0.0.1:8080"), home), "another program on this machine");
        assert!(!passes("evil.example:7171", None, home), "DNS rebinding");
        assert!(!passes("evil.example:80", Some("http://evil.example:80"), "0.0.0.0:80"));
        assert!(!passes("127.0.0.1:7172", None, home));
        assert!(!passes("192.168.1.5:7171", None, home), "the server is bound to loopback");
    }

    #[test]
    fn a_host_is_named_exactly_once() {
        let home = "127.0.0.1:7171".parse().expect("an address");
        let verified = |uri: &'static str, names: &[(HeaderName, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in names {
                headers.append(name.clone(), HeaderValue::from_static(value));
            }
            verify(&Uri::from_static(uri), &headers, home).map_err(|rejection| rejection.0.as_u16())
        };
        let ours = (HOST, "127.0.0.1:7171");
        assert_eq!(verified("/", std::slice::from_ref(&ours)), Ok(()));
        assert_eq!(verified("/", &[]), Err(400));
        assert_eq!(verified("/", &[ours.clone(), (HOST, "evil.example")]), Err(400));
        assert_eq!(verified("/", &[(HOST, "evil.example"), ours.clone()]), Err(400));
        assert_eq!(verified("/", &[ours.clone(), ours.clone()]), Err(400));
        let origin = (ORIGIN, "http://127.0.0.1:7171");
        assert_eq!(verified("/", &[ours.clone(), origin.clone(), (ORIGIN, "http://evil.example")]), Err(400));
        assert_eq!(verified("http://127.0.0.1:7171/", &[ours.clone(), origin]), Ok(()), "absolute form");
        assert_eq!(verified("http://evil.example/", std::slice::from_ref(&ours)), Err(400));
        for odd in
            ["[[::1]]:7171", "[127.0.0.1]:7171", "::1:7171", "user@127.0.0.1:7171", "127.0.0.1:7171:7171", "", ":7171"]
        {
            assert_eq!(verified("/", &[(HOST, odd)]), Err(403), "{odd}");
        }
    }
}
