//! A session without a server, as the page in a browser tab has it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cvpress::layout::Layouts;
use cvpress::pipeline::RenderOptions;
use cvpress::session::{
    Head, MemoryStore, Mode, Response, SeenEvents, Session, SessionOptions, Status, View,
    ViewOptions, answer,
};
use serde_json::{Value as Json, json};

use crate::support::rendering::ENGINE;
use crate::support::sandbox::Sandbox;

const ADA: &str = "date = \"2026-01\"\n[person]\nname = \"Ada Lovelace\"\n\n[[experience]]\n\
                   organization = \"Example Mills\"\nhighlights = [\"Wrote the first program\"]\n";

fn session() -> Session {
    Session::new(SessionOptions {
        store: Box::new(MemoryStore::new("cv")),
        mode: Mode::Edit,
        view: ViewOptions::default(),
        render: RenderOptions::default(),
        layouts: Box::new(Layouts::built_in),
        inline: Some(Box::new(View::new(&ENGINE))),
    })
}

fn ask(session: &Session, method: &str, target: &str, body: &Json) -> Response {
    with_header(session, method, target, body, None)
}

fn with_header(
    session: &Session,
    method: &str,
    target: &str,
    body: &Json,
    header: Option<(&str, &str)>,
) -> Response {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let head = Head {
        method: method.to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        headers: header
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
    };
    answer(session, head, body.to_string().into_bytes())
}

fn json(response: &Response) -> Json {
    serde_json::from_slice(response.body()).expect("JSON")
}

/// Does all that is due, and returns the last state and the last findings.
fn shown(session: &Session) -> (Json, Json) {
    while session.step_inline() {}
    let (mut state, mut findings) = (Json::Null, Json::Null);
    for event in session.news(&mut SeenEvents::default()) {
        let data = serde_json::from_str(&event.data).expect("JSON");
        match event.name {
            "state" => state = data,
            "findings" => findings = data,
            other => panic!("an event `{other}`"),
        }
    }
    (state, findings)
}

/// Opens a file of the reader's.
fn opened(session: &Session, name: &str, bytes: &[u8]) -> Response {
    let content = STANDARD.encode(bytes);
    let body = json!({ "name": name, "content": content });
    ask(session, "POST", "/import", &body)
}

#[test]
fn a_draft_is_shown_and_checked() {
    let session = session();
    let bullet = "A bullet of many lines. ".repeat(30);
    let draft = json!({ "text": ADA.replace("Wrote the first program", &format!("Wrote the first program. {bullet}")) });
    assert_eq!(
        ask(&session, "POST", "/draft", &draft).status,
        Status::Accepted
    );
    let (state, findings) = shown(&session);
    assert_eq!(state["stale"], false);
    let page = &state["pages"][0];
    let hash = page["text"].as_str().expect("a hash");
    let boxes = ask(&session, "GET", &format!("/text/{hash}.json"), &Json::Null);
    let boxes = json(&boxes).to_string();
    for words in ["Ada Lovelace", "Example Mills", "Wrote the first program"] {
        assert!(boxes.contains(words), "{words} in {boxes}");
    }
    let hash = page["hash"].as_str().expect("a hash");
    let picture = ask(&session, "GET", &format!("/page/{hash}.svg"), &Json::Null);
    assert!(picture.body().starts_with(b"<svg"));
    let found = findings["findings"].as_array().expect("findings").iter();
    let rules: Vec<&Json> = found.map(|finding| &finding["rule"]).collect();
    assert!(rules.contains(&&json!("long-bullet")), "{rules:?}");
    let broken = json!({ "text": "[person]\nname = 1\n" });
    ask(&session, "POST", "/draft", &broken);
    let (state, _) = shown(&session);
    assert_eq!(state["stale"], true);
    assert_eq!(state["findings"][0]["line"], 2);
}

#[test]
fn downloads_are_the_files_of_the_command_line() {
    let session = session();
    ask(&session, "POST", "/draft", &json!({ "text": ADA }));
    let sandbox = Sandbox::new();
    sandbox.write("cv.toml", ADA);
    sandbox
        .run("render cv.toml --format pdf,docx,html,md,txt,json")
        .succeeds();
    for format in ["pdf", "docx", "html", "md", "txt", "json"] {
        let export = format!("/export?format={format}");
        let made = ask(&session, "GET", &export, &Json::Null);
        assert_eq!(made.status, Status::Ok, "{format}");
        let names = sandbox.files("");
        let ending = format!(".{format}");
        let name = names.iter().find(|name| name.ends_with(&ending));
        let name = name.unwrap_or_else(|| panic!("no {format} among {names:?}"));
        assert!(made.body() == sandbox.bytes(name), "{format} differs");
    }
}

#[test]
fn a_text_is_saved_over_the_text_that_was_read_alone() {
    let session = session();
    let text = json!({ "text": ADA });
    let save = |header| with_header(&session, "PUT", "/profile", &text, Some(header)).status;
    assert_eq!(save(("if-match", "\"0\"")), Status::Conflict);
    assert_eq!(save(("if-none-match", "*")), Status::Ok);
    assert_eq!(save(("if-none-match", "*")), Status::Conflict);
    let read = json(&ask(&session, "GET", "/profile", &Json::Null));
    assert_eq!(read["text"], ADA);
    let etag = format!("\"{}\"", read["etag"].as_str().expect("a hash"));
    assert_eq!(save(("if-match", &etag)), Status::Ok);
}

#[test]
fn files_of_other_tools_become_the_text() {
    let session = session();
    let resume =
        json!({ "basics": { "name": "Ada Lovelace" }, "work": [{ "name": "Example Mills" }] });
    let made = json(&opened(
        &session,
        "resume.json",
        resume.to_string().as_bytes(),
    ));
    assert_eq!(made["origin"], "json-resume");
    let text = made["text"].as_str().expect("a text");
    assert!(text.contains("name = \"Ada Lovelace\"") && text.contains("Example Mills"));
    let own = json(&opened(&session, "ada.toml", ADA.as_bytes()));
    assert_eq!((&own["origin"], &own["text"]), (&Json::Null, &json!(ADA)));
    for (name, bytes) in [
        ("photo.png", b"\x89PNG\r\n\x1a\n".as_slice()),
        (
            "Cargo.toml",
            b"[package]\nname = \"a\"\nversion = \"0.1.0\"\n",
        ),
        ("empty.json", b""),
    ] {
        let refused = opened(&session, name, bytes);
        assert_eq!(refused.status, Status::UnprocessableContent, "{name}");
        let message = json(&refused)["error"].as_str().expect("why").to_owned();
        assert!(message.contains(name), "{name}: {message}");
    }
}

#[test]
fn a_picture_becomes_a_file_that_the_profile_can_name() {
    let session = session();
    let picture = include_bytes!("../../profiles/signature.svg");
    let add = |name: &str, bytes: &[u8]| {
        let body = json!({ "name": name, "content": STANDARD.encode(bytes) });
        ask(&session, "POST", "/image", &body)
    };
    let name = json(&add("C:\\My pictures\\Me.SVG", picture));
    assert_eq!(name["name"], "Me.svg");
    assert_eq!(json(&add("Me.svg", picture))["name"], "Me.svg");
    let other = [picture.as_slice(), b"\n"].concat();
    assert_eq!(json(&add("Me.svg", &other))["name"], "Me-2.svg");
    for (name, bytes) in [
        ("cv.toml", b"a = 1".as_slice()),
        ("me.png", b"\x89PNG"),
        ("IMG_1.jpg", b"\0\0\0\x18ftypheic\0\0\0\0"),
    ] {
        let refused = add(name, bytes);
        assert_eq!(refused.status, Status::UnprocessableContent, "{name}");
        let message = json(&refused)["error"].as_str().expect("why").to_owned();
        assert!(message.contains(name), "{message}");
    }
    let text = ADA.replace("name = \"Ada", "photo = \"Me.svg\"\nname = \"Ada");
    let draft = json!({ "text": format!("layout = \"sidebar\"\n{text}") });
    ask(&session, "POST", "/draft", &draft);
    let (state, _) = shown(&session);
    assert_eq!(
        (&state["stale"], &state["findings"]),
        (&json!(false), &json!([]))
    );
}

#[test]
fn the_fields_of_the_part_at_a_place_are_known() {
    let session = session();
    let offset = ADA.find("Example Mills").expect("an entry");
    let asked = json!({ "text": ADA, "offset": offset });
    let form = json(&ask(&session, "POST", "/form", &asked));
    assert_eq!(form["path"], json!(["section", 0, "entry", 0]));
    let at = form["fields"].as_array().expect("fields").iter();
    let at: Vec<_> = at.filter(|field| field["isAt"] == true).collect();
    assert_eq!((at.len(), &at[0]["name"]), (1, &json!("organization")));
    let broken = json!({ "text": "[person\n", "offset": 0 });
    let refused = ask(&session, "POST", "/form", &broken);
    assert_eq!(refused.status, Status::UnprocessableContent);
}
