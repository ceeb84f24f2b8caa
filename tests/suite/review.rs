//! Review: weaknesses of the pages, reported at lines of the profile.

#![allow(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]

use cvpress::diagnostic::{MessageFormat, render};
use snapbox::{IntoData, assert_data_eq, str};

use crate::support::rendering::{ENGINE, open, overrides, short_messages};
use crate::support::sandbox::Sandbox;

/// Returns the findings in a layout as a person sees them.
fn found(toml: &str, layout: &str, options: &[(&str, &str)]) -> String {
    // As designed; otherwise fitting may save the last page.
    let options = [&[("fit", "off")], options].concat();
    let settings = overrides(&options);
    let document = open(toml);
    let typeset = document
        .fit(
            ENGINE.layouts().get(layout).expect("a layout"),
            &settings,
            &ENGINE,
        )
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
        .typeset;
    let messages = render(&document.review(&typeset), MessageFormat::Human);
    anstream::adapter::strip_str(&messages).to_string()
}

fn assert_messages(messages: &str, expected: impl IntoData) {
    assert_data_eq!(messages, expected.raw());
}

fn entry(highlights: &str) -> String {
    format!(
        "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Acme'\n\
         start = '2020-01'\nend = '2021-01'\nhighlights = [\n{highlights}]\n"
    )
}

#[test]
fn flawless_page_has_no_findings() {
    assert_eq!(
        found(
            &entry("'One of **several** bullets.',\n'Another one.',\n"),
            "compact",
            &[]
        ),
        ""
    );
}

#[test]
fn reports_long_bullets() {
    let long =
        "A bullet of some length that says a little more than it has to and goes on. ".repeat(6);
    assert_messages(
        &found(&entry(&format!("'{}',\n", long.trim())), "compact", &[]),
        str![[r#"
note[long-bullet]: this bullet has 4 lines
  --> test.toml:10:1
   |
10 | 'A bullet of some length that says a little m...ys a little more than it has to and goes on.',
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^...^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = help: readers take in up to 3; shorten it, or split it in two


"#]],
    );
}

/// Returns the findings about a bullet with this many words.
fn found_with_words(words: usize) -> String {
    let bullet = format!("'Counting letters{}.',\n", " word".repeat(words));
    found(&entry(&bullet), "compact", &[])
}

#[test]
fn reports_bullets_with_a_short_last_line() {
    // As many words as fill a line, plus one or two.
    let short = (15..40)
        .map(found_with_words)
        .find(|messages| !messages.is_empty());
    assert_messages(
        &short.unwrap_or_default(),
        str![[r#"
note[short-last-line]: the last line of this bullet is `word word.`
  --> test.toml:10:1
   |
10 | 'Counting letters word word word word word word word word word word word word word word word word word word word.',
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = help: cut about 11 characters to save a line


"#]],
    );
}

#[test]
fn shows_spaces_between_the_elements_of_a_short_last_line() {
    let shown = (10..40).any(|words| {
        let bullet = format!(
            "'Counting letters{} **word** **end.**',\n",
            " word".repeat(words)
        );
        found(&entry(&bullet), "compact", &[]).contains("is `word end.`")
    });
    assert!(shown);
}

#[test]
fn reports_nearly_empty_last_pages() {
    let bullets = "'A line of the list.',\n".repeat(66);
    assert_messages(
        &found(&entry(&bullets), "compact", &[]),
        str![[r#"
warning[short-last-page]: page 2, the last, is 16 % full
 --> test.toml:1:1
  |
1 | [person]
  | ^
  |
  = help: cut about 10 lines to save the page, or add about 15 lines


"#]],
    );
}

#[test]
fn reports_small_text() {
    let toml =
        entry("'One.',\n").replace("name = 'Ada'", "name = 'Ada'\nemail = 'ada@example.org'");
    assert_messages(
        &found(&toml, "compact", &[("size", "9pt"), ("density", "0.9")]),
        str![[r#"
warning[small-text]: `Acme` is set in 8.1 pt
 --> test.toml:1:1
  |
1 | [person]
  | ^
  |
  = help: text of less than 8.5 pt is hard to read; choose a larger `size`


"#]],
    );
}

#[test]
fn reports_wrapped_dates() {
    let toml = entry("'One.',\n").replace("'2020-01'", "'the long summer after the war'");
    assert_messages(
        &found(&toml, "vita", &[]),
        str![[r#"
warning[wrapped-date]: the date `the long summer after the war – Jan 2021` takes more than one line
 --> test.toml:1:1
  |
1 | [person]
  | ^
  |
  = help: try a shorter date style, as in `dates = "numeric"`


"#]],
    );
}

#[test]
fn reports_bullets_parted_from_their_list() {
    // Lists of many items keep two on each side of a page break. This is a short list, too long to
    // be kept on one page.
    let bullets = format!(
        "'{}',\n'A line of the list.',\n'A line of the list.',\n",
        "A sentence of the list. ".repeat(300)
    );
    let messages = found(&entry(&bullets), "compact", &[]);
    let message = "warning[list-split-across-pages]: the last bullet is alone at the top of page 2\n  --> test.toml:12:1\n";
    assert!(messages.contains(message), "{messages}");
    let many = "'A line of the list.',\n".repeat(60);
    let messages = found(&entry(&many), "compact", &[]);
    assert!(!messages.contains("list-split-across-pages"), "{messages}");
}

#[test]
fn check_reports_page_findings() {
    let sandbox = Sandbox::new();
    let bullets = "'A line of the list.',\n".repeat(120);
    sandbox.write(
        "ada.toml",
        &("date = '2026-01'\n".to_owned() + &entry(&bullets)),
    );
    let run = sandbox
        .run("check ada.toml --fit 1 --message-format short")
        .code(0);
    assert!(
        run.stderr.contains("warning[does-not-fit]: "),
        "{}",
        run.stderr
    );
    assert!(
        run.text().contains("ada in compact: all "),
        "{}",
        run.text()
    );
    let run = sandbox.run("check ada.toml --report json").code(0);
    let verdict: serde_json::Value = serde_json::from_slice(&run.stdout).expect("a verdict");
    let document = &verdict["documents"][0];
    assert_eq!(document["pages"], 2);
    assert!(document["review"].is_array(), "{verdict}");
}

#[test]
fn reports_text_at_the_edge_of_the_paper() {
    let sandbox = Sandbox::new();
    let _ = sandbox.run("layouts new mine").code(0);
    let template = sandbox
        .read("templates/mine/template.typ")
        .replace("design.margin-x * 1pt", "3mm");
    sandbox.write("templates/mine/template.typ", &template);
    sandbox.write("ada.toml", "date = '2026-01'\n[person]\nname = 'Ada'\n");
    let run = sandbox
        .run("check ada.toml --templates templates --layout mine --message-format short")
        .code(0);
    assert_data_eq!(run.stderr, str![[r#"
ada.toml:1:1: warning[overflowing-line]: `Ada` on page 1 reaches the edge of the paper; shorten it, or add spaces where it can break

"#]].raw());
}

/// Returns a CV with bullets that fill most of a page, and an entry of fifteen lines after them.
fn kept(keep: &str) -> String {
    let bullets = "'A line of the list.',\n".repeat(47);
    let lines = "'A line of the entry.',\n".repeat(14);
    let entry = entry(&bullets);
    format!("{entry}[[section.entry]]\norganization = 'Globex'\n{keep}\nhighlights = [\n{lines}]\n")
}

#[test]
fn reports_parts_that_stay_on_one_page_and_leave_the_page_before_empty() {
    let messages = found(&kept("keep = true"), "compact", &[]);
    let warning = "warning[keep-leaves-space]: `keep` leaves 42 mm empty at the foot of page 1\n  --> test.toml:60:8\n";
    assert!(messages.contains(warning), "{messages}");
    assert!(messages.contains("`Globex` begins page 2"), "{messages}");
    for keep in ["", "keep = true\nbreak-before = true"] {
        let messages = found(&kept(keep), "compact", &[]);
        assert!(!messages.contains("keep-leaves-space"), "{messages}");
    }
}
