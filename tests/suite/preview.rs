//! `cvpress preview` and `cvpress edit`, as a browser sees them.

use std::io::{Read, Write};

use serde_json::{Value as Json, json};

use crate::support::browser::{Preview, Reply};
use crate::support::sandbox::Sandbox;

const ADA: &str = "date = \"2026\"\n[person]\nname = \"Ada\"\nheadline = \"Engineer\"\n";

/// Returns a folder with a profile.
fn ada() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", ADA);
    sandbox
}

/// Returns the text on the pages of a state.
fn shown(preview: &Preview, state: &Json) -> String {
    let mut text = String::new();
    for page in state["pages"].as_array().expect("pages") {
        let hash = page["text"].as_str().expect("a hash");
        let boxes = preview.get(&format!("/text/{hash}.json")).json();
        for text_box in boxes["boxes"].as_array().expect("boxes") {
            text += text_box["text"].as_str().expect("a text");
            text.push(' ');
        }
    }
    text
}

#[track_caller]
fn assert_has_policy(reply: &Reply) {
    let policy = reply.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    assert!(!policy.contains("unsafe-eval"), "{policy}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "same-origin"),
        ("referrer-policy", "no-referrer"),
    ] {
        assert_eq!(reply.header(name), Some(value));
    }
    assert!(reply.header("cache-control").is_some());
}

#[test]
fn a_second_preview_of_a_file_has_another_port() {
    let sandbox = ada();
    let first = Preview::start(&sandbox, "preview a.toml", &[]);
    let second = Preview::start(&sandbox, "preview a.toml", &[]);
    assert_ne!(first.port, second.port);
    assert_eq!(second.get("/").status, 200);
}

#[test]
fn page_needs_the_token_of_its_address() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "preview a.toml", &[]);
    assert_eq!(preview.token.len(), 32);
    let host = preview.host();
    let bare = |path: &str, cookie: &str| {
        preview.bare("GET", path, &[("Host", &host), ("Cookie", cookie)], "")
    };
    let cookie = preview.cookie();
    let shorter = &cookie[..cookie.len() - 1];
    let other = format!("{shorter}{}", if cookie.ends_with('0') { '1' } else { '0' });
    let on_other_port = cookie.replacen("cvpress-", "cvpress-1", 1);
    for cookie in ["", shorter, &other, &on_other_port] {
        for path in ["/", "/events", "/profile", "/assets/style.css", "/none"] {
            let reply = bare(path, cookie);
            assert_eq!(reply.status, 401, "{path} {cookie}");
            assert_has_policy(&reply);
        }
    }
    assert_eq!(bare("/?token=", "").status, 401);
    assert_eq!(bare(&format!("/?token={}0", preview.token), "").status, 401);
    let path = format!("/?token={}", preview.token);
    let reply = bare(&path, "");
    assert_eq!(reply.status, 303);
    assert_eq!(reply.header("location"), Some("/"));
    let expected = format!("{cookie}; HttpOnly; SameSite=Strict; Path=/");
    assert_eq!(reply.header("set-cookie"), Some(expected.as_str()));
    // The token opens the page, and nothing else.
    let path = format!("/profile?token={}", preview.token);
    assert_eq!(bare(&path, "").status, 401);
    let reply = preview.get("/");
    assert_eq!(reply.status, 200);
    assert_has_policy(&reply);
}

#[test]
#[cfg(target_os = "linux")]
fn the_browser_is_started_with_a_token_that_works_once() {
    use std::os::unix::fs::PermissionsExt;

    let sandbox = ada();
    sandbox.write(
        "bin/xdg-open",
        "#!/bin/sh\nprintf %s \"$1\" > part && mv part opened\n",
    );
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(sandbox.path("bin/xdg-open"), executable).expect("permissions");
    let mut command = sandbox.command("preview a.toml");
    let path = format!("{}:/usr/bin:/bin", sandbox.path("bin").display());
    let preview = Preview::run(command.env("PATH", path));
    while !sandbox.path("opened").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let address = sandbox.read("opened");
    let path = address.split_once(&preview.host()).expect("an address").1;
    assert!(path.starts_with("/?token=") && !path.contains(&preview.token));
    let host = preview.host();
    let open = || preview.bare("GET", path, &[("Host", &host)], "");
    let first = open();
    assert_eq!(first.status, 303);
    let cookie = first.header("set-cookie").expect("a cookie");
    assert!(cookie.starts_with(&preview.cookie()), "{cookie}");
    assert_eq!(open().status, 401);
}

#[test]
fn head_is_answered_as_get_without_a_body() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "preview a.toml", &[]);
    let state = preview
        .events()
        .state(|state| state["pages"][0].is_object());
    let page = format!(
        "/page/{}.svg",
        state["pages"][0]["hash"].as_str().expect("a hash")
    );
    let (host, cookie) = (preview.host(), preview.cookie());
    let headers = [("Host", &*host), ("Cookie", &*cookie)];
    for path in [
        "/",
        "/assets/style.css",
        "/profile",
        &page,
        "/export",
        "/none",
        "/view",
    ] {
        let get = preview.get(path);
        let head = preview.bare("HEAD", path, &headers, "");
        assert_eq!(head.head, get.head, "{path}");
        assert!(head.body.is_empty(), "{path}");
        let length = get.header("content-length").map(str::to_owned);
        assert_eq!(length, Some(get.body.len().to_string()), "{path}");
    }
    // The stream of events has no length; only its head is sent.
    let events = preview.bare("HEAD", "/events", &headers, "");
    assert_eq!(events.status, 200);
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    assert_eq!(events.header("content-length"), None);
    assert!(events.body.is_empty());
    // It needs the same rights.
    let refused = preview.bare("HEAD", "/profile", &[("Host", &host)], "");
    assert_eq!(refused.status, 401);
    assert!(refused.body.is_empty());
}

#[test]
fn other_names_of_the_server_are_refused() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "preview a.toml", &["--allow-host", "cv.example"]);
    let cookie = preview.cookie();
    let status = |host: &str| {
        let headers = [("Host", host), ("Cookie", &cookie)];
        preview.bare("GET", "/", &headers, "").status
    };
    for host in [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "",
        "127.0.0.1:80:evil",
    ] {
        assert_eq!(status(host), 403, "{host}");
    }
    for host in [
        "127.0.0.1",
        "localhost:1",
        "LOCALHOST",
        "cv.example",
        "CV.example:443",
    ] {
        assert_eq!(status(host), 200, "{host}");
    }
    let none = preview.bare("GET", "/", &[("Cookie", &cookie)], "");
    assert_eq!(none.status, 403);
    let twice = [
        ("Host", "localhost"),
        ("Host", "localhost"),
        ("Cookie", &*cookie),
    ];
    assert_eq!(preview.bare("GET", "/", &twice, "").status, 403);
    // The token does not help.
    let path = format!("/?token={}", preview.token);
    let reply = preview.bare("GET", &path, &[("Host", "evil.example")], "");
    assert_eq!(reply.status, 403);
}

#[test]
fn changes_come_from_the_page_only() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "edit a.toml", &[]);
    let (host, cookie) = (preview.host(), preview.cookie());
    let own = format!("http://{host}");
    let body = json!({ "text": ADA }).to_string();
    let status = |further: &[(&str, &str)]| {
        let mut headers = vec![("Host", host.as_str()), ("Cookie", &cookie)];
        headers.extend(further);
        preview.bare("POST", "/draft", &headers, &body).status
    };
    let json = ("Content-Type", "application/json");
    assert_eq!(status(&[json]), 403);
    for origin in [
        "http://evil.example",
        "null",
        "",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
    ] {
        assert_eq!(status(&[json, ("Origin", origin)]), 403, "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        let further = [json, ("Sec-Fetch-Site", site), ("Origin", &own)];
        assert_eq!(status(&further), 403, "{site}");
    }
    assert_eq!(status(&[json, ("Sec-Fetch-Site", "none")]), 403);
    assert_eq!(status(&[("Origin", &own)]), 415);
    for media_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonx",
    ] {
        let further = [("Origin", own.as_str()), ("Content-Type", media_type)];
        assert_eq!(status(&further), 415, "{media_type}");
    }
    assert_eq!(status(&[json, ("Origin", &own)]), 202);
    assert_eq!(status(&[json, ("Sec-Fetch-Site", "same-origin")]), 202);
    // Other sites cannot show pages either, even with the cookie.
    let headers = [
        ("Host", host.as_str()),
        ("Cookie", &cookie),
        ("Sec-Fetch-Site", "same-site"),
    ];
    assert_eq!(preview.bare("GET", "/profile", &headers, "").status, 403);
}

#[test]
fn malformed_and_large_requests_are_refused() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "edit a.toml", &[]);
    let (host, cookie) = (preview.host(), preview.cookie());
    let head = format!(
        "POST /draft HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nOrigin: http://{host}\r\n\
         Content-Type: application/json\r\n"
    );
    let status = |rest: &str| preview.send(format!("{head}{rest}").as_bytes()).status;
    assert_eq!(status("Content-Length: 99999999999\r\n\r\n"), 413);
    assert_eq!(status("Content-Length: 30000000\r\n\r\n"), 413);
    assert_eq!(status("Content-Length: -1\r\n\r\n"), 400);
    assert_eq!(status("Content-Length: +2\r\n\r\n{}"), 400);
    assert_eq!(
        status("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
        400
    );
    assert_eq!(
        status("Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        411
    );
    assert_eq!(status("Content-Length: 2\r\n\r\n{}"), 400);
    assert_eq!(status("Content-Length: 3\r\n\r\n\u{fffd}"), 400);
    let long = format!("X: {}\r\n\r\n", "a".repeat(20_000));
    assert_eq!(status(&long), 431);
    assert_eq!(status(&"X: a\r\n".repeat(80)), 431);
    assert_eq!(preview.send(b"GET\r\n\r\n").status, 400);
    assert_eq!(preview.send(b"\x00\x01\x02\x03\r\n\r\n").status, 400);
    // Connections that say nothing, or end in the middle, leave it as it was.
    let silent: Vec<_> = (0..40).map(|_| preview.connect()).collect();
    let mut partial = preview.connect();
    partial.write_all(b"GET / HT").expect("a connection");
    assert_eq!(preview.get("/").status, 200);
    drop((silent, partial));
    assert_eq!(preview.get("/").status, 200);
}

#[test]
fn connections_that_say_nothing_keep_no_other_away() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "preview a.toml", &[]);
    let mut silent: Vec<_> = (0..200).map(|_| preview.connect()).collect();
    assert_eq!(preview.get("/").status, 200);
    // The oldest were closed, and the newest can still ask.
    let closed = silent[0].read(&mut [0]).map_or(true, |count| count == 0);
    assert!(closed);
    let mut last = silent.pop().expect("a connection");
    let (host, cookie) = (preview.host(), preview.cookie());
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
    last.write_all(request.as_bytes()).expect("a connection");
    let mut reply = String::new();
    last.read_to_string(&mut reply).expect("a reply");
    assert!(reply.starts_with("HTTP/1.1 200 OK\r\n"), "{reply}");
}

#[test]
fn nothing_but_the_page_and_the_profile_can_be_read() {
    let sandbox = ada();
    sandbox.write("secret.txt", "secret");
    let preview = Preview::start(&sandbox, "preview a.toml", &[]);
    for path in [
        "/assets/../a.toml",
        "/assets/../../../secret.txt",
        "/assets/%2e%2e/secret.txt",
        "/assets//etc/passwd",
        "/assets/",
        "/page/../secret.txt",
        "/page/a.svg",
        "/page/.svg",
        "/text/secret.txt.json",
        "/secret.txt",
        "/a.toml",
        "//etc/passwd",
    ] {
        let reply = preview.get(path);
        assert_eq!(reply.status, 404, "{path}");
        assert!(!reply.text().contains("secret\n"), "{path}");
    }
    for path in ["/thumbnail/../secret.txt", "/thumbnail/..%2f..png"] {
        assert_eq!(preview.get(path).status, 409, "{path}");
    }
    assert_eq!(preview.get("/profile").json()["text"], ADA);
}

#[test]
fn a_save_shows_and_an_error_keeps_the_pages() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "preview a.toml", &[]);
    let mut events = preview.events();
    let first = events.next();
    assert_eq!(first.name, "state");
    assert_eq!(first.data["stale"], false);
    assert_eq!(first.data["mode"], "view");
    assert_eq!(first.data["file"], "a.toml");
    assert!(shown(&preview, &first.data).contains("Engineer"));
    let findings = events.next();
    assert_eq!(findings.name, "findings");
    assert_eq!(findings.data["version"], first.data["version"]);
    sandbox.write("a.toml", &ADA.replace("Engineer", "Analyst"));
    // A state of a file that is half written may come before.
    let second =
        events.state(|state| state["etag"] != first.data["etag"] && state["stale"] == false);
    assert!(shown(&preview, &second).contains("Analyst"));
    assert_eq!(second["pages"].as_array().expect("pages").len(), 1);
    sandbox.write("a.toml", &format!("{ADA}nmae = \"x\"\n"));
    let wrong = events.state(|state| state["findings"][0]["line"] == 5);
    assert_eq!(wrong["stale"], true);
    assert_eq!(wrong["pages"], second["pages"]);
    assert!(shown(&preview, &wrong).contains("Analyst"));
    let finding = &wrong["findings"][0];
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["line"], 5);
    assert_eq!(finding["column"], 1);
    assert_eq!(finding["start"], ADA.len());
    assert_eq!(finding["file"], Json::Null);
    let excerpt = finding["excerpt"].as_str().expect("a text");
    assert!(
        excerpt.contains("5 | nmae") && excerpt.contains("^^^^"),
        "{excerpt}"
    );
    sandbox.write("a.toml", "[person\n");
    let broken = events.state(|state| state["findings"][0]["rule"] == "toml-syntax");
    assert_eq!(broken["stale"], true);
    assert_eq!(broken["pages"], second["pages"]);
    assert_eq!(broken["layout"], second["layout"]);
    // An editor may replace the file by another.
    sandbox.write("a.toml~", &ADA.replace("Engineer", "Poet"));
    std::fs::rename(sandbox.path("a.toml~"), sandbox.path("a.toml")).expect("a file");
    let renamed = events.state(|state| state["stale"] == false);
    assert!(shown(&preview, &renamed).contains("Poet"));
    // A page that is opened later sees the same.
    let late = preview.events().next();
    assert_eq!(late.name, "state");
    assert_eq!(late.data["pages"], renamed["pages"]);
}

#[test]
fn pictures_are_named_by_their_content_and_inert() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", &format!("{ADA}photo = \"me.svg\"\n"));
    sandbox.write(
        "me.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"120\">\
         <script>fetch('/profile')</script><rect width=\"90\" height=\"120\" fill=\"red\"/></svg>",
    );
    let preview = Preview::start(&sandbox, "preview a.toml", &["--layout", "europass"]);
    let state = preview.events().state(|_| true);
    assert_eq!(state["stale"], false, "{}", state["findings"]);
    let hash = state["pages"][0]["hash"].as_str().expect("a hash");
    let reply = preview.get(&format!("/page/{hash}.svg"));
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), Some("image/svg+xml"));
    let cached = reply.header("cache-control").expect("a header");
    assert!(cached.contains("immutable"), "{cached}");
    assert_has_policy(&reply);
    let policy = reply.header("content-security-policy").expect("a policy");
    assert!(
        policy.contains("sandbox") && !policy.contains("script-src"),
        "{policy}"
    );
    assert!(!reply.text().contains("<script"));
}

#[test]
fn the_profile_is_saved_only_over_what_was_read() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "edit a.toml", &[]);
    let read = preview.get("/profile").json();
    assert_eq!(read["text"], ADA);
    let etag = read["etag"].as_str().expect("a tag").to_owned();
    let save = |further: &[(&str, &str)], text: &str| {
        preview.write("PUT", "/profile", further, &json!({ "text": text }))
    };
    let quoted = format!("\"{etag}\"");
    assert_eq!(save(&[], "x").status, 428);
    assert_eq!(save(&[("If-None-Match", "*")], "x").status, 409);
    assert_eq!(save(&[("If-Match", "\"0\"")], "x").status, 409);
    assert_eq!(save(&[("If-Match", "*")], "x").status, 409);
    assert_eq!(sandbox.read("a.toml"), ADA);
    let text = format!("# 成泽 😀\r\n{ADA}");
    let saved = save(&[("If-Match", &quoted)], &text);
    assert_eq!(saved.status, 200, "{}", saved.text());
    assert_eq!(sandbox.read("a.toml"), text);
    assert_eq!(preview.get("/profile").json()["etag"], saved.json()["etag"]);
    // Someone else has saved.
    sandbox.write("a.toml", "# other\n");
    let conflict = save(&[("If-Match", saved.header("etag").expect("a tag"))], ADA);
    assert_eq!(conflict.status, 409);
    assert_eq!(conflict.json()["text"], "# other\n");
    assert_eq!(sandbox.read("a.toml"), "# other\n");
    let again = format!("\"{}\"", conflict.json()["etag"].as_str().expect("a tag"));
    assert_eq!(save(&[("If-Match", &again)], ADA).status, 200);
    assert_eq!(sandbox.read("a.toml"), ADA);
    assert_eq!(sandbox.all_files("."), ["a.toml"]);
}

#[test]
fn a_draft_shows_and_does_not_touch_the_file() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "edit a.toml", &[]);
    let mut events = preview.events();
    let first = events.state(|_| true);
    assert_eq!(first["mode"], "edit");
    for title in ["Analyst", "Poet", "Pilot"] {
        let text = ADA.replace("Engineer", title);
        assert_eq!(preview.post("/draft", &json!({ "text": text })).status, 202);
    }
    // Of several, at least the last one is shown.
    let state = events.state(|state| shown(&preview, state).contains("Pilot"));
    assert_eq!(state["etag"], first["etag"]);
    assert_eq!(sandbox.read("a.toml"), ADA);
}

#[test]
fn a_new_profile_is_created_by_its_first_save() {
    let sandbox = Sandbox::new();
    let preview = Preview::start(&sandbox, "edit", &[]);
    let state = preview.events().state(|_| true);
    assert_eq!(state["etag"], Json::Null);
    assert_eq!(state["file"], "cv.toml");
    assert_eq!(
        preview.get("/profile").json(),
        json!({ "text": "", "etag": null })
    );
    // Its date is that of today, so that readers know what *Present* is.
    let sample = json!({ "like": "nurse", "locale": "de", "layout": "compact" });
    let made = preview.post("/new", &sample).json();
    let text = made["text"].as_str().expect("a text");
    assert!(
        text.lines().any(|line| line.starts_with("date = \"2")),
        "{text}"
    );
    let new = [("If-None-Match", "*")];
    let body = json!({ "text": ADA });
    assert_eq!(preview.write("PUT", "/profile", &new, &body).status, 200);
    assert_eq!(sandbox.read("cv.toml"), ADA);
    assert_eq!(preview.write("PUT", "/profile", &new, &body).status, 409);
}

#[test]
fn a_page_that_shows_does_not_write() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "preview a.toml", &[]);
    let body = json!({ "text": "" });
    assert_eq!(preview.post("/draft", &body).status, 404);
    let etag = preview.get("/profile").json()["etag"].to_string();
    let reply = preview.write("PUT", "/profile", &[("If-Match", &etag)], &body);
    assert_eq!(reply.status, 405);
    assert_eq!(reply.header("allow"), Some("GET, HEAD"));
    assert_eq!(sandbox.read("a.toml"), ADA);
}

#[test]
fn the_page_chooses_layout_and_options() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "a.toml",
        "layout = \"vita\"\ntitle = { en = \"One\", de = \"Zwei\" }\n[person]\nname = \"Ada\"\n\
         [design]\nsize = \"10pt\"\n[variant.short]\n[letter]\nbody = \"Dear\"\n",
    );
    let preview = Preview::start(&sandbox, "preview a.toml", &[]);
    let mut events = preview.events();
    let state = events.state(|_| true);
    assert_eq!(state["layout"], "vita");
    assert_eq!(state["variants"], json!(["short"]));
    assert_eq!(state["hasLetter"], true);
    assert_eq!(state["locales"], json!(["en", "de"]));
    let setting = |state: &Json, name: &str| -> Json {
        let settings = state["settings"].as_array().expect("a list");
        let mut found = settings.iter().filter(|setting| setting["name"] == name);
        found.next().cloned().unwrap_or(Json::Null)
    };
    assert_eq!(setting(&state, "size")["value"], "10pt");
    assert_eq!(setting(&state, "size")["fromProfile"], true);
    assert_eq!(setting(&state, "size")["kind"], "length");
    assert_eq!(setting(&state, "leading")["fromProfile"], false);
    let change = json!({ "layout": "compact", "overrides": { "size": "9pt" }, "variant": "short" });
    assert_eq!(preview.post("/view", &change).status, 202);
    let state = events.state(|state| state["layout"] == "compact");
    assert_eq!(state["variant"], "short");
    assert_eq!(setting(&state, "size")["value"], "9pt");
    assert_eq!(state["overrides"], json!({ "size": "9pt" }));
    let change = json!({ "layout": null, "overrides": { "size": null }, "locale": "de" });
    assert_eq!(preview.post("/view", &change).status, 202);
    let state = events.state(|state| state["layout"] == "vita");
    assert_eq!(state["locale"], "de");
    assert_eq!(setting(&state, "size")["value"], "10pt");
    assert_eq!(
        preview.post("/view", &json!({ "letter": true })).status,
        202
    );
    events.state(|state| state["letter"] == true);
    // A layout that does not exist is an error beside the pages.
    assert_eq!(
        preview.post("/view", &json!({ "layout": "vitta" })).status,
        202
    );
    let state = events.state(|state| state["stale"] == true);
    assert_eq!(state["findings"][0]["rule"], "unknown-layout");
    assert_eq!(
        preview.post("/view", &json!({ "colour": "red" })).status,
        400
    );
    assert_eq!(preview.post("/view", &json!("vita")).status, 400);
}

#[test]
fn downloads_are_what_render_writes() {
    let sandbox = ada();
    sandbox
        .run("render a.toml --format pdf,png,svg,docx,html,md,txt,json")
        .succeeds();
    let preview = Preview::start(&sandbox, "preview a.toml", &[]);
    for (format, file) in [
        ("pdf", "a-compact.pdf"),
        ("png", "a-compact-1.png"),
        ("svg", "a-compact-1.svg"),
        ("docx", "a.docx"),
        ("html", "a.html"),
        ("md", "a.md"),
        ("txt", "a.txt"),
        ("json", "a.json"),
    ] {
        let reply = preview.get(&format!("/export?format={format}"));
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(
            reply.body,
            sandbox.bytes(&format!("out/{file}")),
            "{format}"
        );
        let named = reply.header("content-disposition").expect("a name");
        // A name to send to others; the page that is shown is the only one.
        let name = format!("attachment; filename=\"R_sum_ Ada.{format}\";");
        assert!(named.starts_with(&name), "{named}");
    }
    assert_eq!(preview.get("/export?format=odt").status, 400);
    assert_eq!(preview.get("/export?format=png&page=2").status, 409);
    let reply = preview.get("/thumbnail/vita.png");
    assert_eq!(reply.header("content-type"), Some("image/png"));
    assert!(reply.body.starts_with(b"\x89PNG"));
    let width: [u8; 4] = reply.body[16..20].try_into().expect("four bytes");
    assert_eq!(u32::from_be_bytes(width), 320);
    assert_eq!(preview.get("/thumbnail/none.png").status, 409);
}

#[test]
fn a_profile_that_takes_too_long_does_not_end_the_server() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "edit a.toml", &["--timeout", "0.000001"]);
    let mut events = preview.events();
    let state = events.state(|_| true);
    assert_eq!(state["findings"][0]["rule"], "time-limit");
    assert_eq!(state["stale"], true);
    assert_eq!(
        preview.post("/draft", &json!({ "text": "x = " })).status,
        202
    );
    let state = events.state(|state| state["hasDraft"] == true);
    assert_eq!(state["findings"][0]["rule"], "time-limit");
    assert_eq!(preview.get("/").status, 200);
}

#[test]
#[cfg(target_os = "linux")]
fn a_worker_that_dies_is_replaced() {
    let sandbox = ada();
    let preview = Preview::start(&sandbox, "edit a.toml", &[]);
    let mut events = preview.events();
    events.state(|state| state["stale"] == false);
    let id = preview.child.id();
    let mut killed = 0;
    for task in std::fs::read_dir(format!("/proc/{id}/task")).expect("threads") {
        let children = task.expect("a thread").path().join("children");
        // Threads that answer a request end while this reads them.
        let Ok(children) = std::fs::read_to_string(children) else {
            continue;
        };
        for child in children.split(' ') {
            if let Some(child) = child.parse().ok().and_then(rustix::process::Pid::from_raw) {
                rustix::process::kill_process(child, rustix::process::Signal::KILL)
                    .expect("a process");
                killed += 1;
            }
        }
    }
    assert_eq!(killed, 1);
    let text = ADA.replace("Engineer", "Pilot");
    assert_eq!(preview.post("/draft", &json!({ "text": text })).status, 202);
    let state = events.state(|state| state["hasDraft"] == true);
    assert_eq!(state["stale"], false, "{}", state["findings"]);
    assert!(shown(&preview, &state).contains("Pilot"));
}

#[test]
fn places_open_in_the_editor() {
    let sandbox = ada();
    let without = Preview::start(&sandbox, "preview a.toml", &[]);
    assert_eq!(without.post("/open", &json!({ "start": 0 })).status, 409);
    let arguments = ["--editor", "cp {file} {line}-{column}.txt"];
    let preview = Preview::start(&sandbox, "preview a.toml", &arguments);
    preview.events().state(|_| true);
    let start = ADA.find("name").expect("a key");
    assert_eq!(
        preview.post("/open", &json!({ "start": start })).status,
        202
    );
    while !sandbox.path("3-1.txt").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(preview.post("/open", &json!({ "start": "0" })).status, 400);
}

/// A running `cvpress watch`, which ends when this is dropped.
struct Watching {
    child: std::process::Child,
    lines: std::io::Lines<std::io::BufReader<std::process::ChildStdout>>,
    errors: std::io::Lines<std::io::BufReader<std::process::ChildStderr>>,
}

impl Watching {
    fn start(sandbox: &Sandbox, arguments: &str) -> Self {
        use std::io::{BufRead, BufReader};

        let mut child = sandbox.start(arguments);
        let output = child.stdout.take().expect("a pipe");
        let errors = child.stderr.take().expect("a pipe");
        Self {
            child,
            lines: BufReader::new(output).lines(),
            errors: BufReader::new(errors).lines(),
        }
    }

    fn line(&mut self) -> String {
        self.lines.next().expect("a line").expect("a text")
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
#[cfg(unix)]
fn watch_renders_what_is_saved() {
    let sandbox = Sandbox::new();
    sandbox.write("cvs/a.toml", ADA);
    let mut watching = Watching::start(&sandbox, "watch cvs --layout vita --message-format short");
    assert!(watching.line().starts_with("out/a-vita.pdf: 1 page"));
    let first = sandbox.bytes("out/a-vita.pdf");
    sandbox.write("cvs/a.toml", &ADA.replace("Engineer", "Analyst"));
    assert!(watching.line().starts_with("out/a-vita.pdf: 1 page"));
    assert_ne!(sandbox.bytes("out/a-vita.pdf"), first);
    sandbox.write("cvs/a.toml", "[person\n");
    let error = watching.errors.next().expect("a line").expect("a text");
    assert!(error.starts_with("cvs/a.toml:1:"), "{error}");
    // A profile that is new is found.
    sandbox.write("cvs/b.toml", ADA);
    assert!(watching.line().starts_with("out/b-vita.pdf: 1 page"));
    sandbox.write("cvs/new", ADA);
    std::fs::rename(sandbox.path("cvs/new"), sandbox.path("cvs/a.toml")).expect("a file");
    assert!(watching.line().starts_with("out/a-vita.pdf: 1 page"));
    let id = i32::try_from(watching.child.id()).expect("a small number");
    let id = rustix::process::Pid::from_raw(id).expect("a process");
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("a process");
    assert_eq!(watching.child.wait().expect("a status").code(), Some(0));
}

#[test]
fn watch_writes_the_formats_of_the_command() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", ADA);
    let mut watching = Watching::start(&sandbox, "watch a.toml --format docx,md");
    let lines = [watching.line(), watching.line()];
    for (line, file) in lines.iter().zip(["out/a.docx (after ", "out/a.md (after "]) {
        assert!(line.starts_with(file), "{line}");
    }
    assert!(sandbox.bytes("out/a.docx").starts_with(b"PK"));
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_the_preview() {
    let sandbox = ada();
    let mut preview = Preview::start(&sandbox, "preview a.toml", &[]);
    let mut events = preview.events();
    events.state(|_| true);
    let id = i32::try_from(preview.child.id()).expect("a small number");
    let id = rustix::process::Pid::from_raw(id).expect("a process");
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("a process");
    assert_eq!(preview.child.wait().expect("a status").code(), Some(0));
}

#[test]
fn files_of_other_programs_are_not_opened() {
    let sandbox = Sandbox::new();
    sandbox
        .write("old.docx", "PK\u{3}\u{4} an office document")
        .write("resume.json", "{\"basics\": {\"name\": \"Ada\"}}");
    for command in ["edit", "preview", "watch"] {
        let refused = sandbox.run(&format!("{command} old.docx")).code(1).stderr;
        assert!(refused.contains("not a profile"), "{command}: {refused}");
        let refused = sandbox
            .run(&format!("{command} resume.json"))
            .code(1)
            .stderr;
        let hint = "`cvpress import resume.json -o resume.toml` makes a profile of a CV";
        assert!(refused.contains(hint), "{command}: {refused}");
    }
    assert_eq!(sandbox.read("old.docx"), "PK\u{3}\u{4} an office document");
}
