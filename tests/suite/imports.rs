//! `cvpress import`: the framework and JSON Resume. What every import keeps is checked by reading
//! the source again with another parser.

use std::io::Write;
use std::path::Path;

use cvpress::diagnostic::{Diagnostics, Severity};
use cvpress::import::{ImportInput, Imported, Origin, import};
use proptest::prelude::{ProptestConfig, Strategy, prop_assert_eq, proptest};
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use pulldown_cmark::{Event, Options, Parser};
use serde_json::{Value as Json, json};

use crate::support::imports::long_tables;
use crate::support::rendering::{layouts, lost, open, render_cv, short_messages};
use crate::support::sandbox::Sandbox;

const FIXTURE: &str = include_str!("../corpus/import/json-resume.json");

fn read(text: &str) -> Result<Imported, Diagnostics> {
    import(&ImportInput::of_bytes("cv.json", text.as_bytes()), None)
}

#[track_caller]
fn imported(text: &str) -> Imported {
    read(text).unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

/// Imports a document, and returns the profile as a TOML value.
#[track_caller]
fn profile(document: &Json) -> toml::Table {
    let imported = imported(&document.to_string());
    long_tables(&imported.profile)
}

fn strings<'j>(json: &'j Json, found: &mut Vec<&'j str>) {
    match json {
        Json::String(text) => found.push(text),
        Json::Array(members) => members.iter().for_each(|member| strings(member, found)),
        Json::Object(members) => members.values().for_each(|member| strings(member, found)),
        _ => {}
    }
}

/// Returns the letters and digits of a text.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[test]
fn every_string_is_in_the_profile() {
    let imported = imported(FIXTURE);
    let source: Json = serde_json::from_str(FIXTURE).expect("JSON");
    let mut texts = Vec::new();
    strings(&source, &mut texts);
    assert!(texts.len() > 90, "{}", texts.len());
    let table: toml::Table = long_tables(&imported.profile);
    let values = serde_json::to_value(&table).expect("JSON");
    let mut kept = Vec::new();
    strings(&values, &mut kept);
    kept.extend(
        imported
            .profile
            .lines()
            .filter(|line| line.starts_with('#')),
    );
    let profile = letters(&kept.join("\n"));
    for text in texts {
        // HTML becomes Markdown, and a day loses its time.
        if text == "https://github.com/ismini-example" {
            // The network and the user name are the address.
            continue;
        }
        let text = text
            .replace("<p>", "")
            .replace("</p>", "")
            .replace("<b>", "");
        let text = text.split("T00:").next().unwrap_or_default();
        let text = text.split("T10:").next().unwrap_or_default();
        for part in text.split(['<', '>', '\n']) {
            let is_tag = ["/b", "em", "/em", "ul", "/ul", "li", "/li"].contains(&part);
            assert!(is_tag || profile.contains(&letters(part)), "{part}");
        }
    }
}

#[test]
fn what_is_left_out_is_told_in_the_source_and_in_the_profile() {
    let imported = imported(FIXTURE);
    let told = short_messages(&imported.problems);
    for (path, comment, table) in [
        ("basics.nickname", "Minni of the Bridges", "[person]"),
        ("basics.location.planet", "Terra firma", "[person]"),
        ("basics.profiles[5].url", "javascript:alert(7)", "[person]"),
        (
            "work[0].salary",
            "41250",
            "[[experience]]\norganization = 'Spans",
        ),
        (
            "certificates[0].validUntil",
            "2027-12",
            "[[certificate]]\ntitle = \"Rope",
        ),
        ("hobbyhorses", "deeper still", "layout ="),
    ] {
        assert!(
            told.contains(&format!("`{path}` has no place")),
            "{path}: {told}"
        );
        let at = imported
            .profile
            .find(comment)
            .unwrap_or_else(|| panic!("{comment}"));
        let line = imported.profile[..at].rfind('\n').map_or(0, |end| end + 1);
        assert!(imported.profile[line..].starts_with("# "), "{comment}");
        let next = imported.profile[at..]
            .lines()
            .find(|line| !line.starts_with('#'));
        assert!(next.is_some(), "{comment}");
        let after = &imported.profile[at..];
        let header = after
            .find(table)
            .unwrap_or_else(|| panic!("{table} after {comment}"));
        let between = &after[..header];
        assert!(!between.contains("\n["), "{comment}: {between}");
    }
    let warning = imported
        .problems
        .iter()
        .find(|p| p.message.contains("salary"));
    let label = warning
        .and_then(|warning| warning.primary.as_ref())
        .expect("a place");
    assert_eq!(&label.source.text()[label.span.clone()], "41250");
    assert!(
        imported
            .problems
            .iter()
            .all(|p| p.severity == Severity::Warning)
    );
}

#[test]
fn the_profile_is_formatted_and_goes_through_all_layouts() {
    let imported = imported(FIXTURE);
    let sandbox = Sandbox::new();
    sandbox.write("cv.toml", &imported.profile);
    sandbox.run("fmt --check cv.toml").succeeds();
    let checked = sandbox.run("check cv.toml");
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
    for layout in layouts() {
        let cv = render_cv(open(&imported.profile), layout, None);
        assert_eq!(lost(&cv), Vec::<String>::new(), "{layout}");
    }
}

#[test]
fn fields_become_those_of_a_profile() {
    let table: toml::Table = long_tables(&imported(FIXTURE).profile);
    assert_eq!(table["layout"].as_str(), Some("sidebar"));
    assert_eq!(table["date"].as_str(), Some("2026-02-03"));
    let person = &table["person"];
    assert_eq!(person["url"].as_str(), Some("https://ismini.example.org"));
    assert_eq!(person["residence"]["postal-code"].as_str(), Some("104 31"));
    let links = person["links"].as_array().expect("links");
    assert_eq!(links[0].get("url"), None);
    assert_eq!(links[0]["network"].as_str(), Some("GitHub"));
    assert!(
        links[1]["url"]
            .as_str()
            .is_some_and(|url| url.contains("gr.linkedin"))
    );
    assert_eq!(links[2]["label"].as_str(), Some("Bridgebook: spanwoman"));
    let work = &table["section"][0]["entry"];
    assert_eq!(work[0]["end"].as_str(), Some("present"));
    assert_eq!(
        work[0]["summary"].as_str().map(|text| text.lines().last()),
        Some(Some("- two over water"))
    );
    assert_eq!(work[1]["organization"].as_str(), Some("Harbor Works"));
    assert_eq!(work[1]["start"].as_str(), Some("Spring 2015"));
    assert_eq!(work[1]["end"].as_str(), Some("2018-11-30"));
    assert_eq!(work.as_array().map(Vec::len), Some(2));
}

#[test]
fn wrong_files_get_one_answer() {
    let deep = format!(
        "{{\"basics\": {}{}}}",
        "[".repeat(10_000),
        "]".repeat(10_000)
    );
    let many = format!("{{\"basics\": [{}0]}}", "0,".repeat(300_000));
    for (text, message) in [
        ("", "[import-format]: the format of `cv.json` is not known"),
        (
            "{}",
            "[import-format]: the format of `cv.json` is not known",
        ),
        (
            "{\"work\": [{}]}",
            "[import-format]: `cv.json` has nothing for a profile",
        ),
        (
            "[person]\nname = 'Ada'\n",
            "[import-format]: `cv.json` is a profile already",
        ),
        (
            "{\"basics\": {\"name\": \"a}",
            "[import-syntax]: the text is not JSON: EOF while parsing a string",
        ),
        (
            "{\"basics\": {},}",
            "[import-syntax]: the text is not JSON: key must be a string",
        ),
        (
            "{\"basics\": \"\\ud800\"}",
            "[import-syntax]: the text is not JSON: ",
        ),
        (
            &deep,
            "[too-large]: the file is nested more than 100 levels deep",
        ),
        (&many, "[too-large]: the file has more than 200000 values"),
    ] {
        let problems = read(text).expect_err("an error");
        assert_eq!(problems.len(), 1, "{}", short_messages(&problems));
        let told = short_messages(&problems);
        assert!(told.contains(message), "{told}");
    }
    for bytes in [&b"\xff\xfe{\0}\0"[..], b"{\"basics\": \"\xff\"}"] {
        let problems =
            import(&ImportInput::of_bytes("cv.json", bytes), None).expect_err("an error");
        assert_eq!(problems.len(), 1);
    }
    let wrong = import(
        &ImportInput::of_bytes("cv.json", FIXTURE.as_bytes()),
        Some(Origin::Orcid),
    );
    let problems = wrong.expect_err("an error");
    assert!(short_messages(&problems).contains("`cv.json` is not an ORCID record"));
}

#[test]
fn values_of_the_wrong_type_are_left() {
    let document = json!({
        "basics": { "name": ["A list"], "location": "In one line", "profiles": "no list", "url": 7 },
        "work": "Only a text",
        "skills": { "name": "An object" },
        "education": [[["too deep"]], null, true],
    });
    let imported = imported(&document.to_string());
    for text in [
        "A list",
        "In one line",
        "no list",
        "Only a text",
        "An object",
        "too deep",
    ] {
        assert!(imported.profile.contains(text), "{text}");
    }
}

#[test]
fn huge_texts_and_numbers_end_in_a_profile_or_a_comment() {
    let document = json!({
        "basics": { "name": "N".repeat(50_000), "summary": "s ".repeat(200_000) },
        "work": [{ "name": "A\0B\u{7}\u{feff}\r\nC", "startDate": "99999-99-99" }],
        "skills": (0..6000).map(|index| json!({ "name": format!("s{index}") })).collect::<Vec<_>>(),
    });
    // There are more skills than a list can have.
    let problems = read(&document.to_string()).expect_err("an error");
    assert!(short_messages(&problems).contains("too long"));
    let mut document = document;
    document["skills"] = json!([{ "level": 1e300 }]);
    let imported = imported(&document.to_string());
    let table: toml::Table = long_tables(&imported.profile);
    let sections = table["section"].as_array().expect("sections");
    let is_work = |section: &&toml::Value| section["kind"].as_str() == Some("experience");
    let work = sections.iter().find(is_work).expect("work");
    let organization = work["entry"][0]["organization"].as_str();
    assert_eq!(organization, Some("AB\\\nC"));
    assert!(imported.profile.contains(&"N".repeat(50_000)));
    let told = short_messages(&imported.problems);
    let characters = "[import-characters]: `work[0].name` has characters that are not seen";
    assert!(told.contains(characters), "{told}");
    assert!(
        told.contains("[import-date]: `99999-99-99` is not a date"),
        "{told}"
    );
    assert!(
        told.contains("[import-left-out]: `basics.name` has no place"),
        "{told}"
    );
}

#[test]
fn an_end_before_its_start_is_left() {
    let document =
        json!({ "work": [{ "name": "A", "startDate": "2020-05", "endDate": "2019-01" }] });
    let imported = imported(&document.to_string());
    assert!(imported.profile.contains("# work[0].endDate: 2019-01"));
    assert!(!imported.profile.contains("end ="), "{}", imported.profile);
}

#[test]
fn a_date_that_says_nothing_is_left() {
    let document = json!({ "work": [{ "name": "A", "startDate": "-" }] });
    let imported = imported(&document.to_string());
    assert!(imported.profile.contains("# work[0].startDate: -"));
    assert!(
        !imported.profile.contains("start ="),
        "{}",
        imported.profile
    );
}

#[test]
fn comments_of_an_entry_without_values_are_kept() {
    let document = json!({ "work": [{ "salary": "1 000" }], "skills": [{ "name": "Rust" }] });
    let imported = imported(&document.to_string());
    let comment = "# work[0].salary: 1 000";
    assert!(imported.profile.contains(comment), "{}", imported.profile);
}

#[test]
fn lines_below_a_text_do_not_make_it_a_heading() {
    let table = profile(&json!({ "basics": { "summary": "Title\n===\nText" } }));
    let summary = table["person"]["summary"].as_str().expect("a summary");
    assert!(summary.contains("\\==="), "{summary}");
}

#[test]
fn a_key_that_is_there_twice_is_told() {
    let imported = imported(
        "{\"basics\": {\"name\": \"Ada\", \"name\": \"Grace\"}, \"basics\": {\"phone\": \"+1\"}}",
    );
    assert!(imported.profile.contains("name = \"Ada\""));
    assert!(imported.profile.contains("# basics.name: Grace"));
    assert!(imported.profile.contains("# basics.phone: +1"));
    assert_eq!(imported.problems.len(), 2);
}

/// The text that Markdown has after its markup is read.
fn shown(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new_ext(
        markdown,
        Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES,
    ) {
        match event {
            Event::Text(part) => text.push_str(&part),
            Event::HardBreak | Event::SoftBreak => text.push('\n'),
            Event::Start(_) | Event::End(_) => {}
            other => panic!("{other:?} in {markdown}"),
        }
    }
    text
}

/// The text of inline Markdown, in which no line begins a block.
fn shown_line(markdown: &str) -> String {
    let lines = markdown
        .split("\\\n")
        .map(|line| shown(&format!("g {line}")));
    let lines = lines.map(|line| line.strip_prefix("g").unwrap_or(&line).trim().to_owned());
    lines.collect()
}

fn hostile() -> impl Strategy<Value = String> {
    let parts = [
        "*", "**", "_", "__", "~~", "~", "`", "```", "[", "]", "(", ")", "](", "[a]: b", "!", "<",
        ">", "&amp;", "&#65;", "&", ";", "\\", "#", "- ", "+ ", "1. ", "2) ", "> ", "|", "|-|",
        "---", "===", "a", "word", "é", "成", " ", "\n", "\n\n", "<!--", "-->", "\"", "'",
        "\"\"\"", "=", ".", "$", "@x",
    ];
    proptest::collection::vec(select(parts.to_vec()), 0..24).prop_map(|parts| parts.concat())
}

/// Returns the lines of a text that are not blank, without the spaces around them.
fn plain_lines(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0),
        ..ProptestConfig::default()
    })]
    #[test]
    fn plain_text_never_becomes_markup(text in hostile()) {
        let text = format!("x{text}");
        let job = json!({ "employment-summary": { "role-title": text, "organization": { "name": "A" } } });
        let group = json!([{ "summaries": [job] }]);
        let table = profile(&json!({
            "person": { "biography": { "content": text } },
            "activities-summary": { "employments": { "affiliation-group": group } },
        }));
        let position = table["section"][0]["entry"][0]["position"].as_str().expect("a text");
        prop_assert_eq!(shown_line(position), plain_lines(&text).concat());
        let summary = table["person"]["summary"].as_str().expect("a text");
        prop_assert_eq!(plain_lines(&shown(summary)).concat(), plain_lines(&text).concat());
    }
}

#[test]
fn markdown_is_read_where_a_text_can_be_nothing_else() {
    let table = profile(&json!({
        "basics": { "name": "Yu", "email": "MAILTO:yu@x.example", "summary": "Company with **middle-out**\n- bullet" },
        "work": [{ "name": "5* hotel", "summary": "Rated 5* by *nix users, snake_case",
            "highlights": ["Cut *all* delays", "Saw [this](https://example.org/a)", "2 * 3", "_id_ *"] }],
        "references": [{ "name": "Bo", "reference": "Great work!\n- Bo" }],
    }));
    assert_eq!(table["person"]["email"].as_str(), Some("yu@x.example"));
    let summary = table["person"]["summary"].as_str();
    assert_eq!(summary, Some("Company with **middle-out**\n- bullet"));
    let job = &table["section"][1]["entry"][0];
    assert_eq!(job["organization"].as_str(), Some(r"5\* hotel"));
    assert_eq!(
        job["summary"].as_str(),
        Some(r"Rated 5\* by \*nix users, snake_case")
    );
    let highlights: Vec<&str> = job["highlights"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(toml::Value::as_str)
        .collect();
    let expected = [
        "Cut *all* delays",
        "Saw [this](https://example.org/a)",
        "2 * 3",
        r"\_id\_ *",
    ];
    assert_eq!(highlights, expected);
    let reference = table["section"][0]["entry"][0]["summary"].as_str();
    assert_eq!(reference, Some("Great work!\\\n\\- Bo"));
}

#[test]
fn publications_and_references_come_back_from_an_export() {
    let text = r#"{"basics": {"name": "Zed", "headline": "Engineer"}, "publications": [{"name": "Sorting",
        "publisher": "Example Conference", "publisherShort": "EC", "releaseDate": "2022", "authors": ["Wei Han", "Ana Costa"],
        "editors": ["Kim Chaudhuri", "Li Po"], "volume": "162", "pages": "19–34", "imprint": ["Example Proceedings"],
        "type": "conference", "status": "in press"}], "references": [{"name": "Bo", "position": "Head",
        "email": "bo@x.example", "phone": "+1 555", "url": "https://x.example"}]}"#;
    let imported = imported(text);
    assert!(
        imported.problems.is_empty(),
        "{}",
        short_messages(&imported.problems)
    );
    for part in [
        "headline = \"Engineer\"",
        "venue-short = \"EC\"",
        "authors = [\"Wei Han\", \"Ana Costa\"]",
        "type = \"conference\"",
        "status = \"in press\"",
        "Editors = \"Kim Chaudhuri, Li Po\"",
        "Volume = \"162\"",
        "Pages = \"19–34\"",
        "Imprint = \"Example Proceedings\"",
        "position = \"Head\"",
        "email = \"bo@x.example\"",
        "url = \"https://x.example\"",
    ] {
        assert!(
            imported.profile.contains(part),
            "no {part}\n{}",
            imported.profile
        );
    }
}

#[test]
fn sections_of_another_scheme_hide_no_job() {
    let text =
        r#"{"basics": {"name": "Yu"}, "work": [{"name": "A"}], "sections": {"a": {"b": "x"}}}"#;
    let profile = imported(text).profile;
    assert!(profile.contains("organization = \"A\""), "{profile}");
    assert!(profile.contains("# sections.a.b: x"), "{profile}");
}

#[test]
fn the_command_writes_a_profile_once() {
    let sandbox = Sandbox::new();
    sandbox.write("resume.json", FIXTURE);
    let run = sandbox.run("import resume.json").code(0);
    assert!(
        run.text()
            .starts_with("ismini-vartholomaiou.toml: imported from JSON Resume, ")
    );
    let run = sandbox.run("import resume.json").code(1);
    assert!(run.stderr.contains("already exists"), "{}", run.stderr);
    sandbox.write("ismini-vartholomaiou.toml", "mine");
    sandbox.run("import resume.json --force -q").succeeds();
    assert!(sandbox.read("ismini-vartholomaiou.toml").contains("Ismini"));
    sandbox.run("import resume.json -o cv").succeeds();
    let run = sandbox.run("import resume.json -o - --report json").code(0);
    assert_eq!(run.text(), sandbox.read("cv.toml"));
    assert!(
        run.stderr.contains("\"from\":\"json-resume\""),
        "{}",
        run.stderr
    );
    let run = sandbox.run("import missing.json").code(1);
    assert!(run.stderr.contains("there is no file `missing.json`"));
    drop(sandbox.run("import resume.json --from pages").code(2));
}

#[test]
fn standard_input_is_imported() {
    let sandbox = Sandbox::new();
    let mut child = sandbox.start("import - -o -");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(FIXTURE.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Ismini"));
}

#[test]
fn a_picture_must_be_beside_the_profile() {
    let sandbox = Sandbox::new();
    sandbox.copy("profiles/signature.svg", "me.svg");
    let document = "{\"basics\": {\"name\": \"Ada\", \"image\": \"me.svg\"}}";
    sandbox
        .write("ada.json", document)
        .write("sub/ada.json", document);
    sandbox.run("import ada.json -q").succeeds();
    assert!(sandbox.read("ada.toml").contains("photo = \"me.svg\""));
    sandbox
        .run("import sub/ada.json -o other.toml -q")
        .succeeds();
    sandbox.write("damaged.png", "\u{89}PNG");
    let damaged = document.replace("me.svg", "damaged.png");
    sandbox.write("bo.json", &damaged);
    sandbox.run("import bo.json -o bo.toml -q").succeeds();
    assert!(
        sandbox
            .read("bo.toml")
            .contains("# basics.image: damaged.png")
    );
    assert!(
        sandbox
            .read("other.toml")
            .contains("# basics.image: me.svg")
    );
}

#[test]
fn every_file_of_a_folder_becomes_a_profile() {
    let sandbox = Sandbox::new();
    sandbox
        .write("in/a.json", FIXTURE)
        .write("in/b/c.json", FIXTURE);
    sandbox
        .write("in/bad.json", "{")
        .write("in/notes.txt", "no");
    let run = sandbox.run("import in -o out --report json").code(1);
    assert_eq!(sandbox.files("out"), ["a.toml", "b/c.toml"]);
    let text = run.text();
    let reports: Vec<Json> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let sources: Vec<&str> = reports
        .iter()
        .filter_map(|report| report["source"].as_str())
        .collect();
    assert_eq!(
        sources,
        ["in/a.json", "in/b/c.json", "in/bad.json"]
            .map(|path| { path.strip_prefix('/').unwrap_or(path) })
    );
    assert_eq!(reports[2]["ok"], json!(false));
    assert_eq!(sandbox.read("out/a.toml"), sandbox.read("out/b/c.toml"));
    assert!(Path::new(&sandbox.path("out/a.toml")).is_file());
}

#[test]
fn jobs_import_files() {
    let sandbox = Sandbox::new();
    sandbox.write("resume.json", FIXTURE);
    let jobs = [
        json!({ "id": 1, "import": "resume.json", "format": "toml" }),
        json!({ "id": 2, "import": "resume.json", "from": "json-resume", "output": "cv.toml" }),
        json!({ "id": 3, "import": "resume.json", "format": "txt" }),
        json!({ "id": 4, "import": "resume.json", "from": "word" }),
        json!({ "id": 5, "import": "missing.json" }),
        json!({ "id": 6, "import": "resume.json", "text": "" }),
    ];
    let lines: Vec<String> = jobs.iter().map(Json::to_string).collect();
    let mut child = sandbox.start("stream --jobs 2");
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(lines.join("\n").as_bytes())
        .expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let output = String::from_utf8(output.stdout).expect("a text");
    let answers: Vec<Json> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(
        answers[0]["toml"].as_str(),
        Some(sandbox.read("cv.toml").as_str())
    );
    assert_eq!(answers[1]["output"], json!("cv.toml"));
    assert!(
        answers[2]["txt"]
            .as_str()
            .is_some_and(|text| text.contains("Ismini")),
        "{}",
        answers[2]
    );
    let warnings = answers[2]["diagnostics"].as_array().map(Vec::len);
    assert!(warnings >= answers[0]["diagnostics"].as_array().map(Vec::len));
    for answer in &answers[3..] {
        assert_eq!(answer["ok"], json!(false), "{answer}");
    }
}

#[test]
fn html_keeps_raised_lowered_and_struck_out_text() {
    let text = r#"{"basics": {"name": "Mira Okafor", "summary": "<p>Cut CO<sub>2</sub>, <s>old</s> new.</p>"},
        "work": [{"name": "Works", "highlights": ["From 10<sup>3</sup> to 10<sup>6</sup> users"]}]}"#;
    let profile = imported(text).profile;
    for expected in [
        "CO<sub>2</sub>, ~~old~~ new.",
        "From 10<sup>3</sup> to 10<sup>6</sup> users",
    ] {
        assert!(profile.contains(expected), "{profile}");
    }
}

#[test]
fn texts_of_interests_languages_and_publications_have_their_fields() {
    let text = r#"{"basics": {"name": "Mira Okafor", "phone": "tel:+1-555-0100",
            "profiles": [{"network": "GitHub", "url": "https://github.com/mira-example"}]},
        "interests": [{"name": "Photography", "summary": "Stairs in old houses.", "keywords": ["film"]}],
        "languages": [{"language": "Norwegian", "fluency": "Native", "summary": "Also the dialect of the west."}],
        "publications": [{"name": "Stairs of Oslo", "releaseDate": "2020", "keywords": ["houses", "film"]}]}"#;
    let Imported {
        profile, problems, ..
    } = imported(text);
    assert!(problems.is_empty(), "{}", short_messages(&problems));
    assert!(
        !profile.contains('#'),
        "nothing is in a comment:\n{profile}"
    );
    assert!(profile.contains("phone = \"+1-555-0100\""), "{profile}");
    assert!(profile.contains("username = \"mira-example\""), "{profile}");
}

#[test]
fn names_in_columns_become_one_list() {
    let text = r#"{"basics": {"name": "Mira Okafor"}, "sections": {"custom": {"a": {"name": "Coursework",
        "columns": 3, "visible": true, "id": "a", "items": [
        {"id": "x", "visible": true, "name": "Data structures", "summary": "<p></p>", "keywords": [], "url": {"label": "", "href": ""}},
        {"id": "y", "visible": true, "name": "Databases", "summary": "", "keywords": []}]}}}}"#;
    let Imported {
        profile, problems, ..
    } = imported(text);
    assert!(problems.is_empty(), "{}", short_messages(&problems));
    assert!(
        profile.contains("keywords = [\"Data structures\", \"Databases\"]"),
        "{profile}"
    );
    assert_eq!(profile.matches("entry]]").count(), 1, "{profile}");
}

#[test]
fn files_of_unknown_schemes_are_refused() {
    let foreign = "meta:\n  name: Mira Okafor\n  affiliation: Example University\neducation:\n  - degree: PhD\n    \
        field: Acoustics\n    institution: Example University\n    year: 2027\npublications:\n  - journal_articles:\n      \
        - { year: 2025, title: Stairs }\nskills:\n  - programming: [Rust]\n";
    for (name, text, expected) in [
        ("cv.yaml", foreign, "the format of `cv.yaml` is not known"),
        (
            "students.csv",
            "Name,Email\nAda,a@example.org\n",
            "`students.csv` is a table (CSV)",
        ),
        ("old.docx", "PK\u{3}\u{4}", "the ZIP archive is damaged"),
        (
            "papers.bib",
            "@article{a}",
            "`bibliography = \"papers.bib\"`",
        ),
    ] {
        let problems =
            import(&ImportInput::of_bytes(name, text.as_bytes()), None).expect_err("an error");
        let said = short_messages(&problems);
        assert!(said.contains(expected), "{said}");
        assert_eq!(problems.iter().count(), 1, "{said}");
    }
}

#[test]
fn labels_and_paper_are_those_of_the_document() {
    let yaml = "content:\n  basics: {name: Mira}\n  education:\n    - {institution: U, degree: B, score: '8.7', \
                startDate: 2015, courses: [Algoritmos]}\n  volunteer:\n    - {organization: O, startDate: 2020}\n\
                locale: {language: es}\nlayouts: []\n";
    let spanish = imported(yaml).profile;
    for expected in [
        "keywords-label = \"Asignaturas\"",
        "meta = { \"Nota media\" = \"8.7\" }",
        "title = \"Voluntariado\"",
    ] {
        assert!(spanish.contains(expected), "{expected} in {spanish}");
    }
    let german = imported(&yaml.replace("language: es", "language: de")).profile;
    assert!(german.contains("meta = { Note = \"8.7\" }"), "{german}");
    let paper =
        |location: Json| profile(&json!({ "basics": { "name": "A", "location": location } }));
    let american = paper(json!({ "city": "Boston", "countryCode": "us" }));
    assert_eq!(american["design"]["paper"].as_str(), Some("us-letter"));
    assert!(!paper(json!({ "city": "Bonn", "countryCode": "DE" })).contains_key("design"));
}

#[test]
fn texts_are_told_first_and_the_look_in_one_line_at_the_end() {
    let yaml = "design:\n  theme: classic\n  page: {size: a4, a: 1, b: 2, c: 3}\n  typography: {d: {e: 4, f: 5}}\n\
                cv:\n  name: A B\n  sections:\n    Work:\n      - {company: C, position: P, start_date: 2020, odd: lost}\n";
    let imported = imported(yaml);
    let messages: Vec<String> = imported
        .problems
        .iter()
        .map(|problem| problem.message.clone())
        .collect();
    assert_eq!(
        messages,
        [
            "`cv.sections.Work[0].odd` has no place in a profile",
            "no layout has an option for `design.page.a`, `design.page.b`, `design.page.c`, \
             `design.typography.d.e` and 1 more",
        ]
    );
    for comment in [
        "# cv.sections.Work[0].odd: lost",
        "# design.typography.d.f: 5",
    ] {
        assert!(imported.profile.contains(comment), "{}", imported.profile);
    }
}

#[test]
fn a_doi_is_written_once_whatever_its_spelling() {
    let yaml = "cv:\n  name: A\n  sections:\n    publications:\n      - {title: X, authors: [A], doi: 'https://doi.org/10.5555/a.1', \
                url: 'https://dx.doi.org/10.5555/A.1', date: 2020}\n      - {title: Y, authors: [A], doi: 10.5555/b c, date: 2021}\n";
    let imported = imported(yaml);
    assert_eq!(
        imported.profile.matches("10.5555/a.1").count(),
        1,
        "{}",
        imported.profile
    );
    assert!(!imported.profile.contains("url ="), "{}", imported.profile);
    // What is not a DOI costs no entry.
    assert!(
        imported.profile.contains("doi: 10.5555/b c"),
        "{}",
        imported.profile
    );
    let json = json!({ "basics": { "name": "A" }, "publications": [{ "name": "X", "doi": "10.5555/a.1" }] });
    assert!(profile(&json).to_string().contains("doi = \"10.5555/a.1\""));
}

#[test]
fn codes_without_a_character_are_left_out_of_texts_and_keys() {
    let yaml =
        "cv:\n  name: \"A\\uD7FFB\\uFFFE\"\n  sections:\n    \"Wo\\x9brk\":\n      - A text.\n";
    let imported = imported(yaml);
    assert!(
        imported.profile.contains("name = \"AB\""),
        "{}",
        imported.profile
    );
    assert!(
        imported.profile.contains("title = \"Work\""),
        "{}",
        imported.profile
    );
    assert_eq!(imported.problems.iter().count(), 2);
}

#[test]
fn photos_beside_the_source_are_copied_beside_the_profile() {
    let sandbox = Sandbox::new();
    let resume = r#"{"basics": {"name": "Ada Brandt", "image": "pictures/a.png"}}"#;
    sandbox.write("resumes/ada.json", resume);
    let png = include_bytes!("../../docs/pages/mira.png");
    std::fs::create_dir_all(sandbox.path("resumes/pictures")).expect("a folder");
    std::fs::write(sandbox.path("resumes/pictures/a.png"), png).expect("a picture");
    sandbox.run("import resumes -o profiles").succeeds();
    assert_eq!(sandbox.bytes("profiles/pictures/a.png"), png);
    assert!(
        sandbox
            .read("profiles/ada.toml")
            .contains("photo = \"pictures/a.png\"")
    );
    sandbox
        .run("import resumes/ada.json -o one/ada.toml")
        .succeeds();
    assert_eq!(sandbox.files("one"), ["ada.toml", "pictures/a.png"]);
    let outside = resume.replace("pictures/a.png", "../secret.png");
    sandbox.write("resumes/bob.json", &outside);
    std::fs::write(sandbox.path("secret.png"), png).expect("a picture");
    sandbox
        .run("import resumes/bob.json -o two/bob.toml")
        .succeeds();
    assert_eq!(sandbox.files("two"), ["bob.toml"]);
}
