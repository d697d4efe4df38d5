//! Outplay inside a browser. Built for WebAssembly it is one of two modules: with the feature `page`, all that the page asks
//! of a server, so that it needs none; without it the checker alone, which knows the rules and nothing of the solvers.
//!
//! The page writes a request to the memory that [`input`] names and calls [`ask`]; the answer is where [`output`] says. A request
//! is a line of JSON, and what follows the line is a certificate. Answers are JSON. There is one thread, and a page that has
//! heard enough ends the worker that the module runs in.

mod checker;
#[cfg(feature = "page")]
mod page;

use std::cell::RefCell;

use serde_json::{Value, json};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The functions that the page calls, and the one that it lends.
#[allow(unsafe_code, reason = "they are called from another language")]
mod doors {
    use super::{INPUT, OUTPUT, answer};

    /// Makes room for a request of this many bytes, and says where.
    #[unsafe(no_mangle)]
    pub extern "C" fn input(length: usize) -> *mut u8 {
        INPUT.with_borrow_mut(|bytes| {
            bytes.clear();
            bytes.resize(length, 0);
            bytes.as_mut_ptr()
        })
    }

    /// Answers the request, and says how long the answer is.
    #[unsafe(no_mangle)]
    pub extern "C" fn ask() -> usize {
        let request = INPUT.take();
        let text = answer(&request).to_string();
        let length = text.len();
        OUTPUT.set(text.into_bytes());
        length
    }

    /// Where the answer is, or the news.
    #[unsafe(no_mangle)]
    pub extern "C" fn output() -> *const u8 {
        OUTPUT.with_borrow(|bytes| bytes.as_ptr())
    }

    #[cfg(all(feature = "page", target_family = "wasm"))]
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Tells that there is news of this many bytes where [`output`] says.
        pub safe fn news(length: usize);
    }
}

pub use doors::{ask, input, output};

/// The answer to a request.
pub fn answer(request: &[u8]) -> Value {
    let end = request.iter().position(|&byte| byte == b'\n').unwrap_or(request.len());
    let certificate = request.get(end + 1..).unwrap_or_default();
    let asked: Value = match serde_json::from_slice(&request[..end]) {
        Ok(asked) => asked,
        Err(error) => return json!({ "status": 400, "body": { "error": error.to_string() } }),
    };
    let text = |field: &str| asked[field].as_str().unwrap_or_default().to_string();
    match text("ask").as_str() {
        "check" => checker::check(certificate),
        "reply" => checker::reply(certificate, &text("after")),
        #[cfg(feature = "page")]
        "page" => page::answer(&text("method"), &text("path"), &asked["body"]),
        other => json!({ "status": 404, "body": { "error": format!("nobody answers '{other}'") } }),
    }
}

/// Tells the page something before the answer.
#[cfg(feature = "page")]
fn tell(news: &Value) {
    OUTPUT.set(news.to_string().into_bytes());
    #[cfg(target_family = "wasm")]
    doors::news(OUTPUT.with_borrow(Vec::len));
}
