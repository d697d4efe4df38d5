//! The files of the page, inside the program.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::error::Refusal;

/// The folder `web`. Programs built for release hold it; others read it from the source tree.
#[derive(rust_embed::RustEmbed)]
#[folder = "web"]
struct Web;

pub async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// What a browser without the token is shown: it hands over the one behind the `#` of its address.
pub fn entrance() -> Response {
    file("enter.html", &HeaderMap::new())
}

pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&path, &headers)
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Web::get(path) else {
        let refusal = Refusal::new(StatusCode::NOT_FOUND, "there is no such page; start at /");
        return refusal.into_response();
    };
    let tag: String =
        file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let described = [
        (header::CONTENT_TYPE, media_type(path).to_string()),
        (header::CACHE_CONTROL, "no-cache".to_string()),
        (header::ETAG, tag),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, described).into_response();
    }
    (described, file.data).into_response()
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "json" => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small enough to read: no page weight beyond a few hundred kilobytes, but for the modules that are built into it.
    #[test]
    fn the_page_is_small_and_has_no_inline_script_or_style() {
        let bytes: usize = Web::iter()
            .filter(|path| !path.ends_with(".wasm"))
            .filter_map(|path| Web::get(&path))
            .map(|file| file.data.len())
            .sum();
        assert!(bytes < 350_000, "{bytes}");
        for path in Web::iter().filter(|path| path.ends_with(".html")) {
            let file = Web::get(&path).unwrap();
            let html = std::str::from_utf8(&file.data).unwrap();
            assert!(!html.contains("<style") && !html.contains("style="), "{path}");
            assert!(
                !html.contains("onclick")
                    && html.matches("<script").count() == html.matches("src=\"/web/js/").count()
            );
        }
    }
}
