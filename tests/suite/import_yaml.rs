//! Imports of RenderCV, YAMLResume and Europass: every text of a file is in the profile, as text or
//! as a comment, and what is wrong with a file is one message with its place.
//!
//! The texts of a file are found here by its lines and tags, without the readers of the program.

use std::collections::BTreeMap;
use std::path::Path;

use cvpress::import::{ImportInput, Imported, import as import_bytes};

use crate::support::imports::long_tables;
use crate::support::rendering::short_messages;
use crate::support::sandbox::Sandbox;

/// A file of the corpus, and the texts of it that a profile has in another form.
struct Fixture {
    file: &'static str,
    /// The text of the file, and what the profile has for it; nothing where the place says it.
    converted: &'static [(&'static str, &'static str)],
}

const FIXTURES: [Fixture; 4] = [
    Fixture {
        file: "rendercv.yaml",
        converted: &[
            ("rgb(12, 34, 56)", "#0c2238"),
            ("hungarian", "locale = \"hu\""),
            ("ink", "layout = \"homepage\""),
            ("NAME - CV", ""),
            ("GitHub", "network = \"github\""),
            ("Mastodon", "network = \"mastodon\""),
            ("*Ines Varga*", "\"Ines Varga\""),
            (
                "HEC-RAS (1D, 2D), MIKE, own code",
                "\"HEC-RAS (1D, 2D)\", \"MIKE\", \"own code\"",
            ),
            ("[a, list]", "a"),
        ],
    },
    Fixture {
        file: "yaml-resume.yml",
        converted: &[
            ("pt-br", "locale = \"pt-BR\""),
            ("Master", "degree = \"Mestrado\""),
            ("Portuguese", "language = \"Português\""),
            ("Native or Bilingual Proficiency", "nativo ou bilíngue"),
            ("English", "language = \"Inglês\""),
            ("Full Professional Proficiency", "profissional pleno"),
            ("Expert", "level = \"Especialista\""),
            ("latex", ""),
            ("GitHub", "network = \"github\""),
            ("letter", "paper = \"us-letter\""),
            ("moderncv-classic", "layout = \"narrative\""),
            (
                "https://github.com/teo-example",
                "username = \"teo-example\"",
            ),
            ("Sep 1, 2011", "start = \"2011-09-01\""),
            ("Jul 1, 2016", "end = \"2016-07-01\""),
            ("Dec 1, 2019", "start = \"2019-12-01\""),
            ("Oct 2021", "date = \"2021-10\""),
            ("Mar 2020", "date = \"2020-03\""),
            ("Dec 2018", "date = \"2018-12\""),
            ("Sep 2020", "start = \"2020-09\""),
            ("Sep 2015", "start = \"2015-09\""),
            ("Jul 2018", "end = \"2018-07\""),
            ("work", ""),
            ("education", ""),
            ("[]", ""),
        ],
    },
    Fixture {
        file: "europass.xml",
        converted: &[
            ("other", ""),
            ("home", ""),
            ("Email", ""),
            ("Web", ""),
            ("Social Media", ""),
            ("InstantMessage", ""),
            ("Telephone", ""),
            ("lv", "LV"),
            ("lav", "Latvian"),
            ("fre", "French"),
            ("language", ""),
            ("NORMAL", ""),
            ("FREE_TEXT", ""),
            ("en", "locale = \"en\""),
            ("true", "end = \"present\""),
            ("false", ""),
            ("CEF-Understanding-Listening", "listening"),
            ("CEF-Writing-Production", ""),
            ("aW1hZ2U=", "photo"),
            ("education-training", ""),
            ("work-experience", ""),
        ],
    },
    Fixture {
        file: "europass-passport.xml",
        converted: &[
            ("--10", "1980-10-05"),
            ("---05", "1980-10-05"),
            ("--11", "2010-11"),
            ("false", ""),
            ("true", ""),
            ("fr", "français"),
            ("aW1hZ2U=", "photo"),
        ],
    },
];

fn corpus(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/import");
    std::fs::read_to_string(path.join(file)).expect("a fixture")
}

/// Returns the scalars of a YAML file that has one in a line.
fn scalars(yaml: &str) -> Vec<String> {
    let lines = yaml
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'));
    let mut texts = Vec::new();
    for line in lines.filter(|line| *line != "---") {
        let item = line.trim_start_matches("- ");
        let quoted = item.starts_with(['\'', '"', '[']);
        let text = match item.split_once(": ") {
            Some((key, value)) if !quoted && !key.contains(' ') => value,
            Some((key, value)) if !quoted && key == "Mixed matters" => value,
            _ if item.ends_with(':') => continue,
            _ => item,
        };
        let text = text.trim_matches(['\'', '"']);
        if !matches!(text, "|" | "") {
            texts.push(text.to_owned());
        }
    }
    texts
}

/// Returns the texts and the values of attributes of an XML file.
fn texts_of_tags(xml: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for part in xml.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag");
        let is_data = !tag.starts_with(['?', '!', '/']);
        for attribute in tag.split_whitespace().skip(1).filter(|_| is_data) {
            let (name, _) = attribute.split_once('=').unwrap_or_default();
            if name.is_empty() || name.starts_with("xmlns") || name.starts_with("xsi:") {
                continue;
            }
            let after = &tag[tag.find(attribute).expect("an attribute")..];
            texts.extend(after.split('"').nth(1).map(str::to_owned));
        }
        // Descriptions are HTML in the text: their tags are no texts.
        let html = text
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        for piece in html.split('<') {
            let piece = piece.split_once('>').map_or(piece, |(_, text)| text);
            texts.push(piece.replace("&amp;", "&").trim().to_owned());
        }
    }
    texts.retain(|text| !text.is_empty());
    texts
}

/// Returns a text without what TOML and Markdown escape.
fn unescaped(text: &str) -> String {
    text.replace('\\', "")
}

fn import(file: &str) -> (Sandbox, String) {
    let sandbox = Sandbox::new();
    sandbox.write(file, &corpus(file));
    sandbox
        .run(&format!("import {file} -o cv.toml -q"))
        .succeeds();
    let profile = sandbox.read("cv.toml");
    (sandbox, profile)
}

#[test]
fn every_text_of_a_file_is_in_the_profile() {
    for fixture in &FIXTURES {
        let (_, profile) = import(fixture.file);
        let profile = unescaped(&profile);
        let converted: BTreeMap<_, _> = fixture.converted.iter().copied().collect();
        let source = corpus(fixture.file);
        let texts = if source.starts_with('<') {
            texts_of_tags(&source)
        } else {
            scalars(&source)
        };
        assert!(texts.len() > 40, "{}: {texts:?}", fixture.file);
        for text in &texts {
            let expected = converted.get(&**text).copied().unwrap_or(text);
            let found = profile.contains(&unescaped(expected));
            assert!(found, "{}: `{text}` is lost\n{profile}", fixture.file);
        }
        for (text, _) in fixture.converted {
            assert!(
                texts.iter().any(|known| known == text),
                "{}: `{text}`",
                fixture.file
            );
        }
    }
}

#[test]
fn profiles_pass_the_check_in_the_form_of_fmt() {
    for fixture in &FIXTURES {
        let (sandbox, _) = import(fixture.file);
        sandbox.run("fmt --check cv.toml").succeeds();
        sandbox.run("check cv.toml").succeeds();
    }
}

#[test]
fn entries_of_rendercv_keep_their_types() {
    let (_, profile) = import("rendercv.yaml");
    for part in [
        "email = [\"ines.varga@example.org\", \"ines@lab.example.org\"]",
        "{ network = \"github\", username = \"inesvarga-example\" }",
        "label = \"StackOverflow: 4711/ines-varga\", url = \"https://stackoverflow.com/users/4711/ines-varga\"",
        "{ label = \"Book a call\", url = \"https://calls.example.org/ines\" }",
        "# cv.custom_connections[0].fontawesome_icon: calendar-days",
        "kind = \"education\"\ntitle = \"Education\"",
        "# cv.sections.education[0].advisor: Prof. Lóránt Example",
        "\"Runs the forecast of 41 gauges - day and night\"",
        "text = \"Built the warning chain\", items = [\"from gauge to phone in 90 seconds\", \"without a central server\"]",
        "date = \"Winter 2016 to early 2019\"",
        "# cv.sections.experience[1].start_date: 2016-11",
        "start = \"2019-03\"\nend = \"present\"",
        "authors = [\"Ines Varga\", \"Bo Example\"]",
        "kind = \"award\"",
        "keywords = [\"Boats and drones. Also in ice.\"]",
        "language = \"Croatian\"\nfluency = \"B2, since school\"",
        "highlights = [\"Example Society of Hydrologists\", \"Friends of the Drava\"]",
        "numbered = true",
        "text = \"A paragraph among entries\"",
        "date = \"2024-05-06\"",
        "paper = \"a4\"",
    ] {
        assert!(profile.contains(part), "no {part}\n{profile}");
    }
}

#[test]
fn sections_follow_the_order_of_the_file_for_its_pages() {
    let (_, profile) = import("yaml-resume.yml");
    let place = |part: &str| {
        profile
            .find(part)
            .unwrap_or_else(|| panic!("no {part}\n{profile}"))
    };
    assert!(place("title = \"Professional life\"") < place("Example Polytechnic"));
    assert!(place("Example Polytechnic") < place("[[language]]"));
    let (_, profile) = import("europass.xml");
    let place = |part: &str| {
        profile
            .find(part)
            .unwrap_or_else(|| panic!("no {part}\n{profile}"))
    };
    assert!(place("[[education]]") < place("[[experience]]"));
    assert!(place("[[experience]]") < place("Courses at night"));
    assert!(place("Courses at night") < place("[[language]]"));
}

#[test]
fn levels_of_languages_stay() {
    let (_, profile) = import("europass-passport.xml");
    let levels = "language = \"français\"\nlistening = \"B1\"\nreading = \"B2\"\nspoken-interaction = \"A2\"\nspoken-production = \"A1\"\nwriting = \"C1\"";
    assert!(profile.contains(levels), "{profile}");
    assert!(profile.contains("fluency = \"Muttersprache\""), "{profile}");
}

#[test]
fn words_of_an_import_are_in_the_language_of_the_profile() {
    let (_, profile) = import("europass-passport.xml");
    for part in [
        "title = \"Weitere Angaben\"",
        "name = \"Kommunikative Kompetenzen\"",
        "name = \"Computerkenntnisse\"",
        "name = \"Führerschein\"",
        "Branche = \"Wasser\"",
        "Niveau = \"ISCED 5\"",
    ] {
        assert!(profile.contains(part), "no {part}\n{profile}");
    }
}

#[test]
fn faulty_files_get_one_message_with_its_place() {
    let sandbox = Sandbox::new();
    let laughs = "<!DOCTYPE a [<!ENTITY b \"bbbb\">]>\n<Candidate>&b;</Candidate>";
    for (name, text, place) in [
        ("tab.yaml", "cv:\n\tname: Ann\n", "tab.yaml:2:1"),
        ("quote.yaml", "cv:\n  name: 'Ann\n", "quote.yaml:2:9"),
        (
            "two.yaml",
            "cv:\n  name: Ann\n---\ncv: {}\n",
            "two.yaml:3:1",
        ),
        ("self.yaml", "cv: &a\n  name: *a\n", "self.yaml:2:9"),
        ("open.xml", "<Candidate>\n<a>", "open.xml:2:4"),
        ("laughs.xml", laughs, "laughs.xml:1:1"),
        (
            "entity.xml",
            "<Candidate>\n&xxe;</Candidate>",
            "entity.xml:2:1",
        ),
    ] {
        sandbox.write(name, text);
        let run = sandbox
            .run(&format!("import {name} -o a.toml --message-format short"))
            .code(1);
        let told = run.stderr;
        assert!(told.contains(place), "{name}: {told}");
        assert_eq!(told.matches("error").count(), 1, "{name}: {told}");
    }
}

#[test]
fn an_end_before_its_start_is_left() {
    let rendercv = "cv:\n  name: A B\n  sections:\n    experience:\n      - company: C\n        \
        position: P\n        start_date: 2020-05\n        end_date: 2019-01\n";
    let yaml_resume = "content:\n  basics: {name: A B}\n  work:\n    - name: C\n      \
        position: P\n      startDate: 2020-05\n      endDate: 2019-01\n";
    let europass = "<Candidate><CandidateProfile><EmploymentHistory><EmployerHistory>\
        <OrganizationName>C</OrganizationName><PositionHistory><PositionTitle>P</PositionTitle>\
        <EmploymentPeriod><StartDate>2020-05</StartDate><EndDate>2019-01</EndDate>\
        </EmploymentPeriod></PositionHistory></EmployerHistory></EmploymentHistory>\
        </CandidateProfile></Candidate>";
    let sandbox = Sandbox::new();
    for (file, text) in [
        ("a.yaml", rendercv),
        ("b.yml", yaml_resume),
        ("c.xml", europass),
    ] {
        sandbox.write(file, text);
        let run = sandbox.run(&format!("import {file} -o -")).code(0);
        let profile = run.text();
        assert!(!profile.contains("end ="), "{profile}");
        let mut comments = profile.lines().filter(|line| line.starts_with("# "));
        assert!(comments.any(|line| line.ends_with("2019-01")), "{profile}");
        assert!(run.stderr.contains("import-left-out"), "{}", run.stderr);
    }
}

#[test]
fn characters_that_are_left_out_are_reported_in_every_kind_of_entry() {
    let text = r#"cv:
  name: Ann
  phone: ["+49\a 30 555"]
  sections:
    summary: ["I make\a compilers."]
    talks: [{bullet: "On\a kernels"}]
    experience: [{company: C, position: P, highlights: ["Cut\a costs"]}]
    mixed: ["A\a line", {label: L, details: D}]
"#;
    let sandbox = Sandbox::new();
    sandbox.write("a.yaml", text);
    let run = sandbox
        .run("import a.yaml -o - --message-format short")
        .code(0);
    let shown: Vec<&str> = run
        .stderr
        .lines()
        .filter(|line| line.contains("import-characters"))
        .collect();
    for path in [
        "cv.phone",
        "cv.sections.summary[0]",
        "cv.sections.talks[0].bullet",
        "cv.sections.experience[0].highlights",
        "cv.sections.mixed[0]",
    ] {
        let name = format!("`{path}`");
        assert!(
            shown.iter().any(|line| line.contains(&name)),
            "{path}: {shown:?}"
        );
    }
    assert!(!run.text().contains('\u{7}'));
}

#[track_caller]
fn imported(text: &str) -> Imported {
    import_bytes(&ImportInput::of_bytes("cv.yaml", text.as_bytes()), None)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

#[test]
fn bullets_that_are_no_texts_are_left() {
    let text = "cv:\n  name: A\n  sections:\n    jobs:\n      - company: C\n        position: P\n        \
        highlights:\n          - One\n          - {two: Three}\n";
    let profile = imported(text).profile;
    assert!(profile.contains("highlights = [\"One\"]"), "{profile}");
    assert!(profile.contains("two: Three"), "{profile}");
}

#[test]
fn accounts_have_an_address_only_if_it_is_another_one() {
    let text = "content:\n  basics: {name: A}\n  profiles:\n\
        \x20   - {network: GitHub, username: ada, url: 'https://github.com/ada'}\n\
        \x20   - {network: GitHub, username: ada, url: 'https://code.example.org/ada'}\n\
        \x20   - {network: Stack Overflow, username: '4711/ada lovelace'}\n";
    let profile = imported(text).profile;
    let table: toml::Table = long_tables(&profile);
    let links = table["person"]["links"].as_array().expect("links");
    let urls: Vec<Option<&str>> = links
        .iter()
        .map(|link| link.get("url").and_then(toml::Value::as_str))
        .collect();
    let other = Some("https://code.example.org/ada");
    assert_eq!(urls, [None, other, None], "{profile}");
}

#[test]
fn sections_beside_the_name_are_read() {
    let text = "cv:\n  name: A\n  summary: Builds *rooms*.\n  section_titles: {education: Schools}\n  education:\n\
        \x20   - {institution: U, area: ME, study_type: BS, gpa: 3.9/4.0, start_date: 2010-09, end_date: 2014-05}\n\
        \x20 work_experience:\n    - {company: C, position: P, url: 'https://c.example', date: 2015}\n\
        \x20 links:\n    - {text: Page, url: 'https://p.example'}\n";
    let profile = imported(text).profile;
    for part in [
        "summary = \"Builds *rooms*.\"",
        "institution = \"U\"",
        "degree = \"BS\"",
        "GPA = \"3.9/4.0\"",
        "title = \"Work Experience\"",
        "url = \"https://c.example\"",
        "# cv.links[0].text: Page",
        "# cv.section_titles.education: Schools",
    ] {
        assert!(profile.contains(part), "no {part}\n{profile}");
    }
}
