//! The server, asked as a page would ask it, without a network.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::routes::OPENAPI;
use super::{Access, JobLimits, Jobs, router};

fn bounds() -> JobLimits {
    JobLimits { workers: 2, waiting: 3, time: Duration::from_secs(20), memory: 1 << 30, threads: 1 }
}

struct Server {
    router: axum::Router,
    runtime: tokio::runtime::Runtime,
}

impl Server {
    fn new(access: Access) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Server { router: router(Jobs::start(bounds()).unwrap(), access), runtime }
    }

    fn send(&self, request: Request<Body>) -> Response {
        self.runtime.block_on(self.router.clone().oneshot(request)).unwrap()
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (StatusCode, Value) {
        let request = Request::builder().method(method).uri(path).header("host", "localhost:8137");
        let request = match body {
            Some(body) => request
                .header("content-type", "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        let response = self.send(request.unwrap());
        let status = response.status();
        let bytes = self.runtime.block_on(to_bytes(response.into_body(), 16 << 20)).unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    fn position(&self, question: &Value) -> Value {
        let (status, answer) = self.ask("POST", "/api/position", Some(question));
        assert_eq!(status, StatusCode::OK, "{question}: {answer}");
        answer
    }

    /// Submits a job and waits for its end.
    fn job(&self, task: &Value) -> Value {
        let (status, mut job) = self.ask("POST", "/api/jobs", Some(task));
        assert_eq!(status, StatusCode::ACCEPTED, "{task}: {job}");
        while matches!(job["state"].as_str(), Some("waiting" | "running")) {
            std::thread::sleep(Duration::from_millis(20));
            job = self.ask("GET", &format!("/api/jobs/{}", job["id"].as_str().unwrap()), None).1;
        }
        job
    }
}

/// A game of every name of `docs/interface.md` on a small board, with the options that it takes.
fn every_game() -> Vec<Value> {
    let examples = outplay_rules::games::GAMES.iter().flat_map(|game| game.examples);
    let question = |text: &&str| json!(text.parse::<outplay::Question>().unwrap());
    let mut games: Vec<Value> = examples.map(question).collect();
    for (game, board) in [
        ("octal:0.137", "heaps:9"),
        ("octal:4.0", "heaps:5"),
        ("octal:0.3F", "heaps:6"),
        ("hexadecimal:0.9", "heaps:5"),
        ("octal:0.33", "pode:1,1,2"),
        ("octal:0.7", "heaps:4 + cycle:4"),
        ("nim", "heaps:3,4,5"),
        ("nim", "path:4"),
        ("kayles", "heaps:7"),
        ("dawsons-kayles", "heaps:8"),
        ("dawsons-chess", "heaps:8"),
        ("robs-dots", "heaps:50"),
        ("officers", "heaps:8"),
        ("treblecross", "heaps:9"),
        ("subtraction:1,2,3", "heaps:9"),
        ("node-kayles", "petersen"),
        ("monochrome", "bipode:1,1;1,1;2"),
        ("arc-kayles", "wheel:5"),
        ("arc-kayles", "edges:1-1,1-2,1-2"),
        ("cram", "grid:3x4"),
        ("unshackle", "grid:3x3"),
        ("unshackle", "hypercube:3"),
        ("closing-octagons", "octagons:1x2"),
        ("strings-and-coins", "boxes:2x2"),
        ("dots-and-boxes", "hexagons:2x2"),
        ("nimstring", "boxes:1x2"),
        ("positional", "ttt:3"),
        ("positional", "lattice:3x4,3"),
        ("positional", "ttt:3^3"),
        ("maker-breaker", "pg:2,2"),
        ("avoider-enforcer", "ag:2,3"),
        ("chooser-picker", "sets:1-2-3,1-4-5"),
        ("picker-chooser", "matroid:fano,circuits"),
        ("hop", "pg:2,3"),
        ("fire-and-ice", "[pg:2,2 : pg:2,2]"),
    ] {
        games.push(json!({ "game": game, "board": board }));
    }
    games.push(json!({ "game": "kayles", "board": "heaps:4", "misere": true }));
    games
        .push(json!({ "game": "closing-octagons", "board": "octagons:1x2", "normal_rules": true }));
    games.push(
        json!({ "game": "maker-breaker", "board": "ttt:3", "bias": "1:2", "breaker_first": true }),
    );
    games.push(json!({ "game": "avoider-enforcer", "board": "ttt:3", "enforcer_first": true }));
    games
}

/// Plays the first, the last and a middle move in turn until the game is over; the server must agree at every step.
#[test]
fn every_game_is_played_to_its_end() {
    let server = Server::new(Access::Loopback);
    for mut question in every_game() {
        let mut position = server.position(&question);
        if let Some(starts) = position.get("starts") {
            question["start"] = starts[0].clone();
            position = server.position(&question);
        }
        let mut played: Vec<String> = Vec::new();
        while position["over"].is_null() {
            let moves = position["moves"].as_array().unwrap();
            assert!(!moves.is_empty(), "{question}: not over, but no move");
            assert!(played.len() < 400, "{question} does not end");
            let pick = match played.len() % 3 {
                0 => 0,
                1 => moves.len() - 1,
                _ => moves.len() / 2,
            };
            played.push(moves[pick]["move"].as_str().unwrap().to_string());
            question["after"] = json!(played.join(" "));
            position = server.position(&question);
            assert_eq!(position["log"].as_array().unwrap().len(), played.len());
        }
        assert_eq!(position["moves"], json!([]), "{question}");
        agrees_with_the_solver(&server, &question, &position);
    }
}

/// The end that the page shows is what the solver says of a position without moves.
fn agrees_with_the_solver(server: &Server, question: &Value, position: &Value) {
    let job = server.job(&json!({ "kind": "values", "question": question }));
    assert_eq!(job["state"], "done", "{question}: {job}");
    let winner = position["over"]["winner"].as_str().unwrap_or("none");
    assert_eq!(job["result"]["winner"], json!(winner), "{question}");
    if position["theory"] == "scoring" {
        let score = |i: usize| position["score"][i].as_i64().unwrap();
        assert_eq!(job["result"]["margin"], json!(score(0) - score(1)), "{question}");
        let earned = |who: &str| {
            let log = position["log"].as_array().unwrap().iter();
            log.filter(|e| e["by"] == who).map(|e| e["earned"].as_i64().unwrap()).sum::<i64>()
        };
        assert_eq!((earned("first"), earned("second")), (score(0), score(1)), "{question}");
        let freed = position["freed"].as_array().unwrap();
        let freed_by = |who: &str| freed.iter().filter(|by| **by == who).count() as i64;
        assert_eq!((freed_by("first"), freed_by("second")), (score(0), score(1)), "{question}");
    }
}

#[test]
fn fifty_dots_are_explained() {
    let server = Server::new(Access::Loopback);
    let question = json!({ "game": "robs-dots", "board": "heaps:50" });
    let result = server.job(&json!({ "kind": "values", "question": question }))["result"].clone();
    assert_eq!((&result["winner"], &result["outcome"]), (&json!("first"), &json!("N")));
    let moves = result["moves"].as_array().unwrap();
    for mv in moves {
        // A move is best exactly if the nim-sum of what it leaves is 0.
        let parts = mv["parts"].as_array().cloned().unwrap_or_default();
        let sum =
            parts.iter().fold(0, |sum, part| sum ^ part.as_str().unwrap().parse::<u32>().unwrap());
        assert_eq!(mv["best"], json!(sum == 0), "{mv}");
    }
    assert!(moves.iter().any(|mv| mv["best"] == json!(true)));
    assert!(result["explanation"][1].as_str().unwrap().contains("nim-sum 0"), "{result}");
    let reply = server.job(&json!({ "kind": "reply", "question": question }));
    let chosen = moves.iter().find(|mv| mv["move"] == reply["result"]["move"]).unwrap();
    assert_eq!((&chosen["best"], &reply["result"]["perfect"]), (&json!(true), &json!(true)));
}

#[test]
fn wrong_questions_are_explained() {
    let server = Server::new(Access::Loopback);
    for (question, word) in [
        (json!({ "game": "kayls", "board": "heaps:5" }), "did you mean kayles"),
        (json!({ "game": "kayles", "board": "heeps:5" }), "heaps"),
        (json!({ "game": "kayles", "board": "heaps:5", "after": "5>9" }), "move 1"),
        (json!({ "game": "kayles", "board": "@/etc/passwd.g6" }), "reads no files"),
        (json!({ "game": "hop", "board": "[@x.json : ttt:3]" }), "reads no files"),
        (json!({ "game": "unshackle", "board": "ttt:3" }), "a graph"),
        (json!({ "game": "kayles", "board": "heaps:5", "colour": 1 }), "colour"),
        (json!({ "game": "kayles" }), "board"),
        (json!({ "game": "kayles", "board": "heaps:4000000000" }), "too large for the page"),
        (
            json!({ "game": "octal:0.777777777777777777777777", "board": "complete:40" }),
            "too large",
        ),
        (json!({ "game": "nim", "board": "grid:6x6" }), "too large"),
        (json!({ "game": "unshackle", "board": "complete:100" }), "too large"),
        (json!({ "game": "chooser-picker", "board": "ttt:16" }), "too large"),
        (json!([1]), "not understood"),
    ] {
        let (status, answer) = server.ask("POST", "/api/position", Some(&question));
        assert_eq!(status, StatusCode::BAD_REQUEST, "{question}: {answer}");
        assert!(answer.to_string().contains(word), "{question}: {answer}");
    }
    assert_eq!(server.ask("POST", "/api/position", None).0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let large = json!({ "game": "kayles", "board": "x".repeat(70_000) });
    assert_eq!(server.ask("POST", "/api/position", Some(&large)).0, StatusCode::PAYLOAD_TOO_LARGE);
    let failed = server.job(&json!({ "kind": "reply", "strategy": "luck", "question": { "game": "nim", "board": "heaps:3" } }));
    assert_eq!(failed["state"], "failed");
    assert!(failed["error"]["details"].as_str().unwrap().contains("no strategy"), "{failed}");
}

/// A board that keeps any solver busy for far longer than the test.
fn heavy(index: usize) -> Value {
    let board = format!("complete:{}", 14 + index);
    json!({ "kind": "values", "question": { "game": "strings-and-coins", "board": board } })
}

#[test]
fn too_many_jobs_are_refused_and_cancelled_ones_make_room() {
    let server = Server::new(Access::Loopback);
    let mut ids = Vec::new();
    for index in 0..5 {
        let (status, job) = server.ask("POST", "/api/jobs", Some(&heavy(index)));
        assert_eq!(status, StatusCode::ACCEPTED, "{job}");
        ids.push(job["id"].as_str().unwrap().to_string());
    }
    // Two run, three wait: that is all there is room for.
    let (status, refusal) = server.ask("POST", "/api/jobs", Some(&heavy(6)));
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refusal["error"].as_str().unwrap().contains("busy"));
    // Positions are drawn all the same.
    server.position(&json!({ "game": "robs-dots", "board": "heaps:50" }));
    for id in &ids {
        assert_eq!(server.ask("DELETE", &format!("/api/jobs/{id}"), None).1["state"], "cancelled");
    }
    let light = json!({ "kind": "values", "question": { "game": "kayles", "board": "heaps:7" } });
    assert_eq!(server.job(&light)["result"]["outcome"], "N");
    assert_eq!(server.ask("GET", "/api/load", None).1["waiting"], 0);
}

#[test]
fn events_tell_the_end_and_a_listener_who_leaves_stops_the_job() {
    let server = Server::new(Access::Loopback);
    let get = |path: &str| {
        let request = Request::builder().uri(path).header("host", "localhost");
        server.send(request.body(Body::empty()).unwrap())
    };
    let done = server.job(&json!({ "kind": "sequence", "code": "kayles", "to": 100 }));
    assert_eq!((&done["result"]["period"], &done["result"]["proved"]), (&json!(12), &json!(true)));
    let response = get(&format!("/api/jobs/{}/events", done["id"].as_str().unwrap()));
    let text = server.runtime.block_on(to_bytes(response.into_body(), 1 << 20)).unwrap();
    assert!(String::from_utf8_lossy(&text).contains("\"state\":\"done\""));
    let (_, job) = server.ask("POST", "/api/jobs", Some(&heavy(0)));
    let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
    drop(get(&format!("{path}/events")));
    assert_eq!(server.ask("GET", &path, None).1["state"], "cancelled");
}

#[test]
fn tables_pairs_graphs_and_partners() {
    let server = Server::new(Access::Loopback);
    let table = server.job(
        &json!({ "kind": "table", "question": { "game": "cram", "board": "grid:1..2x1..3" } }),
    );
    assert_eq!(table["result"]["ranges"], json!([[1, 2], [1, 3]]));
    assert_eq!(table["result"]["cells"], json!(["0", "1", "1", "1", "0", "1"]));
    let pairs = server.job(&json!({ "kind": "pairs", "code": "nim", "total": 6 }));
    assert_eq!(pairs["result"]["positions"], json!([[1, 1], [2, 2], [3, 3]]));
    let question = json!({ "game": "cram", "board": "grid:2x2" });
    let graph =
        server.job(&json!({ "kind": "game-graph", "question": question }))["result"].clone();
    // Four first moves lead to four positions, each of which has one move to the empty board.
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 6);
    assert_eq!(graph["edges"].as_array().unwrap().len(), 8);
    let outcomes: Vec<&str> = graph["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n["value"]["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["P", "N", "N", "N", "N", "P"]);
    let symmetry = server.job(
        &json!({ "kind": "symmetry", "question": { "game": "unshackle", "board": "grid:2x2" } }),
    );
    // The half turn earns the second player nothing here, but the reflection in a diagonal wins.
    assert_eq!(symmetry["result"]["partners"], json!([3, 1, 2, 0]));
    assert_eq!(symmetry["result"]["strategy"]["earns"], "win");
    let large = server.job(
        &json!({ "kind": "game-graph", "question": { "game": "nim", "board": "heaps:20,20,20" } }),
    );
    assert_eq!(large["state"], "failed");
}

#[test]
fn the_weights_of_the_paper() {
    let server = Server::new(Access::Loopback);
    // After Xavier's first hop on PG(2,3) the alpha-weight is 22/16; a point on the line of both weighs 7/16, any
    // other 6/16 (proof of Proposition 3.3.3).
    let question = json!({ "game": "hop", "board": "pg:2,3", "start": "1", "after": "1>2" });
    let position = server.position(&question);
    assert_eq!(position["weights"]["alpha"]["position"], "11/8");
    let weights = position["weights"]["alpha"]["points"].as_array().unwrap();
    let count = |weight: Value| weights.iter().filter(|w| **w == weight).count();
    assert_eq!((count(json!("7/16")), count(json!("3/8")), count(Value::Null)), (2, 9, 2));
    assert_eq!(position["weights"]["alpha_over_time"], json!(["11/8"]));
    // The proof goes on: she hops to a point on that line, he off it, and the weight is 5/4.
    let find = |points: &Value, weight: &str| {
        points.as_array().unwrap().iter().position(|w| w == weight).unwrap() + 1
    };
    let on_line = find(&position["weights"]["alpha"]["points"], "7/16");
    let after = |moves: String| {
        server.position(&json!({ "game": "hop", "board": "pg:2,3", "start": "1", "after": moves }))
    };
    let later = after(format!("1>2 1>{on_line}"));
    let off_line = find(&later["weights"]["beta"]["points"], "5/16");
    let last = after(format!("1>2 1>{on_line} 2>{off_line}"));
    assert_eq!(last["weights"]["alpha_over_time"], json!(["11/8", "5/4"]));
}

#[test]
fn named_strategies_play() {
    let server = Server::new(Access::Loopback);
    let mut question = json!({ "game": "unshackle", "board": "grid:3x3" });
    let fitting =
        server.job(&json!({ "kind": "strategies", "question": question }))["result"].clone();
    let names = |who: &str| {
        let list = fitting[who].as_array().unwrap().iter();
        list.map(|entry| entry["name"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert!(names("second").contains(&"shadow-point".to_string()), "{fitting}");
    assert!(!names("second").contains(&"hop-ttt".to_string()), "{fitting}");
    // The shadow of the top left edge is the bottom right one.
    question["after"] = json!("1-2");
    let reply = |strategy: &str| {
        server.job(&json!({ "kind": "reply", "strategy": strategy, "question": question }))
    };
    assert_eq!(reply("shadow-point")["result"]["move"], "8-9");
    assert_eq!(reply("hop-ttt")["state"], "failed");
}

#[test]
fn claims_are_listed_and_checked() {
    let server = Server::new(Access::Loopback);
    let (_, list) = server.ask("GET", "/api/claims", None);
    let claims = list["claims"].as_array().unwrap().iter();
    let ids: Vec<&str> = claims.map(|claim| claim["id"].as_str().unwrap()).collect();
    assert!(ids.len() > 50 && ids.contains(&"dailly/53"), "{ids:?}");
    assert_eq!(server.job(&json!({ "kind": "claim", "id": "nobody/0" }))["state"], "failed");
}

#[test]
fn strangers_are_refused() {
    let server = Server::new(Access::Loopback);
    let send = |server: &Server, path: &str, headers: &[(&str, &str)]| {
        let request =
            headers.iter().fold(Request::builder().uri(path), |r, (k, v)| r.header(*k, *v));
        server.send(request.body(Body::empty()).unwrap())
    };
    assert_eq!(
        send(&server, "/api/names", &[("host", "evil.example")]).status(),
        StatusCode::FORBIDDEN
    );
    let foreign = [("host", "localhost:1"), ("origin", "http://evil.example")];
    assert_eq!(send(&server, "/api/names", &foreign).status(), StatusCode::FORBIDDEN);
    let page = send(&server, "/", &[("host", "[::1]:8137")]);
    assert_eq!(page.status(), StatusCode::OK);
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("'unsafe"));
    for path in ["/web/../Cargo.toml", "/web/%2e%2e/Cargo.toml", "/web//etc/passwd", "/nothing"] {
        assert_eq!(
            send(&server, path, &[("host", "localhost")]).status(),
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    let server = Server::new(Access::Token("secret".into()));
    let host = ("host", "lab.example:8137");
    let ask = |path: &str, header| send(&server, path, &[host, header]).status();
    for path in ["/", "/api/names", "/?token=secret", "/web/js/main.js"] {
        assert_eq!(send(&server, path, &[host]).status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    assert_eq!(send(&server, "/web/js/enter.js", &[host]).status(), StatusCode::OK);
    let known = ("authorization", "Bearer secret");
    let enter = |header: (&str, &str)| {
        let request = Request::builder().method("POST").uri("/enter");
        let request = [host, header].iter().fold(request, |r, (k, v)| r.header(*k, *v));
        server.send(request.body(Body::empty()).unwrap())
    };
    assert_eq!(enter(("authorization", "Bearer wrong1")).status(), StatusCode::UNAUTHORIZED);
    let admitted = enter(known);
    assert_eq!(admitted.status(), StatusCode::NO_CONTENT);
    assert!(admitted.headers()["set-cookie"].to_str().unwrap().contains("HttpOnly"));
    assert_eq!(ask("/api/names", ("cookie", "a=b; outplay=secret")), StatusCode::OK);
    assert_eq!(ask("/api/names", known), StatusCode::OK);
    for (origin, status) in [
        ("http://lab.example:8137", StatusCode::OK),
        ("https://lab.example:8137", StatusCode::OK),
        ("http://evil.example", StatusCode::FORBIDDEN),
        ("null", StatusCode::FORBIDDEN),
    ] {
        let asked = send(&server, "/api/names", &[host, known, ("origin", origin)]);
        assert_eq!(asked.status(), status, "{origin}");
    }
    assert_ne!(super::new_token(), super::new_token());
}

#[test]
fn a_request_names_one_host() {
    for access in [Access::Loopback, Access::Token("secret".into())] {
        let server = Server::new(access);
        let ask = |hosts: &[&[u8]]| {
            let request =
                Request::builder().uri("/api/names").header("authorization", "Bearer secret");
            let request = hosts.iter().fold(request, |r, host| r.header("host", *host));
            server.send(request.body(Body::empty()).unwrap()).status()
        };
        assert_eq!(ask(&[b"localhost"]), StatusCode::OK);
        let wrong: [&[&[u8]]; 4] =
            [&[], &[b""], &[b"localhost", b"localhost"], &[b"local\xffhost"]];
        for wrong in wrong {
            assert_eq!(ask(wrong), StatusCode::BAD_REQUEST, "{wrong:?}");
        }
        // As to a proxy: the first line names a host, too.
        let absolute = |uri: &str| {
            let request = Request::builder().uri(uri).header("authorization", "Bearer secret");
            let request = request.header("host", "localhost");
            server.send(request.body(Body::empty()).unwrap()).status()
        };
        assert_eq!(absolute("http://localhost/api/names"), StatusCode::OK);
        assert_eq!(absolute("http://evil.example/api/names"), StatusCode::BAD_REQUEST);
    }
}

/// One client asks for more than there are workers; another is served all the same, and finds room in the queue.
#[test]
fn nobody_starves() {
    let server = Server::new(Access::Loopback);
    let submit = |client: &str, task: &Value| {
        let request =
            Request::builder().method("POST").uri("/api/jobs").header("host", "localhost");
        let request = request.header("content-type", "application/json").header("x-client", client);
        let response = server.send(request.body(Body::from(task.to_string())).unwrap());
        let status = response.status();
        let bytes = server.runtime.block_on(to_bytes(response.into_body(), 1 << 20)).unwrap();
        (status, serde_json::from_slice::<Value>(&bytes).unwrap())
    };
    let solve =
        |board: &str| json!({ "kind": "values", "question": { "game": "cram", "board": board } });
    let greedy: Vec<Value> =
        (0..4).map(|n| submit("greedy", &solve(&format!("grid:9x{}", 10 + n))).1).collect();
    let (status, mut modest) = submit("modest", &solve("grid:4x5"));
    assert_eq!(status, StatusCode::ACCEPTED);
    while matches!(modest["state"].as_str(), Some("waiting" | "running")) {
        std::thread::sleep(Duration::from_millis(20));
        modest =
            server.ask("GET", &format!("/api/jobs/{}", modest["id"].as_str().unwrap()), None).1;
    }
    assert_eq!(modest["state"], "done");
    for job in &greedy {
        let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
        assert!(matches!(
            server.ask("GET", &path, None).1["state"].as_str(),
            Some("waiting" | "running")
        ));
        server.ask("DELETE", &path, None);
    }
}

/// Partners are called a strategy only where every game of a shadow player was followed and won.
#[test]
fn partners_win_only_where_that_is_proved() {
    let server = Server::new(Access::Loopback);
    let strategy = |game: &str, board: &str| {
        let task = json!({ "kind": "symmetry", "question": { "game": game, "board": board } });
        let found = server.job(&task)["result"].clone();
        assert_eq!(found["complete"], json!(true), "{game} {board}");
        found["strategy"].clone()
    };
    let second = json!({ "player": "second", "opening": null, "earns": "win" });
    assert_eq!(strategy("cram", "grid:2x2"), second);
    assert_eq!(strategy("cram", "grid:4x4"), second);
    // Taking both vertices at once wins; the second player has no use for partners.
    assert_eq!(strategy("octal:0.33", "path:2")["player"], "first");
    assert_eq!(strategy("octal:0.33", "path:3"), Value::Null);
    // The first player takes the domino in the middle and then answers.
    let odd = strategy("cram", "grid:2x3");
    assert_eq!((&odd["player"], &odd["opening"]), (&json!("first"), &json!("2,5")));
    // Where the shadow player wins, the solver agrees.
    for (game, board) in [
        ("node-kayles", "cycle:6"),
        ("node-kayles", "path:5"),
        ("grim", "grid:2x3"),
        ("arc-kayles", "cycle:8"),
    ] {
        let found = strategy(game, board);
        let task = json!({ "kind": "values", "question": { "game": game, "board": board } });
        let winner = server.job(&task)["result"]["winner"].clone();
        assert!(found.is_null() || found["player"] == winner, "{game} {board}: {found}, {winner}");
    }
}

/// Somebody who sees to the end plays as the solver does; a beginner errs but plays by the rules.
#[test]
fn levels_play_legal_moves_and_seers_find_wins_in_sight() {
    let server = Server::new(Access::Loopback);
    for question in every_game() {
        let position = server.position(&question);
        if position.get("starts").is_some() {
            continue;
        }
        for level in ["beginner", "sees-2"] {
            let reply =
                server.job(&json!({ "kind": "reply", "question": question, "strategy": level }));
            let mv = &reply["result"]["move"];
            let legal = position["moves"].as_array().unwrap().iter().any(|one| one["move"] == *mv);
            assert!(legal, "{level} {question}: {reply}");
            assert!(reply["result"]["perfect"].is_null(), "nobody calls that perfect");
        }
    }
    let won = json!({ "game": "positional", "board": "ttt:3", "after": "1 4 2 5" });
    let reply = server.job(&json!({ "kind": "reply", "question": won, "strategy": "sees-1" }));
    assert_eq!(reply["result"]["move"], json!("3"));
    let threatened = json!({ "game": "positional", "board": "ttt:3", "after": "1 5 2" });
    let reply =
        server.job(&json!({ "kind": "reply", "question": threatened, "strategy": "sees-2" }));
    assert_eq!(reply["result"]["move"], json!("3"));
}

/// The solver of the command line agrees that one move wins; the same number makes the same puzzle.
#[test]
fn puzzles_have_exactly_one_winning_move() {
    let server = Server::new(Access::Loopback);
    for (game, number) in [
        (json!("kayles"), 1),
        (json!("cram"), 2),
        (json!("positional"), 3),
        (Value::Null, 20_261_118),
    ] {
        let task = json!({ "kind": "puzzle", "game": game, "number": number });
        let puzzle = server.job(&task)["result"]["puzzle"].clone();
        assert!(puzzle.is_object(), "{task}");
        let values =
            server.job(&json!({ "kind": "values", "question": puzzle["question"] }))["result"]
                .clone();
        assert_eq!(values["winner"], puzzle["to_move"]);
        let wins = values["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|mv| mv["winner"] == puzzle["to_move"]);
        let wins: Vec<&Value> = wins.map(|mv| &mv["move"]).collect();
        assert_eq!(wins, [&puzzle["solution"]], "{puzzle}");
        assert_eq!(server.job(&task)["result"]["puzzle"], puzzle);
    }
    let unknown = server.job(&json!({ "kind": "puzzle", "game": "nonsense", "number": 1 }));
    assert_eq!(unknown["state"], "failed");
}

/// Starts that a symmetry takes to each other have the value of one of them.
#[test]
fn every_start_of_a_hop_game_is_valued() {
    let server = Server::new(Access::Loopback);
    let found =
        server.job(&json!({ "kind": "starts", "question": { "game": "hop", "board": "ttt:3" } }));
    let starts = found["result"]["starts"].as_array().unwrap().clone();
    assert_eq!(starts.len(), 9);
    for start in starts {
        let question = json!({ "game": "hop", "board": "ttt:3", "start": start["start"] });
        let values =
            server.job(&json!({ "kind": "values", "question": question }))["result"].clone();
        assert_eq!(values["winner"], start["winner"], "{start}");
    }
}

/// A game that was thrown away shows where.
#[test]
fn a_review_values_every_position() {
    let server = Server::new(Access::Loopback);
    let question = json!({ "game": "nim", "board": "heaps:3,5", "after": "3>2 5>2 2>0 2>0" });
    let found = server.job(&json!({ "kind": "review", "question": question }))["result"].clone();
    let positions = found["positions"].as_array().unwrap().iter();
    let winners: Vec<&str> = positions.map(|one| one["winner"].as_str().unwrap()).collect();
    // 5>3 would have kept the win: the first move gives it away.
    assert_eq!(winners, ["first", "second", "second", "second", "second"]);
}

/// Two people in a room: each moves in turn, strangers do not.
#[test]
fn two_people_play_in_a_room() {
    let server = Server::new(Access::Loopback);
    let opening = json!({ "question": { "game": "nim", "board": "heaps:2,1" }, "seat": "second" });
    let (status, mine) = server.ask("POST", "/api/rooms", Some(&opening));
    assert_eq!((status, &mine["seat"]), (StatusCode::OK, &json!("second")));
    let room = format!("/api/rooms/{}", mine["code"].as_str().unwrap());
    assert_eq!(server.ask("GET", &room, None).1["full"], json!(false));
    let yours = server.ask("POST", &format!("{room}/seat"), None).1;
    assert_eq!(yours["seat"], json!("first"));
    assert_eq!(server.ask("POST", &format!("{room}/seat"), None).0, StatusCode::CONFLICT);
    let play = |key: &Value, ply: u32, mv: Value| {
        server.ask("POST", &room, Some(&json!({ "key": key, "ply": ply, "move": mv })))
    };
    assert_eq!(play(&mine["key"], 0, json!("2>0")).0, StatusCode::CONFLICT, "not my turn");
    assert_eq!(play(&json!("guess"), 0, json!("2>0")).0, StatusCode::FORBIDDEN);
    assert_eq!(play(&yours["key"], 0, json!("3>0")).0, StatusCode::BAD_REQUEST);
    assert_eq!(play(&yours["key"], 0, json!("2>0 1>0")).0, StatusCode::BAD_REQUEST);
    let (status, view) = play(&yours["key"], 0, json!("2>0"));
    assert_eq!((status, &view["question"]["after"]), (StatusCode::OK, &json!("2>0")));
    assert_eq!(play(&yours["key"], 0, json!("2>1")).0, StatusCode::CONFLICT, "an old board");
    assert_eq!(play(&mine["key"], 1, json!("1>0")).0, StatusCode::OK);
    assert_eq!(play(&mine["key"], 2, Value::Null).1["question"]["after"], json!(""));
    assert_eq!(server.ask("GET", "/api/rooms/nowhere", None).0, StatusCode::NOT_FOUND);
}

/// Every route is described, and everything described is there.
#[test]
fn the_description_is_complete() {
    let server = Server::new(Access::Loopback);
    let described: Value = serde_json::from_str(OPENAPI).unwrap();
    let source = include_str!("routes.rs");
    let routes: Vec<String> = source
        .lines()
        .filter_map(|line| line.trim().strip_prefix(".route(\"")?.split('"').next())
        .map(|path| path.replace("{*", "{"))
        .collect();
    let paths = described["paths"].as_object().unwrap();
    assert_eq!(paths.keys().cloned().collect::<Vec<_>>(), routes);
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let path = path.replace("{id}", "999").replace("{path}", "index.html");
            let path = path.replace("{code}", "nowhere");
            let (status, _) = server.ask(&method.to_uppercase(), &path, None);
            assert_ne!(status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        }
    }
}

/// Every game of the registry is offered to whoever tries the interface.
#[test]
fn the_description_knows_games_to_try() {
    let (_, served) = Server::new(Access::Loopback).ask("GET", "/api/openapi.json", None);
    let games = served["components"]["schemas"]["Question"]["properties"]["game"].to_string();
    for game in outplay_rules::games::GAMES {
        let example = game.examples[0].split(' ').next().unwrap();
        assert!(games.contains(&format!("\"{example}\"")), "{example}");
    }
}

/// The schemas of what is asked and answered are made of the types. `UPDATE_OPENAPI=1` writes them anew.
#[test]
fn the_description_is_that_of_the_types() {
    use schemars::generate::SchemaSettings;
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut asked = settings.clone().for_deserialize().into_generator();
    asked.subschema_for::<outplay_page::work::Task>();
    asked.subschema_for::<super::rooms::Opening>();
    asked.subschema_for::<super::rooms::RoomMove>();
    let mut answered = settings.for_serialize().into_generator();
    answered.subschema_for::<super::jobs::Report>();
    answered.subschema_for::<super::jobs::Load>();
    answered.subschema_for::<outplay_page::names::Names>();
    answered.subschema_for::<outplay_page::choices::Choices>();
    answered.subschema_for::<outplay_page::content::Content>();
    answered.subschema_for::<super::rooms::Seated>();
    answered.subschema_for::<super::rooms::RoomView>();
    answered.subschema_for::<outplay_page::refusal::RefusalBody>();
    answered.subschema_for::<outplay::door::games::Games>();
    answered.subschema_for::<outplay::Position>();
    answered.subschema_for::<outplay_lab::report::ClaimReport>();
    let mut described: Value = serde_json::from_str(OPENAPI).unwrap();
    let served = described.clone();
    let schemas = described["components"]["schemas"].as_object_mut().unwrap();
    for (name, schema) in
        asked.take_definitions(true).into_iter().chain(answered.take_definitions(true))
    {
        schemas.insert(name, schema);
    }
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");
        std::fs::write(path, serde_json::to_string_pretty(&described).unwrap() + "\n").unwrap();
        return;
    }
    assert_eq!(served, described, "UPDATE_OPENAPI=1 cargo test -p outplay-server description");
    // Every reference leads somewhere.
    let text = served.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(served.pointer(reference).is_some(), "{reference}");
    }
}
