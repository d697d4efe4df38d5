//! The server starts, tells its address, answers, and refuses a port that is taken.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server and returns it with the address it prints.
fn start(arguments: &[&str]) -> (Server, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(["serve", "--no-open", "--json"])
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let told: serde_json::Value = serde_json::from_str(&line).unwrap();
    (Server(child), told["address"].as_str().unwrap().to_string())
}

fn get(port: &str, path: &str) -> String {
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    say(port, &request)
}

fn say(port: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_server_on_this_machine() {
    let (_server, address) = start(&["--port", "0"]);
    let port = address.strip_prefix("http://localhost:").unwrap().trim_end_matches('/');
    let page = get(port, "/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Outplay</title>"), "{page}");
    assert!(get(port, "/api/names").contains("robs-dots"));
    let taken = crate::outplay(&["serve", "--no-open", "--port", port]);
    assert_eq!(taken.status.code(), Some(2));
}

#[test]
#[cfg(unix)]
fn a_signal_ends_it_cleanly() {
    for signal in ["-INT", "-TERM"] {
        let (mut server, address) = start(&["--port", "0"]);
        let port = address.strip_prefix("http://localhost:").unwrap().trim_end_matches('/');
        assert!(get(port, "/").starts_with("HTTP/1.1 200"));
        let sent = Command::new("kill").args([signal, &server.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
        assert_eq!(server.0.wait().unwrap().code(), Some(0), "{signal}");
    }
}

/// Whoever has read the address may have it end at once.
#[test]
#[cfg(unix)]
fn a_signal_before_the_first_request_ends_it_cleanly() {
    for signal in ["-INT", "-TERM"].repeat(4) {
        let (mut server, _) = start(&["--port", "0"]);
        let sent = Command::new("kill").args([signal, &server.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
        assert_eq!(server.0.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn another_address_needs_a_token() {
    let (_server, address) = start(&["--host", "127.0.0.1", "--port", "0"]);
    let (place, token) = address.split_once("/#token=").unwrap();
    let port = place.rsplit(':').next().unwrap();
    assert!(get(port, "/").starts_with("HTTP/1.1 401"));
    assert!(get(port, &format!("/?token={token}")).starts_with("HTTP/1.1 401"));
    let request = format!(
        "POST /enter HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Content-Length: 0\r\nConnection: close\r\n\r\n"
    );
    assert!(say(port, &request).starts_with("HTTP/1.1 204"));
}

/// A body that is too large by its own header is refused before it is sent, and whoever sends it all the same still hears why.
#[test]
fn a_body_that_says_it_is_too_large_is_not_waited_for() {
    let (_server, address) = start(&["--port", "0"]);
    let port = address.strip_prefix("http://localhost:").unwrap().trim_end_matches('/');
    let ask = |length: u64, more: &str, body: &[u8]| {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        let head = format!(
            "POST /api/position HTTP/1.1\r\nHost: localhost:{port}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n{more}\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        let mut told = [0; 4096];
        let length = stream.read(&mut told).unwrap();
        String::from_utf8_lossy(&told[..length]).into_owned()
    };
    for told in [
        ask(10 << 30, "", b""),
        ask(10 << 30, "", b"{"),
        ask(65_537, "", b""),
        ask(1 << 20, "Expect: 100-continue\r\n", b""),
        ask(2 << 20, "", &vec![b' '; 2 << 20]),
    ] {
        assert!(told.starts_with("HTTP/1.1 413"), "{told}");
        assert!(told.contains("application/json") && told.contains("64 KiB"), "{told}");
    }
    let told = ask(65_536, "Expect: 100-continue\r\n", b"");
    assert!(told.starts_with("HTTP/1.1 100"), "{told}");
}

/// More connections than there are places, none of which takes what it asked for: whoever comes then is answered once they are cut off.
#[test]
fn whoever_takes_no_answer_blocks_nobody_for_long() {
    let (_server, address) = start(&["--port", "0"]);
    let port = address.strip_prefix("http://localhost:").unwrap().trim_end_matches('/');
    // Several megabytes of answers: more than the system keeps for whoever does not read.
    let request = "GET /web/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(400);
    let deaf: Vec<TcpStream> = (0..210)
        .map(|_| {
            let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    assert!(get(port, "/").starts_with("HTTP/1.1 200"));
    drop(deaf);
}

/// Streams of events stay open as long as somebody listens. They never take all the places.
#[test]
fn listeners_leave_room_for_others() {
    let (_server, address) = start(&["--port", "0"]);
    let port = address.strip_prefix("http://localhost:").unwrap().trim_end_matches('/');
    let body = r#"{"question":{"game":"cram","board":"grid:3x3"},"seat":"first"}"#;
    let opened = say(
        port,
        &format!(
            "POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ),
    );
    let room = opened.split("\"code\":\"").nth(1).unwrap().split('"').next().unwrap();
    let listen = |_| {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        let path = format!("/api/rooms/{room}/events");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut told = [0; 12];
        stream.read_exact(&mut told).unwrap();
        (String::from_utf8_lossy(&told).into_owned(), stream)
    };
    let mut listeners: Vec<(String, TcpStream)> = (0..120).map(listen).collect();
    let heard = |status: &str| listeners.iter().filter(|(told, _)| told.ends_with(status)).count();
    assert_eq!((heard("200"), heard("429")), (100, 20));
    assert!(get(port, "/").starts_with("HTTP/1.1 200"));
    // Whoever goes away makes room.
    listeners.clear();
    let again = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        listen(0).0.ends_with("200")
    });
    assert!(again);
}

/// Methods and addresses that the server does not know are refused in JSON as well.
#[test]
fn every_refusal_is_json() {
    let (_server, address) = start(&["--port", "0"]);
    let port = address.strip_prefix("http://localhost:").unwrap().trim_end_matches('/');
    for (method, path, status) in [
        ("PUT", "/api/jobs", "405"),
        ("TRACE", "/", "405"),
        ("NOTHING", "/api/load", "405"),
        ("get", "/", "405"),
        ("DELETE", "/api/rooms", "405"),
        ("GET", "/api/jobs/%ff", "400"),
        ("GET", "/web/%c0%ae%c0%ae/x", "400"),
        ("GET", "/web/..%2f..%2fetc%2fpasswd", "404"),
        ("GET", "/web/%2e%2e/%2e%2e/etc/passwd", "404"),
        ("GET", "/api/jobs/99999999999999999999", "404"),
        ("GET", "/api/rooms/%00", "404"),
    ] {
        let request =
            format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let told = say(port, &request);
        let (head, body) = told.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{method} {path}: {told}");
        assert!(head.contains("content-type: application/json"), "{method} {path}: {told}");
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert!(body["error"].is_string(), "{method} {path}: {told}");
    }
}

/// More connections than there are places, all of which say half of what they want: whoever comes then is answered once
/// they are cut off.
#[test]
fn half_requests_block_nobody_for_long() {
    let (_server, address) = start(&["--port", "0"]);
    let port = address.strip_prefix("http://localhost:").unwrap().trim_end_matches('/');
    let half = |_| {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: local").unwrap();
        stream
    };
    let mut halves: Vec<TcpStream> = (0..260).map(half).collect();
    assert!(get(port, "/").starts_with("HTTP/1.1 200"));
    let mut told = Vec::new();
    let _ = halves[0].read_to_end(&mut told);
    assert!(told.is_empty() || told.starts_with(b"HTTP/1.1 408"), "{}", told.escape_ascii());
}
